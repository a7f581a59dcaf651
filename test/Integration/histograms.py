#!/usr/bin/env python3
"""Histograms of tiles of many shapes and types, run in the simulator or on a GPU.

usage: histograms.py [DEVICE]
A line for each; fails if any is wrong. Numbers below 0 and beyond the bins are not
counted, nor are those under the mask.
"""

import subprocess
import sys

# Shape of the tile, its type, bins, type of the counts, warps, numbers.
CASES = [
    ([1024], "i32", 256, "i32", 4, "rand:-10:300"),
    ([4096], "i32", 256, "i32", 8, "const:7"),
    ([32, 64], "i8", 256, "i32", 4, "rand"),
    ([2, 8, 64], "i16", 16, "i64", 2, "rand:-2:20"),
    ([512], "i64", 64, "i32", 1, "rand:-5:70"),
    ([64], "i32", 1024, "i32", 4, "rand:0:1024"),
    ([256], "i8", 128, "i32", 4, "rand"),
    ([8], "i32", 2, "i32", 4, "rand:0:3"),
    ([128], "i32", 1, "i32", 32, "rand:0:2"),
    ([1], "i32", 32, "i64", 4, "const:31"),
    ([2048], "i32", 16384, "i32", 16, "rand:0:16384"),
    ([16384], "i16", 2048, "i32", 32, "rand:0:2048"),
]  # fmt: skip


def emit(shape, type, bins, counts, is_masked):
    n = 1
    for extent in shape:
        n *= extent
    dims = "x".join(map(str, shape))
    text = """tile.func public @count(%%x: !tile.ptr<%(t)s>, %%out: !tile.ptr<%(c)s>) {
  %%i = tile.make_range {end = %(n)d : i32, start = 0 : i32} : tensor<%(n)dxi32>
  %%xs = tile.splat %%x : !tile.ptr<%(t)s> -> tensor<%(n)dx!tile.ptr<%(t)s>>
  %%xp = tile.addptr %%xs, %%i : tensor<%(n)dx!tile.ptr<%(t)s>>, tensor<%(n)dxi32>
  %%flat = tile.load %%xp : tensor<%(n)dx!tile.ptr<%(t)s>>
  %%half = arith.constant dense<%(half)d> : tensor<%(n)dxi32>
  %%below = arith.cmpi sle, %%i, %%half : tensor<%(n)dxi32>
  %%v = tile.reshape %%flat : tensor<%(n)dx%(t)s> -> tensor<%(d)sx%(t)s>
  %%m = tile.reshape %%below : tensor<%(n)dxi1> -> tensor<%(d)sxi1>
  %%h = tile.histogram %%v%(mask)s : tensor<%(d)sx%(t)s> -> tensor<%(b)dx%(c)s>
  %%k = tile.make_range {end = %(b)d : i32, start = 0 : i32} : tensor<%(b)dxi32>
  %%os = tile.splat %%out : !tile.ptr<%(c)s> -> tensor<%(b)dx!tile.ptr<%(c)s>>
  %%op = tile.addptr %%os, %%k : tensor<%(b)dx!tile.ptr<%(c)s>>, tensor<%(b)dxi32>
  tile.store %%op, %%h : tensor<%(b)dx!tile.ptr<%(c)s>>
  tile.return
}
"""
    values = {"t": type, "c": counts, "n": n, "d": dims, "b": bins, "half": n // 2,
              "mask": ", %m" if is_masked else ""}  # fmt: skip
    return text % values, n, n // 2 + 1 if is_masked else n


def main():
    failed, device = False, sys.argv[1] if len(sys.argv) > 1 else "sim"
    for shape, type, bins, counts, warps, numbers in CASES:
        for is_masked in (False, True):
            text, n, counted = emit(shape, type, bins, counts, is_masked)
            number = "u%s(x[j])" % type[1:]
            command = ["tile-run", "-", "--device=" + device, "--num-warps=%d" % warps, "--input", "x:%dx%s=%s" % (n, type, numbers),
                       "--output", "out:%dx%s" % (bins, counts),
                       "--check", "out == sum(j, %d, %s == i)" % (counted, number)]  # fmt: skip
            run = subprocess.run(command, input=text, capture_output=True, text=True)
            good = run.returncode == 0 and not run.stderr
            name = "%sx%s in %d bins, %d warps%s" % ("x".join(map(str, shape)), type, bins, warps,
                                                    ", masked" if is_masked else "")  # fmt: skip
            print("%s: %s" % (name, "ok" if good else "failed"))
            if not good:
                failed = True
                print(" ".join(command) + "\n" + run.stdout + run.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
