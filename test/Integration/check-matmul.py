#!/usr/bin/env python3
"""Checks products of matrices and attention; rowkernels.py has the usage. Sizes are
MxNxK, of attention HEADSxN, of matvec MxN.

Matrices lie in memory with NaN between their rows, which must count nowhere.
"""

import itertools
import math
import operator
import sys

sys.dont_write_bytecode = True  # not into the source tree
from rowkernels import E2M1, NAN, SUM, Output, check_close, check_equal, get_e4m3, get_lengths, main, round_to

# A factor cut to tf32, relative to the product of the lengths of row and column.
TF32 = 2.0**-9.5


def make_matrix(source, kind, m, n):
    if kind == "i8":
        return [[source.randrange(-128, 128) for _ in range(n)] for _ in range(m)]
    return [[round_to(kind, source.gauss(0, 1)) for _ in range(n)] for _ in range(m)]


def transpose(rows):
    return [list(column) for column in zip(*rows)]


def store(rows, pad, hole=NAN):
    """As in memory: `pad` holes behind each row, except the last."""
    flat = []
    for row in rows:
        flat += row + [hole] * pad
    return flat[: len(flat) - pad] if pad else flat


def multiply(a, b):
    columns = transpose(b)
    return [[sum(map(operator.mul, row, column)) for column in columns] for row in a]


def get_bounds(a, b, factor):
    right = get_lengths(transpose(b))
    return [factor * x * y for x in get_lengths(a) for y in right]


def take(flat, m, n, ld):
    """The rows of a result, behind which nothing may be written."""
    return [flat[i * ld : i * ld + n] for i in range(m)]


def flatten(rows):
    return [x for row in rows for x in row]


def get_grid(m, n, height, width):
    return -(-m // height) * -(-n // width)


def check_product(kernel, kind, result, height, width, forms="nn", pads=(0, 8), leaky=None, fewest=None):
    def check(runner, source, m, n, k):
        a, b = make_matrix(source, "f16" if kind == "f32" else kind, m, k), make_matrix(source, "f16" if kind == "f32" else kind, k, n)
        pad, hole = pads[(m + n + k) % len(pads)], 99 if kind == "i8" else NAN
        stored_a, stored_b = transpose(a) if forms[0] == "t" else a, transpose(b) if forms[1] == "t" else b
        parameters = [("a", kind, store(stored_a, pad, hole)), ("b", kind, store(stored_b, pad, hole)), ("c", result, Output(m * n))]
        parameters += [("m", "i32", m), ("n", "i32", n), ("k", "i32", k)]
        parameters += [("lda", "i32", len(stored_a[0]) + pad), ("ldb", "i32", len(stored_b[0]) + pad), ("ldc", "i32", n)]
        wanted = flatten(multiply(a, b))
        if leaky is not None:
            parameters.append(("leaky", "i32", leaky))
            wanted = [x if x >= 0 or not leaky else 0.01 * x for x in wanted]
        grid = str(-(-n // width) if fewest else get_grid(m, n, height, width))
        (c,) = runner.run(kernel, grid, parameters)
        if kind == "i8":
            check_equal("c", c, wanted)
        else:
            check_close("c", c, wanted, result, 2.0**-22, get_bounds(a, b, SUM))

    return check


def check_full_f32(runner, source, m, n, k):
    """Numbers with more bits than tf32 has."""
    a, b = make_matrix(source, "f32", m, k), make_matrix(source, "f32", k, n)
    scalars = [(name, "i32", x) for name, x in zip(("m", "n", "k", "lda", "ldb", "ldc"), (m, n, k, k, n, n))]
    (c,) = runner.run("matmul_f32", str(get_grid(m, n, 128, 128)), [("a", "f32", flatten(a)), ("b", "f32", flatten(b)), ("c", "f32", Output(m * n))] + scalars)
    check_close("c", c, flatten(multiply(a, b)), "f32", 0, get_bounds(a, b, TF32))


def check_batched(runner, source, m, n, k, batches=3):
    a, b = [make_matrix(source, "f16", m, k) for _ in range(batches)], make_matrix(source, "f16", k, n)
    scalars = [("m", "i32", m), ("n", "i32", n), ("k", "i32", k), ("lda", "i32", k), ("ldb", "i32", n), ("ldc", "i32", n)]
    # All use the same b.
    scalars += [("stride_a", "i64", m * k), ("stride_b", "i64", 0), ("stride_c", "i64", m * n)]
    parameters = [("a", "f16", flatten(map(flatten, a))), ("b", "f16", flatten(b)), ("c", "f16", Output(batches * m * n))]
    (c,) = runner.run("matmul_batched", "%dx%d" % (get_grid(m, n, 64, 64), batches), parameters + scalars)
    wanted = flatten(flatten(multiply(x, b)) for x in a)
    check_close("c", c, wanted, "f16", 2.0**-22, flatten(get_bounds(x, b, SUM) for x in a))


def check_split_k(atomic):
    def check(runner, source, m, n, k, splits):
        a, b = make_matrix(source, "f16", m, k), make_matrix(source, "f16", k, n)
        scalars = [(name, "i32", x) for name, x in zip(("m", "n", "k", "lda", "ldb", "ldc"), (m, n, k, k, n, n))]
        grid = "%dx%d" % (get_grid(m, n, 64, 64), splits)
        inputs = [("a", "f16", flatten(a)), ("b", "f16", flatten(b))]
        wanted, bounds = flatten(multiply(a, b)), get_bounds(a, b, 2 * SUM)
        if atomic:
            (c,) = runner.run("matmul_split_k_atomic", grid, inputs + [("c", "f32", Output(m * n, "zeros"))] + scalars)
            check_close("c", c, wanted, "f32", 0, bounds)
            return
        (parts,) = runner.run("matmul_split_k", grid, inputs + [("c", "f32", Output(splits * m * n))] + scalars)
        (c,) = runner.run("sum_splits", str(-(-m * n // 1024)), [("parts", "f32", parts), ("c", "f16", Output(m * n)), ("count", "i32", m * n), ("splits", "i32", splits)])
        check_close("c", c, wanted, "f16", 2.0**-22, bounds)

    return check


def check_fp8(runner, source, m, n, k):
    codes = [[[source.choice([x for x in range(256) if x & 127 != 127]) for _ in range(k)] for _ in range(rows)] for rows in (m, n)]
    a, b = [[get_e4m3(x) for x in row] for row in codes[0]], [[get_e4m3(x) for x in row] for row in codes[1]]
    scales = [2.0**-7, 0.75]
    parameters = [("a", "f8e4m3", flatten(codes[0])), ("b", "f8e4m3", flatten(codes[1])), ("c", "bf16", Output(m * n))]
    parameters += [("scale_a", "f32", scales[:1]), ("scale_b", "f32", scales[1:])]
    parameters += [(name, "i32", x) for name, x in zip(("m", "n", "k", "lda", "ldb", "ldc"), (m, n, k, k, k, n))]
    (c,) = runner.run("matmul_fp8", str(get_grid(m, n, 128, 128)), parameters)
    factor = scales[0] * scales[1]
    wanted = [x * factor for x in flatten(multiply(a, transpose(b)))]
    # Tensor cores before sm_100 add products of e4m3 with 13 bits behind the largest.
    check_close("c", c, wanted, "bf16", 2.0**-22, get_bounds(a, transpose(b), 2.0**-12 * factor))


def check_gelu(runner, source, m, n, k):
    a, b, bias = make_matrix(source, "bf16", m, k), make_matrix(source, "bf16", k, n), make_matrix(source, "bf16", 1, n)[0]
    lda, pad = -(-k // 16) * 16, -k % 16
    # Some results are beyond 448.
    scales = [round_to("f32", source.uniform(1, 100) / math.sqrt(k)) for _ in range(m)]
    parameters = [("a", "bf16", store(a, pad)), ("b", "bf16", flatten(b)), ("c", "f8e4m3", Output(m * n)), ("bias", "bf16", bias), ("scales", "f32", scales)]
    parameters += [(name, "i32", x) for name, x in zip(("m", "n", "k", "lda", "ldb", "ldc"), (m, n, k, lda, n, n))]
    (c,) = runner.run("matmul_gelu_fp8", str(get_grid(m, n, 128, 256)), parameters)
    wanted, bounds, sums = [], [], get_bounds(a, b, SUM)
    for i, row in enumerate(multiply(a, b)):
        for j, x in enumerate(row):
            x += bias[j]
            y = x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) * scales[i]
            wanted.append(max(-448.0, min(448.0, y)))
            # The hardware's tanh is good to 2^-11, and a slope of GELU is 1.2 at most.
            bounds.append(scales[i] * (abs(x) * 2.0**-11 + 1.2 * sums[i * n + j]))
    check_close("c", [get_e4m3(x) for x in c], wanted, "f8e4m3", 0, bounds)


def check_int4(runner, source, m, n, k):
    a = make_matrix(source, "f16", m, k)
    weights = [[source.randrange(16) for _ in range(n)] for _ in range(k)]
    scales = [[round_to("f16", source.uniform(0.01, 1)) for _ in range(n)] for _ in range(k // 64)]
    packed = [[low | high << 4 for low, high in zip(*weights[i : i + 2])] for i in range(0, k, 2)]
    w = [[round_to("f16", (x - 8) * scale) for x, scale in zip(row, scales[i // 64])] for i, row in enumerate(weights)]
    parameters = [("a", "f16", flatten(a)), ("w", "u8", flatten(packed)), ("c", "f16", Output(m * n)), ("scales", "f16", flatten(scales))]
    parameters += [(name, "i32", x) for name, x in zip(("m", "n", "k", "lda", "ldb", "ldc"), (m, n, k, k, n, n))]
    (c,) = runner.run("matmul_int4", str(get_grid(m, n, 64, 128)), parameters)
    check_close("c", c, flatten(multiply(a, w)), "f16", 2.0**-22, get_bounds(a, w, SUM))


def check_int4_16(runner, source, m, n, k):
    a = make_matrix(source, "f16", m, k)
    weights = [[source.randrange(16) for _ in range(n)] for _ in range(k)]
    scales = [[round_to("f16", source.uniform(0.01, 1)) for _ in range(n)] for _ in range(k // 128)]
    words = []
    for k32, n128, warp, g, t, tile, half in itertools.product(range(k // 32), range(n // 128), range(2), range(8), range(4), range(4), range(2)):
        column = 128 * n128 + 32 * tile + 16 * warp + 8 * half + g
        words.append(sum(weights[32 * k32 + 8 * t + e][column] << 4 * (e // 2 + 4 * (e % 2)) for e in range(8)))
    w = [[(x - 8) * scale for x, scale in zip(row, scales[i // 128])] for i, row in enumerate(weights)]
    words = [x - 2**32 if x >= 2**31 else x for x in words]
    parameters = [("a", "f16", flatten(a)), ("words", "i32", words), ("scales", "f16", flatten(scales)), ("c", "f32", Output(m * n, "zeros"))]
    parameters += [(name, "i32", x) for name, x in zip(("m", "n", "k", "part"), (m, n, k, 128 if k % 256 else 256))]
    (c,) = runner.run("matmul_int4_16", "%dx%dx%d" % (n // 128, k // (128 if k % 256 else 256), -(-m // 16)), parameters)
    check_close("c", c, flatten(multiply(a, w)), "f32", 2.0**-22, get_bounds(a, w, SUM))


def check_mxfp4(runner, source, m, n, k):
    a = make_matrix(source, "bf16", m, k)
    codes = [[source.randrange(16) for _ in range(k)] for _ in range(n)]
    scales = [[source.randrange(110, 134) for _ in range(k // 32)] for _ in range(n)]
    if n > 2:
        # Not a number, in one column of the result; 2^-127 in another.
        scales[1], scales[2] = [255] * (k // 32), [0] * (k // 32)
    packed = [[row[i] | row[i + 1] << 4 for i in range(0, k, 2)] for row in codes]
    number = lambda scale: NAN if scale == 255 else math.ldexp(1, scale - 127)
    w = [[E2M1[x] * number(scale[i // 32]) for i, x in enumerate(row)] for row, scale in zip(codes, scales)]
    parameters = [("a", "bf16", flatten(a)), ("w", "u8", flatten(packed)), ("c", "bf16", Output(m * n)), ("scales", "u8", flatten(scales))]
    parameters += [(name, "i32", x) for name, x in zip(("m", "n", "k", "lda", "ldb", "ldc"), (m, n, k, k, k // 2, n))]
    (c,) = runner.run("matmul_mxfp4", str(get_grid(m, n, 64, 128)), parameters)
    bounds = [0 if math.isnan(x) else x for x in get_bounds(a, transpose(w), SUM)]
    check_close("c", c, flatten(multiply(a, transpose(w))), "bf16", 2.0**-22, bounds)


def check_matvec(runner, source, m, n):
    a, x = make_matrix(source, "f16", m, n), make_matrix(source, "f16", 1, n)
    pad = 8 if n % 2 else 0
    parameters = [("a", "f16", store(a, pad)), ("x", "f16", x[0]), ("y", "f32", Output(m)), ("m", "i32", m), ("n", "i32", n), ("lda", "i32", n + pad)]
    (y,) = runner.run("matvec", str(-(-m // 16)), parameters)
    check_close("y", y, flatten(multiply(a, transpose(x))), "f32", 0, get_bounds(a, transpose(x), SUM))


def check_attention(causal):
    def check(runner, source, heads, n, d=64):
        q, k, v = ([make_matrix(source, "f16", n, d) for _ in range(heads)] for _ in range(3))
        scale = round_to("f32", math.log2(math.e) / math.sqrt(d))
        parameters = [(name, "f16", flatten(map(flatten, x))) for name, x in (("q", q), ("k", k), ("v", v))]
        parameters += [("o", "f16", Output(heads * n * d)), ("n", "i32", n), ("scale", "f32", repr(scale))]
        (o,) = runner.run("attention" + ("_causal" if causal else ""), "%dx%d" % (-(-n // 64), heads), parameters)
        wanted = []
        for q_head, k_head, v_head in zip(q, k, v):
            for i, scores in enumerate(multiply(q_head, transpose(k_head))):
                scores = [x * scale for x in scores[: i + 1 if causal else n]]
                largest = max(scores)
                weights = [2.0 ** (x - largest) for x in scores]
                total = math.fsum(weights)
                wanted += [sum(map(operator.mul, weights, column)) / total for column in zip(*v_head[: len(weights)])]
        # Each weight is rounded to f16: relative to the largest of v.
        check_close("o", o, wanted, "f16", 2.0**-20, [2.0**-10 * 4] * len(wanted))

    return check


SIZES = "1x1x1,130x67x70,128x128x64"
CHECKS = {
    "matmul_f16": (check_product("matmul_f16", "f16", "f16", 128, 128, leaky=0), SIZES + ",256x40x200"),
    "matmul_f16_leaky": (check_product("matmul_f16", "f16", "f16", 128, 128, leaky=1), SIZES),
    "matmul_bf16": (check_product("matmul_bf16", "bf16", "bf16", 128, 128, leaky=1), SIZES),
    "matmul_f32": (check_product("matmul_f32", "f32", "f32", 128, 128), SIZES),
    "matmul_f32_full": (check_full_f32, "130x67x70"),
    "matmul_batched": (check_batched, "1x1x1,65x70x33,64x64x64"),
    "matmul_split_k_atomic": (check_split_k(True), "1x1x1x2,65x70x300x3,64x64x256x2"),
    "matmul_split_k": (check_split_k(False), "1x1x1x2,65x70x300x3,64x64x256x2"),
    "matmul_int8": (check_product("matmul_int8", "i8", "i32", 128, 128, "nt", (0, 16)), SIZES),
    "matmul_fp8": (check_fp8, SIZES),
    "matmul_gelu_fp8": (check_gelu, "1x16x1,130x48x70,128x256x64,144x272x200"),
    "matmul_int4": (check_int4, "1x1x64,65x130x192,64x128x128"),
    "matmul_int4_16": (check_int4_16, "1x128x128,16x256x384,19x128x512"),
    "matmul_mxfp4": (check_mxfp4, "1x1x32,65x130x160,64x128x128"),
    "matmul_16": (check_product("matmul_16", "f16", "f16", 16, 64, fewest=True), "1x1x1,16x128x256,7x70x130,16x67x300"),
    "matmul_64": (check_product("matmul_64", "f16", "f16", 64, 64, fewest=True), "1x1x1,64x128x128,33x70x130"),
    "matvec": (check_matvec, "1x1,17x300,32x512,5x1001"),
    "attention": (check_attention(False), "1x1,2x77,1x128,1x200"),
    "attention_causal": (check_attention(True), "1x1,2x77,1x128,1x200"),
}
for forms in ("nt", "tn", "tt"):
    CHECKS["matmul_" + forms] = (check_product("matmul_" + forms, "bf16", "bf16", 128, 64, forms), SIZES)

if __name__ == "__main__":
    sys.exit(main(CHECKS))
