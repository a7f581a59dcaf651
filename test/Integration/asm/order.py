"""Inline PTX with effects between loads and stores of the same memory. Which threads
serve an element is unspecified, so that barriers stand between; they are inline PTX
as well.
"""

from bench import Kernel, Value, size_of, type_of


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

        def barrier():
            k.add('tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()')

        def add_five():
            barrier()
            k.add('tile.elementwise_inline_asm "%s" {constraints = "%s", packed_element = %d : i32, pure = false} %s : %s -> ()' % (body, constraints, pack, pointers, kind))

        k.add("tile.store %s, %s : %s" % (pointers, value.name, kind))
        add_five()
        barrier()
        between = k.emit("tile.load %s : %s" % (pointers, kind))
        barrier()
        one = k.constant(shape, "i32", 1)
        more = k.emit("arith.addi %s, %s : %s" % (between, one.name, type_of(shape, "i32")))
        k.add("tile.store %s, %s : %s" % (pointers, more, kind))
        add_five()
        add_five()
        barrier()
        after = k.emit("tile.load %s : %s" % (pointers, kind))
        k.store(Value(between, shape, "i32", [x + 5 for x in first]), label + ", between")
        k.store(Value(after, shape, "i32", [x + 16 for x in first]), label + ", after")
    return k
