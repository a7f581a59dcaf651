"""Normalisations and their gradients."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, filled, inout, next_power, out, rand, randn

EPS = 1e-5


@triton.jit
def rms_norm_kernel(x, w, y, rstd, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    inside = at < n
    v = tl.load(x + row * n + at, mask=inside, other=0.0).to(tl.float32)
    r = tl.rsqrt(tl.sum(v * v) / n + eps)
    tl.store(rstd + row, r)
    scale = tl.load(w + at, mask=inside, other=0.0).to(tl.float32)
    tl.store(y + row * n + at, (v * r * scale).to(y.dtype.element_ty), mask=inside)


@case(dict(m=5, n=200), dict(m=16384, n=4096))
def rms_norm(m, n):
    def answer(x, w, y, rstd):
        r = 1 / np.sqrt((x * x).mean(1) + EPS)
        return x * r[:, None] * w, r

    args = [randn(m, n, type="bf16"), randn(n, type="bf16"), out(m, n, type="bf16"), out(m), n, EPS]
    return Launch(rms_norm_kernel, (m,), args, dict(BLOCK=next_power(n)), answer)


@triton.jit
def add_rms_norm_kernel(x, residual, w, y, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < n
    v = tl.load(x + row * n + at, mask=inside, other=0.0).to(tl.float32)
    v += tl.load(residual + row * n + at, mask=inside, other=0.0).to(tl.float32)
    tl.store(residual + row * n + at, v.to(tl.float16), mask=inside)
    r = 1.0 / tl.sqrt(tl.sum(v * v, axis=0) / n + eps)
    scale = tl.load(w + at, mask=inside, other=0.0)
    tl.store(y + row * n + at, (v * r).to(tl.float16) * (1 + scale), mask=inside)


@case(dict(m=4, n=256), dict(m=8192, n=8192))
def add_rms_norm(m, n):
    def answer(x, residual, w, y):
        v = x + residual
        return v, v / np.sqrt((v * v).mean(1, keepdims=True) + EPS) * (1 + w)

    args = [randn(m, n, type="f16"), inout(randn(m, n, type="f16")), randn(n, type="f16"), out(m, n, type="f16"), n, EPS]
    return Launch(add_rms_norm_kernel, (m,), args, dict(BLOCK=n), answer, warps=8)


@triton.jit
def rms_norm_backward_kernel(dy, x, w, rstd, dx, dw, m, n, rows_per_program, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < n
    scale = tl.load(w + at, mask=inside, other=0.0).to(tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    start = pid * rows_per_program
    for row in range(start, min(start + rows_per_program, m)):
        v = tl.load(x + row * n + at, mask=inside, other=0.0).to(tl.float32)
        d = tl.load(dy + row * n + at, mask=inside, other=0.0).to(tl.float32)
        r = tl.load(rstd + row)
        hat = v * r
        wd = scale * d
        c = tl.sum(wd * hat, axis=0) / n
        tl.store(dx + row * n + at, ((wd - hat * c) * r).to(dx.dtype.element_ty), mask=inside)
        total += d * hat
    tl.store(dw + pid * n + at, total, mask=inside)


@case(dict(m=7, n=120, programs=3), dict(m=8192, n=4096, programs=132))
def rms_norm_backward(m, n, programs):
    rows = -(-m // programs)

    def answer(dy, x, w, rstd, dx, dw):
        hat = x * rstd[:, None]
        wd = w * dy
        dx = (wd - hat * (wd * hat).mean(1, keepdims=True)) * rstd[:, None]
        return dx, np.stack([(dy * hat)[p * rows : (p + 1) * rows].sum(0) for p in range(programs)])

    args = [randn(m, n, type="bf16"), randn(m, n, type="bf16"), randn(n, type="bf16"), rand(0.5, 2, m), out(m, n, type="bf16"), out(programs, n, rtol=1e-4), m, n, rows]
    return Launch(rms_norm_backward_kernel, (programs,), args, dict(BLOCK=next_power(n)), answer, warps=8 if n > 1000 else 4)


@triton.jit
def layer_norm_kernel(x, w, b, y, mean, rstd, x_pitch, y_pitch, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < n
    v = tl.load(x + row * x_pitch + at, mask=inside, other=0.0)
    mu = tl.sum(v, axis=0) / n
    centered = tl.where(inside, v - mu, 0.0)
    r = 1 / tl.sqrt(tl.sum(centered * centered, axis=0) / n + eps)
    tl.store(mean + row, mu)
    tl.store(rstd + row, r)
    tl.store(y + row * y_pitch + at, centered * r * tl.load(w + at, mask=inside) + tl.load(b + at, mask=inside), mask=inside)


@case(dict(m=6, n=250), dict(m=16384, n=2048))
def layer_norm(m, n):
    def answer(x, w, b, y, mean, rstd):
        x = x[:, :n]
        mu, r = x.mean(1), 1 / np.sqrt(x.var(1) + EPS)
        return (x - mu[:, None]) * r[:, None] * w + b, mu, r

    pitch = n + 6
    args = [randn(m, pitch, mean=1), randn(n), randn(n), out(m, n), out(m), out(m), pitch, n, n, EPS]
    return Launch(layer_norm_kernel, (m,), args, dict(BLOCK=next_power(n)), answer)


@triton.jit
def layer_norm_backward_kernel(dy, x, w, mean, rstd, dx, dw, db, lock, n, groups, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < n
    v = tl.load(x + row * n + at, mask=inside, other=0).to(tl.float32)
    d = tl.load(dy + row * n + at, mask=inside, other=0).to(tl.float32)
    scale = tl.load(w + at, mask=inside, other=0).to(tl.float32)
    hat = tl.where(inside, (v - tl.load(mean + row)) * tl.load(rstd + row), 0.0)
    wd = tl.where(inside, scale * d, 0.0)
    c1 = tl.sum(hat * wd, axis=0) / n
    c2 = tl.sum(wd, axis=0) / n
    tl.store(dx + row * n + at, ((wd - (hat * c1 + c2)) * tl.load(rstd + row)).to(dx.dtype.element_ty), mask=inside)
    # Programs of a group add to one row, one after the other: a lock, and a flag that says whether the row is new.
    group = row % groups
    flag = lock + groups + group
    while tl.atomic_cas(lock + group, 0, 1) == 1:
        pass
    part_w = d * hat
    part_b = d
    if tl.load(flag) == 0:
        tl.atomic_xchg(flag, 1)
    else:
        part_w += tl.load(dw + group * n + at, mask=inside)
        part_b += tl.load(db + group * n + at, mask=inside)
    tl.store(dw + group * n + at, part_w, mask=inside)
    tl.store(db + group * n + at, part_b, mask=inside)
    tl.debug_barrier()
    tl.atomic_xchg(lock + group, 0)


@case(dict(m=6, n=128, groups=2), dict(m=4096, n=4096, groups=64))
def layer_norm_backward(m, n, groups):
    def answer(dy, x, w, mean, rstd, dx, dw, db, lock):
        hat = (x - mean[:, None]) * rstd[:, None]
        wd = w * dy
        dx = (wd - hat * (hat * wd).mean(1, keepdims=True) - wd.mean(1, keepdims=True)) * rstd[:, None]
        parts = [slice(g, None, groups) for g in range(groups)]
        return dx, np.stack([(dy * hat)[p].sum(0) for p in parts]), np.stack([dy[p].sum(0) for p in parts]), np.repeat([0, 1], groups)

    args = [randn(m, n, type="f16"), randn(m, n, type="f16"), randn(n, type="f16"), randn(m), rand(0.5, 1.5, m), out(m, n, type="f16", atol=2.0**-8), out(groups, n, rtol=1e-4), out(groups, n, rtol=1e-4)]
    args += [inout(filled(0, 2 * groups, type="i32")), n, groups]
    return Launch(layer_norm_backward_kernel, (m,), args, dict(BLOCK=n), answer)


@triton.jit
def group_norm_kernel(x, w, b, y, channels, area, groups, eps, BLOCK: tl.constexpr):
    image = tl.program_id(1)
    group = tl.program_id(0)
    per_group = channels // groups
    base = (image * channels + group * per_group) * area
    total = tl.zeros((BLOCK,), tl.float32)
    squares = tl.zeros((BLOCK,), tl.float32)
    size = per_group * area
    for start in range(0, size, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + base + at, mask=at < size, other=0.0, eviction_policy="evict_last").to(tl.float32)
        total += v
        squares += v * v
    mu = tl.sum(total) / size
    r = tl.rsqrt(tl.sum(squares) / size - mu * mu + eps)
    for start in range(0, size, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < size
        channel = group * per_group + at // area
        v = tl.load(x + base + at, mask=inside, other=0.0, eviction_policy="evict_first").to(tl.float32)
        v = (v - mu) * r * tl.load(w + channel, mask=inside, other=0.0) + tl.load(b + channel, mask=inside, other=0.0)
        tl.store(y + base + at, (v * tl.sigmoid(v)).to(y.dtype.element_ty), mask=inside)


@case(dict(images=2, channels=8, area=37, groups=2, block=64), dict(images=32, channels=512, area=1024, groups=32, block=1024))
def group_norm_silu(images, channels, area, groups, block):
    def answer(x, w, b, y):
        v = x.reshape(images, groups, -1)
        v = (v - v.mean(2, keepdims=True)) / np.sqrt(v.var(2, keepdims=True) + EPS)
        v = v.reshape(x.shape) * w[:, None] + b[:, None]
        return v / (1 + np.exp(-v))

    args = [randn(images, channels, area, type="f16"), randn(channels), randn(channels), out(images, channels, area, type="f16"), channels, area, groups, EPS]
    return Launch(group_norm_kernel, (groups, images), args, dict(BLOCK=block), answer)


@triton.jit
def join_moments(mean_a, m2_a, count_a, mean_b, m2_b, count_b):
    delta = mean_b - mean_a
    count = count_a + count_b
    part = tl.where(count == 0.0, 0.0, count_b / count)
    return mean_a + delta * part, m2_a + m2_b + delta * delta * count_a * part, count


@triton.jit
def instance_norm_kernel(x, y, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    mean = tl.zeros((BLOCK,), tl.float32)
    m2 = tl.zeros((BLOCK,), tl.float32)
    count = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < n
        v = tl.load(x + row * n + at, mask=inside, other=0.0)
        delta = v - mean
        count += inside.to(tl.float32)
        mean = tl.where(inside, mean + delta / count, mean)
        m2 = tl.where(inside, m2 + delta * (v - mean), m2)
    mu, total, size = tl.reduce((mean, m2, count), 0, join_moments)
    r = tl.rsqrt(total / size + eps)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + at, mask=at < n, other=0.0)
        tl.store(y + row * n + at, (v - mu) * r, mask=at < n)


@case(dict(m=3, n=300, block=128), dict(m=4096, n=16384, block=1024))
def instance_norm_welford(m, n, block):
    def answer(x, y):
        return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + EPS)

    return Launch(instance_norm_kernel, (m,), [randn(m, n, mean=3), out(m, n), n, EPS], dict(BLOCK=block), answer)


@triton.jit
def batch_norm_kernel(x, w, b, running_mean, running_var, y, rows, columns, momentum, eps, BM: tl.constexpr, BN: tl.constexpr):
    column = tl.program_id(0) * BN + tl.arange(0, BN)
    good = column < columns
    total = tl.zeros((BN,), tl.float32)
    squares = tl.zeros((BN,), tl.float32)
    for start in range(0, rows, BM):
        row = start + tl.arange(0, BM)
        inside = (row[:, None] < rows) & good[None, :]
        v = tl.load(x + row[:, None] * columns + column[None, :], mask=inside, other=0.0)
        total += tl.sum(v, axis=0)
        squares += tl.sum(v * v, axis=0)
    mean = total / rows
    var = squares / rows - mean * mean
    old = tl.load(running_mean + column, mask=good)
    tl.store(running_mean + column, old + momentum * (mean - old), mask=good)
    old = tl.load(running_var + column, mask=good)
    tl.store(running_var + column, old + momentum * (var * rows / (rows - 1) - old), mask=good)
    scale = tl.load(w + column, mask=good) * tl.rsqrt(var + eps)
    shift = tl.load(b + column, mask=good) - mean * scale
    for start in range(0, rows, BM):
        row = start + tl.arange(0, BM)
        inside = (row[:, None] < rows) & good[None, :]
        at = row[:, None] * columns + column[None, :]
        v = tl.load(x + at, mask=inside, other=0.0)
        tl.store(y + at, tl.maximum(v * scale[None, :] + shift[None, :], 0.0), mask=inside)


@case(dict(rows=20, columns=48, bm=8, bn=32), dict(rows=8192, columns=4096, bm=32, bn=32))
def batch_norm_relu(rows, columns, bm, bn):
    def answer(x, w, b, mean, var, y):
        mu = x.mean(0)
        y = np.maximum((x - mu) / np.sqrt(x.var(0) + EPS) * w + b, 0)
        return mean + 0.1 * (mu - mean), var + 0.1 * (x.var(0, ddof=1) - var), y

    args = [randn(rows, columns), randn(columns), randn(columns), inout(randn(columns)), inout(rand(0.5, 1, columns)), out(rows, columns), rows, columns, 0.1, EPS]
    return Launch(batch_norm_kernel, (-(-columns // bn),), args, dict(BM=bm, BN=bn), answer)


@triton.jit
def l2_normalize_kernel(x, y, rows, n, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    at = tl.arange(0, BN)[None, :]
    inside = (row < rows) & (at < n)
    v = tl.load(x + row * n + at, mask=inside, other=0.0).to(tl.float32)
    length = tl.sqrt(tl.sum(v * v, axis=1))
    v = v / tl.maximum(length, 1e-12)[:, None]
    tl.store(y + row * n + at, v.to(y.dtype.element_ty), mask=inside)


@case(dict(m=10, n=60, bm=4), dict(m=262144, n=128, bm=16))
def l2_normalize(m, n, bm):
    def answer(x, y):
        return x / np.maximum(np.sqrt((x * x).sum(1, keepdims=True)), 1e-12)

    return Launch(l2_normalize_kernel, (-(-m // bm),), [randn(m, n, type="bf16"), out(m, n, type="bf16"), m, n], dict(BM=bm, BN=next_power(n)), answer)
