"""Kernels that reduce, scan and sort, in Triton."""

import triton
import triton.language as tl


@triton.jit
def softmax(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    x = tl.load(x_ptr + row * n + columns, mask=mask, other=-float("inf"))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(y_ptr + row * n + columns, e / tl.sum(e, 0), mask=mask)


@triton.jit
def layer_norm(x_ptr, w_ptr, b_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    x = tl.load(x_ptr + row * n + columns, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(x, 0) / n
    d = tl.where(mask, x - mean, 0.0)
    rstd = 1 / tl.sqrt(tl.sum(d * d, 0) / n + 1e-5)
    w = tl.load(w_ptr + columns, mask=mask).to(tl.float32)
    b = tl.load(b_ptr + columns, mask=mask).to(tl.float32)
    tl.store(y_ptr + row * n + columns, (d * rstd * w + b).to(y_ptr.dtype.element_ty), mask=mask)


@triton.jit
def rms_norm(x_ptr, w_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    x = tl.load(x_ptr + row * n + columns, mask=mask, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(x * x, 0) / n + 1e-5)
    w = tl.load(w_ptr + columns, mask=mask).to(tl.float32)
    tl.store(y_ptr + row * n + columns, (x * scale * w).to(y_ptr.dtype.element_ty), mask=mask)


@triton.jit
def sum_all(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0)
    tl.atomic_add(y_ptr, tl.sum(x, 0))


@triton.jit
def dot_rows(x_ptr, y_ptr, z_ptr, R: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)
    at = rows[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(z_ptr + rows, tl.sum(tl.load(x_ptr + at).to(tl.float32) * tl.load(y_ptr + at).to(tl.float32), 1))


@triton.jit
def normalize_rows(x_ptr, y_ptr, R: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)
    at = rows[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    tl.store(y_ptr + at, (x * tl.rsqrt(tl.sum(x * x, 1) + 1e-5)[:, None]).to(y_ptr.dtype.element_ty))


@triton.jit
def argmax_rows(x_ptr, y_ptr, R: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * R + tl.arange(0, R)
    x = tl.load(x_ptr + rows[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(y_ptr + rows, tl.argmax(x, 1))


@triton.jit
def cumsum_rows(x_ptr, y_ptr, R: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * R + tl.arange(0, R)
    at = rows[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(y_ptr + at, tl.cumsum(tl.load(x_ptr + at), 1))


@triton.jit
def sort_rows(x_ptr, y_ptr, R: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * R + tl.arange(0, R)
    at = rows[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(y_ptr + at, tl.sort(tl.load(x_ptr + at), 1))


@triton.jit
def top_rows(x_ptr, y_ptr, R: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * R + tl.arange(0, R)
    x = tl.load(x_ptr + rows[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(y_ptr + rows[:, None] * K + tl.arange(0, K)[None, :], tl.topk(x, K))


@triton.jit
def count(x_ptr, y_ptr, BLOCK: tl.constexpr, BINS: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(y_ptr + tl.arange(0, BINS), tl.histogram(x, BINS))


@triton.jit
def cross_entropy(x_ptr, target_ptr, loss_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    m, s = -float("inf"), 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n + columns, mask=columns < n, other=-float("inf"))
        new = tl.maximum(m, tl.max(x, 0))
        s = s * tl.exp(m - new) + tl.sum(tl.exp(x - new), 0)
        m = new
    target = tl.load(target_ptr + row)
    tl.store(loss_ptr + row, m + tl.log(s) - tl.load(x_ptr + row * n + target))


@triton.jit
def layer_norm_backward(dy_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, dw_ptr, db_ptr, m, n, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    program = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    w = tl.load(w_ptr + columns, mask=mask, other=0.0).to(tl.float32)
    dw = tl.zeros((BLOCK,), tl.float32)
    db = tl.zeros((BLOCK,), tl.float32)
    for i in range(ROWS):
        row = program * ROWS + i
        x = tl.load(x_ptr + row * n + columns, mask=mask, other=0.0).to(tl.float32)
        dy = tl.load(dy_ptr + row * n + columns, mask=mask, other=0.0).to(tl.float32)
        rstd = tl.load(rstd_ptr + row)
        xhat = tl.where(mask, (x - tl.load(mean_ptr + row)) * rstd, 0.0)
        wdy = w * dy
        c1 = tl.sum(xhat * wdy, 0) / n
        c2 = tl.sum(wdy, 0) / n
        tl.store(dx_ptr + row * n + columns, ((wdy - (xhat * c1 + c2)) * rstd).to(dx_ptr.dtype.element_ty), mask=mask)
        dw += dy * xhat
        db += dy
    tl.store(dw_ptr + program * n + columns, dw, mask=mask)
    tl.store(db_ptr + program * n + columns, db, mask=mask)
