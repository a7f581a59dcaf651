"""Dropout and noise, by Triton's Philox (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011)."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, encode, out, randn


def philox(seed, offset, rounds=10):
    """The four words of each counter (offset, 0, 0, 0)."""
    c = [offset.astype(np.uint64)] + [np.zeros(offset.shape, np.uint64)] * 3
    k0, k1 = seed & 0xFFFFFFFF, seed >> 32
    mask = np.uint64(0xFFFFFFFF)
    for _ in range(rounds):
        a, b = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        shift = np.uint64(32)
        c = [(b >> shift) ^ c[1] ^ np.uint64(k0), b & mask, (a >> shift) ^ c[3] ^ np.uint64(k1), a & mask]
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c


def to_uniform(word):
    """As tl.rand: the 32 bits as a signed number, its absolute value, scaled."""
    x = word.astype(np.uint32).view(np.int32).astype(np.int64)
    return np.float64(np.where(x < 0, -x - 1, x).astype(np.float32)) * np.float64(np.float32(4.6566127342e-10))


@triton.jit
def dropout_kernel(x, residual, y, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    keep = tl.rand(seed, at) > p
    v = tl.where(keep, v / (1 - p), 0.0)
    tl.store(y + at, v + tl.load(residual + at, mask=at < n), mask=at < n)


@case(dict(n=600, block=256), dict(n=1 << 26, block=1024))
def dropout_add(n, block):
    def answer(x, residual, y):
        return np.where(to_uniform(philox(1234, np.arange(n))[0]) > 0.25, x / 0.75, 0) + residual

    return Launch(dropout_kernel, (cdiv(n, block),), [randn(n), randn(n), out(n), n, 0.25, 1234], dict(BLOCK=block), answer)


@triton.jit
def dropout_four_kernel(x, y, mask, rows, n, p, seed, BLOCK: tl.constexpr):
    # Four words of one counter, for four neighbouring elements.
    row = tl.program_id(0)
    quarter = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    a, b, c, d = tl.rand4x(seed, row * (n // 4) + quarter)
    u = tl.reshape(tl.join(tl.join(a, c), tl.join(b, d)), (4 * BLOCK,))
    at = tl.program_id(1) * (4 * BLOCK) + tl.arange(0, 4 * BLOCK)
    keep = u > p
    v = tl.load(x + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y + row * n + at, tl.where(keep, v / (1 - p), 0.0).to(y.dtype.element_ty), mask=at < n)
    tl.store(mask + row * n + at, keep.to(tl.int8), mask=at < n)


@case(dict(rows=3, n=200, block=32), dict(rows=8192, n=8192, block=256))
def dropout_four_words(rows, n, block):
    def answer(x, y, mask):
        words = philox(7, np.arange(rows)[:, None] * (n // 4) + np.arange(n // 4))
        keep = np.stack([to_uniform(word) for word in words], -1).reshape(rows, n) > 0.5
        return np.where(keep, x * 2, 0), keep

    return Launch(dropout_four_kernel, (rows, cdiv(n, 4 * block)), [randn(rows, n, type="bf16"), out(rows, n, type="bf16"), out(rows, n, type="i8"), rows, n, 0.5, 7], dict(BLOCK=block), answer)


@triton.jit
def noise_kernel(y, n, mean, deviation, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, mean + deviation * tl.randn(seed, at), mask=at < n)


@case(dict(n=500, block=256), dict(n=1 << 26, block=1024))
def normal_noise(n, block):
    def answer(y):
        words = philox(99, np.arange(n))
        u, v = np.maximum(1e-7, to_uniform(words[0])), to_uniform(words[1])
        return 1 + 2 * np.sqrt(-2 * np.log(u)) * np.cos(2 * np.pi * v)

    return Launch(noise_kernel, (cdiv(n, block),), [out(n, rtol=1e-5, atol=5e-5), n, 1.0, 2.0, 99], dict(BLOCK=block), answer)


@triton.jit
def stochastic_kernel(x, y, n, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bits = tl.load(x + at, mask=at < n, other=0.0).to(tl.uint32, bitcast=True)
    noise = tl.randint(seed, at).to(tl.uint32, bitcast=True) & 0xFFFF
    bits = (bits + noise) & 0xFFFF0000
    tl.store(y + at, bits.to(tl.float32, bitcast=True).to(tl.bfloat16), mask=at < n)


@case(dict(n=500, block=256), dict(n=1 << 26, block=1024))
def stochastic_rounding_bf16(n, block):
    def answer(x, y):
        bits = encode(x, "f32").view(np.uint32) + (philox(5, np.arange(n))[0].astype(np.uint32) & np.uint32(0xFFFF))
        return (bits & np.uint32(0xFFFF0000)).view(np.float32)

    return Launch(stochastic_kernel, (cdiv(n, block),), [randn(n), out(n, type="bf16", rtol=0, atol=0), n, 5], dict(BLOCK=block), answer)


@triton.jit
def gumbel_kernel(logits, index, n, temperature, seed, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(logits + row * n + at, mask=at < n, other=-float("inf")) / temperature
    u = tl.maximum(tl.rand(seed, row * n + at), 1e-7)
    v = v - tl.log(-tl.log(u))
    tl.store(index + row, tl.argmax(v, axis=0))


@case(dict(m=8, n=100), dict(m=8192, n=8192))
def gumbel_sample(m, n):
    def answer(x, index):
        u = np.maximum(to_uniform(philox(11, np.arange(m * n).reshape(m, n))[0]), 1e-7)
        return (x / 0.7 - np.log(-np.log(u))).argmax(1)

    return Launch(gumbel_kernel, (m,), [randn(m, n), out(m, type="i32"), n, 0.7, 11], dict(BLOCK=1 << (n - 1).bit_length()), answer)
