"""The operations that random programs are made of.

A program is a list of steps: what they define, what they use, and their lines. In a
line, `%@x` is a value of the program; `emit` puts the program's prefix there. Each
kind of operation is a function that looks at the values so far and adds steps, or
returns False where nothing suits it.

Above 600 lines, as these functions are a table: one for each kind, of a few lines.
"""

import math
import random

from chains import base_lines, chase, chase_in_loop, memory, store_again
from regions import BOOLEAN, COMBINATIONS, SCALAR_BINARY, block_arguments, combination
from values import BITS, BYTES, FLOATS, INTEGERS, Value, is_float, padded_count, random_element

MAX_ELEMENTS = 4096
ELEMENTS = INTEGERS + FLOATS
# Extents; most are no powers of two.
ODD_SIZES = (1, 2, 3, 3, 5, 6, 7, 9, 10, 12, 13, 15, 17, 20, 24, 31, 32, 33, 40, 48, 50, 63, 65, 96, 100, 127, 130, 192, 200, 257, 300, 500, 768, 1000, 1500, 3000)


class Step:
    def __init__(self, results, operands, lines):
        self.results, self.operands, self.lines = results, operands, lines


class Program:
    def __init__(self, seed, index, kinds=None, odd=False):
        self.seed, self.index, self.odd = seed, index, odd
        self.rng = random.Random("program %d %d" % (seed, index))
        self.steps, self.values, self.inputs, self.outputs = [], [], [], []
        # What atomic operations change: arrays of zeros in the output.
        self.memories = []
        self.input_size = self.output_size = 0
        self.names = 0
        self.kinds = []
        self.kind = "load"
        self.character = self.rng.choice(["small", "small", "any", "special"])
        for _ in range(self.rng.randint(1, 3)):
            self.load()
        wanted = [kind for kind in (kinds or KINDS) if kind in KINDS]
        target = self.rng.randint(1, 8)
        for _ in range(10 * target):
            if len(self.kinds) >= target:
                break
            kind = self.kind = self.rng.choice(wanted)
            if KINDS[kind](self):
                self.kinds.append(kind)
        used = {id(v) for step in self.steps for v in step.operands}
        ends = [v for v in self.values if id(v) not in used]
        self.choose_outputs(self.memories + self.rng.sample(ends, min(len(ends), 4)))

    # Building.

    def value(self, shape, element, tolerance=None):
        self.names += 1
        value = Value("v%d" % self.names, shape, element, tolerance)
        return value

    def add(self, results, operands, lines):
        tolerances = [v.tolerance for v in operands if v.tolerance is not None]
        for result in results:
            if result.tolerance is None and tolerances:
                result.tolerance = max(tolerances) * 4
        for result in results:
            result.kind = self.kind
        self.steps.append(Step(results, operands, lines))
        self.values += results
        return results

    def one(self, shape, element, operands, line):
        """A step of one line, `line % names of the operands`, and its result."""
        result = self.value(shape, element)
        return self.add([result], operands, ["%%@%s = %s" % (result.name, line)])[0]

    def pick(self, condition=lambda value: True):
        """A value, later ones more likely; None if none suits."""
        fitting = [v for v in self.values if condition(v)]
        if not fitting:
            return None
        return fitting[max(self.rng.randrange(len(fitting)), self.rng.randrange(len(fitting)))]

    def pick_tile(self, condition=lambda value: True):
        return self.pick(lambda v: v.shape is not None and condition(v))

    def partner(self, value):
        """Another value of the type; a constant or an input if there is none."""
        other = self.pick(lambda v: v.shape == value.shape and v.element == value.element and v is not value)
        if other and self.rng.random() < 0.7:
            return other
        if value.shape is None:
            return value if self.rng.random() < 0.3 else self.constant(value)
        return self.rng.choice([self.constant, self.fresh_load])(value)

    def constant(self, value):
        element = value.element
        if is_float(element):
            number = "%r" % float(self.rng.choice([-2, -1, 0.5, 1, 2, 3]))
        elif element == "i1":
            number = self.rng.choice(["true", "false"])
        else:
            number = "%d" % self.rng.randint(-5, 5)
        text = number if value.shape is None else "dense<%s> : %s" % (number, value.type())
        if value.shape is None and element != "i1":
            text += " : " + element
        return self.one(value.shape, element, [], "arith.constant " + text)

    def random_size(self):
        """An extent: with `odd` usually no power of two."""
        return self.rng.choice(ODD_SIZES) if self.odd else 1 << self.rng.randint(0, 8)

    def random_shape(self, limit=MAX_ELEMENTS):
        rank = self.rng.randint(1, 3)
        shape = [1] * rank
        if self.odd:
            for _ in range(2 * rank):
                wider = list(shape)
                wider[self.rng.randrange(rank)] = self.random_size()
                if padded_count(wider) <= limit:
                    shape = wider
            return tuple(shape)
        for _ in range(self.rng.choice([self.rng.randint(0, 12), self.rng.randint(4, 9)])):
            if math.prod(shape) < limit:
                shape[self.rng.randrange(rank)] *= 2
        return tuple(shape)

    def load(self):
        return self.fresh_load(Value("", self.random_shape(), self.rng.choice(ELEMENTS)))

    def fresh_load(self, like):
        """A load of new data of this type."""
        if like.element == "i1":
            return self.constant(like)
        offset = self.place_input(like)
        result = self.value(like.shape, like.element)
        result.below = like.below
        lines, pointers = self.pointers(result.name, like, "in", offset)
        lines.append("%%@%s = tile.load %s" % (result.name, pointers))
        return self.add([result], [], lines)[0]

    def place_input(self, like):
        """Where new data of this type begins."""
        offset = self.input_size
        self.input_size += -(-like.count() * BYTES[like.element] // 16) * 16
        self.inputs.append((like, offset))
        return offset

    def pointers(self, name, value, base, offset):
        """Lines that make a pointer to each element, and how an access names them."""
        pointer = "!tile.ptr<%s>" % value.element
        lines, first = base_lines(name, value.element, base, offset)
        if value.shape is None:
            return lines, "%s : %s" % (first, pointer)
        shape, tile = value.shape, value.type(pointer)
        index = "tensor<%sxi32>" % "x".join(map(str, shape))
        flat = "tensor<%dxi32>" % value.count()
        lines.append("%%@%s_f = tile.make_range {start = 0 : i32, end = %d : i32} : %s" % (name, value.count(), flat))
        lines.append("%%@%s_i = tile.reshape %%@%s_f : %s -> %s" % (name, name, flat, index))
        lines.append("%%@%s_s = tile.splat %s : %s -> %s" % (name, first, pointer, tile))
        lines.append("%%@%s_p = tile.addptr %%@%s_s, %%@%s_i : %s, %s" % (name, name, name, tile, index))
        return lines, "%%@%s_p : %s" % (name, tile)

    # Using.

    def choose_outputs(self, values):
        self.outputs, self.output_size = [], 0
        for value in values:
            value.offset = self.output_size
            self.outputs.append((value, self.output_size))
            self.output_size += -(-value.count() * BYTES[value.element] // 16) * 16

    def slice(self, value):
        """The program that stores only this value, without what that does not need."""
        needed, steps = {id(value)}, []
        for step in reversed(self.steps):
            if any(id(result) in needed for result in step.results):
                steps.append(step)
                needed.update(id(v) for v in step.operands)
        part = object.__new__(Program)
        part.__dict__.update(self.__dict__)
        part.steps = steps[::-1]
        text = "\n".join(line for step in part.steps for line in step.lines)
        part.choose_outputs([m for m in self.memories if "{memory:%s}" % m.name in text] + [value])
        return part

    def emit(self, prefix, at_input, at_output):
        lines = []
        for step in self.steps:
            for line in step.lines:
                lines += line.split("\n")
        for value, offset in self.outputs:
            if value in self.memories:
                lines = [line.replace("{memory:%s}" % value.name, "{out:%d}" % offset) for line in lines]
                continue
            more, pointers = self.pointers("%s_out%d" % (value.name, offset), value, "out", offset)
            where, types = pointers.split(" : ", 1)
            lines += more + ["tile.store %s, %%@%s : %s" % (where, value.name, types)]
        for line in lines:
            for base, start in (("in", at_input), ("out", at_output)):
                if "{%s:" % base in line:
                    head, rest = line.split("{%s:" % base)
                    number, tail = rest.split("}", 1)
                    line = head + str(start + int(number)) + tail
            yield line.replace("%@", prefix)

    def make_input(self, block):
        rng = random.Random("data %d %d %d" % (self.seed, self.index, block))
        data = bytearray(self.input_size)
        for value, offset in self.inputs:
            size = BYTES[value.element]
            for i in range(value.count()):
                data[offset + i * size : offset + (i + 1) * size] = random_element(rng, value.element, self.character, value.below)
        return bytes(data)


def prime_factors(number):
    """Ascending."""
    factors, prime = [], 2
    while number > 1:
        if number % prime:
            prime += 1
            continue
        factors.append(prime)
        number //= prime
    return factors


def along_axis(shape, axis, size):
    """The shape with another extent."""
    return shape[:axis] + (size,) + shape[axis + 1 :]


def without_nan(p, a):
    """The value with 1 in place of NaN, whose bits are not the same everywhere."""
    one = p.one(a.shape, a.element, [], "arith.constant " + ("1.0 : " + a.type() if a.shape is None else "dense<1.0> : " + a.type()))
    c = p.one(a.shape, "i1", [a], "arith.cmpf uno, %%@%s, %%@%s : %s" % (a.name, a.name, a.type()))
    types = a.type() if a.shape is None else "%s, %s" % (c.type(), a.type())
    return p.one(a.shape, a.element, [c, one, a], "arith.select %%@%s, %%@%s, %%@%s : %s" % (c.name, one.name, a.name, types))


# Elementwise.


def binary(p):
    a = p.pick(lambda v: v.element != "i1")
    b = p.partner(a)
    if p.rng.random() < 0.5:
        a, b = b, a
    name = p.rng.choice(SCALAR_BINARY[is_float(a.element)])
    p.one(a.shape, a.element, [a, b], "%s %%@%s, %%@%s : %s" % (name, a.name, b.name, a.type()))
    return True


def unary(p):
    a = p.pick(lambda v: v.element != "i1")
    if is_float(a.element):
        name = p.rng.choice(["arith.negf", "math.absf"])
    else:
        name = p.rng.choice(["math.absi", "math.ctpop", "math.ctlz", "math.cttz"])
    p.one(a.shape, a.element, [a], "%s %%@%s : %s" % (name, a.name, a.type()))
    return True


def shift(p):
    a = p.pick(lambda v: v.element in INTEGERS)
    if not a:
        return False
    amount = p.rng.randrange(BITS[a.element])
    text = "%d : %s" % (amount, a.type()) if a.shape is None else "dense<%d> : %s" % (amount, a.type())
    by = p.one(a.shape, a.element, [], "arith.constant " + text)
    name = p.rng.choice(["arith.shli", "arith.shrsi", "arith.shrui"])
    p.one(a.shape, a.element, [a, by], "%s %%@%s, %%@%s : %s" % (name, a.name, by.name, a.type()))
    return True


def divide(p):
    """By an odd number, which is not 0; without a sign, so that nothing overflows."""
    a = p.pick(lambda v: v.element in INTEGERS)
    if not a:
        return False
    b = p.partner(a)
    text = "1 : %s" % a.type() if a.shape is None else "dense<1> : %s" % a.type()
    one = p.one(a.shape, a.element, [], "arith.constant " + text)
    odd = p.one(a.shape, a.element, [b, one], "arith.ori %%@%s, %%@%s : %s" % (b.name, one.name, a.type()))
    name = p.rng.choice(["arith.divui", "arith.remui"])
    p.one(a.shape, a.element, [a, odd], "%s %%@%s, %%@%s : %s" % (name, a.name, odd.name, a.type()))
    return True


def fused(p):
    a = p.pick(lambda v: is_float(v.element))
    if not a:
        return False
    b, c = p.partner(a), p.partner(a)
    p.one(a.shape, a.element, [a, b, c], "math.fma %%@%s, %%@%s, %%@%s : %s" % (a.name, b.name, c.name, a.type()))
    return True


def select(p):
    a = p.pick(lambda v: v.element != "i1")
    b = p.partner(a)
    if is_float(a.element):
        how = "arith.cmpf " + p.rng.choice(["olt", "oge", "une", "oeq", "ult", "uno"])
    else:
        how = "arith.cmpi " + p.rng.choice(["slt", "sge", "ult", "ugt", "eq", "ne"])
    c = p.one(a.shape, "i1", [a, b], "%s, %%@%s, %%@%s : %s" % (how, a.name, b.name, a.type()))
    types = a.type() if a.shape is None else "%s, %s" % (c.type(), a.type())
    p.one(a.shape, a.element, [c, a, b], "arith.select %%@%s, %%@%s, %%@%s : %s" % (c.name, a.name, b.name, types))
    return True


def cast(p):
    a = p.pick()
    to = p.rng.choice([e for e in ELEMENTS if e != a.element])
    bits = BITS[a.element], BITS[to]
    if is_float(a.element) and is_float(to):
        rounding = p.rng.choice(["", ", rounding = rtz", ", rounding = rtne"]) if bits[0] > bits[1] else ""
        if bits[0] == bits[1]:
            return False
        line = "tile.fp_to_fp %%@%s%s : %s -> %s" % (a.name, rounding, a.type(), a.type(to))
    elif is_float(a.element):
        # Only a float that fits has a value as an integer.
        if bits[0] != bits[1]:
            return False
        a = without_nan(p, a)
        line = "tile.bitcast %%@%s : %s -> %s" % (a.name, a.type(), a.type(to))
    elif is_float(to):
        name = p.rng.choice(["arith.sitofp", "arith.uitofp"])
        line = "%s %%@%s : %s to %s" % (name, a.name, a.type(), a.type(to))
    else:
        name = "arith.trunci" if bits[0] > bits[1] else p.rng.choice(["arith.extsi", "arith.extui"])
        line = "%s %%@%s : %s to %s" % (name, a.name, a.type(), a.type(to))
    p.one(a.shape, to, [a], line)
    return True


# Shapes.


def broadcast(p):
    a = p.pick_tile(lambda v: v.padded_count() < MAX_ELEMENTS)
    if not a:
        return False
    if len(a.shape) < 3 and (1 not in a.shape or p.rng.random() < 0.5):
        axis = p.rng.randint(0, len(a.shape))
        shape = a.shape[:axis] + (1,) + a.shape[axis:]
        old, a = a, p.value(shape, a.element)
        p.add([a], [old], ["%%@%s = tile.expand_dims %%@%s {axis = %d : i32} : %s -> %s" % (a.name, old.name, axis, old.type(), a.type())])
    shape = list(a.shape)
    for d, size in enumerate(shape):
        if p.odd and size == 1:
            shape[d] = p.random_size()
            if padded_count(shape) > MAX_ELEMENTS:
                shape[d] = 1
            continue
        while size == 1 and math.prod(shape) < MAX_ELEMENTS and p.rng.random() < 0.75:
            shape[d] *= 2
    if tuple(shape) == a.shape:
        return False
    result = p.value(tuple(shape), a.element)
    p.add([result], [a], ["%%@%s = tile.broadcast %%@%s : %s -> %s" % (result.name, a.name, a.type(), result.type())])
    return True


def splat(p):
    a = p.pick(lambda v: v.shape is None)
    if not a:
        return False
    result = p.value(p.random_shape(), a.element)
    p.add([result], [a], ["%%@%s = tile.splat %%@%s : %s -> %s" % (result.name, a.name, a.element, result.type())])
    return True


def reshape(p):
    a = p.pick_tile()
    if not a:
        return False
    shape = [1] * p.rng.randint(1, 3)
    for factor in prime_factors(a.count()):
        shape[p.rng.randrange(len(shape))] *= factor
    if padded_count(shape) > 4 * MAX_ELEMENTS:
        return False
    result = p.value(tuple(shape), a.element)
    p.add([result], [a], ["%%@%s = tile.reshape %%@%s : %s -> %s" % (result.name, a.name, a.type(), result.type())])
    return True


def trans(p):
    a = p.pick_tile(lambda v: len(v.shape) > 1)
    if not a:
        return False
    order = list(range(len(a.shape)))
    p.rng.shuffle(order)
    result = p.value(tuple(a.shape[d] for d in order), a.element)
    p.add([result], [a], ["%%@%s = tile.trans %%@%s {order = array<i32: %s>} : %s -> %s" % (result.name, a.name, ", ".join(map(str, order)), a.type(), result.type())])
    return True


def join(p):
    a = p.pick_tile(lambda v: len(v.shape) < 3 and v.padded_count() < MAX_ELEMENTS)
    if not a:
        return False
    b = p.partner(a)
    result = p.value(a.shape + (2,), a.element)
    p.add([result], [a, b], ["%%@%s = tile.join %%@%s, %%@%s : %s -> %s" % (result.name, a.name, b.name, a.type(), result.type())])
    return True


def split(p):
    a = p.pick_tile(lambda v: len(v.shape) > 1 and v.shape[-1] == 2)
    if not a:
        return False
    left, right = p.value(a.shape[:-1], a.element), p.value(a.shape[:-1], a.element)
    p.add([left, right], [a], ["%%@%s, %%@%s = tile.split %%@%s : %s -> %s" % (left.name, right.name, a.name, a.type(), left.type())])
    return True


# Along a dimension.


def index_tile(p, shape, axis):
    """The coordinate along a dimension, as a tile of i32."""
    rank = len(shape)
    flat = p.value((shape[axis],), "i32")
    p.add([flat], [], ["%%@%s = tile.make_range {start = 0 : i32, end = %d : i32} : %s" % (flat.name, shape[axis], flat.type())])
    one = p.value(tuple(shape[d] if d == axis else 1 for d in range(rank)), "i32")
    p.add([one], [flat], ["%%@%s = tile.reshape %%@%s : %s -> %s" % (one.name, flat.name, flat.type(), one.type())])
    if one.shape == tuple(shape):
        return one
    all_ = p.value(tuple(shape), "i32")
    return p.add([all_], [one], ["%%@%s = tile.broadcast %%@%s : %s -> %s" % (all_.name, one.name, one.type(), all_.type())])[0]


def combination_operands(p, kind, a, axis):
    """The tiles that a combination takes; the first one is `a`."""
    if kind == "argmax":
        return [a, index_tile(p, a.shape, axis)]
    if kind == "welford":
        zero = p.one(a.shape, a.element, [], "arith.constant dense<0.0> : " + a.type())
        one = p.one(a.shape, a.element, [], "arith.constant dense<1.0> : " + a.type())
        return [a, zero, one]
    return [a]


def reduce(p):
    a = p.pick_tile()
    if not a:
        return False
    axis = p.rng.randrange(len(a.shape))
    kind = p.rng.choice(COMBINATIONS[is_float(a.element)] if a.element != "i1" else list(BOOLEAN))
    if kind == "welford" and a.element not in ("f32", "f64"):
        return False
    return combine(p, "tile.reduce", "axis = %d : i32" % axis, kind, a, axis, a.shape[:axis] + a.shape[axis + 1 :] or None)


def scan(p):
    a = p.pick_tile(lambda v: v.element != "i1")
    if not a:
        return False
    axis = p.rng.randrange(len(a.shape))
    kind = p.rng.choice(COMBINATIONS[is_float(a.element)] + ["last"])
    if kind == "welford" and a.element not in ("f32", "f64"):
        return False
    reverse = p.rng.choice(["true", "false"])
    return combine(p, "tile.scan", "axis = %d : i32, reverse = %s" % (axis, reverse), kind, a, axis, a.shape)


def combine(p, name, attributes, kind, a, axis, shape):
    """A reduction or a scan."""
    operands = combination_operands(p, kind, a, axis)
    tolerance = 1e-3 if kind == "welford" else None
    results = [p.value(shape, v.element, tolerance) for v in operands]
    lines = ['%s = "%s"(%s) <{%s}> ({' % (", ".join("%@" + v.name for v in results), name, ", ".join("%@" + v.name for v in operands), attributes)]
    elements = [v.element for v in operands]
    lines += ["^bb0(%s):" % block_arguments(elements)]
    lines += combination(kind, elements, name + ".return")
    types = ", ".join(v.type() for v in results)
    lines += ["}) : (%s) -> %s" % (", ".join(v.type() for v in operands), types if len(results) == 1 else "(%s)" % types)]
    p.add(results, operands, lines)
    return True


def is_sortable(p):
    """What is sorted: seldom a large tile, whose code is long."""
    limit = MAX_ELEMENTS if p.rng.random() < 0.03 else 256
    return lambda v: v.element != "i1" and v.padded_count() <= limit


def along(p, a, axis):
    """For a sort: the key, and sometimes what goes along with it."""
    key = without_nan(p, a) if is_float(a.element) else a
    others = [index_tile(p, a.shape, axis)] if p.rng.random() < 0.6 else []
    if others and p.rng.random() < 0.4:
        others.append(p.partner(a))
    return [key] + others


def sort(p):
    a = p.pick_tile(is_sortable(p))
    if not a:
        return False
    axis = p.rng.randrange(len(a.shape))
    operands = along(p, a, axis)
    marks = [mark for mark in ("descending", "isUnsigned") if p.rng.random() < 0.4 and not (mark == "isUnsigned" and is_float(a.element))]
    if a.shape[axis] & (a.shape[axis] - 1) == 0 and p.rng.random() < 0.3:
        marks.append("bitonic")
    elif len(operands) > 1 or p.rng.random() < 0.3:
        marks.append("stable")
    results = [p.value(v.shape, v.element) for v in operands]
    line = "%s = tile.sort %s {%s} : %s" % (
        ", ".join("%@" + v.name for v in results), ", ".join("%@" + v.name for v in operands),
        ", ".join(["axis = %d : i32" % axis] + marks), ", ".join(v.type() for v in operands))
    p.add(results, operands, [line])
    return True


def topk(p):
    a = p.pick_tile(is_sortable(p))
    if not a:
        return False
    axis = p.rng.randrange(len(a.shape))
    operands = along(p, a, axis)
    k = p.rng.randint(1, a.shape[axis]) if p.odd else 1 << p.rng.randrange(a.shape[axis].bit_length())
    marks = [mark for mark in ("smallest", "isUnsigned") if p.rng.random() < 0.4 and not (mark == "isUnsigned" and is_float(a.element))]
    if len(operands) > 1 or p.rng.random() < 0.3:
        marks.append("stable")
    shape = a.shape[:axis] + (k,) + a.shape[axis + 1 :]
    results = [p.value(shape, v.element) for v in operands]
    line = "%s = tile.topk %s {%s} : %s -> %s" % (
        ", ".join("%@" + v.name for v in results), ", ".join("%@" + v.name for v in operands),
        ", ".join(["axis = %d : i32" % axis, "k = %d : i32" % k] + marks), ", ".join(v.type() for v in operands), ", ".join(v.type() for v in results))
    p.add(results, operands, [line])
    return True


def numbers_below(p, shape, element, limit):
    """A tile of numbers below a limit."""
    a = p.fresh_load(Value("", shape, element))
    if limit & (limit - 1):
        most = p.one(shape, element, [], "arith.constant dense<%d> : %s" % (limit, a.type()))
        return p.one(shape, element, [a, most], "arith.remui %%@%s, %%@%s : %s" % (a.name, most.name, a.type()))
    mask = p.one(shape, element, [], "arith.constant dense<%d> : %s" % (limit - 1, a.type()))
    return p.one(shape, element, [a, mask], "arith.andi %%@%s, %%@%s : %s" % (a.name, mask.name, a.type()))


def gather(p):
    a = p.pick_tile()
    if not a:
        return False
    axis = p.rng.randrange(len(a.shape))
    rest = padded_count(a.shape[:axis] + a.shape[axis + 1 :])
    extent = 1 << p.rng.randrange((MAX_ELEMENTS // rest).bit_length())
    if p.odd:
        extent = p.rng.randint(1, extent)
    shape = a.shape[:axis] + (extent,) + a.shape[axis + 1 :]
    element = p.rng.choice(["i32", "i32", "i64", "i16"] + ["i8"] * (a.shape[axis] <= 128))
    indices = numbers_below(p, shape, element, a.shape[axis])
    result = p.value(shape, a.element)
    p.add([result], [a, indices], ["%%@%s = tile.gather %%@%s[%%@%s] {axis = %d : i32} : (%s, %s) -> %s" % (
        result.name, a.name, indices.name, axis, a.type(), indices.type(), result.type())])
    return True


def histogram(p):
    shape = (1 << p.rng.randint(0, 12),)
    bins = 1 << p.rng.randint(0, 8)
    if p.odd:
        shape, bins = (p.random_size(),), p.random_size()
    # Some are beyond the last bin.
    element = p.rng.choice(["i32", "i32", "i64", "i16"])
    source = numbers_below(p, shape, element, 2 * bins)
    operands = [source]
    if p.rng.random() < 0.4:
        other = p.partner(source)
        operands.append(p.one(shape, "i1", [source, other], "arith.cmpi slt, %%@%s, %%@%s : %s" % (source.name, other.name, source.type())))
    result = p.value((bins,), p.rng.choice(["i32", "i32", "i64"]))
    p.add([result], operands, ["%%@%s = tile.histogram %s : %s -> %s" % (result.name, ", ".join("%@" + v.name for v in operands), source.type(), result.type())])
    return True


def cat(p):
    a = p.pick_tile(lambda v: v.padded_count() < MAX_ELEMENTS)
    if not a:
        return False
    axis, size = 0, a.shape[0]
    if p.rng.random() < 0.5:
        axis = p.rng.randrange(len(a.shape))
        size = p.random_size()
    shape = along_axis(a.shape, axis, a.shape[axis] + size)
    if padded_count(shape) > 2 * MAX_ELEMENTS:
        return False
    b = p.partner(a if size == a.shape[axis] else Value("", along_axis(a.shape, axis, size), a.element))
    if p.rng.random() < 0.5:
        a, b = b, a
    result = p.value(shape, a.element)
    types = a.type() if a.shape == b.shape else "%s, %s" % (a.type(), b.type())
    where = " {axis = %d : i32}" % axis if axis else ""
    p.add([result], [a, b], ["%%@%s = tile.cat %%@%s, %%@%s%s : %s -> %s" % (result.name, a.name, b.name, where, types, result.type())])
    return True


def random_part(p, shape):
    """Where a part of a tile of this shape begins, and its shape."""
    sizes = [p.rng.choice([size, p.rng.randint(1, size)]) for size in shape]
    offsets = [p.rng.randint(0, whole - size) for whole, size in zip(shape, sizes)]
    if p.rng.random() < 0.4:
        # As far as it can be: one of the blocks that the dimension is made of.
        offsets = [offset // padded_count([size]) * padded_count([size]) for offset, size in zip(offsets, sizes)]
    return offsets, tuple(sizes)


def extract(p):
    a = p.pick_tile()
    if not a:
        return False
    offsets, shape = random_part(p, a.shape)
    result = p.value(shape, a.element)
    p.add([result], [a], ["%%@%s = tile.extract_slice %%@%s%s : %s -> %s" % (result.name, a.name, offsets, a.type(), result.type())])
    return True


def insert(p):
    a = p.pick_tile()
    if not a:
        return False
    offsets, shape = random_part(p, a.shape)
    part = p.partner(Value("", shape, a.element))
    result = p.value(a.shape, a.element)
    p.add([result], [part, a], ["%%@%s = tile.insert_slice %%@%s into %%@%s%s : %s into %s" % (result.name, part.name, a.name, offsets, part.type(), a.type())])
    return True


def map_(p):
    """The larger one, or a sum, as a branch decides."""
    a = p.pick_tile(lambda v: v.element != "i1")
    if not a:
        return False
    b = p.partner(a)
    e, isfloat = a.element, is_float(a.element)
    result = p.value(a.shape, e)
    lines = ['%%@%s = "tile.map_elementwise"(%%@%s, %%@%s) <{pack = 1 : i32}> ({' % (result.name, a.name, b.name), "^bb0(%%@l: %s, %%@r: %s):" % (e, e)]
    lines += ["  %%@c = arith.%s, %%@l, %%@r : %s" % ("cmpf olt" if isfloat else "cmpi slt", e), "  %%@s = scf.if %%@c -> (%s) {" % e]
    lines += ["    %%@t = %s %%@l, %%@r : %s" % (p.rng.choice(SCALAR_BINARY[isfloat]), e), "    scf.yield %%@t : %s" % e]
    lines += ["  } else {", "    scf.yield %%@l : %s" % e, "  }", "  tile.map_elementwise.return %%@s : %s" % e]
    lines += ["}) : (%s, %s) -> %s" % (a.type(), b.type(), result.type())]
    p.add([result], [a, b], lines)
    return True


ATOMIC = ["add", "and", "or", "xor", "max", "min", "umax", "umin"]


def atomic(p):
    """Several elements of a tile change one place of the output."""
    a = p.pick(lambda v: v.element in ("i32", "i64", "f32"))
    if not a or (a.element == "f32" and p.character != "small"):
        return False
    kind = "fadd" if a.element == "f32" else p.rng.choice(ATOMIC)
    places = 1 << p.rng.randint(0, 8) if a.shape is not None else 1
    place = memory(p, Value("", (places,), a.element))
    p.names += 1
    n, pointer = "a%d" % p.names, "!tile.ptr<%s>" % a.element
    if a.element == "f32":
        # Small whole numbers, whose sums are exact in every order.
        a = numbers_below(p, a.shape, "i32", 16) if a.shape is not None else p.one(None, "i32", [], "arith.constant 3 : i32")
        a = p.one(a.shape, "f32", [a], "arith.sitofp %%@%s : %s to %s" % (a.name, a.type(), a.type("f32")))
    operands, types = [a], [a.type(pointer), a.type()]
    lines = ["%%@%s_o = arith.constant {memory:%s} : i32" % (n, place.name), "%%@%s_b = tile.addptr %%out0, %%@%s_o : !tile.ptr<i8>, i32" % (n, n),
             "%%@%s_c = tile.bitcast %%@%s_b : !tile.ptr<i8> -> %s" % (n, n, pointer)]
    at, mask = "%%@%s_c" % n, ""
    if a.shape is not None:
        index = numbers_below(p, a.shape, "i32", places)
        operands.append(index)
        lines += ["%%@%s_s = tile.splat %s : %s -> %s" % (n, at, pointer, types[0]),
                  "%%@%s_p = tile.addptr %%@%s_s, %%@%s : %s, %s" % (n, n, index.name, types[0], index.type())]
        at = "%%@%s_p" % n
        condition = p.pick(lambda v: v.element == "i1" and v.shape == a.shape)
        if condition:
            operands.append(condition)
            mask = ", %%@%s" % condition.name
            types.append(condition.type())
    sem, scope = p.rng.choice(["relaxed", "acquire", "release", "acq_rel"]), p.rng.choice(["gpu", "cta", "sys"])
    lines += ["%%@%s_old = tile.atomic_rmw %s, %s, %s, %s, %%@%s%s : (%s) -> %s" % (n, kind, sem, scope, at, a.name, mask, ", ".join(types), a.type())]
    p.steps.append(Step([], operands, lines))
    return True


# Loops.


def loop(p):
    """Some operations on values of one type, again and again."""
    a = p.pick(lambda v: v.element != "i1")
    b = p.partner(a)
    result = p.value(a.shape, a.element)
    at = "%@" + result.name
    lines = ["%s_zero = arith.constant 0 : i32" % at, "%s_step = arith.constant 1 : i32" % at]
    lines += ["%s = scf.for %s_i = %s_zero to %%trips step %s_step iter_args(%s_0 = %%@%s) -> (%s) : i32 {" % (at, at, at, at, at, a.name, a.type())]
    count = p.rng.randint(1, 3)
    for i in range(count):
        name = p.rng.choice(SCALAR_BINARY[is_float(a.element)])
        lines += ["  %s_%d = %s %s_%d, %%@%s : %s" % (at, i + 1, name, at, i, b.name, a.type())]
    lines += ["  scf.yield %s_%d : %s" % (at, count, a.type()), "}"]
    p.add([result], [a, b], lines)
    return True


def body(p, carried):
    """Lines that make a value of the type of `carried` by one to three operations of
    any kind, the value's name, and what they use from outside."""
    steps, values, kinds = p.steps, p.values, dict(KINDS)
    p.steps, p.values = [], values + [carried]
    for kind in ("atomic", "loop", "nest", "branch"):
        del kinds[kind]
    for _ in range(p.rng.randint(1, 3)):
        kinds[p.rng.choice(list(kinds))](p)
    made = [v for v in p.values[len(values):] if v.shape == carried.shape and v.element == carried.element]
    end = made[-1]
    # What does not lead there is computed for nothing, as programs may.
    inside = {id(v) for v in p.values[len(values):]}
    lines = [line for step in p.steps for line in step.lines]
    outer = [v for step in p.steps for v in step.operands if id(v) not in inside]
    outer += [end] if id(end) not in inside else []
    p.steps, p.values = steps, values
    return ["  " + line for line in lines], end, outer


def nest(p):
    """A loop with operations of any kind in it."""
    a = p.pick(lambda v: v.element != "i1")
    carried = p.value(a.shape, a.element)
    result = p.value(a.shape, a.element)
    lines, end, outer = body(p, carried)
    at = "%@" + result.name
    head = ["%s_zero = arith.constant 0 : i32" % at, "%s_step = arith.constant 1 : i32" % at]
    head += ["%s = scf.for %s_i = %s_zero to %%trips step %s_step iter_args(%%@%s = %%@%s) -> (%s) : i32 {" % (at, at, at, at, carried.name, a.name, a.type())]
    p.add([result], [a] + outer, head + lines + ["  scf.yield %%@%s : %s" % (end.name, a.type()), "}"])
    result.tolerance = max(result.tolerance or 0, (end.tolerance or 0) * 64) or None
    return True


def branch(p):
    """Operations of any kind that only some programs run."""
    a = p.pick(lambda v: v.element != "i1")
    result = p.value(a.shape, a.element)
    # Not `a`, which would be the same value by another name.
    carried = p.one(a.shape, a.element, [a], "%s %%@%s, %%@%s : %s" % ("arith.maximumf" if is_float(a.element) else "arith.maxsi", a.name, a.name, a.type()))
    lines, end, outer = body(p, carried)
    at = "%@" + result.name
    head = ["%s_zero = arith.constant 0 : i32" % at, "%s_first = arith.cmpi %s, %%pid, %s_zero : i32" % (at, p.rng.choice(["eq", "ne"]), at)]
    head += ["%s = scf.if %s_first -> (%s) {" % (at, at, a.type())]
    p.add([result], [a, carried] + outer, head + lines + ["  scf.yield %%@%s : %s" % (end.name, a.type()), "} else {", "  scf.yield %%@%s : %s" % (a.name, a.type()), "}"])
    result.tolerance = max(result.tolerance or 0, end.tolerance or 0) or None
    return True


KINDS = {
    "binary": binary,
    "unary": unary,
    "shift": shift,
    "divide": divide,
    "fused": fused,
    "select": select,
    "cast": cast,
    "broadcast": broadcast,
    "splat": splat,
    "reshape": reshape,
    "trans": trans,
    "join": join,
    "split": split,
    "cat": cat,
    "extract": extract,
    "insert": insert,
    "reduce": reduce,
    "scan": scan,
    "gather": gather,
    "histogram": histogram,
    "sort": sort,
    "topk": topk,
    "atomic": atomic,
    "map": map_,
    "chase": chase,
    "chase_in_loop": chase_in_loop,
    "store_again": store_again,
    "loop": loop,
    "nest": nest,
    "branch": branch,
}
