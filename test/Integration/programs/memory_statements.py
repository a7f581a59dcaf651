"""The statements of random programs of TTIR that access memory, without control flow."""

import math

from memory_writer import Writer, tile_type
from values import BITS, BYTES, FLOATS, INTEGERS, is_float, Value


class Statements(Writer):
    def load(self, shape=0, b=None):
        """A load, often with a mask. Where nothing takes the place of what is masked off, a selection follows."""
        r = self.rng
        shape = r.choice(self.shapes + [None]) if shape == 0 else shape
        b = b or r.choice(self.buffers)
        index, key = self.any_index(shape, b.size)
        mask = self.mask(shape) if r.random() < 0.45 else None
        other = self.pick_like(shape, b.element) if mask and r.random() < 0.6 else None
        p, t = self.pointers(b, index)
        self.access(b, key, False)
        operands = [p] + [v.name for v in (mask, other) if v]
        hidden = mask is not None and other is None
        v = self.op(shape, b.element, "tt.load %s%s : %s" % (", ".join(operands), self.hints(), t), not hidden)
        if hidden:
            v = self.select(mask, v, self.pick_like(shape, b.element))
        return v

    def select(self, c, a, b):
        """One of two values, by a flag."""
        return self.op(a.shape, a.element, "arith.select %s, %s, %s : %s" % (
            c.name, a.name, b.name, a.type() if c.shape is None else "%s, %s" % (c.type(), a.type())))

    def pick_written(self):
        """An array that is written, and a shape for it; None, None if there is none."""
        bs = [b for b in self.buffers if b.written]
        return (self.rng.choice(bs), self.rng.choice(self.shapes + [None])) if bs else (None, None)

    def store(self):
        """A store of a value, each element to a place of its own."""
        b, shape = self.pick_written()
        if not b:
            return self.load()
        v = self.pick(lambda v: v.shape == shape and v.element == b.element) or self.pick_like(shape, b.element)
        index, key = self.unique_index(shape, b.size)
        mask = self.mask(shape) if self.rng.random() < 0.4 else None
        p, t = self.pointers(b, index)
        self.access(b, key, True)
        self.add("tt.store %s%s : %s" % (", ".join([p, v.name] + ([mask.name] if mask else [])), self.hints(False), t))

    def inplace(self):
        """Loads, computes, stores to the same pointers."""
        b, shape = self.pick_written()
        if not b:
            return self.load()
        index, key = self.unique_index(shape, b.size)
        p, t = self.pointers(b, index)
        self.access(b, key, False)
        v = self.op(shape, b.element, "tt.load %s : %s" % (p, t))
        w = self.combine(v)
        # The same pointers; nothing else of the buffer in between.
        if self.pending.get(b, [None])[-1] != ("r", key):
            self.barrier()
        elif len(self.pending[b]) > 1:
            self.barrier()
        self.pending.setdefault(b, []).append(("w", key))
        self.add("tt.store %s, %s : %s" % (p, w.name, t))

    def atomic(self):
        """An atomic operation whose result is used only if each element has a place of its own."""
        r = self.rng
        bs = [b for b in self.buffers if b.written and b.element in ("i32", "i64")]
        if not bs:
            return self.store()
        b = r.choice(bs)
        shape = r.choice(self.shapes + [None])
        v = self.pick_like(shape, b.element)
        used = r.random() < 0.5
        if used:
            index, _ = self.unique_index(shape, b.size)
        else:
            index, _ = self.any_index(shape, b.size)
        p, t = self.pointers(b, index)
        sem = r.choice(["relaxed", "acq_rel", "acquire", "release"])
        scope = r.choice(["gpu", "cta", "sys"])
        if used and r.random() < 0.3:
            c = self.pick_like(shape, b.element)
            self.access(b, "result", True, True)
            self.op(shape, b.element, "tt.atomic_cas %s, %s, %s, %s, %s : (%s, %s, %s) -> %s" % (
                sem, scope, p, c.name, v.name, t, v.type(), v.type(), v.type()))
            return
        mask = self.mask(shape) if r.random() < 0.4 else self.const(shape, "i1", "true")
        kind = r.choice(["add", "and", "or", "xor", "max", "min", "umax", "umin"] + ["exch"] * used)
        # Different operations of one place do not commute; each waits.
        self.access(b, "result" if used else ("op", kind), True, True)
        if not used and any(k == "a" and key != ("op", kind) for k, key in self.pending[b]):
            self.barrier()
            self.pending[b] = [("a", ("op", kind))]
        old = self.op(shape, b.element, "tt.atomic_rmw %s, %s, %s, %s, %s, %s : (%s, %s, %s) -> %s" % (
            kind, sem, scope, p, v.name, mask.name, t, v.type(), mask.type(), v.type()), False)
        if used:
            self.select(mask, old, self.pick_like(shape, b.element))

    def chain(self):
        """Loads by what was loaded, and a store or an atomic operation by it."""
        r = self.rng
        bs = [b for b in self.buffers if b.element in ("i32", "i16", "i8", "i64")]
        b = r.choice(bs)
        shape = r.choice(self.shapes)
        v = self.load(shape, b)
        for _ in range(r.randint(1, 3)):
            if r.random() < 0.3:
                self.load()
            c = r.choice(self.buffers)
            w = v if v.element == "i32" else self.convert(v, shape, "i32")
            index = self.below(w, c.size)
            p, t = self.pointers(c, index)
            self.access(c, None, False)
            mask = self.mask(shape) if r.random() < 0.3 else None
            other = self.pick_like(shape, c.element) if mask else None
            x = self.op(shape, c.element, "tt.load %s%s : %s" % (", ".join([p] + [y.name for y in (mask, other) if y]), self.hints(), t))
            if c.element not in INTEGERS:
                break
            v = x

    def tree(self):
        """Many loads, combined in a tree."""
        r = self.rng
        b = r.choice(self.buffers)
        if b.size < 2 * self.count:
            return self.load()
        shape = r.choice(self.shapes)
        index, _ = self.flat(shape)
        n = r.choice([4, 8, 16])
        self.access(b, None, False)
        values = []
        m = self.mask(shape) if r.random() < 0.3 else None
        for i in range(n):
            c = self.const(shape, "i32", (b.size - self.count) * i // (n - 1))
            at = self.op(shape, "i32", "arith.addi %s, %s : %s" % (index.name, c.name, index.type()), False)
            p, t = self.pointers(b, at)
            if m:
                o = self.const(shape, b.element)
                values.append(self.op(shape, b.element, "tt.load %s, %s, %s : %s" % (p, m.name, o.name, t), r.random() < 0.1))
            else:
                values.append(self.op(shape, b.element, "tt.load %s : %s" % (p, t), r.random() < 0.1))
        name = r.choice(["maximumf", "maxnumf", "minnumf", "addf", "mulf"] if is_float(b.element) else ["addi", "maxsi", "minui", "xori", "muli"])
        while len(values) > 1:
            a, c = values.pop(0), values.pop(0)
            if r.random() < 0.15:
                name = r.choice(["minimumf", "maxnumf"] if is_float(b.element) else ["addi", "minsi", "andi"])
            values.append(self.op(shape, b.element, "arith.%s %s, %s : %s" % (name, a.name, c.name, a.type()), len(values) < 1))

    def descriptor(self):
        """A block whose bounds are odd."""
        r = self.rng
        b = r.choice([b for b in self.buffers])
        size = BYTES[b.element]
        if (b.offset * size) % 16 or self.count < 32:
            return self.load()
        rows, cols = r.choice([s for s in self.shapes if len(s) == 2])
        if cols * size < 16:
            return self.load()
        # Rows of the tensor, whose pitch is a multiple of 16 bytes.
        pitch = r.choice([16 // size, 32 // size, max(16 // size, cols)])
        if pitch > b.size:
            return self.load()
        height = b.size // pitch
        n, m = r.randint(0, height), r.randint(1, pitch)
        base = self.op(None, "i32", "arith.addi %%%s_at, %s : i32" % (b.arg, self.const(None, "i32", b.offset).name), False)
        p, d = self.fresh(), self.fresh()
        self.add("%s = tt.addptr %%%s, %s : !tt.ptr<%s>, i32" % (p, b.arg, base.name, b.element))
        N, M = self.const(None, "i32", n), self.const(None, "i32", m)
        S, O = self.const(None, "i64", pitch), self.const(None, "i64", 1)
        self.add("%s = tt.make_tensor_descriptor %s, [%s, %s], [%s, %s] : <%s>, <tensor<%dx%dx%s>>" % (d, p, N.name, M.name, S.name, O.name, b.element, rows, cols, b.element))
        def place(limit):
            s = self.pick(lambda v: v.shape is None and v.element == "i32")
            if s and r.random() < 0.5:
                s = self.below(s, 16)
                c = self.const(None, "i32", 5)
                return self.op(None, "i32", "arith.subi %s, %s : i32" % (s.name, c.name), False)
            return self.const(None, "i32", r.choice([0, 0, 1, -1, r.randint(-limit, limit)]))
        i, j = place(height), place(pitch)
        t = "!tt.tensordesc<tensor<%dx%dx%s>>" % (rows, cols, b.element)
        if b.written and r.random() < 0.5:
            v = self.pick_like((rows, cols), b.element)
            self.access(b, None, True)
            self.add("tt.descriptor_store %s[%s, %s], %s : %s, %s" % (d, i.name, j.name, v.name, t, v.type()))
        else:
            self.access(b, None, False)
            self.op((rows, cols), b.element, "tt.descriptor_load %s[%s, %s] : %s -> %s" % (d, i.name, j.name, t, tile_type((rows, cols), b.element)))

    def combine(self, v):
        """A value of the type of v, made of it."""
        r = self.rng
        w = self.pick_like(v.shape, v.element)
        if r.random() < 0.5:
            v, w = w, v
        e, s = v.element, v.shape
        if e == "i1":
            return self.op(s, e, "arith.%s %s, %s : %s" % (r.choice(["andi", "ori", "xori"]), v.name, w.name, v.type()))
        if is_float(e):
            name = r.choice(["addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf", "maxnumf", "maximumf"])
            return self.op(s, e, "arith.%s %s, %s : %s" % (name, v.name, w.name, v.type()))
        name = r.choice(["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui", "minsi", "maxui", "shli", "shrsi", "shrui", "count", "divide"])
        if name == "divide":
            c = self.const(s, e, r.choice([2, 3, 7, 16, -5, 1, 64]))
            return self.op(s, e, "arith.%s %s, %s : %s" % (r.choice(["divsi", "remsi", "divui", "remui"]), v.name, c.name, v.type()))
        if name == "count":
            m = self.mask(s)
            n = self.op(s, e, "arith.%s %s : %s to %s" % (r.choice(["extui", "extui", "extsi"]), m.name, m.type(), v.type()), False)
            return self.op(s, e, "arith.addi %s, %s : %s" % (v.name, n.name, v.type()))
        if name.startswith("sh"):
            c = self.const(s, e, BITS[e] - 1)
            w = self.op(s, e, "arith.andi %s, %s : %s" % (w.name, c.name, v.type()), False)
        return self.op(s, e, "arith.%s %s, %s : %s" % (name, v.name, w.name, v.type()))

    def elementwise(self):
        """An operation on each element."""
        v = self.pick(lambda v: True)
        if not v:
            return self.load()
        r = self.rng
        way = r.randint(0, 7)
        if way <= 3:
            self.combine(v)
        elif way == 4:
            self.select(self.mask(v.shape), v, self.pick_like(v.shape, v.element))
        elif way == 5 and v.element != "i1":
            self.convert(v, v.shape, r.choice([e for e in INTEGERS + FLOATS if e != v.element]))
        elif way == 6 and v.element in ("f16", "bf16", "f32"):
            lo, hi = self.const(v.shape, v.element, -1), self.const(v.shape, v.element, 2)
            self.op(v.shape, v.element, "tt.clampf %s, %s, %s, propagateNan = %s : %s" % (v.name, lo.name, hi.name, r.choice(["none", "all"]), v.type()))
        elif v.element == "i32" and v.shape is not None and r.random() < 0.5:
            self.op(v.shape, "i32", "tt.mulhiui %s, %s : %s" % (v.name, self.pick_like(v.shape, "i32").name, v.type()))
        elif is_float(v.element):
            self.op(v.shape, v.element, "%s %s : %s" % (r.choice(["arith.negf", "math.absf"]), v.name, v.type()))

    def rearrange(self):
        """Between the shapes of the program."""
        r = self.rng
        v = self.pick(lambda v: v.shape is not None)
        if not v:
            return self.load()
        way = r.choice(["reshape", "trans", "join", "cat", "gather"])
        e = v.element
        if way == "trans" and len(v.shape) == 2:
            s = v.shape[::-1]
            t = self.op(s, e, "tt.trans %s {order = array<i32: 1, 0>} : %s -> %s" % (v.name, v.type(), tile_type(s, e)))
            if s not in self.shapes:
                to = r.choice(self.shapes)
                if math.prod(to) == math.prod(s):
                    self.op(to, e, "tt.reshape %s : %s -> %s" % (t.name, t.type(), tile_type(to, e)))
        elif way == "join" and e != "i1":
            w = self.pick_like(v.shape, e)
            s = v.shape + (2,)
            j = self.op(s, e, "tt.join %s, %s : %s -> %s" % (v.name, w.name, v.type(), tile_type(s, e)), False)
            if r.random() < 0.5:
                # The halves in another order.
                f = self.op((math.prod(s),), e, "tt.reshape %s : %s -> %s" % (j.name, j.type(), tile_type((math.prod(s),), e)), False)
                half = (2,) + v.shape
                g = self.op(half, e, "tt.reshape %s : %s -> %s" % (f.name, f.type(), tile_type(half, e)), False)
                j = self.op(s, e, "tt.trans %s {order = array<i32: %s>} : %s -> %s" % (g.name, ", ".join(str((i + 1) % len(s)) for i in range(len(s))), g.type(), tile_type(s, e)), False)
            a, b = Value(self.fresh(), v.shape, e), Value(self.fresh(), v.shape, e)
            self.add("%s, %s = tt.split %s : %s -> %s" % (a.name, b.name, j.name, j.type(), a.type()))
            self.env += [a, b]
        elif way == "cat" and len(v.shape) == 1 and e != "i1":
            w = self.pick_like(v.shape, e)
            s = (2 * v.shape[0],)
            c = self.op(s, e, "tt.cat %s, %s : %s -> %s" % (v.name, w.name, v.type(), tile_type(s, e)), False)
            g = self.op((2,) + v.shape, e, "tt.reshape %s : %s -> %s" % (c.name, c.type(), tile_type((2,) + v.shape, e)), False)
            self.reduce(g, 0)
        elif way == "gather" and len(v.shape) <= 2 and e != "i1":
            axis = r.randrange(len(v.shape))
            i = self.pick(lambda u: u.shape == v.shape and u.element == "i32")
            i = i or self.flat(v.shape)[0]
            i = self.below(i, v.shape[axis])
            self.op(v.shape, e, "tt.gather %s[%s] {axis = %d : i32} : (%s, %s) -> %s" % (v.name, i.name, axis, v.type(), i.type(), v.type()))
        else:
            s = r.choice(self.shapes)
            if s != v.shape and math.prod(s) == math.prod(v.shape):
                self.op(s, e, "tt.reshape %s : %s -> %s" % (v.name, v.type(), tile_type(s, e)))

    def region(self, values, scan):
        """Combines values, each with its own operation, or as pairs of number and place."""
        r = self.rng
        es = [v.element for v in values]
        args = ", ".join("%%%s%d: %s" % (side, i, e) for side in "lr" for i, e in enumerate(es))
        lines, results = [], []
        if scan and es[:2] == ["i32", "i32"] and r.random() < 0.5:
            # x -> a x + b, one after the other.
            lines += ["%ra = arith.muli %l0, %r0 : i32", "%rm = arith.muli %l1, %r0 : i32", "%rb = arith.addi %rm, %r1 : i32"]
            results = ["%ra", "%rb"]
        for i, e in enumerate(es):
            if i < len(results):
                continue
            names = ["maximumf", "minimumf", "maxnumf", "minnumf"] if is_float(e) else ["addi", "maxsi", "minui", "xori", "ori", "andi", "muli", "minsi", "maxui"]
            if e == "i1":
                names = ["ori", "andi", "xori"]
            lines.append("%%c%d = arith.%s %%l%d, %%r%d : %s" % (i, r.choice(names), i, i, e))
            results.append("%%c%d" % i)
        kind = "scan" if scan else "reduce"
        lines.append("tt.%s.return %s : %s" % (kind, ", ".join(results), ", ".join(es)))
        return args, lines

    def reduce(self, v=None, axis=None):
        r = self.rng
        v = v or self.pick(lambda v: v.shape is not None)
        if not v:
            return self.load()
        axis = r.randrange(len(v.shape)) if axis is None else axis
        values = [v]
        for _ in range(r.choice([0, 0, 1, 2])):
            w = self.pick(lambda u: u.shape == v.shape)
            if w:
                values.append(w)
        scan = r.random() < 0.25
        args, lines = self.region(values, scan)
        shape = v.shape if scan else (v.shape[:axis] + v.shape[axis + 1:]) or None
        results = [Value(self.fresh(), shape, u.element) for u in values]
        kind = "scan" if scan else "reduce"
        # One name for each of several results.
        self.add("%s = \"tt.%s\"(%s) <{axis = %d : i32%s}> ({" % (
            ", ".join(x.name for x in results), kind, ", ".join(u.name for u in values), axis, ", reverse = %s" % r.choice(["true", "false"]) if scan else ""))
        self.add("^bb0(%s):" % args)
        for line in lines:
            self.add("  " + line)
        self.add("}) : (%s) -> (%s)" % (", ".join(u.type() for u in values), ", ".join(x.type() for x in results)))
        self.env += results
        if scan or shape is None:
            return
        if r.random() < 0.6:
            # Back to the shape.
            for x in results[:r.randint(1, len(results))]:
                s = v.shape[:axis] + (1,) + v.shape[axis + 1:]
                y = self.op(s, x.element, "tt.expand_dims %s {axis = %d : i32} : %s -> %s" % (x.name, axis, x.type(), tile_type(s, x.element)), False)
                if s != v.shape:
                    y = self.op(v.shape, x.element, "tt.broadcast %s : %s -> %s" % (y.name, y.type(), v.type(x.element)), False)
                self.env.append(y)

    def dot(self):
        """A product of bytes, which is exact."""
        r = self.rng
        if self.count not in (256, 512, 1024):
            return self.elementwise()
        m = 16 if self.count < 1024 else 32
        k, n = self.count // m, self.count // m
        if self.count == 512:
            k = 32
            n = 32
        def operand(shape):
            v = self.pick(lambda v: v.shape is not None and math.prod(v.shape) == math.prod(shape) and v.element in INTEGERS)
            if not v:
                return self.const(shape, "i8")
            v = self.convert(v, v.shape, "i8")
            return v if v.shape == shape else self.op(shape, "i8", "tt.reshape %s : %s -> %s" % (v.name, v.type(), tile_type(shape, "i8")), False)
        a, b = operand((m, k)), operand((k, n))
        c = self.const((m, n), "i32")
        d = self.op((m, n), "i32", "tt.dot %s, %s, %s : %s * %s -> %s" % (a.name, b.name, c.name, a.type(), b.type(), c.type()))
        s = r.choice(self.shapes)
        if math.prod(s) == m * n:
            self.op(s, "i32", "tt.reshape %s : %s -> %s" % (d.name, d.type(), tile_type(s, "i32")))

    def map_(self):
        """A loop of each element, that counts."""
        r = self.rng
        v = self.pick(lambda v: v.shape is not None and v.element == "i32")
        if not v or self.is_straight:
            return self.elementwise()
        w = self.pick_like(v.shape, "i32")
        e = r.choice(["i32", "i64"])
        x, y = self.fresh(), self.fresh()
        a = Value(x, v.shape, e), Value(y, v.shape, "i32")
        T = lambda line: self.add("  " + line.replace("COUNT", e))
        self.add("%s, %s = \"tt.map_elementwise\"(%s, %s) <{pack = 1 : i32}> ({" % (x, y, v.name, w.name))
        self.add("^bb0(%a: i32, %b: i32):")
        T("%z = arith.constant 0 : i32")
        T("%cz = arith.constant " + str(r.randint(-2, 2)) + " : COUNT")
        T("%o = arith.constant 1 : i32")
        T("%seven = arith.constant 7 : i32")
        T("%lim = arith.andi %a, %seven : i32")
        up = r.choice(["slt", "ne"])
        T("%q:3 = scf.while (%i = %z, %n = %cz, %k = %b) : (i32, COUNT, i32) -> (i32, COUNT, i32) {")
        T("  %more = arith.cmpi " + up + ", %i, %lim : i32")
        T("  scf.condition(%more) %i, %n, %k : i32, COUNT, i32")
        T("} do {")
        T("^bb0(%i: i32, %n: COUNT, %k: i32):")
        T("  %j = arith.addi %i, %o : i32")
        T("  %odd = arith.cmpi " + r.choice(["slt", "ugt", "sge", "ne"]) + ", %k, " + r.choice(["%lim", "%b", "%seven", "%j"]) + " : i32")
        T("  %one = arith.extui %odd : i1 to COUNT")
        T("  %m = arith.addi %n, %one : COUNT")
        out = "%m"
        if r.random() < 0.5:
            T("  %neg = arith.cmpi slt, %k, %z : i32")
            T("  %two = arith.extui %neg : i1 to COUNT")
            T("  %m2 = arith.addi %two, %m : COUNT")
            out = "%m2"
        T("  %three = arith.constant 3 : i32")
        if r.random() < 0.3:
            # The number before has other uses.
            T("  %t = arith." + ("trunci %n : COUNT to i32" if e == "i64" else "addi %n, %z : i32"))
            T("  %k2 = arith.xori %k, %t : i32")
            T("  %k3 = arith.muli %k2, %three : i32")
        else:
            T("  %k3 = arith.shrsi %k, %o : i32")
        if r.random() < 0.4:
            T("  %s = scf.if %odd -> (COUNT) {")
            T("    %even = arith.cmpi sgt, %k3, %o : i32")
            T("    %e1 = arith.extui %even : i1 to COUNT")
            T("    %m3 = arith.addi " + out + ", %e1 : COUNT")
            T("    scf.yield %m3 : COUNT")
            T("  } else {")
            T("    scf.yield " + out + " : COUNT")
            T("  }")
            out = "%s"
        T("  scf.yield %j, " + out + ", %k3 : i32, COUNT, i32")
        T("}")
        T("tt.map_elementwise.return %q#1, %q#2 : COUNT, i32")
        self.add("}) : (%s, %s) -> (%s, %s)" % (v.type(), w.type(), a[0].type(), a[1].type()))
        self.env += a

    def scalar(self):
        """A scalar of the data."""
        r = self.rng
        if r.random() < 0.5:
            return self.load(None, r.choice([b for b in self.buffers if b.element == "i32"]))
        v = self.pick(lambda v: v.shape is not None and v.element in ("i32", "i1"))
        if not v:
            return self.load(None)
        if len(v.shape) > 1:
            n = math.prod(v.shape)
            v = self.op((n,), v.element, "tt.reshape %s : %s -> %s" % (v.name, v.type(), tile_type((n,), v.element)), False)
        self.reduce(v, 0)
