"""Compares the blocks of a page of the docs with what the tools do.

usage: run-blocks.py PAGE.md SOURCE_FOLDER KERNEL_FOLDER...

Four kinds of blocks are known; any other is an error.

  ```mlir   Lines of a file in one of the kernel folders, one after the other, with
            any indentation. A line `...` stands for any lines between.
  ```ptx    Lines of what tilec makes of the file that the mlir block before is
            from, one after the other. Registers may have other numbers.
  ```       Commands, each on a line that begins with `$ `, with what they print,
            both streams. They run in the source folder. A line `...` stands for
            any lines, and ` ...` at the end of a line for its rest.
  ```sh     Commands that need something that is not here. They do not run, but a
            tool of ours must have the options that they name.
"""

import pathlib
import re
import subprocess
import sys

page = pathlib.Path(sys.argv[1])
root = pathlib.Path(sys.argv[2])
kernels = [path for folder in sys.argv[3:] for path in sorted((root / folder).glob("*.mlir"))]


def read_blocks(text):
    """(line number, info word, lines) of each fenced block."""
    blocks, current = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if current and line == "```":
            blocks.append(current)
            current = None
        elif current:
            current[2].append(line)
        elif line.startswith("```"):
            current = (number, line[3:], [])
    if current:
        blocks.append(current)
    return blocks


def matches(wanted, line):
    if wanted.endswith(" ..."):
        return line.startswith(wanted[:-4])
    return line == wanted


def find_lines(wanted, lines, at=0):
    """Whether the wanted lines begin at `at`, or behind it if the first is `...`."""
    if not wanted:
        return True
    if wanted[0] == "...":
        return any(find_lines(wanted[1:], lines, i) for i in range(at, len(lines) + 1))
    return at < len(lines) and matches(wanted[0], lines[at]) and find_lines(wanted[1:], lines, at + 1)


def contains(wanted, lines):
    return find_lines(["..."] + wanted, lines)


def strip_all(lines):
    return [line.strip() for line in lines if line.strip()]


def number_registers(lines):
    """The registers of these lines, renumbered in the order of their first use."""
    names = {}

    def rename(match):
        kind = match.group(1)
        count = sum(1 for name in names if name[0] == kind)
        return "%%%s#%d" % (kind, names.setdefault((kind, match.group(2)), count))

    return [re.sub(r"%(rd|rs|rq|r|p|f|fd|h)(\d+)", rename, line) for line in lines]


def contains_ptx(wanted, lines):
    wanted = [re.sub(r"\s+", " ", line) for line in strip_all(wanted)]
    lines = [re.sub(r"\s+", " ", line) for line in strip_all(lines)]
    # Without numbers, as most places differ here already.
    masked = [re.sub(r"%(rd|rs|rq|r|p|f|fd|h)\d+", r"%\1", line) for line in lines]
    first = [re.sub(r"%(rd|rs|rq|r|p|f|fd|h)\d+", r"%\1", line) for line in wanted]
    for at in range(len(lines)):
        size = len(wanted)
        if masked[at : at + size] == first and number_registers(lines[at : at + size]) == number_registers(wanted):
            return True
    return False


def run(command):
    done = subprocess.run(["bash", "-c", command], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.splitlines()


def find_unknown_options(lines):
    """Options in these commands that the tools' help does not have."""
    unknown = []
    for line in lines:
        words = line.split("#")[0].split()
        tool = words[0].rsplit("/", 1)[-1] if words else ""
        if re.match(r"(tilec|tile-\w+)$", tool):
            names = set(re.findall(r"--[\w-]+", "\n".join(run(tool + " --help-hidden"))))
            unknown += [word for word in words[1:] if word.startswith("--") and word.split("=")[0] not in names]
    return unknown


def split_commands(lines):
    """(command, the lines behind it) of each command."""
    commands = []
    for line in lines:
        if commands and commands[-1][0].endswith("\\"):
            commands[-1][0] = commands[-1][0][:-1] + line.strip()
        elif line.startswith("$ "):
            commands.append([line[2:], []])
        elif commands:
            commands[-1][1].append(line)
        else:
            return None
    return commands


counts = {"mlir": 0, "ptx": 0, "commands": 0}
failures = 0
kernel = None


def fail(number, message, lines=()):
    global failures
    failures += 1
    print("%s:%d: %s" % (page.name, number, message))
    for line in lines:
        print("  " + line)


for number, kind, lines in read_blocks(page.read_text()):
    if kind == "mlir":
        counts["mlir"] += 1
        found = [path for path in kernels if contains(strip_all(lines), strip_all(path.read_text().splitlines()))]
        kernel = found[0] if found else None
        if not found:
            fail(number, "in none of the kernels")
    elif kind == "ptx":
        counts["ptx"] += 1
        output = run("tilec %s -o -" % kernel) if kernel else []
        if not contains_ptx(lines, output):
            fail(number, "not in the PTX of %s" % (kernel.name if kernel else "a kernel"))
    elif kind == "sh":
        unknown = find_unknown_options(lines)
        if unknown:
            fail(number, "options that the tools do not have: " + " ".join(unknown))
    elif kind == "" and split_commands(lines):
        for command, wanted in split_commands(lines):
            counts["commands"] += 1
            output = [line for line in run(command) if line]
            wanted = [line for line in wanted if line]
            if not find_lines(wanted + ["<end>"], output + ["<end>"]):
                fail(number, "expected another output of: " + command, output)
    else:
        fail(number, "a block that is neither mlir, ptx nor commands")

print(", ".join("%d %s" % (count, kind) for kind, count in counts.items()) + ", %d wrong" % failures)
sys.exit(failures != 0)
