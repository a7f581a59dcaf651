#!/usr/bin/env python3
"""Feeds TTIR that is wrong, huge or odd, written by hand, to the tools, and reports what ends in anything but a result or an error with a place.

usage: hostile-ttir.py [--tool TOOL] [--part I/N] [--only TEXT] [--large] [--keep FOLDER]

The programs are those of the folder hostile, in families of operations. TOOL is tilec, report, import, translate or opt, or failing, by
which the script is tested.
Each program has 10 s of processor time and 4 GB. What went wrong is printed, and written to the folder of `--keep`; the
last line is a summary. The programs of `LARGE` take longer, and run only with `--large`, without that bound.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # not into the source tree
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "hostile"))

import blocks, control, loops, maps, memory, text, tiles  # noqa: E401, E402, F401
from programs import LARGE, PROGRAMS  # noqa: E402

SECONDS, BYTES = 10, 4 << 30
TOOLS = {
    "tilec": ["tilec", "--target=sm_90a", "-o", os.devnull],
    "report": ["tilec", "--target=sm_90a", "-o", os.devnull, "--report=%s.html"],
    "import": ["tile-opt", "--tile-import-ttir", "-o", os.devnull],
    "translate": ["tile-translate", "--import-ttir", "-o", os.devnull],
    "opt": ["tile-opt", "-o", os.devnull],
    "failing": ["sh", "-c", "exit 3"],
}


def run(tool, path, is_bounded):
    """What is wrong with the outcome, if anything, and whether the program was accepted."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        if is_bounded:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))

    command = [part % path if "%s" in part else part for part in TOOLS[tool]]
    done = subprocess.run(command + [path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit)
    if done.returncode not in (0, 1):
        return "ended with %d" % done.returncode, False
    if done.returncode == 1:
        errors = [line for line in done.stderr.decode(errors="replace").splitlines() if "error:" in line]
        if not errors:
            return "refused without an error", False
        # Bytecode has no lines.
        with open(path, "rb") as file:
            place = r":0:0: error:" if file.read(4) == b"ML\xefR" else r":[1-9]\d*:\d+: error:"
        if not re.search(place, errors[0]):
            return "refused without a place: " + errors[0][:200], False
    return "", done.returncode == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tool", choices=sorted(TOOLS), default="tilec")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--keep")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    names = sorted("%s/%s" % (family, name) for family, programs in PROGRAMS.items() for name in programs)
    names = [name for name in names if options.only in name and (options.large or name not in LARGE)]
    names = names[part - 1 :: parts]
    accepted = wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            family, short = name.split("/")
            path = os.path.join(scratch, short + ".ttir")
            with open(path, "wb") as file:
                file.write(PROGRAMS[family][short])
            problem, is_accepted = run(options.tool, path, name not in LARGE)
            accepted += is_accepted
            if problem:
                wrong += 1
                print("%s: %s" % (name, problem), flush=True)
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    os.replace(path, os.path.join(options.keep, "%s_%s.ttir" % (family, short)))
    print("%d programs, %d accepted, %d refused, %d wrong" % (len(names), accepted, len(names) - accepted - wrong, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
