"""Random inline PTX: any types in any registers, packed, broadcast and tied.

Each asm takes every element out of its register, mixes it with those of the other
operands at the same position, and puts the results back. It looks at all bits of
a register that holds one element, so that what lies above the element counts, and
leaves rubbish above a lone result.
"""

from bench import BITS, POINTER, REGISTER_BITS, Kernel, Value, mask_of, to_signed

ELEMENTS = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", POINTER]
SHAPES = [(1,), (2,), (8,), (32,), (64,), (128,), (256,), (512,), (1, 1), (4, 8), (1, 64), (64, 1), (16, 16), (2, 4, 8), (1, 32, 4), (8, 1, 16)]
MIX = 0x9E3779B97F4A7C15
WIDE = mask_of(64)


def unit_bits(element):
    """i1 travels as a byte."""
    return max(8, BITS[element])


def per_register(element, pack):
    bits = unit_bits(element)
    return 1 if bits >= 32 else min(32 // bits, pack)


def letters_for(element, pack):
    """The classes whose registers hold what one of an operand holds."""
    count = per_register(element, pack)
    letters = [c for c in "hrlfd" if REGISTER_BITS[c] >= count * unit_bits(element)]
    return letters + ["b"] * (element == "i1" and count == 1)


def may_sign_extend(operands):
    """Whether the attribute means something: for an integer, and no lone float that is narrower
    than its register."""
    operands = [operand for operand in operands if operand.immediate is None]
    for operand in operands:
        if operand.is_float() and operand.per == 1 and BITS[operand.element] < REGISTER_BITS[operand.letter]:
            return False
    return any(not operand.is_float() for operand in operands)


class Operand:
    """How an asm takes one of its operands."""

    def __init__(self, element, pack, letter):
        self.element, self.letter = element, letter
        self.per = per_register(element, pack)
        self.registers = pack // self.per
        self.first = None  # the number of its first register
        self.ties = {}  # register: the output that it shares
        self.immediate = None
        self.per_group = False
        self.sign_extend = False

    def is_float(self):
        return self.element[0] in "bf"

    def seen(self, bits):
        """What the asm has of one element, 64 bits."""
        if not self.sign_extend or self.per > 1 or self.letter == "b" or self.element[0] != "i" or self.element == "i1":
            return bits
        whole = to_signed(bits, BITS[self.element]) & mask_of(REGISTER_BITS[self.letter])
        return (whole & WIDE) + (whole >> 64) & WIDE


def read(lines, register, letter, to):
    """Puts all bits of `$register` in the 64-bit register `to`."""
    text = "$%d" % register
    if letter == "h":
        lines.append("cvt.u64.u16 %s, %s;" % (to, text))
    elif letter in "rf":
        lines += ["mov.b32 word, %s;" % text, "cvt.u64.u32 %s, word;" % to]
    elif letter in "ld":
        lines.append("mov.b64 %s, %s;" % (to, text))
    elif letter == "q":
        # Nothing is above 64 bits; where something is, it shows.
        lines += ["mov.b128 {%s, high}, %s;" % (to, text), "add.u64 %s, %s, high;" % (to, to)]
    elif letter == "b":
        lines.append("selp.b64 %s, 1, 0, %s;" % (to, text))


def write(lines, register, letter, value):
    """Puts the low bits of the 64-bit register `value` in `$register`."""
    text = "$%d" % register
    if letter == "h":
        lines.append("cvt.u16.u64 %s, %s;" % (text, value))
    elif letter in "rf":
        lines += ["cvt.u32.u64 word, %s;" % value, "mov.b32 %s, word;" % text]
    elif letter in "ld":
        lines.append("mov.b64 %s, %s;" % (text, value))
    elif letter == "q":
        lines.append("mov.b128 %s, {%s, %s};" % (text, value, value))
    elif letter == "b":
        lines += ["and.b64 part, %s, 1;" % value, "setp.ne.u64 %s, part, 0;" % text]


def make_body(operands, results, pack, salt, scratch=()):
    """The text, and the model of one element. At the end the text writes to the
    input registers in `scratch`."""
    salt |= 1
    factors = [(MIX * (2 * r + 3) ^ salt) & WIDE | 1 for r in range(len(results))]
    lines = [".reg .b64 acc, part, made, high, gathered, v<%d>;" % max(1, sum(o.registers for o in operands)), ".reg .b32 word;"]
    # What is read late shows whether an output came into its register before.
    have = {}
    number = 0

    def value_of(operand, j):
        nonlocal number
        if operand.immediate is not None:
            return "$%d" % operand.first
        register = operand.first + (0 if operand.per_group else j // operand.per)
        if register not in have:
            have[register] = "v%d" % number
            number += 1
            read(lines, register, operand.letter, have[register])
        whole = have[register]
        if operand.per == 1 or operand.per_group:
            return whole
        bits = unit_bits(operand.element)
        lines.append("shr.b64 part, %s, %d;" % (whole, bits * (j % operand.per)))
        lines.append("and.b64 part, part, %d;" % mask_of(bits))
        return "part"

    tied = set(register for o in operands for register in o.ties)
    for operand in operands:
        for j in range(pack):
            if operand.first is not None and operand.first + j // operand.per in tied and not operand.per_group:
                if operand.per == 1:
                    value_of(operand, j)
                elif operand.first + j // operand.per not in have:
                    value_of(operand, j)
    for j in range(pack):
        lines.append("mov.b64 acc, %d;" % salt)
        for operand in operands:
            lines.append("mul.lo.u64 acc, acc, %d;" % MIX)
            lines.append("add.u64 acc, acc, %s;" % value_of(operand, j))
        lines += ["shr.u64 part, acc, 29;", "xor.b64 acc, acc, part;"]
        for factor, result in zip(factors, results):
            lines += ["mul.lo.u64 made, acc, %d;" % factor, "shr.u64 part, made, 33;", "xor.b64 made, made, part;"]
            bits = unit_bits(result.element)
            register = result.first + j // result.per
            if result.per == 1:
                if result.element == "i1" and result.letter != "b":
                    # A byte of 0 or 1, and rubbish above.
                    lines.append("and.b64 made, made, %d;" % (WIDE ^ 0xFE))
                write(lines, register, result.letter, "made")
                continue
            lines.append("and.b64 made, made, %d;" % (1 if result.element == "i1" else mask_of(bits)))
            # The register is whole in its last element; the parts before wait in it.
            position = j % result.per
            gathered = "g%d" % result.first
            if position == 0:
                lines.append("mov.b64 %s, made;" % gathered)
            else:
                lines += ["shl.b64 made, made, %d;" % (bits * position), "or.b64 %s, %s, made;" % (gathered, gathered)]
            if position == result.per - 1:
                write(lines, register, result.letter, gathered)
    for register, letter in scratch:
        lines.append("not.b64 part, acc;")
        write(lines, register, letter, "part")
    for result in results:
        if result.per > 1:
            lines.insert(0, ".reg .b64 g%d;" % result.first)

    def model(*elements):
        acc = salt
        for operand, bits in zip(operands, elements):
            seen = operand.immediate if operand.immediate is not None else operand.seen(bits)
            acc = (acc * MIX + seen) & WIDE
        acc ^= acc >> 29
        made = []
        for factor, result in zip(factors, results):
            x = acc * factor & WIDE
            x ^= x >> 33
            made.append(x & mask_of(BITS[result.element]))
        return made

    return "\n".join(lines), model


def make_fallback(operands, results, pack, salt, is_group):
    """The model in arith, on scalars: of one element, or of a group."""
    count = [0]
    lines = []

    def emit(text):
        count[0] += 1
        lines.append("  %%f%d = %s" % (count[0], text))
        return "%%f%d" % count[0]

    def constant(value):
        return emit("arith.constant %d : i64" % to_signed(value & WIDE, 64))

    positions = pack if is_group else 1
    arguments, names = [], []
    for i, operand in enumerate(operands):
        names.append(["%%x%d_%d" % (i, j) for j in range(1 if operand.per_group else positions)])
        arguments += ["%s: %s" % (name, operand.element) for name in names[-1]]

    def widen(operand, name):
        element, bits = operand.element, BITS[operand.element]
        if operand.immediate is not None:
            return constant(operand.immediate)
        if element == POINTER:
            return emit("tile.ptr_to_int %s : %s -> i64" % (name, POINTER))
        if element[0] != "i":
            name = emit("tile.bitcast %s : %s -> i%d" % (name, element, bits))
        if operand.seen(mask_of(bits)) == mask_of(bits):
            return name if bits == 64 else emit("arith.extui %s : i%d to i64" % (name, bits))
        wide = name if bits == 64 else emit("arith.extsi %s : i%d to i64" % (name, bits))
        if operand.letter == "q":
            # Above 64 bits, where the sign is, too.
            return emit("arith.addi %s, %s : i64" % (wide, emit("arith.shrsi %s, %s : i64" % (wide, constant(63)))))
        return emit("arith.andi %s, %s : i64" % (wide, constant(mask_of(REGISTER_BITS[operand.letter]))))

    returned = [[] for _ in results]
    for j in range(positions):
        acc = constant(salt | 1)
        for operand, values in zip(operands, names):
            acc = emit("arith.muli %s, %s : i64" % (acc, constant(MIX)))
            acc = emit("arith.addi %s, %s : i64" % (acc, widen(operand, values[0 if operand.per_group else j])))
        acc = emit("arith.xori %s, %s : i64" % (acc, emit("arith.shrui %s, %s : i64" % (acc, constant(29)))))
        for r, result in enumerate(results):
            made = emit("arith.muli %s, %s : i64" % (acc, constant((MIX * (2 * r + 3) ^ (salt | 1)) & WIDE | 1)))
            made = emit("arith.xori %s, %s : i64" % (made, emit("arith.shrui %s, %s : i64" % (made, constant(33)))))
            bits = BITS[result.element]
            if result.element == POINTER:
                made = emit("tile.int_to_ptr %s : i64 -> %s" % (made, POINTER))
            else:
                made = emit("arith.trunci %s : i64 to i%d" % (made, bits)) if bits < 64 else made
                if result.element[0] != "i":
                    made = emit("tile.bitcast %s : i%d -> %s" % (made, bits, result.element))
            returned[r].append(made)
    values = [value for group in returned for value in group]
    types = [result.element for result, group in zip(results, returned) for _ in group]
    lines.append("  tile.asm.return %s : %s" % (", ".join(values), ", ".join(types)))
    return " fallback (%s) {\n%s\n}" % (", ".join(arguments), "\n".join(lines))


def random_bits(random, element):
    bits = BITS[element]
    return random.choice([0, 1, mask_of(bits), 1 << (bits - 1), random.getrandbits(bits), random.getrandbits(bits)])


def narrower(random, shape):
    """A shape that broadcasts to `shape`."""
    if random.random() < 0.2:
        return None
    return tuple(1 if random.random() < 0.3 else extent for extent in shape)


def choose_operand(kernel, random, shape, pack, settings, values, have):
    """An operand, whose value is added to `values`."""
    element = random.choice(ELEMENTS)
    if have and random.random() < 0.2:
        value = random.choice(have)
        element = value.element
        values.append(value)
        return Operand(element, pack, random.choice(letters_for(element, pack)))
    operand = Operand(element, pack, random.choice(letters_for(element, pack) + ["q"] * settings["q"]))
    at = None if shape is None else shape if random.random() < 0.7 else narrower(random, shape)
    if random.random() < 0.15 and element != POINTER:
        bits = random_bits(random, element)
        values.append(kernel.constant(at, element, bits))
        if operand.per == 1 and random.random() < 0.6:
            operand.letter = random.choice("ni")
            operand.immediate = to_signed(bits, BITS[element]) & WIDE if element[0] == "i" and element != "i1" else bits
    else:
        values.append(kernel.load(at, element, [random_bits(random, element) for _ in places_of(at)]))
    if operand.immediate is None and random.random() < 0.15:
        # The same for all elements, so that it is no matter which ones form a group.
        value = kernel.load(None, element, [random_bits(random, element)])
        if at is not None and random.random() < 0.5:
            ones = kernel.load(at, element, value.bits * len(places_of(at)))
            value = ones
        values[-1] = value
        operand.per_group = True
        operand.per = operand.registers = 1
        operand.letter = random.choice(letters_for(element, 1))
    return operand


def add_random(kernel, random, label, settings, have):
    """One asm of a kernel, and the stores of its results."""
    shape = random.choice(SHAPES + [None])
    pack = random.choice([1, 1, 2, 4, 8, 16, 32])
    width = random.choice([1, 1, 2, 3]) if pack <= 8 else 1
    operands, values = [], []
    fitting = [v for v in have if v.shape == shape]
    for _ in range(random.randint(0, width)):
        operands.append(choose_operand(kernel, random, shape, pack, settings, values, fitting))
        fitting.append(values[-1])
    wanted = shape
    tiles = [v.shape for v in values if v.shape is not None]
    if tiles:
        wanted = tuple(max(extents) for extents in zip(*tiles))
    # In a loop the first result becomes the first operand.
    is_loop = bool(values) and values[0].shape == wanted and operands[0].immediate is None and not operands[0].per_group and random.random() < 0.3
    results = []
    for i in range(random.randint(1, width)):
        element = values[0].element if is_loop and i == 0 else random.choice(ELEMENTS)
        results.append(Operand(element, pack, random.choice(letters_for(element, pack) + ["q"] * settings["q"])))
    number, constraints = 0, []
    for result in results:
        result.first = number
        number += result.registers
        constraints += ["=" + result.letter] * result.registers
    outputs = {k: c[1] for k, c in enumerate(constraints)}
    free = set(outputs)
    sign_extend = random.random() < 0.2 and may_sign_extend(operands)
    scratch = []
    for operand in operands:
        operand.first = number
        operand.sign_extend = sign_extend
        number += operand.registers
        for k in range(operand.registers):
            same = [o for o in sorted(free) if outputs[o] == operand.letter]
            if same and random.random() < 0.3:
                output = random.choice(same)
                free.discard(output)
                operand.ties[operand.first + k] = output
                constraints.append(str(output))
            else:
                constraints.append(operand.letter)
                if operand.immediate is None and random.random() < 0.05:
                    scratch.append((operand.first + k, operand.letter))
    if random.random() < 0.1:
        constraints.append("~{memory}")
    salt = random.getrandbits(63)
    body, model = make_body(operands, results, pack, salt, scratch)
    fallback = ""
    if settings["fallbacks"]:
        fallback = make_fallback(operands, results, pack, salt, pack > 1 and random.random() < 0.5)
    pure = random.random() < 0.8
    scope = None
    if not pure and len(places_of(wanted)) < pack:
        pure = True
    if not pure and random.random() < 0.3:
        scope = "thread"
    attributes = ["sign_extend"] * sign_extend
    per_group = [str(i) for i, operand in enumerate(operands) if operand.per_group]
    if per_group:
        attributes.append("per_group = array<i32: %s>" % ", ".join(per_group))
    rounds = random.choice([2, 3]) if is_loop else 1
    inner = list(values)
    if is_loop:
        zero, one = kernel.i32(0), kernel.i32(1)
        bound = kernel.i32(rounds) if random.random() < 0.5 else kernel.load(None, "i32", [rounds]).name
        first = values[0]
        name = kernel.fresh()
        kernel.add("%s = scf.for %%i%s = %s to %s step %s iter_args(%%a%s = %s) -> (%s) : i32 {" % (name, name[1:], zero, bound, one, name[1:], first.name, first.type))
        kernel.indent += 1
        inner[0] = Value("%a" + name[1:], first.shape, first.element, first.bits)
    made = None
    for i in range(rounds):
        lines = len(kernel.lines)
        made = kernel.asm(body, ",".join(constraints), inner, [r.element for r in results], model, shape=wanted, pack=pack, pure=pure, scope=scope, attributes=", ".join(attributes), fallback=fallback)
        if i < rounds - 1:
            # Only for what it makes.
            del kernel.lines[lines:]
            inner[0] = Value(inner[0].name, inner[0].shape, inner[0].element, made[0].bits)
    if is_loop:
        kernel.add("scf.yield %s : %s" % (made[0].name, made[0].type))
        kernel.indent -= 1
        kernel.add("}")
        made = [Value(name, made[0].shape, made[0].element, made[0].bits)]
    what = "shape %s, pack %d, operands %s, constraints %s" % (wanted, pack, [v.type for v in values], ",".join(constraints))
    for i, value in enumerate(made):
        kernel.store(value, "%s, result %d of %s" % (label, i, what))
    for i, value in enumerate(values):
        if random.random() < 0.2:
            kernel.store(value, "%s, operand %d of %s" % (label, i, what))
    have += values + made


def places_of(shape):
    size = 1
    for extent in shape or ():
        size *= extent
    return range(size)


def make(random, label, asms=6, **settings):
    """A kernel of some asms. The settings say what may be in it: q, which takes
    128 bits, and fallbacks."""
    kernel = Kernel(random.choice([1, 2, 4, 4, 8, 32]))
    target = random.choice(["sm_80", "sm_90a", "sm_100a"])
    kernel.options.append("--target=" + target)
    if settings["q"]:
        # mov.b128 is of PTX 8.3, the target of 8.6.
        kernel.options.append("--ptx-version=%d" % (86 if target == "sm_100a" else 83))
    have = []
    for i in range(asms):
        add_random(kernel, random, "%s, asm %d" % (label, i), settings, have)
    return kernel


def every_class():
    """All kinds of an operand: element, elements an asm, class; results are of the
    next kind of that number of elements."""
    for pack in (1, 2, 4, 8, 16, 32):
        kinds = [(element, letter) for element in ELEMENTS for letter in letters_for(element, pack) + ["q"]]
        for i, kind in enumerate(kinds):
            for distance in (0, 1, 7):
                yield pack, kind, kinds[(i + distance) % len(kinds)]


def add_kind(kernel, random, label, pack, given, made):
    shape = (max(pack, 8) * random.choice([1, 4]),)
    operand, result = Operand(given[0], pack, given[1]), Operand(made[0], pack, made[1])
    result.first, operand.first = 0, result.registers
    body, model = make_body([operand], [result], pack, random.getrandbits(63))
    constraints = ["=" + made[1]] * result.registers + [given[1]] * operand.registers
    value = kernel.load(shape, given[0], [random_bits(random, given[0]) for _ in places_of(shape)])
    kernel.store(kernel.asm(body, ",".join(constraints), [value], [made[0]], model, pack=pack)[0], label)
