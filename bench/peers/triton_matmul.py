"""Matrix products and attention in Triton, as its users write them.

A development tool, not part of the product. matmul.py compiles each kernel once to
TTIR, which both compilers take from there.
"""

import triton
import triton.language as tl


@triton.jit
def grouped_order(m, n, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    """The tile of this program: GROUP rows of tiles are walked column by column, so that
    programs that run together share what they read through the L2 cache."""
    program = tl.program_id(0)
    rows, columns = tl.cdiv(m, BM), tl.cdiv(n, BN)
    first = program // (GROUP * columns) * GROUP
    height = min(rows - first, GROUP)
    within = program % (GROUP * columns)
    return first + within % height, within // height


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, m, n, k, lda, ldb, ldc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
           A_ALONG_K: tl.constexpr, B_ALONG_N: tl.constexpr, MASKS: tl.constexpr, PRECISION: tl.constexpr, ZERO: tl.constexpr, SUM: tl.constexpr):
    """c = a b. Rows of a and b are contiguous, or columns where A_ALONG_K or B_ALONG_N is
    false. Rows and columns beyond the matrix wrap around; K is masked."""
    row, column = grouped_order(m, n, BM, BN, GROUP)
    rows, columns, ks = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN), tl.arange(0, BK)
    a_rows, b_columns = (rows % m)[:, None], (columns % n)[None, :]
    if A_ALONG_K:
        a_ptrs = a_ptr + a_rows * lda + ks[None, :]
        a_step = BK
    else:
        a_ptrs = a_ptr + a_rows + ks[None, :] * lda
        a_step = BK * lda
    if B_ALONG_N:
        b_ptrs = b_ptr + ks[:, None] * ldb + b_columns
        b_step = BK * ldb
    else:
        b_ptrs = b_ptr + ks[:, None] + b_columns * ldb
        b_step = BK
    sums = tl.zeros((BM, BN), SUM)
    for start in range(0, tl.cdiv(k, BK)):
        if MASKS:
            a = tl.load(a_ptrs, mask=ks[None, :] < k - start * BK, other=ZERO)
            b = tl.load(b_ptrs, mask=ks[:, None] < k - start * BK, other=ZERO)
        else:
            a, b = tl.load(a_ptrs), tl.load(b_ptrs)
        sums = tl.dot(a, b, sums, input_precision=PRECISION, out_dtype=SUM)
        a_ptrs += a_step
        b_ptrs += b_step
    c_ptrs = c_ptr + rows[:, None] * ldc + columns[None, :]
    tl.store(c_ptrs, sums.to(c_ptr.dtype.element_ty), mask=(rows < m)[:, None] & (columns < n)[None, :])


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, n, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    """o = softmax(q k^T * scale) v for the head of program_id(1), n rows of D numbers each;
    scale counts in powers of two."""
    start = tl.program_id(0) * BM
    head = tl.program_id(1).to(tl.int64) * n * D
    rows, columns, ds = start + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    q = tl.load(q_ptr + head + rows[:, None] * D + ds[None, :], mask=rows[:, None] < n, other=0.0)
    largest = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    out = tl.zeros((BM, D), tl.float32)
    end = min(n, start + BM) if CAUSAL else n
    for first in range(0, end, BN):
        at = first + columns
        inside = at[:, None] < n
        offsets = head + at[:, None] * D + ds[None, :]
        k = tl.load(k_ptr + offsets, mask=inside, other=0.0)
        scores = tl.dot(q, tl.trans(k)) * scale
        seen = at[None, :] < n
        if CAUSAL:
            seen = seen & (at[None, :] <= rows[:, None])
        scores = tl.where(seen, scores, -float("inf"))
        larger = tl.maximum(largest, tl.max(scores, 1))
        weights = tl.exp2(scores - larger[:, None])
        shrink = tl.exp2(largest - larger)
        total = total * shrink + tl.sum(weights, 1)
        v = tl.load(v_ptr + offsets, mask=inside, other=0.0)
        out = tl.dot(weights.to(v.dtype), v, out * shrink[:, None])
        largest = larger
    o_ptrs = o_ptr + head + rows[:, None] * D + ds[None, :]
    tl.store(o_ptrs, (out / total[:, None]).to(o_ptr.dtype.element_ty), mask=rows[:, None] < n)
