#!/usr/bin/env python3
"""Barriers of shared memory: as many as needed, and none too many.

usage: barriers.py shapes [--tools FOLDER]
       barriers.py random [--count N] [--seed S] [--tools FOLDER]

`shapes` has a program for each shape of code, with the barriers that it needs;
`random` makes programs. Each runs in the simulator, which must find the right
numbers and no race. Then each barrier is left out once: the simulator must find a
race or a wrong number. Of random programs a few need no barrier that they have,
since the pass knows less than a run does (docs/memory-model.md).
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

# The sources stay as they are.
sys.dont_write_bytecode = True

from layouts import from_columns, log2, random_columns, random_layout
from programs import TRIPS, Kernel, Place, is_ready

# Trips of the loops, and bits that say which way branches go. Loops may have no trip.
RUNS = ((TRIPS, 0x3), (TRIPS - 1, 0x7FFFFFFC), (TRIPS, 0x19999999), (TRIPS - 1, 0x66666666), (0, 0x5A5A5A5A))
# Not those of the author.
BARRIER = re.compile(r"^ *tilegpu\.barrier \w+\n", re.M)


class Tools:
    def __init__(self, folder):
        self.folder = folder
        self.temporary = tempfile.TemporaryDirectory()

    def call(self, tool, arguments, text):
        done = subprocess.run([os.path.join(self.folder, tool)] + arguments, input=text, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError("%s: exit code %d\n%s\n%s" % (tool, done.returncode, done.stderr[-3000:], text))
        return done.stdout

    def insert(self, kernel):
        return self.call("tile-opt", ["-", "--tile-allocate-shared-memory", "--tile-insert-barriers"], kernel.text)

    def run(self, kernel, text):
        """What is wrong, or None."""
        ptx = self.call("tile-translate", ["-", "--tile-to-ptx"], self.call("tile-opt", ["-", "--tilegpu-to-llvm"], text))
        path = os.path.join(self.temporary.name, "k.ptx")
        with open(path, "w") as file:
            file.write(ptx)
        for arguments in RUNS:
            problem = self.run_once(kernel, path, *arguments)
            if problem:
                return problem
        return None

    def run_once(self, kernel, path, trips, bits):
        expected, found = kernel.expect(trips, bits), os.path.join(self.temporary.name, "k.npy")
        command = [os.path.join(self.folder, "tile-run"), path, "--device=sim", "--grid=1", "--output=%dxi32:save=%s" % (len(expected), found), "--input=i32=%d" % trips, "--input=i32=%d" % bits]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return done.stdout + done.stderr
        with open(found, "rb") as file:
            data = file.read()
        data = data[10 + int.from_bytes(data[8:10], "little") :]
        wrong = [i for i, value in enumerate(expected) if value is not None and int.from_bytes(data[4 * i : 4 * i + 4], "little") != value]
        return "%d numbers differ, the first is %d" % (len(wrong), wrong[0]) if wrong else None


def check(tools, name, kernel, count=None):
    """Whether the program is right; and of the barriers, how many are left out without
    harm."""
    try:
        text = tools.insert(kernel)
        inserted = [m.span() for m in BARRIER.finditer(text)]
        problem = tools.run(kernel, text)
        if count is not None and count != [text[a:b].split()[1] for a, b in inserted]:
            problem = "expected barriers %s\n%s" % (count, problem)
        spare = []
        for begin, end in [] if problem else inserted:
            if not tools.run(kernel, text[:begin] + text[end:]):
                spare.append(text[:begin] + "  // left out\n" + text[begin:])
        if count is not None and spare:
            problem = "left out without harm:\n" + spare[0]
    except RuntimeError as error:
        problem, inserted, spare = str(error), [], []
    if problem:
        print("%s: failed\n%s\n%s" % (name, problem, text))
    elif count is not None:
        print("%s: %s" % (name, ", ".join(count) or "no barrier"))
    return not problem, len(inserted), spare


# Two warps: element i is thread i's; the threads in reverse order in each warp, and
# in both; each warp has all 64.
ONE = from_columns((64,), [], [1, 2, 4, 8, 16], [32])
LANES = from_columns((64,), [], [16, 8, 4, 2, 1], [32])
ACROSS = from_columns((64,), [], [32, 16, 8, 4, 2], [1])
ALL = from_columns((64,), [32], [1, 2, 4, 8, 16], [0])


def shapes():
    """Name, program, and the barriers in the order of the program."""
    p, q, small = Place("p", 64), Place("q", 64), Place("s", 32)
    alloc = [["alloc", p]]
    both = [["alloc", p], ["alloc", q]]

    def put(place=p, layout=ONE):
        return ["store", place, layout]

    def get(place=p, layout=ACROSS):
        return ["load", place, layout]

    cta, warp = "cta", "warp"
    yield "straight", alloc + [put(), get()], [cta]
    yield "written again", alloc + [put(), get(), put(), get()], [cta, cta, cta]
    yield "loaded twice", alloc + [put(), get(), get(layout=LANES)], [cta]
    yield "same thread", alloc + [put(), get(layout=ONE), put(), get(layout=ONE)], []
    yield "lanes of a warp", alloc + [put(), get(layout=LANES)], [warp]
    yield "lanes of a warp, then others", alloc + [put(), get(layout=LANES), get()], [warp, cta]
    yield "others, then lanes of a warp", alloc + [put(), get(), get(layout=LANES)], [cta]
    yield "copies in all warps", alloc + [put(layout=ALL), get(layout=ALL)], [cta]
    yield "two places, one barrier", both + [put(), put(q), get(), get(q)], [cta]
    yield "two places, one after the other", both + [put(), get(), put(q), get(q), get()], [cta, cta]
    yield "a loop, made outside", alloc + [["for", [put(), get()]]], [cta, cta]
    yield "a loop, made inside", [["for", [["alloc", p], put(), get()]]], [cta, cta]
    yield "a loop, written at its end", alloc + [put(), ["for", [get(), put()]], get()], [cta, cta, cta]
    yield "a loop of one thread each", alloc + [["for", [put(), get(layout=ONE)]]], []
    yield "a loop of lanes of a warp", alloc + [["for", [put(), get(layout=LANES)]]], [warp, warp]
    yield "a loop that loads", alloc + [put(), ["for", [get()]]], [cta]
    yield "two buffers in a loop", both + [put(), ["for", [put(q), get(), put(), get(q)]]], [cta, cta]
    yield "nested loops", alloc + [["for", [put(), ["for", [get()]]]]], [cta, cta]
    yield "nested loops, written inside", alloc + [["for", [["for", [put(), get()]]]]], [cta, cta]
    yield "scf.while", alloc + [["while", [put(), get()]]], [cta, cta]
    yield "one branch stores", alloc + [put(), ["if", 0, [get(), put()], []], get()], [cta, cta, cta]
    yield "both branches store", alloc + [["if", 0, [put()], [put(layout=ACROSS)]], get()], [cta]
    yield "both branches load, in a loop", alloc + [put(), ["for", [["if", 0, [get()], [get()]], put()]]], [cta, cta, cta]
    # Small places have bytes of their own; large ones use them again.
    repeated = [64, 128, 256, 512]
    a, b = Place("a", 1024), Place("b", 1024)
    there, back = from_columns((1024,), repeated, [1, 2, 4, 8, 16], [32]), from_columns((1024,), repeated, [32, 16, 8, 4, 2], [1])
    both = [["alloc", a], ["store", a, there], ["load", a, back], ["alloc", b], ["store", b, there], ["load", b, back]]
    yield "two small places", [["alloc", p], put(), get(), ["alloc", q], put(q), get(q)], [cta, cta]
    yield "bytes of two places", both, [cta, cta, cta]
    yield "bytes of two places in a loop", [["for", both]], [cta] * 4
    yield "a barrier is there already", alloc + [put(), ["barrier", cta], get()], []
    yield "a barrier of the warp does not do", alloc + [put(), ["barrier", warp], get()], [cta]
    yield "a barrier of the CTA does for a warp", alloc + [put(), ["barrier", cta], get(layout=LANES)], []
    yield "a smaller place", [["alloc", small], ["store", small, from_columns((32,), [], [1, 2, 4, 8, 16], [0])], ["load", small, from_columns((32,), [], [16, 8, 4, 2, 1], [0])]], [cta]


def run_shapes(tools, options):
    return 0 if all([check(tools, name, Kernel(2, program), count)[0] for name, program, count in shapes()]) else 1


class Author:
    """Writes a random program."""

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.warp_bits = rng.randint(0, 3)
        while True:
            self.places = self.branches = 0
            self.program = self.block(0, [])
            text = str(self.program)
            if text.count("'load'") >= 2 and all(is_ready(self.program, set(), [], *arguments) for arguments in RUNS):
                break

    def layout(self, place):
        """Often one that other accesses have, so that threads meet themselves."""
        if place.layouts and self.rng.random() < 0.4:
            return self.rng.choice(place.layouts)
        place.layouts.append(random_layout(self.rng, (place.size,), self.warp_bits))
        return place.layouts[-1]

    def block(self, depth, places):
        rng, places, statements = self.rng, list(places), []
        for _ in range(rng.randint(2, 6 if depth == 0 else 4)):
            what = rng.random()
            if not places or what < 0.15:
                self.places += 1
                size = 1 << rng.randint(3, 8)
                place = Place("p%d" % self.places, size, random_columns(rng, log2(size), log2(size), rng.random() < 0.5))
                place.layouts = []
                places.append(place)
                statements += [["alloc", place], ["store", place, self.layout(place)]]
            elif what < 0.4:
                place = rng.choice(places)
                statements.append(["store", place, self.layout(place)])
            elif what < 0.75 or depth == 2:
                place = rng.choice(places)
                statements.append(["load", place, self.layout(place)])
            elif what < 0.88:
                statements.append([rng.choice(["for", "while"]), self.block(depth + 1, places)])
            else:
                self.branches += 1
                statements.append(["if", self.branches - 1, self.block(depth + 1, places), self.block(depth + 1, places) if rng.random() < 0.5 else []])
        return statements


def run_random(tools, options):
    failed = barriers = spare_count = 0
    for seed in range(options.seed, options.seed + options.count):
        author = Author(seed)
        good, inserted, spare = check(tools, "seed %d" % seed, Kernel(1 << author.warp_bits, author.program))
        failed += not good
        barriers += inserted
        spare_count += len(spare)
        for text in spare if options.spare else []:
            print("seed %d, without harm:\n%s" % (seed, text))
    print("%d programs, %d failed; of %d barriers, %d can be left out" % (options.count, failed, barriers, spare_count))
    return failed != 0 or spare_count * 4 > barriers


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("mode", choices=["shapes", "random"])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tools", default="")
    parser.add_argument("--spare", action="store_true", help="show the barriers that can be left out")
    options = parser.parse_args()
    tools = Tools(options.tools)
    return {"shapes": run_shapes, "random": run_random}[options.mode](tools, options)


if __name__ == "__main__":
    sys.exit(main())
