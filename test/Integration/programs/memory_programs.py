#!/usr/bin/env python3
"""Random programs that access memory: compiled and simulated, and interpreted, to the same bits.

usage: memory_programs.py run [--count N] [--first INDEX] [--seed S] [--jobs N] [--tools FOLDER]
       memory_programs.py show INDEX [--seed S]
       memory_programs.py shrink INDEX [--seed S] [--tools FOLDER]

What the programs of random_programs.py have none of: loads, stores and atomic
operations of the same arrays one after the other, with masks and hints; loads by what
was loaded; loops that data ends, with pointers, flags and tiles that they carry;
branches, early returns and calls; elementwise loops that count; descriptors beyond
their bounds; products of bytes. Each is a kernel of its own, for a random target and
number of warps. `run` says which ones fail, `shrink` leaves out what is not needed for
that, and `show` prints one. Two NaNs are equal; nothing else has a tolerance.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import resource
import subprocess
import sys
import tempfile

# The sources stay as they are.
sys.dont_write_bytecode = True

from memory_program import MemoryProgram
from random_programs import normalize, read_npy, write_npy
from values import BYTES, decode, is_float

DESCRIPTIONS = {"i8": "|i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "f16": "<f2", "bf16": "<u2", "f32": "<f4", "f64": "<f8"}
TRIPS = 3
# Seconds of processor time of one call of tile-run: more than any needs.
TIME_LIMIT = 60


def differ(found, wanted, element):
    """The first element that differs, in words; empty if none does."""
    size = BYTES[element]
    for at in range(0, len(found) if found != wanted else 0, size):
        a, b = found[at : at + size], wanted[at : at + size]
        x, y = decode(element, a), decode(element, b)
        if a != b and (not is_float(element) or x == x or y == y):
            return "element %d: simulated %r, interpreted %r" % (at // size, x, y)
    return ""


class Runner:
    """Runs programs in a folder."""

    def __init__(self, tools, folder):
        self.tool, self.folder = os.path.join(tools, "tile-run") if tools else "tile-run", folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, program, device):
        command = [self.tool, self.path("kernel.ttir"), "--device=" + device, "--grid=%d" % program.grid, "--kernel=kernel"]
        outputs = {}
        for name, element, size in program.args + [("out", "i8", program.out_size)]:
            outputs[name] = self.path("%s-%s.npy" % (device, name))
            init = self.path(name + ".npy") if name != "out" else "zeros"
            command.append("--output=%s:%dx%s=%s:save=%s" % (name, size * program.grid, element if name != "out" else "u8", init, outputs[name]))
        command.append("--input=trips:i32=%d" % TRIPS)
        if device == "sim":
            command += ["--num-warps=%d" % program.warps, "--num-stages=%d" % program.stages, "--fp-contract=off", "--target=" + program.target, "--threads=1"]
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT + 1))
        run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
        return run, {name: read_npy(path) for name, path in outputs.items()} if run.returncode == 0 else None

    def test(self, program, text=None):
        """None, or the kind of failure and what it is."""
        with open(self.path("kernel.ttir"), "w", encoding="utf-8") as file:
            file.write(text or program.text())
        for (name, element, _), data in zip(program.args, program.data()):
            write_npy(self.path(name + ".npy"), data, DESCRIPTIONS[element])
        runs = {device: self.call(program, device) for device in ("interpreter", "sim")}
        for device, (run, _) in runs.items():
            if run.returncode != 0:
                return device, run.stderr[-1500:]
        found, wanted = runs["sim"][1], runs["interpreter"][1]
        for name, element, _ in program.args:
            what = differ(found[name], wanted[name], element)
            if what:
                return "differ", "%s, %s" % (name, what)
        for value, at in program.outputs:
            for block in range(program.grid):
                begin = block * program.out_size + at
                part = slice(begin, begin + value.count() * BYTES[value.element])
                what = differ(found["out"][part], wanted["out"][part], value.element)
                if what:
                    return "differ", "%s of type %s, %s of program %d" % (value.name, value.type(), what, block)
        return None


def shrink(runner, program):
    """The program's lines without those that the failure does not need."""
    lines = program.text().split("\n")
    kind = runner.test(program)[0]

    def fails(part):
        outcome = runner.test(program, "\n".join(part))
        return outcome is not None and outcome[0] == kind

    def find_end(begin):
        """Behind the region that begins in this line."""
        indent = len(lines[begin]) - len(lines[begin].lstrip())
        end = begin + 1
        while end < len(lines) and (len(lines[end]) - len(lines[end].lstrip()) > indent or re.match(r" *(\} (else|do) \{|\^)", lines[end])):
            end += 1
        return end + 1

    size, is_smaller = max(1, len(lines) // 4), True
    while size > 1 or is_smaller:
        is_smaller = False
        for begin in range(len(lines) - size, -1, -max(1, size // 2)):
            ends = {begin + size}
            if size == 1 and begin < len(lines) and lines[begin].endswith("{"):
                ends.add(find_end(begin))
            for end in ends:
                if fails(lines[:begin] + lines[end:]):
                    lines, is_smaller = lines[:begin] + lines[end:], True
                    break
        size = max(1, size // 2)
    return "\n".join(lines)


def describe(program):
    return "%d warps, grid %d, %s, %d stages" % (program.warps, program.grid, program.target, program.stages)


def test_one(arguments):
    seed, index, tools = arguments
    with tempfile.TemporaryDirectory() as folder:
        return index, Runner(tools, folder).test(MemoryProgram(seed, index))


def run(args):
    counts, failed = collections.Counter(), []
    work = [(args.seed, index, args.tools) for index in range(args.first, args.first + args.count)]
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for index, outcome in pool.map(test_one, work):
            if not outcome:
                counts["equal"] += 1
                continue
            failed.append(index)
            kind, text = outcome
            message = re.search(r"error: (.*)", text)
            counts["%s: %s" % (kind, normalize(message.group(1)) if message else "")] += 1
            print("program %d of seed %d: %s\n%s" % (index, args.seed, kind, text))
            sys.stdout.flush()
    print("%d programs: %d equal, %d failed" % (args.count, counts.pop("equal", 0), len(failed)))
    for message, count in counts.most_common():
        print("%d: %s" % (count, message))
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["run", "show", "shrink"])
    parser.add_argument("index", nargs="?", type=int, help="with show and shrink: which program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first program's number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--tools", help="the folder of tile-run; else PATH")
    args = parser.parse_args()
    if args.mode == "run":
        return run(args)
    program = MemoryProgram(args.seed, args.index)
    print("// " + describe(program))
    if args.mode == "show":
        print(program.text(), end="")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        print(shrink(Runner(args.tools, folder), program))
    return 0


if __name__ == "__main__":
    sys.exit(main())
