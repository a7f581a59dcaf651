"""What the regions of reductions and scans combine, in text."""

SCALAR_BINARY = {
    False: ["arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori", "arith.xori", "arith.maxsi", "arith.minui", "arith.minsi", "arith.maxui"],
    True: ["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf", "arith.minnumf", "arith.minimumf", "arith.maxnumf"],
}
SIMPLE = {
    "sum": ("arith.addi", "arith.addf"),
    "product": ("arith.muli", "arith.mulf"),
    "max": ("arith.maxsi", "arith.maximumf"),
    "maxnum": (None, "arith.maxnumf"),
    "min": ("arith.minui", "arith.minimumf"),
    "and": ("arith.andi", None),
    "or": ("arith.ori", None),
    "xor": ("arith.xori", None),
}
# Of i1; the others are these by another name.
BOOLEAN = ("sum", "product", "and", "or", "xor", "max", "min")
# Of integers, and of floats.
COMBINATIONS = {
    False: [kind for kind, names in SIMPLE.items() if names[0]] + ["argmax"],
    True: ["sum"] + [kind for kind, names in SIMPLE.items() if names[1]] + ["argmax", "welford"],
}


def block_arguments(elements):
    sides = ["%%@%s%d: %s" % (side, i, e) for side in "lr" for i, e in enumerate(elements)]
    return ", ".join(sides)


def combination(kind, elements, end):
    """The lines of the region; its arguments are %l0, ..., %r0, ..."""
    e, isfloat = elements[0], elements[0] in ("f16", "bf16", "f32", "f64")
    if kind in SIMPLE:
        return ["%%@c = %s %%@l0, %%@r0 : %s" % (SIMPLE[kind][isfloat], e), "%s %%@c : %s" % (end, e)]
    if kind == "last":
        # The last one that is not 0, which depends on the order.
        equal = "arith.cmpf oeq" if isfloat else "arith.cmpi eq"
        return [
            "%%@z = arith.constant 0%s : %s" % (".0" if isfloat else "", e),
            "%%@q = %s, %%@r0, %%@z : %s" % (equal, e),
            "%%@c0 = arith.select %%@q, %%@l0, %%@r0 : %s" % e,
            "%s %%@c0 : %s" % (end, e),
        ]
    if kind == "argmax":
        # The larger one; of equal ones, and of what is not ordered, the lower index.
        greater, equal = ("arith.cmpf ogt", "arith.cmpf oeq") if isfloat else ("arith.cmpi sgt", "arith.cmpi eq")
        lines = []
        if isfloat:
            # A NaN is larger than all numbers, so that the order is whole.
            lines += [
                "%%@ln = arith.cmpf uno, %%@l0, %%@l0 : %s" % e,
                "%%@rn = arith.cmpf uno, %%@r0, %%@r0 : %s" % e,
                "%@both = arith.andi %@ln, %@rn : i1",
                "%%@ge = %s, %%@l0, %%@r0 : %s" % (greater, e),
                "%@true = arith.constant true",
                "%@rnot = arith.xori %@rn, %@true : i1",
                "%@lonly = arith.andi %@ln, %@rnot : i1",
                "%@g = arith.ori %@ge, %@lonly : i1",
                "%%@eqn = %s, %%@l0, %%@r0 : %s" % (equal, e),
                "%@q = arith.ori %@eqn, %@both : i1",
            ]
        else:
            lines += ["%%@g = %s, %%@l0, %%@r0 : %s" % (greater, e), "%%@q = %s, %%@l0, %%@r0 : %s" % (equal, e)]
        return lines + [
            "%@lower = arith.cmpi slt, %@l1, %@r1 : i32",
            "%@tie = arith.andi %@q, %@lower : i1",
            "%@left = arith.ori %@g, %@tie : i1",
            "%%@c0 = arith.select %%@left, %%@l0, %%@r0 : %s" % e,
            "%@c1 = arith.select %@left, %@l1, %@r1 : i32",
            "%s %%@c0, %%@c1 : %s, i32" % (end, e),
        ]
    # Means, sums of squares of differences, and weights.
    return [
        "%%@d = arith.subf %%@r0, %%@l0 : %s" % e,
        "%%@w = arith.addf %%@l2, %%@r2 : %s" % e,
        "%%@f = arith.divf %%@r2, %%@w : %s" % e,
        "%%@df = arith.mulf %%@d, %%@f : %s" % e,
        "%%@mean = arith.addf %%@l0, %%@df : %s" % e,
        "%%@dd = arith.mulf %%@d, %%@df : %s" % e,
        "%%@ddw = arith.mulf %%@dd, %%@l2 : %s" % e,
        "%%@m = arith.addf %%@l1, %%@r1 : %s" % e,
        "%%@m2 = arith.addf %%@m, %%@ddw : %s" % e,
        "%s %%@mean, %%@m2, %%@w : %s, %s, %s" % (end, e, e, e),
    ]
