"""libtilewright.so through ctypes, as far as the comparisons need it.

A development tool: the product has no Python. Uses torch's own CUDA context and
stream, so that both compilers' kernels run in one process, side by side.
"""

import ctypes
import struct
from ctypes import POINTER, byref, c_char_p, c_size_t, c_uint, c_uint32, c_uint64, c_void_p


class String(ctypes.Structure):
    _fields_ = [("data", c_char_p), ("length", c_size_t)]


class Handle(ctypes.Structure):
    _fields_ = [("ptr", c_void_p)]


class Grid(ctypes.Structure):
    _fields_ = [("x", c_uint32), ("y", c_uint32), ("z", c_uint32)]


class Argument(ctypes.Structure):
    _fields_ = [("type", c_uint32), ("reserved", c_uint32), ("bits", c_uint64)]


POINTER_TYPE, I32_TYPE, I64_TYPE, F32_TYPE = 0, 4, 5, 8
PTX, CUBIN = 4, 5
NULL = Handle(None)


def string(text):
    data = text.encode()
    return String(data, len(data))


class I64(int):
    """An argument of 64 bits; other integers have 32."""


class Library:
    """Opens the library and a GPU."""

    def __init__(self, path, context=None, device=None):
        """Of a context that there is, or of a device by its name: "cuda:0", "sim"."""
        self.c = c = ctypes.CDLL(path)
        self.declare(c)
        self.device = Handle()
        if device:
            self.check(c.tileDeviceOpen(string(device), byref(self.device)))
        else:
            self.check(c.tileDeviceAdoptCUDA(context, byref(self.device)))

    @staticmethod
    def declare(c):
        """The types of the functions."""
        c.tileGetLastErrorMessage.restype = String
        c.tileCompilerOptionsCreate.restype = Handle
        c.tileCompilerOptionsSet.argtypes = [Handle, String, String]
        c.tileCompilerCreate.argtypes = [Handle, POINTER(Handle)]
        c.tileCompilerCompileFile.argtypes = [Handle, String, c_uint, c_void_p, POINTER(Handle)]
        c.tileDeviceAdoptCUDA.argtypes = [c_void_p, POINTER(Handle)]
        c.tileDeviceOpen.argtypes = [String, POINTER(Handle)]
        c.tileDeviceAllocate.argtypes = [Handle, c_uint64, POINTER(c_uint64)]
        c.tileDeviceFree.argtypes = [Handle, c_uint64]
        c.tileDeviceCopyToDevice.argtypes = [Handle, c_uint64, c_void_p, c_uint64, Handle]
        c.tileDeviceCopyToHost.argtypes = [Handle, c_void_p, c_uint64, c_uint64, Handle]
        c.tileModuleLoad.argtypes = [Handle, Handle, POINTER(Handle)]
        c.tileModuleGetKernel.argtypes = [Handle, String, POINTER(Handle)]
        c.tileKernelLaunch.argtypes = [Handle, Grid, POINTER(Argument), c_size_t, Handle]
        c.tileKernelCheckArguments.argtypes = [Handle, POINTER(Argument), c_size_t]
        c.tileKernelGetCUDA.argtypes = [Handle]
        c.tileKernelGetCUDA.restype = c_void_p

    def check(self, status):
        if status != 0:
            raise RuntimeError(self.c.tileGetLastErrorMessage().data.decode())

    def allocate(self, size):
        address = c_uint64()
        self.check(self.c.tileDeviceAllocate(self.device, size, byref(address)))
        return address.value

    def free(self, address):
        self.check(self.c.tileDeviceFree(self.device, address))

    def copy_to_device(self, address, data, size):
        self.check(self.c.tileDeviceCopyToDevice(self.device, address, data, size, NULL))

    def copy_to_host(self, data, address, size):
        self.check(self.c.tileDeviceCopyToHost(self.device, data, address, size, NULL))

    def compile(self, path, target, options, stage=CUBIN, name=""):
        """A kernel of a file, by its name or the only one, loaded. `options` by their names."""
        settings = self.c.tileCompilerOptionsCreate()
        for option, value in dict(options, target=target, cache="off").items():
            self.check(self.c.tileCompilerOptionsSet(settings, string(option), string(value)))
        compiler, image, module, kernel = Handle(), Handle(), Handle(), Handle()
        self.check(self.c.tileCompilerCreate(settings, byref(compiler)))
        self.check(self.c.tileCompilerCompileFile(compiler, string(path), stage, None, byref(image)))
        self.check(self.c.tileModuleLoad(self.device, image, byref(module)))
        self.check(self.c.tileModuleGetKernel(module, string(name), byref(kernel)))
        return Kernel(self, kernel)


class Kernel:
    def __init__(self, library, handle):
        self.library, self.handle = library, handle

    def bind(self, grid, *args):
        """A function that launches on torch's default stream. `grid` is a number or three."""
        values = (Argument * len(args))()
        for value, arg in zip(values, args):
            if hasattr(arg, "data_ptr"):
                value.type, value.bits = POINTER_TYPE, arg.data_ptr()
            elif isinstance(arg, float):
                value.type, value.bits = F32_TYPE, int.from_bytes(struct.pack("<f", arg), "little")
            elif isinstance(arg, I64):
                value.type, value.bits = I64_TYPE, arg & 0xFFFFFFFFFFFFFFFF
            else:
                value.type, value.bits = I32_TYPE, arg & 0xFFFFFFFFFFFFFFFF
        launch, count, grid = self.library.c.tileKernelLaunch, len(args), Grid(*grid) if isinstance(grid, tuple) else Grid(grid, 1, 1)

        def run():
            self.library.check(launch(self.handle, grid, values, count, NULL))

        run.kept = args
        return run
