"""Random programs of TTIR that access memory under control flow: loops, branches, calls.

A program has a profile: of all statements some, many loads that are combined, loops
that count, or loads of places that were loaded.
"""

import math
import random

from memory_statements import Statements
from memory_writer import tile_type
from values import BYTES, INTEGERS, Value, random_element


class MemoryProgram(Statements):
    def carried(self):
        """Values that a loop carries."""
        n = self.rng.choice([0, 1, 1, 2, 3])
        values = []
        for _ in range(n):
            v = self.pick()
            if v and v not in values:
                values.append(v)
        return values

    def block(self, budget):
        """Statements of a region; values of it are not visible outside."""
        self.indent += 1
        self.depth += 1
        start = len(self.env)
        for _ in range(budget):
            self.statement()
        self.indent -= 1
        self.depth -= 1
        return self.env[start:]

    def yielded(self, inner, made):
        """What becomes of a carried value."""
        r = self.rng
        if inner.element in ("i32", "i64") and r.random() < (0.7 if self.profile == "counts" else 0.2):
            self.indent += 1
            n = inner
            for _ in range(r.randint(1, 3)):
                m = self.mask(inner.shape)
                c = self.op(inner.shape, inner.element, "arith.extui %s : %s to %s" % (m.name, m.type(), inner.type()), False)
                a, b = (n, c) if r.random() < 0.5 else (c, n)
                n = self.op(inner.shape, inner.element, "arith.addi %s, %s : %s" % (a.name, b.name, n.type()), r.random() < 0.2)
            self.indent -= 1
            return n
        fit = [v for v in made if v.shape == inner.shape and v.element == inner.element]
        if fit and r.random() < 0.9:
            return r.choice(fit)
        self.indent += 1
        v = self.combine(inner) if r.random() < 0.8 else inner
        self.indent -= 1
        return v

    def for_(self):
        """A loop whose bounds are constants, arguments or data, and that may carry pointers."""
        r = self.rng
        if self.depth >= 3 or self.is_straight:
            return self.elementwise()
        values = self.carried()
        zero, one = self.const(None, "i32", 0), self.const(None, "i32", r.choice([1, 1, 2]))
        s = self.pick(lambda v: v.shape is None and v.element == "i32")
        bound = self.below(s, 4) if s and r.random() < 0.5 else Value("%trips", None, "i32") if r.random() < 0.6 else self.const(None, "i32", r.randint(0, 4))
        # A pointer that goes on.
        b = r.choice(self.buffers)
        walks = r.random() < 0.4 and b.size >= self.count * 4 and not b.written
        inner = [Value(self.fresh(), v.shape, v.element) for v in values]
        results = [Value(self.fresh(), v.shape, v.element) for v in values]
        i = Value(self.fresh(), None, "i32")
        names = [v.name for v in values]
        types = [v.type() for v in values]
        inames = [v.name for v in inner]
        rnames = [v.name for v in results]
        if walks:
            shape = r.choice(self.shapes)
            index, _ = self.flat(shape)
            p, t = self.pointers(b, index)
            q, rq = self.fresh(), self.fresh()
            names, types, inames, rnames = names + [p], types + [t], inames + [q], rnames + [rq]
        before = {b: list(a) for b, a in self.pending.items()}
        saved = list(self.env)
        head = "scf.for %s = %s to %s step %s" % (i.name, zero.name, bound.name, one.name)
        if names:
            head += " iter_args(%s) -> (%s)" % (", ".join("%s = %s" % pair for pair in zip(inames, names)), ", ".join(types))
            head = ", ".join(rnames) + " = " + head
        self.add(head + " : i32 {")
        self.env += inner + [i]
        if walks:
            self.indent += 1
            v = self.op(shape, b.element, "tt.load %s : %s" % (q, t))
            self.indent -= 1
        made = self.block(r.randint(1, 4))
        ends = [self.yielded(v, made) for v in inner]
        self.indent += 1
        enames = [v.name for v in ends]
        if walks:
            c = self.const(shape, "i32", self.count)
            q2 = self.fresh()
            # Four iterations at most: the buffer is that long.
            self.add("%s = tt.addptr %s, %s : %s, %s" % (q2, q, c.name, t, c.type()))
            enames.append(q2)
        self.close_loop(before)
        if enames:
            self.add("scf.yield %s : %s" % (", ".join(enames), ", ".join(types)))
        self.indent -= 1
        self.add("}")
        self.env = saved + results

    def while_(self):
        """A loop that data may end."""
        r = self.rng
        if self.depth >= 3 or self.is_straight:
            return self.elementwise()
        values = self.carried()
        zero, one = self.const(None, "i32", 0), self.const(None, "i32", 1)
        limit = self.const(None, "i32", r.randint(0, 4))
        inner = [Value(self.fresh(), v.shape, v.element) for v in values]
        body = [Value(self.fresh(), v.shape, v.element) for v in values]
        results = [Value(self.fresh(), v.shape, v.element) for v in values]
        n, m, last = self.fresh(), self.fresh(), self.fresh()
        types = ", ".join(["i32"] + [v.type() for v in values])
        saved = list(self.env)
        before = {b: list(a) for b, a in self.pending.items()}
        if any(any(k != "r" for k, _ in a) for a in before.values()):
            self.barrier()
            before = {}
        self.add("%s = scf.while (%s) : (%s) -> (%s) {" % (
            ", ".join([last] + [v.name for v in results]),
            ", ".join(["%s = %s" % (n, zero.name)] + ["%s = %s" % (a.name, v.name) for a, v in zip(inner, values)]), types, types))
        self.env += inner + [Value(n, None, "i32")]
        self.indent += 1
        self.depth += 1
        more = self.op(None, "i1", "arith.cmpi slt, %s, %s : i32" % (n, limit.name), False)
        if r.random() < 0.6:
            self.scalar()
            c = self.condition()
            more = self.op(None, "i1", "arith.andi %s, %s : i1" % (more.name, c.name), False)
        tested = {b: list(a) for b, a in self.pending.items()}
        self.add("scf.condition(%s) %s : %s" % (more.name, ", ".join([n] + [v.name for v in inner]), types))
        self.indent -= 1
        self.depth -= 1
        self.add("} do {")
        self.add("^bb0(%s):" % ", ".join(["%s: i32" % m] + ["%s: %s" % (v.name, v.type()) for v in body]))
        self.env = saved + body + [Value(m, None, "i32")]
        made = self.block(r.randint(1, 4))
        ends = [self.yielded(v, made) for v in body]
        self.indent += 1
        next_ = self.op(None, "i32", "arith.addi %s, %s : i32" % (m, one.name), False)
        self.close_loop(before)
        # The condition is computed once more.
        for b, accesses in tested.items():
            self.pending.setdefault(b, []).extend(accesses)
        self.add("scf.yield %s : %s" % (", ".join([next_.name] + [v.name for v in ends]), types))
        self.indent -= 1
        self.add("}")
        self.env = saved + results + [Value(last, None, "i32")]

    def if_(self):
        """A branch by data."""
        r = self.rng
        if self.depth >= 3:
            return self.elementwise()
        if r.random() < 0.5:
            self.scalar()
        c = self.condition()
        values = self.carried()
        results = [Value(self.fresh(), v.shape, v.element) for v in values]
        before = {b: list(a) for b, a in self.pending.items()}
        saved = list(self.env)
        types = ", ".join(v.type() for v in values)
        head = "scf.if %s" % c.name
        if values:
            head = "%s = %s -> (%s)" % (", ".join(v.name for v in results), head, types)
        self.add(head + " {")
        after = []
        for side in range(2):
            self.pending = {b: list(a) for b, a in before.items()}
            self.env = list(saved)
            made = self.block(r.randint(0, 3))
            ends = [self.yielded(v, made) for v in values]
            if values:
                self.add("  scf.yield %s : %s" % (", ".join(v.name for v in ends), types))
            after.append(self.pending)
            if side == 0:
                self.add("} else {")
        self.add("}")
        self.pending = after[0]
        for b, a in after[1].items():
            self.pending[b] = self.pending.get(b, []) + a
        self.env = saved + results

    def call(self):
        """A function of values, that may load from what is only read."""
        r = self.rng
        values = [v for v in (self.pick() for _ in range(r.randint(1, 3))) if v]
        reads = [b for b in self.buffers if not any(o.written and o.arg == b.arg for o in self.buffers)]
        if not values or self.depth >= 2 or not any(b.element == "i32" for b in reads):
            return self.load()
        name = "f%d" % len(self.functions)
        saved = self.lines, self.env, self.indent, self.pending, self.depth, self.buffers
        self.functions.append(None)
        number = len(self.functions) - 1
        params = [Value(self.fresh(), v.shape, v.element) for v in values]
        self.lines, self.env, self.indent, self.pending, self.depth, self.buffers = [], list(params), 1, {}, 2, reads
        for _ in range(r.randint(1, 4)):
            r.choice([self.elementwise, self.elementwise, self.reduce, self.rearrange, self.load, self.if_])()
        n = r.randint(1, 2)
        ends = [self.pick() for _ in range(n)]
        extra = ["%%%s: !tt.ptr<%s>" % (a, e) for a, e, _ in self.args] + ["%%%s_at: i32" % a for a, _, _ in self.args] + ["%pid: i32", "%trips: i32"]
        types = [v.type() for v in ends]
        text = ["tt.func private @%s(%s) -> (%s) attributes {noinline = %s} {" % (
            name, ", ".join(["%s: %s" % (p.name, p.type()) for p in params] + extra), ", ".join(types), r.choice(["true", "false"]))]
        text += self.lines + ["  tt.return %s : %s" % (", ".join(v.name for v in ends), ", ".join(types)), "}"]
        self.functions[number] = "\n".join(text)
        self.lines, self.env, self.indent, self.pending, self.depth, self.buffers = saved
        results = [Value(self.fresh(), v.shape, v.element) for v in ends]
        self.add("%s = tt.call @%s(%s) : (%s) -> (%s)" % (
            ", ".join(v.name for v in results), name,
            ", ".join([v.name for v in values] + ["%" + a for a, _, _ in self.args] + ["%%%s_at" % a for a, _, _ in self.args] + ["%pid", "%trips"]),
            ", ".join([v.type() for v in values] + ["!tt.ptr<%s>" % e for _, e, _ in self.args] + ["i32"] * len(self.args) + ["i32", "i32"]),
            ", ".join(types)))
        self.env += results

    def statement(self):
        """A statement of any kind."""
        r = self.rng
        kinds = [(self.load, 4), (self.store, 3), (self.inplace, 1.5), (self.atomic, 1.5), (self.elementwise, 5), (self.reduce, 2), (self.rearrange, 1.5),
                 (self.scalar, 1), (self.for_, 1.2), (self.while_, 0.8), (self.if_, 1.2), (self.call, 0.8), (self.map_, 0.4), (self.tree, 0.5), (self.descriptor, 0.6), (self.dot, 0.3)]
        if self.profile == "loads":
            kinds = [(self.load, 5), (self.store, 0.5), (self.elementwise, 3), (self.reduce, 2), (self.tree, 4), (self.atomic, 0.2), (self.rearrange, 0.5)]
        if self.profile == "scatter":
            kinds = [(self.load, 6), (self.store, 4), (self.elementwise, 1), (self.reduce, 0.5), (self.chain, 4), (self.atomic, 0.5), (self.inplace, 1), (self.rearrange, 1.5), (self.barrier, 0.3)]
        if self.profile == "counts":
            kinds += [(self.map_, 4), (self.for_, 4), (self.while_, 3)]
        r.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()

    def body(self):
        """The statements of the kernel; what is left is stored."""
        r = self.rng
        for a, e, size in self.args:
            self.add("%%%s_size = arith.constant %d : i32" % (a, size))
            self.add("%%%s_at = arith.muli %%pid, %%%s_size : i32" % (a, a))
        for _ in range(r.randint(1, 3)):
            self.load()
        returned = False
        for _ in range(self.budget):
            if not returned and r.random() < 0.02:
                # Some programs end here.
                c = self.condition()
                self.add("cf.cond_br %s, ^end, ^more" % c.name)
                self.lines.append("^end:")
                self.add("tt.return")
                self.lines.append("^more:")
                returned = True
            self.statement()
        # What is left is stored.
        r.shuffle(self.env)
        self.outputs = []
        at = 0
        for v in self.env[:14]:
            e = v.element
            if e == "i1":
                v = self.convert(v, v.shape, "i8")
                e = "i8"
            n = math.prod(v.shape or (1,))
            if at + n * BYTES[e] > 200000:
                continue
            self.outputs.append((v, at))
            p = self.fresh()
            self.add("%s = arith.constant %d : i32" % (p, at))
            q, s = self.fresh(), self.fresh()
            self.add("%s = arith.addi %%out_at, %s : i32" % (q, p))
            self.add("%s = tt.addptr %%out, %s : !tt.ptr<i8>, i32" % (s, q))
            if e != "i8":
                c = self.fresh()
                self.add("%s = tt.bitcast %s : !tt.ptr<i8> -> !tt.ptr<%s>" % (c, s, e))
                s = c
            if v.shape is None:
                self.add("tt.store %s, %s : !tt.ptr<%s>" % (s, v.name, e))
            else:
                index, _ = self.flat(v.shape)
                t = tile_type(v.shape, "!tt.ptr<%s>" % e)
                a, b = self.fresh(), self.fresh()
                self.add("%s = tt.splat %s : !tt.ptr<%s> -> %s" % (a, s, e, t))
                self.add("%s = tt.addptr %s, %s : %s, %s" % (b, a, index.name, t, index.type()))
                self.add("tt.store %s, %s : %s" % (b, v.name, t))
            at += -(-n * BYTES[e] // 16) * 16
        self.out_size = max(at, 16)
        self.add("tt.return")

    def text(self):
        """The module."""
        r = random.Random(self.index)
        params = ["%%%s: !tt.ptr<%s>%s" % (a, e, r.choice([" {tt.divisibility = 16 : i32}", ""])) for a, e, _ in self.args]
        params += ["%out: !tt.ptr<i8> {tt.divisibility = 16 : i32}", "%trips: i32"]
        head = ["module {"] + [f for f in self.functions if f]
        head += ["tt.func public @kernel(%s) {" % ", ".join(params), "  %pid = tt.get_program_id x : i32",
                 "  %%out_size = arith.constant %d : i32" % self.out_size, "  %out_at = arith.muli %pid, %out_size : i32"]
        return "\n".join(head + self.lines + ["}", "}"]) + "\n"

    def data(self):
        """The bytes of each argument."""
        rng = random.Random("data %d %d" % (self.seed, self.index))
        return [b"".join(random_element(rng, e, self.character) for _ in range(size * self.grid)) for _, e, size in self.args]
