"""Triton kernels of matrix products from which the importer's test inputs are made; see kernels.py.

The tiled product is the one of every tutorial on Triton: programs in groups that share rows of tiles, masks along K
or at all edges, a leaky ReLU at the end. The attention is the one with a running maximum (M. Milakov, N. Gimelshein,
"Online normalizer calculation for softmax", 2018; T. Dao et al., "FlashAttention", 2022). The code is ours.
"""

import triton
import triton.language as tl

from kernels import SAMPLES, sample

OTHERS = {}  # as SAMPLES: the rest of what autotuning tries, for which no file is kept

# What autotuning tries for f16 on data-centre GPUs, and for bytes: rows, columns and depth of a tile, warps, stages.
CONFIGS = [(128, 128, 32, 4, 4), (128, 256, 64, 8, 3), (64, 256, 32, 4, 4), (128, 64, 32, 4, 4), (64, 128, 32, 4, 4), (128, 32, 32, 4, 4),
           (64, 32, 32, 2, 5), (32, 64, 32, 2, 5)]
BYTE_CONFIGS = [(128, 32, 64, 4, 4), (128, 256, 128, 8, 3), (256, 128, 128, 8, 3), (256, 64, 128, 4, 4), (64, 256, 128, 4, 4), (128, 128, 128, 4, 4), (128, 64, 64, 4, 4),
                (64, 128, 64, 4, 4)]

POINTERS = "*%s:16, *%s:16, *%s:16, i32:16, i32:16, i32:16, i32:16, i32:16, i32:16"
HALVES = POINTERS % ("fp16", "fp16", "fp16")


def tiles(config):
    return dict(BM=config[0], BN=config[1], BK=config[2], GROUP=8, warps=config[3])


def samples(name, arguments, configs, keep=1, **constants):
    """A sample for each configuration, whose name has the extents of its tile. Files of the first `keep` are kept."""

    def add(kernel):
        for number, config in enumerate(configs):
            key = "%s_%dx%dx%d" % (name, *config[:3])
            sample(arguments, name=key, **tiles(config), **constants)(kernel)
            if number >= keep:
                OTHERS[key] = SAMPLES.pop(key)
        return kernel

    return add


@samples("product", HALVES, CONFIGS, SUM=tl.float32, LEAKY=True, A_COLUMNS=False, B_COLUMNS=False, PRECISION="tf32")
@samples("product_bytes", POINTERS % ("i8", "i8", "i32"), BYTE_CONFIGS, SUM=tl.int32, LEAKY=False, A_COLUMNS=False, B_COLUMNS=True, PRECISION="tf32")
@samples("product_fp8", POINTERS % ("fp8e4nv", "fp8e5", "fp16"), BYTE_CONFIGS[:2], SUM=tl.float32, LEAKY=True, A_COLUMNS=False, B_COLUMNS=True, PRECISION="tf32")
@samples("product_tf32", POINTERS % ("fp32", "fp32", "fp32"), CONFIGS[-3:-1], SUM=tl.float32, LEAKY=False, A_COLUMNS=True, B_COLUMNS=False, PRECISION="tf32")
@samples("product_tf32x3", POINTERS % ("fp32", "fp32", "fp32"), CONFIGS[-1:], SUM=tl.float32, LEAKY=False, A_COLUMNS=False, B_COLUMNS=False, PRECISION="tf32x3")
@samples("product_ieee", POINTERS % ("fp32", "fp32", "fp32"), CONFIGS[-1:], SUM=tl.float32, LEAKY=False, A_COLUMNS=False, B_COLUMNS=False, PRECISION="ieee")
@samples("product_transposed", POINTERS % ("bf16", "bf16", "bf16"), CONFIGS[:1], SUM=tl.float32, LEAKY=False, A_COLUMNS=True, B_COLUMNS=True, PRECISION="tf32")
@triton.jit
def product(a, b, c, m, n, k, a_pitch, b_pitch, c_pitch, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, SUM: tl.constexpr,
            LEAKY: tl.constexpr, A_COLUMNS: tl.constexpr, B_COLUMNS: tl.constexpr, PRECISION: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(m, BM)
    tiles_n = tl.cdiv(n, BN)
    group = pid // (GROUP * tiles_n)
    rows_of_tiles = min(tiles_m - group * GROUP, GROUP)
    tile_m = group * GROUP + pid % (GROUP * tiles_n) % rows_of_tiles
    tile_n = pid % (GROUP * tiles_n) // rows_of_tiles
    tl.assume(tile_m >= 0)
    tl.assume(tile_n >= 0)
    # Rows and columns outside wrap around, so that the loads need masks along K only.
    rows = (tile_m * BM + tl.arange(0, BM)) % m
    columns = (tile_n * BN + tl.arange(0, BN)) % n
    depth = tl.arange(0, BK)
    if A_COLUMNS:
        x_at = a + rows[:, None] + depth[None, :] * a_pitch
        x_step = BK * a_pitch
    else:
        x_at = a + rows[:, None] * a_pitch + depth[None, :]
        x_step = BK
    if B_COLUMNS:
        y_at = b + depth[:, None] + columns[None, :] * b_pitch
        y_step = BK
    else:
        y_at = b + depth[:, None] * b_pitch + columns[None, :]
        y_step = BK * b_pitch
    total = tl.zeros((BM, BN), SUM)
    for step in range(0, tl.cdiv(k, BK)):
        left = k - step * BK
        x = tl.load(x_at, mask=depth[None, :] < left, other=0.0)
        y = tl.load(y_at, mask=depth[:, None] < left, other=0.0)
        total = tl.dot(x, y, total, input_precision=PRECISION, out_dtype=SUM)
        x_at += x_step
        y_at += y_step
    if LEAKY:
        total = tl.where(total >= 0, total, 0.01 * total)
    to_rows = tile_m * BM + tl.arange(0, BM)
    to_columns = tile_n * BN + tl.arange(0, BN)
    inside = (to_rows[:, None] < m) & (to_columns[None, :] < n)
    tl.store(c + to_rows[:, None] * c_pitch + to_columns[None, :], total.to(c.dtype.element_ty), mask=inside)


@sample("*fp16:16, *fp16:16, *fp32:16, i32:16", B=4, M=32, N=32, K=64)
@triton.jit
def product_batched(a, b, c, count, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    batch = tl.program_id(0) * B + tl.arange(0, B)[:, None, None]
    m = tl.arange(0, M)[None, :, None]
    n = tl.arange(0, N)[None, None, :]
    x = tl.load(a + batch * (M * K) + m * K + tl.arange(0, K)[None, None, :], mask=batch < count, other=0)
    y = tl.load(b + batch * (K * N) + n * K + tl.arange(0, K)[None, :, None], mask=batch < count, other=0)
    tl.store(c + batch * (M * N) + m * N + n, tl.dot(x, y), mask=batch < count)


@sample("*fp16:16, *fp16:16, *fp16:16, *fp16:16, i32:16, fp32", name="attention", warps=8, BM=128, BN=64, D=64, CAUSAL=False)
@sample("*fp16:16, *fp16:16, *fp16:16, *fp16:16, i32:16, fp32", name="attention_causal", BM=64, BN=64, D=128, CAUSAL=True)
@triton.jit
def attention(q, k, v, out, length, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    start = tl.program_id(0) * BM
    head = tl.program_id(1) * length * D
    rows = start + tl.arange(0, BM)
    inside = tl.arange(0, D)
    queries = tl.load(q + head + rows[:, None] * D + inside[None, :])
    largest = tl.full((BM, ), float("-inf"), tl.float32)
    weight = tl.zeros((BM, ), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    end = start + BM if CAUSAL else length
    for at in range(0, end, BN):
        columns = at + tl.arange(0, BN)
        keys = tl.load(k + head + columns[None, :] * D + inside[:, None])
        score = tl.dot(queries, keys) * (scale * 1.4426950408889634)
        if CAUSAL:
            score = tl.where(rows[:, None] >= columns[None, :], score, float("-inf"))
        now = tl.maximum(largest, tl.max(score, 1))
        p = tl.math.exp2(score - now[:, None])
        shrink = tl.math.exp2(largest - now)
        weight = weight * shrink + tl.sum(p, 1)
        values = tl.load(v + head + columns[:, None] * D + inside[None, :])
        total = tl.dot(p.to(tl.float16), values, total * shrink[:, None])
        largest = now
    tl.store(out + head + rows[:, None] * D + inside[None, :], (total / weight[:, None]).to(tl.float16))


@sample("*u8:16, *u8:16, *bf16:16, *fp32:16", name="product_fp4", M=64, N=64, K=128, ACROSS=False)
@sample("*u8:16, *u8:16, *bf16:16, *fp32:16", name="product_fp4_across", M=64, N=64, K=128, ACROSS=True)
@triton.jit
def product_fp4(a, sa, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, ACROSS: tl.constexpr):
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    m = tl.arange(0, M)
    if ACROSS:
        x = tl.load(a + tl.arange(0, M // 2)[:, None] * K + k[None, :])
    else:
        x = tl.load(a + m[:, None] * (K // 2) + tl.arange(0, K // 2)[None, :])
    s = tl.load(sa + m[:, None] * (K // 32) + tl.arange(0, K // 32)[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(c + m[:, None] * N + n[None, :], tl.dot_scaled(x, s, "e2m1", y, None, "bf16", lhs_k_pack=not ACROSS))


# tile-run has a remark for it.
OTHERS["product_fp4_across"] = SAMPLES.pop("product_fp4_across")
