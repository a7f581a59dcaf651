"""Runs the kernels that tile-instruction-test wrote, on a GPU.

usage: instructions-on-gpu.py KERNELS RESULTS [--no-outputs]

KERNELS is a folder of `tile-instruction-test --emit=KERNELS`. Written are, for
`tile-instruction-test --compare=RESULTS` and `--compare-hashes=FILE`:

  RESULTS/outputs-0.bin ...  all outputs, in parts of at most 15 MiB
  RESULTS/hashes.json        a hash of each output of the class "exact"
  RESULTS/failures.txt       kernels that the GPU or its driver refused

Needs an sm_90a and numpy, and nothing of Tilewright but recorded/recording.py. A kernel that the GPU
stops at takes its process with it; another goes on behind it.
"""

import argparse
import ctypes
import json
import os
import struct
import subprocess
import sys
import time
import zlib

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded"))
import recording

PART = 15 << 20
MASK = (1 << 64) - 1


def hash_bytes(data):
    """What hashBytes of the tool computes."""
    padded = data + bytes(-len(data) % 8)
    words = numpy.frombuffer(padded, dtype="<u8")
    index = numpy.arange(len(words), dtype=numpy.uint64)
    with numpy.errstate(over="ignore"):
        x = words ^ (index * numpy.uint64(0xD6E8FEB86659FD93))
        x = x + numpy.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        x = x ^ (x >> numpy.uint64(31))
        return int(x.sum(dtype=numpy.uint64)) & MASK


def output_bytes(kernel):
    return sum(size for _, size in kernel["outputs"]) * kernel["threads"]


def work(folder, index, state_path, outputs_path):
    """Runs kernels from where the state says, and appends what they store."""
    with open(os.path.join(folder, "inputs.bin"), "rb") as f:
        data = f.read()
    if "%016x" % hash_bytes(data) != index["inputs"]:
        sys.exit("inputs.bin is not of this index.json")
    driver = recording.Driver()
    inputs = driver.allocate(len(data))
    driver.copy_to(inputs, data)
    value = ctypes.c_uint64(int(index["value"], 16))
    done = json.load(open(state_path))
    first = done["next"]
    number = 0

    def begin(name, following):
        """What is not tried again if the process dies of `name`."""
        done["running"], done["next"] = name, following
        with open(state_path, "w") as f:
            json.dump(done, f)

    with open(outputs_path, "ab") as outputs:
        for module in index["modules"]:
            kernels = module["kernels"]
            if number + len(kernels) <= first:
                number += len(kernels)
                continue
            begin(module["file"], number + len(kernels))
            path = os.path.join(folder, module["file"])
            # Of ptxas, if the driver is too old for the PTX.
            cubin = path.replace(".ptx", ".cubin")
            module_handle = driver.load_module(cubin if os.path.exists(cubin) else path)
            for kernel in kernels:
                if number < first:
                    number += 1
                    continue
                begin(kernel["name"], number + 1)
                size = output_bytes(kernel)
                out = driver.allocate(size)
                driver.launch(driver.get_function(module_handle, kernel["name"]),
                              kernel["threads"] // index["block"], index["block"],
                              [ctypes.c_uint64(inputs), ctypes.c_uint64(out), value])
                result = driver.copy_from(out, size)
                driver.free(out)
                compressed = zlib.compress(result, 9)
                outputs.write(struct.pack("<QQQ", int(kernel["identity"], 16),
                                          len(result), len(compressed)) + compressed)
                outputs.flush()
                number += 1
    done["device"] = "%s, driver %d" % (driver.name, driver.get_version())
    begin(None, number)


def read_records(path):
    """(identity, output, the record as it stands)"""
    with open(path, "rb") as f:
        while True:
            head = f.read(24)
            if len(head) < 24:
                return
            identity, size, length = struct.unpack("<QQQ", head)
            compressed = f.read(length)
            if len(compressed) < length:
                return
            yield identity, zlib.decompress(compressed), head + compressed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("kernels")
    parser.add_argument("results")
    parser.add_argument("--no-outputs", action="store_true")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    with open(os.path.join(args.kernels, "index.json")) as f:
        index = json.load(f)
    # Beside the results: only what is complete goes there.
    state_path = args.results.rstrip("/") + ".state"
    outputs_path = args.results.rstrip("/") + ".outputs"
    if args.worker:
        work(args.kernels, index, state_path, outputs_path)
        return 0

    os.makedirs(args.results, exist_ok=True)
    kernels = {k["name"]: k for m in index["modules"] for k in m["kernels"]}
    with open(state_path, "w") as f:
        json.dump({"next": 0, "running": None}, f)
    open(outputs_path, "wb").close()
    failures = []
    start = time.time()
    while len(failures) < 200:
        process = subprocess.run(
            [sys.executable, os.path.abspath(__file__), args.kernels, args.results,
             "--worker"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        state = json.load(open(state_path))
        if process.returncode == 0:
            break
        lines = process.stdout.strip().splitlines() or ["no message"]
        if state["running"] is None:
            sys.exit("\n".join(lines[-20:]))
        kernel = kernels.get(state["running"], {"mnemonic": "", "variant": ""})
        failures.append("%s %s (%s): %s" % (
            state["running"], kernel["mnemonic"], kernel["variant"], lines[-1]))
        print("failed:", failures[-1], flush=True)
    with open(os.path.join(args.results, "failures.txt"), "w") as f:
        f.writelines(line + "\n" for line in failures)

    exact = {k["identity"] for k in kernels.values() if k["class"] == "exact"}
    hashes, part, room, file, total = {}, 0, 0, None, 0
    for identity, output, record in read_records(outputs_path):
        total += 1
        name = "%016x" % identity
        if name in exact:
            hashes[name] = "%016x" % hash_bytes(output)
        if args.no_outputs:
            continue
        if file is None or len(record) > room:
            file = open(os.path.join(args.results, "outputs-%d.bin" % part), "wb")
            part, room = part + 1, PART
        file.write(record)
        room -= len(record)
    if file:
        file.close()
    with open(os.path.join(args.results, "hashes.json"), "w") as f:
        json.dump({"device": state.get("device", "unknown"), "hashes": hashes}, f,
                  indent=0, sort_keys=True)
        f.write("\n")
    os.remove(state_path)
    os.remove(outputs_path)
    print("%d of %d kernels ran, %d failed, in %.0f s" % (
        total, len(kernels), len(failures), time.time() - start))
    return 0


if __name__ == "__main__":
    sys.exit(main())
