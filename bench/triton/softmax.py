"""Softmax in its variants."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, next_power, out, rand, randn


def get_softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@triton.jit
def softmax_kernel(x, y, rows, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=2):
        v = tl.load(x + row * n + at, mask=at < n, other=-float("inf"))
        e = tl.exp(v - tl.max(v, axis=0))
        tl.store(y + row * n + at, e / tl.sum(e, axis=0), mask=at < n)


@case(dict(m=7, n=200, programs=3), dict(m=16384, n=2000, programs=1056))
def softmax_persistent(m, n, programs):
    return Launch(softmax_kernel, (programs,), [randn(m, n), out(m, n), m, n], dict(BLOCK=next_power(n)), lambda x, y: get_softmax(x))


@triton.jit
def log_softmax_kernel(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=-float("inf")).to(tl.float32)
    v -= tl.max(v, axis=0)
    tl.store(y + row * n + at, v - tl.log(tl.sum(tl.exp(v), axis=0)), mask=at < n)


@case(dict(m=4, n=256), dict(m=16384, n=4096))
def log_softmax(m, n):
    return Launch(log_softmax_kernel, (m,), [randn(m, n, type="bf16"), out(m, n, type="bf16"), n], dict(BLOCK=n), lambda x, y: np.log(get_softmax(x)))


@triton.jit
def softmax_backward_kernel(y, dy, dx, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    p = tl.load(y + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    d = tl.load(dy + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(dx + row * n + at, (p * (d - tl.sum(p * d, axis=0))).to(dx.dtype.element_ty), mask=at < n)


@case(dict(m=4, n=100), dict(m=8192, n=8192))
def softmax_backward(m, n):
    def answer(y, dy, dx):
        return y * (dy - (y * dy).sum(1, keepdims=True))

    args = [rand(0, 0.05, m, n, type="f16"), randn(m, n, type="f16"), out(m, n, type="f16", atol=1e-4), n]
    return Launch(softmax_backward_kernel, (m,), args, dict(BLOCK=next_power(n)), answer, warps=8)


@triton.jit
def online_softmax_kernel(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * n
    largest = tl.full((BLOCK,), -float("inf"), tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in tl.range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row + at, mask=at < n, other=-1e30).to(tl.float32)
        now = tl.maximum(largest, v)
        total = total * tl.exp(largest - now) + tl.exp(v - now)
        largest = now
    top = tl.max(largest, axis=0)
    total = tl.sum(total * tl.exp(largest - top), axis=0)
    for start in tl.range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row + at, mask=at < n, other=0.0).to(tl.float32)
        tl.store(y + row + at, (tl.exp(v - top) / total).to(y.dtype.element_ty), mask=at < n)


@case(dict(m=3, n=500, block=128), dict(m=2048, n=50257, block=2048))
def softmax_online(m, n, block):
    args = [randn(m, n, type="f16", dev=3), out(m, n, type="f16", atol=1e-6), n]
    return Launch(online_softmax_kernel, (m,), args, dict(BLOCK=block), lambda x, y: get_softmax(x))


@triton.jit
def causal_softmax_kernel(scores, y, length, scale, BM: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(1) * length * length
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    at = tl.arange(0, BN)
    seen = (at[None, :] <= row[:, None]) & (row[:, None] < length)
    place = head + row[:, None] * length + at[None, :]
    v = tl.load(scores + place, mask=seen, other=-float("inf")).to(tl.float32) * scale
    v = tl.exp2((v - tl.max(v, axis=1)[:, None]) * 1.4426950408889634)
    v = v / tl.sum(v, axis=1)[:, None]
    tl.store(y + place, v.to(y.dtype.element_ty), mask=(row[:, None] < length) & (at[None, :] < length))


@case(dict(heads=2, length=24, bm=4), dict(heads=64, length=2048, bm=2))
def softmax_causal(heads, length, bm):
    def answer(x, y):
        return get_softmax(np.where(np.tri(length, dtype=bool), x * 0.125, -np.inf))

    args = [randn(heads, length, length, type="bf16", dev=8), out(heads, length, length, type="bf16"), length, 0.125]
    return Launch(causal_softmax_kernel, (-(-length // bm), heads), args, dict(BM=bm, BN=next_power(length)), answer)


@triton.jit
def sparsemax_kernel(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=-1e9)
    v -= tl.max(v, axis=0)
    z = tl.sort(v, descending=True)
    sums = tl.cumsum(z, axis=0)
    k = (at + 1).to(tl.float32)
    support = (1.0 + k * z > sums) & (at < n)
    size = tl.sum(support.to(tl.int32), axis=0)
    tau = (tl.sum(tl.where(support, z, 0.0), axis=0) - 1.0) / size
    tl.store(y + row * n + at, tl.maximum(v - tau, 0.0), mask=at < n)


@case(dict(m=4, n=128), dict(m=8192, n=512))
def sparsemax(m, n):
    def answer(x, y):
        z = -np.sort(-x, axis=1)
        k = np.arange(1, n + 1)
        size = (1 + k * z > z.cumsum(1)).sum(1, keepdims=True)
        tau = (np.where(k <= size, z, 0).sum(1, keepdims=True) - 1) / size
        return np.maximum(x - tau, 0)

    return Launch(sparsemax_kernel, (m,), [randn(m, n), out(m, n), n], dict(BLOCK=next_power(n)), answer)
