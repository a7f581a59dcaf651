"""Triton and our library as functions from text to PTX, for any target; no GPU is needed."""

import ctypes
import os
import re
import subprocess
import sys
import tempfile
import weakref

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), os.pardir, "peers"))
from library import NULL, PTX, Argument, Grid, Handle, Library, String, string  # noqa: E402


class Compiled:
    """A kernel's PTX, and how it is launched: `shared` and `scratch` are dynamic bytes, the former per CTA, the latter
    of memory per program, for which there is a parameter behind the arguments."""

    def __init__(self, text, symbol, warps, shared, scratch=0, programs=1):
        self.text, self.symbol, self.warps, self.shared, self.scratch = text, symbol, warps, shared, scratch
        # Programs that share a CTA, each on a row of threads.
        self.programs = programs
        # Of ours: what loads it on a GPU as our library does, which makes the tensor maps that a launch may use.
        self.bind = None

    @property
    def num_parameters(self):
        entry = re.search(r"\.entry\s+%s\s*\((.*?)\)" % re.escape(self.symbol), self.text, re.S)
        return len(re.findall(r"\.param", entry[1]))

    def to_json(self):
        return dict(text=self.text, symbol=self.symbol, warps=self.warps, shared=self.shared, scratch=self.scratch, programs=self.programs)


def get_warps(text):
    """Of PTX: Triton may make a program wider than it was asked for."""
    return int(re.search(r"\.reqntid\s+(\d+)", text)[1]) // 32


class Triton:
    """Triton, for a target that need not be this machine's."""

    def __init__(self, target):
        from triton.backends.compiler import GPUTarget
        from triton.compiler import make_backend

        self.target = GPUTarget("cuda", int(re.search(r"\d+", target)[0]), 32)
        self.backend = make_backend(self.target)

    def run(self, make_source, options, until):
        """All stages' modules as text, without locations, and what Triton says of the kernel."""
        from triton._C.libtriton import ir

        options = self.backend.parse_options(dict(options))
        context = ir.context()
        ir.load_dialects(context)
        self.backend.load_dialects(context)
        source = make_source(context)
        steps, metadata = {}, {"target": self.target, **options.__dict__}
        self.backend.add_stages(steps, options, source.language)
        module = source.make_ir(self.target, options, self.backend.get_codegen_implementation(options), self.backend.get_module_map(), context)
        for stage, step in steps.items():
            module = step(module, metadata)
            if stage == until:
                break
        return module, metadata

    def get_ttir(self, launch):
        """The TTIR of a launch of the corpus, as Triton specialises it: it knows multiples of 16, and a 1 is a constant."""
        import corpus
        from triton.compiler import ASTSource

        kernel, signature, constants, attributes = launch.kernel, {}, dict(launch.constants), {}
        values = iter(launch.args)
        for index, name in enumerate(kernel.arg_names):
            if name in constants:
                signature[name] = "constexpr"
                continue
            value = next(values)
            divisible = True
            if isinstance(value, corpus.Descriptor):
                signature[name] = "tensordesc<%s%s>" % (corpus.TRITON_TYPES[value.array.type], list(value.block))
                divisible = False
            elif isinstance(value, corpus.Array):
                signature[name] = "*" + corpus.TRITON_TYPES[value.type]
            elif isinstance(value, float):
                signature[name], divisible = "fp32", False
            elif value == 1:
                signature[name], constants[name], divisible = "constexpr", 1, False
            else:
                signature[name] = "i32" if -(2**31) <= value < 2**31 else "i64"
                divisible = value % 16 == 0
            if divisible:
                attributes[(index,)] = [["tt.divisibility", 16]]
        assert next(values, None) is None, kernel.__name__
        source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=attributes)
        module, _ = self.run(lambda context: source, dict(num_warps=launch.warps, num_stages=launch.stages), "ttir")
        return module.str_nodebug()

    def compile(self, path, warps, stages, options=()):
        from triton.compiler.compiler import IRSource

        text, metadata = self.run(lambda context: IRSource(path, context, self.backend), dict(options, num_warps=warps, num_stages=stages), "ptx")
        symbol = re.search(r"\.entry\s+([\w$]+)", text)[1]
        return Compiled(text, symbol, get_warps(text), metadata["shared"], metadata["global_scratch_size"])


class KernelInfo(ctypes.Structure):
    _fields_ = [("symbol", String), ("name", String), ("num_arguments", ctypes.c_size_t), ("warps", ctypes.c_uint), ("threads", ctypes.c_uint),
                ("programs", ctypes.c_uint), ("shared", ctypes.c_uint), ("dynamic", ctypes.c_uint), ("has_resources", ctypes.c_bool),
                ("registers", ctypes.c_uint), ("stack", ctypes.c_uint), ("spill_stores", ctypes.c_uint), ("spill_loads", ctypes.c_uint)]


class ArgumentInfo(ctypes.Structure):
    _fields_ = [("name", String), ("type", String), ("is_pointer", ctypes.c_bool), ("size", ctypes.c_uint), ("divisibility", ctypes.c_int64),
                ("has_fixed_value", ctypes.c_bool), ("fixed_value", ctypes.c_int64)]


ARGUMENT_TYPES = ["ptr", "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"]


class Ours(Library):
    """Our library: it compiles, and launches on the GPU of the current context."""

    def __init__(self, path, target):
        self.c = c = ctypes.CDLL(os.path.abspath(path))
        self.target, self.device = target, None
        self.declare(c)
        c.tileKernelImageGetStage.argtypes = [Handle, ctypes.c_uint]
        c.tileKernelImageGetStage.restype = String
        c.tileKernelImageGetKernel.argtypes = [Handle, ctypes.c_size_t, ctypes.POINTER(KernelInfo)]
        c.tileKernelGetArgument.argtypes = [Handle, ctypes.c_size_t, ctypes.POINTER(ArgumentInfo)]
        c.tileModuleDestroy.argtypes = [Handle]
        c.tileKernelImageDestroy.argtypes = [Handle]
        c.tileCompilerDestroy.argtypes = [Handle]
        c.tileCompilerOptionsDestroy.argtypes = [Handle]

    def compile(self, path, warps, stages):
        settings, compiler, image, info = self.c.tileCompilerOptionsCreate(), Handle(), Handle(), KernelInfo()
        try:
            for name, value in {"num-warps": str(warps), "target": self.target, "cache": "off"}.items():
                self.check(self.c.tileCompilerOptionsSet(settings, string(name), string(value)))
            # A loop's stages are an option where the library has one.
            self.c.tileCompilerOptionsSet(settings, string("num-stages"), string(str(stages)))
            self.check(self.c.tileCompilerCreate(settings, ctypes.byref(compiler)))
            self.check(self.c.tileCompilerCompileFile(compiler, string(path), PTX, None, ctypes.byref(image)))
            self.check(self.c.tileKernelImageGetKernel(image, 0, ctypes.byref(info)))
            text = self.c.tileKernelImageGetStage(image, PTX)
            made = Compiled(ctypes.string_at(text.data, text.length).decode(), info.symbol.data[: info.symbol.length].decode(), info.warps, info.dynamic, programs=info.programs)
            made.bind = lambda context, grid, values, kept=image: self.bind(context, kept, grid, values)
            weakref.finalize(made, self.c.tileKernelImageDestroy, image)
            return made
        finally:
            for destroy, handle in ((self.c.tileCompilerDestroy, compiler), (self.c.tileCompilerOptionsDestroy, settings)):
                if handle.ptr:
                    destroy(handle)

    def bind(self, context, image, grid, values):
        """A function that launches an image's kernel with ctypes numbers."""
        if not self.device:
            self.device = Handle()
            self.check(self.c.tileDeviceAdoptCUDA(context, ctypes.byref(self.device)))
        module, kernel = Handle(), Handle()
        self.check(self.c.tileModuleLoad(self.device, image, ctypes.byref(module)))
        self.check(self.c.tileModuleGetKernel(module, string(""), ctypes.byref(kernel)))
        arguments = (Argument * len(values))()
        for i, (argument, value) in enumerate(zip(arguments, values)):
            info = ArgumentInfo()
            self.check(self.c.tileKernelGetArgument(kernel, i, ctypes.byref(info)))
            type = "ptr" if info.is_pointer else info.type.data[: info.type.length].decode()
            argument.type, argument.bits = ARGUMENT_TYPES.index(type), int.from_bytes(bytes(value), "little")
        whole = Grid(*grid)
        launch = lambda: self.check(self.c.tileKernelLaunch(kernel, whole, arguments, len(arguments), NULL))
        launch.scratch = 0
        weakref.finalize(launch, self.c.tileModuleDestroy, module)
        return launch


def get_resources(compiled, target, ptxas):
    """Registers, bytes spilled and all shared memory, by ptxas; or its complaint as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ptx")
        with open(path, "w") as file:
            file.write(compiled.text)
        done = subprocess.run([ptxas, "-v", "-arch=" + target, path, "-o", path + ".cubin"], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if done.returncode:
        return "ptxas refuses it: " + said.strip().splitlines()[0][:120]
    # Of several entries for one kernel, which are for different launches, the largest numbers.
    entries = re.split(r"Compiling entry function", said)[1:]
    find = lambda pattern: max((sum(map(int, re.findall(pattern, entry))) for entry in entries), default=0)
    return find(r"Used (\d+) registers"), find(r"(\d+) bytes spill"), find(r"(\d+) bytes smem") + compiled.shared


def find_library():
    """That of the archive around this folder, share/tilewright/triton_replay, or of the build beside the sources."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    folders = [os.path.join(os.path.dirname(root), "lib"), os.path.join(root, "build", "release", "lib")]
    if os.path.basename(root) != "share":
        folders.reverse()
    paths = [os.path.join(folder, "libtilewright.so") for folder in folders]
    return next(filter(os.path.exists, paths), paths[0])


def find_ptxas():
    return os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin", "ptxas")
