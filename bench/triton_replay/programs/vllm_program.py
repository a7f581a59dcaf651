"""Calls the Triton kernels of vLLM (on PyPI, Apache 2.0; tried with 0.26.0, the last for torch 2.11) as its layers do, at the sizes of a server.

usage: vllm_program.py [--small] [--after N] [NAME...]

Only vLLM's own .py files and the METADATA of its .dist-info need to be there, in PYTHONPATH. Stand-ins take the place of what its modules import besides.
"""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import cases  # noqa: E402
import serving  # noqa: E402
import stand_ins  # noqa: E402
import torch  # noqa: E402
from serving import BF16, DECODE, F32, FP8, INT8, MIXED, PREFILL, WIDE_DECODE, empty, one, pick, randint, randn, zeros  # noqa: E402

os.environ.setdefault("VLLM_USE_DEEP_GEMM", "0")
stand_ins.install(missing={"regex", "requests", "transformers", "vllm.config", "vllm.distributed", "vllm.platforms.rocm", "vllm._C", "vllm._C_stable_libtorch", "vllm._moe_C"},
                  bare={"vllm.model_executor.layers.fused_moe"})

import vllm.platforms  # noqa: E402
from vllm.platforms.cuda import NonNvmlCudaPlatform  # noqa: E402

vllm.platforms.current_platform = NonNvmlCudaPlatform()

HEADS, KV_HEADS = pick((32, 8), (8, 2))


def align(ids, count, block, sorted_ids, expert_ids, padded, expert_map=None):
    serving.align_experts(ids, count, block, sorted_ids, expert_ids, padded)


def quantize_groups(x, numbers, scales, size, *rest):
    found, of_them = serving.quantize(x, x.shape[-1] // size, numbers.dtype)
    numbers.copy_(found)
    scales.copy_(of_them)


def quantize_tokens(numbers, x, scales, bound=None):
    quantize_groups(x, numbers, scales, x.shape[-1])


COMPILED = {"_C": {"cutlass_scaled_mm_supports_fp8": lambda capability: False, "cutlass_scaled_mm_supports_block_fp8": lambda capability: False, "cutlass_group_gemm_supported": lambda capability: False, "silu_and_mul": serving.silu_and_mul,
                   "per_token_group_fp8_quant": quantize_groups, "dynamic_per_token_scaled_fp8_quant": quantize_tokens},
            "_moe_C": {"moe_align_block_size": align, "moe_sum": lambda x, out, *rest: torch.sum(x, 1, out=out)}}
for library, functions in COMPILED.items():
    for name, function in functions.items():
        setattr(getattr(torch.ops, library), name, function)


def make_cache(batch, page, dim, type=BF16):
    """A table of pages, and keys and values as they lie together: pages, places, heads, numbers."""
    table, count = batch.make_table(page)
    key, value = randn(count, page, KV_HEADS, 2 * dim, type=type).split(dim, -1)
    return table, key, value


def attend(batch, dim, page, window=-1, softcap=0.0, type=BF16, segments=16, **kwargs):
    from vllm.v1.attention.ops.triton_unified_attention import unified_attention
    from vllm.v1.kv_cache_interface import KVQuantMode

    table, key, value = make_cache(batch, page, dim, type)
    query = randn(batch.tokens, HEADS, dim)
    ones = one().expand(batch.count, KV_HEADS)
    most = 128 // KV_HEADS
    unified_attention(query, key, value, empty(*query.shape), serving.starts(batch.queries), batch.longest_query, serving.ints(batch.lengths), batch.longest, dim**-0.5, True, (window - 1, 0) if window > 0 else (-1, -1),
                      table, softcap, None, ones, ones, seq_threshold_3D=most, num_par_softmax_segments=segments, softmax_segm_output=empty(most, HEADS, segments, dim, type=F32),
                      softmax_segm_max=empty(most, HEADS, segments, type=F32), softmax_segm_expsum=empty(most, HEADS, segments, type=F32), kv_quant_mode=KVQuantMode.FP8_PER_TENSOR if type == FP8 else KVQuantMode.NONE, **kwargs)


def decode(heads, kv_heads, dim, dim_v, page, type=BF16, cap=0.0, batch=DECODE):
    """The scores' dimension is not that of the values where these are a part of the keys (multi-head latent attention)."""
    from vllm.v1.attention.ops.triton_decode_attention import decode_attention_fwd

    table, count = batch.make_table(page)
    is_latent = dim != dim_v
    key = randn(count, page, kv_heads, dim, type=type)
    value = key[..., :dim_v] if is_latent else randn(count, page, kv_heads, dim_v, type=type)
    splits = pick(8, 2)
    query = randn(batch.count, heads, dim)
    decode_attention_fwd(query, key, value, zeros(batch.count, heads, dim_v), zeros(batch.count, heads), table, serving.ints(batch.lengths), empty(batch.count, heads, splits, dim_v + 1, type=F32), splits, dim**-0.5, page,
                         cap, one()[0], one()[0], is_mla=is_latent)


def attend_paged(batch, dim, page, type=BF16, **kwargs):
    """The older pair of kernels: a prefix's prefill, and a paged decode."""
    from vllm.v1.attention.ops.chunked_prefill_paged_decode import chunked_prefill_paged_decode

    table, count = batch.make_table(page)
    part = 16 // type.itemsize
    query, key, value = (randn(batch.tokens, heads, dim) for heads in (HEADS, KV_HEADS, KV_HEADS))
    chunked_prefill_paged_decode(query, key, value, empty(*query.shape), "auto" if type == BF16 else "fp8", randn(count, KV_HEADS, dim // part, page, part, type=type), randn(count, KV_HEADS, dim, page, type=type), table,
                                 serving.starts(batch.queries), serving.ints(batch.lengths), batch.longest, batch.longest_query, one(), one(), **kwargs)


def attend_without_cache(dim, **kwargs):
    from vllm.v1.attention.ops.triton_prefill_attention import context_attention_fwd

    query, key, value = (randn(PREFILL.tokens, heads, dim) for heads in (HEADS, KV_HEADS, KV_HEADS))
    context_attention_fwd(query, key, value, empty(*query.shape), serving.starts(PREFILL.queries), serving.ints(PREFILL.queries), PREFILL.longest_query, **kwargs)


def merge(tokens, heads, dim):
    from vllm.v1.attention.ops.triton_merge_attn_states import merge_attn_states

    merge_attn_states(empty(tokens, heads, dim), randn(tokens, heads, dim), randn(heads, tokens, type=F32), randn(tokens, heads, dim), randn(heads, tokens, type=F32), empty(heads, tokens, type=F32))


class Experts:
    """Weights of a layer: `width` is that of the tokens, `inner` that of an expert."""

    def __init__(self, count, top, width, inner):
        self.count, self.top, self.width, self.shapes = count, top, width, ((count, 2 * inner, width), (count, width, inner))

    def run(self, tokens, weights, scales=(None, None), **kwargs):
        from vllm.model_executor.layers.fused_moe.fused_moe import fused_experts_impl

        fused_experts_impl(randn(tokens, self.width), *weights, *serving.route(tokens, self.count, self.top), w1_scale=scales[0], w2_scale=scales[1], **kwargs)

    def run_bf16(self, tokens):
        self.run(tokens, [randn(*shape, scale=shape[-1] ** -0.5) for shape in self.shapes])

    def run_fp8_blocks(self, tokens):
        self.run(tokens, *zip(*(serving.quantize_blocks(randn(*shape), 128, 128) for shape in self.shapes)), use_fp8_w8a8=True, block_shape=[128, 128])

    def run_channels(self, tokens, type, **kwargs):
        """A scale per row of the weights, and per token."""
        self.run(tokens, *zip(*(serving.quantize(randn(*shape), 1, type) for shape in self.shapes)), per_channel_quant=True, **kwargs)

    def run_int8_weights(self, tokens):
        found = [serving.quantize(randn(*shape), 1, INT8) for shape in self.shapes]
        self.run(tokens, [numbers for numbers, _ in found], [scales[..., 0] for _, scales in found], use_int8_w8a16=True)

    def run_grouped_weights(self, tokens, bits, group=128):
        """A scale per group of a row of the weights, and a zero point."""
        per_byte = 8 // bits
        self.run(tokens, [randint(0, 256, *shape[:-1], shape[-1] // per_byte, type=torch.uint8) for shape in self.shapes], [serving.rand(*shape[:-1], shape[-1] // group, type=BF16) for shape in self.shapes],
                 block_shape=[0, group], **{"use_int%d_w%da16" % (bits, bits): True})


def make_attention():
    for dim, page in (128, 16), (64, 64), (128, 64):
        for name, batch in ("prefill", PREFILL), ("decode", DECODE), ("wide_decode", WIDE_DECODE), ("mixed", MIXED):
            yield "unified_%s_%d_page_%d" % (name, dim, page), lambda batch=batch, dim=dim, page=page: attend(batch, dim, page)
    for name, batch in ("decode", DECODE), ("mixed", MIXED):
        yield "unified_%s_window" % name, lambda batch=batch: attend(batch, 128, 16, window=pick(1024, 32))
        yield "unified_%s_softcap" % name, lambda batch=batch: attend(batch, 128, 16, softcap=30.0)
        yield "unified_%s_fp8" % name, lambda batch=batch: attend(batch, 128, 16, type=FP8)
        yield "unified_%s_sinks" % name, lambda batch=batch: attend(batch, 64, 16, window=pick(128, 32), sinks=randn(HEADS))
    yield "decode_attention", lambda: decode(KV_HEADS, KV_HEADS, 128, 128, 16)
    yield "decode_attention_grouped", lambda: decode(HEADS, KV_HEADS, 128, 128, 16)
    yield "decode_attention_latent", lambda: decode(16, 1, 576, 512, 16)
    yield "decode_attention_latent_fp8", lambda: decode(16, 1, 576, 512, 64, type=FP8)
    yield "paged_mixed", lambda: attend_paged(MIXED, 128, 16)
    yield "paged_mixed_64", lambda: attend_paged(MIXED, 64, 32, sliding_window=pick(512, 32))
    yield "paged_decode", lambda: attend_paged(WIDE_DECODE, 128, 16)
    yield "paged_prefill", lambda: attend_paged(PREFILL, 128, 16)
    yield "paged_mixed_fp8", lambda: attend_paged(MIXED, 128, 16, type=FP8)
    yield "prefill", lambda: attend_without_cache(128)
    yield "prefill_64_full", lambda: attend_without_cache(64, is_causal=False)
    yield "merge_states", lambda: merge(pick(2048, 5), HEADS, 128)


def make_experts():
    few, many = pick(16, 2), pick(1024, 40)
    wide = Experts(8, 2, *pick((4096, 1792), (256, 128)))  # Mixtral, a part of 8
    fine = Experts(*pick((128, 8, 2048, 192), (16, 4, 128, 64)))  # Qwen3, a part of 4
    halves = Experts(*pick((128, 8, 2048, 384), (8, 2, 256, 128)))  # a half of it
    for tokens in few, many:
        yield "experts_bf16_%d" % tokens, lambda tokens=tokens: wide.run_bf16(tokens)
        yield "experts_fine_bf16_%d" % tokens, lambda tokens=tokens: fine.run_bf16(tokens)
        yield "experts_fp8_blocks_%d" % tokens, lambda tokens=tokens: halves.run_fp8_blocks(tokens)
        yield "experts_fp8_channels_%d" % tokens, lambda tokens=tokens: halves.run_channels(tokens, FP8, use_fp8_w8a8=True)
        yield "experts_int8_%d" % tokens, lambda tokens=tokens: halves.run_channels(tokens, INT8, use_int8_w8a8=True)
        yield "experts_int8_weights_%d" % tokens, lambda tokens=tokens: halves.run_int8_weights(tokens)
        yield "experts_int8_groups_%d" % tokens, lambda tokens=tokens: halves.run_grouped_weights(tokens, 8)
    yield "experts_int4_groups", lambda: halves.run_grouped_weights(many, 4)  # fewer tokens have a kernel in CUDA


torch.manual_seed(0)
cases.run(dict([*make_attention(), *make_experts()]))
