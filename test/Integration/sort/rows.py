#!/usr/bin/env python3
"""The kernels sort_rows and topk_rows, at other sizes, against Python's sort.

usage: rows.py run KERNEL [--tool FILE] [--device DEVICE]
       rows.py emit KERNEL --rows R --length N [--kept K]

`run` compiles the kernel as it is and with other constants, and runs it with numbers
of rows and of columns that fill no tile. FILE is tile-run, beside which tilec is; a
GPU, which any may be, gets PTX for sm_80. `emit` prints the kernel with R rows of N
numbers per program.
"""

import argparse
import os
import random
import re
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "layouts"))

from cases import call, read_npy

# Rows and numbers of a tile, kept numbers, warps.
SHAPES = [(32, 256, 8, 4), (4, 1024, 8, 4), (1, 4096, 8, 4), (2, 2048, 64, 2), (64, 32, 4, 1), (2, 512, 1, 8)]


def emit(text, rows, length, kept):
    """The kernel with other constants; those of types stand after letters."""
    numbers = {"32": rows, "256": length, "8": kept}
    return re.sub(r"(?<![A-Za-wyz0-9_.])(256|32|8)(?![0-9])", lambda m: str(numbers[m[1]]), text)


def key(bits):
    """In whose order floating-point numbers of these bits are."""
    return -(bits & 0x7FFFFFFF) - 1 if bits >> 31 else bits


def write_npy(path, words):
    header = ("{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(words)).ljust(128 - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + struct.pack("<%dI" % len(words), *words))


def numbers(rng, count, kind):
    special = [0, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x7FFFFFFF, 0xFFFFFFFF, 1, 0x80000001, 0x3F800000]
    if kind == "special":
        return [rng.choice(special) for _ in range(count)]
    if kind == "equal":
        return [special[-1]] * count
    words = sorted((rng.getrandbits(32) for _ in range(count)), key=key)
    if kind == "descending":
        words.reverse()
    if kind == "random":
        rng.shuffle(words)
    return words


def run(options):
    is_topk = "topk" in options.kernel
    rng, failed = random.Random(0), 0
    with open(options.kernel) as file:
        source = file.read()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k")
        for rows, length, kept, warps in SHAPES:
            with open(path + ".mlir", "w") as file:
                file.write(emit(source, rows, length, kept))
            target = ["--target=sm_80"] if options.device.startswith("cuda") else []
            call([os.path.join(os.path.dirname(options.tool), "tilec"), path + ".mlir", "--num-warps=%d" % warps, "-o", path + ".ptx"] + target)
            for count, columns, kind in [(2 * rows, length, "random"), (2 * rows + 1, length - 4, "special"), (rows, length // 2 + 4, "equal"), (1, length, "ascending"), (1, length, "descending")]:
                columns = max(columns, kept)
                words = [numbers(rng, length, kind) for _ in range(count)]
                write_npy(path + ".in.npy", sum(words, []))
                width = kept if is_topk else length
                # What is not written stays zero.
                command = [options.tool, path + ".ptx", "--device=" + options.device, "--grid=%d" % -(-count // rows)]
                command += ["--input=%s.in.npy" % path, "--output=%dxf32=zeros:save=%s.out.npy" % (count * width, path), "--input=i32=%d" % count, "--input=i32=%d" % columns]
                problem = None
                try:
                    call(command)
                    found = struct.unpack("<%dI" % (count * width), read_npy(path + ".out.npy"))
                    for i, row in enumerate(words):
                        expected = sorted(row[:columns], key=key, reverse=is_topk)[:width]
                        expected += [0] * (width - len(expected))
                        if list(found[i * width : (i + 1) * width]) != expected:
                            problem = "row %d differs" % i
                except RuntimeError as error:
                    problem = str(error)
                failed += problem is not None
                print("%d rows of %d in tiles of %dx%d, %s: %s" % (count, columns, rows, length, kind, problem or "ok"))
    print("%d failed" % failed)
    return failed != 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("mode", choices=["run", "emit"])
    parser.add_argument("kernel")
    parser.add_argument("--tool", default="tile-run")
    parser.add_argument("--device", default="sim")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--length", type=int)
    parser.add_argument("--kept", type=int, default=8)
    options = parser.parse_args()
    if options.mode == "run":
        return run(options)
    with open(options.kernel) as file:
        sys.stdout.write(emit(file.read(), options.rows, options.length, options.kept))
    return 0


if __name__ == "__main__":
    sys.exit(main())
