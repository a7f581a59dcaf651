"""A program that launches Triton kernels on the simulated GPU, as triton-replay-live.test replays it: memory and launches
are the driver's, in place of torch's and Triton's own."""

import ctypes
import os
import sys

import numpy as np
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import CUDABackend
from triton.runtime.driver import driver as active

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "bench", "triton_replay"))
import gpu

NAMES = {"float32": "fp32", "int32": "i32", "int64": "i64"}


class Tensor:
    def __init__(self, array):
        self.shape, self.dtype, self.size = array.shape, NAMES[str(array.dtype)], array.nbytes
        self.address = cuda.allocate(array.nbytes)
        cuda.upload(self.address, array)

    def data_ptr(self):
        return self.address

    def read(self):
        result = np.empty(self.shape, np.float32)
        cuda.download(self.address, result)
        return result


class Launcher:
    def __init__(self, source, metadata):
        self.types, self.warps, self.shared = list(source.signature.values()), metadata.num_warps, metadata.shared

    def __call__(self, x, y, z, stream, function, packed, metadata, enter, leave, *args):
        values = []
        for value, type in zip(args, self.types):
            if type != "constexpr":
                values.append(ctypes.c_uint64(value.data_ptr()) if type[0] == "*" else ctypes.c_float(value) if type == "fp32" else ctypes.c_int32(value))
        values += [ctypes.c_uint64(0)] * 2  # Triton's scratch memory
        pointers = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
        cuda.check(cuda.c.cuLaunchKernel(ctypes.c_void_p(function), x, y, z, 32 * self.warps, 1, 1, self.shared, None, pointers, None))


class Utilities:
    def load_binary(self, name, text, shared, device):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        cuda.check(cuda.c.cuModuleLoadData(ctypes.byref(module), text if isinstance(text, bytes) else text.encode()))
        cuda.check(cuda.c.cuModuleGetFunction(ctypes.byref(function), module, name.encode()))
        return module.value, function.value, 0, 0, 1024

    def get_device_properties(self, device):
        return {"max_shared_mem": 200 << 10}


class Simulated:
    launcher_cls, utils = Launcher, Utilities()

    def get_current_target(self):
        return GPUTarget("cuda", 90, 32)

    def get_current_device(self):
        return 0

    def get_current_stream(self, device=0):
        return 0

    def get_benchmarker(self):
        # The second configuration is the best.
        def bench(call, quantiles):
            call()
            bench.count += 1
            return [-bench.count] * 3

        bench.count = 0
        self.get_benchmarker = lambda: bench
        return bench


def stop_at_ptx(self, stages, options, language):
    add_stages(self, stages, options, language)
    stages["cubin"] = lambda text, metadata: text.encode()


add_stages, CUDABackend.add_stages = CUDABackend.add_stages, stop_at_ptx
cuda = gpu.Driver()
active.set_active(Simulated())


@triton.autotune([triton.Config(dict(BLOCK=256), num_warps=2), triton.Config(dict(BLOCK=512))], key=["n"])
@triton.jit
def scale(x, y, n, factor, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) * factor, mask=at < n)


@triton.jit
def add_to(total, x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(total, tl.load(total) + tl.sum(tl.load(x + at, mask=at < n, other=0)))


@triton.jit
def count_up(total, count):
    # Memory behind the pointer in `count` is the program's own, and each run changes it.
    place = tl.load(count).to(tl.pointer_type(tl.int32))
    tl.store(total, tl.atomic_add(place, 1))


@triton.jit
def total_of_bf16(total, x, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(total, tl.sum(tl.load(x + at).to(tl.bfloat16)).to(tl.float32))


def run_scale(x, y):
    for n in (1000, 1000, 992):
        scale[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, n, 0.5)
    assert np.array_equal(y.read(), np.arange(1000, dtype=np.float32) / 2)


def run(case):
    x, y = Tensor(np.arange(1000, dtype=np.float32)), Tensor(np.zeros(1000, np.float32))
    if case in ("right", "scale", "raises"):
        run_scale(x, y)
    if case in ("right", "add"):
        # What a kernel both reads and writes changes once only.
        first = y.read()[0]
        add_to[(1,)](y, x, 4, BLOCK=4)
        assert y.read()[0] == first + 6, y.read()[0]
    if case == "changing":
        place = Tensor(np.zeros(1, np.int32))
        count_up[(1,)](Tensor(np.full(1, 7, np.int32)), Tensor(np.array([place.address], np.int64)))
    if case == "coarse":
        numbers = np.random.default_rng(1).random(1024, dtype=np.float32)
        total_of_bf16[(1,)](Tensor(np.zeros(1, np.float32)), Tensor(numbers), BLOCK=1024)
    if case == "raises":
        raise ValueError("no more")


if __name__ == "__main__":
    run(sys.argv[1])
