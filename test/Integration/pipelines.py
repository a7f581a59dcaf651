#!/usr/bin/env python3
"""Loops whose loads run ahead, in the simulator beside the interpreter.

usage: pipelines.py

Each kernel is run with several numbers of stages and of iterations. The simulator
must find no race and no access out of bounds, and both must store the same bits.
The PTX of a kernel is made once for all its numbers of iterations, and the
interpreter, which knows no stages, runs once for all of these.
"""

import itertools
import subprocess
import sys
import tempfile

SIZE = 256  # elements of a tile

KERNEL = """
tile.func public @f(%%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %%k: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %%y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %%first: i32, %%end: i32, %%step: i32, %%w: i32%(promise)s) {
  %%one = arith.constant 1 : i32
  %%zero = arith.constant dense<0.0> : tensor<256xf32>
  %%two = arith.constant dense<2.0> : tensor<256xf32>
  %%no = arith.constant dense<0> : tensor<256xi32>
  %%r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %%size = arith.constant 256 : i32
  %%xs = tile.splat %%x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %%ks = tile.splat %%k : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %%ys = tile.splat %%y : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %%p0 = tile.addptr %%xs, %%r : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %%o = tile.addptr %%ys, %%r : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %%stride = tile.splat %%size : i32 -> tensor<256xi32>
  %%ws = tile.splat %%w : i32 -> tensor<256xi32>
  %%sum:2 = scf.for %%i = %%first to %%end step %%step iter_args(%%acc = %%zero, %%p = %%p0) -> (tensor<256xf32>, tensor<256x!tile.ptr<f32>>) : i32 {
    %%begin = arith.muli %%i, %%size : i32
    %%begins = tile.splat %%begin : i32 -> tensor<256xi32>
    %%at = arith.addi %%begins, %%r : tensor<256xi32>
%(body)s
    %%t = tile.reshape %%v : tensor<256xf32> -> tensor<16x16xf32>
    %%u = tile.trans %%t {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
    %%s = tile.reshape %%u : tensor<16x16xf32> -> tensor<256xf32>
    %%q = tile.addptr %%p, %%stride : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
    %%a = arith.addf %%acc, %%s : tensor<256xf32>
    scf.yield %%a, %%q : tensor<256xf32>, tensor<256x!tile.ptr<f32>>
  } {tile.num_stages = %(stages)d : i32}
  tile.store %%o, %%sum#0 : tensor<256x!tile.ptr<f32>>
  tile.return
}
"""

POINTER = "    %m = arith.cmpi slt, %r, %ws : tensor<256xi32>\n"
COUNTED = "    %m = arith.cmpi slt, %at, %ws : tensor<256xi32>\n    %pi = tile.addptr %p0, %begins : tensor<256x!tile.ptr<f32>>, tensor<256xi32>\n"
INDICES = (
    "    %kp = tile.addptr %ks, %at : tensor<256x!tile.ptr<i32>>, tensor<256xi32>\n"
    "    %n = tile.load %kp, %m, %no : tensor<256x!tile.ptr<i32>>\n"
)
GATHER = "    %pn = tile.addptr %xs, %n : tensor<256x!tile.ptr<f32>>, tensor<256xi32>\n    %v = tile.load %pn, %m, %two : tensor<256x!tile.ptr<f32>>"
TWICE = (
    "    %kn = tile.addptr %ks, %n : tensor<256x!tile.ptr<i32>>, tensor<256xi32>\n"
    "    %n2 = tile.load %kn : tensor<256x!tile.ptr<i32>>\n"
    "    %pn = tile.addptr %xs, %n2 : tensor<256x!tile.ptr<f32>>, tensor<256xi32>\n    %v = tile.load %pn : tensor<256x!tile.ptr<f32>>"
)
LOAD = "    %%v = tile.load %s : tensor<256x!tile.ptr<f32>>"
BODIES = {
    "carried pointers": LOAD % "%p",
    "carried pointers, mask": POINTER + LOAD % "%p, %m, %zero",
    "carried pointers, mask, other": POINTER + LOAD % "%p, %m, %two",
    "counted pointers, mask": COUNTED + LOAD % "%pi, %m, %zero",
    "pointers of both kinds": COUNTED + "    %v0 = tile.load %pi, %m, %zero : tensor<256x!tile.ptr<f32>>\n    %v1 = tile.load %p : tensor<256x!tile.ptr<f32>>\n    %v = arith.subf %v0, %v1 : tensor<256xf32>",
    "loaded numbers": COUNTED + INDICES + GATHER,
    "numbers of loaded numbers": COUNTED + INDICES + TWICE,
}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))


def run_on(device, folder, path, name, bounds):
    """The bytes that the kernel of the file stores."""
    first, end, step = bounds
    trips = max(0, -(-(end - first) // step))
    elements = max(1, max(trips, end) * SIZE)
    # The last rows are masked in part.
    width = SIZE - 40 if "counted" not in name and "loaded" not in name else max(0, end * SIZE - 24)
    stored = "%s/%s.npy" % (folder, device)
    arguments = ["--input=%dxf32=rand:-8:8:seed=5" % elements, "--input=%dxi32=rand:0:%d:seed=6" % (elements, elements - 1)]
    arguments += ["--output=out:%dxf32:save=%s" % (SIZE, stored), *("--input=i32=%d" % number for number in (first, end, step, width))]
    run("tile-run", path, "--device=" + device, *arguments)
    with open(stored, "rb") as file:
        return file.read()


def main():
    count = 0
    wanted = {}
    with tempfile.TemporaryDirectory() as folder:
        path, ptx = folder + "/kernel.mlir", folder + "/kernel.ptx"
        for name in BODIES:
            for stages, promise in itertools.product((1, 2, 3, 6), ("", " {tile.divisibility = 4 : i32}")):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(KERNEL % {"body": BODIES[name], "stages": stages, "promise": promise})
                run("tilec", path, "-o", ptx)
                for bounds in ((0, 0, 1), (0, 1, 1), (0, 2, 1), (0, 5, 1), (3, 0, 1), (2, 9, 3)):
                    key = name, promise, bounds
                    if key not in wanted:
                        wanted[key] = run_on("interpreter", folder, path, name, bounds)
                    if run_on("sim", folder, ptx, name, bounds) != wanted[key]:
                        sys.exit("%s, %d stages, from %d to %d by %d: the simulator stores something else than the interpreter" % (name, stages, *bounds))
                    count += 1
    print("%d runs: ok" % count)


if __name__ == "__main__":
    main()
