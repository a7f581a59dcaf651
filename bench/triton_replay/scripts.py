"""Runs a program unchanged, and hands each new launch of a Triton kernel to a Replay.

JITFunction.run of Triton is replaced: it has the kernel, its options, the arguments and
the grid. On a GPU, all memory that the arguments point into is copied before the launch
and after it; ours runs on a third copy. Pointers inside of memory still point to the
program's own. Without a GPU, a driver that knows the target only takes Triton's place.
"""

import contextlib
import ctypes
import os
import re
import runpy
import sys
import tempfile
import traceback
import types

import corpus
import numpy as np
from compilers import Compiled, get_warps

FROM_TRITON = {theirs: ours for ours, theirs in corpus.TRITON_TYPES.items()}
FROM_TRITON.update(i1="i8", u1="i8", u16="i16", u64="i64")


class NoDriver:
    """What Triton asks its driver for before it compiles."""

    def __init__(self, target):
        from triton.backends.compiler import GPUTarget

        self.target = GPUTarget("cuda", int("".join(filter(str.isdigit, target))), 32)

    def get_current_target(self):
        return self.target

    def get_current_device(self):
        return 0

    def get_current_stream(self, device=0):
        return 0

    @property
    def utils(self):
        return self

    def get_device_properties(self, device=0):
        return {"max_shared_mem": 227 << 10, "max_num_regs": 64 << 10, "multiprocessor_count": 132, "warpSize": 32}

    def get_active_torch_device(self):
        import torch

        return torch.device("cpu")


def put_torch_on_cpu():
    """Tensors for a GPU are made on the CPU."""
    try:
        import torch
        from torch.overrides import TorchFunctionMode
    except ImportError:
        return

    def move(value):
        if isinstance(value, torch.device) and value.type == "cuda" or isinstance(value, str) and value.startswith("cuda"):
            return torch.device("cpu")
        return value

    class OnCPU(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            return function(*map(move, args), **{name: move(value) for name, value in (kwargs or {}).items()})

    OnCPU().__enter__()
    torch.Tensor.cuda = lambda self, *args, **kwargs: self
    properties = types.SimpleNamespace(name="NVIDIA H200", major=9, minor=0, multi_processor_count=132, total_memory=140 << 30, warp_size=32, max_threads_per_multi_processor=2048,
                                       shared_memory_per_block=48 << 10, shared_memory_per_block_optin=227 << 10, shared_memory_per_multiprocessor=228 << 10, L2_cache_size=50 << 20)
    answers = dict(is_available=True, is_initialized=True, device_count=1, current_device=0, synchronize=None, get_device_capability=(9, 0), get_device_name=properties.name,
                   get_device_properties=properties, current_stream=types.SimpleNamespace(cuda_stream=0), empty_cache=None, set_device=None)
    for name, answer in answers.items():
        setattr(torch.cuda, name, lambda *args, answer=answer, **kwargs: answer)
    torch.cuda.device = contextlib.nullcontext


class Memory:
    """What an argument points into: all of a tensor's storage."""

    def __init__(self, value, type):
        self.type, self.item = type, np.dtype(corpus.NUMPY_TYPES[type]).itemsize
        self.pointer = value.data_ptr()
        if hasattr(value, "untyped_storage"):
            storage = value.untyped_storage()
            self.base, self.size = storage.data_ptr(), storage.nbytes()
        else:
            self.base, self.size = self.pointer, int(np.prod(getattr(value, "shape", (1,)))) * self.item

    @property
    def count(self):
        """Elements behind the pointer."""
        return max((self.size - (self.pointer - self.base)) // self.item, 1)


def get_contents(value, type):
    """Numbers like those of the array, as text: integers within its range."""
    if type[0] == "f" or type == "bf16":
        return "randn:0:1"
    try:
        return "rand:%d:%d" % (int(value.min()), int(value.max()))
    except Exception:  # it has no numbers
        return "rand:0:1"


def find_rounded_factors(ttir):
    """The types to which results of products are rounded that are factors of other products."""
    made = {value: (op, re.findall(r"%[\w.#]+", rest.partition(" : ")[0])) for value, op, rest in re.findall(r"(%[\w.#]+) = ([\w.]+) (.*)", ttir)}
    kinds = dict(re.findall(r"(%[\w.#]+) = arith\.truncf .* to tensor<[^>]*x(f16|bf16)>", ttir))

    def comes_from_product(value):
        todo, seen = [value], set()
        while todo:
            op, operands = made.get(todo.pop(), ("", []))
            if op == "tt.dot":
                return True
            todo += [operand for operand in operands if operand not in seen]
            seen.update(operands)
        return False

    factors = {value for first, second in re.findall(r"tt\.dot (%[\w.#]+), (%[\w.#]+)", ttir) for value in (first, second)}
    return [kinds[value] for value in factors & kinds.keys() if comes_from_product(value)]


def get_least_tolerance(ttir):
    """That of the type with the fewest bits in which a reduction or a scan adds or multiplies: in another order they
    round otherwise. Only their bodies have such operations on scalars. Numbers that become narrow and wide again right
    before a store have no more bits, whatever the array's type. Nor has a sum of products whose one factor is a
    rounded result, as the weights of attention are. A product that adds in f16 rounds each sum: it has bf16's."""
    types = re.findall(r"arith\.(?:addf|mulf) [^:]*: (f16|bf16)\b", ttir)
    rounded = {value: type for value, type in re.findall(r"(%\S+) = arith\.truncf [^:]*: \S+ to (?:tensor<\S*x)?(f16|bf16)\b", ttir)}
    widened = {value: rounded.get(source) for value, source in re.findall(r"(%\S+) = arith\.extf (%\S+) :", ttir)}
    types += filter(None, (widened.get(value) for value in re.findall(r"tt\.store %\S+, (%[^\s,]+)", ttir)))
    types += find_rounded_factors(ttir)
    types += ["bf16"] * bool(re.search(r"tt\.dot .* -> tensor<[^>]*xf16>", ttir))
    return max((corpus.TOLERANCES[type] for type in types), default=0)


class Script:
    def __init__(self, replay):
        self.replay, self.driver, self.seen = replay, replay.driver, {}
        self.is_tuning = False

    def bind(self, function, args, kwargs):
        """Triton's types of the parameters, and their values by name."""
        from triton.runtime.driver import driver

        *_, binder = function.device_caches[driver.active.get_current_device()]
        kwargs = dict(kwargs, debug=kwargs.get("debug", function.debug))
        bound, specialization, _ = binder(*args, **kwargs)
        return {name: spec for name, spec in zip(bound, specialization)}, bound

    def describe(self, function, types, bound, grid, kernel):
        """The launch as bundle.py has it, and the memory of each pointer by name."""
        args, memory = [], {}
        for name, value in bound.items():
            type = types[name][0]
            if type == "constexpr":
                continue
            if not isinstance(type, str):
                return None, "the argument '%s' is a tuple" % name
            if type.startswith("tensordesc"):
                return None, "descriptors from the host are not launched"
            if not type.startswith("*"):
                args.append(dict(name=name, type={"u1": "i1", "i1": "i1"}.get(type) or FROM_TRITON[type].replace("u", "i"), value=value.item() if hasattr(value, "item") else value))
                continue
            element = FROM_TRITON.get(type.lstrip("*k"), "i64")
            memory[name] = Memory(value, element)
            seed = len(args) + 1
            contents = get_contents(value, element)
            tolerance = corpus.TOLERANCES.get(element, 0)
            args.append(dict(name=name, shape=[memory[name].count], type=element, contents="%s:seed=%d" % (contents, seed), output=True, rtol=tolerance, atol=tolerance, check="close"))
        # metadata.num_warps counts the warps that specialisation adds, too.
        warps = int(re.search(r'"ttg\.num-warps" = (\d+)', kernel.asm["ttgir"])[1])
        return dict(kernel=function.__name__, grid=grid, warps=warps, stages=kernel.metadata.num_stages, args=args), memory

    def launch(self, original, function, args, grid, warmup, kwargs):
        run = lambda: original(function, *args, grid=grid, warmup=warmup or not self.driver, **kwargs)
        if self.is_tuning or warmup and self.driver:
            return run()
        types, bound = self.bind(function, args, kwargs)
        if callable(grid):
            grid = grid(bound)
        whole = [int(size) for size in grid] + [1] * (3 - len(grid))
        shapes = [tuple(getattr(value, "shape", ())) for value in bound.values()]
        options = {name: value for name, value in kwargs.items() if name not in bound}
        key = (function.__module__, function.__qualname__, str(types), str([value for name, value in bound.items() if types[name][0] == "constexpr"]), str(options), tuple(whole), str(shapes))
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] > 1:
            return run()
        name = "%s_%d" % (function.__name__, len(self.seen))
        before = {}
        try:
            if self.driver:
                self.driver.enter()
                self.driver.synchronize()
                before = self.copy_memory(types, bound)
            kernel = run()
            self.compare(name, function, types, bound, whole, kernel, before)
            return kernel
        finally:
            for address, _ in before.values():
                self.driver.free(address)

    def compare(self, name, function, types, bound, grid, kernel, before):
        """A row for a launch. Whatever goes wrong is in the row, and the program goes on."""
        try:
            launch, memory = self.describe(function, types, bound, grid, kernel)
            if launch is None:
                self.replay.note(name, memory)
            else:
                self.replay.take(name, launch, kernel.asm["ttir"], self.get_ready(kernel), self.driver and (lambda compiled: self.run(launch, kernel.asm["ttir"], compiled, memory, before)))
        except Exception as error:
            self.replay.note(name, problem="the replay: %s" % traceback.format_exception_only(error)[-1].strip())
        if self.driver:
            self.replay.stop_if_broken()

    def get_ready(self, kernel):
        """What Triton has compiled for the program, where no compile times are wanted."""
        if not self.driver or self.replay.options.compile_repeat:
            return {}
        metadata, text = kernel.metadata, kernel.asm["ptx"]
        return {"triton": Compiled(text, metadata.name, get_warps(text), metadata.shared, metadata.global_scratch_size)}

    def copy_memory(self, types, bound):
        """From the base of each storage to a copy of it and its size."""
        copies = {}
        for name, value in bound.items():
            type = types[name][0]
            if isinstance(type, str) and type.startswith("*"):
                memory = Memory(value, FROM_TRITON.get(type.lstrip("*k"), "i64"))
                if memory.base not in copies:
                    copies[memory.base] = (self.driver.allocate(memory.size), memory.size)
                    self.driver.copy(copies[memory.base][0], memory.base, memory.size)
        return copies

    def run(self, launch, ttir, compiled, memory, before):
        """Ours on a copy of the memory, compared with what Triton's launch left in the program's."""
        import gpu

        self.driver.synchronize()
        work = {base: self.driver.allocate(size) for base, (_, size) in before.items()}

        def restore():
            for base, (kept, size) in before.items():
                self.driver.copy(work[base], kept, size)

        jobs = {}
        try:
            values = []
            for arg in launch["args"]:
                if "value" in arg:
                    values.append(gpu.NUMBERS[arg["type"]](arg["value"]))
                else:
                    place = memory[arg["name"]]
                    values.append(ctypes.c_uint64(work[place.base] + place.pointer - place.base))
            jobs = {who: self.driver.bind(one, launch["grid"], values) for who, one in compiled.items()}
            restore()
            jobs["ours"]()
            self.driver.synchronize()
            least = get_least_tolerance(ttir)
            row = {"error_triton": self.get_error(before, work, memory, least)}
            if row["error_triton"] > 1 and "triton" in jobs:
                restore()
                jobs["triton"]()
                self.driver.synchronize()
                again = self.get_error(before, work, memory, least)
                if again > 1:
                    gpu.call_unstable(row, again)
            if self.replay.options.repeat:
                for who, time in zip(jobs, self.driver.get_times([(restore, job) for job in jobs.values()], self.replay.options.repeat)):
                    row[who + "_us"] = time
            return row
        finally:
            for address in list(work.values()) + [job.scratch for job in jobs.values() if job.scratch]:
                self.driver.free(address)

    def get_error(self, before, work, memory, least):
        """The worst error of what is in `work` against the program's memory, as a part of the tolerance. The absolute
        part of the tolerance grows with an array's numbers: what a sum loses is a part of its largest terms."""
        import gpu

        worst = 0.0
        for base, (_, size) in before.items():
            place = next(place for place in memory.values() if place.base == base)
            found, wanted = (np.empty(size // place.item, corpus.NUMPY_TYPES[place.type]) for _ in range(2))
            self.driver.download(work[base], found)
            self.driver.download(base, wanted)
            if found.tobytes() == wanted.tobytes():
                continue
            tolerance = corpus.TOLERANCES.get(place.type, 0)
            tolerance = tolerance and max(tolerance, least)
            values = corpus.decode(wanted[: 1 << 22], place.type).astype(np.float64)
            values = values[np.isfinite(values)]
            scale = float(np.sqrt(np.mean(np.square(np.minimum(np.abs(values), 1e100))))) if len(values) else 1.0
            worst = max(worst, gpu.get_error(found, wanted, place.type, tolerance, tolerance * max(scale, 1.0)))
        return worst


def run(replay, path, arguments):
    """The program as __main__; its exit is not ours."""
    if not replay.driver:
        os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp(prefix="triton-replay-"))
        put_torch_on_cpu()
    from triton.runtime.autotuner import Autotuner
    from triton.runtime.driver import driver
    from triton.runtime.jit import JITFunction

    script, original = Script(replay), JITFunction.run
    if not replay.driver:
        driver.set_active(NoDriver(replay.options.target))
    bench = Autotuner._bench

    def tune(self, *args, config, **kwargs):
        if not replay.driver or replay.options.first_config:
            return [0.0, 0.0, 0.0]  # nothing is timed: the first configuration is taken
        script.is_tuning = True
        try:
            return bench(self, *args, config=config, **kwargs)
        finally:
            script.is_tuning = False

    Autotuner._bench = tune
    JITFunction.run = lambda self, *args, grid, warmup, **kwargs: script.launch(original, self, args, grid, warmup, kwargs)
    sys.argv = [path] + arguments
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as stop:
        if stop.code:
            print("%s ended with %s" % (path, stop.code))
    except Exception:
        traceback.print_exc(file=sys.stdout)
        replay.note(os.path.basename(path), problem="the program ended with an exception")
    finally:
        JITFunction.run, Autotuner._bench = original, bench
        print("\n%d launches, %d of them different" % (sum(script.seen.values()), len(script.seen)))
