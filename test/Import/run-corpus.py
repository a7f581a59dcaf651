#!/usr/bin/env python3
"""Runs recorded launches of Triton kernels in tile-run, and compares all outputs with recorded answers.

usage: run-corpus.py FOLDER [--part I/N] [--only NAME] [--device DEVICE]
       run-corpus.py FOLDER [--part I/N] [--only NAME] --compile TARGET...

FOLDER has NAME.json and NAME.ttir; bench/triton_replay/bundle.py says what is in them.
An output without an answer is not compared. Part I of N is every Nth launch. With --compile they are compiled to machine code for
each target instead. Prints a line for each launch: "ok", "not supported yet", or "failed"
with what was printed, and the number of all; the exit code is 1 if one failed.
"""

import argparse
import base64
import concurrent.futures
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

FORMATS = {"f64": ("<f8", "d"), "f32": ("<f4", "f"), "f16": ("<f2", "e"), "bf16": ("<u2", "H"), "f8e4m3": ("|u1", "B"), "f8e5m2": ("|u1", "B"),
           "i64": ("<i8", "q"), "i32": ("<i4", "i"), "i16": ("<i2", "h"), "i8": ("|i1", "b"), "u8": ("|u1", "B"), "u32": ("<u4", "I")}


def unpack(text):
    return zlib.decompress(base64.b64decode(text))


def write_npy(path, type, shape, contents):
    text = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (FORMATS[type][0], "".join("%d, " % size for size in shape))
    text += " " * (63 - (10 + len(text)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + contents)


def read_npy(path):
    """The bytes of the elements."""
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + struct.unpack("<H", data[8:10])[0]:]


def decode_f8(bits, mantissa_bits, bias):
    sign = -1.0 if bits & 128 else 1.0
    exponent, mantissa = (bits & 127) >> mantissa_bits, bits & ((1 << mantissa_bits) - 1)
    if mantissa_bits == 3 and bits & 127 == 127:
        return math.nan
    if mantissa_bits == 2 and exponent == 31:
        return math.nan if mantissa else sign * math.inf
    part = mantissa / (1 << mantissa_bits)
    return sign * (part * 2.0 ** (1 - bias) if exponent == 0 else (1 + part) * 2.0 ** (exponent - bias))


def decode(contents, type):
    """Numbers of the bytes of elements."""
    code = FORMATS[type][1]
    values = struct.unpack("<%d%s" % (len(contents) // struct.calcsize(code), code), contents)
    if type == "bf16":
        return [struct.unpack("<f", struct.pack("<I", bits << 16))[0] for bits in values]
    if type == "f8e4m3":
        return [decode_f8(bits, 3, 7) for bits in values]
    if type == "f8e5m2":
        return [decode_f8(bits, 2, 15) for bits in values]
    return values


def compare(arg, found):
    """None, or what is wrong with an output."""
    wanted = unpack(arg["answer"])
    if found == wanted:
        return None
    pairs = list(zip(decode(found, arg["type"]), decode(wanted, arg["type"])))
    bad = [(i, f, w) for i, (f, w) in enumerate(pairs) if not (f == w or f != f and w != w or abs(f - w) <= arg["atol"] + arg["rtol"] * abs(w))]
    if not bad:
        return None
    i, f, w = max(bad, key=lambda item: abs(item[1] - item[2]) if item[1] == item[1] else math.inf)
    return "%s: %d of %d are wrong, element %d by most: expected %r, found %r" % (arg["name"], len(bad), len(pairs), i, w, f)


def list_descriptor(shape):
    """What follows the pointer where an array is passed as a tensor descriptor: shape, strides, whether NaNs are beyond the
    border, and both again as Triton passes them."""
    strides = [math.prod(shape[i + 1 :]) for i in range(len(shape))]
    return ["i64=%d" % n for n in shape + strides] + ["i1=false"] + ["i32=%d" % n for n in shape] + ["i64=%d" % n for n in strides]


def is_not_supported(said):
    return "not supported yet" in said


def run(folder, name, launch, device):
    """A verdict, and what to print of it."""
    with tempfile.TemporaryDirectory() as scratch:
        command = ["tile-run", os.path.join(folder, launch["ttir"]), "--device=" + device, "--grid=" + "x".join(map(str, launch["grid"]))]
        if device != "interpreter":
            command.append("--num-warps=%d" % launch["warps"])
        if device == "sim":
            command.append("--threads=1")
        outputs = []
        for arg in launch["args"]:
            if "value" in arg:
                command.append("--input=%s:%s=%r" % (arg["name"], arg["type"], arg["value"]))
                continue
            contents = arg["contents"]
            if not isinstance(contents, str):
                contents = os.path.join(scratch, arg["name"] + ".npy")
                write_npy(contents, arg["type"], arg["shape"], unpack(arg["contents"]["data"]))
            spec = "%s:%sx%s=%s" % (arg["name"], "x".join(map(str, arg["shape"])), arg["type"], contents)
            if arg.get("output"):
                outputs.append((arg, os.path.join(scratch, arg["name"] + "-out.npy")))
                command.append("--output=%s:save=%s" % (spec, outputs[-1][1]))
            else:
                command.append("--input=" + spec)
            if "block" in arg:
                command += ["--input=" + text for text in list_descriptor(arg["shape"])]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            if is_not_supported(done.stderr):
                return "not supported yet", ""
            return "failed", " ".join(command) + "\n" + done.stdout + done.stderr
        # Remarks are about speed.
        said = re.findall(r"\bwarning: .*", done.stderr)
        wrong = [compare(arg, read_npy(path)) for arg, path in outputs if "answer" in arg] + said
        wrong = [text for text in wrong if text]
        return ("failed", " ".join(command) + "\n" + "\n".join(wrong) + "\n") if wrong else ("ok", "")


def compile(folder, name, launch, targets):
    with tempfile.TemporaryDirectory() as scratch:
        for target in targets:
            command = ["tilec", os.path.join(folder, launch["ttir"]), "--target=" + target, "--num-warps=%d" % launch["warps"], "-o", os.path.join(scratch, "kernel.cubin")]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                if is_not_supported(done.stderr):
                    return "not supported yet", ""
                return "failed", " ".join(command) + "\n" + done.stdout + done.stderr
    return "ok", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--only")
    parser.add_argument("--device", default="sim:sm_90a")
    parser.add_argument("--compile", nargs="+", metavar="TARGET")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    names = [name[:-5] for name in sorted(os.listdir(options.folder)) if name.endswith(".json") and (not options.only or options.only in name)]
    names = names[part - 1 :: parts]

    def work(name):
        with open(os.path.join(options.folder, name + ".json")) as file:
            launch = json.load(file)
        if options.compile:
            return compile(options.folder, name, launch, options.compile)
        return run(options.folder, name, launch, options.device)

    counts = {}
    with concurrent.futures.ThreadPoolExecutor(min(os.cpu_count(), 4)) as pool:
        for name, (verdict, text) in zip(names, pool.map(work, names)):
            print("%s: %s" % (name, verdict), flush=True)
            sys.stdout.write(text)
            counts[verdict] = counts.get(verdict, 0) + 1
    print("%d launches: %s" % (len(names), ", ".join("%d %s" % (counts[verdict], verdict) for verdict in sorted(counts))))
    return 1 if "failed" in counts else 0


if __name__ == "__main__":
    sys.exit(main())
