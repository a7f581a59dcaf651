#!/usr/bin/env python3
"""Runs the examples of a tool's help text as they are printed.

usage: run-examples.py SOURCE-ROOT COUNT TOOL

The examples are the indented lines after "Examples"; a line that ends in a
backslash goes on in the next. Fails if there are not COUNT, or if one fails.
"""

import subprocess
import sys


def get_examples(text):
    examples, is_open = [], False
    for line in text.partition("\nExamples")[2].splitlines()[1:]:
        if not line.startswith("  "):
            continue
        line = line.strip()
        if is_open:
            examples[-1] += "\n" + line
        else:
            examples.append(line)
        is_open = line.endswith("\\")
    return examples


def main():
    root, count, tool = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    help_text = subprocess.run([tool, "--help"], capture_output=True, text=True).stdout
    examples = get_examples(help_text)
    if len(examples) != count:
        sys.exit("expected %d examples, found %d" % (count, len(examples)))
    failed = False
    for example in examples:
        print("$ " + example, flush=True)
        code = subprocess.run(example, shell=True, cwd=root).returncode
        print("exit code %d" % code, flush=True)
        failed |= code != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
