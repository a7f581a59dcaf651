#!/usr/bin/env python3
"""Quantises two matrices, multiplies the codes and scales, and checks the product;
rowkernels.py has the usage. Sizes are MxNxK.

The kernels of KERNELS/mx_quantize.mlir or KERNELS/nvfp4_quantize.mlir write what those of
KERNELS/matmul_scaled.mlir read. Each number of c is compared with the sum, in doubles, of
what codes and scales stand for; and c as a whole with the product of the matrices before
they were quantised, which is as far away as the format is coarse.
"""

import math
import os
import sys

sys.dont_write_bytecode = True  # not into the source tree
from rowkernels import E2M1, NAN, SUM, Output, Problem, check_close, flatten, get_e4m3, get_lengths, main, round_to


def get_ue8m0(code):
    return NAN if code == 255 else math.ldexp(1.0, code - 127)


E4M3, UE8M0 = [get_e4m3(i) for i in range(256)], [get_ue8m0(i) for i in range(256)]


class Format:
    """`block` numbers have a scale; `coarse` bounds the error of a product of normal
    numbers, relative to its size."""

    def __init__(self, name, quantizer, per_byte, block, codes, scales, coarse):
        self.name, self.quantizer, self.per_byte, self.block = name, quantizer, per_byte, block
        self.codes, self.scales, self.coarse = codes, scales, coarse


FORMATS = {
    "matmul_mxfp8": Format("mxfp8", "mxfp8_quantize_%s", 1, 32, E4M3, UE8M0, 0.042),
    "matmul_mxfp4_mxfp4": Format("mxfp4", "mxfp4_quantize_%s", 2, 32, E2M1, UE8M0, 0.175),
    "matmul_nvfp4": Format("nvfp4", "nvfp4_quantize_%s_tiled", 2, 16, E2M1, E4M3, 0.145),
}


def quantize(runner, format, name, kind, x, g):
    """Codes and scales of a matrix, and the numbers that they stand for."""
    m, k = len(x), len(x[0])
    columns = -(-k // (4 * format.block))
    file = os.path.join(os.path.dirname(runner.file), "nvfp4_quantize.mlir" if g else "mx_quantize.mlir")
    scale_kind = "f8e4m3" if g else "u8"
    code_kind = "f8e4m3" if format.name == "mxfp8" else "u8"
    parameters = [(name, kind, flatten(x))] + ([(name + "_g", "f32", [g])] if g else [])
    parameters += [(name + "_codes", code_kind, Output(m * k // format.per_byte))]
    parameters += [(name + "_scales", scale_kind, Output(-(-m // 128) * columns * 512)), ("m", "i32", m), ("n", "i32", k)]
    grid = "%dx%d" % (columns, -(-m // 128))
    codes, scales = runner.run(format.quantizer % kind, grid, parameters, file)
    numbers = codes
    if format.per_byte == 2:
        numbers = flatten([(byte & 15, byte >> 4) for byte in codes])
    values = []
    for r in range(m):
        row = []
        for block in range(k // format.block):
            place = (r // 128 * columns + block // 4) * 512 + r % 32 * 16 + r % 128 // 32 * 4 + block % 4
            scale = format.scales[scales[place]] / (g or 1.0)
            begin = r * k + block * format.block
            row += [format.codes[x] * scale for x in numbers[begin : begin + format.block]]
        values.append(row)
    return codes, scales, values


def multiply(a, b):
    """a times b transposed."""
    return [[math.fsum(x * y for x, y in zip(row, column)) for column in b] for row in a]


def check_product(name):
    format = FORMATS[name]

    def check(runner, source, m, n, k):
        kind = source.choice(["bf16", "f16", "f32"])
        matrices = [[[round_to(kind, source.gauss(0, 1) * 2.0 ** (r % 5 - 2)) for _ in range(k)] for r in range(rows)] for rows in (m, n)]
        globals = [None, None]
        if name == "matmul_nvfp4":
            globals = [round_to("f32", 448 * 6 / max(map(abs, flatten(x)))) for x in matrices]
        (a, a_scales, a_values), (b, b_scales, b_values) = (
            quantize(runner, format, *arguments) for arguments in zip("ab", (kind, kind), matrices, globals)
        )
        code_kind, scale_kind = ("f8e4m3" if format.name == "mxfp8" else "u8"), ("f8e4m3" if globals[0] else "u8")
        parameters = [("a", code_kind, a), ("b", code_kind, b), ("a_scales", scale_kind, a_scales), ("b_scales", scale_kind, b_scales)]
        if globals[0]:
            parameters += [("a_global", "f32", globals[:1]), ("b_global", "f32", globals[1:])]
        parameters += [("c", "bf16", Output(m * n))]
        row = k // format.per_byte
        parameters += [(what, "i32", x) for what, x in zip(("m", "n", "k", "lda", "ldb", "ldc"), (m, n, row, row, row, n))]
        (c,) = runner.run(name, str(-(-m // 128) * -(-n // 128)), parameters)
        bounds = [SUM * x * y for x in get_lengths(a_values) for y in get_lengths(b_values)]
        check_close("c", c, flatten(multiply(a_values, b_values)), "bf16", 2.0**-22, bounds)
        exact = flatten(multiply(*matrices))
        sizes = [x * y for x in get_lengths(matrices[0]) for y in get_lengths(matrices[1])]
        error = math.sqrt(sum(((x - y) / size) ** 2 for x, y, size in zip(c, exact, sizes)) * k / len(c))
        if not error < format.coarse:
            raise Problem("the product is %.4f of its size away from that of the matrices, expected %.4f at most" % (error, format.coarse))

    return check


CHECKS = {name: (check_product(name), "1x1x32,130x67x160,128x128x256,70x200x544") for name in FORMATS}

if __name__ == "__main__":
    sys.exit(main(CHECKS))
