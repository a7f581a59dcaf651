"""A program that launches Triton kernels, as triton-sim.test runs it on the simulator; without torch, its arrays are of ctypes."""

import ctypes
import sys

import triton
import triton.language as tl


class Array:
    """What Triton asks of a tensor."""

    dtype = "fp32"

    def __init__(self, values):
        self.values = (ctypes.c_float * len(values))(*values)
        self.shape = (len(values),)

    def data_ptr(self):
        return ctypes.addressof(self.values)


@triton.autotune([triton.Config(dict(BLOCK=4096), num_warps=64), triton.Config(dict(BLOCK=256), num_warps=2), triton.Config(dict(BLOCK=512))], key=["n"])
@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def scale(x, y, n, factor, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        tl.store(y + at, tl.load(x + at) * factor)
    else:
        tl.store(y + at, tl.load(x + at, mask=at < n) * factor, mask=at < n)


@triton.jit
def shift(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at + 1, mask=at < n)
    tl.store(x + at, value, mask=at < n)


@triton.jit
def add_first(pair, y, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(y + at) + pair[1] * tl.load(pair[0]))


def right():
    x, y = Array(range(1000)), Array([0] * 1000)
    compiled = scale[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, y, 1000, 3.0)
    assert list(y.values) == [3.0 * i for i in range(1000)]
    print("stages", sorted(compiled.asm), "registers", compiled.n_regs > 0, "spilled", compiled.n_spills, "warps", compiled.metadata.num_warps)
    add_first[(1,)]((x, 2.0), y, 256)
    assert list(y.values) == [3.0 * i for i in range(1000)]
    warm = shift.warmup(x, 1000, BLOCK=256, num_warps=4, num_stages=2, maxnreg=64, grid=(1,))
    print("warmed up", warm.name, warm.metadata.shared)


def wrong():
    x = Array(range(1000))
    shift[(4,)](x, 1000, BLOCK=256)
    shift[(1,)](x, 1000, BLOCK=1024)


def raises():
    right()
    raise ValueError("no more")


print(sys.argv[1:])
globals()[sys.argv[1]]()
sys.exit(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
