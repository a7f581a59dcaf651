#!/usr/bin/env python3
"""Products in loops of loops, in the simulator beside the interpreter.

usage: nested-products.py [--tool FOLDER]

Each program makes several tiles of a product, one after the other; the loop over tiles is
flattened or not. Small whole numbers, so that all sums are exact. The simulator must find
no race and no access out of bounds, and both must store the same bits.
"""

import argparse
import itertools
import os
import random
import struct
import subprocess
import sys
import tempfile

# What an iteration of the outer loop loads, if that is all of a; and what one of the
# inner loop loads.
KERNEL = """
tile.func public @f(%%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %%b: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %%c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %%tiles: i32, %%steps: i32) {
  %%c0 = arith.constant 0 : i32
  %%c1 = arith.constant 1 : i32
  %%c32 = arith.constant 32 : i32
  %%c512 = arith.constant 512 : i32
  %%c8192 = arith.constant 8192 : i32
  %%zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %%id = tile.get_program_id x : i32
  %%programs = tile.get_num_programs x : i32
  %%r32 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %%r16 = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %%rows = tile.expand_dims %%r32 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %%ks = tile.expand_dims %%r32 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %%columns = tile.expand_dims %%r16 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %%c256 = arith.constant dense<256> : tensor<32x1xi32>
  %%c16 = arith.constant dense<16> : tensor<32x1xi32>
  %%a_begins = arith.muli %%rows, %%c256 : tensor<32x1xi32>
  %%b_begins = arith.muli %%rows, %%c16 : tensor<32x1xi32>
  %%a_begins_2 = tile.broadcast %%a_begins : tensor<32x1xi32> -> tensor<32x32xi32>
  %%b_begins_2 = tile.broadcast %%b_begins : tensor<32x1xi32> -> tensor<32x16xi32>
  %%ks_2 = tile.broadcast %%ks : tensor<1x32xi32> -> tensor<32x32xi32>
  %%columns_2 = tile.broadcast %%columns : tensor<1x16xi32> -> tensor<32x16xi32>
  %%a_offsets = arith.addi %%a_begins_2, %%ks_2 : tensor<32x32xi32>
  %%b_offsets = arith.addi %%b_begins_2, %%columns_2 : tensor<32x16xi32>
  %%done = scf.for %%t = %%id to %%tiles step %%programs iter_args(%%count = %%c0) -> (i32) : i32 {
    %%a_skip = arith.muli %%t, %%c8192 : i32
    %%a_base = tile.addptr %%a, %%a_skip : !tile.ptr<f16>, i32
    %%a_splat = tile.splat %%a_base : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>>
    %%a_first = tile.addptr %%a_splat, %%a_offsets : tensor<32x32x!tile.ptr<f16>>, tensor<32x32xi32>
    %%b_splat = tile.splat %%b : !tile.ptr<f16> -> tensor<32x16x!tile.ptr<f16>>
    %%b_first = tile.addptr %%b_splat, %%b_offsets : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32>
    %(outer)s
    %%sum, %%b_end = scf.for %%s = %%c0 to %%steps step %%c1 iter_args(%%so_far = %%zero, %%b_ptrs = %%b_first) -> (tensor<32x16xf32>, tensor<32x16x!tile.ptr<f16>>) : i32 {
      %(inner)s
      %%y = tile.load %%b_ptrs : tensor<32x16x!tile.ptr<f16>>
      %%more = tile.dot %%x, %%y, %%so_far : tensor<32x32xf16> * tensor<32x16xf16> -> tensor<32x16xf32>
      %%b_step = arith.constant dense<512> : tensor<32x16xi32>
      %%b_next = tile.addptr %%b_ptrs, %%b_step : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32>
      scf.yield %%more, %%b_next : tensor<32x16xf32>, tensor<32x16x!tile.ptr<f16>>
    } {tile.num_stages = %(stages)d : i32}
    %%counted = arith.addi %%count, %%c1 : i32
    %%number = arith.sitofp %%counted : i32 to f32
    %%numbers = tile.splat %%number : f32 -> tensor<32x16xf32>
    %%result = arith.addf %%sum, %%numbers : tensor<32x16xf32>
    %%c_skip = arith.muli %%t, %%c512 : i32
    %%c_base = tile.addptr %%c, %%c_skip : !tile.ptr<f32>, i32
    %%c_splat = tile.splat %%c_base : !tile.ptr<f32> -> tensor<32x16x!tile.ptr<f32>>
    %%c_ptrs = tile.addptr %%c_splat, %%b_offsets : tensor<32x16x!tile.ptr<f32>>, tensor<32x16xi32>
    tile.store %%c_ptrs, %%result : tensor<32x16x!tile.ptr<f32>>
    scf.yield %%counted : i32
  }%(flatten)s
  tile.return
}
"""
OUTER = "%x = tile.load %a_first : tensor<32x32x!tile.ptr<f16>>"
INNER = """%k = arith.muli %s, %c32 : i32
      %k_splat = tile.splat %k : i32 -> tensor<32x32xi32>
      %a_ptrs = tile.addptr %a_first, %k_splat : tensor<32x32x!tile.ptr<f16>>, tensor<32x32xi32>
      %x = tile.load %a_ptrs : tensor<32x32x!tile.ptr<f16>>"""


def write_npy(path, count, source):
    text = "{'descr': '<f2', 'fortran_order': False, 'shape': (%d,), }" % count
    text = text.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode())
        file.write(struct.pack("<%de" % count, *(source.randrange(-4, 5) for _ in range(count))))


def check(tool, folder, is_outer, flatten, stages, warps, tiles, steps):
    attribute = " {tile.flatten}" if flatten else ""
    text = KERNEL % {"outer": OUTER if is_outer else "", "inner": "" if is_outer else INNER, "stages": stages, "flatten": attribute}
    path = folder + "/kernel.mlir"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    data = []
    for device in ("interpreter", "sim"):
        out = "%s/%s.npy" % (folder, device)
        command = [tool, path, "--device=" + device, "--grid=2"] + (["--num-warps=%d" % warps] if device == "sim" else [])
        command += ["--input=%s/a.npy" % folder, "--input=%s/b.npy" % folder, "--output=2560xf32=zeros:save=" + out]
        command += ["--input=i32=%d" % number for number in (tiles, steps)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s\n%s%s%s" % (" ".join(command), text, done.stdout, done.stderr))
        data.append(open(out, "rb").read())
    if data[0] != data[1]:
        sys.exit("outer %s, flatten %s, %d stages, %d warps, %d tiles, %d steps: the simulator stores something else" % (is_outer, flatten, stages, warps, tiles, steps))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="the folder of tile-run; else PATH")
    options = parser.parse_args()
    tool = os.path.join(options.tool, "tile-run") if options.tool else "tile-run"
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        source = random.Random(1)
        write_npy(folder + "/a.npy", 5 * 32 * 256, source)
        write_npy(folder + "/b.npy", 256 * 16, source)
        # No tile, one, two, and an odd number for two programs; loops that run 0, 1, 2 and more times.
        shapes = [(0, 3), (1, 0), (2, 1), (3, 2), (5, 8), (5, 0)]
        for flatten, is_outer in itertools.product((True, False), repeat=2):
            for (tiles, steps), stages, warps in zip(shapes, (3, 3, 2, 4, 3, 2), (4, 1, 4, 2, 4, 4)):
                check(tool, folder, is_outer, flatten, stages, warps, tiles, steps)
                count += 1
    print("%d runs: ok" % count)


if __name__ == "__main__":
    main()
