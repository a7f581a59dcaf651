"""Holds the kernels of bench/kernels to Triton's PTX.

usage: check-baseline.py KERNEL TARGET

Compiles the kernel for n that is a multiple of 16 and for unknown n, assembles the
PTX, and compares with bench/baseline/triton-3.6.json: no stack, no spills, at most
4 registers more than Triton's kernel, and accesses at least as wide.

For unknown n our kernel holds the vector path as well as the masked one, so the
bound is the larger of Triton's two kernels.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# Ours, Triton's, warps, and the widest access in bits that each data type allows.
KERNELS = {
    "copy": ("copy", 4),
    "vector_add": ("vector_add", 4),
    "divide": ("divide", 4),
    "divide_rcp": ("divide_rcp", 4),
    "fma_clamp_square": ("relu6_square", 4),
    "fma_clamp_square_f16x2": ("relu6_square_packed", 4),
    "bytes_max": ("bytes_max", 4),
    "sigmoid": ("logistic", 4),
    "copy_rows": ("copy_rows", 16),
    "copy_peeled": ("copy_peeled", 1),
}
SLACK = 4


def width(access):
    """Bits of 'ld.global.v4.b32'."""
    match = re.search(r"(?:\.v(\d+))?\.[bfsu](\d+)$", access)
    return int(match.group(1) or 1) * int(match.group(2))


def widest(accesses, kind):
    return max((width(a) for a in accesses if a.startswith(kind)), default=0)


def main():
    kernel, target = sys.argv[1:]
    peer, warps = KERNELS[kernel]
    with open(os.path.join(ROOT, "bench", "baseline", "triton-3.6.json")) as f:
        triton = json.load(f)["kernels"][peer]["targets"][target]
    source = os.path.join(ROOT, "bench", "kernels", kernel + ".mlir")
    with open(source) as f:
        takes_n = "%n: i32" in f.read()
    cases = [("ragged", [])]
    if takes_n:
        cases.append(("aligned", ["--assume=n:16"]))
    problems = []
    for case, options in cases:
        with tempfile.TemporaryDirectory() as folder:
            ptx = os.path.join(folder, "k.ptx")
            subprocess.run(
                ["tilec", source, "--target=" + target, "--num-warps=%d" % warps, "-o", ptx] + options,
                check=True)
            log = subprocess.run(
                ["ptxas", "-v", "-arch=" + target, ptx, "-o", os.path.join(folder, "k.cubin")],
                check=True, capture_output=True, text=True).stderr
            with open(ptx) as f:
                accesses = re.findall(r"\b(?:ld|st)\.global[a-z0-9_.:]*", f.read())
        registers = int(re.search(r"Used (\d+) registers", log).group(1))
        for amount, what in re.findall(r"(\d+) bytes (stack frame|spill stores|spill loads)", log):
            if int(amount):
                problems.append("%s: %s bytes %s" % (case, amount, what))
        peers = [triton[c] for c in ("aligned", "ragged") if c in triton]
        if case == "aligned" and "aligned" in triton:
            peers = [triton["aligned"]]
        bound = max(p["registers"] for p in peers) + SLACK
        print("%s %s %s: %d registers, at most %d" % (kernel, target, case, registers, bound))
        if registers > bound:
            problems.append("%s: %d registers, expected at most %d" % (case, registers, bound))
        for kind in ("ld", "st"):
            ours = widest(accesses, kind)
            # Bytes come four to a thread, so that the floats beside them fill 128 bits.
            theirs = max(widest(p["memory"], kind) for p in peers)
            if ours < theirs:
                problems.append("%s: widest %s is %d bits, Triton's %d" % (case, kind, ours, theirs))
        local = [a for a in accesses if ".local" in a]
        if local:
            problems.append("%s: local memory: %s" % (case, local))
    for problem in problems:
        print("error: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
