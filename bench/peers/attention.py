"""Checks and times the attention kernels of bench/kernels on a GPU, beside cuDNN.

usage: attention.py LIBRARY [--only causal,...] [--sizes 16x16384,...] [--target T]
           [--repeat N] [--json FILE]

LIBRARY is libtilewright.so. Needs torch; a development tool, not part of the product.

A size is HEADSxN: so many heads, and N queries and keys each. A row shows TFLOP/s of ours
and of cuDNN (through torch; bf16 where ours is e4m3), and ours / cuDNN. A row of a backward
pass counts the delta kernel, and has milliseconds too. Random normal numbers; samples in
turn, with the L2 cache flushed before each; medians. The first and the last head are checked
against f64. A row ends with the errors of ours and of cuDNN there: the root of the mean square
of the differences, relative to that of the right numbers; of a backward pass for dq, dk, dv.
"""

import argparse
import json
import math
import os
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from matmul import get_times  # noqa: E402
from matmul_kernels import Compiler, open_torch_library  # noqa: E402

LN_2 = math.log(2)
# The largest error relative to the largest number of the right result: rounding to bf16, of
# weights too; to e4m3, of weights and inputs.
BF16, E4M3 = 2.0**-6, 2.0**-4


def make_inputs(heads, n, d, count, dtype=torch.bfloat16):
    return [torch.randn(n, heads, d, device="cuda").to(dtype) for _ in range(count)]


def as_torch(x):
    """n x heads x d as torch has it: 1 x heads x n x d."""
    return x.transpose(0, 1)[None]


def multiply(q, k, v, causal):
    """The right result of one head, in f64, and the logarithms of sums."""
    scores = q.double() @ k.double().T / math.sqrt(q.shape[-1])
    if causal:
        scores.masked_fill_(torch.ones(scores.shape, dtype=torch.bool, device="cuda").triu(1), -math.inf)
    return torch.softmax(scores, -1) @ v.double(), torch.logsumexp(scores, -1)


def is_close(got, want, tolerance):
    return bool((got.double() - want).abs().max() <= tolerance * want.abs().max())


def get_errors(got, theirs, want):
    """The errors of ours and of the peer's, if it computes the same."""
    size = want.square().mean().sqrt()
    return [((x.double() - want).square().mean().sqrt() / size).item() if x is not None else math.nan for x in (got, theirs)]


class Bench:
    def __init__(self, options):
        self.options = options
        self.compiler = Compiler(open_torch_library(options.library), options.target)
        self.flush = torch.empty(1 << 28, dtype=torch.uint8, device="cuda")

    def bind(self, file, kernel, grid, *arguments):
        return self.compiler.get(file, kernel, arguments).bind(grid, *arguments)

    def run_forward(self, file, kernel, d, rows, causal, heads, n):
        q, k, v = make_inputs(heads, n, d, 3)
        o, lse = torch.full_like(q, math.nan), torch.full((heads, n), math.nan, device="cuda")
        scale = 1 / math.sqrt(d) / LN_2
        launch = self.bind(file, kernel, (-(-n // rows), heads, 1), q, k, v, o, lse, n, n, heads, scale)
        peer = lambda: torch.nn.functional.scaled_dot_product_attention(as_torch(q), as_torch(k), as_torch(v), is_causal=causal)
        launch()
        right, theirs, errors = True, peer()[0].transpose(0, 1), []
        for head in (0, heads - 1):
            want, want_lse = multiply(q[:, head], k[:, head], v[:, head], causal)
            right &= is_close(o[:, head], want, BF16) and is_close(lse[head], want_lse, 1e-4)
            errors.append(get_errors(o[:, head], theirs[:, head], want))
        return [launch], [peer], right, errors, 4 * heads * n * n * d * (0.5 if causal else 1)

    def run_fp8(self, interleaved, heads, n):
        q, k, v = make_inputs(heads, n, 128, 3)
        q_8, k_8, v_8 = (x.to(torch.float8_e4m3fn) for x in (q, k, v))
        ldv = -(-n // 16) * 16
        stored = torch.zeros(heads, 128, ldv, device="cuda").to(torch.float8_e4m3fn)
        stored.view(torch.uint8)[:, :, :n] = v_8.view(torch.uint8).permute(1, 2, 0)
        if interleaved:
            # Place 4 t + 2 h + b of each 16 has key 8 h + 2 t + b.
            order = torch.tensor([8 * h + 2 * t + b for t in range(4) for h in range(2) for b in range(2)], device="cuda")
            stored = stored.view(torch.uint8).view(heads, 128, ldv // 16, 16)[..., order].contiguous().view(torch.float8_e4m3fn).view(heads, 128, ldv)
        o, ones = torch.full_like(q, math.nan), [torch.ones(heads, device="cuda") for _ in range(3)]
        kernel = "attention_fp8_interleaved" if interleaved else "attention_fp8"
        launch = self.bind("attention_fp8", kernel, (-(-n // 128), heads, 1), q_8, k_8, stored, o, *ones, n, n, heads, ldv, 1 / math.sqrt(128) / LN_2)
        peer = lambda: torch.nn.functional.scaled_dot_product_attention(as_torch(q), as_torch(k), as_torch(v))
        launch()
        wanted = {head: multiply(q_8[:, head], k_8[:, head], v_8[:, head], False)[0] for head in (0, heads - 1)}
        right = all(is_close(o[:, head], want, E4M3) for head, want in wanted.items())
        return [launch], [peer], right, [get_errors(o[:, head], None, want) for head, want in wanted.items()], 4 * heads * n * n * 128

    def run_backward(self, causal, heads, n):
        q, k, v, do = make_inputs(heads, n, 128, 4)
        leaves = [x.detach().clone().requires_grad_() for x in (q, k, v)]
        o_torch = torch.nn.functional.scaled_dot_product_attention(*map(as_torch, leaves), is_causal=causal)
        o = o_torch.detach()[0].transpose(0, 1).contiguous()
        lse = torch.empty(heads, n, device="cuda")
        delta, dq = torch.full_like(lse, math.nan), torch.zeros(n, heads, 128, device="cuda")
        dk, dv = torch.full_like(k, math.nan), torch.full_like(v, math.nan)
        scale = 1 / math.sqrt(128) / LN_2
        blocks = (-(-n // 128), heads, 1)
        self.bind("attention_causal", "attention_causal_128" if causal else "attention_128", blocks, q, k, v, torch.empty_like(q), lse, n, n, heads, scale)()
        sums = self.bind("attention_backward", "attention_delta", (-(-n // 64), heads, 1), o, do, delta, n, heads)
        kernel = "attention_backward_causal" if causal else "attention_backward"
        products = self.bind("attention_backward", kernel, blocks, q, k, v, do, lse, delta, dq, dk, dv, n, n, heads, scale)

        def launch():
            sums()
            products()

        peer = lambda: torch.autograd.grad(o_torch, leaves, as_torch(do), retain_graph=True)
        launch()
        right, theirs, errors = True, [x[0].transpose(0, 1) if x.dim() == 4 else x for x in peer()], []
        for head in (0, heads - 1):
            mine = [x[:, head].double().requires_grad_() for x in (q, k, v)]
            wanted = torch.autograd.grad(multiply(*mine, causal)[0], mine, do[:, head].double())
            right &= all(is_close(got[:, head], want, BF16) for got, want in zip((dq, dk, dv), wanted))
            errors += [get_errors(got[:, head], their[:, head], want) for got, their, want in zip((dq, dk, dv), theirs, wanted)]
        # dq has what each launch adds; the samples' sums are not looked at.
        return [launch], [peer], right, errors, 10 * heads * n * n * 128 * (0.5 if causal else 1)

    CASES = {
        "full": lambda self, *size: self.run_forward("attention_causal", "attention_128", 128, 128, False, *size),
        "causal": lambda self, *size: self.run_forward("attention_causal", "attention_causal_128", 128, 128, True, *size),
        "causal_64": lambda self, *size: self.run_forward("attention_causal_64", "attention_causal_64", 64, 64, True, *size),
        "full_256": lambda self, *size: self.run_forward("attention_causal_256", "attention_256", 256, 128, False, *size),
        "causal_256": lambda self, *size: self.run_forward("attention_causal_256", "attention_causal_256", 256, 128, True, *size),
        "fp8": lambda self, *size: self.run_fp8(False, *size),
        "fp8_interleaved": lambda self, *size: self.run_fp8(True, *size),
        "backward": lambda self, *size: self.run_backward(False, *size),
        "backward_causal": lambda self, *size: self.run_backward(True, *size),
    }


def main():
    words = lambda text: [word for word in text.split(",") if word]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--only", type=words, default=list(Bench.CASES), help="of " + ", ".join(Bench.CASES))
    parser.add_argument("--sizes", type=lambda text: [tuple(map(int, word.split("x"))) for word in words(text)], default=[(16, 16384), (32, 4096)])
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--repeat", type=int, default=25)
    parser.add_argument("--json")
    options = parser.parse_args()
    bench, rows, failures = Bench(options), [], 0
    print("%-18s %-10s %8s %8s TFLOP/s" % ("", "", "ours", "cuDNN"))
    for name in options.only:
        for size in options.sizes:
            label = "%-18s %-10s" % (name, "x".join(map(str, size)))
            torch.manual_seed(sum(size))
            torch.cuda.empty_cache()
            try:
                with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
                    ours, peers, right, errors, flops = Bench.CASES[name](bench, *size)
                    mine, theirs = get_times(torch, ours + peers, options.repeat, bench.flush)
            except Exception as error:
                print("%s fails: %s" % (label, str(error).strip().splitlines()[0][:200]), flush=True)
                failures += 1
                continue
            failures += not right
            rows.append(dict(kernel=name, size=size, ours_ms=mine, cudnn_ms=theirs, flops=flops, right=right, errors=errors))
            print("%s %8.1f %8.1f  %.3f  %6.3f ms, %6.3f ms  %s  %s" % (label, flops / mine / 1e9, flops / theirs / 1e9, theirs / mine, mine, theirs, "ok" if right else "WRONG", " ".join("%.2e/%.2e" % tuple(pair) for pair in errors)), flush=True)
    if options.json:
        with open(options.json, "w") as out:
            json.dump(dict(gpu=torch.cuda.get_device_name(), rows=rows), out, indent=1)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
