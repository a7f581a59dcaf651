#!/usr/bin/env python3
"""Runs matrix products of all types and many shapes, and compares with sums made here.

usage: check-dots.py [--target SM] [--tool FILE] [--compiler FILE] [--device DEVICE] CASE...

A case is A*B->C:MxNxK with what else is said of it, each after a comma: `ta` and `tb` (the
operand lies in memory column after column), `batch=2`, `warps=8`, an input precision
(`tf32`), `acc=32` (maxNumImpreciseAcc). The numbers are small multiples of 1/2, so that
products and sums are exact. Each kernel must give these sums bit for bit, without one bank
conflict, and ptxas must take it.
"""

import argparse
import json
import os
import random
import struct
import subprocess
import sys
import tempfile


def float8(value, mantissa, bias):
    """The bits of a small number in a format of 8 bits, exactly."""
    if value == 0:
        return 0
    sign, value, exponent = (0x80 if value < 0 else 0), abs(value), bias
    while value >= 2:
        value, exponent = value / 2, exponent + 1
    while value < 1:
        value, exponent = value * 2, exponent - 1
    return sign | exponent << mantissa | int((value - 1) * 2**mantissa)


def signed(byte):
    return byte - 256 if byte > 127 else byte


def bfloat16(value):
    """Rounded to nearest even, as a signed number of 16 bits."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    bits += 0x7FFF + (bits >> 16 & 1)
    return struct.unpack("<h", struct.pack("<H", bits >> 16 & 0xFFFF))[0]


class Format:
    def __init__(self, name, memory, npy, code, encode):
        self.name, self.memory, self.npy, self.code, self.encode = name, memory, npy, code, encode

    def pack(self, values):
        return struct.pack("<%d%s" % (len(values), self.code), *map(self.encode, values))


FORMATS = {
    format.name: format
    for format in [
        Format("f16", "f16", "<f2", "e", float),
        Format("bf16", "i16", "<i2", "h", bfloat16),
        Format("f32", "f32", "<f4", "f", float),
        Format("f64", "f64", "<f8", "d", float),
        Format("i8", "i8", "|i1", "b", int),
        Format("i32", "i32", "<i4", "i", int),
        Format("f8E4M3FN", "i8", "|i1", "b", lambda value: signed(float8(value, 3, 7))),
        Format("f8E5M2", "i8", "|i1", "b", lambda value: signed(float8(value, 2, 15))),
    ]
}


def tile(shape, element):
    return "tensor<%sx%s>" % ("x".join(map(str, shape)), element)


def pointers(name, shape, strides, element):
    """The lines that make a tile of pointers from the argument %name."""
    lines, total = [], None
    for dim, (size, stride) in enumerate(zip(shape, strides)):
        at, now = "%%%s_%d" % (name, dim), [size]
        lines.append("%s = tile.make_range {end = %d : i32, start = 0 : i32} : %s" % (at, size, tile(now, "i32")))
        for axis in range(len(shape)):
            if axis == dim:
                continue
            new, wider = "%s_%d" % (at, axis), now[:axis] + [1] + now[axis:]
            lines.append(
                "%s = tile.expand_dims %s {axis = %d : i32} : %s -> %s" % (new, at, axis, tile(now, "i32"), tile(wider, "i32"))
            )
            at, now = new, wider
        lines.append("%s_all = tile.broadcast %s : %s -> %s" % (at, at, tile(now, "i32"), tile(shape, "i32")))
        lines.append("%s_by = arith.constant dense<%d> : %s" % (at, stride, tile(shape, "i32")))
        lines.append("%s_to = arith.muli %s_all, %s_by : %s" % (at, at, at, tile(shape, "i32")))
        if total:
            lines.append("%s_sum = arith.addi %s, %s_to : %s" % (at, total, at, tile(shape, "i32")))
        total = at + ("_sum" if total else "_to")
    pointer = "!tile.ptr<%s>" % element
    lines.append("%%%s_base = tile.splat %%%s : %s -> %s" % (name, name, pointer, tile(shape, pointer)))
    lines.append("%%%s_at = tile.addptr %%%s_base, %s : %s, %s" % (name, name, total, tile(shape, pointer), tile(shape, "i32")))
    return lines


class Case:
    def __init__(self, text):
        self.text = text
        (types, shape), options = text.split(",")[0].split(":"), text.split(",")[1:]
        operands, result = types.split("->")
        self.a, self.b = (FORMATS[name] for name in operands.split("*"))
        self.c = FORMATS[result]
        m, n, k = map(int, shape.split("x"))
        named = dict(option.split("=") for option in options if "=" in option)
        self.batch = int(named.get("batch", 1))
        self.warps = named.get("warps", "4")
        self.accumulate = named.get("acc")
        self.precision = next((o for o in options if o.startswith(("tf32", "bf16"))), None)
        self.m, self.n, self.k = m, n, k
        lead = [self.batch] if self.batch > 1 else []
        self.shapes = {"a": lead + [m, k], "b": lead + [k, n], "c": lead + [m, n], "d": lead + [m, n]}
        self.by_columns = {"a": "ta" in options, "b": "tb" in options, "c": False, "d": False}

    def strides(self, name):
        rows, columns = self.shapes[name][-2:]
        inner = [1, rows] if self.by_columns[name] else [columns, 1]
        return ([rows * columns] if self.batch > 1 else []) + inner

    def kernel(self):
        formats = {"a": self.a, "b": self.b, "c": self.c, "d": self.c}
        lines = []
        for name, format in formats.items():
            shape = self.shapes[name]
            lines += pointers(name, shape, self.strides(name), format.memory)
            if name == "d":
                continue
            pointer = "!tile.ptr<%s>" % format.memory
            lines.append("%%%s_bits = tile.load %%%s_at : %s" % (name, name, tile(shape, pointer)))
            lines.append(self.bitcast(name + "_value", name + "_bits", shape, format.memory, format.name))
        precision = ", inputPrecision = " + self.precision if self.precision else ""
        more = " {maxNumImpreciseAcc = %s : i32}" % self.accumulate if self.accumulate else ""
        types = tuple(tile(self.shapes[name], formats[name].name) for name in "abc")
        lines.append("%%dot = tile.dot %%a_value, %%b_value, %%c_value%s%s : %s * %s -> %s" % ((precision, more) + types))
        shape, memory = self.shapes["d"], self.c.memory
        lines.append(self.bitcast("result", "dot", shape, self.c.name, memory))
        lines.append("tile.store %%d_at, %%result : %s" % tile(shape, "!tile.ptr<%s>" % memory))
        arguments = ", ".join(
            "%%%s: !tile.ptr<%s> {tile.divisibility = 16 : i32}" % (name, format.memory) for name, format in formats.items()
        )
        return "tile.func public @dot(%s) {\n  %s\n  tile.return\n}\n" % (arguments, "\n  ".join(lines))

    @staticmethod
    def bitcast(result, source, shape, before, after):
        return "%%%s = tile.bitcast %%%s : %s -> %s" % (result, source, tile(shape, before), tile(shape, after))

    def values(self, name, format, rng):
        choices = range(-100, 101) if format.name == "i8" else [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]
        if name == "c":
            choices = [-2, -1, 0, 1, 2]
        rows, columns = self.shapes[name][-2:]
        return [[[rng.choice(choices) for _ in range(columns)] for _ in range(rows)] for _ in range(self.batch)]

    def flatten(self, name, matrices):
        """The elements as they lie in memory."""
        result = []
        for matrix in matrices:
            for row in zip(*matrix) if self.by_columns[name] else matrix:
                result.extend(row)
        return result


def write_npy(path, format, values):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (format.npy, len(values))
    header = header.ljust(-(len(header) + 11) % 64 + len(header)) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        file.write(format.pack(values))


def run(case, options, folder):
    """What is wrong, or nothing."""
    rng = random.Random(case.text)
    a, b, c = (case.values(name, format, rng) for name, format in (("a", case.a), ("b", case.b), ("c", case.c)))
    expected = []
    for left, right, sums in zip(a, b, c):
        columns = list(zip(*right))
        for row, start in zip(left, sums):
            expected += [s + sum(x * y for x, y in zip(row, column)) for s, column in zip(start, columns)]
    path = lambda name: os.path.join(folder, name)
    with open(path("dot.mlir"), "w") as file:
        file.write(case.kernel())
    for name, format, values in (("a", case.a, a), ("b", case.b, b), ("c", case.c, c)):
        write_npy(path(name + ".npy"), format, case.flatten(name, values))
    common = [path("dot.mlir"), "--target=" + options.target, "--num-warps=" + case.warps]
    command = [options.tool] + common + ["--input=%s" % path(name + ".npy") for name in "abc"]
    command.append("--output=%dx%s:save=%s" % (len(expected), case.c.memory, path("d.npy")))
    if options.device:
        command.append("--device=" + options.device)
    else:
        command.append("--stats=json")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return "the run failed\n" + done.stdout + done.stderr
    with open(path("d.npy"), "rb") as file:
        data = file.read()
    if data[10 + int.from_bytes(data[8:10], "little") :] != case.c.pack(expected):
        return "other sums"
    if options.device:
        return None
    counts = json.loads(done.stdout)
    found = [key for key in ("shared_loads", "shared_stores") if counts[key]["bank_conflicts"]]
    if found:
        return "bank conflicts in " + " and ".join(found)
    done = subprocess.run([options.compiler] + common + ["-o", path("dot.cubin")], capture_output=True, text=True)
    if done.returncode != 0:
        return "no cubin\n" + done.stderr
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--tool", default="tile-run")
    parser.add_argument("--compiler", default="tilec")
    parser.add_argument("--device", default="")
    parser.add_argument("cases", nargs="+")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for text in options.cases:
            problem = run(Case(text), options, folder)
            failed += problem is not None
            print("%s: %s" % (text, problem or "exact"), flush=True)
    print("%d failed" % failed)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
