#!/usr/bin/env python3
"""Runs kernels with inline PTX and compares what they store with a model.

usage: semantics.py SUBJECT [--count N] [--seed S] [--device DEVICE] [--tool FILE]
                    [--keep FOLDER] [--verify] [--quick]

SUBJECT is a name below; --count says how many random kernels it makes. FILE is
tile-run, elsewhere than in PATH, with tilec beside it. Kernels that fail go to
FOLDER. With --verify, ptxas reads each PTX as well; --quick takes one number of
warps.
"""

import argparse
import random
import sys

sys.dont_write_bytecode = True  # not into the source tree

import bench
import effects
import groups
import layouts
import order
import purity
import random_maps
import texts


def maps(runner, options):
    for i in range(options.count):
        seed = options.seed + i
        generator = random.Random(seed)
        kernel = random_maps.make(generator, "seed %d" % seed, q=i % 4 == 3, fallbacks=False)
        runner.run(kernel, "seed %d" % seed)


def classes(runner, options):
    """Each type in each class, alone and packed; --count says how many kernels."""
    kinds = list(random_maps.every_class())
    generator = random.Random(options.seed)
    for i in range(options.count):
        kernel = bench.Kernel(4)
        kernel.options.append("--ptx-version=83")
        for pack, given, made in kinds[i :: options.count]:
            random_maps.add_kind(kernel, generator, "%s in %s to %s in %s, pack %d" % (given + made + (pack,)), pack, given, made)
        runner.run(kernel, "classes %d" % i)


def fallbacks(runner, options):
    """The same maps by asm and, with the same result, by what stands for it."""
    for i in range(options.count):
        seed = options.seed + i
        kernel = random_maps.make(random.Random(seed), "seed %d" % seed, q=i % 4 == 3, fallbacks=True)
        for choice in ("native", "fallback"):
            kernel.options.append("--asm=" + choice)
            runner.run(kernel, "seed %d, %s" % (seed, choice))
            kernel.options.pop()


def once(runner, options):
    """Of each 4 sizes, as many of the numbers of warps as --count says."""
    sizes = [1 << i for i in range(13)]
    for i, warps in enumerate([4, 1, 32, 8, 2, 16][: options.count]):
        for start in range(0, 13, 4):
            group = sizes[start : start + 4]
            kernel = effects.exactly_once(warps, group, PACKS, ["straight"], ["elements", "addresses", "one"])
            runner.run(kernel, "once %s %d" % (group, warps))


def once_in_forms(runner, options):
    names = list(effects.FORMS)
    for i in range(min(options.count, len(names))):
        for warps in (4, 1, 32)[: 1 if options.quick else 3]:
            kernel = effects.exactly_once(warps, [1, 16, 128, 1024], PACKS[:2], [names[i]], ["elements", "addresses", "one", "unused", "none"])
            runner.run(kernel, "once %s %d" % (names[i], warps))


def once_by_fallbacks(runner, options):
    for form_name in list(effects.FORMS)[: options.count]:
        kernel = effects.exactly_once(4, [1, 16, 128, 1024], PACKS, [form_name], ["elements", "one", "unused", "none"], has_fallbacks=True)
        runner.run(kernel, "once by fallbacks, " + form_name)


def once_in_matrices(runner, options):
    shapes = [(1, 1), (4, 8), (1, 64), (64, 1), (16, 32), (2, 4, 8), (8, 1, 16)]
    for warps in (4, 1, 32):
        for form_name in list(effects.FORMS)[: options.count]:
            runner.run(effects.matrices(warps, shapes, PACKS[:2], [form_name]), "matrices %s %d" % (form_name, warps))


def threads(runner, options):
    for form_name in list(effects.FORMS)[: options.count]:
        if form_name == "called_twice":
            continue  # it has two arguments
        for warps in (1, 4, 32):
            runner.run(effects.once_a_thread(warps, form_name), "thread %s %d" % (form_name, warps))


def together(runner, options):
    """Tiles of 1 to 1024 elements; --count is that of the numbers of warps."""
    shapes = [(1 << i,) for i in range(8)] + [(1024,), (4, 4), (1, 64), (8, 2, 8)]
    for warps in [1, 4, 32, 2, 8, 16][: options.count]:
        for pack in (1, 2, 4, 8, 16):
            for element, other in (("i32", "i8"), ("i16", "i32"), ("i8", "i16")):
                for pure in (True, False):
                    kernel = groups.make(warps, shapes, pack, element, other, pure)
                    runner.run(kernel, "together %s %s %d %s %d" % (element, other, pack, pure, warps))


def moves(runner, options):
    purity.run(runner)


def written(runner, options):
    texts.run(runner)


def propagation(runner, options):
    layouts.run(runner, options.quick)


def ordered(runner, options):
    shapes = [(1,), (4,), (32,), (64,), (256,), (1024,), (4, 8), (16, 32)]
    for warps in (1, 4, 32):
        for pack in PACKS:
            for shape in shapes:
                runner.run(order.make(warps, [shape], pack), "ordered %s %d %d" % (shape, warps, pack))


PACKS = [1, 2, 4]
SUBJECTS = {f.__name__: f for f in (maps, classes, fallbacks, once, once_in_forms, once_by_fallbacks, once_in_matrices, threads, together, moves, written, propagation, ordered)}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device")
    parser.add_argument("--tool", default="tile-run")
    parser.add_argument("--keep")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    runner = bench.Runner(options.device, options.tool, keep=options.keep, verify=options.verify)
    SUBJECTS[options.subject](runner, options)
    runner.close()
    print("%s: %d kernels, %d elements, %d failed" % (options.subject, runner.runs, runner.elements, runner.failed))
    return 1 if runner.failed or not runner.runs else 0


if __name__ == "__main__":
    sys.exit(main())
