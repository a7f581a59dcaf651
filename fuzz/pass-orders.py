#!/usr/bin/env python3
"""Runs passes in any order on modules of any stage, and reports what ends in anything but a module or an error.

usage: pass-orders.py PATH... [--seed N] [--count N] [--jobs N] [--keep FOLDER] [--passes NAME,NAME...]

The modules are those of the files and folders (*.mlir, split at `// -----`) that the verifier accepts. A run takes one
of them through the first passes of the pipeline to the llvm dialect, none to all, and then through one to four others
in any order, some with options. `--passes` takes these, in this order, in each run. A run has 20 s of processor time and
4 GB. What went wrong is written to the folder of `--keep`, named by its seed, with the command in the first line. The
last line is a summary.
"""

import argparse
import concurrent.futures
import glob
import os
import random
import re
import resource
import subprocess
import sys

SECONDS, BYTES = 20, 4 << 30
MARKER = "\n// -----\n"
# MLIR's passes that the pipelines have, and others that a user would mix with them.
OTHERS = ["canonicalize", "cse", "convert-scf-to-cf", "symbol-dce", "sccp", "loop-invariant-code-motion", "strip-debuginfo"]
OPTIONS = {
    "tile-set-target": ["target=sm_80", "target=sm_90a", "target=sm_120a", "num-warps=1", "num-warps=8", "num-warps=32", "target=sm_90 ptx-version=78"],
    "tile-group-programs": ["programs=2", "programs=4", "programs=0", "programs=3"],
    "tile-check-inline-asm": ["mode=off", "mode=warn", "choice=fallback"],
    "tile-raise-ptx-version": ["choice=fallback", "newest=90"],
    "tile-select-inline-asm": ["choice=fallback", "choice=native"],
    "tile-schedule-loops": ["num-stages=1", "num-stages=2", "num-stages=4", "num-stages=0"],
    "tile-version-masked-blocks": ["max-ops=0", "max-ops=100000", "all-masks", "num-stages=3"],
    "tile-insert-shared-memory": ["remarks"],
    "tile-convert-to-llvm": ["fast-math"],
    "tile-distribute-to-threads": ["tf32=nearest", "tf32=none"],
    "tile-print-axis-info": ["print-access", "assume-no-signed-wrap"],
}


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


def run(arguments, text):
    """What is wrong with how tile-opt ended, if anything, and whether it made a module."""
    command = ["tile-opt", "-", "-o", os.devnull, "--allow-unregistered-dialect"] + arguments
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit)
    errors = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1):
        return "ended with %d: %s" % (done.returncode, errors[:400]), False
    if done.returncode == 1 and "error: " not in errors:
        return "failed without an error: " + errors[:400], False
    if any(text in errors for text in ("LLVM ERROR", "runtime error:", "ERROR: AddressSanitizer", "PLEASE submit")):
        return errors[:400], False
    return None, done.returncode == 0


def list_passes():
    text = subprocess.run(["tile-opt", "--list-passes"], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"^\s*--(tile-[\w-]+)", text, re.M))) + OTHERS


def list_pipeline():
    """The passes of the pipeline to the llvm dialect, as --pass-pipeline writes them."""
    command = ["tile-opt", "-", "--tile-to-llvm", "--dump-pass-pipeline", "-o", os.devnull]
    text = subprocess.run(command, input="module {}", capture_output=True, text=True, check=True).stderr
    text = text[text.index("builtin.module(") + len("builtin.module(") : text.rindex(")")].replace("\n", "")
    passes, depth = [""], 0
    for c in text:
        depth += c in "{(["
        depth -= c in "})]"
        if c == "," and depth == 0:
            passes.append("")
        else:
            passes[-1] += c
    return [name.strip() for name in passes]


class Samples:
    def __init__(self, paths):
        files = []
        for path in paths:
            files += sorted(glob.glob(os.path.join(path, "**", "*.mlir"), recursive=True)) if os.path.isdir(path) else [path]
        self.texts = []
        for path in files:
            with open(path, errors="replace") as file:
                self.texts += [text for text in file.read().split(MARKER) if len(text) < 40000]
        self.are_valid = {}

    def choose(self, r):
        while True:
            at = r.randrange(len(self.texts))
            if at not in self.are_valid:
                self.are_valid[at] = run([], self.texts[at])[1]
            if self.are_valid[at]:
                return self.texts[at]


def make(seed, samples, passes, pipeline, chosen):
    r = random.Random(seed)
    text = samples.choose(r)
    before = pipeline[: r.choice((0, 0, r.randrange(len(pipeline) + 1)))]
    after = chosen or [r.choice(passes) for _ in range(r.choice((1, 1, 2, 3, 4)))]
    after = [name + ("{%s}" % r.choice(OPTIONS[name]) if name in OPTIONS and r.randrange(3) == 0 and not chosen else "") for name in after]
    return text, ["--pass-pipeline=builtin.module(%s)" % ",".join(before + after)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--passes")
    flags = parser.parse_args()
    samples, passes, pipeline = Samples(flags.paths), list_passes(), list_pipeline()
    chosen = flags.passes.split(",") if flags.passes else None
    counts = {"runs": 0, "modules": 0, "wrong": 0}

    def handle(seed):
        text, arguments = make(seed, samples, passes, pipeline, chosen)
        problem, good = run(arguments, text)
        counts["runs"] += 1
        counts["modules"] += good
        if not problem:
            return
        counts["wrong"] += 1
        print("seed %d: %s\n  tile-opt '%s'" % (seed, problem.strip(), arguments[0]), flush=True)
        if flags.keep:
            os.makedirs(flags.keep, exist_ok=True)
            with open(os.path.join(flags.keep, "%d.mlir" % seed), "w") as out:
                out.write("// RUN: tile-opt %%s '%s'\n%s" % (arguments[0], text))

    with concurrent.futures.ThreadPoolExecutor(flags.jobs) as pool:
        for _ in pool.map(handle, range(flags.seed, flags.seed + flags.count)):
            pass
    print("%(runs)d runs, %(modules)d modules, %(wrong)d wrong" % counts)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
