"""The places in a page that a link can lead to."""

import re


def strip_code(text):
    """The lines of a page, with empty ones in the place of blocks of code."""
    lines, inside = [], False
    for line in text.splitlines():
        fence = line.startswith("```")
        lines.append("" if inside or fence else line)
        inside ^= fence
    return lines


def find_anchors(path):
    """The headings of a file as GitHub names them, and its <a id> marks."""
    found, counts = set(), {}
    for line in strip_code(open(path, encoding="utf-8").read()):
        match = re.match(r"#+ (.*)", line)
        if match:
            text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", match[1]).strip().lower()
            name = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text))
            count = counts.get(name, 0)
            counts[name] = count + 1
            found.add("%s-%d" % (name, count) if count else name)
        found.update(re.findall(r'<a (?:id|name)="(.*?)"', line))
    return found
