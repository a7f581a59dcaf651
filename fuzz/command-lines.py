#!/usr/bin/env python3
"""Starts the tools with command lines that are made at random, and reports what ends in anything but success or an error.

usage: command-lines.py PATH... [--seed N] [--count N] [--jobs N] [--tool NAME] [--keep FOLDER]

A command line has options of the tool, as its --help lists them, with values that fit, odd ones and none, some twice. Its
inputs are files of PATH (*.mlir, *.ttir, *.ptx, *.npy, *.json), whole, cut off or damaged, as text or as bytecode, or no files.
A run has 20 s of processor time and 4 GB; tile-run may take longer. What went wrong is written to the folder of `--keep` as
a folder with the files and the command, named by its seed. The last line is a summary.
"""

import argparse
import concurrent.futures
import glob
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

SECONDS, BYTES = 20, 4 << 30
TOOLS = ["tilec", "tile-run", "tile-opt", "tile-translate", "tile-layout", "tile-ptx-table"]
# Those two have LLVM's own options, too, which are LLVM's matter.
OWN = {
    "tile-opt": ["-split-input-file", "-verify-diagnostics", "-verify-each", "-allow-unregistered-dialect", "-mlir-print-op-generic", "-emit-bytecode", "-o", "-no-implicit-module",
                 "-pass-pipeline", "-list-passes", "-show-dialects", "-tile-to-llvm", "-tile-to-tilegpu", "-tilegpu-to-llvm", "-tile-import-ttir", "-tile-set-target", "-canonicalize",
                 "-mlir-timing", "-mlir-print-ir-after-all", "-dump-pass-pipeline", "-mlir-print-debuginfo", "-pass-statistics"],
    "tile-translate": ["-import-ttir", "-tile-to-ptx", "-mlir-to-llvmir", "-ttir-operations", "-split-input-file", "-verify-diagnostics", "-allow-unregistered-dialect", "-o", "-no-implicit-module"],
}
NUMBERS = ["0", "1", "-1", "2", "3", "4", "16", "31", "32", "33", "64", "1024", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "18446744073709551616", "1e9", "0x10", "0.5", "nan", "inf", "-0"]
WORDS = ["", " ", "-", "--", "=", ",", ":", "true", "false", "on", "off", "auto", "sim", "sim:sm_80", "cuda:0", "cuda:x", "interpreter", "sm_80", "sm_90a", "sm_80,sm_90", "sm_1", "ptx", "cubin",
         "llvm", "tile", "tilegpu", "llvmir", "c", "out", "out.ptx", "out.html", "out.json", "/dev/null", "/dev/zero", "/", ".", "absent/file", "in0", "in1", "\u00e9", "\xff", "a" * 5000, "%", "$0",
         "1x1x1", "2x3", "64x64", "0x0", "1x", "x", "0:0", "3:17", "1,2,0:5", "n:16", "n=7", "x_ptr:16", "error", "warn", "kernel", "fast", "native", "fallback", "builtin.module(cse)",
         "builtin.module(" * 200, "any(tile-pad-tiles)", "target=sm_80", "num-warps=8"]
SPECS = ["128xf32", "128xf32=rand", "x:128xf32=seq", "16xi32=3", "f32=1.5", "i32=128", "0xf32", "-1xf32", "99999999999xf32", "128x128xf16=zeros", "in0", "bf16=in1", "64xq8", "f8e4m3=1", "x~=y", "out ~= a + b", "tensormap", "="]
LAYOUTS = ["#tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>", "#tile.blocked<{sizePerThread = [0], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
           "#tile.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>", "#tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>",
           "#tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>}>",
           "#tile.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", "#x", "3", "[[1]]"]


def read_options(tool):
    if tool in OWN:
        return OWN[tool]
    text = subprocess.run([tool, "--help"], capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"^\s+(--?[a-zA-Z][\w-]*)", text, re.M)) - {"--help", "--help-list", "--version"})


class Maker:
    def __init__(self, paths):
        self.files = []
        for path in paths:
            for ending in ("mlir", "ttir", "ptx", "npy", "json"):
                self.files += sorted(glob.glob(os.path.join(path, "**", "*." + ending), recursive=True))
        self.files = [path for path in self.files if 0 < os.path.getsize(path) < 100000]
        self.options = {tool: read_options(tool) for tool in TOOLS}

    def make_file(self, r, place):
        path = r.choice(self.files)
        with open(path, "rb") as file:
            data = file.read()
        if path.endswith("mlir") and r.randrange(5) == 0:
            data = subprocess.run(["tile-opt", path, "-emit-bytecode", "-o", "-"], capture_output=True).stdout or data
        kind = r.randrange(5)
        at = r.randrange(len(data) + 1)
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            data = data[:at] + bytes(r.randrange(256) for _ in range(r.choice((1, 4, 100)))) + data[at + 1 :]
        with open(place, "wb") as file:
            file.write(data)

    def make_value(self, r):
        return r.choice((lambda: r.choice(NUMBERS), lambda: r.choice(WORDS), lambda: r.choice(SPECS), lambda: r.choice(NUMBERS) + r.choice(("x", ",", ":", "=")) + r.choice(NUMBERS)))()

    def make(self, seed, only):
        """A command line, for files in0 and in1."""
        r = random.Random(seed)
        tool = only or r.choice(TOOLS)
        command = [tool]
        if tool == "tile-layout":
            command += [r.choice(LAYOUTS), "--shape=" + r.choice(("128", "64x64", "32x32x2", "0", "-1", "1x", "99999999999", "3x5", "1048576x1048576"))]
            if r.randrange(2):
                command.append("--to=" + r.choice(LAYOUTS))
        elif r.randrange(10):
            command.append(r.choice(("in0", "in0", "in0", "in0", "in1", "-", "/dev/zero", ".", "absent")))
        for _ in range(r.choice((0, 1, 1, 2, 3, 5))):
            option = r.choice(self.options[tool])
            kind = r.randrange(4)
            if kind == 0:
                command.append(option)
            elif kind == 1:
                command += [option, self.make_value(r)]
            else:
                command.append(option + "=" + self.make_value(r))
        r.shuffle(command[1:])
        return command, r


def run(command, folder):
    """What is wrong with how the tool ended, if anything."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))

    environment = dict(os.environ, HOME=folder, XDG_CACHE_HOME=folder)
    encoded = [part.encode("utf-8", errors="surrogateescape").replace(b"\0", b"") for part in command]
    done = subprocess.run(encoded, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit)
    text = done.stdout[-3000:].decode(errors="replace")
    if done.returncode == -signal.SIGXCPU and command[0] == "tile-run":
        return None
    if done.returncode not in (0, 1):
        return "ended with %d: %s" % (done.returncode, text[:500])
    if done.returncode == 1 and not text.strip():
        return "failed without a word"
    if any(sign in text for sign in ("LLVM ERROR", "runtime error:", "ERROR: AddressSanitizer", "PLEASE submit", "Assertion")):
        return text[:500]
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tool", choices=TOOLS)
    parser.add_argument("--keep")
    flags = parser.parse_args()
    maker = Maker(flags.paths)
    counts = {"runs": 0, "wrong": 0}

    def handle(seed):
        command, r = maker.make(seed, flags.tool)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("in0", "in1"):
                maker.make_file(r, os.path.join(folder, name))
            problem = run(command, folder)
            counts["runs"] += 1
            if not problem:
                return
            counts["wrong"] += 1
            print("seed %d: %s\n  %s" % (seed, problem.strip(), shlex.join(command)[:600]), flush=True)
            if flags.keep:
                place = os.path.join(flags.keep, str(seed))
                shutil.rmtree(place, ignore_errors=True)
                shutil.copytree(folder, place)
                with open(os.path.join(place, "command"), "w", errors="replace") as out:
                    out.write(shlex.join(command) + "\n")

    with concurrent.futures.ThreadPoolExecutor(flags.jobs) as pool:
        for _ in pool.map(handle, range(flags.seed, flags.seed + flags.count)):
            pass
    print("%(runs)d command lines, %(wrong)d wrong" % counts)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
