#!/usr/bin/env python3
"""Compares the instructions of two kernels up to the first block of tiles in part.

usage: check-odd-speed.py BEFORE.ptx AFTER.ptx

AFTER may have more instructions only of those that a mask is made of.
"""

import collections
import re
import sys

# What compares, joins and copies predicates, what an element that is not loaded
# becomes, and the index that is compared.
MASK = re.compile(r"setp\.|and\.pred|mov\.|or\.b32|add\.s32")


def count(path):
    """The instructions of the path of whole tiles, by name."""
    names = collections.Counter()
    with open(path, encoding="utf-8") as file:
        body = file.read().split("{\n", 1)[1]
    for line in body.split("\n"):
        text = re.sub(r"^@!?%p\d+\s+", "", line.strip())
        if re.match(r"(bra\.uni|ret)\b", text):
            break
        if text and text[0] not in "./$}":
            name = text.split()[0].rstrip(";")
            # Where the product is needed by itself, this is two instructions.
            names.update(["mul.lo.s32", "add.s32"] if name == "mad.lo.s32" else [name])
    return names


def main():
    before, after = (count(path) for path in sys.argv[1:3])
    more = after - before
    for name in sorted(before | after):
        print(name, before[name], after[name])
    wrong = [name for name in more if not MASK.match(name)]
    lost = [name for name in before - after if name.startswith(("ld.", "st."))]
    for name in wrong + lost:
        print("unexpected: %s %d %d" % (name, before[name], after[name]))
    # A comparison for each of two accesses, and zeros for the elements of each.
    if sum(more.values()) > 2 * 2 + 2 * 4 + 4:
        print("more instructions than a mask takes: %d" % sum(more.values()))
        return 1
    if wrong or lost:
        return 1
    print("only the mask is more")
    return 0


if __name__ == "__main__":
    sys.exit(main())
