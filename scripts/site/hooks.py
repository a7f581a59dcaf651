"""Makes the colours of site_lexers.py known to the generator of the site."""

import os
import sys

from pygments.lexers import LEXERS

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True  # not into the source tree
import site_lexers  # noqa: E402, F401  (Pygments finds the module only if it is loaded)

LEXERS["MLIRLexer"] = ("site_lexers", "MLIR", ("mlir",), ("*.mlir",), ())
LEXERS["BashSessionLexer"] = ("site_lexers", "Session", ("console",), (), ())
LEXERS["PtxLexer"] = ("site_lexers", "PTX", ("ptx",), ("*.ptx",), ())
