"""Calls the public functions of flash-linear-attention (fla-core on PyPI, MIT) as a user would, forward and backward."""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import cases  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

import fla.ops as ops  # noqa: E402

BATCH, LENGTH, HEADS, DIM = 2, 256, 4, 64


def heads(*last, scale=1.0, type=torch.bfloat16, count=HEADS):
    return (torch.randn(BATCH, LENGTH, count, *last, device="cuda") * scale).to(type).requires_grad_()


def gates(*last, type=torch.bfloat16, count=HEADS):
    return F.logsigmoid(torch.randn(BATCH, LENGTH, count, *last, device="cuda")).to(type).requires_grad_()


def unit(*last, type=torch.bfloat16):
    return F.normalize(torch.randn(BATCH, LENGTH, HEADS, *last, device="cuda"), dim=-1).to(type).requires_grad_()


def beta(type=torch.bfloat16):
    return torch.rand(BATCH, LENGTH, HEADS, device="cuda").to(type).requires_grad_()


def train(function, *args, **kwargs):
    found = function(*args, **kwargs)
    found = found[0] if isinstance(found, tuple) else found
    found.backward(torch.randn_like(found))


def infer(function, *args, **kwargs):
    with torch.no_grad():
        function(*args, **kwargs)


def qkv(make=heads):
    return make(DIM), make(DIM), heads(DIM)


def modules():
    from fla.modules import fused_cross_entropy, l2norm, layernorm
    from fla.modules.activations import sigmoid, swish, swiglu
    from fla.modules.convolution import causal_conv1d

    x = lambda: torch.randn(512, 1024, device="cuda").to(torch.bfloat16).requires_grad_()
    yield "l2norm", lambda: train(l2norm.l2_norm, x())
    yield "layer_norm", lambda: train(layernorm.layer_norm, x(), torch.ones(1024, device="cuda", requires_grad=True), torch.zeros(1024, device="cuda", requires_grad=True))
    yield "rms_norm", lambda: train(layernorm.rms_norm, x(), torch.ones(1024, device="cuda", requires_grad=True), None)
    yield "sigmoid", lambda: train(sigmoid, x())
    yield "swish", lambda: train(swish, x())
    yield "swiglu", lambda: train(swiglu, x(), x())
    yield "causal_conv1d", lambda: train(causal_conv1d, torch.randn(2, 256, 512, device="cuda").to(torch.bfloat16).requires_grad_(), torch.randn(512, 4, device="cuda").to(torch.bfloat16).requires_grad_(), activation="silu")
    yield "cross_entropy", lambda: train(fused_cross_entropy.cross_entropy_loss, torch.randn(512, 4096, device="cuda", requires_grad=True), torch.randint(0, 4096, (512,), device="cuda"))


def make_cases():
    yield "simple_gla", lambda: train(ops.chunk_simple_gla, *qkv(), g=gates(type=torch.float32))
    yield "retention", lambda: train(ops.chunk_retention, *qkv())
    yield "linear_attn", lambda: train(ops.chunk_linear_attn, *qkv())
    yield "gla", lambda: train(ops.chunk_gla, *qkv(), gates(DIM))
    yield "delta_rule", lambda: train(ops.chunk_delta_rule, heads(DIM), unit(DIM), heads(DIM), beta())
    yield "gated_delta_rule", lambda: train(ops.chunk_gated_delta_rule, heads(DIM), unit(DIM), heads(DIM), gates(type=torch.float32), beta())
    yield "kda", lambda: train(ops.chunk_kda, heads(DIM), unit(DIM), heads(DIM), gates(DIM), beta())
    yield "forgetting_attn", lambda: train(ops.parallel_forgetting_attn, *qkv(), gates(type=torch.float32))
    yield "attn", lambda: train(ops.parallel_attn, *qkv())
    yield "fused_recurrent_gla", lambda: train(ops.fused_recurrent_gla, *qkv(), gates(DIM))
    yield "fused_recurrent_delta_rule", lambda: train(ops.fused_recurrent_delta_rule, heads(DIM), unit(DIM), heads(DIM), beta())
    yield "fused_recurrent_gated_delta_rule", lambda: infer(ops.fused_recurrent_gated_delta_rule, heads(DIM), unit(DIM), heads(DIM), gates(type=torch.float32), beta=beta())
    yield "hgrn", lambda: train(ops.fused_recurrent_hgrn, torch.randn(2, 256, 512, device="cuda", requires_grad=True), F.logsigmoid(torch.randn(2, 256, 512, device="cuda")).requires_grad_())
    yield "gsa", lambda: train(ops.chunk_gsa, *qkv(), heads(32), gates(32))
    yield "abc", lambda: train(ops.chunk_abc, *qkv(), heads(32))
    yield "rwkv6", lambda: train(ops.chunk_rwkv6, *qkv(), gates(DIM), torch.randn(HEADS, DIM, device="cuda").to(torch.bfloat16).requires_grad_())
    yield "rwkv7", lambda: train(ops.chunk_rwkv7, heads(DIM), gates(DIM), heads(DIM), heads(DIM), unit(DIM), unit(DIM))
    yield "comba", lambda: train(ops.chunk_comba, heads(DIM), unit(DIM), heads(DIM), unit(DIM), gates(type=torch.float32), beta())
    yield "path_attn", lambda: train(ops.parallel_path_attn, *qkv(), unit(DIM, type=torch.float32), beta(torch.float32), gates(type=torch.float32))
    yield "mesa_net", lambda: train(ops.chunk_mesa_net, unit(DIM), unit(DIM), heads(DIM), gates(type=torch.float32), beta(), torch.ones(HEADS, DIM, device="cuda", requires_grad=True), max_CG_iteration=4)
    yield "log_linear_attn", lambda: train(ops.chunk_log_linear_attn, heads(DIM, count=1), heads(DIM, count=1), heads(DIM), gates(type=torch.float32), torch.rand(BATCH, LENGTH, HEADS, 10, device="cuda", requires_grad=True))
    yield "based", lambda: train(ops.parallel_based, heads(16), heads(16), heads(DIM))
    yield "nsa", lambda: train(ops.parallel_nsa, heads(DIM, count=16), heads(DIM, count=1), heads(DIM, count=1), *(torch.rand(BATCH, LENGTH, 16, device="cuda").to(torch.bfloat16).requires_grad_() for _ in range(2)), block_counts=4, block_size=32)
    try:
        yield from modules()
    except ImportError as error:
        print("the modules are missing: %s" % error)


torch.manual_seed(0)
cases.run(dict(make_cases()))
