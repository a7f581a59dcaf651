"""libtilewright.so's compiler and simulator, through ctypes; no torch, no Triton.

A kernel's text becomes an image by `compile`, a kernel by `load`, and runs by `launch` on memory of this process: its addresses are the host's.
What a launch finds comes back as a list of findings.
"""

import ctypes
import json
import math
import os
import re
import struct
import sys
from ctypes import CFUNCTYPE, POINTER, byref, c_bool, c_size_t, c_uint, c_uint32, c_uint64, c_void_p

# Of the sources; in the archive it is beside this file.
sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), os.pardir, "peers"))
from library import NULL, PTX, Argument, Grid, Handle, Library, String, string  # noqa: E402


class View(ctypes.Structure):
    """A string that comes out, whatever bytes it has."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def take(self):
        return ctypes.string_at(self.data, self.length) if self.length else b""

    def __str__(self):
        return self.take().decode(errors="replace")


CALLBACK = CFUNCTYPE(None, View, c_void_p)
# TileArgumentType
TYPES = {"ptr": 0, "i1": 1, "i8": 2, "i16": 3, "i32": 4, "i64": 5, "f16": 6, "bf16": 7, "f32": 8, "f64": 9}
FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


class CFinding(ctypes.Structure):
    _fields_ = [("kernel", View), ("kind", View), ("message", View), ("source", View), ("other_source", View), ("text", View), ("is_note", c_bool), ("count", c_uint64)]


class Settings(ctypes.Structure):
    _fields_ = [("threads", c_uint), ("skip_global_races", c_bool), ("skip_shared_races", c_bool), ("skip_uninitialized", c_bool), ("step_limit", c_uint64), ("strict_races", c_bool), ("continue_after_findings", c_bool),
                ("multiprocessors", c_uint), ("exact_arithmetic", c_bool), ("uninitialized_global", c_bool)]


HANDLER = CFUNCTYPE(None, POINTER(CFinding), c_void_p)


class Refused(RuntimeError):
    """The compiler does not take a kernel, or the simulator cannot run it."""


class Finding:
    """One of a launch: `kind` as docs/simulator.md has it, `source` is "file.py:line:column" or empty."""

    def __init__(self, **values):
        self.__dict__.update(values)


class Region:
    """Memory that kernels may access. `undefined` has a byte for each byte, 0xFF where it has no value yet, or is None."""

    def __init__(self, address, size, name, undefined=None):
        self.address, self.size, self.name, self.undefined = address, size, name, undefined


def join_regions(regions):
    """Regions in order, none empty; those that overlap are one, which has the first one's name. It follows bits if one region has all others inside."""
    joined = []
    for region in sorted((region for region in regions if region.size > 0), key=lambda region: (region.address, -region.size)):
        last = joined[-1] if joined else None
        if last and region.address < last.address + last.size:
            end = region.address + region.size
            if end > last.address + last.size:
                joined[-1] = Region(last.address, end - last.address, last.name)
            elif last.undefined is None and region.size == last.size:
                last.undefined = region.undefined
        else:
            joined.append(region)
    return joined


def get_region(value):
    """Of an argument with an address, a shape and a type, as arrays other than torch's are; None for a number."""
    if not hasattr(value, "data_ptr") or not hasattr(value, "shape"):
        return None
    bits = re.search(r"\d+", str(value.dtype))
    return Region(value.data_ptr(), math.prod(value.shape) * max(int(bits[0]) // 8 if bits else 1, 1), "")


def encode(type, value):
    """The bits of an argument."""
    if type in ("f32", "f64", "f16"):
        return int.from_bytes(struct.pack(FORMATS[type], value), "little")
    if type == "bf16":
        bits = int.from_bytes(struct.pack("<f", value), "little")
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return int(value) & 0xFFFFFFFFFFFFFFFF


class Simulator(Library):
    def __init__(self, path, target, threads=0, step_limit=0, strict_races=False, uninitialized=True):
        self.path, self.target = os.path.abspath(path), target
        super().__init__(self.path, device="sim:" + target)
        self.declare_more()
        self.findings, self.numbers = [], {}
        self.handler = HANDLER(self.take_finding)  # kept: the library calls it
        self.check(self.c.tileDeviceSetFindingHandler(self.device, self.handler, None))
        # The program goes on with what a launch with findings has written.
        settings = Settings(threads=threads, skip_uninitialized=not uninitialized, step_limit=step_limit, strict_races=strict_races, continue_after_findings=True, uninitialized_global=uninitialized)
        self.check(self.c.tileDeviceSetSimulatorSettings(self.device, byref(settings)))

    def declare_more(self):
        c = self.c
        c.tileGetVersion.restype = c.tileKernelImageGetStage.restype = c.tileGetLastCompileLog.restype = View
        c.tileCompilerCompileText.argtypes = [Handle, String, String, c_uint, c_void_p, POINTER(Handle)]
        c.tileKernelImageGetStage.argtypes = [Handle, c_uint]
        c.tileKernelImageGetMetadata.argtypes = [Handle, CALLBACK, c_void_p]
        c.tileKernelImageSerialize.argtypes = [Handle, CALLBACK, c_void_p]
        c.tileKernelImageDeserialize.argtypes = [String, POINTER(Handle)]
        for name in ("tileCompilerOptionsDestroy", "tileCompilerDestroy", "tileKernelImageDestroy"):
            getattr(c, name).argtypes = [Handle]
        c.tileDeviceSetFindingHandler.argtypes = [Handle, HANDLER, c_void_p]
        c.tileDeviceSetSimulatorSettings.argtypes = [Handle, POINTER(Settings)]
        c.tileDeviceAddHostMemory.argtypes = [Handle, c_void_p, c_uint64, String, c_void_p]
        c.tileDeviceRemoveHostMemory.argtypes = [Handle, c_void_p]

    def get_version(self):
        """Changes when the library does."""
        state = os.stat(self.path)
        return "%s-%d-%d" % (str(self.c.tileGetVersion()), state.st_size, state.st_mtime_ns)

    def get_error(self):
        return self.c.tileGetLastErrorMessage().data.decode(errors="replace")

    def take(self, function, image):
        parts = []
        self.check(function(image, CALLBACK(lambda text, _: parts.append(text.take())), None))
        return b"".join(parts)

    def compile(self, text, name, options):
        """The PTX, the image as bytes and what is known of its only kernel, of a text with locations."""
        c = self.c
        settings, compiler, image = c.tileCompilerOptionsCreate(), Handle(), Handle()
        try:
            for option, value in dict(options, target=self.target, cache="off", **{"line-info": "true"}).items():
                if c.tileCompilerOptionsSet(settings, string(option), string(str(value))):
                    raise Refused(self.get_error())
            if c.tileCompilerCreate(settings, byref(compiler)) or c.tileCompilerCompileText(compiler, string(text), string(name), PTX, None, byref(image)):
                raise Refused(self.get_error())
            known = json.loads(self.take(c.tileKernelImageGetMetadata, image))
            return str(c.tileKernelImageGetStage(image, PTX)), self.take(c.tileKernelImageSerialize, image), known["kernels"][0]
        finally:
            for destroy, handle in ((c.tileKernelImageDestroy, image), (c.tileCompilerDestroy, compiler), (c.tileCompilerOptionsDestroy, settings)):
                if handle.ptr:
                    destroy(handle)

    def load(self, data):
        image, module, kernel = Handle(), Handle(), Handle()
        bytes_of = String(data, len(data))
        self.check(self.c.tileKernelImageDeserialize(bytes_of, byref(image)))
        try:
            if self.c.tileModuleLoad(self.device, image, byref(module)) or self.c.tileModuleGetKernel(module, string(""), byref(kernel)):
                raise Refused(self.get_error())
        finally:
            self.c.tileKernelImageDestroy(image)
        return kernel

    def take_finding(self, found, _):
        found = found.contents
        self.findings.append(Finding(kernel=str(found.kernel), kind=str(found.kind), message=str(found.message), source=str(found.source), other_source=str(found.other_source),
                                     text=str(found.text).rstrip(), is_note=bool(found.is_note), count=found.count))

    def launch(self, kernel, grid, arguments, regions):
        """Runs a kernel with pairs of types and values on memory; returns what it found. Refused if it cannot run."""
        values = (Argument * max(len(arguments), 1))()
        for place, (type, value) in zip(values, arguments):
            place.type, place.bits = TYPES[type], encode(type, value)
        regions, added = join_regions(regions), []
        self.findings = []
        try:
            for region in regions:
                shadow = region.undefined
                self.check(self.c.tileDeviceAddHostMemory(self.device, region.address, region.size, string(region.name), shadow))
                added.append(region.address)
            failed = self.c.tileKernelLaunch(kernel, Grid(*grid), values, len(arguments), NULL)
        finally:
            for address in added:
                self.check(self.c.tileDeviceRemoveHostMemory(self.device, address))
        findings = self.findings
        if failed and all(finding.is_note for finding in findings):
            raise Refused(self.get_error())
        return findings
