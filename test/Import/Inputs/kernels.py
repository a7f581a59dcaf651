"""Triton kernels from which the importer's test inputs are made.

Each function shows the importer some part of the TTIR text that Triton prints. `generate.py` compiles every
sample below and writes `<name>.ttir` beside this file; nothing here runs when Tilewright is built or tested. It is long, as it is a table.

`@sample(arguments, ...)` names one compilation of the kernel under it:
  arguments   types of the run-time arguments in order, as "*fp32:16" (a pointer known to be divisible by 16),
              "*fp32", "i32:16", "i32", "fp32"; upper-case parameters are constants and not in this list
  NAME=value  the constants
  name        the file's name, if not the function's; needed where a kernel has several samples
  warps       warps per CTA, 4 by default
  debug       compile with debug on (device_assert and overflow checks are dropped without it)

Ideas: inline PTX over tiles from Triton's documentation of inline_asm_elementwise and from the PyTorch and
personal blog posts on it; the loops over tiles and the fixed-size loops from a blog series that maps Triton to
CUDA; the vector add is the one of every tutorial. The code and the words are ours.

One long file on purpose: its name and lines are in every .ttir, and a change here means generating them all again.
"""

import re

import triton
import triton.language as tl
from triton.language.extra import libdevice

SAMPLES = {}  # file name -> (kernel, argument types, constants, compile options)


def sample(arguments, name=None, warps=4, debug=False, **constants):
    def add(kernel):
        key = name or kernel.__name__
        assert key not in SAMPLES, key
        types = re.split(r",\s*(?![^\[]*\])", arguments)  # not at the commas of "tensordesc<fp16[32,64]>"
        SAMPLES[key] = (kernel, types, constants, {"num_warps": warps, "debug": debug})
        return kernel

    return add


# ---------------------------------------------------------------------------------------------------------------
# Whole kernels: what people write first
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp32:16, i32:16", BLOCK=1024)
@sample("*fp32:16, *fp32:16, i32", name="copy_ragged", BLOCK=1024)
@triton.jit
def copy(src, dst, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(dst + at, tl.load(src + at, mask=inside), mask=inside)


@sample("*fp32:16, *fp32:16, *fp32:16, i32:16", BLOCK=1024)
@sample("*fp32:16, *fp32:16, *fp32:16, i32", name="vector_add_ragged", BLOCK=1024)
@triton.jit
def vector_add(a, b, out, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(a + at, mask=inside)
    y = tl.load(b + at, mask=inside)
    tl.store(out + at, x + y, mask=inside)


@sample("*fp32:16, *fp32:16, *fp32:16, i32:16", BLOCK=1024)
@triton.jit
def divide(a, b, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(a + at, mask=inside, other=0.0)
    y = tl.load(b + at, mask=inside, other=1.0)
    tl.store(out + at, x / y, mask=inside)


@sample("*fp32:16, *fp32:16, *fp32:16, i32:16", BLOCK=1024)
@triton.jit
def divide_rcp(a, b, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(a + at, mask=inside, other=0.0)
    y = tl.load(b + at, mask=inside, other=1.0)
    r = tl.inline_asm_elementwise("rcp.approx.ftz.f32 $0, $1;", "=r,r", [y], dtype=tl.float32, is_pure=True, pack=1)
    tl.store(out + at, x * r, mask=inside)


@sample("*fp16:16, *fp16:16, *fp16:16, *fp16:16, i32:16", BLOCK=1024)
@triton.jit
def relu6_square(a, b, out, squared, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(a + at, mask=inside)
    y = tl.load(b + at, mask=inside)
    z = tl.clamp(x * y + 1.0, 0.0, 6.0)  # f32 from here on: Triton widens f16 when it clamps
    tl.store(out + at, z, mask=inside)
    tl.store(squared + at, z * z, mask=inside)


@sample("*fp16:16, *fp16:16, *fp16:16, *fp16:16, i32:16", BLOCK=1024)
@triton.jit
def relu6_square_packed(a, b, out, squared, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(a + at, mask=inside)
    y = tl.load(b + at, mask=inside)
    z, zz = tl.inline_asm_elementwise(
        """
        {
          .reg .b32 one, zero, six;
          mov.b32 one, 0x3C003C00;   // 1.0 twice
          mov.b32 zero, 0;
          mov.b32 six, 0x46004600;   // 6.0 twice
          fma.rn.f16x2 $0, $2, $3, one;
          max.f16x2 $0, $0, zero;
          min.f16x2 $0, $0, six;
          mul.rn.f16x2 $1, $0, $0;
        }
        """,
        "=r,=r,r,r", [x, y], dtype=(tl.float16, tl.float16), is_pure=True, pack=2)
    tl.store(out + at, z, mask=inside)
    tl.store(squared + at, zz, mask=inside)


# Outputs $0 to $7 are written while inputs $9 to $12 are still to be read, and no constraint says "=&r".
@sample("*u8:16, *fp32:16, *i32:16, *fp32:16, i32:16", BLOCK=1024)
@triton.jit
def bytes_max(codes, floor, wide, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    c = tl.load(codes + at, mask=inside)
    f = tl.load(floor + at, mask=inside)
    i, m = tl.inline_asm_elementwise(
        """
        {
          .reg .b8 byte<4>;
          mov.b32 {byte0, byte1, byte2, byte3}, $8;
          cvt.u32.u8 $0, byte0;
          cvt.u32.u8 $1, byte1;
          cvt.u32.u8 $2, byte2;
          cvt.u32.u8 $3, byte3;
        }
        cvt.rn.f32.s32 $4, $0;
        cvt.rn.f32.s32 $5, $1;
        cvt.rn.f32.s32 $6, $2;
        cvt.rn.f32.s32 $7, $3;
        max.f32 $4, $4, $9;
        max.f32 $5, $5, $10;
        max.f32 $6, $6, $11;
        max.f32 $7, $7, $12;
        """,
        "=r,=r,=r,=r,=r,=r,=r,=r,r,r,r,r,r", [c, f], dtype=(tl.int32, tl.float32), is_pure=True, pack=4)
    tl.store(wide + at, i, mask=inside)
    tl.store(out + at, m, mask=inside)


@sample("*fp32:16, *fp32:16, i32:16", BLOCK=1024)
@triton.jit
def logistic(src, dst, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(src + at, mask=inside)
    tl.store(dst + at, 1 / (1 + tl.exp(-x)), mask=inside)


# The same by the library's function: locations of two files, one called from the other.
@sample("*fp32:16, *fp32:16", BLOCK=256)
@triton.jit
def logistic_library(src, dst, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(dst + at, tl.sigmoid(tl.load(src + at)))


# 1000x32 in tiles of 128x32; the last tile is partly outside.
@sample("*fp32:16, *fp32:16", warps=16, ROWS=1000, COLS=32, TILE=128)
@triton.jit
def copy_rows(src, dst, ROWS: tl.constexpr, COLS: tl.constexpr, TILE: tl.constexpr):
    row = tl.arange(0, TILE)
    col = tl.arange(0, COLS)
    for t in range((ROWS + TILE - 1) // TILE):
        at = t * TILE * COLS + COLS * row[:, None] + col[None, :]
        inside = (t * TILE + row < ROWS)[:, None]
        tl.store(dst + at, tl.load(src + at, mask=inside), mask=inside)


# All tiles but the last need no mask.
@sample("*fp32:16, *fp32:16, i32:16", warps=1, BLOCK=128)
@sample("*fp32:16, *fp32:16, i32", name="copy_peeled_ragged", warps=1, BLOCK=128)
@triton.jit
def copy_peeled(src, dst, n, BLOCK: tl.constexpr):
    tiles = (n + BLOCK - 1) // BLOCK
    lane = tl.arange(0, BLOCK)
    for t in range(tiles - 1):
        at = t * BLOCK + lane
        tl.store(dst + at, tl.load(src + at))
    at = (tiles - 1) * BLOCK + lane
    inside = at < n
    tl.store(dst + at, tl.load(src + at, mask=inside), mask=inside)


# ---------------------------------------------------------------------------------------------------------------
# Control flow
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp32:16, i32", BLOCK=128)
@triton.jit
def for_pointers(src, dst, n, BLOCK: tl.constexpr):
    lane = tl.arange(0, BLOCK)
    from_ = src + lane
    to = dst + lane
    sum_ = tl.zeros([BLOCK], tl.float32)
    for left in range(n, 0, -BLOCK):
        sum_ += tl.load(from_, mask=lane < left, other=0.0)
        tl.store(to, sum_, mask=lane < left)
        from_ += BLOCK
        to += BLOCK


@sample("*fp32:16, *fp32:16, i32", BLOCK=128)
@triton.jit
def for_options(src, dst, n, BLOCK: tl.constexpr):
    lane = tl.arange(0, BLOCK)
    for t in tl.range(0, n, num_stages=3):
        tl.store(dst + t * BLOCK + lane, tl.load(src + t * BLOCK + lane))
    for t in tl.range(0, n, loop_unroll_factor=2):
        tl.store(dst + t * BLOCK + lane, tl.load(src + t * BLOCK + lane))
    for t in tl.range(0, n, 2, flatten=True, disallow_acc_multi_buffer=True, warp_specialize=True, disable_licm=True):
        tl.store(dst + t * BLOCK + lane, tl.load(src + t * BLOCK + lane))


@sample("*fp32:16, *fp32:16, i64", BLOCK=128)
@triton.jit
def for_long(src, dst, n, BLOCK: tl.constexpr):
    lane = tl.arange(0, BLOCK)
    for t in range(n):
        tl.store(dst + t * BLOCK + lane, tl.load(src + t * BLOCK + lane))


@sample("*fp32:16, *fp32:16", BLOCK=128)
@triton.jit
def for_static(src, dst, BLOCK: tl.constexpr):
    lane = tl.arange(0, BLOCK)
    for t in tl.static_range(3):
        tl.store(dst + t * BLOCK + lane, tl.load(src + t * BLOCK + lane))


@sample("*fp32:16, *fp32:16, i32", BLOCK=128)
@triton.jit
def while_tiles(src, dst, n, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    while start < n:
        at = start + tl.arange(0, BLOCK)
        tl.store(dst + at, tl.load(src + at, mask=at < n), mask=at < n)
        start += tl.num_programs(0) * BLOCK


@sample("*i32:16, *i32:16, i32", BLOCK=128)
@triton.jit
def while_two(src, dst, limit, BLOCK: tl.constexpr):
    lane = tl.arange(0, BLOCK)
    x = tl.load(src + lane)
    steps = 0
    gap = limit
    while gap > 1 and steps < 20:
        x = x ^ (x >> 1)
        gap = gap // 2
        steps += 1
    tl.store(dst + lane, x + steps)


@sample("*fp32:16, *fp32:16, i32, fp32", BLOCK=128)
@triton.jit
def if_scalar(src, dst, mode, scale, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(src + at)
    if mode == 0:
        x = x * scale
    elif mode == 1:
        x = x + scale
    else:
        x = -x
    if tl.program_id(1) > 3:
        tl.store(dst + at, x)


@sample("*fp32:16, *fp32:16, i32", BLOCK=128)
@triton.jit
def early_return(src, dst, n, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    if start >= n:
        return
    at = start + tl.arange(0, BLOCK)
    tl.store(dst + at, tl.load(src + at, mask=at < n), mask=at < n)


# A fixed size that no power of two divides far: 1000 = 8 * 125.
@sample("*fp32:16, *fp32:16", warps=1, N=1000, BLOCK=128)
@triton.jit
def for_thousand(src, dst, N: tl.constexpr, BLOCK: tl.constexpr):
    for t in range((N + BLOCK - 1) // BLOCK):
        at = t * BLOCK + tl.arange(0, BLOCK)
        inside = at < N
        tl.store(dst + at, tl.load(src + at, mask=inside), mask=inside)


@sample("*fp32:16, *fp32:16", BLOCK=128, PITCH=1185)
@triton.jit
def odd_pitch(src, dst, BLOCK: tl.constexpr, PITCH: tl.constexpr):
    i = tl.program_id(0)
    lane = tl.arange(0, BLOCK)
    tl.store(dst + PITCH * i + lane, tl.load(src + PITCH * i + lane))


# ---------------------------------------------------------------------------------------------------------------
# Functions
# ---------------------------------------------------------------------------------------------------------------


# A call that stays a call: only on scalars, Triton refuses tiles.
@triton.jit(noinline=True)
def square_plus(x, y):
    return x * x + y


@triton.jit(noinline=True)
def both_ways(x, k):
    z = -x
    if k > 0:
        z = x
    return z, k + 1


@triton.jit(noinline=True)
def put(dst, x):
    tl.store(dst, x)


@triton.jit
def twice(x):
    return x + x


@sample("*fp32:16, *fp32:16, i32", BLOCK=128)
@triton.jit
def calls(src, dst, k, BLOCK: tl.constexpr):
    x = tl.load(src + tl.program_id(0))
    y = square_plus(x, twice(x))
    p, q = both_ways(y, k)
    put(dst + q, p * square_plus(p, 1.0))
    lane = tl.arange(0, BLOCK)
    tl.store(dst + lane, twice(tl.load(src + lane)) + y)


# ---------------------------------------------------------------------------------------------------------------
# Memory
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp32:16, i32:16", BLOCK=256)
@triton.jit
def cache_hints(src, dst, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(dst + at, tl.load(src + at, mask=inside, cache_modifier=".cg"), cache_modifier=".wb")
    tl.store(dst + at, tl.load(src + at, cache_modifier=".ca"), mask=inside, cache_modifier=".cg")
    tl.store(dst + at, tl.load(src + at, mask=inside, other=0.0, cache_modifier=".cv"), cache_modifier=".cs")
    tl.store(dst + at, tl.load(src + at, volatile=True), mask=inside, cache_modifier=".wt")
    x = tl.load(src + at, mask=inside, other=1.0, eviction_policy="evict_first")
    tl.store(dst + at, x, mask=inside, eviction_policy="evict_first")
    tl.store(dst + at, tl.load(src + at, eviction_policy="evict_last"), eviction_policy="evict_last")


# Both hints at once, as the language allows. Triton's PTX for it does not assemble: ".cg" and ".evict_first" exclude
# each other in one instruction.
@sample("*fp32:16, *fp32:16, i32:16", BLOCK=256)
@triton.jit
def cache_hints_both(src, dst, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    x = tl.load(src + at, mask=inside, cache_modifier=".cg", eviction_policy="evict_first", volatile=False)
    y = tl.load(src + at, mask=inside, other=1.0, cache_modifier=".ca", eviction_policy="evict_last")
    z = tl.load(src + at, eviction_policy="evict_first", volatile=True)
    tl.store(dst + at, x + z, mask=inside, cache_modifier=".cg", eviction_policy="evict_first")
    tl.store(dst + at, y, mask=inside, cache_modifier=".cs", eviction_policy="evict_last")


@sample("*fp32:16, *fp32:16, i32, i1, *i1")
@triton.jit
def scalar_memory(src, dst, k, flag, flags):
    x = tl.load(src + k, mask=flag, other=2.0)
    y = tl.load(src)
    tl.store(dst, x + y)
    tl.store(dst + k, x - y, mask=k > 0)
    tl.store(flags + k, flag)
    tl.store(flags, tl.load(flags + 1) and k > 3)


@sample("*i1:16, *i1:16, *i8:16", BLOCK=256)
@triton.jit
def booleans(a, b, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(a + at)
    y = tl.load(b + at, mask=at < 100, other=True)
    tl.store(b + at, x & (y | ~x))
    tl.store(out + at, (x ^ y).to(tl.int8))


# Pointers as numbers, and a table of pointers.
@sample("*fp32:16, *i64:16, *i64:16", BLOCK=64)
@triton.jit
def pointer_numbers(src, table, dst, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    where = (src + at).to(tl.int64)
    tl.store(dst + at, where)
    row = tl.load(table + tl.program_id(0)).to(tl.pointer_type(tl.float32))
    tl.store(row + at, tl.load(src + at))
    each = tl.load(table + at).to(tl.pointer_type(tl.float32))
    tl.store(each, 1.0)
    as_int = (src + at).to(tl.pointer_type(tl.int32), bitcast=True)
    tl.store(as_int, 7)


@sample("*fp32:16, *fp32:16, i32, i32", BLOCK=128)
@triton.jit
def axis_hints(src, dst, pitch, n, BLOCK: tl.constexpr):
    tl.assume(n > 0)
    tl.assume(pitch % 8 == 0)
    start = tl.multiple_of(tl.program_id(0) * pitch, 8)
    at = tl.max_contiguous(tl.multiple_of((start + tl.arange(0, BLOCK)) % n, BLOCK), BLOCK)
    same = tl.max_constancy(at // 4, [4])
    tl.store(dst + at, tl.load(src + at), mask=same < n)


# A stride of 1 is made a constant by Triton's launcher, and the argument goes.
@sample("*fp32:16, *fp32:16, i32:16, i64:16", BLOCK=64, stride_n=1)
@triton.jit
def strides(src, dst, stride_m, skip, stride_n, BLOCK: tl.constexpr):
    m = tl.arange(0, BLOCK)[:, None]
    n = tl.arange(0, BLOCK)[None, :]
    tl.store(dst + m * BLOCK + n, tl.load(src + skip + m * stride_m + n * stride_n))


# The older block pointers: gone before TTIR is printed.
@sample("*fp16:16, *fp16:16, i32, i32, i32:16", TILE=32)
@triton.jit
def block_pointers(src, dst, rows, cols, pitch, TILE: tl.constexpr):
    a = tl.make_block_ptr(src, (rows, cols), (pitch, 1), (tl.program_id(0) * TILE, 0), (TILE, TILE), (1, 0))
    b = tl.make_block_ptr(dst, (rows, cols), (pitch, 1), (tl.program_id(0) * TILE, 0), (TILE, TILE), (1, 0))
    for _ in range(0, cols, TILE):
        tl.store(b, tl.load(a, boundary_check=(0, 1), padding_option="zero"), boundary_check=(0, 1))
        a = tl.advance(a, (0, TILE))
        b = tl.advance(b, (0, TILE))


# ---------------------------------------------------------------------------------------------------------------
# Arithmetic
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp32:16, *fp32:16", BLOCK=128)
@sample("*fp64:16, *fp64:16, *fp64:16", name="math_f64", BLOCK=128)
@triton.jit
def math_f32(a, b, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(a + at)
    y = tl.load(b + at)
    tl.store(out + 0 * BLOCK + at, tl.exp(x))
    tl.store(out + 1 * BLOCK + at, tl.exp2(x))
    tl.store(out + 2 * BLOCK + at, tl.log(x))
    tl.store(out + 3 * BLOCK + at, tl.log2(x))
    tl.store(out + 4 * BLOCK + at, tl.sqrt(x))
    tl.store(out + 5 * BLOCK + at, tl.rsqrt(x))
    tl.store(out + 6 * BLOCK + at, tl.sin(x))
    tl.store(out + 7 * BLOCK + at, tl.cos(x))
    tl.store(out + 8 * BLOCK + at, tl.floor(x))
    tl.store(out + 9 * BLOCK + at, tl.ceil(x))
    tl.store(out + 10 * BLOCK + at, tl.abs(x))
    tl.store(out + 11 * BLOCK + at, tl.fma(x, y, x))
    tl.store(out + 12 * BLOCK + at, tl.erf(x))
    tl.store(out + 13 * BLOCK + at, x / y)
    tl.store(out + 14 * BLOCK + at, x % y)
    tl.store(out + 15 * BLOCK + at, x * y - 2.5)
    tl.store(out + 16 * BLOCK + at, -x)


@sample("*fp16:16, *fp16:16, *fp16:16", BLOCK=128)
@sample("*bf16:16, *bf16:16, *bf16:16", name="arith_bf16", BLOCK=128)
@triton.jit
def arith_f16(a, b, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(a + at)
    y = tl.load(b + at)
    tl.store(out + 0 * BLOCK + at, x + y)
    tl.store(out + 1 * BLOCK + at, x - y)
    tl.store(out + 2 * BLOCK + at, x * y)
    tl.store(out + 3 * BLOCK + at, x / y)
    tl.store(out + 4 * BLOCK + at, tl.maximum(x, y))
    tl.store(out + 5 * BLOCK + at, tl.minimum(x, 0.5))
    tl.store(out + 6 * BLOCK + at, tl.abs(x))
    tl.store(out + 7 * BLOCK + at, tl.fma(x, y, y))
    tl.store(out + 8 * BLOCK + at, tl.exp(x.to(tl.float32)).to(out.dtype.element_ty))
    tl.store(out + 9 * BLOCK + at, tl.where(x < y, x, y))
    tl.store(out + 10 * BLOCK + at, -x)


@sample("*fp32:16, *fp32:16, *fp32:16, fp32, fp32", BLOCK=128)
@triton.jit
def precise(a, b, out, low, high, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(a + at)
    y = tl.load(b + at)
    tl.store(out + 0 * BLOCK + at, tl.math.div_rn(x, y))
    tl.store(out + 1 * BLOCK + at, tl.sqrt_rn(x))
    tl.store(out + 2 * BLOCK + at, tl.fdiv(x, y))
    tl.store(out + 3 * BLOCK + at, tl.clamp(x, low, high))
    tl.store(out + 4 * BLOCK + at, tl.clamp(x, 0.0, y, propagate_nan=tl.PropagateNan.ALL))


@sample("*fp32:16, *fp32:16, *fp32:16", BLOCK=128)
@triton.jit
def min_max(a, b, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(a + at)
    y = tl.load(b + at)
    tl.store(out + 0 * BLOCK + at, tl.minimum(x, y))
    tl.store(out + 1 * BLOCK + at, tl.maximum(x, y))
    tl.store(out + 2 * BLOCK + at, tl.minimum(x, y, propagate_nan=tl.PropagateNan.ALL))
    tl.store(out + 3 * BLOCK + at, tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL))


@sample("*i32:16, *i32:16, *i32:16", BLOCK=128)
@sample("*u32:16, *u32:16, *u32:16", name="integers_unsigned", BLOCK=128)
@sample("*i64:16, *i64:16, *i64:16", name="integers_i64", BLOCK=128)
@triton.jit
def integers(a, b, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(a + at)
    y = tl.load(b + at)
    tl.store(out + 0 * BLOCK + at, x // y)
    tl.store(out + 1 * BLOCK + at, x % y)
    tl.store(out + 2 * BLOCK + at, tl.cdiv(x, 7))
    tl.store(out + 3 * BLOCK + at, tl.minimum(x, y))
    tl.store(out + 4 * BLOCK + at, tl.maximum(x, y))
    tl.store(out + 5 * BLOCK + at, x >> y)
    tl.store(out + 6 * BLOCK + at, x << 3)
    tl.store(out + 7 * BLOCK + at, (x & y) | (~x ^ y))
    tl.store(out + 8 * BLOCK + at, tl.abs(x) - y * 3)
    tl.store(out + 9 * BLOCK + at, tl.where(x < y, x, y))
    tl.store(out + 10 * BLOCK + at, (x <= y).to(out.dtype.element_ty))
    tl.store(out + 11 * BLOCK + at, tl.clamp(x.to(tl.float32), -1.0, 1.0).to(out.dtype.element_ty))


@sample("*i32:16, *i32:16, *u32:16, *i32:16", BLOCK=128)
@triton.jit
def multiply_high(a, b, u, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.umulhi(tl.load(a + at), tl.load(b + at)))
    tl.store(out + BLOCK + at, tl.umulhi(tl.load(u + at), tl.load(u + BLOCK + at)).to(tl.int32))


@sample("*fp32:16, *fp32:16, *i8:16", BLOCK=128)
@triton.jit
def comparisons(a, b, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(a + at)
    y = tl.load(b + at)
    tl.store(out + 0 * BLOCK + at, x < y)
    tl.store(out + 1 * BLOCK + at, x <= y)
    tl.store(out + 2 * BLOCK + at, x > y)
    tl.store(out + 3 * BLOCK + at, x >= y)
    tl.store(out + 4 * BLOCK + at, x == y)
    tl.store(out + 5 * BLOCK + at, x != y)
    tl.store(out + 6 * BLOCK + at, tl.where(x > 0, at > 5, at != 3))
    tl.store(out + 7 * BLOCK + at, at >= 9)
    tl.store(out + 8 * BLOCK + at, at == tl.program_id(2))


# The constant forms: infinities, NaN, negative zero, wide integers, a splat of each type.
@sample("*fp32:16, *fp64:16, *fp16:16, *bf16:16, *i64:16, *i8:16", BLOCK=64)
@triton.jit
def constants(f, d, h, b, l, c, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(f + at, float("inf"))
    tl.store(f + BLOCK + at, float("-inf"))
    tl.store(f + 2 * BLOCK + at, float("nan"))
    tl.store(f + 3 * BLOCK + at, -0.0)
    tl.store(f + 4 * BLOCK + at, 0.1)
    tl.store(f + 5 * BLOCK + at, 1e30)
    tl.store(d + at, 0.1)
    tl.store(h + at, 65504.0)
    tl.store(b + at, 3.0)
    tl.store(l + at, 0x123456789ABCDEF)
    tl.store(c + at, -5)
    tl.store(f, 1.5)


# ---------------------------------------------------------------------------------------------------------------
# Conversions
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp16:16, *bf16:16, *fp64:16, *i32:16", BLOCK=128)
@triton.jit
def casts_float(f, h, b, d, bits, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(f + at)
    tl.store(h + at, x.to(tl.float16))
    tl.store(h + BLOCK + at, x.to(tl.float16, fp_downcast_rounding="rtz"))
    tl.store(h + 2 * BLOCK + at, x.to(tl.float16, fp_downcast_rounding="rtne"))
    tl.store(b + at, x.to(tl.bfloat16))
    tl.store(b + BLOCK + at, x.to(tl.bfloat16, fp_downcast_rounding="rtz"))
    tl.store(d + at, x.to(tl.float64))
    tl.store(f + BLOCK + at, tl.load(h + at).to(tl.float32))
    tl.store(f + 2 * BLOCK + at, tl.load(b + at).to(tl.float32))
    tl.store(f + 3 * BLOCK + at, tl.load(d + at).to(tl.float32))
    tl.store(b + 2 * BLOCK + at, tl.load(h + at).to(tl.bfloat16))
    tl.store(h + 3 * BLOCK + at, tl.load(b + at).to(tl.float16))
    tl.store(h + 4 * BLOCK + at, tl.load(d + at).to(tl.float16))
    tl.store(bits + at, x.to(tl.int32, bitcast=True))


@sample("*fp32:16, *fp16:16, *bf16:16, *fp8e4nv:16, *fp8e5:16, *i8:16", BLOCK=128)
@triton.jit
def casts_fp8(f, h, b, e4, e5, raw, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(f + at)
    tl.store(e4 + at, x.to(tl.float8e4nv))
    tl.store(e4 + BLOCK + at, x.to(tl.float8e4nv, fp_downcast_rounding="rtne"))
    tl.store(e4 + 2 * BLOCK + at, tl.load(h + at).to(tl.float8e4nv))
    tl.store(e4 + 3 * BLOCK + at, tl.load(b + at).to(tl.float8e4nv))
    tl.store(e5 + at, x.to(tl.float8e5))
    tl.store(e5 + BLOCK + at, x.to(tl.float8e5, fp_downcast_rounding="rtz"))
    tl.store(e5 + 2 * BLOCK + at, tl.load(h + at).to(tl.float8e5))
    tl.store(e5 + 3 * BLOCK + at, tl.load(b + at).to(tl.float8e5))
    tl.store(f + BLOCK + at, tl.load(e4 + at).to(tl.float32))
    tl.store(f + 2 * BLOCK + at, tl.load(e5 + at).to(tl.float32))
    tl.store(h + BLOCK + at, tl.load(e4 + at).to(tl.float16))
    tl.store(h + 2 * BLOCK + at, tl.load(e5 + at).to(tl.float16))
    tl.store(b + BLOCK + at, tl.load(e4 + at).to(tl.bfloat16))
    tl.store(b + 2 * BLOCK + at, tl.load(e5 + at).to(tl.bfloat16))
    tl.store(raw + at, tl.load(e4 + at).to(tl.int8, bitcast=True))


@sample("*i8:16, *i16:16, *i32:16, *i64:16, *u8:16, *fp32:16", BLOCK=128)
@triton.jit
def casts_int(c, s, i, l, u, f, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(i + at)
    tl.store(c + at, x.to(tl.int8))
    tl.store(s + at, x.to(tl.int16))
    tl.store(l + at, x.to(tl.int64))
    tl.store(f + at, x.to(tl.float32))
    tl.store(f + BLOCK + at, tl.load(u + at).to(tl.float32))
    y = tl.load(f + 2 * BLOCK + at)
    tl.store(i + BLOCK + at, y.to(tl.int32))
    tl.store(u + BLOCK + at, y.to(tl.uint8))
    tl.store(i + 2 * BLOCK + at, tl.load(u + at).to(tl.int32))
    tl.store(l + BLOCK + at, tl.load(c + at).to(tl.int64))
    tl.store(c + BLOCK + at, (x != 0).to(tl.int8))
    tl.store(c + 2 * BLOCK + at, y.to(tl.int1).to(tl.int8))
    tl.store(l + 2 * BLOCK + at, tl.load(l + at).to(tl.float64).to(tl.int64))
    tl.store(f + 3 * BLOCK + at, (x > 3).to(tl.float32))


# ---------------------------------------------------------------------------------------------------------------
# Shapes
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp32:16, *fp32:16, i32", I=4, J=8, K=16)
@triton.jit
def tile_3d(src, rows, dst, n, I: tl.constexpr, J: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, I)
    j = tl.arange(0, J)
    k = tl.arange(0, K)
    at = i[:, None, None] * (J * K) + j[None, :, None] * K + k[None, None, :]
    row = tl.load(rows + j, mask=j < n, other=1.0)
    x = tl.load(src + at, mask=(at < n) & (k[None, None, :] != 2), other=-1.0)
    tl.store(dst + at, x * row[None, :, None] + tl.broadcast_to(tl.expand_dims(i, [1, 2]), [I, J, K]).to(tl.float32))


# ---------------------------------------------------------------------------------------------------------------
# Inline PTX beyond the basics, external functions, diagnostics
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp32:16, i32, fp32", BLOCK=128)
@triton.jit
def asm_forms(src, dst, k, scale, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(src + at)
    # a scalar operand beside a tile; a one-line body with a tied operand; an impure read; scalars only
    y = tl.inline_asm_elementwise("fma.rn.f32 $0, $1, $2, $1;", "=f,f,f", [x, scale], tl.float32, is_pure=True, pack=1)
    z = tl.inline_asm_elementwise("add.f32 $0, $0, $2;", "=f,0,f", [y, x], tl.float32, is_pure=True, pack=1)
    t = tl.inline_asm_elementwise("mov.u64 $0, %globaltimer;", "=l", [], tl.int64, is_pure=False, pack=1)
    b = tl.inline_asm_elementwise("brev.b32 $0, $1;\n\t// \"quoted\" \\ text", "=r,r", [k], tl.int32, True, 1)
    h = tl.inline_asm_elementwise("cvt.rn.f16x2.f32 $0, $2, $1;", "=r,r,r", [z], tl.float16, is_pure=True, pack=2)
    tl.store(dst + at, h.to(tl.float32) + (t.to(tl.int32) + b).to(tl.float32))


# The body writes its output before it reads its input, without "=&r". Triton gives both one register here and
# every element comes out as 2.0; x + 1.0 in each turn is right.
@sample("*fp32:16, i32", BLOCK=128)
@triton.jit
def asm_early_write(src, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(src + at)
    for _ in range(n):
        x = tl.inline_asm_elementwise("mov.b32 $0, 0f3F800000; add.f32 $0, $0, $1;", "=r,r", [x], tl.float32, True, 1)
    tl.store(src + at, x)


@sample("*fp32:16, *fp32:16, *fp64:16, *i32:16", BLOCK=128)
@triton.jit
def extern_functions(src, out, wide, count, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(src + at)
    tl.store(out + 0 * BLOCK + at, libdevice.tanh(x))
    tl.store(out + 1 * BLOCK + at, libdevice.pow(x, 1.5 + x))
    tl.store(out + 2 * BLOCK + at, libdevice.atan2(x, x))
    tl.store(wide + at, libdevice.tanh(x.to(tl.float64)))
    tl.store(count + at, libdevice.popc(tl.load(count + at)))
    tl.store(out, libdevice.fast_expf(tl.load(src)))


@sample("*fp32:16, *u8:16, i32", BLOCK=64)
@triton.jit
def prints(src, codes, k, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.device_print("only text")
    tl.device_print("tile", tl.load(src + at))
    tl.device_print("two: ", k, tl.load(codes + at))
    tl.device_print("bits", at, hex=True)


@sample("*fp32:16, *fp32:16, i32", BLOCK=64, debug=True)
@triton.jit
def asserts(src, dst, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(src + at)
    tl.device_assert(x > 0, "x must be positive")
    tl.device_assert(n > 3, "n too small")
    tl.store(dst + at, x, mask=at < n * 2)


# ---------------------------------------------------------------------------------------------------------------
# Beyond elementwise: reductions, products, atomics, data movement across a tile
# ---------------------------------------------------------------------------------------------------------------


@sample("*fp32:16, *fp32:16, i32", BLOCK=1024)
@triton.jit
def sum_all(src, dst, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(dst, tl.sum(tl.load(src + at, mask=at < n, other=0.0)))


@sample("*fp32:16, *fp32:16, i32", BLOCK=1024)
@triton.jit
def softmax_row(src, dst, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(src + row * cols + at, mask=at < cols, other=float("-inf"))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(dst + row * cols + at, e / tl.sum(e, 0), mask=at < cols)


@triton.jit
def keep_larger(a, i, b, j):
    pick = (a > b) | ((a == b) & (i < j))
    return tl.where(pick, a, b), tl.where(pick, i, j)


@sample("*fp32:16, *fp32:16, *i32:16", M=16, N=64)
@triton.jit
def reductions(src, dst, idx, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    x = tl.load(src + m[:, None] * N + n[None, :])
    tl.store(dst + m, tl.max(x, 1))
    tl.store(dst + M + n, tl.min(x, 0))
    tl.store(idx + m, tl.argmax(x, 1))
    v, i = tl.reduce((x, tl.broadcast_to(n[None, :], [M, N])), 1, keep_larger)
    tl.store(dst + 2 * N + m, v)
    tl.store(idx + N + m, i)
    tl.store(idx + 2 * N + m, tl.xor_sum(x.to(tl.int32), 1))
    tl.store(dst + 3 * N + m[:, None], tl.sum(x, 1, keep_dims=True))


@triton.jit
def decayed(a, x, b, y):
    return a * b, x * b + y


@sample("*fp32:16, *fp32:16", M=16, N=64)
@triton.jit
def scans(src, dst, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(src + at)
    tl.store(dst + at, tl.cumsum(x, 1))
    tl.store(dst + M * N + at, tl.cumsum(x, 0, reverse=True))
    _, s = tl.associative_scan((x, x * x), 1, decayed)
    tl.store(dst + 2 * M * N + at, s)


@sample("*fp16:16, *fp16:16, *fp32:16, i32:16", M=64, N=64, K=32)
@triton.jit
def matmul(a, b, c, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    acc = tl.zeros([M, N], tl.float32)
    for start in range(0, k, K):
        x = tl.load(a + m * k + start + tl.arange(0, K)[None, :])
        y = tl.load(b + (start + tl.arange(0, K)[:, None]) * N + n)
        acc = tl.dot(x, y, acc)
    tl.store(c + m * N + n, acc)


@sample("*fp32:16, *fp32:16, *fp32:16", M=32)
@triton.jit
def matmul_tf32(a, b, c, M: tl.constexpr):
    at = tl.arange(0, M)[:, None] * M + tl.arange(0, M)[None, :]
    x = tl.load(a + at)
    y = tl.load(b + at)
    tl.store(c + at, tl.dot(x, y))
    tl.store(c + M * M + at, tl.dot(x, y, input_precision="ieee"))
    tl.store(c + 2 * M * M + at, tl.dot(x, y, input_precision="tf32x3"))


@sample("*u8:16, *u8:16, *u8:16, *u8:16, *fp32:16", M=128, N=128, K=64)
@triton.jit
def matmul_scaled(a, sa, b, sb, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    k = tl.arange(0, K)
    s = tl.arange(0, K // 32)[None, :]
    x = tl.load(a + m * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n)
    u = tl.load(sa + m * (K // 32) + s)
    v = tl.load(sb + tl.arange(0, N)[:, None] * (K // 32) + s)
    tl.store(c + m * N + n, tl.dot_scaled(x, u, "e5m2", y, v, "e4m3"))


@sample("*i32:16, *fp32:16, *i32:16", BLOCK=128)
@triton.jit
def atomics(counts, sums, lock, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    old = tl.atomic_add(counts + at, 1, mask=at < 100)
    tl.atomic_add(sums + at, 1.5, sem="relaxed", scope="cta")
    tl.atomic_max(counts + at, old)
    tl.atomic_min(sums + at, 0.5)
    tl.atomic_and(counts + at, 0xFF, sem="acquire")
    tl.atomic_or(counts + at, old, sem="release", scope="sys")
    tl.atomic_xor(counts + at, old)
    tl.atomic_xchg(lock, 0)
    while tl.atomic_cas(lock, 0, 1, sem="acq_rel") != 0:
        pass
    tl.debug_barrier()


@sample("*fp32:16, *fp32:16, *i32:16", M=32, N=64)
@triton.jit
def rearrange(src, dst, index, M: tl.constexpr, N: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    at = m[:, None] * N + n[None, :]
    x = tl.load(src + at)
    tl.store(dst + n[:, None] * M + m[None, :], tl.trans(x))
    y = tl.permute(tl.reshape(x, [4, 8, N]), [2, 0, 1])
    tl.store(dst + tl.arange(0, M * N), tl.ravel(y))
    a, b = tl.split(tl.reshape(x, [M, N // 2, 2]))
    tl.store(dst + at, tl.reshape(tl.join(b, a), [M, N]))
    tl.store(dst + tl.arange(0, 2 * N), tl.cat(tl.load(src + n), tl.load(src + N + n), can_reorder=True))
    tl.store(dst + at, tl.gather(x, tl.load(index + at), 1))
    tl.store(dst + at, tl.view(tl.interleave(a, b), [M, N]))
    tl.store(dst, tl.load(src + tl.arange(0, 1)).item())


@triton.jit
def steep(x, k):
    if x > 0:
        y = x
    else:
        y = k * (tl.exp(x) - 1)
    return y


@sample("*fp32:16, *i32:16, fp32", BLOCK=256)
@triton.jit
def maps(x, counts, k, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(x + at, tl.map_elementwise(steep, tl.load(x + at), k))
    tl.store(counts + tl.arange(0, 64), tl.histogram(tl.load(counts + 64 + at), 64))
    tl.store(counts + 64 + tl.arange(0, 64), tl.histogram(tl.load(counts + 64 + at), 64, mask=at < 99))


@sample("*fp32:16, *fp32:16, i32, i32:16", TILE=32)
@triton.jit
def descriptors(src, dst, rows, cols, TILE: tl.constexpr):
    a = tl.make_tensor_descriptor(src, [rows, cols], [cols, 1], [TILE, TILE])
    b = tl.make_tensor_descriptor(dst, [rows, cols], [cols, 1], [TILE, TILE], padding_option="nan")
    at = tl.program_id(0) * TILE
    x = a.load([at, 0])
    b.store([at, TILE], x + x)
    b.atomic_add([at, 0], x)


@sample("tensordesc<fp16[32,64]>, *fp16:16, *i32:16")
@triton.jit
def descriptor_argument(src, dst, rows):
    x = src.load([tl.program_id(0) * 32, 0])
    at = tl.arange(0, 32)[:, None] * 64 + tl.arange(0, 64)[None, :]
    tl.store(dst + at, x)


# One scale for each 16 values, four f32 to four e4m3 by two packed conversions.
@sample("*bf16:16, *fp32:16, *fp8e4nv:16", BLOCK=1024)
@triton.jit
def quantize_e4m3(src, scales, dst, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.reshape(tl.load(src + at).to(tl.float32), [BLOCK // 16, 16])
    top = tl.maximum(tl.max(tl.abs(x), 1), 1e-12)
    tl.store(scales + pid * (BLOCK // 16) + tl.arange(0, BLOCK // 16), top / 448.0)
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
    tl.store(dst + at, tl.reshape(q, [BLOCK]).to(tl.float8e4nv, bitcast=True))


@sample("*fp32:16, i32", BLOCK=256)
@triton.jit
def random_numbers(out, seed, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.rand(seed, at))


# The library writes a network out, on a cube of 2x2x...x2.
@sample("*fp32:16, *fp32:16", ROWS=2, N=64)
@triton.jit
def sort_rows(src, dst, ROWS: tl.constexpr, N: tl.constexpr):
    at = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(dst + at, tl.sort(tl.load(src + at), 1, descending=True))


@sample("*bf16:16, *fp32:16", ROWS=2, N=64, K=8)
@triton.jit
def topk_rows(src, dst, ROWS: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    row = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None]
    x = tl.load(src + row * N + tl.arange(0, N)[None, :])
    tl.store(dst + row * K + tl.arange(0, K)[None, :], tl.topk(x, K, 1).to(tl.float32))


# Both halves of a row are sorted, the second one the other way round.
@sample("*fp32:16, *fp32:16", ROWS=2, N=1024)
@triton.jit
def merge_rows(src, dst, ROWS: tl.constexpr, N: tl.constexpr):
    at = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(dst + at, tl.bitonic_merge(tl.load(src + at), 1, True))


# The first k of rows of any length: those of two sorted runs, of which one is in the other order, are bitonic.
@sample("*i32:16, *i32:16, i32", ROWS=2, N=64, K=16)
@triton.jit
def topk_stream(src, dst, n, ROWS: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    row = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None]
    at = tl.arange(0, N)[None, :]
    best = tl.topk(tl.load(src + row * n + at, mask=at < n, other=-2147483648), K, 1)
    for start in range(N, n, N):
        best = tl.bitonic_merge(best, 1)
        more = tl.load(src + row * n + start + at, mask=start + at < n, other=-2147483648)
        best = tl.maximum(best, tl.topk(more, K, 1))
        best = tl.bitonic_merge(best, 1, True)
    tl.store(dst + row * K + tl.arange(0, K)[None, :], best)
