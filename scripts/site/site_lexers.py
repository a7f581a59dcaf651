"""Colours for blocks of MLIR, PTX and sessions in the site, by Pygments.

Pygments has no MLIR. Its PTX goes by a list of words, and does not know predicates. Its sessions take each line
that begins with # for a command of root.
"""

import re

from pygments.lexer import Lexer, RegexLexer, bygroups, include, words
from pygments.lexers import BashLexer
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

__all__ = ("ConsoleLexer", "MLIRLexer", "PtxLexer")

KEYWORDS = ("affine_map", "affine_set", "array", "attributes", "dense", "dense_resource", "do", "else", "false", "from",
            "iter_args", "loc", "module", "nested", "private", "public", "step", "to", "true", "unit", "unknown")
TYPES = ("complex", "index", "memref", "none", "tensor", "tuple", "vector")


class MLIRLexer(RegexLexer):
    name = "MLIR"
    aliases = ["mlir"]
    filenames = ["*.mlir"]
    tokens = {
        "root": [
            (r"\s+", Whitespace),
            (r"//[^\n]*", Comment.Single),
            (r'"', String, "string"),
            (r"%[\w$.-]+(?:[:#]\d+)?", Name.Variable),
            (r"@[\w$.-]+", Name.Function),
            (r'(@)(")', bygroups(Name.Function, String), "string"),
            (r"\^[\w$.-]+", Name.Label),
            (r"![A-Za-z_][\w$.]*", Keyword.Type),
            (r"#[A-Za-z_0-9][\w$.]*", Name.Decorator),
            (r"(\d+|\?)(x)(?=[\d?!a-z])", bygroups(Number.Integer, Punctuation)),
            (r"(?:[su]?i\d+|bf16|tf32|f\d+(?:E\d+M\d+\w*)?)\b", Keyword.Type),
            (words(TYPES, suffix=r"\b(?![.])"), Keyword.Type),
            (words(KEYWORDS, suffix=r"\b(?![.\w])"), Keyword),
            # An operation, or what an attribute or a type of a dialect is called.
            (r"[A-Za-z_][\w$]*(?:\.[\w$]+)+", Name.Builtin),
            (r"-?0[xX][0-9a-fA-F]+", Number.Hex),
            (r"-?\d+\.\d*(?:[eE][-+]?\d+)?", Number.Float),
            (r"-?\d+", Number.Integer),
            (r"->|::=?|=|==|\+|-|\*|/|&|\|", Operator),
            (r"[()\[\]{}<>,:;.?!#%@^']", Punctuation),
            (r"[A-Za-z_$][\w$-]*", Name.Attribute),
            (r".", Text),
        ],
        "string": [
            (r'[^"\\]+', String),
            (r"\\.", String.Escape),
            (r'"', String, "#pop"),
        ],
    }


class PtxLexer(RegexLexer):
    """What begins a statement is an instruction, or a directive if it begins with a dot."""

    name = "PTX"
    aliases = ["ptx"]
    filenames = ["*.ptx"]
    tokens = {
        "space": [
            (r"\s+", Whitespace),
            (r"//[^\n]*", Comment.Single),
            (r"(?s)/\*.*?\*/", Comment.Multiline),
        ],
        "root": [
            include("space"),
            (r"([\w$]+)(:)", bygroups(Name.Label, Punctuation)),
            (r"@!?%?[\w$]+", Name.Decorator),
            (r"\.\w+", Keyword, "directive"),
            (r"[A-Za-z_$][\w$.:]*", Name.Builtin, "operands"),
            (r"[{}();,]", Punctuation),
            include("operand"),
        ],
        "directive": [
            (r"\n", Whitespace, "#pop"),
            (r"[;{]", Punctuation, "#pop"),
            (r"\.[\w.]+", Keyword.Type),
            include("operands"),
        ],
        "operands": [
            (r";", Punctuation, "#pop"),
            include("space"),
            include("operand"),
        ],
        "operand": [
            (r'"[^"\n]*"', String),
            (r"%[\w$.]+(?:<\d+>)?", Name.Variable),
            (r"\$\d+", Name.Variable),
            (r"-?0[xX][0-9a-fA-F]+|-?0[fFdD][0-9a-fA-F]+", Number.Hex),
            (r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", Number),
            (r"[A-Za-z_$][\w$.]*", Name),
            (r"[-+*/<>=!|&^~?]", Operator),
            (r"[\[\]{}(),:.]", Punctuation),
        ],
    }


class ConsoleLexer(Lexer):
    """Commands after `$ `, and what they print. Flags, and lines with a caret below them, are tokens of their own,
    as site.css does not break them."""

    name = "Session"
    aliases = ["console"]
    session = re.compile(
        r"(?m)^(?P<prompt>\$ )(?P<command>(?:.*\\\n)*.*\n?)"
        r"|^(?P<excerpt>.*\n *[\^~]+ *\n?)"
        r"|^.*\n?"
    )

    def get_tokens_unprocessed(self, text):
        for match in self.session.finditer(text):
            if match["prompt"]:
                yield match.start(), Generic.Prompt, match["prompt"]
                for at, kind, piece in BashLexer().get_tokens_unprocessed(match["command"]):
                    yield match.start("command") + at, Name.Attribute if re.fullmatch(r"-[-\w]+", piece) else kind, piece
            else:
                yield match.start(), Generic.Traceback if match["excerpt"] else Generic.Output, match.group()
