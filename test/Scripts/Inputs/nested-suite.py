"""Writes a small suite of lit whose tests go through litsupport/folders.py.

usage: nested-suite.py FOLDER FOLDER_OF_LITSUPPORT
"""

import os
import sys

folder, support = sys.argv[1:]
os.makedirs(os.path.join(folder, "test", "A"))
with open(os.path.join(folder, "test", "lit.cfg.py"), "w") as file:
    file.write(
        f"""import os, sys
sys.path.insert(0, {support!r})
from litsupport.folders import link_folders
config.name = "nested"
config.suffixes = [".test"]
(source, config.test_exec_root), config.test_format = link_folders(*[os.path.dirname(__file__)] * 2)
config.test_source_root = source
config.substitutions.append(("%src", source))
"""
    )
with open(os.path.join(folder, "test", "A", "one.test"), "w") as file:
    file.write("RUN: echo source %s of %S\nRUN: echo temporary %t, %t2\nRUN: echo own %src\n")
    file.write("RUN: touch %t && test -e %t && cat %s\n")
