"""Checks pieces of MLIR, as pages show them, with the parser and the verifiers of tile-opt.

A piece may use values that it does not define. The check gives each of them the type that
its uses ask for. It learns the types from tile-opt's messages, one of each piece per run:
all pieces are in one file, and tile-opt reads each part of it by itself.

A piece without a function becomes the body of one. Its aliases of attributes (`#name =`)
go to the front. An alias that it does not define stands for a layout of the rank that its
first use has: of shared memory in a `memdesc`, else that of its name in LAYOUTS, or else a
blocked one. Types and attributes by themselves become those of an operation.
"""

import re
import subprocess

UNDECLARED = re.compile(r"use of undeclared SSA value name")
OTHER_TYPE = re.compile(r"use of value '%([\w$.-]+)' expects different type than prior uses: '(.*)' vs 'none'$")
UNDEFINED_ALIAS = re.compile(r"undefined symbol alias id '(\w+)'")
MOST_RUNS = 40
MMA = "#tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>"
LAYOUTS = {
    "mma": MMA,
    "mma5": "#tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 256]}>",
}
for index, names in enumerate((("a", "left"), ("b", "right"))):
    LAYOUTS.update((name, "#tile.dot_op<{opIdx = %d, parent = %s, kWidth = 2}>" % (index, MMA)) for name in names)


def make_layout(name, lines):
    """The layout that #name stands for in these lines."""
    use = re.search(r"(memdesc|tensor)<((?:\d+x)+)[^<>]*(?:<[^<>]*>)?, #%s>" % name, "\n".join(lines))
    rank = use[2].count("x") if use else 1
    order = list(range(rank))[::-1]
    if use and use[1] == "memdesc":
        rank = min(rank, 2)
        return "#tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = %s}>" % list(range(rank))[::-1]
    ones = [1] * (rank - 1)
    blocked = "#tile.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = %s, order = %s}>"
    return LAYOUTS.get(name) or blocked % (ones + [1], ones + [32], [4] + ones, order)


class Piece:
    def __init__(self, number, lines):
        self.number = number
        self.aliases = [line for line in lines if re.match(r"#\w+ = ", line)]
        self.lines = self.wrap([line for line in lines if line not in self.aliases])
        self.whole = any(re.search(r"\b(tile\.func|module|tt\.func|llvm\.func|llvm\.mlir\.global)\b", line) for line in lines)
        self.types = {}
        self.error = None

    @staticmethod
    def wrap(lines):
        code = [line for line in lines if not line.startswith("//")]
        if not code or not re.match("[#!]", code[0]):
            return lines
        # Each line is a whole one, or all of them are one.
        whole = all(re.match("[#!]", line) for line in code)
        values = code if whole else [" ".join(code)]
        return ['"test.parameter"() {value = %s} : () -> ()' % value for value in values]

    def text(self):
        """Lines of the part of the file, and the number of those before the piece's own."""
        if self.whole:
            return self.aliases + self.lines, len(self.aliases)
        front = self.aliases + ["tile.func @piece() {"]
        front += ['%%%s = "test.value"() : () -> (%s)' % item for item in self.types.items()]
        ends = bool(self.lines) and re.match(r"\s*(tile\.return|cf\.)", self.lines[-1])
        return front + self.lines + ([] if ends else ["tile.return"]) + ["}"], len(front)


def run(pieces, options):
    """The first error of each part that has one, by the part's index, as (line, message)."""
    lines, places = [], []
    for piece in pieces:
        own, front = piece.text()
        places.append((len(lines), front))
        lines += own + ["// -----"]
    command = ["tile-opt", "-", "--split-input-file", "--allow-unregistered-dialect", "-o", "/dev/null"] + options
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    found = {}
    for line, column, message in re.findall(r"^<stdin>:(\d+):(\d+): error: (.*)", done.stderr, re.M):
        # Lines are counted within the whole file.
        part = max(i for i, (begin, _) in enumerate(places) if begin < int(line))
        found.setdefault(part, []).append((int(line), int(column), message))
    if done.returncode and not found:
        raise RuntimeError("tile-opt fails without a message:\n" + done.stderr)
    return found, lines, places


def check(blocks, options=()):
    """(line number, message) of each block, of (line number, lines), that tile-opt refuses."""
    pieces = [Piece(number, lines) for number, lines in blocks]
    if not pieces:
        return []
    open_pieces = pieces
    for _ in range(MOST_RUNS):
        found, lines, places = run(open_pieces, list(options))
        again = []
        for part, errors in found.items():
            piece = open_pieces[part]
            learned = False
            for line, column, message in errors:
                typed = OTHER_TYPE.search(message)
                alias = UNDEFINED_ALIAS.search(message)
                if alias:
                    piece.aliases.append("#%s = %s" % (alias[1], make_layout(alias[1], piece.lines)))
                    learned = True
                elif typed and piece.types.get(typed[1]) == "none":
                    piece.types[typed[1]] = typed[2]
                    learned = True
                elif UNDECLARED.search(message):
                    name = re.match(r"%([\w$.-]+)", lines[line - 1][column - 1 :])
                    if name and name[1] not in piece.types:
                        piece.types[name[1]] = "none"
                        learned = True
            if learned:
                again.append(piece)
            else:
                line, _, message = errors[0]
                piece.error = "line %d: %s" % (line - sum(places[part]), message)
        if not again:
            break
        open_pieces = again
    else:
        for piece in open_pieces:
            piece.error = piece.error or "the types of its values are not found"
    return [(piece.number, piece.error) for piece in pieces if piece.error]
