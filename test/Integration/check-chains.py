#!/usr/bin/env python3
"""Runs random kernels of several shape operations one after the other.

usage: check-chains.py COUNT [SEED]

A tile is loaded, goes through reshapes, transposes, splits, joins, reductions
and dimensions of size 1, and is stored. Each of these renames bits of an
element's place, so a list of bits says where an element of the result came from:
`dims` holds, for each dimension from the first to the last, the bits of the
loaded element's place that its coordinate is made of, the highest first. From
that comes the formula that tile-run checks. Prints the kernels that fail, and
how many ran.
"""

import random
import subprocess
import sys
import tempfile


def tile(dims, element):
    shape = [1 << len(dim) for dim in dims]
    return "tensor<%sx%s>" % ("x".join(map(str, shape)), element)


class Chain:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.element = self.random.choice(["f32", "f16", "i32", "i8"])
        self.bits = self.random.randint(7, 12)
        self.warps = self.random.choice([1, 2, 4, 8])
        self.lines = []
        self.count = 0
        self.reduced = []  # Bits along which elements were combined.
        self.offset = 0  # Bits that a split has fixed at 1.
        self.demanded = set()  # Bits that must lie in one thread.

    def value(self, text):
        self.count += 1
        self.lines.append("  %%v%d = %s" % (self.count, text))
        return "%%v%d" % self.count

    def deal(self, bits):
        """Bits, dealt out in order to some dimensions."""
        cuts = sorted(self.random.randint(0, len(bits)) for _ in range(self.random.randint(0, 3)))
        return [bits[a:b] for a, b in zip([0] + cuts, cuts + [len(bits)])]

    def type(self, dims=None):
        return tile(self.dims if dims is None else dims, self.element)

    def demand(self, bits):
        """Whether a thread can still hold these, too: 128 elements at most."""
        if len(self.demanded | set(bits)) > 7:
            return False
        self.demanded |= set(bits)
        return True

    def pointers(self, name):
        e = self.element
        size = 1 << sum(map(len, self.dims))
        flat = [[0] * (size.bit_length() - 1)]
        pid = self.value("tile.get_program_id x : i32")
        part = self.value("arith.constant %d : i32" % size)
        start = self.value("arith.muli %s, %s : i32" % (pid, part))
        base = self.value("tile.addptr %%%s, %s : !tile.ptr<%s>, i32" % (name, start, e))
        places = self.value("tile.make_range {end = %d : i32, start = 0 : i32} : %s" % (size, tile(flat, "i32")))
        indices = tile(self.dims, "i32")
        places = self.value("tile.reshape %s : %s -> %s" % (places, tile(flat, "i32"), indices))
        pointers = tile(self.dims, "!tile.ptr<%s>" % e)
        bases = self.value("tile.splat %s : !tile.ptr<%s> -> %s" % (base, e, pointers))
        return self.value("tile.addptr %s, %s : %s, %s" % (bases, places, pointers, indices)), pointers

    # Each step changes self.x, the value, and self.dims.

    def reshape(self, dims=None):
        dims = dims or self.deal([bit for dim in self.dims for bit in dim])
        self.x = self.value("tile.reshape %s : %s -> %s" % (self.x, self.type(), self.type(dims)))
        self.dims = dims

    def trans(self):
        order = self.random.sample(range(len(self.dims)), len(self.dims))
        dims = [self.dims[dim] for dim in order]
        text = "tile.trans %s {order = array<i32: %s>} : %s -> %s"
        self.x = self.value(text % (self.x, ", ".join(map(str, order)), self.type(), self.type(dims)))
        self.dims = dims

    def split(self):
        """Splits the last bit off, and joins it again or goes on with a half."""
        bits = [bit for dim in self.dims for bit in dim]
        if len(bits) < 2 or not self.demand(bits[-1:]):
            return
        half, last = self.deal(bits[:-1]), bits[-1]
        self.reshape(half + [[last]])
        self.count += 1
        low, high = "%%low%d" % self.count, "%%high%d" % self.count
        self.lines.append("  %s, %s = tile.split %s : %s -> %s" % (low, high, self.x, self.type(), self.type(half)))
        choice = self.random.randint(0, 3)
        if choice >= 2:
            self.x = self.value("tile.join %s, %s : %s -> %s" % (low, high, self.type(half), self.type()))
            return
        self.x = [low, high][choice]
        self.offset |= choice << last
        self.dims = half

    def emit_reduce(self, axis, operation):
        e, rest = self.element, self.dims[:axis] + self.dims[axis + 1 :]
        return self.value(
            '"tile.reduce"(%s) <{axis = %d : i32}> ({\n  ^bb0(%%l: %s, %%r: %s):\n    %%c = %s %%l, %%r : %s\n'
            "    tile.reduce.return %%c : %s\n  }) : (%s) -> %s" % (self.x, axis, e, e, operation, e, e, self.type(), self.type(rest))
        )

    def pick_axis(self):
        axes = [i for i, dim in enumerate(self.dims) if len(dim) <= 4]
        return self.random.choice(axes) if axes and len(self.dims) > 1 else None

    def reduce(self):
        axis = self.pick_axis()
        if axis is None or len(self.reduced) + len(self.dims[axis]) > 6 or not self.demand(self.dims[axis]):
            return
        operation = "arith.maxnumf" if self.element[0] == "f" else "arith.xori"
        self.x = self.emit_reduce(axis, operation)
        self.reduced += self.dims[axis]
        del self.dims[axis]

    def expand(self):
        if len(self.dims) == 5:
            return
        axis = self.random.randint(0, len(self.dims))
        dims = self.dims[:axis] + [[]] + self.dims[axis:]
        self.x = self.value("tile.expand_dims %s {axis = %d : i32} : %s -> %s" % (self.x, axis, self.type(), self.type(dims)))
        self.dims = dims

    def subtract_and_add(self):
        """Takes the largest along a dimension away, and adds it again."""
        axis = self.pick_axis()
        if axis is None or self.element != "i32" or not self.demand(self.dims[axis]):
            return
        rest, one = self.dims[:axis] + self.dims[axis + 1 :], self.dims[:]
        one[axis] = []
        top = self.emit_reduce(axis, "arith.maxsi")
        top = self.value("tile.expand_dims %s {axis = %d : i32} : %s -> %s" % (top, axis, self.type(rest), self.type(one)))
        top = self.value("tile.broadcast %s : %s -> %s" % (top, self.type(one), self.type()))
        less = self.value("arith.subi %s, %s : %s" % (self.x, top, self.type()))
        self.x = self.value("arith.addi %s, %s : %s" % (less, top, self.type()))

    def build(self):
        """The text of the kernel and the formula of its result."""
        self.dims = self.deal(list(reversed(range(self.bits))))
        self.x = self.value("tile.load %s : %s" % self.pointers("x"))
        steps = [self.reshape, self.reshape, self.trans, self.split, self.reduce, self.expand, self.subtract_and_add]
        for _ in range(self.random.randint(1, 6)):
            self.random.choice(steps)()
        pointer, kind = self.pointers("y")
        self.lines.append("  tile.store %s, %s : %s" % (pointer, self.x, kind))
        argument = "!tile.ptr<%s> {tile.divisibility = 16 : i32}" % self.element
        text = "tile.func public @chain(%%x: %s, %%y: %s) {\n%s\n  tile.return\n}\n" % (argument, argument, "\n".join(self.lines))

        bits = [bit for dim in self.dims for bit in dim]
        self.stored = len(bits)
        place = "i / %d * %d + %d" % (1 << len(bits), 1 << self.bits, self.offset)
        for i, bit in enumerate(reversed(bits)):
            place += " + i / %d %% 2 * %d" % (1 << i, 1 << bit)
        terms = []
        for k in range(1 << len(self.reduced)):
            terms.append("x[%s + %d]" % (place, sum((k >> i & 1) << bit for i, bit in enumerate(self.reduced))))
        if self.element[0] == "i":
            return text, "y == " + " ^ ".join(terms)
        while len(terms) > 1:
            terms = ["max(%s, %s)" % pair for pair in zip(terms[::2], terms[1::2])]
        return text, "y == " + terms[0]


def main():
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    failed = 0
    for seed in range(first, first + count):
        chain = Chain(seed)
        text, check = chain.build()
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            command = ["tile-run", file.name, "--grid=2", "--num-warps=%d" % chain.warps, "--check=" + check]
            command.append("--input=x:%dx%s=rand" % (2 << chain.bits, chain.element))
            command.append("--output=y:%dx%s" % (2 << chain.stored, chain.element))
            run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            failed += 1
            print("seed %d, %d warps:\n%s%s%s" % (seed, chain.warps, run.stdout, run.stderr, text))
    print("%d kernels, %d failed" % (count, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
