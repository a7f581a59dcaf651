#!/usr/bin/env python3
"""Copies a matrix box by box with tensor maps, through the CUDA driver's functions.

usage: tensor-maps.py KERNEL.ptx
"""

import ctypes
import struct
import sys

ROWS, COLUMNS, BOX_ROWS, BOX_COLUMNS = 20, 64, 8, 32
F16, SWIZZLE_64, INVALID_VALUE = 6, 2, 1


def main():
    cuda = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        result = getattr(cuda, name)(*arguments)
        if result:
            sys.exit("%s returned %d" % (name, result))

    device, context, module, kernel = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuCtxSetCurrent", context)
    with open(sys.argv[1], "rb") as file:
        call("cuModuleLoadData", ctypes.byref(module), file.read() + b"\0")
    call("cuModuleGetFunction", ctypes.byref(kernel), module, b"copy")
    data = struct.pack("<%dH" % (ROWS * COLUMNS), *range(ROWS * COLUMNS))
    arrays = []
    for _ in range(2):
        address = ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(len(data)))
        arrays.append(address)
    call("cuMemcpyHtoD_v2", arrays[0], data, ctypes.c_size_t(len(data)))

    def encode(address, box_columns=BOX_COLUMNS):
        memory = ctypes.create_string_buffer(256)
        aligned = ctypes.c_void_p((ctypes.addressof(memory) + 63) // 64 * 64)
        sizes = (ctypes.c_uint64 * 2)(COLUMNS, ROWS)
        strides = (ctypes.c_uint64 * 1)(2 * COLUMNS)
        box = (ctypes.c_uint32 * 2)(box_columns, BOX_ROWS)
        steps = (ctypes.c_uint32 * 2)(1, 1)
        result = cuda.cuTensorMapEncodeTiled(aligned, F16, 2, ctypes.c_void_p(address.value), sizes, strides, box, steps, 0, SWIZZLE_64, 0, 0)
        return result, memory, aligned

    results, memories, maps = zip(*[encode(address) for address in arrays])
    print("encoded:", *results)
    print("too wide for its swizzle:", encode(arrays[0], 64)[0] == INVALID_VALUE)
    arguments = (ctypes.c_void_p * 2)(*[each.value for each in maps])
    call("cuLaunchKernel", kernel, COLUMNS // BOX_COLUMNS, -(-ROWS // BOX_ROWS), 1, 32, 1, 1, 0, None, arguments, None)
    call("cuCtxSynchronize")
    copied = ctypes.create_string_buffer(len(data))
    call("cuMemcpyDtoH_v2", copied, arrays[1], ctypes.c_size_t(len(data)))
    print("copied:", copied.raw == data)


if __name__ == "__main__":
    main()
