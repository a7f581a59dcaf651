r"""Reads each MLIR and PTX block of the pages as the site colours it.

usage: lex-blocks.py HOOKS_FILE FOLDER | LANGUAGE TEXT

Prints how many blocks there are, and the pieces that a lexer does not know; of a text its
tokens. \n in a text ends a line.
"""

import pathlib
import re
import runpy
import sys

sys.dont_write_bytecode = True
runpy.run_path(sys.argv[1])
from pygments.lexers import get_lexer_by_name  # noqa: E402
from pygments.token import Error, Text  # noqa: E402

if len(sys.argv) > 3:
    for kind, text in get_lexer_by_name(sys.argv[2]).get_tokens(sys.argv[3].replace("\\n", "\n")):
        if text.strip():
            print(str(kind).replace("Token.", ""), text)
    sys.exit()
counts, unknown = {"mlir": 0, "ptx": 0}, []
for page in sorted(pathlib.Path(sys.argv[2]).rglob("*.md")):
    for language, block in re.findall(r"(?ms)^```(mlir|ptx)\n(.*?)^```", page.read_text()):
        counts[language] += 1
        tokens = list(get_lexer_by_name(language, stripnl=False).get_tokens(block))
        assert "".join(text for _, text in tokens) == block, page
        unknown += ["%s: %r" % (page.name, text) for kind, text in tokens if kind is Error or (language == "mlir" and kind is Text and text.strip())]
print("%d blocks of MLIR, %d of PTX, %d pieces unknown" % (counts["mlir"], counts["ptx"], len(unknown)))
print("\n".join(unknown[:40]))
sys.exit(bool(unknown))
