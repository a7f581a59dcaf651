"""Inline PTX as people write it: real instructions, labels, names, vectors.

Each function writes one kernel; what it must store comes from arithmetic on whole
numbers, which is exact in every type here.
"""

import struct

from bench import POINTER, Kernel, Value, to_signed

WORD = 0xFFFFFFFF
CASES = []


def case(function):
    CASES.append(function)
    return function


def numbers(n, bits=32):
    return [(i * 2654435761 >> 3) & ((1 << bits) - 1) for i in range(n)]


def half(x):
    return struct.unpack("<H", struct.pack("<e", x))[0]


def single(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def double(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def bfloat(x):
    return single(x) >> 16


def in_loop(k, first, rounds, emit):
    """`emit` of its own result, `rounds` times."""
    zero, one, bound = k.i32(0), k.i32(1), k.load(None, "i32", [rounds]).name
    name = k.fresh()
    k.add("%s = scf.for %%i%s = %s to %s step %s iter_args(%%a%s = %s) -> (%s) : i32 {" % (name, name[1:], zero, bound, one, name[1:], first.name, first.type))
    k.indent += 1
    bits = first.bits
    result = emit(Value("%a" + name[1:], first.shape, first.element, bits))
    k.add("scf.yield %s : %s" % (result.name, result.type))
    k.indent -= 1
    k.add("}")
    for _ in range(rounds - 1):
        lines = len(k.lines)
        result = emit(Value("%unused", first.shape, first.element, result.bits))
        del k.lines[lines:]
    return Value(name, first.shape, first.element, result.bits)


COUNT_DOWN = """
.reg .pred p;
.reg .u32 i;
mov.u32 $0, 0;
and.b32 i, $1, 7;
{LOOP}:
setp.eq.u32 p, i, 0;
@p bra {DONE};
add.u32 $0, $0, i;
sub.u32 i, i, 1;
bra {LOOP};
{DONE}:
add.u32 $0, $0, 0;
"""


@case
def labels(k):
    """The same labels and registers in several asms, in a loop, many a thread."""
    model = lambda x: [(x & 7) * ((x & 7) + 1) // 2]
    for loop, done in (("L", "D"), ("L_${:uid}", "D_${:uid}"), ("$$L", "$$D_${:uid}")):
        body = COUNT_DOWN.replace("{LOOP}", loop).replace("{DONE}", done)
        for shape in ((512,), (8,), None):
            x = k.load(shape, "i32", numbers(512 if shape == (512,) else 8 if shape else 1))
            a = k.asm(body, "=r,r", [x], ["i32"], model, shape=shape)[0]
            b = k.asm(body, "=r,r", [a], ["i32"], model, shape=shape, pure=False)[0]
            k.store(b, "labels %s of %s" % (loop, shape))
            k.store(in_loop(k, x, 3, lambda v: k.asm(body, "=r,r", [v], ["i32"], model, shape=shape)[0]), "in a loop, %s of %s" % (loop, shape))


@case
def names(k):
    """Registers of one name: in inner blocks, ranges, and the copies' own."""
    x = k.load((128,), "i32", numbers(128))
    body = "{ .reg .b32 t; add.u32 t, $1, 1; { .reg .b64 t; cvt.u64.u32 t, $1; } mov.b32 $0, t; }"
    a = k.asm(body, "=r,r", [x], ["i32"], lambda x: [x + 1 & WORD])[0]
    body = ".reg .b32 t<3>, copy_of_1; mov.b32 t2, $1; mov.b32 copy_of_1, 9; add.u32 $1, $1, 5; xor.b32 $0, t2, $1;"
    b = k.asm(body, "=r,r", [a], ["i32"], lambda x: [x ^ (x + 5 & WORD)])[0]
    k.store(b, "names")
    k.store(a, "what an asm wrote to")


@case
def comments(k):
    x = k.load((64,), "i32", numbers(64))
    for body in ("add.u32 $0, $1, 1; // costs $$3", "/* $$0 */ add.u32 ${0}, ${1}, 1;", "\n\tadd.u32\n$0, // a\n$1, 1;\n//b"):
        k.store(k.asm(body, "=r,r", [x], ["i32"], lambda x: [x + 1 & WORD])[0], body)


@case
def ties(k):
    """An empty text, ties to one of several outputs, and a value that is both tied
    and not."""
    x, y = k.load((64,), "i32", numbers(64)), k.load((64,), "i32", numbers(64)[::-1])
    k.store(k.asm("", "=r,0", [x], ["i32"], lambda x: [x])[0], "nothing")
    for result in k.asm("", "=r,=r,1,0", [x, y], ["i32", "i32"], lambda x, y: [y, x]):
        k.store(result, "swapped")
    k.store(k.asm("add.u32 $0, $0, $1;", "=r,r,0", [x, y], ["i32"], lambda x, y: [x + y & WORD])[0], "accumulated")
    for pure in (True, False):
        body = "add.u32 $0, $0, 1; xor.b32 $0, $0, $2;"
        k.store(k.asm(body, "=r,0,r", [x, x], ["i32"], lambda x, y: [(x + 1 & WORD) ^ y], pure=pure)[0], "with itself")
        body = "mov.b32 $0, 7; add.u32 $0, $0, $1; add.u32 $1, $0, $2;"
        results = k.asm("mov.b32 $0, 7; add.u32 $1, $1, $0; add.u32 $0, $1, $3;", "=r,=r,1,r", [x, y], ["i32", "i32"], lambda x, y: [x + 7 + y & WORD, x + 7 & WORD], pure=pure)
        for result in results:
            k.store(result, "the second output, %s" % pure)
    k.store(in_loop(k, x, 5, lambda v: k.asm("mov.b32 $0, 1; add.u32 $0, $0, $1; xor.b32 $0, $0, $2;", "=r,r,r", [v, y], ["i32"], lambda a, b: [(a + 1 & WORD) ^ b])[0]), "carried")
    k.store(y, "as it was")


@case
def immediates(k):
    x = k.load((64,), "i32", numbers(64))
    # The element type, its bits, and what the same operand is in a register of 32
    # bits: extended with zeros, or by its sign where that is asked for.
    for element, bits, seen, signed in (
        ("i32", 7, 7, 7), ("i32", 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFE), ("i32", 1 << 31, 1 << 31, 1 << 31),
        ("i8", 200, 200, -56 & WORD), ("i8", 128, 128, -128 & WORD), ("i8", 100, 100, 100),
        ("i16", 65535, 65535, WORD), ("i16", 0x8000, 0x8000, -0x8000 & WORD), ("i1", 1, 1, 1), ("i1", 0, 0, 0),
        ("f32", single(1.5), single(1.5), single(1.5)), ("f32", single(-2.0), single(-2.0), single(-2.0)), ("f32", 0x7FC12345, 0x7FC12345, 0x7FC12345),
        ("f16", half(-1.0), half(-1.0), half(-1.0)), ("bf16", bfloat(-3.0), bfloat(-3.0), bfloat(-3.0)), ("f8E4M3FN", 0xB8, 0xB8, 0xB8)):
        for shape in (None, (64,), (1,)):
            for attributes, number in (("", seen), ("sign_extend", signed)):
                c = k.constant(shape, element, bits)
                for letter in "nir":
                    # A float that is narrower than its register has no sign to extend.
                    if attributes and letter == "r" and element in ("f16", "bf16", "f8E4M3FN"):
                        continue
                    made = k.asm("add.u32 $0, $1, $2;", "=r,r,%s" % letter, [x, c], ["i32"], lambda x, _: [x + number & WORD], attributes=attributes)[0]
                    k.store(made, "%s %d of %s as %s%s" % (element, bits, shape, letter, attributes))


@case
def wide_immediates(k):
    x = k.load((64,), "i64", numbers(64, 64))
    everything = (1 << 64) - 1
    for element, bits in (("i64", 7), ("i64", everything), ("i64", 1 << 63), ("f64", double(-0.75)), ("f64", 1)):
        for letter in "nil":
            c = k.constant((64,), element, bits)
            made = k.asm("add.u64 $0, $1, $2;", "=l,l,%s" % letter, [x, c], ["i64"], lambda x, _: [x + bits & everything])[0]
            k.store(made, "%s %d as %s" % (element, bits, letter))


@case
def float_immediates(k):
    # In instructions on floats, where a number in decimal would be an error.
    x = k.load((64,), "f32", [single(i) for i in range(64)])
    y = k.load((64,), "f64", [double(i) for i in range(64)])
    for letter, wide in zip("nif", "nid"):
        c = k.constant((64,), "f32", single(-1.5))
        made = k.asm("add.f32 $0, $1, $2;", "=f,f,%s" % letter, [x, c], ["f32"], lambda a, _: [single(struct.unpack("<f", struct.pack("<I", a))[0] - 1.5)])[0]
        k.store(made, "f32 as %s" % letter)
        d = k.constant((64,), "f64", double(-0.75))
        made = k.asm("add.f64 $0, $1, $2;", "=d,d,%s" % wide, [y, d], ["f64"], lambda a, _: [double(struct.unpack("<d", struct.pack("<Q", a))[0] - 0.75)])[0]
        k.store(made, "f64 as %s" % wide)
    h = k.constant((64,), "f16", half(-1.5))
    made = k.asm("mov.b16 $0, $1;", "=h,n", [h], ["f16"], lambda _: [half(-1.5)])[0]
    k.store(made, "f16")


@case
def vectors(k):
    x = k.load((64,), "i64", numbers(64, 64))
    low, high = k.asm("mov.b64 {$0, $1}, $2;", "=r,=r,l", [x], ["i32", "f32"], lambda x: [x & WORD, x >> 32])
    k.store(low, "low")
    k.store(high, "high")
    back = k.asm("mov.b64 $0, {$1, $2};", "=d,r,f", [low, high], ["f64"], lambda a, b: [a | b << 32])[0]
    k.store(back, "both")


@case
def predicates(k):
    x, y = k.load((128,), "i32", numbers(128)), k.load((1,), "i32", [0x50000000])
    less = k.asm("setp.lt.s32 $0, $1, $2;", "=b,r,r", [x, y], ["i1"], lambda a, b: [int(to_signed(a, 32) < b)])[0]
    k.store(less, "less")
    k.store(k.asm("selp.b32 $0, $1, $2, $3;", "=r,r,r,b", [x, y, less], ["i32"], lambda a, b, p: [a if p else b])[0], "selected")
    k.store(k.asm("@$1 mov.b32 $0, 5;", "=r,b,0", [less, x], ["i32"], lambda p, a: [5 if p else a])[0], "guard")
    k.store(k.asm("not.pred $0, $1;", "=b,b", [less], ["i1"], lambda p: [1 - p], pure=False)[0], "not")
    # What a byte is but 0 is true, whatever is above the byte.
    for word, truth in ((0x80, 1), (2, 1), (0x100, 0), (0xFFFFFF00, 0), (0, 0)):
        k.store(k.asm("mov.b32 $0, %d;" % word, "=r", [], ["i1"], lambda: [truth], shape=(64,))[0], "byte %d" % word)
    k.store(k.asm("mov.b32 $0, 0x40020180;", "=r", [], ["i1"], lambda: [1], shape=(64,), pack=4)[0], "bytes")
    # Four flags from eight registers of two words, and back.
    d = k.load((64,), "f64", [double(float(i % 7 - 3)) for i in range(64)])
    e = k.load((1,), "f64", [double(1.0)])
    for pack in (2, 4):
        body = ".reg .pred p; .reg .u32 t; mov.b32 $0, 0;\n"
        for j in range(pack):
            body += "setp.gt.f64 p, $%d, $%d; selp.u32 t, 1, 0, p; shl.b32 t, t, %d; or.b32 $0, $0, t;\n" % (1 + j, 1 + pack + j, 8 * j)
        flags = k.asm(body, "=r" + ",d" * (2 * pack), [d, e], ["i1"], lambda a, b: [int(struct.unpack("<d", struct.pack("<Q", a))[0] > 1.0)], pack=pack)[0]
        k.store(flags, "flags by %d" % pack)
        more = k.asm("xor.b32 $0, $1, 0x01010101;", "=r,r", [flags], ["i1"], lambda p: [1 - p], pack=pack)[0]
        k.store(more, "not flags by %d" % pack)


@case
def floats(k):
    n = 256
    xs, ys = [float(i % 17 - 8) for i in range(n)], [float(i % 5 + 1) for i in range(n)]
    sums = [x + y for x, y in zip(xs, ys)]
    for element, bits, add in (("f16", half, "add.f16"), ("f32", single, "add.f32"), ("f64", double, "add.f64")):
        letter = {"f16": "h", "f32": "f", "f64": "d"}[element]
        x, y = k.load((n,), element, [bits(v) for v in xs]), k.load((n,), element, [bits(v) for v in ys])
        made = k.asm(add + " $0, $1, $2;", "=%s,%s,%s" % (letter, letter, letter), [x, y], [element], lambda *_: [0])[0]
        made.bits = [bits(v) for v in sums]
        k.store(made, add)
        if element == "f32":
            made = k.asm(add + " $0, $1, $2;", "=r,r,f", [x, y], [element], lambda *_: [0])[0]
            made.bits = [bits(v) for v in sums]
            k.store(made, add + " in r")
    for element, bits, fma in (("f16", half, "fma.rn.f16x2"), ("bf16", bfloat, "fma.rn.bf16x2")):
        x, y = k.load((n,), element, [bits(v) for v in xs]), k.load((n,), element, [bits(v) for v in ys])
        one = k.constant(None, element, bits(1.0))
        made = k.asm(fma + " $0, $1, $2, $3;", "=r,r,r,r", [x, one, y], [element], lambda *_: [0], pack=2)[0]
        made.bits = [bits(v) for v in sums]
        k.store(made, fma)
        body = "\n".join("%s $%d, $%d, $%d, $%d;" % (fma, j, 4 + j, 8 + j, 12 + j) for j in range(4))
        made = k.asm(body, ",".join(["=r"] * 4 + ["r"] * 12), [x, one, y], [element], lambda *_: [0], pack=8)[0]
        made.bits = [bits(v) for v in sums]
        k.store(made, fma + " by 8")


@case
def small_floats(k):
    """e4m3 and e5m2, two in 16 bits, to f16 and back."""
    k.options.append("--target=sm_90a")
    codes = [c for c in range(256) if c & 0x7F < 0x78]
    codes += codes[: 256 - len(codes)]
    four_three = [(-1) ** (c >> 7) * (((c & 7) / 8 + ((c >> 3 & 15) > 0)) * 2.0 ** (max(c >> 3 & 15, 1) - 7)) for c in codes]
    five_two = [(-1) ** (c >> 7) * (((c & 3) / 4 + ((c >> 2 & 31) > 0)) * 2.0 ** (max(c >> 2 & 31, 1) - 15)) for c in codes]
    for element, name, values in (("f8E4M3FN", "e4m3x2", four_three), ("f8E5M2", "e5m2x2", five_two)):
        x = k.load((256,), element, codes)
        wide = k.asm("cvt.rn.f16x2.%s $0, $1;" % name, "=r,h", [x], ["f16"], lambda *_: [0], pack=2)[0]
        wide.bits = [half(v) for v in values]
        k.store(wide, name)
        back = k.asm("cvt.rn.satfinite.%s.f16x2 $0, $1;" % name, "=h,r", [wide], [element], lambda *_: [0], pack=2)[0]
        back.bits = list(codes)
        k.store(back, "to " + name)


@case
def integers(k):
    """Bytes in words: dot products with constants and scalars, which stay whole."""
    x = k.load(None, "i8", [37])
    three = k.constant((256,), "i8", 3)
    y = k.load((256,), "i8", numbers(256, 8))
    body = "dp4a.u32.u32 $0, $4, $5, 0; mov.b32 $1, $0; mov.b32 $2, $0; mov.b32 $3, $0;"
    k.store(k.asm(body, "=r,=r,=r,=r,r,r", [three, x], ["i32"], lambda a, b: [4 * a * b], shape=(256,), pack=4)[0], "constant and scalar")
    k.store(k.asm("lop3.b32 $0, $1, $2, $3, 0x96;", "=r,r,r,r", [y, x, three], ["i8"], lambda a, b, c: [a ^ b ^ c], pack=4)[0], "bytes")
    row, column = k.load((1, 32), "i16", numbers(32, 16)), k.load((8, 1), "i16", numbers(8, 16))
    k.store(k.asm("and.b32 $0, $1, $2;", "=r,r,r", [row, column], ["i16"], lambda a, b: [a & b], pack=2)[0], "row and column")
    made = k.asm("xor.b32 $0, $2, 0x01010101; not.b32 $1, $3;", "=r,=r,r,r", [y], ["i8"], lambda a: [0], pack=8)[0]
    # Which of the two registers an element was in is unspecified.
    k.store(made, "two words", is_known=False)
    k.checks.append(lambda get: None if all(f in (a ^ 1, a ^ 255) for f, a in zip(get("two words"), y.bits)) else "two words: %s" % get("two words")[:16])
    for sign, extend in (("", lambda v, bits: v), ("sign_extend", lambda v, bits: to_signed(v, bits) & WORD)):
        z = k.load((64,), "i16", numbers(64, 16))
        k.store(k.asm("add.u32 $0, $1, $2;", "=r,r,r", [y_part(k, y), z], ["i32"], lambda a, b: [extend(a, 8) + extend(b, 16) & WORD], attributes=sign)[0], "lone, " + sign)


def y_part(k, y):
    return k.load((64,), "i8", y.bits[:64])


@case
def pointers(k):
    """Addresses in and out, and one for a whole group."""
    words = numbers(64)
    offset = k.place(k.input, "i32", words)
    base, _ = k.address("%in", offset, None, "i32")
    tile, kind = k.address("%in", offset, (64,), "i32")
    at = Value(tile, (64,), POINTER, [4 * i for i in range(64)])
    k.store(k.asm("ld.global.b32 $0, [$1];", "=r,l", [at], ["i32"], lambda a: [words[a // 4]])[0], "loaded")
    moved = k.asm("xor.b64 $0, $1, 4;", "=l,l", [at], [POINTER], lambda a: [a ^ 4])[0]
    name = k.emit("tile.load %s : %s" % (moved.name, kind))
    k.store(Value(name, (64,), "i32", [words[i ^ 1] for i in range(64)]), "through a moved pointer")
    first = Value(base, None, POINTER, [0])
    index = k.range((64,))
    body = "\n".join(".reg .b64 a%d; mad.wide.u32 a%d, $%d, 4, $2; ld.global.b32 $%d, [a%d];" % (j, j, 3 + j, j, j) for j in range(2))
    k.store(k.asm(body, "=r,=r,l,r,r", [first, index], ["i32"], lambda p, i: [words[i]], pack=2, attributes="per_group = array<i32: 0>")[0], "by index")


@case
def mixed(k):
    """Three results of different widths, four elements at a time; f16 from bytes."""
    b = k.load((256,), "i8", numbers(256, 8))
    f = k.load((256,), "f32", [single(float(i)) for i in range(256)])
    body = ".reg .b32 t, u; mov.b32 $0, $9;\n"
    for j in range(4):
        body += "bfe.u32 t, $9, %d, 8; cvt.u64.u32 $%d, t;\n" % (8 * j, 3 + j)
    body += "cvt.rzi.u32.f32 t, $10; cvt.rzi.u32.f32 u, $11; prmt.b32 $1, t, u, 0x5410; cvt.rzi.u32.f32 t, $12; cvt.rzi.u32.f32 u, $13; prmt.b32 $2, t, u, 0x5410;\nmov.b32 $7, $10; mov.b32 $8, $11;"
    results = k.asm(body, "=r,=r,=r,=l,=l,=l,=l,=r,=r,r,f,f,f,f", [b, f], ["i8", "i16", "i64", "bf16"], lambda a, _: [a, 0, a, 0], pack=4)
    results[1].bits = list(range(256))
    for i, result in enumerate(results[:3]):
        k.store(result, "result %d" % i)
    body = ".reg .b16 h<4>; .reg .b32 t;\n"
    for j in range(4):
        body += "bfe.u32 t, $2, %d, 8; cvt.rn.f16.u32 h%d, t;\n" % (8 * j, j)
    body += "mov.b32 $0, {h0, h1}; mov.b32 $1, {h2, h3};"
    made = k.asm(body, "=r,=r,r", [b], ["f16"], lambda a: [half(float(a))], pack=4)[0]
    k.store(made, "halves")


@case
def reductions(k):
    """In the region of a reduction, on scalars."""
    x = k.load((8, 16), "i32", numbers(128))
    name = k.fresh()
    k.add(
        '%s = "tile.reduce"(%s) <{axis = 1 : i32}> ({\n^bb0(%%a: i32, %%b: i32):\n'
        '  %%c = tile.elementwise_inline_asm "min.u32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %%a, %%b : i32, i32 -> i32\n'
        "  tile.reduce.return %%c : i32\n}) : (tensor<8x16xi32>) -> tensor<8xi32>" % (name, x.name)
    )
    k.store(Value(name, (8,), "i32", [min(x.bits[16 * i : 16 * i + 16]) for i in range(8)]), "least")


def run(runner):
    for function in CASES:
        for warps in (1, 4, 32):
            k = Kernel(warps)
            function(k)
            runner.run(k, "%s, %d warps" % (function.__name__, warps))
