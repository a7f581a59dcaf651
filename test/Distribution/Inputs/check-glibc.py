"""Fails if a binary needs a newer glibc.

usage: check-glibc.py NEWEST BINARY...
"""

import re
import subprocess
import sys


def parse(version):
    return tuple(int(part) for part in version.split("."))


newest = parse(sys.argv[1])
failed = False
for binary in sys.argv[2:]:
    text = subprocess.run(["readelf", "-VW", binary], check=True, capture_output=True, text=True).stdout
    versions = {parse(v) for v in re.findall(r"Name: GLIBC_([0-9.]+)", text)}
    if not versions or max(versions) > newest:
        print(binary, "needs", max(versions, default=None))
        failed = True
sys.exit(failed)
