"""Losses, with their gradients where people compute both at once."""

import numpy as np
import triton
import triton.language as tl

from corpus import Array, Launch, case, cdiv, filled, inout, next_power, out, rand, randn
from softmax import get_softmax


@triton.jit
def cross_entropy_kernel(logits, target, loss, z_loss, n, ignored, smoothing, z_scale, count, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    y = tl.load(target + row)
    x = logits + row * n
    # Before the reductions: their barriers keep other warps from writing there.
    at_target = tl.load(x + y, mask=y != ignored, other=0.0).to(tl.float32)
    if y == ignored:
        for start in range(0, n, BLOCK):
            at = start + tl.arange(0, BLOCK)
            tl.store(x + at, 0.0, mask=at < n)
        return
    largest = float("-inf")
    total = 0.0
    sum_x = 0.0
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + at, mask=at < n, other=float("-inf")).to(tl.float32)
        now = tl.maximum(largest, tl.max(v))
        total = total * tl.exp(largest - now) + tl.sum(tl.exp(v - now))
        sum_x += tl.sum(tl.where(at < n, v, 0.0))
        largest = now
    lse = largest + tl.log(total)
    eps = smoothing / n
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + at, mask=at < n, other=float("-inf")).to(tl.float32)
        p = tl.exp(v - largest) / total
        g = p * (1 + 2 * z_scale * lse) - eps
        g = tl.where(at == y, g - (1 - smoothing), g) / count
        tl.store(x + at, g.to(logits.dtype.element_ty), mask=at < n)
    tl.debug_barrier()
    tl.store(loss + row, ((1 - smoothing) * (lse - at_target) + eps * (n * lse - sum_x)) / count)
    tl.store(z_loss + row, z_scale * lse * lse / count)


@case(dict(m=5, n=300, block=128), dict(m=4096, n=32000, block=8192))
def cross_entropy_in_place(m, n, block):
    count, smoothing, z = m - 1, 0.1, 0.01

    def answer(x, target, loss, z_loss):
        keep = target != -100
        lse = np.log(np.exp(x - x.max(1, keepdims=True)).sum(1)) + x.max(1)
        chosen = x[np.arange(m), np.maximum(target, 0)]
        grad = get_softmax(x) * (1 + 2 * z * lse[:, None]) - smoothing / n
        grad[np.arange(m), np.maximum(target, 0)] -= 1 - smoothing
        losses = (1 - smoothing) * (lse - chosen) + smoothing / n * (n * lse - x.sum(1))
        return np.where(keep[:, None], grad / count, 0), np.where(keep, losses / count, 0), np.where(keep, z * lse * lse / count, 0)

    target = np.arange(m, dtype=np.int64) * 37 % n
    target[1] = -100
    args = [inout(randn(m, n, type="bf16", dev=2), atol=2e-5), Array((m,), "i64", target), inout(filled(0, m), rtol=1e-4), inout(filled(0, m), rtol=1e-4), n, -100, smoothing, z, count]
    return Launch(cross_entropy_kernel, (m,), args, dict(BLOCK=block), answer, warps=4 if n < 1000 else 16)


@triton.jit
def kl_div_kernel(log_p, q, loss, grad, n, scale, BLOCK: tl.constexpr, LOG: tl.constexpr):
    row = tl.program_id(0)
    total = 0.0
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(log_p + row * n + at, mask=at < n, other=0.0)
        t = tl.load(q + row * n + at, mask=at < n, other=0.0)
        if LOG:
            weight = tl.exp(t)
            part = weight * (t - x)
        else:
            weight = t
            part = tl.where(t > 0, t * (tl.log(tl.maximum(t, 1e-10)) - x), 0.0)
        total += tl.sum(tl.where(at < n, part, 0.0), axis=0)
        tl.store(grad + row * n + at, -weight * scale, mask=at < n)
    tl.store(loss + row, total * scale)


@case(dict(m=4, n=200, block=128), dict(m=4096, n=32000, block=4096))
def kl_divergence(m, n, block):
    def answer(x, t, loss, grad):
        return (np.where(t > 0, t * (np.log(np.maximum(t, 1e-10)) - x), 0)).sum(1) / m, -t / m

    args = [rand(-8, 0, m, n), rand(-0.2, 1, m, n), out(m, rtol=1e-4), out(m, n), n, 1.0 / m]
    args[1].contents = "rand:0:1"
    return Launch(kl_div_kernel, (m,), args, dict(BLOCK=block, LOG=False), answer, warps=8)


@triton.jit
def js_div_kernel(x_log, y_log, loss, dx, n, beta, scale, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_log + row * n + at, mask=at < n, other=float("-inf")).to(tl.float32)
        y = tl.load(y_log + row * n + at, mask=at < n, other=float("-inf")).to(tl.float32)
        q = tl.exp(x)
        p = tl.exp(y)
        middle = beta * p + (1 - beta) * q
        log_m = tl.log(middle)
        part = beta * p * (y - log_m) + (1 - beta) * q * (x - log_m)
        tl.store(loss + row * n + at, part * scale, mask=at < n)
        tl.store(dx + row * n + at, (1 - beta) * q * (x - log_m) * scale, mask=at < n)


@case(dict(m=3, n=150, block=64), dict(m=4096, n=16000, block=2048))
def js_divergence(m, n, block):
    beta = 0.3

    def answer(x, y, loss, dx):
        q, p = np.exp(x), np.exp(y)
        log_m = np.log(beta * p + (1 - beta) * q)
        return beta * p * (y - log_m) + (1 - beta) * q * (x - log_m), (1 - beta) * q * (x - log_m)

    args = [rand(-6, 0, m, n, type="bf16"), rand(-6, 0, m, n, type="bf16"), out(m, n), out(m, n), n, beta, 1.0]
    return Launch(js_div_kernel, (m,), args, dict(BLOCK=block), answer)


@triton.jit
def bce_kernel(x, y, weight, total, dx, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    v = tl.load(x + at, mask=inside, other=0.0)
    t = tl.load(y + at, mask=inside, other=0).to(tl.float32)
    w = tl.load(weight + at, mask=inside, other=0.0)
    e = tl.exp(-tl.abs(v))
    part = tl.maximum(v, 0) - v * t + tl.log(1 + e)
    p = tl.where(v >= 0, 1 / (1 + e), e / (1 + e))
    tl.store(dx + at, w * (p - t) / n, mask=inside)
    tl.atomic_add(total, tl.sum(part * w) / n, sem="relaxed")


@case(dict(n=1000, block=256), dict(n=1 << 25, block=1024))
def bce_with_logits(n, block):
    def answer(x, y, w, total, dx):
        return ((np.maximum(x, 0) - x * y + np.log1p(np.exp(-np.abs(x)))) * w).mean(), w * (1 / (1 + np.exp(-x)) - y) / n

    args = [randn(n, dev=2), rand(0, 1, n, type="i8"), rand(0, 1, n), inout(filled(0, 1), rtol=1e-3), out(n, atol=1e-8), n]
    return Launch(bce_kernel, (cdiv(n, block),), args, dict(BLOCK=block), answer)


@triton.jit
def huber_kernel(x, y, parts, n, delta, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(pid * BLOCK, n, tl.num_programs(0) * BLOCK):
        at = start + tl.arange(0, BLOCK)
        d = tl.load(x + at, mask=at < n, other=0.0).to(tl.float32) - tl.load(y + at, mask=at < n, other=0.0).to(tl.float32)
        size = tl.abs(d)
        total += tl.where(size <= delta, 0.5 * d * d, delta * (size - 0.5 * delta))
    tl.store(parts + pid, tl.sum(total, axis=0))


@case(dict(n=2000, programs=3, block=256), dict(n=1 << 27, programs=528, block=2048))
def huber_grid_stride(n, programs, block):
    def answer(x, y, parts):
        d = np.abs(x - y)
        e = np.where(d <= 0.7, d * d / 2, 0.7 * (d - 0.35))
        owner = np.arange(n) // block % programs
        return np.bincount(owner, e, programs)

    return Launch(huber_kernel, (programs,), [randn(n, type="f16"), randn(n, type="f16"), out(programs, rtol=1e-4), n, 0.7], dict(BLOCK=block), answer)


@triton.jit
def cosine_kernel(x, y, similarity, rows, n, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    good = (row < rows)[:, None]
    xy = tl.zeros((BM, BN), tl.float32)
    xx = tl.zeros((BM, BN), tl.float32)
    yy = tl.zeros((BM, BN), tl.float32)
    for start in range(0, n, BN):
        at = start + tl.arange(0, BN)[None, :]
        a = tl.load(x + row[:, None] * n + at, mask=good & (at < n), other=0.0).to(tl.float32)
        b = tl.load(y + row[:, None] * n + at, mask=good & (at < n), other=0.0).to(tl.float32)
        xy += a * b
        xx += a * a
        yy += b * b
    v = tl.sum(xy, 1) * tl.rsqrt(tl.sum(xx, 1) * tl.sum(yy, 1) + 1e-8)
    tl.store(similarity + row, v, mask=row < rows)


@case(dict(m=10, n=150, bm=8, bn=64), dict(m=65536, n=768, bm=8, bn=128))
def cosine_similarity(m, n, bm, bn):
    def answer(x, y, similarity):
        return (x * y).sum(1) / np.sqrt((x * x).sum(1) * (y * y).sum(1) + 1e-8)

    return Launch(cosine_kernel, (cdiv(m, bm),), [randn(m, n, type="f8e5m2"), randn(m, n, type="bf16"), out(m, rtol=1e-4), m, n], dict(BM=bm, BN=bn), answer)


@triton.jit
def dpo_kernel(chosen, rejected, ref_chosen, ref_rejected, loss, reward, n, length, beta, BLOCK: tl.constexpr):
    pair = tl.program_id(0)
    margin = 0.0
    for start in range(0, length, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < length
        place = pair * length + at
        a = tl.load(chosen + place, mask=inside, other=0.0) - tl.load(ref_chosen + place, mask=inside, other=0.0)
        b = tl.load(rejected + place, mask=inside, other=0.0) - tl.load(ref_rejected + place, mask=inside, other=0.0)
        margin += tl.sum(a - b)
    v = beta * margin
    # log(sigmoid(v)), both tails exact
    if v < 0:
        result = v - tl.log(1 + tl.exp(v))
    else:
        result = -tl.log(1 + tl.exp(-v))
    tl.atomic_add(loss, -result / n)
    tl.store(reward + pair, v)


@case(dict(pairs=4, length=100, block=64), dict(pairs=4096, length=4096, block=1024))
def dpo_loss(pairs, length, block):
    def answer(a, b, ra, rb, loss, reward):
        v = 0.1 * ((a - ra) - (b - rb)).sum(1)
        return np.logaddexp(0, -v).mean(), v

    logs = [rand(-3, 0, pairs, length) for _ in range(4)]
    args = logs + [inout(filled(0, 1), rtol=1e-3), out(pairs, rtol=1e-3), pairs, length, 0.1]
    return Launch(dpo_kernel, (pairs,), args, dict(BLOCK=block), answer)
