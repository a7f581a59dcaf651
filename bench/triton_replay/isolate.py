"""Replays a script of cases (cases.py) in a process of its own, and in another one behind each case that ends it.

usage: isolate.py [--seconds N] [--quiet-seconds N] [--after N] [--json FILE] OPTION... SCRIPT [NAME...]

OPTIONs are those of triton_replay. A process that says nothing for --quiet-seconds is ended. After --seconds the last
process is ended, and what is printed is the --after with which another run goes on. The rows of all processes are summed up.
"""

import argparse
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)

import report  # noqa: E402


OVER = "the time is over"


def follow(command, deadline, quiet_seconds):
    """Runs a command, prints what it says, and returns the number and name of its last case and why it ended, None for by itself."""
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([os.path.dirname(HERE)] + list(filter(None, [os.environ.get("PYTHONPATH")]))))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=environment)
    lines, last, why = queue.Queue(), (0, "its start"), None

    def read():
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=max(min(quiet_seconds, deadline - time.monotonic()), 0))
        except queue.Empty:
            why = OVER if time.monotonic() >= deadline else "it said nothing for %g seconds" % quiet_seconds
            process.kill()
            break
        if line is None:
            break
        found = re.match(r"case (\d+): (.*)", line)
        if found:
            last = int(found[1]), found[2]
        else:
            print(line, end="", flush=True)
    code = process.wait()
    # 1: a row is wrong.
    return last, why or (None if code in (0, 1) else "exit code %d" % code)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--quiet-seconds", type=float, default=60)
    parser.add_argument("--after", type=int, default=0, help="leave so many cases out")
    parser.add_argument("--json")
    options, rest = parser.parse_known_args()
    at = next((i for i, word in enumerate(rest) if word.endswith(".py")), None)
    if at is None:
        parser.error("a script is missing")
    deadline = time.monotonic() + options.seconds
    rows, after, gpu, target, over = [], options.after, None, None, "the first case"
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, "rows.json")
        while time.monotonic() < deadline:
            command = [sys.executable, "-m", "triton_replay", "--json", part] + rest[: at + 1] + ["--after", str(after)] + rest[at + 1 :]
            (number, name), why = follow(command, deadline, options.quiet_seconds)
            if os.path.exists(part):
                with open(part) as file:
                    found = json.load(file)
                os.remove(part)
                gpu, target = found["gpu"], found["target"]
                rows += found["rows"]
            over = None
            if not why:
                break
            if why == OVER:
                over = "case %d, %s, was done: go on with --after %d" % (number, name, max(number - 1, after))
                break
            row = {"name": name, "problem": "the process ended: %s" % why}
            rows.append(row)
            report.print_row(row)
            if number <= after:
                break  # not one case was begun
            after = number
        else:
            over = over or "all cases were begun: go on with --after %d" % after
    if over:
        print("\nthe time is over before %s" % over)
    print("\nall processes together:", end="")
    report.print_summary(rows)
    if options.json:
        report.write_json(options.json, gpu, target, rows)
    return 1 if any(map(report.is_wrong, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())
