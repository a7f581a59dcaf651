"""Small programs that store tiles to shared memory and load them again.

A program is a list of statements: lists whose first word says what they are. It
becomes a kernel at the stage before barriers are put in, and a model says what the
kernel must store to global memory.

  ["alloc", place]                a place, for the block of statements
  ["store", place, layout]        stores numbers that tell place, time and element
  ["load", place, layout]         loads them and writes them to the output
  ["for", body] ["while", body]   up to TRIPS times
  ["if", which, then, else]       by bit `which` of an argument, the other way round in
                                  each second trip of the loop around
  ["barrier", scope]              one that the author put in
"""

from layouts import log2

TRIPS = 3


class Place:
    """A place for `size` numbers of 32 bits; `shared` are the elements at offsets 1, 2, 4, ..."""

    def __init__(self, name, size, shared=None):
        self.name, self.size = name, size
        self.shared = shared or [1 << bit for bit in range(log2(size))]

    def type(self):
        return "!tilegpu.memdesc<%dxi32, #tilegpu.linear_shared<[%s]%s>>" % (
            self.size, ", ".join("[%d]" % element for element in self.shared), "" if self.shared else ", rank = 1")


class Kernel:
    def __init__(self, warps, statements):
        self.warps, self.lines, self.count, self.layouts = warps, [], 0, {}
        self.outputs = 0  # the elements that the output has
        self.slots = {}  # of each load, by identity
        self.stores = {}
        self.block(statements, "  ", [])
        head = ["#l%d = %s" % (number, text) for text, number in self.layouts.items()]
        head.append('module attributes {tile.target = #tile.target<"sm_90a", num_warps = %d>} {' % warps)
        head.append("tile.func public @kernel(%out: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32, %bits: i32) {")
        head += ["  %%c%d = arith.constant %d : i32" % (c, c) for c in (0, 1, TRIPS)]
        self.text = "\n".join(head + self.lines + ["  tile.return", "}", "}"]) + "\n"
        self.statements = statements

    def fresh(self):
        self.count += 1
        return "%%v%d" % self.count

    def emit(self, indent, text):
        name = self.fresh()
        self.lines.append("%s%s = %s" % (indent, name, text))
        return name

    def time(self, indent, loops):
        """The number of the iteration, over all loops around."""
        total = "%c0"
        for loop in loops:
            scaled = self.emit(indent, "arith.muli %s, %%c%d : i32" % (total, TRIPS))
            total = self.emit(indent, "arith.addi %s, %s : i32" % (scaled, loop))
        return total

    def tile(self, place, layout, element="i32"):
        number = self.layouts.setdefault(layout.text, len(self.layouts))
        return "tensor<%dx%s, #l%d>" % (place.size, element, number)

    def tag(self, indent, place, layout, scalar):
        tile = self.tile(place, layout)
        numbers = self.emit(indent, "tile.make_range {start = 0 : i32, end = %d : i32} : %s" % (place.size, tile))
        many = self.emit(indent, "tile.splat %s : i32 -> %s" % (scalar, tile))
        return self.emit(indent, "arith.addi %s, %s : %s" % (numbers, many, tile))

    def block(self, statements, indent, loops):
        for statement in statements:
            kind = statement[0]
            if kind == "alloc":
                place = statement[1]
                self.lines.append("%s%%%s = tilegpu.local_alloc : %s" % (indent, place.name, place.type()))
            elif kind == "store":
                _, place, layout = statement
                self.stores[id(statement)] = len(self.stores) + 1
                time = self.time(indent, loops)
                shifted = self.emit(indent, "arith.muli %s, %s : i32" % (time, self.emit(indent, "arith.constant 1024 : i32")))
                base = self.emit(indent, "arith.constant %d : i32" % (self.stores[id(statement)] << 20))
                value = self.tag(indent, place, layout, self.emit(indent, "arith.addi %s, %s : i32" % (shifted, base)))
                self.lines.append("%stilegpu.local_store %s, %%%s : %s, %s" % (indent, value, place.name, self.tile(place, layout), place.type()))
            elif kind == "load":
                _, place, layout = statement
                self.slots[id(statement)] = self.outputs
                pointers = self.tile(place, layout, "!tile.ptr<i32>")
                time = self.time(indent, loops)
                scaled = self.emit(indent, "arith.muli %s, %s : i32" % (time, self.emit(indent, "arith.constant %d : i32" % place.size)))
                base = self.emit(indent, "arith.constant %d : i32" % self.outputs)
                self.outputs += place.size * TRIPS ** len(loops)
                value = self.emit(indent, "tilegpu.local_load %%%s : %s -> %s" % (place.name, place.type(), self.tile(place, layout)))
                numbers = self.tag(indent, place, layout, self.emit(indent, "arith.addi %s, %s : i32" % (scaled, base)))
                start = self.emit(indent, "tile.splat %%out : !tile.ptr<i32> -> %s" % pointers)
                to = self.emit(indent, "tile.addptr %s, %s : %s, %s" % (start, numbers, pointers, self.tile(place, layout)))
                self.lines.append("%stile.store %s, %s : %s" % (indent, to, value, pointers))
            elif kind == "for":
                loop = self.fresh()
                self.lines.append("%sscf.for %s = %%c0 to %%n step %%c1 : i32 {" % (indent, loop))
                self.block(statement[1], indent + "  ", loops + [loop])
                self.lines.append(indent + "}")
            elif kind == "while":
                loop, next_ = self.fresh(), self.fresh()
                self.lines.append("%s%s = scf.while (%s = %%c0) : (i32) -> i32 {" % (indent, next_, loop))
                more = self.emit(indent + "  ", "arith.cmpi slt, %s, %%n : i32" % loop)
                self.lines += ["%s  scf.condition(%s) %s : i32" % (indent, more, loop), indent + "} do {"]
                loop = self.fresh()
                self.lines.append("%s^bb0(%s: i32):" % (indent, loop))
                self.block(statement[1], indent + "  ", loops + [loop])
                then = self.emit(indent + "  ", "arith.addi %s, %%c1 : i32" % loop)
                self.lines += ["%s  scf.yield %s : i32" % (indent, then), indent + "}"]
            elif kind == "if":
                _, which, then, otherwise = statement
                bits = self.emit(indent, "arith.shrui %%bits, %s : i32" % self.emit(indent, "arith.constant %d : i32" % which))
                number = self.emit(indent, "arith.addi %s, %s : i32" % (bits, loops[-1] if loops else "%c0"))
                odd = self.emit(indent, "arith.andi %s, %%c1 : i32" % number)
                is_odd = self.emit(indent, "arith.cmpi ne, %s, %%c0 : i32" % odd)
                self.lines.append("%sscf.if %s {" % (indent, is_odd))
                self.block(then, indent + "  ", loops)
                if otherwise:
                    self.lines.append(indent + "} else {")
                    self.block(otherwise, indent + "  ", loops)
                self.lines.append(indent + "}")
            elif kind == "barrier":
                self.lines.append("%stilegpu.barrier %s {mine}" % (indent, statement[1]))

    def expect(self, trips, bits):
        """The output after a run with these arguments; None is what is never written."""
        self.expected, self.memory = [None] * max(self.outputs, 1), {}
        self.run(self.statements, [], trips, bits)
        return self.expected

    def run(self, statements, loops, trips, bits):
        time = 0
        for loop in loops:
            time = time * TRIPS + loop
        for statement in statements:
            kind = statement[0]
            if kind == "store":
                self.memory[statement[1].name] = (self.stores[id(statement)] << 20) + 1024 * time
            elif kind == "load":
                place = statement[1]
                start = self.slots[id(statement)] + time * place.size
                for i in range(place.size):
                    self.expected[start + i] = self.memory[place.name] + i
            elif kind in ("for", "while"):
                for loop in range(trips):
                    self.run(statement[1], loops + [loop], trips, bits)
            elif kind == "if":
                self.run(branch(statement, loops, bits), loops, trips, bits)


def branch(statement, loops, bits):
    number = (bits >> statement[1]) + (loops[-1] if loops else 0)
    return statement[2] if number & 1 else statement[3]


def is_ready(statements, ready, loops, trips, bits):
    """Whether each load comes after a store in each run; `ready` are places that have
    been stored, and is changed."""
    for statement in statements:
        kind = statement[0]
        if kind == "alloc":
            ready.discard(statement[1].name)
        elif kind == "store":
            ready.add(statement[1].name)
        elif kind == "load" and statement[1].name not in ready:
            return False
        elif kind in ("for", "while"):
            for loop in range(trips):
                if not is_ready(statement[1], ready, loops + [loop], trips, bits):
                    return False
        elif kind == "if":
            if not is_ready(branch(statement, loops, bits), ready, loops, trips, bits):
                return False
    return True
