"""Fails if a file named on standard input has more than 1,000 lines.

usage: check-length.py ROOT < FILES
"""

import os
import sys

LIMIT = 1000
status = 0
for name in sys.stdin.read().split():
    path = os.path.join(sys.argv[1], name)
    if not os.path.exists(path):
        continue
    with open(path, errors="replace") as f:
        lines = sum(1 for _ in f)
    if lines > LIMIT:
        print("%s: expected at most %d lines, found %d" % (name, LIMIT, lines))
        status = 1
sys.exit(status)
