"""Compares the tile that the tuner's model chooses with the fastest of a search, on a GPU.

usage: tiles.py LIBRARY --predict FILE [--shapes N] [--seed N] [--type bf16]
       tiles.py LIBRARY --measure FILE [--repeat N]

LIBRARY is libtilewright.so. A development tool, not part of the product.

--predict needs no GPU: for each of N random shapes, with m, n and k multiples of 16
between 512 and 16384, a tuner on the simulator computes the cost of the product of
triton_matmul.py with each of TILES for sm_90a. FILE gets shapes and costs as JSON.
--measure times all tiles of all shapes on a GPU: random normal numbers, samples in turn,
with the L2 cache flushed before each; medians. A row has the shape, the chosen tile, the
fastest one, and the time of the first / the second. The last rows count the shapes whose
chosen tile is within 5 % of the fastest.
"""

import argparse
import ctypes
import json
import math
import os
import random
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True  # not into the source tree
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from library import I32_TYPE, POINTER_TYPE, Argument, Grid, Handle, Library, String, string  # noqa: E402
from matmul import Bench, Ours, Triton, get_times  # noqa: E402

TARGET = "sm_90a"
# Rows, columns and depth of a tile; warps; stages.
TILES = [(128, 256, 64, 8, 3), (256, 128, 64, 8, 3), (128, 128, 64, 8, 3), (128, 128, 64, 4, 3), (64, 256, 64, 4, 3), (64, 128, 64, 4, 4), (128, 64, 64, 4, 4), (64, 64, 64, 4, 4), (64, 128, 128, 4, 3)]


class Configuration(ctypes.Structure):
    _fields_ = [(name, String) for name in ("name", "source", "file", "options", "tunables")] + [("grid", Grid)]


class Result(ctypes.Structure):
    _fields_ = [("name", String), ("fate", ctypes.c_uint), ("reason", String), ("compile_ms", ctypes.c_double), ("has_resources", ctypes.c_bool), ("registers", ctypes.c_uint), ("spilled", ctypes.c_uint), ("shared", ctypes.c_uint), ("score", ctypes.c_double), ("samples", ctypes.c_uint)]


def get_grid(tile, m, n):
    return -(-m // tile[0]) * -(-n // tile[1]), 1, 1


def write_sources(folder, kind):
    """A file of TTIR for each tile."""
    triton, paths = Triton(TARGET), []
    for tile in TILES:
        paths.append(os.path.join(folder, "%s.ttir" % "x".join(map(str, tile))))
        with open(paths[-1], "w") as file:
            file.write(triton.get_matmul(kind, tile, True))
    return paths


def predict(options):
    library = Library(options.library, device="sim:" + TARGET)
    c, pointer = library.c, ctypes.POINTER
    c.tileTunerCreate.argtypes = [Handle, Handle, String, pointer(Handle)]
    c.tileTunerAddConfiguration.argtypes = [Handle, pointer(Configuration)]
    c.tileTunerRun.argtypes = [Handle, pointer(Argument), ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]
    c.tileTunerGetResult.argtypes = [Handle, ctypes.c_size_t, pointer(Result)]
    c.tileTunerDestroy.argtypes = [Handle]
    generator, shapes = random.Random(options.seed), []
    with tempfile.TemporaryDirectory() as folder:
        paths = write_sources(folder, options.type)
        for _ in range(options.shapes):
            # As many in each octave.
            m, n, k = (16 * round(2 ** generator.uniform(5, 10)) for _ in range(3))
            settings, tuner = c.tileCompilerOptionsCreate(), Handle()
            for name, value in ("target", TARGET), ("cache", "off"):
                library.check(c.tileCompilerOptionsSet(settings, string(name), string(value)))
            library.check(c.tileTunerCreate(settings, library.device, string(""), ctypes.byref(tuner)))
            for tile, path in zip(TILES, paths):
                configuration = Configuration(file=string(path), options=string("num-warps=%d num-stages=%d" % tile[3:]), grid=Grid(*get_grid(tile, m, n)))
                library.check(c.tileTunerAddConfiguration(tuner, ctypes.byref(configuration)))
            arrays = [library.allocate(2 * size) for size in (m * k, k * n, m * n)]
            arguments = (Argument * 9)(*[Argument(POINTER_TYPE, 0, array) for array in arrays], *[Argument(I32_TYPE, 0, number) for number in (m, n, k, k, n, n)])
            library.check(c.tileTunerRun(tuner, arguments, len(arguments), None, None))
            costs = []
            for index in range(len(TILES)):
                result = Result()
                library.check(c.tileTunerGetResult(tuner, index, ctypes.byref(result)))
                # 0: it did not run.
                costs.append(result.score or math.inf)
            c.tileTunerDestroy(tuner)
            for array in arrays:
                library.free(array)
            shapes.append(dict(shape=(m, n, k), costs=costs))
            print("%dx%dx%d: %s" % (m, n, k, "x".join(map(str, TILES[costs.index(min(costs))]))), flush=True)
    with open(options.predict, "w") as file:
        json.dump(dict(type=options.type, shapes=shapes), file)


def measure(options):
    with open(options.measure) as file:
        predicted = json.load(file)
    kind, ours, ratios, cublas = predicted["type"], Ours(options.library), [], []
    bench = Bench(options, ours)
    with tempfile.TemporaryDirectory() as folder:
        kernels = [ours.load(ours.compile(path, TARGET, tile).image) for path, tile in zip(write_sources(folder, kind), TILES)]
    for entry in predicted["shapes"]:
        m, n, k = entry["shape"]
        a, b, c, torch_function, want, ldb = bench.make_matmul(kind, m, n, k)
        functions = []
        for kernel, tile in zip(kernels, TILES):
            functions.append(kernel.bind(get_grid(tile, m, n), a, b, c, m, n, k, k, ldb, n))
            c.view(bench.torch.uint8).fill_(0xA5)
            functions[-1]()
            if not bench.is_right(c, want):
                sys.exit("%dx%dx%d: wrong by tile %s" % (m, n, k, tile))
        times = get_times(bench.torch, functions + [torch_function], options.repeat, bench.flush)
        *times, of_cublas = times
        chosen, best = entry["costs"].index(min(entry["costs"])), times.index(min(times))
        ratios.append(times[chosen] / times[best])
        cublas.append(of_cublas / times[best])
        name = lambda index: "x".join(map(str, TILES[index]))
        print("%-20s %-16s %-16s %.3f   cuBLAS / fastest %.3f   %s" % ("%dx%dx%d" % (m, n, k), name(chosen), name(best), ratios[-1], cublas[-1], " ".join("%.1f" % (time * 1e3) for time in times)), flush=True)
    mean = lambda numbers: statistics.geometric_mean(numbers)
    print("within 5 %%: %d of %d; mean %.3f, worst %.3f" % (sum(ratio <= 1.05 for ratio in ratios), len(ratios), mean(ratios), max(ratios)))
    print("cuBLAS / fastest: mean %.3f, least %.3f" % (mean(cublas), min(cublas)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--predict", metavar="FILE")
    parser.add_argument("--measure", metavar="FILE")
    parser.add_argument("--shapes", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--type", choices=["f16", "bf16"], default="bf16")
    parser.add_argument("--repeat", type=int, default=50)
    options = parser.parse_args()
    if bool(options.predict) == bool(options.measure):
        parser.error("expected --predict or --measure")
    predict(options) if options.predict else measure(options)


if __name__ == "__main__":
    main()
