"""Finds pages whose blocks no test reads.

usage: check-runs.py SOURCE_FOLDER

The pages are README.md, CONTRIBUTING.md and those in docs. A test reads the blocks of a page
by run-blocks.py, in a RUN line that names the page.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
tests = [path.read_text() for path in (root / "test").rglob("*.test")]
lines = [line for text in tests for line in text.splitlines() if line.startswith("RUN:") and "run-blocks.py" in line]
read = {page for line in lines for page in re.findall(r"%src/(\S+\.md)", line)}
pages = [root / "README.md", root / "CONTRIBUTING.md"] + sorted((root / "docs").rglob("*.md"))
missing = [name for name in (str(page.relative_to(root)) for page in pages) if name not in read]
for name in missing:
    print("%s: no test reads its blocks" % name)
print("%d pages, %d not read" % (len(pages), len(missing)))
sys.exit(bool(missing))
