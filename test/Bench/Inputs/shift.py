# What shift.ttir was made of: each thread reads what others overwrite.
import triton
import triton.language as tl


@triton.jit
def shift_kernel(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at + 1, mask=at < n)
    tl.store(x + at, value, mask=at < n)
