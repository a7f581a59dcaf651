"""Compiles the Triton kernels of packages from PyPI, as an outside test; needs no GPU and no torch.

usage: python -m triton_replay.packages [OPTIONS] PACKAGE[:MODULE]...

Installs each package alone into a folder that is removed, or takes it from --folder, imports its
modules with stand-ins for what is missing (torch, for one), and compiles every Triton kernel
found: by Triton to TTIR, and from there by Triton and by our library to PTX, which ptxas has to
take, for each target. A row has what the replay's rows have: registers, spills, shared memory and
compile times of both. Types and constants are guessed from names and from how a kernel uses its
parameters; kernels that Triton does not accept with any guess are counted, and say nothing.
Nothing of a package is kept.
"""

import argparse
import ast
import importlib
import importlib.metadata
import json
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import types
import warnings

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), HERE, os.path.join(os.path.dirname(HERE), "triton")]

import report  # noqa: E402
from compilers import find_library, find_ptxas  # noqa: E402
from replay import Replay  # noqa: E402
from stand_ins import AnyType, StandIns  # noqa: E402

UNKNOWN = "arguments unknown"


def find_module(folder, package):
    """What an installed package's module is called: the folder with the most of its Python files. None if it is not there."""
    name = package.replace("-", "_")
    if os.path.exists(os.path.join(folder, name)):
        return name
    counts = {}
    for distribution in importlib.metadata.distributions(path=[folder]):
        if (distribution.metadata["Name"] or "").replace("-", "_").lower() == name.lower():
            for file in distribution.files or ():
                if file.suffix == ".py" and len(file.parts) > 1:
                    counts[file.parts[0]] = counts.get(file.parts[0], 0) + 1
    return max(counts, key=counts.get, default=None)


def find_kernels(package):
    """All functions that Triton compiles, without their autotuners, by name."""
    from triton.runtime.jit import JITFunction

    kernels, module = {}, importlib.import_module(package)
    names = [package] + [found.name for found in pkgutil.walk_packages(module.__path__, package + ".", onerror=lambda name: None)]
    for name in names:
        try:
            module = importlib.import_module(name)
        except BaseException:  # what needs the real torch is left out
            continue
        for value in list(vars(module).values()):
            while not isinstance(value, (JITFunction, AnyType)) and hasattr(value, "fn"):
                value = value.fn
            if isinstance(value, JITFunction) and value.module.startswith(package):
                kernels[value.module + "." + value.__name__] = value
    return kernels


def find_pointers(tree, names):
    """The parameters that something is loaded from or stored to, through variables too."""
    roots = {name: {name} for name in names}

    def find_roots(node):
        while isinstance(node, (ast.BinOp, ast.Attribute, ast.Call, ast.Subscript)):
            if isinstance(node, ast.Call):
                if not node.args:
                    return set()
                node = node.args[0]
            else:
                node = node.left if isinstance(node, ast.BinOp) else node.value
        return roots.get(node.id, set()) if isinstance(node, ast.Name) else set()

    found = set()
    for _ in range(2):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                roots.setdefault(node.targets[0].id, set()).update(find_roots(node.value))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                if node.func.attr in ("load", "store", "make_block_ptr", "make_tensor_descriptor") or node.func.attr.startswith("atomic_"):
                    found |= find_roots(node.args[0]) & set(names)
    # A sum of a pointer and a number has both: the names say which of them is meant.
    return {name for name in found if not any(word in name.lower() for word in ("stride", "offset_", "n_rows", "n_cols", "block"))} | {name for name in names if name.lower().endswith(("_ptr", "_pointer"))}


def guess_type(name, is_pointer, float_type):
    lower = name.lower()
    if is_pointer:
        whole = any(word in lower for word in ("ind", "idx", "seqlen", "offset", "target", "label", "token_", "expert", "ids", "count", "split", "page_table", "block_table"))
        return "*i64" if whole else "*" + float_type
    real = any(word in lower for word in ("eps", "scale", "alpha", "beta", "gamma", "temperature", "smoothing", "dropout", "softcap", "factor", "momentum", "lr", "weight_decay", "reciprocal")) or lower in ("p", "limit")
    return "fp32" if real else "i32"


def guess_constant(name, flags):
    """Blocks are 32 or 64, sizes of heads 64; what is in capitals with a verb is a flag."""
    if name.startswith(("USE", "HAS", "IS", "STORE", "OUTPUT", "COMPUTE", "RETURN", "NEED", "WITH", "ENABLE", "DO_", "REVERSE", "TRANS", "SAVE", "APPLY", "ALLOW", "INPLACE", "FUSE", "BIAS", "GATED", "LOAD")) or name.islower() and name.startswith(("has", "is", "use", "need")):
        return flags
    if name in ("H", "HQ", "HV", "NT", "NS", "N_HEADS", "num_heads"):
        return 4
    if name in ("G", "M", "STAGE", "GROUP_M", "GROUP_SIZE_M", "NUM_STAGES", "num_stages"):
        return 2
    if name in ("BC", "BCK", "SUB"):
        return 16
    if name in ("BLOCK_SIZE", "BLOCK", "BLOCK_N_ROWS", "BLOCK_SIZE_N"):
        return 256
    if "DTYPE" in name.upper() or "dtype" in name:
        import triton.language as tl

        return tl.float32
    return 32 if name.startswith("B") or "BLOCK" in name or "TILE" in name else 64


def list_guesses(kernel):
    """Signatures and constants to try, one after the other."""
    names = [param.name for param in kernel.params if not param.is_constexpr]
    try:
        pointers = find_pointers(ast.parse(textwrap.dedent(kernel.src)), names)
    except SyntaxError:
        pointers = set()
    for float_type in ("bf16", "fp32"):
        for flags in (False, True):
            signature = {param.name: "constexpr" if param.is_constexpr else guess_type(param.name, param.name in pointers, float_type) for param in kernel.params}
            yield signature, {param.name: guess_constant(param.name, flags) for param in kernel.params if param.is_constexpr}


def print_ttir(triton, kernel):
    """What Triton makes of the first guess that it takes, or None."""
    from triton.compiler import ASTSource

    for signature, constants in list_guesses(kernel):
        attributes = {(kernel.arg_names.index(name),): [["tt.divisibility", 16]] for name, type in signature.items() if type not in ("constexpr", "fp32")}
        source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=attributes)
        try:
            module, _ = triton.run(lambda context: source, dict(num_warps=4, num_stages=2), "ttir")
        except BaseException:
            continue
        text = module.str_nodebug()
        if "tt.store" in text or "tt.atomic" in text or "descriptor_store" in text:
            return text
    return None


def list_rows(name, kernel, options, replays):
    """A row for each target; one without numbers if the kernel's arguments are not found."""
    ttir = print_ttir(replays[0].get_compilers()["triton"], kernel)
    if not ttir:
        return [{"name": name, "note": UNKNOWN}]
    launch = dict(kernel=kernel.__name__, grid=[1, 1, 1], warps=4, stages=2, args=[])
    return [replay.take("%s %s" % (name, replay.options.target), launch, ttir) for replay in replays]


def run_apart(function, seconds):
    """The function's result as JSON, made by a process of its own, or why there is none."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.close(reader)
        # Of this process, however busy the machine is.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.alarm(20 * seconds)
        code = 1
        try:
            with os.fdopen(writer, "w") as file:
                json.dump(function(), file)
            code = 0
        except BaseException as error:
            print("%s: %s" % (type(error).__name__, str(error).strip()[:200]), flush=True)
        finally:
            sys.stdout.flush()
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader) as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    if status:
        return None, "the compile ended with %s" % ("signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status) else "an exception")
    return json.loads(text), None


def summarize(package, rows):
    """Counts of what became of each kernel; the rows that say more."""
    kernels, rows = len({row["kernel"] for row in rows}), [row for row in rows if row.get("note") != UNKNOWN]
    bad = [row for row in rows if "problem" in row]
    print("\n%s: %d kernels, %d with arguments that were found" % (package, kernels, len({row["kernel"] for row in rows})), end="")
    report.print_summary(rows)
    for row in bad:
        print("%s: %s" % (row["name"], row["problem"]))
    return bad


def parse():
    parser = argparse.ArgumentParser(prog="python -m triton_replay.packages", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", metavar="PACKAGE[:MODULE]")
    parser.add_argument("--targets", default="sm_80,sm_90a,sm_100a")
    parser.add_argument("--library", default=find_library())
    parser.add_argument("--ptxas", default=find_ptxas())
    parser.add_argument("--folder", help="where the packages are already, or are to be put; else a folder that is removed")
    parser.add_argument("--only", default="", help="a part of the names to take")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="every Nth kernel, from the Ith")
    parser.add_argument("--seconds", type=int, default=300, help="of processor time for one kernel")
    parser.add_argument("--compile-repeat", type=int, default=0, help="timed compiles behind the first; 0: only the first")
    parser.add_argument("--json", metavar="FILE")
    return parser.parse_args()


def make_replay(options, target):
    """Without a GPU and files."""
    values = dict(vars(options), target=target, load=None, save=None, json=None, repeat=0)
    return Replay(argparse.Namespace(**values), None)


def main():
    options = parse()
    warnings.simplefilter("ignore")
    replays = [make_replay(options, target) for target in options.targets.split(",")]
    part, parts = map(int, options.part.split("/"))
    all_rows, is_bad = [], False
    report.print_head()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or scratch
        sys.path.append(folder)
        for text in options.packages:
            package, _, module = text.partition(":")
            module = module or find_module(folder, package)
            if not module or not os.path.exists(os.path.join(folder, module)):
                subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, package, "packaging", "pyyaml"], check=True)
                module = module or find_module(folder, package) or package.replace("-", "_")
            # torch is not there even if it is.
            real = {"triton", "numpy", "packaging", "yaml", module} | sys.stdlib_module_names
            before, finder = StandIns(lambda name: name.split(".")[0] == "torch"), StandIns(lambda name: name.split(".")[0] not in real)
            sys.meta_path[:] = [before, *sys.meta_path, finder]
            rows = []
            try:
                kernels = find_kernels(module)
                chosen = [name for name in sorted(kernels) if options.only in name][part - 1 :: parts]
                for name in chosen:
                    short = name[len(module) + 1 :]
                    found, why = run_apart(lambda: list_rows(short, kernels[name], options, replays), options.seconds)
                    for row in found if found is not None else [{"name": short, "problem": why}]:
                        rows.append(dict(row, package=package, kernel=name))
                        if found is None:
                            report.print_row(row)
            finally:
                sys.meta_path.remove(before)
                sys.meta_path.remove(finder)
            is_bad |= bool(summarize(package, rows))
            all_rows += rows
            if options.json:
                report.write_json(options.json, None, options.targets, all_rows)
    return 1 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main())
