#!/usr/bin/env python3
"""Runs a kernel in tile-run at several sizes, and checks its results.

usage: run-sizes.py KERNEL [--sizes N,N,...] [--grid EXPR] [--device DEVICE]
                    [--tool FILE] -- ARGUMENT...

Each argument of tile-run may contain expressions of n in braces: {n}, {32*n}.
The grid is one CTA for 1024 elements, or what --grid says. FILE is tile-run,
elsewhere than in PATH. `--sizes last` takes the last of the sizes given before it,
or of those below. Prints a line per size; fails if any run does, or if an
element was not written.
"""

import re
import subprocess
import sys

SIZES = [0, 1, 127, 1000, 1008, 98432]


def fill(text, n):
    return re.sub(r"\{([^{}]*)\}", lambda m: str(int(eval(m[1], {"n": n}))), text)


def main():
    split = sys.argv.index("--")
    kernel, options, arguments = sys.argv[1], sys.argv[2:split], sys.argv[split + 1 :]
    tool = ["tile-run"]
    sizes, grid = SIZES, "{max(1, -(-n // 1024))}"
    for name, value in zip(options[::2], options[1::2]):
        if name == "--sizes":
            sizes = sizes[-1:] if value == "last" else [int(size) for size in value.split(",")]
        elif name == "--grid":
            grid = value
        elif name == "--tool":
            tool[0] = value
        elif name == "--device":
            tool.append("--device=" + value)
        else:
            sys.exit("unknown option " + name)
    failed = False
    for n in sizes:
        command = tool + [kernel, "--grid=" + fill(grid, n)]
        command += [fill(argument, n) for argument in arguments]
        run = subprocess.run(command, capture_output=True, text=True)
        good = run.returncode == 0 and not run.stderr
        print("n = %d: %s" % (n, "ok" if good else "failed"))
        if not good:
            failed = True
            print(" ".join(command))
            print(run.stdout + run.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
