"""Values of random programs: their types, and their elements as bytes."""

import math
import random
import struct

# Bytes in memory.
BYTES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}
INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("f16", "bf16", "f32", "f64")
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def is_float(element):
    return element in FLOATS


def decode(element, data):
    if not is_float(element):
        return int.from_bytes(data, "little")
    if element == "bf16":
        return struct.unpack("<f", b"\0\0" + data)[0]
    return struct.unpack({"f16": "<e", "f32": "<f", "f64": "<d"}[element], data)[0]


def encode(element, value):
    if element == "bf16":
        return struct.pack("<f", value)[2:]
    try:
        return struct.pack({"f16": "<e", "f32": "<f", "f64": "<d"}[element], value)
    except OverflowError:
        return encode(element, math.copysign(math.inf, value))


SPECIAL = (0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 0.5, 2.0**-14, 2.0**-24)


def random_element(rng, element, character, below=None):
    """The bytes of an element, from 0 to below - 1 if given. Sums of `small` ones are exact."""
    if below is not None:
        return rng.randrange(below).to_bytes(BYTES[element], "little")
    if not is_float(element):
        bits = BITS[element]
        if character == "small":
            return (rng.randint(-4, 4) % (1 << bits)).to_bytes(BYTES[element], "little")
        if element == "i1":
            return bytes([rng.getrandbits(1)])
        return rng.getrandbits(bits).to_bytes(BYTES[element], "little")
    if character == "small":
        return encode(element, float(rng.randint(-4, 4)))
    if character == "special" and rng.random() < 0.3:
        return encode(element, rng.choice(SPECIAL))
    return encode(element, rng.gauss(0, 4))


def padded_count(shape):
    """The elements of a tile whose dimensions are made powers of two."""
    return math.prod(1 << (size - 1).bit_length() for size in shape)


class Value:
    """A tile, or a scalar where the shape is None."""

    def __init__(self, name, shape, element, tolerance=None):
        self.name, self.shape, self.element, self.tolerance = name, shape, element, tolerance
        # The kind of the operation that made it.
        self.kind = "load"
        # Of numbers that are indices: all are from 0 to below - 1.
        self.below = None

    def count(self):
        return math.prod(self.shape) if self.shape is not None else 1

    def padded_count(self):
        return padded_count(self.shape or ())

    def type(self, element=None):
        element = element or self.element
        return element if self.shape is None else "tensor<%sx%s>" % ("x".join(map(str, self.shape)), element)
