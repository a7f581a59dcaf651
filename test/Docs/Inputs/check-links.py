"""Follows the links of all pages, and finds pages that the index does not link.

usage: check-links.py SOURCE_FOLDER

The pages are those in the folder itself, as README.md, and those in docs; the index is docs/README.md.
A relative link has to lead to a file, and what stands behind its # to a heading or mark.
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True  # not into the source tree
from headings import find_anchors, strip_code

root = pathlib.Path(sys.argv[1]).resolve()
index = root / "docs" / "README.md"
pages = sorted(root.glob("*.md"), key=lambda page: page.name != "README.md") + sorted((root / "docs").rglob("*.md"))
links = errors = 0
listed = {index, root / "README.md"}


def complain(page, number, message):
    global errors
    errors += 1
    print("%s:%d: %s" % (page.relative_to(root), number, message))


for page in pages:
    for number, line in enumerate(strip_code(page.read_text()), 1):
        for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", link):
                continue
            links += 1
            target, _, anchor = link.partition("#")
            file = (page.parent / target).resolve() if target else page
            if page == index:
                listed.add(file)
            if not file.exists():
                complain(page, number, "the link to '%s' leads to nothing" % link)
            elif anchor and anchor not in find_anchors(file):
                complain(page, number, "'%s' has no heading '%s'" % (target or page.name, anchor))
for page in pages:
    if page not in listed:
        complain(index, 1, "no link to '%s'" % page.relative_to(root))

print("%d pages, %d links, %d wrong" % (len(pages), links, errors))
sys.exit(errors != 0)
