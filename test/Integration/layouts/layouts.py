"""Random layouts of tiles, and what they are as linear maps.

A layout is what it owns: the row-major number of the element that each bit of a
register's, a lane's and a warp's number adds, by exclusive or. This is a second
implementation of what the compiler's layout attributes mean: a kernel compiles only
if both agree.
"""

LANE_BITS = 5


def log2(size):
    return size.bit_length() - 1


class Layout:
    """`text` is the attribute; the others are lists of numbers of elements."""

    def __init__(self, text, shape, registers, lanes, warps):
        self.text, self.shape = text, tuple(shape)
        self.registers, self.lanes, self.warps = registers, lanes, warps

    def flat(self):
        """The same owners for the same elements as a tile of one dimension."""
        lists = [", ".join("[%d]" % column for column in columns) for columns in (self.registers, self.lanes, self.warps)]
        return "#tile.linear<{register = [%s], lane = [%s], warp = [%s], block = []}>" % tuple(lists)

    def storing_warps(self):
        """How many warps store, if of those that hold copies one does: a bit of the
        warp's number is free if the bits before it reach what it adds."""
        reached = Span(self.registers + self.lanes)
        return 1 << sum(reached.insert(column) for column in self.warps)


class Span:
    """Numbers and their exclusive ors."""

    def __init__(self, numbers=()):
        self.rows = []
        for number in numbers:
            self.insert(number)

    def insert(self, number):
        """Whether the number is new."""
        for row in self.rows:
            number = min(number, number ^ row)
        if number:
            self.rows.append(number)
        return number != 0


def flatten(coordinates, shape):
    number = 0
    for c, size in zip(coordinates, shape):
        number = number * size + c
    return number


def unflatten(number, shape):
    coordinates = []
    for size in reversed(shape):
        coordinates.append(number % size)
        number //= size
    return coordinates[::-1]


def adapt(text, shape, columns, order):
    """Columns of coordinates for a tile of this shape: what is beyond it wraps, and
    registers cover what is not reached."""
    reached = [1] * len(shape)
    for level in columns:
        for vector in level:
            for dim, c in enumerate(vector):
                reached[dim] = max(reached[dim], 1 << c.bit_length())
    flat = [[flatten([c % size for c, size in zip(vector, shape)], shape) for vector in level] for level in columns]
    flat[0] = [column for column in flat[0] if column]
    for dim in order:
        c = reached[dim]
        while c < shape[dim]:
            flat[0].append(flatten([c if d == dim else 0 for d in range(len(shape))], shape))
            c *= 2
    return Layout(text, shape, *flat)


def split_bits(random, bits, rank):
    """A size per dimension, powers of two whose product is 2^bits."""
    sizes = [1] * rank
    for _ in range(bits):
        sizes[random.randrange(rank)] *= 2
    return sizes


def blocked_columns(random, shape, warp_bits):
    """A blocked layout's attribute and columns of coordinates, for its own shape."""
    rank = len(shape)
    levels = [split_bits(random, random.randrange(6), rank), split_bits(random, LANE_BITS, rank), split_bits(random, warp_bits, rank)]
    order = random.sample(range(rank), rank)
    columns, at = [], [1] * rank
    for sizes in levels:
        columns.append([])
        for dim in order:
            for _ in range(log2(sizes[dim])):
                columns[-1].append([at[dim] if d == dim else 0 for d in range(rank)])
                at[dim] *= 2
    text = "#tile.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = %s, order = %s}>" % (*levels, order)
    return text, columns, order


def blocked(random, shape, warp_bits):
    text, columns, order = blocked_columns(random, shape, warp_bits)
    return adapt(text, shape, columns, order)


def sliced(random, shape, warp_bits):
    """Another layout's, without one dimension."""
    dim = random.randrange(len(shape) + 1)
    wide = shape[:dim] + (1,) + shape[dim:]
    if random.random() < 0.5:
        parent = blocked(random, wide, warp_bits)
    elif len(wide) < 5 and random.random() < 0.3:
        parent = sliced(random, wide, warp_bits)
    else:
        parent = linear(random, wide, warp_bits)
    return Layout("#tile.slice<{dim = %d, parent = %s}>" % (dim, parent.text), shape, parent.registers, parent.lanes, parent.warps)


def random_columns(random, bits, size, is_permutation):
    """`size` numbers that are independent, as many as there can be of `bits` bits, or
    0 or sums of those."""
    numbers = [1 << bit for bit in range(bits)]
    if not is_permutation:
        for _ in range(2 * bits * bits):
            i, j = random.randrange(bits), random.randrange(bits)
            if i != j:
                numbers[i] ^= numbers[j]
    random.shuffle(numbers)
    while len(numbers) < size:
        copy = 0
        if numbers and random.random() < 0.3:
            copy = random.choice(numbers) ^ random.choice(numbers + [0])
        numbers.insert(random.randrange(len(numbers) + 1), copy)
    return numbers


def from_columns(shape, registers, lanes, warps):
    """The linear layout of these numbers of elements."""
    registers = [column for column in registers if column]
    lists = [", ".join("[" + ", ".join(map(str, unflatten(column, shape))) + "]" for column in columns) for columns in (registers, lanes, warps)]
    text = "#tile.linear<{register = [%s], lane = [%s], warp = [%s], block = []}>" % tuple(lists)
    return Layout(text, shape, registers, lanes, warps)


def linear(random, shape, warp_bits):
    bits = sum(map(log2, shape))
    threads = LANE_BITS + warp_bits
    size = max(bits, threads) + random.choice([0, 0, 0, 1, 2])
    numbers = random_columns(random, bits, size, random.random() < 0.5)
    return from_columns(shape, numbers[threads:], numbers[:LANE_BITS], numbers[LANE_BITS:threads])


def relative(random, layout, kind):
    """A layout whose elements come from another one's registers, or lanes."""
    registers, lanes = list(layout.registers), list(layout.lanes)
    if kind == "registers":
        random.shuffle(registers)
        for _ in range(len(registers)):
            i, j = random.randrange(len(registers)), random.randrange(len(registers))
            if i != j:
                registers[i] ^= registers[j]
    else:
        both = registers + lanes
        for _ in range(random.choice([0, 2, 20])):
            i, j = random.randrange(len(both)), random.randrange(len(both))
            if i != j:
                both[i] ^= both[j]
        random.shuffle(both)
        registers, lanes = both[LANE_BITS:], both[:LANE_BITS]
    return from_columns(layout.shape, registers, lanes, layout.warps)


def random_layout(random, shape, warp_bits):
    kinds = [blocked, linear] + ([sliced] if len(shape) < 5 else [])
    return random.choice(kinds)(random, shape, warp_bits)


def random_pair(random, shape, warp_bits):
    """Two layouts of one tile: some with nothing in common, some of one warp's."""
    first = random_layout(random, shape, warp_bits)
    how = random.random()
    if how < 0.25:
        return first, relative(random, first, "lanes")
    if how < 0.35:
        return first, relative(random, first, "registers")
    return first, random_layout(random, shape, warp_bits)


def is_onto(layout):
    count = 1
    for size in layout.shape:
        count *= size
    return len(Span(layout.registers + layout.lanes + layout.warps).rows) == log2(count)


def intersection(first, second):
    """The numbers that are sums of both lists, as independent ones."""
    rows, common = [], []
    for number in first:
        rows.append((number, number))
    rows += [(number, 0) for number in second]
    done = []
    for number, part in rows:
        for pivot, pivot_part in done:
            if number ^ pivot < number:
                number, part = number ^ pivot, part ^ pivot_part
        if number:
            done.append((number, part))
        elif part:
            common.append(part)
    span = Span()
    return [number for number in common if span.insert(number)]


class Side:
    """How a warp stores, or loads, a tile of elements of so many bytes."""

    def __init__(self, layout, element_bytes, is_store):
        self.bytes = element_bytes
        span = Span()
        self.registers = [column for column in layout.registers if span.insert(column)]
        # Lanes that hold copies do not store.
        self.idle = [is_store and not span.insert(column) for column in layout.lanes]
        self.threads = layout.lanes + layout.warps

    def widest(self):
        """The elements that one access may have at most, as a power of two."""
        span = Span(self.threads)
        return self.limit(sum(span.insert(column) for column in self.registers))

    def limit(self, bits):
        return min(bits, log2(16 // self.bytes))

    def groups(self, width):
        """The groups of lanes that the hardware serves at once, of those that have a
        lane that takes part in an access of so many bytes."""
        group = 32 if width <= 4 else 16 if width <= 8 else 8
        return len({lane // group for lane in range(32) if not any(idle and lane >> bit & 1 for bit, idle in enumerate(self.idle))})

    def least(self, vector_bits):
        """The wavefronts of a warp without any bank conflict: one for each group."""
        return self.groups(self.bytes << vector_bits) << (len(self.registers) - vector_bits)

    def least_of_matrices(self):
        """The same by ldmatrix or stmatrix, which hand what a lane accesses to others: of 128
        bytes each."""
        span = Span()
        elements = sum(span.insert(column) for column in self.registers + self.threads[: len(self.idle)])
        return max(1, (self.bytes << elements) // 128)


def least_wavefronts(source, destination, element_bytes, matrices=(False, False)):
    """No exchange through a linear layout of shared memory takes a warp fewer; `matrices` says
    whether the stores are stmatrix, and the loads ldmatrix.

    Let an access of the store take 2^s elements, one of the load 2^l. The lowest
    min(s, l) bits of the offset are then registers on both sides, and nothing that a
    thread of either side moves: that bounds min(s, l). The larger one is bounded by
    its own side alone. A side's accesses, and the groups of lanes that each is served
    in, follow from how wide it is.
    """
    store, load = Side(source, element_bytes, True), Side(destination, element_bytes, False)
    if any(matrices):
        sides = zip((store, load), matrices)
        return sum(s.least_of_matrices() if m else min(s.least(w) for w in range(s.widest() + 1)) for s, m in sides)
    span = Span(store.threads + load.threads)
    common = sum(span.insert(column) for column in intersection(store.registers, load.registers))
    best = None
    for wide, narrow in ((store, load), (load, store)):
        for w in range(wide.widest() + 1):
            for n in range(min(w, narrow.limit(common)) + 1):
                total = wide.least(w) + narrow.least(n)
                best = total if best is None else min(best, total)
    return best
