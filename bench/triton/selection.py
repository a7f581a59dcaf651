"""Sorting, the largest, histograms, routing to experts."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, data, filled, inout, next_power, out, rand, randn
from softmax import get_softmax


@triton.jit
def topk_kernel(x, y, rows, n, BM: tl.constexpr, BN: tl.constexpr, K: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    at = tl.arange(0, BN)
    v = tl.load(x + row[:, None] * n + at[None, :], mask=(row < rows)[:, None] & (at < n)[None, :], other=-float("inf"))
    top = tl.topk(v, K, dim=1)
    tl.store(y + row[:, None] * K + tl.arange(0, K)[None, :], top, mask=(row < rows)[:, None])


@case(dict(m=6, n=50, bm=4, k=8), dict(m=262144, n=128, bm=16, k=8))
def topk_values(m, n, bm, k):
    return Launch(topk_kernel, (cdiv(m, bm),), [randn(m, n, type="f16"), out(m, k, type="f16", rtol=0), m, n], dict(BM=bm, BN=next_power(n), K=k), lambda x, y: -np.sort(-x, 1)[:, :k])


@triton.jit
def topk_index_kernel(x, values, index, n, BLOCK: tl.constexpr, K: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=-float("inf"))
    # The order of floats as one of integers, with the index below.
    bits = v.to(tl.int32, bitcast=True)
    bits = tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits)
    key = (bits.to(tl.int64) << 32) | (BLOCK - 1 - at).to(tl.int64)
    top = tl.topk(key, K)
    bits = (top >> 32).to(tl.int32)
    bits = tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits)
    to = tl.arange(0, K)
    tl.store(values + row * K + to, bits.to(tl.float32, bitcast=True))
    tl.store(index + row * K + to, BLOCK - 1 - (top & 0xFFFFFFFF).to(tl.int32))


@case(dict(m=3, n=200, k=4), dict(m=16384, n=1000, k=16))
def topk_packed_index(m, n, k):
    def answer(x, values, index):
        order = np.argsort(-x, axis=1, kind="stable")[:, :k]
        return np.take_along_axis(x, order, 1), order

    return Launch(topk_index_kernel, (m,), [randn(m, n), out(m, k, rtol=0), out(m, k, type="i32"), n], dict(BLOCK=next_power(n), K=k), answer)


@triton.jit
def argmax_kernel(x, index, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    best = tl.full((BLOCK,), -float("inf"), tl.float32)
    where = tl.zeros((BLOCK,), tl.int32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + at, mask=at < n, other=-float("inf")).to(tl.float32)
        where = tl.where(v > best, at, where)
        best = tl.maximum(best, v)
    top = tl.max(best, axis=0)
    tl.store(index + row, tl.min(tl.where(best == top, where, 2147483647), axis=0).to(tl.int64))


@case(dict(m=4, n=500, block=128), dict(m=4096, n=50257, block=1024))
def argmax_vocabulary(m, n, block):
    return Launch(argmax_kernel, (m,), [randn(m, n, type="bf16"), out(m, type="i64"), n], dict(BLOCK=block), lambda x, i: x.argmax(1))


@triton.jit
def histogram_kernel(x, counts, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    total = tl.zeros((BINS,), tl.int32)
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + at, mask=at < n, other=0).to(tl.int32)
        total += tl.histogram(v, BINS, mask=at < n)
    tl.atomic_add(counts + tl.arange(0, BINS), total)


@case(dict(n=1500, bins=64, programs=3, block=256), dict(n=1 << 27, bins=256, programs=1056, block=2048))
def histogram_bytes(n, bins, programs, block):
    return Launch(histogram_kernel, (programs,), [rand(0, bins - 1, n, type="u8"), inout(filled(0, bins, type="i32")), n], dict(BLOCK=block, BINS=bins), lambda x, c: np.bincount(x, minlength=bins))


@triton.jit
def router_kernel(logits, weights, experts, rows, n, BM: tl.constexpr, E: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    e = tl.arange(0, E)
    inside = (row < rows)[:, None] & (e < n)[None, :]
    v = tl.load(logits + row[:, None] * n + e[None, :], mask=inside, other=-float("inf")).to(tl.float32)
    v = tl.where((row < rows)[:, None], v, 0.0)
    first, i = tl.max(v, axis=1, return_indices=True)
    rest = tl.where(e[None, :] == i[:, None], -float("inf"), v)
    second, j = tl.max(rest, axis=1, return_indices=True)
    w = 1.0 / (1.0 + tl.exp(second - first))
    good = row < rows
    tl.store(weights + 2 * row, w, mask=good)
    tl.store(weights + 2 * row + 1, 1.0 - w, mask=good)
    tl.store(experts + 2 * row, i, mask=good)
    tl.store(experts + 2 * row + 1, j, mask=good)


@case(dict(m=10, n=8, bm=4), dict(m=1 << 20, n=64, bm=32))
def moe_route_top2(m, n, bm):
    def answer(x, weights, experts):
        order = np.argsort(-x, axis=1, kind="stable")[:, :2]
        return get_softmax(np.take_along_axis(x, order, 1)), order

    return Launch(router_kernel, (cdiv(m, bm),), [randn(m, n), out(m, 2), out(m, 2, type="i32"), m, n], dict(BM=bm, E=next_power(n)), answer)


@triton.jit
def align_kernel(experts, starts, slots, n, block_size, BLOCK: tl.constexpr, E: tl.constexpr):
    # One program: a place for each token, those of an expert behind each other, experts' parts filled to whole blocks.
    e = tl.arange(0, E)
    counts = tl.zeros((E,), tl.int32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(experts + at, mask=at < n, other=0)
        counts += tl.histogram(x, E, mask=at < n)
    padded = tl.cdiv(counts, block_size) * block_size
    ends = tl.cumsum(padded, 0)
    begin = ends - padded
    tl.store(starts + e, begin)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(experts + at, mask=at < n, other=E)
        hit = (x[:, None] == e[None, :]).to(tl.int32)
        rank = tl.cumsum(hit, 0) - hit
        place = tl.sum(hit * (rank + begin[None, :]), axis=1)
        tl.store(slots + place, at, mask=at < n)
        begin += tl.sum(hit, axis=0)


@case(dict(n=100, experts=8, block=32, size=16), dict(n=16384, experts=64, block=128, size=64))
def moe_align(n, experts, block, size):
    def answer(x, starts, slots):
        counts = np.bincount(x, minlength=experts)
        begin = np.cumsum(cdiv(counts, size) * size) - cdiv(counts, size) * size
        slots = slots.copy()
        for e in range(experts):
            slots[begin[e] : begin[e] + counts[e]] = np.flatnonzero(x == e)
        return begin, slots

    args = [rand(0, experts - 1, n, type="i32"), out(experts, type="i32"), out(n + experts * size, type="i32"), n, size]
    return Launch(align_kernel, (1,), args, dict(BLOCK=block, E=experts), answer)


@triton.jit
def combine_kernel(y, slots, weights, z, width, K: tl.constexpr, BN: tl.constexpr):
    token = tl.program_id(0)
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BN,), tl.float32)
    for k in tl.static_range(K):
        slot = tl.load(slots + token * K + k)
        w = tl.load(weights + token * K + k)
        if slot >= 0:
            total += w * tl.load(y + slot * width + column, mask=column < width, other=0.0).to(tl.float32)
    tl.store(z + token * width + column, total.to(z.dtype.element_ty), mask=column < width)


@case(dict(tokens=6, width=70, k=2, bn=64), dict(tokens=32768, width=4096, k=4, bn=1024))
def moe_combine(tokens, width, k, bn):
    slots = np.arange(tokens * k, dtype=np.int64).reshape(tokens, k)[::-1].copy()
    slots[1, 0] = -1

    def answer(y, s, w, z):
        return (np.where(slots[..., None] >= 0, y[slots], 0) * w[..., None]).sum(1)

    args = [randn(tokens * k, width, type="bf16"), data(slots, "i64"), rand(0, 1, tokens, k), out(tokens, width, type="bf16"), width]
    return Launch(combine_kernel, (tokens, cdiv(width, bn)), args, dict(K=k, BN=bn), answer)


@triton.jit
def sort_kernel(x, y, n, BLOCK: tl.constexpr, DESCENDING: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=-2147483648)
    tl.store(y + row * n + at, tl.sort(v, descending=DESCENDING), mask=at < n)


@case(dict(m=3, n=100), dict(m=32768, n=1024))
def sort_i32_descending(m, n):
    return Launch(sort_kernel, (m,), [rand(-1000, 1000, m, n, type="i32"), out(m, n, type="i32"), n], dict(BLOCK=next_power(n), DESCENDING=True), lambda x, y: -np.sort(-x, 1))


@triton.jit
def compact_kernel(x, counter, y, n, threshold, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.0)
    keep = ((v > threshold) & (at < n)).to(tl.int32)
    rank = tl.cumsum(keep, 0) - keep
    base = tl.atomic_add(counter, tl.sum(keep, axis=0))
    tl.store(y + base + rank, v, mask=keep != 0)


@case(dict(n=300, block=512), dict(n=1024, block=1024))
def compact_by_rank(n, block):
    def answer(x, counter, y):
        y = y.copy()
        kept = x[x > 0.5]
        y[: len(kept)] = kept
        return len(kept), y

    return Launch(compact_kernel, (cdiv(n, block),), [randn(n), inout(filled(0, 1, type="i32")), out(n, rtol=0), n, 0.5], dict(BLOCK=block), answer)


@triton.jit
def searchsorted_kernel(edges, x, y, n, size, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.0)
    low = tl.zeros((BLOCK,), tl.int32)
    high = tl.full((BLOCK,), 0, tl.int32) + size
    while tl.max(high - low, axis=0) > 0:
        middle = (low + high) // 2
        edge = tl.load(edges + middle, mask=low < high, other=0.0)
        right = (edge < v) & (low < high)
        low = tl.where(right, middle + 1, low)
        high = tl.where(right, high, tl.where(low < high, middle, high))
    tl.store(y + at, low, mask=at < n)


@case(dict(n=300, size=37, block=128), dict(n=1 << 24, size=1000, block=1024))
def searchsorted_while(n, size, block):
    edges = np.sort(np.sin(np.arange(size) * 12.9898) * 2).astype(np.float32)
    return Launch(searchsorted_kernel, (cdiv(n, block),), [data(edges, "f32"), randn(n), out(n, type="i32"), n, size], dict(BLOCK=block), lambda e, x, y: np.searchsorted(e, x))
