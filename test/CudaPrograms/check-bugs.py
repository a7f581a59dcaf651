#!/usr/bin/env python3
"""Runs planted bugs and their correct twins on the simulated CUDA driver.

usage: check-bugs.py SOURCE.cu PTX
       check-bugs.py SOURCE.cu PTX --make=NVCC     compiles the source to the PTX first

The source has the lines that may be reported, each with `//!` and the kinds of
the finding, or the word `note`; a line `// LAUNCH name grid block [dynamic shared bytes]` says how
a bug is launched if it is not 1 CTA of 64 threads. A kernel `name_wrong` must
have findings, all of them at such lines; a kernel `name_right` none, and no note.
"""

import ctypes
import os
import re
import struct
import subprocess
import sys
import tempfile

# Elements of both arrays: at least as many as a kernel of the largest grid has threads.
SIZE = 1024

# CUtensorMapDataType.
INT32, FLOAT16 = 3, 6


class Driver:
    def __init__(self, ptx):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        context, self.module = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        self.call("cuCtxSetCurrent", context)
        with open(ptx, "rb") as file:
            self.call("cuModuleLoadData", ctypes.byref(self.module), file.read() + b"\0")

    def call(self, name, *arguments):
        result = getattr(self.cuda, name)(*arguments)
        if result:
            sys.exit("%s returned %d" % (name, result))

    def allocate(self, values):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(4 * len(values)))
        data = struct.pack("<%di" % len(values), *values)
        self.call("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
        return address

    def encode(self, place, array, elementType, columns, box, swizzle):
        """Makes a tensor map of the array, as rows of 128 bytes."""
        self.call("cuTensorMapEncodeTiled", ctypes.c_void_p(place), elementType, 2, ctypes.c_void_p(array.value),
                  (ctypes.c_uint64 * 2)(columns, SIZE // 32), (ctypes.c_uint64 * 1)(128), (ctypes.c_uint32 * 2)(*box),
                  (ctypes.c_uint32 * 2)(1, 1), 0, swizzle, 0, 0)

    def run(self, name, grid, block, shared):
        """What the simulator printed, and the result of the launch."""
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), self.module, name.encode())
        if shared:
            self.call("cuFuncSetAttribute", function, 8, shared)
        values = [i * 7 % 64 for i in range(SIZE)]
        arrays = [self.allocate(values), self.allocate([0] * SIZE)]
        n = ctypes.c_int(min(SIZE, 64 * 16))
        maps = ctypes.create_string_buffer(2 * 128 + 63)
        rows = (ctypes.addressof(maps) + 63) // 64 * 64
        self.encode(rows, arrays[0], INT32, 32, [32, 8], swizzle=0)
        self.encode(rows + 128, arrays[0], FLOAT16, 64, [64, 64], swizzle=3)
        arguments = (ctypes.c_void_p * 5)(ctypes.addressof(arrays[0]), ctypes.addressof(arrays[1]),
                                          ctypes.addressof(n), rows, rows + 128)
        sys.stderr.flush()
        with tempfile.TemporaryFile() as file:
            saved = os.dup(2)
            os.dup2(file.fileno(), 2)
            result = self.cuda.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, None, arguments, None)
            os.dup2(saved, 2)
            os.close(saved)
            file.seek(0)
            text = file.read().decode()
        for array in arrays:
            self.call("cuMemFree_v2", array)
        return text, result


def read_source(path):
    """The kinds at each line, and the bugs with their launches, in order."""
    kinds, launches, bugs = {}, {}, []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if "//!" in line:
                kinds[number] = line.split("//!")[1].split()
            launch = re.match(r"// LAUNCH (\w+) (.*)", line)
            if launch:
                launches[launch[1]] = [int(word) for word in launch[2].split()]
            bug = re.match(r"BUG\w*\((\w+)\)", line)
            if bug:
                bugs.append(bug[1])
    return kinds, [(bug, (launches.get(bug, [1, 64]) + [0])[:3]) for bug in bugs]


def find(text, kind):
    """Kinds, files and lines of what was printed."""
    return re.findall("^" + kind + r":.*\n  at PTX line .*\n(?:  from (\S+):(\d+):\d+\n)?", text, re.MULTILINE)


def make(nvcc, source, ptx):
    """PTX without comments, and without the folder of the source."""
    subprocess.run([nvcc, "-O3", "-lineinfo", "-std=c++17", "-arch=compute_90a", "-ptx", "-w", "-o", ptx, source],
                   check=True)
    with open(ptx) as file:
        text = file.read()
    text = re.sub(r'(\.file\s+\d+ ").*/', r"\1", text)
    text = re.sub(r"^\s*//.*\n|^\s*\n", "", text, flags=re.MULTILINE)
    with open(ptx, "w") as file:
        file.write(text)


def main():
    source, ptx = sys.argv[1:3]
    if len(sys.argv) == 4:
        make(sys.argv[3].removeprefix("--make="), source, ptx)
    kinds, bugs = read_source(source)
    driver, failed = Driver(ptx), 0
    for name, (grid, block, shared) in bugs:
        text, result = driver.run(name + "_right", grid, block, shared)
        if result or "note:" in text:
            failed += 1
            print("%s_right: an alarm, or result %d\n%s" % (name, result, text))
        text, result = driver.run(name + "_wrong", grid, block, shared)
        found = find(text, r"error: ([a-z-]+)")
        # Where matrices do not fit what is in shared memory, that is a note.
        isNoted = not found and not result
        if isNoted:
            found = find(text, "(note): [a-z-]+")
        wrong = [(kind, line) for kind, path, line in found
                 if os.path.basename(path) != os.path.basename(source) or kind not in kinds.get(int(line), [])]
        if not found or wrong or not (result or isNoted):
            failed += 1
            print("%s_wrong: expected findings at the marked lines, found %s, result %d\n%s" %
                  (name, found, result, text))
    print("%s: %d of %d bugs are found, and their twins are right" % (os.path.basename(source), len(bugs) - failed,
                                                                      len(bugs)))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
