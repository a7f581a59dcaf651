"""Which elements go together: nobody knows before, but every invocation gets those
of one place of all operands, and each place is in one invocation only.

Each asm returns its own number, its position, the number of its successor in the
group, a ring, that of the group's first element, and what a second operand and one
of the whole group had there.
"""

from bench import BITS, Kernel, Value, size_of

NAMES = ("own", "position", "next", "first", "other", "group")


def make_body(element, pack, other_element):
    """Registers: six results of i32, the numbers, the other operand, one of the
    group."""
    per = 1 if BITS[element] >= 32 else min(32 // BITS[element], pack)
    other_per = 1 if BITS[other_element] >= 32 else min(32 // BITS[other_element], pack)
    results = 6 * pack
    inputs = results + pack // per
    lines = []

    def fetch(to, base, per, width, j):
        lines.append("bfe.u32 %s, $%d, %d, %d;" % (to, base + j // per, width * (j % per), width))

    group = inputs + pack // other_per
    # The group's own first, so that early results would show.
    for j in range(pack):
        fetch("$%d" % j, results, per, BITS[element], j)
        lines.append("mov.u32 $%d, %d;" % (pack + j, j))
        fetch("$%d" % (2 * pack + j), results, per, BITS[element], (j + 1) % pack)
        fetch("$%d" % (3 * pack + j), results, per, BITS[element], 0)
        fetch("$%d" % (4 * pack + j), inputs, other_per, BITS[other_element], j)
        lines.append("mov.u32 $%d, $%d;" % (5 * pack + j, group))
    constraints = ["=r"] * results + ["r"] * (pack // per + pack // other_per + 1)
    return "\n".join(lines), ",".join(constraints)


def add_case(k, shape, pack, element, other_element, pure, label):
    n = size_of(shape)
    mask = (1 << min(BITS[element], 32)) - 1
    assert n <= mask + 1
    numbers = k.load(shape, element, list(range(n)))
    other = k.load(shape, other_element, [(7 * i + 3) & ((1 << min(BITS[other_element], 32)) - 1) for i in range(n)])
    group = k.load(shape, "i32", [i * 1000003 & 0xFFFFFFFF for i in range(n)])
    body, constraints = make_body(element, pack, other_element)
    results = k.asm(body, constraints, [numbers, other, group], ["i32"] * 6, lambda *_: [0] * 6, pack=pack, pure=pure, attributes="per_group = array<i32: 2>")
    for name, value in zip(NAMES, results):
        k.store(value, label + ", " + name, is_known=False)

    def check(get):
        found = {name: get(label + ", " + name) for name in NAMES}
        for i in range(n):
            own, position, following, first, at_other, of_group = (found[name][i] for name in NAMES)
            if own != i or at_other != other.bits[i]:
                return "%s: place %d has the elements %d and %d" % (label, i, own, at_other)
            if position >= pack or following >= n or first >= n or of_group != group.bits[first]:
                return "%s: element %d has position %d, successor %d, first %d, group's operand %d" % (label, i, position, following, first, of_group)
            if position == 0 and first != i:
                return "%s: element %d is the first of its group, and %d is said to be" % (label, i, first)
            # With effects, whole groups and each place in one.
            if not pure and (found["first"][following] != first or found["position"][following] != (position + 1) % pack):
                return "%s: element %d at position %d of the group of %d, its successor %d at %d of that of %d" % (
                    label, i, position, first, following, found["position"][following], found["first"][following])

    k.checks.append(check)


def make(warps, sizes, pack, element, other_element, pure):
    k = Kernel(warps)
    for shape in sizes:
        n = size_of(shape)
        if n > 1 << min(BITS[element], 32) or (not pure and n < pack):
            continue
        label = "%s %s and %s, pack %d, %s, %d warps" % (shape, element, other_element, pack, "pure" if pure else "with effects", warps)
        add_case(k, shape, pack, element, other_element, pure, label)
    return k
