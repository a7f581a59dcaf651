#!/usr/bin/env python3
"""Random scans and gathers, in random layouts: exact and free of races.

usage: random_scans.py run [--count N] [--seed S] [--tools FOLDER] [--keep FOLDER]
       random_scans.py prepare FOLDER [--count N] [--seed S] [--tools FOLDER]
       random_scans.py compare FOLDER [--tool tile-run] [--device DEVICE]

A scan has one to three operands, of any types, a direction and a region that need not
commute; a gather has indices of any type, some beyond the extent. Each loads its tiles
in one layout, and stores its results in the layout that they have. What is expected is
computed here, element by element. `run` compiles kernels stage by stage and runs them
in the simulator. `prepare` writes PTX, inputs and expected outputs to a folder,
`compare` runs these on a device.
"""

import collections
import os
import random
import struct
import sys
import tempfile

sys.dont_write_bytecode = True

from cases import call, compare, kernels_of, make_parser, parse_mode, prepare, report_failure, run_tool, write_inputs
from layouts import linear, log2, random_layout
from random_conversions import ELEMENTS

PASSES = ["--tile-split-scans", "--tile-insert-shared-memory", "--tile-allocate-shared-memory", "--tile-insert-barriers", "--tilegpu-to-llvm"]
MAX_BYTES = 8 * 1024
REGISTERS = 32
INTEGERS = ["i8", "i16", "i32", "i64"]
FLOATS = {"f16": "e", "f32": "f", "f64": "d"}


def wrap(value, element):
    return value & ((1 << ELEMENTS[element][0]) - 1)


def to_bits(value, element):
    return int.from_bytes(struct.pack("<" + FLOATS[element], value), "little")


def from_bits(bits, element):
    return struct.unpack("<" + FLOATS[element], bits.to_bytes(ELEMENTS[element][0] // 8, "little"))[0]


def signed(value, element):
    bits = ELEMENTS[element][0]
    return value - (1 << bits) if value >> (bits - 1) else value


def number_of(choose):
    """The chosen one of two floats, where a NaN counts as missing."""
    return lambda a, b: b if a != a else a if b != b else choose(a, b)


def nan_of(choose):
    """The chosen one of two floats, or NaN if one is."""
    return lambda a, b: a if a != a else b if b != b else choose(a, b)


# By operation of arith: what it does to bits of an integer type, or to floats.
OPERATIONS = {
    "muli": lambda a, b, e: wrap(a * b, e),
    "andi": lambda a, b, e: a & b,
    "ori": lambda a, b, e: a | b,
    "xori": lambda a, b, e: a ^ b,
    "maxui": lambda a, b, e: max(a, b),
    "minui": lambda a, b, e: min(a, b),
    "maxsi": lambda a, b, e: wrap(max(signed(a, e), signed(b, e)), e),
    "minsi": lambda a, b, e: wrap(min(signed(a, e), signed(b, e)), e),
}
FLOAT_OPERATIONS = {"maximumf": nan_of(max), "minimumf": nan_of(min), "maxnumf": number_of(max), "minnumf": number_of(min)}
# No zeros of both signs, of which either may be the larger.
ODD_FLOATS = [float("nan"), float("inf"), float("-inf"), 1.5, -2.0, 3.0, 0.0]


class Rule:
    """How some operands of a scan are combined. `elements` are their types, `combine`
    works on lists of bits, `emit` names the region's results and gives its lines."""

    def __init__(self, rng):
        self.kind = rng.choice(["add", "sum", "recurrence", "last", "last", "compose", "integers", "floats", "product"])
        if self.kind == "add":
            self.elements = [rng.choice(INTEGERS + ["i1"])]
        elif self.kind == "sum":
            self.elements = [rng.choice(list(FLOATS))]
        elif self.kind == "integers":
            self.elements, self.operation = [rng.choice(INTEGERS + ["i1"])], rng.choice(list(OPERATIONS))
        elif self.kind == "floats":
            self.elements, self.operation = [rng.choice(["f32", "f64"])], rng.choice(list(FLOAT_OPERATIONS))
        elif self.kind == "product":
            self.elements = [rng.choice(list(FLOATS))]
        elif self.kind == "recurrence":
            self.elements = [rng.choice(INTEGERS)] * 2
        elif self.kind == "compose":
            self.elements = ["i8"]
        else:
            self.elements = [rng.choice(list(ELEMENTS))]

    def draw(self, rng):
        element = self.elements[0]
        bits = ELEMENTS[element][0]
        if self.kind == "sum":
            return [to_bits(rng.choice([-0.0, -0.0, float(rng.randint(-3, 3))]), element)]
        if self.kind == "product":
            return [to_bits(rng.choice([1.0, -1.0]), element)]
        if self.kind == "floats":
            return [to_bits(rng.choice(ODD_FLOATS), element)]
        if self.kind == "last" and rng.random() < 0.7:
            return [0]
        return [rng.getrandbits(bits) for _ in self.elements]

    def combine(self, a, b):
        element = self.elements[0]
        if self.kind == "add":
            return [wrap(a[0] + b[0], element)]
        if self.kind == "sum":
            return [to_bits(from_bits(a[0], element) + from_bits(b[0], element), element)]
        if self.kind == "product":
            return [to_bits(from_bits(a[0], element) * from_bits(b[0], element), element)]
        if self.kind == "integers":
            return [OPERATIONS[self.operation](a[0], b[0], element)]
        if self.kind == "floats":
            return [to_bits(FLOAT_OPERATIONS[self.operation](from_bits(a[0], element), from_bits(b[0], element)), element)]
        if self.kind == "recurrence":
            return [wrap(a[0] * b[0], element), wrap(a[1] * b[0] + b[1], element)]
        if self.kind == "compose":
            # Maps of 0 to 3, two bits for each: first a, then b.
            return [sum((b[0] >> 2 * (a[0] >> 2 * i & 3) & 3) << 2 * i for i in range(4))]
        return b if b[0] else a

    def emit(self, a, b, n):
        t = self.elements[0]
        r = "%%r%s" % n
        if self.kind == "add":
            return [r], ["%s = arith.addi %s, %s : %s" % (r, a[0], b[0], t)]
        if self.kind in ("sum", "product"):
            return [r], ["%s = arith.%s %s, %s : %s" % (r, "addf" if self.kind == "sum" else "mulf", a[0], b[0], t)]
        if self.kind in ("integers", "floats"):
            return [r], ["%s = arith.%s %s, %s : %s" % (r, self.operation, a[0], b[0], t)]
        if self.kind == "recurrence":
            return [r, r + "b"], [
                "%s = arith.muli %s, %s : %s" % (r, a[0], b[0], t),
                "%sm = arith.muli %s, %s : %s" % (r, a[1], b[0], t),
                "%sb = arith.addi %sm, %s : %s" % (r, r, b[1], t),
            ]
        if self.kind == "compose":
            lines, last = ["%s3 = arith.constant 3 : i8" % r], None
            lines.append("%st = arith.constant 1 : i8" % r)
            for i in range(4):
                p = "%s_%d" % (r, i)
                lines += [
                    "%ss = arith.constant %d : i8" % (p, 2 * i),
                    "%sa = arith.shrui %s, %ss : i8" % (p, a[0], p),
                    "%sb = arith.andi %sa, %s3 : i8" % (p, p, r),
                    "%sc = arith.shli %sb, %st : i8" % (p, p, r),
                    "%sd = arith.shrui %s, %sc : i8" % (p, b[0], p),
                    "%se = arith.andi %sd, %s3 : i8" % (p, p, r),
                    "%sf = arith.shli %se, %ss : i8" % (p, p, p),
                ]
                if last:
                    lines.append("%so = arith.ori %s, %sf : i8" % (p, last, p))
                last = p + ("o" if last else "f")
            return [last], lines
        bits = "i%d" % max(ELEMENTS[t][0], 1)
        lines, value = [], b[0]
        if "ptr" in t:
            lines.append("%si = tile.ptr_to_int %s : %s -> i64" % (r, value, t))
            value = r + "i"
        elif not t.startswith("i"):
            lines.append("%si = tile.bitcast %s : %s -> %s" % (r, value, t, bits))
            value = r + "i"
        lines += [
            "%sz = arith.constant false" % r if bits == "i1" else "%sz = arith.constant 0 : %s" % (r, bits),
            "%sn = arith.cmpi ne, %s, %sz : %s" % (r, value, r, bits),
            "%s = arith.select %sn, %s, %s : %s" % (r, r, b[0], a[0], t),
        ]
        return [r], lines


def coordinates(shape):
    found = [()]
    for size in shape:
        found = [c + (i,) for c in found for i in range(size)]
    return found


def random_shape(rng, warp_bits, element_bytes):
    shape = [1] * rng.choice([1, 1, 2, 2, 3, 4, 5])
    bits = rng.choice([rng.randint(0, 10), rng.randint(4, 8) + warp_bits // 2])
    for _ in range(min(bits, log2(MAX_BYTES // element_bytes))):
        shape[rng.randrange(len(shape))] *= 2
    return tuple(shape)


def layout_of(rng, shape, warp_bits):
    """Every other one has a bit of register, lane or warp for each bit of the tile."""
    while True:
        found = (random_layout if rng.random() < 0.5 else linear)(rng, shape, warp_bits)
        if len(found.registers) <= log2(REGISTERS):
            return found


class Tiles:
    """Loads and stores of a case's tiles, and their places in memory."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.outputs = []

    def address(self, base, element, shape, layout, offset):
        k, n = self.kernel, self.kernel.next()
        stored = ELEMENTS[element][1]
        size = 1 << sum(map(log2, shape))
        dims = "x".join(map(str, shape))
        flat, to = k.layout(layout.flat()), k.layout(layout.text)
        pointer = "!tile.ptr<%s>" % stored
        tiles = "tensor<%sx%s, %s>" % (dims, pointer, to)
        lines = [
            "%%at%d = arith.constant %d : i32" % (n, offset),
            "%%f%d = tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32, %s>" % (n, size, size, flat),
            "%%i%d = tile.reshape %%f%d : tensor<%dxi32, %s> -> tensor<%sxi32, %s>" % (n, n, size, flat, dims, to),
            "%%b%d = tile.addptr %%%s, %%at%d : !tile.ptr<i8>, i32" % (n, base, n),
        ]
        if stored != "i8":
            lines.append("%%c%d = tile.bitcast %%b%d : !tile.ptr<i8> -> %s" % (n, n, pointer))
        lines += [
            "%%s%d = tile.splat %%%s%d : %s -> %s" % (n, "bc"[stored != "i8"], n, pointer, tiles),
            "%%p%d = tile.addptr %%s%d, %%i%d : %s, tensor<%sxi32, %s>" % (n, n, n, tiles, dims, to),
        ]
        return lines, n, "tensor<%sx%s, %s>" % (dims, stored, to), tiles

    def type(self, element, shape, layout):
        return "tensor<%sx%s, %s>" % ("x".join(map(str, shape)), element, self.kernel.layout(layout.text))

    def load(self, element, shape, layout, bits):
        """The tile's name, and the lines that load these numbers."""
        size = max(8, ELEMENTS[element][0]) // 8
        offset = self.kernel.place_input(b"".join(b.to_bytes(size, "little") for b in bits))
        lines, n, stored, pointers = self.address("in", element, shape, layout, offset)
        lines.append("%%x%d = tile.load %%p%d : %s" % (n, n, pointers))
        name, wanted = "%%x%d" % n, self.type(element, shape, layout)
        if element == "i1":
            lines.append("%%y%d = arith.trunci %s : %s to %s" % (n, name, stored, wanted))
            name = "%%y%d" % n
        elif "ptr" in element:
            lines.append("%%y%d = tile.int_to_ptr %s : %s -> %s" % (n, name, stored, wanted))
            name = "%%y%d" % n
        return name, lines

    def store(self, name, element, shape, layout, bits):
        size = max(8, ELEMENTS[element][0]) // 8
        data = b"".join(b.to_bytes(size, "little") for b in bits)
        offset = self.kernel.place_output(data)
        # A NaN may have any payload; that it is one `differences` checks.
        self.outputs += [(offset + i * size, size, element) for i in range(len(bits))]
        lines, n, stored, pointers = self.address("out", element, shape, layout, offset)
        have = self.type(element, shape, layout)
        if element == "i1":
            lines.append("%%w%d = arith.extui %s : %s to %s" % (n, name, have, stored))
            name = "%%w%d" % n
        elif "ptr" in element:
            lines.append("%%w%d = tile.ptr_to_int %s : %s -> %s" % (n, name, have, stored))
            name = "%%w%d" % n
        lines.append("tile.store %%p%d, %s : %s" % (n, name, pointers))
        return lines


class Scan(Tiles):
    def __init__(self, rng, kernel):
        super().__init__(kernel)
        rules = [Rule(rng) for _ in range(rng.choice([1, 1, 1, 2]))]
        elements = [element for rule in rules for element in rule.elements]
        shape = random_shape(rng, kernel.warp_bits, 8)
        layout = layout_of(rng, shape, kernel.warp_bits)
        axis, reverse = rng.randrange(len(shape)), rng.random() < 0.5
        places = coordinates(shape)
        values = {c: [rule.draw(rng) for rule in rules] for c in places}
        expected = {}
        for c in reversed(places) if reverse else places:
            before = c[:axis] + (c[axis] + (1 if reverse else -1),) + c[axis + 1 :]
            expected[c] = [rule.combine(a, b) for rule, a, b in zip(rules, expected[before], values[c])] if before in expected else values[c]
        pick = lambda table, i: [sum(table[c], [])[i] for c in places]
        self.name = "scan of %s along %d%s of %s, %s\n  %s" % (shape, axis, ", reverse," if reverse else "", [getattr(r, "operation", r.kind) for r in rules], elements, layout.text)
        n = kernel.next()
        lines, names = [], []
        for i, element in enumerate(elements):
            name, more = self.load(element, shape, layout, pick(values, i))
            names.append(name)
            lines += more
        arguments = ["%%%s%d_%d" % (side, n, i) for side in "ab" for i in range(len(elements))]
        body, results, at = [], [], 0
        for i, rule in enumerate(rules):
            count = len(rule.elements)
            found, more = rule.emit(arguments[at : at + count], arguments[len(elements) + at : len(elements) + at + count], "%d_%d" % (n, i))
            results += found
            body += more
            at += count
        types = ", ".join(self.type(element, shape, layout) for element in elements)
        lines.append('%%z%d:%d = "tile.scan"(%s) <{axis = %d : i32, reverse = %s}> ({' % (n, len(elements), ", ".join(names), axis, str(reverse).lower()))
        lines.append("^bb0(%s):" % ", ".join("%s: %s" % pair for pair in zip(arguments, elements * 2)))
        lines += body
        lines.append("tile.scan.return %s : %s" % (", ".join(results), ", ".join(elements)))
        lines.append("}) : (%s) -> (%s)" % (types, types))
        for i, element in enumerate(elements):
            lines += self.store("%%z%d#%d" % (n, i), element, shape, layout, pick(expected, i))
        self.lines = lines


class Gather(Tiles):
    def __init__(self, rng, kernel):
        super().__init__(kernel)
        element, index = rng.choice(list(ELEMENTS)), rng.choice(INTEGERS)
        shape = random_shape(rng, kernel.warp_bits, 8)
        axis = rng.randrange(len(shape))
        shape = shape[:axis] + (min(shape[axis], 128 if index == "i8" else 1024),) + shape[axis + 1 :]
        room = MAX_BYTES // 8 * shape[axis] >> sum(map(log2, shape))
        wanted = shape[:axis] + (1 << rng.randint(0, min(8, log2(room))),) + shape[axis + 1 :]
        source, layout = layout_of(rng, shape, kernel.warp_bits), layout_of(rng, wanted, kernel.warp_bits)
        places = coordinates(shape)
        values = {c: rng.getrandbits(ELEMENTS[element][0]) for c in places}
        bits = ELEMENTS[index][0] if rng.random() < 0.3 else log2(shape[axis])
        indices = [rng.getrandbits(bits) if bits else 0 for _ in coordinates(wanted)]
        expected = [values[c[:axis] + (i % shape[axis],) + c[axis + 1 :]] for c, i in zip(coordinates(wanted), indices)]
        self.name = "gather of %s along %d by %s, %s[%s]\n  %s\n  %s" % (shape, axis, wanted, element, index, source.text, layout.text)
        n = kernel.next()
        tile, lines = self.load(element, shape, source, [values[c] for c in places])
        numbers, more = self.load(index, wanted, layout, indices)
        result = self.type(element, wanted, layout)
        lines += more
        lines.append(
            "%%z%d = tile.gather %s[%s] {axis = %d : i32} : (%s, %s) -> %s"
            % (n, tile, numbers, axis, self.type(element, shape, source), self.type(index, wanted, layout), result)
        )
        lines += self.store("%%z%d" % n, element, wanted, layout, expected)
        self.lines = lines


def is_nan(data, element):
    return element in FLOATS and struct.unpack("<" + FLOATS[element], data)[0] != struct.unpack("<" + FLOATS[element], data)[0]


class Kernel:
    """Cases with one number of warps."""

    def __init__(self, seed, count):
        rng = random.Random(seed)
        self.warp_bits = rng.randint(0, 4)
        self.layouts, self.count = {}, 0
        self.input, self.expected = bytearray(), bytearray()
        self.cases = [rng.choice([Scan, Scan, Gather])(rng, self) for _ in range(count)]
        self.size = max(len(self.input), len(self.expected))
        self.input = self.input.ljust(self.size, b"\0")
        self.expected = self.expected.ljust(self.size, b"\0")
        head = ["%s = %s" % (name, text) for text, name in self.layouts.items()]
        head.append('module attributes {tile.target = #tile.target<"sm_90a", num_warps = %d>} {' % (1 << self.warp_bits))
        head.append("tile.func public @kernel(%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {")
        body = ["  " + line for case in self.cases for line in case.lines]
        self.text = "\n".join(head + body + ["  tile.return", "}", "}"]) + "\n"

    def layout(self, text):
        return self.layouts.setdefault(text, "#l%d" % len(self.layouts))

    def place_input(self, data):
        return self.append(self.input, data)

    def place_output(self, data):
        return self.append(self.expected, data)

    @staticmethod
    def append(memory, data):
        at = len(memory)
        memory += data.ljust(-(-len(data) // 16) * 16, b"\0")
        return at

    def next(self):
        self.count += 1
        return self.count - 1

    def written(self):
        mask = bytearray(self.size)
        for case in self.cases:
            for offset, size, element in case.outputs:
                if not is_nan(self.expected[offset : offset + size], element):
                    mask[offset : offset + size] = b"\1" * size
        return mask

    def compile(self, tools):
        done = call([os.path.join(tools, "tile-opt"), "-"] + PASSES, self.text)
        return call([os.path.join(tools, "tile-translate"), "-", "--tile-to-ptx"], done.stdout).stdout

    def differences(self, found):
        wrong = []
        for case in self.cases:
            for at, size, element in case.outputs:
                mine, other = found[at : at + size], self.expected[at : at + size]
                if mine != other and not (is_nan(mine, element) and is_nan(other, element)):
                    wrong.append(case.name)
                    break
        return wrong

    def kinds(self):
        return collections.Counter(type(case).__name__.lower() + "s" for case in self.cases)


def run(options):
    kinds = collections.Counter()
    failed = kernels = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed, kernel in kernels_of(options, Kernel):
            kernels += 1
            kinds += kernel.kinds()
            try:
                write_inputs(os.path.join(folder, "k"), kernel, kernel.compile(options.tools))
                found, _ = run_tool(os.path.join(options.tools, "tile-run"), "sim", folder, "k", kernel.size)
                problem = "\n".join(kernel.differences(found))
            except RuntimeError as error:
                problem = str(error)
            if problem:
                failed += 1
                report_failure(options, seed, kernel, problem)
    print("%d kernels, %d failed: %s" % (kernels, failed, ", ".join("%d %s" % (n, kind) for kind, n in sorted(kinds.items()))))
    return failed != 0


def main():
    options = parse_mode(make_parser(__doc__, count=60, per_kernel=6, device="cuda:0"))
    if options.mode == "compare":
        return compare(options, "scan")
    if options.mode == "prepare":
        return prepare(options, kernels_of(options, Kernel), lambda kernel: kernel.compile(options.tools))
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
