#!/usr/bin/env python3
"""Runs the quantisation kernels in tile-run and checks every byte they write.

usage: check-quantize.py KERNELS NAME [--sizes MxN,MxN,...] [--device DEVICE]
                         [--tool FILE] -- ARGUMENT...

NAME is nvfp4_quantize_bf16, mxfp8_quantize_f16 and so on, of the file KERNELS. The
arguments go to tile-run, elsewhere than in PATH with --tool. What is expected
follows from the definitions in those files: values are rounded by search in the
table of all values of a type, in exact arithmetic. The inputs have zeros of both
signs, NaN, infinities, tiny and huge numbers, ties, and whole blocks of each.
Prints a line a size; fails if any is wrong.
"""

import bisect
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

SIZES = "1x16,3x48,130x16,1x4112,3x1024,129x80,7x64,7x48"
MX_SIZES = "1x32,3x96,130x32,1x4128,129x160,7x64"
WIDTH = {"bf16": 2, "f16": 2, "f32": 4}
# With 448, a block whose largest number is 6 has scale 448, and factor 1.
GLOBAL_SCALES = (448.0, 448.0, 1.0, 3.7, 2688.0 / 5, 0.0009765625, 2.0**90, 2.0**127)
LARGEST = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]


def f32(x):
    """The nearest f32. Of exact sums and products, and of quotients of two f32,
    which 53 bits round twice as once."""
    if math.isnan(x) or math.isinf(x):
        return x
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def divide(a, b):
    if b == 0:
        return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)
    return f32(a / b)


def multiply(a, b):
    return f32(a * b)


def decode(bits, kind):
    if kind == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    return struct.unpack("<e" if kind == "f16" else "<f", struct.pack("<H" if kind == "f16" else "<I", bits))[0]


def get_table(exponent_bits, mantissa_bits, count):
    """The values of the codes 0 to count - 1 of a small float."""
    bias = (1 << (exponent_bits - 1)) - 1
    values = []
    for code in range(count):
        exponent, mantissa = code >> mantissa_bits, code & ((1 << mantissa_bits) - 1)
        if exponent == 0:
            values.append(math.ldexp(mantissa, 1 - bias - mantissa_bits))
        else:
            values.append(math.ldexp((1 << mantissa_bits) + mantissa, exponent - bias - mantissa_bits))
    return values


E2M1 = get_table(2, 1, 8)
E4M3 = get_table(4, 3, 127)


def encode(x, table):
    """The code of the nearest value, the even code of two; at most the last."""
    x = abs(x)
    if x >= table[-1]:
        return len(table) - 1
    above = bisect.bisect_right(table, x)
    below = above - 1
    left, right = x - table[below], table[above] - x
    return below if left < right or (left == right and below % 2 == 0) else above


def is_negative(x):
    return math.copysign(1, x) < 0


def to_e4m3(x):
    return 0x7F if math.isnan(x) else encode(x, E4M3) | is_negative(x) << 7


def to_e2m1(x):
    return 7 if math.isnan(x) else encode(x, E2M1) | is_negative(x) << 3


def get_amax(block):
    return max((abs(x) for x in block if not math.isnan(x)), default=math.nan)


def divide24(a, b):
    """The quotient to 24 bits, also below the normal f32."""
    mantissa, exponent = math.frexp(a / b)
    return math.ldexp(f32(mantissa), exponent)


def quantize_nvfp4(block, g):
    amax, g = (x if math.isnan(x) else min(x, LARGEST) for x in (get_amax(block), g))
    scale = to_e4m3(multiply(divide24(amax, 6.0), g))
    value = math.nan if scale == 0x7F else E4M3[scale]
    factor = 0.0 if value == 0 else divide(g, value)
    codes = [to_e2m1(multiply(x, factor)) for x in block]
    return bytes(codes[i] | codes[i + 1] << 4 for i in range(0, 16, 2)), bytes([scale])


def quantize_fp8(block):
    amax = get_amax(block)
    factor = divide(448.0, amax)
    factor = factor if math.isnan(factor) else min(factor, LARGEST)
    codes = bytes(to_e4m3(multiply(x, factor)) for x in block)
    return codes, struct.pack("<f", divide(amax, 448.0))


def quantize_mx(block, table, encode):
    """Of 32 numbers; the scale is rounded up to a power of two."""
    quotient = divide(get_amax(block), table[-1])
    if math.isnan(quotient):
        return [encode(math.nan) for _ in block], 255
    mantissa, exponent = math.frexp(min(quotient, LARGEST))
    scale = min(max(exponent + 126 + (mantissa > 0.5), 0), 254) if quotient else 0
    return [encode(x * 2.0 ** (127 - scale)) for x in block], scale


def quantize_mxfp8(block):
    codes, scale = quantize_mx(block, E4M3, to_e4m3)
    return bytes(codes), bytes([scale])


def quantize_mxfp4(block):
    codes, scale = quantize_mx(block, E2M1, to_e2m1)
    return bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2])), bytes([scale])


def make_block(kind, source):
    """The bits of 16 numbers of one of several characters."""
    bits = 8 * WIDTH[kind]
    mantissa = {"bf16": 7, "f16": 10, "f32": 23}[kind]
    bias = 15 if kind == "f16" else 127
    sign = 1 << (bits - 1)
    infinity = (sign - 1) >> mantissa << mantissa

    def number(low, high):
        """A sign, an exponent within bounds, any mantissa."""
        exponent = min(max(source.randint(low, high) + bias, 0), 2 * bias)
        return source.getrandbits(1) * sign | exponent << mantissa | source.getrandbits(mantissa)

    def tie():
        """A small multiple of 1/4: blocks of these have codes on the border."""
        quarters = source.randint(1, 24)
        shift = quarters.bit_length() - 1
        return source.getrandbits(1) * sign | (shift - 2 + bias) << mantissa | (quarters << mantissa >> shift) & (1 << mantissa) - 1

    character = source.randrange(12)
    block = [number(-6, 2) for _ in range(16)]
    if character == 0:
        block = [source.getrandbits(1) * sign for _ in range(16)]
    elif character == 1:
        block = [number(-bias, 8 - bias) for _ in range(16)]
    elif character == 2:
        block = [number(bias - 3, bias) for _ in range(16)]
    elif character == 3:
        block = [source.getrandbits(bits) for _ in range(16)]
    elif character in (4, 5):
        # 6, so that the factor of e2m1 is 1 if g is.
        block = [tie() for _ in range(15)] + [(2 + bias) << mantissa | 1 << (mantissa - 1)]
    elif character == 6:
        block = [infinity | 1 | source.getrandbits(1) * sign for _ in range(16)]
    elif character == 7:
        block[source.randrange(16)] = infinity | source.getrandbits(1) * sign
    elif character == 8:
        for _ in range(3):
            block[source.randrange(16)] = infinity | 1 << (mantissa - 1) | source.getrandbits(1) * sign
    elif character == 9:
        block[source.randrange(16)] = source.getrandbits(1) * sign
        block[source.randrange(16)] = number(-bias, -8)
    source.shuffle(block)
    return block


def write_npy(path, data, dtype, count):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (dtype, count)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + struct.unpack("<H", data[8:10])[0] :]


def tile_scales(scales, m, n, block):
    """Scales in the order of block-scaled matrix multiplication."""
    columns, tiles = n // block, -(-n // (4 * block))
    result = bytearray(-(-m // 128) * tiles * 512)
    for r in range(m):
        for c in range(columns):
            place = (r // 128 * tiles + c // 4) * 512 + r % 32 * 16 + r % 128 // 32 * 4 + c % 4
            result[place] = scales[r * columns + c]
    return bytes(result)


def run_size(path, name, m, n, g, arguments, folder, is_empty=False):
    """Runs one size, all zeros if it is empty; returns what is wrong."""
    format, kind = name.split("_")[0], name.split("_")[2]
    is_fp8, is_mx = format == "fp8", format.startswith("mx")
    is_tiled, size = is_mx or name.endswith("_tiled"), 32 if is_mx else 16
    source = random.Random("%s %d %d" % (kind, m, n))
    blocks = [make_block(kind, source) for _ in range(m * n // 16)]
    # Most larger blocks are of one character, too.
    for i in range(0, len(blocks) if is_mx else 0, 2):
        if i % 8:
            blocks[i + 1] = blocks[i][::-1]
    if is_empty:
        blocks = [[0] * 16 for _ in blocks]
    letter = "H" if WIDTH[kind] == 2 else "I"
    data = b"".join(struct.pack("<16" + letter, *block) for block in blocks)
    write_npy(folder + "/x.npy", data, {"bf16": "<V2", "f16": "<f2", "f32": "<f4"}[kind], m * n)
    values = [[decode(bits, kind) for bits in block] for block in blocks]
    if is_mx:
        values = [low + high for low, high in zip(values[::2], values[1::2])]
    quantizers = {"fp8": quantize_fp8, "mxfp8": quantize_mxfp8, "mxfp4": quantize_mxfp4}
    results = [quantizers[format](block) if format in quantizers else quantize_nvfp4(block, g) for block in values]
    codes, scales = (b"".join(result[i] for result in results) for i in (0, 1))
    if is_tiled:
        scales = tile_scales(scales, m, n, size)
        grid = "%dx%d" % (-(-n // (4 * size)), -(-m // 128))
    else:
        grid = "%d" % -(-m * n // (1024 if is_fp8 else 8192))
    code_type = "f8e4m3" if format.endswith("fp8") else "u8"
    scale_type = "f32" if is_fp8 else "u8" if is_mx else "f8e4m3"
    scale_count = len(scales) // 4 if is_fp8 else len(scales)
    command = [path[0], path[1], "--kernel=" + name, "--grid=" + grid, "--input=x:%dx%s=%s/x.npy" % (m * n, kind, folder)]
    if format == "nvfp4":
        command.append("--input=g:1xf32=const:%r" % g)
    command += ["--output=codes:%dx%s:save=%s/codes.npy" % (len(codes), code_type, folder)]
    command += ["--output=scales:%dx%s:save=%s/scales.npy" % (scale_count, scale_type, folder)]
    command += ["--input=m:i32=%d" % m, "--input=n:i32=%d" % n] + arguments
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        return " ".join(command) + "\n" + run.stdout + run.stderr
    for what, wanted in (("codes", codes), ("scales", scales)):
        found = read_npy("%s/%s.npy" % (folder, what))
        if is_fp8 and what == "scales":
            wanted = [struct.unpack("<f", wanted[i : i + 4])[0] for i in range(0, len(wanted), 4)]
            found = [struct.unpack("<f", found[i : i + 4])[0] for i in range(0, len(found), 4)]
            wanted, found = (["nan" if math.isnan(x) else x for x in list_] for list_ in (wanted, found))
        if found == wanted:
            continue
        if len(found) != len(wanted):
            return "%d %s, expected %d" % (len(found), what, len(wanted))
        wrong = [i for i in range(len(wanted)) if wanted[i] != found[i]]
        return "%d of %d %s differ, first at %d: expected %s, found %s" % (
            len(wrong), len(wanted), what, wrong[0], wanted[wrong[0]], found[wrong[0]])
    return None


def main():
    split = sys.argv.index("--")
    kernels, name, options, arguments = sys.argv[1], sys.argv[2], sys.argv[3:split], sys.argv[split + 1 :]
    tool, sizes = "tile-run", MX_SIZES if name.startswith("mx") else SIZES
    for option, value in zip(options[::2], options[1::2]):
        if option == "--sizes":
            sizes = sizes.split(",")[-1] if value == "last" else value
        elif option == "--tool":
            tool = value
        elif option == "--device":
            arguments = ["--device=" + value] + arguments
        else:
            sys.exit("unknown option " + option)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        runs = [(size, GLOBAL_SCALES[i % len(GLOBAL_SCALES)], False) for i, size in enumerate(sizes.split(","))]
        # The largest magnitude is 0, and the global scale a quotient by it.
        runs.append(("3x32", math.inf, True))
        for size, g, is_empty in runs:
            m, n = map(int, size.split("x"))
            problem = run_size((tool, kernels), name, m, n, f32(g), arguments, folder, is_empty)
            print("n = %s: %s" % (size, "failed" if problem else "ok"))
            if problem:
                print(problem)
                good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
