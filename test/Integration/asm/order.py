"""Inline PTX with effects between loads and stores of the same memory: in the order
of the program, also where other threads load and store.
"""

from bench import Kernel, Value, size_of, type_of
from effects import copy_through_broadcast


def make(warps, shapes, pack):
    """Store, add 5, load, store what was loaded and 1, add 5 twice, load."""
    k = Kernel(warps)
    for shape in shapes:
        n = size_of(shape)
        if n < pack:
            continue
        label = "%s elements, pack %d, %d warps" % (shape, pack, warps)
        first = [i * 3 & 0xFFFF for i in range(n)]
        offset = k.reserve("i32", label + ", memory", [x + 16 for x in first])
        pointers, kind = k.address("%out", offset, shape, "i32")
        value = k.load(shape, "i32", first)
        body = "\\0A".join("red.global.add.u32 [$%d], 5;" % j for j in range(pack))
        constraints = ",".join(["l"] * pack)

        def add_five():
            k.add('tile.elementwise_inline_asm "%s" {constraints = "%s", packed_element = %d : i32, pure = false} %s : %s -> ()' % (body, constraints, pack, pointers, kind))

        k.add("tile.store %s, %s : %s" % (pointers, value.name, kind))
        add_five()
        between = k.emit("tile.load %s : %s" % (pointers, kind))
        one = k.constant(shape, "i32", 1)
        more = k.emit("arith.addi %s, %s : %s" % (between, one.name, type_of(shape, "i32")))
        k.add("tile.store %s, %s : %s" % (pointers, more, kind))
        add_five()
        add_five()
        after = k.emit("tile.load %s : %s" % (pointers, kind))
        if len(shape) == 1:
            # By all threads that have copies of what was loaded.
            copy_through_broadcast(k, Value(after, shape, "i32", [x + 16 for x in first]), 1, label + ", copies", label + ", after")
        k.store(Value(between, shape, "i32", [x + 5 for x in first]), label + ", between")
        k.store(Value(after, shape, "i32", [x + 16 for x in first]), label + ", after")
    return k
