"""Runs the kernels that Tilewright and Triton made of the same TTIR, and compares.

usage: differential.py FOLDER

FOLDER holds, for each sample, <name>.ttir, <name>.ours.ptx and <name>.triton.ptx
(`scripts/make-differential` makes the first two; Triton's PTX comes from
triton.compile of the .ttir). Both kernels get the same random buffers; all buffers
must agree afterwards bit for bit, or, where a kernel calls approximate functions
that the two choose differently, within a relative 2e-6. A development tool; needs
torch, numpy and cupy.
"""

import os
import re
import sys

import cupy
import numpy as np

ELEMENTS = 1 << 18
TYPES = {
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": np.uint16,
    "i1": np.uint8, "i8": np.uint8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "f8E4M3FN": np.uint8, "f8E5M2": np.uint8,
}
# Functions that need not agree bit for bit: libdevice with and without ftz, exact fmod.
LOOSE = {"math_f32", "math_f64", "extern_functions", "random_numbers", "arith_f32", "float_remainder"}


# Samples that cannot be compared this way.
SKIP = {
    "asm_early_write": "Triton's code is wrong: an output overwrites an input",
    "asm_forms": "reads the clock",
    "pointer_numbers": "takes addresses as integers",
}
# Samples whose programs write to one place: run by one program.
ONE_PROGRAM = {"calls"}


def buffer(kind, rng):
    dtype = TYPES[kind]
    if kind in ("f32", "f64", "f16"):
        data = rng.uniform(0.1, 4, ELEMENTS).astype(dtype)
    elif kind == "bf16":
        data = (rng.uniform(0.1, 4, ELEMENTS).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    elif kind == "i1":
        data = rng.integers(0, 2, ELEMENTS).astype(dtype)
    elif kind.startswith("f8"):
        data = rng.integers(0, 0x78, ELEMENTS).astype(dtype)
    else:
        data = rng.integers(1, 100, ELEMENTS).astype(dtype)
    return cupy.asarray(data)


def scalar(kind, rng):
    if kind in ("f32", "f64"):
        return TYPES[kind](rng.uniform(0.5, 2))
    if kind == "i1":
        return np.uint8(1)
    return TYPES[kind](96)


def signature(text):
    func = re.search(r"tt\.func public @(\S+?)\((.*?)\) attributes", text, re.S)
    name = func.group(1).strip('"')
    args = re.findall(r"%\w+: (!tt\.ptr<(\w+)>|\w+)", func.group(2))
    return name, [(pointee or kind, bool(pointee)) for kind, pointee in args]


def run(ptx, args, triton, grid):
    text = open(ptx, "rb").read()
    module = cupy.cuda.function.Module()
    module.load(text)
    entry = re.search(rb"\.entry\s+(\S+?)\(", text).group(1).decode()
    threads = int(re.search(rb"\.reqntid\s+(\d+)", text).group(1))
    values = [np.uint64(a.data.ptr) if isinstance(a, cupy.ndarray) else a for a in args]
    if triton:
        values += [np.uint64(0), np.uint64(0)]
    module.get_function(entry)((grid,), (threads,), values, shared_mem=32768 if triton else 0)
    cupy.cuda.runtime.deviceSynchronize()


def compare(name, args, before, ours, theirs):
    for i, (kind, pointer) in enumerate(args):
        if not pointer:
            continue
        a, b = cupy.asnumpy(ours[i]), cupy.asnumpy(theirs[i])
        if a.tobytes() == b.tobytes():
            continue
        if kind in ("f32", "f64", "f16"):
            x, y = a.astype(np.float64), b.astype(np.float64)
            same = (a == b) | (np.isnan(x) & np.isnan(y))
            if same.all():
                continue
            if name in LOOSE:
                with np.errstate(all="ignore"):
                    close = same | (np.abs(x - y) <= 2e-6 * np.maximum(np.abs(x), np.abs(y)))
                if close.all():
                    continue
                same = close
        else:
            same = a == b
        where = np.flatnonzero(~same)
        k = where[0]
        return "argument %d differs at %d of %d places, first [%d]: ours %s, Triton %s, before %s" % (
            i, len(where), len(a), k, a[k], b[k], cupy.asnumpy(before[i])[k])
    if name in ("if_scalar", "prints"):  # take no branch for the mode given; only print
        return None
    changed = any(pointer and cupy.asnumpy(before[i]).tobytes() != cupy.asnumpy(ours[i]).tobytes()
                  for i, (_, pointer) in enumerate(args))
    return None if changed else "nothing was written"


def main():
    folder = sys.argv[1]
    agree = differ = 0
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".ttir"):
            continue
        name = file[:-5]
        if name in SKIP:
            print("%s: skipped: %s" % (name, SKIP[name]))
            continue
        grid = 1 if name in ONE_PROGRAM else 4
        _, args = signature(open(os.path.join(folder, file)).read())
        rng = np.random.default_rng(7)
        before = [buffer(k, rng) if p else scalar(k, rng) for k, p in args]

        def copies():
            return [a.copy() if isinstance(a, cupy.ndarray) else a for a in before]

        ours, theirs = copies(), copies()
        try:
            run(os.path.join(folder, name + ".ours.ptx"), ours, False, grid)
            run(os.path.join(folder, name + ".triton.ptx"), theirs, True, grid)
        except Exception as error:  # a fault ends the context: stop
            print("%s: %s" % (name, error))
            return 1
        problem = compare(name, args, before, ours, theirs)
        if problem:
            differ += 1
            print("%s: %s" % (name, problem))
        else:
            agree += 1
    print("%d samples agree, %d differ" % (agree, differ))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
