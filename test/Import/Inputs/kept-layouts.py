"""Compares the layouts that a TTGIR file names with the layouts that a compile of it has, at the stage tilegpu.

usage: kept-layouts.py FILE.ttgir...

Of each file it compares the layouts of loads, stores, asynchronous copies, atomic operations and products, and says
how many there are; the exit code is 1 if one has other layouts.
"""

import re
import subprocess
import sys

ACCESSES = {
    "tt.load": "load", "tile.load": "load", "tt.store": "store", "tile.store": "store",
    "tt.dot": "dot", "tile.dot": "dot", "tt.atomic_rmw": "atomic", "tile.atomic_rmw": "atomic",
    "ttg.async_copy_global_to_local": "copy", "tilegpu.async_copy": "copy"}


def read_layouts(text):
    """Pairs of a kind of operation and a layout."""
    aliases = dict(re.findall(r"^(#\w+) = #(?:ttg|tile|tilegpu)\.(.*)$", text, re.M))

    def expand(layout):
        previous = None
        while layout != previous:
            previous = layout
            layout = re.sub(r"#(?:ttg|tile)\.", "", layout)
            # Of several matrices, Triton writes that an instruction works on one.
            layout = layout.replace("instrShape = [1, 16, 8]", "instrShape = [16, 8]")
            layout = re.sub(r"#\w+", lambda match: aliases.get(match[0], match[0]), layout)
        return layout

    found = set()
    for line in text.splitlines():
        name = re.match(r"\s*(?:%\S+ = )?\"?(\w+\.\w+)\"?[ (]", line)
        if not name or name[1] not in ACCESSES:
            continue
        # The layout is what follows the last element type.
        for layout in re.findall(r"tensor<(?:\d+x)+(?:!?[\w.]+(?:<\w+>)?), (#(?:[^<>]|<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>)+)>", line):
            found.add((ACCESSES[name[1]], expand(layout)))
    return found


failed = False
for path in sys.argv[1:]:
    wanted = read_layouts(open(path).read())
    result = subprocess.run(["tilec", path, "--emit=tilegpu"], capture_output=True, text=True)
    if result.returncode:
        print("%s: %s" % (path, result.stderr.splitlines()[0]))
        failed = True
        continue
    has = read_layouts(result.stdout)
    if has != wanted:
        failed = True
        for kind, layout in sorted(wanted - has):
            print("%s: expected a %s in %s" % (path, kind, layout))
        for kind, layout in sorted(has - wanted):
            print("%s: found a %s in %s" % (path, kind, layout))
    else:
        print("%s: the same %d layouts" % (path, len(wanted)))
sys.exit(failed)
