"""Reads the declarations of the C API from its preprocessed headers.

Understands the C that the headers are written in: exported functions whose
parameters are named, structs, enums and types of callbacks. Anything else is an
error.
"""

import re
import subprocess


class Parameter:
    """`type` is without const and pointers, of which there are `pointers`."""

    def __init__(self, text, function):
        match = re.fullmatch(r"(const )?(\w+) ?(\**) ?(\w+)", text)
        if not match:
            raise SystemExit("%s: cannot read the parameter '%s'" % (function, text))
        self.isConst = bool(match.group(1))
        self.type = match.group(2)
        self.pointers = len(match.group(3))
        self.name = match.group(4)

    def declaration(self):
        return "%s%s%s" % ("const " if self.isConst else "", self.type, " " + "*" * self.pointers)


class Function:
    def __init__(self, result, name, parameters):
        self.result = result
        self.name = name
        self.parameters = [
            Parameter(text.strip(), name) for text in parameters.split(",") if text.strip() != "void"
        ]


class Declarations:
    def __init__(self, headers, compile_command):
        """`headers` are paths; the command is the compiler's with its -I."""
        source = "".join('#include "%s"\n' % header for header in headers)
        output = subprocess.run(
            # clang warns of what is for the linker only.
            [word for word in compile_command if not word.startswith(("-Wl,", "-l", "-L"))] + ["-E", "-x", "c", "-"],
            input=source,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        text = self.keep_ours(output, headers)
        self.functions = self.read_functions(text)
        self.enums = self.read_enums(text)
        self.structs = self.read_structs(text)
        self.callbacks = re.findall(r"typedef \w+ \(\*(\w+)\)\(", text)
        self.aliases = {
            name: kind for kind, name in re.findall(r"typedef (\w+) (\w+);", text)
        }
        self.handles = [name for name, fields in self.structs.items() if fields == "void *ptr;"]

    @staticmethod
    def keep_ours(output, headers):
        """The lines that are from the headers, as one line."""
        kept = []
        is_ours = False
        for line in output.split("\n"):
            marker = re.match(r'# \d+ "(.*?)"', line)
            if marker:
                is_ours = marker.group(1) in headers
            elif is_ours:
                kept.append(line)
        return re.sub(r"\s+", " ", " ".join(kept)).replace("_Bool", "bool")

    @staticmethod
    def read_functions(text):
        marker = '__attribute__((visibility("default")))'
        functions = []
        for part in text.split(marker)[1:]:
            match = re.match(r" ?([\w *]+?[ *])(\w+)\(([^()]*)\) ?;", part)
            if not match:
                raise SystemExit("cannot read the function '%s'" % part[:100])
            functions.append(Function(match.group(1).strip(), match.group(2), match.group(3)))
        return functions

    @staticmethod
    def read_enums(text):
        return {
            name: [int(value) for value in re.findall(r"= (\d+)", body)]
            for name, body in re.findall(r"typedef enum (\w+) \{([^}]*)\} \1;", text)
        }

    @staticmethod
    def read_structs(text):
        structs = {}
        for match in re.finditer(r"typedef struct (\w+) \{", text):
            depth, end = 1, match.end()
            while depth:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            structs[match.group(1)] = text[match.end() : end - 1].strip()
        return structs

    def fields(self, struct):
        """Pairs of a field's type and name, of a struct of plain fields."""
        fields = []
        for text in self.structs[struct].split(";"):
            if not text.strip():
                continue
            match = re.fullmatch(r"(\w+) ([\w, ]+)", text.strip())
            if match:
                fields += [(match.group(1), name.strip()) for name in match.group(2).split(",")]
                continue
            match = re.fullmatch(r"\w+ \(\*(\w+)\)\(.*\)", text.strip())
            if match:
                fields.append(("callback", match.group(1)))
            elif text.strip() != "void *userData":
                raise SystemExit("%s: cannot read the field '%s'" % (struct, text.strip()))
        return fields
