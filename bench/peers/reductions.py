"""Checks and times kernels that reduce, scan and sort, beside Triton and torch.

usage: reductions.py LIBRARY [--only NAME] [--warps N,...] [--programs-per-cta N,...]
           [--repeat N] [--check-only] [--json FILE]
       reductions.py LIBRARY sanitize [--only NAME,...] [--tools memcheck,...] [--jobs N]

LIBRARY is libtilewright.so. Needs torch, triton and a GPU; a development tool, not
part of the product.

Each kernel is written in Triton, once, and compiled by both compilers from the same
TTIR, for each of some numbers of warps. Both run on the same random data, are checked
against torch, and are timed in turn in one loop, with torch's own function: medians of
CUDA events around single launches, with the L2 cache flushed before each. GB/s count
all bytes that have to be read and written once.

`sanitize` runs these kernels, and those of bench/kernels that reduce, scan and sort, at
small odd sizes under the tools of compute-sanitizer (reduction_sanitizer.py).
"""

import os
import sys

import torch
import triton

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from reduction_kernels import argmax_rows, count, cross_entropy, cumsum_rows, dot_rows, layer_norm, layer_norm_backward, normalize_rows, rms_norm, softmax, sort_rows, sum_all, top_rows  # noqa: E402
from replay import main, rand  # noqa: E402


def make_softmax(m, n):
    x = rand(m, n)
    y = torch.empty_like(x)
    return dict(kernel=softmax, args=[x, y, n], meta=dict(BLOCK=triton.next_power_of_2(n)), grid=(m, 1, 1), outputs=[y],
                want=lambda: [torch.softmax(x, 1)], torch=lambda: torch.softmax(x, 1), bytes=8 * x.numel(), tolerance=1e-5)


def make_layer_norm(m, n, dtype=torch.float16):
    x, w, b = rand(m, n, dtype=dtype), rand(n, dtype=dtype), rand(n, dtype=dtype)
    y = torch.empty_like(x)
    norm = lambda: torch.nn.functional.layer_norm(x, (n,), w, b)
    return dict(kernel=layer_norm, args=[x, w, b, y, n], meta=dict(BLOCK=triton.next_power_of_2(n)), grid=(m, 1, 1), outputs=[y],
                want=lambda: [norm()], torch=norm, bytes=2 * x.numel() * x.element_size(), tolerance=1e-2)


def make_rms_norm(m, n, dtype):
    x, w = rand(m, n, dtype=dtype), rand(n, dtype=dtype)
    y = torch.empty_like(x)
    norm = lambda: torch.nn.functional.rms_norm(x, (n,), w, 1e-5)
    return dict(kernel=rms_norm, args=[x, w, y, n], meta=dict(BLOCK=triton.next_power_of_2(n)), grid=(m, 1, 1), outputs=[y],
                want=lambda: [norm()], torch=norm, bytes=2 * x.numel() * x.element_size(), tolerance=2e-2)


def make_layer_norm_backward(m, n, rows, dtype=torch.float16):
    x, dy, w = rand(m, n, dtype=dtype), rand(m, n, dtype=dtype), rand(n, dtype=dtype)
    mean = x.float().mean(1)
    rstd = 1 / (x.float().var(1, unbiased=False) + 1e-5).sqrt()
    dx = torch.empty_like(x)
    dw, db = (torch.empty(m // rows, n) for _ in range(2))

    def want():
        xhat = (x.float() - mean[:, None]) * rstd[:, None]
        wdy = w.float() * dy.float()
        c1, c2 = (xhat * wdy).mean(1, keepdim=True), wdy.mean(1, keepdim=True)
        return [(wdy - xhat * c1 - c2) * rstd[:, None],
                (dy.float() * xhat).view(m // rows, rows, n).sum(1), dy.float().view(m // rows, rows, n).sum(1)]

    def peer():
        torch.ops.aten.native_layer_norm_backward(dy, x, [n], mean[:, None], rstd[:, None], w, w, [True, True, True])

    return dict(kernel=layer_norm_backward, args=[dy, x, w, mean, rstd, dx, dw, db, m, n],
                meta=dict(ROWS=rows, BLOCK=triton.next_power_of_2(n)), grid=(m // rows, 1, 1), outputs=[dx, dw, db],
                want=want, torch=peer, bytes=6 * x.numel(), tolerance=2e-2)


def make_sum(block, n=1 << 28):
    x = rand(n)
    y = torch.empty(1)
    # The order of the atomic additions is not fixed.
    return dict(kernel=sum_all, args=[x, y, n], meta=dict(BLOCK=block), grid=(n // block, 1, 1), outputs=[y], zero=True,
                want=lambda: [x.sum(dtype=torch.float64)[None]], torch=lambda: x.sum(), bytes=4 * n, tolerance=1e-1)


def make_argmax(n, rows, total=1 << 26):
    x = rand(total // n, n)
    y = torch.empty(total // n, dtype=torch.int32)
    return dict(kernel=argmax_rows, args=[x, y], meta=dict(R=rows, N=n), grid=(total // n // rows, 1, 1), outputs=[y],
                want=lambda: [x.argmax(1)], torch=lambda: x.argmax(1), bytes=4 * total + 4 * total // n)


def make_dot(n, rows, dtype, total=1 << 25):
    """What attention's backward pass begins with: products of rows of two matrices."""
    x, y = rand(total // n, n, dtype=dtype), rand(total // n, n, dtype=dtype)
    z = torch.empty(total // n)
    dot = lambda: torch.linalg.vecdot(x.float(), y.float())
    return dict(kernel=dot_rows, args=[x, y, z], meta=dict(R=rows, N=n), grid=(total // n // rows, 1, 1), outputs=[z],
                want=lambda: [dot()], torch=dot, bytes=2 * total * x.element_size() + 4 * total // n, tolerance=1e-3)


def make_normalize(n, rows, dtype, total=1 << 25):
    x = rand(total // n, n, dtype=dtype)
    y = torch.empty_like(x)
    norm = lambda: torch.nn.functional.normalize(x.float(), dim=1).to(dtype)
    return dict(kernel=normalize_rows, args=[x, y], meta=dict(R=rows, N=n), grid=(total // n // rows, 1, 1), outputs=[y],
                want=lambda: [norm()], torch=norm, bytes=2 * total * x.element_size(), tolerance=1e-2)


def make_cumsum(n, rows, total=1 << 26):
    x = rand(total // n, n)
    y = torch.empty_like(x)
    return dict(kernel=cumsum_rows, args=[x, y], meta=dict(R=rows, N=n), grid=(total // n // rows, 1, 1), outputs=[y],
                want=lambda: [x.double().cumsum(1)], torch=lambda: x.cumsum(1), bytes=8 * total, tolerance=1e-3)


def make_sort(n, rows, total=1 << 26):
    x = rand(total // n, n)
    y = torch.empty_like(x)
    return dict(kernel=sort_rows, args=[x, y], meta=dict(R=rows, N=n), grid=(total // n // rows, 1, 1), outputs=[y],
                want=lambda: [x.sort(1).values], torch=lambda: x.sort(1), bytes=8 * total)


def make_top(n, rows, k=8, total=1 << 26):
    x = rand(total // n, n)
    y = torch.empty(total // n, k)
    return dict(kernel=top_rows, args=[x, y], meta=dict(R=rows, N=n, K=k), grid=(total // n // rows, 1, 1), outputs=[y],
                want=lambda: [x.topk(k, 1).values], torch=lambda: x.topk(k, 1), bytes=4 * total + 4 * k * total // n)


def make_histogram(block, equal=False, n=1 << 26, bins=256):
    x = torch.full((n,), 7, dtype=torch.int32) if equal else torch.randint(0, bins, (n,), dtype=torch.int32)
    y = torch.empty(bins, dtype=torch.int32)
    return dict(kernel=count, args=[x, y], meta=dict(BLOCK=block, BINS=bins), grid=(n // block, 1, 1), outputs=[y], zero=True,
                want=lambda: [torch.bincount(x, minlength=bins)], torch=lambda: torch.histc(x, bins, 0, bins - 1), bytes=4 * n)


def make_cross_entropy(m, n, block):
    x, target = rand(m, n), torch.randint(0, n, (m,))
    loss = torch.empty(m)
    entropy = lambda: torch.nn.functional.cross_entropy(x, target, reduction="none")
    return dict(kernel=cross_entropy, args=[x, target, loss, n], meta=dict(BLOCK=block), grid=(m, 1, 1), outputs=[loss],
                want=lambda: [entropy()], torch=entropy, bytes=4 * x.numel(), tolerance=1e-4)


F32, F16, BF16 = torch.float32, torch.float16, torch.bfloat16
CASES = {
    "softmax 65536x256": (lambda: make_softmax(65536, 256), [1, 4]),
    "softmax 4096x781": (lambda: make_softmax(4096, 781), [1, 4, 8]),
    "softmax 4096x4096": (lambda: make_softmax(4096, 4096), [4, 8, 16]),
    "softmax 8192x8192": (lambda: make_softmax(8192, 8192), [4, 8, 16]),
    "softmax 8192x32768": (lambda: make_softmax(8192, 32768), [8, 16, 32]),
    "layer norm f16 8192x4096": (lambda: make_layer_norm(8192, 4096), [4, 8, 16]),
    "layer norm f16 8192x8192": (lambda: make_layer_norm(8192, 8192), [4, 8, 16]),
    "layer norm f32 8192x8192": (lambda: make_layer_norm(8192, 8192, F32), [8, 16]),
    "rms norm bf16 8192x8192": (lambda: make_rms_norm(8192, 8192, BF16), [4, 8, 16]),
    "layer norm backward f16 8192x4096": (lambda: make_layer_norm_backward(8192, 4096, 16), [4, 8, 16]),
    "sum 4096": (lambda: make_sum(4096), [4, 8]),
    "sum 8192": (lambda: make_sum(8192), [4, 8]),
    "argmax 256, 1 row": (lambda: make_argmax(256, 1), [1, 4]),
    "argmax 256, 16 rows": (lambda: make_argmax(256, 16), [4]),
    "argmax 1024, 1 row": (lambda: make_argmax(1024, 1), [1, 4]),
    "argmax 1024, 4 rows": (lambda: make_argmax(1024, 4), [4]),
    "argmax 64, 128 rows": (lambda: make_argmax(64, 128), [4, 8]),
    "dot f16 64, 128 rows": (lambda: make_dot(64, 128, F16), [4, 8]),
    "dot f16 128, 128 rows": (lambda: make_dot(128, 128, F16), [4, 8]),
    "dot f16 256, 32 rows": (lambda: make_dot(256, 32, F16), [4]),
    "dot f32 128, 64 rows": (lambda: make_dot(128, 64, F32), [4]),
    "normalize bf16 64, 128 rows": (lambda: make_normalize(64, 128, BF16), [4, 8]),
    "normalize f32 128, 64 rows": (lambda: make_normalize(128, 64, F32), [4]),
    "cumsum 256, 1 row": (lambda: make_cumsum(256, 1), [1, 4]),
    "cumsum 256, 8 rows": (lambda: make_cumsum(256, 8), [4]),
    "cumsum 1024": (lambda: make_cumsum(1024, 1), [1, 4]),
    "cumsum 4096": (lambda: make_cumsum(4096, 1), [4, 8]),
    "cumsum 16384": (lambda: make_cumsum(16384, 1), [8, 16]),
    "sort 256, 1 row": (lambda: make_sort(256, 1), [1, 4]),
    "sort 256, 4 rows": (lambda: make_sort(256, 4), [4]),
    "sort 1024": (lambda: make_sort(1024, 1), [1, 4]),
    "sort 4096": (lambda: make_sort(4096, 1), [4, 8]),
    "top 8 of 1024": (lambda: make_top(1024, 1), [1, 4]),
    "top 8 of 4096": (lambda: make_top(4096, 1), [4, 8]),
    "histogram 1024": (lambda: make_histogram(1024), [4]),
    "histogram 4096": (lambda: make_histogram(4096), [4, 8]),
    "histogram 4096, all equal": (lambda: make_histogram(4096, True), [4]),
    "cross entropy 8192x32000": (lambda: make_cross_entropy(8192, 32000, 4096), [4, 8, 16]),
}


if __name__ == "__main__":
    if "sanitize" in sys.argv[2:3]:
        import reduction_sanitizer

        sys.exit(reduction_sanitizer.main())
    sys.exit(main(__doc__, CASES))
