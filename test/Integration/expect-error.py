"""Runs a command that must fail as the tools fail: exit code 1, nothing written.

usage: expect-error.py OUTPUT COMMAND...

Checks that the command ends with exit code 1 (not by a signal, not with another
code), prints nothing on its standard output, and leaves neither OUTPUT nor a
temporary file beside it. Prints what the command wrote to its standard error, for
FileCheck, or what was wrong.
"""

import glob
import os
import subprocess
import sys

output, command = sys.argv[1], sys.argv[2:]
if os.path.exists(output):
    os.remove(output)
result = subprocess.run(command, capture_output=True, timeout=60)
sys.stdout.write(result.stderr.decode("utf-8", "replace"))
if result.returncode != 1:
    sys.exit("expected exit code 1, found %d" % result.returncode)
if result.stdout:
    sys.exit("expected nothing on standard output, found %r" % result.stdout[:200])
left = glob.glob(glob.escape(output) + "*")
if left:
    sys.exit("expected no output, found " + ", ".join(left))
