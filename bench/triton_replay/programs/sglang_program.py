"""Calls the Triton kernels of SGLang (on PyPI, Apache 2.0; tried with 0.5.17, the last for torch 2.11) as its layers do, at the sizes of a server.

usage: sglang_program.py [--small] [--after N] [NAME...]

Only SGLang's own .py files and einops need to be there, in PYTHONPATH. Stand-ins take the place of what its modules import besides.
"""

import importlib
import os
import sys
from types import SimpleNamespace

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import cases  # noqa: E402
import serving  # noqa: E402
import stand_ins  # noqa: E402
import torch  # noqa: E402
from serving import BF16, DECODE, F32, FP8, INT8, MIXED, PREFILL, WIDE_DECODE, empty, one, pick, randint, randn, zeros  # noqa: E402

os.environ.setdefault("SGLANG_OPT_USE_MINIMAX_DECODE_TOPK_RADIX", "0")  # it is in CUDA
stand_ins.install(missing={"orjson", "psutil", "pybase64", "requests", "PIL", "starlette", "torchvision", "zmq", "sgl_kernel", "sglang.kernels.fused_op", "sglang.kernels.registry", "sglang.kernels.selector", "sglang.kernels.spec",
                           "sglang.kernels.jit", "sglang.kernels.ops.activation.activation", "sglang.srt.distributed", "sglang.srt.layers.deep_gemm_wrapper", "sglang.srt.lora",
                           "sglang.srt.model_executor.cuda_graph_config", "sglang.srt.model_executor.forward_batch_info", "sglang.srt.runtime_context"},
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
context.get_flags = lambda: SimpleNamespace(dp=SimpleNamespace(enabled=False))
context.get_exec = lambda: SimpleNamespace(moe=SimpleNamespace(enable_fused_moe_sum_all_reduce=False), deterministic=SimpleNamespace(enable_deterministic_inference=False))


def get(module, name):
    return getattr(importlib.import_module("sglang." + module), name)


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


def attend_sparsely(block=64, top=4):
    """A first attention scores blocks of keys, and a second one sees the best of them: over new tokens, and a token of each sequence."""
    sparse, dim, heads = "kernels.ops.attention.minimax_sparse.", 128, 16
    for batch, is_step in (MIXED, False), (WIDE_DECODE, True):
        slots, count = batch.make_slots(batch.lengths)
        table = zeros(batch.count, batch.longest + block, type=torch.int32)
        for i, begin in enumerate(serving.starts(batch.lengths).tolist()[:-1]):
            table[i, : batch.lengths[i]] = slots[begin : begin + batch.lengths[i]]
        keys, values, index_keys, index_values = (randn(count, KV_HEADS, dim) for _ in range(4))
        rows, lengths = serving.ints(range(batch.count)), serving.ints(batch.lengths)
        index, query = randn(batch.tokens, KV_HEADS, dim), randn(batch.tokens, heads * KV_HEADS, dim)
        if is_step:
            _, chosen, _ = get(sparse + "decode.flash_with_topk_idx", "flash_decode_with_topk_idx")(index, None, index_keys, index_values, table, lengths, batch.longest, rows, block, top, 1, 2)
            get(sparse + "decode.topk_sparse", "flash_decode_with_gqa_share_sparse")(query, None, keys, values, table, lengths, rows, block, chosen)
        else:
            begins, contexts = serving.starts(batch.queries), serving.ints(batch.contexts)
            _, chosen = get(sparse + "prefill.flash_with_topk_idx", "flash_prefill_with_topk_index")(
                index, index_keys, index_values, None, table, rows, begins, lengths, contexts, batch.longest_query, batch.longest, 1, block, top)
            get(sparse + "prefill.topk_sparse", "flash_prefill_with_gqa_share_sparse")(query, keys, values, None, table, rows, chosen, 1, block, begins, lengths, contexts, batch.longest_query)


def delta_rule(is_channelwise):
    """Over new tokens. States lie in a pool, and are changed in place."""
    values, states = serving.make_delta_rule(PREFILL, is_channelwise)
    places = serving.ints(range(1, PREFILL.count + 1))
    get("kernels.ops.attention.fla." + ("kda" if is_channelwise else "chunk"), "chunk_kda" if is_channelwise else "chunk_gated_delta_rule")(
        *values, initial_state=states, initial_state_indices=places, cu_seqlens=serving.starts(PREFILL.queries, torch.int64), use_qk_l2norm_in_kernel=True)


def delta_rule_step():
    (query, key, value, _, _), states = serving.make_delta_rule(WIDE_DECODE)
    count, heads = WIDE_DECODE.count, value.shape[2]
    get("kernels.ops.attention.fla.fused_sigmoid_gating_recurrent", "fused_sigmoid_gating_delta_rule_update")(
        serving.rand(heads), randn(count, heads), randn(heads), 1.0, 20.0, query, key, value, randn(count, heads), states, serving.ints(range(1, count + 1)), use_qk_l2norm_in_kernel=True,
        cu_seqlens=serving.starts(WIDE_DECODE.queries, torch.int64))


def attend_segments(batch):
    """Linear attention with a decay per head, over new tokens or a token of each sequence."""
    heads, dim = pick(16, 2), 128
    values = (randn(batch.tokens, heads, dim) for _ in range(3))
    about = get("kernels.ops.attention.linear.seg_la", "SegLaMeta")(
        batch.count, batch.longest_query, serving.starts(batch.queries), serving.ints(range(batch.count)), serving.ints(batch.queries), serving.ints([1] * batch.count) if batch.longest_query == 1 else zeros(batch.count, type=torch.int32))
    get("kernels.ops.attention.linear.seg_la", "seg_la_fwd")(*values, randn(batch.count, heads, dim, dim, type=F32, scale=0.1), serving.rand(heads), about)


def mix_states():
    """The chunked scan of Mamba 2."""
    heads, dim, groups, states, chunk = pick((64, 64, 8, 128, 256), (4, 32, 2, 16, 32))
    tokens = PREFILL.tokens
    owners = torch.repeat_interleave(torch.arange(PREFILL.count, device="cuda"), serving.ints(PREFILL.queries)).to(torch.int32)
    about = get("srt.layers.attention.mamba.mamba2_metadata", "Mamba2Metadata")
    places, offsets = about._query_start_loc_to_chunk_indices_offsets(serving.starts(PREFILL.queries), chunk, tokens)
    x = randn(1, tokens, heads, dim)
    get("kernels.ops.mamba.triton_ops.ssd_combined", "mamba_chunk_scan_combined")(
        x, randn(1, tokens, heads), -serving.rand(heads) - 0.5, randn(1, tokens, groups, states), randn(1, tokens, groups, states), chunk, D=serving.rand(heads), dt_bias=serving.rand(heads),
        initial_states=randn(PREFILL.count, heads, dim, states, type=F32), seq_idx=owners[None], chunk_indices=places, chunk_offsets=offsets, cu_seqlens=serving.starts(PREFILL.queries), dt_softplus=True, out=empty(*x.shape),
        return_varlen_states=True, state_dtype=F32)


def convolve():
    width, count, convolution = pick(4096, 64), PREFILL.count, "kernels.ops.mamba.causal_conv1d_triton"
    get(convolution, "causal_conv1d_fn")(randn(PREFILL.tokens, width).T, randn(width, 4), randn(width), randn(count, 3, width).transpose(1, 2), serving.starts(PREFILL.queries), PREFILL.queries, serving.ints(range(count)),
                                         torch.ones(count, device="cuda").bool())
    count = WIDE_DECODE.count
    get(convolution, "causal_conv1d_update")(randn(count, width), randn(count, 3, width).transpose(1, 2), randn(width, 4), randn(width), "silu", conv_state_indices=serving.ints(range(count)))


def adapt():
    """Low-rank adapters, one for each sequence."""
    count, width, rank = pick((8, 4096, 16), (3, 128, 16))
    owners = [i % count for i in range(MIXED.count)]
    about = SimpleNamespace(bs=MIXED.count, max_len=MIXED.longest_query, seg_lens=serving.ints(MIXED.queries), seg_indptr=serving.starts(MIXED.queries), weight_indices=serving.ints(owners), lora_ranks=serving.ints([rank] * count),
                            scalings=serving.rand(count), permutation=None)
    middle = get("kernels.ops.gemm.sgemm_lora_a", "sgemm_lora_a_fwd")(randn(MIXED.tokens, width), randn(count, rank, width), about)
    get("kernels.ops.gemm.sgemm_lora_b", "sgemm_lora_b_fwd")(middle, randn(count, width, rank), about, randn(MIXED.tokens, width))


def adapt_chunks(chunk=16):
    """The same with tokens sorted by adapter and cut into chunks, for queries, keys and values at a time."""
    count, width, rank, tokens = pick((8, 4096, 16, 1024), (3, 128, 16, 64))
    chunks = tokens // chunk
    about = SimpleNamespace(max_len=chunk, num_segments=chunks, use_cuda_graph=False, seg_indptr=serving.starts([chunk] * chunks), weight_indices=serving.ints(i * count // chunks for i in range(chunks)),
                            lora_ranks=serving.ints([rank] * count), scalings=serving.rand(count), permutation=torch.randperm(tokens, device="cuda").to(torch.int32))
    middle = get("kernels.ops.gemm.chunked_sgmv_shrink", "chunked_sgmv_lora_shrink_forward")(randn(tokens, width), randn(count, 3 * rank, width), about, 3)
    get("kernels.ops.gemm.chunked_sgmv_expand", "chunked_sgmv_lora_expand_forward")(
        middle, randn(count, 2 * width, rank), about, serving.ints([0, width, width * 3 // 2, 2 * width]), width, randn(tokens, 2 * width))


def collect_experts():
    """What the experts gave for each token, which lies by expert."""
    tokens, width, top = pick((1024, 2048, 8), (40, 600, 2))
    weights, ids = serving.route(tokens, 4 * top, top)
    get("kernels.ops.moe.ep_moe_kernels", "moe_unpermute")(randn(tokens * top, width), torch.argsort(torch.argsort(ids.flatten())), ids, weights)


def make_others():
    tokens, width = pick((2048, 4096), (20, 256))
    yield from serving.make_invariant(lambda name: get("srt.batch_invariant_ops.batch_invariant_ops", name))
    linear, fp8, int8 = "kernels.ops.attention.linear.lightning_attn", "kernels.ops.quantization.fp8_kernel", "kernels.ops.quantization.int8_kernel"
    yield "lightning", lambda: serving.call_lightning(get(linear, "lightning_attention"), get(linear, "linear_decode_forward_triton"))
    yield "segments_prefill", lambda: attend_segments(PREFILL)
    yield "segments_decode", lambda: attend_segments(WIDE_DECODE)
    yield "sparse_attention", attend_sparsely
    yield "delta_rule", lambda: delta_rule(False)
    yield "delta_rule_step", delta_rule_step
    yield "kda", lambda: delta_rule(True)
    yield "mamba_chunks", mix_states
    yield "mamba_step", lambda: serving.call_state_step(get("kernels.ops.mamba.triton_ops.mamba_ssm", "selective_state_update"))
    yield "convolution", convolve
    yield "block_scaled_fp8", lambda: serving.call_block_scaled(get(fp8, "w8a8_block_fp8_matmul_triton"), FP8)
    yield "block_scaled_int8", lambda: serving.call_block_scaled(get(int8, "w8a8_block_int8_matmul"), INT8)
    for name, type in ("fp8", FP8), ("int8", INT8):
        yield "row_scaled_%s" % name, lambda type=type: serving.call_row_scaled(get(fp8, "triton_scaled_mm"), type)
    yield "awq", lambda: serving.call_awq(*(get("kernels.ops.quantization.awq_triton", name) for name in ("awq_dequantize_triton", "awq_gemm_triton")))
    yield "quantize_fp8_groups", lambda: get(fp8, "per_token_group_quant_8bit")(randn(tokens, width), 128, FP8)
    yield "quantize_fp8_static", lambda: get(fp8, "static_quant_fp8")(randn(tokens, width), one(0.1), repeat_scale=True)
    yield "quantize_int8_tokens", lambda: get(int8, "per_token_quant_int8")(randn(tokens, width))
    yield "adapters", adapt
    yield "adapters_chunks", adapt_chunks
    yield "collect_experts", collect_experts
    yield "sum_experts", lambda: get("kernels.ops.moe.fused_moe_triton_kernels", "moe_sum_reduce_triton")(randn(tokens, pick(8, 2), width), empty(tokens, width), 0.5)
    yield "router", lambda: get("kernels.ops.moe.router", "fused_moe_router_shim")(30.0, randn(tokens, width), randn(pick(64, 16), width), 2, False)
    yield "gated_rms_norm", lambda: get("kernels.ops.attention.fla.layernorm_gated", "rms_norm_gated")(
        x=randn(tokens, width), weight=randn(width), bias=None, z=randn(tokens, width), group_size=width // 4, is_rms_norm=True)
    yield "positions", lambda: get("kernels.ops.attention.position", "compute_position_triton")(serving.ints(MIXED.contexts), serving.ints(MIXED.queries), MIXED.tokens)
    yield "rms_norm", lambda: get("kernels.ops.elementwise.elementwise", "fused_rmsnorm")(randn(tokens, width), randn(width), 1e-6)
    yield "dual_rms_norm", lambda: get("kernels.ops.elementwise.elementwise", "fused_dual_residual_rmsnorm")(randn(tokens, width), randn(tokens, width), randn(width), randn(width), 1e-6)
    yield "gemma_rms_norm", lambda: get("kernels.ops.layernorm.minimax_m3_rmsnorm", "gemma_fused_add_rmsnorm")(randn(tokens, width), randn(tokens, width), randn(width), 1e-6)
    yield "silu_and_mul", lambda: get("kernels.ops.elementwise.elementwise", "silu_and_mul_triton")(randn(tokens, width))
    yield "softcap", lambda: get("kernels.ops.activation.softcap", "softcap_out")(randn(tokens, width), 30.0)
    yield "top_p", lambda: get("kernels.ops.sampling.renorm_triton", "top_p_renorm_probs_triton")(torch.softmax(randn(*pick((64, 32000), (3, 1000)), type=F32), -1), 0.9)
    yield "top_k", lambda: get("kernels.ops.sampling.renorm_triton", "top_k_renorm_probs_triton")(torch.softmax(randn(*pick((64, 32000), (3, 1000)), type=F32), -1), 40)


torch.manual_seed(0)
cases.run(dict([*make_attention(), *serving.make_experts(lambda *args, **kwargs: get("srt.layers.moe.moe_runner.triton_utils.fused_moe", "fused_experts_impl")(*args, **kwargs)), *make_others()]))
