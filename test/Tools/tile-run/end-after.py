#!/usr/bin/env python3
"""Ends a command that would run on, when it has printed so many lines, and prints these.

usage: end-after.py LINES COMMAND...

Waits for a line as long as it takes; fails if the command ends by itself.
"""

import subprocess
import sys


def main():
    process = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for _ in range(int(sys.argv[1])):
        line = process.stdout.readline()
        if not line:
            sys.exit("the command ended: exit code %d" % process.wait())
        print(line, end="")
    still = process.poll() is None
    process.kill()
    process.wait()
    return 0 if still else 1


if __name__ == "__main__":
    sys.exit(main())
