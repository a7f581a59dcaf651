#!/usr/bin/env python3
"""Random matrix products: compiled and simulated, and interpreted, to the same results.

usage: random_dots.py run [--count N] [--seed S] [--only INDEX] [--tools FOLDER] [--simulator FOLDER] [--keep FOLDER]
                      [--where FIELD=VALUE,...] [--set FIELD=VALUE,...] [--break OLD=NEW,...] [--time-limit SECONDS] [--odd] [--warpgroups] [--tf32 ROUNDING] [--ptxas]
       random_dots.py show INDEX [--seed S] [--odd] [--warpgroups]

A product has random extents, types, orders of its operands in memory, masks, producers of its operands, steps along K,
and something done to its result; it is compiled for a random target and number of warps. tile-run executes it with
--device=sim and with --device=interpreter. Results must be equal bit for bit where every order of the sums gives the
same, and else be as near as --bounds of the interpreter allows.

A product whose tiles are too large for shared memory is counted by its message. One that fails is made smaller, field by field, and
printed: `run --only` runs it alone. `--where` runs only products with these fields (`show` prints all fields), and `--set` changes
fields of all. With --odd most extents are no powers of two. With --warpgroups all are products that warpgroups can make, and it is
counted how many of them they do make. With --ptxas all PTX also goes through ptxas.
"""

import argparse
import collections
import math
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile

# The sources stay as they are.
sys.dont_write_bytecode = True

from products import BYTES, Product, Spec

ERROR = re.compile(r"error: (.*)$", re.M)
# What the compiler may refuse of these products.
REFUSAL = re.compile(r"'kernel': expected at most \d+ bytes of shared memory per CTA on sm_\w+, found ")


def write_npy(path, data):
    header = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }" % len(data)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + struct.unpack("<H", data[8:10])[0] :]


def decode(element, data):
    if element == "bf16":
        return struct.unpack("<f", b"\0\0" + data)[0]
    return struct.unpack({"f16": "<e", "f32": "<f", "f64": "<d"}[element], data)[0]


def normalize(message):
    """Without what differs between products: numbers, types, layouts."""
    message = re.sub(r"#tile\.\w+<.*>", "LAYOUT", message)
    message = re.sub(r"'?tensor<[^>]*>+'?", "TILE", message)
    return re.sub(r"\b\d+\b", "N", message)


class Runner:
    def __init__(self, args, folder):
        self.folder, self.time_limit = folder, args.time_limit
        self.replacements = args.replace.split(",") if args.replace else []
        self.tf32, self.ptxas, self.warpgroups = args.tf32, args.ptxas, args.warpgroups
        self.tools = {device: os.path.join(place, "tile-run") if place else "tile-run"
                      for device, place in (("interpreter", args.tools), ("sim", args.simulator or args.tools))}
        self.counts, self.refused = collections.Counter(), collections.Counter()
        # One of --simulator may be older.
        self.has_stages = "--num-stages" in subprocess.run([self.tools["sim"], "--help"], capture_output=True, text=True).stdout

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, product, device, options):
        output = self.path(device + ".npy")
        command = [self.tools[device], self.path("kernel.mlir"), "--device=" + device] + options
        command += ["--input=in:%dxu8=%s" % (len(product.input), self.path("in.npy"))]
        command += ["--output=out:%dxu8=zeros:save=%s" % (product.output_size, output), "--input=trips:i32=%d" % product.spec.steps]
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.time_limit, self.time_limit + 1))
        run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
        if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            run.stderr += "took more than %d s" % self.time_limit
        return run, (read_npy(output) if run.returncode == 0 else None)

    def run(self, spec):
        """What is wrong with a product: None, ("refused", message) or ("failed", text)."""
        product = Product(spec)
        text = product.text()
        with open(self.path("kernel.mlir"), "w", encoding="utf-8") as file:
            file.write(text)
        write_npy(self.path("in.npy"), product.input)
        options = ["--num-warps=%d" % spec.warps, "--fp-contract=off", "--target=" + spec.target]
        if spec.stages and self.has_stages:
            options.append("--num-stages=%d" % spec.stages)
        if self.tf32:
            options.append("--tf32=" + self.tf32)
        run, found = self.call(product, "sim", options)
        if run.returncode == 1 and "took more" not in run.stderr:
            errors = ERROR.findall(run.stderr)
            if errors and REFUSAL.match(errors[0]):
                return ("refused", errors[0])
        if run.returncode == 0 and (self.ptxas or self.warpgroups):
            run = self.compile(options)
        if run.returncode == 0:
            for pair in self.replacements:
                text = text.replace(*pair.split("="))
            with open(self.path("kernel.mlir"), "w", encoding="utf-8") as file:
                file.write(text)
            bounds = self.path("bounds.npy")
            run, wanted = self.call(product, "interpreter", ["--bounds=out=" + bounds])
        if run.returncode != 0:
            return ("failed", "%s\nexit code %d\n%s" % (" ".join(run.args), run.returncode, run.stderr[-2000:]))
        return self.compare(product, found, wanted, read_npy(bounds))

    def compile(self, options):
        """Counts the kernels with products of warpgroups."""
        command = ["tilec", self.path("kernel.mlir"), "--emit=ptx", "-o", "-"] + options
        run = subprocess.run(command + (["--verify-ptx"] if self.ptxas else []), capture_output=True, text=True)
        self.counts["warpgroups"] += "wgmma.mma_async" in run.stdout or "tcgen05.mma" in run.stdout
        return run

    def compare(self, product, found, wanted, bounds):
        element, size = product.element, BYTES[product.element]
        self.counts["elements"] += product.count
        if found == wanted:
            return None
        wrong, first = 0, None
        for i in range(product.count):
            a, b = (part[i * size : (i + 1) * size] for part in (found, wanted))
            if a == b:
                continue
            bound = struct.unpack("<d", bounds[8 * i * size : 8 * i * size + 8])[0]
            problem = self.judge(element, a, b, bound)
            if problem:
                wrong += 1
                first = first or "element %d: simulated %s, interpreted %s%s" % (i, a[::-1].hex(), b[::-1].hex(), problem)
        return ("failed", "%d of %d elements are wrong; %s" % (wrong, product.count, first)) if wrong else None

    def judge(self, element, a, b, bound):
        """What is wrong with an element; empty if its difference is allowed."""
        if element.startswith("i"):
            return " " if bound == 0 else ""
        x, y = decode(element, a), decode(element, b)
        if x == y or math.isnan(x) and math.isnan(y):
            return ""
        if bound == 0:
            return " (%r and %r)" % (x, y)
        self.counts["rounded elements"] += 1
        if math.isinf(bound):
            # Another order of the sums may overflow, and infinities of both signs give NaN.
            self.counts["elements without a bound"] += 1
            return ""
        return "" if abs(x - y) <= bound else " (%r and %r, bound %r)" % (x, y, bound)


def shrink(runner, spec, outcome):
    """The same failure with as few features as there must be."""
    for name, value in Spec.SIMPLER:
        if getattr(spec, name) == value or name in "mnk" and getattr(spec, name) < value:
            continue
        smaller = spec.replaced(name, value)
        again = runner.run(smaller)
        if again and again[0] == "failed":
            spec, outcome = smaller, again
    return spec, outcome


def run(args, folder):
    runner = Runner(args, folder)
    wanted = [pair.split("=") for pair in args.where.split(",")] if args.where else []
    changes = [pair.split("=") for pair in args.change.split(",")] if args.change else []
    failures, total = [], 0
    for index in [args.only] if args.only is not None else range(args.first, args.first + args.count):
        spec = Spec(args.seed, index, args.odd, args.warpgroups)
        if any(str(getattr(spec, name)) != value for name, value in wanted):
            continue
        for name, value in changes:
            spec = spec.replaced(name, int(value) if value.isdigit() else value)
        total += 1
        outcome = runner.run(spec)
        if not outcome:
            runner.counts["rounded" if not spec.exact else "exact"] += 1
            continue
        if outcome[0] == "refused":
            runner.refused[normalize(outcome[1])] += 1
            runner.counts["refused"] += 1
            continue
        failures.append(index)
        print("product %d of seed %d failed: %s" % (index, args.seed, spec))
        print(outcome[1])
        if args.shrink:
            smaller, again = shrink(runner, spec, outcome)
            print("made small: %s\n%s\n%s" % (smaller, again[1], Product(smaller).text()))
        sys.stdout.flush()
    refused = runner.counts["refused"]
    print("%d products: %d equal, %d failed, %d refused" % (total, total - refused - len(failures), len(failures), refused))
    print("%d elements, %d of them rounded differently and compared with a bound, %d of these without one" % (
        runner.counts["elements"], runner.counts["rounded elements"], runner.counts["elements without a bound"]))
    if args.warpgroups:
        print("%d products of warpgroups" % runner.counts["warpgroups"])
    for message, count in runner.refused.most_common():
        print("refused %d: %s" % (count, message))
    if failures:
        print("failed: --seed %d, --only %s" % (args.seed, ", ".join(map(str, failures))))
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["run", "show"])
    parser.add_argument("index", nargs="?", type=int, help="with show: which product")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--odd", action="store_true", help="extents of any size")
    parser.add_argument("--warpgroups", action="store_true", help="products that warpgroups can make")
    parser.add_argument("--ptxas", action="store_true", help="PTX goes through ptxas, too")
    parser.add_argument("--only", type=int, help="run the product of this number alone")
    parser.add_argument("--where", help="only products whose fields have these values: FIELD=VALUE,...")
    parser.add_argument("--set", dest="change", help="change fields of all products: FIELD=VALUE,...")
    parser.add_argument("--tf32", help="what products of tf32 do with the bits that tf32 lacks")
    parser.add_argument("--tools", help="the folder of tile-run; else PATH")
    parser.add_argument("--simulator", metavar="TOOLS", help="another folder, of the tile-run that compiles and simulates")
    parser.add_argument("--break", dest="replace", help="give the interpreter other text: OLD=NEW,... for a test of the test")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="print what fails as it is")
    parser.add_argument("--time-limit", type=int, default=120, help="seconds of processor time of a run, after which it counts as one that hangs")
    parser.add_argument("--keep", help="a folder in which the last kernel stays")
    args = parser.parse_args()
    if args.mode == "show":
        spec = Spec(args.seed, args.index, args.odd, args.warpgroups)
        print("// %s\n%s" % (spec, Product(spec).text()), end="")
        return 0
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        return run(args, args.keep)
    with tempfile.TemporaryDirectory() as folder:
        return run(args, folder)


if __name__ == "__main__":
    sys.exit(main())
