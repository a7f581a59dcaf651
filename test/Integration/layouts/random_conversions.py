#!/usr/bin/env python3
"""Random conversions of layouts: exact, free of races, and as expensive as planned.

usage: random_conversions.py run [--count N] [--seed S] [--tools FOLDER] [--table]
       random_conversions.py prepare FOLDER [--count N] [--seed S] [--tools FOLDER]
       random_conversions.py compare FOLDER [--tool tile-run] [--device DEVICE]

Each conversion loads a tile of random bits in one layout, converts it, and stores it
in another. A kernel has several. `run` compiles them stage by stage and runs them in
the simulator, which finds races, reads of what was never written, and counts the
wavefronts of shared memory; these must be what the remarks of the compiler say.
--table prints how they compare with the fewest that there can be. `prepare` writes
PTX, inputs and expected outputs to a folder, `compare` runs these on a device.
"""

import collections
import json
import os
import random
import re
import sys
import tempfile

# The sources stay as they are.
sys.dont_write_bytecode = True

from cases import call, compare, kernels_of, make_parser, parse_mode, prepare, report_failure, run_tool, write_inputs
from layouts import Side, least_wavefronts, log2, random_pair

# Element types: bits, and the type that memory has of them.
ELEMENTS = {
    "i1": (1, "i8"),
    "i8": (8, "i8"),
    "i16": (16, "i16"),
    "f16": (16, "f16"),
    "bf16": (16, "bf16"),
    "i32": (32, "i32"),
    "f32": (32, "f32"),
    "i64": (64, "i64"),
    "f64": (64, "f64"),
    "f8E4M3FN": (8, "f8E4M3FN"),
    "f8E5M2": (8, "f8E5M2"),
    "!tile.ptr<f32>": (64, "i64"),
}
MAX_BYTES = 32 * 1024
REGISTERS = 128
PASSES = ["--tile-insert-shared-memory=remarks", "--tile-allocate-shared-memory", "--tile-insert-barriers", "--tilegpu-to-llvm"]
REMARK = re.compile(
    r"<stdin>:(\d+):\d+: remark: layout conversion (?:(that changes nothing|by other names of registers)|between lanes: (\d+) shuffles? and (\d+) selects? per warp"
    r"|through (\d+) bytes? of shared memory: per warp (\d+) stores? of (\d+ bytes?|\d+ matri(?:x|ces)) in (\d+) wavefronts? each, (\d+) loads? of (\d+ bytes?|\d+ matri(?:x|ces)) in (\d+) wavefronts? each, a barrier of the (warp|CTA))(?:; \d+ clocks of an SM.*)?$",
    re.M,
)


class Conversion:
    """A pair of layouts, and an element type."""

    def __init__(self, rng, warp_bits):
        while True:
            rank = rng.randint(1, 5)
            self.element = rng.choice(list(ELEMENTS))
            self.bytes = max(8, ELEMENTS[self.element][0]) // 8
            bits = rng.choice([rng.randint(0, 12), rng.randint(5, 9) + warp_bits // 2])
            shape = [1] * rank
            for _ in range(min(bits, log2(MAX_BYTES // self.bytes))):
                shape[rng.randrange(rank)] *= 2
            self.source, self.destination = random_pair(rng, tuple(shape), warp_bits)
            words = max(1, self.bytes // 4)
            if max(len(self.source.registers), len(self.destination.registers)) <= log2(REGISTERS // words):
                break
        self.size = 1 << sum(map(log2, shape))
        self.shape = tuple(shape)

    def emit(self, k):
        """The lines that load it, and those that convert and store it."""
        stored = ELEMENTS[self.element][1]
        self.offset = k.place(self.size * self.bytes)
        dims = "x".join(map(str, self.shape))
        n = k.next()

        def address(base, layout, suffix):
            flat, to = k.layout(layout.flat()), k.layout(layout.text)
            pointer = "!tile.ptr<%s>" % stored
            tiles = "tensor<%sx%s, %s>" % (dims, pointer, to)
            return [
                "%%f%s = tile.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32, %s>" % (suffix, self.size, self.size, flat),
                "%%i%s = tile.reshape %%f%s : tensor<%dxi32, %s> -> tensor<%sxi32, %s>" % (suffix, suffix, self.size, flat, dims, to),
                "%%b%s = tile.addptr %%%s, %%at%d : !tile.ptr<i8>, i32" % (suffix, base, n),
                "%%c%s = tile.bitcast %%b%s : !tile.ptr<i8> -> %s" % (suffix, suffix, pointer) if stored != "i8" else "",
                "%%s%s = tile.splat %%%s%s : %s -> %s" % (suffix, "bc"[stored != "i8"], suffix, pointer, tiles),
                "%%p%s = tile.addptr %%s%s, %%i%s : %s, tensor<%sxi32, %s>" % (suffix, suffix, suffix, tiles, dims, to),
            ]

        def tile(element, layout):
            return "tensor<%sx%s, %s>" % (dims, element, k.layout(layout.text))

        a, b = self.source, self.destination
        load = ["%%at%d = arith.constant %d : i32" % (n, self.offset)] + address("in", a, "a%d" % n)
        load.append("%%x%d = tile.load %%pa%d : %s" % (n, n, tile("!tile.ptr<%s>" % stored, a)))
        before, after = {"i1": ("arith.trunci %s : %s to %s", "arith.extui %s : %s to %s")}.get(
            self.element, ("tile.int_to_ptr %s : %s -> %s", "tile.ptr_to_int %s : %s -> %s") if "ptr" in self.element else (None, None)
        )
        value = "%%x%d" % n
        if before:
            load.append("%%y%d = " % n + before % (value, tile(stored, a), tile(self.element, a)))
            value = "%%y%d" % n
        convert = ["%%z%d = tilegpu.convert_layout %s : %s -> %s" % (n, value, tile(self.element, a), tile(self.element, b))]
        value, store = "%%z%d" % n, address("out", b, "b%d" % n)
        if after:
            store.append("%%w%d = " % n + after % (value, tile(self.element, b), tile(stored, b)))
            value = "%%w%d" % n
        store.append("tile.store %%pb%d, %s : %s" % (n, value, tile("!tile.ptr<%s>" % stored, b)))
        return [[line for line in lines if line] for lines in (load, convert, store)]

    def expected(self, data):
        mine = data[self.offset : self.offset + self.size * self.bytes]
        return bytes(byte & 1 for byte in mine) if self.element == "i1" else mine


class Kernel:
    """Conversions with one number of warps."""

    def __init__(self, seed, count):
        rng = random.Random(seed)
        self.warp_bits = rng.randint(0, 4)
        self.layouts, self.size, self.count = {}, 0, 0
        self.conversions = [Conversion(rng, self.warp_bits) for _ in range(count)]
        body, pending = [], []
        for conversion in self.conversions:
            load, convert, store = conversion.emit(self)
            body += load
            pending.append((convert, store))
            # Sometimes several are converted in a row, which may share barriers.
            if rng.random() < 0.7:
                for part in (0, 1):
                    for lines in pending:
                        body += lines[part]
                pending = []
        for lines in pending:
            body += lines[0] + lines[1]
        head = ["%s = %s" % (name, text) for text, name in self.layouts.items()]
        head.append('module attributes {tile.target = #tile.target<"sm_90a", num_warps = %d>} {' % (1 << self.warp_bits))
        head.append("tile.func public @kernel(%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {")
        self.text = "\n".join(head + ["  " + line for line in body] + ["  tile.return", "}", "}"]) + "\n"
        self.input = rng.randbytes(self.size)
        self.expected = bytearray(self.size)
        for conversion in self.conversions:
            data = conversion.expected(self.input)
            self.expected[conversion.offset : conversion.offset + len(data)] = data

    def layout(self, text):
        return self.layouts.setdefault(text, "#l%d" % len(self.layouts))

    def place(self, size):
        at = self.size
        self.size += -(-size // 16) * 16
        return at

    def next(self):
        self.count += 1
        return self.count - 1

    def written(self):
        """For each byte, whether the kernel stores it."""
        mask = bytearray(self.size)
        for c in self.conversions:
            mask[c.offset : c.offset + c.size * c.bytes] = b"\1" * (c.size * c.bytes)
        return mask


def compile_kernel(kernel, tools):
    """The PTX, and for each conversion what the compiler's remark says of it."""
    done = call([os.path.join(tools, "tile-opt"), "-"] + PASSES, kernel.text)
    remarks = [m.groups() for m in REMARK.finditer(done.stderr)]
    # In the order of the program; conversions have the numbers of their results.
    lines = kernel.text.split("\n")
    plans = {}
    for line, *rest in remarks:
        plans[int(re.match(r" *%z(\d+) = ", lines[int(line) - 1])[1])] = rest
    # Nothing remains of one between equal layouts.
    for i, conversion in enumerate(kernel.conversions):
        if conversion.source.text == conversion.destination.text:
            plans.setdefault(i, ["that changes nothing"] + [None] * 9)
    missing = [i for i in range(len(kernel.conversions)) if i not in plans]
    if missing:
        raise RuntimeError("expected a remark on each conversion, found none on %s\n%s" % (missing, done.stderr))
    ptx = call([os.path.join(tools, "tile-translate"), "-", "--tile-to-ptx"], done.stdout).stdout
    return ptx, [plans[i] for i in range(len(plans))]


def count_groups(side, access):
    """The groups of lanes that an access serves one after the other: a matrix is one."""
    number, unit = access.split()
    return int(number) if unit.startswith("matri") else side.groups(int(number))


def planned(kernel, plans):
    """Wavefronts of the stores and of the loads of all warps, and bank conflicts:
    what is more than one for each group of lanes that is served at once."""
    stores = loads = conflicts = 0
    for conversion, plan in zip(kernel.conversions, plans):
        if plan[3]:
            count, wavefronts, load_count, load_wavefronts = (int(plan[i]) for i in (4, 6, 7, 9))
            groups = count_groups(Side(conversion.source, conversion.bytes, True), plan[5])
            load_groups = count_groups(Side(conversion.destination, conversion.bytes, False), plan[8])
            warps = conversion.source.storing_warps()
            stores += count * wavefronts * warps
            conflicts += count * (wavefronts - groups) * warps
            loads += load_count * load_wavefronts << kernel.warp_bits
            conflicts += load_count * (load_wavefronts - load_groups) << kernel.warp_bits
    return stores, loads, conflicts


def differences(kernel, found):
    wrong = []
    for i, c in enumerate(kernel.conversions):
        size = c.size * c.bytes
        if found[c.offset : c.offset + size] != kernel.expected[c.offset : c.offset + size]:
            wrong.append("conversion %d of %s, %s:\n  %s\n  %s" % (i, c.shape, c.element, c.source.text, c.destination.text))
    return wrong


def kind_of(plan):
    nothing, shuffles, _, size, *_, scope = plan
    if nothing:
        return "nothing" if "nothing" in nothing else "registers"
    return "lanes" if shuffles else "shared, " + scope


def run(options):
    kinds, ratios = collections.Counter(), collections.defaultdict(collections.Counter)
    failed = kernels = conflicts = wavefronts = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed, kernel in kernels_of(options, Kernel):
            kernels += 1
            problem = None
            try:
                ptx, plans = compile_kernel(kernel, options.tools)
                write_inputs(os.path.join(folder, "k"), kernel, ptx)
                found, output = run_tool(os.path.join(options.tools, "tile-run"), "sim", folder, "k", kernel.size)
                stats = json.loads(output)
                problem = "\n".join(differences(kernel, found))
                parts = [stats["shared_stores"], stats["shared_loads"]]
                counted = (parts[0]["wavefronts"], parts[1]["wavefronts"], parts[0]["bank_conflicts"] + parts[1]["bank_conflicts"])
                if counted != planned(kernel, plans):
                    problem += "\nwavefronts of stores, of loads, and bank conflicts: planned %s, found %s" % (planned(kernel, plans), counted)
                wavefronts += sum(counted[:2])
                conflicts += counted[2]
                for conversion, plan in zip(kernel.conversions, plans):
                    kinds[kind_of(plan)] += 1
                    if plan[3]:
                        total = int(plan[4]) * int(plan[6]) + int(plan[7]) * int(plan[9])
                        matrices = ["matri" in plan[i] for i in (5, 8)]
                        least = least_wavefronts(conversion.source, conversion.destination, conversion.bytes, matrices)
                        if total < least:
                            problem += "a plan of %d wavefronts, and no fewer than %d are possible" % (total, least)
                        ratios[8 * conversion.bytes][total / least] += 1
            except RuntimeError as error:
                problem = str(error)
            if problem:
                failed += 1
                report_failure(options, seed, kernel, problem)
    print("%d conversions in %d kernels, %d failed" % (options.count, kernels, failed))
    print("%d wavefronts of shared memory, %d of them bank conflicts" % (wavefronts, conflicts))
    print(", ".join("%s: %d" % pair for pair in sorted(kinds.items())))
    if options.table:
        print_table(ratios)
    return failed != 0


def print_table(ratios):
    limits = [(1, 1), (1, 1.25), (1.25, 1.5), (1.5, 2), (2, 3), (3, 1000)]
    print("| bits | conversions | the minimum | to 1.25 times | to 1.5 | to 2 | to 3 | above |")
    print("|---|---|---|---|---|---|---|---|")
    for bits, counts in sorted(ratios.items()):
        row = [sum(n for ratio, n in counts.items() if (low < ratio <= high or low == high == ratio)) for low, high in limits]
        print("| %d | %d | %s |" % (bits, sum(counts.values()), " | ".join(map(str, row))))


def main():
    parser = make_parser(__doc__, count=150, per_kernel=15, device="cuda:0")
    parser.add_argument("--table", action="store_true")
    options = parse_mode(parser)
    if options.mode == "compare":
        return compare(options, "conversion")
    if options.mode == "prepare":
        return prepare(options, kernels_of(options, Kernel), lambda kernel: compile_kernel(kernel, options.tools)[0])
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
