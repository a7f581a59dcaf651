"""Writes the TTIR of every sample in kernels.py, blocks.py and products.py as <name>.ttir beside this file.

    python3 -m venv VENV && VENV/bin/pip install triton==3.6.0 numpy
    VENV/bin/python generate.py [NAME ...]

It needs no GPU. The text is as Triton prints it, locations included, without the folders in them, which would
name the machine it ran on. Samples are compiled for sm_90. Other scripts use `lower` for the later stages.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import triton  # noqa: E402
from triton._C.libtriton import ir  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource, make_backend  # noqa: E402

from kernels import SAMPLES  # noqa: E402
from products import OTHERS  # noqa: E402
import blocks  # noqa: E402

SAMPLES.update(blocks.SAMPLES)


def source(kernel, types, constants):
    """The kernel with its argument types, constants and what is known about its arguments."""
    names = [a for a in kernel.arg_names if a not in constants]
    assert len(names) == len(types), (kernel.__name__, names, types)
    signature = {a: "constexpr" for a in kernel.arg_names}
    attributes = {}
    for name, text in zip(names, types):
        text, _, divisor = text.partition(":")
        signature[name] = text
        if divisor:
            attributes[(kernel.arg_names.index(name), )] = [["tt.divisibility", int(divisor)]]
    return ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=attributes)


def lower(src, capability=90, until="ttir", passes=True, **options):
    """The stages from the source to `until`, as a dict from stage to text; without `passes`, TTIR is that of the
    front end."""
    target = GPUTarget("cuda", capability, 32)
    backend = make_backend(target)
    parsed = backend.parse_options(dict(options))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    stages = {}
    backend.add_stages(stages, parsed, src.language)
    module = src.make_ir(target, parsed, backend.get_codegen_implementation(parsed), backend.get_module_map(), context)
    metadata = {"target": target, **parsed.__dict__}
    if not passes:
        return {"ttir": str(module)}
    texts = {}
    for name, run in stages.items():
        module = run(module, metadata)
        texts[name] = str(module)
        if name == until:
            return texts
    raise ValueError(until)


def without_folders(text):
    """Keeps only the file's name in loc("folder/file.py":line:column)."""
    return re.sub(r'loc\("[^"\n]*/([^"/\n]+)"', r'loc("\1"', text)


def main():
    assert triton.__version__ == "3.6.0", triton.__version__
    folder = os.path.dirname(os.path.abspath(__file__))
    failed = 0
    for name in sys.argv[1:] or SAMPLES:
        kernel, types, constants, options = SAMPLES.get(name) or OTHERS[name]
        try:
            text = without_folders(lower(source(kernel, types, constants), **options)["ttir"])
        except Exception as error:  # report all, then fail
            print(f"{name}: {error}", file=sys.stderr)
            failed += 1
            continue
        with open(os.path.join(folder, name + ".ttir"), "w") as out:
            out.write(text)
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
