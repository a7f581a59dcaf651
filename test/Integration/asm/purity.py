"""What the compiler may do with inline PTX, and what it does: counted in the PTX.

Each asm has a comment of its own as a mark. The kernels run, too.
"""

import re

from bench import Kernel, Value, type_of
from effects import FORMS, compare, counted_loop, given, zero_tile

MARK = re.compile(r"//mark (\w+)")


def marks(ptx):
    """The marks in the order of the text."""
    return MARK.findall(ptx)


def add_one(k, mark, value, pure, scope=None):
    """An asm that adds 1 to i32 elements."""
    body = "add.u32 $0, $1, 1; //mark %s" % mark
    return k.asm(body, "=r,r", [value], ["i32"], lambda x: [x + 1 & 0xFFFFFFFF], pure=pure, scope=scope)[0]


def numbers(n):
    return [(i * 2654435761) & 0xFFFFFFFF for i in range(n)]


def case(expect, warps=1):
    """A function that fills a kernel; the marks that its PTX must have, in order.
    One warp and 32 elements: one asm for each in the source."""

    def add(function):
        CASES.append((function, expect, warps))
        return function

    return add


CASES = []


@case([("pure", "a")])
def equal_pure(k):
    """Two equal ones are one."""
    x = k.load((32,), "i32", numbers(32))
    a, b = add_one(k, "a", x, True), add_one(k, "a", x, True)
    k.store(k.arith("muli", a, b, lambda p, q: p * q), "product")


@case(["a", "a"])
def equal_impure(k):
    x = k.load((32,), "i32", numbers(32))
    a, b = add_one(k, "a", x, False), add_one(k, "a", x, False)
    k.store(k.arith("muli", a, b, lambda p, q: p * q), "product")


@case(["a", "a"])
def equal_thread(k):
    x = k.load((32,), "i32", numbers(32))
    a, b = add_one(k, "a", x, False, "thread"), add_one(k, "a", x, False, "thread")
    k.store(k.arith("muli", a, b, lambda p, q: p * q), "product")


@case([])
def dead_pure(k):
    add_one(k, "a", k.load((32,), "i32", numbers(32)), True)


@case(["a"])
def dead_impure(k):
    add_one(k, "a", k.load((32,), "i32", numbers(32)), False)


@case(["a"])
def dead_thread(k):
    add_one(k, "a", k.load((32,), "i32", numbers(32)), False, "thread")


@case(["a", "b", "c"])
def order_impure(k):
    """Neither results nor operands hold them in their order."""
    for mark in "abc":
        k.add('tile.elementwise_inline_asm "//mark %s" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()' % mark)


@case(["a"])
def barrier_alone(k):
    k.add('tile.elementwise_inline_asm "bar.sync 0; //mark a" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()')


def nothing(k, mark):
    k.add('tile.elementwise_inline_asm "fence.acq_rel.gpu; //mark %s" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()' % mark)


def loop_of(k, bound, body):
    zero, one = k.i32(0), k.i32(1)
    name = k.fresh()[1:]
    k.add("scf.for %%i%s = %s to %s step %s : i32 {" % (name, zero, bound, one))
    k.indent += 1
    body(k, "%i" + name)
    k.indent -= 1
    k.add("}")


def branch_on(k, condition, then, otherwise=None):
    k.add("scf.if %s {" % condition)
    k.indent += 1
    then(k)
    k.indent -= 1
    if otherwise:
        k.add("} else {")
        k.indent += 1
        otherwise(k)
        k.indent -= 1
    k.add("}")


def make_known_loop(rounds):
    def known_loop(k):
        loop_of(k, k.i32(rounds), lambda k, i: nothing(k, "a"))

    known_loop.__doc__ = "A loop of %d rounds stays one." % rounds
    known_loop.__name__ = "known_loop_%d" % rounds
    return known_loop


for _rounds in (2, 3, 4, 5, 8, 100):
    case(["a"])(make_known_loop(_rounds))


@case(["a", "a"])
def both_branches(k):
    """Equal in both: not one behind them, nor one before."""
    branch_on(k, compare(k, "eq", given(k, 1), k.i32(1)), lambda k: nothing(k, "a"), lambda k: nothing(k, "a"))


@case(["a", "b", "c", "a"])
def between(k):
    """Two branches of the same condition around one: neither threaded nor merged."""
    condition = compare(k, "eq", given(k, 1), k.i32(1))
    branch_on(k, condition, lambda k: nothing(k, "a"), lambda k: nothing(k, "b"))
    nothing(k, "c")
    branch_on(k, condition, lambda k: nothing(k, "a"))


@case(["a", "b"])
def invariant_branch(k):
    """A condition that does not change in the loop: not two loops."""
    condition = compare(k, "eq", given(k, 1), k.i32(1))

    def body(k, i):
        nothing(k, "a")
        branch_on(k, condition, lambda k: nothing(k, "b"))

    loop_of(k, given(k, 3), body)


@case(["first", "a"])
def first_round(k):
    """What is different in the first round: the loop is not peeled."""

    def body(k, i):
        branch_on(k, compare(k, "eq", i, k.i32(0)), lambda k: nothing(k, "first"))
        nothing(k, "a")

    loop_of(k, given(k, 3), body)


@case(["a"])
def in_function(k):
    """A function that is called once."""
    k.helpers.append(FUNCTION % "a")
    k.add("tile.call @helper() : () -> ()")


FUNCTION = (
    'tile.func private @helper() {\n  tile.elementwise_inline_asm "fence.acq_rel.gpu; //mark %s" scope = thread '
    '{constraints = "", packed_element = 1 : i32, pure = false} -> ()\n  tile.return\n}'
)


@case(["a", "a"])
def in_function_twice(k):
    """Inlined, so that each call has its own."""
    k.helpers.append(FUNCTION % "a")
    k.add("tile.call @helper() : () -> ()")
    k.add("tile.call @helper() : () -> ()")


@case([("outside", "a")])
def invariant_pure(k):
    """What does not depend on the loop leaves it."""
    x = k.load((32,), "i32", numbers(32))
    offset = k.reserve("i32", "sums", [4 * (value + 1) & 0xFFFFFFFF for value in x.bits])
    pointers, kind = k.address("%out", offset, (32,), "i32")
    bound, zero, one = given(k, 4), k.i32(0), k.i32(1)
    k.add("scf.for %%i = %s to %s step %s : i32 {" % (zero, bound, one))
    k.indent += 1
    y = add_one(k, "a", x, True)
    old = k.emit("tile.load %s : %s" % (pointers, kind))
    new = k.emit("arith.addi %s, %s : tensor<32xi32>" % (old, y.name))
    k.add("tile.store %s, %s : %s" % (pointers, new, kind))
    k.indent -= 1
    k.add("}")


@case([("inside", "a")])
def invariant_impure(k):
    x = k.load((32,), "i32", numbers(32))
    bound = given(k, 4)
    loop_of(k, bound, lambda k, i: add_one(k, "a", x, False))


@case(["a", "pure"])
def masks(k):
    """A block of masked accesses with effects among them has no version without
    masks, which would have its own."""
    x = numbers(32)
    offset = k.place(k.input, "i32", x)
    pointers, kind = k.address("%in", offset, (32,), "i32")
    bound = given(k, 30)
    bounds = k.emit("tile.splat %s : i32 -> tensor<32xi32>" % bound)
    line = k.offsets((32,))
    mask = k.emit("arith.cmpi slt, %s, %s : tensor<32xi32>" % (line, bounds))
    loaded = k.emit("tile.load %s, %s : %s" % (pointers, mask, kind))
    value = Value(loaded, (32,), "i32", x)
    once = add_one(k, "a", value, False)
    twice = add_one(k, "pure", once, True)
    out = k.reserve("i32", "masked", [v + 2 & 0xFFFFFFFF for v in x[:30]] + [0, 0])
    pointers, kind = k.address("%out", out, (32,), "i32")
    k.add("tile.store %s, %s, %s : %s" % (pointers, twice.name, mask, kind))


def place_of(ptx, mark):
    """Whether the asm stands in a loop: between a label and a branch back to it."""
    lines = ptx.split("\n")
    at = next(i for i, line in enumerate(lines) if "//mark " + mark in line)
    labels = {}
    for i, line in enumerate(lines):
        label = re.match(r"(\$L\w+):", line)
        if label:
            labels[label[1]] = i
    for i, line in enumerate(lines[at:], at):
        branch = re.search(r"\bbra(?:\.uni)?\s+(\$L\w+)", line)
        if branch and labels.get(branch[1], i) < at:
            return "inside"
    return "outside"


def run(runner, label_filter=""):
    for function, expect, warps in CASES:
        k = Kernel(warps)
        function(k)
        name = function.__name__
        if not runner.run(k, name):
            continue
        ptx, _ = runner.compile(k)
        found = marks(ptx)
        wanted = [mark if isinstance(mark, str) else mark[1] for mark in expect]
        problem = None
        # Blocks may stand in another order.
        if found != wanted and (not any("bra" in line for line in ptx.split("\n")) or sorted(found) != sorted(wanted)):
            problem = "expected %s in the PTX, found %s" % (wanted, found)
        for item in expect:
            if not problem and isinstance(item, tuple) and item[0] in ("inside", "outside") and place_of(ptx, item[1]) != item[0]:
                problem = "expected %s %s of the loop" % (item[1], item[0])
        if problem:
            runner.failed += 1
            print("%s: failed\n%s" % (name, problem))
