import torch
import triton
import triton.language as tl


@triton.heuristics({"HAS_BIAS": lambda args: args["bias_ptr"] is not None})
@triton.autotune([triton.Config(dict(BLOCK=256)), triton.Config(dict(BLOCK=512))], key=["n"])
@triton.jit
def scale_kernel(x_ptr, y, bias_ptr, n, scale, HAS_BIAS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x_ptr + at, mask=at < n).to(tl.float32) * scale
    if HAS_BIAS:
        values += tl.load(bias_ptr + at, mask=at < n)
    places = y + at
    tl.store(places, values, mask=at < n)


@triton.jit
def strange_kernel(x, y, MODE: tl.constexpr):
    # No guess is this.
    tl.static_assert(MODE == "strange")
    tl.store(y, tl.load(x))


@triton.jit
def twice(x):
    return x * 2


def scale(x):
    y = torch.empty_like(x)
    scale_kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, None, x.numel(), 2.0)
    return y
