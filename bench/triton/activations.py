"""Activations, with gates, and their gradients."""

import math

import numpy as np
import triton
import triton.language as tl
from triton.language.extra import libdevice

from corpus import Launch, case, cdiv, inout, next_power, out, rand, randn

erf = np.vectorize(math.erf)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@triton.jit
def gelu_tanh_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n).to(tl.float32)
    u = 0.7978845608028654 * (v + 0.044715 * v * v * v)
    t = 1 - 2 / (tl.exp(2 * u) + 1)
    tl.store(y + at, (0.5 * v * (1 + t)).to(y.dtype.element_ty), mask=at < n)


@case(dict(n=1500, block=512), dict(n=1 << 26, block=1024))
def gelu_tanh(n, block):
    def answer(x, y):
        return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

    return Launch(gelu_tanh_kernel, (cdiv(n, block),), [randn(n, type="bf16"), out(n, type="bf16"), n], dict(BLOCK=block), answer)


@triton.jit
def gelu_backward_kernel(x, dy, dx, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    d = tl.load(dy + at, mask=at < n)
    cdf = 0.5 * (1 + tl.erf(v * 0.7071067811865476))
    pdf = 0.3989422804014327 * tl.exp(-0.5 * v * v)
    tl.store(dx + at, d * (cdf + v * pdf), mask=at < n)


@case(dict(n=1000, block=256), dict(n=1 << 26, block=1024))
def gelu_erf_backward(n, block):
    def answer(x, dy, dx):
        return dy * (0.5 * (1 + erf(x / math.sqrt(2))) + x * np.exp(-x * x / 2) / math.sqrt(2 * math.pi))

    return Launch(gelu_backward_kernel, (cdiv(n, block),), [randn(n), randn(n), out(n), n], dict(BLOCK=block), answer)


@triton.jit
def silu(x):
    return x * tl.sigmoid(x)


@triton.jit
def swiglu_kernel(gate, up, y, pitch, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    a = tl.load(gate + row * pitch + at, mask=at < n, other=0).to(tl.float32)
    b = tl.load(up + row * pitch + at, mask=at < n, other=0)
    tl.store(y + row * n + at, silu(a).cast(b.dtype) * b, mask=at < n)


@case(dict(m=4, n=300), dict(m=8192, n=11008))
def swiglu(m, n):
    def answer(gate, up, y):
        return gate * sigmoid(gate) * up

    args = [randn(m, n, type="bf16"), randn(m, n, type="bf16"), out(m, n, type="bf16"), n, n]
    return Launch(swiglu_kernel, (m,), args, dict(BLOCK=next_power(n)), answer, warps=4 if n < 1000 else 16)


@triton.jit
def swiglu_backward_kernel(dy, gate, up, pitch, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    dy += row * pitch
    gate += row * pitch
    up += row * pitch
    at = tl.arange(0, BLOCK)
    d = tl.load(dy + at, mask=at < n, other=0)
    a = tl.load(gate + at, mask=at < n, other=0).to(tl.float32)
    b = tl.load(up + at, mask=at < n, other=0)
    s = tl.sigmoid(a)
    f = a * s
    tl.store(up + at, (d * f).to(tl.float16), mask=at < n)
    tl.store(gate + at, (d * (f * (1 - s) + s) * b).to(tl.float16), mask=at < n)


@case(dict(m=3, n=256), dict(m=8192, n=8192))
def swiglu_backward(m, n):
    def answer(dy, gate, up):
        s = sigmoid(gate)
        return dy * (gate * s * (1 - s) + s) * up, dy * gate * s

    args = [randn(m, n, type="f16"), inout(randn(m, n, type="f16")), inout(randn(m, n, type="f16")), n, n]
    return Launch(swiglu_backward_kernel, (m,), args, dict(BLOCK=n), answer, warps=8)


@triton.jit
def geglu_kernel(x, y, n, BLOCK: tl.constexpr):
    # Both halves lie behind each other in one row.
    row = tl.program_id(0)
    at = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + row * 2 * n + at, mask=at < n, other=0.0).to(tl.float32)
    b = tl.load(x + row * 2 * n + n + at, mask=at < n, other=0.0).to(tl.float32)
    t = libdevice.tanh(0.7978845608028654 * (a + 0.044715 * a * a * a))
    tl.store(y + row * n + at, (0.5 * a * (1 + t) * b).to(y.dtype.element_ty), mask=at < n)


@case(dict(m=3, n=200, block=128), dict(m=8192, n=5504, block=1024))
def geglu(m, n, block):
    def answer(x, y):
        a, b = x[:, :n], x[:, n:]
        return 0.5 * a * (1 + np.tanh(math.sqrt(2 / math.pi) * (a + 0.044715 * a**3))) * b

    return Launch(geglu_kernel, (m, cdiv(n, block)), [randn(m, 2 * n, type="f16"), out(m, n, type="f16"), n], dict(BLOCK=block), answer)


@triton.jit
def mish_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    softplus = tl.where(v > 20, v, libdevice.log1p(tl.exp(v)))
    tl.store(y + at, v * libdevice.tanh(softplus), mask=at < n)


@case(dict(n=777, block=256), dict(n=1 << 26, block=1024))
def mish(n, block):
    def answer(x, y):
        return x * np.tanh(np.log1p(np.exp(x)))

    return Launch(mish_kernel, (cdiv(n, block),), [randn(n, dev=4), out(n), n], dict(BLOCK=block), answer)


@triton.jit
def relu_squared_kernel(x, bias, y, n, columns, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n).to(tl.float32) + tl.load(bias + at % columns, mask=at < n).to(tl.float32)
    v = tl.maximum(v, 0)
    tl.store(y + at, (v * v).to(tl.float8e4nv), mask=at < n)


@case(dict(m=5, n=100, block=128), dict(m=16384, n=4096, block=1024))
def relu_squared_bias_fp8(m, n, block):
    def answer(x, bias, y):
        return np.minimum(np.maximum(x + bias, 0) ** 2, 448)

    args = [randn(m, n, type="bf16"), randn(n, type="bf16"), out(m, n, type="f8e4m3"), m * n, n]
    return Launch(relu_squared_kernel, (cdiv(m * n, block),), args, dict(BLOCK=block), answer)


@triton.jit
def soft_cap_kernel(x, y, m, n, cap, stride_m, stride_n, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    column = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    inside = (row < m) & (column < n)
    v = tl.load(x + row * stride_m + column * stride_n, mask=inside)
    v = cap * libdevice.tanh(v / cap)
    tl.store(y + row * n + column, tl.clamp(v, -20.0, 20.0), mask=inside)


@case(dict(m=20, n=36, bm=16, bn=16), dict(m=8192, n=8192, bm=64, bn=64))
def soft_cap_columns(m, n, bm, bn):
    def answer(x, y):
        return np.clip(30 * np.tanh(x.T / 30), -20, 20)

    args = [randn(n, m, dev=30), out(m, n), m, n, 30.0, 1, m]
    return Launch(soft_cap_kernel, (cdiv(m, bm), cdiv(n, bn)), args, dict(BM=bm, BN=bn), answer)


@triton.jit
def prelu_kernel(x, slope, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    s = tl.load(slope)
    tl.store(y + at, tl.where(v >= 0, v, v * s), mask=at < n)


@case(dict(n=300, block=128), dict(n=1 << 25, block=1024))
def prelu_f64(n, block):
    return Launch(prelu_kernel, (cdiv(n, block),), [randn(n, type="f64"), rand(0.1, 0.3, 1, type="f64"), out(n, type="f64"), n], dict(BLOCK=block), lambda x, s, y: np.where(x >= 0, x, x * s))
