"""Rotary embeddings and other notes of position."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, inout, out, rand, randn


@triton.jit
def rope_kernel(q, k, cos, sin, heads, k_heads, HEADS: tl.constexpr, K_HEADS: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, HALF)
    c = tl.load(cos + token * HALF + at)[None, :]
    s = tl.load(sin + token * HALF + at)[None, :]
    head = tl.arange(0, HEADS)[:, None]
    place = token * heads * 2 * HALF + head * 2 * HALF + at[None, :]
    a = tl.load(q + place, mask=head < heads, other=0).to(tl.float32)
    b = tl.load(q + place + HALF, mask=head < heads, other=0).to(tl.float32)
    tl.store(q + place, (a * c - b * s).to(q.dtype.element_ty), mask=head < heads)
    tl.store(q + place + HALF, (b * c + a * s).to(q.dtype.element_ty), mask=head < heads)
    head = tl.arange(0, K_HEADS)[:, None]
    place = token * k_heads * 2 * HALF + head * 2 * HALF + at[None, :]
    a = tl.load(k + place, mask=head < k_heads, other=0).to(tl.float32)
    b = tl.load(k + place + HALF, mask=head < k_heads, other=0).to(tl.float32)
    tl.store(k + place, (a * c - b * s).to(k.dtype.element_ty), mask=head < k_heads)
    tl.store(k + place + HALF, (b * c + a * s).to(k.dtype.element_ty), mask=head < k_heads)


@case(dict(tokens=3, heads=3, k_heads=1, half=16), dict(tokens=16384, heads=32, k_heads=8, half=64))
def rope_halves(tokens, heads, k_heads, half):
    def rotate(x, c, s):
        a, b = x[..., :half], x[..., half:]
        c, s = c[:, None], s[:, None]
        return np.concatenate([a * c - b * s, b * c + a * s], -1)

    def answer(q, k, c, s):
        return rotate(q, c, s), rotate(k, c, s)

    args = [inout(randn(tokens, heads, 2 * half, type="bf16")), inout(randn(tokens, k_heads, 2 * half, type="bf16")), rand(-1, 1, tokens, half), rand(-1, 1, tokens, half), heads, k_heads]
    return Launch(rope_kernel, (tokens,), args, dict(HEADS=1 << (heads - 1).bit_length(), K_HEADS=1 << (k_heads - 1).bit_length(), HALF=half), answer)


@triton.jit
def rope_pairs_kernel(x, y, positions, n, base_log2, ROWS: tl.constexpr, HALF: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    inside = row < n
    at = row[:, None] * (2 * HALF) + tl.arange(0, 2 * HALF)[None, :]
    v = tl.load(x + at, mask=inside[:, None], other=0.0).to(tl.float32)
    a, b = tl.split(tl.reshape(v, (ROWS, HALF, 2)))
    position = tl.load(positions + row, mask=inside, other=0).to(tl.float32)
    frequency = tl.exp2(-base_log2 * tl.arange(0, HALF).to(tl.float32) / HALF)
    angle = position[:, None] * frequency[None, :]
    c = tl.cos(angle)
    s = tl.sin(angle)
    v = tl.reshape(tl.join(a * c - b * s, a * s + b * c), (ROWS, 2 * HALF))
    tl.store(y + at, v.to(y.dtype.element_ty), mask=inside[:, None])


@case(dict(n=10, rows=4, half=32), dict(n=1 << 19, rows=8, half=64))
def rope_pairs(n, rows, half):
    def answer(x, y, positions):
        angle = positions[:, None] * 2 ** (-13.287712 * np.arange(half) / half)
        a, b = x[:, 0::2], x[:, 1::2]
        c, s = np.cos(angle), np.sin(angle)
        return np.stack([a * c - b * s, a * s + b * c], -1)

    args = [randn(n, 2 * half, type="f16"), out(n, 2 * half, type="f16", atol=2e-3), rand(0, 500, n, type="i64"), n, 13.287712]
    return Launch(rope_pairs_kernel, (cdiv(n, rows),), args, dict(ROWS=rows, HALF=half), answer)


@triton.jit
def alibi_kernel(scores, slopes, y, queries, keys, scale, BQ: tl.constexpr, BK: tl.constexpr, BH: tl.constexpr, heads):
    h = tl.program_id(2) * BH + tl.arange(0, BH)[:, None, None]
    q = tl.program_id(1) * BQ + tl.arange(0, BQ)[None, :, None]
    k = tl.program_id(0) * BK + tl.arange(0, BK)[None, None, :]
    inside = (h < heads) & (q < queries) & (k < keys)
    at = (h * queries + q) * keys + k
    v = tl.load(scores + at, mask=inside, other=0.0)
    distance = tl.abs(k - q - (keys - queries)).to(tl.float32)
    v = v * scale - tl.load(slopes + h, mask=h < heads, other=0.0) * distance
    tl.store(y + at, v, mask=inside)


@case(dict(heads=3, queries=6, keys=50, bh=2, bq=4, bk=32), dict(heads=32, queries=2048, keys=2048, bh=2, bq=4, bk=256))
def alibi_3d(heads, queries, keys, bh, bq, bk):
    def answer(x, slopes, y):
        distance = np.abs(np.arange(keys)[None, :] - np.arange(queries)[:, None] - (keys - queries))
        return x * 0.25 - slopes[:, None, None] * distance

    args = [randn(heads, queries, keys), rand(0, 1, heads), out(heads, queries, keys), queries, keys, 0.25, heads]
    return Launch(alibi_kernel, (cdiv(keys, bk), cdiv(queries, bq), cdiv(heads, bh)), args, dict(BQ=bq, BK=bk, BH=bh), answer)


@triton.jit
def relative_bias_kernel(scores, table, y, length, buckets, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    head = tl.program_id(1)
    at = tl.arange(0, BLOCK)
    inside = at < length
    distance = row - at
    half = buckets // 2
    side = tl.where(distance < 0, half, 0)
    distance = tl.abs(distance)
    exact = half // 2
    far = exact + (tl.log(tl.maximum(distance, 1).to(tl.float32) / exact + 1e-6) / 2.0794415 * (half - exact)).to(tl.int32)
    bucket = side + tl.where(distance < exact, distance, tl.minimum(far, half - 1))
    place = (head * length + row) * length + at
    v = tl.load(scores + place, mask=inside) + tl.load(table + bucket * tl.num_programs(1) + head, mask=inside)
    tl.store(y + place, v, mask=inside)


@case(dict(heads=2, length=40, buckets=16), dict(heads=32, length=2048, buckets=32))
def relative_position_bias(heads, length, buckets):
    def answer(x, table, y):
        d = np.arange(length)[:, None] - np.arange(length)[None, :]
        half = buckets // 2
        exact = half // 2
        far = exact + (np.log(np.maximum(np.abs(d), 1) / exact + 1e-6) / 2.0794415 * (half - exact)).astype(int)
        bucket = np.where(d < 0, half, 0) + np.where(np.abs(d) < exact, np.abs(d), np.minimum(far, half - 1))
        return x + table[bucket].transpose(2, 0, 1)

    args = [randn(heads, length, length, type="f16"), randn(buckets, heads, type="f16"), out(heads, length, length, type="f16"), length, buckets]
    return Launch(relative_bias_kernel, (length, heads), args, dict(BLOCK=1 << (length - 1).bit_length()), answer)
