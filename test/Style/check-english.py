"""Finds words in pages and sources that a reader whose second language is English reads twice.

usage: check-english.py ROOT < FILES

A page is read without its blocks of code and `code`, a source in its comments and strings. Each word has the one to use.
"""

import os
import re
import sys

WORDS = (
    # "in which register of which thread" asks a question; "a matrix of which rows" has no noun.
    (r"\bof which\b(?! (?:argument|array|bank|element|kind|lane|line|register|size|thread|type|value|warp)\b)", "a sentence of its own, or 'whose'"),
    (r"\bthose of\b", "the noun that 'those' stands for"),
    (r"\bbeside\b", "'next to', 'compared with' or 'in addition to'"),
    (r"\bbehind\b", "'after' or 'past'"),
    (r"\bin front of\b", "'before'"),
    (r"\bnobody\b", "'no thread', 'no operation' or 'never'"),
    (r"\bsomebody\b", "who it is"),
    (r"\bby the run\b", "what the run does"),
    (r"\beverybody\b", "who it is"),
    (r"\bfor whom\b", "'the threads for which'"),
    (r"\btold\b", "'the option says' or 'is set'"),
    (r"\b(?:held|holds?) against\b", "'compared with'"),
    (r"\bbut for\b", "'except'"),
    (r"\bsees? to it\b", "'makes sure'"),
    (r"\btak(?:es?|en) apart\b", "'splits' or 'is split'"),
    (r"\b(?:bits?|bytes?|lines?|one) an? (?:array|block|column|element|file|kernel|lane|line|operand|program|row|thread|warp)\b(?! \w+s\b)", "'per'"),
    (r"\bunder way\b", "'in flight'"),
    (r"\btakes? the place of\b", "'replaces'"),
    # "there is no barrier" and "is no longer" are usual; "the name is no token" is not.
    (r"(?<!\bthere )\b(?:is|are|was|were|be) no (?:(?:power|multiple|number|object|pointer|tile|layout|box|boxes|powers|multiples|numbers|copy|access|error|mistake|finding)\b)", "'is not a'"),
)


def read_page(text):
    """Each line of a page without code."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, re.sub(r"`[^`]*`", "", line)


def read_source(text):
    for number, line in enumerate(text.splitlines(), 1):
        found = re.findall(r"//.*|/?\*.*|\"(?:[^\"\\]|\\.)*\"", line)
        yield number, " ".join(found)


def read_descriptions(text):
    """Of TableGen all is text that a person reads, apart from names."""
    yield from enumerate(text.splitlines(), 1)


def main():
    root, files, wrong = sys.argv[1], 0, 0
    for name in sys.stdin.read().split():
        path = os.path.join(root, name)
        if not os.path.exists(path):
            continue
        files += 1
        with open(path, errors="replace") as file:
            text = file.read()
        read = {".md": read_page, ".td": read_descriptions}.get(os.path.splitext(name)[1], read_source)
        for number, line in read(text):
            for word, better in WORDS:
                match = re.search(word, line, re.I)
                if match:
                    wrong += 1
                    print("%s:%d: found '%s'; expected %s" % (name, number, match[0], better))
    print("%d files, %d words" % (files, wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
