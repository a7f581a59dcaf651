"""Checks the products of matrices in bench/kernels on a GPU.

usage: matmul_kernels.py LIBRARY errors [--only f16,...] [--sizes 1024,...] [--target T] [--json FILE]
       matmul_kernels.py LIBRARY kernels [--only NAME,...] [--target T]
       matmul_kernels.py LIBRARY sanitize [--only NAME,...] [--target T] [--tools memcheck,...]

LIBRARY is libtilewright.so. Needs torch; a development tool, not part of the product.

`errors` compares our products and cuBLAS's (by torch) with the same products in f64: the
root of the mean square of the errors and the largest error, both relative to the root of
the mean square of the results. Each type is compared with cuBLAS's product of the same
types; tf32x3, bf16x3 and bf16x6, which cuBLAS lacks, with its tf32 and its f32. It fails
where a product has more than 1 % more error than the same product of cuBLAS.

`kernels` runs each kernel at a full size and at odd ones, checks it against f64, and
times the full size beside torch. `sanitize` runs each at two small sizes, once for each
tool of compute-sanitizer; torch stays on the CPU there.
"""

import argparse
import ctypes
import json
import math
import os
import re
import sys
import tempfile

import torch

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from library import I64, PTX, Library  # noqa: E402
from matmul import get_times  # noqa: E402
from sanitizer import Memory, add_options, sanitize  # noqa: E402

KERNELS = os.path.join(os.path.dirname(HERE), "kernels")
DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}
# Sums of f32 on tensor cores, which cut instead of rounding, relative to the product of
# the lengths of row and column; a factor cut to tf32; e4m3 products that are added with
# 13 bits behind the largest.
SUM, TF32, E4M3 = 2.0**-19, 2.0**-9.5, 2.0**-12


class Case:
    """What a kernel gets, and what it must make of it."""

    def __init__(self, grid, arguments, output, want, bound, precision, peer=None, flops=0):
        self.grid, self.arguments, self.output, self.flops = grid, arguments, output, flops
        # A tensor of f64; what each element may be off, and relative to itself.
        self.want, self.bound, self.precision, self.peer = want, bound, precision, peer

    def is_right(self, output):
        want, bound = self.want(), self.bound()
        got = output.double().reshape(want.shape)
        same = (got == want) | (got.isnan() & want.isnan())
        return bool((same | ((got - want).abs() <= bound + self.precision * want.abs())).all())


def tiles(m, n, height, width):
    return -(-m // height) * -(-n // width)


def normal(device, dtype, *shape):
    return torch.randn(*shape, device=device).to(dtype)


def empty(device, dtype, *shape):
    """Holds NaN, or numbers that no result is."""
    x = torch.empty(*shape, dtype=dtype, device=device)
    x.view(torch.uint8).fill_(0xFF if dtype.is_floating_point else 0xA5)
    return x


def get_bound(a, b, factor):
    """`factor` of the product of the lengths of a's rows and b's columns."""
    return lambda: factor * a.double().norm(dim=-1, keepdim=True) * b.double().norm(dim=-2, keepdim=True)


def round_bound(dtype):
    return {torch.float16: 2.0**-11, torch.bfloat16: 2.0**-8, torch.float32: 0, torch.int32: 0}[dtype] * 1.01


def make_product(kind, height, width, form="nn", leaky=None, columns_only=False, factor=SUM):
    dtype = DTYPES[kind]

    def make(device, m, n, k):
        a, b = normal(device, dtype, m, k), normal(device, dtype, k, n)
        stored_a = a.T.contiguous() if form[0] == "t" else a
        stored_b = b.T.contiguous() if form[1] == "t" else b
        c = empty(device, dtype, m, n)
        arguments = [stored_a, stored_b, c, m, n, k, m if form[0] == "t" else k, k if form[1] == "t" else n, n]
        want = lambda: a.double() @ b.double()
        if leaky is not None:
            arguments.append(leaky)
            plain = want
            want = lambda: torch.nn.functional.leaky_relu(plain(), 0.01) if leaky else plain()
        grid = -(-n // width) if columns_only else tiles(m, n, height, width)
        return Case(grid, arguments, c, want, get_bound(a, b, factor), round_bound(dtype), lambda: a @ b, 2 * m * n * k)

    return make


def make_int8(device, m, n, k):
    a, b = (torch.randint(-128, 128, shape, dtype=torch.int8, device=device) for shape in ((m, k), (n, k)))
    c = empty(device, torch.int32, m, n)
    peer = (lambda: torch._int_mm(a, b.T)) if m > 16 and n % 8 == 0 and k % 8 == 0 else None
    return Case(tiles(m, n, 128, 128), [a, b, c, m, n, k, k, k, n], c, lambda: a.double() @ b.T.double(), lambda: 0.0, 0, peer, 2 * m * n * k)


def make_fp8(device, m, n, k):
    a, b = (torch.randn(*shape, device=device).to(torch.float8_e4m3fn) for shape in ((m, k), (n, k)))
    one, half = torch.full((1,), 1.0, device=device), torch.full((1,), 0.75, device=device)
    c = empty(device, torch.bfloat16, m, n)
    wide_a, wide_b = a.double(), b.double()
    peer = (lambda: torch._scaled_mm(a, b.T, scale_a=one, scale_b=half, out_dtype=torch.bfloat16)) if n % 16 == 0 and k % 16 == 0 else None
    return Case(tiles(m, n, 128, 128), [a, b, c, one, half, m, n, k, k, k, n], c, lambda: 0.75 * (wide_a @ wide_b.T),
                get_bound(wide_a, wide_b.T, 0.75 * E4M3), round_bound(torch.bfloat16), peer, 2 * m * n * k)


def make_gelu(device, m, n, k):
    a, b, bias = normal(device, torch.bfloat16, m, -(-k // 16) * 16)[:, :k], normal(device, torch.bfloat16, k, n), normal(device, torch.bfloat16, n)
    scales = torch.rand(m, device=device) * (100 / math.sqrt(k))
    c = empty(device, torch.float8_e4m3fn, m, n)

    def want():
        x = a.double() @ b.double() + bias.double()
        return (torch.nn.functional.gelu(x, approximate="tanh") * scales.double()[:, None]).clamp(-448, 448)

    # The hardware's tanh is good to 2^-11 of 1, and its argument as far as the sum.
    slack = get_bound(a.double(), b.double(), SUM)
    bound = lambda: (slack() + 2.0**-11 * (want() / scales.double()[:, None]).abs().clamp(min=1) + 2.0**-10) * scales.double()[:, None] + 2.0**-10
    return Case(tiles(m, n, 128, 256), [a, b, c, bias, scales, m, n, k, a.stride(0), n, n], c, want, bound, 2.0**-4, lambda: torch.matmul(a, b), 2 * m * n * k)


def make_batched(device, m, n, k, batches=4):
    a, b = normal(device, torch.float16, batches, m, k), normal(device, torch.float16, batches, k, n)
    c = empty(device, torch.float16, batches, m, n)
    arguments = [a, b, c, m, n, k, k, n, n, I64(m * k), I64(k * n), I64(m * n)]
    return Case((tiles(m, n, 64, 64), batches, 1), arguments, c, lambda: a.double() @ b.double(), get_bound(a, b, SUM), round_bound(torch.float16),
                lambda: a @ b, 2 * batches * m * n * k)


def make_split_k(device, m, n, k, splits=4):
    a, b = normal(device, torch.float16, m, k), normal(device, torch.float16, k, n)
    c = torch.zeros(m, n, device=device)
    return Case((tiles(m, n, 64, 64), splits, 1), [a, b, c, m, n, k, k, n, n], c, lambda: a.double() @ b.double(), get_bound(a, b, 2 * SUM), 2.0**-22,
                lambda: a @ b, 2 * m * n * k)


def make_split_k_parts(device, m, n, k, splits=4):
    """The sums of the parts; torch adds them up."""
    a, b = normal(device, torch.float16, m, k), normal(device, torch.float16, k, n)
    parts = empty(device, torch.float32, splits, m, n)
    case = Case((tiles(m, n, 64, 64), splits, 1), [a, b, parts, m, n, k, k, n, n], parts, lambda: a.double() @ b.double(), get_bound(a, b, 2 * SUM), 0,
                lambda: a @ b, 2 * m * n * k)
    is_right = case.is_right
    case.is_right = lambda output: is_right(output.double().sum(0))
    return case


def make_int4(device, m, n, k):
    a = normal(device, torch.float16, m, k)
    codes = torch.randint(0, 16, (k, n), dtype=torch.uint8, device=device)
    packed = codes[0::2] | codes[1::2] << 4
    scales = torch.rand(k // 64, n, device=device).to(torch.float16)
    w = ((codes.to(torch.float16) - 8) * scales.repeat_interleave(64, 0)).to(torch.float16)
    c = empty(device, torch.float16, m, n)
    return Case(tiles(m, n, 64, 128), [a, packed, c, scales, m, n, k, k, n, n], c, lambda: a.double() @ w.double(), get_bound(a, w, SUM), round_bound(torch.float16),
                lambda: a @ w, 2 * m * n * k)


def make_int4_16(device, m, n, k):
    """Each run adds to c; the first one, which is checked, adds to 0."""
    a = normal(device, torch.float16, m, k)
    codes = torch.randint(0, 16, (k, n), dtype=torch.int64, device=device)
    # The order in the kernel's head.
    parts = codes.reshape(k // 32, 4, 8, n // 128, 4, 2, 2, 8).permute(0, 3, 5, 7, 1, 4, 6, 2)
    words = sum(parts[..., e] << 4 * (e // 2 + 4 * (e % 2)) for e in range(8))
    words = torch.where(words >= 2**31, words - 2**32, words).to(torch.int32).contiguous()
    scales = torch.rand(k // 128, n, device=device).to(torch.float16)
    w = (codes.double() - 8) * scales.double().repeat_interleave(128, 0)
    narrow = w.to(torch.float16)
    c = torch.zeros(m, n, dtype=torch.float32, device=device)
    part = 1024 if k % 1024 == 0 else 128
    return Case((n // 128, k // part, -(-m // 16)), [a, words, scales, c, m, n, k, part], c, lambda: a.double() @ w, get_bound(a, w, SUM), 2.0**-22,
                lambda: a @ narrow, 2 * m * n * k)


def make_mxfp4(device, m, n, k):
    a = normal(device, torch.bfloat16, m, k)
    codes = torch.randint(0, 16, (n, k), dtype=torch.uint8, device=device)
    packed = (codes[:, 0::2] | codes[:, 1::2] << 4).contiguous()
    scales = torch.randint(117, 134, (n, k // 32), dtype=torch.uint8, device=device)
    values = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6], dtype=torch.float64, device=device)
    w = (values[codes.long()] * torch.exp2(scales.double() - 127).repeat_interleave(32, 1)).T
    narrow = w.to(torch.bfloat16)  # exact
    c = empty(device, torch.bfloat16, m, n)
    return Case(tiles(m, n, 64, 128), [a, packed, c, scales, m, n, k, k, k // 2, n], c, lambda: a.double() @ w, get_bound(a, w, SUM), round_bound(torch.bfloat16),
                lambda: a @ narrow, 2 * m * n * k)


def make_matvec(device, m, n):
    a, x = normal(device, torch.float16, m, n), normal(device, torch.float16, n, 1)
    y = empty(device, torch.float32, m)
    bound = get_bound(a, x, SUM)
    return Case(-(-m // 16), [a, x, y, m, n, n], y, lambda: (a.double() @ x.double())[:, 0], lambda: bound()[:, 0], 0, lambda: a @ x, 2 * m * n)


def make_attention(causal):
    def make(device, heads, n, d=64):
        q, k, v = (normal(device, torch.float16, heads, n, d) for _ in range(3))
        o = empty(device, torch.float16, heads, n, d)

        def want():
            scores = q.double() @ k.double().transpose(1, 2) / math.sqrt(d)
            if causal:
                scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool, device=device).triu(1), -math.inf)
            return torch.softmax(scores, -1) @ v.double()

        peer = lambda: torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)
        # Each weight is rounded to f16: relative to the largest of v.
        return Case((-(-n // 64), heads, 1), [q, k, v, o, n, math.log2(math.e) / math.sqrt(d)], o, want, lambda: 2.0**-10 * 4, 2.0**-11, peer,
                    4 * heads * n * n * d * (0.5 if causal else 1))

    return make


FULL, ODD, SMALL = (4096, 4096, 4096), [(1, 1, 1), (1000, 1013, 777), (257, 4099, 130)], [(130, 67, 70), (256, 128, 320)]
# The file and kernel; what makes a case; full and odd sizes, sizes for the sanitizer.
CASES = {
    "f16": ("matmul", "matmul_f16", make_product("f16", 128, 128, leaky=0), FULL, ODD, SMALL),
    "f16_leaky": ("matmul", "matmul_f16", make_product("f16", 128, 128, leaky=1), FULL, ODD, SMALL),
    "bf16": ("matmul", "matmul_bf16", make_product("bf16", 128, 128, leaky=0), FULL, ODD, SMALL),
    "tf32": ("matmul", "matmul_f32", make_product("f32", 128, 128, factor=TF32), FULL, ODD, SMALL),
    "nt": ("matmul_transposed", "matmul_nt", make_product("bf16", 128, 64, "nt"), FULL, ODD, SMALL),
    "tn": ("matmul_transposed", "matmul_tn", make_product("bf16", 128, 64, "tn"), FULL, ODD, SMALL),
    "tt": ("matmul_transposed", "matmul_tt", make_product("bf16", 128, 64, "tt"), FULL, ODD, SMALL),
    "int8": ("matmul_int8", "matmul_int8", make_int8, FULL, ODD, SMALL),
    "fp8": ("matmul_fp8", "matmul_fp8", make_fp8, FULL, ODD, SMALL),
    "gelu_fp8": ("matmul_gelu_fp8", "matmul_gelu_fp8", make_gelu, (8192, 8192, 8192), [(1, 16, 1), (1000, 1008, 777), (257, 4096, 130)], [(130, 64, 80), (256, 256, 320)]),
    "batched": ("matmul_batched", "matmul_batched", make_batched, (2048, 2048, 2048), ODD, SMALL),
    "split_k": ("matmul_split_k", "matmul_split_k_atomic", make_split_k, (512, 512, 16384), ODD, SMALL),
    "split_k_parts": ("matmul_split_k", "matmul_split_k", make_split_k_parts, (512, 512, 16384), ODD, SMALL),
    "int4": ("matmul_int4", "matmul_int4", make_int4, FULL, [(1, 1, 64), (1000, 1013, 768), (16, 4096, 4096)], [(65, 130, 192), (128, 128, 320)]),
    "int4_16": ("matmul_int4_small_m", "matmul_int4_16", make_int4_16, (16, 8192, 8192), [(1, 128, 128), (19, 1024, 768)], [(7, 128, 256), (16, 256, 1024)]),
    "mxfp4": ("matmul_mxfp4", "matmul_mxfp4", make_mxfp4, FULL, [(1, 1, 32), (1000, 1013, 800), (16, 4096, 4096)], [(65, 130, 160), (128, 128, 320)]),
    "small_16": ("matmul_small_m", "matmul_16", make_product("f16", 16, 64, columns_only=True), (16, 8192, 8192), [(1, 1, 1), (7, 1013, 777)], [(7, 70, 130), (16, 128, 640)]),
    "small_64": ("matmul_small_m", "matmul_64", make_product("f16", 64, 64, columns_only=True), (64, 8192, 8192), [(1, 1, 1), (33, 1013, 777)], [(33, 70, 130), (64, 128, 640)]),
    "matvec": ("matvec", "matvec", make_matvec, (8192, 8192), [(1, 1), (1000, 1013)], [(17, 300), (32, 512)]),
    "attention": ("attention", "attention", make_attention(False), (8, 4096), [(1, 1), (3, 1013)], [(2, 77), (1, 256)]),
    "attention_causal": ("attention", "attention_causal", make_attention(True), (8, 4096), [(1, 1), (3, 1013)], [(2, 77), (1, 256)]),
}


def get_assumptions(arguments):
    """A promise for each integer that is a multiple of 16."""
    return ",".join("%d:16" % i for i, argument in enumerate(arguments) if isinstance(argument, int) and argument > 1 and argument % 16 == 0)


class Compiler:
    """Our library, and the kernels that it made."""

    def __init__(self, library, target):
        self.library, self.target, self.kernels = library, target, {}

    def get(self, file, kernel, arguments):
        key = file, kernel, get_assumptions(arguments)
        if key not in self.kernels:
            options = dict(kernel=kernel, assume=key[2]) if key[2] else dict(kernel=kernel)
            path = file if os.path.isabs(file) else os.path.join(KERNELS, file + ".mlir")
            self.kernels[key] = self.library.compile(path, self.target, options, PTX, kernel)
        return self.kernels[key]


def open_torch_library(path):
    torch.zeros(1, device="cuda")  # makes the context
    context = ctypes.c_void_p()
    ctypes.CDLL("libcuda.so.1").cuCtxGetCurrent(ctypes.byref(context))
    return Library(os.path.abspath(path), context)


# errors


def get_text(precision=None, result=None):
    """bench/kernels/matmul.mlir with another precision of its f32, or results of f32."""
    with open(os.path.join(KERNELS, "matmul.mlir")) as file:
        text = file.read()
    if precision:
        text, count = re.subn("inputPrecision = tf32 ", "inputPrecision = %s " % precision, text)
        assert count == 1
    if result:
        text, count = re.subn(r"%c = arith.truncf %activated : (tensor<128x128xf32>) to .*", r"%c = arith.addf %activated, %nothing : \1", text)
        assert count == 2
        lines = [re.sub(r"ptr<b?f16>", "ptr<f32>", line) if re.search(r"%c_ptr|%c_base", line) else line for line in text.split("\n")]
        text = "\n".join(lines)
    return text


def compute(function, reduced=False, tf32=False):
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = reduced
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = reduced
    torch.backends.cuda.matmul.allow_tf32 = tf32
    return function()


def get_error(got, right, size):
    error = (got.double() - right).abs()
    return float((error.square().mean().sqrt() / size).item()), float((error.max() / size).item())


# The kernel's file ("" for matmul.mlir with the changes), kernel, changes, what makes a
# case, the types of cuBLAS that it is compared with, and that it must not be worse than.
ERRORS = {
    "f16": ("", "matmul_f16", {}, CASES["f16"][2], ["same"]),
    "f16 to f32": ("", "matmul_f16", dict(result="f32"), CASES["f16"][2], ["wide"]),
    "bf16": ("", "matmul_bf16", {}, CASES["bf16"][2], ["same"]),
    "bf16 to f32": ("", "matmul_bf16", dict(result="f32"), CASES["bf16"][2], ["wide"]),
    "tf32": ("", "matmul_f32", {}, CASES["tf32"][2], ["tf32"]),
    "tf32x3": ("", "matmul_f32", dict(precision="tf32x3"), CASES["tf32"][2], ["tf32", "(f32)"]),
    "bf16x3": ("", "matmul_f32", dict(precision="bf16x3"), CASES["tf32"][2], ["tf32", "(f32)"]),
    "bf16x6": ("", "matmul_f32", dict(precision="bf16x6"), CASES["tf32"][2], ["tf32", "(f32)"]),
    "f32": ("", "matmul_f32", dict(precision="ieee"), CASES["tf32"][2], ["f32"]),
    "fp8": ("matmul_fp8", "matmul_fp8", {}, CASES["fp8"][2], ["exact sums", "(fast sums)"]),
    "int8": ("matmul_int8", "matmul_int8", {}, CASES["int8"][2], ["same"]),
}


def run_peer(name, case):
    a, b = case.arguments[:2]
    if name in ("exact sums", "fast sums"):
        return torch._scaled_mm(a, b.T, scale_a=case.arguments[3], scale_b=case.arguments[4], out_dtype=torch.bfloat16, use_fast_accum=name == "fast sums")
    if name == "wide":
        return torch.mm(a, b, out_dtype=torch.float32)
    return case.peer()


def run_errors(options):
    compiler = Compiler(open_torch_library(options.library), options.target)
    rows, failures = [], 0
    print("relative to the root mean square of the result; ours, cuBLAS, ours / cuBLAS")
    with tempfile.TemporaryDirectory() as folder:
        for label, (file, kernel, changes, make, peers) in ERRORS.items():
            if options.only and label not in options.only:
                continue
            path = file
            if not file:
                path = os.path.join(folder, label.replace(" ", "_") + ".mlir")
                with open(path, "w") as out:
                    out.write(get_text(**changes))
            for size in options.sizes:
                try:
                    torch.manual_seed(size)
                    case = make("cuda", size, size, size)
                    if changes.get("result"):
                        case.output = case.arguments[2] = empty("cuda", torch.float32, size, size)
                    compiler.get(path, kernel, case.arguments).bind(case.grid, *case.arguments)()
                    torch.cuda.synchronize()
                    right = case.want()
                    scale = right.square().mean().sqrt()
                    ours = get_error(case.output, right, scale)
                except Exception as error:
                    print("%-12s %5d fails: %s" % (label, size, str(error).strip().splitlines()[0][:200]), flush=True)
                    failures += 1
                    continue
                for peer in peers:
                    only_shown, peer = peer.startswith("("), peer.strip("()")
                    try:
                        theirs = get_error(compute(lambda: run_peer(peer, case), tf32=peer == "tf32"), right, scale)
                    except Exception as error:
                        print("%-12s %5d cuBLAS, %s: %s" % (label, size, peer, str(error).strip().splitlines()[0][:150]), flush=True)
                        continue
                    ratios = [x / y if y else (1.0 if x == 0 else math.inf) for x, y in zip(ours, theirs)]
                    worse = not only_shown and not ratios[0] <= 1.01
                    failures += worse
                    rows.append(dict(type=label, size=size, peer=peer, ours=ours, cublas=theirs))
                    print("%-12s %5d beside %-10s  rms %.3e %.3e %6.3f   largest %.3e %.3e %6.3f%s" % (
                        label, size, peer, ours[0], theirs[0], ratios[0], ours[1], theirs[1], ratios[1], "  WORSE" if worse else ""), flush=True)
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"gpu": torch.cuda.get_device_name(), "rows": rows}, out, indent=1)
    print("%d rows, %d failed" % (len(rows), failures))
    return 1 if failures or not rows else 0


# kernels


def run_kernels(options):
    compiler, failures, count = Compiler(open_torch_library(options.library), options.target), 0, 0
    flush = torch.empty(1 << 28, dtype=torch.uint8, device="cuda")
    torch.backends.cuda.matmul.allow_tf32 = True
    print("%-18s %-18s %8s %8s TFLOP/s" % ("", "", "ours", "torch"))
    for name, (file, kernel, make, full, odd, _) in CASES.items():
        if options.only and name not in options.only:
            continue
        for size in [full] + odd:
            label = "%-18s %-18s" % (name, "x".join(map(str, size)))
            count += 1
            try:
                torch.manual_seed(sum(size))
                case = make("cuda", *size)
                launch = compiler.get(file, kernel, case.arguments).bind(case.grid, *case.arguments)
                launch()
                torch.cuda.synchronize()
                right = case.is_right(case.output)
                failures += not right
                if size != full or not right:
                    print("%s %s" % (label, "ok" if right else "WRONG"), flush=True)
                    continue
            except Exception as error:
                print("%s fails: %s" % (label, str(error).strip().splitlines()[0][:200]), flush=True)
                failures += 1
                continue
            try:
                times = get_times(torch, [launch] + ([case.peer] if case.peer else []), 15, flush)
                print("%s %s  ok" % (label, " ".join("%8.1f" % (case.flops / time / 1e9) for time in times)), flush=True)
            except Exception as error:
                print("%s ok, not timed: %s" % (label, str(error).strip().splitlines()[0][:150]), flush=True)
    print("%d runs, %d failed" % (count, failures))
    return 1 if failures or not count else 0


# sanitize


def run_small(options):
    """What runs under compute-sanitizer: no kernels except ours."""
    compiler, failures, count = Compiler(Library(os.path.abspath(options.library), device=options.device), options.target), 0, 0
    library = compiler.library
    for name, (file, kernel, make, _, _, sizes) in CASES.items():
        if options.only and name not in options.only:
            continue
        for size in sizes:
            torch.manual_seed(sum(size))
            case = make("cpu", *size)
            # What the kernel only writes is never written here, so that initcheck sees what the kernel leaves out.
            memories = [Memory(library, x) for x in case.arguments if isinstance(x, torch.Tensor)]
            for memory in memories:
                if memory.tensor is not case.output or name == "split_k":
                    memory.fill()
            left = iter(memories)
            arguments = [next(left) if isinstance(x, torch.Tensor) else x for x in case.arguments]
            compiler.get(file, kernel, case.arguments).bind(case.grid, *arguments)()
            for memory in memories:
                if memory.tensor is case.output:
                    memory.read()
                library.free(memory.at)
            right = case.is_right(case.output)
            count, failures = count + 1, failures + (not right)
            print("%-18s %-14s %s" % (name, "x".join(map(str, size)), "ok" if right else "WRONG"), flush=True)
    print("%d runs, %d failed" % (count, failures))
    return 1 if failures or not count else 0


def run_sanitize(options):
    command = [sys.executable, os.path.abspath(__file__), options.library, "small", "--target", options.target, "--device", options.device]
    return sanitize(options, [command + (["--only", ",".join(options.only)] if options.only else [])])


def main():
    words = lambda text: [word for word in text.split(",") if word]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("mode", choices=["errors", "kernels", "sanitize", "small"])
    parser.add_argument("--only", type=words, help="of " + ", ".join(CASES) + "; of errors: " + ", ".join(ERRORS))
    parser.add_argument("--sizes", type=lambda text: [int(word) for word in words(text)], default=[1024, 2048, 4096, 8192])
    parser.add_argument("--target", default="sm_90a")
    add_options(parser)
    parser.add_argument("--device", default="cuda:0", help="what small runs on: cuda:0, or sim")
    parser.add_argument("--json")
    options = parser.parse_args()
    return {"errors": run_errors, "kernels": run_kernels, "sanitize": run_sanitize, "small": run_small}[options.mode](options)


if __name__ == "__main__":
    sys.exit(main())
