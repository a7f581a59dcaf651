#!/usr/bin/env python3
"""Runs small kernels that reshape, transpose, join, split and reduce tiles.

usage: check-shapes.py KERNEL... [--wide]

Each KERNEL is a function below, which returns the text of a kernel and how to
check it. It runs in tile-run for several element types, sizes and numbers of
warps, and each PTX goes through ptxas if there is one. What is expected comes
from formulas over the flat arrays. With --wide the loads of the kernel must be of
16 bytes per thread, or they touch no sector of 32 bytes more than twice, so that
the stores touch each only once. Prints a line per case, and "ok" at the end.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

TYPES = ["f32", "f16", "bf16", "i32"]


def tile(shape, element):
    return "tensor<%s%s>" % ("".join("%dx" % size for size in shape), element)


class Kernel:
    """The text of a kernel of arrays; the first ones are inputs."""

    def __init__(self, element, inputs, outputs):
        """Both are lists of pairs of a name and an element count or, as a
        pair, that of one program and an element type."""
        self.element = element
        self.lines = []
        self.arrays = []
        for is_output, arrays in ((False, inputs), (True, outputs)):
            for name, size in arrays:
                size, kind = size if isinstance(size, tuple) else (size, element)
                self.arrays.append((name, size, kind, is_output))
        self.count = 0
        self.check = []

    def add(self, text):
        self.lines.append("  " + text)

    def value(self, text):
        self.count += 1
        self.add("%%v%d = %s" % (self.count, text))
        return "%%v%d" % self.count

    def pointers(self, name, shape):
        """Pointers to all elements of the program's part of an array."""
        size, kind = next((a[1], a[2]) for a in self.arrays if a[0] == name)
        pid = self.value("tile.get_program_id x : i32")
        part = self.value("arith.constant %d : i32" % size)
        start = self.value("arith.muli %s, %s : i32" % (pid, part))
        base = self.value("tile.addptr %%%s, %s : !tile.ptr<%s>, i32" % (name, start, kind))
        total, stride = None, 1
        for dim in reversed(range(len(shape))):
            line = self.value("tile.make_range {end = %d : i32, start = 0 : i32} : %s" % (shape[dim], tile([shape[dim]], "i32")))
            now = [shape[dim]]
            for axis in range(len(shape)):
                if axis == dim:
                    continue
                then = now[:]
                then.insert(axis, 1)
                line = self.value("tile.expand_dims %s {axis = %d : i32} : %s -> %s" % (line, axis, tile(now, "i32"), tile(then, "i32")))
                now = then
            factor = self.value("arith.constant dense<%d> : %s" % (stride, tile(now, "i32")))
            line = self.value("arith.muli %s, %s : %s" % (line, factor, tile(now, "i32")))
            if now != list(shape):
                line = self.value("tile.broadcast %s : %s -> %s" % (line, tile(now, "i32"), tile(shape, "i32")))
            total = self.value("arith.addi %s, %s : %s" % (total, line, tile(shape, "i32"))) if total else line
            stride *= shape[dim]
        pointers = tile(shape, "!tile.ptr<%s>" % kind)
        bases = self.value("tile.splat %s : !tile.ptr<%s> -> %s" % (base, kind, pointers))
        return self.value("tile.addptr %s, %s : %s, %s" % (bases, total, pointers, tile(shape, "i32"))), pointers

    def load(self, name, shape):
        pointer, kind = self.pointers(name, shape)
        return self.value("tile.load %s : %s" % (pointer, kind))

    def store(self, name, shape, value):
        pointer, kind = self.pointers(name, shape)
        self.add("tile.store %s, %s : %s" % (pointer, value, kind))

    def reshape(self, value, before, after, element=None):
        element = element or self.element
        return self.value("tile.reshape %s : %s -> %s" % (value, tile(before, element), tile(after, element)))

    def whole(self, value, shape):
        """Whole numbers from -2 to 1, whose sums are exact in every type."""
        if self.element == "i32":
            return value
        return self.value("math.floor %s : %s" % (value, tile(shape, self.element)))

    def absolute(self, value, shape):
        return self.value("math.%s %s : %s" % ("absi" if self.element == "i32" else "absf", value, tile(shape, self.element)))

    def reduce(self, value, shape, axis, operation):
        name = {"max": ("arith.maxnumf", "arith.maxsi"), "sum": ("arith.addf", "arith.addi")}[operation][self.element == "i32"]
        e, rest = self.element, list(shape[:axis]) + list(shape[axis + 1 :])
        result = tile(rest, e) if rest else e
        return self.value(
            '"tile.reduce"(%s) <{axis = %d : i32}> ({\n  ^bb0(%%l: %s, %%r: %s):\n    %%c = %s %%l, %%r : %s\n'
            "    tile.reduce.return %%c : %s\n  }) : (%s) -> %s" % (value, axis, e, e, name, e, e, tile(shape, e), result)
        )

    def text(self):
        arguments = ", ".join("%%%s: !tile.ptr<%s> {tile.divisibility = 16 : i32}" % (a[0], a[2]) for a in self.arrays)
        return "tile.func public @kernel(%s) {\n%s\n  tile.return\n}\n" % (arguments, "\n".join(self.lines))


def whole(element, formula):
    return formula if element == "i32" else "floor(%s)" % formula


def largest(elements):
    """The formula of the largest of several."""
    while len(elements) > 1:
        elements = ["max(%s, %s)" % pair for pair in zip(elements[::2], elements[1::2])]
    return elements[0]


def row_max(element, size):
    """The largest absolute value of each 16 neighbours."""
    k = Kernel(element, [("x", size)], [("y", size // 16)])
    x = k.reshape(k.load("x", [size]), [size], [size // 16, 16])
    y = k.reduce(k.absolute(x, [size // 16, 16]), [size // 16, 16], 1, "max")
    k.store("y", [size // 16], y)
    k.check.append("y == " + largest(["abs(x[16*i+%d])" % j for j in range(16)]))
    return k


def row_max_2d(element, size):
    """The same of a matrix of 64 columns, grouped in three dimensions."""
    rows = size // 64
    k = Kernel(element, [("x", size)], [("y", size // 16)])
    x = k.reshape(k.load("x", [rows, 64]), [rows, 64], [rows, 4, 16])
    y = k.reduce(k.absolute(x, [rows, 4, 16]), [rows, 4, 16], 2, "max")
    k.store("y", [rows, 4], y)
    k.check.append("y == " + largest(["abs(x[16*i+%d])" % j for j in range(16)]))
    return k


def row_sum(element, size):
    k = Kernel(element, [("x", size)], [("y", size // 32)])
    x = k.whole(k.reshape(k.load("x", [size]), [size], [size // 32, 32]), [size // 32, 32])
    k.store("y", [size // 32], k.reduce(x, [size // 32, 32], 1, "sum"))
    k.check.append("y == sum(k, 32, %s)" % whole(element, "x[32*i+k]"))
    return k


def column_sum(element, size):
    """Along the first dimension, whose bits are the highest of an address."""
    k = Kernel(element, [("x", size)], [("y", size // 8)])
    x = k.whole(k.reshape(k.load("x", [size]), [size], [8, size // 8]), [8, size // 8])
    k.store("y", [size // 8], k.reduce(x, [8, size // 8], 0, "sum"))
    n = size // 8
    k.check.append("y == sum(k, 8, %s)" % whole(element, "x[i/{0}*{1}+k*{0}+i%{0}]".format(n, size)))
    return k


def middle_sum(element, size):
    k = Kernel(element, [("x", size)], [("y", size // 4)])
    n = size // 32
    x = k.whole(k.reshape(k.load("x", [size]), [size], [n, 4, 8]), [n, 4, 8])
    k.store("y", [n, 8], k.reduce(x, [n, 4, 8], 1, "sum"))
    k.check.append("y == sum(k, 4, %s)" % whole(element, "x[i/8*32+k*8+i%8]"))
    return k


def both_sums(element, size):
    """Two reductions, one after the other: of groups of 4, and of 4 of these."""
    k = Kernel(element, [("x", size)], [("y", size // 16)])
    x = k.whole(k.reshape(k.load("x", [size]), [size], [size // 16, 4, 4]), [size // 16, 4, 4])
    y = k.reduce(x, [size // 16, 4, 4], 2, "sum")
    k.store("y", [size // 16], k.reduce(y, [size // 16, 4], 1, "sum"))
    k.check.append("y == sum(k, 16, %s)" % whole(element, "x[16*i+k]"))
    return k


def arg_max(element, size):
    """The largest of 8 and its place; of equal ones the first."""
    k = Kernel(element, [("x", size)], [("y", size // 8), ("at", (size // 8, "i32"))])
    shape = [size // 8, 8]
    x = k.reshape(k.load("x", [size]), [size], shape)
    line = k.value("tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>")
    line = k.value("tile.expand_dims %s {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>" % line)
    line = k.value("tile.broadcast %s : tensor<1x8xi32> -> %s" % (line, tile(shape, "i32")))
    e = element
    gt, eq = ("cmpi sgt", "cmpi eq") if e == "i32" else ("cmpf ogt", "cmpf oeq")
    k.add(
        '%%best:2 = "tile.reduce"(%s, %s) <{axis = 1 : i32}> ({\n'
        "  ^bb0(%%a: %s, %%i: i32, %%b: %s, %%j: i32):\n"
        "    %%eq = arith.%s, %%a, %%b : %s\n    %%before = arith.cmpi slt, %%i, %%j : i32\n"
        "    %%tie = arith.andi %%eq, %%before : i1\n    %%gt = arith.%s, %%a, %%b : %s\n"
        "    %%left = arith.ori %%gt, %%tie : i1\n    %%v = arith.select %%left, %%a, %%b : %s\n"
        "    %%k = arith.select %%left, %%i, %%j : i32\n    tile.reduce.return %%v, %%k : %s, i32\n"
        "  }) : (%s, %s) -> (%s, %s)" % (x, line, e, e, eq, e, gt, e, e, e, tile(shape, e), tile(shape, "i32"), tile(shape[:1], e), tile(shape[:1], "i32"))
    )
    k.store("y", shape[:1], "%best#0")
    k.store("at", shape[:1], "%best#1")
    k.check.append("y == " + largest(["x[8*i+%d]" % j for j in range(8)]))
    place = "7"
    for j in reversed(range(7)):
        place = "where(x[8*i+%d] == y, %d, %s)" % (j, j, place)
    k.check.append("at == " + place)
    return k


def normalize(element, size):
    """Each element by the largest of its 16: up to the groups, down again."""
    k = Kernel(element, [("x", size)], [("y", size)])
    shape, e = [size // 16, 16], element
    x = k.reshape(k.load("x", [size]), [size], shape)
    top = k.reduce(k.absolute(x, shape), shape, 1, "max")
    top = k.value("tile.expand_dims %s {axis = 1 : i32} : %s -> %s" % (top, tile(shape[:1], e), tile([shape[0], 1], e)))
    top = k.value("tile.broadcast %s : %s -> %s" % (top, tile([shape[0], 1], e), tile(shape, e)))
    operation = "arith.subi" if e == "i32" else "arith.subf"
    y = k.value("%s %s, %s : %s" % (operation, x, top, tile(shape, e)))
    k.store("y", [size], k.reshape(y, shape, [size]))
    k.check.append("y == %s(x - %s)" % (e, largest(["abs(x[i/16*16+%d])" % j for j in range(16)])))
    return k


def interleave(element, size):
    k = Kernel(element, [("a", size // 2), ("b", size // 2)], [("y", size)])
    half = [size // 2]
    a, b = k.load("a", half), k.load("b", half)
    y = k.value("tile.join %s, %s : %s -> %s" % (a, b, tile(half, element), tile(half + [2], element)))
    k.store("y", [size], k.reshape(y, half + [2], [size]))
    k.check.append("y == where(i % 2 == 0, a[i/2], b[i/2])")
    return k


def deinterleave(element, size):
    k = Kernel(element, [("x", size)], [("a", size // 2), ("b", size // 2)])
    half = [size // 2]
    x = k.reshape(k.load("x", [size]), [size], half + [2])
    k.add("%%l, %%r = tile.split %s : %s -> %s" % (x, tile(half + [2], element), tile(half, element)))
    k.store("a", half, "%l")
    k.store("b", half, "%r")
    k.check += ["a == x[2*i]", "b == x[2*i+1]"]
    return k


def swap_pairs(element, size):
    """Split, and joined the other way round, in groups of 4 and of 2."""
    k = Kernel(element, [("x", size)], [("y", size)])
    half = [size // 8, 2, 2]
    x = k.reshape(k.load("x", [size]), [size], half + [2])
    k.add("%%l, %%r = tile.split %s : %s -> %s" % (x, tile(half + [2], element), tile(half, element)))
    y = k.value("tile.join %%r, %%l : %s -> %s" % (tile(half, element), tile(half + [2], element)))
    y = k.value("tile.trans %s {order = array<i32: 0, 2, 1, 3>} : %s -> %s" % (y, tile(half + [2], element), tile(half + [2], element)))
    k.store("y", [size], k.reshape(y, half + [2], [size]))
    # Within 8: bits 2 1 0 of the place come from 1 2 0, the last one flipped.
    k.check.append("y == x[i/8*8 + i/2%2*4 + i/4%2*2 + (i%2 ^ 1)]")
    return k


def transpose(element, size):
    rows = 32
    columns = size // rows
    k = Kernel(element, [("x", size)], [("y", size)])
    x = k.load("x", [rows, columns])
    y = k.value("tile.trans %s {order = array<i32: 1, 0>} : %s -> %s" % (x, tile([rows, columns], element), tile([columns, rows], element)))
    k.store("y", [columns, rows], y)
    k.check.append("y == x[i/{2}*{2} + i%{0}*{1} + i%{2}/{0}]".format(rows, columns, size))
    return k


def transpose_3d(element, size):
    k = Kernel(element, [("x", size)], [("y", size)])
    a, b, c = 4, 8, size // 32
    x = k.load("x", [a, b, c])
    y = k.value("tile.trans %s {order = array<i32: 2, 0, 1>} : %s -> %s" % (x, tile([a, b, c], element), tile([c, a, b], element)))
    k.store("y", [size], k.reshape(y, [c, a, b], [size]))
    # i = (c * 4 + a) * 8 + b
    k.check.append("y == x[i/{0}*{0} + (i%32/8*8 + i%8)*{1} + i%{0}/32]".format(size, c))
    return k


def dot_in_thread(element, size):
    """A scalar, of a tile that every thread holds."""
    k = Kernel(element, [("x", 16)], [("y", 1)])
    x = k.whole(k.load("x", [16]), [16])
    y = k.reduce(x, [16], 0, "sum")
    y = k.value("tile.splat %s : %s -> %s" % (y, element, tile([1], element)))
    k.store("y", [1], y)
    k.check.append("y == sum(k, 16, %s)" % whole(element, "x[16*i+k]"))
    return k


def run(name, element, size, warps, wide, folder):
    programs = 3
    kernel = globals()[name](element, size)
    path = os.path.join(folder, "kernel.mlir")
    with open(path, "w") as file:
        file.write(kernel.text())
    command = ["tile-run", path, "--grid=%d" % programs, "--num-warps=%d" % warps, "--stats=json"]
    if shutil.which("ptxas"):
        command.append("--verify-ptx")
    for array, count, kind, is_output in kernel.arrays:
        spec = "%s:%dx%s" % (array, count * programs, kind)
        if not is_output:
            spec += "=rand:-100:100:seed=7" if kind == "i32" else "=rand:-2:2:seed=7"
        command.append(("--output=" if is_output else "--input=") + spec)
    command += ["--check=" + check for check in kernel.check]
    done = subprocess.run(command, capture_output=True, text=True)
    problem = done.stderr if done.returncode else None
    if not problem and wide:
        counts = json.loads(done.stdout)
        loads, stores = counts["global_loads"], counts["global_stores"]
        is_wide = loads["bytes"] == loads["requests"] * 32 * 16
        is_for_stores = loads["sectors"] * 32 <= 2 * loads["bytes"] and stores["sectors"] * 32 == stores["bytes"]
        if not is_wide and not is_for_stores:
            problem = "expected loads of 16 bytes, or stores of whole sectors, found %s and %s\n" % (loads, stores)
    print("%s %s %d, %d warps: %s" % (name, element, size, warps, "failed" if problem else "ok"))
    if problem:
        print(" ".join(command))
        print(done.stdout + problem + kernel.text())
    return not problem


def main():
    names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    wide = "--wide" in sys.argv
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for element in TYPES:
                for size, warps in [(1024, 4), (4096, 4), (512, 1), (8192, 2)]:
                    good &= run(name, element, size, warps, wide, folder)
    print("ok" if good else "failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
