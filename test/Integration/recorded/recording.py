"""Runs small kernels through the CUDA driver and keeps a hash of what each of them stores:
on a GPU to record the hashes, on the simulator as the driver to compare with them.

A case is (name, PTX, a function that makes its run). The run is
(inputs, bytes of the output, a function that makes the arguments of the driver and the
addresses of both): the inputs are copied to the start of a buffer, the output follows them.
All kernels have the entry `k` and are launched with one CTA of 128 threads.
"""

import argparse
import base64
import ctypes
import hashlib
import json
import os
import sys
import time
import zlib

BUFFER = 1 << 20
SAMPLE = 2048


class DriverError(Exception):
    pass


class Driver:
    """The device 0 through the functions of libcuda; a DriverError for each that fails."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", name, 100, device)
        self.name = name.value.decode()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        result = getattr(self.cuda, name)(*arguments)
        if result:
            raise DriverError("%s returned %d" % (name, result))

    def get_version(self):
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        return version.value

    def allocate(self, size):
        """Zeros."""
        memory = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(size))
        self.clear(memory.value, size)
        return memory.value

    def free(self, address):
        self.call("cuMemFree_v2", ctypes.c_uint64(address))

    def clear(self, address, size):
        self.call("cuMemsetD8_v2", ctypes.c_uint64(address), 0, ctypes.c_size_t(size))

    def copy_to(self, address, data):
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), data, ctypes.c_size_t(len(data)))

    def copy_from(self, address, size):
        result = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", result, ctypes.c_uint64(address), ctypes.c_size_t(size))
        return result.raw

    def load_module(self, path):
        """Of PTX or a cubin in a file."""
        module = ctypes.c_void_p()
        with open(path, "rb") as file:
            self.call("cuModuleLoadData", ctypes.byref(module), file.read() + b"\0")
        return module

    def load_text(self, text):
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), text.encode() + b"\0")
        return module

    def unload(self, module):
        self.call("cuModuleUnload", module)

    def get_function(self, module, name):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return function

    def launch(self, function, grid, block, arguments):
        """Arguments are objects of ctypes. Waits for the end."""
        pointers = (ctypes.c_void_p * len(arguments))()
        for i, each in enumerate(arguments):
            pointers[i] = ctypes.addressof(each)
        self.call("cuLaunchKernel", function, grid, 1, 1, block, 1, 1, 0, None, pointers, None)
        self.call("cuCtxSynchronize")

    def encode_map(self, kind, address, sizes, strides, box, steps, swizzle, fill):
        """The argument that is a tensor map."""
        memory = ctypes.create_string_buffer(256)
        aligned = (ctypes.addressof(memory) + 63) // 64 * 64
        rank = len(sizes)
        self.call(
            "cuTensorMapEncodeTiled", ctypes.c_void_p(aligned), kind, rank, ctypes.c_void_p(address),
            (ctypes.c_uint64 * rank)(*sizes), (ctypes.c_uint64 * rank)(*strides), (ctypes.c_uint32 * rank)(*box),
            (ctypes.c_uint32 * rank)(*steps), 0, swizzle, 0, fill)
        return (ctypes.c_uint8 * 128).from_buffer_copy(ctypes.string_at(aligned, 128))


class Runner:
    """Runs cases one after the other, in one buffer."""

    def __init__(self):
        self.driver = Driver()
        self.memory = self.driver.allocate(BUFFER)
        self.text, self.module = None, None

    def run(self, text, inputs, size, make_arguments):
        if text != self.text:
            if self.module:
                self.driver.unload(self.module)
            self.module = None
            self.module = self.driver.load_text(text)
            self.text = text
        out = self.memory + (len(inputs) + 255) // 256 * 256
        assert out + size <= self.memory + BUFFER
        self.driver.copy_to(self.memory, inputs)
        self.driver.clear(out, size)
        arguments = make_arguments(self.driver, self.memory, out)
        self.driver.launch(self.driver.get_function(self.module, "k"), 1, 128, arguments)
        return self.driver.copy_from(out, size)


def run_cases(cases, first, write):
    runner = Runner()
    for number, (name, text, make_run) in enumerate(cases):
        if number < first:
            continue
        try:
            inputs, size, make_arguments = make_run()
            result = runner.run(text, inputs, size, make_arguments)
        except DriverError as error:
            write({"name": name, "error": str(error)})
            # The context may be lost: another process goes on.
            return number + 1
        write({"name": name, "hash": hashlib.sha256(result).hexdigest()[:16], "sample": base64.b85encode(zlib.compress(result[:SAMPLE], 9)).decode()})
    write({"device": runner.driver.name})
    return None


def merge(paths):
    merged = {"device": "", "hashes": {}}
    for path in paths:
        with open(path) as file:
            for record in map(json.loads, file):
                merged["device"] = record.get("device", merged["device"])
                if "hash" in record:
                    merged["hashes"][record["name"]] = record["hash"]
    print(json.dumps(merged, indent=0, sort_keys=True))
    return 0


def main(cases):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", help="write the hashes to this file, and samples of the outputs beside it")
    parser.add_argument("--compare", help="compare with the hashes in this file")
    parser.add_argument("--merge", nargs="+", help="what --record wrote in parts: print it as --compare reads it")
    parser.add_argument("--part", default="0/1", help="which part of the cases: 0/4 to 3/4")
    parser.add_argument("--only", default="", help="only cases whose name contains this")
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.merge:
        return merge(arguments.merge)
    part, parts = map(int, arguments.part.split("/"))
    chosen = sorted((case for case in cases if arguments.only in case[0]), key=lambda case: case[1])
    assert len({case[0] for case in chosen}) == len(chosen), "two cases of one name"
    chosen = chosen[len(chosen) * part // parts : len(chosen) * (part + 1) // parts]
    start = time.time()
    if arguments.record:
        with open(arguments.record, "a" if arguments.first else "w") as file:
            following = run_cases(chosen, arguments.first, lambda record: print(json.dumps(record), file=file, flush=True))
        if following is not None:
            command = [each for each in sys.argv if not each.startswith("--first")]
            os.execv(sys.executable, [sys.executable, *command, "--first=%d" % following])
        print("%d cases of part %s, %.0f s for the last of them" % (len(chosen), arguments.part, time.time() - start))
        return 0

    with open(arguments.compare) as file:
        recorded = json.load(file)
    counts = {"equal": 0, "differs": 0, "failed": 0, "not recorded": 0}

    def compare(record):
        if "device" in record:
            return
        expected = recorded["hashes"].get(record["name"])
        found = record.get("hash")
        outcome = "not recorded" if not expected else "failed" if not found else "equal" if found == expected else "differs"
        counts[outcome] += 1
        if outcome in ("differs", "failed"):
            print("%s: %s %s" % (outcome, record["name"], record.get("error", "")))

    first = 0
    while first is not None:
        first = run_cases(chosen, first, compare)
    print("%d cases as on %s, %d differ, %d failed, %d were not recorded" % (
        counts["equal"], recorded["device"], counts["differs"], counts["failed"], counts["not recorded"]))
    return bool(counts["differs"] or counts["failed"])
