"""Steps of optimisers."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, filled, inout, out, rand, randn


@triton.jit
def adamw_kernel(param, master, grad, m, v, n, lr, beta1, beta2, eps, decay, correction1, correction2, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    w = tl.load(master + at, mask=inside)
    g = tl.load(grad + at, mask=inside).to(tl.float32)
    first = beta1 * tl.load(m + at, mask=inside) + (1 - beta1) * g
    second = beta2 * tl.load(v + at, mask=inside) + (1 - beta2) * g * g
    w -= lr * decay * w
    w -= lr * (first / correction1) / (tl.sqrt(second / correction2) + eps)
    tl.store(master + at, w, mask=inside)
    tl.store(param + at, w.to(tl.bfloat16), mask=inside)
    tl.store(m + at, first, mask=inside)
    tl.store(v + at, second, mask=inside)


@case(dict(n=700, block=256), dict(n=1 << 26, block=1024))
def adamw_master_weights(n, block):
    lr, b1, b2, eps, decay, c1, c2 = 0.01, 0.9, 0.95, 1e-8, 0.1, 0.19, 0.0975

    def answer(param, w, g, m, v):
        m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g * g
        w = w * (1 - lr * decay) - lr * (m / c1) / (np.sqrt(v / c2) + eps)
        return w, w, m, v

    args = [out(n, type="bf16"), inout(randn(n)), randn(n, type="bf16"), inout(randn(n)), inout(rand(0, 1, n)), n, lr, b1, b2, eps, decay, c1, c2]
    return Launch(adamw_kernel, (cdiv(n, block),), args, dict(BLOCK=block), answer)


@triton.jit
def sgd_kernel(param, grad, momentum, lr, n, mu, BLOCK: tl.constexpr, NESTEROV: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    g = tl.load(grad + at, mask=inside).to(tl.float32)
    b = tl.load(momentum + at, mask=inside).to(tl.float32) * mu + g
    step = g + mu * b if NESTEROV else b
    w = tl.load(param + at, mask=inside).to(tl.float32) - tl.load(lr) * step
    tl.store(momentum + at, b.to(momentum.dtype.element_ty), mask=inside)
    tl.store(param + at, w.to(param.dtype.element_ty), mask=inside)


@case(dict(n=500, block=128), dict(n=1 << 27, block=1024))
def sgd_nesterov_f16(n, block):
    def answer(w, g, b, lr):
        b = 0.9 * b + g
        return w - lr * (g + 0.9 * b), b

    args = [inout(randn(n, type="f16")), randn(n, type="f16"), inout(randn(n, type="f16")), rand(0.01, 0.1, 1), n, 0.9]
    return Launch(sgd_kernel, (cdiv(n, block),), args, dict(BLOCK=block, NESTEROV=True), answer)


@triton.jit
def lion_kernel(param, grad, state, n, lr, beta1, beta2, decay, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    w = tl.load(param + at, mask=inside)
    g = tl.load(grad + at, mask=inside)
    m = tl.load(state + at, mask=inside)
    update = m * beta1 + g * (1 - beta1)
    sign = tl.where(update > 0, 1.0, tl.where(update < 0, -1.0, 0.0))
    tl.store(param + at, w * (1 - lr * decay) - sign * lr, mask=inside)
    tl.store(state + at, m * beta2 + g * (1 - beta2), mask=inside)


@case(dict(n=400, block=128), dict(n=1 << 26, block=1024))
def lion(n, block):
    def answer(w, g, m):
        return w * (1 - 0.001) - np.sign(m * 0.9 + g * 0.1) * 0.01, m * 0.99 + g * 0.01

    return Launch(lion_kernel, (cdiv(n, block),), [inout(randn(n)), randn(n), inout(randn(n)), n, 0.01, 0.9, 0.99, 0.1], dict(BLOCK=block), answer)


@triton.jit
def adafactor_kernel(grad, rows, columns, update, m, n, decay, eps, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    good = row < m
    at = tl.arange(0, BN)
    inside = good[:, None] & (at < n)[None, :]
    g = tl.load(grad + row[:, None] * n + at[None, :], mask=inside, other=0.0)
    r = tl.load(rows + row, mask=good, other=1.0) * decay + (1 - decay) * (tl.sum(g * g, axis=1) / n + eps)
    tl.store(rows + row, r, mask=good)
    c = tl.load(columns + at, mask=at < n, other=1.0)
    tl.store(update + row[:, None] * n + at[None, :], g * tl.rsqrt(r)[:, None] * tl.math.rsqrt(c)[None, :], mask=inside)


@case(dict(m=10, n=100, bm=4), dict(m=16384, n=2048, bm=2))
def adafactor_rows(m, n, bm):
    def answer(g, rows, columns, update):
        r = rows * 0.8 + 0.2 * ((g * g).mean(1) + 1e-6)
        return r, g / np.sqrt(r)[:, None] / np.sqrt(columns)

    args = [randn(m, n), inout(rand(0.1, 1, m)), rand(0.1, 1, n), out(m, n), m, n, 0.8, 1e-6]
    return Launch(adafactor_kernel, (cdiv(m, bm),), args, dict(BM=bm, BN=1 << (n - 1).bit_length()), answer)


@triton.jit
def norm_kernel(x, total, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.0).to(tl.float64)
    tl.atomic_add(total, tl.sum(v * v, axis=0))


@case(dict(n=1000, block=256), dict(n=1 << 26, block=4096))
def gradient_norm_f64(n, block):
    return Launch(norm_kernel, (cdiv(n, block),), [randn(n), inout(filled(0, 1, type="f64"), rtol=1e-9), n], dict(BLOCK=block), lambda x, t: (x * x).sum())


@triton.jit
def clip_kernel(grad, norm, largest, found_inf, inverse_scale, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(grad + at, mask=at < n, other=0.0).to(tl.float32)
    v = v * tl.load(inverse_scale)
    bad = (v != v) | (tl.abs(v) == float("inf"))
    if tl.max(bad.to(tl.int32), axis=0) != 0:
        tl.atomic_max(found_inf, 1)
    factor = tl.minimum(largest / (tl.load(norm) + 1e-6), 1.0)
    tl.store(grad + at, (v * factor).to(grad.dtype.element_ty), mask=at < n)


@case(dict(n=600, block=256), dict(n=1 << 27, block=1024))
def unscale_and_clip(n, block):
    def answer(g, norm, found, inverse):
        return g * inverse * min(1 / (norm[0] + 1e-6), 1), 0

    args = [inout(randn(n, type="f16")), rand(2, 3, 1), 1.0, inout(filled(0, 1, type="i32")), rand(0.25, 0.5, 1), n]
    args[2] = 1.0
    return Launch(clip_kernel, (cdiv(n, block),), args, dict(BLOCK=block), answer)


@triton.jit
def average_kernel(average, param, n, decay, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    at = start + tl.max_contiguous(tl.multiple_of(tl.arange(0, BLOCK), BLOCK), BLOCK)
    a = tl.load(average + at, mask=at < n, eviction_policy="evict_first")
    p = tl.load(param + at, mask=at < n, cache_modifier=".cg").to(tl.float32)
    tl.store(average + at, a + (1 - decay) * (p - a), mask=at < n, cache_modifier=".cs")


@case(dict(n=999, block=512), dict(n=1 << 27, block=2048))
def moving_average(n, block):
    return Launch(average_kernel, (cdiv(n, block),), [inout(randn(n)), randn(n, type="bf16"), n, 0.99], dict(BLOCK=block), lambda a, p: a + 0.01 * (p - a))
