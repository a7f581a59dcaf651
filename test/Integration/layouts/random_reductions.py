#!/usr/bin/env python3
"""Random reductions over random layouts: exact, free of races, the order kept.

usage: random_reductions.py run [--count N] [--seed S] [--tools FOLDER] [--per-kernel K]

Each reduction loads tiles of random numbers in one layout, reduces them along one
dimension, and stores the result. Layouts are blocked ones, slices and any linear map,
with copies in registers, lanes and warps. Regions add, compare, choose pairs by their
keys, and compose maps x -> a x + b, which is associative but does not commute. All
are exact, so the answer does not depend on how elements are grouped.
"""

import os
import random
import struct
import sys
import tempfile

# The sources stay as they are.
sys.dont_write_bytecode = True

from cases import call, kernels_of, make_parser, report_failure, run_tool, write_inputs
from layouts import flatten, log2, random_layout, unflatten

MAX_BITS = 12
REGISTERS = 128


def wrap(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Kind:
    """Element types of the operands, the region, what it computes, and how a random
    element is made of 32 random bits."""

    def __init__(self, elements, region, combine, make):
        self.elements, self.region, self.combine, self.make = elements, region, combine, make


def one(element, op, combine, make=None, attributes=""):
    return Kind([element], ["%%r0 = %s %%a0, %%b0 : %s" % (op, element)], lambda l, r: (combine(l[0], r[0]),), make or (lambda n: (int_of(element, n),)))


def int_of(element, n):
    bits = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}[element]
    return n & 1 if bits == 1 else wrap(n * 0x9E3779B97F4A7C15, bits)


def compose(l, r):
    # First the left map, then the right one.
    return (wrap(l[0] * r[0], 32), wrap(l[1] * r[0] + r[1], 32))


def better(l, r):
    return l if l[0] > r[0] or (l[0] == r[0] and l[1] < r[1]) else r


KINDS = [
    one("i32", "arith.addi", lambda a, b: wrap(a + b, 32)),
    one("i64", "arith.xori", lambda a, b: a ^ b),
    one("i8", "arith.addi", lambda a, b: wrap(a + b, 8)),
    one("i16", "arith.maxsi", max),
    one("i32", "arith.minsi", min),
    one("i32", "arith.maxui", lambda a, b: wrap(max(a & 0xFFFFFFFF, b & 0xFFFFFFFF), 32)),
    one("f32", "arith.addf", lambda a, b: a + b, lambda n: (float(n % 64 - 32),)),
    one("f64", "arith.addf", lambda a, b: a + b, lambda n: (float(n % 4096 - 2048),)),
    one("f16", "arith.maxnumf", max, lambda n: (float(n % 2048 - 1024),)),
    Kind(
        ["i32", "i32"],
        ["%r0 = arith.muli %a0, %b0 : i32", "%t = arith.muli %a1, %b0 : i32", "%r1 = arith.addi %t, %b1 : i32"],
        compose,
        lambda n: (wrap(n | 1, 32), wrap(n * 2654435761, 32)),
    ),
    Kind(
        ["f32", "i32"],
        [
            "%more = arith.cmpf ogt, %a0, %b0 : f32",
            "%same = arith.cmpf oeq, %a0, %b0 : f32",
            "%first = arith.cmpi slt, %a1, %b1 : i32",
            "%tie = arith.andi %same, %first : i1",
            "%left = arith.ori %more, %tie : i1",
            "%r0 = arith.select %left, %a0, %b0 : f32",
            "%r1 = arith.select %left, %a1, %b1 : i32",
        ],
        better,
        lambda n: (float(n % 7), n % 1000),
    ),
    # The last one wins: associative, and nothing else.
    Kind(["i8", "f16"], ["%r0 = arith.addi %b0, %z : i8", "%r1 = arith.maxnumf %b1, %b1 : f16"], lambda l, r: r, lambda n: (int_of("i8", n), float(n % 512))),
]
FORMATS = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "f16": "e", "f32": "f", "f64": "d"}


class Reduction:
    def __init__(self, rng, kernel):
        self.kind = rng.choice(KINDS)
        self.number = kernel.next()
        while True:
            rank = rng.randint(1, 5)
            shape = [1] * rank
            for _ in range(rng.randint(0, MAX_BITS)):
                shape[rng.randrange(rank)] *= 2
            self.axis = rng.randrange(rank)
            self.layout = random_layout(rng, tuple(shape), kernel.warp_bits)
            if len(self.layout.registers) <= log2(REGISTERS):
                break
        self.shape = tuple(shape)
        self.rest = self.shape[: self.axis] + self.shape[self.axis + 1 :]
        self.size = 1 << sum(map(log2, self.shape))
        self.left = self.size // self.shape[self.axis]
        self.stored = random_layout(rng, self.rest, kernel.warp_bits) if self.rest else None
        numbers = [rng.getrandbits(32) for _ in range(self.size)]
        self.data = [self.kind.make(n) for n in numbers]
        # Only where the region does not care for the order.
        self.commutative = self.kind.combine is better and rng.random() < 0.5
        self.inputs = [kernel.put_input(struct.pack("<%d%s" % (self.size, FORMATS[e]), *[x[i] for x in self.data])) for i, e in enumerate(self.kind.elements)]
        self.expected = self.compute()
        self.outputs = [kernel.put_output(struct.pack("<%d%s" % (self.left, FORMATS[e]), *[x[i] for x in self.expected])) for i, e in enumerate(self.kind.elements)]

    def compute(self):
        results = [None] * self.left
        for number in range(self.size):
            at = unflatten(number, self.shape)
            del at[self.axis]
            place = flatten(at, self.rest)
            element = self.data[number]
            results[place] = element if results[place] is None else self.kind.combine(results[place], element)
        return results

    def tile(self, kernel, element, shape, layout):
        return "tensor<%sx%s, %s>" % ("x".join(map(str, shape)), element, kernel.layout(layout.text))

    def pointers(self, kernel, base, offset, element, shape, layout, suffix):
        """The lines that make %p, a tile of pointers, or a pointer without a layout."""
        pointer = "!tile.ptr<%s>" % element
        at, raw = "%%at%s" % suffix, "%%raw%s" % suffix
        lines = [
            "%s = arith.constant %d : i32" % (at, offset),
            "%s = tile.addptr %%%s, %s : !tile.ptr<i8>, i32" % (raw, base, at),
        ]
        start = raw
        if element != "i8":
            start = "%%cast%s" % suffix
            lines.append("%s = tile.bitcast %s : !tile.ptr<i8> -> %s" % (start, raw, pointer))
        if layout is None:
            return lines, start
        size = 1 << sum(map(log2, shape))
        flat = kernel.layout(layout.flat())
        index, numbers = "%%i%s" % suffix, self.tile(kernel, "i32", shape, layout)
        tiles = self.tile(kernel, pointer, shape, layout)
        lines += [
            "%%f%s = tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32, %s>" % (suffix, size, size, flat),
            "%s = tile.reshape %%f%s : tensor<%dxi32, %s> -> %s" % (index, suffix, size, flat, numbers),
            "%%s%s = tile.splat %s : %s -> %s" % (suffix, start, pointer, tiles),
            "%%p%s = tile.addptr %%s%s, %s : %s, %s" % (suffix, suffix, index, tiles, numbers),
        ]
        return lines, "%%p%s" % suffix

    def emit(self, kernel):
        n, lines, values = self.number, [], []
        for i, (element, offset) in enumerate(zip(self.kind.elements, self.inputs)):
            made, pointer = self.pointers(kernel, "in", offset, element, self.shape, self.layout, "in%d_%d" % (n, i))
            lines += made + ["%%x%d_%d = tile.load %s : %s" % (n, i, pointer, self.tile(kernel, "!tile.ptr<%s>" % element, self.shape, self.layout))]
            values.append("%%x%d_%d" % (n, i))
        count = len(values)
        types = [self.tile(kernel, e, self.shape, self.layout) for e in self.kind.elements]
        slice_text = "#tile.slice<{dim = %d, parent = %s}>" % (self.axis, kernel.layout(self.layout.text))
        results = ["tensor<%sx%s, %s>" % ("x".join(map(str, self.rest)), e, kernel.layout(slice_text)) if self.rest else e for e in self.kind.elements]
        arguments = ["%%%s%d: %s" % (side, i, e) for side in "ab" for i, e in enumerate(self.kind.elements)]
        lines.append('%%y%d%s = "tile.reduce"(%s) <{axis = %d : i32%s}> ({' % (n, ":%d" % count if count > 1 else "", ", ".join(values), self.axis, ", commutative" if self.commutative else ""))
        lines.append("^bb0(%s):" % ", ".join(arguments))
        if any("%z" in line for line in self.kind.region):
            lines.append("  %z = arith.constant 0 : i8")
        lines += ["  " + line for line in self.kind.region]
        lines.append("  tile.reduce.return %s : %s" % (", ".join("%%r%d" % i for i in range(count)), ", ".join(self.kind.elements)))
        lines.append("}) : (%s) -> %s" % (", ".join(types), "(%s)" % ", ".join(results)))
        for i, (element, offset) in enumerate(zip(self.kind.elements, self.outputs)):
            value = "%%y%d%s" % (n, "#%d" % i if count > 1 else "")
            made, pointer = self.pointers(kernel, "out", offset, element, self.rest, self.stored, "out%d_%d" % (n, i))
            lines += made
            if self.stored:
                kept = self.tile(kernel, element, self.rest, self.stored)
                lines.append("%%k%d_%d = tilegpu.convert_layout %s : %s -> %s" % (n, i, value, results[i], kept))
                lines.append("tile.store %s, %%k%d_%d : %s" % (pointer, n, i, self.tile(kernel, "!tile.ptr<%s>" % element, self.rest, self.stored)))
            else:
                lines.append("tile.store %s, %s : !tile.ptr<%s>" % (pointer, value, element))
        return lines


class Kernel:
    """Reductions with one number of warps."""

    def __init__(self, seed, count):
        rng = random.Random(seed)
        self.warp_bits = rng.randint(0, 4)
        self.layouts, self.count = {}, 0
        self.input, self.expected = bytearray(), bytearray()
        self.reductions = [Reduction(rng, self) for _ in range(count)]
        body = [line for r in self.reductions for line in r.emit(self)]
        head = ["%s = %s" % (name, text) for text, name in self.layouts.items()]
        head.append('module attributes {tile.target = #tile.target<"sm_90a", num_warps = %d>} {' % (1 << self.warp_bits))
        head.append("tile.func public @kernel(%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {")
        self.text = "\n".join(head + ["  " + line for line in body] + ["  tile.return", "}", "}"]) + "\n"

    def layout(self, text):
        return self.layouts.setdefault(text, "#l%d" % len(self.layouts))

    def next(self):
        self.count += 1
        return self.count - 1

    @staticmethod
    def put(data, more):
        at = len(data)
        data += more + bytes(-len(more) % 16)
        return at

    def put_input(self, data):
        return self.put(self.input, data)

    def put_output(self, data):
        return self.put(self.expected, data)


def differences(kernel, found):
    wrong = []
    for r in kernel.reductions:
        for i, (element, offset) in enumerate(zip(r.kind.elements, r.outputs)):
            size = r.left * struct.calcsize(FORMATS[element])
            if found[offset : offset + size] != kernel.expected[offset : offset + size]:
                wrong.append("reduction %d of %s along %d, operand %d, %s:\n  %s" % (r.number, r.shape, r.axis, i, element, r.layout.text))
    return wrong


def run(options):
    failed = kernels = 0
    passes = ["--tile-split-reductions", "--tile-insert-shared-memory", "--tile-allocate-shared-memory", "--tile-insert-barriers", "--tilegpu-to-llvm"]
    with tempfile.TemporaryDirectory() as folder:
        for seed, kernel in kernels_of(options, Kernel):
            kernels += 1
            try:
                llvm = call([os.path.join(options.tools, "tile-opt"), "-"] + passes, kernel.text).stdout
                ptx = call([os.path.join(options.tools, "tile-translate"), "-", "--tile-to-ptx"], llvm).stdout
                write_inputs(os.path.join(folder, "kernel"), kernel, ptx)
                found, _ = run_tool(os.path.join(options.tools, "tile-run"), options.device, folder, "kernel", len(kernel.expected))
                wrong = differences(kernel, found)
            except RuntimeError as error:
                wrong = [str(error)[:3000]]
            if wrong:
                failed += len(wrong)
                report_failure(options, seed, kernel, "\n".join(wrong))
    print("%d reductions in %d kernels, %d failed" % (options.count, kernels, failed))
    return 1 if failed else 0


def main():
    parser = make_parser(__doc__, count=100, per_kernel=8, device="sim")
    parser.add_argument("command", choices=["run"])
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
