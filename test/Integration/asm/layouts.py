"""Layouts around inline PTX: pure asm is a map like arith, so that loads and stores
get what they would get with it, and nothing is moved between threads.
"""

import re
import subprocess

from bench import BITS, Kernel, type_of

SHAPES = [(1024,), (4096,), (128,), (64, 64), (16, 256), (8, 16, 32)]
# The type of the operands and results, the class and the elements of an asm.
MAPS = [("f32", "f", 1), ("i32", "r", 1), ("f16", "h", 1), ("f16", "r", 2), ("bf16", "r", 2), ("i8", "r", 4), ("i64", "l", 1), ("i16", "r", 2), ("f64", "d", 1)]


def chain(k, shape, element, letter, pack, is_asm):
    """y = f(x, w) and z = g(y) of tiles, a row and a scalar, in arith or asm."""
    row = (1,) * (len(shape) - 1) + shape[-1:]
    x, w = (k.load(s, element, [0] * size) for s, size in ((shape, size_of(shape)), (row, size_of(row))))
    c = k.load(None, element, [0])
    bits = BITS[element]
    registers = max(1, pack * bits // 32) if bits < 32 else pack
    if is_asm:
        body = "\n".join("and.b%d $%d, $%d, $%d;" % (max(16, bits * min(pack, 32 // bits if bits < 32 else 1)), j, registers + j, 2 * registers + j) for j in range(registers))
        constraints = ",".join(["=" + letter] * registers + [letter] * (2 * registers))
        y = k.asm(body, constraints, [x, w], [element], lambda a, b: [a & b], pack=pack)[0]
        z = k.asm(body, constraints, [y, c], [element], lambda a, b: [a & b], pack=pack)[0]
    else:
        operation = "addf" if "f" in element else "andi"
        kind = type_of(shape, element)
        wide = k.emit("tile.broadcast %s : %s -> %s" % (w.name, w.type, kind)) if w.shape != shape else w.name
        many = k.emit("tile.splat %s : %s -> %s" % (c.name, element, kind))
        y, z = (type(x)(None, shape, element, x.bits) for _ in range(2))
        y.name = k.emit("arith.%s %s, %s : %s" % (operation, x.name, wide, kind))
        z.name = k.emit("arith.%s %s, %s : %s" % (operation, y.name, many, kind))
    k.store(y, "y")
    k.store(z, "z")


def size_of(shape):
    size = 1
    for extent in shape:
        size *= extent
    return size


def accesses(optimizer, k):
    """The types of the loads and stores, with layouts spelled out, and whether a
    layout is converted."""
    command = [optimizer, "--tile-to-tilegpu=num-warps=%d" % k.warps, "-"]
    done = subprocess.run(command, input=k.text(), capture_output=True, text=True, check=True)
    names = dict(re.findall(r"^(#\w+) = (.*)$", done.stdout, re.M))
    types = re.findall(r"tile\.(?:load|store) .* : (.*)$", done.stdout, re.M)
    return [re.sub(r"#\w+", lambda m: names.get(m[0], m[0]), t) for t in types], "convert_layout" in done.stdout


def run(runner, quick):
    optimizer = re.sub("tile-run$", "tile-opt", runner.command[0])
    for shape in SHAPES:
        for element, letter, pack in MAPS:
            for warps in (4, 1)[: 1 if quick else 2]:
                found = []
                for is_asm in (False, True):
                    k = Kernel(warps)
                    chain(k, shape, element, letter, pack, is_asm)
                    found.append(accesses(optimizer, k))
                runner.runs += 1
                runner.elements += len(found[1][0])
                label = "%s %s by %d, %d warps" % (shape, element, pack, warps)
                problem = None
                if found[0] != found[1]:
                    problem = "with arith %s\nwith asm   %s" % tuple(found)
                elif found[1][1]:
                    problem = "layouts are converted"
                else:
                    # Of the last dimension, a thread has as many in a row as an asm takes.
                    for text in found[1][0]:
                        size = re.search(r"sizePerThread = \[([\d, ]+)\]", text)
                        if size and shape[-1] >= pack and int(size[1].split(",")[-1]) < pack and "slice" not in text and size_of(shape) >= 32 * warps * pack and text.startswith(type_of(shape, "")[:-1]):
                            problem = "expected %d elements in a row, found %s" % (pack, text)
                if problem:
                    runner.failed += 1
                    print("%s: failed\n%s" % (label, problem))
