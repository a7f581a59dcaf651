"""Matrix products and attention."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, data, out, rand, randn
from softmax import get_softmax


@triton.jit
def matmul_kernel(a, b, bias, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(m, BM)
    tiles_n = tl.cdiv(n, BN)
    first = pid // (GROUP * tiles_n) * GROUP
    size = min(tiles_m - first, GROUP)
    i = first + pid % (GROUP * tiles_n) % size
    j = pid % (GROUP * tiles_n) // size
    row = i * BM + tl.arange(0, BM)
    column = j * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    x_at = a + row[:, None] * k + depth[None, :]
    y_at = b + depth[:, None] * n + column[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, tl.cdiv(k, BK)):
        left = k - start * BK
        x = tl.load(x_at, mask=(row[:, None] < m) & (depth[None, :] < left), other=0.0)
        y = tl.load(y_at, mask=(depth[:, None] < left) & (column[None, :] < n), other=0.0)
        total = tl.dot(x, y, total)
        x_at += BK
        y_at += BK * n
    total += tl.load(bias + column, mask=column < n, other=0.0).to(tl.float32)[None, :]
    total = total * tl.sigmoid(1.702 * total)
    tl.store(c + row[:, None] * n + column[None, :], total.to(c.dtype.element_ty), mask=(row[:, None] < m) & (column[None, :] < n))


@case(dict(m=40, n=48, k=50, tile=(32, 32, 16)), dict(m=4096, n=4096, k=4096, tile=(128, 128, 32)))
def matmul_bias_gelu(m, n, k, tile):
    def answer(a, b, bias, c):
        v = a @ b + bias
        return v / (1 + np.exp(-1.702 * v))

    args = [randn(m, k, type="bf16", dev=0.3), randn(k, n, type="bf16", dev=0.3), randn(n, type="bf16"), out(m, n, type="bf16", atol=0.02), m, n, k]
    return Launch(matmul_kernel, (cdiv(m, tile[0]) * cdiv(n, tile[1]),), args, dict(BM=tile[0], BN=tile[1], BK=tile[2], GROUP=8), answer)


@triton.jit
def scaled_int8_kernel(a, b, a_scale, b_scale, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.int32)
    for start in range(0, k, BK):
        depth = start + tl.arange(0, BK)
        x = tl.load(a + row[:, None] * k + depth[None, :], mask=(row < m)[:, None] & (depth < k)[None, :], other=0)
        y = tl.load(b + column[None, :] * k + depth[:, None], mask=(column < n)[None, :] & (depth < k)[:, None], other=0)
        total = tl.dot(x, y, total, out_dtype=tl.int32)
    v = total.to(tl.float32) * tl.load(a_scale + row, mask=row < m)[:, None] * tl.load(b_scale + column, mask=column < n)[None, :]
    tl.store(c + row[:, None] * n + column[None, :], v.to(tl.float16), mask=(row < m)[:, None] & (column < n)[None, :])


@case(dict(m=20, n=32, k=64, tile=(16, 32, 32)), dict(m=4096, n=4096, k=4096, tile=(128, 128, 64)))
def matmul_int8_scaled(m, n, k, tile):
    def answer(a, b, sa, sb, c):
        return (a @ b.T) * sa[:, None] * sb

    args = [rand(-127, 127, m, k, type="i8"), rand(-127, 127, n, k, type="i8"), rand(0, 1e-3, m), rand(0, 1e-2, n), out(m, n, type="f16"), m, n, k]
    return Launch(scaled_int8_kernel, (cdiv(m, tile[0]), cdiv(n, tile[1])), args, dict(BM=tile[0], BN=tile[1], BK=tile[2]), answer)


@triton.jit
def fp8_matmul_kernel(a, b, a_scale, b_scale, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for step in range(0, k // BK):
        depth = step * BK + tl.arange(0, BK)
        x = tl.load(a + row[:, None] * k + depth[None, :], mask=(row < m)[:, None], other=0.0)
        y = tl.load(b + column[None, :] * k + depth[:, None], mask=(column < n)[None, :], other=0.0)
        sa = tl.load(a_scale + row * (k // BK) + step, mask=row < m, other=0.0)
        sb = tl.load(b_scale + step)
        total += tl.dot(x, y) * sa[:, None] * sb
    tl.store(c + row[:, None] * n + column[None, :], total.to(tl.bfloat16), mask=(row < m)[:, None] & (column < n)[None, :])


@case(dict(m=20, n=32, k=64, tile=(16, 32, 32)), dict(m=4096, n=4096, k=4096, tile=(64, 128, 128)))
def matmul_fp8_block_scales(m, n, k, tile):
    steps = k // tile[2]

    def answer(a, b, sa, sb, c):
        parts = np.einsum("mts,nts->mnt", a.reshape(m, steps, -1), b.reshape(n, steps, -1)) if m < 100 else None
        return (parts * sa[:, None, :] * sb).sum(2)

    args = [randn(m, k, type="f8e4m3"), randn(n, k, type="f8e4m3"), rand(0, 1, m, steps), rand(0, 1, steps), out(m, n, type="bf16", atol=0.05), m, n, k]
    return Launch(fp8_matmul_kernel, (cdiv(m, tile[0]), cdiv(n, tile[1])), args, dict(BM=tile[0], BN=tile[1], BK=tile[2]), answer)


@triton.jit
def int4_matvec_kernel(x, q, scales, y, n, k, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    column = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BN,), tl.float32)
    for start in range(0, k // 2, BK):
        at = start + tl.arange(0, BK)
        w = tl.load(q + column[:, None] * (k // 2) + at[None, :], mask=(column < n)[:, None], other=0)
        low = ((w << 4).to(tl.int8, bitcast=True) >> 4).to(tl.float32)
        high = (w.to(tl.int8, bitcast=True) >> 4).to(tl.float32)
        s = tl.load(scales + column[:, None] * (k // GROUP) + (at * 2 // GROUP)[None, :], mask=(column < n)[:, None], other=0.0)
        a = tl.load(x + 2 * at).to(tl.float32)
        b = tl.load(x + 2 * at + 1).to(tl.float32)
        total += tl.sum((low * a[None, :] + high * b[None, :]) * s.to(tl.float32), axis=1)
    tl.store(y + column, total.to(y.dtype.element_ty), mask=column < n)


@case(dict(n=30, k=128, bn=16, bk=32, group=32), dict(n=28672, k=8192, bn=8, bk=256, group=128))
def matvec_int4(n, k, bn, bk, group):
    def answer(x, q, s, y):
        both = np.stack([q & 15, q >> 4], 2).reshape(n, k)
        return ((both - 16 * (both > 7)) * np.repeat(s, group, 1)) @ x

    args = [randn(k, type="f16"), rand(0, 255, n, k // 2, type="u8"), rand(0, 0.1, n, k // group, type="f16"), out(n, type="f16", atol=0.01), n, k]
    return Launch(int4_matvec_kernel, (cdiv(n, bn),), args, dict(BN=bn, BK=bk, GROUP=group), answer)


@triton.jit
def attention_kernel(q, k, v, y, lse, length, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start = tl.program_id(0) * BM
    head = tl.program_id(1) * length
    row = start + tl.arange(0, BM)
    d = tl.arange(0, D)
    x = tl.load(q + (head + row[:, None]) * D + d[None, :], mask=(row < length)[:, None], other=0.0)
    top = tl.full((BM,), float("-inf"), tl.float32)
    weight = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    for at in range(0, min(start + BM, length), BN):
        column = at + tl.arange(0, BN)
        key = tl.load(k + (head + column[None, :]) * D + d[:, None], mask=(column < length)[None, :], other=0.0)
        score = tl.dot(x, key) * scale
        score = tl.where((row[:, None] >= column[None, :]) & (column < length)[None, :], score, float("-inf"))
        now = tl.maximum(top, tl.max(score, 1))
        p = tl.exp2(score - now[:, None])
        shrink = tl.exp2(top - now)
        weight = weight * shrink + tl.sum(p, 1)
        value = tl.load(v + (head + column[:, None]) * D + d[None, :], mask=(column < length)[:, None], other=0.0)
        total = tl.dot(p.to(value.dtype), value, total * shrink[:, None])
        top = now
    tl.store(lse + head + row, top * 0.6931471805599453 + tl.log(weight), mask=row < length)
    tl.store(y + (head + row[:, None]) * D + d[None, :], (total / weight[:, None]).to(y.dtype.element_ty), mask=(row < length)[:, None])


@case(dict(heads=2, length=40, bm=32, bn=32, d=32), dict(heads=64, length=4096, bm=128, bn=64, d=64))
def attention_causal(heads, length, bm, bn, d):
    def answer(q, k, v, y, lse):
        score = np.where(np.tri(length, dtype=bool), q @ k.transpose(0, 2, 1) / np.sqrt(d), -np.inf)
        return get_softmax(score) @ v, np.log(np.exp(score).sum(-1))

    shape = (heads, length, d)
    args = [randn(*shape, type="bf16"), randn(*shape, type="bf16"), randn(*shape, type="bf16"), out(*shape, type="bf16", atol=0.02), out(heads, length, rtol=1e-3), length, 1.4426950408889634 / np.sqrt(d)]
    args[-1] = float(args[-1])
    return Launch(attention_kernel, (cdiv(length, bm), heads), args, dict(BM=bm, BN=bn, D=d), answer)


@triton.jit
def decode_kernel(q, k, v, table, lengths, y, pages_per_row, scale, PAGE: tl.constexpr, D: tl.constexpr):
    # One new token per sequence, its keys and values in pages.
    sequence = tl.program_id(0)
    head = tl.program_id(1)
    heads = tl.num_programs(1)
    d = tl.arange(0, D)
    x = tl.load(q + (sequence * heads + head) * D + d).to(tl.float32)
    length = tl.load(lengths + sequence)
    top = float("-inf")
    weight = 0.0
    total = tl.zeros((D,), tl.float32)
    for page in range(0, tl.cdiv(length, PAGE)):
        number = tl.load(table + sequence * pages_per_row + page).to(tl.int64)
        token = tl.arange(0, PAGE)
        inside = page * PAGE + token < length
        at = ((number * PAGE + token[:, None]) * heads + head) * D + d[None, :]
        key = tl.load(k + at, mask=inside[:, None], other=0.0).to(tl.float32)
        score = tl.where(inside, tl.sum(key * x[None, :], axis=1) * scale, float("-inf"))
        now = tl.maximum(top, tl.max(score, axis=0))
        p = tl.exp(score - now)
        shrink = tl.exp(top - now)
        value = tl.load(v + at, mask=inside[:, None], other=0.0).to(tl.float32)
        total = total * shrink + tl.sum(value * p[:, None], axis=0)
        weight = weight * shrink + tl.sum(p, axis=0)
        top = now
    tl.store(y + (sequence * heads + head) * D + d, (total / weight).to(y.dtype.element_ty))


@case(dict(sequences=3, heads=2, pages=3, page=16, d=32), dict(sequences=64, heads=32, pages=128, page=16, d=128))
def attention_paged_decode(sequences, heads, pages, page, d):
    total = sequences * pages
    table = np.arange(total)[::-1].reshape(sequences, pages).copy()
    lengths = 1 + (np.arange(sequences) * 17 + 20) % (pages * page)

    def answer(q, k, v, t, n, y):
        y = np.zeros(q.shape)
        for s in range(sequences):
            keys, values = (x[table[s]].reshape(-1, heads, d)[: lengths[s]] for x in (k, v))
            y[s] = np.einsum("ht,thd->hd", get_softmax(np.einsum("hd,thd->ht", q[s], keys) / np.sqrt(d)), values)
        return y

    cache = (total, page, heads, d)
    args = [randn(sequences, heads, d, type="f16"), randn(*cache, type="f16"), randn(*cache, type="f16"), data(table, "i32"), data(lengths, "i32"), out(sequences, heads, d, type="f16"), pages, float(1 / np.sqrt(d))]
    return Launch(decode_kernel, (sequences, heads), args, dict(PAGE=page, D=d), answer)


@triton.jit
def chunk_kernel(q, k, v, y, length, D: tl.constexpr, BT: tl.constexpr):
    # Linear attention: chunks by products, the state carried from one to the next.
    head = tl.program_id(0) * length * D
    d = tl.arange(0, D)
    t = tl.arange(0, BT)
    state = tl.zeros((D, D), tl.float32)
    for start in range(0, length, BT):
        at = head + (start + t[:, None]) * D + d[None, :]
        x = tl.load(q + at)
        key = tl.load(k + at)
        value = tl.load(v + at)
        score = tl.where(t[:, None] >= t[None, :], tl.dot(x, tl.trans(key)), 0.0)
        o = tl.dot(score.to(x.dtype), value) + tl.dot(x, state.to(x.dtype))
        tl.store(y + at, o.to(y.dtype.element_ty))
        state += tl.dot(tl.trans(key), value)


@case(dict(heads=2, length=64, d=32, bt=32), dict(heads=512, length=4096, d=64, bt=64))
def linear_attention_chunks(heads, length, d, bt):
    def answer(q, k, v, y):
        return np.where(np.tri(length, dtype=bool), q @ k.transpose(0, 2, 1), 0) @ v

    shape = (heads, length, d)
    args = [randn(*shape, type="bf16", dev=0.3), randn(*shape, type="bf16", dev=0.3), randn(*shape, type="bf16"), out(*shape, type="bf16", rtol=0.03, atol=0.1), length]
    return Launch(chunk_kernel, (heads,), args, dict(D=d, BT=bt), answer)


@triton.jit
def batched_kernel(a, b, c, batches, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)[:, None, None]
    m = tl.arange(0, M)[None, :, None]
    n = tl.arange(0, N)[None, None, :]
    x = tl.load(a + (i * M + m) * K + tl.arange(0, K)[None, None, :], mask=i < batches, other=0.0)
    y = tl.load(b + (i * K + tl.arange(0, K)[None, :, None]) * N + n, mask=i < batches, other=0.0)
    tl.store(c + (i * M + m) * N + n, tl.dot(x, y), mask=i < batches)


@case(dict(batches=3, b=2, m=16, n=16, k=32), dict(batches=65536, b=2, m=32, n=32, k=32))
def matmul_batched_3d(batches, b, m, n, k):
    return Launch(batched_kernel, (cdiv(batches, b),), [randn(batches, m, k, type="f16"), randn(batches, k, n, type="f16"), out(batches, m, n, rtol=1e-3), batches], dict(B=b, M=m, N=n, K=k), lambda x, y, c: x @ y)
