"""The quantisation kernels in Triton, for quantize.py: one row of 16 a scale.

Written as one would there: the reduction and the packed conversions are Triton's
own, the codes of e2m1, which no instruction before sm_100 makes, are bit
arithmetic on pairs.
"""

import torch
import triton
import triton.language as tl

CONFIGURATIONS = [(block, warps) for block in (1024, 2048, 4096, 8192) for warps in (1, 2, 4, 8)
                  if 512 <= block // warps <= 2048]


@triton.jit
def fp8_quantize(x_ptr, codes_ptr, scales_ptr, total, BLOCK: tl.constexpr):
    pid = tl.program_id(0).to(tl.int64)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    inside = at < total
    x = tl.reshape(tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32), [BLOCK // 16, 16])
    top = tl.maximum(tl.max(tl.abs(x), 1), 1e-30)
    rows = pid * (BLOCK // 16) + tl.arange(0, BLOCK // 16)
    tl.store(scales_ptr + rows, top / 448.0, mask=rows < total // 16)
    q = tl.inline_asm_elementwise(
        """
        {
          .reg .b16 low, high;
          cvt.rn.satfinite.e4m3x2.f32 low, $2, $1;
          cvt.rn.satfinite.e4m3x2.f32 high, $4, $3;
          mov.b32 $0, {low, high};
        }
        """,
        "=r,r,r,r,r", [x * (448.0 / top)[:, None]], dtype=tl.int8, is_pure=True, pack=4)
    tl.store(codes_ptr + at, tl.reshape(q, [BLOCK]), mask=inside)


@triton.jit
def code_of(y):
    a = tl.minimum(tl.abs(y), 6.0)
    low = (a * 2.0 + 8388608.0).to(tl.int32, bitcast=True)
    middle = (a + 8388610.0).to(tl.int32, bitcast=True)
    high = (a * 0.5 + 8388612.0).to(tl.int32, bitcast=True)
    code = tl.minimum(tl.minimum(low, middle), high) & 7
    return code | ((y.to(tl.int32, bitcast=True) >> 28) & 8)


@triton.jit
def nvfp4_quantize(x_ptr, g_ptr, codes_ptr, scales_ptr, total, BLOCK: tl.constexpr):
    pid = tl.program_id(0).to(tl.int64)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.reshape(tl.load(x_ptr + at, mask=at < total, other=0.0).to(tl.float32), [BLOCK // 16, 16])
    g = tl.load(g_ptr)
    top = tl.max(tl.abs(x), 1)
    scale = (top / 6.0 * g).to(tl.float8e4nv)
    wide = scale.to(tl.float32)
    rows = pid * (BLOCK // 16) + tl.arange(0, BLOCK // 16)
    tl.store(scales_ptr + rows, scale, mask=rows < total // 16)
    encode = tl.where(wide == 0.0, 0.0, g / wide)
    y = x * encode[:, None]
    low, high = tl.split(tl.reshape(y, [BLOCK // 2, 2]))
    q = (code_of(low) | (code_of(high) << 4)).to(tl.uint8)
    half = pid * (BLOCK // 2) + tl.arange(0, BLOCK // 2)
    tl.store(codes_ptr + half, q, mask=half < total // 2)


def get_peers(torch, x, g, outputs):
    """(name, bytes, launch) of each kernel in each configuration."""
    total = x.numel()
    codes = outputs[0]
    scales = outputs[1][: total // 4].view(torch.float32)
    bytes_ = outputs[1][: total // 16].view(torch.float8_e4m3fn)
    peers = []
    for block, warps in CONFIGURATIONS:
        grid = (triton.cdiv(total, block),)
        label = " BLOCK=%d warps=%d" % (block, warps)
        peers.append(("Triton fp8" + label, 2 * total + total + total // 4,
                      lambda b=block, w=warps, r=grid: fp8_quantize[r](x, codes, scales, total, BLOCK=b, num_warps=w)))
        peers.append(("Triton nvfp4" + label, 2 * total + total // 2 + total // 16,
                      lambda b=block, w=warps, r=grid: nvfp4_quantize[r](x, g, codes, bytes_, total, BLOCK=b, num_warps=w)))
    return peers
