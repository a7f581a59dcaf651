"""What is done to each launch that is compared with Triton's: compile, save, run, report."""

import os
import statistics
import tempfile
import time

import bundle
import report
from compilers import Compiled, get_resources

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
