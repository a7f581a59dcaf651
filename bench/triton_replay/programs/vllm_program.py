"""Calls the Triton kernels of vLLM (on PyPI, Apache 2.0; tried with 0.26.0, the last for torch 2.11) as its layers do, at the sizes of a server.

usage: vllm_program.py [--small] [--after N] [NAME...]

Only vLLM's own .py files, the METADATA of its .dist-info and einops need to be there, in PYTHONPATH. Stand-ins take the place of what its modules import besides.
"""

import importlib
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import cases  # noqa: E402
import serving  # noqa: E402
import stand_ins  # noqa: E402
import torch  # noqa: E402
from serving import BF16, DECODE, F32, FP8, INT8, MIXED, PREFILL, WIDE_DECODE, empty, one, pick, randint, randn, zeros  # noqa: E402

os.environ.setdefault("VLLM_USE_DEEP_GEMM", "0")
sys.modules["regex"] = re
stand_ins.install(missing={"psutil", "requests", "tqdm", "transformers", "vllm.compilation", "vllm.config", "vllm.distributed", "vllm.platforms.rocm", "vllm.sampling_params", "vllm._C", "vllm._C_stable_libtorch", "vllm._moe_C"},
                  bare={"vllm.model_executor.layers.fused_moe", "vllm.models.minimax_m3", "vllm.models.minimax_m3.common"})

import vllm.platforms  # noqa: E402
from vllm.platforms.cuda import NonNvmlCudaPlatform  # noqa: E402

vllm.platforms.current_platform = NonNvmlCudaPlatform()

HEADS, KV_HEADS = pick((32, 8), (8, 2))


def get(module, name):
    return getattr(importlib.import_module("vllm." + module), name)


def align(ids, count, block, sorted_ids, expert_ids, padded, expert_map=None):
    serving.align_experts(ids, count, block, sorted_ids, expert_ids, padded)


def quantize_groups(x, numbers, scales, size, *rest):
    found, of_them = serving.quantize(x, x.shape[-1] // size, numbers.dtype)
    numbers.copy_(found)
    scales.copy_(of_them)


def quantize_tokens(numbers, x, scales, bound=None):
    quantize_groups(x, numbers, scales, x.shape[-1])


COMPILED = {"_C": {"cutlass_scaled_mm_supports_fp8": lambda capability: False, "cutlass_scaled_mm_supports_block_fp8": lambda capability: False, "cutlass_group_gemm_supported": lambda capability: False, "silu_and_mul": serving.silu_and_mul,
                   "per_token_group_fp8_quant": quantize_groups, "per_token_group_quant_int8": quantize_groups, "dynamic_per_token_scaled_fp8_quant": quantize_tokens},
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


def mix_states():
    """The chunked scan of Mamba 2: sequences that are cut into chunks, each with a state before it."""
    heads, dim, groups, states, chunk = pick((64, 64, 8, 128, 256), (4, 32, 2, 16, 32))
    ends, owners, last = [0], [], []
    for i, length in enumerate(PREFILL.queries):
        begin = sum(PREFILL.queries[:i])
        ends += [min(start + chunk, begin + length) for start in range(begin, begin + length, chunk)]
        owners += [i] * (len(ends) - 1 - len(owners))
        last.append(len(owners) - 1)
    x = randn(PREFILL.tokens, heads, dim)
    get("model_executor.layers.mamba.ops.ssd_combined", "mamba_chunk_scan_combined_varlen")(
        x, randn(PREFILL.tokens, heads), -serving.rand(heads) - 0.5, randn(PREFILL.tokens, groups, states), randn(PREFILL.tokens, groups, states), chunk, serving.starts(PREFILL.queries), serving.ints(ends), serving.ints(last),
        serving.ints(owners), empty(*x.shape), D=serving.rand(heads), dt_bias=serving.rand(heads), initial_states=randn(PREFILL.count, heads, dim, states, type=F32), dt_softplus=True, state_dtype=F32)


def convolve():
    width, count = pick(4096, 64), PREFILL.count
    get("model_executor.layers.mamba.ops.causal_conv1d", "causal_conv1d_fn")(
        randn(PREFILL.tokens, width).T, randn(width, 4), randn(width), randn(count + 1, 3, width).transpose(1, 2), serving.starts(PREFILL.queries), serving.ints(range(1, count + 1)), torch.ones(count, device="cuda").bool(), "silu")


def convolve_step():
    width, count = pick(4096, 64), WIDE_DECODE.count
    get("model_executor.layers.mamba.ops.causal_conv1d", "causal_conv1d_update")(
        randn(count, width), randn(count + 1, 3, width).transpose(1, 2), randn(width, 4), randn(width), "silu", conv_state_indices=serving.ints(range(1, count + 1)))


def adapt():
    """Low-rank adapters, of which each token has one or none."""
    tokens, count, width, rank = pick((1024, 8, 4096, 16), (40, 3, 128, 16))
    about = get("lora.ops.triton_ops.lora_kernel_metadata", "LoRAKernelMeta").make(count, tokens, "cuda")
    about.prepare_tensors(randint(-1, count, tokens))
    middle = zeros(3, tokens, rank, type=F32)
    get("lora.ops.triton_ops.lora_shrink_op", "_lora_shrink")(randn(tokens, width), [randn(count, rank, width) for _ in range(3)], middle, *about.meta_args(tokens, False), 0.5)
    get("lora.ops.triton_ops.lora_expand_op", "_lora_expand")(middle, [randn(count, width, rank) for _ in range(3)], randn(tokens, 3 * width), *about.meta_args(tokens, False), add_inputs=True)


def write_cache(type=BF16):
    key, value = (randn(MIXED.tokens, KV_HEADS, 128) for _ in range(2))
    slots, count = MIXED.make_slots(MIXED.queries, 16)
    keys, values = (zeros(count // 16, 16, KV_HEADS, 128, type=type) for _ in range(2))
    get("v1.attention.ops.triton_reshape_and_cache_flash", "triton_reshape_and_cache_flash")(key, value, keys, values, slots, "auto" if type == BF16 else "fp8", one(), one())


def attend_scaled(batch, mode):
    """Keys and values in 8 or 4 bits with a scale for each token and head."""
    modes = get("v1.kv_cache_interface", "KVQuantMode")
    type, part = {"INT8": (INT8, 1), "FP8": (FP8, 1), "INT4": (torch.uint8, 2)}[mode]
    dim, page = 128, 16
    table, count = batch.make_table(page)
    keys, values = (zeros(count, page, KV_HEADS, dim // part, type=type) for _ in range(2))
    scales = [zeros(count, page, KV_HEADS, type=F32) for _ in range(2)]
    tokens = count * page
    mode = modes[mode + "_PER_TOKEN_HEAD"]
    get("v1.attention.ops.triton_reshape_and_cache_flash", "triton_reshape_and_cache_flash_per_token_head_quant")(
        randn(tokens, KV_HEADS, dim), randn(tokens, KV_HEADS, dim), keys, values, *scales, torch.randperm(tokens, device="cuda"), mode)
    query = randn(batch.tokens, HEADS, dim)
    get("v1.attention.ops.triton_unified_attention", "unified_attention")(
        query, keys, values, empty(*query.shape), serving.starts(batch.queries), batch.longest_query, serving.ints(batch.lengths), batch.longest, dim**-0.5, True, (-1, -1), table, 0.0, None, None, None, kv_quant_mode=mode,
        k_scale_cache=scales[0], v_scale_cache=scales[1])


def delta_rule(name, is_step=False):
    batch = WIDE_DECODE if is_step else PREFILL
    values, states = serving.make_delta_rule(batch, "kda" in name)
    more = dict(initial_state=states, ssm_state_indices=serving.ints(range(1, batch.count + 1))) if is_step else dict(initial_state=states[1:].contiguous(), output_final_state=True)
    module, _, function = name.partition(":")
    get("third_party.flash_linear_attention.ops." + module, function)(*values, **more, cu_seqlens=serving.starts(batch.queries), use_qk_l2norm_in_kernel=True)


def choose(top_k=True, top_p=True):
    rows, words = pick((64, 32000), (3, 1000))
    get("v1.sample.ops.topk_topp_triton", "apply_top_k_top_p_triton")(randn(rows, words, type=F32), randint(1, 50, rows) if top_k else None, serving.rand(rows) if top_p else None)


def sample():
    """Penalties for what a request has said, the least probability, and a choice with noise of its own."""
    rows, words, length = pick((64, 32000, 512), (3, 1000, 40))
    owners, logits = serving.ints(range(rows)), randn(rows, words, type=F32)
    seen, counts = zeros(rows, -(-words // 32), type=torch.int32), zeros(rows, words, type=torch.int32)
    gpu, tokens = "v1.worker.gpu.sample.", randint(0, words, rows, length)
    get(gpu + "penalties", "bincount")(owners, tokens, serving.ints([length // 2] * rows), serving.ints([length] * rows), seen, counts, length)
    get(gpu + "penalties", "apply_penalties")(logits, owners, tokens[:, 0].contiguous(), zeros(rows, type=torch.int32), serving.rand(rows) + 0.5, serving.rand(rows), serving.rand(rows), seen, counts)
    get(gpu + "min_p", "apply_min_p")(logits, owners, serving.rand(rows) * 0.1)
    get(gpu + "gumbel", "gumbel_sample")(logits, owners, serving.rand(rows), torch.arange(rows, device="cuda"), torch.arange(rows, device="cuda"), True)


def prepare_delta_rule():
    heads, value_heads, dim = pick((16, 32, 128), (2, 4, 64))
    tokens = PREFILL.tokens
    get("third_party.flash_linear_attention.ops.fused_gdn_prefill_post_conv", "fused_post_conv_prep")(
        randn(tokens, (2 * heads + value_heads) * dim), randn(tokens, value_heads), randn(tokens, value_heads), serving.rand(value_heads), serving.rand(value_heads), heads, dim, dim)


def pack():
    lengths = serving.ints(PREFILL.queries)
    packed = get("v1.attention.ops.common", "pack_seq_triton")(randn(PREFILL.tokens, HEADS, 128), lengths)
    get("v1.attention.ops.common", "unpack_seq_triton")(packed, lengths)


def rotate():
    dim, tokens = 128, pick(2048, 20)
    get("model_executor.layers.rotary_embedding.mrope", "triton_mrope")(
        randn(tokens, HEADS * dim), randn(tokens, KV_HEADS * dim), randn(3, tokens, dim // 2), randn(3, tokens, dim // 2), [16, 24, 24], dim, dim, False)


def group_experts():
    """Tokens that lie by expert, as expert parallelism leaves them."""
    count, most, n, k = pick((32, 128, 2048, 2048), (4, 20, 128, 64))
    config = dict(BLOCK_SIZE_M=16 if most < 32 else 64, BLOCK_SIZE_N=64, BLOCK_SIZE_K=32)
    import triton.language as tl

    get("model_executor.layers.fused_moe.experts.fused_batched_moe", "invoke_moe_batched_triton_kernel")(
        randn(count, most, k), randn(count, n, k), zeros(count, most, n), randint(0, most, count), tl.bfloat16, None, None, None, False, False, False, config, False)


def run_ragged_experts(tokens, is_fp4=False, is_persistent=None):
    """gpt-oss: routing, and products over ragged groups of tokens with the activation in them; weights in bf16, or in 4 bits with a scale per 32.
    Persistent kernels have descriptors from the host."""
    get("utils.import_utils", "import_triton_kernels")()
    from triton_kernels.matmul_ogs import FlexCtx, FnSpecs, FusedActivation, PrecisionConfig, matmul_ogs
    from triton_kernels.matmul_ogs_details.opt_flags import update_opt_flags_constraints
    from triton_kernels.routing import routing
    from triton_kernels.swiglu import swiglu_fn

    count, top, width, inner = pick((32, 4, 2880, 2880), (4, 2, 256, 256))

    def make_weights(columns, rows):
        bias = randn(count, rows, type=F32)
        if not is_fp4:
            return randn(count, columns, rows, scale=columns**-0.5), bias, PrecisionConfig()
        numbers, scales = randint(0, 256, count, rows, columns // 2, type=torch.uint8), randint(118, 122, count, rows, columns // 32, type=torch.uint8)
        weights, about, scales = get("model_executor.layers.quantization.utils.mxfp4_utils", "_swizzle_mxfp4")(numbers, scales)
        return weights, bias, PrecisionConfig(weight_scale=scales, flex_ctx=FlexCtx(rhs_data=about))

    update_opt_flags_constraints({"is_persistent": is_persistent})
    data, gather, scatter = routing(randn(tokens, count), top)
    first, bias, precision = make_weights(width, 2 * inner)
    activation = FusedActivation(FnSpecs("swiglu", swiglu_fn, ("alpha", "limit")), (1.702, 7.0), 2)
    middle = matmul_ogs(randn(tokens, width), first, bias, data, gather_indx=gather, precision_config=precision, fused_activation=activation)
    second, bias, precision = make_weights(inner, width)
    matmul_ogs(middle, second, bias, data, scatter_indx=scatter, precision_config=precision, gammas=data.gate_scal)


def attend_sparsely(top=4):
    """A first attention scores pages of 128 keys, and a second one sees the best of them: over new tokens, and a token of each sequence."""
    ops, page, dim, group = "models.minimax_m3.common.ops.", 128, 128, 16
    for batch, is_step in (MIXED, False), (WIDE_DECODE, True):
        table, count = batch.make_table(page)
        cache, index_keys, lengths = randn(count, KV_HEADS, page, 2 * dim), randn(count, page, dim), serving.ints(batch.lengths)
        index, query = randn(batch.tokens, KV_HEADS, dim), randn(batch.tokens, group * KV_HEADS, dim)
        out = empty(*query.shape)
        if is_step:
            chosen = get(ops + "index_topk", "minimax_m3_index_decode")(index, index_keys, table, lengths, batch.longest, top, 1, 2, KV_HEADS, 1, 1)
            get(ops + "sparse_attn", "minimax_m3_sparse_attn_decode")(query, cache, chosen, table, lengths, KV_HEADS, dim**-0.5, out, 1)
        else:
            begins, contexts = serving.starts(batch.queries), serving.ints(batch.contexts)
            score = get(ops + "index_topk", "minimax_m3_index_score")(index, index_keys, table, begins, lengths, contexts, batch.longest_query, batch.longest, KV_HEADS)
            chosen = get(ops + "index_topk", "minimax_m3_index_topk")(score, begins, contexts, batch.longest_query, top, 1, 2)
            get(ops + "sparse_attn", "minimax_m3_sparse_attn")(query, cache, chosen, table, begins, lengths, contexts, batch.longest_query, KV_HEADS, dim**-0.5, out)


def make_others():
    tokens, width = pick((2048, 4096), (20, 256))
    yield from serving.make_invariant(lambda name: get("model_executor.layers.batch_invariant", name))
    linear, mamba, quantization = "model_executor.layers.lightning_attn", "model_executor.layers.mamba.ops.", "model_executor.layers.quantization."
    yield "lightning", lambda: serving.call_lightning(get(linear, "lightning_attention"), get(linear, "linear_decode_forward_triton"))
    yield "mamba_chunks", mix_states
    yield "mamba_step", lambda: serving.call_state_step(get(mamba + "mamba_ssm", "selective_state_update"))
    yield "convolution", convolve
    yield "convolution_step", convolve_step
    yield "gated_rms_norm", lambda: get(mamba + "layernorm_gated", "rms_norm_gated")(randn(tokens, width), randn(width), None, randn(tokens, width), group_size=width // 4, norm_before_gate=False)
    yield "delta_rule_chunks", lambda: delta_rule("chunk:chunk_gated_delta_rule")
    yield "delta_rule_before", prepare_delta_rule
    yield "delta_rule_step", lambda: delta_rule("fused_recurrent:fused_recurrent_gated_delta_rule", is_step=True)
    yield "kda_chunks", lambda: delta_rule("kda:chunk_kda")
    yield "kda_step", lambda: delta_rule("kda:fused_recurrent_kda", is_step=True)
    yield "block_scaled_fp8", lambda: serving.call_block_scaled(get(quantization + "utils.fp8_utils", "w8a8_triton_block_scaled_mm"), FP8)
    yield "block_scaled_int8", lambda: serving.call_block_scaled(get(quantization + "utils.int8_utils", "w8a8_block_int8_matmul"), INT8)
    for name, type in ("fp8", FP8), ("int8", INT8):
        yield "row_scaled_%s" % name, lambda type=type: serving.call_row_scaled(get(quantization + "compressed_tensors.triton_scaled_mm", "triton_scaled_mm"), type)
    yield "awq", lambda: serving.call_awq(*(get(quantization + "awq_triton", name) for name in ("awq_dequantize_triton", "awq_gemm_triton")))
    int8 = quantization + "utils.int8_utils"
    yield "quantize_int8_tokens", lambda: get(int8, "per_token_quant_int8")(randn(tokens, width))
    yield "quantize_int8_groups", lambda: get(int8, "per_token_group_quant_int8")(randn(tokens, width), 128)
    yield "quantize_fp8_groups", lambda: get(quantization + "utils.fp8_utils", "per_token_group_quant_fp8")(randn(tokens, 2 * width)[:, :width], 128)
    yield "silu_mul_fp8", lambda: get(quantization + "utils.fp8_utils", "silu_mul_per_token_group_quant_fp8_colmajor")(randn(pick(2048, 128), 2 * width), use_ue8m0=False)
    yield "swiglu_step", lambda: get("model_executor.layers.activation", "swiglustep_and_mul_triton")(empty(tokens, width), randn(tokens, 2 * width))
    yield "adapters", adapt
    yield "write_cache", write_cache
    yield "write_cache_fp8", lambda: write_cache(FP8)
    for mode in "INT8", "FP8", "INT4":
        yield "scaled_cache_%s" % mode.lower(), lambda mode=mode: attend_scaled(MIXED, mode)
    yield "top_k_top_p", choose
    yield "top_k", lambda: choose(top_p=False)
    yield "sample", sample
    yield "pack", pack
    yield "mrope", rotate
    yield "grouped_experts", group_experts
    for tokens in serving.FEW, serving.MANY:
        yield "ragged_experts_%d" % tokens, lambda tokens=tokens: run_ragged_experts(tokens)
        yield "ragged_experts_plain_%d" % tokens, lambda tokens=tokens: run_ragged_experts(tokens, is_persistent=False)
        yield "ragged_experts_fp4_%d" % tokens, lambda tokens=tokens: run_ragged_experts(tokens, is_fp4=True)
    yield "sparse_attention", attend_sparsely


torch.manual_seed(0)
experts = serving.make_experts(lambda *args, **kwargs: get("model_executor.layers.fused_moe.fused_moe", "fused_experts_impl")(*args, **kwargs))
# With few tokens, weights of 4 bits have a kernel in CUDA.
cases.run(dict([*make_attention(), *(case for case in experts if case[0] != "experts_int4_groups_%d" % serving.FEW), *make_others()]))
