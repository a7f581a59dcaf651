#!/usr/bin/env python3
"""Runs kernels of the sources in the simulator and in the interpreter, and compares.

usage: compare-kernels.py SOURCES [FOLDER...]

FOLDERs are relative to SOURCES. KERNELS says how each file of them is called; a file
that it does not know is an error. Outputs must be equal bit for bit, or within a
tolerance for kernels with approximate instructions, or with rounded sums, whose order is
free. A kernel whose inline PTX has no fallback gets one here, for the interpreter.
"""

import glob
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # not into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Integration"))
from rowkernels import read_npy

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

# Relative tolerances of approximate outputs, as in tile-run; other types have none.
RELATIVE = {"f32": 1e-6, "f16": 1e-3, "bf16": 1e-2}

# Of each kernel: the grid, the parameters, with O: before outputs, what outputs may differ
# by on top of the relative tolerance (None: they are equal bit for bit), and the fallback
# that is put in. Sums of whole numbers are exact in any order.
N = "i32=3000"
EPS = "f32=1e-5"
KERNELS = {
    "bytes_max": ("3", ["3000xi8", "3000xf32=rand:-200:200", "O:3000xi32", "O:3000xf32", N], None, BYTES_MAX),
    "copy": ("3", ["3000xf32=special", "O:3000xf32", N], None, None),
    "copy_peeled": ("1", ["3000xf32", "O:3000xf32", N], None, None),
    "copy_rows": ("1", ["300x32xf32", "O:300x32xf32", "i32=300"], None, None),
    "divide": ("3", ["3000xf32", "3000xf32=rand:0.5:4", "O:3000xf32", N], 0, None),
    "divide_rcp": ("3", ["3000xf32", "3000xf32=rand:0.5:4", "O:3000xf32", N], None, RECIPROCAL),
    "fma_clamp_square": ("3", ["3000xf16=rand:-3:3", "3000xf16=rand:-3:3", "O:3000xf16", "O:3000xf16", N], None, None),
    "fma_clamp_square_f16x2": ("3", ["3000xf16=rand:-3:3", "3000xf16=rand:-3:3", "O:3000xf16", "O:3000xf16", N], None, CLAMP),
    "sigmoid": ("3", ["3000xf32=rand:-20:20", "O:3000xf32", N], 0, None),
    "vector_add": ("3", ["3000xf32=special:3", "3000xf32=special", "O:3000xf32", N], None, None),
    "transpose": ("1", ["1024xf32", "O:1024xf32"], None, None),
    "collide": ("1", ["O:4xi32=const:3"], None, None),
    "add": ("3", ["2500xf32=special:3", "2500xf32=special", "O:2500xf32", "i32=2500"], None, None),
    "add_unmasked": ("3", ["3072xf32=special:3", "3072xf32=special", "O:3072xf32"], None, None),
    "softcap": ("3", ["3072xf32=rand:-100:100", "O:3072xf32"], 0.05, None),
    "product": ("2x2", ["70x80xf16=randn", "80x144xf16=randn", "O:70x144xf32", "i32=70", "i32=144", "i32=80"], 1e-3, None),
    "sum_row": ("1", ["128xf32=iota", "O:1xf32"], None, None),
    "scan_row": ("1", ["512xf32=iota", "O:512xf32"], None, None),
    "saxpy": ("3", ["i32=2500", "f32=2", "2500xf32", "O:2500xf32=rand"], 1e-6, None),
    "sort": ("1", ["1024xi32=rand", "O:1024xi32"], None, None),
    "matmul": ("1", ["64x64xf16=randn", "50x64xf16=randn", "O:64x64xf32", "i32=50", "i32=64"], 1e-3, None),
    "sum": ("3", ["9000xf32=iota:-4500", "O:3xf32", "i32=9000"], None, None),
    "sum_atomic": ("2", ["9000xf32=iota:-4500", "O:1xf32=const:7", "i32=9000"], None, None),
    "histogram": ("2", ["9000xi32=rand:-10:300", "O:256xi32=zeros", "i32=9000"], None, None),
    "group_norm": ("3x2", ["2x6x499xf32=randn:3:2", "6xf32=randn", "6xf32=randn", "O:2x6x499xf32", "O:6xf32", "O:6xf32", "i32=6", "i32=499", EPS], 1e-6, None),
    "add_rms_norm_fp8": ("5", ["5x301xbf16=randn", "5x301xbf16=randn", "301xbf16=randn", "O:5x301xbf16", "O:5x301xf8e4m3", "O:5xf32", "i32=301", EPS], 0, None),
}
for kind in ("bf16", "f16", "f32"):
    x = "96x64x%s=randn:0:3" % kind
    KERNELS["fp8_quantize_" + kind] = ("6", [x, "O:6144xf8e4m3", "O:384xf32", "i32=96", "i32=64"], None, None)
    scales = [x, "1xf32=const:448", "O:3072xi8"]
    KERNELS["nvfp4_quantize_" + kind] = ("1", scales + ["O:384xf8e4m3", "i32=96", "i32=64"], None, RECIPROCAL)
    KERNELS["nvfp4_quantize_%s_tiled" % kind] = ("1x1", scales + ["O:512xf8e4m3=zeros", "i32=96", "i32=64"], None, RECIPROCAL)
    wide = ["96x160x%s=randn:0:3" % kind]
    KERNELS["mxfp8_quantize_" + kind] = ("2x1", wide + ["O:15360xf8e4m3", "O:1024xi8=zeros", "i32=96", "i32=160"], None, None)
    KERNELS["mxfp4_quantize_" + kind] = ("2x1", wide + ["O:7680xi8", "O:1024xi8=zeros", "i32=96", "i32=160"], None, None)
for kind in ("f16", "f32"):
    x = "3000x" + kind
    KERNELS["dropout_" + kind] = ("3", [x + "=special", "O:" + x, N, "i32=1073741824", "f32=1.25", "i64=81985529216486895", "i64=5"], None, None)


def add_rows(kernel, kinds, grid, m, n, parameters, absolute):
    """Adds kernels on m rows of n numbers: KIND in a name is one of `kinds`. In the parameters
    `x` has all numbers, of that type; `row` and `target` have one for each row, `column` has
    one for each column."""
    for kind in kinds.split():
        name = kernel.replace("KIND", kind)
        text = parameters.format(x="%dx%dx%s" % (m, n, kind), row="%dxf32" % m, column="%dxf32" % n, target="%dxi32" % m, m="i32=%d" % m, n="i32=%d" % n, eps=EPS)
        KERNELS[name] = (grid, text.split(), absolute, None)


add_rows("softmax", "f32", "5", 5, 301, "{x}=randn O:{x} {n}", 0)
add_rows("softmax_4096", "f32", "2", 2, 1300, "{x}=randn O:{x} {n}", 0)
add_rows("softmax_8192", "f32", "2", 2, 5000, "{x}=randn O:{x} {n}", 0)
add_rows("softmax_32768", "f32", "2", 2, 9000, "{x}=randn O:{x} {n}", 0)
add_rows("softmax_256", "f32", "2", 19, 101, "{x}=randn O:{x} {m} {n}", 0)
add_rows("softmax_online", "f32", "3", 3, 2501, "{x}=randn O:{x} {n}", 0)
add_rows("softmax_backward", "f32", "5", 5, 301, "{x}=rand:0:0.01 {x}=randn O:{x} {n}", 1e-8)
# Some targets are no column.
add_rows("cross_entropy_KIND", "f32 bf16", "5", 5, 5001, "{x}=randn {target}=iota:-1:1400 O:{row} O:{row} {n}", 0)
add_rows("cross_entropy_backward_KIND", "f32 bf16", "5x2", 5, 2501, "{x}=randn {target}=iota:-1:700 {row}=rand:8:9 {row}=randn O:{x} {n}", 0)
add_rows("argmax_256", "f32", "2", 19, 101, "{x}=special:40 O:{target} {m} {n}", None)
add_rows("argmax_1024", "f32", "2", 11, 701, "{x}=special:300 O:{target} {m} {n}", None)
add_rows("argmax_1024_split", "f32", "2", 11, 701, "{x}=special:300 O:{target} {m} {n}", None)
add_rows("layer_norm_KIND_4096", "f16", "2", 2, 1304, "{x}=randn:3:2 1304xf16=randn 1304xf16=randn O:{x} O:{row} O:{row} {n} {eps}", 1e-6)
add_rows("layer_norm_KIND_8192", "f16", "2", 2, 5000, "{x}=randn:3:2 5000xf16=randn 5000xf16=randn O:{x} O:{row} O:{row} {n} {eps}", 1e-6)
add_rows("layer_norm_KIND", "f32 f16", "5", 5, 301, "{x}=randn:3:2 {column}=randn {column}=randn O:{x} O:{row} O:{row} {n} {eps}", 1e-6)
backward = "{x}=randn {x}=randn:3:2 {column}=randn {row}=rand:2.5:3.5 {row}=rand:0.4:0.6 O:{x} O:2x{column} O:2x{column} {m} {n}"
add_rows("layer_norm_backward_KIND", "f32 f16", "2", 5, 301, backward, 1e-6)
add_rows("column_sums", "f32", "2", 37, 101, "{x}=iota O:{column} {m} {n}", None)
add_rows("rms_norm_KIND_8192", "bf16", "2", 2, 5000, "{x}=randn:0:2 5000xbf16=randn O:{x} O:{row} {n} {eps}", 0)
add_rows("rms_norm_KIND", "f32 bf16", "5", 5, 301, "{x}=randn:0:2 {column}=randn O:{x} O:{row} {n} {eps}", 0)
backward = "{x}=randn {x}=randn:0:2 {column}=randn {row}=rand:0.4:0.6 O:{x} O:2x{column} {m} {n}"
add_rows("rms_norm_backward_KIND", "f32 bf16", "2", 5, 301, backward, 1e-6)
add_rows("cumsum", "f32", "2", 6, 1028, "{x}=iota:-3000 O:{x} {m} {n}", None)
add_rows("cumsum_4096", "f32", "2", 2, 1028, "{x}=iota:-1000 O:{x} {n}", None)
add_rows("cumsum_16384", "f32", "2", 2, 5004, "{x}=iota:-5000 O:{x} {n}", 0)
add_rows("sort_rows", "f32", "2", 35, 256, "{x}=special:20 O:{x}=zeros {m} i32=252", None)
add_rows("topk_rows", "f32", "2", 35, 256, "{x}=special:20 O:35x8xf32 {m} i32=252", None)


def add_product(kernel, kinds, grid, shape, parameters, absolute=1e-4):
    """Adds a product of m x k and k x n numbers: `kinds` are the types of a, b and c. In the
    parameters `a`, `b` and `c` are the matrices, `sizes` are m, n and k."""
    m, n, k = shape
    kinds = kinds.split()
    counts = [m * k, k * n, m * n]
    names = {name: "%dx%s" % (count, kind) for name, count, kind in zip("abc", counts, kinds)}
    names["sizes"] = "i32=%d i32=%d i32=%d" % shape
    names.update(("i32_" + name, "i32=%d" % size) for name, size in zip("mnk", shape))
    KERNELS[kernel] = (grid, parameters.format(**names).split(), absolute, None)


ODD = (70, 67, 75)
for kind in ("f16", "bf16"):
    add_product("matmul_" + kind, " ".join([kind] * 3), "1", ODD, "{a}=randn {b}=randn O:{c} {sizes} {i32_k} {i32_n} {i32_n} i32=1")
add_product("matmul_f32", "f32 f32 f32", "1", ODD, "{a}=randn {b}=randn O:{c} {sizes} {i32_k} {i32_n} {i32_n}", 1e-3)
add_product("matmul_nt", "bf16 bf16 bf16", "2", ODD, "{a}=randn {b}=randn O:{c} {sizes} {i32_k} {i32_k} {i32_n}")
add_product("matmul_tn", "bf16 bf16 bf16", "2", ODD, "{a}=randn {b}=randn O:{c} {sizes} {i32_m} {i32_n} {i32_n}")
add_product("matmul_tt", "bf16 bf16 bf16", "2", ODD, "{a}=randn {b}=randn O:{c} {sizes} {i32_m} {i32_k} {i32_n}")
add_product("matmul_batched", "f16 f16 f16", "4x1", ODD, "{a}=randn {b}=randn O:{c} {sizes} {i32_k} {i32_n} {i32_n} i64=5250 i64=5025 i64=4690")
split = "{a}=randn {b}=randn O:%s {sizes} {i32_k} {i32_n} {i32_n}"
add_product("matmul_split_k_atomic", "f16 f16 f32", "4x2", ODD, split % "{c}=zeros")
add_product("matmul_split_k", "f16 f16 f32", "4x2", ODD, split % "9380xf32")
KERNELS["sum_splits"] = ("2", "3900xf32=randn O:1300xf16 i32=1300 i32=3".split(), 1e-4, None)
add_product("matmul_int8", "i8 i8 i32", "1", ODD, "{a}=rand {b}=rand O:{c} {sizes} {i32_k} {i32_k} {i32_n}", None)
add_product("matmul_fp8", "f8e4m3 f8e4m3 bf16", "1", ODD, "{a}=randn {b}=randn O:{c} 1xf32=const:0.5 1xf32=const:3 {sizes} {i32_k} {i32_k} {i32_n}", 0.02)
add_product("matmul_gelu_fp8", "bf16 bf16 f8e4m3", "1", (70, 64, 80), "{a}=randn {b}=randn O:{c} 64xbf16=randn 70xf32=const:0.1 {sizes} {i32_k} {i32_n} {i32_n}", 0.26)
quantised = (70, 67, 128)
add_product("matmul_int4", "f16 i8 f16", "2", quantised, "{a}=randn 4288xi8=rand O:{c} 134xf16=rand:0.1:1 {sizes} {i32_k} {i32_n} {i32_n}")
add_product("matmul_int4_16", "f16 i32 f32", "1x2x2", (19, 128, 256), "{a}=randn 4096xi32=rand 256xf16=rand:0.1:1 O:{c}=zeros {sizes} i32=128")
add_product("matmul_mxfp4", "bf16 i8 bf16", "2", quantised, "{a}=randn 4288xi8=rand O:{c} 268xi8=rand:115:126 {sizes} {i32_k} i32=64 {i32_n}")
scales = "1024xi8=rand:120:127 1024xi8=rand:120:127"
add_product("matmul_mxfp8", "f8e4m3 f8e4m3 bf16", "1", (70, 67, 160), "{a}=randn {b}=randn %s O:{c} {sizes} {i32_k} {i32_k} {i32_n}" % scales, 0.05)
codes = "5600xi8=rand 5360xi8=rand %s%s O:{c} {i32_m} {i32_n} i32=80 i32=80 i32=80 {i32_n}"
add_product("matmul_mxfp4_mxfp4", "i8 i8 bf16", "1", (70, 67, 160), codes % (scales, ""), 0.05)
scales = "1536xf8e4m3=rand:1:2 1536xf8e4m3=rand:1:2"
add_product("matmul_nvfp4", "i8 i8 bf16", "1", (70, 67, 160), codes % (scales, " 1xf32=const:2 1xf32=const:3"), 0.05)
add_product("matmul_16", "f16 f16 f16", "2", (13, 67, 140), "{a}=randn {b}=randn O:{c} {sizes} {i32_k} {i32_n} {i32_n}")
add_product("matmul_64", "f16 f16 f16", "2", (50, 67, 140), "{a}=randn {b}=randn O:{c} {sizes} {i32_k} {i32_n} {i32_n}")
for kernel in ("tree", "loop"):
    KERNELS[kernel] = ("3", "3072xf32=randn O:3xf32".split(), 1e-4, None)
KERNELS["matvec"] = ("2", "6000xf16=randn 300xf16=randn O:20xf32 i32=20 i32=300 i32=300".split(), 1e-4, None)
for kernel in ("attention", "attention_causal"):
    heads = "2x150x64xf16"
    KERNELS[kernel] = ("3x2", [heads + "=randn", heads + "=randn", heads + "=randn", "O:" + heads, "i32=150", "f32=0.18"], 1e-3, None)


def add_attention(kernels, grid, parameters, absolute=1e-2):
    for kernel in kernels.split():
        KERNELS[kernel] = (grid, parameters.split(), absolute, None)


x = "140x128xbf16"
causal = "{x}=randn {x}=randn {x}=randn O:{x} O:140xf32 i32=140 i32=140 i32=1 f32=0.12"
add_attention("attention_128 attention_causal_128 attention_causal_128_narrow", "2x1", causal.format(x=x))
add_attention("attention_causal_64", "3x1", causal.format(x="140x64xbf16"))
add_attention("attention_256 attention_causal_256", "2x1", causal.format(x="140x256xbf16"))
fp8 = "30x128xf8e4m3=randn 140x128xf8e4m3=randn 128x160xf8e4m3=randn O:30x128xbf16 1xf32=const:0.5 1xf32=const:2 1xf32=const:3"
add_attention("attention_fp8 attention_fp8_interleaved attention_fp8_narrow", "1x1", fp8 + " i32=30 i32=140 i32=1 i32=160 f32=0.12", 0.1)
x = "70x128xbf16"
add_attention("attention_delta", "2x1", "{x}=randn {x}=randn O:70xf32 i32=70 i32=1".format(x=x))
backward = "{x}=randn {x}=randn {x}=randn {x}=randn 70xf32=const:5 70xf32=randn O:70x128xf32=zeros O:{x} O:{x} i32=70 i32=70 i32=1 f32=0.12"
add_attention("attention_backward attention_backward_causal", "1x1", backward.format(x=x), 0.02)
add_attention("attention_backward_narrow", "3x1", backward.format(x=x), 0.02)
# Two sequences of 70, and two heads that share one of k and v.
varlen = "140x2x128xbf16=randn {x}=randn {x}=randn O:140x2x128xbf16 O:280xf32 3xi32=iota:0:70 3xi32=iota:0:70 i32=140 i32=140 i32=2 i32=1 f32=0.12"
add_attention("attention_varlen attention_varlen_narrow", "1x2x2", varlen.format(x="140x128xbf16"))
# Sequences of 30 and 47 keys, in pages 0 to 2 and 3 to 5.
cache = "6x16x128xbf16=randn"
paged = "2x3x128xbf16=randn " + cache + " " + cache + " 6xi32=iota 2xi32=iota:30:17 O:12x128xf32 O:12xf32 i32=3 i32=1 i32=3 i32=2 f32=0.12"
add_attention("attention_paged", "2x1x2", paged)
add_attention("attention_combine", "6", "12x128xf32=randn 12xf32=randn O:6x128xbf16 O:6xf32 i32=2")


class LibdeviceMissing(Exception):
    """The kernel has functions of libdevice, and there is no CUDA toolkit."""


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
    if run.returncode and "libdevice's, which was not found" in run.stderr:
        raise LibdeviceMissing
    if run.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), run.stdout, run.stderr))
    return outputs


def find_difference(found, wanted, kind, absolute):
    """The first element that is not within the tolerance; None if all are."""
    for i, (a, b) in enumerate(zip(read_npy(found, kind), read_npy(wanted, kind))):
        same = a == b or (math.isnan(a) and math.isnan(b))
        if not same and not abs(a - b) <= RELATIVE.get(kind, 0) * abs(b) + absolute:
            return "element %d of type %s is %r in the simulator, %r in the interpreter" % (i, kind, a, b)
    return None


def compare(folder, file, kernel):
    _, parameters, absolute, fallback = KERNELS[kernel]
    found = call(folder, file, kernel, "sim", ["--fp-contract=off"])
    if fallback:
        text = open(file, encoding="utf-8").read()
        # Behind the types of each asm that has none.
        asm = r'tile\.elementwise_inline_asm "[^"]*"\s*\{[^}]*\}[^\n]*->[^\n]*'
        text = re.sub(asm, lambda m: m[0] if m[0].rstrip().endswith("{") or "fallback" in text[m.end() : m.end() + 20] else m[0] + fallback, text)
        file = folder + "/kernel.mlir"
        open(file, "w", encoding="utf-8").write(text)
    wanted = call(folder, file, kernel, "interpreter")
    outcome = "equal"
    kinds = [re.search(r"\w+", p.split("x")[-1])[0] for p in parameters if p.startswith("O:")]
    for a, b, kind in zip(found, wanted, kinds):
        if open(a, "rb").read() == open(b, "rb").read():
            continue
        difference = "not equal bit for bit" if absolute is None else find_difference(a, b, kind, absolute)
        if difference:
            return "differs: " + difference
        outcome = "equal within a tolerance"
    return outcome


# Kernels of docs/findings.md, whose results depend on the order of their threads.
MISTAKES = {"count", "shift_in_place"}


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for files in sys.argv[2:]:
            for file in sorted(glob.glob(os.path.join(sys.argv[1], files, "*.mlir"))):
                text = open(file, encoding="utf-8").read()
                for kernel in re.findall(r"tile\.func public @(\w+)", text):
                    if kernel in MISTAKES:
                        continue
                    try:
                        outcome = compare(folder, file, kernel) if kernel in KERNELS else "not in the table"
                    except LibdeviceMissing:
                        outcome = "not compared: libdevice is not here"
                    if kernel not in KERNELS and "inline_asm" in text and "fallback" not in text:
                        outcome = "not interpreted: PTX without a fallback"
                    failed |= not outcome.startswith(("equal", "not interpreted", "not compared"))
                    print("%s/%s: %s" % (files, kernel, outcome))
                    sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
