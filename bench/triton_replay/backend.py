"""Triton's compiler, driver and launcher replaced by the library and its simulator.

Triton makes TTIR of a program's kernel as for a GPU; from there on the library compiles it, and launches run on memory of this process. Kernels
that are compiled, asked for their resources, warmed up or launched look to the program as Triton's.
"""

import functools
import os
import re
import time

import triton.backends.nvidia
from simulator import Refused
from triton.backends import backends
from triton.backends.compiler import GPUTarget, Language
from triton.backends.driver import DriverBase
from triton.backends.nvidia.compiler import CUDABackend
from triton.runtime.errors import OutOfResources, PTXASError

# Of Triton's types of scalars.
SCALARS = {"u1": "i1", "i1": "i1", "fp16": "f16", "bf16": "bf16", "fp32": "f32", "f32": "f32", "fp64": "f64"}
SCALARS.update({sign + bits: "i" + bits for sign in "iu" for bits in ("8", "16", "32", "64")})
MAX_WARPS = 32  # per program: 1024 threads
SHARED_BYTES = {8: 163 << 10, 9: 227 << 10, 10: 227 << 10, 12: 99 << 10}


class Compiler(CUDABackend):
    """From TTIR on, the library's; `session` is set by install()."""

    session = None

    def add_stages(self, stages, options, language):
        if language != Language.TRITON:
            raise self.session.refuse("a kernel in Gluon", "Gluon's layouts are those of another compiler: only Triton's own language is taken")
        capability = self._parse_arch(options.arch)
        stages["ttir"] = lambda module, metadata: self.make_ttir(module, metadata, options, capability)
        stages["ptx"] = lambda module, metadata: self.make_ours(module, metadata, options)
        stages["cubin"] = lambda text, metadata: self.image  # what load_binary gets

    def make_ours(self, module, metadata, options):
        if options.num_warps > MAX_WARPS:
            raise OutOfResources(32 * options.num_warps, 32 * MAX_WARPS, "threads")
        text = str(module)
        name = re.search(r"tt\.func public @\"?([^\s\"(]+)", text)[1]
        values = {"num-warps": options.num_warps, "num-stages": max(options.num_stages, 1), "fp-contract": "on" if options.enable_fp_fusion else "off"}
        if options.maxnreg:
            values["max-registers"] = options.maxnreg
        start = time.perf_counter()
        try:
            ptx, self.image, known = self.session.simulator.compile(text, name + ".ttir", values)
        except Refused as error:
            raise self.explain(name, str(error)) from None
        finally:
            self.session.seconds["compile"] += time.perf_counter() - start
        metadata.update(name=name, shared=known["sharedMemory"] + known["dynamicSharedMemory"], tmem_size=0, global_scratch_size=0, global_scratch_align=1, profile_scratch_size=0, profile_scratch_align=1)
        metadata.setdefault("tensordesc_meta", None)
        return ptx

    def explain(self, name, message):
        """The exception for a compile that failed. A kernel that needs too much shared memory is one that programs and autotuners know of."""
        large = re.search(r"expected at most (\d+) bytes of shared memory.* found (\d+)", message)
        refused = None if large and self.session.is_tuning else self.session.refuse(name, message)
        return OutOfResources(int(large[2]), int(large[1]), "shared memory") if large else refused

    def hash(self):
        return "tilewright-%s-%s" % (self.session.simulator.get_version(), self.session.simulator.target)


class Kernel:
    """What a compiled kernel's `function` is."""

    def __init__(self, handle, name, ptx):
        self.handle, self.name, self.ptx = handle, name, ptx

    def __index__(self):
        return self.handle.ptr or 0

    __int__ = __index__


class Utils:
    """`triton.runtime.driver.active.utils`."""

    def __init__(self, session):
        self.session = session

    def load_binary(self, name, data, shared, device):
        try:
            handle = self.session.simulator.load(data)
        except Refused as error:
            raise self.session.refuse(name, str(error)) from None
        # Registers are asked of ptxas when the program asks for them: install().
        return Kernel(handle, name, data), Kernel(handle, name, data), None, 0, 1024

    def unload_module(self, module):
        pass

    def get_device_properties(self, device=0):
        return dict(max_shared_mem=self.session.shared_bytes, max_num_regs=64 << 10, multiprocessor_count=132, warpSize=32, sm_clock_rate=1980000, mem_clock_rate=2619000, mem_bus_width=6144)

    def cuOccupancyMaxActiveClusters(self, *_):
        return 132

    def set_printf_fifo_size(self, size):
        pass


class Launcher:
    """Takes what Triton's launcher takes."""

    session = None

    def __init__(self, source, metadata):
        self.types = list(source.signature.values())
        self.name = metadata.name

    def flatten(self, types, values):
        """Pairs of the types of parameters and their values; tuples are as many as they have."""
        for type, value in zip(types, values):
            if isinstance(type, (tuple, list)):
                yield from self.flatten(type, value)
            elif type != "constexpr":
                yield type, value

    def __call__(self, x, y, z, stream, function, packed_metadata, launch_metadata, enter_hook, exit_hook, *values):
        if enter_hook is not None:
            enter_hook(launch_metadata)
        arguments, regions = [], []

        def add_pointer(value):
            region = self.session.memory.get_region(value)
            if region:
                regions.append(region)
                region.name = "the memory of argument %d" % len(arguments)
            arguments.append(("ptr", value.data_ptr() if hasattr(value, "data_ptr") else value or 0))

        for type, value in self.flatten(self.types, values):
            if type.startswith("*"):
                add_pointer(value)
            elif type.startswith("tensordesc"):
                add_pointer(value.base)
                # As Triton passes a descriptor without a tensor map: and its sizes and strides again.
                arguments += [("i64", size) for size in (*value.shape, *value.strides)] + [("i1", value.padding == "nan")]
                arguments += [("i32", size) for size in value.shape] + [("i64", stride) for stride in value.strides]
            elif type == "nvTmaDesc":
                raise self.session.refuse(self.name, "a tensor map of the program's own is an argument")
            else:
                arguments.append((SCALARS[type], value.item() if hasattr(value, "item") else value))
        if x * y * z > 0:
            self.session.launch(function, self.name, (x, y, z), arguments, regions)
        if exit_hook is not None:
            exit_hook(launch_metadata)


class Driver(DriverBase):
    """`triton.runtime.driver.active`."""

    def __init__(self, session):
        self.session, self.utils = session, Utils(session)
        self.launcher_cls = Launcher
        self.target = GPUTarget("cuda", int(re.search(r"\d+", session.simulator.target)[0]), 32)
        self.get_device_capability = lambda device=0: divmod(self.target.arch, 10)
        self.get_current_stream = lambda device=0: 0
        self.get_current_device = lambda: 0
        self.set_current_device = lambda device: None

    @classmethod
    def is_active(cls):
        return True

    def map_python_to_cpp_type(self, type):
        from triton.backends.nvidia.driver import ty_to_cpp

        return ty_to_cpp(type)

    def get_current_target(self):
        return self.target

    def get_active_torch_device(self):
        import torch

        return torch.device("cuda", 0)

    def get_device_interface(self):
        import torch

        return torch.cuda

    def get_benchmarker(self):
        return bench

    def get_empty_cache_for_benchmark(self):
        import torch

        return torch.zeros(1, dtype=torch.int, device="cuda")

    def clear_cache(self, cache):
        cache.zero_()


def bench(function, *_, quantiles=None, return_mode="mean", **__):
    """triton.testing.do_bench: runs once. The time is the simulator's, so that nothing is divided by 0."""
    start = time.perf_counter()
    function()
    took = max((time.perf_counter() - start) * 1e3, 1e-3)
    if quantiles is not None:
        return took if len(quantiles) == 1 else [took] * len(quantiles)
    return [took] if return_mode == "all" else took


def tune(tuner, *args, config, **meta):
    """Autotuner._bench: the first configuration that compiles is the best; no other is tried."""
    from triton.compiler.errors import CompileTimeAssertionFailure

    if tuner.__dict__.get("chosen_for") is tuner.nargs:
        return [float("inf")] * 3
    Compiler.session.is_tuning = True
    try:
        if config.pre_hook:  # it may say how large a descriptor's blocks are
            config.pre_hook({**tuner.nargs, **meta, **config.all_kwargs()})
        kernel = tuner.fn.run(*args, **dict(meta, warmup=True, grid=meta.get("grid")), **config.all_kwargs())
        if kernel is not None and hasattr(kernel, "_init_handles"):
            kernel._init_handles()
    except (OutOfResources, CompileTimeAssertionFailure, PTXASError, Refused):
        return [float("inf")] * 3
    finally:
        Compiler.session.is_tuning = False
    tuner.chosen_for = tuner.nargs
    return [0.0] * 3


def get_registers(kernel):
    """What ptxas gives a thread, or what is left for all threads of an SM where there is none."""
    from compilers import Compiled, find_ptxas, get_resources

    warps = max(kernel.metadata.num_warps, 1)
    paths = [find_ptxas(), os.path.join(os.path.dirname(triton.backends.nvidia.__file__ or ""), "bin", "ptxas")]
    ptxas = next(filter(os.path.exists, paths), None)
    if ptxas:
        found = get_resources(Compiled(kernel.asm["ptx"], kernel.name, warps, 0), Compiler.session.simulator.target, ptxas)
        if not isinstance(found, str):
            return found[0], found[1]
    return min(255, (64 << 10) // (32 * warps)), 0


def install(session):
    """Makes Triton use the session's simulator, for the rest of the process."""
    import triton
    import triton.testing
    from triton.compiler.compiler import CompiledKernel
    from triton.runtime.autotuner import Autotuner
    from triton.runtime.driver import driver

    Compiler.session = Launcher.session = session
    kind = type(backends["nvidia"])
    backends["nvidia"] = kind(compiler=Compiler, driver=Driver)
    session.shared_bytes = SHARED_BYTES.get(int(re.search(r"\d+", session.simulator.target)[0]) // 10, 99 << 10)
    driver._default = Driver(session)
    driver.set_active(driver._default)
    Autotuner._bench = tune
    triton.testing.do_bench = triton.testing.do_bench_cudagraph = bench

    @functools.cache
    def registers_of(kernel):
        return get_registers(kernel)

    # A value that load_binary set is replaced when it is read.
    for index, name in enumerate(("n_regs", "n_spills")):
        setattr(CompiledKernel, name, property(lambda kernel, index=index: registers_of(kernel)[index], lambda kernel, value: None))
