"""Compares the map of passes, docs/passes.md, with the passes that there are.

usage: map-of-passes.py SOURCE_FOLDER [PAGE.md]

A row of the page's tables is about one pass: a link to its reference with its name, a colon
and its summary; what must be true before; what is
true after; its file and its test. Every
pass of a Passes.td has one row with its summary, the file of its class, and a test that
runs it. Rows of passes that a compile runs stand in the order of Pipelines.cpp.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else root / "docs" / "passes.md"
errors = 0


def complain(name, message):
    global errors
    errors += 1
    print("%s: %s" % (name, message))


def read_passes():
    """Name of the class, summary and reference page of each pass, by its name."""
    passes = {}
    generated = (root / "docs" / "CMakeLists.txt").read_text()
    for file in sorted(root.glob("include/tile/**/Passes.td")):
        folder = str(file.relative_to(root / "include" / "tile"))
        reference = re.search(r"tile_add_doc\((\w+) " + re.escape(folder), generated)[1]
        found = re.findall(r'^def (\w+)\s*:\s*Pass<"([\w-]+)".*?let summary = "(.*?)";', file.read_text(), re.M | re.S)
        passes.update({name: (kind, summary, reference) for kind, name, summary in found})
    return passes


def read_rows():
    """Cells of each row, by the name of the pass."""
    rows = {}
    for line in page.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        match = re.match(r"\[`([\w-]+)`\]", cells[0])
        if line.startswith("|") and match:
            if match[1] in rows:
                complain(match[1], "expected one row, found another")
            rows.setdefault(match[1], cells)
    return rows


def check_row(name, cells, kind, summary, reference):
    wanted = "[`%s`](reference/%s.md#-%s): %s" % (name, reference, name, summary)
    if cells[0] != wanted:
        complain(name, "expected '%s', found '%s'" % (wanted, cells[0]))
    if len(cells) != 4 or not all(cells) or cells[3].count("` `") != 1:
        complain(name, "expected four cells with text, the last with a file and a test")
        return
    file, test = cells[3].strip("`").split("` `")
    for what, path, text in (("file", file, "impl::%sBase" % kind), ("test", test, name)):
        if not (root / path).is_file() or text not in (root / path).read_text():
            complain(name, "expected a %s with '%s', found '%s'" % (what, text, path))


passes, rows = read_passes(), read_rows()
for name, (kind, summary, reference) in passes.items():
    if name in rows:
        check_row(name, rows[name], kind, summary, reference)
    else:
        complain(name, "has no row")
for name in rows:
    if name not in passes:
        complain(name, "is no pass")
kinds = {kind: name for name, (kind, _, _) in passes.items()}
created = re.findall(r"create(Tile\w+?|RaisePTXVersion)(?:Pass)?\(", (root / "lib" / "Compiler" / "Pipelines.cpp").read_text())
order = [kinds.get(kind) or kinds.get("Tile" + kind) for kind in created]
order = [name for name in order if name in rows]
listed = [name for name in rows if name in order]
if listed != order:
    complain("order", "expected %s, found %s" % (" ".join(order), " ".join(listed)))
print("%d passes, %d wrong" % (len(passes), errors))
sys.exit(errors != 0)
