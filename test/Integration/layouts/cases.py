"""What the scripts with random kernels have in common: they make kernels, run them in
the simulator, or prepare them where the compiler is and run them where a GPU is.

A folder of `prepare` has of each kernel its PTX, its input, its expected output and
which bytes of that it writes, and cases.json with the names.
"""

import argparse
import json
import os
import subprocess


def write_npy(path, data):
    header = "{'descr': '|i1', 'fortran_order': False, 'shape': (%d,), }" % len(data)
    header = header.ljust(128 - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(data))


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], "little") :]


def call(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError("%s: exit code %d\n%s%s" % (" ".join(command), done.returncode, done.stdout[-2000:], done.stderr[-4000:]))
    return done


def run_tool(tool, device, folder, name, size):
    """The output's bytes, and what the tool printed."""
    path = os.path.join(folder, name)
    command = [tool, path + ".ptx", "--device=" + device, "--grid=1", "--input=" + path + ".in.npy", "--output=%dxi8:save=%s.found.npy" % (size, path)]
    done = call(command + (["--stats=json"] if device.startswith("sim") else []))
    return read_npy(path + ".found.npy"), done.stdout


def kernels_of(options, make):
    """The seed and the kernel `make(seed, number of parts)` for each, until there are
    as many parts as wanted."""
    left, seed = options.count, options.seed
    while left > 0:
        size = min(left, options.per_kernel)
        yield seed, make(seed, size)
        left, seed = left - size, seed + 1


def write_inputs(path, kernel, ptx):
    with open(path + ".ptx", "w") as file:
        file.write(ptx)
    write_npy(path + ".in.npy", kernel.input)


def report_failure(options, seed, kernel, problem):
    print("seed %d: failed\n%s" % (seed, problem))
    if options.keep:
        with open(os.path.join(options.keep, "%d.mlir" % seed), "w") as file:
            file.write(kernel.text)


def prepare(options, kernels, compile_kernel):
    """Writes kernels, a list of seeds and kernels; `compile_kernel` gives the PTX."""
    os.makedirs(options.folder, exist_ok=True)
    cases = []
    for seed, kernel in kernels:
        path = os.path.join(options.folder, "k%d" % seed)
        write_inputs(path, kernel, compile_kernel(kernel))
        write_npy(path + ".out.npy", kernel.expected)
        write_npy(path + ".mask.npy", kernel.written())
        cases.append({"name": "k%d" % seed, "bytes": kernel.size})
    with open(os.path.join(options.folder, "cases.json"), "w") as file:
        json.dump({"parts": options.count, "kernels": cases}, file)
    print("%d kernels prepared" % len(cases))
    return 0


def compare(options, part):
    """Runs what was prepared, kernels of several conversions, or whatever a `part` is."""
    with open(os.path.join(options.folder, "cases.json")) as file:
        cases = json.load(file)
    failed = 0
    for case in cases["kernels"]:
        path = os.path.join(options.folder, case["name"])
        try:
            found, _ = run_tool(options.tool, options.device, options.folder, case["name"], case["bytes"])
            expected, mask = read_npy(path + ".out.npy"), read_npy(path + ".mask.npy")
            wrong = sum(1 for f, e, m in zip(found, expected, mask) if m and f != e)
            problem = "%d bytes differ" % wrong if wrong or len(found) != len(expected) else None
        except RuntimeError as error:
            problem = str(error)
        if problem:
            failed += 1
            print("%s: failed\n%s" % (case["name"], problem))
    print("%d %ss in %d kernels, %d failed" % (cases["parts"], part, len(cases["kernels"]), failed))
    return failed != 0


def make_parser(description, count, per_kernel, device):
    """With the options of `kernels_of` and `report_failure`, and of the tools."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--per-kernel", type=int, default=per_kernel)
    parser.add_argument("--tools", default="", help="the folder of tile-opt, tile-translate and tile-run")
    parser.add_argument("--device", default=device)
    parser.add_argument("--keep", help="a folder for the kernels that fail")
    return parser


def parse_mode(parser):
    """The options with a mode, which has a folder or not."""
    parser.add_argument("mode", choices=["run", "prepare", "compare"])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--tool", default="tile-run")
    options = parser.parse_args()
    if (options.mode == "run") != (options.folder is None):
        parser.error("expected a folder for prepare and compare")
    return options
