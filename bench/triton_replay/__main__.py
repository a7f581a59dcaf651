"""Runs programs that use Triton on the simulator, or replays their launches beside Triton's on a GPU, and compares.

usage: python -m triton_replay --device=sim [OPTIONS] -- SCRIPT [ARGUMENT...]
       python -m triton_replay [OPTIONS] SCRIPT [ARGUMENT...]
       python -m triton_replay [OPTIONS] --corpus [NAME...]
       python -m triton_replay [OPTIONS] --load FOLDER [NAME...]

SCRIPT is any program that launches Triton kernels; it runs unchanged.

With --device=sim no GPU is needed: tensors lie on the CPU and say that they are on "cuda:0", kernels are compiled by
libtilewright.so and run on its simulator, which finds races, accesses outside of memory and reads of what nobody wrote,
by lines of the source. A summary ends the run; --json writes it. The exit code is the program's, or 1 if something was
found or refused.

Without it, a GPU is. Each new launch (a
kernel with other types, constants, divisibility, grid or shapes) is taken as TTIR and
arguments, compiled by libtilewright.so, run beside Triton's on copies, compared and timed;
the program goes on with Triton's results. --corpus takes the launches of bench/triton
instead, and --load those that --save has kept. A kernel of Triton's whose own two runs differ is called unstable.
Run it in bench, or with bench in PYTHONPATH, or give python the path of this folder.

--compile-only needs no GPU: kernels are compiled by both, and registers, spills and shared
memory are what ptxas says. A script's launches do nothing then, and its tensors may be
anything with `dtype`, `data_ptr()` and `shape`; with torch, tensors for "cuda" are made on
the CPU.

--save keeps TTIR and arguments (shapes, types, seeds), and the PTX of both compilers, as
bundle.py says: test/Import/run-corpus.py repeats such launches in the simulator, and
--load checks and times them on a machine with a GPU, numpy and no Triton or library.

Speed is Triton's time / ours, medians of launches in turn with a cold L2 cache. Compile
times are CPU time from text to PTX in this process, medians too. The exit code is 1 if a result is
wrong or a kernel does not compile.
"""

import argparse
import os
import re
import sys

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.realpath(__file__))
# At the end: the folder of the corpus is called triton.
sys.path += [HERE, os.path.join(os.path.dirname(HERE), "triton")]

from compilers import find_library, find_ptxas  # noqa: E402


def parse(arguments):
    parser = argparse.ArgumentParser(prog="python -m triton_replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda:0", help="sim: the program runs on the simulator, without a GPU; cuda:0 (the default): beside Triton on this GPU")
    parser.add_argument("--threads", type=int, default=0, help="of the simulator; 0: one per core")
    parser.add_argument("--step-limit", type=int, default=0, metavar="N", help="instructions of a program's warps after which its launch ends; 0: 100 million")
    parser.add_argument("--strict-races", action="store_true", help="what may be a race is an error, and no note")
    parser.add_argument("--no-uninitialized", action="store_true", help="do not look for reads of what was never written")
    parser.add_argument("--corpus", action="store_true", help="the launches of bench/triton")
    parser.add_argument("--load", metavar="FOLDER", help="the launches that --save kept")
    parser.add_argument("--save", metavar="FOLDER", help="keep launches, and the PTX of both compilers")
    parser.add_argument("--compile-only", action="store_true", help="use no GPU")
    parser.add_argument("--size", choices=["small", "large"], default="large", help="of the corpus: for the simulator, or a GPU")
    parser.add_argument("--target", help="sm_90a; that of the GPU where there is one")
    parser.add_argument("--library", default=find_library(), help="libtilewright.so")
    parser.add_argument("--ptxas", default=find_ptxas())
    parser.add_argument("--repeat", type=int, default=30, help="timed launches; 0: only compare")
    parser.add_argument("--compile-repeat", type=int, default=3, help="timed compiles behind the first; 0: only the first, and on a GPU the program's own of Triton")
    parser.add_argument("--first-config", action="store_true", help="of autotuned kernels, the first configuration is taken and none is timed")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="of the corpus or what is loaded, every Nth launch, from the Ith")
    parser.add_argument("--json", metavar="FILE", help="the rows as JSON")
    parser.add_argument("script", nargs="?", help="the program, or a part of the names to take")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    # Of a "--" before the program argparse has its own opinion, which changes with Python's version.
    if "--" in arguments:
        at = arguments.index("--")
        options = parser.parse_args(arguments[:at])
        options.script, *options.arguments = arguments[at + 1 :] or [None]
    else:
        options = parser.parse_args(arguments)
    if not re.fullmatch(r"sim|cuda(:\d+)?", options.device):
        parser.error("expected the device sim, or cuda:0, found '%s'" % options.device)
    return parser, options


def simulate(parser, options):
    """The program on the simulator."""
    if not options.script:
        parser.error("a program is missing")
    import sim

    return sim.run(options, options.script, options.arguments)


def main():
    parser, options = parse(sys.argv[1:])
    if options.device == "sim":
        return simulate(parser, options)
    import bundle
    import report
    from replay import Replay

    names = [name for name in [options.script] + options.arguments if name]
    driver, ordinal = None, int(options.device.partition(":")[2] or 0)
    if not options.compile_only:
        if not options.corpus and not options.load:
            try:
                import torch  # its context is to be the current one

                torch.cuda.set_device(ordinal)
                torch.empty(1, device="cuda")
            except (ImportError, RuntimeError, AssertionError):
                pass  # the program has memory of its own
        import gpu

        driver = gpu.Driver(ordinal)
        options.target = options.target or driver.get_target()
    options.target = options.target or "sm_90a"
    replay = Replay(options, driver)
    report.print_head()
    part, parts = map(int, options.part.split("/"))
    take_part = lambda launches: list(launches.items())[part - 1 :: parts]
    if options.load:
        for name, launch in take_part(bundle.read(options.load, names)):
            with open(os.path.join(options.load, launch["ttir"])) as file:
                replay.take(name, launch, file.read())
    elif options.corpus:
        import corpus

        for name, case in take_part(corpus.get_cases(names)):
            launch = case.launch(options.size)
            ttir = replay.get_compilers()["triton"].get_ttir(launch)
            replay.take(name, bundle.describe(launch, options.size == "small"), ttir)
    elif options.script:
        import scripts

        scripts.run(replay, options.script, options.arguments)
    else:
        parser.error("a script, --corpus or --load is missing")
    return replay.finish()


if __name__ == "__main__":
    sys.exit(main())
