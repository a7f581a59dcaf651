#!/usr/bin/env python3
"""Runs every TTIR sample that compiles in tile-run, with arguments made from its signature.

usage: run-samples.py FOLDER

Arrays are large enough for all samples. Prints a line a sample: "ok", "not
supported yet" by the compiler, "needs libdevice", or "failed" with what was printed.
"""

import glob
import os
import re
import subprocess
import sys

ELEMENTS = 65536
# A table of pointers: to the first buffer, which is always there.
VALUES = {"pointer_numbers.ttir table": "const:0x700000020000"}
FLOATS = {"f8E4M3FN": "f8e4m3", "f8E5M2": "f8e5m2"}


def get_arguments(name, text):
    """The flags for the parameters of the first public function."""
    signature = re.search(r"tt\.func public @\w+\((.*?)\) (?:attributes|\{)", text, re.S)[1]
    signature = re.sub(r' loc\("[^"]*"\(#loc\d*\)\)', "", signature)
    for parameter, kind in re.findall(r"%(\w+): (!tt\.\w+<.*?>+|\w+)", signature):
        if not kind.startswith("!"):
            yield "--input=%s=%s" % (kind, "true" if kind == "i1" else "64")
            continue
        descriptor = re.match(r"!tt\.tensordesc<tensor<((?:\d+x)+)(\w+)>>", kind)
        if descriptor:  # a pointer, sizes, strides, and whether the padding is NaN
            rank = descriptor[1].count("x")
            yield "--output=%dx%s=const:1" % (ELEMENTS, FLOATS.get(descriptor[2], descriptor[2]))
            yield from ["--input=i64=64"] * (2 * rank) + ["--input=i1=true"]
            continue
        element = re.match(r"!tt\.ptr<(.*?)>", kind)
        element = element[1] if element and not element[1].startswith("!") else "i64"
        element = FLOATS.get(element, element)
        value = VALUES.get(name + " " + parameter, "const:1")
        yield "--output=%dx%s=%s" % (ELEMENTS, element, value)


def main():
    failed = False
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.ttir"))):
        name = os.path.basename(path)
        with open(path) as file:
            command = ["tile-run", path, "--step-limit=1000000"] + list(get_arguments(name, file.read()))
        run = subprocess.run(command, capture_output=True, text=True)
        unsupported = run.returncode == 1 and "not supported yet" in run.stderr
        # The version of PTX that a product takes is no fault, and neither is a loop that stays.
        said = re.findall(r"\b(?:error|warning|remark): .*", run.stderr)
        good = run.returncode == 0 and all("PTX ISA" in line or "is not flattened" in line for line in said)
        # There is no CUDA toolkit.
        incomplete = run.returncode == 1 and "libdevice's, which was not found" in run.stderr
        outcome = "ok" if good else "not supported yet" if unsupported else "needs libdevice" if incomplete else "failed"
        print("%s: %s" % (name, outcome))
        if outcome == "failed":
            failed = True
            print(" ".join(command))
            print(run.stdout + run.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
