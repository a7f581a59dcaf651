"""Inline PTX that is not pure: how often it runs, and who has its results.

Each asm adds 1 to counters with atomic instructions, so that the counters say how
often it ran and for which elements, and its result, the counter before, says that
all holders of an element saw the same run.
"""

import re

from bench import POINTER, Kernel, Value, size_of, type_of

# What an asm stands in, and how often it runs there.
FORMS = {}


def form(times):
    def add(function):
        FORMS[function.__name__] = (function, times)
        return function

    return add


def add_tiles(k, a, b, kind):
    return k.emit("arith.addi %s, %s : %s" % (a, b, kind))


def zero_tile(k, kind):
    return k.emit("arith.constant %s : %s" % ("dense<0>" if kind.startswith("tensor") else "0", kind))


def given(k, number):
    """A number that the compiler does not know."""
    return k.load(None, "i32", [number]).name


def counted_loop(k, emit, kind, low, high, step=None):
    """A loop that adds up what `emit` returns."""
    start = zero_tile(k, kind)
    step = step or k.i32(1)
    result = k.fresh()
    k.add("%s = scf.for %%i%s = %s to %s step %s iter_args(%%sum%s = %s) -> (%s) : i32 {" % (result, result[1:], low, high, step, result[1:], start, kind))
    k.indent += 1
    total = add_tiles(k, "%sum" + result[1:], emit(k), kind)
    k.add("scf.yield %s : %s" % (total, kind))
    k.indent -= 1
    k.add("}")
    return result


def conditional(k, kind, condition, then, otherwise):
    result = k.fresh()
    k.add("%s = scf.if %s -> (%s) {" % (result, condition, kind))
    k.indent += 1
    k.add("scf.yield %s : %s" % (then(k), kind))
    k.indent -= 1
    k.add("} else {")
    k.indent += 1
    k.add("scf.yield %s : %s" % (otherwise(k), kind))
    k.indent -= 1
    k.add("}")
    return result


def compare(k, predicate, a, b):
    return k.emit("arith.cmpi %s, %s, %s : i32" % (predicate, a, b))


@form(1)
def straight(k, emit, kind):
    return emit(k)


@form(2)
def known_loop_2(k, emit, kind):
    return counted_loop(k, emit, kind, k.i32(0), k.i32(2))


@form(3)
def known_loop_3(k, emit, kind):
    return counted_loop(k, emit, kind, k.i32(0), k.i32(3))


@form(4)
def known_loop_4(k, emit, kind):
    return counted_loop(k, emit, kind, k.i32(0), k.i32(4))


@form(5)
def loop(k, emit, kind):
    return counted_loop(k, emit, kind, k.i32(0), given(k, 5))


@form(0)
def empty_loop(k, emit, kind):
    return counted_loop(k, emit, kind, k.i32(0), given(k, 0))


@form(1)
def taken(k, emit, kind):
    return conditional(k, kind, compare(k, "eq", given(k, 7), k.i32(7)), emit, lambda k: zero_tile(k, kind))


@form(0)
def not_taken(k, emit, kind):
    return conditional(k, kind, compare(k, "eq", given(k, 6), k.i32(7)), emit, lambda k: zero_tile(k, kind))


@form(1)
def both_branches(k, emit, kind):
    return conditional(k, kind, compare(k, "eq", given(k, 7), k.i32(7)), emit, emit)


@form(4)
def branch_in_loop(k, emit, kind):
    """In 4 of 7 rounds; the condition is one that unswitching would like."""
    odd = compare(k, "eq", given(k, 1), k.i32(1))
    count = [0]

    def inner(k):
        index = "%i" + str(count[0])
        bit = k.emit("arith.andi %s, %s : i32" % (index, k.i32(1)))
        even = compare(k, "eq", bit, k.i32(0))
        both = k.emit("arith.andi %s, %s : i1" % (even, odd))
        return conditional(k, kind, both, emit, lambda k: zero_tile(k, kind))

    def body(k):
        line = next(line for line in reversed(k.lines) if "scf.for" in line)
        count[0] = line.split("%i", 1)[1].split(" ", 1)[0]
        return inner(k)

    return counted_loop(k, body, kind, k.i32(0), given(k, 7))


@form(6)
def nested_loops(k, emit, kind):
    return counted_loop(k, lambda k: counted_loop(k, emit, kind, k.i32(0), k.i32(2)), kind, k.i32(0), given(k, 3))


@form(3)
def first_round_apart(k, emit, kind):
    """A loop that peeling would like: the first round has a branch of its own."""

    def body(k):
        line = next(line for line in reversed(k.lines) if "scf.for" in line)
        index = "%i" + line.split("%i", 1)[1].split(" ", 1)[0]
        first = compare(k, "eq", index, k.i32(0))
        # Both branches run it, and one of them does more.
        return conditional(k, kind, first, lambda k: add_tiles(k, emit(k), zero_tile(k, kind), kind), emit)

    return counted_loop(k, body, kind, k.i32(0), given(k, 3))


@form(3)
def while_loop(k, emit, kind):
    bound, start, zero = given(k, 3), zero_tile(k, kind), k.i32(0)
    one = k.i32(1)
    name = k.fresh()
    n = name[1:]
    k.add("%s:2 = scf.while (%%n%s = %s, %%s%s = %s) : (i32, %s) -> (i32, %s) {" % (name, n, zero, n, start, kind, kind))
    k.indent += 1
    condition = compare(k, "slt", "%n" + n, bound)
    k.add("scf.condition(%s) %%n%s, %%s%s : i32, %s" % (condition, n, n, kind))
    k.indent -= 1
    k.add("} do {")
    k.add("^bb0(%%m%s: i32, %%t%s: %s):" % (n, n, kind))
    k.indent += 1
    total = add_tiles(k, "%t" + n, emit(k), kind)
    following = k.emit("arith.addi %%m%s, %s : i32" % (n, one))
    k.add("scf.yield %s, %s : i32, %s" % (following, total, kind))
    k.indent -= 1
    k.add("}")
    return name + "#1"


@form(2)
def twice(k, emit, kind):
    """Two equal ones: neither stands for the other."""
    return add_tiles(k, emit(k), emit(k), kind)


@form(2)
def called_twice(k, emit, kind):
    """A function with its own argument, inlined at both calls."""
    start = len(k.lines)
    name = emit(k)
    lines, k.lines[start:] = k.lines[start:], []
    pointers, pointer_type = k.pointers
    helper = "helper%d" % len(k.helpers)
    body = "\n".join(re.sub(re.escape(pointers) + r"\b", "%tile", line) for line in lines)
    k.helpers.append("tile.func private @%s(%%tile: %s) -> %s {\n%s\n  tile.return %s : %s\n}" % (helper, pointer_type, kind, body, name, kind))
    call = "tile.call @%s(%s) : (%s) -> %s" % (helper, pointers, pointer_type, kind)
    return add_tiles(k, k.emit(call), k.emit(call), kind)


def block(k, name, arguments=""):
    k.add("^%s%s:" % (name, arguments))


@form(1)
def blocks(k, emit, kind):
    """Branches without scf."""
    name = k.fresh()[1:]
    condition = compare(k, "eq", given(k, 7), k.i32(7))
    k.add("cf.cond_br %s, ^%sa, ^%sb" % (condition, name, name))
    block(k, name + "a")
    k.add("cf.br ^%sc(%s : %s)" % (name, emit(k), kind))
    block(k, name + "b")
    k.add("cf.br ^%sc(%s : %s)" % (name, zero_tile(k, kind), kind))
    block(k, name + "c", "(%%r%s: %s)" % (name, kind))
    return "%r" + name


@form(4)
def loop_of_blocks(k, emit, kind):
    """Its condition stands behind it."""
    name = k.fresh()[1:]
    zero, one, start, bound = k.i32(0), k.i32(1), zero_tile(k, kind), given(k, 4)
    k.add("cf.br ^%sa(%s, %s : i32, %s)" % (name, zero, start, kind))
    block(k, name + "a", "(%%i%s: i32, %%s%s: %s)" % (name, name, kind))
    total = add_tiles(k, "%s" + name, emit(k), kind)
    index = k.emit("arith.addi %%i%s, %s : i32" % (name, one))
    more = compare(k, "slt", index, bound)
    k.add("cf.cond_br %s, ^%sa(%s, %s : i32, %s), ^%sb" % (more, name, index, total, kind, name))
    block(k, name + "b")
    return total


def add_case(k, shape, pack, form_name, kind, label):
    """One asm in a form, with its counters and what comes of its results.

    kind: `elements`, a counter an element; `addresses`, the same by numbers, of
    which the compiler does not know whose memory they are of, so that it puts no
    barriers around; `one`, one counter for all;
    `unused`, whose results nobody reads; `none`, without results.
    """
    build, times = FORMS[form_name]
    n = size_of(shape)
    tile = type_of(shape, "i32")
    if kind == "one":
        offset = k.reserve("i32", label + ", counter", [n * times])
        pointers, pointer_type = k.address("%out", offset, None, "i32")
    else:
        offset = k.reserve("i32", label + ", counters", [times] * n)
        pointers, pointer_type = k.address("%out", offset, shape, "i32")
    if kind == "addresses":
        numbers = k.emit("tile.ptr_to_int %s : %s -> %s" % (pointers, pointer_type, type_of(shape, "i64")))
        pointer_type = type_of(shape, "i64")
        zero = k.emit("tile.splat %s : i64 -> %s" % (k.load(None, "i64", [0]).name, pointer_type))
        pointers = k.emit("arith.addi %s, %s : %s" % (numbers, zero, pointer_type))
    k.pointers = (pointers, pointer_type)
    results = 0 if kind == "none" else pack
    if results:
        body = "\n".join("atom.global.add.u32 $%d, [$%d], 1;" % (j, pack + j) for j in range(pack))
    else:
        body = "\n".join("red.global.add.u32 [$%d], 1;" % j for j in range(pack))
    constraints = ",".join(["=r"] * results + ["l"] * pack)

    def emit(k):
        name = k.fresh()
        text = "%s = " % name if results else ""
        fallback = ""
        if k.has_fallbacks:
            # Of one element, by an asm of its own that the first one's rules hold for.
            fallback = ' fallback (%%p: %s) {\n  %stile.elementwise_inline_asm "%s" {constraints = "%s", packed_element = 1 : i32, pure = false} %%p : %s -> %s\n  tile.asm.return%s\n}' % (
                POINTER, "%r = " if results else "", ("atom.global.add.u32 $0, [$1], 1;" if results else "red.global.add.u32 [$0], 1;"),
                "=r,l" if results else "l", POINTER, "i32" if results else "()", " %r : i32" if results else "")
        k.add(
            '%stile.elementwise_inline_asm "%s" {constraints = "%s", packed_element = %d : i32, pure = false} %s : %s -> %s%s'
            % (text, body.replace("\n", "\\0A"), constraints, pack, pointers, pointer_type, tile if results else "()", fallback)
        )
        return name if results and kind != "unused" else zero_tile(k, tile)

    name = build(k, emit, tile)
    if kind in ("none", "unused"):
        return
    if kind in ("elements", "addresses"):
        value = Value(name, shape, "i32", [times * (times - 1) // 2] * n)
        k.store(value, label + ", results")
    else:
        value = Value(name, shape, "i32", [0] * n)
        k.store(value, label + ", results", is_known=False)

        def check(get):
            found = get(label + ", results")
            runs = n * times
            if sum(found) != runs * (runs - 1) // 2 or (times == 1 and sorted(found) != list(range(n))):
                return "%s: expected the numbers before %d as results, found %s" % (label, runs, sorted(found)[:40])

        k.checks.append(check)
    if shape and len(shape) == 1 and n <= 512:
        copy_through_broadcast(k, value, (kind == "one") ^ (pack == 2), label + ", copy", label + ", results")


def copy_through_broadcast(k, value, axis, label, original):
    """Stores a vector as a matrix of equal rows or columns, which other threads
    hold, after arithmetic with the numbers of the matrix's elements."""
    n, repeat = size_of(value.shape), 8
    one = [n, 1] if axis else [1, n]
    shape = (n, repeat) if axis else (repeat, n)
    name = k.emit("tile.expand_dims %s {axis = %d : i32} : %s -> %s" % (value.name, axis, value.type, type_of(one, "i32")))
    name = k.emit("tile.broadcast %s : %s -> %s" % (name, type_of(one, "i32"), type_of(shape, "i32")))
    line = k.offsets(shape)
    name = k.emit("arith.addi %s, %s : %s" % (name, line, type_of(shape, "i32")))
    k.store(Value(name, shape, "i32", [0] * size_of(shape)), label, is_known=False)

    def check(get):
        first = get(original)
        for i, found in enumerate(get(label)):
            wanted = first[i // repeat if axis else i % n] + i
            if found != wanted:
                return "%s: expected %d as element %d, found %d" % (label, wanted, i, found)

    k.checks.append(check)


def exactly_once(warps, sizes, packs, forms, kinds, has_fallbacks=False):
    """A kernel with all of these."""
    k = Kernel(warps)
    if has_fallbacks:
        k.has_fallbacks = True
        k.options.append("--asm=fallback")
    for n in sizes:
        for pack in packs:
            if pack > n:
                continue
            for form_name in forms:
                for kind in kinds:
                    label = "%d elements, pack %d, %s, %s, %d warps" % (n, pack, form_name, kind, warps)
                    add_case(k, (n,), pack, form_name, kind, label)
    return k


def matrices(warps, shapes, packs, forms):
    k = Kernel(warps)
    for shape in shapes:
        for pack in packs:
            for form_name in forms:
                for kind in ("elements", "one"):
                    label = "%s elements, pack %d, %s, %s, %d warps" % (shape, pack, form_name, kind, warps)
                    if pack <= size_of(shape):
                        add_case(k, shape, pack, form_name, kind, label)
    return k


def once_a_thread(warps, form_name):
    """scope = thread: every thread counts itself, in step with the others."""
    k = Kernel(warps)
    build, times = FORMS[form_name]
    threads = 32 * warps
    label = "%s, %d warps" % (form_name, warps)
    offset = k.reserve("i32", label + ", counters", [times] * threads)
    base, base_type = k.address("%out", offset, None, "i32")
    total_offset = k.reserve("i32", label + ", total", [times * threads])
    total, _ = k.address("%out", total_offset, None, "i32")
    body = (
        ".reg .u32 t; .reg .u64 a;\\0Amov.u32 t, %tid.x;\\0Amad.wide.u32 a, t, 4, $1;\\0Abar.sync 0;\\0A"
        "atom.global.add.u32 t, [a], 1;\\0Amov.u32 $0, t;\\0Ared.global.add.u32 [$2], 1;\\0Abar.sync 0;"
    )

    def emit(k):
        name = k.fresh()
        k.add(
            '%s = tile.elementwise_inline_asm "%s" scope = thread {constraints = "=r,l,l", packed_element = 1 : i32, pure = false} %s, %s : %s, %s -> i32'
            % (name, body, base, total, base_type, base_type)
        )
        return name

    k.pointers = (base, base_type)
    value = Value(build(k, emit, "i32"), None, "i32", [times * (times - 1) // 2])
    k.store(value, label + ", result")
    return k
