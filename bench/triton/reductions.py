"""Reductions, to scalars and along axes."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, data, filled, inout, next_power, out, rand, randn


@triton.jit
def sum_last_block_kernel(x, parts, counter, total, n, BLOCK: tl.constexpr, PARTS: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    tl.store(parts + pid, tl.sum(tl.load(x + at, mask=at < n, other=0.0), axis=0))
    # The program that comes last adds the parts.
    tl.debug_barrier()
    if tl.atomic_add(counter, 1, sem="acq_rel") == tl.num_programs(0) - 1:
        i = tl.arange(0, PARTS)
        v = tl.load(parts + i, mask=i < tl.num_programs(0), other=0.0, cache_modifier=".cg")
        tl.store(total, tl.sum(v, axis=0))
        tl.atomic_xchg(counter, 0)


@case(dict(n=1000, block=256), dict(n=1 << 24, block=16384))
def sum_last_block(n, block):
    programs = cdiv(n, block)

    def answer(x, parts, counter, total):
        return np.add.reduceat(x, np.arange(0, n, block)), 0, x.sum()

    args = [randn(n), out(programs, rtol=1e-4), inout(filled(0, 1, type="i32")), out(1, rtol=1e-3), n]
    return Launch(sum_last_block_kernel, (programs,), args, dict(BLOCK=block, PARTS=next_power(programs)), answer)


@triton.jit
def absmax_kernel(x, largest, least, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.0).to(tl.float32)
    tl.atomic_max(largest, tl.max(tl.abs(v), axis=0))
    tl.atomic_min(least, tl.min(v, axis=0))


@case(dict(n=1000, block=256), dict(n=1 << 27, block=4096))
def absmax_atomic(n, block):
    return Launch(absmax_kernel, (cdiv(n, block),), [randn(n, type="bf16"), inout(filled(0, 1)), inout(filled(0, 1)), n], dict(BLOCK=block), lambda x, a, b: (np.abs(x).max(), x.min()))


@triton.jit
def columns_kernel(x, mean, var, m, n, BM: tl.constexpr, BN: tl.constexpr):
    column = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    squares = tl.zeros((BM, BN), tl.float32)
    for start in range(0, m, BM):
        row = start + tl.arange(0, BM)
        v = tl.load(x + row[:, None] * n + column[None, :], mask=(row[:, None] < m) & (column[None, :] < n), other=0.0).to(tl.float32)
        total += v
        squares += v * v
    mu = tl.sum(total, axis=0) / m
    tl.store(mean + column, mu, mask=column < n)
    tl.store(var + column, tl.sum(squares, axis=0) / m - mu * mu, mask=column < n)


@case(dict(m=50, n=40, bm=16, bn=32), dict(m=16384, n=8192, bm=32, bn=64))
def mean_var_columns(m, n, bm, bn):
    return Launch(columns_kernel, (cdiv(n, bn),), [randn(m, n, type="f16"), out(n, rtol=1e-4), out(n, rtol=1e-4), m, n], dict(BM=bm, BN=bn), lambda x, a, b: (x.mean(0), x.var(0)))


@triton.jit
def dot_kernel(x, y, total, n, BLOCK: tl.constexpr):
    sums = tl.zeros((BLOCK,), tl.float64)
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        at = start + tl.arange(0, BLOCK)
        sums += tl.load(x + at, mask=at < n, other=0.0) * tl.load(y + at, mask=at < n, other=0.0)
    tl.atomic_add(total, tl.sum(sums), sem="release")


@case(dict(n=1000, programs=2, block=128), dict(n=1 << 26, programs=528, block=1024))
def dot_product_f64(n, programs, block):
    return Launch(dot_kernel, (programs,), [randn(n, type="f64"), randn(n, type="f64"), inout(filled(0, 1, type="f64"), rtol=1e-9), n], dict(BLOCK=block), lambda x, y, t: (x * y).sum())


@triton.jit
def finite_kernel(x, some, every, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    positive = (v > 2.0) & (at < n)
    tl.store(some + row, tl.reduce_or(positive, axis=0).to(tl.int8))
    tl.store(every + row, (tl.sum((v > -2.0).to(tl.int32)) == BLOCK).to(tl.int8))


@case(dict(m=8, n=40), dict(m=65536, n=2048))
def any_all_rows(m, n):
    args = [randn(m, n, type="f16"), out(m, type="i8"), out(m, type="i8"), n]
    return Launch(finite_kernel, (m,), args, dict(BLOCK=next_power(n)), lambda x, a, b: ((x > 2).any(1), (x > -2).all(1)))


@triton.jit
def hash_kernel(x, y, rows, n, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    at = tl.arange(0, BN)
    v = tl.load(x + row[:, None] * n + at[None, :], mask=(row < rows)[:, None] & (at < n)[None, :], other=0)
    h = v.to(tl.uint32) * 2654435761
    h = h ^ (h >> 15)
    tl.store(y + row, tl.xor_sum(h.to(tl.int32, bitcast=True), axis=1), mask=row < rows)


@case(dict(m=10, n=50, bm=4), dict(m=262144, n=256, bm=8))
def xor_hash_rows(m, n, bm):
    def answer(x, y):
        h = x.astype(np.uint32) * np.uint32(2654435761)
        return np.bitwise_xor.reduce(h ^ (h >> np.uint32(15)), 1).astype(np.int32)

    return Launch(hash_kernel, (cdiv(m, bm),), [rand(-1000000, 1000000, m, n, type="i32"), out(m, type="i32"), m, n], dict(BM=bm, BN=next_power(n)), answer)


@triton.jit
def middle_kernel(x, y, a, b, c, BB: tl.constexpr, BC: tl.constexpr):
    i = tl.program_id(0)
    k = tl.program_id(1) * BC + tl.arange(0, BC)
    j = tl.arange(0, BB)
    inside = (j < b)[:, None] & (k < c)[None, :]
    v = tl.load(x + (i * b + j[:, None]) * c + k[None, :], mask=inside, other=-float("inf"))
    tl.store(y + i * c + k, tl.max(v, axis=0), mask=k < c)


@case(dict(a=3, b=20, c=30, bc=32), dict(a=128, b=1000, c=768, bc=32))
def max_middle_axis(a, b, c, bc):
    return Launch(middle_kernel, (a, cdiv(c, bc)), [randn(a, b, c, type="f16"), out(a, c, type="f16", rtol=0), a, b, c], dict(BB=next_power(b), BC=bc), lambda x, y: x.max(1))


@triton.jit
def segment_kernel(x, offsets, y, width, BM: tl.constexpr, BN: tl.constexpr):
    segment = tl.program_id(0)
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    row = tl.load(offsets + segment)
    end = tl.load(offsets + segment + 1)
    total = tl.zeros((BN,), tl.float32)
    while row < end:
        r = row + tl.arange(0, BM)
        inside = (r < end)[:, None] & (column < width)[None, :]
        total += tl.sum(tl.load(x + r[:, None] * width + column[None, :], mask=inside, other=0.0).to(tl.float32), axis=0)
        row += BM
    tl.store(y + segment * width + column, total, mask=column < width)


@case(dict(segments=5, most=12, width=40, bm=4, bn=32), dict(segments=4096, most=100, width=512, bm=16, bn=128))
def segment_sum_jagged(segments, most, width, bm, bn):
    offsets = np.concatenate([[0], np.cumsum(np.arange(segments) * 7 % most)])

    def answer(x, o, y):
        return np.stack([x[s:e].sum(0) for s, e in zip(offsets, offsets[1:])])

    args = [randn(int(offsets[-1]), width, type="bf16"), data(offsets, "i64"), out(segments, width, rtol=1e-4), width]
    return Launch(segment_kernel, (segments, cdiv(width, bn)), args, dict(BM=bm, BN=bn), answer)


@triton.jit
def product_combine(a, b):
    return a * b


@triton.jit
def geometric_kernel(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=1.0).to(tl.float32)
    tl.store(y + row, tl.reduce(v, 0, product_combine))


@case(dict(m=6, n=50), dict(m=65536, n=1000))
def product_rows_fp8(m, n):
    return Launch(geometric_kernel, (m,), [rand(0.9, 1.1, m, n, type="f8e4m3"), out(m, rtol=1e-4, atol=1e-30), n], dict(BLOCK=next_power(n)), lambda x, y: x.prod(1))
