"""Prints parts of a report's data for FileCheck.

    report.py FILE.json links PANE:LINE     the lines of each pane that belong to one
    report.py FILE.json links PANE:/TEXT/   the same of the first line with a text
    report.py FILE.json text PANE           a pane's text
    report.py FILE.json get KEY...          a value by its keys and indices
    report.py FILE.json steps N             the steps of a schedule
    report.py FILE.json checksteps          whether the columns of each schedule are an order
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


def print_steps(schedule):
    print(f"{schedule['function']}, {schedule['iterations']} iterations: {', '.join(schedule['roles'])}")
    for ring in schedule["rings"]:
        guards = [f"{key} {ring[key]}" for key in ("full", "empty") if key in ring]
        guards += ["groups"] if ring["groups"] else []
        print(f"ring {ring['name']} of {ring['places']}, {', '.join(guards)}")
    for number, step in enumerate(schedule["steps"]):
        where = f"iteration {step['iteration']}" if step["loop"] else "before loops"
        if not step["loop"] and any(other["loop"] and other["role"] == step["role"] for other in schedule["steps"][:number]):
            where = "after loops"
        after = f" after {step['after']}" if "after" in step else ""
        print(f"{number}: {schedule['roles'][step['role']]}, {where}: {step['text']}{after}")


def check_steps(schedule):
    steps, last = schedule["steps"], {}
    for step in steps:
        assert step["column"] > last.get(step["role"], -1), step
        assert "after" not in step or step["column"] > steps[step["after"]]["column"], step
        last[step["role"]] = step["column"]
    for fill in schedule["uses"]:
        for read in schedule["uses"]:
            if fill["kind"] == "fill" and read["kind"] == "read" and all(fill[key] == read[key] for key in ("ring", "place")):
                assert fill["last"] <= read["first"] or read["last"] <= fill["first"], (fill, read)
    print(f"{schedule['function']}: in order")


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
    elif command == "steps":
        print_steps(report["schedules"][int(words[0])])
    elif command == "checksteps":
        for schedule in report["schedules"]:
            check_steps(schedule)
    elif command == "keys":
        print(" ".join(report))
    else:
        for word in words:
            report = report[int(word) if isinstance(report, list) else word]
        print(json.dumps(report))


main()
