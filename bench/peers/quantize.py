#!/usr/bin/env python3
"""Checks and times the quantisation kernels on a GPU beside Triton, in one process.

usage: quantize.py prepare BUILD FOLDER [--target TARGET]    anywhere
       quantize.py run FOLDER [--check-only] [--size N] [--repeat N] [--json FILE]

`prepare` compiles bench/kernels/{nvfp4,fp8}_quantize.mlir to cubins. `run` needs
those, a GPU, torch and triton; a development tool, not part of the product.

Each kernel is first held, byte for byte, against the same arithmetic in torch, on
random data with zeros, infinities, NaN, tiny and huge numbers in it, at odd sizes.
Times are medians of CUDA events around single launches, all kernels in turn in one
loop, on normally distributed numbers, far more than the L2 cache holds. Triton's
kernels, of bf16, run in all configurations of triton_quantize.py and the best counts;
ours have one. GB/s are of all bytes read and written.
"""

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "..", "kernels")
TYPES = ("bf16", "f16", "f32")
# Warps and blocks of 16 a program, as the kernels have them.
PROGRAMS = {"fp8": (1, 64), "nvfp4": (4, 512)}
SIZES = [(1, 16), (3, 48), (130, 1024), (1, 4112), (257, 528), (512, 4096)]


def prepare(build, folder, target):
    os.makedirs(folder, exist_ok=True)
    cases = []
    for family, (warps, blocks) in PROGRAMS.items():
        for kind in TYPES:
            for order in ("", "_tiled") if family == "nvfp4" else ("",):
                kernel = "%s_quantize_%s%s" % (family, kind, order)
                command = [os.path.join(build, "bin", "tilec"), os.path.join(KERNELS, family + "_quantize.mlir")]
                command += ["--target=" + target, "--kernel=" + kernel, "--emit=cubin"]
                command += ["-o", os.path.join(folder, kernel + ".cubin")]
                done = subprocess.run(command, capture_output=True, text=True)
                if done.returncode:
                    sys.exit(done.stderr)
                cases.append({"family": family, "type": kind, "tiled": bool(order), "kernel": kernel,
                              "cubin": kernel + ".cubin", "warps": warps, "blocks": blocks})
    with open(os.path.join(folder, "quantize.json"), "w") as out:
        json.dump(cases, out, indent=1)


class Driver:
    """Loads and launches cubins in torch's context."""

    def __init__(self):
        self.c = ctypes.CDLL("libcuda.so.1")

    def check(self, status):
        if status:
            name = ctypes.c_char_p()
            self.c.cuGetErrorName(status, ctypes.byref(name))
            raise RuntimeError(name.value.decode())

    def load(self, path, kernel):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.c.cuModuleLoad(ctypes.byref(module), path.encode()))
        self.check(self.c.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode()))
        return function

    def bind(self, function, grid, threads, arguments):
        values = []
        for argument in arguments:
            if hasattr(argument, "data_ptr"):
                values.append(ctypes.c_uint64(argument.data_ptr()))
            else:
                values.append(ctypes.c_int32(argument))
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])

        def launch():
            self.check(self.c.cuLaunchKernel(function, grid[0], grid[1], 1, threads, 1, 1, 0, None, pointers, None))

        launch.kept = (values, arguments)
        return launch


def ceil_div(a, b):
    return -(-a // b)


def get_grid(case, m, n):
    if case["tiled"]:
        return ceil_div(n, 64), ceil_div(m, 128)
    return ceil_div(m * n // 16, case["blocks"]), 1


def get_scale_count(case, m, n):
    if case["tiled"]:
        return ceil_div(m, 128) * 128 * ceil_div(n, 64) * 4
    return m * n // 16


def make_arguments(torch, case, x, g, outputs=None):
    """The launch's arguments, and the outputs among them."""
    m, n = x.shape
    count = m * n if case["family"] == "fp8" else m * n // 2
    scale_bytes = get_scale_count(case, m, n) * (4 if case["family"] == "fp8" else 1)
    if outputs:
        codes, scales = outputs[0][:count], outputs[1][:scale_bytes]
    else:
        # Room behind the end shows writes out of bounds.
        codes = torch.full((count + 64,), 0xA5, dtype=torch.uint8, device="cuda")
        scales = torch.full((scale_bytes + 64,), 0xA5, dtype=torch.uint8, device="cuda")
    inputs = [x] if case["family"] == "fp8" else [x, g]
    return inputs + [codes, scales, m, n], codes, scales


def get_reference(torch, case, x, g):
    """Codes and scales as bytes, by torch."""
    m, n = x.shape
    blocks = x.float().reshape(-1, 16)
    magnitudes = blocks.abs()
    amax = torch.where(magnitudes.isnan(), -1.0, magnitudes).amax(1)
    amax = torch.where(amax < 0, float("nan"), amax)
    one = torch.ones_like(amax)
    to_e4m3 = lambda v: v.clamp(-448, 448).to(torch.float8_e4m3fn)
    if case["family"] == "fp8":
        scale = amax / (448 * one)
        encode = torch.clamp((448 * one) / amax, max=torch.finfo(torch.float32).max)
        y = blocks * encode[:, None]
        codes = to_e4m3(y).view(torch.uint8)
        codes = torch.where(y.isnan(), 0x7F, codes)
        return codes.flatten(), scale
    scale = to_e4m3(amax / (6 * one) * g)
    wide = scale.float()
    encode = torch.where(wide == 0, 0.0, g / wide)
    y = blocks * encode[:, None]
    a = y.abs()
    code = torch.zeros_like(y, dtype=torch.uint8)
    for i, t in enumerate((0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0)):
        code += (a >= t) if i % 2 else (a > t)
    code |= torch.signbit(y).to(torch.uint8) << 3
    code = torch.where(y.isnan(), 7, code).reshape(-1, 2)
    scale = torch.where(scale.isnan(), 0x7F, scale.view(torch.uint8))
    if case["tiled"]:
        rows, columns = ceil_div(m, 128) * 128, ceil_div(n, 64) * 4
        padded = torch.zeros(rows, columns, dtype=torch.uint8, device=x.device)
        padded[:m, : n // 16] = scale.reshape(m, n // 16)
        scale = padded.reshape(rows // 128, 4, 32, columns // 4, 4).permute(0, 3, 2, 1, 4).reshape(-1)
    return code[:, 0] | code[:, 1] << 4, scale


def make_input(torch, kind, m, n):
    dtype = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}[kind]
    x = torch.randn(m, n, device="cuda")
    pick = torch.randint(0, 64, (m, n // 16, 1), device="cuda").expand(-1, -1, 16).reshape(m, n)
    x = torch.where(pick == 0, 0.0 * x, x)
    x = torch.where(pick == 1, x * 1e-4, x)
    x = torch.where(pick == 2, x * 1e-30, x)
    x = torch.where(pick == 3, x * 1e4, x)
    single = torch.randint(0, 256, (m, n), device="cuda")
    x = torch.where((pick == 4) & (single < 16), float("nan"), x)
    x = torch.where((pick == 5) & (single < 16), float("inf"), x)
    x = torch.where((pick == 6) & (single < 16), -float("inf"), x)
    x = torch.where(pick == 7, float("nan"), x)
    # Ties: whole multiples of a quarter.
    x = torch.where(pick == 8, torch.round(x * 4) / 4, x)
    return x.to(dtype)


def check(torch, driver, folder, cases):
    failures = 0
    for case in cases:
        function = driver.load(os.path.join(folder, case["cubin"]), case["kernel"])
        bad = []
        for m, n in SIZES:
            x = make_input(torch, case["type"], m, n)
            finite = x.float().nan_to_num(0, 0, 0).abs().amax()
            g = (2688 / torch.clamp(finite, min=1e-3)).reshape(1)
            arguments, codes, scales = make_arguments(torch, case, x, g)
            driver.bind(function, get_grid(case, m, n), 32 * case["warps"], arguments)()
            torch.cuda.synchronize()
            want_codes, want_scales = get_reference(torch, case, x, g)
            for name, got, want in (("codes", codes, want_codes), ("scales", scales, want_scales)):
                body, room = got[: got.numel() - 64], got[-64:]
                if want.dtype == torch.float32:
                    body = body.view(torch.float32)
                    same = (body == want) | (body.isnan() & want.isnan())
                else:
                    same = body == want
                if not bool(same.all()):
                    at = int((~same).nonzero()[0])
                    bad.append("%dx%d: %d of %d %s differ, first %d: expected %s, found %s" % (
                        m, n, int((~same).sum()), same.numel(), name, at, want[at].item(), body[at].item()))
                if not bool((room == 0xA5).all()):
                    bad.append("%dx%d: wrote behind the %s" % (m, n, name))
        print("%-28s %s" % (case["kernel"] + " " + case.get("label", ""), "right" if not bad else "WRONG"))
        for line in bad[:4]:
            print("  " + line)
        failures += bool(bad)
    return failures


def get_times(torch, functions, repeat):
    """Median milliseconds of each function, in turn."""
    samples = [[] for _ in functions]
    # Far more than the L2 cache: what a kernel left there to be written would
    # be the next one's cost. It also keeps the GPU busy while the launch is
    # queued, whose cost on the CPU is not the kernel's.
    other = torch.ones(1 << 27, device="cuda")
    for i in range(repeat + 5):
        for function, list_ in zip(functions, samples):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            other.sum()
            start.record()
            function()
            end.record()
            end.synchronize()
            if i >= 5:
                list_.append(start.elapsed_time(end))
    return [statistics.median(s) for s in samples]


def run(folder, options):
    import torch

    with open(os.path.join(folder, "quantize.json")) as file:
        cases = json.load(file)
    torch.cuda.init()
    torch.empty(1, device="cuda")
    driver = Driver()
    print("GPU: " + torch.cuda.get_device_name())
    failures = check(torch, driver, folder, cases)
    print("checks: %s" % ("%d failures" % failures if failures else "all right"))
    if options.check_only:
        return 1 if failures else 0

    import triton
    from triton_quantize import get_peers

    n = 1 << (options.size.bit_length() // 2)
    m = options.size // n
    x = torch.randn(m, n, device="cuda", dtype=torch.bfloat16)
    g = (2688 / x.abs().amax().float()).reshape(1)
    names, functions, amounts = [], [], []
    y = torch.empty_like(x)
    names.append("torch copy_")
    functions.append(lambda: y.copy_(x))
    amounts.append(4 * m * n)
    # All kernels write to the same memory: where it lies matters, too.
    outputs = [torch.empty(m * n, dtype=torch.uint8, device="cuda") for _ in range(2)]
    wide = {"bf16": x, "f16": x.half(), "f32": x.float()}
    for case in cases:
        function = driver.load(os.path.join(folder, case["cubin"]), case["kernel"])
        source = wide[case["type"]]
        arguments, codes, scales = make_arguments(torch, case, source, g, outputs)
        names.append(case["kernel"] + " " + case.get("label", ""))
        functions.append(driver.bind(function, get_grid(case, m, n), 32 * case["warps"], arguments))
        amounts.append(source.element_size() * m * n + codes.numel() + scales.numel())
    for name, amount, function in get_peers(torch, x, g, outputs):
        names.append(name)
        functions.append(function)
        amounts.append(amount)
    found = get_times(torch, functions, options.repeat)
    rows = [{"name": a, "gbs": round(b / t / 1e6), "us": round(t * 1e3, 1)} for a, b, t in zip(names, amounts, found)]
    print("%-44s %8s %9s" % ("%d x %d" % (m, n), "GB/s", "us"))
    for row in rows:
        print("%-44s %8d %9.1f" % (row["name"], row["gbs"], row["us"]))
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"gpu": torch.cuda.get_device_name(), "triton": triton.__version__, "m": m, "n": n,
                       "results": rows}, out, indent=1)
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("command", choices=("prepare", "run"))
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--size", type=int, default=1 << 28)
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--json")
    options = parser.parse_args()
    if options.command == "prepare":
        if len(options.paths) != 2:
            parser.error("expected BUILD and FOLDER")
        prepare(options.paths[0], options.paths[1], options.target)
        return 0
    sys.path.insert(0, HERE)
    return run(options.paths[0], options)


if __name__ == "__main__":
    sys.exit(main())
