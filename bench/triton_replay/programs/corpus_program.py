"""The kernels of bench/triton, launched by a program with torch."""

import os
import sys

sys.path += [os.path.join(os.path.dirname(os.path.abspath(__file__)), *folders) for folders in ((os.pardir,), (os.pardir, os.pardir, "triton"))]

import cases  # noqa: E402
import corpus  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
import triton  # noqa: E402

TORCH_TYPES = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "f8e4m3": torch.float8_e4m3fn, "f8e5m2": torch.float8_e5m2,
               "i64": torch.int64, "i32": torch.int32, "i16": torch.int16, "i8": torch.int8, "u8": torch.uint8, "u32": torch.uint32}


def make_tensor(array):
    # Without a copy torch would share memory that numpy may not let it write.
    bits = torch.from_numpy(np.array(array.get_bits()).view(np.uint8).reshape(-1))
    return bits.view(TORCH_TYPES[array.type]).reshape(array.shape).to("cuda")


def make_argument(value):
    if isinstance(value, corpus.Descriptor):
        from triton.tools.tensor_descriptor import TensorDescriptor

        return TensorDescriptor.from_tensor(make_tensor(value.array), list(value.block))
    return make_tensor(value) if isinstance(value, corpus.Array) else value


def make_case(case):
    def run():
        launch = case.launch("small")
        values = iter(map(make_argument, launch.args))
        arguments = {name: launch.constants[name] if name in launch.constants else next(values) for name in launch.kernel.arg_names}
        launch.kernel[launch.grid](**arguments, num_warps=launch.warps, num_stages=launch.stages)

    return run


# Descriptors that a kernel makes are in memory of the program's.
triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
cases.run({name: make_case(case) for name, case in corpus.get_cases([]).items()})
