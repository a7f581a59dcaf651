"""Loops that end by data, early returns, locks, calls, programs that go on."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, filled, inout, out, rand, randn


@triton.jit
def newton_kernel(x, y, steps, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=1.0)
    r = v * 0.5 + 0.5
    error = tl.max(tl.abs(r * r - v), axis=0)
    count = 0
    while (error > 1e-5) & (count < 30):
        r = 0.5 * (r + v / r)
        error = tl.max(tl.abs(r * r - v), axis=0)
        count += 1
    tl.store(y + at, r, mask=at < n)
    tl.store(steps + tl.program_id(0), count)


@case(dict(n=300, block=128), dict(n=1 << 24, block=1024))
def newton_square_root(n, block):
    return Launch(newton_kernel, (cdiv(n, block),), [rand(0.5, 8, n), out(n), out(cdiv(n, block), type="i32", check="none"), n], dict(BLOCK=block), lambda x, y, s: (np.sqrt(x), None))


@triton.jit
def collatz_kernel(x, y, n):
    pid = tl.program_id(0)
    v = tl.load(x + pid).to(tl.int64)
    count = 0
    while v != 1:
        if v % 2 == 0:
            v = v // 2
        else:
            v = 3 * v + 1
        count += 1
    tl.store(y + pid, count)


@case(dict(n=20), dict(n=65536))
def collatz(n):
    def answer(x, y):
        v, count = x.copy(), np.zeros(n, dtype=np.int64)
        while (v != 1).any():
            count += v != 1
            v = np.where(v == 1, 1, np.where(v % 2 == 0, v // 2, 3 * v + 1))
        return count

    return Launch(collatz_kernel, (n,), [rand(1, 1000, n, type="i32"), out(n, type="i32"), n], {}, answer, warps=1)


@triton.jit
def skip_kernel(x, flags, y, n, limit, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    if pid >= limit:
        return
    flag = tl.load(flags + pid)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    if flag == 0:
        tl.store(y + at, 0.0, mask=at < n)
        return
    v = tl.load(x + at, mask=at < n, other=0.0)
    if flag == 1:
        v = v * 2
    else:
        if tl.sum(v, axis=0) > 0:
            v = -v
        v += 1
    tl.store(y + at, v, mask=at < n)


@case(dict(programs=7, block=64), dict(programs=65536, block=512))
def early_returns(programs, block):
    n, limit = programs * block - 10, programs - 1

    def answer(x, flags, y):
        y = y.copy()
        for p in range(limit):
            part = slice(p * block, min((p + 1) * block, n))
            v = x[part]
            y[part] = 0 if flags[p] == 0 else 2 * v if flags[p] == 1 else (-v if v.sum() > 0 else v) + 1
        return y

    args = [randn(n), rand(0, 2, programs, type="i8"), out(n), n, limit]
    return Launch(skip_kernel, (programs,), args, dict(BLOCK=block), answer)


@triton.jit
def lock_kernel(x, lock, total, largest, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.0)
    part = tl.sum(v, axis=0)
    top = tl.max(v, axis=0)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total, tl.load(total) + part)
    tl.store(largest, tl.maximum(tl.load(largest), top))
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@case(dict(n=500, block=128), dict(n=1 << 18, block=1024))
def spin_lock(n, block):
    args = [randn(n), inout(filled(0, 1, type="i32")), inout(filled(0, 1), rtol=1e-3), inout(filled(0, 1)), n]
    return Launch(lock_kernel, (cdiv(n, block),), args, dict(BLOCK=block), lambda x, lock, t, m: (0, x.sum(), x.max()))


@triton.jit
def cas_kernel(x, best, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    top = tl.max(tl.load(x + at, mask=at < n, other=-1e30), axis=0)
    old = tl.load(best, volatile=True)
    done = old >= top
    while not done:
        seen = tl.atomic_cas(best.to(tl.pointer_type(tl.int32)), old.to(tl.int32, bitcast=True), top.to(tl.int32, bitcast=True)).to(tl.float32, bitcast=True)
        done = (seen == old) | (seen >= top)
        old = seen


@case(dict(n=700, block=128), dict(n=1 << 24, block=1024))
def max_by_compare_and_swap(n, block):
    return Launch(cas_kernel, (cdiv(n, block),), [randn(n), inout(filled(-100, 1)), n], dict(BLOCK=block), lambda x, b: x.max())


@triton.jit(noinline=True)
def polynomial(v, a, b):
    return (v * a + b) * v + 1.0


@triton.jit(noinline=True)
def clamp_both(low, high, count):
    if count > 2:
        return tl.minimum(low, high), tl.maximum(low, high)
    else:
        return low, low + 1.0


@triton.jit
def call_kernel(x, y, bounds, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0.0)
    # Before the reduction: its barrier is between this and the stores of other warps.
    b = polynomial(tl.load(bounds + 2 * pid), 0.25, -1.0)
    a = polynomial(tl.max(v, axis=0), 0.5, 2.0)
    low, high = clamp_both(a, b, pid)
    tl.store(y + at, tl.minimum(tl.maximum(v, low), high), mask=at < n)
    tl.store(bounds + 2 * pid, low)
    tl.store(bounds + 2 * pid + 1, high)


@case(dict(n=500, block=128), dict(n=1 << 24, block=1024))
def calls_not_inlined(n, block):
    programs = cdiv(n, block)

    def answer(x, y, bounds):
        tops = np.array([max(x[s : s + block].max(), 0 if s + block > n else -np.inf) for s in range(0, n, block)])
        a = (tops * 0.5 + 2) * tops + 1
        b = (bounds[:, 0] * 0.25 - 1) * bounds[:, 0] + 1
        late = np.arange(programs) > 2
        low, high = np.where(late, np.minimum(a, b), a), np.where(late, np.maximum(a, b), a + 1)
        owner = np.arange(n) // block
        return np.clip(x, low[owner], high[owner]), np.stack([low, high], 1)

    return Launch(call_kernel, (programs,), [randn(n), out(n), inout(randn(programs, 2)), n], dict(BLOCK=block), answer)


@triton.jit
def mandelbrot_kernel(y, width, height, limit, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    column = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    a = (column * 0.0625 - 2.0) + tl.zeros((BM, BN), tl.float32)
    b = (row * 0.0625 - 1.0) + tl.zeros((BM, BN), tl.float32)
    u = tl.zeros((BM, BN), tl.float32)
    v = tl.zeros((BM, BN), tl.float32)
    count = tl.zeros((BM, BN), tl.int32)
    for _ in range(limit):
        inside = u * u + v * v < 4.0
        t = u * u - v * v + a
        v = tl.where(inside, 2 * u * v + b, v)
        u = tl.where(inside, t, u)
        count += inside.to(tl.int32)
    tl.store(y + row * width + column, count, mask=(row < height) & (column < width))


@case(dict(width=40, height=30, limit=8, b=16), dict(width=8192, height=8192, limit=50, b=32))
def mandelbrot(width, height, limit, b):
    def answer(y):
        c = (np.arange(width) * 0.0625 - 2)[None, :] + 1j * (np.arange(height) * 0.0625 - 1)[:, None]
        z, count = np.zeros_like(c), 0
        for _ in range(limit):
            inside = z.real**2 + z.imag**2 < 4
            z, count = np.where(inside, z * z + c, z), count + inside
        return count

    return Launch(mandelbrot_kernel, (cdiv(height, b), cdiv(width, b)), [out(height, width, type="i32"), width, height, limit], dict(BM=b, BN=b), answer)


@triton.jit
def persistent_kernel(x, y, counter, tiles_m, tiles_n, n, BM: tl.constexpr, BN: tl.constexpr):
    # Programs take the next tile from a counter until none is left.
    tile = tl.atomic_add(counter, 1)
    while tile < tiles_m * tiles_n:
        i = tile // tiles_n * BM
        j = tile % tiles_n * BN
        at = (i + tl.arange(0, BM)[:, None]) * n + j + tl.arange(0, BN)[None, :]
        v = tl.load(x + at)
        tl.store(y + at, v - tl.sum(v, axis=1)[:, None] / BN)
        tile = tl.atomic_add(counter, 1)


@case(dict(tiles_m=3, tiles_n=4, programs=4, bm=4, bn=32), dict(tiles_m=512, tiles_n=64, programs=528, bm=16, bn=128))
def work_from_a_counter(tiles_m, tiles_n, programs, bm, bn):
    m, n = tiles_m * bm, tiles_n * bn

    def answer(x, y, counter):
        parts = x.reshape(m, tiles_n, bn)
        return parts - parts.mean(2, keepdims=True), tiles_m * tiles_n + programs

    args = [randn(m, n), out(m, n), inout(filled(0, 1, type="i32")), tiles_m, tiles_n, n]
    return Launch(persistent_kernel, (programs,), args, dict(BM=bm, BN=bn), answer)


@triton.jit
def triangle_kernel(x, y, n, BLOCK: tl.constexpr, MODE: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for i in range(row + 1):
        if i % 2 == 0:
            for j in range(i, row + 1):
                at = (i * n + j) * BLOCK + tl.arange(0, BLOCK)
                v = tl.load(x + at)
                if MODE == "max":
                    total = tl.maximum(total, v)
                else:
                    total += v
        else:
            total = total * 0.5
    tl.store(y + row * BLOCK + tl.arange(0, BLOCK), total)


@case(dict(n=6, block=32), dict(n=128, block=128))
def nested_loops(n, block):
    def answer(x, y):
        rows = []
        for row in range(n):
            total = 0
            for i in range(row + 1):
                total = total + x[i, i : row + 1].sum(0) if i % 2 == 0 else total * 0.5
            rows.append(total)
        return np.stack(rows)

    return Launch(triangle_kernel, (n,), [randn(n, n, block), out(n, block, rtol=1e-4), n], dict(BLOCK=block, MODE="add"), answer)
