"""Prints every pass that Passes.td files define, and its options, as lines of C.

usage: pass-table.py INCLUDE_FOLDER
"""

import pathlib
import re
import sys

for path in sorted(pathlib.Path(sys.argv[1]).rglob("Passes.td")):
    text = path.read_text()
    # Of each `def Tile<X> : Pass<"<name>"`, with the text up to the next one.
    for part in re.split(r"^def ", text, flags=re.M)[1:]:
        match = re.match(r'Tile(\w+)\s*:\s*Pass<\s*"([^"]+)"', part)
        if not match:
            sys.exit("%s: expected 'def Tile... : Pass<\"', found '%s'" % (path, part[:60]))
        function, name = match.groups()
        print('PASS("%s", %s)' % (name, function))
        for option, kind in re.findall(r'Option<\s*"[^"]*",\s*"([^"]+)",\s*"([^"]+)"', part):
            print('OPTION("%s", "%s", "%s")' % (name, option, kind))
