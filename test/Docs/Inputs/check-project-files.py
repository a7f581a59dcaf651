"""Compares the version of CMakeLists.txt with CITATION.cff and CHANGELOG.md, and reads the templates of issues.

usage: check-project-files.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
errors = 0


def complain(name, message):
    global errors
    errors += 1
    print("%s: %s" % (name, message))


def find(pattern, name):
    match = re.search(pattern, (root / name).read_text(), re.M)
    return match[1] if match else "none"


version = find(r"project\(Tilewright VERSION ([\d.]+)", "CMakeLists.txt")
cited, first = find(r"^version: ([\d.]+)$", "CITATION.cff"), find(r"^## ([\d.]+)", "CHANGELOG.md")
if cited != version:
    complain("CITATION.cff", "expected version %s, found %s" % (version, cited))
if first != version:
    complain("CHANGELOG.md", "expected its first version to be %s, found %s" % (version, first))
templates = [path for path in sorted((root / ".github" / "ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"]
for path in templates:
    text = path.read_text()
    for key in ("name", "description"):
        if not re.search(r"^%s: \S" % key, text, re.M):
            complain(path.name, "expected a line '%s: ...', found none" % key)
    fields, ids = len(re.findall(r"^  - type: \w", text, re.M)), len(set(re.findall(r"^    id: (\w+)$", text, re.M)))
    if not fields or ids != fields:
        complain(path.name, "expected an id for each field, found %d for %d" % (ids, fields))
print("version %s, %d issue templates, %d wrong" % (version, len(templates), errors))
sys.exit(bool(errors))
