"""What all launches of a program found: the same finding of a kernel's line counts once, with how often and in how many launches it came."""

import json
import re


def split_source(source):
    """The file and the line of "file.py:12:5"; the file is empty if there is none."""
    found = re.fullmatch(r"(.*?):(\d+)(?::\d+)?", source or "")
    return (found[1], int(found[2])) if found else ("", 0)


def read_line(path, line, cache={}):
    """A line of a source, without the spaces around it; empty if it cannot be read."""
    if path not in cache:
        try:
            with open(path, errors="replace") as file:
                cache[path] = file.read().splitlines()
        except OSError:
            cache[path] = []
    lines = cache[path]
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


class Summary:
    def __init__(self):
        self.kernels, self.launches, self.programs = {}, 0, 0  # kernels: launches by name
        self.findings, self.refusals, self.problems = {}, {}, []
        self.seconds = {"compile": 0.0, "simulate": 0.0}

    def add_launch(self, kernel, grid, seconds):
        self.kernels[kernel] = self.kernels.get(kernel, 0) + 1
        self.launches += 1
        self.programs += grid[0] * grid[1] * grid[2]
        self.seconds["simulate"] += seconds

    def add_findings(self, kernel, findings):
        """Returns those that are new. Of one launch and one cause, the counts add up."""
        new, seen = [], set()
        for finding in findings:
            key = (kernel, finding.kind, finding.source or finding.message, finding.is_note)
            known = self.findings.get(key)
            if not known:
                known = self.findings[key] = {"kernel": kernel, "kind": finding.kind, "source": finding.source, "line": read_line(*split_source(finding.source)), "other_source": finding.other_source,
                                              "message": finding.message, "is_note": finding.is_note, "count": 0, "launches": 0, "text": finding.text}
                new.append(known)
            known["count"] += finding.count
            known["launches"] += key not in seen
            seen.add(key)
        return new

    def add_refusal(self, kernel, message):
        """True for a new one."""
        key = (kernel, message)
        self.refusals[key] = self.refusals.get(key, 0) + 1
        return self.refusals[key] == 1

    def count(self, is_note):
        return [finding for finding in self.findings.values() if finding["is_note"] == is_note]

    def is_wrong(self):
        return bool(self.count(False) or self.refusals or self.problems)

    def to_json(self, target, seconds):
        return {"device": "sim:" + target, "kernels": self.kernels, "launches": self.launches, "programs": self.programs, "findings": self.count(False), "notes": self.count(True),
                "refusals": [{"kernel": kernel, "message": message, "count": count} for (kernel, message), count in self.refusals.items()], "problems": self.problems,
                "seconds": dict(self.seconds, total=seconds)}

    def write_json(self, path, target, seconds):
        with open(path, "w") as file:
            json.dump(self.to_json(target, seconds), file, indent=1)

    def format(self, seconds):
        """The lines of the summary: counts, each finding with its line of the source, refusals."""
        wrong, notes = self.count(False), self.count(True)
        lines = ["%d kernels, %d launches of %d programs: %d findings, %d notes, %d refused" % (len(self.kernels), self.launches, self.programs, len(wrong), len(notes), len(self.refusals))]
        for title, found in (("error", wrong), ("note", notes)):
            for kind in sorted({finding["kind"] for finding in found}):
                same = [finding for finding in found if finding["kind"] == kind]
                lines.append("  %s: %s: %d, %d times" % (title, kind, len(same), sum(finding["count"] for finding in same)))
                for finding in same:
                    lines.append("    %s in %s, %d times in %d launches" % (finding["source"] or "no line", finding["kernel"], finding["count"], finding["launches"]))
                    if finding["line"]:
                        lines.append("      " + finding["line"])
        for (kernel, message), count in self.refusals.items():
            lines.append("  refused: %s, %d times: %s" % (kernel, count, message.splitlines()[0]))
        lines += ["  " + problem for problem in self.problems]
        lines.append("%.1f s: %.1f s compiling, %.1f s simulating" % (seconds, self.seconds["compile"], self.seconds["simulate"]))
        return lines
