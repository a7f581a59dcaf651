#!/usr/bin/env python3
"""Checks the speed of the simulator, in the best of several runs.

usage: check-simulation-speed.py KERNELS

A vector add of 1,000,000 elements: the whole of tile-run in a second of
processor time; at least 100 million lane instructions per second on one core:
what the processor time is more than that of one CTA with the same arrays. Other
load on the machine takes no processor time of ours.
"""

import os
import re
import subprocess
import sys

MOST_SECONDS = 1.0
LEAST_RATE = 100
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
    print("whole run: %.3f s of processor time, at most %g" % (least, MOST_SECONDS))
    print("one core: %d million lane instructions per second, at least %d" % (rate, LEAST_RATE))
    return 0 if least <= MOST_SECONDS and rate >= LEAST_RATE else 1


if __name__ == "__main__":
    sys.exit(main())
