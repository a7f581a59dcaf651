"""Runs programs that launch kernels under the tools of compute-sanitizer.

A development tool, not part of the product. What runs under a tool ends with a line
"N runs, M failed" and launches no kernels except ours: its tensors stay on the CPU.
"""

import concurrent.futures
import re
import shutil
import subprocess

TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]


class Memory:
    """Memory of the device for a tensor of the host."""

    def __init__(self, library, tensor):
        self.library, self.tensor, self.size = library, tensor, tensor.numel() * tensor.element_size()
        self.at = library.allocate(self.size)

    def data_ptr(self):
        return self.at

    def fill(self):
        self.library.copy_to_device(self.at, self.tensor.data_ptr(), self.size)

    def read(self):
        self.library.copy_to_host(self.tensor.data_ptr(), self.at, self.size)


def add_options(parser):
    parser.add_argument("--tools", type=lambda text: [word for word in text.split(",") if word], default=TOOLS)
    parser.add_argument("--sanitizer", default="compute-sanitizer")


def run_tool(sanitizer, tool, command):
    """The exit code, the counts of runs and failures, and the lines to show."""
    command = [sanitizer, "--tool", tool, "--error-exitcode", "99", "--print-limit", "20"] + (["--racecheck-report", "all"] if tool == "racecheck" else []) + command
    run = subprocess.run(command, capture_output=True, text=True)
    output = run.stdout + run.stderr
    findings = [line for line in output.splitlines() if line.startswith("=========")]
    wrong = [line for line in run.stdout.splitlines() if line.endswith("WRONG")]
    end = re.search(r"^(\d+) runs, (\d+) failed$", run.stdout, re.M)
    counts = (int(end[1]), int(end[2])) if end else None
    lines = (findings + wrong)[:60] or [output[-3000:]]
    return run.returncode, counts, findings[-1].strip("= ") if findings else "no summary", lines


def sanitize(options, commands, jobs=1):
    """Runs each command under each tool, `jobs` at a time. The exit code: 0 if all is clean and right."""
    if not shutil.which(options.sanitizer):
        print("expected compute-sanitizer, found none at %s" % options.sanitizer)
        return 1
    failed = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = [(tool, [pool.submit(run_tool, options.sanitizer, tool, command) for command in commands]) for tool in options.tools]
        for tool, futures in runs:
            results = [future.result() for future in futures]
            counts = [counts for _, counts, _, _ in results]
            clean = all(code == 0 for code, _, _, _ in results) and all(counts)
            for code, _, _, lines in results:
                if code:
                    print("\n".join(lines))
            total = "%d runs, %d failed" % tuple(map(sum, zip(*counts))) if all(counts) else "no end"
            print("%-10s %s; %s" % (tool, total, "; ".join(sorted({summary for _, _, summary, _ in results}))), flush=True)
            if not clean:
                failed.append(tool)
    print("%d tools, %d failed" % (len(options.tools), len(failed)))
    return 1 if failed or not options.tools else 0
