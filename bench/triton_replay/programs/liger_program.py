"""Calls the public functions of liger-kernel (BSD 2-clause, on PyPI) as a user would, forward and backward."""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import cases  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from liger_kernel.transformers import functional as liger  # noqa: E402

ROWS, WIDTH, WORDS = 512, 2048, 4096


def randn(*shape, type=torch.bfloat16, grad=True, scale=1.0):
    return (torch.randn(shape, device="cuda") * scale).to(type).requires_grad_(grad)


def words(count, bound):
    return torch.randint(0, bound, (count,), device="cuda")


def train(function, *args, **kwargs):
    """The function's results, and the gradients of all of them."""
    found = function(*args, **kwargs)
    found = [found] if isinstance(found, torch.Tensor) else list(found) if isinstance(found, (tuple, list)) else list(vars(found).values())
    found = [one for one in found if isinstance(one, torch.Tensor) and one.requires_grad]
    torch.autograd.backward(found, [torch.randn_like(one) if one.dim() else torch.ones_like(one) for one in found])


def losses(type=torch.float32):
    return randn(ROWS, WORDS, type=type), words(ROWS, WORDS)


def log_probabilities():
    student = torch.randn(ROWS, WORDS, device="cuda").log_softmax(-1).requires_grad_()
    return student, torch.randn(ROWS, WORDS, device="cuda").log_softmax(-1)


def rope(function, heads=8, **kwargs):
    length, dim = 128, 64
    angles = torch.randn(1, length, dim, device="cuda")
    train(function, randn(2, heads, length, dim), randn(2, heads // 2, length, dim), angles.cos(), angles.sin(), **kwargs)


def mrope():
    length, dim = 128, 64
    angles = torch.randn(3, 2, length, dim, device="cuda")
    train(liger.liger_qwen2vl_mrope, randn(2, 8, length, dim), randn(2, 4, length, dim), angles.cos(), angles.sin(), [8, 12, 12])


def linear(rows=256, width=512):
    return randn(rows, width, scale=0.1), randn(WORDS, width, scale=0.05)


def hyper_connections():
    x, f_out = randn(4, 64, 4, 256), randn(4, 64, 256)
    phi, scalars = randn(4 * 256, 24, type=torch.float32, scale=0.02), lambda: torch.full((), 0.5, device="cuda", requires_grad=True)
    h_pre, h_post, h_res = liger.liger_mhc_coeffs(x, phi, randn(24, type=torch.float32), scalars(), scalars(), scalars())
    y = liger.liger_mhc_pre(x, h_pre)
    z = liger.liger_mhc_post_res(x, f_out, h_post, h_res)
    (y.float().sum() + z.float().sum()).backward()


def make_cases():
    matrix = lambda **kwargs: randn(ROWS, WIDTH, **kwargs)
    vector = lambda **kwargs: randn(WIDTH, **kwargs)
    f32 = torch.float32
    yield "rms_norm", lambda: train(liger.liger_rms_norm, matrix(), vector(), 1e-6)
    yield "rms_norm_gemma", lambda: train(liger.liger_rms_norm, matrix(), vector(), 1e-6, 1.0, "gemma", False)
    yield "layer_norm", lambda: train(liger.liger_layer_norm, matrix(), vector(), vector(), 1e-6)
    yield "layer_norm_f32", lambda: train(liger.liger_layer_norm, matrix(type=f32), vector(type=f32), vector(type=f32), 1e-6)
    yield "fused_add_rms_norm", lambda: train(liger.liger_fused_add_rms_norm, matrix(), matrix(), vector(), 1e-6)
    yield "poly_norm", lambda: train(liger.liger_poly_norm, matrix(), randn(3), randn())
    yield "group_norm", lambda: train(liger.liger_group_norm, randn(4, 32, 1024, type=f32), randn(32, type=f32), randn(32, type=f32), 32, 8, 1e-5)
    yield "dyt", lambda: train(liger.liger_dyt, matrix(), randn(1), vector(), vector())
    yield "geglu", lambda: train(liger.liger_geglu, matrix(), matrix())
    yield "swiglu", lambda: train(liger.liger_swiglu, matrix(), matrix())
    yield "relu_squared", lambda: train(liger.liger_relu_squared, matrix())
    yield "softmax", lambda: train(liger.liger_softmax, matrix(type=f32))
    yield "softmax_wide", lambda: train(liger.liger_softmax, randn(64, 50000))
    yield "sparsemax", lambda: train(liger.liger_sparsemax, matrix(type=f32))
    yield "cross_entropy", lambda: train(liger.liger_cross_entropy, *losses())
    yield "cross_entropy_bf16", lambda: train(liger.liger_cross_entropy, *losses(torch.bfloat16), label_smoothing=0.1, lse_square_scale=1e-4, softcap=30.0, return_z_loss=True)
    yield "kl_div", lambda: train(liger.liger_kl_div, log_probabilities()[0], torch.randn(ROWS, WORDS, device="cuda").softmax(-1))
    yield "jsd", lambda: train(liger.liger_jsd, *log_probabilities())
    yield "tvd", lambda: train(liger.liger_tvd, torch.randn(ROWS, WORDS, device="cuda").softmax(-1).requires_grad_(), torch.randn(ROWS, WORDS, device="cuda").softmax(-1))
    yield "fused_linear_cross_entropy", lambda: train(liger.liger_fused_linear_cross_entropy, *linear(), words(256, WORDS))
    yield "fused_linear_jsd", lambda: train(liger.liger_fused_linear_jsd, *linear(), *[one.detach() for one in linear()], words(256, WORDS))
    yield "rope", lambda: rope(liger.liger_rope)
    yield "mrope", mrope
    yield "neighborhood_attention", lambda: train(liger.liger_fused_neighborhood_attention, *(randn(1, 4, 256, 64, type=f32) for _ in range(3)))
    yield "multi_token_attention", lambda: train(liger.liger_multi_token_attention, randn(2, 4, 128, 128, type=f32), randn(4, 4, 3, 3, type=f32, scale=0.1), None, 1, 1)
    yield "attention_residuals", lambda: train(liger.liger_attn_res, randn(8, 2, 256, 1024), randn(1024), randn(1024))
    yield "hyper_connections", hyper_connections


torch.manual_seed(0)
cases.run(dict(make_cases()))
