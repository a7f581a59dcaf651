"""Checks and times kernels whose elements change threads, beside Triton.

usage: movement.py LIBRARY [--only NAME] [--repeat N] [--check-only] [--json FILE]

LIBRARY is libtilewright.so. Needs torch, triton and a GPU; a development tool, not
part of the product.

Each kernel is written in Triton, once. Triton compiles it, and prints its TTIR;
our compiler compiles that. Both run on the same random data, are checked against
torch, and are timed in turn in one loop: medians of CUDA events around single
launches, with the L2 cache flushed before each. GB/s count all bytes that have to
be read and written once.
"""

import os
import sys

import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from replay import main, rand  # noqa: E402


@triton.jit
def transpose(x_ptr, y_ptr, m, n, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    x = tl.load(x_ptr + rows[:, None] * n + columns[None, :])
    tl.store(y_ptr + columns[:, None] * m + rows[None, :], tl.trans(x))


@triton.jit
def transpose_add(x_ptr, y_ptr, z_ptr, m, n, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    x = tl.load(x_ptr + rows[:, None] * n + columns[None, :])
    y = tl.load(y_ptr + columns[:, None] * m + rows[None, :])
    tl.store(z_ptr + columns[:, None] * m + rows[None, :], tl.trans(x) + y)


@triton.jit
def row_dots(o_ptr, do_ptr, delta_ptr, n, BM: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, D)
    at = rows[:, None] * D + columns[None, :]
    o = tl.load(o_ptr + at).to(tl.float32)
    do = tl.load(do_ptr + at).to(tl.float32)
    tl.store(delta_ptr + rows, tl.sum(o * do, 1))


@triton.jit
def causal_conv(x_ptr, w_ptr, y_ptr, t, c, BT: tl.constexpr, BC: tl.constexpr, W: tl.constexpr):
    times = tl.program_id(0) * BT + tl.arange(0, BT)
    channels = tl.program_id(1) * BC + tl.arange(0, BC)
    taps = tl.arange(0, W)
    batch = tl.program_id(2) * t
    w = tl.load(w_ptr + channels[:, None] * W + taps[None, :])
    at = times[:, None, None] + taps[None, None, :] - (W - 1)
    x = tl.load(x_ptr + (batch + at) * c + channels[None, :, None], mask=at >= 0, other=0.0)
    y = tl.sum(x * w[None, :, :], 2)
    tl.store(y_ptr + (batch + times[:, None]) * c + channels[None, :], y)


@triton.jit
def causal_conv_dx(dy_ptr, w_ptr, dx_ptr, t, c, BT: tl.constexpr, BC: tl.constexpr, W: tl.constexpr):
    times = tl.program_id(0) * BT + tl.arange(0, BT)
    channels = tl.program_id(1) * BC + tl.arange(0, BC)
    taps = tl.arange(0, W)
    batch = tl.program_id(2) * t
    w = tl.load(w_ptr + channels[:, None] * W + (W - 1 - taps)[None, :])
    at = times[:, None, None] + taps[None, None, :]
    dy = tl.load(dy_ptr + (batch + at) * c + channels[None, :, None], mask=at < t, other=0.0)
    tl.store(dx_ptr + (batch + times[:, None]) * c + channels[None, :], tl.sum(dy * w[None, :, :], 2))


@triton.jit
def best_of_64(x_ptr, value_ptr, index_ptr, BM: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, 64)
    x = tl.load(x_ptr + rows[:, None] * 64 + columns[None, :])
    for k in tl.static_range(K):
        value = tl.max(x, 1)
        index = tl.argmax(x, 1)
        tl.store(value_ptr + rows * K + k, value)
        tl.store(index_ptr + rows * K + k, index)
        x = tl.where(columns[None, :] == index[:, None], float("-inf"), x)


@triton.jit
def recurrence(q_ptr, k_ptr, v_ptr, o_ptr, t, D: tl.constexpr):
    head = tl.program_id(0) * t * D
    d = tl.arange(0, D)
    state = tl.zeros((D, D), tl.float32)
    for i in range(t):
        q = tl.load(q_ptr + head + i * D + d)
        k = tl.load(k_ptr + head + i * D + d)
        v = tl.load(v_ptr + head + i * D + d)
        state = state * 0.9 + k[:, None] * v[None, :]
        tl.store(o_ptr + head + i * D + d, tl.sum(state * q[:, None], 0))


@triton.jit
def rotary(x_ptr, cos_ptr, sin_ptr, y_ptr, heads, BH: tl.constexpr, D: tl.constexpr):
    token = tl.program_id(0)
    head = tl.program_id(1) * BH + tl.arange(0, BH)
    half = tl.arange(0, D // 2)
    at = (token * heads + head[:, None]) * D + half[None, :]
    a = tl.load(x_ptr + at).to(tl.float32)
    b = tl.load(x_ptr + at + D // 2).to(tl.float32)
    cos = tl.load(cos_ptr + token * (D // 2) + half)[None, :]
    sin = tl.load(sin_ptr + token * (D // 2) + half)[None, :]
    tl.store(y_ptr + at, (a * cos - b * sin).to(tl.bfloat16))
    tl.store(y_ptr + at + D // 2, (b * cos + a * sin).to(tl.bfloat16))


@triton.jit
def small_map(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(y_ptr + at, x * 2 + 1, mask=at < n)


def make_transpose(dtype, bm, bn, size=16384):
    x = rand(size, size, dtype=dtype)
    y = torch.empty(size, size, dtype=dtype, device="cuda")
    return dict(kernel=transpose, args=[x, y, size, size], meta=dict(BM=bm, BN=bn),
                grid=(size // bm, size // bn, 1), outputs=[y], want=lambda: [x.t()], bytes=2 * x.numel() * x.element_size())


def make_transpose_add(bm, bn, size=8192):
    x, y = rand(size, size), rand(size, size)
    z = torch.empty_like(x)
    return dict(kernel=transpose_add, args=[x, y, z, size, size], meta=dict(BM=bm, BN=bn),
                grid=(size // bm, size // bn, 1), outputs=[z], want=lambda: [x.t() + y], bytes=12 * x.numel())


def make_row_dots(d, bm):
    n = (1 << 27) // d
    o, do = rand(n, d, dtype=torch.bfloat16), rand(n, d, dtype=torch.bfloat16)
    delta = torch.empty(n, device="cuda")
    return dict(kernel=row_dots, args=[o, do, delta, n], meta=dict(BM=bm, D=d), grid=(n // bm, 1, 1),
                outputs=[delta], want=lambda: [(o.float() * do.float()).sum(1)], bytes=4 * o.numel() + 4 * n, tolerance=1e-4)


def make_conv(backward, bt, bc):
    b, t, c, w = 4, 8192, 2048, 4
    x, weights = rand(b, t, c), rand(c, w)
    y = torch.empty_like(x)

    def want():
        padded = torch.nn.functional.pad(x, (0, 0, 0, w - 1) if backward else (0, 0, w - 1, 0))
        taps = weights.flip(1) if backward else weights
        return [sum(padded[:, i:i + t] * taps[:, i] for i in range(w))]

    return dict(kernel=causal_conv_dx if backward else causal_conv, args=[x, weights, y, t, c],
                meta=dict(BT=bt, BC=bc, W=w), grid=(t // bt, c // bc, b), outputs=[y], want=want,
                bytes=8 * x.numel(), tolerance=1e-4)


def make_best(bm):
    n, k = 1 << 20, 8
    x = rand(n, 64)
    values = torch.empty(n, k, device="cuda")
    indices = torch.empty(n, k, dtype=torch.int32, device="cuda")
    return dict(kernel=best_of_64, args=[x, values, indices], meta=dict(BM=bm, K=k), grid=(n // bm, 1, 1),
                outputs=[values], want=lambda: [torch.topk(x, k, dim=1).values], bytes=4 * x.numel() + 8 * n * k)


def make_recurrence():
    heads, t, d = 2048, 512, 64
    q, k, v = (rand(heads, t, d) * 0.1 for _ in range(3))
    o = torch.empty_like(q)

    def want():
        state = torch.zeros(heads, d, d, device="cuda")
        result = torch.empty_like(q)
        for i in range(t):
            state = state * 0.9 + k[:, i, :, None] * v[:, i, None, :]
            result[:, i] = (state * q[:, i, :, None]).sum(1)
        return [result]

    return dict(kernel=recurrence, args=[q, k, v, o, t], meta=dict(D=d), grid=(heads, 1, 1), outputs=[o],
                want=want, bytes=16 * q.numel(), tolerance=1e-4)


def make_rotary(d, bh):
    tokens, heads = 16384, 32
    x = rand(tokens, heads, d, dtype=torch.bfloat16)
    cos, sin = rand(tokens, d // 2), rand(tokens, d // 2)
    y = torch.empty_like(x)

    def want():
        a, b = x[..., :d // 2].float(), x[..., d // 2:].float()
        c, s = cos[:, None], sin[:, None]
        return [torch.cat([(a * c - b * s), (b * c + a * s)], -1).to(torch.bfloat16)]

    return dict(kernel=rotary, args=[x, cos, sin, y, heads], meta=dict(BH=bh, D=d),
                grid=(tokens, heads // bh, 1), outputs=[y], want=want, bytes=4 * x.numel() + 8 * cos.numel(), tolerance=2e-2)


def make_small():
    x = rand(1000)
    y = torch.empty_like(x)
    return dict(kernel=small_map, args=[x, y, 1000], meta=dict(BLOCK=1024), grid=(1, 1, 1), outputs=[y],
                want=lambda: [x * 2 + 1], bytes=8000, tolerance=1e-6)


F32, F16, U8 = torch.float32, torch.float16, torch.uint8
CASES = {
    "transpose f32 32x32": (lambda: make_transpose(F32, 32, 32), [4]),
    "transpose f32 64x64": (lambda: make_transpose(F32, 64, 64), [4]),
    "transpose f32 64x64, 8 warps": (lambda: make_transpose(F32, 64, 64), [8]),
    "transpose f32 128x64": (lambda: make_transpose(F32, 128, 64), [4]),
    "transpose f16 64x64": (lambda: make_transpose(F16, 64, 64), [4]),
    "transpose f16 128x128": (lambda: make_transpose(F16, 128, 128), [8]),
    "transpose u8 64x64": (lambda: make_transpose(U8, 64, 64), [4]),
    "transpose u8 128x128": (lambda: make_transpose(U8, 128, 128), [4]),
    "transpose add f32 64x64": (lambda: make_transpose_add(64, 64), [4]),
    "row dots 64": (lambda: make_row_dots(64, 64), [4]),
    "row dots 128": (lambda: make_row_dots(128, 64), [4]),
    "causal conv": (lambda: make_conv(False, 16, 128), [4]),
    "causal conv backward": (lambda: make_conv(True, 16, 128), [4]),
    "best 8 of 64": (lambda: make_best(64), [4]),
    "recurrence 64x64": (make_recurrence, [4]),
    "rotary 64, 4 heads": (lambda: make_rotary(64, 4), [4]),
    "rotary 128, 1 head": (lambda: make_rotary(128, 1), [2]),
    "rotary 128, 8 heads": (lambda: make_rotary(128, 8), [4]),
    "map of 1000": (make_small, [4]),
}


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
