"""Compares the blocks of a page of the docs with what the tools do.

usage: run-blocks.py PAGE.md SOURCE_FOLDER [--with=PATH] [--reference] FOLDER...

The folders, in the source folder, have the kernels and C files that the page shows parts of.
These kinds of blocks are known; any other is an error.

  ```mlir   Lines of a kernel in one of the folders, one after the other, with any
            indentation. A line `...` stands for any lines between. If the folders have
            no kernels: a piece of MLIR that tile-opt takes (fragments.py).
  ```c      Lines of a C file in one of the folders, in the same way.
  ```cpp, ```cmake
            Lines of a C++ file, or of a CMakeLists.txt, in the same way.
  ```ptx    Lines of what tilec makes of the kernel that the mlir block before is
            from, one after the other. Registers may have other numbers. Or lines
            of a PTX file in one of the folders.
  ```json   Something that a parser of JSON takes.
  ```lua    Settings of an editor: brackets close, and a program in a folder `bin` is
            a tool of ours.
  ```       Commands, each on a line that begins with `$ `, with what they print,
            both streams. A line `...` stands for any lines, and `...` within a
            line, before what is no letter, for any text. An `export`
            is in force for all later commands of the page. After the comment
            <!-- other numbers --> the numbers in the output may be others.
  ```sh     Commands that need something that is not here. They do not run, but a
            tool of ours must have the options that they name, a Python script must
            mention them, and paths into the sources must lead to something.

The commands run in a new folder that has links to all that the source folder has, and
to the PATH of --with. With --reference, blocks without a kind are of mlir-tblgen: grammars
and lists of options. A block of any kind after a line that ends in `NAME`: is written to the file NAME there, and is
checked by the commands that use the file. The comment <!-- pasted: NAME --> is for run-pasted.py.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # not into the source tree
import fragments

page = pathlib.Path(sys.argv[1])
root = pathlib.Path(sys.argv[2])
folders = [root / folder for folder in sys.argv[3:] if not folder.startswith("--")]
temporary = tempfile.TemporaryDirectory()
work = pathlib.Path(temporary.name)
for entry in root.iterdir():
    (work / entry.name).symlink_to(entry)
for argument in sys.argv[3:]:
    if argument.startswith("--with="):
        (work / pathlib.Path(argument[7:]).name).symlink_to(argument[7:])
exports = []


def read_blocks(text):
    """(line number, info word, lines, the line of text before it) of each fenced block."""
    blocks, current, before = [], None, ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"( *)```(.*)", line)
        if current and fence and not fence[2]:
            blocks.append(current)
            current = None
        elif current:
            current[2].append(line[indent:])
        elif fence:
            # A block within a list is indented.
            indent = len(fence[1])
            current, before = (number, fence[2], [], before), ""
        elif line.strip() and not line.startswith("<!-- pasted: "):
            before = line.rstrip()
    if current:
        blocks.append(current)
    return blocks


def find_file(wanted, suffix):
    """The first file of the folders that has these lines."""
    for folder in folders:
        for path in sorted(folder.glob("*" + suffix)):
            if contains(strip_all(wanted), strip_all(path.read_text().splitlines())):
                return path
    return None


def matches(wanted, line):
    parts = re.split(r" ?\.\.\.(?=\W|$)", wanted)
    return bool(re.fullmatch(".*".join(re.escape(part) for part in parts), line))


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
    if command.startswith("export "):
        exports.append(command)
    script = "\n".join(exports + [command])
    done = subprocess.run(["bash", "-c", script], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.splitlines()


def find_missing(lines):
    """What these commands name of the sources and is not there: paths, options of scripts."""
    missing, folder = [], root
    for line in lines:
        line = line.split("#")[0]
        if line.startswith("cd "):
            folder = folder / line[3:].strip()
        for path in re.findall(r"(?<![\w/.$=*-])(?:[\w-][\w.-]*/)+[\w.-]*\w", line):
            first = path.split("/")[0]
            if first != "build" and (folder / first).is_dir() and not (folder / path).exists():
                missing.append(path)
        script = re.match(r"(?:python3 )?(?:-m ([\w.]+)|([\w./-]+\.py|scripts/[\w-]+))", line)
        if script:
            module = folder / (script[1].replace(".", "/") if script[1] else script[2])
            files = [module, module.with_suffix(".py"), module / "__main__.py", work / module.relative_to(root)]
            found = [file for file in files if file.is_file()]
            text = "".join(path.read_text() for path in found)
            text += "".join(file.read_text() for path in found for file in path.parent.glob("*.py"))
            words = [word.split("=")[0] for word in line[script.end() :].split() if word.startswith("--")]
            missing += [word for word in words if word not in text]
            missing += [] if text else [str(module.relative_to(root))]
    return missing


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
pieces = []


def fail(number, message, lines=()):
    global failures
    failures += 1
    print("%s:%d: %s" % (page.name, number, message))
    for line in lines:
        print("  " + line)


def check_mlir(number, lines):
    global kernel
    if not any(True for folder in folders for _ in folder.glob("*.mlir")):
        pieces.append((number, lines))
        return
    kernel = find_file(lines, ".mlir")
    if not kernel:
        fail(number, "in none of the kernels")


def check_ptx(number, lines):
    if find_file(lines, ".ptx"):
        return
    output = run("tilec %s -o -" % kernel) if kernel else []
    if not contains_ptx(lines, output):
        fail(number, "not in the PTX of %s" % (kernel.name if kernel else "a kernel"))


def check_json(number, lines):
    try:
        json.loads("\n".join(lines))
    except ValueError as error:
        fail(number, "no JSON: %s" % error)


def check_lua(number, lines):
    open_brackets = []
    for bracket in re.findall(r"[][(){}]", re.sub(r'"[^"]*"', "", "\n".join(lines))):
        if bracket in "([{":
            open_brackets.append(bracket)
        elif not open_brackets or open_brackets.pop() + bracket not in ("()", "[]", "{}"):
            return fail(number, "`%s` closes nothing" % bracket)
    if open_brackets:
        fail(number, "`%s` is not closed" % open_brackets[-1])
    for tool in re.findall(r"/bin/([\w-]+)", "\n".join(lines)):
        if not shutil.which(tool):
            fail(number, "no tool: " + tool)


def hide_numbers(line):
    return re.sub(r"\s+", " ", re.sub(r"(?<![\w=.-])\d+(\.\d+)?(e[-+]?\d+)?\b", "0", line))


def check_commands(number, commands, other_numbers):
    for command, wanted in commands:
        counts["commands"] += 1
        output = [line for line in run(command) if line]
        wanted = [line for line in wanted if line]
        found = output
        if other_numbers:
            found = [hide_numbers(line) for line in output]
            wanted = [hide_numbers(line) for line in wanted]
        if not find_lines(wanted + ["<end>"], found + ["<end>"]):
            fail(number, "expected another output of: " + command, output)


for number, kind, lines, before in read_blocks(page.read_text()):
    name = re.search(r"`([\w.-]+\.\w+)`:$", before)
    if kind in ("mlir", "ptx"):
        counts[kind] += 1
    if name:
        (work / name[1]).write_text("\n".join(lines) + "\n")
    elif kind == "mlir":
        check_mlir(number, lines)
    elif kind == "c":
        if not find_file(lines, ".c"):
            fail(number, "in none of the C files")
    elif kind == "cpp":
        if not find_file(lines, ".cpp"):
            fail(number, "in none of the C++ files")
    elif kind == "cmake":
        if not find_file(lines, "CMakeLists.txt"):
            fail(number, "in none of the files CMakeLists.txt")
    elif kind == "ptx":
        check_ptx(number, lines)
    elif kind == "json":
        check_json(number, lines)
    elif kind == "lua":
        check_lua(number, lines)
    elif kind == "sh":
        unknown = find_unknown_options(lines)
        if unknown:
            fail(number, "options that the tools do not have: " + " ".join(unknown))
        missing = find_missing(lines)
        if missing:
            fail(number, "not in the sources: " + " ".join(missing))
    elif kind == "" and "--reference" in sys.argv:
        pass
    elif kind == "" and split_commands(lines):
        check_commands(number, split_commands(lines), before == "<!-- other numbers -->")
    else:
        fail(number, "a block of no known kind")
for number, message in fragments.check(pieces):
    fail(number, message)

kinds = ("mlir", "ptx", "commands")
print(", ".join("%d %s" % (counts[kind], kind) for kind in kinds) + ", %d wrong" % failures)
sys.exit(failures != 0)
