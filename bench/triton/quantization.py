"""Quantising to 8 and 4 bits, and back."""

import numpy as np
import triton
import triton.language as tl
from triton.language.extra import libdevice

from corpus import Launch, case, cdiv, data, next_power, out, rand, randn, rounded


@triton.jit
def int8_rows_kernel(x, q, scales, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(v), axis=0), 1e-8) / 127.0
    tl.store(scales + row, scale)
    tl.store(q + row * n + at, libdevice.rint(v / scale).to(tl.int8), mask=at < n)


@case(dict(m=5, n=200), dict(m=16384, n=4096))
def quantize_int8_rows(m, n):
    def answer(x, q, scales):
        scale = np.abs(x).max(1) / 127
        return np.rint(x / scale[:, None]), scale

    return Launch(int8_rows_kernel, (m,), [randn(m, n, type="bf16"), out(m, n, type="i8", atol=1), out(m), n], dict(BLOCK=next_power(n)), answer)


@triton.jit
def int8_dequantize_kernel(q, scales, zeros, y, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    column = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    inside = (row < rows) & (column < columns)
    v = tl.load(q + row * columns + column, mask=inside, other=0).to(tl.float32)
    v -= tl.load(zeros + column, mask=column < columns, other=0).to(tl.float32)
    tl.store(y + row * columns + column, (v * tl.load(scales + column, mask=column < columns, other=0.0)).to(tl.bfloat16), mask=inside)


@case(dict(m=9, n=50, bm=8, bn=32), dict(m=16384, n=8192, bm=16, bn=256))
def dequantize_uint8_columns(m, n, bm, bn):
    args = [rand(0, 255, m, n, type="u8"), rand(0, 0.1, n), rand(0, 255, n, type="u8"), out(m, n, type="bf16"), m, n]
    return Launch(int8_dequantize_kernel, (cdiv(m, bm), cdiv(n, bn)), args, dict(BM=bm, BN=bn), lambda q, s, z, y: (q - z) * s)


@triton.jit
def int4_groups_kernel(x, q, scales, groups, GROUPS: tl.constexpr, SIZE: tl.constexpr):
    group = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
    at = tl.arange(0, SIZE)
    good = (group < groups)[:, None]
    v = tl.load(x + group[:, None] * SIZE + at[None, :], mask=good, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(v), 1) / 7.0, 1e-6)
    tl.store(scales + group, scale.to(tl.float16), mask=group < groups)
    w = tl.clamp(tl.floor(v / scale[:, None] + 0.5), -8.0, 7.0).to(tl.int32) & 15
    low, high = tl.split(tl.reshape(w, (GROUPS, SIZE // 2, 2)))
    half = tl.arange(0, SIZE // 2)
    tl.store(q + group[:, None] * (SIZE // 2) + half[None, :], (low | (high << 4)).to(tl.uint8), mask=good)


@case(dict(groups=10, per=4, size=32), dict(groups=1 << 20, per=16, size=128))
def quantize_int4_groups(groups, per, size):
    def answer(x, q, scales):
        scale = np.abs(x).max(1, keepdims=True) / 7
        w = np.clip(np.floor(x / scale + 0.5), -8, 7).astype(int) & 15
        return w[:, 0::2] | w[:, 1::2] << 4, scale

    args = [randn(groups, size, type="f16"), out(groups, size // 2, type="u8"), out(groups, type="f16"), groups]
    return Launch(int4_groups_kernel, (cdiv(groups, per),), args, dict(GROUPS=per, SIZE=size), answer)


@triton.jit
def int4_dequantize_kernel(q, scales, zeros, y, n, BLOCK: tl.constexpr, GROUP: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    b = tl.load(q + at, mask=at < n, other=0)
    low = (b & 0xF).to(tl.float32)
    high = (b >> 4).to(tl.float32)
    group = at * 2 // GROUP
    scale = tl.load(scales + group, mask=at < n, other=0.0).to(tl.float32)
    zero = tl.load(zeros + group, mask=at < n, other=0).to(tl.float32)
    v = tl.interleave((low - zero) * scale, (high - zero) * scale)
    to = tl.program_id(0) * (2 * BLOCK) + tl.arange(0, 2 * BLOCK)
    tl.store(y + to, v.to(y.dtype.element_ty), mask=to < 2 * n)


@case(dict(n=500, block=128, group=8), dict(n=1 << 26, block=1024, group=128))
def dequantize_int4(n, block, group):
    def answer(q, scales, zeros, y):
        both = np.stack([q & 15, q >> 4], 1).reshape(-1)
        g = np.arange(2 * n) // group
        return (both - zeros[g]) * scales[g]

    groups = cdiv(2 * n, group)
    args = [rand(0, 255, n, type="u8"), rand(0, 0.1, groups, type="f16"), rand(0, 15, groups, type="i8"), out(2 * n, type="bf16"), n]
    return Launch(int4_dequantize_kernel, (cdiv(n, block),), args, dict(BLOCK=block, GROUP=group), answer)


@triton.jit
def fp8_tensor_kernel(x, scale, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.load(scale)
    v = tl.load(x + at, mask=at < n, other=0.0).to(tl.float32) / s
    v = tl.minimum(tl.maximum(v, -448.0), 448.0)
    tl.store(y + at, v.to(tl.float8e4nv), mask=at < n)


@case(dict(n=1000, block=256), dict(n=1 << 27, block=2048))
def quantize_fp8_tensor(n, block):
    args = [randn(n, type="bf16", dev=10), data(np.array([0.0625]), "f32"), out(n, type="f8e4m3", rtol=0, atol=0), n]
    return Launch(fp8_tensor_kernel, (cdiv(n, block),), args, dict(BLOCK=block), lambda x, s, y: rounded(np.clip(x / s, -448, 448), "f8e4m3"))


@triton.jit
def fp8_blocks_kernel(x, y, scales, rows, columns, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    j = tl.program_id(1)
    row = i * BLOCK + tl.arange(0, BLOCK)[:, None]
    column = j * BLOCK + tl.arange(0, BLOCK)[None, :]
    inside = (row < rows) & (column < columns)
    v = tl.load(x + row * columns + column, mask=inside, other=0.0).to(tl.float32)
    scale = tl.max(tl.abs(v)) / 448.0
    tl.store(y + row * columns + column, (v / scale).to(y.dtype.element_ty), mask=inside)
    tl.store(scales + i * tl.num_programs(1) + j, scale)


@case(dict(m=20, n=40, block=16), dict(m=16384, n=8192, block=128))
def quantize_fp8_blocks(m, n, block):
    def answer(x, y, scales):
        a, b = cdiv(m, block), cdiv(n, block)
        padded = np.zeros((a * block, b * block))
        padded[:m, :n] = np.abs(x)
        s = padded.reshape(a, block, b, block).max((1, 3)) / 448
        return x / np.repeat(np.repeat(s, block, 0), block, 1)[:m, :n], s

    args = [randn(m, n, type="bf16"), out(m, n, type="f8e4m3", atol=2.0**-9), out(cdiv(m, block), cdiv(n, block)), m, n]
    return Launch(fp8_blocks_kernel, (cdiv(m, block), cdiv(n, block)), args, dict(BLOCK=block), answer)


@triton.jit
def fp8_dequantize_kernel(x, scales, y, columns, BLOCK: tl.constexpr, GROUP: tl.constexpr):
    row = tl.program_id(1)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < columns
    v = tl.load(x + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    s = tl.load(scales + row * tl.cdiv(columns, GROUP) + at // GROUP, mask=inside, other=0.0)
    tl.store(y + row * columns + at, (v * s).to(y.dtype.element_ty), mask=inside)


@case(dict(m=3, n=300, block=128, group=32), dict(m=8192, n=16384, block=2048, group=128))
def dequantize_fp8_e5m2(m, n, block, group):
    def answer(x, s, y):
        return x * np.repeat(s, group, 1)[:, :n]

    args = [randn(m, n, type="f8e5m2"), rand(0.5, 2, m, cdiv(n, group)), out(m, n, type="f16"), n]
    return Launch(fp8_dequantize_kernel, (cdiv(n, block), m), args, dict(BLOCK=block, GROUP=group), answer)


@triton.jit
def mxfp8_kernel(x, q, scales, n, ROWS: tl.constexpr):
    block = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = block[:, None] * 32 + tl.arange(0, 32)[None, :]
    good = (block < n)[:, None]
    v = tl.load(x + at, mask=good, other=0.0).to(tl.float32)
    largest = tl.max(tl.abs(v), axis=1)
    # The exponent of the largest, less that of the format, as e8m0.
    exponent = ((largest.to(tl.int32, bitcast=True) >> 23) & 0xFF) - 8
    exponent = tl.maximum(exponent, 1)
    scale = ((254 - exponent) << 23).to(tl.float32, bitcast=True)
    tl.store(scales + block, exponent.to(tl.uint8), mask=block < n)
    tl.store(q + at, tl.clamp(v * scale[:, None], -448.0, 448.0).to(tl.float8e4nv), mask=good)


@case(dict(n=20, rows=8), dict(n=1 << 22, rows=32))
def quantize_mxfp8(n, rows):
    def answer(x, q, scales):
        exponent = np.maximum(np.floor(np.log2(np.abs(x).max(1))) + 127 - 8, 1)
        return rounded(np.clip(x * 2.0 ** (127 - exponent[:, None]), -448, 448), "f8e4m3"), exponent

    args = [randn(n, 32, type="bf16"), out(n, 32, type="f8e4m3", rtol=0, atol=0), out(n, type="u8"), n]
    return Launch(mxfp8_kernel, (cdiv(n, rows),), args, dict(ROWS=rows), answer)


@triton.jit
def table_kernel(q, table, scales, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(table + tl.arange(0, 16))
    b = tl.load(q + at, mask=at < n, other=0).to(tl.int32)
    high = tl.gather(values, b >> 4, 0)
    low = tl.gather(values, b & 15, 0)
    scale = tl.load(scales + at // 32, mask=at < n, other=0.0)
    tl.store(y + 2 * at, (high * scale).to(tl.float16), mask=at < n)
    tl.store(y + 2 * at + 1, (low * scale).to(tl.float16), mask=at < n)


@case(dict(n=300, block=128), dict(n=1 << 26, block=1024))
def dequantize_nf4_table(n, block):
    def answer(q, table, scales, y):
        s = scales[np.arange(n) // 32]
        return np.stack([table[q >> 4] * s, table[q & 15] * s], 1)

    args = [rand(0, 255, n, type="u8"), randn(16), rand(0.5, 1, cdiv(n, 32)), out(2 * n, type="f16"), n]
    return Launch(table_kernel, (cdiv(n, block),), args, dict(BLOCK=block), answer)


@triton.jit
def absmax_columns_kernel(x, smooth, q, scale, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    largest = tl.zeros((BM,), tl.float32)
    for start in range(0, columns, BN):
        at = start + tl.arange(0, BN)
        inside = (row < rows)[:, None] & (at < columns)[None, :]
        v = tl.load(x + row[:, None] * columns + at[None, :], mask=inside, other=0.0) * tl.load(smooth + at, mask=at < columns, other=0.0)[None, :]
        largest = tl.maximum(largest, tl.max(tl.abs(v), axis=1))
    s = largest / 127
    tl.store(scale + row, s, mask=row < rows)
    for start in range(0, columns, BN):
        at = start + tl.arange(0, BN)
        inside = (row < rows)[:, None] & (at < columns)[None, :]
        v = tl.load(x + row[:, None] * columns + at[None, :], mask=inside, other=0.0) * tl.load(smooth + at, mask=at < columns, other=0.0)[None, :]
        v = v / s[:, None]
        v = tl.where(v >= 0, v + 0.5, v - 0.5)
        tl.store(q + row[:, None] * columns + at[None, :], v.to(tl.int8), mask=inside)


@case(dict(m=10, n=70, bm=4, bn=32), dict(m=16384, n=4096, bm=4, bn=512))
def smooth_quantize_int8(m, n, bm, bn):
    def answer(x, smooth, q, scale):
        v = x * smooth
        s = np.abs(v).max(1) / 127
        return np.trunc(v / s[:, None] + np.copysign(0.5, v)), s

    args = [randn(m, n), rand(0.5, 2, n), out(m, n, type="i8", atol=1), out(m), m, n]
    return Launch(absmax_columns_kernel, (cdiv(m, bm),), args, dict(BM=bm, BN=bn), answer)
