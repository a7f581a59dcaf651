"""Checks that no source file includes a header of a library below its own.

The table of libraries in CONTRIBUTING.md is the order: a library may use those
above it. The first argument is the root of the sources.
"""

import os
import re
import sys

FOLDERS = ("include/tile", "lib", "python-free-capi", "tools", "emulation")
SOURCES = (".c", ".cpp", ".def", ".h", ".td")


def read_order(root):
    """The libraries of the table: their folders, first ones first."""
    text = open(os.path.join(root, "CONTRIBUTING.md"), encoding="utf-8").read()
    table = re.search(r"^\| library \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)
    return [re.match(r"\| `([^`]+)`", row).group(1)
            for row in table.group(1).splitlines()]


def find_library(path, order):
    """The library that a path from the root belongs to; None if none."""
    for folder in ("include/tile/", "lib/", ""):
        if path.startswith(folder):
            inside = path[len(folder):]
            return next((name for name in order
                         if inside.startswith(name + "/")), None)
    return None


def read_includes(path):
    """Line numbers and the quoted names that a file includes."""
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        match = re.match(r'\s*#?\s*include\s+"([^"]+)"', line)
        if match:
            yield number, match.group(1)


def find_included(root, source, name):
    """The path from the root of what `source` includes; None if it is
    generated, or somebody else's."""
    for folder in (os.path.dirname(source), "include", "tools",
                   "python-free-capi/include"):
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.exists(os.path.join(root, path)):
            return path
    # Tablegen makes it from a .td file in the folder of the same name.
    return "include/" + name if name.startswith("tile/") else None


def check(root):
    order = read_order(root)
    failed = False

    def report(place, message):
        nonlocal failed
        failed = True
        print(f"{place}: {message}")

    used = set()
    for folder in FOLDERS:
        for directory, _, files in sorted(
                os.walk(os.path.join(root, folder))):
            for file in sorted(files):
                if not file.endswith(SOURCES):
                    continue
                source = os.path.relpath(os.path.join(directory, file), root)
                mine = find_library(source, order)
                if not mine:
                    report(source, "is in no library of CONTRIBUTING.md")
                    continue
                used.add(mine)
                for number, name in read_includes(os.path.join(root, source)):
                    place = f"{source}:{number}"
                    if ".." in name.split("/"):
                        report(place, f"'{name}' is another folder's: a header "
                                      "that others include is in include/tile")
                    included = find_included(root, source, name)
                    theirs = included and find_library(included, order)
                    if theirs and order.index(theirs) > order.index(mine):
                        report(place, f"'{mine}' includes '{name}' of "
                                      f"'{theirs}', which is below it")
    for name in order:
        if name not in used:
            report("CONTRIBUTING.md", f"there is no library '{name}'")
    return failed


sys.exit(check(sys.argv[1]))
