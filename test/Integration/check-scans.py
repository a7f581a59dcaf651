#!/usr/bin/env python3
"""Runs kernels with scans, and compares with sums made here, one after the other.

usage: check-scans.py cumsum|ttir|map [--device DEVICE] [--tool FILE]

`cumsum` is bench/kernels/cumsum.mlir at several shapes, `ttir` Triton's TTIR of running
sums in both directions and of a linear recurrence, `map` a map with loops whose results
are scanned. All inputs are small whole numbers, so that sums of floats are exact.
"""

import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")


def write_npy(path, code, values, shape):
    """An array of little-endian f32 ("f") or i32 ("i")."""
    header = "{'descr': '<%s4', 'fortran_order': False, 'shape': (%s,), }" % (code, ", ".join(map(str, shape)))
    header = header.ljust(-(len(header) + 11) % 64 + len(header)) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        file.write(struct.pack("<%d%s" % (len(values), code), *values))


def running_sums(values):
    total, sums = 0, []
    for value in values:
        total += value
        sums.append(total)
    return sums


def rows_of(values, columns):
    return [values[i : i + columns] for i in range(0, len(values), columns)]


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder, self.failed = options, folder, False

    def path(self, name, code, values, shape):
        path = os.path.join(self.folder, name)
        write_npy(path, code, values, shape)
        return path

    def run(self, name, kernel, arguments):
        command = [self.options.tool, kernel] + arguments
        if self.options.device:
            command.append("--device=" + self.options.device)
        done = subprocess.run(command, capture_output=True, text=True)
        good = done.returncode == 0 and not done.stderr and "ok, exact" in done.stdout
        print("%s: %s" % (name, "exact" if good else "failed"))
        if not good:
            self.failed = True
            print(" ".join(command) + "\n" + done.stdout + done.stderr)


def cumsum(runner):
    rng = random.Random(1)
    for rows, columns in [(1, 4), (4, 256), (3, 1024), (6, 1028), (5, 4096), (2, 16384)]:
        x = [rng.randint(-8, 8) for _ in range(rows * columns)]
        expected = sum(map(running_sums, rows_of(x, columns)), [])
        arguments = ["--grid=%d" % -(-rows // 4), "--input=" + runner.path("x.npy", "f", x, (rows, columns))]
        arguments += ["--output=y:%dx%dxf32" % (rows, columns), "--input=i32=%d" % rows, "--input=i32=%d" % columns]
        arguments.append("--expected=y=" + runner.path("y.npy", "f", expected, (rows, columns)))
        runner.run("%d rows of %d" % (rows, columns), os.path.join(ROOT, "bench", "kernels", "cumsum.mlir"), arguments)


def ttir(runner):
    rng, rows, columns = random.Random(2), 16, 64
    # The recurrence a b, x b + y on pairs of x and x * x: of values of -1, 0 and 1 no
    # result gets large.
    x = [rng.randint(-1, 1) for _ in range(rows * columns)]
    table = rows_of(x, columns)
    sums = sum(map(running_sums, table), [])
    from_below = [running_sums(column[::-1])[::-1] for column in zip(*table)]
    decayed = []
    for row in table:
        before = None
        for value in row:
            # Of both sides (a, x) and (b, y): (a * b, x * b + y).
            pair = (value, value * value)
            before = pair if before is None else (before[0] * pair[0], before[1] * pair[0] + pair[1])
            decayed.append(before[1])
    expected = sums + [from_below[c][r] for r in range(rows) for c in range(columns)] + decayed
    size = rows * columns
    for warps in (1, 4, 8, 32):
        arguments = ["--num-warps=%d" % warps, "--input=" + runner.path("x.npy", "f", x, (size,)), "--output=y:%dxf32" % (3 * size)]
        arguments.append("--expected=y=" + runner.path("y.npy", "f", expected, (3 * size,)))
        runner.run("%d warps" % warps, os.path.join(HERE, "..", "Import", "Inputs", "scans.ttir"), arguments)


def steps(number):
    count = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        count += 1
    return count


def maps(runner):
    rng = random.Random(3)
    x = [rng.randint(1, 100) for _ in range(256)]
    expected = running_sums(map(steps, x))
    # Of 32 warps each thread has a group of one.
    for warps in (1, 4, 32):
        arguments = ["--num-warps=%d" % warps, "--input=" + runner.path("x.npy", "i", x, (256,)), "--output=y:256xi32"]
        arguments.append("--expected=y=" + runner.path("y.npy", "i", expected, (256,)))
        runner.run("%d warps" % warps, os.path.join(HERE, "Inputs", "map_while.mlir"), arguments)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what", choices=["cumsum", "ttir", "map"])
    parser.add_argument("--device")
    parser.add_argument("--tool", default="tile-run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, folder)
        {"cumsum": cumsum, "ttir": ttir, "map": maps}[options.what](runner)
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
