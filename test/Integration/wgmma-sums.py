#!/usr/bin/env python3
"""Multiplies random matrices by wgmma through the CUDA driver, and prints a hash of all
results: on a GPU, or on the simulator as the driver.

usage: wgmma-sums.py [RESULTS]

Numbers of all exponents, with infinities and NaNs in the last of four kinds.
"""

import ctypes
import hashlib
import random
import struct
import sys

# Bytes of an element, bits of its exponent and of its mantissa.
FORMATS = {"e4m3": (1, 4, 3), "e5m2": (1, 5, 2), "f16": (2, 5, 10), "bf16": (2, 8, 7), "tf32": (4, 8, 23)}
PAIRS = [("e4m3", "e4m3"), ("e5m2", "e4m3"), ("e4m3", "e5m2"), ("e5m2", "e5m2"), ("f16", "f16"), ("bf16", "bf16"), ("tf32", "tf32")]
MATRIX = 2048

KERNEL = """.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .pred %%q;
  .reg .b32 %%t, %%d<4>, %%v<6>;
  .reg .b64 %%p, %%x, %%a, %%b;
  .shared .align 1024 .b8 s[4096];
  mov.u32 %%t, %%tid.x;
  ld.param.u64 %%p, [p];
  setp.ne.u32 %%q, %%t, 999;
  mad.wide.u32 %%x, %%t, 16, %%p;
  mov.u32 %%v5, s;
  mad.lo.u32 %%v4, %%t, 16, %%v5;
  ld.global.v4.b32 {%%v0, %%v1, %%v2, %%v3}, [%%x];
  st.shared.v4.b32 [%%v4], {%%v0, %%v1, %%v2, %%v3};
  ld.global.v4.b32 {%%v0, %%v1, %%v2, %%v3}, [%%x+2048];
  st.shared.v4.b32 [%%v4+2048], {%%v0, %%v1, %%v2, %%v3};
  ld.global.v4.b32 {%%d0, %%d1, %%d2, %%d3}, [%%x+4096];
  shr.u32 %%v5, %%v5, 4;
  cvt.u64.u32 %%a, %%v5;
  or.b64 %%a, %%a, 0x1000080000;
  add.u64 %%b, %%a, 128;
  fence.proxy.async;
  bar.sync 0;
  wgmma.fence.sync.aligned;
  wgmma.mma_async.sync.aligned.m64n8k%d.%s.%s.%s %s, %%a, %%b, %%q%s;
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  st.global.v4.b32 [%%x+6144], {%%d0, %%d1, %%d2, %%d3};
  ret;
}
"""


def make_kernel(a, b, result):
    k = 32 // FORMATS[a][0]
    registers = "{%d0, %d1}" if result == "f16" else "{%d0, %d1, %d2, %d3}"
    return KERNEL % (k, result, a, b, registers, ", 1, 1" + (", 0, 0" if k == 16 else ""))


def make_element(source, kind, spread):
    _, exponent_bits, mantissa_bits = FORMATS[kind]
    top = (1 << exponent_bits) - 1
    half = top >> 1
    # All four are drawn, so that the numbers after them do not depend on the spread.
    exponent = [
        source.randint(half - 3, half + 3),
        source.randint(max(0, half - 14), min(top - 1, half + 9)),
        source.choice([0, 1, half, half + 1]),
        source.choice([0, half, half, half, half, half + 1, top]),
    ][spread]
    mantissa = source.getrandbits(mantissa_bits)
    if kind == "e4m3" and exponent == top and spread < 3 and mantissa == 7:
        mantissa = 6
    return source.getrandbits(1) << (exponent_bits + mantissa_bits) | exponent << mantissa_bits | mantissa


def make_matrix(source, kind, spread):
    size = FORMATS[kind][0]
    count = MATRIX // size
    return struct.pack("<%d%s" % (count, {1: "B", 2: "H", 4: "I"}[size]), *[make_element(source, kind, spread) for _ in range(count)])


def make_f32(source):
    return source.getrandbits(1) << 31 | source.randint(115, 135) << 23 | source.getrandbits(23)


def make_cases():
    for pair in PAIRS:
        for result in ("f32", "f16"):
            if result == "f16" and pair[0] in ("bf16", "tf32"):
                continue
            for spread in range(4):
                for seed in range(4):
                    source = random.Random(repr((pair, result, spread, seed)))
                    sums = make_matrix(source, "f16" if result == "f16" else "tf32", spread)
                    if result == "f32" and seed % 2:
                        sums = struct.pack("<512I", *[make_f32(source) for _ in range(512)])
                    operands = [make_matrix(source, kind, spread) for kind in pair]
                    yield make_kernel(*pair, result), b"".join(operands) + sums


def main():
    cuda = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        result = getattr(cuda, name)(*arguments)
        if result:
            sys.exit("%s returned %d" % (name, result))

    device, context, memory = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
    call("cuInit", 0)
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuCtxSetCurrent", context)
    call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(4 * MATRIX))
    found = b""
    for ptx, data in make_cases():
        module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(module), ptx.encode() + b"\0")
        call("cuModuleGetFunction", ctypes.byref(kernel), module, b"k")
        call("cuMemcpyHtoD_v2", memory, data, ctypes.c_size_t(len(data)))
        arguments = (ctypes.c_void_p * 1)(ctypes.addressof(memory))
        call("cuLaunchKernel", kernel, 1, 1, 1, 128, 1, 1, 0, None, arguments, None)
        call("cuCtxSynchronize")
        results = ctypes.create_string_buffer(MATRIX)
        call("cuMemcpyDtoH_v2", results, ctypes.c_uint64(memory.value + 3 * MATRIX), ctypes.c_size_t(MATRIX))
        call("cuModuleUnload", module)
        found += results.raw
    if len(sys.argv) > 1:
        with open(sys.argv[1], "wb") as file:
            file.write(found)
    print("%d products: %s" % (len(found) // MATRIX, hashlib.sha256(found).hexdigest()))


if __name__ == "__main__":
    main()
