#!/usr/bin/env python3
"""Random loops of several products that need each other: compiled and simulated, and interpreted, to the same bits.

usage: random_chains.py run [--count N] [--seed S] [--only INDEX] [--keep FOLDER] [--where FIELD=VALUE,...] [--set FIELD=VALUE,...] [--break OLD=NEW] [--ptxas]
       random_chains.py show INDEX [--seed S]

A loop loads two tiles, transposes some, multiplies them by each other, by a tile from before the loop and by tiles that the loop
carries, changes what comes out by maps, and adds, carries and stores it: attention, its backward pass, linear attention and delta
rules are such loops. All numbers are small integers, of which every order of the sums gives the same bits.
tile-run executes each with --device=sim, where races are errors, and with --device=interpreter.
"""

import argparse
import collections
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from random_dots import read_npy, write_npy  # noqa: E402

REFUSAL = re.compile(r"error: .*expected at most \d+ bytes of shared memory per CTA")
# 0, 1, -1, 2 and -2.
NUMBERS = {"bf16": (0x0000, 0x3F80, 0xBF80, 0x4000, 0xC000), "f16": (0x0000, 0x3C00, 0xBC00, 0x4000, 0xC000)}


class Chain:
    """A kernel; its fields are what --where and --set name."""

    def __init__(self, seed, index, fixed):
        self.random = random.Random("%d %d" % (seed, index))
        pick = self.random.choice
        fields = {
            "rows": pick((16, 32, 64, 64, 128)), "depth": pick((16, 32, 64, 128)), "columns": pick((16, 32, 64, 128)), "block": pick((16, 32, 64, 128)),
            "type": pick(("bf16", "bf16", "f16")), "warps": pick((1, 2, 4, 4, 8)), "stages": pick((1, 2, 3, 3, 4)),
            "target": pick(("sm_90a", "sm_90a", "sm_90a", "sm_80", "sm_100a", "sm_120a")), "trips": pick((0, 1, 2, 3, 5)), "steps": self.random.randint(2, 5), "masked": pick((False, True)),
        }
        fields.update({name: type(fields[name])(int(value) if isinstance(fields[name], int) else value) for name, value in fixed.items()})
        self.fields = fields
        self.__dict__.update(fields)
        self.lines, self.used, self.bytes, self.stored = [], 0, 0, 0
        self.make()

    # Text.

    def add(self, text, type=None, shape=None):
        self.used += 1
        name = "%%v%d" % self.used
        self.lines.append("%s = %s" % (name, text))
        return (name, type, shape) if type else name

    def tile(self, shape, type):
        return "tensor<%sx%s>" % ("x".join(map(str, shape)), type)

    def pointers(self, base, element, shape):
        """Of a matrix without gaps that begins at a pointer."""
        r, c = shape
        indices = []
        for axis, size in ((1, r), (0, c)):
            one = (size, 1) if axis else (1, size)
            range = self.add("tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32>" % (size, size))
            wide = self.add("tile.expand_dims %s {axis = %d : i32} : tensor<%dxi32> -> %s" % (range, axis, size, self.tile(one, "i32")))
            if axis:
                pitch = self.add("arith.constant dense<%d> : %s" % (c, self.tile(one, "i32")))
                wide = self.add("arith.muli %s, %s : %s" % (wide, pitch, self.tile(one, "i32")))
            indices.append(self.add("tile.broadcast %s : %s -> %s" % (wide, self.tile(one, "i32"), self.tile(shape, "i32"))))
        offsets = self.add("arith.addi %s, %s : %s" % (*indices, self.tile(shape, "i32")))
        all = self.add("tile.splat %s : !tile.ptr<%s> -> %s" % (base, element, self.tile(shape, "!tile.ptr<%s>" % element)))
        return self.add("tile.addptr %s, %s : %s, %s" % (all, offsets, self.tile(shape, "!tile.ptr<%s>" % element), self.tile(shape, "i32")))

    def input(self, shape, iteration=None):
        """Loads a tile: of each iteration the next one."""
        start = self.bytes // 2
        self.bytes += 2 * shape[0] * shape[1] * (1 if iteration is None else max(self.trips, 1))
        first = self.add("arith.constant %d : i32" % start)
        if iteration is not None:
            size = self.add("arith.constant %d : i32" % (shape[0] * shape[1]))
            first = self.add("arith.addi %s, %s : i32" % (first, self.add("arith.muli %s, %s : i32" % (iteration, size))))
        at = self.add("tile.addptr %%in, %s : !tile.ptr<%s>, i32" % (first, self.type))
        pointers = self.pointers(at, self.type, shape)
        type = self.tile(shape, "!tile.ptr<%s>" % self.type)
        if iteration is None or not self.masked:
            return self.add("tile.load %s : %s" % (pointers, type), self.type, shape)
        # The last iteration has half of its rows.
        range = self.add("tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32>" % (shape[0], shape[0]))
        rows = self.add("tile.expand_dims %s {axis = 1 : i32} : tensor<%dxi32> -> tensor<%dx1xi32>" % (range, shape[0], shape[0]))
        size = self.add("arith.constant %d : i32" % shape[0])
        done = self.add("arith.muli %s, %s : i32" % (iteration, size))
        left = self.add("arith.subi %s, %s : i32" % ("%keys", done))
        limit = self.add("tile.splat %s : i32 -> tensor<%dx1xi32>" % (left, shape[0]))
        inside = self.add("arith.cmpi slt, %s, %s : tensor<%dx1xi32>" % (rows, limit, shape[0]))
        mask = self.add("tile.broadcast %s : tensor<%dx1xi1> -> %s" % (inside, shape[0], self.tile(shape, "i1")))
        zeros = self.add("arith.constant dense<0.0> : %s" % self.tile(shape, self.type))
        return self.add("tile.load %s, %s, %s : %s" % (pointers, mask, zeros, type), self.type, shape)

    def output(self, value, iteration=None):
        name, type, shape = value
        count = 1 if iteration is None else max(self.trips, 1)
        start = self.stored
        self.stored += 4 * shape[0] * shape[1] * count
        first = self.add("arith.constant %d : i32" % (start // (4 if type == "f32" else 2)))
        if iteration is not None:
            size = self.add("arith.constant %d : i32" % (shape[0] * shape[1]))
            first = self.add("arith.addi %s, %s : i32" % (first, self.add("arith.muli %s, %s : i32" % (iteration, size))))
        base = "%out" if type == "f32" else self.add("tile.bitcast %%out : !tile.ptr<f32> -> !tile.ptr<%s>" % type)
        at = self.add("tile.addptr %s, %s : !tile.ptr<%s>, i32" % (base, first, type))
        self.lines.append("tile.store %s, %s : %s" % (self.pointers(at, type, shape), name, self.tile(shape, "!tile.ptr<%s>" % type)))

    # Values.

    def wrap(self, value, most, to):
        """The lowest bits of whole numbers, less a half of the most: they stay small, and an error in one shows."""
        name, type, shape = value
        whole, full = self.tile(shape, "i32"), self.tile(shape, type)
        number = self.add("arith.fptosi %s : %s to %s" % (name, full, whole))
        low = self.add("arith.andi %s, %s : %s" % (number, self.add("arith.constant dense<%d> : %s" % (most, whole)), whole))
        less = self.add("arith.subi %s, %s : %s" % (low, self.add("arith.constant dense<%d> : %s" % (most // 2, whole)), whole))
        return self.add("arith.sitofp %s : %s to %s" % (less, whole, self.tile(shape, to)), to, shape)

    def narrow(self, value):
        """As an operand."""
        return value if value[1] == self.type else self.wrap(value, self.random.choice((1, 3, 7)), self.type)

    def trans(self, value):
        name, type, (r, c) = value
        return self.add("tile.trans %s {order = array<i32: 1, 0>} : %s -> %s" % (name, self.tile((r, c), type), self.tile((c, r), type)), type, (c, r))

    def map(self, value):
        name, type, shape = value
        kind = self.random.choice(("none", "none", "max", "negate", "mask"))
        full = self.tile(shape, type)
        if kind == "max":
            zero = self.add("arith.constant dense<0.0> : " + full)
            return self.add("arith.maxnumf %s, %s : %s" % (name, zero, full), type, shape)
        if kind == "negate":
            return self.add("arith.negf %s : %s" % (name, full), type, shape)
        if kind == "mask":
            # As in causal attention: of the rows from here on.
            parts = []
            for axis, size in ((1, shape[0]), (0, shape[1])):
                one = (size, 1) if axis else (1, size)
                range = self.add("tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32>" % (size, size))
                wide = self.add("tile.expand_dims %s {axis = %d : i32} : tensor<%dxi32> -> %s" % (range, axis, size, self.tile(one, "i32")))
                parts.append(self.add("tile.broadcast %s : %s -> %s" % (wide, self.tile(one, "i32"), self.tile(shape, "i32"))))
            inside = self.add("arith.cmpi sge, %s, %s : %s" % (*parts, self.tile(shape, "i32")))
            zero = self.add("arith.constant dense<0.0> : " + full)
            return self.add("arith.select %s, %s, %s : %s, %s" % (inside, name, zero, self.tile(shape, "i1"), full), type, shape)
        return value

    def product(self, values, carried):
        """Of two values that fit, perhaps transposed; its sum may begin with another one's."""
        pairs = []
        for a in values:
            for b in values:
                for ta in (False, True):
                    for tb in (False, True):
                        m, k = a[2][::-1] if ta else a[2]
                        k2, n = b[2][::-1] if tb else b[2]
                        if k == k2 and not (a is b and ta == tb and m != n):
                            # What a product made, and what a loop carries, first.
                            weight = 1 + 3 * (a[1] == "f32") + 3 * (b[1] == "f32")
                            pairs += [(a, b, ta, tb)] * weight
        a, b, ta, tb = self.random.choice(pairs)
        left, right = self.narrow(a), self.narrow(b)
        left, right = self.trans(left) if ta else left, self.trans(right) if tb else right
        shape = (left[2][0], right[2][1])
        sums = [value for value in values if value[1] == "f32" and value[2] == shape]
        if sums and self.random.random() < 0.5:
            start = self.random.choice(sums)[0]
        else:
            start = self.add("arith.constant dense<0.0> : " + self.tile(shape, "f32"))
        types = (self.tile(left[2], self.type), self.tile(right[2], self.type), self.tile(shape, "f32"))
        return self.add("tile.dot %s, %s, %s : %s * %s -> %s" % (left[0], right[0], start, *types), "f32", shape)

    def make(self):
        m, d, n, e = self.rows, self.depth, self.block, self.columns
        query = self.input((m, d))
        carried = [("%%c%d" % i, "f32", shape) for i, shape in enumerate(self.random.sample([(m, e), (d, e), (n, e), (m, d), (m, n)], self.random.randint(1, 2)))]
        zeros = [self.add("arith.constant dense<%s> : %s" % (self.random.choice(("0.0", "1.0")), self.tile(shape, type))) for _, type, shape in carried]
        zero, one = self.add("arith.constant 0 : i32"), self.add("arith.constant 1 : i32")
        before, self.lines = self.lines, []
        iteration = "%i"
        values = [query, self.input((n, d), iteration), self.input((n, e), iteration)] + carried
        made = []
        for _ in range(self.steps):
            value = self.map(self.product(values, carried))
            values.append(value)
            made.append(value)
        yields = []
        for name, type, shape in carried:
            new = [value for value in made if value[2] == shape]
            if not new:
                yields.append(name)
                continue
            total = self.add("arith.addf %s, %s : %s" % (name, self.random.choice(new)[0], self.tile(shape, type)))
            yields.append(self.wrap((total, type, shape), 255, type)[0])
        for value in made[-2:]:
            self.output(value if self.random.random() < 0.5 else self.narrow(value), iteration)
        body, self.lines = self.lines, before
        types = ", ".join(self.tile(shape, type) for _, type, shape in carried)
        starts = ", ".join("%s = %s" % (c[0], z) for c, z in zip(carried, zeros))
        self.lines.append("%%r:%d = scf.for %%i = %s to %%trips step %s iter_args(%s) -> (%s) : i32 {" % (len(carried), zero, one, starts, types))
        self.lines += ["  " + line for line in body]
        self.lines.append("  scf.yield %s : %s" % (", ".join(yields), types))
        self.lines.append("}")
        for i, (_, type, shape) in enumerate(carried):
            self.output(("%%r#%d" % i, type, shape))

    def text(self):
        head = "tile.func public @kernel(%raw: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %sums: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %trips: i32, %keys: i32) {"
        casts = ["%%in = tile.bitcast %%raw : !tile.ptr<i8> -> !tile.ptr<%s>" % self.type, "%out = tile.bitcast %sums : !tile.ptr<i8> -> !tile.ptr<f32>"]
        return "\n".join([head] + ["  " + line for line in casts + self.lines] + ["  tile.return", "}", ""])

    def data(self):
        numbers = NUMBERS[self.type]
        return b"".join(numbers[self.random.choice((0, 0, 0, 1, 1, 2, 3, 4))].to_bytes(2, "little") for _ in range(self.bytes // 2))

    def describe(self):
        return " ".join("%s=%s" % item for item in self.fields.items())


def call(chain, text, folder, device, options):
    path = lambda name: os.path.join(folder, name)
    with open(path("kernel.mlir"), "w", encoding="utf-8") as file:
        file.write(text)
    keys = max(chain.trips * chain.block - chain.block // 2, 0)
    command = ["tile-run", path("kernel.mlir"), "--device=" + device] + options
    command += ["--input=%dxu8=%s" % (chain.bytes, path("in.npy")), "--output=%dxu8=zeros:save=%s" % (chain.stored, path(device + ".npy")), "--input=i32=%d" % chain.trips, "--input=i32=%d" % keys]
    run = subprocess.run(command, capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (240, 241)))
    return run, read_npy(path(device + ".npy")) if run.returncode == 0 else None


def check(chain, folder, args):
    """What is wrong: None, "refused" or a text."""
    write_npy(os.path.join(folder, "in.npy"), chain.data())
    options = ["--num-warps=%d" % chain.warps, "--num-stages=%d" % chain.stages, "--target=" + chain.target, "--fp-contract=off"]
    run, found = call(chain, chain.text(), folder, "sim", options + ["--strict-races"])
    if run.returncode == 1 and REFUSAL.search(run.stderr):
        return "refused"
    if run.returncode == 0 and args.ptxas:
        run = subprocess.run(["tilec", os.path.join(folder, "kernel.mlir"), "--emit=ptx", "--verify-ptx", "-o", os.devnull] + options, capture_output=True, text=True)
    if run.returncode == 0:
        text = chain.text()
        if args.replace:
            text = text.replace(*args.replace.split("="))
        run, wanted = call(chain, text, folder, "interpreter", [])
    if run.returncode != 0:
        return "%s\nexit code %d\n%s" % (" ".join(run.args), run.returncode, run.stderr[-2000:])
    if found == wanted:
        return None
    places = [i for i in range(0, len(found), 2) if found[i : i + 2] != wanted[i : i + 2]]
    return "%d of %d words differ; the first at byte %d: simulated %s, interpreted %s" % (
        len(places), len(found) // 2, places[0], found[places[0] : places[0] + 2].hex(), wanted[places[0] : places[0] + 2].hex())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["run", "show"])
    parser.add_argument("index", nargs="?", type=int, help="with show: which chain")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="run the chain of this number alone")
    parser.add_argument("--keep", help="a folder in which the last kernel stays")
    parser.add_argument("--where", default="", help="only chains with these fields")
    parser.add_argument("--set", dest="fixed", default="", help="fields of all chains")
    parser.add_argument("--break", dest="replace", help="give the interpreter another operation: OLD=NEW, for a test of the test")
    parser.add_argument("--ptxas", action="store_true")
    args = parser.parse_args()
    fields = lambda text: dict(pair.split("=") for pair in text.split(",") if pair)
    if args.mode == "show":
        chain = Chain(args.seed, args.index, fields(args.fixed))
        print("// %s\n%s" % (chain.describe(), chain.text()), end="")
        return 0
    counts, failed = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or temporary
        os.makedirs(folder, exist_ok=True)
        indices, index = [args.only] if args.only is not None else [], 0
        while args.only is None and len(indices) < args.count:
            chain = Chain(args.seed, index, fields(args.fixed))
            if all(str(chain.fields[name]) == value for name, value in fields(args.where).items()):
                indices.append(index)
            index += 1
        for index in indices:
            chain = Chain(args.seed, index, fields(args.fixed))
            outcome = check(chain, folder, args)
            counts["equal" if outcome is None else "refused" if outcome == "refused" else "failed"] += 1
            if outcome not in (None, "refused"):
                print("chain %d of seed %d failed: %s\n%s" % (index, args.seed, chain.describe(), outcome), flush=True)
    print("%d chains: %d equal, %d failed, %d refused" % (len(indices), counts["equal"], counts["failed"], counts["refused"]))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
