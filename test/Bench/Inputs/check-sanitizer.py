"""Runs programs that print what tests print under a stand-in for compute-sanitizer.

usage: check-sanitizer.py PEERS SANITIZER TOOL,... PROGRAM...
"""

import argparse
import sys

sys.dont_write_bytecode = True  # not into the source tree
sys.path.insert(0, sys.argv[1])
from sanitizer import sanitize  # noqa: E402

options = argparse.Namespace(sanitizer=sys.argv[2], tools=sys.argv[3].split(","))
sys.exit(sanitize(options, [["sh", "-c", program] for program in sys.argv[4:]], 2))
