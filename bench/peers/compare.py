"""Checks and times compiled kernels on a GPU beside Triton and torch.

usage: compare.py PTX_FOLDER [--size N]... [--check-only] [--json FILE]

PTX_FOLDER holds <kernel>.ptx for each kernel of bench/kernels, and optionally
<kernel>.div16.ptx, compiled under the assumption that n is a multiple of 16
(`make gpu-kernels` makes both). Needs torch, triton and cupy; a development tool,
not part of the product.

Every kernel is first checked, on fresh random data with poisoned outputs, against
a reference in double precision at small odd sizes. Times are medians of CUDA
events around single launches, ours and the peers' in turn in the same loop, with
the data far larger than the L2 cache.
"""

import argparse
import json
import os
import statistics
import sys

import cupy
import numpy as np
import torch
import triton

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "test", "Import", "Inputs"))
import kernels as peers  # noqa: E402  (our kernels in Triton)

F32, F16, I32, U8 = torch.float32, torch.float16, torch.int32, torch.uint8
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


class Kernel:
    def __init__(self, path, name, threads=128):
        with open(path, "rb") as f:
            self.module = cupy.cuda.function.Module()
            self.module.load(f.read())
        self.function = self.module.get_function(name)
        self.threads = threads

    def __call__(self, grid, *args):
        values = [np.uint64(a.data_ptr()) if isinstance(a, torch.Tensor) else np.int32(a) for a in args]
        self.function((grid,), (self.threads,), values, stream=cupy.cuda.Stream.from_external(
            torch.cuda.current_stream()))


def check(kernel, name, n):
    inputs, outputs, reference, tolerance, _ = KERNELS[name]
    xs = [rand(n, t) for t in inputs]
    # Room behind the end shows writes out of bounds.
    ys = [torch.full((n + 64,), POISON[t], dtype=t, device="cuda") for t in outputs]
    kernel(max(1, -(-n // 1024)), *xs, *ys, n)
    torch.cuda.synchronize()
    for y, want in zip(ys, reference(*xs)):
        got = y[:n].double()
        error = (got - want.double()).abs() - tolerance * want.double().abs().clamp(min=1)
        if n and not bool((error <= 0).all()):
            return "wrong: max excess %g" % error.max().item()
        tail = y[n:]
        poison = torch.full_like(tail, POISON[y.dtype])
        if not torch.equal(tail.nan_to_num(123), poison.nan_to_num(123)):
            return "wrote behind the end"
    return None


def check_rows(folder):
    kernel = Kernel(os.path.join(folder, "copy_rows.ptx"), "copy_rows", threads=512)
    for m in (0, 1, 127, 128, 1000):
        x = rand(max(1, m) * 32, F32)
        y = torch.full((m * 32 + 64,), float("nan"), device="cuda")
        kernel(1, x, y, m)
        torch.cuda.synchronize()
        if not torch.equal(x[: m * 32], y[: m * 32]) or not bool(y[m * 32 :].isnan().all()):
            return "copy_rows wrong at m = %d" % m
    kernel = Kernel(os.path.join(folder, "copy_peeled.ptx"), "copy_peeled", threads=32)
    for n in (1, 127, 128, 129, 1000, 1008, 98432):
        x = rand(n, F32)
        y = torch.full((n + 64,), float("nan"), device="cuda")
        kernel(1, x, y, n)
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
    parser.add_argument("folder")
    parser.add_argument("--size", type=int, action="append")
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--json")
    options = parser.parse_args()
    sizes = options.size or [1 << 28, (1 << 28) - 3]
    failures = 0
    results = []

    for name in KERNELS:
        for suffix in ("", ".div16"):
            path = os.path.join(options.folder, name + suffix + ".ptx")
            if not os.path.exists(path):
                continue
            kernel = Kernel(path, name)
            counts = (0, 1, 127, 1000, 1008, 1023, 1024, 1025, 98432, 1 << 20)
            for n in counts:
                if suffix and n % 16:
                    continue
                problem = check(kernel, name, n)
                if problem:
                    failures += 1
                    print("%s%s n=%d: %s" % (name, suffix, n, problem))
    problem = check_rows(options.folder)
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
        for name, (inputs, outputs, _, _, peer) in KERNELS.items():
            suffix = ".div16" if n % 16 == 0 and os.path.exists(
                os.path.join(options.folder, name + ".div16.ptx")) else ""
            kernel = Kernel(os.path.join(options.folder, name + suffix + ".ptx"), name)
            xs = [rand(n, t) for t in inputs]
            ys = [torch.empty(n, dtype=t, device="cuda") for t in outputs]
            bytes_ = sum(t.numel() * t.element_size() for t in xs + ys)
            grid = -(-n // 1024)
            triton_kernel = getattr(peers, peer)
            ours, theirs = times(
                [lambda: kernel(grid, *xs, *ys, n),
                 lambda: triton_kernel[(grid,)](*xs, *ys, n, BLOCK=1024)],
                options.repeat)
            row = {"kernel": name + suffix, "n": n, "ours_gbs": bytes_ / ours / 1e6,
                   "triton_gbs": bytes_ / theirs / 1e6}
            results.append(row)
            print("%-24s %11d %10.0f %10.0f %10.3f" % (
                name + suffix, n, row["ours_gbs"], row["triton_gbs"], theirs / ours))
            del xs, ys
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"gpu": torch.cuda.get_device_name(), "triton": triton.__version__,
                       "results": results}, out, indent=1)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
