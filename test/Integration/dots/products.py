"""Random matrix products as kernels of the tile dialect: their text, and their input."""

import math
import random
import struct

# Bytes of an element.
BYTES = {"i1": 1, "i8": 1, "i32": 4, "f16": 2, "bf16": 2, "f32": 4, "f64": 8, "f8E4M3FN": 1, "f8E5M2": 1}
BYTE_FLOATS = ("f8E4M3FN", "f8E5M2")

# Elements of a, b and c, and the precisions that count for them.
FORMS = [
    ("f16", "f16", "f32"), ("f16", "f16", "f32"), ("f16", "f16", "f16"), ("bf16", "bf16", "f32"), ("bf16", "bf16", "bf16"),
    ("f32", "f32", "f32"), ("f32", "f32", "f32"), ("f64", "f64", "f64"), ("i8", "i8", "i32"),
    ("f8E4M3FN", "f8E4M3FN", "f32"), ("f8E5M2", "f8E5M2", "f32"), ("f8E4M3FN", "f8E5M2", "f32"), ("f8E5M2", "f8E4M3FN", "f16"),
]
PRECISIONS = ("ieee", "tf32", "tf32", "tf32x3", "bf16x3", "bf16x6")
# Extents, most of them no powers of two.
ODD_SIZES = (1, 3, 5, 7, 10, 16, 17, 20, 24, 31, 33, 40, 48, 50, 64, 65, 80, 96, 100, 130)
TARGETS = ("sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a")

# What an operand is loaded as where it is converted, and how.
SOURCES = {
    "f16": [("i8", "arith.sitofp"), ("f8E5M2", "tile.fp_to_fp"), ("f8E4M3FN", "tile.fp_to_fp")],
    "bf16": [("i8", "arith.sitofp"), ("f8E4M3FN", "tile.fp_to_fp")],
    "f32": [("f16", "arith.extf"), ("bf16", "arith.extf"), ("i8", "arith.sitofp")],
    "f64": [("f32", "arith.extf")],
    "i8": [("i32", "arith.trunci")],
}

# An asm that negates floats, or flips the lowest bit of integers: text, constraints, elements at a time.
ASM = {
    "f32": ("neg.f32 $0, $1;", "=f,f", 1), "f64": ("neg.f64 $0, $1;", "=d,d", 1),
    "f16": ("xor.b32 $0, $1, 0x80008000;", "=r,r", 2), "bf16": ("xor.b32 $0, $1, 0x80008000;", "=r,r", 2),
    "i8": ("xor.b32 $0, $1, 0x01010101;", "=r,r", 4),
}


def tile(shape, element):
    return "tensor<%sx%s>" % ("x".join(map(str, shape)), element)


def constant(element, value):
    return str(int(value)) if element.startswith("i") else repr(float(value))


def encode(element, value):
    """A number that the type has, or that it rounds."""
    if element in ("i8", "i32"):
        return (int(value) % (1 << 8 * BYTES[element])).to_bytes(BYTES[element], "little")
    if element == "bf16":
        return struct.pack("<f", value)[2:]
    if element in BYTE_FLOATS:
        mantissa, bias = (3, 7) if element == "f8E4M3FN" else (2, 15)
        if value == 0:
            return b"\0"
        fraction, exponent = math.frexp(abs(value))
        digits = int(fraction * (2 << mantissa)) - (1 << mantissa)
        return bytes([(128 if value < 0 else 0) | (exponent - 1 + bias) << mantissa | digits])
    return struct.pack({"f16": "<e", "f32": "<f", "f64": "<d"}[element], value)


class Spec:
    """What a product is like. Each field is a number or a word, so that a smaller one can be tried."""

    # In the order in which they are tried, with what is simpler.
    SIMPLER = [
        ("epilogue", "none"), ("chain", 0), ("init", "zero"), ("producer_a", "none"), ("producer_b", "none"), ("limit_k", 0), ("limit_m", 0),
        ("pointers", 0), ("steps", 1), ("batch", 0), ("order_a", "rows"), ("order_b", "rows"), ("precision", "ieee"), ("stages", 0),
        ("warps", 1), ("warps", 4), ("m", 16), ("n", 8), ("n", 16), ("k", 16), ("k", 32), ("exact", 1),
    ]

    def __init__(self, seed, index, odd=False, warpgroups=False):
        rng = random.Random("product %d %d" % (seed, index))
        self.index, self.seed = index, seed
        small = rng.random() < 0.15
        size = (lambda: 1 << rng.randint(0, 3)) if small else (lambda: 16 << rng.choice([0, 0, 1, 1, 2, 2, 3, 4]))
        if odd:
            size = lambda: rng.choice(ODD_SIZES)
        self.m, self.n, self.k = size(), size(), size()
        if rng.random() < 0.1:
            self.m, self.n, self.k = (rng.choice([1 << rng.randint(0, 3), s]) for s in (self.m, self.n, self.k))
        self.batch = rng.choice([0] * 6 + [1, 2, 4])
        self.steps = rng.choice([1, 1, 2, 3, 4, 5])
        self.a, self.b, self.c = rng.choice(FORMS)
        self.precision = rng.choice(PRECISIONS) if self.a == "f32" else "ieee"
        self.exact = int(rng.random() < 0.6)
        self.order_a, self.order_b = (rng.choice(["rows", "rows", "columns", "trans"]) for _ in "ab")
        self.producer_a, self.producer_b = (rng.choice(["none"] * 5 + ["scale", "convert", "convert", "asm", "select"]) for _ in "ab")
        self.limit_k = rng.choice([0, 0, rng.randint(1, self.k * self.steps)])
        self.limit_m = rng.choice([0, 0, 0, rng.randint(1, self.m)])
        self.init = rng.choice(["zero", "zero", "load"])
        self.pointers = int(rng.random() < 0.5)
        self.known = int(rng.random() < 0.5)
        self.epilogue = rng.choice(["none", "none", "none", "bias", "scale", "leaky", "cast", "sum", "twice"])
        self.chain = rng.choice([0] * 7 + [16, 32, 64])
        self.warps = 1 << rng.choice([0, 1, 2, 2, 2, 3, 3, 4])
        self.target = rng.choice(TARGETS)
        self.stages = rng.choice([0, 0, 1, 2, 3, 4])
        self.scaled = int(rng.random() < 0.12)
        self.lhs, self.rhs = (rng.choice(["e2m1", "e2m1", "e2m3", "e3m2", "e4m3", "e5m2", "bf16", "fp16"]) for _ in "ab")
        self.scale_a, self.scale_b = (rng.choice(["none", "i8", "i8", "f8E4M3FN"]) for _ in "ab")
        self.packed_k_a, self.packed_k_b = (int(rng.random() < 0.7) for _ in "ab")
        self.most = 1
        if warpgroups:
            self.become_warpgroups(rng, odd)
        self.fit()

    def become_warpgroups(self, rng, odd):
        """One that `wgmma` can compute, with whole numbers, so that its sums are exact."""
        self.m, self.n, self.k = rng.choice([64, 64, 128, 256]), rng.choice([8, 16, 32, 64, 128, 256]), rng.choice([16, 32, 64, 128])
        if odd:
            self.m, self.n, self.k = rng.randint(50, self.m), rng.randint(5, self.n), rng.randint(9, self.k)
        self.a, self.c = rng.choice([("f16", "f32"), ("f16", "f16"), ("bf16", "f32")])
        self.b, self.precision, self.target = self.a, "ieee", "sm_90a"
        self.batch, self.scaled, self.exact, self.most = 0, 0, 1, 4
        self.steps, self.stages = rng.choice([1, 2, 3, 4, 5]), rng.choice([1, 2, 3, 4])
        self.warps = rng.choice([4, 4, 8, 16])
        if rng.random() < 0.8:
            self.producer_b = "none"

    def fit(self):
        """Makes it small enough to be simulated, and one that the dialect has."""
        count = max(1, self.batch)
        while count * self.m * self.n > self.most << 14 or count * self.m * self.n * self.k > self.most << 20 or count * self.k * max(self.m, self.n) > self.most << 14:
            largest = max(self.m, self.n, self.k)
            name = next(name for name in "mnk" if getattr(self, name) == largest)
            setattr(self, name, largest // 2)
        while count * self.m * self.n * self.k * self.steps > 3 * self.most << 20 and self.steps > 1:
            self.steps -= 1
        self.limit_k = min(self.limit_k, self.k * self.steps)
        self.limit_m = min(self.limit_m, self.m)
        if self.scaled:
            # The verifier wants whole blocks, and packed elements are pairs.
            self.k = max(self.k // 32 * 32, 32)
            self.m, self.n = max(self.m & ~1, 2), max(self.n & ~1, 2)
            self.c, self.steps, self.chain, self.limit_k, self.limit_m = "f32", 1, 0, 0, 0
        if self.epilogue == "leaky" and not self.exact or self.epilogue == "cast" and self.c in ("f16", "bf16"):
            self.epilogue = "none"
        if self.batch and (self.epilogue in ("bias", "sum") or self.chain):
            self.epilogue, self.chain = "none", 0
        if self.a in BYTE_FLOATS:
            self.chain = 0
        for name in ("producer_a", "producer_b"):
            element = self.a if name[-1] == "a" else self.b
            producer = getattr(self, name)
            if (producer == "convert" and element not in SOURCES) or (producer == "asm" and element not in ASM) or (
                    producer in ("scale", "select") and element in BYTE_FLOATS):
                setattr(self, name, "none")

    def replaced(self, name, value):
        other = object.__new__(Spec)
        other.__dict__.update(self.__dict__)
        setattr(other, name, value)
        other.fit()
        return other

    def __str__(self):
        return ", ".join("%s=%s" % item for item in sorted(self.__dict__.items()) if item[0] not in ("index", "seed"))


class Product:
    """The kernel of a spec. Its parameters are one array of bytes that it reads, one that it writes, and the number of steps."""

    def __init__(self, spec):
        self.spec, self.lines, self.used, self.input = spec, [], 0, b""
        self.rng = random.Random("data %d %d" % (spec.seed, spec.index))
        self.batch = [spec.batch] if spec.batch else []
        self.indent = "  "
        if spec.scaled:
            value, shape = self.emit_scaled()
        else:
            value, shape = self.emit()
        self.element, self.count = self.output, math.prod(shape)
        self.store(value, shape)
        # LLVM widens loads that are aligned to 16 bytes.
        self.input += bytes(-len(self.input) % 16)
        self.output_size = self.count * BYTES[self.element]

    def text(self):
        head = "tile.func public @kernel(%in: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %trips: i32) {"
        return "\n".join([head] + self.lines + ["  tile.return", "}"]) + "\n"

    def add(self, line):
        """Appends `op ...` and returns its result, or a statement if it begins with '!'."""
        if line.startswith("!"):
            self.lines.append(self.indent + line[1:])
            return None
        self.used += 1
        self.lines.append("%s%%v%d = %s" % (self.indent, self.used, line))
        return "%%v%d" % self.used

    def integer(self, value):
        return self.add("arith.constant %d : i32" % value)

    def splat(self, shape, element, value):
        return self.add("arith.constant dense<%s> : %s" % (constant(element, value), tile(shape, element)))

    def along(self, shape, dim):
        """The index along a dimension, as a tile that is 1 elsewhere."""
        value = self.add("tile.make_range {start = 0 : i32, end = %d : i32} : %s" % (shape[dim], tile([shape[dim]], "i32")))
        now = [shape[dim]]
        for d in range(len(shape)):
            if d == dim:
                continue
            before = list(now)
            now.insert(d, 1)
            value = self.add("tile.expand_dims %s {axis = %d : i32} : %s -> %s" % (value, d, tile(before, "i32"), tile(now, "i32")))
        return value, now

    def offsets(self, shape, strides):
        total = None
        for dim, stride in enumerate(strides):
            value, now = self.along(shape, dim)
            if stride != 1:
                value = self.add("arith.muli %s, %s : %s" % (value, self.splat(now, "i32", stride), tile(now, "i32")))
            if now != list(shape):
                value = self.add("tile.broadcast %s : %s -> %s" % (value, tile(now, "i32"), tile(shape, "i32")))
            total = value if total is None else self.add("arith.addi %s, %s : %s" % (total, value, tile(shape, "i32")))
        return total

    def addresses(self, base, element, shape, strides):
        pointers = self.add("tile.splat %s : !tile.ptr<%s> -> %s" % (base, element, tile(shape, "!tile.ptr<%s>" % element)))
        return self.add("tile.addptr %s, %s : %s, %s" % (pointers, self.offsets(shape, strides), tile(shape, "!tile.ptr<%s>" % element), tile(shape, "i32")))

    def data(self, element, count, kind=None):
        """Random elements in the input; the pointer to the first."""
        rng, exact = self.rng, self.spec.exact
        pad = -len(self.input) % 16
        start = len(self.input) + pad
        if kind == "scale":
            codes = bytes(rng.randint(124, 130) for _ in range(count)) if element == "i8" else b"".join(
                encode(element, rng.choice([0.5, 0.75, 1, 1.5, 2])) for _ in range(count))
        elif kind in ("e2m1", "e2m3", "e3m2"):
            codes = bytes(rng.randrange(256 if kind == "e2m1" else 64) for _ in range(count))
        elif element in ("i8", "i32"):
            limit = 128 if self.spec.c == "i32" else 3
            codes = b"".join(encode(element, rng.randint(-limit, limit - 1)) for _ in range(count))
        elif exact or element in BYTE_FLOATS:
            numbers = (-3, -2, -1, -0.5, 0, 0, 0.5, 1, 2, 3) if exact else (-28, -3.5, -1.25, -0.875, 0, 0.0625, 0.4375, 1.5, 6, 56)
            table = [encode(element, x) for x in numbers]
            codes = b"".join(rng.choice(table) for _ in range(count))
        else:
            codes = b"".join(encode(element, rng.gauss(0, 1)) for _ in range(count))
        self.input += bytes(pad) + codes
        first = self.add("tile.addptr %%in, %s : !tile.ptr<i8>, i32" % self.integer(start))
        if element == "i8":
            return first
        return self.add("tile.bitcast %s : !tile.ptr<i8> -> !tile.ptr<%s>" % (first, element))

    # An operand: [rows, columns], of which dimension `k` moves on in a loop.

    def prepare(self, which):
        spec = self.spec
        element = spec.a if which == "a" else spec.b
        source, conversion = element, None
        producer = getattr(spec, "producer_" + which)
        if producer == "convert":
            source, conversion = SOURCES[element][spec.index % len(SOURCES[element])]
        shape = [spec.m, spec.k] if which == "a" else [spec.k, spec.n]
        k = 1 if which == "a" else 0
        total = list(shape)
        total[k] *= spec.steps
        order = getattr(spec, "order_" + which)
        strides = [total[1], 1] if order == "rows" else [1, total[0]]
        base = self.data(source, math.prod(self.batch + total))
        step = spec.k * strides[k]
        swap = order == "trans"
        if swap:
            shape, strides, k = shape[::-1], strides[::-1], 1 - k
        batch = [math.prod(total)] if self.batch else []
        pointers = self.addresses(base, source, self.batch + shape, batch + strides)
        return {"element": element, "source": source, "conversion": conversion, "producer": producer, "shape": self.batch + shape,
                "k": len(self.batch) + k, "pointers": pointers, "step": step, "swap": swap, "which": which}

    def pointer_type(self, operand):
        return tile(operand["shape"], "!tile.ptr<%s>" % operand["source"])

    def advance(self, operand, pointers, by):
        """`by` is an i32 value, the steps."""
        shape = operand["shape"]
        step = self.add("arith.muli %s, %s : i32" % (by, self.integer(operand["step"])))
        steps = self.add("tile.splat %s : i32 -> %s" % (step, tile(shape, "i32")))
        return self.add("tile.addptr %s, %s : %s, %s" % (pointers, steps, self.pointer_type(operand), tile(shape, "i32")))

    def below(self, shape, dim, limit, start=None):
        """Whether the index along a dimension, from `start` on, is less."""
        value, now = self.along(shape, dim)
        if start:
            value = self.add("arith.addi %s, %s : %s" % (value, self.add("tile.splat %s : i32 -> %s" % (start, tile(now, "i32"))), tile(now, "i32")))
        mask = self.add("arith.cmpi slt, %s, %s : %s" % (value, self.splat(now, "i32", limit), tile(now, "i32")))
        if now == list(shape):
            return mask
        return self.add("tile.broadcast %s : %s -> %s" % (mask, tile(now, "i1"), tile(shape, "i1")))

    def load(self, operand, pointers, iteration):
        spec, shape, element = self.spec, operand["shape"], operand["source"]
        masks = []
        if spec.limit_k:
            start = self.add("arith.muli %s, %s : i32" % (iteration, self.integer(spec.k))) if iteration else None
            masks.append(self.below(shape, operand["k"], spec.limit_k, start))
        if spec.limit_m and operand["which"] == "a":
            outer = 2 * len(self.batch) + 1 - operand["k"]
            masks.append(self.below(shape, outer, spec.limit_m))
        more = ""
        if masks:
            mask = masks[0] if len(masks) == 1 else self.add("arith.andi %s, %s : %s" % (masks[0], masks[1], tile(shape, "i1")))
            more = ", %s, %s" % (mask, self.splat(shape, element, 0))
        value = self.add("tile.load %s%s : %s" % (pointers, more, self.pointer_type(operand)))
        value = self.produce(operand, value)
        if not operand["swap"]:
            return value
        order = list(range(len(shape)))
        order[-2:] = order[:-3:-1]
        return self.add("tile.trans %s {order = array<i32: %s>} : %s -> %s" % (
            value, ", ".join(map(str, order)), tile(shape, operand["element"]), tile([shape[d] for d in order], operand["element"])))

    def produce(self, operand, value):
        shape, element, producer = operand["shape"], operand["element"], operand["producer"]
        of = tile(shape, element)
        if producer == "convert":
            return self.add("%s %s : %s %s %s" % (operand["conversion"], value, tile(shape, operand["source"]),
                                                  "->" if operand["conversion"].startswith("tile") else "to", of))
        if producer == "scale":
            add = "arith.addi" if element == "i8" else "arith.mulf"
            return self.add("%s %s, %s : %s" % (add, value, self.splat(shape, element, 2), of))
        if producer == "select":
            zero = self.splat(shape, element, 0)
            compare = "arith.cmpi sgt" if element == "i8" else "arith.cmpf ogt"
            isPositive = self.add("%s, %s, %s : %s" % (compare, value, zero, of))
            return self.add("arith.select %s, %s, %s : %s, %s" % (isPositive, value, zero, tile(shape, "i1"), of))
        if producer == "asm":
            text, constraints, pack = ASM[element]
            last = "%%n = arith.xori %%x, %%one : i8" if element == "i8" else "%%n = arith.negf %%x : %s" % element
            first = ["%one = arith.constant 1 : i8"] if element == "i8" else []
            result = self.add('tile.elementwise_inline_asm "%s" {constraints = "%s", packed_element = %d : i32, pure = true} %s : %s -> %s fallback (%%x: %s) {' % (
                text, constraints, pack, value, of, of, element))
            for line in first + [last.replace("%%", "%"), "tile.asm.return %%n : %s" % element]:
                self.add("!  " + line.replace("%%", "%"))
            self.add("!}")
            return result
        return value

    def emit(self):
        spec = self.spec
        a, b = self.prepare("a"), self.prepare("b")
        shape = self.batch + [spec.m, spec.n]
        of = tile(shape, spec.c)
        strides = ([spec.m * spec.n] if self.batch else []) + [spec.n, 1]
        if spec.init == "load":
            base = self.data(spec.c, math.prod(shape))
            value = self.add("tile.load %s : %s" % (self.addresses(base, spec.c, shape, strides), tile(shape, "!tile.ptr<%s>" % spec.c)))
        else:
            value = self.splat(shape, spec.c, 0)
        if spec.steps == 1:
            value = self.dot(a, b, a["pointers"], b["pointers"], value, shape, None)
        else:
            zero, one = self.integer(0), self.integer(1)
            trips = self.integer(spec.steps) if spec.known else "%trips"
            carried = [("%acc", value, of)]
            if spec.pointers:
                carried += [("%%at_%s" % o["which"], o["pointers"], self.pointer_type(o)) for o in (a, b)]
            self.used += 1
            result = "%%v%d" % self.used
            self.add("!%s%s = scf.for %%i = %s to %s step %s iter_args(%s) -> (%s) : i32 {" % (
                result, ":%d" % len(carried) if len(carried) > 1 else "", zero, trips, one, ", ".join("%s = %s" % c[:2] for c in carried), ", ".join(c[2] for c in carried)))
            self.indent = "    "
            if spec.pointers:
                pointers = ["%at_a", "%at_b"]
            else:
                pointers = [self.advance(o, o["pointers"], "%i") for o in (a, b)]
            ends = [self.dot(a, b, *pointers, "%acc", shape, "%i")]
            if spec.pointers:
                ends += [self.advance(o, p, one) for o, p in zip((a, b), pointers)]
            self.add("!scf.yield %s : %s" % (", ".join(ends), ", ".join(c[2] for c in carried)))
            self.indent = "  "
            self.add("!}")
            value = result + ("#0" if len(carried) > 1 else "")
        self.output = spec.c
        if spec.chain:
            value, shape = self.chain(value, shape)
        return self.finish(value, shape)

    def dot(self, a, b, at_a, at_b, c, shape, iteration):
        spec = self.spec
        x, y = self.load(a, at_a, iteration), self.load(b, at_b, iteration)
        precision = ", inputPrecision = %s" % spec.precision if spec.precision != "ieee" else ""
        return self.add("tile.dot %s, %s, %s%s : %s * %s -> %s" % (
            x, y, c, precision, tile(self.batch + [spec.m, spec.k], spec.a), tile(self.batch + [spec.k, spec.n], spec.b), tile(shape, spec.c)))

    def chain(self, value, shape):
        """The product as an operand of another one, as in attention."""
        spec = self.spec
        if spec.a != spec.c:
            value = self.add("%s %s : %s to %s" % ("arith.trunci" if spec.c == "i32" else "arith.truncf", value, tile(shape, spec.c), tile(shape, spec.a)))
        inner = [spec.n, spec.chain]
        base = self.data(spec.a, math.prod(inner))
        other = self.add("tile.load %s : %s" % (self.addresses(base, spec.a, inner, [spec.chain, 1]), tile(inner, "!tile.ptr<%s>" % spec.a)))
        result = [spec.m, spec.chain]
        precision = ", inputPrecision = %s" % spec.precision if spec.precision != "ieee" else ""
        value = self.add("tile.dot %s, %s, %s%s : %s * %s -> %s" % (
            value, other, self.splat(result, spec.c, 0), precision, tile(shape, spec.a), tile(inner, spec.a), tile(result, spec.c)))
        return value, result

    def finish(self, value, shape):
        spec, element = self.spec, self.output
        of = tile(shape, element)
        isFloat = not element.startswith("i")
        add, multiply = ("arith.addf", "arith.mulf") if isFloat else ("arith.addi", "arith.muli")
        if spec.epilogue == "bias":
            row = [1, shape[1]]
            bias = self.add("tile.load %s : %s" % (self.addresses(self.data(element, shape[1]), element, row, [0, 1]), tile(row, "!tile.ptr<%s>" % element)))
            bias = self.add("tile.broadcast %s : %s -> %s" % (bias, tile(row, element), of)) if row != shape else bias
            value = self.add("%s %s, %s : %s" % (add, value, bias, of))
        elif spec.epilogue == "scale":
            value = self.add("%s %s, %s : %s" % (multiply, value, self.splat(shape, element, 0.25 if isFloat else 3), of))
        elif spec.epilogue == "twice":
            value = self.add("%s %s, %s : %s" % (add, value, value, of))
        elif spec.epilogue == "leaky":
            small = self.add("%s %s, %s : %s" % (multiply, value, self.splat(shape, element, 0.25 if isFloat else 3), of))
            mask = self.add("%s, %s, %s : %s" % ("arith.cmpf oge" if isFloat else "arith.cmpi sge", value, self.splat(shape, element, 0), of))
            value = self.add("arith.select %s, %s, %s : %s, %s" % (mask, value, small, tile(shape, "i1"), of))
        elif spec.epilogue == "cast":
            self.output = {"f32": "f16", "f64": "f32", "i32": "i8"}[element]
            value = self.add("arith.trunc%s %s : %s to %s" % ("f" if isFloat else "i", value, of, tile(shape, self.output)))
        elif spec.epilogue == "sum":
            result = self.add('"tile.reduce"(%s) <{axis = 1 : i32}> ({' % value)
            self.add("!^bb0(%%x: %s, %%y: %s):" % (element, element))
            self.add("!  %%s = %s %%x, %%y : %s" % (add, element))
            self.add("!  tile.reduce.return %%s : %s" % element)
            self.add("!}) : (%s) -> %s" % (of, tile(shape[:1], element)))
            return result, shape[:1]
        return value, shape

    def store(self, value, shape):
        base = "%out"
        if self.element != "i8":
            base = self.add("tile.bitcast %%out : !tile.ptr<i8> -> !tile.ptr<%s>" % self.element)
        strides = [math.prod(shape[d + 1 :]) for d in range(len(shape))]
        pointers = self.addresses(base, self.element, shape, strides)
        self.add("!tile.store %s, %s : %s" % (pointers, value, tile(shape, "!tile.ptr<%s>" % self.element)))

    def emit_scaled(self):
        spec = self.spec
        elements = {"e2m1": "i8", "e2m3": "i8", "e3m2": "i8", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "bf16": "bf16", "fp16": "f16"}
        values, types = [], []
        for which, kind, outer, k_dim in (("a", spec.lhs, spec.m, 1), ("b", spec.rhs, spec.n, 0)):
            shape = [outer, spec.k] if which == "a" else [spec.k, outer]
            if kind == "e2m1":
                shape[k_dim if getattr(spec, "packed_k_" + which) else 1 - k_dim] //= 2
            element = elements[kind]
            full = self.batch + shape
            strides = [math.prod(full[d + 1 :]) for d in range(len(full))]
            base = self.data(element, math.prod(full), kind if element == "i8" else None)
            values.append(self.add("tile.load %s : %s" % (self.addresses(base, element, full, strides), tile(full, "!tile.ptr<%s>" % element))))
            types.append(tile(full, element))
            scale = getattr(spec, "scale_" + which)
            if scale != "none" and kind not in ("bf16", "fp16"):
                full = self.batch + [outer, spec.k // (32 if scale == "i8" else 16)]
                strides = [math.prod(full[d + 1 :]) for d in range(len(full))]
                base = self.data(scale, math.prod(full), "scale")
                values[-1] += " scale " + self.add("tile.load %s : %s" % (self.addresses(base, scale, full, strides), tile(full, "!tile.ptr<%s>" % scale)))
                types[-1] += ", " + tile(full, scale)
        shape = self.batch + [spec.m, spec.n]
        flags = "".join(", %s = false" % name for name, packed in (("lhs_k_pack", spec.packed_k_a), ("rhs_k_pack", spec.packed_k_b)) if not packed)
        value = self.add("tile.dot_scaled %s, %s, %s lhs = %s rhs = %s {fastMath = false%s} : %s * %s -> %s" % (
            *values, self.splat(shape, "f32", 0), spec.lhs, spec.rhs, flags, *types, tile(shape, "f32")))
        self.output = "f32"
        return self.finish(value, shape)
