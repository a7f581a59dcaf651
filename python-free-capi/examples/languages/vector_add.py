"""Compiles and launches a kernel, from Python by ctypes.

usage: vector_add.py [KERNEL.mlir [DEVICE [ARRAYS]]]

ARRAYS is ctypes (the default), numpy, torch or jax. On the simulator (DEVICE is sim), arrays of
these three are not copied: the kernel works on their memory, which they hand out by DLPack. On a
GPU it works so on tensors of torch. TILEWRIGHT_LIBRARY names the library if the loader does not find it.
"""

import ctypes
import importlib
import os
import sys

library = ctypes.CDLL(os.environ.get("TILEWRIGHT_LIBRARY", "libtilewright.so.0"))


# The structs of tile-c, as a C compiler lays them out. A handle is a struct of one pointer.
class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class Handle(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_void_p)]


class Grid(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint), ("y", ctypes.c_uint), ("z", ctypes.c_uint)]


class Argument(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("bits", ctypes.c_uint64)]


class DeviceInfo(ctypes.Structure):
    _fields_ = [("is_simulator", ctypes.c_bool), ("ordinal", ctypes.c_uint), ("name", Text), ("target", Text),
                ("total_memory", ctypes.c_uint64), ("l2_size", ctypes.c_uint64),
                ("num_multiprocessors", ctypes.c_uint), ("driver_version", ctypes.c_uint)]


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("rank", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


POINTER, I32 = 0, 4  # TileArgumentType
PTX = 4  # TileStage


def text(string):
    data = string.encode()
    return Text(data, len(data))


def declare(name, *parameters, result=ctypes.c_int):
    function = getattr(library, name)
    function.argtypes, function.restype = parameters, result
    return function


declare("tileGetLastErrorMessage", result=Text)
declare("tileStatusGetName", ctypes.c_int, result=Text)
declare("tileDeviceOpen", Text, ctypes.POINTER(Handle))
declare("tileDeviceGetInfo", Handle, ctypes.POINTER(DeviceInfo))
declare("tileDeviceSynchronize", Handle)
declare("tileDeviceDestroy", Handle, result=None)
declare("tileCompilerOptionsCreate", result=Handle)
declare("tileCompilerOptionsSetTarget", Handle, Text)
declare("tileCompilerOptionsDestroy", Handle, result=None)
declare("tileCompilerCreate", Handle, ctypes.POINTER(Handle))
declare("tileCompilerDestroy", Handle, result=None)
declare("tileCompilerCompileFile", Handle, Text, ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Handle))
declare("tileKernelImageDestroy", Handle, result=None)
declare("tileModuleLoad", Handle, Handle, ctypes.POINTER(Handle))
declare("tileModuleGetKernel", Handle, Text, ctypes.POINTER(Handle))
declare("tileModuleDestroy", Handle, result=None)
declare("tileDeviceAllocate", Handle, ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint64))
declare("tileDeviceFree", Handle, ctypes.c_uint64)
declare("tileDeviceCopyToDevice", Handle, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64, Handle)
declare("tileDeviceCopyToHost", Handle, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, Handle)
declare("tileDeviceAddHostMemory", Handle, ctypes.c_void_p, ctypes.c_uint64, Text, ctypes.c_void_p)
declare("tileDeviceRemoveHostMemory", Handle, ctypes.c_void_p)
declare("tileKernelLaunch", Handle, Grid, ctypes.POINTER(Argument), ctypes.c_size_t, Handle)
get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
get_pointer.argtypes, get_pointer.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p


class Error(Exception):
    """A call that failed, with the library's message."""


def call(name, *arguments):
    status = getattr(library, name)(*arguments)
    if status:
        kind = library.tileStatusGetName(status).data.decode()
        raise Error("%s: %s" % (kind, library.tileGetLastErrorMessage().data.decode()))


class Shared:
    """Memory that kernels reach at its own address: of the host on the simulator, or of the GPU."""

    def __init__(self, device, array, name):
        info = DeviceInfo()
        call("tileDeviceGetInfo", device, ctypes.byref(info))
        # The capsule has the array as long as it is there.
        self.device, self.capsule = device, array.__dlpack__()
        tensor = DLTensor.from_address(get_pointer(self.capsule, b"dltensor"))
        count, dense = 1, True
        for i in reversed(range(tensor.rank)):
            dense = dense and (not tensor.strides or tensor.shape[i] == 1 or tensor.strides[i] == count)
            count *= tensor.shape[i]
        self.is_host = info.is_simulator
        place, kind = ("the host", 1) if self.is_host else ("the GPU", 2)  # DLDeviceType
        if not dense or tensor.device_type != kind or (kind == 2 and tensor.device_id != info.ordinal):
            raise Error("%s: expected an array of %s without gaps, found another one" % (name, place))
        self.address = tensor.data + tensor.byte_offset
        bytes_ = count * tensor.bits * tensor.lanes // 8
        if self.is_host:
            call("tileDeviceAddHostMemory", device, self.address, bytes_, text(name), None)

    def close(self):
        if self.is_host:
            call("tileDeviceRemoveHostMemory", self.device, self.address)
        else:
            call("tileDeviceSynchronize", self.device)


class Copied:
    """Memory of the device with a copy of an array of ctypes."""

    def __init__(self, device, array, name):
        address = ctypes.c_uint64()
        call("tileDeviceAllocate", device, ctypes.sizeof(array), ctypes.byref(address))
        self.device, self.address, self.array = device, address.value, array
        call("tileDeviceCopyToDevice", device, self.address, array, ctypes.sizeof(array), Handle())

    def close(self):
        call("tileDeviceCopyToHost", self.device, self.array, self.address, ctypes.sizeof(self.array), Handle())
        call("tileDeviceFree", self.device, self.address)


def make_arrays(kind, n, place):
    if kind == "ctypes":
        array = ctypes.c_float * n
        return array(*range(n)), array(*[0.5] * n), array(), Copied
    # Arrays of JAX never change. So the kernel reads them, and writes one of numpy, which JAX takes afterwards.
    module = importlib.import_module("jax.numpy" if kind == "jax" else kind)
    writable = importlib.import_module("numpy") if kind == "jax" else module
    options = {"device": place} if kind == "torch" else {}
    x = module.arange(n, dtype=module.float32, **options)
    y = module.full((n,), 0.5, dtype=module.float32, **options)
    z = writable.zeros(n, dtype=writable.float32, **options)
    # What makes them may still be under way.
    if kind == "jax":
        x.block_until_ready()
        y.block_until_ready()
    elif kind == "torch" and place != "cpu":
        module.cuda.synchronize()
    return x, y, z, Shared


def main(file="vector_add.mlir", name="auto", kind="ctypes"):
    n, owned = 1000, []

    def make(function, *arguments, destroy=None):
        handle = Handle()
        call(function, *arguments, ctypes.byref(handle))
        if destroy:
            owned.append((getattr(library, destroy), handle))
        return handle

    try:
        device = make("tileDeviceOpen", text(name), destroy="tileDeviceDestroy")
        info = DeviceInfo()
        call("tileDeviceGetInfo", device, ctypes.byref(info))
        options = library.tileCompilerOptionsCreate()
        owned.append((library.tileCompilerOptionsDestroy, options))
        call("tileCompilerOptionsSetTarget", options, info.target)
        compiler = make("tileCompilerCreate", options, destroy="tileCompilerDestroy")
        image = make("tileCompilerCompileFile", compiler, text(file), PTX, None, destroy="tileKernelImageDestroy")
        module = make("tileModuleLoad", device, image, destroy="tileModuleDestroy")
        kernel = make("tileModuleGetKernel", module, text(""))

        x, y, z, memory = make_arrays(kind, n, "cpu" if info.is_simulator else "cuda:%d" % info.ordinal)
        arrays = [memory(device, array, label) for array, label in ((x, "x"), (y, "y"), (z, "z"))]
        addresses = [array.address for array in arrays]
        arguments = (Argument * 4)(*[Argument(POINTER, 0, address) for address in addresses], Argument(I32, 0, n))
        grid = Grid((n + 255) // 256, 1, 1)
        call("tileKernelLaunch", kernel, grid, arguments, 4, Handle())
        # An address that the code cannot use is refused.
        arguments[0].bits += 4
        try:
            call("tileKernelLaunch", kernel, grid, arguments, 4, Handle())
        except Error as error:
            refusal = error
        for array in arrays:
            array.close()
        if kind == "jax":
            z = importlib.import_module("jax.numpy").from_dlpack(z).tolist()
        wrong = [i for i in range(n) if float(z[i]) != i + 0.5]
        if wrong:
            raise Error("element %d is wrong" % wrong[0])
        print("%s: %d sums of %s are right" % (info.name.data.decode(), n, kind))
        print("refused, %s" % refusal)
    finally:
        for destroy, handle in reversed(owned):
            destroy(handle)


try:
    main(*sys.argv[1:])
except Error as error:
    sys.exit("error: %s" % error)
