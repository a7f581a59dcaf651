"""Checks and times our kernels on a GPU beside Triton and torch, in one process.

usage: compare.py LIBRARY [--kernels FOLDER] [--size N]... [--check-only]
                  [--repeat N] [--json FILE]

LIBRARY is libtilewright.so, FOLDER (bench/kernels by default) holds the kernels.
Needs torch and triton; a development tool, not part of the product.

Every kernel is first checked, on fresh random data with poisoned outputs, against
a reference in double precision at small odd sizes. Times are medians of CUDA
events around single launches, ours and the peers' in turn in the same loop, with
the data far larger than the L2 cache. Both compilers know whether n is a
multiple of 16, and nothing else of it; each runs with 4 and with 8 warps per tile of
1024, and the better of the two counts.
"""

import argparse
import ctypes
import json
import os
import statistics
import sys

import torch
import triton

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "test", "Import", "Inputs"))
sys.path.insert(0, HERE)
import kernels as peers  # noqa: E402  (our kernels in Triton)
from library import Library  # noqa: E402

F32, F16, I32, U8 = torch.float32, torch.float16, torch.int32, torch.uint8
WARPS = (4, 8)
POISON = {F32: float("nan"), F16: float("nan"), I32: -559038737, U8: 0xA5}


def rand(n, dtype):
    if dtype == U8:
        return torch.randint(0, 256, (n,), dtype=U8, device="cuda")
    x = torch.rand(n, device="cuda", dtype=F32) * 4 - 2
    return (x + torch.sign(x) * 0.1).to(dtype)


def clamp_square(a, b):
    y = (a.double() * b.double() + 1).clamp(0, 6)
    return [y, y * y]


# name: (input types, output types, reference, tolerance, Triton's kernel)
KERNELS = {
    "copy": ([F32], [F32], lambda x: [x], 0, "copy"),
    "vector_add": ([F32, F32], [F32], lambda x, y: [x.double() + y.double()], 1e-6, "vector_add"),
    "divide": ([F32, F32], [F32], lambda a, b: [a.double() / b.double()], 1e-6, "divide"),
    "divide_rcp": ([F32, F32], [F32], lambda a, b: [a.double() / b.double()], 1e-6, "divide_rcp"),
    "sigmoid": ([F32], [F32], lambda x: [torch.sigmoid(x.double())], 2e-6, "logistic"),
    "fma_clamp_square": ([F16, F16], [F16, F16], clamp_square, 4e-3, "relu6_square"),
    "fma_clamp_square_f16x2": ([F16, F16], [F16, F16], clamp_square, 4e-3, "relu6_square_packed"),
    "bytes_max": ([U8, F32], [I32, F32],
                  lambda a, b: [a.int(), torch.maximum(a.double(), b.double())], 0, "bytes_max"),
}


def load(library, options, name, warps, size_name, divisor):
    """The kernel for torch's GPU, its size a multiple of the divisor."""
    major, minor = torch.cuda.get_device_capability()
    target = "sm_%d%d%s" % (major, minor, "a" if major >= 9 else "")
    path = os.path.join(options.kernels, name + ".mlir")
    settings = {"num-warps": str(warps)}
    if divisor > 1:
        settings["assume"] = "%s:%d" % (size_name, divisor)
    return library.compile(path, target, settings)


def check(kernel, name, n):
    inputs, outputs, reference, tolerance, _ = KERNELS[name]
    xs = [rand(n, t) for t in inputs]
    # Room behind the end shows writes out of bounds.
    ys = [torch.full((n + 64,), POISON[t], dtype=t, device="cuda") for t in outputs]
    kernel.bind(max(1, -(-n // 1024)), *xs, *ys, n)()
    torch.cuda.synchronize()
    for y, want in zip(ys, reference(*xs)):
        got = y[:n].double()
        # Equal infinities, as of a quotient by 0, have no difference.
        error = (got - want.double()).abs().masked_fill(got == want, 0) - tolerance * want.double().abs().clamp(min=1)
        if n and not bool((error <= 0).all()):
            return "wrong: max excess %g" % error.max().item()
        tail = y[n:]
        poison = torch.full_like(tail, POISON[y.dtype])
        if not torch.equal(tail.nan_to_num(123), poison.nan_to_num(123)):
            return "wrote behind the end"
    return None


def check_rows(library, options):
    kernel = load(library, options, "copy_rows", 16, "m", 1)
    for m in (0, 1, 127, 128, 1000):
        x = rand(max(1, m) * 32, F32)
        y = torch.full((m * 32 + 64,), float("nan"), device="cuda")
        kernel.bind(1, x, y, m)()
        torch.cuda.synchronize()
        if not torch.equal(x[: m * 32], y[: m * 32]) or not bool(y[m * 32 :].isnan().all()):
            return "copy_rows wrong at m = %d" % m
    kernel = load(library, options, "copy_peeled", 1, "n", 1)
    for n in (1, 127, 128, 129, 1000, 1008, 98432):
        x = rand(n, F32)
        y = torch.full((n + 64,), float("nan"), device="cuda")
        kernel.bind(1, x, y, n)()
        torch.cuda.synchronize()
        if not torch.equal(x, y[:n]) or not bool(y[n:].isnan().all()):
            return "copy_peeled wrong at n = %d" % n
    return None


def times(functions, repeat):
    """Median milliseconds of each function, interleaved."""
    samples = [[] for _ in functions]
    for i in range(repeat + 5):
        for function, list_ in zip(functions, samples):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            # Keeps the GPU busy while the launch is queued: its cost on the CPU is not the kernel's.
            torch.cuda._sleep(200_000)
            start.record()
            function()
            end.record()
            end.synchronize()
            if i >= 5:
                list_.append(start.elapsed_time(end))
    return [statistics.median(s) for s in samples]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--kernels", default=os.path.join(HERE, "..", "kernels"))
    parser.add_argument("--only")
    parser.add_argument("--size", type=int, action="append")
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--json")
    options = parser.parse_args()
    sizes = options.size or [1 << 28, (1 << 28) - 3]
    failures = 0
    results = []

    torch.cuda.init()
    torch.empty(1, device="cuda")
    driver = ctypes.CDLL("libcuda.so.1")
    context = ctypes.c_void_p()
    assert driver.cuCtxGetCurrent(ctypes.byref(context)) == 0
    library = Library(options.library, context)
    names = [name for name in KERNELS if options.only in (None, name)]

    for name in names:
        for divisor in (1, 16):
            kernel = load(library, options, name, 4, "n", divisor)
            for n in (0, 1, 127, 1000, 1008, 1023, 1024, 1025, 98432, 1 << 20):
                if n % divisor:
                    continue
                problem = check(kernel, name, n)
                if problem:
                    failures += 1
                    print("%s for multiples of %d, n=%d: %s" % (name, divisor, n, problem))
    problem = check_rows(library, options)
    if problem:
        failures += 1
        print(problem)
    print("checks: %s" % ("%d failures" % failures if failures else "all right"))
    if options.check_only:
        return 1 if failures else 0

    print("%-24s %11s %10s %10s %10s" % ("kernel", "n", "ours GB/s", "Triton", "ours/Triton"))
    for n in sizes:
        x = rand(n, F32)
        y = torch.empty_like(x)
        copy_ms, = times([lambda: y.copy_(x)], options.repeat)
        print("%-24s %11d %10s %10s   torch copy_ %.0f GB/s" % ("", n, "", "", 8 * n / copy_ms / 1e6))
        del x, y
        for name in names:
            inputs, outputs, _, _, peer = KERNELS[name]
            divisor = 16 if n % 16 == 0 else 1
            kernels = [load(library, options, name, warps, "n", divisor) for warps in WARPS]
            xs = [rand(n, t) for t in inputs]
            ys = [torch.empty(n, dtype=t, device="cuda") for t in outputs]
            bytes_ = sum(t.numel() * t.element_size() for t in xs + ys)
            grid = -(-n // 1024)
            triton_kernel = getattr(peers, peer)
            found = times(
                [kernel.bind(grid, *xs, *ys, n) for kernel in kernels] +
                [lambda w=w: triton_kernel[(grid,)](*xs, *ys, n, BLOCK=1024, num_warps=w)
                 for w in WARPS],
                options.repeat)
            ours, theirs = min(found[:len(WARPS)]), min(found[len(WARPS):])
            row = {"kernel": name, "n": n, "ours_gbs": bytes_ / ours / 1e6,
                   "triton_gbs": bytes_ / theirs / 1e6}
            results.append(row)
            print("%-24s %11d %10.0f %10.0f %10.3f" % (
                name, n, row["ours_gbs"], row["triton_gbs"], theirs / ours))
            del xs, ys
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"gpu": torch.cuda.get_device_name(), "triton": triton.__version__,
                       "results": results}, out, indent=1)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
