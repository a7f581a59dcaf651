#!/usr/bin/env python3
"""Checks the speed of the simulator, in the best of several runs.

usage: check-simulation-speed.py KERNELS TRITON_MATMUL.ptx

A vector add of 1,000,000 elements: the whole of tile-run in a second of
processor time; at least 100 million lane instructions per second on one core:
what the processor time is more than that of one CTA with the same arrays. Other
load on the machine takes no processor time of ours.

A product of 512 x 512 matrices of f16 by wgmma and tensor copies, as Triton makes it:
the whole of tile-run in 0.6 seconds of processor time.
"""

import os
import re
import subprocess
import sys

MOST_SECONDS = 1.0
LEAST_RATE = 100
MOST_PRODUCT_SECONDS = 0.6
RUNS = 30


def run(command):
    """Runs a command, and returns (seconds of processor time, output)."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit("%s failed: %s" % (" ".join(command), out))
    return usage.ru_utime + usage.ru_stime, out


def make_product(ptx):
    tensor = "tensormap:%dx64:swizzle=128:512x512xf16"
    sizes = ["--input=i32=512"] * 2 + ["--input=i64=512", "--input=i64=1"]
    command = ["tile-run", ptx, "--ptx", "--shared=98328", "--grid=4x4"]
    command += ["--input=a:" + tensor % 128 + "=rand", *sizes, "--input=b:" + tensor % 64 + "=rand", *sizes]
    command += ["--output=c:" + tensor % 128, *sizes]
    return command + ["--input=i32=512"] * 3 + ["--input=i64=0"] * 2


def main():
    n = 1000000
    command = ["tile-run", sys.argv[1] + "/vector_add.mlir", "--stats"]
    command += ["--input=%dxf32=rand" % n] * 2
    command += ["--output=%dxf32" % n, "--input=i32=%d" % n]
    grid = "--grid=%d" % -(-n // 1024)
    whole = command + [grid, "--check=out == a + b"]
    least = many = one = float("inf")
    for _ in range(RUNS):
        least = min(least, run(whole)[0])
        one = min(one, run(command + ["--grid=1", "--threads=1"])[0])
        seconds, out = run(command + [grid, "--threads=1"])
        many = min(many, seconds)
        instructions = int(re.search(r"of warps, (\d+) of lanes", out)[1])
        rate = instructions / max(many - one, 1e-3) / 1e6
        if least <= MOST_SECONDS and rate >= LEAST_RATE:
            break
    product = min(run(make_product(sys.argv[2]))[0] for _ in range(3))
    print("wgmma: %.3f s of processor time, at most %g" % (product, MOST_PRODUCT_SECONDS))
    print("whole run: %.3f s of processor time, at most %g" % (least, MOST_SECONDS))
    print("one core: %d million lane instructions per second, at least %d" % (rate, LEAST_RATE))
    good = least <= MOST_SECONDS and rate >= LEAST_RATE and product <= MOST_PRODUCT_SECONDS
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
