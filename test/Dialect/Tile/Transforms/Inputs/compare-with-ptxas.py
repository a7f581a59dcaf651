"""Shows that ptxas takes none of the programs of a test but those that say so.

usage: compare-with-ptxas.py FILE.mlir

Each part of the file, as -split-input-file has them, is compiled without the
check of inline PTX. ptxas must reject it, or, where a comment says "ptxas takes
it", take it.
"""

import pathlib
import re
import subprocess
import sys

parts = re.split(r"^// -----$", pathlib.Path(sys.argv[1]).read_text(), flags=re.M)
wrong = 0
for part in parts:
    name = re.search(r"@(\w+)\(", part).group(1)
    takes = re.search(r"^// .*ptxas takes it", part, flags=re.M) is not None
    result = subprocess.run(
        ["tilec", "-", "--asm-check=off", "--verify-ptx", "--emit=ptx", "-o", "-"],
        input=part,
        capture_output=True,
        text=True,
        timeout=120,
    )
    # Another error than one of ptxas proves nothing. Of 32 bits for an address of
    # global memory, and of a whole kernel, ptxas complains in words of its own; of
    # some sinks it dies.
    rejected = result.returncode != 0 and (
        "error: ptxas: " in result.stderr
        or "32-Bit" in result.stderr
        or "error: Function '" in result.stderr
        or "error: ptxas failed" in result.stderr
    )
    taken = result.returncode == 0
    if not (taken if takes else rejected):
        wrong += 1
        print(
            "%s: expected ptxas to %s it, found:\n%s"
            % (name, "take" if takes else "reject", result.stderr)
        )
print("%d programs, %d wrong" % (len(parts), wrong))
sys.exit(wrong != 0)
