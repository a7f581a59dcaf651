"""A program that launches Triton kernels, as triton-replay.test replays it without a GPU."""

import sys

import triton
import triton.language as tl


class Array:
    """What Triton asks of a tensor."""

    def __init__(self, shape, dtype, address=4096):
        self.shape, self.dtype, self.address = shape, dtype, address

    def data_ptr(self):
        return self.address


@triton.autotune([triton.Config(dict(BLOCK=256), num_warps=2), triton.Config(dict(BLOCK=1024))], key=["n"])
@triton.jit
def scale(x, y, n, factor, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) * factor, mask=at < n)


@triton.jit
def total(x, y, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y, tl.sum(tl.load(x + at, mask=at < n, other=0)))


x, y = Array((1000,), "fp32"), Array((1000,), "fp32")
for n in (1000, 1000, 992):
    scale[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, n, 0.5)
total[(1,)](Array((1000,), "fp16"), Array((1,), "fp16", 8), 1000, BLOCK=1024, num_warps=8)
print("the script's arguments are", sys.argv[1:])
