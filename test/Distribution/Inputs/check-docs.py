"""Follows what the documents of an unpacked archive point at.

usage: check-docs.py ARCHIVE_FOLDER

In each .md file: every relative link, with its heading, leads to a file of the
archive, and every path that is mentioned is one of the archive: from its root,
from the folder of documents, or from the examples. A path is a word with a slash
that begins with the name of a folder of the sources or of the archive.
"""

import os
import re
import sys

FOLDERS = (
    "bench|bin|build|cmake|cookbook|docs|examples|fuzz|include|kernels|lib|python-free-capi|scripts|share|test|tools"
    "|unittests"
)
PATH = re.compile(r"(?<![\w/.$%%-])(?:\./)?((?:%s)/[\w./+*<>-]*[\w>*]/?)" % FOLDERS)
FILE = re.compile(r"(?<![\w/.-])((?:README|CONTRIBUTING|LICENSE|Makefile|[\w-]+)\.md|CONTRIBUTING|LICENSE)(?![\w-])")


def anchors(path):
    """The headings of a file as GitHub names them."""
    found = set()
    for line in open(path, encoding="utf-8"):
        match = re.match(r"#+ (.*)", line)
        if match:
            text = re.sub(r"[^\w\s-]", "", match.group(1).strip().lower().replace("`", ""))
            found.add(re.sub(r"\s", "-", text))
        found.update(re.findall(r'<a (?:id|name)="(.*?)"', line))
    return found


class Checker:
    def __init__(self, root):
        self.root = root
        doc = os.path.join(root, "share", "doc", "tilewright")
        self.bases = [root, doc, os.path.join(doc, "docs")]
        self.bases += [os.path.join(root, "share", "tilewright"), os.path.join(root, "share", "tilewright", "examples")]
        self.documents = self.links = self.paths = self.errors = 0

    def complain(self, path, number, text):
        self.errors += 1
        print("%s:%d: %s" % (os.path.relpath(path, self.root), number, text))

    def check_link(self, path, number, link):
        if re.match(r"[a-z]+:", link):
            return
        self.links += 1
        target, _, anchor = link.partition("#")
        full = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if not os.path.exists(full) or not os.path.realpath(full).startswith(self.root + os.sep):
            self.complain(path, number, "the link to '%s' leads out of the archive" % link)
        elif anchor and anchor not in anchors(full):
            self.complain(path, number, "'%s' has no heading '%s'" % (target, anchor))

    def check_path(self, path, number, mentioned):
        self.paths += 1
        name = mentioned.rstrip("/")
        bases = self.bases + [os.path.dirname(path)]
        # A pattern, or a path with a part that the reader fills in.
        name = re.split(r"[*<]", name)[0].rstrip("/")
        # A program that make builds of its source.
        names = [name, name + ".c"]
        if not any(os.path.exists(os.path.join(base, name)) for base in bases for name in names):
            self.complain(path, number, "'%s' is not in the archive" % mentioned)

    def check(self, path):
        self.documents += 1
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            for link in re.findall(r"\]\(([^)\s]+)\)", line):
                self.check_link(path, number, link)
            text = re.sub(r"\]\([^)\s]+\)", "]", line)
            text = re.sub(r"\b[a-z]+://\S+", "", text)
            for mentioned in PATH.findall(text) + FILE.findall(text):
                self.check_path(path, number, mentioned)


def main():
    checker = Checker(os.path.realpath(sys.argv[1]))
    for folder, _, files in sorted(os.walk(checker.root)):
        for name in sorted(files):
            if name.endswith(".md"):
                checker.check(os.path.join(folder, name))
    print("%d documents, %d links, %d paths" % (checker.documents, checker.links, checker.paths))
    if checker.errors:
        sys.exit("%d errors" % checker.errors)
    print("ok")


if __name__ == "__main__":
    main()
