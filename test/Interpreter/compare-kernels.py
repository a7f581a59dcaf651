#!/usr/bin/env python3
"""Runs kernels of the sources in the simulator and in the interpreter, and compares.

usage: compare-kernels.py SOURCES [FOLDER...]

FOLDERs are relative to SOURCES. KERNELS says how each file of them is called; a file
that it does not know is an error. Outputs must be equal bit for bit, or within the
tolerance that is given for kernels with approximate instructions. A kernel whose inline
PTX has no fallback gets one here, for the interpreter.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

RECIPROCAL = """ fallback (%v: f32) {
  %one_ = arith.constant 1.0 : f32
  %r_ = tile.precise_divf %one_, %v : f32
  tile.asm.return %r_ : f32
}"""
BYTES_MAX = """ fallback (%a_: i8, %b_: f32) {
  %c_ = arith.extui %a_ : i8 to i32
  %f_ = arith.sitofp %c_ : i32 to f32
  %d_ = arith.maxnumf %f_, %b_ : f32
  tile.asm.return %c_, %d_ : i32, f32
}"""
CLAMP = """ fallback (%a_: f16, %b_: f16) {
  %one_ = arith.constant 1.0 : f16
  %zero_ = arith.constant 0.0 : f16
  %six_ = arith.constant 6.0 : f16
  %f_ = math.fma %a_, %b_, %one_ : f16
  %c_ = tile.clampf %f_, %zero_, %six_, propagateNan = none : f16
  %d_ = arith.mulf %c_, %c_ : f16
  tile.asm.return %c_, %d_ : f16, f16
}"""

# Of each kernel: the grid, the parameters, with O: before outputs, whether they are
# approximate, and the fallback that is put in.
N = "i32=3000"
KERNELS = {
    "bytes_max": ("3", ["3000xi8", "3000xf32=rand:-200:200", "O:3000xi32", "O:3000xf32", N], False, BYTES_MAX),
    "copy": ("3", ["3000xf32=special", "O:3000xf32", N], False, None),
    "copy_peeled": ("1", ["3000xf32", "O:3000xf32", N], False, None),
    "copy_rows": ("1", ["300x32xf32", "O:300x32xf32", "i32=300"], False, None),
    "divide": ("3", ["3000xf32", "3000xf32=rand:0.5:4", "O:3000xf32", N], True, None),
    "divide_rcp": ("3", ["3000xf32", "3000xf32=rand:0.5:4", "O:3000xf32", N], False, RECIPROCAL),
    "fma_clamp_square": ("3", ["3000xf16=rand:-3:3", "3000xf16=rand:-3:3", "O:3000xf16", "O:3000xf16", N], False, None),
    "fma_clamp_square_f16x2": ("3", ["3000xf16=rand:-3:3", "3000xf16=rand:-3:3", "O:3000xf16", "O:3000xf16", N], False, CLAMP),
    "sigmoid": ("3", ["3000xf32=rand:-20:20", "O:3000xf32", N], True, None),
    "vector_add": ("3", ["3000xf32=special:3", "3000xf32=special", "O:3000xf32", N], False, None),
    "transpose": ("1", ["1024xf32", "O:1024xf32"], False, None),
}
for kind in ("bf16", "f16", "f32"):
    x = "96x64x%s=randn:0:3" % kind
    KERNELS["fp8_quantize_" + kind] = ("6", [x, "O:6144xf8e4m3", "O:384xf32", "i32=96", "i32=64"], False, None)
    scales = [x, "1xf32=const:448", "O:3072xi8"]
    KERNELS["nvfp4_quantize_" + kind] = ("1", scales + ["O:384xf8e4m3", "i32=96", "i32=64"], False, RECIPROCAL)
    KERNELS["nvfp4_quantize_%s_tiled" % kind] = ("1x1", scales + ["O:512xf8e4m3=zeros", "i32=96", "i32=64"], False, RECIPROCAL)


def call(folder, file, kernel, device, options=()):
    grid, parameters, _, _ = KERNELS[kernel]
    command = ["tile-run", file, "--kernel=" + kernel, "--device=" + device, "--grid=" + grid] + list(options)
    outputs = []
    for number, parameter in enumerate(parameters):
        if parameter.startswith("O:"):
            outputs.append("%s/%s%d.npy" % (folder, device, number))
            command.append("--output=o%d:%s:save=%s" % (number, parameter[2:], outputs[-1]))
        else:
            command.append("--input=" + parameter)
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), run.stdout, run.stderr))
    return outputs


def compare(folder, file, kernel):
    _, _, approximate, fallback = KERNELS[kernel]
    found = call(folder, file, kernel, "sim", ["--fp-contract=off"])
    if fallback:
        text = open(file, encoding="utf-8").read()
        # Behind the types of each asm that has none.
        asm = r'tile\.elementwise_inline_asm "[^"]*"\s*\{[^}]*\}[^\n]*->[^\n]*'
        text = re.sub(asm, lambda m: m[0] if m[0].rstrip().endswith("{") or "fallback" in text[m.end() : m.end() + 20] else m[0] + fallback, text)
        file = folder + "/kernel.mlir"
        open(file, "w", encoding="utf-8").write(text)
    wanted = call(folder, file, kernel, "interpreter")
    for a, b in zip(found, wanted):
        if open(a, "rb").read() == open(b, "rb").read():
            continue
        if not approximate:
            return "differs"
        # With the tolerance of the type.
        output = re.search(r"(\d+)\.npy", b)[1]
        call(folder, file, kernel, "interpreter", ["--expected=o%s=%s" % (output, a)])
    return "equal" if not approximate else "equal within a tolerance"


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for files in sys.argv[2:]:
            for file in sorted(glob.glob(os.path.join(sys.argv[1], files, "*.mlir"))):
                text = open(file, encoding="utf-8").read()
                for kernel in re.findall(r"tile\.func public @(\w+)", text):
                    outcome = compare(folder, file, kernel) if kernel in KERNELS else "not in the table"
                    failed |= not outcome.startswith("equal")
                    print("%s/%s: %s" % (files, kernel, outcome))
                    sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
