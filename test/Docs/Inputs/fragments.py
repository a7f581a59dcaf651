"""Checks pieces of MLIR, as pages show them, with the parser and the verifiers of tile-opt.

A piece may use values that it does not define. The check gives each of them the type that
its uses ask for. It learns the types from tile-opt's messages, one of each piece per run:
all pieces are in one file, and tile-opt reads each part of it by itself.

A piece without a function becomes the body of one. Its aliases of attributes (`#name =`)
go to the front. A line with nothing but a type or an attribute becomes one of an operation.
"""

import re
import subprocess

UNDECLARED = re.compile(r"use of undeclared SSA value name")
OTHER_TYPE = re.compile(r"use of value '%([\w$.-]+)' expects different type than prior uses: '(.*)' vs 'none'$")
MOST_RUNS = 40


class Piece:
    def __init__(self, number, lines):
        self.number = number
        self.aliases = [line for line in lines if re.match(r"#\w+ = ", line)]
        self.lines = [self.wrap(line) for line in lines if line not in self.aliases]
        self.whole = any(re.search(r"\b(tile\.func|module|tt\.func|llvm\.func|llvm\.mlir\.global)\b", line) for line in lines)
        self.types = {}
        self.error = None

    @staticmethod
    def wrap(line):
        return '"test.parameter"() {value = %s} : () -> ()' % line if re.match("[#!]", line) else line

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
    open_pieces = pieces
    for _ in range(MOST_RUNS):
        found, lines, places = run(open_pieces, list(options))
        again = []
        for part, errors in found.items():
            piece = open_pieces[part]
            learned = False
            for line, column, message in errors:
                typed = OTHER_TYPE.search(message)
                if typed and piece.types.get(typed[1]) == "none":
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
