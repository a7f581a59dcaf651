"""Times compiles of kernels that reduce, scan and sort, beside Triton's.

usage: compile_reductions.py LIBRARY [--only NAME,...] [--warps N,...] [--repeat N] [--json FILE]

LIBRARY is libtilewright.so. Needs triton, but neither torch nor a GPU; a development
tool, not part of the product.

Each kernel is written in Triton, once. Both compilers take the text of its TTIR to
the text of its PTX for sm_90, in this process, in turn, without their caches. Of
Triton that is what its stages do after "ttir": parse, make_ttgir, make_llir,
make_ptx. Times are medians of processor time of this process.
"""

import argparse
import ctypes
import json
import os
import statistics
import sys
import time

import triton
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, make_backend
from triton.compiler.code_generator import ast_to_ttir

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reduction_kernels as kernels  # noqa: E402
from library import NULL, PTX, Handle, String, string  # noqa: E402

TARGET = GPUTarget("cuda", 90, 32)
F32, F16 = "*fp32", "*fp16"

# name: (kernel, types of its arguments, constants)
KERNELS = {
    "softmax 4096": (kernels.softmax, dict(x_ptr=F32, y_ptr=F32, n="i32"), dict(BLOCK=4096)),
    "softmax 65536": (kernels.softmax, dict(x_ptr=F32, y_ptr=F32, n="i32"), dict(BLOCK=65536)),
    "layer_norm 4096": (kernels.layer_norm, dict(x_ptr=F16, w_ptr=F16, b_ptr=F16, y_ptr=F16, n="i32"), dict(BLOCK=4096)),
    "layer_norm 16384": (kernels.layer_norm, dict(x_ptr=F16, w_ptr=F16, b_ptr=F16, y_ptr=F16, n="i32"), dict(BLOCK=16384)),
    "sort 256": (kernels.sort_rows, dict(x_ptr=F32, y_ptr=F32), dict(R=1, N=256)),
    "sort 1024": (kernels.sort_rows, dict(x_ptr=F32, y_ptr=F32), dict(R=1, N=1024)),
    "sort 4096": (kernels.sort_rows, dict(x_ptr=F32, y_ptr=F32), dict(R=1, N=4096)),
    "topk 1024": (kernels.top_rows, dict(x_ptr=F32, y_ptr=F32), dict(R=1, N=1024, K=8)),
    "argmax 16 x 256": (kernels.argmax_rows, dict(x_ptr=F32, y_ptr="*i32"), dict(R=16, N=256)),
    "cumsum 1024": (kernels.cumsum_rows, dict(x_ptr=F32, y_ptr=F32), dict(R=1, N=1024)),
    "histogram 4096": (kernels.count, dict(x_ptr="*i32", y_ptr="*i32"), dict(BLOCK=4096, BINS=256)),
}


class Triton:
    def __init__(self, warps):
        self.backend = make_backend(TARGET)
        self.options = self.backend.parse_options(dict(num_warps=warps))
        self.stages = {}
        self.backend.add_stages(self.stages, self.options, ASTSource.language if hasattr(ASTSource, "language") else triton.backends.compiler.Language.TRITON)

    def make_context(self):
        context = ir.context()
        ir.load_dialects(context)
        self.backend.load_dialects(context)
        return context

    def make_ttir(self, function, types, constants, multiples=None):
        """`multiples`: the arguments that are multiples of 16; None for all of them."""
        names = [p.name for p in function.params]
        signature = {name: "constexpr" if name in constants else types[name] for name in names}
        attributes = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(names) if name not in constants and (multiples is None or name in multiples)}
        source = ASTSource(fn=function, signature=signature, attrs=attributes,
                           constexprs={(names.index(name),): value for name, value in constants.items()})
        context = self.make_context()
        module = source.make_ir(TARGET, self.options, self.backend.get_codegen_implementation(self.options), self.backend.get_module_map(), context)
        return str(self.stages["ttir"](module, self.make_metadata()))

    def make_metadata(self):
        return dict(self.options.__dict__, target=TARGET)

    def compile(self, path):
        module = ir.parse_mlir_module(path, self.context)
        module.context = self.context
        metadata = self.make_metadata()
        for stage in ("ttgir", "llir", "ptx"):
            module = self.stages[stage](module, metadata)
        return module

    def time(self, path):
        # A context is made once per process, as in the library.
        self.context = self.make_context()
        start = time.process_time()
        text = self.compile(path)
        return time.process_time() - start, text


class Ours:
    def __init__(self, path):
        self.c = c = ctypes.CDLL(path)
        c.tileGetLastErrorMessage.restype = String
        c.tileCompilerOptionsCreate.restype = Handle
        c.tileCompilerOptionsSet.argtypes = [Handle, String, String]
        c.tileCompilerCreate.argtypes = [Handle, ctypes.POINTER(Handle)]
        c.tileCompilerCompileText.argtypes = [Handle, String, String, ctypes.c_uint, ctypes.c_void_p, ctypes.POINTER(Handle)]
        c.tileKernelImageDestroy.argtypes = [Handle]

    def check(self, status):
        if status != 0:
            raise RuntimeError(self.c.tileGetLastErrorMessage().data.decode())

    def make_compiler(self, warps):
        settings, compiler = self.c.tileCompilerOptionsCreate(), Handle()
        for name, value in dict(target="sm_90", cache="off").items():
            self.check(self.c.tileCompilerOptionsSet(settings, string(name), string(value)))
        self.check(self.c.tileCompilerOptionsSet(settings, string("num-warps"), string(str(warps))))
        self.check(self.c.tileCompilerCreate(settings, ctypes.byref(compiler)))
        return compiler

    def time(self, compiler, text):
        image = Handle()
        start = time.process_time()
        self.check(self.c.tileCompilerCompileText(compiler, string(text), string("kernel.ttir"), PTX, None, ctypes.byref(image)))
        elapsed = time.process_time() - start
        self.c.tileKernelImageDestroy(image)
        return elapsed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--only", help="names of kernels, or their first words")
    parser.add_argument("--warps", default="4")
    parser.add_argument("--repeat", type=int, default=11)
    parser.add_argument("--json")
    options = parser.parse_args()
    ours = Ours(options.library)
    only = options.only.split(",") if options.only else None
    rows = []
    print("%-18s %5s %11s %11s %8s" % ("kernel", "warps", "ours", "Triton", "ratio"))
    for warps in map(int, options.warps.split(",")):
        peer, compiler = Triton(warps), ours.make_compiler(warps)
        for name, (function, types, constants) in KERNELS.items():
            if only and name not in only and name.split()[0] not in only:
                continue
            text = peer.make_ttir(function, types, constants)
            path = "/tmp/compile_reductions-%d.ttir" % os.getpid()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            times = []
            for _ in range(options.repeat + 1):
                times.append((ours.time(compiler, text), peer.time(path)[0]))
            os.unlink(path)
            # The first ones make what later ones share.
            mine, its = (statistics.median(column) for column in zip(*times[1:]))
            rows.append(dict(kernel=name, warps=warps, ours=mine, triton=its))
            print("%-18s %5d %8.1f ms %8.1f ms %8.2f" % (name, warps, 1e3 * mine, 1e3 * its, mine / its))
            sys.stdout.flush()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
