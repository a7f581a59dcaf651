#!/usr/bin/env python3
"""Random programs: compiled and simulated, and interpreted, to the same results.

usage: random_programs.py run [--count N] [--seed S] [--only INDEX] [--kinds KIND,...]
                          [--tools FOLDER] [--simulator FOLDER] [--keep FOLDER] [--per-kernel N] [--break OLD=NEW,...]
                          [--time-limit SECONDS] [--odd]
       random_programs.py show INDEX [--seed S] [--odd]

A program loads tiles, does some operations on them, and stores what comes out. A
kernel has several programs, so that many run in one process; tile-run executes it
with --device=sim, which takes the whole pipeline, and with --device=interpreter.
Results must be equal bit for bit. Where a sum of floats is rounded they may differ by
what --bounds of the interpreter allows, since its order is free. Of Welford reductions,
and of what is made of them, there is a tolerance as well: the smaller one counts.

A program that the compiler refuses is counted by its message. One that fails is
printed by its seed and its number, made small: `run --only` runs it alone. `show`
prints the program. KIND is one of those that the summary lists. With --odd most
dimensions of tiles are no powers of two.
"""

import argparse
import collections
import math
import os
import random
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile

# The sources stay as they are.
sys.dont_write_bytecode = True

from operations import KINDS, Program
from values import BITS, BYTES, decode, is_float

ERROR = re.compile(r"^(?:[^:\n]*):(\d+):\d+: error: (.*)$", re.M)
TRIPS = 3


class Kernel:
    """Programs with one number of warps, in one function."""

    def __init__(self, programs, warps, grid):
        self.programs, self.warps, self.grid = programs, warps, grid
        self.lines, self.owners = [], {}
        add = self.lines.append
        add("tile.func public @kernel(%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %trips: i32) {")
        add("  %pid = tile.get_program_id x : i32")
        self.input_size = sum(p.input_size for p in programs)
        self.output_size = sum(p.output_size for p in programs)
        add("  %%in_pitch = arith.constant %d : i32" % self.input_size)
        add("  %%out_pitch = arith.constant %d : i32" % self.output_size)
        add("  %in_at = arith.muli %pid, %in_pitch : i32")
        add("  %out_at = arith.muli %pid, %out_pitch : i32")
        add("  %in0 = tile.addptr %in, %in_at : !tile.ptr<i8>, i32")
        add("  %out0 = tile.addptr %out, %out_at : !tile.ptr<i8>, i32")
        self.output_starts = []
        at_input = at_output = 0
        for number, program in enumerate(programs):
            self.output_starts.append(at_output)
            for line in program.emit("%%p%d_" % number, at_input, at_output):
                add("  " + line)
                self.owners[len(self.lines)] = number
            at_input += program.input_size
            at_output += program.output_size
        self.lines += ["  tile.return", "}"]
        self.input = b"".join(p.make_input(block) for block in range(grid) for p in programs)

    def text(self):
        return "\n".join(self.lines) + "\n"


def write_npy(path, data, descr="|u1"):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (descr, len(data) // int(descr[2:]))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + struct.unpack("<H", data[8:10])[0] :]


def normalize(message):
    """Without what differs between programs: numbers, types, layouts."""
    message = re.sub(r"#tile\.\w+<.*>", "LAYOUT", message)
    message = re.sub(r"'?tensor<[^>]*>+'?", "TILE", message)
    return re.sub(r"\b\d+\b", "N", message)


class Runner:
    def __init__(self, tools, simulator, folder, replacements=()):
        self.replacements = replacements
        # Seconds of processor time of one call of tile-run: more than any needs.
        self.time_limit = 120
        self.tools = {device: os.path.join(place, "tile-run") if place else "tile-run"
                      for device, place in (("interpreter", tools), ("sim", simulator or tools))}
        self.folder = folder
        # What was counted: programs by outcome and by refusal, operations, elements.
        self.refused, self.operations = collections.Counter(), collections.Counter()
        self.counts = collections.Counter()
        # Elements that differ and have no bound, by what made them.
        self.unbounded = collections.Counter()

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, kernel, device, options):
        output = self.path(device + ".npy")
        command = [self.tools[device], self.path("kernel.mlir"), "--device=" + device, "--grid=%d" % kernel.grid] + options
        command += ["--input=in:%dxu8=%s" % (len(kernel.input), self.path("in.npy"))]
        command += ["--output=out:%dxu8=zeros:save=%s" % (kernel.output_size * kernel.grid, output), "--input=trips:i32=%d" % TRIPS]
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.time_limit, self.time_limit + 1))
        run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
        if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            run.stderr += "took more than %d s" % self.time_limit
        return run, (read_npy(output) if run.returncode == 0 else None)

    def simulate(self, kernel):
        return self.call(kernel, "sim", ["--num-warps=%d" % kernel.warps, "--fp-contract=off", "--target=sm_90a"])

    def interpret(self, kernel):
        bounds = self.path("bounds.npy")
        if self.replacements:
            text = kernel.text()
            for pair in self.replacements:
                text = text.replace(*pair.split("="))
            with open(self.path("kernel.mlir"), "w", encoding="utf-8") as file:
                file.write(text)
        run, data = self.call(kernel, "interpreter", ["--bounds=out=" + bounds])
        return run, data, read_npy(bounds) if run.returncode == 0 else None

    def write(self, kernel):
        with open(self.path("kernel.mlir"), "w", encoding="utf-8") as file:
            file.write(kernel.text())
        write_npy(self.path("in.npy"), kernel.input)

    def run(self, kernel):
        """What is wrong with each program: None, ("refused", message) or ("failed", text)."""
        outcomes = [None] * len(kernel.programs)
        left = list(range(len(kernel.programs)))
        while left:
            part = Kernel([kernel.programs[i] for i in left], kernel.warps, kernel.grid)
            self.write(part)
            simulated, found = self.simulate(part)
            if simulated.returncode == 0:
                interpreted, wanted, bounds = self.interpret(part)
                if interpreted.returncode != 0:
                    found = None
                    simulated = interpreted
            if found is not None:
                for number, i in enumerate(left):
                    outcomes[i] = self.compare(part, number, found, wanted, bounds)
                return outcomes
            errors = {}
            for line, message in ERROR.findall(simulated.stderr):
                owner = part.owners.get(int(line))
                if owner is not None and simulated.returncode == 1 and "0x" not in message:
                    errors.setdefault(owner, message)
            if not errors and len(left) > 1:
                # Which one it is shows when they are alone.
                for i in left:
                    outcomes[i] = self.run(Kernel([kernel.programs[i]], kernel.warps, kernel.grid))[0]
                return outcomes
            if not errors or simulated.args[2] == "--device=interpreter":
                text = "%s\nexit code %d\n%s" % (" ".join(simulated.args), simulated.returncode, simulated.stderr[-2000:])
                if len(left) == 1:
                    outcomes[left[0]] = ("failed", text)
                    return outcomes
                for i in left:
                    outcomes[i] = self.run(Kernel([kernel.programs[i]], kernel.warps, kernel.grid))[0]
                return outcomes
            for owner, message in errors.items():
                outcomes[left[owner]] = ("refused", message)
            left = [i for number, i in enumerate(left) if number not in errors]
        return outcomes

    def compare(self, kernel, number, found, wanted, bounds):
        program = kernel.programs[number]
        for block in range(kernel.grid):
            start = block * kernel.output_size + kernel.output_starts[number]
            for value, offset in program.outputs:
                size = BYTES[value.element]
                lowest, total = start + offset, value.count() * size
                both = found[lowest : lowest + total], wanted[lowest : lowest + total]
                self.counts["elements"] += value.count()
                if both[0] == both[1]:
                    continue
                for i in range(value.count()):
                    a, b = (part[i * size : (i + 1) * size] for part in both)
                    if a == b:
                        continue
                    at = lowest + i * size
                    bound = struct.unpack("<d", bounds[8 * at : 8 * at + 8])[0]
                    problem = self.judge(value, a, b, bound)
                    if problem:
                        return ("failed", "%%%s, %s, element %d of program %d: simulated %s, interpreted %s%s" % (
                            value.name, value.type(), i, block, a[::-1].hex(), b[::-1].hex(), problem))
        return None

    def judge(self, value, a, b, bound):
        """What is wrong with an element; empty if its difference is allowed."""
        x, y = (decode(value.element, data) for data in (a, b))
        if x != x and y != y:
            return ""
        if bound == 0:
            return " (%r and %r)" % (x, y)
        self.counts["rounded elements"] += 1
        if value.tolerance is not None and x == x and y == y:
            bound = min(bound, value.tolerance * max(1, abs(y)))
        if math.isinf(bound):
            self.counts["elements without a bound"] += 1
            self.unbounded["%s of %s" % (value.element, value.kind)] += 1
            return ""
        distance = abs(x - y)
        if not is_float(value.element):
            # Around the end of the integers, if that is shorter.
            distance = min(distance, 2 ** BITS[value.element] - distance)
        return "" if distance <= bound else " (%r and %r, bound %r)" % (x, y, bound)


def make_kernel(seed, number, programs):
    rng = random.Random("kernel %d %d" % (seed, number))
    return Kernel(programs, 1 << rng.randint(0, 4), rng.choice([1, 1, 2]))


def shrink(runner, program, kernel):
    """The earliest value that is wrong, and what it is made of."""
    for value in program.values:
        smaller = program.slice(value)
        outcome = runner.run(Kernel([smaller], kernel.warps, kernel.grid))[0]
        if outcome and outcome[0] == "failed":
            return smaller, outcome
    return program, runner.run(Kernel([program], kernel.warps, kernel.grid))[0]


def run(args, folder):
    replacements = args.replace.split(",") if args.replace else ()
    runner = Runner(args.tools, args.simulator, folder, replacements)
    runner.time_limit = args.time_limit
    kinds = args.kinds.split(",") if args.kinds else None
    failures = []
    indices = [args.only] if args.only is not None else range(args.count)
    for first in range(indices[0], indices[-1] + 1, args.per_kernel):
        mine = [i for i in range(first, first + args.per_kernel) if i in indices]
        programs = [Program(args.seed, i, kinds, args.odd) for i in mine]
        kernel = make_kernel(args.seed, mine[0] // args.per_kernel, programs)
        for i, program, outcome in zip(mine, programs, runner.run(kernel)):
            if outcome and outcome[0] == "refused":
                runner.refused[normalize(outcome[1])] += 1
                runner.counts["refused"] += 1
                continue
            runner.operations.update(program.kinds)
            if not outcome:
                continue
            failures.append(i)
            smaller, again = shrink(runner, program, kernel)
            print("program %d of seed %d failed: %d warps, grid %d" % (i, args.seed, kernel.warps, kernel.grid))
            print((again or outcome)[1])
            print(Kernel([smaller], kernel.warps, kernel.grid).text())
            sys.stdout.flush()
    total = len(indices)
    refused = runner.counts["refused"]
    print("%d programs: %d equal, %d failed, %d refused" % (total, total - refused - len(failures), len(failures), refused))
    print("%d elements, %d of them rounded differently and compared with a bound, %d of these without one" % (
        runner.counts["elements"], runner.counts["rounded elements"], runner.counts["elements without a bound"]))
    for reason, count in runner.unbounded.most_common():
        print("without a bound %d: %s" % (count, reason))
    print("operations: " + ", ".join("%s: %d" % (kind, runner.operations[kind]) for kind in KINDS))
    for message, count in runner.refused.most_common():
        print("refused %d: %s" % (count, message))
    if failures:
        print("failed: --seed %d, --only %s" % (args.seed, ", ".join(map(str, failures))))
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["run", "show"])
    parser.add_argument("index", nargs="?", type=int, help="with show: which program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="run the program of this number alone")
    parser.add_argument("--kinds", help="only operations of these kinds")
    parser.add_argument("--odd", action="store_true", help="tiles of any size")
    parser.add_argument("--per-kernel", type=int, default=8)
    parser.add_argument("--tools", help="the folder of tile-run; else PATH")
    parser.add_argument("--simulator", metavar="TOOLS", help="another folder, of the tile-run that compiles and simulates")
    parser.add_argument("--break", dest="replace", help="give the interpreter other operations: OLD=NEW,... for a test of the test")
    parser.add_argument("--time-limit", type=int, default=120, help="seconds of processor time of a kernel, after which it counts as one that hangs")
    parser.add_argument("--keep", help="a folder in which the last kernel stays")
    args = parser.parse_args()
    if args.mode == "show":
        program = Program(args.seed, args.index, args.kinds.split(",") if args.kinds else None, args.odd)
        print(make_kernel(args.seed, args.index // args.per_kernel, [program]).text(), end="")
        return 0
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        return run(args, args.keep)
    with tempfile.TemporaryDirectory() as folder:
        return run(args, folder)


if __name__ == "__main__":
    sys.exit(main())
