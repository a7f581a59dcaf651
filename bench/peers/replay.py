"""Compiles a Triton kernel with both compilers, checks both and times them in turn.

A development tool, not part of the product; needs torch, triton and a GPU. Each
case is a function, called with the GPU as torch's device, that returns a dictionary: `kernel`,
`args`, `meta` (the constexprs) and `grid` of the launch; `outputs`, the tensors that it
writes, `want`, a function that returns what must be in them, `tolerance` (relative,
absolute below 1); and `bytes`, what has to be read and written once. `torch`, if
there, is a function that does the same in torch. `zero` says that outputs must be 0
before each launch.
"""

import argparse
import ctypes
import json
import os
import statistics
import sys
import tempfile

import torch
import triton

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from library import Library  # noqa: E402
from quantize import get_times  # noqa: E402


def rand(*shape, dtype=torch.float32):
    if dtype == torch.uint8:
        return torch.randint(0, 256, shape, dtype=dtype)
    return torch.randn(*shape).to(dtype)


def check(case):
    """None, or what is wrong with the outputs."""
    tolerance = case.get("tolerance", 0)
    for got, want in zip(case["outputs"], case["want"]()):
        # Rows at a time: torch takes several times the memory of the tensors.
        got, want = got.reshape(-1), want.reshape(-1)
        for start in range(0, got.numel(), 1 << 26):
            g, w = got[start : start + (1 << 26)].double(), want[start : start + (1 << 26)].double()
            error = (g - w).abs() - tolerance * w.abs().clamp(min=1)
            if not bool((error <= 0).all()):
                return "WRONG by %g" % error.nan_to_num(float("inf")).max().item()
    return None


def compile_ttir(library, compiled, target, warps, programs=1):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ttir")
        with open(path, "w") as file:
            file.write(compiled.asm["ttir"])
        return library.compile(path, target, {"num-warps": str(warps), "programs-per-cta": str(programs)})


def clear(case):
    for output in case["outputs"]:
        if case.get("zero"):
            output.zero_()
        else:
            output.view(torch.uint8).fill_(0xA5)


def run_case(library, target, name, make, warps, programs, options):
    """A row of results, or None after printing what is wrong."""
    torch.manual_seed(0)
    with torch.device("cuda"):
        case = make()
    kernel, grid = case["kernel"], case["grid"]
    theirs = lambda: kernel[grid](*case["args"], **case["meta"], num_warps=warps)
    label = "%s, %d warps" % (name, warps)
    if programs > 1:
        label += " x %d" % programs
    clear(case)
    compiled = theirs()
    torch.cuda.synchronize()
    problem = check(case)
    if problem:
        print("%-36s Triton is %s" % (label, problem))
    try:
        ours = compile_ttir(library, compiled, target, warps, programs)
    except Exception as error:
        print("%-36s does not compile: %s" % (label, str(error).strip().splitlines()[0][:150]))
        return None
    clear(case)
    launch = ours.bind(grid, *case["args"])
    launch()
    torch.cuda.synchronize()
    problem = check(case)
    if problem:
        print("%-36s %s" % (label, problem))
        return None
    if options.check_only:
        print("%-36s right" % label)
        return {"kernel": name, "warps": warps, "programs": programs}
    functions = [launch, theirs] + ([case["torch"]] if "torch" in case else [])
    times = get_times(torch, functions, options.repeat)
    rates = [case["bytes"] / time / 1e6 for time in times]
    row = {"kernel": name, "warps": warps, "programs": programs, "ours_gbs": rates[0], "triton_gbs": rates[1], "torch_gbs": rates[2] if len(rates) > 2 else None}
    print("%-36s %9.0f %9.0f %9s %10.3f   %.1f us" % (label, rates[0], rates[1], "%.0f" % rates[2] if len(rates) > 2 else "-", rates[0] / rates[1], times[0] * 1e3), flush=True)
    return row


def print_summary(rows):
    """The geometric mean of ours / Triton at the same numbers of warps, and the rows below 0.97."""
    if not rows:
        return
    ratios = {"%s, %d warps" % (row["kernel"], row["warps"]): row["ours_gbs"] / row["triton_gbs"] for row in rows}
    print("ours / Triton, same warps: geometric mean %.3f of %d rows, least %.3f" % (statistics.geometric_mean(ratios.values()), len(ratios), min(ratios.values())))
    for label, ratio in sorted(ratios.items(), key=lambda item: item[1]):
        if ratio < 0.97:
            print("  below 0.97: %s %.3f" % (label, ratio))


def main(description, cases):
    """`cases`: from a name to the function and the numbers of warps."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--only", help="a part of the names of the cases to run")
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--json")
    parser.add_argument("--warps", help="the numbers of warps instead of the case's: 1,2,4")
    parser.add_argument("--programs-per-cta", default="1", help="numbers of our programs per CTA: 1,2,4; those of too many warps are left out")
    options = parser.parse_args()
    torch.cuda.init()
    torch.empty(1, device="cuda")
    driver = ctypes.CDLL("libcuda.so.1")
    context = ctypes.c_void_p()
    assert driver.cuCtxGetCurrent(ctypes.byref(context)) == 0
    library = Library(options.library, context)
    major, minor = torch.cuda.get_device_capability()
    target = "sm_%d%d%s" % (major, minor, "a" if major >= 9 else "")
    failures, results = 0, []
    print("GPU: %s, Triton %s" % (torch.cuda.get_device_name(), triton.__version__))
    print("%-36s %9s %9s %9s %10s" % ("kernel, GB/s", "ours", "Triton", "torch", "ours/Triton"))
    for name, (make, all_warps) in cases.items():
        if options.only and options.only not in name:
            continue
        if options.warps:
            all_warps = [int(number) for number in options.warps.split(",")]
        all_programs = [int(number) for number in options.programs_per_cta.split(",")]
        for warps, programs in ((w, p) for w in all_warps for p in all_programs if p == 1 or w * p <= 32 and (w == 1 or p <= 8)):
            try:
                row = run_case(library, target, name, make, warps, programs, options)
            except Exception as error:
                print("%-36s fails: %s" % (name, str(error).strip().splitlines()[0][:150]))
                row = None
            if row:
                results.append(row)
            else:
                failures += 1
            torch.cuda.empty_cache()
        rows = [row for row in results if row["kernel"] == name and "ours_gbs" in row]
        if len(rows) > 1:
            ours, theirs = (max(row[key] for row in rows) for key in ("ours_gbs", "triton_gbs"))
            print("%-36s %9.0f %9.0f %9s %10.3f" % ("  best of all numbers of warps", ours, theirs, "", ours / theirs))
    print_summary([row for row in results if "ours_gbs" in row and row["programs"] == 1])
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"gpu": torch.cuda.get_device_name(), "triton": triton.__version__, "results": results}, out, indent=1)
    return 1 if failures else 0
