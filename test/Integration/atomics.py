#!/usr/bin/env python3
"""Kernels with one atomic operation each, run in the simulator or on a GPU.

usage: atomics.py emit                           prints all of them
       atomics.py run TARGET [TEXT [DEVICE]]     runs those whose name contains TEXT

Each operation and type as `each` (an element of its own for each address),
`many` (64 elements for each), `scalar` and, for what returns the old value, with
and without a reader. What memory must hold afterwards, and what is returned, are
formulas of tile-run's. A line for each kernel; fails if any does.
"""

import subprocess
import sys

SIZE, LIVE = 256, 200  # elements of a tile, and those under the mask
BITS = {"i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
# What becomes of the old value P and the operand A.
RESULTS = {
    "and": "P & A", "or": "P | A", "xor": "P ^ A", "add": "P + A", "fadd": "P + A",
    "max": "max(P, A)", "min": "min(P, A)", "exch": "A",
    "umax": "max(U(P), U(A))", "umin": "min(U(P), U(A))",
}  # fmt: skip
ORDERS = ["relaxed", "acquire", "release", "acq_rel"]
SCOPES = ["cta", "cluster", "gpu", "sys"]


def get_types(op):
    if op == "fadd":
        return ["f16", "bf16", "f32", "f64"]
    if op == "cas":
        return list(BITS)
    return ["i32", "i64", "f32", "f64"] if op == "exch" else ["i32", "i64"]


class Kernel:
    """One operation. `form` is each, many or scalar; `is_read` says whether
    anything reads what it returns."""

    def __init__(self, number, op, type, form, is_read):
        self.op, self.type, self.form, self.is_read = op, type, form, is_read
        self.order = ORDERS[number // 2 % 4]
        self.scope = SCOPES[number // 8 % 4]
        self.name = "_".join([op, type, form, "read" if is_read else "unread"])

    def get_operation(self, shape):
        """The text of the operation, for "tensor<256x%s>" or "%s"."""
        ptr, value = shape % ("!tile.ptr<%s>" % self.type), shape % self.type
        if self.op == "cas":
            return "tile.atomic_cas %s, %s, %%at, %%expected, %%x : (%s, %s, %s) -> %s" % (
                self.order, self.scope, ptr, value, value, value)  # fmt: skip
        masked = self.form != "scalar"
        return "tile.atomic_rmw %s, %s, %s, %%at, %%x%s : (%s, %s%s) -> %s" % (
            self.op, self.order, self.scope, ", %m" if masked else "",
            ptr, value, ", " + shape % "i1" if masked else "", value)  # fmt: skip

    def emit(self):
        t, n = self.type, SIZE
        lines = ["tile.func public @%s(%%p: !tile.ptr<%s> {tile.divisibility = 16 : i32}, %%a: !tile.ptr<%s> "
                 "{tile.divisibility = 16 : i32}, %%out: !tile.ptr<%s>) {" % (self.name, t, t, t),
                 "  %%i = tile.make_range {end = %d : i32, start = 0 : i32} : tensor<%dxi32>" % (n, n),
                 "  %%os = tile.splat %%out : !tile.ptr<%s> -> tensor<%dx!tile.ptr<%s>>" % (t, n, t),
                 "  %%op = tile.addptr %%os, %%i : tensor<%dx!tile.ptr<%s>>, tensor<%dxi32>" % (n, t, n)]  # fmt: skip
        if self.form == "scalar":
            lines += ["  %%x = tile.load %%a : !tile.ptr<%s>" % t]
            lines += ["  %%at = tile.addptr %%p, %%zero : !tile.ptr<%s>, i32" % t]
            lines.insert(1, "  %zero = arith.constant 0 : i32")
            shape = "%s"
        else:
            shape = "tensor<%dx%%s>" % n
            index = "%i"
            if self.form == "many":
                lines += ["  %%three = arith.constant dense<3> : tensor<%dxi32>" % n,
                          "  %%k = arith.andi %%i, %%three : tensor<%dxi32>" % n]  # fmt: skip
                index = "%k"
            lines += ["  %%live = arith.constant dense<%d> : tensor<%dxi32>" % (LIVE, n),
                      "  %%m = arith.cmpi slt, %%i, %%live : tensor<%dxi32>" % n,
                      "  %%as = tile.splat %%a : !tile.ptr<%s> -> tensor<%dx!tile.ptr<%s>>" % (t, n, t),
                      "  %%ap = tile.addptr %%as, %%i : tensor<%dx!tile.ptr<%s>>, tensor<%dxi32>" % (n, t, n),
                      "  %%x = tile.load %%ap : tensor<%dx!tile.ptr<%s>>" % (n, t),
                      "  %%ps = tile.splat %%p : !tile.ptr<%s> -> tensor<%dx!tile.ptr<%s>>" % (t, n, t),
                      "  %%at = tile.addptr %%ps, %s : tensor<%dx!tile.ptr<%s>>, tensor<%dxi32>" % (index, n, t, n)]  # fmt: skip
        if self.op == "cas":
            number = "8.0" if t[0] != "i" else "8"
            constant = number if self.form == "scalar" else "dense<%s>" % number
            lines += ["  %%expected = arith.constant %s : %s" % (constant, shape % t)]
        lines += ["  %old = " + self.get_operation(shape)]
        if self.is_read:
            old = "%old"
            if self.form == "scalar":
                lines += ["  %%olds = tile.splat %%old : %s -> tensor<%dx%s>" % (t, n, t)]
                old = "%olds"
            lines += ["  tile.store %%op, %s : tensor<%dx!tile.ptr<%s>>" % (old, n, t)]
        return "\n".join(lines + ["  tile.return", "}", ""])

    def get_run(self):
        """The arguments, and the checks, of tile-run."""
        t = self.type
        # Numbers up to 256 are exact in all types.
        before, operand = ("iota:0:1", "const:2") if t[0] != "i" else ("iota:-100:3", "iota:500:-7")
        P, A = ("i", "2") if t[0] != "i" else ("(i * 3 - 100)", "(500 - i * 7)")
        written = SIZE if self.op == "cas" else LIVE
        if self.op == "cas":
            before, P = "const:8" if self.form != "each" else before, P if self.form == "each" else "8"
            result = "where(P == 8, A, P)"
        else:
            result = RESULTS[self.op]
        result = result.replace("U", "u%d" % BITS[t])
        size = {"each": SIZE, "many": 4, "scalar": 1}[self.form]
        checks = []

        def fill(text):
            return text.replace("P", P).replace("A", A)

        if self.form == "each":
            changed = "where(i < %d, %s, %s)" % (written, fill(result), P)
            checks = ["p == " + changed]
            if self.is_read and self.op == "cas":
                checks += ["out == " + P]
        elif self.form == "scalar":
            checks = ["p == " + fill(result).replace("i ", "0 ").replace("(i", "(0")]
            if P == "i":
                checks = ["p == " + result.replace("P", "0").replace("A", A)]
            if self.is_read:
                checks += ["out == " + {"i": "0", "8": "8"}.get(P, P.replace("i ", "0 "))]
        elif self.op in ("add", "fadd"):
            step = A.replace("i", "(4 * j + i)") if t[0] == "i" else A
            checks = ["p == %s + sum(j, 50, %s)" % (P, step)]
        if not self.is_read:
            checks += ["out == 77"]
        arguments = ["--output", "p:%dx%s=%s" % (size, t, before), "--input", "a:%dx%s=%s" % (SIZE, t, operand),
                     "--output", "out:%dx%s=const:77" % (SIZE, t)]  # fmt: skip
        return arguments + ["--check", "; ".join(checks)] if checks else arguments


def make_kernels():
    kernels = []
    for op in list(RESULTS) + ["cas"]:
        for type in get_types(op):
            for form in ("each", "many", "scalar"):
                for is_read in (True, False):
                    kernels.append(Kernel(len(kernels), op, type, form, is_read))
    return kernels


def main():
    kernels = make_kernels()
    text = "".join(kernel.emit() for kernel in kernels)
    if sys.argv[1] == "emit":
        print(text)
        return 0
    target, failed = sys.argv[2], False
    device = sys.argv[4] if len(sys.argv) > 4 else "sim:" + target
    compiled = subprocess.run(["tilec", "--target=" + target, "--emit=ptx", "-", "-o", "-"], input=text,
                              capture_output=True, text=True)  # fmt: skip
    if compiled.returncode:
        sys.exit(compiled.stderr)
    for kernel in kernels:
        if len(sys.argv) > 3 and sys.argv[3] not in kernel.name:
            continue
        command = ["tile-run", "--ptx", "-", "--kernel=" + kernel.name, "--device=" + device] + kernel.get_run()
        run = subprocess.run(command, input=compiled.stdout, capture_output=True, text=True)
        good = run.returncode == 0 and not run.stderr
        print("%s: %s" % (kernel.name, "ok" if good else "failed"))
        if not good:
            failed = True
            print(" ".join(command) + "\n" + run.stdout + run.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
