"""Checks and times matrix products on a GPU, beside Triton and cuBLAS.

usage: matmul.py LIBRARY [--compile-only] [--types f16,bf16,tf32,int8,fp8]
           [--sizes 1024,4096x128x8192,...] [--targets sm_80,sm_90a] [--configs N]
           [--no-masks] [--attention] [--repeat N] [--save FOLDER] [--load FOLDER]
           [--json FILE]

LIBRARY is libtilewright.so. A development tool, not part of the product.

Each kernel of triton_matmul.py goes to TTIR once, and from there to PTX for one target
by both compilers, with the same number of warps and stages. The driver makes machine
code of both, so a PTX for sm_80 measures what the compilers did with sm_80's
instructions, on any newer GPU. Our kernels are launched by our library, which makes the
tensor maps that they need; those of --load by the driver, without maps. Every tile of CONFIGS is tried; a row
compares the best tile of ours with the best of Triton, and with torch (cuBLAS). Random
normal numbers, checked against a product in f32 of the same numbers; samples in turn,
with the L2 cache flushed before each; medians. A row's columns: TFLOP/s of ours,
Triton, torch, and ours / Triton. The last row is their geometric mean.

--compile-only needs no GPU and no torch: it prints registers, spilled bytes and shared
memory of both, by ptxas, for each configuration, and with --save keeps the PTX; --load
takes it from there, and then needs no Triton. The time from text to PTX of one kernel
ends the list.
"""

import argparse
import concurrent.futures
import ctypes
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from library import PTX, Handle, Kernel, Library, String, string  # noqa: E402

# Rows, columns and depth of a tile; warps; stages.
CONFIGS = {
    "f16": [(128, 256, 64, 8, 3), (128, 256, 32, 8, 4), (128, 128, 64, 8, 3), (128, 128, 32, 4, 4), (256, 128, 64, 8, 3), (64, 256, 32, 4, 4), (128, 64, 64, 4, 4), (64, 128, 64, 4, 4), (64, 128, 128, 4, 3), (64, 64, 256, 4, 3)],
    "tf32": [(128, 256, 32, 8, 3), (128, 128, 32, 8, 3), (128, 128, 32, 4, 3), (256, 128, 32, 8, 3), (64, 128, 32, 4, 4), (128, 64, 32, 4, 4)],
    "int8": [(128, 256, 128, 8, 3), (128, 256, 64, 8, 4), (128, 128, 128, 8, 3), (128, 128, 64, 4, 4), (256, 128, 128, 8, 3), (64, 128, 128, 4, 4)],
    "fp8": [(128, 256, 128, 8, 3), (128, 256, 128, 8, 4), (256, 128, 128, 8, 3), (128, 128, 128, 8, 4), (128, 128, 128, 4, 3), (64, 256, 128, 4, 3)],
    "small": [(16, 64, 128, 4, 4), (16, 128, 64, 4, 4), (16, 128, 128, 4, 4), (16, 64, 256, 4, 3), (16, 32, 256, 4, 4)],
}
CONFIGS["bf16"] = CONFIGS["f16"]
# In TTIR: a and b, c, the sum; whether b's rows are contiguous, as instructions for
# bytes want columns.
TYPES = {"f16": ("fp16", "fp16", "fp32", True), "bf16": ("bf16", "bf16", "fp32", True), "tf32": ("fp32", "fp32", "fp32", True), "int8": ("i8", "i32", "i32", False), "fp8": ("fp8e4nv", "bf16", "fp32", False)}
SMALL = (16, 8192, 8192)
COMPILE_TIME = ("f16", (128, 256, 64, 8, 3))


def name_of(kind, config, target, masks):
    return "%s-%s-%s%s" % (kind, "x".join(map(str, config)), target, "" if masks else "-full")


class Compiled:
    """A kernel's PTX, and how it is launched: by the driver, or where our library made it,
    by an image of it."""

    def __init__(self, text, symbol, warps, shared, image=None):
        self.text, self.symbol, self.warps, self.shared, self.image = text, symbol, warps, shared, image
        entry = re.search(r"\.entry\s+%s\s*\((.*?)\)" % re.escape(symbol), text, re.S)
        self.parameters = len(re.findall(r"\.param", entry[1]))

    def to_json(self):
        return dict(text=self.text, symbol=self.symbol, warps=self.warps, shared=self.shared)


# What both compilers do without a GPU.


class Triton:
    """Triton, for a target that need not be this machine's."""

    def __init__(self, target):
        from triton.backends.compiler import GPUTarget
        from triton.compiler import make_backend

        self.target = GPUTarget("cuda", int(re.search(r"\d+", target)[0]), 32)
        self.backend = make_backend(self.target)

    def run(self, make_source, warps, stages, until):
        """The texts of all stages, and what Triton says of the kernel."""
        from triton._C.libtriton import ir

        options = self.backend.parse_options(dict(num_warps=warps, num_stages=stages))
        context = ir.context()
        ir.load_dialects(context)
        self.backend.load_dialects(context)
        source = make_source(context)
        steps, texts, metadata = {}, {}, {"target": self.target, **options.__dict__}
        self.backend.add_stages(steps, options, source.language)
        module = source.make_ir(self.target, options, self.backend.get_codegen_implementation(options), self.backend.get_module_map(), context)
        for stage, step in steps.items():
            module = step(module, metadata)
            texts[stage] = str(module)
            if stage == until:
                break
        return texts, metadata

    def get_matmul(self, kind, config, masks):
        import triton_matmul as peers
        from triton.compiler import ASTSource
        import triton.language as tl

        element, result, total, b_along_n = TYPES["f16" if kind == "small" else kind]
        bm, bn, bk, warps, stages = config
        constants = dict(BM=bm, BN=bn, BK=bk, GROUP=8, A_ALONG_K=True, B_ALONG_N=b_along_n, MASKS=masks, PRECISION="tf32", ZERO=0 if kind == "int8" else 0.0, SUM=tl.float32 if total == "fp32" else tl.int32)
        return self.get_ttir(peers.matmul, ["*" + element, "*" + element, "*" + result] + ["i32"] * 6, constants, config, ASTSource)

    def get_attention(self, config, causal):
        import triton_matmul as peers
        from triton.compiler import ASTSource

        constants = dict(BM=config[0], BN=config[1], D=config[2], CAUSAL=causal)
        return self.get_ttir(peers.attention, ["*fp16"] * 4 + ["i32", "fp32"], constants, config, ASTSource)

    def get_ttir(self, kernel, types, constants, config, ASTSource):
        names = [name for name in kernel.arg_names if name not in constants]
        signature = {name: "constexpr" for name in kernel.arg_names}
        signature.update(zip(names, types))
        # Pointers and sizes are multiples of 16, as Triton finds out at each launch.
        attributes = {(kernel.arg_names.index(name),): [["tt.divisibility", 16]] for name, kind in zip(names, types) if kind != "fp32"}
        source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=attributes)
        return self.run(lambda context: source, config[3], config[4], "ttir")[0]["ttir"]

    def compile(self, path, config):
        from triton.compiler.compiler import IRSource

        texts, metadata = self.run(lambda context: IRSource(path, context, self.backend), config[3], config[4], "ptx")
        symbol = re.search(r"\.entry\s+(\w+)", texts["ptx"])[1]
        # Triton may make a program wider than it was asked for.
        warps = int(re.search(r"\.reqntid\s+(\d+)", texts["ptx"])[1]) // 32
        return Compiled(texts["ptx"], symbol, warps, metadata["shared"])


class KernelInfo(ctypes.Structure):
    _fields_ = [("symbol", String), ("name", String), ("num_arguments", ctypes.c_size_t), ("warps", ctypes.c_uint), ("threads", ctypes.c_uint),
                ("programs", ctypes.c_uint), ("shared", ctypes.c_uint), ("dynamic", ctypes.c_uint), ("has_resources", ctypes.c_bool),
                ("registers", ctypes.c_uint), ("stack", ctypes.c_uint), ("spill_stores", ctypes.c_uint), ("spill_loads", ctypes.c_uint)]


class Ours(Library):
    """Our library, as far as it compiles."""

    def __init__(self, path):
        self.c = c = ctypes.CDLL(os.path.abspath(path))
        self.declare(c)
        c.tileKernelImageGetStage.argtypes = [Handle, ctypes.c_uint]
        c.tileKernelImageGetStage.restype = String
        c.tileKernelImageGetKernel.argtypes = [Handle, ctypes.c_size_t, ctypes.POINTER(KernelInfo)]
        for name in ("tileCompilerDestroy", "tileCompilerOptionsDestroy"):
            getattr(c, name).argtypes = [Handle]

    def compile(self, path, target, config, threads=1):
        options = {"num-warps": str(config[3]), "target": target, "cache": "off", "threads": str(threads)}
        # The loop's stages are in the option where there is one.
        settings = self.c.tileCompilerOptionsCreate()
        for name, value in options.items():
            self.check(self.c.tileCompilerOptionsSet(settings, string(name), string(value)))
        self.c.tileCompilerOptionsSet(settings, string("num-stages"), string(str(config[4])))
        compiler, image, info = Handle(), Handle(), KernelInfo()
        try:
            self.check(self.c.tileCompilerCreate(settings, ctypes.byref(compiler)))
            self.check(self.c.tileCompilerCompileFile(compiler, string(path), PTX, None, ctypes.byref(image)))
            self.check(self.c.tileKernelImageGetKernel(image, 0, ctypes.byref(info)))
            text = self.c.tileKernelImageGetStage(image, PTX)
            return Compiled(ctypes.string_at(text.data, text.length).decode(), info.symbol.data[: info.symbol.length].decode(), info.warps, info.dynamic, image)
        finally:
            # A compiler that ends leaves its context to the next one.
            for destroy, handle in ((self.c.tileCompilerDestroy, compiler), (self.c.tileCompilerOptionsDestroy, settings)):
                if handle.ptr:
                    destroy(handle)

    def load(self, image):
        """The only kernel of an image, on the device."""
        module, kernel = Handle(), Handle()
        self.check(self.c.tileModuleLoad(self.device, image, ctypes.byref(module)))
        self.check(self.c.tileModuleGetKernel(module, string(""), ctypes.byref(kernel)))
        return Kernel(self, kernel)


def get_resources(text, target, ptxas):
    """Registers, bytes spilled and static shared memory, by ptxas."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ptx")
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run([ptxas, "-v", "-arch=" + target, path, "-o", path + ".cubin"], capture_output=True, text=True)
    if done.returncode:
        return "ptxas refuses it: " + (done.stdout + done.stderr).strip().splitlines()[0][:100]
    find = lambda pattern: sum(map(int, re.findall(pattern, done.stdout + done.stderr)))
    return find(r"Used (\d+) registers"), find(r"(\d+) bytes spill"), find(r"(\d+) bytes smem")


def compile_all(options, jobs, ours):
    """From a job's name to what each compiler made of it: Compiled, or the error."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (target, config, get_ttir) in jobs.items():
            triton = Triton(target)
            path = os.path.join(folder, "kernel.ttir")
            with open(path, "w") as file:
                file.write(get_ttir(triton))
            pair = {}
            for who, make in ("ours", lambda: ours.compile(path, target, config)), ("triton", lambda: triton.compile(path, config)):
                try:
                    pair[who] = make()
                except Exception as error:
                    pair[who] = str(error).strip().splitlines()[0][:150] if str(error).strip() else repr(error)
            results[name] = pair
            if options.compile_only:
                print_compiled(name, target, pair, options.ptxas)
            if options.save:
                os.makedirs(options.save, exist_ok=True)
                with open(os.path.join(options.save, name + ".json"), "w") as file:
                    json.dump({who: value if isinstance(value, str) else value.to_json() for who, value in pair.items()}, file)
    return results


def load_all(folder, jobs):
    results = {}
    for name in jobs:
        path = os.path.join(folder, name + ".json")
        if os.path.exists(path):
            with open(path) as file:
                results[name] = {who: value if isinstance(value, str) else Compiled(**value) for who, value in json.load(file).items()}
    return results


def print_compiled(name, target, pair, ptxas):
    texts = []
    for who, value in pair.items():
        if isinstance(value, Compiled):
            found = get_resources(value.text, target, ptxas)
            value = found if isinstance(found, str) else "%3d registers, %4d bytes spilled, %6d shared" % (found[0], found[1], found[2] + value.shared)
        texts.append("%s: %s" % (who, value))
    print("%-30s %s" % (name, "   ".join(texts)), flush=True)


def print_compile_time(ours, target, repeat=5):
    """Text to PTX, each compiler in this process, in turn: the median of a few. Of ours on one
    thread, and on one for each entry, the one with tensor maps and the other."""
    kind, config = COMPILE_TIME
    triton = Triton(target)
    samples = [[], [], []]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ttir")
        with open(path, "w") as file:
            file.write(triton.get_matmul(kind, config, True))
        for i in range(repeat + 1):
            for make, list_ in zip((lambda: ours.compile(path, target, config), lambda: ours.compile(path, target, config, 2), lambda: triton.compile(path, config)), samples):
                start = time.perf_counter()
                try:
                    make()
                except Exception as error:
                    print("compile time: %s" % str(error).strip().splitlines()[0][:150])
                    return
                if i:
                    list_.append((time.perf_counter() - start) * 1e3)
    a, b, c = map(statistics.median, samples)
    print("compile time, %s %s for %s: ours %.1f ms, on two threads %.1f ms, Triton %.1f ms, ours / Triton %.3f, %.3f" % (kind, "x".join(map(str, config)), target, a, b, c, a / c, b / c), flush=True)


# What needs a GPU.


class Driver:
    """Loads and launches PTX in torch's context."""

    def __init__(self):
        self.c = ctypes.CDLL("libcuda.so.1")
        self.context = ctypes.c_void_p()
        self.check(self.c.cuCtxGetCurrent(ctypes.byref(self.context)))

    def check(self, status):
        if status:
            text = ctypes.c_char_p()
            self.c.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError("the driver says: %s" % (text.value or b"?").decode())

    def load(self, compiled):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.c.cuCtxSetCurrent(self.context))
        self.check(self.c.cuModuleLoadData(ctypes.byref(module), compiled.text.encode()))
        self.check(self.c.cuModuleGetFunction(ctypes.byref(function), module, compiled.symbol.encode()))
        if compiled.shared > 48 << 10:
            self.check(self.c.cuFuncSetAttribute(function, 8, compiled.shared))  # MAX_DYNAMIC_SHARED_SIZE_BYTES
        return function

    def bind(self, function, compiled, grid, arguments):
        """A function that launches on torch's default stream. Parameters behind the
        arguments, which Triton has for scratch memory, are null."""
        if isinstance(function, Kernel):
            return function.bind(grid, *arguments)
        values = []
        for argument in arguments:
            if hasattr(argument, "data_ptr"):
                values.append(ctypes.c_uint64(argument.data_ptr()))
            else:
                values.append(ctypes.c_float(argument) if isinstance(argument, float) else ctypes.c_int32(argument))
        values += [ctypes.c_uint64(0)] * (compiled.parameters - len(values))
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))

        def launch():
            self.check(self.c.cuLaunchKernel(function, *grid, 32 * compiled.warps, 1, 1, compiled.shared, None, pointers, None))

        launch.kept = values, arguments
        return launch


def get_times(torch, functions, repeat, flush):
    """Median milliseconds of each function, in turn, each behind a flush of the L2 cache,
    which also keeps the GPU busy while the launch is queued."""
    events = [[(torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)) for _ in functions] for _ in range(repeat)]
    for function in functions:
        function()
    for row in events:
        for function, (start, end) in zip(functions, row):
            flush.zero_()
            start.record()
            function()
            end.record()
    torch.cuda.synchronize()
    return [statistics.median(row[i][0].elapsed_time(row[i][1]) for row in events) for i in range(len(functions))]


class Bench:
    def __init__(self, options, ours):
        import torch

        self.torch, self.options, self.ours = torch, options, ours
        torch.cuda.init()
        self.flush = torch.empty(1 << 28, dtype=torch.uint8, device="cuda")
        torch.backends.cuda.matmul.allow_tf32 = True
        self.driver, self.rows, self.failures = Driver(), [], 0
        if ours:
            ours.device = Handle()
            ours.check(ours.c.tileDeviceAdoptCUDA(self.driver.context, ctypes.byref(ours.device)))

    def load(self, results):
        """Machine code of all kernels, made by several threads."""

        def load(job):
            name, who, compiled = job
            try:
                return self.ours.load(compiled.image) if compiled.image else self.driver.load(compiled)
            except Exception as error:
                return str(error)

        jobs = [(name, who, value) for name, pair in results.items() for who, value in pair.items() if isinstance(value, Compiled)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return {(name, who): function for (name, who, _), function in zip(jobs, pool.map(load, jobs))}

    def make_matmul(self, kind, m, n, k):
        """The tensors, torch's function, and what must come out with its error bound."""
        torch = self.torch
        torch.manual_seed(m + n + k)
        if kind == "int8":
            a, b = (torch.randint(-128, 128, shape, dtype=torch.int8, device="cuda") for shape in ((m, k), (n, k)))
            c = torch.empty(m, n, dtype=torch.int32, device="cuda")
            # Sums of f64 are exact, and torch has them.
            want = lambda rows: (a[rows].double() @ b.T.double(), 0)
            return a, b, c, lambda: torch._int_mm(a, b.T), want, k
        if kind == "fp8":
            # b's columns are contiguous, as instructions for bytes want them.
            a, b = (torch.randn(*shape, device="cuda").to(torch.float8_e4m3fn) for shape in ((m, k), (n, k)))
            c, one = torch.empty(m, n, dtype=torch.bfloat16, device="cuda"), torch.ones((), device="cuda")

            def want_fp8(rows):
                right = a[rows].double() @ b.double().T
                # The tensor cores keep 13 bits behind the largest term's point.
                # Each step of 32 cuts the sum to 13 bits behind its point.
                return right, (2.0**-8 + k / 32 * 2.0**-13) * right.abs() + 2.0**-12 * k

            return a, b, c, lambda: torch._scaled_mm(a, b.T, scale_a=one, scale_b=one, out_dtype=torch.bfloat16, use_fast_accum=True), want_fp8, k
        dtype = {"f16": torch.float16, "small": torch.float16, "bf16": torch.bfloat16, "tf32": torch.float32}[kind]
        a, b = (torch.randn(*shape, device="cuda").to(dtype) for shape in ((m, k), (k, n)))
        c = torch.empty(m, n, dtype=dtype, device="cuda")
        # The result is rounded once; tensor cores cut sums of f32 off, relative to the
        # lengths of row and column; operands cut to tf32 are off by 2^-10 each.
        relative = {torch.float16: 2.0**-11, torch.bfloat16: 2.0**-8, torch.float32: 0}[dtype]
        absolute = 2.0**-19 * k + (8 * math.sqrt(k) * 2.0**-10 if kind == "tf32" else 0)

        def want(rows):
            right = a[rows].double() @ b.double()
            return right, 1.01 * relative * right.abs() + absolute

        return a, b, c, lambda: torch.matmul(a, b), want, n

    def is_right(self, c, want):
        """Some rows of tiles, of all parts of the matrix."""
        torch = self.torch
        rows = torch.arange(0, c.shape[0], max(1, c.shape[0] // 256), device="cuda")
        right, tolerance = want(rows)
        error = (c[rows].double() - right).abs() - tolerance
        return bool((error <= 0).all())

    def run(self, label, kind, shape, target, configs, results, functions):
        m, n, k = shape
        a, b, c, torch_function, want, ldb = self.make_matmul(kind, m, n, k)
        launches, problems = {}, []
        for config in configs:
            name = name_of(kind, config, target, not self.options.no_masks)
            for who in ("ours", "triton"):
                function = functions.get((name, who))
                if function is None or isinstance(function, str):
                    problems.append("%s %s: %s" % (who, name, function or results.get(name, {}).get(who, "not compiled")))
                    continue
                grid = (-(-m // config[0]) * -(-n // config[1]), 1, 1)
                launch = self.driver.bind(function, results[name][who], grid, [a, b, c, m, n, k, k, ldb, n])
                c.view(self.torch.uint8).fill_(0xA5)
                launch()
                self.torch.cuda.synchronize()
                if not self.is_right(c, want):
                    problems.append("%s %s: WRONG" % (who, name))
                    continue
                launches[who, config] = launch
        tried = list(launches)
        times = dict(zip(tried, get_times(self.torch, [launches[key] for key in tried], 3, self.flush)))
        best = {who: min((key for key in tried if key[0] == who), key=times.get, default=None) for who in ("ours", "triton")}
        final = [key for key in (best["ours"], best["triton"]) if key]
        # Ours with the tile that is Triton's best.
        same = ("ours", best["triton"][1]) if best["triton"] else None
        if same in launches and same not in final:
            final.append(same)
        torch_times = [torch_function] if torch_function else []
        medians = get_times(self.torch, [launches[key] for key in final] + torch_times, self.options.repeat, self.flush)
        rates = {key: 2 * m * n * k / median / 1e9 for key, median in zip(final + ["torch"], medians)}
        for problem in problems:
            print("  " + problem)
            self.failures += 1
        row = dict(label=label, kind=kind, target=target, shape=shape, torch=rates["torch"])
        for who in ("ours", "triton"):
            row[who] = rates[best[who]] if best[who] else None
            row[who + "_config"] = best[who][1] if best[who] else None
        row["same"] = rates.get(same)
        self.rows.append(row)
        show = lambda rate: "%8.1f" % rate if rate else "%8s" % "-"
        ratio = row["ours"] / row["triton"] if row["ours"] and row["triton"] else None
        print("%-24s %s %s %s   %s   ours %s, Triton %s, ours at Triton's %s" % (
            label, show(row["ours"]), show(row["triton"]), show(row["torch"]), "%.3f" % ratio if ratio else "  -  ",
            row["ours_config"], row["triton_config"], show(row["same"]).strip()), flush=True)

    def print_mean(self, target, against):
        ratios = [row["ours"] / row[against] for row in self.rows if row["target"] == target and row["kind"] != "small" and row["ours"] and row[against]]
        if ratios:
            mean = math.exp(statistics.fmean(map(math.log, ratios)))
            print("%s: geometric mean of ours / %s over %d rows: %.3f, least %.3f" % (target, against, len(ratios), mean, min(ratios)), flush=True)


def run_attention(bench, target, results, functions, configs):
    """TFLOP/s of attention of 16 heads of 4096 rows."""
    torch = bench.torch
    heads, n, d = 16, 4096, 64
    q, k, v = (torch.randn(heads, n, d, device="cuda").half() for _ in range(3))
    o = torch.empty_like(q)
    for causal in (False, True):
        peer = lambda: torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)
        flops = 4 * heads * n * n * d * (0.5 if causal else 1)
        want, rates = peer()[0], {}
        for config in configs:
            name = "attention-%s%s-%s" % ("x".join(map(str, config)), "-causal" if causal else "", target)
            for who in ("ours", "triton"):
                function = functions.get((name, who))
                if function is None or isinstance(function, str):
                    print("  %s %s: %s" % (who, name, function or results.get(name, {}).get(who, "not compiled")))
                    bench.failures += 1
                    continue
                launch = bench.driver.bind(function, results[name][who], (-(-n // config[0]), heads, 1), [q, k, v, o, n, math.log2(math.e) / math.sqrt(d)])
                o.fill_(float("nan"))
                launch()
                torch.cuda.synchronize()
                if not bool(((o - want).abs() <= 2e-2).all()):
                    print("  %s %s: WRONG" % (who, name))
                    bench.failures += 1
                    continue
                rate = flops / get_times(torch, [launch], bench.options.repeat, bench.flush)[0] / 1e9
                rates[who] = max(rates.get(who, 0), rate)
        rate = flops / get_times(torch, [peer], bench.options.repeat, bench.flush)[0] / 1e9
        label = "attention%s %s" % (" causal" if causal else "", target)
        bench.rows.append(dict(label=label, kind="attention", target=target, torch=rate, ours=rates.get("ours"), triton=rates.get("triton")))
        print("%-24s %8.1f %8.1f %8.1f" % (label, rates.get("ours", 0), rates.get("triton", 0), rate), flush=True)


ATTENTION = [(128, 64, 64, 4, 3), (128, 64, 64, 8, 3), (64, 64, 64, 4, 3)]


def get_jobs(options):
    jobs = {}
    for target in options.targets:
        for kind in options.types:
            for config in CONFIGS[kind][: options.configs]:
                jobs[name_of(kind, config, target, not options.no_masks)] = (target, config, lambda triton, kind=kind, config=config: triton.get_matmul(kind, config, not options.no_masks))
        if options.attention:
            for config in ATTENTION:
                for causal in (False, True):
                    name = "attention-%s%s-%s" % ("x".join(map(str, config)), "-causal" if causal else "", target)
                    jobs[name] = (target, config, lambda triton, config=config, causal=causal: triton.get_attention(config, causal))
    return jobs


def main():
    words = lambda text: [word for word in text.split(",") if word]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--types", type=words, default=["f16", "bf16", "tf32", "int8", "small"], help="of f16, bf16, tf32, int8, fp8 (e4m3), and small: 16 rows of f16")
    parser.add_argument("--sizes", type=lambda text: [tuple(map(int, word.split("x"))) for word in words(text)], default=[(1024,), (2048,), (4096,), (8192,)], help="N for N x N x N, or MxNxK")
    parser.add_argument("--targets", type=words, default=["sm_80", "sm_90a"])
    parser.add_argument("--configs", type=int, default=None, help="only the first N tiles of each type")
    parser.add_argument("--no-masks", action="store_true", help="kernels that do not mask K")
    parser.add_argument("--attention", action="store_true", help="attention too")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--save", help="keep the PTX of both compilers here")
    parser.add_argument("--load", help="take the PTX from here instead of compiling")
    parser.add_argument("--ptxas", default="/usr/local/cuda/bin/ptxas")
    parser.add_argument("--json")
    options = parser.parse_args()
    jobs = get_jobs(options)
    ours = None if options.load else Ours(options.library)
    results = load_all(options.load, jobs) if options.load else compile_all(options, jobs, ours)
    failures = sum(isinstance(value, str) for pair in results.values() for value in pair.values())
    if options.compile_only:
        print_compile_time(ours, options.targets[0])
        return 1 if failures else 0
    bench = Bench(options, ours)
    start = time.perf_counter()
    functions = bench.load(results)
    print("GPU: %s; %d kernels loaded in %.1f s" % (bench.torch.cuda.get_device_name(), len(functions), time.perf_counter() - start))
    print("%-24s %8s %8s %8s   %s" % ("TFLOP/s", "ours", "Triton", "torch", "ours / Triton"))
    for target in options.targets:
        for kind in options.types:
            shapes = [SMALL] if kind == "small" else [size * 3 if len(size) == 1 else size for size in options.sizes]
            for shape in shapes:
                label = "%s %s %s" % (kind, shape[0] if len(set(shape)) == 1 else "x".join(map(str, shape)), target)
                try:
                    bench.run(label, kind, shape, target, CONFIGS[kind][: options.configs], results, functions)
                except Exception as error:
                    print("%-24s fails: %s" % (label, str(error).strip().splitlines()[0][:150]))
                    bench.failures += 1
        bench.print_mean(target, "triton")
        bench.print_mean(target, "torch")
        if options.attention:
            run_attention(bench, target, results, functions, ATTENTION)
    if ours:
        print_compile_time(ours, options.targets[0])
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"gpu": bench.torch.cuda.get_device_name(), "rows": bench.rows}, out, indent=1)
    print("%.0f s" % (time.perf_counter() - start))
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
