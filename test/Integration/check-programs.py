"""Runs Inputs/programs.mlir for warps, programs per CTA and grids.

usage: check-programs.py [WARPS PROGRAMS]... [--ptx] [--device DEVICE] [--auto]

The simulator looks for races in shared and global memory by itself. With --ptx
the kernel is compiled to a file first, and tile-run gets that alone. With --auto
the compiler chooses the number, which must be PROGRAMS.
"""

import os
import subprocess
import sys
import tempfile

KERNEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs", "programs.mlir")
GRIDS = (1, 3, 5, 127)


def check(warps, programs, folder, options, auto):
    flags = ["--num-warps=%d" % warps] + ([] if auto else ["--programs-per-cta=%d" % programs])
    source = KERNEL
    if folder:
        source = os.path.join(folder, "%d-%d.ptx" % (warps, programs))
        subprocess.run(["tilec", KERNEL, "--verify-ptx", "-o", source] + flags, check=True)
        flags = []
    for n in GRIDS:
        command = ["tile-run", source, "--grid=%d" % n, "--input=x:%dxi32=iota" % (256 * n), "--output=total:%dxi32" % n,
                   "--output=columns:%dxi32" % (16 * n), "--output=num:%dxi32" % n,
                   "--check=total == 196608 * i + 98688; columns == 256 * i + 120; num == %d" % n]
        done = subprocess.run(command + flags + options, capture_output=True, text=True)
        ctas, threads = -(-n // programs), -(-n // programs) * 32 * warps * programs
        expected = "%d CTA%s, %d threads" % (ctas, "" if ctas == 1 else "s", threads)
        isRight = done.returncode == 0 and not done.stderr and expected in done.stdout
        print("warps %d, programs per CTA %d, programs %d: %s" % (warps, programs, n, "ok" if isRight else "failed"))
        if not isRight:
            print(" ".join(command + flags), done.stdout, done.stderr, sep="\n")


def main(arguments):
    ptx = "--ptx" in arguments
    device = arguments[arguments.index("--device") + 1] if "--device" in arguments else "sim"
    numbers = [int(word) for word in arguments if word.isdigit()]
    with tempfile.TemporaryDirectory() as folder:
        for warps, programs in zip(numbers[::2], numbers[1::2]):
            check(warps, programs, folder if ptx else None, ["--device=" + device], "--auto" in arguments)


main(sys.argv[1:])
