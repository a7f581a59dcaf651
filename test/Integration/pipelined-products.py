#!/usr/bin/env python3
"""Products whose loads run ahead, in the simulator beside the interpreter.

usage: pipelined-products.py

Small whole numbers, so that all sums are exact. The simulator must find no race and
no access out of bounds, both must store the same bits, and where rows are aligned no
two lanes may meet in a bank.
"""

import json
import random
import struct
import subprocess
import sys
import tempfile

KERNEL = """
tile.func public @f(%%a: !tile.ptr<%(type)s> {tile.divisibility = 16 : i32}, %%b: !tile.ptr<%(type)s> {tile.divisibility = 16 : i32}, %%c: !tile.ptr<%(total)s> {tile.divisibility = 16 : i32}, %%m: i32, %%n: i32, %%k: i32%(k)s, %%lda: i32%(ld)s, %%ldb: i32%(ld)s) {
  %%c0 = arith.constant 0 : i32
  %%c64 = arith.constant 64 : i32
  %%zero = arith.constant dense<%(none)s> : tensor<64x32x%(total)s>
  %%az = arith.constant dense<%(none)s> : tensor<64x64x%(type)s>
  %%bz = arith.constant dense<%(none)s> : tensor<64x32x%(type)s>
  %%rm = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %%rn = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %%row = tile.expand_dims %%rm {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %%kcol = tile.expand_dims %%rm {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %%ncol = tile.expand_dims %%rn {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %%ldas = tile.splat %%lda : i32 -> tensor<64x1xi32>
  %%ldbs = tile.splat %%ldb : i32 -> tensor<64x1xi32>
  %%arow = arith.muli %%row, %%ldas : tensor<64x1xi32>
  %%brow = arith.muli %%row, %%ldbs : tensor<64x1xi32>
  %%arows = tile.broadcast %%arow : tensor<64x1xi32> -> tensor<64x64xi32>
  %%acols = tile.broadcast %%kcol : tensor<1x64xi32> -> tensor<64x64xi32>
  %%brows = tile.broadcast %%brow : tensor<64x1xi32> -> tensor<64x32xi32>
  %%bcols = tile.broadcast %%ncol : tensor<1x32xi32> -> tensor<64x32xi32>
  %%ao = arith.addi %%arows, %%acols : tensor<64x64xi32>
  %%bo = arith.addi %%brows, %%bcols : tensor<64x32xi32>
  %%as = tile.splat %%a : !tile.ptr<%(type)s> -> tensor<64x64x!tile.ptr<%(type)s>>
  %%bs = tile.splat %%b : !tile.ptr<%(type)s> -> tensor<64x32x!tile.ptr<%(type)s>>
  %%ap = tile.addptr %%as, %%ao : tensor<64x64x!tile.ptr<%(type)s>>, tensor<64x64xi32>
  %%bp = tile.addptr %%bs, %%bo : tensor<64x32x!tile.ptr<%(type)s>>, tensor<64x32xi32>
  %%ms = tile.splat %%m : i32 -> tensor<64x1xi32>
  %%ns = tile.splat %%n : i32 -> tensor<1x32xi32>
  %%mm = arith.cmpi slt, %%row, %%ms : tensor<64x1xi32>
  %%nm = arith.cmpi slt, %%ncol, %%ns : tensor<1x32xi32>
  %%amm = tile.broadcast %%mm : tensor<64x1xi1> -> tensor<64x64xi1>
  %%bnm = tile.broadcast %%nm : tensor<1x32xi1> -> tensor<64x32xi1>
  %%astep = arith.constant dense<64> : tensor<64x64xi32>
  %%bstep1 = arith.muli %%ldb, %%c64 : i32
  %%bstep = tile.splat %%bstep1 : i32 -> tensor<64x32xi32>
  %%sum:3 = scf.for %%i = %%c0 to %%k step %%c64 iter_args(%%acc = %%zero, %%p = %%ap, %%q = %%bp) -> (tensor<64x32x%(total)s>, tensor<64x64x!tile.ptr<%(type)s>>, tensor<64x32x!tile.ptr<%(type)s>>) : i32 {
    %%left = arith.subi %%k, %%i : i32
    %%lefta = tile.splat %%left : i32 -> tensor<1x64xi32>
    %%leftb = tile.splat %%left : i32 -> tensor<64x1xi32>
    %%ka = arith.cmpi slt, %%kcol, %%lefta : tensor<1x64xi32>
    %%kb = arith.cmpi slt, %%row, %%leftb : tensor<64x1xi32>
    %%kas = tile.broadcast %%ka : tensor<1x64xi1> -> tensor<64x64xi1>
    %%kbs = tile.broadcast %%kb : tensor<64x1xi1> -> tensor<64x32xi1>
    %%am = arith.andi %%amm, %%kas : tensor<64x64xi1>
    %%bm = arith.andi %%bnm, %%kbs : tensor<64x32xi1>
    %%x = tile.load %%p, %%am, %%az : tensor<64x64x!tile.ptr<%(type)s>>
    %%y = tile.load %%q, %%bm, %%bz : tensor<64x32x!tile.ptr<%(type)s>>
    %%d = tile.dot %%x, %%y, %%acc%(precision)s : tensor<64x64x%(type)s> * tensor<64x32x%(type)s> -> tensor<64x32x%(total)s>
    %%pn = tile.addptr %%p, %%astep : tensor<64x64x!tile.ptr<%(type)s>>, tensor<64x64xi32>
    %%qn = tile.addptr %%q, %%bstep : tensor<64x32x!tile.ptr<%(type)s>>, tensor<64x32xi32>
    scf.yield %%d, %%pn, %%qn : tensor<64x32x%(total)s>, tensor<64x64x!tile.ptr<%(type)s>>, tensor<64x32x!tile.ptr<%(type)s>>
  } {tile.num_stages = %(stages)d : i32}
  %%cw = arith.constant dense<32> : tensor<64x1xi32>
  %%crow = arith.muli %%row, %%cw : tensor<64x1xi32>
  %%crows = tile.broadcast %%crow : tensor<64x1xi32> -> tensor<64x32xi32>
  %%co = arith.addi %%crows, %%bcols : tensor<64x32xi32>
  %%cs = tile.splat %%c : !tile.ptr<%(total)s> -> tensor<64x32x!tile.ptr<%(total)s>>
  %%cp = tile.addptr %%cs, %%co : tensor<64x32x!tile.ptr<%(total)s>>, tensor<64x32xi32>
  tile.store %%cp, %%sum#0 : tensor<64x32x!tile.ptr<%(total)s>>
  tile.return
}
"""

PROMISE = " {tile.divisibility = 16 : i32}"


# NumPy's name of a type, and the letter of struct.
FORMATS = {"f16": ("<f2", "e"), "f32": ("<f4", "f"), "i8": ("|i1", "b")}


def write_npy(path, kind, count, source):
    name, letter = FORMATS[kind]
    text = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (name, count)
    text = text.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode())
        file.write(struct.pack("<%d%s" % (count, letter), *(source.randrange(-4, 5) for _ in range(count))))


def run(*command):
    done = subprocess.run(["tile-run", *command], capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return done.stdout


def check(folder, kind, stages, promises, size):
    m, n, k = size
    total = "i32" if kind == "i8" else "f32"
    text = KERNEL % {"type": kind, "total": total, "precision": ", inputPrecision = tf32" if kind == "f32" else "", "none": "0" if kind == "i8" else "0.0", "stages": stages, "k": PROMISE * promises[0], "ld": PROMISE * promises[1]}
    path = folder + "/kernel.mlir"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    lda, ldb = (max(16, -(-k // 16) * 16), 32) if promises[1] else (k + 3, 35)
    source = random.Random(k)
    write_npy(folder + "/a.npy", kind, max(1, (m - 1) * lda + k), source)
    write_npy(folder + "/b.npy", kind, max(1, (k - 1) * ldb + n), source)
    data = []
    for device in ("interpreter", "sim"):
        out = "%s/%s.npy" % (folder, device)
        command = [path, "--device=" + device, "--input=%s/a.npy" % folder, "--input=%s/b.npy" % folder, "--output=2048x%s:save=%s" % (total, out)]
        command += ["--input=i32=%d" % number for number in (m, n, k, lda, ldb)]
        statistics = run(*command, *(["--stats=json"] if device == "sim" else []))
        data.append(open(out, "rb").read())
    what = "%s, %d stages, %s, %dx%dx%d" % (kind, stages, promises, m, n, k)
    if data[0] != data[1]:
        sys.exit(what + ": the simulator stores something else than the interpreter")
    counts = json.loads(statistics)
    conflicts = counts["shared_loads"]["bank_conflicts"] + counts["shared_stores"]["bank_conflicts"]
    if promises[1] and conflicts:
        sys.exit("%s: %d bank conflicts" % (what, conflicts))
    # One per iteration, two for the result, and one before the first copy.
    most = counts["warps"] * (-(-k // 64) + 3)
    if promises[1] and stages > 1 and counts["barriers"] > most:
        sys.exit("%s: expected at most %d barriers, found %d" % (what, most, counts["barriers"]))


# Type, stages, whether the length of rows and their distance are multiples of 16, size.
CASES = (
    ("f16", 3, (1, 1), (64, 32, 448)),
    ("f16", 3, (1, 1), (61, 32, 16)),
    ("f16", 3, (0, 1), (61, 29, 289)),
    ("f16", 2, (0, 1), (64, 29, 145)),
    ("f16", 5, (0, 0), (64, 32, 200)),
    ("f16", 4, (0, 1), (64, 32, 0)),
    ("f16", 3, (0, 0), (64, 32, 0)),
    ("f16", 3, (0, 0), (64, 32, 50)),
    ("f16", 3, (0, 1), (64, 32, 100)),
    ("f16", 4, (1, 1), (64, 32, 128)),
    ("f16", 2, (0, 1), (64, 32, 64)),
    ("f16", 1, (0, 1), (61, 32, 70)),
    ("f32", 3, (0, 1), (61, 29, 145)),
    ("i8", 3, (0, 1), (61, 29, 208)),
)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            check(folder, *case)
    print("%d runs: ok" % len(CASES))


if __name__ == "__main__":
    main()
