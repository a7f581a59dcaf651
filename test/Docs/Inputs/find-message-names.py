"""Compares the names of messages of the check with docs/inline-ptx.md and the tests.

usage: find-message-names.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
names = set()
for path in [*root.glob("lib/AsmCheck/*.cpp"), root / "lib/Simulator/AsmElements.cpp"]:
    names |= set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', path.read_text()))
docs = (root / "docs/inline-ptx.md").read_text()
explained = set(re.findall(r"^\| `([a-z]+(?:-[a-z]+)+)` \|", docs, flags=re.M))
for name in sorted(explained - names):
    print("no such message: " + name)
tests = (root / "unittests/AsmCheck/AsmAnalysisTest.cpp").read_text()
for path in root.glob("test/Dialect/Tile/Transforms/check-inline-asm-*.mlir"):
    tests += path.read_text()
unexplained = [name for name in names if name not in explained]
untested = [name for name in names if not re.search(r"(error |warning |\[)%s\b" % name, tests)]
print(*sorted(unexplained), *sorted(untested))
print("%d messages, %d without explanation, %d without test" % (len(names), len(unexplained), len(untested)))
sys.exit(bool(explained - names))
