"""Random chains of loads, and stores between loads of the same pointers.

What is loaded is the index of the next load: of a table of tables. A value with
`below` has only numbers from 0 to below - 1, and so it is an index of any table
with that many elements.
"""

from regions import SCALAR_BINARY
from values import BITS, BYTES, FLOATS, INTEGERS, Value, is_float

MOST_ENTRIES = 512


def memory(p, like):
    """Zeros in the output, of this type, that a program may change."""
    value = Value("m%d" % len(p.memories), like.shape, like.element)
    p.memories.append(value)
    return value


def constant(p, shape, element, number):
    value = Value("", shape, element)
    return p.one(shape, element, [], "arith.constant " + ("%s : %s" if shape is None else "dense<%s> : %s") % (number, value.type()))


def condition(p, shape):
    """An i1 of the shape: what there is, or what follows from a load."""
    found = p.pick(lambda v: v.element == "i1" and v.shape == shape)
    if found and p.rng.random() < 0.7:
        return found
    a = p.fresh_load(Value("", shape, "i32"))
    b = constant(p, shape, "i32", p.rng.randint(-2, 2))
    return p.one(shape, "i1", [a, b], "arith.cmpi %s, %%@%s, %%@%s : %s" % (p.rng.choice(["slt", "sge", "ne"]), a.name, b.name, a.type()))


def new_index(p, shape, count):
    """Numbers below `count`: loaded as they are, or made so."""
    like = Value("", shape, p.rng.choice(["i32", "i32", "i64", "i16"]))
    if p.rng.random() < 0.6:
        like.below = count
        return p.fresh_load(like)
    a = p.fresh_load(like)
    most = constant(p, shape, a.element, count)
    index = p.one(shape, a.element, [a, most], "arith.remui %%@%s, %%@%s : %s" % (a.name, most.name, a.type()))
    index.below = count
    return index


def change(p, index):
    """Other numbers below the same bound."""
    most = constant(p, index.shape, index.element, index.below - 1)
    a = p.one(index.shape, index.element, [most, index], "arith.subi %%@%s, %%@%s : %s" % (most.name, index.name, index.type()))
    a.below = index.below
    return a


def look_up(p, index, element, below=None):
    """The element of a new table at each index; with `below`, these are indices, too."""
    entries = Value("", (index.below,), element)
    entries.below = below
    offset = p.place_input(entries)
    mask = condition(p, index.shape) if p.rng.random() < 0.4 else None
    other = constant(p, index.shape, element, "1.0" if is_float(element) else 0 if below is None else p.rng.randrange(min(below, 100))) if mask else None
    if index.element not in ("i32", "i64"):
        index = p.one(index.shape, "i32", [index], "arith.%s %%@%s : %s to %s" % (p.rng.choice(["extsi", "extui"]), index.name, index.type(), index.type("i32")))
    result = p.value(index.shape, element)
    result.below = below
    lines, pointers = look_up_lines(result.name, "%@" + index.name, index, element, "in", offset)
    operands, options = [index], ""
    if mask:
        operands += [mask, other]
        options = ", %%@%s, %%@%s" % (mask.name, other.name)
    lines.append("%%@%s = tile.load %s%s : %s" % (result.name, pointers, options, index.type("!tile.ptr<%s>" % element)))
    return p.add([result], operands, lines)[0]


def look_up_lines(name, index, like, element, base, offset):
    """Lines that make pointers into a table from the indices, whose type is that of
    `like`, and the name of these pointers."""
    lines, first = base_lines(name, element, base, offset)
    pointer = "!tile.ptr<%s>" % element
    types = "%s, %s" % (like.type(pointer), like.type())
    if like.shape is not None:
        lines.append("%%@%s_s = tile.splat %s : %s -> %s" % (name, first, pointer, like.type(pointer)))
        first = "%%@%s_s" % name
    lines.append("%%@%s_p = tile.addptr %s, %s : %s" % (name, first, index, types))
    return lines, "%%@%s_p" % name


def base_lines(name, element, base, offset):
    """Lines that make a pointer to what begins at an offset, and the pointer's name."""
    lines = [
        "%%@%s_o = arith.constant {%s:%s} : i32" % (name, base, offset),
        "%%@%s_b = tile.addptr %%%s0, %%@%s_o : !tile.ptr<i8>, i32" % (name, "in" if base == "in" else "out", name),
    ]
    if element == "i8":
        return lines, "%%@%s_b" % name
    lines.append("%%@%s_c = tile.bitcast %%@%s_b : !tile.ptr<i8> -> !tile.ptr<%s>" % (name, name, element))
    return lines, "%%@%s_c" % name


def start(p, most=MOST_ENTRIES):
    """An index: one that there is, or a new one in the shape of a value."""
    found = p.pick(lambda v: v.below is not None and v.below <= most)
    if found and p.rng.random() < 0.5:
        return found
    like = p.pick()
    return new_index(p, like.shape, p.rng.randint(1, most) if p.odd else 1 << p.rng.randrange(most.bit_length()))


def index_element(p, below):
    return p.rng.choice([e for e in INTEGERS if below <= 1 << (BITS[e] - 1)])


def chase(p):
    """Loads by what was loaded, with other work and stores between them."""
    index = start(p)
    for _ in range(p.rng.randint(1, 4)):
        below = p.rng.randint(1, MOST_ENTRIES)
        index = look_up(p, index, index_element(p, below), below)
        what = p.rng.random()
        if what < 0.2:
            store(p, index)
        elif what < 0.35:
            p.fresh_load(Value("", index.shape, p.rng.choice(INTEGERS + FLOATS)))
        elif what < 0.5:
            index = change(p, index)
    look_up(p, index, p.rng.choice(INTEGERS + FLOATS))
    return True


def chase_in_loop(p):
    """Each iteration goes on from where the last one came to, and adds up data."""
    index = start(p)
    if index.element != "i32":
        index = new_index(p, index.shape, index.below)
    if index.element != "i32":
        index = p.one(index.shape, "i32", [index], "arith.%s %%@%s : %s to %s" % ("trunci" if index.element == "i64" else "extsi", index.name, index.type(), index.type("i32")))
        index.below = p.values[-2].below
    count = index.below
    table = Value("", (count,), "i32")
    table.below = count
    data = Value("", (count,), p.rng.choice(INTEGERS + FLOATS))
    at_table, at_data = p.place_input(table), p.place_input(data)
    sum_ = p.fresh_load(Value("", index.shape, data.element))
    last, total = p.value(index.shape, "i32"), p.value(index.shape, data.element)
    last.below = count
    n, types = "%@" + last.name, "%s, %s" % (last.type(), total.type())
    lines = ["%s_zero = arith.constant 0 : i32" % n, "%s_step = arith.constant 1 : i32" % n]
    lines.append("%s, %%@%s = scf.for %s_k = %s_zero to %%trips step %s_step iter_args(%s_i = %%@%s, %s_a = %%@%s) -> (%s) : i32 {" % (
        n, total.name, n, n, n, n, index.name, n, sum_.name, types))
    first, next_ = look_up_lines(last.name + "_t", n + "_i", index, "i32", "in", at_table)
    second, at = look_up_lines(last.name + "_d", n + "_n", index, data.element, "in", at_data)
    load = ["%s_n = tile.load %s : %s" % (n, next_, index.type("!tile.ptr<i32>"))]
    read = ["%s_x = tile.load %s : %s" % (n, at, index.type("!tile.ptr<%s>" % data.element))]
    inside = first + load + second + read
    inside.append("%s_y = %s %s_a, %s_x : %s" % (n, p.rng.choice(SCALAR_BINARY[is_float(data.element)]), n, n, total.type()))
    inside.append("scf.yield %s_n, %s_y : %s" % (n, n, types))
    p.add([last, total], [index, sum_], lines + ["  " + line for line in inside] + ["}"])
    return True


def store(p, value):
    """A store to memory that nobody loads."""
    place = memory(p, value)
    p.names += 1
    lines, pointers = p.pointers("s%d" % p.names, value, "memory", place.name)
    where, types = pointers.split(" : ", 1)
    p.add([], [value], lines + ["tile.store %s, %%@%s : %s" % (where, value.name, types)])


def store_again(p):
    """Stores to the same pointers, with at most one load of them between two: the
    simulator forgives threads with copies the last one only (docs/simulator.md)."""
    a = p.pick(lambda v: v.element != "i1")
    values = [a, p.partner(a), p.partner(a)]
    masks = [condition(p, a.shape)] if p.rng.random() < 0.4 else []
    place = memory(p, a)
    p.names += 1
    n = "s%d" % p.names
    lines, pointers = p.pointers(n, a, "memory", place.name)
    where, types = pointers.split(" : ", 1)
    results, operands = [], values + masks
    for kind in ["store"] + p.rng.choices(["store", "both"], k=p.rng.randint(1, 4)) + ["load"]:
        mask = ", %%@%s" % masks[0].name if masks and p.rng.random() < 0.6 else ""
        if kind != "store":
            result = p.value(a.shape, a.element)
            other = ", %%@%s" % a.name if mask else ""
            lines.append("%%@%s = tile.load %s%s%s : %s" % (result.name, where, mask, other, types))
            results.append(result)
        if kind != "load":
            value = p.rng.choice(values + results)
            lines.append("tile.store %s, %%@%s%s : %s" % (where, value.name, mask, types))
    p.add(results, operands, lines)
    return True
