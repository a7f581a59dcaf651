#!/usr/bin/env python3
"""Holds the simulator to its speed, in the best of several runs.

usage: check-simulation-speed.py KERNELS

A vector add of 1,000,000 elements: the whole of tile-run in a second on all
cores; on one core at least 100 million lane instructions a second.
"""

import re
import subprocess
import sys
import time

MOST_SECONDS = 1.0
LEAST_RATE = 100
RUNS = 30


def main():
    n = 1000000
    command = ["tile-run", sys.argv[1] + "/vector_add.mlir", "--grid=%d" % -(-n // 1024)]
    command += ["--input=%dxf32=rand" % n] * 2
    command += ["--output=%dxf32" % n, "--input=i32=%d" % n, "--stats"]
    command += ["--check=out == a + b"]
    least, rate = None, 0
    for _ in range(RUNS):
        start = time.monotonic()
        subprocess.run(command, check=True, capture_output=True)
        seconds = time.monotonic() - start
        least = seconds if least is None else min(least, seconds)
        out = subprocess.run(
            command + ["--threads=1"], check=True, capture_output=True, text=True
        ).stdout
        rate = max(rate, int(re.search(r"(\d+) million lane instructions", out)[1]))
        if least <= MOST_SECONDS and rate >= LEAST_RATE:
            break
    print("whole run: %.3f s, at most %g" % (least, MOST_SECONDS))
    print("one core: %d million lane instructions a second, at least %d" % (rate, LEAST_RATE))
    return 0 if least <= MOST_SECONDS and rate >= LEAST_RATE else 1


if __name__ == "__main__":
    sys.exit(main())
