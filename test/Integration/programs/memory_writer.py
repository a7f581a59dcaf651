"""What random programs of TTIR that access memory are written with: values, indices,
pointers, masks, and barriers where accesses have to wait for each other.

A program has arrays, its arguments. Each has one or two buffers, of which some are
only read. Every program of the grid has its own part of each.
"""

import math
import random

from values import BITS, FLOATS, INTEGERS, Value, is_float

TARGETS = ["sm_80", "sm_89", "sm_90a", "sm_90a", "sm_100a", "sm_120a"]


def tile_type(shape, element):
    return Value("", shape, element).type()


class Buffer:
    """`size` elements from `offset` on of the array that is the argument `arg`."""

    def __init__(self, arg, element, size, offset, written):
        self.arg, self.element, self.size, self.offset, self.written = arg, element, size, offset, written


class Writer:
    def __init__(self, seed, index):
        self.rng = r = random.Random("memory %d %d" % (seed, index))
        self.seed, self.index = seed, index
        self.names = 0
        self.lines, self.functions = [], []
        # Values that may be used, and accesses since the last barrier, by buffer.
        self.env, self.pending = [], {}
        self.indent, self.depth = 1, 0
        self.character = r.choice(["small", "any", "special", "special"])
        self.profile = r.choice(["all", "all", "all", "loads", "counts", "scatter"])
        self.is_straight = self.profile in ("loads", "scatter") or (self.profile == "all" and r.random() < 0.35)
        self.warps = r.choice([1, 1, 2] if self.profile == "loads" else [1, 1, 2, 4, 4, 8, 16, 32])
        self.grid, self.stages, self.target = r.choice([1, 1, 2, 3]), r.choice([0, 0, 3]), r.choice(TARGETS)
        # Tiles of one number of elements, in several shapes.
        top = 12 if self.profile == "loads" or r.random() < 0.3 else r.choice([0, 3, 5, 7, 9, 10])
        self.count = n = 1 << r.randint(max(0, top - 2), top)
        self.shapes = [(n,)]
        for rank in (2, 2, 3)[: r.choice([2, 2, 3])]:
            a = 1 << r.randint(0, n.bit_length() - 1)
            b = 1 << r.randint(0, (n // a).bit_length() - 1)
            self.shapes.append((a, n // a) if rank == 2 else (a, b, n // a // b))
        # Arguments: arrays, each of one or two buffers.
        self.buffers, self.args = [], []
        elements = [r.choice(INTEGERS + FLOATS + ("f16", "bf16", "i32", "i32")) for _ in range(r.randint(2, 5))]
        if "i32" not in elements:
            elements[0] = "i32"
        for i, element in enumerate(elements):
            at = 0
            for _ in range(r.choice([1, 1, 1, 2])):
                size = n * r.choice([2, 4] if self.profile == "loads" else [1, 1, 2, 4]) if n > 4 else 16
                self.buffers.append(Buffer("b%d" % i, element, size, at, r.random() < 0.6))
                at += size
            self.args.append(("b%d" % i, element, at))
        self.budget = r.randint(5, 26)
        self.body()

    def fresh(self):
        """A new name."""
        self.names += 1
        return "%%v%d" % self.names

    def add(self, line):
        self.lines.append("  " * self.indent + line)

    def op(self, shape, element, text, keep=True):
        """An operation with one result, which later ones may use if it is kept."""
        v = Value(self.fresh(), shape, element)
        self.add("%s = %s" % (v.name, text))
        if keep:
            self.env.append(v)
        return v

    def const(self, shape, element, number=None):
        """A constant, random if no number is given."""
        if number is None:
            if is_float(element):
                number = self.rng.choice(["0.0", "-0.0", "1.0", "-2.0", "0.5", "3.0"])
            elif element == "i1":
                number = self.rng.choice(["true", "false"])
            else:
                number = str(self.rng.randint(-9, 9))
        number = str(number)
        if is_float(element) and "." not in number and "0x" not in number:
            number += ".0"
        if shape is None:
            return self.op(None, element, "arith.constant %s%s" % (number, "" if element == "i1" else " : " + element), False)
        return self.op(shape, element, "arith.constant dense<%s> : %s" % (number, tile_type(shape, element)), False)

    def pick(self, condition=lambda v: True):
        """A value, later ones more likely; None if none suits."""
        fit = [v for v in self.env if condition(v)]
        if not fit:
            return None
        return fit[max(self.rng.randrange(len(fit)), self.rng.randrange(len(fit)))]

    def pick_like(self, shape, element):
        """A value of this type: one there is, a constant, or a conversion."""
        v = self.pick(lambda v: v.shape == shape and v.element == element)
        if v and self.rng.random() < 0.85:
            return v
        if element == "i1" or self.rng.random() < 0.4:
            return self.const(shape, element)
        return self.convert(self.pick(lambda v: v.shape == shape and v.element != "i1"), shape, element)

    def convert(self, v, shape, element):
        """The value, or something made of it, as another type of elements."""
        if v is None:
            return self.const(shape, element)
        if v.element == element:
            return v
        a, b = v.element, element
        r = self.rng
        if is_float(a) and is_float(b):
            if BITS[a] == BITS[b]:
                w = self.op(shape, "f32", "arith.extf %s : %s to %s" % (v.name, v.type(), tile_type(shape, "f32")), False)
                return self.op(shape, b, "arith.truncf %s : %s to %s" % (w.name, w.type(), tile_type(shape, b)))
            return self.op(shape, b, "arith.%s %s : %s to %s" % ("truncf" if BITS[a] > BITS[b] else "extf", v.name, v.type(), tile_type(shape, b)))
        if is_float(a):
            # A comparison, and a number of it.
            z = self.const(shape, a)
            c = self.op(shape, "i1", "arith.cmpf %s, %s, %s : %s" % (r.choice(["ogt", "ule", "une", "ord"]), v.name, z.name, v.type()))
            return self.op(shape, b, "arith.%s %s : %s to %s" % (r.choice(["extui", "extsi"]), c.name, c.type(), tile_type(shape, b)))
        if is_float(b):
            return self.op(shape, b, "arith.%s %s : %s to %s" % (r.choice(["sitofp", "uitofp"]), v.name, v.type(), tile_type(shape, b)))
        if BITS[a] > BITS[b]:
            return self.op(shape, b, "arith.trunci %s : %s to %s" % (v.name, v.type(), tile_type(shape, b)))
        return self.op(shape, b, "arith.%s %s : %s to %s" % (r.choice(["extui", "extsi"]), v.name, v.type(), tile_type(shape, b)))

    def flat(self, shape):
        """0, 1, 2, ... in this shape: (value, key)"""
        r = self.rng
        if shape is None:
            k = self.rng.choice([0, 0, 1, 3])
            return self.const(None, "i32", k), ("c", k)
        n = math.prod(shape)
        way = r.randint(0, 1)
        if way == 0 or len(shape) == 1:
            v = self.op((n,), "i32", "tt.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32>" % (n, n), False)
            if len(shape) > 1:
                v = self.op(shape, "i32", "tt.reshape %s : %s -> %s" % (v.name, v.type(), tile_type(shape, "i32")), False)
            return v, ("f", shape)
        total = None
        pitch = 1
        for d in reversed(range(len(shape))):
            x = self.op((shape[d],), "i32", "tt.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32>" % (shape[d], shape[d]), False)
            for e in range(len(shape)):
                if e != d:
                    s = x.shape[:e] + (1,) + x.shape[e:]
                    x = self.op(s, "i32", "tt.expand_dims %s {axis = %d : i32} : %s -> %s" % (x.name, e, x.type(), tile_type(s, "i32")), False)
            if pitch > 1:
                p = self.const(x.shape, "i32", pitch)
                x = self.op(x.shape, "i32", "arith.muli %s, %s : %s" % (x.name, p.name, x.type()), False)
            if x.shape != shape:
                x = self.op(shape, "i32", "tt.broadcast %s : %s -> %s" % (x.name, x.type(), tile_type(shape, "i32")), False)
            total = x if total is None else self.op(shape, "i32", "arith.addi %s, %s : %s" % (total.name, x.name, x.type()), False)
            pitch *= shape[d]
        return total, ("f", shape)

    def splat(self, s, shape):
        """A scalar as a tile of this shape."""
        if shape is None:
            return s
        return self.op(shape, s.element, "tt.splat %s : %s -> %s" % (s.name, s.element, tile_type(shape, s.element)), False)

    def below(self, v, limit):
        """An i32 value below a power of two."""
        m = self.const(v.shape, "i32", limit - 1)
        return self.op(v.shape, "i32", "arith.andi %s, %s : %s" % (v.name, m.name, v.type()), False)

    def unique_index(self, shape, size):
        """Indices that differ from element to element. Key None if they vary."""
        r = self.rng
        v, key = self.flat(shape)
        n = math.prod(shape or (1,))
        assert n <= size
        if shape is None and r.random() < 0.5:
            k = r.randrange(size)
            return self.const(None, "i32", k), ("c", k)
        way = r.choice(["plain", "plain", "plain", "xor", "offset", "scalar", "stride"])
        if way == "xor" and n > 1:
            k = r.randrange(n)
            c = self.const(shape, "i32", k)
            v = self.op(shape, "i32", "arith.xori %s, %s : %s" % (v.name, c.name, v.type()), False)
            key += ("x", k)
        elif way == "offset" and n < size and shape is not None:
            k = r.choice([size - n, r.randint(0, size - n)])
            c = self.const(shape, "i32", k)
            v = self.op(shape, "i32", "arith.addi %s, %s : %s" % (v.name, c.name, v.type()), False)
            key += ("+", k)
        elif way == "stride" and 2 * n <= size and shape is not None:
            c = self.const(shape, "i32", 2)
            v = self.op(shape, "i32", "arith.muli %s, %s : %s" % (v.name, c.name, v.type()), False)
            key += ("*2",)
        elif way == "scalar":
            s = self.pick(lambda v: v.shape is None and v.element == "i32")
            if s and shape is not None:
                s = self.below(s, n)
                c = self.splat(s, shape)
                v = self.op(shape, "i32", "arith.xori %s, %s : %s" % (v.name, c.name, v.type()), False)
                key = None
            elif s:
                v, key = self.below(s, size), None
        if shape is None and key is not None and key[1] >= size:
            return self.unique_index(shape, size)
        return v, key

    def any_index(self, shape, size):
        """Indices below `size`, of which several may be equal."""
        r = self.rng
        if r.random() < 0.55 and math.prod(shape or (1,)) <= size:
            return self.unique_index(shape, size)
        v = self.pick(lambda v: v.shape == shape and v.element == "i32")
        if not v:
            w = self.pick(lambda v: v.shape == shape and v.element in ("i8", "i16", "i64"))
            if w:
                v = self.convert(w, shape, "i32")
            else:
                v, key = self.flat(shape)
                if shape is not None and r.random() < 0.5:
                    k = r.choice([1, 2, 3])
                    c = self.const(shape, "i32", k)
                    v = self.op(shape, "i32", "arith.shrui %s, %s : %s" % (v.name, c.name, v.type()), False)
        return self.below(v, size), None

    def pointers(self, b, index):
        """Pointers to these elements of a buffer, and their type."""
        r = self.rng
        base = "%" + b.arg
        pt = "!tt.ptr<%s>" % b.element
        off = self.op(None, "i32", "arith.addi %%%s_at, %s : i32" % (b.arg, self.const(None, "i32", b.offset).name), False) if b.offset else Value("%%%s_at" % b.arg, None, "i32")
        p = self.fresh()
        self.add("%s = tt.addptr %s, %s : %s, i32" % (p, base, off.name, pt))
        if index.shape is None:
            q = self.fresh()
            self.add("%s = tt.addptr %s, %s : %s, i32" % (q, p, index.name, pt))
            return q, pt
        s, q = self.fresh(), self.fresh()
        t = tile_type(index.shape, pt)
        self.add("%s = tt.splat %s : %s -> %s" % (s, p, pt, t))
        if r.random() < 0.2:
            index = self.op(index.shape, "i64", "arith.extsi %s : %s to %s" % (index.name, index.type(), index.type("i64")), False)
        self.add("%s = tt.addptr %s, %s : %s, %s" % (q, s, index.name, t, index.type()))
        return q, t

    def access(self, b, key, writes, atomic=False):
        """A barrier, where the access has to wait."""
        old = self.pending.setdefault(b, [])
        mine = ("a" if atomic else "w" if writes else "r", key)
        for kind, k in old:
            if kind == "r" and mine[0] == "r":
                continue
            if kind == "a" and mine[0] == "a":
                # Atomics among each other; their results are not used, or each has its place.
                if not (key == "result" or k == "result"):
                    continue
            if k is not None and k == key and self.depth == 0 and mine[0] == "w" and kind != "a" and k != "result":
                if len(old) == 1 or all(x == "w" and y == key for x, y in old):
                    continue
            self.barrier()
            old = self.pending.setdefault(b, [])
            break
        old.append(mine)

    def barrier(self):
        """All threads wait for each other, and for memory."""
        self.add("gpu.barrier")
        self.pending = {}

    def close_loop(self, before):
        """At the end of a body: another iteration follows, or none came."""
        conflict = False
        for b, accesses in self.pending.items():
            if any(k != "r" for k, _ in accesses):
                conflict = True
        if conflict or any(any(k != "r" for k, _ in a) for a in before.values()):
            self.add("gpu.barrier")
            self.pending = {}
        # What was loaded in the body may be stored behind the loop.
        for b, accesses in before.items():
            self.pending.setdefault(b, [])
            self.pending[b] = self.pending[b] + accesses

    def mask(self, shape):
        """Flags of a shape: a comparison of places, or of data."""
        r = self.rng
        way = r.randint(0, 4)
        if way == 0:
            v = self.pick(lambda v: v.shape == shape and v.element == "i1")
            if v:
                return v
        if way == 1 or shape is None:
            v = self.pick(lambda v: v.shape == shape and v.element in INTEGERS)
            if v:
                z = self.const(shape, v.element)
                return self.op(shape, "i1", "arith.cmpi %s, %s, %s : %s" % (r.choice(["slt", "uge", "ne", "sgt"]), v.name, z.name, v.type()))
        if way == 2:
            v = self.pick(lambda v: v.shape == shape and v.element in FLOATS)
            if v:
                z = self.const(shape, v.element)
                return self.op(shape, "i1", "arith.cmpf %s, %s, %s : %s" % (r.choice(["olt", "uge", "une", "ogt"]), v.name, z.name, v.type()))
        v, _ = self.flat(shape)
        n = math.prod(shape or (1,))
        s = self.pick(lambda v: v.shape is None and v.element == "i32") if r.random() < 0.5 else None
        limit = self.splat(self.below(s, 2 * n), shape) if s else self.const(shape, "i32", r.choice([0, 1, n // 2, n - 1, n, r.randint(0, n)]))
        m = self.op(shape, "i1", "arith.cmpi %s, %s, %s : %s" % (r.choice(["slt", "slt", "sge", "ult"]), v.name, limit.name, v.type()))
        if r.random() < 0.3:
            o = self.pick(lambda v: v.shape == shape and v.element == "i1")
            if o:
                m = self.op(shape, "i1", "arith.%s %s, %s : %s" % (r.choice(["andi", "ori", "xori"]), m.name, o.name, m.type()))
        return m

    def condition(self):
        """A scalar flag for a branch or a loop."""
        r = self.rng
        v = self.pick(lambda v: v.shape is None and v.element in ("i1", "i32", "i32"))
        if v and v.element == "i1":
            return v
        if v is None:
            v = Value("%pid", None, "i32")
        z = self.const(None, "i32", r.randint(-1, 2))
        return self.op(None, "i1", "arith.cmpi %s, %s, %s : i32" % (r.choice(["slt", "sgt", "eq", "ne"]), v.name, z.name))

    def hints(self, volatile=True):
        """Cache modifiers and the like of a load or a store."""
        r = self.rng
        text = ""
        if r.random() < 0.15:
            text += " cacheModifier = " + r.choice(["ca", "cg"] if volatile else ["wb", "cg", "cs", "wt"])
        if r.random() < 0.15:
            text += " evictionPolicy = " + r.choice(["evict_first", "evict_last"])
        if volatile and r.random() < 0.08:
            text += " {isVolatile = true}"
        return text
