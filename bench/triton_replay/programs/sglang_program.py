"""Calls the Triton kernels of SGLang (on PyPI, Apache 2.0; tried with 0.5.17, the last for torch 2.11) as its layers do, at the sizes of a server.

usage: sglang_program.py [--small] [--after N] [NAME...]

Only SGLang's own .py files need to be there, in PYTHONPATH. Stand-ins take the place of what its modules import besides.
"""

import os
import sys
from types import SimpleNamespace

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import cases  # noqa: E402
import serving  # noqa: E402
import stand_ins  # noqa: E402
import torch  # noqa: E402
from serving import BF16, DECODE, F32, FP8, INT8, MIXED, PREFILL, WIDE_DECODE, empty, one, pick, randint, randn, zeros  # noqa: E402

stand_ins.install(missing={"orjson", "psutil", "pybase64", "requests", "PIL", "starlette", "torchvision", "zmq", "sgl_kernel", "sglang.kernels.fused_op", "sglang.kernels.registry", "sglang.kernels.selector", "sglang.kernels.spec",
                           "sglang.kernels.jit", "sglang.kernels.ops.activation.activation", "sglang.srt.distributed", "sglang.srt.layers.deep_gemm_wrapper", "sglang.srt.runtime_context"},
                  bare={"sglang", "sglang.kernels", "sglang.kernels.ops", "sglang.srt.layers.moe", "sglang.srt.layers.moe.moe_runner", "sglang.srt.layers.moe.moe_runner.triton_utils"})
torch._dynamo.config.disable = True  # what its compiler makes is not SGLang's

import sgl_kernel  # noqa: E402
import sglang.kernels.ops.activation.activation as activation  # noqa: E402
import sglang.kernels.selector as selector  # noqa: E402
import sglang.srt.runtime_context as context  # noqa: E402

HEADS, KV_HEADS = pick((32, 8), (8, 2))
SPLITS = pick(8, 2)


def quantize_groups(x, numbers=None, scales=None, size=128, *rest, out_dtype=None, **kwargs):
    found, of_them = serving.quantize(x, x.shape[-1] // size, out_dtype or numbers.dtype)
    if numbers is None:
        return found, of_them
    numbers.copy_(found)
    scales.copy_(of_them)


def align(ids, count, block, sorted_ids, expert_ids, padded, *rest):
    serving.align_experts(ids, count, block, sorted_ids, expert_ids, padded, -1)


COMPILED = {"moe.moe_align_block_size": align, "quantization.per_token_group_quant": quantize_groups,
            "quantization.sgl_per_token_quant_fp8": lambda x, numbers, scales: quantize_groups(x, numbers, scales, x.shape[-1])}
selector.get_kernel = lambda name, backend=None: COMPILED[name]
activation.silu_and_mul = lambda x, out, **kwargs: serving.silu_and_mul(out, x)
sgl_kernel.moe_sum_reduce = lambda x, out, factor: out.copy_(x.float().sum(1) * factor)
context.get_exec = lambda: SimpleNamespace(moe=SimpleNamespace(enable_fused_moe_sum_all_reduce=False), deterministic=SimpleNamespace(enable_deterministic_inference=False))


def decode(heads, kv_heads, dim, dim_v, page=1, type=BF16, batch=DECODE, **kwargs):
    """The scores' dimension is not that of the values where these are a part of the keys (multi-head latent attention)."""
    from sglang.kernels.ops.attention.decode_attention import decode_attention_fwd

    slots, count = batch.make_slots(batch.lengths, page)
    is_latent = dim != dim_v
    key = randn(*((count // page, page) if page > 1 else (count,)), kv_heads, dim, type=type)
    value = key[..., :dim_v] if is_latent else randn(*key.shape[:-1], dim_v, type=type)
    query = randn(batch.count, heads, dim)
    decode_attention_fwd(query, key, value, empty(batch.count, heads, dim_v), serving.starts(batch.lengths), slots, empty(batch.count, heads, SPLITS, dim_v, type=F32), empty(batch.count, heads, SPLITS, type=F32),
                         serving.ints(min(SPLITS, -(-length // 256)) for length in batch.lengths), SPLITS, dim**-0.5, 1.0, 1.0, has_mla=is_latent, page_size=page, **kwargs)


def make_mask(batch):
    """For each sequence, of each new token and each token: whether the one sees the other. A tree's, as speculation has it."""
    parts = []
    for query, context in zip(batch.queries, batch.contexts):
        mask = torch.ones(query, query, device="cuda").tril().bool() & (torch.rand(query, query, device="cuda") < 0.7)
        mask |= torch.eye(query, device="cuda").bool()
        parts.append(torch.cat([torch.ones(query, context, device="cuda").bool(), mask], 1).flatten())
    return torch.cat(parts), serving.starts([len(part) for part in parts], torch.int64)


def extend(batch, heads, kv_heads, dim, dim_v, type=BF16, is_tree=False, **kwargs):
    """New tokens behind those that are in the cache."""
    from sglang.kernels.ops.attention.extend_attention import extend_attention_fwd

    slots, count = batch.make_slots(batch.contexts)
    query, key, value = randn(batch.tokens, heads, dim), randn(batch.tokens, kv_heads, dim), randn(batch.tokens, kv_heads, dim_v)
    keys = randn(max(count, 1), kv_heads, dim, type=type)
    values = keys[..., :dim_v] if dim != dim_v else randn(max(count, 1), kv_heads, dim_v, type=type)
    mask, mask_starts = make_mask(batch) if is_tree else (None, None)
    extend_attention_fwd(query, key, value, empty(batch.tokens, heads, dim_v), keys, values, serving.starts(batch.queries), serving.starts(batch.contexts), slots, mask, True, mask_starts, batch.longest_query, 1.0, 1.0, **kwargs)


def extend_unified(batch, dim, **kwargs):
    """One loop over all tokens of a sequence, new or not: the same result however requests are batched."""
    from sglang.kernels.ops.attention.extend_attention import extend_attention_fwd_unified

    slots, count = batch.make_slots(batch.lengths)
    query = randn(batch.tokens, HEADS, dim)
    extend_attention_fwd_unified(query, empty(*query.shape), randn(count, KV_HEADS, dim), randn(count, KV_HEADS, dim), 1.0, 1.0, serving.starts(batch.queries), serving.starts(batch.lengths), slots, serving.ints(batch.contexts),
                                 batch.longest_query, **kwargs)


def prefill(dim, **kwargs):
    from sglang.kernels.ops.attention.prefill_attention import context_attention_fwd

    query, key, value = (randn(PREFILL.tokens, heads, dim) for heads in (HEADS, KV_HEADS, KV_HEADS))
    context_attention_fwd(query, key, value, empty(*query.shape), serving.starts(PREFILL.queries)[:-1].contiguous(), serving.ints(PREFILL.queries), PREFILL.longest_query, **kwargs)


def merge(tokens, dim):
    from sglang.kernels.ops.attention.merge_state import merge_state_triton

    merge_state_triton(randn(tokens, HEADS, dim), randn(tokens, HEADS, type=F32), randn(tokens, HEADS, dim), randn(tokens, HEADS, type=F32))


class Experts:
    """Weights of a layer: `width` is that of the tokens, `inner` that of an expert."""

    def __init__(self, count, top, width, inner):
        self.count, self.top, self.width, self.shapes = count, top, width, ((count, 2 * inner, width), (count, width, inner))

    def run(self, tokens, weights, scales=(None, None), **kwargs):
        from sglang.srt.layers.moe.moe_runner.triton_utils.fused_moe import fused_experts_impl

        fused_experts_impl(randn(tokens, self.width), *weights, *serving.route(tokens, self.count, self.top), w1_scale=scales[0], w2_scale=scales[1], **kwargs)

    def run_bf16(self, tokens):
        self.run(tokens, [randn(*shape, scale=shape[-1] ** -0.5) for shape in self.shapes])

    def run_fp8_blocks(self, tokens):
        self.run(tokens, *zip(*(serving.quantize_blocks(randn(*shape), 128, 128) for shape in self.shapes)), use_fp8_w8a8=True, block_shape=[128, 128])

    def run_channels(self, tokens, type, **kwargs):
        """A scale per row of the weights, and per token."""
        self.run(tokens, *zip(*(serving.quantize(randn(*shape), 1, type) for shape in self.shapes)), per_channel_quant=True, **kwargs)

    def run_grouped_weights(self, tokens, bits, group=128):
        """A scale per group of a row of the weights."""
        per_byte = 8 // bits
        self.run(tokens, [randint(0, 256, *shape[:-1], shape[-1] // per_byte, type=torch.uint8) for shape in self.shapes], [serving.rand(*shape[:-1], shape[-1] // group, type=BF16) for shape in self.shapes],
                 block_shape=[0, group], **{"use_int%d_w%da16" % (bits, bits): True})


def make_attention():
    for name, batch in ("decode", DECODE), ("wide_decode", WIDE_DECODE):
        yield name, lambda batch=batch: decode(KV_HEADS, KV_HEADS, 128, 128, batch=batch)
        for dim in 64, 128:
            yield "%s_grouped_%d" % (name, dim), lambda batch=batch, dim=dim: decode(HEADS, KV_HEADS, dim, dim, batch=batch)
        yield name + "_latent", lambda batch=batch: decode(16, 1, 576, 512, batch=batch)
    yield "decode_grouped_pages", lambda: decode(HEADS, KV_HEADS, 128, 128, page=64)
    yield "decode_latent_pages", lambda: decode(16, 1, 576, 512, page=64)
    yield "decode_grouped_cap", lambda: decode(HEADS, KV_HEADS, 128, 128, logit_cap=30.0)
    yield "decode_grouped_fp8", lambda: decode(HEADS, KV_HEADS, 128, 128, type=FP8)
    yield "decode_grouped_sinks", lambda: decode(HEADS, KV_HEADS, 64, 64, sinks=randn(HEADS, type=F32))
    for name, batch in ("prefill", PREFILL), ("mixed", MIXED):
        for dim in 64, 128:
            yield "extend_%s_%d" % (name, dim), lambda batch=batch, dim=dim: extend(batch, HEADS, KV_HEADS, dim, dim)
        yield "extend_%s_unified" % name, lambda batch=batch: extend_unified(batch, 128)
    yield "extend_mixed_cap", lambda: extend(MIXED, HEADS, KV_HEADS, 128, 128, logit_cap=30.0)
    yield "extend_mixed_window", lambda: extend(MIXED, HEADS, KV_HEADS, 128, 128, sliding_window_size=pick(512, 16))
    yield "extend_mixed_tree", lambda: extend(MIXED, HEADS, KV_HEADS, 128, 128, is_tree=True)
    yield "extend_mixed_fp8", lambda: extend(MIXED, HEADS, KV_HEADS, 128, 128, type=FP8)
    yield "extend_mixed_latent", lambda: extend(MIXED, 16, 1, 576, 512)
    yield "extend_prefill_192", lambda: extend(PREFILL, 16, 16, 192, 128)
    yield "prefill", lambda: prefill(128)
    yield "prefill_64_full", lambda: prefill(64, is_causal=False)
    yield "merge_states", lambda: merge(pick(2048, 5), 128)


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
        yield "experts_int4_groups_%d" % tokens, lambda tokens=tokens: halves.run_grouped_weights(tokens, 4)
        yield "experts_int8_groups_%d" % tokens, lambda tokens=tokens: halves.run_grouped_weights(tokens, 8)


torch.manual_seed(0)
cases.run(dict([*make_attention(), *make_experts()]))
