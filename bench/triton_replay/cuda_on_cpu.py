"""torch as a program finds it on a machine with a GPU, though there is none: tensors lie on the CPU and say that they are on "cuda:0".

A tensor says that it is on the CPU if it was made there: by a factory without another device, by `cpu()` or of numpy's memory, and by operations on
such tensors alone. What is computed is the same. `Memory` knows which memory kernels may access, and which bytes of it have no value yet.
"""

import contextlib
import functools
import threading
import time
import types

import compiled_on_cpu
import torch
import torch.utils._device
from compiled_on_cpu import CPU, CUDA, is_cuda_device
from simulator import Region, get_region
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

# What is the same of all GPUs, and by compute capability: the name, GiB, multiprocessors, KiB of shared memory of one and MiB of L2.
PROPERTIES = dict(warp_size=32, max_threads_per_block=1024, regs_per_multiprocessor=64 << 10, shared_memory_per_block=48 << 10, is_integrated=0, is_multi_gpu_board=0, clock_rate=1980000, memory_clock_rate=2619000,
                  memory_bus_width=5120, gcnArchName="", uuid="GPU-0")
GPUS = {(8, 0): ("NVIDIA A100-SXM4-80GB", 80, 108, 164, 40), (8, 6): ("NVIDIA A10", 24, 72, 100, 6), (8, 9): ("NVIDIA L4", 24, 58, 100, 48), (9, 0): ("NVIDIA H100 80GB HBM3", 80, 132, 228, 50),
        (10, 0): ("NVIDIA B200", 180, 148, 228, 126), (12, 0): ("NVIDIA GeForce RTX 5090", 32, 170, 100, 96)}


def get_properties(capability):
    """What torch.cuda.get_device_properties says."""
    name, memory, multiprocessors, shared, l2 = GPUS.get(capability, GPUS[9, 0])
    return types.SimpleNamespace(**PROPERTIES, name=name, major=capability[0], minor=capability[1], total_memory=memory << 30, multi_processor_count=multiprocessors, L2_cache_size=l2 << 20,
                                 shared_memory_per_block_optin=(shared - 1) << 10, shared_memory_per_multiprocessor=shared << 10, max_threads_per_multi_processor=2048 if capability in ((8, 0), (9, 0), (10, 0)) else 1536)


HOST = "_is_on_host"  # the mark of a tensor that says "cpu"

ask_tensor = torch.Tensor.data_ptr


def data_ptr(tensor):
    with torch._C.DisableTorchFunction():
        return ask_tensor(tensor)


def is_on_host(tensor):
    return HOST in tensor.__dict__ if hasattr(tensor, "__dict__") else False


def list_tensors(values, depth=2):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif depth and isinstance(value, (tuple, list)):
            yield from list_tensors(value, depth - 1)


def mark(result, on_host, known=()):
    """Says of new tensors where they are."""
    for tensor in list_tensors((result,)):
        if any(tensor is one for one in known):
            continue
        if on_host:
            setattr(tensor, HOST, True)
        else:
            tensor.__dict__.pop(HOST, None)
    return result


MOVES = {torch.Tensor.to, torch.Tensor.cuda, torch.Tensor.cpu}
NO_TENSORS = {torch.device, torch.set_default_device, torch.get_default_device, torch._C._nn._parse_to}
SET_DATA = torch.Tensor.data.__set__
PRODUCTS = {torch.mm, torch.bmm, torch.addmm, torch.baddbmm}
ALIASING = {torch.as_tensor, torch.asarray}


class Devices(TorchFunctionMode):
    """Puts what is meant for a GPU on the CPU, and notes where tensors are said to be."""

    constructors = torch.utils._device._device_constructors()

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function in NO_TENSORS:
            return function(*args, **kwargs)
        if compiled_on_cpu.is_tracing():
            return compiled_on_cpu.trace(function, args, kwargs)
        if function in PRODUCTS and isinstance(kwargs.get("out_dtype"), torch.dtype):
            # torch has these for GPUs alone.
            kind = kwargs["out_dtype"]
            args = tuple(value.to(kind) if isinstance(value, torch.Tensor) else value for value in args)
            kwargs = {name: value for name, value in kwargs.items() if name != "out_dtype"}
        if function in MOVES:
            return self.move(function, args, kwargs)
        device = kwargs.get("device")
        if device is None:
            device = next((value for value in args if isinstance(value, torch.device) or is_cuda_device(value)), None)
        tensors = list(list_tensors((*args, *kwargs.values())))
        if device is None and function in self.constructors:
            device = torch.utils._device.CURRENT_DEVICE or CPU
            kwargs = dict(kwargs, device=CPU)
        if isinstance(device, int) and "device" in kwargs:
            device = CUDA
        if is_cuda_device(device):
            args = tuple(CPU if is_cuda_device(value) else value for value in args)
            kwargs = {name: CPU if name == "device" or is_cuda_device(value) else value for name, value in kwargs.items()}
        if kwargs.get("pin_memory"):
            kwargs = dict(kwargs, pin_memory=False)
        result = function(*args, **kwargs)
        if device is not None:
            on_host = not is_cuda_device(device)
            if not on_host and function in ALIASING and not any(not is_on_host(tensor) for tensor in tensors):
                result = result.clone()
        elif function == SET_DATA:
            return mark(args[0], is_on_host(args[1]))
        elif tensors:
            on_host = all(map(is_on_host, tensors))
        else:
            return result
        return mark(result, on_host, tensors)

    def move(self, function, args, kwargs):
        """tensor.to(...), .cuda() and .cpu(): another tensor where the device is another, as on a GPU."""
        tensor, rest = args[0], list(args[1:])
        on_host = is_on_host(tensor)
        if function is torch.Tensor.to:
            wanted = on_host
            for place, value in [*enumerate(rest), *kwargs.items()]:
                if isinstance(value, torch.Tensor):
                    wanted = is_on_host(value)
                elif isinstance(value, (torch.device, str)) or type(value) is int:
                    wanted = not (is_cuda_device(value) or type(value) is int)
                    if isinstance(place, int):
                        rest[place] = CPU
                    else:
                        kwargs = dict(kwargs, **{place: CPU})
            result = function(tensor, *rest, **kwargs)
        else:
            wanted, result = function is torch.Tensor.cpu, tensor
        if wanted == on_host:
            return mark(result, wanted, (tensor,))
        if data_ptr(result) == data_ptr(tensor):
            result = tensor.clone(memory_format=kwargs.get("memory_format", torch.preserve_format))
        return mark(result, wanted)


class Memory:
    """The storages that a program has shown to kernels, or whose addresses it has asked for."""

    def __init__(self):
        self.shown = {}  # by address: a weak reference, and the size
        # By address: a weak reference, and a tensor of bytes, 0xFF where there is no value yet, and its address.
        self.shadows = {}

    @staticmethod
    def is_gone(reference):
        return torch.UntypedStorage._expired(reference)

    def note(self, tensor):
        storage = tensor.untyped_storage()
        address = storage.data_ptr()
        if address:
            known = self.shown.get(address)
            if not known or self.is_gone(known[0]) or known[1] != storage.nbytes():
                self.forget(self.shown, address)
                self.shown[address] = storage._weak_ref(), storage.nbytes()
        return address, storage.nbytes()

    @staticmethod
    def forget(table, address):
        known = table.pop(address, None)
        if known:
            torch.UntypedStorage._free_weak_ref(known[0])

    def prune(self, table):
        for address in [address for address, known in table.items() if self.is_gone(known[0])]:
            self.forget(table, address)

    def get_region(self, value):
        """Of what an argument points to, or None for a number."""
        if isinstance(value, torch.Tensor):
            address, size = self.note(value)
            return self.make_region(address, size, "")
        if hasattr(value, "base") and hasattr(value, "data_ptr"):  # triton.reinterpret
            return self.get_region(value.base)
        region = get_region(value)
        if region:  # of a program's own kind of tensor, which lies in the memory of another
            for address, (reference, size) in self.shown.items():
                if address <= region.address < address + size and not self.is_gone(reference):
                    return self.make_region(address, size, "")
        return region

    def make_region(self, address, size, name):
        known = self.shadows.get(address)
        is_known = known and not self.is_gone(known[0]) and len(known[1]) >= size
        return Region(address, size, name, known[2] if is_known else None)

    def list_regions(self):
        """All that is known and not gone."""
        self.prune(self.shown)
        return [self.make_region(address, size, "a tensor of the program") for address, (_, size) in self.shown.items()]

    def set_undefined(self, tensor):
        storage = tensor.untyped_storage()
        address, size = storage.data_ptr(), storage.nbytes()
        if not address or not size:
            return
        if len(self.shadows) % 64 == 63:
            self.prune(self.shadows)
        self.forget(self.shadows, address)
        shadow = torch.full((size,), 0xFF, dtype=torch.uint8)
        self.shadows[address] = storage._weak_ref(), shadow, data_ptr(shadow)

    def set_defined(self, tensor):
        storage = tensor.untyped_storage()
        known = self.shadows.get(storage.data_ptr())
        if not known:
            return
        if self.is_gone(known[0]):
            self.forget(self.shadows, storage.data_ptr())
            return
        item = tensor.element_size()
        try:
            torch.as_strided(known[1], (*tensor.shape, item), (*(stride * item for stride in tensor.stride()), 1), tensor.storage_offset() * item).zero_()
        except RuntimeError:
            known[1].zero_()

    def set_all_defined(self, tensor):
        known = self.shadows.get(tensor.untyped_storage().data_ptr())
        if known and not self.is_gone(known[0]):
            known[1].zero_()


class Operators(TorchDispatchMode):
    """Below Devices: what torch's own code makes on a GPU. And which bytes have a value: those of torch.empty have none until something writes them."""

    EMPTY = {"aten::empty", "aten::empty_strided", "aten::empty_like", "aten::new_empty", "aten::new_empty_strided", "aten::empty_permuted"}

    supports_higher_order_operators = True

    def __init__(self, memory, follows):
        super().__init__()
        self.memory, self.follows = memory, follows

    @classmethod
    def ignore_compile_internals(cls):
        return True

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # or the first operation imports torch's compiler

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if compiled_on_cpu.is_tracing():
            return function(*args, **kwargs)
        if is_cuda_device(kwargs.get("device")):
            kwargs = dict(kwargs, device=CPU)
        result = function(*args, **kwargs)
        schema = getattr(function, "_schema", None)  # one that takes functions has none
        if not self.follows or schema is None:
            return result
        if schema.name in self.EMPTY and "out" not in kwargs:
            if type(result) is torch.Tensor and result.device.type == "cuda" and not result.is_sparse:
                self.memory.set_undefined(result)
        elif self.memory.shadows and schema.is_mutable:
            for index, argument in enumerate(schema.arguments):
                if argument.alias_info is not None and argument.alias_info.is_write:
                    value = kwargs.get(argument.name, args[index] if index < len(args) else None)
                    for tensor in list_tensors((value,)):
                        if type(tensor) in (torch.Tensor, torch.nn.Parameter):
                            self.memory.set_defined(tensor)
        return result


class Stream:
    """All work is done when a call returns."""

    cuda_stream, stream_id, device_index, device_type, priority = 0, 0, 0, 1, 0
    device = CUDA

    def __init__(self, *args, **kwargs):
        pass

    def __eq__(self, other):
        return isinstance(other, Stream)

    def __hash__(self):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def query(self):
        return True

    def record_event(self, event=None):
        event = event or Event()
        event.record(self)
        return event

    def synchronize(self, *_):
        pass

    wait_event = wait_stream = synchronize


class Event:
    cuda_event = 0
    device = CUDA

    def __init__(self, *args, **kwargs):
        self.time = None

    def record(self, stream=None):
        self.time = time.perf_counter()

    def query(self):
        return True

    def synchronize(self, *_):
        pass

    wait = synchronize

    def elapsed_time(self, end):
        return max((end.time - self.time) * 1e3, 1e-3)


class Graph:
    """torch.cuda.CUDAGraph: what is captured is no list of launches here."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError("CUDA graphs are not simulated: run the program without them")


class Context:
    """torch.cuda.device(0), stream(...): nothing changes."""

    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def make_generator(base):
    class Generator(base):
        def __new__(cls, device="cpu"):
            made = base.__new__(cls, "cpu")
            made.claimed = CUDA if is_cuda_device(device) else CPU
            return made

        def __init__(self, device="cpu"):
            self.offset = 0

        device = property(lambda self: self.claimed)

        def manual_seed(self, seed):
            self.offset = 0
            return super().manual_seed(seed)

        # The state of a GPU's generator is a seed and an offset.
        def get_state(self):
            return super().get_state() if self.claimed == CPU else torch.tensor([self.initial_seed(), self.offset], dtype=torch.int64, device="cpu").view(torch.uint8)

        def set_state(self, state):
            if self.claimed == CPU:
                return super().set_state(state)
            seed, offset = state.view(torch.int64).tolist()
            super().manual_seed(seed)
            self.offset = offset
            return self

    return Generator


def replace_cuda(capability):
    """torch.cuda, as far as programs ask it, and torch.accelerator."""
    properties = get_properties(capability)
    cuda, generator = torch.cuda, torch.default_generator
    answers = dict(is_available=True, is_initialized=True, device_count=1, current_device=0, synchronize=None, get_device_capability=capability, get_device_name=properties.name, get_device_properties=properties,
                   current_stream=Stream(), default_stream=Stream(), empty_cache=None, set_device=None, set_stream=None, memory_allocated=0, max_memory_allocated=0, memory_reserved=0, max_memory_reserved=0,
                   reset_peak_memory_stats=None, reset_max_memory_allocated=None, mem_get_info=(properties.total_memory,) * 2, is_bf16_supported=True, is_tf32_supported=True, _lazy_init=None, init=None, ipc_collect=None,
                   memory_stats={}, memory_summary="", can_device_access_peer=False, is_current_stream_capturing=False, get_arch_list=["sm_%d%d" % capability], utilization=0, _is_compiled=True, _exchange_device=0,
                   _maybe_exchange_device=0, graph_pool_handle=(0, 0), current_blas_handle=0, get_sync_debug_mode=0, set_sync_debug_mode=None, _sleep=None, set_per_process_memory_fraction=None, device_memory_used=0,
                   seed=None, seed_all=None)
    for name, answer in answers.items():
        setattr(cuda, name, lambda *args, answer=answer, **kwargs: answer)
    for name in ("manual_seed", "manual_seed_all"):
        setattr(cuda, name, lambda seed: generator.manual_seed(seed) and None)
    cuda.initial_seed = torch.initial_seed
    cuda.get_rng_state = lambda device=0: torch.get_rng_state()
    cuda.set_rng_state = lambda state, device=0: torch.set_rng_state(state)
    cuda.get_rng_state_all = lambda: [torch.get_rng_state()]
    cuda.set_rng_state_all = lambda states: torch.set_rng_state(states[0])
    torch.Generator = make_generator(torch._C.Generator)
    cuda.default_generators = (torch.Generator(device="cuda"),)
    for name in ("device", "device_of", "stream", "StreamContext", "_DeviceGuard"):
        setattr(cuda, name, Context)
    cuda.Stream = cuda.ExternalStream = torch.Stream = Stream
    cuda.Event = torch.Event = Event
    cuda.CUDAGraph = cuda.graph = cuda.graphs.CUDAGraph = cuda.graphs.graph = Graph
    for module, names in ((cuda.nvtx, ("range_push", "range_pop", "mark", "range_start", "range_end")), (cuda.profiler, ("start", "stop"))):
        for name in names:
            setattr(module, name, lambda *args, **kwargs: None)
    cuda.nvtx.range = lambda *args, **kwargs: contextlib.nullcontext()
    for name, answer in dict(_cuda_getCurrentRawStream=0, _cuda_getDevice=0, _cuda_getDeviceCount=1, _cuda_setDevice=None, _cuda_synchronize=None, _cuda_isCurrentStreamCapturing=False, _cuda_maybeExchangeDevice=0,
                             _cuda_exchangeDevice=0, _accelerator_exchangeDevice=0, _accelerator_maybeExchangeDevice=0, _accelerator_getDeviceIndex=0, _accelerator_setDeviceIndex=None).items():
        setattr(torch._C, name, lambda *args, answer=answer: answer)
    accelerator = getattr(torch, "accelerator", None)
    for name, answer in dict(is_available=True, device_count=1, current_accelerator=torch.device("cuda"), current_device_index=0, current_device_idx=0, synchronize=None, set_device_index=None, current_stream=Stream(),
                             set_stream=None, empty_cache=None, memory_allocated=0, max_memory_allocated=0, reset_peak_memory_stats=None).items():
        if hasattr(accelerator, name):
            setattr(accelerator, name, lambda *args, answer=answer, **kwargs: answer)
    torch.version.cuda = torch.version.cuda or "12.8"
    torch.version.hip = None
    torch.backends.cuda.is_built = lambda: True
    torch.backends.cudnn.is_acceptable = lambda tensor: False  # its operators are not the CPU's


def replace_tensors(memory):
    """What tensors say of themselves."""
    Tensor = torch.Tensor
    get_true = torch._C.TensorBase.device.__get__

    def get_device(self):
        with torch._C.DisableTorchFunction():
            device = get_true(self)
        if compiled_on_cpu.is_traced(self):
            return device
        return (CPU if is_on_host(self) else CUDA) if device.type == "cpu" else device  # others: meta

    Tensor.device = property(get_device)
    Tensor.is_cuda = property(lambda self: get_device(self).type == "cuda")
    Tensor.is_cpu = property(lambda self: get_device(self).type == "cpu")
    Tensor.get_device = lambda self: 0 if get_device(self).type == "cuda" else -1
    Tensor.pin_memory = lambda self, device=None: self
    Tensor.is_pinned = lambda self, device=None: False
    Tensor.record_stream = lambda self, stream: None

    def ask_address(self):
        """The program may put it into memory, where a kernel finds it."""
        with torch._C.DisableTorchFunction():
            memory.note(self)
            return ask_tensor(self)

    Tensor.data_ptr = ask_address

    make = Tensor._make_subclass

    def make_subclass(cls, data, requires_grad=False, **kwargs):  # torch's compiler compares the names
        return mark(make(cls, data, requires_grad, **kwargs), is_on_host(data))

    Tensor._make_subclass = staticmethod(make_subclass)
    numpy, from_numpy = Tensor.numpy, torch.from_numpy

    def share_with_numpy(self, *args, **kwargs):
        memory.set_all_defined(self)
        return numpy(self, *args, **kwargs)

    Tensor.numpy = share_with_numpy
    torch.from_numpy = lambda array: mark(from_numpy(array), True)


def replace_registrations(enter):
    """Operators that a program registers for GPUs are those of the CPU here. What it has in Python runs in the modes, too."""
    library = torch.library.Library
    implement = library.impl

    def impl(self, name, function, dispatch_key="", **kwargs):
        if isinstance(function, types.FunctionType):
            function = enter(function)
        if dispatch_key == "CUDA":
            try:
                return implement(self, name, function, "CPU", **kwargs)
            except RuntimeError:
                pass  # it has one for the CPU already
        return implement(self, name, function, dispatch_key, **kwargs)

    library.impl = impl

    def wrap(make):
        def made(*args, **kwargs):
            kinds = kwargs.get("device_types")
            if kinds is not None:
                kinds = (kinds,) if isinstance(kinds, str) else kinds
                kwargs["device_types"] = tuple({"cpu" if kind == "cuda" else kind for kind in kinds})
            return make(*args, **kwargs)

        return made

    for name in ("custom_op", "register_kernel"):
        setattr(torch.library, name, wrap(getattr(torch.library, name)))


def install(capability, uninitialized):
    """Changes torch for the rest of the process, and returns the Memory."""
    memory = Memory()
    replace_cuda(capability)
    replace_tensors(memory)

    def make_modes():
        """Those that are not active: torch leaves a mode while it handles something."""
        functions, operators = (
            get() for get in (torch.overrides._get_current_function_mode_stack, torch.utils._python_dispatch._get_current_dispatch_mode_stack))
        modes = [] if any(isinstance(mode, Devices) for mode in functions) else [Devices()]
        return modes if any(isinstance(mode, Operators) for mode in operators) else modes + [Operators(memory, uninitialized)]

    def in_modes(function):
        @functools.wraps(function)
        def run(*args, **kwargs):
            with contextlib.ExitStack() as stack:
                for mode in make_modes():
                    stack.enter_context(mode)
                return function(*args, **kwargs)

        return run

    replace_registrations(in_modes)
    compiled_on_cpu.install(Devices, mark, is_on_host)
    run_backward = torch.autograd._engine_run_backward
    torch.autograd._engine_run_backward = in_modes(lambda *args, **kwargs: (compiled_on_cpu.run_backward if compiled_on_cpu.is_tracing() else run_backward)(*args, **kwargs))
    threading.Thread.run = in_modes(threading.Thread.run)  # modes are a thread's own
    for mode in make_modes():
        mode.__enter__()
    return memory
