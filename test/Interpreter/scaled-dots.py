#!/usr/bin/env python3
"""Products with scales mean the same before and after tile-decompose-scaled-dots.

usage: scaled-dots.py

For each pair of formats a kernel with one tile.dot_scaled runs in the interpreter as it is,
and once the pass took it apart. Elements are random bytes, NaN and infinities among them;
scales are powers of two around 1, or e4m3, with NaN among them; beside f16 such that
products are within its range. Products are exact in both, so that results are the same
bits.
"""

import os
import random
import struct
import subprocess
import sys
import tempfile

M, N, K = 16, 32, 64
# Of a format: the element in memory, elements in one of them.
FORMATS = {"e2m1": ("i8", 2), "e2m3": ("i8", 1), "e3m2": ("i8", 1), "e4m3": ("f8E4M3FN", 1), "e5m2": ("i8", 1), "bf16": ("bf16", 1), "fp16": ("f16", 1)}
FILES = {"i8": "|i1", "f8E4M3FN": "|u1", "bf16": "<V2", "f16": "<f2", "f32": "<f4"}
TYPES = {"f8E4M3FN": "f8e4m3"}


def write_npy(path, kind, data):
    count = len(data) // struct.calcsize({"i8": "b", "f8E4M3FN": "B", "bf16": "H", "f16": "H", "f32": "f"}[kind])
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (FILES[kind], count)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
    return "%dx%s=%s" % (count, TYPES.get(kind, kind), path)


def get_elements(source, kind, name, count):
    if kind == "bf16":
        return b"".join(struct.pack("<f", source.gauss(0, 1))[2:] for _ in range(count))
    if kind == "f16":
        return struct.pack("<%de" % count, *(source.gauss(0, 1) for _ in range(count)))
    limit = {"e2m3": 64, "e3m2": 64}.get(name, 256)
    codes = [source.randrange(limit) for _ in range(count)]
    # A NaN makes a whole row of results NaN: few of them.
    if name in ("e4m3", "e5m2"):
        codes = [code & 0x6F if code & 0x7C >= 0x7C and source.randrange(40) else code for code in codes]
    return bytes(codes)


def get_scales(source, kind, count, beside_f16):
    if kind == "i8":
        scales = [source.randrange(*((122, 127) if beside_f16 else (117, 137))) for _ in range(count)]
        scales[source.randrange(count)] = 255
    else:
        scales = [source.randrange(256) & 0x6F for _ in range(count)]
        scales[source.randrange(count)] = 0x7F
    return bytes(scales)


class Tile:
    """A tile of rows x columns in memory, and the text that loads it."""

    def __init__(self, name, kind, rows, columns):
        self.name, self.kind, self.count = name, kind, rows * columns
        self.type = "tensor<%dx%dx%s>" % (rows, columns, kind)
        self.pointers = "tensor<%dx%dx!tile.ptr<%s>>" % (rows, columns, kind)
        self.flat = "tensor<%dxi32>" % self.count
        self.places = "tensor<%dx%dxi32>" % (rows, columns)

    def get_pointers(self):
        return """  %{n}_range = tile.make_range {{start = 0 : i32, end = {count} : i32}} : {flat}
  %{n}_places = tile.reshape %{n}_range : {flat} -> {places}
  %{n}_base = tile.splat %{n}_ptr : !tile.ptr<{kind}> -> {pointers}
  %{n}_ptrs = tile.addptr %{n}_base, %{n}_places : {pointers}, {places}
""".format(n=self.name, count=self.count, flat=self.flat, places=self.places, kind=self.kind, pointers=self.pointers)

    def get_load(self):
        return self.get_pointers() + "  %%%s = tile.load %%%s_ptrs : %s\n" % (self.name, self.name, self.pointers)


def make_kernel(left, right, scale, packs):
    """The text, and the tiles that are inputs."""
    a_kind, a_pack = FORMATS[left]
    b_kind, b_pack = FORMATS[right]
    a = Tile("a", a_kind, *((M, K // a_pack) if packs[0] else (M // a_pack, K)))
    b = Tile("b", b_kind, *((K // b_pack, N) if packs[1] else (K, N // b_pack)))
    block = 32 if scale == "i8" else 16
    s = Tile("s", scale, M, K // block) if left not in ("bf16", "fp16") else None
    t = Tile("t", scale, N, K // block) if right not in ("bf16", "fp16") else None
    tiles = [tile for tile in (a, b, s, t) if tile]
    c = Tile("c", "f32", M, N)
    text = "tile.func public @product(%s) {\n" % ", ".join("%%%s_ptr: !tile.ptr<%s>" % (tile.name, tile.kind) for tile in tiles + [c])
    text += "".join(tile.get_load() for tile in tiles) + c.get_pointers()
    text += "  %%zero = arith.constant dense<0.0> : %s\n" % c.type
    text += "  %%c = tile.dot_scaled %%a%s, %%b%s, %%zero lhs = %s rhs = %s {fastMath = false, lhs_k_pack = %s, rhs_k_pack = %s} : %s%s * %s%s -> %s\n" % (
        " scale %s" if s else "", " scale %t" if t else "", left, right, str(packs[0]).lower(), str(packs[1]).lower(),
        a.type, ", " + s.type if s else "", b.type, ", " + t.type if t else "", c.type)
    return text + "  tile.store %%c_ptrs, %%c : %s\n  tile.return\n}\n" % c.pointers, tiles


def run(folder, file, inputs):
    output = os.path.join(folder, "out.npy")
    command = ["tile-run", file, "--device=interpreter"] + ["--input=" + text for text in inputs] + ["--output=%dxf32:save=%s" % (M * N, output)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stdout + done.stderr)
    with open(output, "rb") as file:
        data = file.read()[-4 * M * N :]
    # One NaN is as good as another.
    return ["nan" if x != x else x for x in struct.unpack("<%df" % (M * N), data)]


def main():
    cases = [(left, right, "i8", (True, True)) for left in FORMATS for right in FORMATS]
    cases += [("e2m1", "e2m1", "i8", packs) for packs in ((True, False), (False, True), (False, False))]
    cases += [("e2m1", right, "f8E4M3FN", (True, True)) for right in ("e2m1", "e4m3", "fp16")]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for left, right, scale, packs in cases:
            source = random.Random(str((left, right, scale, packs)))
            text, tiles = make_kernel(left, right, scale, packs)
            inputs = []
            for tile in tiles:
                name = {"a": left, "b": right}.get(tile.name)
                data = get_elements(source, tile.kind, name, tile.count) if name else get_scales(source, scale, tile.count, "fp16" in (left, right))
                inputs.append(write_npy(os.path.join(folder, tile.name + ".npy"), tile.kind, data))
            before, after = os.path.join(folder, "before.mlir"), os.path.join(folder, "after.mlir")
            with open(before, "w") as file:
                file.write(text)
            subprocess.run(["tile-opt", before, "--tile-decompose-scaled-dots", "-o", after], check=True)
            with open(after) as file:
                taken_apart = "dot_scaled" not in file.read()
            wanted, found = run(folder, before, inputs), run(folder, after, inputs)
            wrong = sum(x != y for x, y in zip(wanted, found))
            numbers = sum(x != "nan" for x in wanted)
            good = taken_apart and wrong == 0 and numbers > M * N // 8
            failed += not good
            print("%s * %s, scales of %s, %s: %s" % (left, right, scale, packs, "same" if good else "%d differ, %d are numbers" % (wrong, numbers)))
            if wrong:
                print([(x, y) for x, y in zip(wanted, found) if x != y][:4])
    print("%d products, %d differ" % (len(cases), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
