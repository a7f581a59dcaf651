#!/usr/bin/env python3
"""Compiles the CUDA C++ programs of this folder, and runs them on the simulator.

usage: check-programs.py NVCC SIMULATOR FOLDER [--modes=O3,G,fast] [PROGRAM.cu...]

A program checks its own results. Here it must also end without a finding. The
modes are nvcc's options -O3, -G and -O3 -use_fast_math. Where there is ccache, it
keeps what nvcc made. The programs are built for sm_90a, or for the GPU that the
first line of the source names: "// Needs sm_100a: ...".
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = {"O3": ["-O3"], "G": ["-G"], "fast": ["-O3", "-use_fast_math"]}
FLAGS = ["-std=c++17", "--extended-lambda", "-lineinfo", "-cudart", "shared", "-w"]
# What the simulator ends a program with that has findings.
FINDINGS = 99


def check(arguments, source, mode):
    """The lines to print, and whether all is well."""
    name = os.path.splitext(os.path.basename(source))[0]
    program = os.path.abspath(os.path.join(arguments.folder, name + "-" + mode))
    ccache = shutil.which("ccache")
    with open(source) as file:
        needed = re.match(r"// Needs sm_(\d+)a\b", file.readline())
    target = needed[1] if needed else "90"
    architecture = "arch=compute_%sa,code=compute_%sa" % (target, target)
    flags = [*MODES[mode], *FLAGS, "-gencode", architecture]
    # By a name without folders, which may be others in another checkout.
    for command in ([ccache] * bool(ccache) + [arguments.nvcc, *flags, "-c", os.path.basename(source), "-o", program + ".o"],
                    [arguments.nvcc, *flags, "-o", program, program + ".o"]):
        compiled = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  cwd=os.path.dirname(source))
        if compiled.returncode:
            return [name + ", " + mode + ": nvcc failed", compiled.stdout], False
    environment = dict(os.environ, LD_LIBRARY_PATH=arguments.simulator, TILEWRIGHT_SIM_EXIT_CODE=str(FINDINGS),
                       TILEWRIGHT_SIM_CAPABILITY=target[:-1] + "." + target[-1])
    run = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
                         timeout=500)
    passed = len(re.findall(r"^\w+: ok$", run.stdout, re.MULTILINE))
    failed = len(re.findall(r"^\w+: FAILED$", run.stdout, re.MULTILINE))
    notes = re.search(r"(\d+) findings? in .* (\d+) notes?", run.stdout)
    isRight = run.returncode == 0 and passed and not failed and notes
    if isRight:
        return ["%s, %s: %d programs are right" % (name, mode, passed)], True
    return ["%s, %s: %d programs are right, %d are not, exit code %d" % (name, mode, passed, failed, run.returncode),
            run.stdout], False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("nvcc")
    parser.add_argument("simulator")
    parser.add_argument("folder")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("sources", nargs="*")
    arguments = parser.parse_intermixed_args()
    os.makedirs(arguments.folder, exist_ok=True)
    sources = arguments.sources or sorted(file for file in os.listdir(HERE) if file.endswith(".cu"))
    sources = [os.path.join(HERE, source) for source in sources]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs = [pool.submit(check, arguments, source, mode) for mode in arguments.modes.split(",") for source in sources]
    isRight = True
    for run in runs:
        lines, isOne = run.result()
        print("\n".join(lines))
        isRight &= isOne
    sys.exit(not isRight)


if __name__ == "__main__":
    main()
