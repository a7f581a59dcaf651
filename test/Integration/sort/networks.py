#!/usr/bin/env python3
"""Sorting networks as Triton's library writes them, and others that are nearly so.

usage: networks.py [--tools FOLDER]

Each network is compiled and run in the simulator. A whole network must become one
tile.sort or tile.topk, and sort; that of the first one alone one tile.reduce; a long last merge alone one
tile.sort with `bitonic`. One with a mistake (another mask, another dimension,
a step too few, another operation) must stay as it is, and is not compiled further.
"""

import argparse
import os
import random
import re
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "layouts"))

from layouts import log2
from cases import call, read_npy, write_npy

# Element: struct format, type of its bits, comparison, maximum, minimum, the wider
# type that Triton reduces in, and the conversion to it.
TYPES = {
    "f32": ("f", "i32", "cmpf ogt", "maxnumf", "minnumf", None, None),
    "f16": ("e", "i16", "cmpf ogt", "maxnumf", "minnumf", "f32", "extf"),
    "i32": ("i", "i32", "cmpi sgt", "maxsi", "minsi", None, None),
    "u32": ("I", "i32", "cmpi ugt", "maxui", "minui", None, None),
    "i8": ("b", "i8", "cmpi sgt", "maxsi", "minsi", "i32", "extsi"),
    "u8": ("B", "i8", "cmpi ugt", "maxui", "minui", "i32", "extui"),
    "i64": ("q", "i64", "cmpi sgt", "maxsi", "minsi", None, None),
}
MISTAKES = ["mask", "dim", "short", "order", "reducer", "greater", "partner", "extremum"]


def cube(rank):
    return "x".join(["2"] * rank)


class Network:
    """The text of a kernel that sorts rows, or takes the first k of each."""

    def __init__(self, rows, length, kept, element, descending, mistake=None, at=0, merges=False):
        self.merges = merges
        self.rows, self.length, self.kept = rows, length, kept
        self.format, self.bits, self.greater, self.max, self.min, self.wide, self.widen = TYPES[element]
        self.element = element if element[0] != "u" else "i" + element[1:]
        self.descending, self.mistake, self.at = descending, mistake, at
        self.lines, self.names, self.steps, self.reductions = [], 0, 0, 0
        self.build()

    def name(self):
        self.names += 1
        return "%%v%d" % self.names

    def add(self, text):
        name = self.name()
        self.lines.append("%s = %s" % (name, text))
        return name

    def wrong(self, what, count):
        return self.mistake == what and count == self.at

    def indicator(self, rank, dim):
        shape = ["1"] * rank
        shape[dim] = "2"
        shape = "x".join(shape)
        return self.add("tile.reshape %%two : tensor<2xi32> -> tensor<%sxi32>" % shape), shape

    def grow(self, value, shape, to):
        return value if shape == to else self.add("tile.broadcast %s : tensor<%sxi32> -> tensor<%sxi32>" % (value, shape, to))

    def step(self, x, rank, dim, flip):
        """`flip` is a dimension, or 0 or 1."""
        element = self.element
        if self.wrong("dim", self.steps):
            dim = (dim + 1) % rank
        whole = cube(rank)
        bits = x
        if element != self.bits:
            bits = self.add("tile.bitcast %s : tensor<%sx%s> -> tensor<%sx%s>" % (x, whole, element, whole, self.bits))
        sliced = cube(rank - 1)
        kept = "x".join("1" if i == dim else "2" for i in range(rank))
        a, b = self.name(), self.name()
        both = self.name()
        total = self.name()
        operation = "arith.ori" if self.wrong("reducer", self.steps) else "arith.xori"
        self.lines += [
            '%s = "tile.reduce"(%s) <{axis = %d : i32}> ({' % (total, bits, dim),
            "^bb0(%s: %s, %s: %s):" % (a, self.bits, b, self.bits),
            "  %s = %s %s, %s : %s" % (both, operation, a, b, self.bits),
            "  tile.reduce.return %s : %s" % (both, self.bits),
            "}) : (tensor<%sx%s>) -> tensor<%sx%s>" % (whole, self.bits, sliced, self.bits),
        ]
        total = self.add("tile.expand_dims %s {axis = %d : i32} : tensor<%sx%s> -> tensor<%sx%s>" % (total, dim, sliced, self.bits, kept, self.bits))
        total = self.add("tile.broadcast %s : tensor<%sx%s> -> tensor<%sx%s>" % (total, kept, self.bits, whole, self.bits))
        operation = "arith.ori" if self.wrong("partner", self.steps) else "arith.xori"
        other = self.add("%s %s, %s : tensor<%sx%s>" % (operation, bits, total, whole, self.bits))
        if element != self.bits:
            other = self.add("tile.bitcast %s : tensor<%sx%s> -> tensor<%sx%s>" % (other, whole, self.bits, whole, element))
        greater = self.greater.replace("gt", "ge") if self.wrong("greater", self.steps) else self.greater
        greater = self.add("arith.%s, %s, %s : tensor<%sx%s>" % (greater, x, other, whole, element))
        mask, shape = self.indicator(rank, dim)
        if self.wrong("mask", self.steps):
            flip = 1 - flip if isinstance(flip, int) else (flip[0] - 1 if flip[0] > 0 else flip[0] + 1,)
        if isinstance(flip, tuple):
            second, shape_2 = self.indicator(rank, flip[0])
            joined = "x".join("2" if i in (dim, flip[0]) else "1" for i in range(rank))
            mask = self.add("arith.xori %s, %s : tensor<%sxi32>" % (self.grow(second, shape_2, joined), self.grow(mask, shape, joined), joined))
            shape = joined
        elif flip:
            one = self.add("arith.constant dense<1> : tensor<%sxi32>" % shape)
            mask = self.add("arith.xori %s, %s : tensor<%sxi32>" % (mask, one, shape))
        mask = self.grow(mask, shape, whole)
        number = self.add("arith.extui %s : tensor<%sxi1> to tensor<%sxi32>" % (greater, whole, whole))
        swap = self.add("arith.cmpi ne, %s, %s : tensor<%sxi32>" % (number, mask, whole))
        self.steps += 1
        return self.add("arith.select %s, %s, %s : tensor<%sxi1>, tensor<%sx%s>" % (swap, other, x, whole, whole, element))

    def merge(self, x, rank, stage, alternating):
        flip = (rank - 1 - stage,) if alternating else int(self.descending != self.wrong("order", 0))
        for i in range(stage):
            if self.mistake == "short" and self.steps == self.at:
                self.steps += 1
                continue
            x = self.step(x, rank, rank - 1 - (stage - 1 - i), flip)
        return x

    def build(self):
        rows, length, kept = self.rows, self.length, self.kept
        n, k, rank = log2(length), log2(kept), log2(rows * length)
        start = self.element
        x = self.add("tile.reshape %%x : tensor<%dx%dx%s> -> tensor<%sx%s>" % (rows, length, start, cube(rank), start))
        for stage in range(n if self.merges else 1, k + 1):
            x = self.merge(x, rank, stage, stage < n)
        for stage in range(k + 1, n + 1):
            if self.wide and self.element == start:
                x = self.add("arith.%s %s : tensor<%sx%s> to tensor<%sx%s>" % (self.widen, x, cube(rank), self.element, cube(rank), self.wide))
                self.element, self.bits = self.wide, "i32"
            a, b, best, result = self.name(), self.name(), self.name(), self.name()
            operation = self.max if self.descending != self.wrong("extremum", self.reductions) else self.min
            self.reductions += 1
            self.lines += [
                '%s = "tile.reduce"(%s) <{axis = %d : i32}> ({' % (result, x, rank - 1 - k),
                "^bb0(%s: %s, %s: %s):" % (a, self.element, b, self.element),
                "  %s = arith.%s %s, %s : %s" % (best, operation, a, b, self.element),
                "  tile.reduce.return %s : %s" % (best, self.element),
                "}) : (tensor<%sx%s>) -> tensor<%sx%s>" % (cube(rank), self.element, cube(rank - 1), self.element),
            ]
            x, rank = result, rank - 1
            x = self.merge(x, rank, k, stage < n)
        y = self.add("tile.reshape %s : tensor<%sx%s> -> tensor<%dx%dx%s>" % (x, cube(rank), self.element, rows, kept, self.element))

        def pointers(base, element, columns):
            text = ["%%f_%s = tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32>" % (base, rows * columns, rows * columns)]
            dims, pointer = "%dx%d" % (rows, columns), "!tile.ptr<%s>" % element
            text.append("%%i_%s = tile.reshape %%f_%s : tensor<%dxi32> -> tensor<%sxi32>" % (base, base, rows * columns, dims))
            text.append("%%s_%s = tile.splat %%%s : %s -> tensor<%sx%s>" % (base, base, pointer, dims, pointer))
            text.append("%%p_%s = tile.addptr %%s_%s, %%i_%s : tensor<%sx%s>, tensor<%sxi32>" % (base, base, base, dims, pointer, dims))
            return text

        tile = "tensor<%dx%dx!tile.ptr<%s>>"
        head = ["tile.func public @kernel(%%in: !tile.ptr<%s>, %%out: !tile.ptr<%s>) {" % (start, self.element)]
        body = ["%two = tile.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>"]
        body += pointers("in", start, length) + ["%%x = tile.load %%p_in : %s" % (tile % (rows, length, start))] + self.lines
        body += pointers("out", self.element, kept) + ["tile.store %%p_out, %s : %s" % (y, tile % (rows, kept, self.element)), "tile.return"]
        self.start = start
        self.text = "\n".join(head + ["  " + line for line in body] + ["}"]) + "\n"


def raised(text, tools):
    """The operations that a pass made of the networks."""
    done = call([os.path.join(tools, "tile-opt"), "-", "--canonicalize", "--cse", "--tile-raise-sorts"], text)
    left = len(re.findall(r"tile\.reduce\"", done.stdout))
    return re.findall(r"tile\.(?:sort|topk) [^:]*\{[^}]*\}", done.stdout), left


def run(network, tools, folder, rng):
    """What is wrong with the results; None if nothing is."""
    size = network.rows * network.length
    width = struct.calcsize(network.format)
    values = []
    for _ in range(size):
        if network.format in "fe":
            values.append(rng.choice([rng.uniform(-100, 100), float(rng.randint(-3, 3)) + 0.0, float("inf"), float("-inf")]))
        else:
            low = 0 if network.format.isupper() else -(1 << (8 * width - 1))
            values.append(rng.choice([rng.randint(low, low + (1 << 8 * width) - 1), rng.randint(0, 5)]))
    data = struct.pack("<%d%s" % (size, network.format), *values)
    values = list(struct.unpack("<%d%s" % (size, network.format), data))
    if network.merges:
        # Each row rises, and then falls.
        half = network.length // 2
        for row in range(0, size, network.length):
            values[row : row + half] = sorted(values[row : row + half])
            values[row + half : row + 2 * half] = sorted(values[row + half : row + 2 * half], reverse=True)
        data = struct.pack("<%d%s" % (size, network.format), *values)
    path = os.path.join(folder, "k")
    with open(path + ".mlir", "w") as file:
        file.write(network.text)
    write_npy(path + ".in.npy", data)
    format = {"f32": "f", "i32": "I" if network.format.isupper() else "i"}.get(network.element, network.format)
    out = network.rows * network.kept * struct.calcsize(format)
    call([os.path.join(tools, "tilec"), path + ".mlir", "-o", path + ".ptx"])
    call([os.path.join(tools, "tile-run"), path + ".ptx", "--device=sim", "--grid=1", "--input=%s.in.npy" % path, "--output=%dxi8:save=%s.out.npy" % (out, path)])
    found = list(struct.unpack("<%d%s" % (network.rows * network.kept, format), read_npy(path + ".out.npy")))
    for row in range(network.rows):
        expected = sorted(values[row * network.length : (row + 1) * network.length], reverse=network.descending)[: network.kept]
        if found[row * network.kept : (row + 1) * network.kept] != expected:
            return "row %d: expected %s, found %s" % (row, expected[:8], found[row * network.kept :][:8])
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tools", default="")
    options = parser.parse_args()
    rng = random.Random(1)
    failed = whole = 0
    with tempfile.TemporaryDirectory() as folder:
        for rows, length, kept, element, descending in [
            (2, 8, 8, "f32", False),
            (2, 8, 8, "i32", True),
            (4, 16, 16, "u32", False),
            (1, 64, 64, "f16", True),
            (8, 32, 32, "i8", False),
            (16, 256, 256, "f32", False),
            (1, 4, 4, "i64", False),
            (2, 16, 4, "f32", True),
            (1, 1024, 8, "f32", True),
            (4, 32, 16, "i8", True),
            (4, 32, 2, "u8", True),
            (2, 64, 8, "f16", True),
            (2, 64, 8, "u32", False),
        ]:
            network = Network(rows, length, kept, element, descending)
            found, left = raised(network.text, options.tools)
            problem = "found %s, %d reductions left" % (found, left) if len(found) != 1 or left else run(network, options.tools, folder, rng)
            whole += 1
            if problem:
                failed += 1
            print("%d rows of %d, %d of them, %s: %s" % (rows, length, kept, element, problem or found[0]))
        # The last merge alone.
        for rows, length, element, descending in [(2, 1024, "f32", False), (1, 2048, "f16", True), (4, 1024, "u32", True), (1, 1024, "i64", False), (16, 64, "i32", False)]:
            network = Network(rows, length, length, element, descending, merges=True)
            found, left = raised(network.text, options.tools)
            # A short one stays as it is.
            isRight = len(found) == 1 and left == 0 and "bitonic" in found[0] if length >= 1024 else not found
            problem = run(network, options.tools, folder, rng) if isRight else "found %s, %d reductions left" % (found, left)
            whole += 1
            if problem:
                failed += 1
            print("%d rows of %d, the last merge, %s: %s" % (rows, length, element, problem or (found or ["as written"])[0]))
        # The first one alone is one reduction.
        for rows, length, element, descending in [(4, 32, "f32", True), (2, 16, "i32", False), (16, 256, "u32", True), (2, 64, "f16", True)]:
            network = Network(rows, length, 1, element, descending)
            found, left = raised(network.text, options.tools)
            problem = "found %s, %d reductions left" % (found, left) if found or left != 1 else run(network, options.tools, folder, rng)
            whole += 1
            if problem:
                failed += 1
            print("%d rows of %d, the first, %s: %s" % (rows, length, element, problem or "ok"))
        tried = 0
        for rows, length, kept, merges in [(2, 8, 8, False), (1, 8, 8, False), (2, 16, 4, False), (1, 16, 4, False), (1, 1024, 1024, True)]:
            for mistake in MISTAKES:
                for at in range(40):
                    network = Network(rows, length, kept, "f32", True, mistake, at, merges)
                    count = {"extremum": network.reductions, "order": 1 if length == kept else 0}.get(mistake, network.steps)
                    if at >= count:
                        break
                    if network.text == Network(rows, length, kept, "f32", True, merges=merges).text:
                        continue
                    # Sorted in the other order, it is sorted.
                    if mistake == "order":
                        continue
                    found, _ = raised(network.text, options.tools)
                    tried += 1
                    if found:
                        failed += 1
                        print("%d rows of %d, %d of them, mistake %s at %d: %s" % (rows, length, kept, mistake, at, found))
    print("%d networks and %d with a mistake, %d failed" % (whole, tried, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
