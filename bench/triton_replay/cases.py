"""The main program of a script that is a table of cases, each a function without arguments.

usage: SCRIPT [--after N] [NAME...]

Runs those with a NAME in theirs, in order, but not the first N. A case that fails is reported, and the next follows.
Before each case its number is printed: isolate.py goes on behind a case that ended the process.
"""

import sys
import traceback

MARK = "case %d: %s"


def run(cases):
    arguments, after = sys.argv[1:], 0
    if arguments[:1] == ["--after"]:
        after, arguments = int(arguments[1]), arguments[2:]
    chosen = [(name, case) for name, case in cases.items() if not arguments or any(part in name for part in arguments)]
    for number, (name, case) in enumerate(chosen, 1):
        if number <= after:
            continue
        print(MARK % (number, name), flush=True)
        try:
            case()
        except Exception as error:
            # Where in the case's own library it was, not in Triton.
            frame = traceback.extract_tb(error.__traceback__)[-1]
            print("case %s failed: %s: %s (%s:%d)" % (name, type(error).__name__, (str(error).strip() or "no reason").splitlines()[0][:200], frame.filename, frame.lineno), flush=True)
