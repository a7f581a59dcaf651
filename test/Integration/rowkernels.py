"""What the checks of kernels in bench/kernels share: numbers, files, runs.

A check is a script
  check-NAME.py KERNELS NAME [--sizes MxN,...] [--device DEVICE] [--tool FILE] -- ARGUMENT...
where NAME is a kernel of the file KERNELS and the arguments go to tile-run. `--sizes
last` takes the last of the sizes given before it, or of the kernel's. It prints a line
per size, and fails if any is wrong. What is expected is computed in doubles from
the definitions, in plain Python.
"""

import array
import math
import os
import re
import random
import struct
import subprocess
import sys
import tempfile

INF, NAN = math.inf, math.nan
# The letter of struct, and what .npy calls it; bf16 and fp8 are bits.
FORMATS = {
    "f32": ("f", "<f4"),
    "f16": ("e", "<f2"),
    "bf16": ("H", "<V2"),
    "i32": ("i", "<i4"),
    "i8": ("b", "|i1"),
    "u8": ("B", "|u1"),
    "f8e4m3": ("B", "|u1"),
}
# The relative error of rounding once to the type, for normal numbers; and the smallest
# difference between two numbers.
PRECISION = {"f32": (2.0**-24, 2.0**-149), "f16": (2.0**-11, 2.0**-24), "bf16": (2.0**-8, 2.0**-133), "f8e4m3": (2.0**-4, 2.0**-9)}
# Random numbers, and rows of one character each. Rows take turns.
CHARACTERS = ["normal", "large", "equal", "zeros", "tiny", "outlier", "far", "nan", "infinity", "minus_infinity", "all_minus_infinity", "steps"]


def round_to(kind, x):
    """The nearest number of a type."""
    if math.isnan(x) or math.isinf(x):
        return x
    if kind == "bf16":
        bits = struct.unpack("<I", struct.pack("<f", round_to("f32", x)))[0]
        bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
        return struct.unpack("<f", struct.pack("<I", bits))[0]
    letter = FORMATS[kind][0]
    try:
        return struct.unpack("<" + letter, struct.pack("<" + letter, x))[0]
    except OverflowError:
        return math.copysign(INF, x)


def encode(kind, values):
    if kind == "bf16":
        data = struct.pack("<%df" % len(values), *values)
        return b"".join(data[i + 2 : i + 4] for i in range(0, len(data), 4))
    return struct.pack("<%d%s" % (len(values), FORMATS[kind][0]), *values)


def decode(kind, data):
    if kind == "bf16":
        data = b"".join(b"\0\0" + data[i : i + 2] for i in range(0, len(data), 2))
        return list(array.array("f", data))
    letter = FORMATS[kind][0]
    return list(struct.unpack("<%d%s" % (len(data) // struct.calcsize(letter), letter), data))


def write_npy(path, kind, values):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (FORMATS[kind][1], len(values))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + encode(kind, values))


def read_npy(path, kind):
    with open(path, "rb") as file:
        data = file.read()
    return decode(kind, data[10 + struct.unpack("<H", data[8:10])[0] :])


# The numbers of e2m1's codes.
E2M1 = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
E2M1 += [-x for x in E2M1]
# Sums of f32 on tensor cores, which cut instead of rounding, relative to the product of
# the lengths of row and column.
SUM = 2.0**-20


def get_e4m3(code):
    """The number of an e4m3 code."""
    if code & 127 == 127:
        return NAN
    exponent, mantissa = code >> 3 & 15, code & 7
    size = math.ldexp(8 + mantissa, exponent - 10) if exponent else math.ldexp(mantissa, -9)
    return -size if code & 128 else size


def get_lengths(rows):
    return [math.sqrt(sum(x * x for x in row)) for row in rows]


def make_row(source, kind, n, character="normal"):
    """n numbers of a type."""
    row = [source.gauss(0, 1) for _ in range(n)]
    place = source.randrange(n)
    big = 60000.0 if kind == "f16" else 3e38
    if character == "large":
        row = [source.uniform(-0.2, 1) * (1e4 if kind == "f16" else 1e6) for _ in range(n)]
    elif character == "equal":
        row = [row[0]] * n
    elif character == "zeros":
        row = [source.choice([0.0, -0.0]) for _ in range(n)]
    elif character == "tiny":
        row = [x * (2.0**-23 if kind == "f16" else 2.0**-140) for x in row]
    elif character == "outlier":
        row[place] = big
    elif character == "far":
        row = [x + 1000 for x in row]
    elif character == "nan":
        row[place] = NAN
    elif character == "infinity":
        row[place] = INF
    elif character == "minus_infinity":
        row = [x if source.randrange(4) else -INF for x in row]
    elif character == "all_minus_infinity":
        row = [-INF] * n
    elif character == "steps":
        row = [float(source.randrange(4)) for _ in range(n)]
    return [round_to(kind, x) for x in row]


def make_matrix(source, kind, m, n, characters):
    return [make_row(source, kind, n, characters[i % len(characters)]) for i in range(m)]


def flatten(rows):
    return [x for row in rows for x in row]


class Problem(Exception):
    pass


class Runner:
    """Runs a kernel on inputs, and reads what it wrote."""

    def __init__(self, tool, file, arguments, folder):
        self.tool, self.file, self.arguments, self.folder = tool, file, arguments, folder

    def run(self, kernel, grid, parameters, file=None):
        """Of each parameter a name, a type, and values, or a count for an output.
        Scalars have one value that is in no list. Returns the outputs."""
        command = [self.tool, file or self.file, "--kernel=" + kernel, "--grid=" + grid]
        outputs = []
        for name, kind, value in parameters:
            path = os.path.join(self.folder, name + ".npy")
            if isinstance(value, list):
                write_npy(path, kind, value)
                command.append("--input=%s:%dx%s=%s" % (name, len(value), kind, path))
            elif isinstance(value, Output):
                outputs.append((path, kind))
                # A row of NaN looks like 8-bit floats that nobody wrote.
                start = "=" + value.start if value.start else "=zeros" if kind.startswith("f8") else ""
                command.append("--output=%s:%dx%s%s:save=%s" % (name, value.count, kind, start, path))
            else:
                command.append("--input=%s:%s=%s" % (name, kind, value))
        done = subprocess.run(command + self.arguments, capture_output=True, text=True)
        # What loops read ahead, fallbacks of asm and the version of PTX are no faults.
        said = [line for line in done.stderr.splitlines() if re.search(r"\b(error|warning|remark): ", line)]
        if done.returncode or any(not re.search("read ahead|fallback of this asm|PTX ISA", line) for line in said):
            raise Problem(" ".join(command + self.arguments) + "\n" + done.stdout + done.stderr)
        if "never written" in done.stdout:
            raise Problem(done.stdout)
        return [read_npy(path, kind) for path, kind in outputs]


class Output:
    """An output of `count` elements; `start` says what tile-run puts there first."""

    def __init__(self, count, start=None):
        self.count, self.start = count, start


def check_close(what, found, wanted, kind="f32", relative=0.0, absolute=0.0):
    """Whether each number is within relative * |wanted| + absolute and two roundings
    of the type; NaN and infinity exactly. `absolute` may be a list."""
    if len(found) != len(wanted):
        raise Problem("%d %s, expected %d" % (len(found), what, len(wanted)))
    epsilon, smallest = PRECISION[kind]
    limit = {"f16": 65504.0, "bf16": 3.38e38, "f32": 3.4028e38, "f8e4m3": 448.0}[kind]
    for i, (x, y) in enumerate(zip(found, wanted)):
        tolerance = abs(y) * (relative + 2 * epsilon) + (absolute[i] if isinstance(absolute, list) else absolute) + smallest
        if math.isnan(y):
            good = math.isnan(x)
        elif abs(y) + tolerance > limit:
            good = math.copysign(1, x) == math.copysign(1, y) and abs(x) >= limit * (1 - relative - 2 * epsilon) and not math.isnan(x)
        else:
            good = abs(x - y) <= tolerance
        if not good:
            raise Problem("%s %d: expected %r, found %r, tolerance %r" % (what, i, y, x, tolerance))


def check_equal(what, found, wanted):
    wrong = [i for i, (x, y) in enumerate(zip(found, wanted)) if x != y]
    if len(found) != len(wanted) or wrong:
        raise Problem("%s: %d of %d differ, first at %r: expected %r, found %r" % (
            what, len(wrong), len(wanted), wrong[:1], [wanted[i] for i in wrong[:1]], [found[i] for i in wrong[:1]]))


def main(checks):
    """`checks` has, by kernel, a function of (runner, source, m, n), and sizes."""
    split = sys.argv.index("--")
    file, name, options, arguments = sys.argv[1], sys.argv[2], sys.argv[3:split], sys.argv[split + 1 :]
    check, sizes = checks[name]
    tool = "tile-run"
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
        runner = Runner(tool, file, arguments, folder)
        for size in sizes.split(","):
            problem = None
            try:
                check(runner, random.Random(name + size), *map(int, size.split("x")))
            except Problem as error:
                problem = error
            print("n = %s: %s" % (size, "failed" if problem else "ok"))
            if problem:
                print(problem)
                good = False
    return 0 if good else 1
