"""Compares the menu of the static site with the pages.

usage: check-menu.py FOLDER_OF_PAGES mkdocs.yml
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
pages = {str(page.relative_to(root)) for page in root.rglob("*.md")}
menu = set(re.findall(r"^ +- (?:.*: )?(\S+\.md)$", pathlib.Path(sys.argv[2]).read_text(), re.M))


def describe(names):
    return ": " + " ".join(sorted(names)) if names else ""


missing, wrong = pages - menu, menu - pages
counts = (len(pages), len(missing), describe(missing), len(wrong), describe(wrong))
print("%d pages, %d not in the menu%s, %d that are not there%s" % counts)
sys.exit(bool(missing or wrong))
