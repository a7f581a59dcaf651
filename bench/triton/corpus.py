"""A corpus of Triton kernels over what people write: what a case is, and its numbers.

A case is a function, marked by `@case(small, large)`, that takes sizes and returns a
`Launch`: the kernel, the grid, the arguments with shapes, types and first contents, the
constants, the numbers of warps and stages, and an answer: a numpy function from the
arguments' contents, in f64 or i64, to what the outputs must be. `small` sizes are for
the simulator, `large` ones for a GPU's clock. get_cases() has all.

Contents are written as tile-run's arguments are ("rand:-1:1:seed=3"), and are the same
numbers; an array of numpy is kept as it is. Types are tile-run's: f32, bf16, f8e4m3, u8.
A tolerance is relative and absolute; that of a type is in TOLERANCES. An output that
rounds to few bits may be one step off, as the answer is exact and the kernel's sums are
not.

The code is written for this project. Needs Triton for the kernels, numpy for the rest;
no GPU.
"""

import importlib
import inspect

import numpy as np

MODULES = ["norms", "softmax", "activations", "positions", "losses", "embeddings", "quantization", "scans", "selection", "copies", "optimizers", "reductions", "control", "random_numbers", "products"]

NUMPY_TYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": np.uint16, "f8e4m3": np.uint8, "f8e5m2": np.uint8, "i64": np.int64, "i32": np.int32, "i16": np.int16, "i8": np.int8, "u8": np.uint8, "u32": np.uint32}
TRITON_TYPES = {"f64": "fp64", "f32": "fp32", "f16": "fp16", "bf16": "bf16", "f8e4m3": "fp8e4nv", "f8e5m2": "fp8e5", "i64": "i64", "i32": "i32", "i16": "i16", "i8": "i8", "u8": "u8", "u32": "u32"}
# Two steps of the type, or what sums of some thousand f32 lose.
TOLERANCES = {"f64": 1e-12, "f32": 1e-5, "f16": 2.0**-9, "bf16": 2.0**-6, "f8e4m3": 0.126, "f8e5m2": 0.251}


# Types that numpy lacks.


def list_f8_values(type):
    """The values of the bits 0 to 127; NaN and infinities as the type has them."""
    bits = np.arange(128)
    mantissa_bits, bias = (3, 7) if type == "f8e4m3" else (2, 15)
    exponent, mantissa = bits >> mantissa_bits, bits & ((1 << mantissa_bits) - 1)
    step = 2.0**-mantissa_bits
    values = np.where(exponent == 0, mantissa * step * 2.0 ** (1 - bias), (1 + mantissa * step) * 2.0 ** (exponent - bias))
    if type == "f8e4m3":
        values[127] = np.nan
    else:
        values[124], values[125:] = np.inf, np.nan
    return values


def encode(values, type):
    """Bits of the nearest values of a type; ties go to the even one, and 8-bit floats saturate."""
    if type == "bf16":
        bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
        rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
        return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)
    if type in ("f8e4m3", "f8e5m2"):
        table = list_f8_values(type)
        finite = table[np.isfinite(table)]
        size = np.minimum(np.abs(values), finite[-1])
        above = np.clip(np.searchsorted(finite, size), 1, len(finite) - 1)
        low, high = finite[above - 1], finite[above]
        up = (size - low > high - size) | ((size - low == high - size) & (above % 2 == 0))
        bits = np.where(up, above, above - 1)
        bits = np.where(np.isnan(values), 127, bits)
        return (bits | (np.signbit(values) << 7)).astype(np.uint8)
    with np.errstate(over="ignore"):
        return np.asarray(values).astype(NUMPY_TYPES[type])


def decode(bits, type):
    """f64 or i64 from the bits of a type."""
    if type == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if type in ("f8e4m3", "f8e5m2"):
        table = list_f8_values(type)
        return np.concatenate([table, -table])[bits]
    return bits.astype(np.float64 if type[0] == "f" else np.int64)


def rounded(values, type):
    return decode(encode(values, type), type)


# The numbers of tile-run.


def draw_bits(seed, count, first=0):
    """Numbers of the SplitMix64 sequence (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014)."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(first + 1, first + count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def draw_uniform(seed, count):
    return (draw_bits(seed, count) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def parse_contents(text):
    """The kind, the numbers behind it, and the seed."""
    kind, *words = text.split(":")
    seed = next((int(word[5:]) for word in words if word.startswith("seed=")), None)
    return kind, [float(word) for word in words if not word.startswith("seed=")], seed


def make_contents(text, shape, type):
    """The bits that tile-run puts into an array for `text`."""
    kind, numbers, seed = parse_contents(text)
    # Bounds, means and deviations are numbers of the type.
    numbers = [float(number) for number in rounded(np.array(numbers), type)]
    count = int(np.prod(shape))
    if kind == "zeros":
        values = np.zeros(count)
    elif kind == "const":
        values = np.full(count, numbers[0])
    elif kind == "iota":
        start, step = (numbers + [0, 1][len(numbers):])[:2]
        values = start + step * np.arange(count)
    elif kind == "rand" and type[0] in "iu":
        low, high = map(int, numbers)
        bits, span = draw_bits(seed, count), high - low + 1
        # The upper half of a product of 64 by 64 bits; spans are below 2^32 here.
        upper, lower = bits >> np.uint64(32), bits & np.uint64(0xFFFFFFFF)
        values = low + ((upper * np.uint64(span) + ((lower * np.uint64(span)) >> np.uint64(32))) >> np.uint64(32)).astype(np.int64)
    elif kind == "rand":
        part = draw_uniform(seed, count)
        values = numbers[0] * (1 - part) + numbers[1] * part
    elif kind == "randn":
        uniform = draw_uniform(seed, 12 * count).reshape(count, 12)
        total = np.zeros(count)
        for term in range(12):
            total += uniform[:, term]
        values = numbers[0] + numbers[1] * (total - 6)
    else:
        raise ValueError("contents are unknown: " + text)
    return encode(values, type).reshape(shape)


# Arguments and launches.


class Array:
    """`contents` is text without a seed, or an array of numpy with the type's bits. `rtol` and `atol` are None for the
    type's; `check` is "close", or "none" for what no two runs need to agree on."""

    def __init__(self, shape, type, contents, output=False, rtol=None, atol=None, check="close"):
        self.shape, self.type, self.contents, self.output, self.check = tuple(shape), type, contents, output, check
        default = TOLERANCES.get(type, 0)
        self.rtol = default if rtol is None else rtol
        self.atol = (default if rtol is None else rtol) if atol is None else atol
        self.bits = None

    @property
    def numpy_type(self):
        return NUMPY_TYPES[self.type]

    def set_seed(self, seed):
        if isinstance(self.contents, str) and self.contents.startswith("rand"):
            self.contents += ":seed=%d" % seed

    def get_bits(self):
        if self.bits is None:
            self.bits = make_contents(self.contents, self.shape, self.type) if isinstance(self.contents, str) else self.contents
        return self.bits

    def get_values(self):
        return decode(self.get_bits(), self.type)


class Descriptor:
    """A tensor descriptor that the host makes, over an array's rows."""

    def __init__(self, array, block):
        self.array, self.block = array, block


def randn(*shape, type="f32", mean=0, dev=1):
    return Array(shape, type, "randn:%s:%s" % (mean, dev))


def rand(low, high, *shape, type="f32"):
    return Array(shape, type, "rand:%s:%s" % (low, high))


def data(values, type):
    return Array(np.shape(values), type, encode(np.asarray(values), type))


def filled(value, *shape, type="f32"):
    return Array(shape, type, "const:%s" % value)


def out(*shape, type="f32", contents="const:77", **tolerance):
    """77 is what no kernel writes."""
    return Array(shape, type, contents, output=True, **tolerance)


def inout(array, **tolerance):
    """An array that the kernel reads and writes."""
    return Array(array.shape, array.type, array.contents, output=True, **tolerance)


class Launch:
    """One launch. `args` are the kernel's arguments without constants, in order; `answer` takes the contents of all
    arrays among them and returns what is in the outputs afterwards, in order."""

    def __init__(self, kernel, grid, args, constants, answer, warps=4, stages=3):
        self.kernel, self.args, self.constants, self.answer = kernel, args, constants, answer
        self.grid = tuple(grid) + (1,) * (3 - len(grid))
        self.warps, self.stages = warps, stages
        for number, array in enumerate(self.arrays):
            array.set_seed(number + 1)

    @property
    def arrays(self):
        args = [arg.array if isinstance(arg, Descriptor) else arg for arg in self.args]
        return [arg for arg in args if isinstance(arg, Array)]

    @property
    def outputs(self):
        return [array for array in self.arrays if array.output]

    def get_answers(self):
        """The values of the outputs, each in its array's shape; None for one that is not checked."""
        with np.errstate(all="ignore"):
            answers = self.answer(*[array.get_values() for array in self.arrays])
        if not isinstance(answers, (list, tuple)):
            answers = [answers]
        assert len(answers) == len(self.outputs), (self.kernel.__name__, len(answers))
        return [None if a is None else np.broadcast_to(np.asarray(a), o.shape) if np.ndim(a) == 0 else np.asarray(a).reshape(o.shape) for a, o in zip(answers, self.outputs)]


class Case:
    def __init__(self, name, make, small, large):
        self.name, self.make, self.sizes = name, make, {"small": small, "large": large}

    def launch(self, size):
        return self.make(**self.sizes[size])


CASES = {}


def case(small, large):
    """Marks the function under it as a case of its name."""

    def add(make):
        assert make.__name__ not in CASES, make.__name__
        CASES[make.__name__] = Case(make.__name__, make, small, large)
        assert set(small) == set(large) == set(inspect.signature(make).parameters), make.__name__
        return make

    return add


def get_cases(only=None):
    for module in MODULES:
        importlib.import_module(module)
    return {name: case for name, case in CASES.items() if not only or any(part in name for part in only)}


def next_power(n):
    return 1 << max(0, int(n) - 1).bit_length()


def cdiv(a, b):
    return -(-a // b)
