#!/usr/bin/env python3
"""Rows and columns of random sizes under masks: two-dimensional tiles whose
dimensions are no powers of two go over a matrix that they do not divide.

usage: odd-tiles-masks.py [--count N] [--seed S]

The simulator finds each access beyond the matrix.
"""

import argparse
import os
import random
import subprocess
import tempfile

KERNEL = """
tile.func public @k(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %pid = tile.get_program_id x : i32
  %R = arith.constant ROWS : i32
  %r0 = arith.muli %pid, %R : i32
  %r0s = tile.splat %r0 : i32 -> tensor<ROWSxi32>
  %rr = tile.make_range {start = 0 : i32, end = ROWS : i32} : tensor<ROWSxi32>
  %r = arith.addi %r0s, %rr : tensor<ROWSxi32>
  %c = tile.make_range {start = 0 : i32, end = COLUMNS : i32} : tensor<COLUMNSxi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<ROWSxi32> -> tensor<ROWSx1xi32>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<COLUMNSxi32> -> tensor<1xCOLUMNSxi32>
  %ms = tile.splat %m : i32 -> tensor<ROWSx1xi32>
  %ns = tile.splat %n : i32 -> tensor<1xCOLUMNSxi32>
  %nr = tile.splat %n : i32 -> tensor<ROWSx1xi32>
  %rm = arith.cmpi slt, %r1, %ms : tensor<ROWSx1xi32>
  %cm = arith.cmpi slt, %c1, %ns : tensor<1xCOLUMNSxi32>
  %rmb = tile.broadcast %rm : tensor<ROWSx1xi1> -> tensor<ROWSxCOLUMNSxi1>
  %cmb = tile.broadcast %cm : tensor<1xCOLUMNSxi1> -> tensor<ROWSxCOLUMNSxi1>
  %mask = arith.andi %rmb, %cmb : tensor<ROWSxCOLUMNSxi1>
  %ro = arith.muli %r1, %nr : tensor<ROWSx1xi32>
  %rob = tile.broadcast %ro : tensor<ROWSx1xi32> -> tensor<ROWSxCOLUMNSxi32>
  %cb = tile.broadcast %c1 : tensor<1xCOLUMNSxi32> -> tensor<ROWSxCOLUMNSxi32>
  %o = arith.addi %rob, %cb : tensor<ROWSxCOLUMNSxi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<ROWSxCOLUMNSx!tile.ptr<f32>>
  %xp = tile.addptr %xs, %o : tensor<ROWSxCOLUMNSx!tile.ptr<f32>>, tensor<ROWSxCOLUMNSxi32>
  %v = tile.load %xp, %mask : tensor<ROWSxCOLUMNSx!tile.ptr<f32>>
  %w = arith.addf %v, %v : tensor<ROWSxCOLUMNSxf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<ROWSxCOLUMNSx!tile.ptr<f32>>
  %yp = tile.addptr %ys, %o : tensor<ROWSxCOLUMNSx!tile.ptr<f32>>, tensor<ROWSxCOLUMNSxi32>
  tile.store %yp, %w, %mask : tensor<ROWSxCOLUMNSx!tile.ptr<f32>>
  tile.return
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.mlir")
        for index in range(args.count):
            rows, columns = rng.choice([1, 3, 5, 7, 12, 16, 20]), rng.choice([3, 16, 20, 24, 48, 65, 96, 100, 200])
            m, n = rng.randint(1, 3 * rows), rng.choice([columns, columns, rng.randint(1, columns)])
            with open(path, "w", encoding="utf-8") as file:
                file.write(KERNEL.replace("ROWS", str(rows)).replace("COLUMNS", str(columns)))
            command = ["tile-run", path, "--grid=%d" % -(-m // rows), "--num-warps=%d" % rng.choice([1, 2, 4, 8])]
            command += ["--input=x:%dxf32=rand:1:2:seed=%d" % (m * n, index), "--output=y:%dxf32=zeros" % (m * n)]
            command += ["--input=m:i32=%d" % m, "--input=n:i32=%d" % n, "--check=y == x + x"]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode:
                failed += 1
                print("%dx%d tiles, a %dx%d matrix: %s" % (rows, columns, m, n, run.stdout[-500:] + run.stderr[-500:]))
    print("%d matrices, %d failed" % (args.count, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
