"""Lowers the TTIR of recorded launches to TTGIR by Triton 3.6, which needs no GPU.

usage: lower-corpus.py FOLDER CAPABILITY OUTPUT_FOLDER

FOLDER has NAME.json and NAME.ttir, as run-corpus.py takes them; so has OUTPUT_FOLDER, with NAME.ttgir.
"""

import json
import pathlib
import sys

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import CUDABackend

folder, capability, output = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
output.mkdir(parents=True, exist_ok=True)
backend = CUDABackend(GPUTarget("cuda", capability, 32))
for file in sorted(folder.glob("*.json")):
    launch = json.loads(file.read_text())
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = ir.parse_mlir_module(str(folder / launch["ttir"]), context)
    module.context = context
    options = backend.parse_options({"num_warps": launch["warps"], "num_stages": launch["stages"]})
    module = backend.make_ttgir(module, {}, options, capability)
    launch["ttir"] = file.stem + ".ttgir"
    (output / launch["ttir"]).write_text(str(module))
    (output / file.name).write_text(json.dumps(launch))
