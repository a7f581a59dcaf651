"""Running sums, recurrences and state spaces."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, inout, next_power, out, rand, randn


@triton.jit
def cumsum_kernel(x, y, n, BLOCK: tl.constexpr, REVERSE: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y + row * n + at, tl.cumsum(v, axis=0, reverse=REVERSE), mask=at < n)


@case(dict(m=4, n=200), dict(m=16384, n=2048))
def cumsum_reverse(m, n):
    args = [randn(m, n, type="bf16"), out(m, n, rtol=1e-4), n]
    return Launch(cumsum_kernel, (m,), args, dict(BLOCK=next_power(n), REVERSE=True), lambda x, y: x[:, ::-1].cumsum(1)[:, ::-1])


@triton.jit
def cumsum_blocks_kernel(x, y, rows, n, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    carry = tl.zeros((BM,), tl.int64)
    for start in range(0, n, BN):
        at = start + tl.arange(0, BN)
        inside = (row < rows)[:, None] & (at < n)[None, :]
        v = tl.load(x + row[:, None] * n + at[None, :], mask=inside, other=0).to(tl.int64)
        tl.store(y + row[:, None] * n + at[None, :], tl.cumsum(v, axis=1) + carry[:, None], mask=inside)
        carry += tl.sum(v, axis=1)


@case(dict(m=6, n=90, bm=4, bn=32), dict(m=8192, n=8192, bm=8, bn=256))
def cumsum_i64_blocks(m, n, bm, bn):
    return Launch(cumsum_blocks_kernel, (cdiv(m, bm),), [rand(-100, 100, m, n, type="i32"), out(m, n, type="i64"), m, n], dict(BM=bm, BN=bn), lambda x, y: x.cumsum(1))


@triton.jit
def cumprod_kernel(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=1.0)
    tl.store(y + row * n + at, tl.cumprod(v, axis=0), mask=at < n)


@case(dict(m=3, n=100), dict(m=65536, n=512))
def cumprod(m, n):
    return Launch(cumprod_kernel, (m,), [rand(0.95, 1.05, m, n), out(m, n, rtol=1e-4), n], dict(BLOCK=next_power(n)), lambda x, y: x.cumprod(1))


@triton.jit
def recur(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def recurrence_kernel(a, b, h, steps, width, BT: tl.constexpr, BD: tl.constexpr):
    batch = tl.program_id(1)
    d = tl.program_id(0) * BD + tl.arange(0, BD)
    state = tl.zeros((BD,), tl.float32)
    for start in range(0, steps, BT):
        t = start + tl.arange(0, BT)
        inside = (t < steps)[:, None] & (d < width)[None, :]
        place = (batch * steps + t)[:, None] * width + d[None, :]
        x = tl.load(a + place, mask=inside, other=1.0).to(tl.float32)
        y = tl.load(b + place, mask=inside, other=0.0).to(tl.float32)
        product, value = tl.associative_scan((x, y), 0, recur)
        value += product * state[None, :]
        tl.store(h + place, value.to(h.dtype.element_ty), mask=inside)
        last = (tl.arange(0, BT) == BT - 1)[:, None]
        state = tl.sum(tl.where(last, value, 0.0), axis=0)


@case(dict(batch=2, steps=40, width=24, bt=16, bd=16), dict(batch=8, steps=2048, width=2048, bt=64, bd=16))
def linear_recurrence(batch, steps, width, bt, bd):
    def answer(a, b, h):
        h, state = np.zeros(a.shape), 0
        for t in range(steps):
            state = a[:, t] * state + b[:, t]
            h[:, t] = state
        return h

    args = [rand(0, 1, batch, steps, width, type="bf16"), randn(batch, steps, width, type="bf16"), out(batch, steps, width, type="bf16"), steps, width]
    return Launch(recurrence_kernel, (cdiv(width, bd), batch), args, dict(BT=bt, BD=bd), answer)


@triton.jit
def selective_scan_kernel(u, delta, a, b, c, skip, y, steps, width, BD: tl.constexpr, N: tl.constexpr):
    batch = tl.program_id(1)
    d = tl.program_id(0) * BD + tl.arange(0, BD)
    n = tl.arange(0, N)
    good = d < width
    decay = tl.load(a + d[:, None] * N + n[None, :], mask=good[:, None], other=0.0)
    direct = tl.load(skip + d, mask=good, other=0.0)
    state = tl.zeros((BD, N), tl.float32)
    for t in range(steps):
        row = (batch * steps + t) * width + d
        x = tl.load(u + row, mask=good, other=0.0).to(tl.float32)
        dt = tl.load(delta + row, mask=good, other=0.0).to(tl.float32)
        dt = tl.where(dt <= 20.0, tl.log(1 + tl.exp(dt)), dt)
        bt = tl.load(b + (batch * steps + t) * N + n)
        ct = tl.load(c + (batch * steps + t) * N + n)
        state = tl.exp(dt[:, None] * decay) * state + (dt * x)[:, None] * bt[None, :]
        v = tl.sum(state * ct[None, :], axis=1) + direct * x
        tl.store(y + row, v.to(y.dtype.element_ty), mask=good)


@case(dict(batch=2, steps=12, width=24, bd=16, n=16), dict(batch=8, steps=512, width=4096, bd=32, n=16))
def selective_state_space(batch, steps, width, bd, n):
    def answer(u, delta, a, b, c, skip, y):
        state, y = np.zeros((batch, width, n)), np.zeros(u.shape)
        dt = np.log1p(np.exp(delta))
        for t in range(steps):
            state = np.exp(dt[:, t, :, None] * a) * state + (dt[:, t] * u[:, t])[..., None] * b[:, t, None, :]
            y[:, t] = (state * c[:, t, None, :]).sum(-1) + skip * u[:, t]
        return y

    args = [randn(batch, steps, width, type="f16"), randn(batch, steps, width, type="f16"), rand(-4, -0.1, width, n), randn(batch, steps, n), randn(batch, steps, n), randn(width), out(batch, steps, width, type="f16"), steps, width]
    return Launch(selective_scan_kernel, (cdiv(width, bd), batch), args, dict(BD=bd, N=n), answer)


@triton.jit
def state_update_kernel(state, x, dt, a, b, c, z, y, heads, width, BD: tl.constexpr, N: tl.constexpr):
    batch = tl.program_id(1)
    head = tl.program_id(2)
    d = tl.program_id(0) * BD + tl.arange(0, BD)
    n = tl.arange(0, N)
    good = d < width
    lane = (batch * heads + head) * width + d
    place = lane[:, None] * N + n[None, :]
    s = tl.load(state + place, mask=good[:, None], other=0.0)
    v = tl.load(x + lane, mask=good, other=0.0).to(tl.float32)
    step = tl.load(dt + batch * heads + head)
    step = tl.where(step <= 20.0, tl.log(1.0 + tl.exp(step)), step)
    gate = tl.load(z + lane, mask=good, other=0.0).to(tl.float32)
    s = s * tl.exp(tl.load(a + head) * step) + (v * step)[:, None] * tl.load(b + batch * N + n).to(tl.float32)[None, :]
    tl.store(state + place, s, mask=good[:, None])
    o = tl.sum(s * tl.load(c + batch * N + n).to(tl.float32)[None, :], axis=1)
    tl.store(y + lane, (o * gate * tl.sigmoid(gate)).to(y.dtype.element_ty), mask=good)


@case(dict(batch=2, heads=2, width=24, bd=16, n=32), dict(batch=128, heads=64, width=64, bd=32, n=128))
def state_update(batch, heads, width, bd, n):
    def answer(state, x, dt, a, b, c, z, y):
        step = np.log1p(np.exp(dt))
        s = state * np.exp(a * step)[..., None, None] + (x * step[..., None])[..., None] * b[:, None, None, :]
        return s, (s * c[:, None, None, :]).sum(-1) * z / (1 + np.exp(-z))

    shape = (batch, heads, width)
    args = [inout(randn(*shape, n)), randn(*shape, type="bf16"), randn(batch, heads), rand(-2, 0, heads), randn(batch, n, type="bf16"), randn(batch, n, type="bf16"), randn(*shape, type="bf16"), out(*shape, type="bf16"), heads, width]
    return Launch(state_update_kernel, (cdiv(width, bd), batch, heads), args, dict(BD=bd, N=n), answer)


@triton.jit
def larger(value_a, index_a, value_b, index_b):
    take_b = value_b > value_a
    return tl.where(take_b, value_b, value_a), tl.where(take_b, index_b, index_a)


@triton.jit
def cummax_kernel(x, y, index, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=-float("inf"))
    top, where = tl.associative_scan((v, at), 0, larger)
    tl.store(y + row * n + at, top, mask=at < n)
    tl.store(index + row * n + at, where.to(tl.int64), mask=at < n)


@case(dict(m=4, n=100), dict(m=32768, n=1024))
def cummax_with_index(m, n):
    def answer(x, y, index):
        top = np.maximum.accumulate(x, 1)
        new = np.concatenate([np.ones((m, 1), bool), x[:, 1:] > top[:, :-1]], 1)
        return top, np.maximum.accumulate(np.where(new, np.arange(n), 0), 1)

    return Launch(cummax_kernel, (m,), [randn(m, n), out(m, n, rtol=0), out(m, n, type="i64"), n], dict(BLOCK=next_power(n)), answer)


@triton.jit
def log_add(a, b):
    top = tl.maximum(a, b)
    return tl.where(top == -float("inf"), top, top + tl.log(tl.exp(a - top) + tl.exp(b - top)))


@triton.jit
def logcumsumexp_kernel(x, y, rows, n, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    at = tl.arange(0, BN)[None, :]
    inside = (row < rows) & (at < n)
    v = tl.load(x + row * n + at, mask=inside, other=-float("inf"))
    tl.store(y + row * n + at, tl.associative_scan(v, 1, log_add), mask=inside)


@case(dict(m=5, n=60, bm=2), dict(m=65536, n=256, bm=4))
def logcumsumexp(m, n, bm):
    def answer(x, y):
        return np.logaddexp.accumulate(x, 1)

    return Launch(logcumsumexp_kernel, (cdiv(m, bm),), [randn(m, n, dev=3), out(m, n, rtol=2e-5), m, n], dict(BM=bm, BN=next_power(n)), answer)


@triton.jit
def decay_kernel(k, v, w, bonus, y, steps, width, BD: tl.constexpr):
    batch = tl.program_id(1)
    d = tl.program_id(0) * BD + tl.arange(0, BD)
    good = d < width
    decay = -tl.exp(tl.load(w + d, mask=good, other=0.0))
    u = tl.load(bonus + d, mask=good, other=0.0)
    up = tl.zeros((BD,), tl.float32)
    down = tl.zeros((BD,), tl.float32)
    top = tl.full((BD,), -1e38, tl.float32)
    base = batch * steps * width
    for t in range(steps):
        key = tl.load(k + base + t * width + d, mask=good, other=0.0)
        value = tl.load(v + base + t * width + d, mask=good, other=0.0)
        q = tl.maximum(top, u + key)
        e1 = tl.exp(top - q)
        e2 = tl.exp(u + key - q)
        tl.store(y + base + t * width + d, (e1 * up + e2 * value) / (e1 * down + e2), mask=good)
        q = tl.maximum(top + decay, key)
        e1 = tl.exp(top + decay - q)
        e2 = tl.exp(key - q)
        up = e1 * up + e2 * value
        down = e1 * down + e2
        top = q


@case(dict(batch=2, steps=10, width=40, bd=32), dict(batch=8, steps=1024, width=4096, bd=128))
def weighted_key_value(batch, steps, width, bd):
    def answer(k, v, w, u, y):
        y, up, down = np.zeros(k.shape), 0, 0
        for t in range(steps):
            e = np.exp(u + k[:, t])
            y[:, t] = (up + e * v[:, t]) / (down + e)
            decay, e = np.exp(-np.exp(w)), np.exp(k[:, t])
            up, down = up * decay + e * v[:, t], down * decay + e
        return y

    shape = (batch, steps, width)
    return Launch(decay_kernel, (cdiv(width, bd), batch), [randn(*shape), randn(*shape), randn(width), randn(width), out(*shape, rtol=1e-4), steps, width], dict(BD=bd), answer, warps=1)
