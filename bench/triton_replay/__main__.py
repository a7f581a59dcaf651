"""Replays launches of Triton kernels through Tilewright, and compares.

usage: python -m triton_replay [OPTIONS] SCRIPT [ARGUMENT...]
       python -m triton_replay [OPTIONS] --corpus [NAME...]
       python -m triton_replay [OPTIONS] --load FOLDER [NAME...]

SCRIPT is any program that launches Triton kernels; it runs unchanged. Each new launch (a
kernel with other types, constants, divisibility, grid or shapes) is taken as TTIR and
arguments, compiled by libtilewright.so, run beside Triton's on copies, compared and timed;
the program goes on with Triton's results. --corpus takes the launches of bench/triton
instead, and --load those that --save has kept. Run it in bench, or with bench in PYTHONPATH.

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
import statistics
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
# At the end: the folder of the corpus is called triton.
sys.path += [HERE, os.path.join(os.path.dirname(HERE), "triton")]

import bundle  # noqa: E402
import report  # noqa: E402
from compilers import Compiled, find_library, find_ptxas, get_resources  # noqa: E402


BROKEN = 70  # the exit code once the GPU does nothing any more


class Replay:
    """What is done to each launch: compile, save, run, report."""

    def __init__(self, options, driver):
        self.options, self.driver, self.rows = options, driver, []
        self.compilers = None

    def get_compilers(self):
        if not self.compilers:
            from compilers import Ours, Triton

            self.compilers = {"ours": Ours(self.options.library, self.options.target), "triton": Triton(self.options.target)}
        return self.compilers

    def compile(self, ttir, launch, row, ready):
        """What both made of the text, as far as it is not ready; fills in the row."""
        compiled = dict(ready)
        samples = {who: [] for who in self.get_compilers()}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kernel.ttir")
            with open(path, "w") as file:
                file.write(ttir)
            for i in range(self.options.compile_repeat + 1):
                for who, compiler in self.compilers.items():
                    if who in ready or "problem" in row and who not in compiled:
                        continue
                    start = time.process_time()
                    try:
                        compiled[who] = compiler.compile(path, launch["warps"], launch["stages"])
                    except Exception as error:
                        row["problem"] = "%s: %s" % (who, (str(error).strip() or repr(error)).splitlines()[0][:200])
                        continue
                    # The first of the process is slower, for both.
                    if i or not self.options.compile_repeat:
                        samples[who].append((time.process_time() - start) * 1e3)
        for who, times in samples.items():
            if times:
                row[who + "_compile_ms"] = statistics.median(times)
        return compiled

    def add_resources(self, compiled, row):
        for who, one in compiled.items():
            found = get_resources(one, self.options.target, self.options.ptxas)
            if isinstance(found, str):
                row["problem"] = "%s: %s" % (who, found)
            else:
                row[who + "_registers"], row[who + "_spilled"], row[who + "_shared"] = found

    def take(self, name, launch, ttir, ready={}, run=None):
        """A launch as bundle.py describes it, and its TTIR. `ready` is what a compiler has made already, `run` is what runs it,
        from what both compilers made."""
        options = self.options
        row = {"name": name, "has_dot": "tt.dot" in ttir}
        if options.load and "compiled" in launch:
            compiled = {who: Compiled(**one) for who, one in launch["compiled"].items() if isinstance(one, dict)}
            row.update({key: value for key, value in launch.get("row", {}).items() if key not in row})
        else:
            compiled = self.compile(ttir, launch, row, ready)
            if os.path.exists(options.ptxas):
                self.add_resources(compiled, row)
        if options.save:
            kept = dict(launch, target=options.target, row=row, compiled={who: one.to_json() for who, one in compiled.items()})
            bundle.write(options.save, name, kept, ttir)
        if self.driver and "ours" in compiled:
            import gpu

            try:
                row.update(run(compiled) if run else gpu.run_launch(self.driver, launch, compiled, options.repeat))
            except RuntimeError as error:
                row["problem"] = str(error)
        self.add(row)
        return row

    def note(self, name, note=None, problem=None):
        """A launch of which there is nothing to compare."""
        self.add({"name": name, **({"note": note} if note else {"problem": problem})})

    def add(self, row):
        self.rows.append(row)
        report.print_row(row)
        self.write_json()

    def write_json(self):
        if self.options.json:
            report.write_json(self.options.json, self.driver.name if self.driver else None, self.options.target, self.rows)

    def stop_if_broken(self):
        """Nothing runs any more once a kernel has accessed memory that is not there: the process ends."""
        try:
            self.driver.synchronize()
        except RuntimeError as error:
            print("%s; the process ends" % error, flush=True)
            os._exit(BROKEN)

    def finish(self):
        report.print_summary(self.rows)
        self.write_json()
        return 1 if any(map(report.is_wrong, self.rows)) else 0


def parse(arguments):
    parser = argparse.ArgumentParser(prog="python -m triton_replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
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
    return parser, parser.parse_args(arguments)


def main():
    parser, options = parse(sys.argv[1:])
    names = [name for name in [options.script] + options.arguments if name]
    driver = None
    if not options.compile_only:
        if not options.corpus and not options.load:
            try:
                import torch  # its context is to be the current one
            except ImportError:
                pass  # the program has memory of its own
            else:
                torch.cuda.init()
                torch.empty(1, device="cuda")
        import gpu

        driver = gpu.Driver()
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
