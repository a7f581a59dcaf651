"""Compares manual pages and shell completion with what the tools say of themselves.

usage: check-manuals.py SHARE_FOLDER TOOL...

Each name that a TOOL's --help has in the column of options is in its page, and is
completed by bash, which runs the function, and named to zsh.
"""

import os
import re
import subprocess
import sys


def complete(path, function, *words):
    """What bash makes of a command line whose last word is not done yet."""
    script = '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); %s; printf "%%s\\n" "${COMPREPLY[@]}"' % function
    run = subprocess.run(["bash", "-c", script, "bash", path, *words], capture_output=True, text=True, check=True)
    if run.stderr:
        sys.exit(run.stderr)
    return run.stdout.split()


def main():
    share, errors = sys.argv[1], 0
    for tool in sys.argv[2:]:
        name = os.path.basename(tool)
        text = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
        # An option, or one of a pass, which the shell does not complete.
        found = re.findall(r"^( +)(-[^\s=<\[]+)(?=[\s=<\[])", text, re.M)
        options = {option for _, option in found}
        outer = {option for indent, option in found if len(indent) < 8}
        page = open("%s/man/man1/%s.1" % (share, name)).read().replace("\\-", "-")
        bash = "%s/bash-completion/completions/%s" % (share, name)
        function = "_" + name.replace("-", "_")
        completed = {word.rstrip("=") for word in complete(bash, function, name, "-")}
        zsh = open("%s/zsh/site-functions/_%s" % (share, name)).read()
        for option in sorted(options):
            missing = [] if re.search(r"^\.B %s(?![\w-])" % re.escape(option), page, re.M) else ["page"]
            if option in outer:
                missing += [] if option in completed else ["bash"]
                missing += [] if re.search(r"'\*%s(?![\w.-])" % re.escape(option), zsh) else ["zsh"]
            for where in missing:
                errors += 1
                print("%s: %s is missing for %s" % (name, option, where))
        for option in sorted(completed - outer):
            errors += 1
            print("%s: bash completes %s, which it has not" % (name, option))
        print("%s: %d options" % (name, len(options)))
    print("%d errors" % errors if errors else "ok")
    return bool(errors)


sys.exit(main())
