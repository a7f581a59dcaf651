"""Does what a page says: writes its files, runs its commands, compares.

usage: run-program.py PAGE ARCHIVE FOLDER

In FOLDER, where the archive is unpacked: a block of code after a line that ends in
`NAME`: is the file of that name, and in the block of commands after the last of
them a line that begins with $ is a command, the others are what it prints.
"""

import os
import re
import subprocess
import sys


def read_blocks(path):
    """Pairs of the line before a block, and the lines of the block."""
    blocks, before, block = [], "", None
    for line in open(path, encoding="utf-8"):
        if line.startswith("```"):
            if block is None:
                block = []
            else:
                blocks.append((before, block))
                block = None
        elif block is not None:
            block.append(line)
        elif line.strip():
            before = line.strip()
    return blocks


def main():
    page, archive, folder = sys.argv[1:]
    os.makedirs(folder)
    subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
    files, commands = [], None
    for before, block in read_blocks(page):
        match = re.search(r"`([\w.-]+\.\w+)`:$", before)
        if match:
            files.append(match.group(1))
            open(os.path.join(folder, match.group(1)), "w", encoding="utf-8").writelines(block)
        elif files and commands is None and block[0].startswith("$ "):
            commands = block
    if len(files) < 2 or not commands:
        sys.exit("%s: expected two files and a block of commands, found %s" % (page, files))
    script = "set -eu\n" + "".join(line[2:] for line in commands if line.startswith("$ "))
    expected = "".join(line for line in commands if not line.startswith("$ "))
    # Nothing of the one who runs the test.
    environment = {name: os.environ[name] for name in ("PATH", "TILEWRIGHT_CACHE_DIR", "HOME") if name in os.environ}
    environment["PWD"] = os.path.abspath(folder)  # through a link, if the test's folder is one
    run = subprocess.run(["sh", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode != 0 or run.stdout != expected or run.stderr:
        sys.exit("%s: expected\n%sfound\n%s%s" % (page, expected, run.stdout, run.stderr))
    print("%s: %s: ok" % (os.path.basename(page), ", ".join(files)))


if __name__ == "__main__":
    main()
