"""Writes a straight-line kernel with many elementwise operations.

usage: make-kernel.py OPERATIONS [ELEMENTS]

Loads a tile of ELEMENTS floats (1024 by default), applies OPERATIONS alternating
additions and multiplications, and stores it.
"""

import sys

ops = int(sys.argv[1])
n = int(sys.argv[2]) if len(sys.argv) > 2 else 1024
t = "tensor<%dx" % n
print("tile.func public @chain(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},")
print("                        %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {")
print("  %block = arith.constant {0} : i32".format(n))
print("  %pid = tile.get_program_id x : i32")
print("  %start = arith.muli %pid, %block : i32")
print("  %range = tile.make_range {{end = {0} : i32, start = 0 : i32}} : {1}i32>".format(n, t))
print("  %starts = tile.splat %start : i32 -> {0}i32>".format(t))
print("  %offs = arith.addi %starts, %range : {0}i32>".format(t))
print("  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> {0}!tile.ptr<f32>>".format(t))
print("  %x_ptrs = tile.addptr %x_base, %offs : {0}!tile.ptr<f32>>, {0}i32>".format(t))
print("  %v0 = tile.load %x_ptrs : {0}!tile.ptr<f32>>".format(t))
for i in range(ops):
    op = "arith.addf" if i % 2 else "arith.mulf"
    print("  %v{0} = {1} %v{2}, %v{3} : {4}f32>".format(i + 1, op, i, max(0, i - 3), t))
print("  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> {0}!tile.ptr<f32>>".format(t))
print("  %y_ptrs = tile.addptr %y_base, %offs : {0}!tile.ptr<f32>>, {0}i32>".format(t))
print("  tile.store %y_ptrs, %v{0} : {1}!tile.ptr<f32>>".format(ops, t))
print("  tile.return")
print("}")
