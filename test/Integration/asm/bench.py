"""Kernels with inline PTX whose results are known, and the runs that check them.

A `Kernel` is written operation by operation. Each returns a `Value` that carries
the bits that every element must have, so that what a kernel must store is known
once it is written. All inputs lie in one array of bytes, all outputs in another.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16}
BITS.update({"f32": 32, "f64": 64, "f8E4M3FN": 8, "f8E5M2": 8, "!tile.ptr<i32>": 64})
POINTER = "!tile.ptr<i32>"
REGISTER_BITS = {"b": 1, "h": 16, "r": 32, "f": 32, "l": 64, "d": 64, "q": 128}
ALIGNMENT = 16


def size_of(shape):
    size = 1
    for extent in shape or ():
        size *= extent
    return size


def type_of(shape, element):
    """The type of a tile, or of a scalar, whose shape is None."""
    if shape is None:
        return element
    return "tensor<%s%s>" % ("".join("%dx" % extent for extent in shape), element)


def mask_of(bits):
    return (1 << bits) - 1


class Value:
    """A tile or a scalar, and the bits of its elements."""

    def __init__(self, name, shape, element, bits):
        assert len(bits) == size_of(shape), (shape, len(bits))
        self.name, self.shape, self.element, self.bits = name, shape, element, bits

    @property
    def type(self):
        return type_of(self.shape, self.element)

    def at(self, index):
        """The element that the broadcast tile has at a place of all its dimensions."""
        if self.shape is None:
            return self.bits[0]
        flat = 0
        for extent, i in zip(self.shape, index):
            flat = flat * extent + (i if extent > 1 else 0)
        return self.bits[flat]


def places(shape):
    """All places of a tile, the last dimension first."""
    result = [()]
    for extent in shape or ():
        result = [place + (i,) for place in result for i in range(extent)]
    return result


class Kernel:
    """The text of a module with one kernel, its input, and what it must store."""

    def __init__(self, warps=4):
        self.warps = warps
        self.lines, self.helpers = [], []
        self.input, self.output = bytearray(), bytearray()
        self.stored = []  # offset, label, bytes of an element, elements, whether known
        self.checks = []  # functions from a function of labels to a problem or None
        self.count = 0
        self.options = []
        self.has_fallbacks = False
        self.indent = 1

    def add(self, text):
        self.lines.append("  " * self.indent + text)

    def fresh(self):
        self.count += 1
        return "%%v%d" % self.count

    def emit(self, text):
        name = self.fresh()
        self.add("%s = %s" % (name, text))
        return name

    def i32(self, value):
        return self.emit("arith.constant %d : i32" % value)

    def constant(self, shape, element, bits):
        """A constant, the same in all elements."""
        text = hex(bits) if element[0] in "fb" else str(to_signed(bits, BITS[element]))
        if element == "i1":
            text = "true" if bits else "false"
        kind = "" if element == "i1" and shape is None else " : " + type_of(shape, element)
        name = self.emit("arith.constant %s%s" % (text if shape is None else "dense<%s>" % text, kind))
        return Value(name, shape, element, [bits] * size_of(shape))

    def offsets(self, shape):
        """A tile of the numbers of its elements."""
        total, stride = None, 1
        for dim in reversed(range(len(shape))):
            line = self.emit("tile.make_range {end = %d : i32, start = 0 : i32} : %s" % (shape[dim], type_of([shape[dim]], "i32")))
            now = [shape[dim]]
            for axis in range(len(shape)):
                if axis == dim:
                    continue
                then = now[:axis] + [1] + now[axis:]
                line = self.emit("tile.expand_dims %s {axis = %d : i32} : %s -> %s" % (line, axis, type_of(now, "i32"), type_of(then, "i32")))
                now = then
            if stride > 1:
                factor = self.emit("arith.constant dense<%d> : %s" % (stride, type_of(now, "i32")))
                line = self.emit("arith.muli %s, %s : %s" % (line, factor, type_of(now, "i32")))
            if now != list(shape):
                line = self.emit("tile.broadcast %s : %s -> %s" % (line, type_of(now, "i32"), type_of(shape, "i32")))
            total = self.emit("arith.addi %s, %s : %s" % (total, line, type_of(shape, "i32"))) if total else line
            stride *= shape[dim]
        return total

    def range(self, shape):
        return Value(self.offsets(shape), tuple(shape), "i32", list(range(size_of(shape))))

    def address(self, base, offset, shape, element):
        """Pointers to neighbouring elements in memory; a scalar's is one pointer."""
        pointer = "!tile.ptr<%s>" % element
        start = self.emit("tile.addptr %s, %s : !tile.ptr<i8>, i32" % (base, self.i32(offset)))
        if element != "i8":
            start = self.emit("tile.bitcast %s : !tile.ptr<i8> -> %s" % (start, pointer))
        if shape is None:
            return start, pointer
        tile = type_of(shape, pointer)
        starts = self.emit("tile.splat %s : %s -> %s" % (start, pointer, tile))
        return self.emit("tile.addptr %s, %s : %s, %s" % (starts, self.offsets(shape), tile, type_of(shape, "i32"))), tile

    @staticmethod
    def memory_type(element):
        return {"i1": "i8", POINTER: "i64"}.get(element, element)

    def load(self, shape, element, bits):
        """A value from memory that has these bits."""
        stored = self.memory_type(element)
        offset = self.place(self.input, stored, bits)
        pointers, kind = self.address("%in", offset, shape, stored)
        name = self.emit("tile.load %s : %s" % (pointers, kind))
        if element == "i1":
            name = self.emit("arith.trunci %s : %s to %s" % (name, type_of(shape, "i8"), type_of(shape, "i1")))
        elif element == POINTER:
            name = self.emit("tile.int_to_ptr %s : %s -> %s" % (name, type_of(shape, "i64"), type_of(shape, POINTER)))
        return Value(name, shape and tuple(shape), element, list(bits))

    def reserve(self, element, label, bits):
        """Room in the output that must have these bits; returns its offset. It is
        zero before the kernel. Of no bits but a number of elements, only the
        kernel's checks know what must be there."""
        is_known = not isinstance(bits, int)
        offset = self.place(self.output, element, bits if is_known else [0] * bits)
        self.stored.append((offset, label, BITS[element] // 8, len(bits) if is_known else bits, is_known))
        return offset

    def store(self, value, label, is_known=True):
        element, name = self.memory_type(value.element), value.name
        if value.element == "i1":
            name = self.emit("arith.extui %s : %s to %s" % (name, value.type, type_of(value.shape, "i8")))
        elif value.element == POINTER:
            name = self.emit("tile.ptr_to_int %s : %s -> %s" % (name, value.type, type_of(value.shape, "i64")))
        offset = self.reserve(element, label, value.bits if is_known else len(value.bits))
        pointers, kind = self.address("%out", offset, value.shape, element)
        self.add("tile.store %s, %s : %s" % (pointers, name, kind))

    @staticmethod
    def place(array, element, bits):
        array.extend(bytes(-len(array) % ALIGNMENT))
        offset = len(array)
        for value in bits:
            array.extend(value.to_bytes(BITS[element] // 8, "little"))
        return offset

    def asm(self, body, constraints, operands, elements, model, shape=None, pack=1, pure=True, scope=None, attributes="", fallback=""):
        """An inline asm that maps by `model`, from the bits of one element of
        every operand to a list of those of every result."""
        if shape is None:
            for value in operands:
                if value.shape is not None:
                    shape = tuple(max(a, b) for a, b in zip(shape or (1,) * len(value.shape), value.shape))
        names = [self.fresh() for _ in elements]
        text = ", ".join(names) + " = " if names else ""
        text += "tile.elementwise_inline_asm %s %s{constraints = \"%s\", packed_element = %d : i32, pure = %s%s}" % (
            quote(body), "scope = %s " % scope if scope else "", constraints, pack, "true" if pure else "false", ", " + attributes if attributes else "")
        if operands:
            text += " " + ", ".join(v.name for v in operands) + " : " + ", ".join(v.type for v in operands)
        text += " -> " + (", ".join(type_of(shape, e) for e in elements) if elements else "()")
        self.add(text + fallback)
        results = [Value(name, shape, element, [0] * size_of(shape)) for name, element in zip(names, elements)]
        for flat, place in enumerate(places(shape)):
            for result, bits in zip(results, model(*[v.at(place) for v in operands])):
                assert 0 <= bits <= mask_of(BITS[result.element])
                result.bits[flat] = bits
        return results

    def arith(self, operation, a, b, model):
        """An operation of arith on two values of one type."""
        name = self.emit("arith.%s %s, %s : %s" % (operation, a.name, b.name, a.type))
        mask = mask_of(BITS[a.element])
        return Value(name, a.shape, a.element, [model(x, y) & mask for x, y in zip(a.bits, b.bits)])

    def text(self):
        arguments = "%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}"
        helpers = "".join(helper + "\n" for helper in self.helpers)
        return "%stile.func public @kernel(%s) {\n%s\n  tile.return\n}\n" % (helpers, arguments, "\n".join(self.lines))


def quote(body):
    return '"%s"' % body.replace("\\", "\\5C").replace('"', "\\22").replace("\n", "\\0A")


def to_signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


def write_npy(path, data):
    header = "{'descr': '|i1', 'fortran_order': False, 'shape': (%d,), }" % len(data)
    header = header.ljust(128 - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(data))


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + struct.unpack("<H", data[8:10])[0] :]


class Runner:
    """Runs kernels with tile-run and compares; counts what failed."""

    def __init__(self, device=None, tool="tile-run", options=(), keep=None, verify=False):
        self.command = [tool] + (["--device=" + device] if device else []) + list(options)
        if verify and shutil.which("ptxas"):
            self.command.append("--verify-ptx")
        self.compiler = os.path.join(os.path.dirname(tool), "tilec")
        self.folder = tempfile.mkdtemp()
        self.on_gpu = bool(device) and device.startswith("cuda")
        self.keep = keep
        self.runs = self.elements = self.failed = 0

    def close(self):
        shutil.rmtree(self.folder)

    def run(self, kernel, label):
        """Whether the kernel stores what it must."""
        path, given, found = (os.path.join(self.folder, name) for name in ("kernel.mlir", "in.npy", "out.npy"))
        with open(path, "w") as file:
            file.write(kernel.text())
        write_npy(given, kernel.input or bytes(16))
        if os.path.exists(found):
            os.remove(found)
        size = max(len(kernel.output), 16)
        # Counters start at zero.
        command = self.command + [path, "--grid=1", "--num-warps=%d" % kernel.warps, "--input=" + given]
        command += ["--output=%dxi8=zeros:save=%s" % (size, found)] + self.options_of(kernel)
        done = subprocess.run(command, capture_output=True, text=True)
        problem = None
        if done.returncode or not os.path.exists(found):
            problem = "exit code %d\n%s%s" % (done.returncode, done.stdout, done.stderr)
        else:
            problem = self.compare(kernel, read_npy(found))
        self.runs += 1
        if problem:
            self.failed += 1
            print("%s: failed\n%s" % (label, problem))
            if self.keep:
                os.makedirs(self.keep, exist_ok=True)
                name = re.sub(r"[^\w.-]+", "_", label)
                shutil.copy(path, os.path.join(self.keep, name + ".mlir"))
                shutil.copy(given, os.path.join(self.keep, name + ".npy"))
                print(" ".join(command).replace(self.folder + "/kernel", self.keep + "/" + name))
        return not problem

    def options_of(self, kernel):
        """A GPU has its own target, and may be one that needs a newer PTX."""
        if not self.on_gpu:
            return kernel.options
        return [o.replace("version=83", "version=86") for o in kernel.options if not o.startswith("--target")]

    def compare(self, kernel, data):
        """What differs, or None."""
        problems = []

        def get(wanted):
            offset, _, width, count, _ = next(s for s in kernel.stored if s[1] == wanted)
            return [int.from_bytes(data[offset + i * width : offset + (i + 1) * width], "little") for i in range(count)]

        for check in kernel.checks:
            problem = check(get)
            self.elements += 1
            if problem:
                problems.append(problem)
        for offset, label, width, count, is_known in kernel.stored:
            if not is_known:
                continue
            differ = []
            for at in range(offset, offset + width * count, width):
                self.elements += 1
                if data[at : at + width] != kernel.output[at : at + width]:
                    differ.append(at)
            if differ:
                at = differ[0]
                problems.append(
                    "%s: %d elements differ, the first is %d: expected 0x%s, found 0x%s"
                    % (label, len(differ), (at - offset) // width, kernel.output[at : at + width][::-1].hex(), data[at : at + width][::-1].hex())
                )
        return "\n".join(problems) or None

    def compile(self, kernel, emit="ptx"):
        """The PTX, or what else tilec emits, and the messages."""
        path = os.path.join(self.folder, "kernel.mlir")
        with open(path, "w") as file:
            file.write(kernel.text())
        options = [o for o in kernel.options if o.startswith(("--target", "--ptx-version", "--asm"))]
        done = subprocess.run(
            [self.compiler, path, "--num-warps=%d" % kernel.warps, "--emit=" + emit, "-o", "-"] + options, capture_output=True, text=True
        )
        if done.returncode:
            print(kernel.text() + done.stderr)
            sys.exit("tilec failed")
        return done.stdout, done.stderr
