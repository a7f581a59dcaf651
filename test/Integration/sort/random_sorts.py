#!/usr/bin/env python3
"""Random sorts and top-k selections: right in any layout, and free of races.

usage: random_sorts.py [--count N] [--seed S] [--tools FOLDER] [--keep FOLDER]

Each loads a key and up to two tiles that go along in a random layout, sorts them or
takes the first of them, and stores them. The simulator runs the kernels. Expected
values come from Python's sort of the bits; where the order of equal keys is open, the
rows must have the same pairs of key and value as before. With `bitonic` they come from
the steps of the merge, for any rows.
"""

import argparse
import collections
import os
import random
import sys
import tempfile

# The sources stay as they are.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "layouts"))

from layouts import log2, random_pair
from cases import call, read_npy, write_npy
from random_conversions import ELEMENTS

KEYS = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"]
PASSES = ["--tile-expand-sorts", "--tile-insert-shared-memory", "--tile-allocate-shared-memory", "--tile-insert-barriers", "--tilegpu-to-llvm"]
MAX_BYTES = 16 * 1024


class Sort:
    """An operation with its layouts and its input."""

    def __init__(self, rng, warp_bits):
        self.rng = rng
        while True:
            rank = rng.randint(1, 4)
            self.elements = [rng.choice(KEYS)] + [rng.choice(list(ELEMENTS)) for _ in range(rng.choice([0, 0, 1, 2]))]
            width = sum(max(8, ELEMENTS[e][0]) // 8 for e in self.elements)
            bits = rng.choice([rng.randint(0, 12), rng.randint(4, 9) + warp_bits // 2])
            shape = [1] * rank
            self.axis = rng.randrange(rank)
            for _ in range(min(bits, log2(MAX_BYTES // 8))):
                shape[self.axis if rng.random() < 0.6 else rng.randrange(rank)] *= 2
            self.shape = tuple(shape)
            self.extent = shape[self.axis]
            self.source, _ = random_pair(rng, self.shape, warp_bits)
            if len(self.source.registers) + log2(max(1, width // 4)) <= 6:
                break
        self.is_topk = rng.random() < 0.5
        self.kept = 1 << rng.randint(0, log2(self.extent)) if self.is_topk else self.extent
        shape[self.axis] = self.kept
        self.kept_shape = tuple(shape)
        if self.is_topk:
            while True:
                self.result, _ = random_pair(rng, self.kept_shape, warp_bits)
                if len(self.result.registers) <= 6:
                    break
        else:
            self.result = self.source
        self.bitonic = not self.is_topk and rng.random() < 0.4
        self.stable = not self.bitonic and rng.random() < 0.4
        # In the words of the operation: descending, or smallest.
        self.flag = rng.random() < 0.5
        self.descending = self.flag != self.is_topk
        self.unsigned = self.elements[0][0] == "i" and rng.random() < 0.5
        self.make_rows()

    def make_rows(self):
        """For each operand the bits of each element, in row-major order."""
        rng, size = self.rng, 1
        for extent in self.shape:
            size *= extent
        bits = ELEMENTS[self.elements[0]][0]
        kind = rng.choice(["random", "random", "few", "equal", "ascending", "descending", "special"])
        special = [0, 1 << (bits - 1), (1 << bits) - 1, (1 << (bits - 1)) - 1, 1, rng.getrandbits(bits)]
        if bits >= 8 and self.elements[0] in ("f16", "bf16", "f32", "f64"):
            mantissa = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}[self.elements[0]]
            infinity = (1 << (bits - 1)) - (1 << mantissa)
            special += [infinity, infinity | 1 << (bits - 1), infinity + 1, infinity + 1 | 1 << (bits - 1)]
        pool = {
            "random": lambda i: rng.getrandbits(bits),
            "few": lambda i: special[i * 7 % 3],
            "equal": lambda i: special[5],
            "ascending": lambda i: i & ((1 << bits) - 1),
            "descending": lambda i: -i & ((1 << bits) - 1),
            "special": lambda i: rng.choice(special),
        }[kind]
        self.data = [[pool(i) for i in range(size)]]
        for element in self.elements[1:]:
            self.data.append([rng.getrandbits(ELEMENTS[element][0]) for _ in range(size)])

    def rank_of(self, key):
        """A number in whose order the keys are."""
        element = self.elements[0]
        bits = ELEMENTS[element][0]
        if self.unsigned:
            return key
        number = key - (1 << bits) if key >> (bits - 1) else key
        if element[0] != "i" and number < 0:
            number ^= (1 << (bits - 1)) - 1
        return number

    def lines(self, shape):
        """For each line along the axis, the indices of its elements."""
        stride = 1
        for extent in shape[self.axis + 1 :]:
            stride *= extent
        extent = shape[self.axis]
        size = stride * extent
        for extent_before in shape[: self.axis]:
            size *= extent_before
        for i in range(size):
            if i // stride % extent == 0:
                yield [i + j * stride for j in range(extent)]

    def merge(self, rows):
        """What the last merge of a bitonic network makes of a row."""
        rows = list(rows)
        distance = len(rows) // 2
        while distance:
            for i in range(len(rows)):
                if i & distance:
                    continue
                a, b = (self.rank_of(rows[j][0]) for j in (i, i + distance))
                if (a < b) if self.descending else (a > b):
                    rows[i], rows[i + distance] = rows[i + distance], rows[i]
            distance //= 2
        return rows

    def check(self, found):
        """What is wrong with the results, each a list of bits; None if nothing is."""
        for line, kept in zip(self.lines(self.shape), self.lines(self.kept_shape)):
            rows = [tuple(d[i] for d in self.data) for i in line]
            wanted = sorted(rows, key=lambda row: self.rank_of(row[0]) * (-1 if self.descending else 1))
            got = [tuple(d[i] for d in found) for i in kept]
            if self.bitonic:
                wanted = self.merge(rows)
            first = wanted[: len(got)]
            if self.stable or self.bitonic or len(self.elements) == 1:
                if got != first:
                    return "expected %s\nfound    %s" % (first[:8], got[:8])
                continue
            if [row[0] for row in got] != [row[0] for row in first]:
                return "expected keys %s\nfound         %s" % ([r[0] for r in first[:8]], [r[0] for r in got[:8]])
            extra = collections.Counter(got) - collections.Counter(rows)
            if extra:
                return "not in the row: %s" % list(extra)[:4]
        return None

    def emit(self, k):
        n = k.next()
        a, b = self.source, self.result
        size = len(self.data[0])
        kept = size // self.extent * self.kept
        self.places, self.results = [], []
        lines = []

        def tile(element, shape, layout):
            return "tensor<%sx%s, %s>" % ("x".join(map(str, shape)), element, k.layout(layout.text))

        def pointers(base, offset, element, shape, size, layout, name):
            flat, to = k.layout(layout.flat()), k.layout(layout.text)
            pointer = "!tile.ptr<%s>" % element
            dims = "x".join(map(str, shape))
            lines.extend(
                [
                    "%%o%s = arith.constant %d : i32" % (name, offset),
                    "%%f%s = tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32, %s>" % (name, size, size, flat),
                    "%%i%s = tile.reshape %%f%s : tensor<%dxi32, %s> -> tensor<%sxi32, %s>" % (name, name, size, flat, dims, to),
                    "%%b%s = tile.addptr %%%s, %%o%s : !tile.ptr<i8>, i32" % (name, base, name),
                    "%%c%s = tile.bitcast %%b%s : !tile.ptr<i8> -> %s" % (name, name, pointer),
                    "%%s%s = tile.splat %%c%s : %s -> %s" % (name, name, pointer, tile(pointer, shape, layout)),
                    "%%p%s = tile.addptr %%s%s, %%i%s : %s, tensor<%sxi32, %s>" % (name, name, name, tile(pointer, shape, layout), dims, to),
                ]
            )
            return "%%p%s : %s" % (name, tile(pointer, shape, layout))

        names = []
        for j, element in enumerate(self.elements):
            stored = ELEMENTS[element][1]
            bytes_each = max(8, ELEMENTS[element][0]) // 8
            self.places.append(k.input_place(size * bytes_each))
            name = "x%d_%d" % (n, j)
            lines.append("%%%s = tile.load %s" % (name, pointers("in", self.places[-1], stored, self.shape, size, a, name)))
            types = (tile(stored, self.shape, a), tile(element, self.shape, a))
            if element == "i1":
                lines.append("%%y%s = arith.trunci %%%s : %s to %s" % ((name, name) + types))
                name = "y" + name
            elif "ptr" in element:
                lines.append("%%y%s = tile.int_to_ptr %%%s : %s -> %s" % ((name, name) + types))
                name = "y" + name
            names.append(name)
        types = ", ".join(tile(e, self.shape, a) for e in self.elements)
        flags = ["axis = %d : i32" % self.axis]
        if self.is_topk:
            flags.append("k = %d : i32" % self.kept)
        flags += [word for word, on in (("smallest" if self.is_topk else "descending", self.flag), ("stable", self.stable), ("isUnsigned", self.unsigned), ("bitonic", self.bitonic)) if on]
        op = "%s = tile.%s %s {%s} : %s" % (
            ", ".join("%%r%d_%d" % (n, j) for j in range(len(names))),
            "topk" if self.is_topk else "sort",
            ", ".join("%" + name for name in names),
            ", ".join(flags),
            types,
        )
        if self.is_topk:
            op += " -> " + ", ".join(tile(e, self.kept_shape, b) for e in self.elements)
        lines.append(op)
        self.text = op
        for j, element in enumerate(self.elements):
            stored = ELEMENTS[element][1]
            bytes_each = max(8, ELEMENTS[element][0]) // 8
            self.results.append(k.output_place(kept * bytes_each))
            name = "r%d_%d" % (n, j)
            pointer = pointers("out", self.results[-1], stored, self.kept_shape, kept, b, name)
            types = (tile(element, self.kept_shape, b), tile(stored, self.kept_shape, b))
            if element == "i1":
                lines.append("%%y%s = arith.extui %%%s : %s to %s" % ((name, name) + types))
                name = "y" + name
            elif "ptr" in element:
                lines.append("%%y%s = tile.ptr_to_int %%%s : %s -> %s" % ((name, name) + types))
                name = "y" + name
            where, type = pointer.split(" : ", 1)
            lines.append("tile.store %s, %%%s : %s" % (where, name, type))
        return lines

    def fill(self, memory):
        for element, place, values in zip(self.elements, self.places, self.data):
            width = max(8, ELEMENTS[element][0]) // 8
            for i, value in enumerate(values):
                memory[place + i * width : place + (i + 1) * width] = value.to_bytes(width, "little")

    def read(self, memory):
        found = []
        for element, place in zip(self.elements, self.results):
            width = max(8, ELEMENTS[element][0]) // 8
            count = len(self.data[0]) // self.extent * self.kept
            found.append([int.from_bytes(memory[place + i * width : place + (i + 1) * width], "little") for i in range(count)])
        return found


class Kernel:
    """Sorts with one number of warps."""

    def __init__(self, seed, count):
        rng = random.Random(seed)
        self.warp_bits = rng.randint(0, 4)
        self.layouts, self.inputs, self.outputs, self.count = {}, 0, 0, 0
        self.sorts = [Sort(rng, self.warp_bits) for _ in range(count)]
        body = [line for sort in self.sorts for line in sort.emit(self)]
        head = ["%s = %s" % (name, text) for text, name in self.layouts.items()]
        head.append('module attributes {tile.target = #tile.target<"sm_90a", num_warps = %d>} {' % (1 << self.warp_bits))
        head.append("tile.func public @kernel(%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {")
        self.text = "\n".join(head + ["  " + line for line in body] + ["  tile.return", "}", "}"]) + "\n"
        self.memory = bytearray(self.inputs)
        for sort in self.sorts:
            sort.fill(self.memory)

    def layout(self, text):
        return self.layouts.setdefault(text, "#l%d" % len(self.layouts))

    def input_place(self, size):
        at = self.inputs
        self.inputs += -(-size // 16) * 16
        return at

    def output_place(self, size):
        at = self.outputs
        self.outputs += -(-size // 16) * 16
        return at

    def next(self):
        self.count += 1
        return self.count - 1


def run(kernel, tools, folder, ptxas):
    """What is wrong; None if nothing is."""
    path = os.path.join(folder, "k")
    done = call([os.path.join(tools, "tile-opt"), "-"] + PASSES, kernel.text)
    ptx = call([os.path.join(tools, "tile-translate"), "-", "--tile-to-ptx"], done.stdout).stdout
    with open(path + ".ptx", "w") as file:
        file.write(ptx)
    if ptxas:
        call([ptxas, "-arch=sm_90a", path + ".ptx", "-o", path + ".cubin"])
    write_npy(path + ".in.npy", kernel.memory)
    call([os.path.join(tools, "tile-run"), path + ".ptx", "--device=sim", "--grid=1", "--input=%s.in.npy" % path, "--output=%dxi8:save=%s.out.npy" % (kernel.outputs, path)])
    memory = read_npy(path + ".out.npy")
    for sort in kernel.sorts:
        problem = sort.check(sort.read(memory))
        if problem:
            return "%s\nlayout %s\n%s" % (sort.text, sort.source.text, problem)
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--per-kernel", type=int, default=4)
    parser.add_argument("--tools", default="")
    parser.add_argument("--ptxas")
    parser.add_argument("--keep")
    options = parser.parse_args()
    failed = kernels = 0
    kinds = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        left, seed = options.count, options.seed
        while left > 0:
            kernel = Kernel(seed, min(left, options.per_kernel))
            try:
                problem = run(kernel, options.tools, folder, options.ptxas)
            except RuntimeError as error:
                problem = str(error)
            kernels += 1
            for sort in kernel.sorts:
                kinds["topk" if sort.is_topk else "sort"] += 1
                kinds["stable"] += sort.stable and len(sort.elements) > 1
                kinds["values"] += len(sort.elements) > 1
            if problem:
                failed += 1
                print("seed %d, %d warps: failed\n%s" % (seed, 1 << kernel.warp_bits, problem))
                if options.keep:
                    with open(os.path.join(options.keep, "%d.mlir" % seed), "w") as file:
                        file.write(kernel.text)
            left, seed = left - len(kernel.sorts), seed + 1
    print("%d operations in %d kernels, %d failed" % (options.count, kernels, failed))
    print(", ".join("%s: %d" % pair for pair in sorted(kinds.items())))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
