#!/usr/bin/env python3
"""Fat binaries as nvcc makes them, without nvcc: of PTX, plain and compressed, and of what stands for machine code.

usage: fat_binaries.py FOLDER        writes one file for each case
"""

import os
import struct
import sys

PTX = b"""
.version 8.8
.target %s
.address_size 64
.global .u32 table[4] = {1, 2, 3, 4};
.visible .entry scale(.param .u64 out, .param .u32 by) {
  .reg .b32 %%t, %%by, %%v;
  .reg .b64 %%p, %%q;
  ld.param.u64 %%p, [out];
  ld.param.u32 %%by, [by];
  mov.u32 %%t, %%tid.x;
  mul.wide.u32 %%q, %%t, 4;
  add.u64 %%p, %%p, %%q;
  ld.global.u32 %%v, [%%p];
  mul.lo.u32 %%v, %%v, %%by;
  st.global.u32 [%%p], %%v;
  ret;
}
"""
LZ4, ZSTD = 0x2000, 0x8000


def compress_lz4(text):
    """Literals, and one match: the last 20 bytes are 4 times the 5 bytes before."""
    text = text + b"/////" * 5
    body, tail = text[:-20], text[-5:]
    length = len(body) - 15
    lengths = b"\xff" * (length // 255) + bytes([length % 255])
    # The match ends 5 bytes before the end, which are literals.
    match = bytes([0xF0 | 15 - 4]) + lengths + body + struct.pack("<H", 5)
    return text, match + bytes([len(tail) << 4]) + tail


def compress_zstd(text):
    """One frame of one raw block."""
    frame = struct.pack("<IBI", 0xFD2FB528, 0xA0, len(text))
    return text, frame + struct.pack("<I", len(text) << 3 | 1)[:3] + text


def make_entry(kind, capability, text, flags=0, payload=None):
    payload = text if payload is None else payload
    padded = payload + b"\0" * (-len(payload) % 8)
    header = struct.pack("<HHIQIIHHIQQQQ", kind, 0x101, 64, len(padded), len(payload) if flags else 0, 0, 8, 8,
                         capability, 0, flags, 0, len(text))
    return header[:64] + padded


def make_fat_binary(*entries):
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def make_cases():
    """Pairs of a name and the bytes."""
    text = PTX % b"sm_90"
    plain = make_entry(1, 90, text)
    yield "plain", make_fat_binary(plain)
    for name, flag, compress in ("lz4", LZ4, compress_lz4), ("zstd", ZSTD, compress_zstd):
        whole, packed = compress(text)
        yield name, make_fat_binary(make_entry(1, 90, whole, flag, packed))
        yield "damaged-" + name, make_fat_binary(make_entry(1, 90, whole, flag, packed[:40]))
        entry = make_entry(1, 90, whole, flag, packed)
        # The size of the text, which nobody should allocate.
        yield "endless-" + name, make_fat_binary(entry[:56] + struct.pack("<Q", 1 << 62) + entry[64:])
    yield "newest", make_fat_binary(make_entry(2, 90, b"code"), make_entry(1, 80, PTX % b"sm_80"), plain,
                                    make_entry(1, 100, PTX % b"sm_100"))
    yield "machine-code", make_fat_binary(make_entry(2, 90, b"code"))
    yield "too-new", make_fat_binary(make_entry(1, 100, PTX % b"sm_100"))
    yield "empty", make_fat_binary()
    yield "short", make_fat_binary(plain)[:-8]
    yield "short-header", make_fat_binary(plain)[:12]
    # An entry that says more bytes than there are.
    yield "long-entry", make_fat_binary(plain[:8] + struct.pack("<Q", len(plain)) + plain[16:])
    yield "endless-entry", make_fat_binary(plain[:8] + struct.pack("<Q", (1 << 64) - 64) + plain[16:])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, data in make_cases():
        with open(os.path.join(sys.argv[1], name), "wb") as file:
            file.write(data)


if __name__ == "__main__":
    main()
