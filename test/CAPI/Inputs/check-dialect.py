"""Fails if a type, attribute or enumeration of the tile dialect has no functions
in tile-c/Dialect.h, or a case of an enumeration no number there.

usage: check-dialect.py SOURCE_ROOT
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
folder = root / "include" / "tile" / "Dialect"
header = (root / "python-free-capi" / "include" / "tile-c" / "Dialect.h").read_text()
numbers = dict(re.findall(r"\b(Tile\w+) = (\d+)", header))
wanted = {}
count = 0


def expect(found, what, where):
    global count
    count += 1
    if not found:
        print("%s: expected %s in tile-c/Dialect.h" % (where, what))
        wanted[what] = where


# C's names of those that differ, as the pointer has a word of its own.
names = {"Ptr": "Pointer"}
for path in sorted(folder.rglob("*.td")):
    text = path.read_text()
    # Kinds of attributes with layouts are `Tile_LayoutAttr<"X", ...>`.
    for name in re.findall(r'(?:Tile_LayoutAttr|AttrDef<Tile_Dialect,)\s*<?\s*"(\w+)"', text):
        expect("tileAttributeIsA%s(" % name in header, "tileAttributeIsA" + name, path)
        expect("tile%sAttrGet(" % name in header, "tile%sAttrGet" % name, path)
    for name in re.findall(r'TypeDef<Tile_Dialect,\s*"(\w+)"', text):
        name = names.get(name, name)
        expect("tileTypeIsA%s(" % name in header, "tileTypeIsA" + name, path)
        expect("tile%sTypeGet(" % name in header, "tile%sTypeGet" % name, path)
    for part in re.split(r"^def ", text, flags=re.M)[1:]:
        match = re.match(r'\w+\s*:\s*Tile_Enum<"(\w+)"', part)
        if not match:
            continue
        name = match.group(1)
        expect("TILE_DECLARE_ENUM(%s)" % name in header, "TILE_DECLARE_ENUM(%s)" % name, path)
        for case, number in re.findall(r'I32EnumAttrCase<"(\w+)", (\d+)', part):
            case = "Tile" + name + case
            expect(numbers.get(case) == number, "%s = %s" % (case, number), path)
print("%d things looked for" % count)
sys.exit(bool(wanted))
