"""Compiles each header of the distribution alone.

usage: check-headers.py INCLUDE_FOLDER
"""

import glob
import os
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wstrict-prototypes"]

include = sys.argv[1]
headers = [
    os.path.relpath(header, include)
    for folder in ("tile-c", "mlir-c")
    for header in sorted(glob.glob(os.path.join(include, folder, "**", "*.h"), recursive=True))
]
failures = 0
for header in headers:
    for language in (["-xc", "-std=c11"], ["-xc++", "-std=c++17"]):
        flags = WARNINGS if language[0] == "-xc" else WARNINGS[:-1]
        command = ["cc"] + language + flags + ["-fsyntax-only", "-I" + include, "-"]
        # Twice: include guards.
        source = '#include "%s"\n' % header * 2
        if header.startswith("mlir-c") and flags is WARNINGS:
            command.remove("-Wstrict-prototypes")
        result = subprocess.run(command, input=source, capture_output=True, text=True)
        if result.returncode:
            failures += 1
            print("#include", header, "as", language[1])
            print(result.stderr)
print("%d headers: %s" % (len(headers), "%d failures" % failures if failures else "ok"))
sys.exit(bool(failures))
