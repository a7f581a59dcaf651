#!/usr/bin/env python3
"""What nvcc's programs ask of the CUDA driver and runtime, without nvcc: fat binaries, libraries, launches.

usage: simulated-driver.py
"""

import ctypes
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from fat_binaries import LZ4, PTX, ZSTD, compress_lz4, compress_zstd, make_entry, make_fat_binary

NO_BINARY, INVALID_IMAGE = 209, 200


def main():
    cuda, runtime = ctypes.CDLL("libcuda.so.1"), ctypes.CDLL("libcudart.so.13")

    def call(library, name, *arguments):
        result = getattr(library, name)(*arguments)
        if result:
            sys.exit("%s returned %d" % (name, result))

    context = ctypes.c_void_p()
    call(cuda, "cuInit", 0)
    call(cuda, "cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call(cuda, "cuCtxSetCurrent", context)

    def load(image):
        library, kernel, address, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_size_t()
        result = cuda.cuLibraryLoadData(ctypes.byref(library), image, None, None, 0, None, None, 0)
        if result:
            return result
        call(cuda, "cuLibraryGetKernel", ctypes.byref(kernel), library, b"scale")
        call(cuda, "cuLibraryGetGlobal", ctypes.byref(address), ctypes.byref(size), library, b"table")
        name, count, version = ctypes.c_char_p(), ctypes.c_uint(), ctypes.c_int()
        call(cuda, "cuKernelGetName", ctypes.byref(name), kernel)
        call(cuda, "cuLibraryGetKernelCount", ctypes.byref(count), library)
        call(cuda, "cuKernelGetAttribute", ctypes.byref(version), 5, kernel, 0)
        function = ctypes.c_void_p()
        call(cuda, "cuKernelGetFunction", ctypes.byref(function), kernel)
        # Managed memory, which both sides reach at one address.
        memory = ctypes.c_uint64()
        call(cuda, "cuMemAllocManaged", ctypes.byref(memory), ctypes.c_size_t(128), 1)
        values = (ctypes.c_uint32 * 32).from_address(memory.value)
        values[:] = range(32)
        by = ctypes.c_uint32(3)
        arguments = (ctypes.c_void_p * 2)(ctypes.addressof(memory), ctypes.addressof(by))
        for launched in (kernel, function):
            call(cuda, "cuLaunchKernel", launched, 1, 1, 1, 32, 1, 1, 0, None, arguments, None)
        right = list(values) == [9 * i for i in range(32)]
        call(cuda, "cuMemFreeHost", ctypes.c_void_p(memory.value))
        call(cuda, "cuLibraryUnload", library)
        return "%s, %d kernel, %d bytes, architecture %d, %s" % (name.value.decode(), count.value, size.value,
                                                                version.value, "right" if right else "WRONG")

    text = PTX % b"sm_90"
    print("text:", load(text + b"\0"))
    print("fat binary:", load(make_fat_binary(make_entry(1, 90, text))))
    for name, flag, compress in ("LZ4", LZ4, compress_lz4), ("zstd", ZSTD, compress_zstd):
        plain, packed = compress(text)
        print(name + ":", load(make_fat_binary(make_entry(1, 90, plain, flag, packed))))
        print("damaged %s:" % name, load(make_fat_binary(make_entry(1, 90, plain, flag, packed[:40]))) == INVALID_IMAGE)
    newest = make_fat_binary(make_entry(2, 90, b"code"), make_entry(1, 80, PTX % b"sm_80"), make_entry(1, 90, text),
                             make_entry(1, 100, PTX % b"sm_100"))
    print("newest:", load(newest))
    sys.stdout.flush()
    print("machine code:", load(make_fat_binary(make_entry(2, 90, b"code"))) == NO_BINARY)
    print("too new:", load(make_fat_binary(make_entry(1, 100, PTX % b"sm_100"))) == NO_BINARY)

    # What the code that nvcc makes of <<<>>> calls.
    image = ctypes.create_string_buffer(make_fat_binary(make_entry(1, 90, text)))
    wrapper = ctypes.create_string_buffer(struct.pack("<IIQQ", 0x466243B1, 1, ctypes.addressof(image), 0))
    getattr(runtime, "__cudaRegisterFatBinary").restype = ctypes.c_void_p
    handle = ctypes.c_void_p(getattr(runtime, "__cudaRegisterFatBinary")(wrapper))
    stub, variable = ctypes.create_string_buffer(8), ctypes.create_string_buffer(8)
    getattr(runtime, "__cudaRegisterFunction")(handle, stub, stub, b"scale", -1, None, None, None, None, None)
    getattr(runtime, "__cudaRegisterVar")(handle, variable, variable, b"table", 0, ctypes.c_size_t(16), 0, 0)
    found = (ctypes.c_uint32 * 4)()
    call(runtime, "cudaMemcpyFromSymbol", found, variable, ctypes.c_size_t(16), ctypes.c_size_t(0), 2)
    print("symbol:", list(found))
    print("past the symbol's end:",
          runtime.cudaMemcpyFromSymbol(found, variable, ctypes.c_size_t(16), ctypes.c_size_t(4), 2))
    print("unknown function:", runtime.cudaCreateTextureObject(None, None, None, None))
    print("unknown table:", cuda.cuGetExportTable(ctypes.byref(context), bytes(16)))
    entry = ctypes.c_void_p()
    status = ctypes.c_int()
    call(cuda, "cuGetProcAddress_v2", b"cuMemcpy2D", ctypes.byref(entry), 13000, ctypes.c_uint64(0),
         ctypes.byref(status))
    print("entry point:", status.value == 0 and bool(entry.value))


if __name__ == "__main__":
    main()
