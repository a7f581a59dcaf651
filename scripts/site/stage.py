"""Copies what the site is made of into one folder, as its generator wants it.

usage: stage.py SOURCE_FOLDER STAGE_FOLDER

The pages lie as in the sources, so that their links need no change. Markdown as GitHub
reads it lets a list begin right behind a line of text; the generator wants an empty line
between them. A block that shows a session becomes one of `console`: prompts have a colour,
and long messages wrap.
"""

import pathlib
import re
import shutil
import sys

SESSION = re.compile(r"(?m)^```\n(?=\$ )")
ITEM = re.compile(r"\s*([-*]|\d+\.) ")


def separate_lists(text):
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        before = lines[-1] if lines else ""
        if not inside and ITEM.match(line) and before.strip() and not ITEM.match(before) and not before.startswith(" "):
            lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"


def main():
    root, stage = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(root / "docs", stage / "docs", ignore=shutil.ignore_patterns("CMakeLists.txt"))
    for page in root.glob("*.md"):
        shutil.copy(page, stage / page.name)
    shutil.copy(root / "scripts" / "site" / "site.css", stage / "site.css")
    for page in stage.rglob("*.md"):
        # The site has its own table of contents, beside the page.
        text = page.read_text().replace("\n[TOC]\n", "\n")
        page.write_text(separate_lists(SESSION.sub("```console\n", text)))


if __name__ == "__main__":
    main()
