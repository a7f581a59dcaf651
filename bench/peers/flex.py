"""Times torch's flex_attention on a GPU, its kernels compiled by us and by Triton.

usage: flex.py LIBRARY [--only none,causal,...] [--sizes 16x4096x128,...] [--repeat N]

LIBRARY is libtilewright.so. Needs torch and Triton; a development tool, not part of the product.

torch.compile makes a kernel of each case and launches it once. The TTIR of this launch goes
through our compiler with the same numbers of warps and stages; both kernels then run with
the same arguments. A size is HEADSxNxD, of bf16. A row shows TFLOP/s (of the scores that the
mask leaves, for causal ones) of ours and of Triton, their ratio, and the largest difference.
Samples in turn, with the L2 cache flushed before each; medians.
"""

import argparse
import math
import os
import statistics
import sys
import tempfile

import torch
import torch._inductor.config
import torch._inductor.runtime.triton_heuristics as heuristics
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

sys.dont_write_bytecode = True  # not into the source tree
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from library import I64, PTX  # noqa: E402
from matmul import get_times  # noqa: E402
from matmul_kernels import open_torch_library  # noqa: E402

# The arguments of Triton's launcher before the kernel's own: grid, stream, function,
# metadata and hooks.
LEADING = 9


class Launches:
    """The launches of Triton's kernels that torch compiles."""

    def __init__(self):
        torch._inductor.config.use_static_cuda_launcher = False
        torch._inductor.config.force_disable_caches = True
        torch._inductor.config.compile_threads = 1
        self.found, make_launcher = [], heuristics.TritonCompileResult.make_launcher

        def make(result):
            kernel = result.kernel
            kernel._init_handles()
            run = kernel._run

            def record(*arguments):
                self.found.append((kernel, run, arguments))
                return run(*arguments)

            kernel._run = record
            return make_launcher(result)

        heuristics.TritonCompileResult.make_launcher = make

    def take(self):
        """The kernel that has products, a function that launches it, and its arguments."""
        found = [launch for launch in self.found if "tt.dot" in launch[0].asm["ttir"]]
        self.found.clear()
        kernel, run, arguments = found[-1]
        return kernel, lambda: run(*arguments), arguments


def bind_ours(library, kernel, arguments):
    """Our kernel of the same TTIR."""
    signature = kernel.src.signature
    values = [I64(value) if kind == "i64" else value for value, kind in zip(arguments[LEADING:], signature.values()) if kind != "constexpr"]
    options = {"num-warps": str(kernel.metadata.num_warps), "num-stages": str(kernel.metadata.num_stages)}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "flex.ttir")
        with open(path, "w") as file:
            file.write(kernel.asm["ttir"])
        return library.compile(path, "sm_90a", options, PTX).bind(tuple(arguments[:3]), *values)


def is_causal(b, h, q, k):
    return q >= k


def cap(score, b, h, q, k):
    return 20 * torch.tanh(score / 20)


def get_cases(n):
    documents = torch.arange(n, device="cuda") * 12 // n
    same = lambda b, h, q, k: (documents[q] == documents[k]) & (q >= k)
    block = lambda mask: create_block_mask(mask, None, None, n, n, device="cuda")
    # From a name to the score's function, the mask, and which part of the scores is left.
    return {"none": (None, lambda: None, 1), "causal": (None, lambda: block(is_causal), 0.5), "cap": (cap, lambda: None, 1),
            "causal_cap": (cap, lambda: block(is_causal), 0.5), "documents": (None, lambda: block(same), 0.5 / 12)}


def main():
    words = lambda text: [word for word in text.split(",") if word]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--only", type=words, default=["none", "causal", "cap", "causal_cap", "documents"])
    parser.add_argument("--sizes", type=lambda text: [tuple(map(int, word.split("x"))) for word in words(text)],
                        default=[(16, 4096, 128), (16, 16384, 128), (16, 4096, 64), (16, 16384, 64)])
    parser.add_argument("--repeat", type=int, default=25)
    options = parser.parse_args()
    library, launches = open_torch_library(options.library), Launches()
    flush = torch.empty(1 << 28, dtype=torch.uint8, device="cuda")
    ratios, failures = [], 0
    for heads, n, d in options.sizes:
        torch.manual_seed(n)
        q, k, v = (torch.randn(1, heads, n, d, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        for name, (score, mask, share) in get_cases(n).items():
            if name not in options.only:
                continue
            label = "%-12s %-12s" % (name, "x".join(map(str, (heads, n, d))))
            try:
                torch._dynamo.reset()
                block_mask = mask()
                launches.found.clear()
                want = torch.compile(flex_attention)(q, k, v, score_mod=score, block_mask=block_mask)
                kernel, triton, arguments = launches.take()
                ours = bind_ours(library, kernel, arguments)
                want = want.clone()
                outputs = [x for x in arguments[LEADING:] if torch.is_tensor(x) and x.dtype == q.dtype and x.data_ptr() not in (q.data_ptr(), k.data_ptr(), v.data_ptr())]
                for output in outputs:
                    output.fill_(math.nan)
                ours()
                torch.cuda.synchronize()
                difference = min((output.float().reshape(want.shape) - want.float()).abs().max().item() for output in outputs if output.numel() == want.numel())
                mine, theirs = get_times(torch, [ours, triton], options.repeat, flush)
            except Exception as error:
                print("%s fails: %s" % (label, str(error).strip().splitlines()[0][:200]), flush=True)
                failures += 1
                continue
            ratios.append(theirs / mine)
            right = difference <= 2.0**-5
            failures += not right
            rate = 4 * heads * n * n * d * share / 1e9
            print("%s %7.1f %7.1f  %.3f  difference %.4f %s" % (label, rate / mine, rate / theirs, theirs / mine, difference, "" if right else "WRONG"), flush=True)
    if ratios:
        print("geometric mean %.3f, least %.3f" % (math.exp(statistics.fmean(map(math.log, ratios))), min(ratios)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
