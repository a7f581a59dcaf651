"""Shows in the simulator that what the check of inline PTX finds is wrong.

usage: prove-in-simulator.py FOLDER

For each message of which ptxas says nothing, a program that has it is run without
the check, and must read a register that nothing wrote or give a wrong number; put
right, the same program must do neither. The programs are those of the tests in
FOLDER that a comment says ptxas takes, and of Inputs/asm-simulated.mlir.
"""

import pathlib
import re
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])

# message: file, kernel, arguments, check, what is put right
WRONG_TEXT = {
    "output-unwritten": (
        "paths", "never_written", "--output=1xi32 --input=i32=5", "o0 == 5",
        ("mov.b32 t, $1;", "mov.b32 $0, $1;")),
    "output-maybe-unwritten": (
        "paths", "under_a_predicate", "--output=1xi32 --input=i32=5", "o0 == 7",
        ("@p mov.b32 $0, 1;", "mov.b32 $0, 7; @p mov.b32 $0, 1;")),
    "output-read-first": (
        "paths", "read_first", "--output=1xi32 --input=i32=5", "o0 == 10",
        ("$0, $0, $1", "$0, $1, $1")),
    "output-maybe-read-first": (
        "paths", "read_on_one_path", "--output=1xi32 --input=i32=5", "o0 == 8",
        ("@p mov.b32 $0, 1;", "mov.b32 $0, 3; @p mov.b32 $0, 1;")),
    "register-unwritten": (
        "paths", "own_register_not_written", "--output=1xi32 --input=i32=5",
        "o0 == 7", (".reg .b32 t;", ".reg .b32 t; mov.b32 t, 2;")),
    "register-read-first": (
        "paths", "own_register_written_later", "--output=1xi32 --input=i32=5",
        "o0 == 7", ("add.s32 $0, $1, t;\\0Amov.b32 t, 2;", "mov.b32 t, 2;\\0Aadd.s32 $0, $1, t;")),
    "register-captures": (
        "names", "name_of_the_compiler", "--output=1xi32 --input=i32=3",
        "o0 == 8", ("%r1", "t")),
}

# message: kernel, arguments, check; right is what is not pure
WRONGLY_PURE = {
    "pure-atomic": ("atomic", "--output=count:1xi32=zeros --output=8xi32", "count == 8"),
    "pure-load": ("load", "--input=1xi32=const:5 --output=1xi32", "o == 12"),
    "pure-volatile": ("volatile_load", "--input=1xi32=const:5 --output=1xi32", "o == 12"),
    "pure-store": ("store", "--output=1xi32=zeros", "o == 1"),
    "pure-clock": ("clock", "--output=1xi32", "o == 0"),
    "pure-thread": ("thread", "--output=64xi32", "o == 0"),
    "pure-barrier": ("barrier", "--input=64xi32=zeros --output=64xi32", "o == 0"),
    "pure-loop": ("loop", "--input=2xi32=zeros --output=1xi32", "o == 7"),
    "pure-exit": ("exit", "--output=1xi32=zeros --input=i32=0", "o == 0"),
}

# What cannot be shown, and why.
NOT_SHOWN = {
    "input-written": "the asm gets a copy of the input, with which it is right",
    "input-unread": "the result is right: the operand has no part in it",
    "operand-kind": "registers of LLVM's have no kind; only nvcc would refuse it",
    "pure-lanes": "LLVM knows that the lanes go together, so that it moves none away",
    "pure-call": "a module of tiles has no function of PTX to call",
}


def read_parts(name):
    """The programs of a test, by kernel."""
    text = (folder / ("check-inline-asm-%s.mlir" % name)).read_text()
    parts = re.split(r"^// -----$", text, flags=re.M)
    return {re.search(r"@(\w+)\(", part).group(1): part for part in parts}


def run(text, kernel, arguments, check):
    """Why a run is wrong: "" if it is right."""
    command = ["tile-run", "-", "--kernel=" + kernel, "--asm-check=off", "--device=sim",
               "--step-limit=100000", "--check=" + check] + arguments.split()
    result = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    output = result.stdout + result.stderr
    found = re.search(r"uninitialized-register|check 1 of 1: .*: failed", output)
    if result.returncode == 0 and not found:
        return ""
    return found.group(0) if found else "another failure: " + output


def judge(message, wrong, right, kernel, arguments, check):
    before = run(wrong, kernel, arguments, check)
    after = run(right, kernel, arguments, check)
    proven = before and not before.startswith("another") and not after
    print("%s: %s" % (message, "shown" if proven else "NOT SHOWN: %s, then %s" % (before, after)))
    return bool(proven)


shown = set()
for message, (name, kernel, arguments, check, (old, new)) in WRONG_TEXT.items():
    part = read_parts(name)[kernel]
    assert "[%s]" % message in part and old in part, message
    if judge(message, part, part.replace(old, new), kernel, arguments, check):
        shown.add(message)
text = (folder / "Inputs" / "asm-simulated.mlir").read_text()
for message, (kernel, arguments, check) in WRONGLY_PURE.items():
    right = text.replace("pure = true", "pure = false")
    if judge(message, text, right, kernel, arguments, check):
        shown.add(message)

# No message of which ptxas says nothing is forgotten.
silent = set()
for name in ("instructions", "names", "paths", "pure"):
    for part in read_parts(name).values():
        if re.search(r"^// .*ptxas takes it", part, flags=re.M):
            silent.update(re.findall(r"\[([a-z-]+)\]\}\}", part))
missing = silent - shown - NOT_SHOWN.keys()
for message in sorted(missing):
    print("%s: missing" % message)
print("%d messages, %d shown, %d cannot be, %d missing"
      % (len(silent | NOT_SHOWN.keys()), len(shown), len(NOT_SHOWN), len(missing)))
sys.exit(bool(missing) or len(shown) != len(WRONG_TEXT) + len(WRONGLY_PURE))
