#!/usr/bin/env python3
"""wgmma of every type: both sources of A, all swizzles and majors, shapes of each class,
sparse ones too. recording.py says how to run it.

usage: wgmma.py --record FILE | --compare FILE
"""

import ctypes
import itertools
import random
import sys

import recording

# Bits of an element, of its exponent and of its mantissa.
FORMATS = {"e4m3": (8, 4, 3), "e5m2": (8, 5, 2), "f16": (16, 5, 10), "bf16": (16, 8, 7), "tf32": (32, 8, 23), "f32": (32, 8, 23)}
FLOATS = [("f16", "f16", "f16"), ("f32", "f16", "f16"), ("f32", "bf16", "bf16"), ("f32", "tf32", "tf32")]
FLOATS += [(d, a, b) for d in ("f16", "f32") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")]
INTEGERS = [(sat + "s32", a, b) for sat in ("", "satfinite.") for a in ("s8", "u8") for b in ("s8", "u8")]
BITS = [("s32", "b1", "b1")]
FLOAT_COLUMNS = list(range(8, 257, 8))
INTEGER_COLUMNS = [8, 16, 24] + list(range(32, 257, 16))
SWIZZLES = [0, 32, 64, 128]
SPREADS = ["near", "wide", "all"]

A_BYTES, B_BYTES, THREADS = 12288, 36864, 128
IMAGE = A_BYTES + B_BYTES

KERNEL = """.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out, .param .u64 da, .param .u64 db, .param .u32 scale) {
  .reg .pred %%q, %%c;
  .reg .b32 %%t, %%d<128>, %%a<4>, %%v<8>, %%m;
  .reg .b64 %%in, %%out, %%x, %%da, %%db, %%s;
  .shared .align 1024 .b8 s[49152];
  mov.u32 %%t, %%tid.x;
  ld.param.u64 %%in, [in];
  ld.param.u64 %%out, [out];
  ld.param.u64 %%da, [da];
  ld.param.u64 %%db, [db];
  ld.param.u32 %%v7, [scale];
  setp.ne.u32 %%q, %%v7, 0;
  mad.wide.u32 %%x, %%t, 16, %%in;
  mov.u32 %%v5, s;
  mad.lo.u32 %%v4, %%t, 16, %%v5;
  mov.u32 %%v6, 0;
L:
  ld.global.v4.b32 {%%v0, %%v1, %%v2, %%v3}, [%%x];
  st.shared.v4.b32 [%%v4], {%%v0, %%v1, %%v2, %%v3};
  add.u64 %%x, %%x, 2048;
  add.u32 %%v4, %%v4, 2048;
  add.u32 %%v6, %%v6, 2048;
  setp.lt.u32 %%c, %%v6, 49152;
  @%%c bra L;
  ld.global.v4.b32 {%%a0, %%a1, %%a2, %%a3}, [%%x];
  mad.wide.u32 %%x, %%t, 4, %%in;
  ld.global.b32 %%m, [%%x+51200];
%s
  shr.u32 %%v5, %%v5, 4;
  cvt.u64.u32 %%s, %%v5;
  add.u64 %%da, %%da, %%s;
  add.u64 %%db, %%db, %%s;
  fence.proxy.async;
  bar.sync 0;
  wgmma.fence.sync.aligned;
  %s;
  wgmma.commit_group.sync.aligned;
  wgmma.wait_group.sync.aligned 0;
  mad.wide.u32 %%x, %%t, 4, %%out;
%s
  ret;
}
"""


def spread_elements(source, kind, spread, count):
    """Random elements; by arithmetic on all of them at once."""
    bits = FORMATS[kind][0] if kind in FORMATS else 8
    data = source.randbytes(count * bits // 8)
    if spread == "all" or kind not in FORMATS:
        return data
    _, exponent, mantissa = FORMATS[kind]
    # Two or three bits of the exponent are random, the others those of 1.
    low = 1 if spread == "near" else min(exponent - 1, 3)
    middle = (1 << (exponent - 1)) - (1 << low)
    mask = 1 << (exponent + mantissa) | (1 << (mantissa + low)) - 1
    ones = int.from_bytes((1).to_bytes(bits // 8, "little") * count, "little")
    value = int.from_bytes(data, "little") & (ones * mask)
    return (value | ones * (middle << mantissa)).to_bytes(len(data), "little")


def make_metadata(source, kind):
    """Places of the elements, the lower first; of tf32 one of two."""
    places = (0x4, 0xE) if kind == "tf32" else (0x4, 0xE, 0x8, 0x9, 0xC, 0xD)
    return bytes(source.choice(places) | source.choice(places) << 4 for _ in range(4 * THREADS))


def make_descriptor(source, start, rows, k_bytes, swizzle, is_transposed, limit):
    """A descriptor of a matrix within `limit` bytes, whose strides may be wider than they need be."""
    elements_k = k_bytes // 2
    candidates = []
    for wide in (1, 2) if swizzle else (1, 1.125, 2):
        if not is_transposed and swizzle:
            stride = int(8 * swizzle * wide)
            leading = source.choice([0, 16, 1024])
            extent = rows // 8 * stride
            if k_bytes > swizzle:
                leading = extent
                extent *= 2
        elif not is_transposed:
            leading = int(128 * wide)
            stride = leading * (k_bytes // 16)
            if source.random() < 0.5:
                stride, leading = int(128 * wide), rows // 8 * int(128 * wide)
            extent = rows // 8 * stride + k_bytes // 16 * leading
        elif swizzle:
            stride = int(8 * swizzle * wide)
            leading = elements_k // 8 * stride
            extent = (-(-rows * 2 // swizzle)) * leading
        else:
            leading = int(128 * wide)
            stride = leading * (elements_k // 8)
            extent = (-(-rows // 8)) * stride
        if extent <= limit:
            candidates.append((leading, stride))
    if not candidates:
        return None
    leading, stride = source.choice(candidates)
    code = {0: 0, 128: 1, 64: 2, 32: 3}[swizzle]
    # A step along K inside of a swizzled row.
    if not is_transposed and swizzle > k_bytes and source.random() < 0.5:
        start += k_bytes
    return start >> 4 | (leading >> 4) << 16 | (stride >> 4) << 32 | code << 62


def make_kernel(types, n, in_registers, transposed, negated, selector):
    sparse = selector is not None
    d, a, b = types
    k = 256 // {"b1": 1, "tf32": 32}.get(a, FORMATS[a][0] if a in FORMATS else 8) * (2 if sparse else 1)
    is_half = d == "f16"
    registers = ["%%d%d" % i for i in range(n // 4 if is_half else n // 2)]
    saturates = "satfinite." if d.startswith("satfinite.") else ""
    text = "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s%s.%s.%s%s {%s}, %s, %%db%s, %%q" % (
        ".sp" if sparse else "", n, k, saturates, d.split(".")[-1], a, b, ".and.popc" if a == "b1" else "", ", ".join(registers),
        "{%a0, %a1, %a2, %a3}" if in_registers else "%da", ", %%m, %d" % selector if sparse else "")
    if a in FORMATS:
        text += ", %d, %d" % tuple(-1 if each else 1 for each in negated)
    if a in ("f16", "bf16"):
        text += ", %d" % transposed[1] if in_registers else ", %d, %d" % transposed
    # d51200 of the inputs: after the image and the registers of A, the metadata, then the sums.
    load = "\n".join("  ld.global.b32 %s, [%%x+%d];" % (r, 51712 + 512 * i) for i, r in enumerate(registers))
    store = "\n".join("  st.global.b32 [%%x+%d], %s;" % (512 * i, r) for i, r in enumerate(registers))
    return KERNEL % (load, text, store), len(registers), k


def make_case(types, n, in_registers, swizzles, transposed, spread, selector):
    name = "%s n%d %s sw%d,%d %s %s%s" % (
        ".".join(types), n, "rs" if in_registers else "ss", *swizzles, "".join("KM"[t] for t in transposed), spread,
        "" if selector is None else " sp%d" % selector)
    source = random.Random(name)
    negated = (source.random() < 0.25, source.random() < 0.25)
    d, a, b = types
    bits = {"b1": 1}.get(a, FORMATS[a][0] if a in FORMATS else 8)
    k_bytes = 32 if selector is None else 64
    descriptors = (make_descriptor(source, 0, 64, 32, swizzles[0], transposed[0], A_BYTES),
                   make_descriptor(source, A_BYTES, n, k_bytes, swizzles[1], transposed[1], B_BYTES))
    if None in descriptors:
        return None
    text, count, _ = make_kernel(types, n, in_registers, transposed, negated, selector)
    scale = source.random() < 0.8

    def make_run():
        element = max(bits, 8) // 8
        sums = d.split(".")[-1]
        # Large sums of integers, so that they overflow.
        inputs = spread_elements(source, a, spread, A_BYTES // element)
        inputs += spread_elements(source, b, spread, B_BYTES // element)
        inputs += spread_elements(source, a, spread, 16 * THREADS // element)
        inputs += make_metadata(source, a)
        inputs += spread_elements(source, sums, spread, 4 * THREADS * count // (2 if sums == "f16" else 4)) if sums in FORMATS else source.randbytes(4 * THREADS * count)

        def make_arguments(driver, memory, out):
            return [ctypes.c_uint64(memory), ctypes.c_uint64(out), *map(ctypes.c_uint64, descriptors), ctypes.c_uint32(scale)]

        return inputs, 4 * THREADS * count, make_arguments

    return name, text, make_run


def make_cases():
    numbers = itertools.count()
    for selector_kind in ("dense", "sparse"):
        for types in FLOATS + INTEGERS + BITS:
            a = types[1]
            if selector_kind == "sparse" and a == "b1":
                continue
            selectors = [None] if selector_kind == "dense" else [0, 1] if a in ("f16", "bf16", "tf32") else [0]
            columns = FLOAT_COLUMNS if a in FORMATS else INTEGER_COLUMNS
            majors = [(0, 0), (1, 0), (0, 1), (1, 1)] if a in ("f16", "bf16") else [(0, 0)]
            for in_registers, transposed, swizzle in itertools.product((False, True), majors, SWIZZLES):
                if in_registers and transposed[0]:
                    continue
                for selector, _ in itertools.product(selectors, range(6 if a in FORMATS else 3) if selector_kind == "dense" else range(2)):
                    number = next(numbers)
                    n = columns[number * 7 % len(columns)]
                    swizzles = (swizzle, SWIZZLES[number // 3 % 4])
                    spread = SPREADS[number * 5 // 3 % 3] if a in FORMATS else "all"
                    yield make_case(types, n, in_registers, swizzles, transposed, spread, selector)


if __name__ == "__main__":
    cases = {case[0]: case for case in make_cases() if case}
    sys.exit(recording.main(cases.values()))
