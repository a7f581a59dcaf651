"""Prints the least tolerance that scripts.py finds for each function of a file; run in bench/triton_replay."""

import os
import re
import sys

sys.path[:0] = [os.getcwd(), os.path.join(os.pardir, "triton")]
import scripts

with open(sys.argv[1]) as file:
    for name, body in re.findall(r"@(\w+)(.*?)tt\.return", file.read(), re.S):
        print("%s: %g" % (name, scripts.get_least_tolerance(body)))
