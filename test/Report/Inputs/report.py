"""Prints parts of a report's data for FileCheck.

    report.py FILE.json links PANE:LINE     the lines of each pane that belong to one
    report.py FILE.json links PANE:/TEXT/   the same of the first line with a text
    report.py FILE.json text PANE           a pane's text
    report.py FILE.json get KEY...          a value by its keys and indices
    report.py FILE.json keys                the keys of the report
    report.py FILE.json counts PANE         what the run counted, beside the lines
"""

import json
import sys


def find_pane(report, name):
    return next(pane for pane in report["panes"] if pane["name"] == name)


def print_links(report, place):
    name, where = place.split(":", 1)
    lines = find_pane(report, name)["lines"]
    if where.startswith("/"):
        index = next(i for i, line in enumerate(lines) if where.strip("/") in line[0])
    else:
        index = int(where) - 1
    places = set(lines[index][1])
    print(f"chosen {name} {index + 1}: {lines[index][0].strip()}")
    for pane in report["panes"]:
        for number, (text, own) in enumerate(pane["lines"], 1):
            if places & set(own):
                print(f"{pane['name']} {number}: {text.strip()}")


def print_counts(report, name):
    """A line's counts are those of the lines of PTX that belong to it."""
    counts = {line["line"]: line for line in report["run"]["lines"]}
    ptx = find_pane(report, "ptx")["lines"]
    for number, (text, places) in enumerate(find_pane(report, name)["lines"], 1):
        if name == "ptx":
            own = [counts[number]] if number in counts else []
        else:
            own = [counts[i] for i in counts if set(ptx[i - 1][1]) & set(places)]
        if own:
            keys = sorted({key for line in own for key in line} - {"line"})
            sums = " ".join(f"{key}={sum(line.get(key, 0) for line in own)}" for key in keys)
            print(f"{name} {number}: {text.strip()} | {sums}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    command, *words = sys.argv[2:]
    if command == "links":
        print_links(report, words[0])
    elif command == "text":
        for text, _ in find_pane(report, words[0])["lines"]:
            print(text)
    elif command == "counts":
        print_counts(report, words[0])
    elif command == "keys":
        print(" ".join(report))
    else:
        for word in words:
            report = report[int(word) if isinstance(report, list) else word]
        print(json.dumps(report))


main()
