"""Runs kernels that reduce, scan and sort at small sizes, under compute-sanitizer.

usage: reductions.py LIBRARY sanitize [--only NAME,...] [--tools memcheck,...] [--jobs N]
           [--target T]
       reduction_sanitizer.py LIBRARY small [--only NAME,...] [--part I/N] [--target T]
           [--device DEVICE]

LIBRARY is libtilewright.so. The kernels are those of bench/kernels, and those of
reduction_kernels.py by the TTIR that Triton makes of them. `small` runs each with 1, 4
and 8 warps and checks what it writes against torch, on the CPU; `sanitize` starts it
once for each tool and part.
"""

import argparse
import os
import sys
import tempfile

import torch

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import reductions  # noqa: E402
from compile_reductions import Triton  # noqa: E402
from library import I64, PTX, Library  # noqa: E402
from replay import check, rand  # noqa: E402
from sanitizer import Memory, add_options, sanitize  # noqa: E402

KERNELS = os.path.join(os.path.dirname(HERE), "kernels")
F32, F16, BF16, I32 = torch.float32, torch.float16, torch.bfloat16, torch.int32
EPSILON = 1e-5
PART = 3  # parts per tool: 12 processes for four tools


def make(file, kernel, grid, arguments, outputs, want, tolerance=1e-5, zero=False):
    return dict(file=file, name=kernel, grid=grid, args=arguments, outputs=outputs, want=want, tolerance=tolerance, zero=zero)


def make_softmax(file, kernel, rows):
    def case(m, n):
        x, y = rand(m, n), torch.empty(m, n)
        return make(file, kernel, -(-m // rows), [x, y] + [m] * (rows > 1) + [n], [y], lambda: [x.softmax(1)])

    return case


def make_softmax_backward(m, n):
    y, dy, dx = rand(m, n).softmax(1), rand(m, n), torch.empty(m, n)
    return make("softmax_backward", "softmax_backward", m, [y, dy, dx, n], [dx], lambda: [y * (dy - (y * dy).sum(1, keepdim=True))])


def make_cross_entropy(kind, dtype):
    def case(m, n):
        x, target, loss, lse = rand(m, n, dtype=dtype), torch.randint(0, n, (m,), dtype=I32), torch.empty(m), torch.empty(m)
        want = lambda: [torch.nn.functional.cross_entropy(x.float(), target.long(), reduction="none"), x.float().logsumexp(1)]
        return make("cross_entropy", "cross_entropy_" + kind, m, [x, target, loss, lse, n], [loss, lse], want, 1e-4)

    return case


def make_cross_entropy_backward(kind, dtype):
    def case(m, n):
        x, target, dloss, dx = rand(m, n, dtype=dtype), torch.randint(0, n, (m,), dtype=I32), rand(m), torch.empty(m, n, dtype=dtype)
        lse = x.float().logsumexp(1)
        want = lambda: [((x.float() - lse[:, None]).exp() - torch.nn.functional.one_hot(target.long(), n)) * dloss[:, None]]
        return make("cross_entropy_backward", "cross_entropy_backward_" + kind, (m, -(-n // 2048), 1), [x, target, lse, dloss, dx, n], [dx], want, 1e-2)

    return case


def make_layer_norm(kind, dtype, weights=F32, file="layer_norm"):
    def case(m, n):
        x, w, b = rand(m, n, dtype=dtype), rand(n, dtype=weights), rand(n, dtype=weights)
        y, mean, rstd = torch.empty_like(x), torch.empty(m), torch.empty(m)
        wide = x.float()
        want = lambda: [torch.nn.functional.layer_norm(wide, (n,), w.float(), b.float(), EPSILON), wide.mean(1), (wide.var(1, correction=0) + EPSILON).rsqrt()]
        return make(file, "layer_norm_" + kind, m, [x, w, b, y, mean, rstd, n, EPSILON], [y, mean, rstd], want, 1e-2)

    return case


def make_rms_norm(kind, dtype, weights=F32, file="rms_norm"):
    def case(m, n):
        x, w = rand(m, n, dtype=dtype), rand(n, dtype=weights)
        y, rstd = torch.empty_like(x), torch.empty(m)
        scale = (x.float().square().mean(1) + EPSILON).rsqrt()
        return make(file, "rms_norm_" + kind, m, [x, w, y, rstd, n, EPSILON], [y, rstd], lambda: [x.float() * scale[:, None] * w.float(), scale], 1e-2)

    return case


def make_norm_backward(file, kind, dtype, programs=2):
    def case(m, n):
        dy, x, w = rand(m, n, dtype=dtype), rand(m, n, dtype=dtype), rand(n)
        mean = x.float().mean(1) if file == "layer_norm_backward" else torch.zeros(m)
        rstd = ((x.float() - mean[:, None]).square().mean(1) + EPSILON).rsqrt()
        dx, dw, db = torch.empty_like(x), torch.empty(programs, n), torch.empty(programs, n)

        def want():
            normal, wdy = (x.float() - mean[:, None]) * rstd[:, None], w * dy.float()
            shift = wdy.mean(1, keepdim=True) if file == "layer_norm_backward" else 0
            by_program = lambda t: torch.stack([t[i::programs].sum(0) for i in range(programs)])
            return [(wdy - normal * (normal * wdy).mean(1, keepdim=True) - shift) * rstd[:, None], by_program(dy.float() * normal), by_program(dy.float())]

        if file == "layer_norm_backward":
            return make(file, file + "_" + kind, programs, [dy, x, w, mean, rstd, dx, dw, db, m, n], [dx, dw, db], want, 2e-2)
        return make(file, file + "_" + kind, programs, [dy, x, w, rstd, dx, dw, m, n], [dx, dw], want, 2e-2)

    return case


def make_column_sums(m, n):
    x, y = rand(m, n), torch.empty(n)
    return make("layer_norm_backward", "column_sums", -(-n // 64), [x, y, m, n], [y], lambda: [x.sum(0)], 1e-4)


def make_group_norm(images, groups, channels, size):
    x, w, b = rand(images, groups * channels, size), rand(groups * channels), rand(groups * channels)
    y, mean, rstd = torch.empty_like(x), torch.empty(images * groups), torch.empty(images * groups)
    parts = x.view(images * groups, -1)
    want = lambda: [torch.nn.functional.group_norm(x, groups, w, b, EPSILON), parts.mean(1), (parts.var(1, correction=0) + EPSILON).rsqrt()]
    return make("group_norm", "group_norm", (groups, images, 1), [x, w, b, y, mean, rstd, groups * channels, size, EPSILON], [y, mean, rstd], want, 1e-4)


def make_sum(n):
    x, y = rand(n), torch.empty(-(-n // 4096))
    return make("sum", "sum", y.numel(), [x, y, n], [y], lambda: [torch.stack([part.sum() for part in x.split(4096)])], 1e-4)


def make_sum_atomic(n):
    x, y = rand(n), torch.zeros(1)
    return make("sum_atomic", "sum_atomic", 2, [x, y, n], [y], lambda: [x.sum()[None]], 1e-3, True)


def make_argmax(kernel, rows):
    def case(m, n):
        x, y = rand(m, n), torch.empty(m, dtype=I32)
        return make("argmax", kernel, -(-m // rows), [x, y, m, n], [y], lambda: [x.argmax(1)], 0)

    return case


def make_cumsum(m, n):
    x, y = rand(m, n), torch.empty(m, n)
    return make("cumsum", "cumsum", -(-m // 4), [x, y, m, n], [y], lambda: [x.cumsum(1)], 1e-3)


def make_wide_cumsum(kernel):
    def case(m, n):
        x, y = rand(m, n), torch.empty(m, n)
        return make("cumsum_wide", kernel, m, [x, y, n], [y], lambda: [x.cumsum(1)], 1e-3)

    return case


def make_rows(file, width, want):
    def case(m, n):
        """Rows of 256 numbers, of which the first n count; the others are not written."""
        x, y = rand(m, 256), torch.empty(m, width)
        result = make(file, file, -(-m // 32), [x, y, m, n], [y[:, : min(n, width)]], lambda: [want(x[:, :n])], 0, True)
        result["written"] = [y]
        return result

    return case


def make_histogram(n):
    x, y = torch.randint(0, 300, (n,), dtype=I32), torch.zeros(256, dtype=I32)
    return make("histogram", "histogram", 2, [x, y, n], [y], lambda: [x[x < 256].bincount(minlength=256)], 0, True)


def make_dropout(kind, dtype):
    def case(n):
        # A threshold of 0 keeps every number; what is random is checked elsewhere.
        x, y = rand(n, dtype=dtype), torch.empty(n, dtype=dtype)
        return make("dropout", "dropout_" + kind, -(-n // 1024), [x, y, n, 0, 1.25, I64(7), I64(9)], [y], lambda: [x * 1.25], 1e-3)

    return case


def make_add_rms_norm(m, n):
    x, residual, w = rand(m, n, dtype=BF16), rand(m, n, dtype=BF16), rand(n, dtype=BF16)
    total, codes, scales = torch.empty(m, n, dtype=BF16), torch.empty(m, n, dtype=torch.uint8), torch.empty(m)
    added = (x.float() + residual.float()).to(BF16)
    normal = added.float() * (added.float().square().mean(1, keepdim=True) + EPSILON).rsqrt() * w.float()
    case = make("add_rms_norm_fp8", "add_rms_norm_fp8", m, [x, residual, w, total, codes, scales, n, EPSILON], [total, scales], lambda: [added, normal.abs().amax(1) / 448], 1e-5)
    case["written"] = [codes]
    return case



ROWS = [(5, 781), (3, 1024)]
# For each kernel of bench/kernels what makes a case, and the sizes.
OURS = {
    "softmax": (make_softmax("softmax", "softmax", 1), ROWS),
    "softmax_256": (make_softmax("softmax", "softmax_256", 16), [(21, 131), (16, 256)]),
    "softmax_4096": (make_softmax("softmax", "softmax_4096", 1), [(3, 1300)]),
    "softmax_8192": (make_softmax("softmax_wide", "softmax_8192", 1), [(3, 5004)]),
    "softmax_32768": (make_softmax("softmax_wide", "softmax_32768", 1), [(2, 9004)]),
    "softmax_online": (make_softmax("softmax_online", "softmax_online", 1), [(3, 5003), (2, 4096)]),
    "softmax_backward": (make_softmax_backward, ROWS),
    "cross_entropy_f32": (make_cross_entropy("f32", F32), [(3, 5003), (2, 4096)]),
    "cross_entropy_bf16": (make_cross_entropy("bf16", BF16), [(3, 5003), (2, 4096)]),
    "cross_entropy_backward_f32": (make_cross_entropy_backward("f32", F32), [(3, 5003), (2, 4096)]),
    "cross_entropy_backward_bf16": (make_cross_entropy_backward("bf16", BF16), [(3, 5003), (2, 4096)]),
    "layer_norm_f32": (make_layer_norm("f32", F32), ROWS),
    "layer_norm_f16": (make_layer_norm("f16", F16), ROWS),
    "layer_norm_f16_4096": (make_layer_norm("f16_4096", F16, F16, "norms_16_bit"), [(3, 1304)]),
    "layer_norm_f16_8192": (make_layer_norm("f16_8192", F16, F16, "norms_16_bit"), [(3, 5000)]),
    "layer_norm_backward_f32": (make_norm_backward("layer_norm_backward", "f32", F32), ROWS),
    "layer_norm_backward_f16": (make_norm_backward("layer_norm_backward", "f16", F16), ROWS),
    "column_sums": (make_column_sums, [(33, 131), (64, 128)]),
    "rms_norm_f32": (make_rms_norm("f32", F32), ROWS),
    "rms_norm_bf16": (make_rms_norm("bf16", BF16), ROWS),
    "rms_norm_bf16_8192": (make_rms_norm("bf16_8192", BF16, BF16, "norms_16_bit"), [(3, 5000)]),
    "rms_norm_backward_f32": (make_norm_backward("rms_norm_backward", "f32", F32), ROWS),
    "rms_norm_backward_bf16": (make_norm_backward("rms_norm_backward", "bf16", BF16), ROWS),
    "group_norm": (make_group_norm, [(2, 3, 5, 77), (1, 2, 4, 256)]),
    "sum": (make_sum, [(12345,), (8192,)]),
    "sum_atomic": (make_sum_atomic, [(12345,), (8192,)]),
    "argmax_256": (make_argmax("argmax_256", 16), [(21, 131), (16, 256)]),
    "argmax_1024": (make_argmax("argmax_1024", 8), [(11, 781), (8, 1024)]),
    "argmax_1024_split": (make_argmax("argmax_1024_split", 8), [(11, 781), (8, 1024)]),
    "cumsum_4096": (make_wide_cumsum("cumsum_4096"), [(3, 780)]),
    "cumsum_16384": (make_wide_cumsum("cumsum_16384"), [(2, 5004)]),
    "cumsum": (make_cumsum, [(7, 1300), (4, 1024)]),
    "sort_rows": (make_rows("sort_rows", 256, lambda x: x.sort(1).values), [(37, 132), (32, 256)]),
    "topk_rows": (make_rows("topk_rows", 8, lambda x: x.topk(8, 1).values), [(37, 132), (32, 256)]),
    "histogram": (make_histogram, [(12345,), (8192,)]),
    "dropout_f32": (make_dropout("f32", F32), [(1237,), (2048,)]),
    "dropout_f16": (make_dropout("f16", F16), [(1237,), (2048,)]),
    "add_rms_norm_fp8": (make_add_rms_norm, ROWS),
}
# For each kernel of reduction_kernels.py the same; the sizes are arguments of functions of reductions.py.
TTIR = {
    "ttir_softmax": (reductions.make_softmax, [(5, 781), (3, 1024), (2, 5003)]),
    "ttir_layer_norm": (reductions.make_layer_norm, ROWS),
    "ttir_rms_norm": (lambda m, n: reductions.make_rms_norm(m, n, BF16), ROWS),
    "ttir_layer_norm_backward": (reductions.make_layer_norm_backward, [(8, 781, 4), (8, 1024, 4)]),
    "ttir_sum": (reductions.make_sum, [(4096, 8192)]),
    "ttir_argmax": (reductions.make_argmax, [(256, 1, 1024), (256, 16, 8192), (1024, 1, 2048)]),
    "ttir_cumsum": (reductions.make_cumsum, [(256, 1, 1024), (256, 8, 4096), (4096, 1, 8192)]),
    "ttir_sort": (reductions.make_sort, [(256, 4, 2048), (1024, 1, 2048), (4096, 1, 8192)]),
    "ttir_top": (reductions.make_top, [(1024, 1, 8, 2048), (4096, 1, 8, 8192)]),
    "ttir_histogram": (reductions.make_histogram, [(1024, False, 2048), (4096, True, 8192)]),
    "ttir_cross_entropy": (reductions.make_cross_entropy, [(3, 5003, 4096), (2, 8192, 4096)]),
}
CASES = {**OURS, **TTIR}
TYPES = {F32: "*fp32", F16: "*fp16", BF16: "*bf16", I32: "*i32", torch.int64: "*i64"}


def write_ttir(case, warps, folder):
    """The file of the TTIR of the kernel in Triton."""
    function = case["kernel"]
    names = [name for name in (p.name for p in function.params) if name not in case["meta"]]
    types = {name: TYPES[a.dtype] if isinstance(a, torch.Tensor) else "i32" for name, a in zip(names, case["args"])}
    multiples = [name for name, a in zip(names, case["args"]) if isinstance(a, torch.Tensor) or a % 16 == 0]
    path = os.path.join(folder, "kernel.ttir")
    with open(path, "w") as file:
        file.write(Triton(warps).make_ttir(function, types, case["meta"], multiples))
    return path


def compile_case(library, target, case, warps, folder):
    settings = {"num-warps": str(warps)}
    if "kernel" in case:
        return library.compile(write_ttir(case, warps, folder), target, settings, PTX)
    multiples = ["%d:16" % i for i, a in enumerate(case["args"]) if isinstance(a, int) and a > 1 and a % 16 == 0]
    if multiples:
        settings["assume"] = ",".join(multiples)
    return library.compile(os.path.join(KERNELS, case["file"] + ".mlir"), target, dict(settings, kernel=case["name"]), PTX, case["name"])


def run_on_device(library, kernel, case):
    """Launches the kernel on copies of its tensors, and copies its outputs back."""
    outputs = case["outputs"] + case.get("written", [])
    memories = [Memory(library, a) for a in case["args"] if isinstance(a, torch.Tensor)]
    for memory in memories:
        is_output = any(memory.tensor is output for output in outputs)
        if is_output and case.get("zero"):
            memory.tensor.zero_()
        # What the kernel only writes is never written here, so that initcheck sees what the kernel leaves out.
        if not is_output or case.get("zero"):
            memory.fill()
    left = iter(memories)
    kernel.bind(case["grid"], *[next(left) if isinstance(a, torch.Tensor) else a for a in case["args"]])()
    for memory in memories:
        if any(memory.tensor is output for output in outputs):
            memory.read()
        library.free(memory.at)


def run_small(options):
    library, failures, count = Library(os.path.abspath(options.library), device=options.device), 0, 0
    part, parts = map(int, options.part.split("/"))
    runs = [(name, size, warps) for name, (_, sizes) in CASES.items() if not options.only or name in options.only for size in sizes for warps in (1, 4, 8)]
    with tempfile.TemporaryDirectory() as folder:
        for name, size, warps in runs[part::parts]:
            torch.manual_seed(sum(size))
            case = CASES[name][0](*size)
            try:
                run_on_device(library, compile_case(library, options.target, case, warps, folder), case)
                problem = check(case)
            except RuntimeError as error:
                problem = "fails: %s" % str(error).strip().splitlines()[0][:200]
            count, failures = count + 1, failures + bool(problem)
            print("%-26s %-12s %d warps %s" % (name, "x".join(map(str, size)), warps, "%s: WRONG" % problem if problem else "ok"), flush=True)
    print("%d runs, %d failed" % (count, failures))
    return 1 if failures or not count else 0


def run_sanitize(options):
    command = [sys.executable, os.path.abspath(__file__), options.library, "small", "--target", options.target, "--device", options.device]
    command += ["--only", ",".join(options.only)] if options.only else []
    parts = 1 if options.only else PART
    return sanitize(options, [command + ["--part", "%d/%d" % (part, parts)] for part in range(parts)], options.jobs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("mode", choices=["sanitize", "small"])
    parser.add_argument("--only", type=lambda text: [word for word in text.split(",") if word], help="of " + ", ".join(CASES))
    parser.add_argument("--part", default="0/1", help="of small runs: I/N, the I-th of N equal parts")
    parser.add_argument("--jobs", type=int, default=12, help="processes of sanitize at a time")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--device", default="cuda:0", help="what small runs on: cuda:0, or sim")
    add_options(parser)
    options = parser.parse_args()
    return {"sanitize": run_sanitize, "small": run_small}[options.mode](options)


if __name__ == "__main__":
    sys.exit(main())
