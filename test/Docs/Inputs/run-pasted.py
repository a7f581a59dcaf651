"""Runs the blocks of a page that a reader pastes, as they stand.

usage: run-pasted.py PAGE.md NAME [--dry-make]

A block after the comment <!-- pasted: NAME --> is pasted, in order, into one bash in the current
folder; a block of another kind than `sh` is saved under the name in the text before, `FILE`:. The
commands and their output are printed. It fails where a command fails, prints a warning or an error,
or writes no file that its `-o` names. With --dry-make make prints what it would run, since a build
takes too long for a test.
"""

import pathlib
import re
import subprocess
import sys

page, name = pathlib.Path(sys.argv[1]), sys.argv[2]
mark = r"(?m)^<!-- pasted: %s -->\n```(\w+)\n(.*?)^```$" % re.escape(name)
script, text = [], page.read_text()
for block in re.finditer(mark, text, re.S):
    if block[1] == "sh":
        script += block[2].splitlines()
        continue
    file = re.search(r"`([\w.-]+)`:\s*$", text[: block.start()])
    if not file:
        sys.exit("expected a name of a file before the block of %s, found none" % block[1])
    pathlib.Path(file[1]).write_text(block[2])
if not script:
    sys.exit("%s: expected blocks after <!-- pasted: %s -->, found none" % (page.name, name))
if "--dry-make" in sys.argv:
    script.insert(0, "make() { command make -n \"$@\"; }")
done = subprocess.run(["bash", "-e", "-c", "set -x\n" + "\n".join(script)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(done.stdout)
wrong = re.findall(r"(?mi)^(?:\S+: )?(?:warning|error)\b.*", done.stdout)
missing = []
if "cd " not in "\n".join(script):
    outputs = re.findall(r"-o ([\w.-]+\.\w+)", "\n".join(script))
    missing = [file for file in outputs if not pathlib.Path(file).is_file() or not pathlib.Path(file).stat().st_size]
for file in missing:
    print("no file " + file)
print("%s: %d lines pasted, exit code %d, %d messages, %d files missing" % (name, len(script), done.returncode, len(wrong), len(missing)))
sys.exit(bool(done.returncode or wrong or missing))
