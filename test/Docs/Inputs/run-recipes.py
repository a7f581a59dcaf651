"""Compiles the kernels of docs/cookbook for several GPUs, and runs them as the pages
that show them do, natively and by their fallbacks.

usage: run-recipes.py compile SOURCE_FOLDER
       run-recipes.py run SOURCE_FOLDER PAGE.md...
       run-recipes.py gpu SOURCE_FOLDER PAGE.md...

compile: ptxas takes each kernel for each target, and nothing is found in its asm.
run: what the pages' commands check holds for the asm, on a target that has all
instructions, and for the fallbacks, on one that lacks some.
gpu: the same on the first GPU, the asm where it has the instructions.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys

TARGETS = ["sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a"]
NATIVE = "--asm=native --target=sm_100a"
FALLBACK = "--asm=fallback --target=sm_80"
VARIANTS = {"run": [NATIVE, FALLBACK], "gpu": ["--device=cuda:0", "--device=cuda:0 --asm=fallback"]}

root = pathlib.Path(sys.argv[2])
kernels = sorted((root / "docs/cookbook").glob("*.mlir"))


def run(command):
    done = subprocess.run(["bash", "-c", command], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def compile_kernel(command):
    code, output = run(command)
    # Remarks say where a fallback runs.
    found = "error:" in output or "warning:" in output
    return [] if code == 0 and not found else ["$ " + command, output]


def run_kernel(command):
    code, output = run(command)
    passed = code == 0 and re.search(r"^check \d+ of \d+: .*: ok", output, flags=re.M)
    # Without a CUDA toolkit a fallback may lack functions.
    passed = passed or "libdevice's, which was not found" in output
    return [] if passed else ["$ " + command, output]


if sys.argv[1] == "compile":
    commands = ["tilec %s --emit=cubin -o /dev/null --target=%s" % (k, t) for k in kernels for t in TARGETS]
    commands += ["tilec %s --emit=cubin -o /dev/null --asm=fallback" % k for k in kernels]
    work = compile_kernel
else:
    pages = "".join(pathlib.Path(page).read_text() for page in sys.argv[3:])
    pages = re.sub(r"\\\n\s*", "", pages)
    found = re.findall(r"^\$ (tile-run docs/cookbook/.*)$", pages, flags=re.M)
    missing = [k.name for k in kernels if not any("/" + k.name in c for c in found)]
    if missing:
        sys.exit("run by no page: " + " ".join(missing))
    commands = [c + " " + options for c in found for options in VARIANTS[sys.argv[1]]]
    work = run_kernel

with concurrent.futures.ThreadPoolExecutor(2) as pool:
    wrong = [lines for lines in pool.map(work, commands) if lines]
for lines in wrong:
    print(*lines, sep="\n")
print("%d commands, %d wrong" % (len(commands), len(wrong)))
sys.exit(bool(wrong))
