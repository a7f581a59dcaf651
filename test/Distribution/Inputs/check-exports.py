"""Compares the symbols of libtilewright.so, and their versions, with the headers next to it.

usage: check-exports.py FOLDER_OF_DISTRIBUTION
"""

import glob
import os
import re
import subprocess
import sys


def output(command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def get_declared(include, folder):
    """The exported functions of all headers in a folder."""
    headers = glob.glob(os.path.join(include, folder, "**", "*.h"), recursive=True)
    source = "".join('#include "%s"\n' % os.path.relpath(h, include) for h in headers)
    # MLIR_CAPI_EXPORTED becomes this attribute.
    text = output(["cc", "-std=c11", "-E", "-P", "-I" + include, "-"], input=source)
    return set(
        re.findall(
            r'visibility\s*\(\s*"default"\s*\)\s*\)\s*\)[^;{]*?(\w+)\s*\(', text
        )
    )


def get_version(name):
    """Which version a symbol has: docs/stability.md."""
    if name == "tileToolMain":
        return "TILEWRIGHT_PRIVATE"
    if name.startswith(("tile", "mlirGetDialectHandle__tile")):
        return "TILEWRIGHT_0.1"
    return "TILEWRIGHT_MLIR_22"


def main():
    root = sys.argv[1]
    include = os.path.join(root, "include")
    library = os.path.join(root, "lib", "libtilewright.so")
    mlir = get_declared(include, "mlir-c")
    tile = get_declared(include, "tile-c") - mlir
    errors = []
    exported = {}
    for line in output(["nm", "-D", "--defined-only", library]).splitlines():
        kind, symbol = line.split()[-2:]
        name, _, version = symbol.partition("@")
        if kind != "A":  # GNU ld lists the names of the versions, too
            exported[name] = version.lstrip("@")
    for name, version in sorted(exported.items()):
        expected = get_version(name)
        if version != expected:
            errors.append("%s: expected the version %s, found %s" % (name, expected, version or "none"))
    for name in sorted((mlir | tile) - exported.keys()):
        errors.append("declared, not in the library: " + name)
    for name in sorted(exported.keys() - mlir - tile - {"tileToolMain"}):
        errors.append("in the library, in no header: " + name)
    for name in sorted(tile):
        if not name.startswith(("tile", "mlirGetDialectHandle__tile")):
            errors.append("of tile-c, without its prefix: " + name)
    print("versions: " + " ".join(sorted(set(exported.values()))))
    print("mlir-c: %d functions" % len(mlir))
    print("tile-c: %d functions" % len(tile))
    print("\n".join(errors) or "ok")
    return bool(errors)


sys.exit(main())
