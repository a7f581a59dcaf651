#!/usr/bin/env python3
"""Checks that a command draws its progress on a terminal, and nothing if piped.

usage: check-progress.py [--times] COMMAND...

Runs it twice at once, on a terminal and piped. {n} in the command is replaced by
larger and larger numbers until it runs long enough for a bar, some seconds. How
long a command must run for that depends on the machine: most of its time may go
by before the run begins. With --times the output has times of compiles, "101.5",
which are others in each run.
"""

import os
import pty
import re
import subprocess
import sys
import time

# The bar appears after two seconds of the run.
LONG_ENOUGH = 60
BAR = b"\r\x1b[K"


def read_all(descriptor):
    text = b""
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError:  # The terminal's other end was closed.
            return text
        if not part:
            return text
        text += part


def run(command):
    """What it prints on a terminal and piped, and the seconds that took."""
    start = time.monotonic()
    ours, theirs = pty.openpty()
    shown = subprocess.Popen(command, stdout=theirs, stderr=theirs)
    os.close(theirs)
    piped = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    terminal = read_all(ours)
    seconds = time.monotonic() - start
    out, err = piped.communicate()
    if shown.wait() or piped.returncode:
        sys.exit("the command failed: %r" % (terminal + out + err))
    return terminal, out, err, seconds


def main():
    command = sys.argv[1:]
    has_times = command[0] == "--times"
    if has_times:
        command.pop(0)

    def normalize(text):
        return re.sub(rb" +\d+\.\d ", b" T ", text) if has_times else text

    n, seconds, terminal = 250000, 0, b""
    while not terminal.startswith(BAR) and seconds < LONG_ENOUGH:
        n *= 2
        terminal, out, err, seconds = run([part.replace("{n}", str(n)) for part in command])
    if not terminal.startswith(BAR) or b"% [" not in terminal:
        sys.exit("nothing was drawn on a terminal: %r" % terminal)
    # Erased at the end, before the results.
    if normalize(terminal.split(b"\x1b[K")[-1].replace(b"\r\n", b"\n")) != normalize(out):
        sys.exit("the bar was not erased: %r" % terminal)
    if err or b"\r" in out or b"\x1b" in out:
        sys.exit("something was drawn: %r" % (out + err))
    sys.stdout.write(out.decode())


if __name__ == "__main__":
    main()
