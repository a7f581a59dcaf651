"""Prints whether the compile of a kernel takes time in proportion to its code.

usage: compile-time.py NAME SHORT LONG     the number of elements, or steps, of both
"""

import resource
import subprocess
import sys

KERNELS = {
    "sort": """
tile.func public @sort(%p: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = N : i32} : tensor<Nxi32>
  %b = tile.splat %p : !tile.ptr<f32> -> tensor<Nx!tile.ptr<f32>>
  %q = tile.addptr %b, %i : tensor<Nx!tile.ptr<f32>>, tensor<Nxi32>
  %x = tile.load %q : tensor<Nx!tile.ptr<f32>>
  %s = tile.sort %x {axis = 0 : i32} : tensor<Nxf32>
  tile.store %q, %s : tensor<Nx!tile.ptr<f32>>
  tile.return
}
""",
    # Rows of 32, whose distances nobody knows.
    "strides": """
tile.func public @strides(%p: !tile.ptr<f16>, %ld: i32, %ld2: i32) {
  %r = tile.make_range {start = 0 : i32, end = N : i32} : tensor<Nxi32>
  %c = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %rows = tile.expand_dims %r {axis = 1 : i32} : tensor<Nxi32> -> tensor<Nx1xi32>
  %columns = tile.expand_dims %c {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %lds = tile.splat %ld : i32 -> tensor<Nx1xi32>
  %ld2s = tile.splat %ld2 : i32 -> tensor<1x32xi32>
  %begins = arith.muli %rows, %lds : tensor<Nx1xi32>
  %along = arith.muli %columns, %ld2s : tensor<1x32xi32>
  %begins_2 = tile.broadcast %begins : tensor<Nx1xi32> -> tensor<Nx32xi32>
  %along_2 = tile.broadcast %along : tensor<1x32xi32> -> tensor<Nx32xi32>
  %i = arith.addi %begins_2, %along_2 : tensor<Nx32xi32>
  %b = tile.splat %p : !tile.ptr<f16> -> tensor<Nx32x!tile.ptr<f16>>
  %q = tile.addptr %b, %i : tensor<Nx32x!tile.ptr<f16>>, tensor<Nx32xi32>
  %x = tile.load %q : tensor<Nx32x!tile.ptr<f16>>
  %y = arith.addf %x, %x : tensor<Nx32xf16>
  tile.store %q, %y : tensor<Nx32x!tile.ptr<f16>>
  tile.return
}
""",
    # A loop whose steps need a barrier each, and another one for the next iteration.
    "barriers": """
tile.func public @barriers(%p: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %b = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %q = tile.addptr %b, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %q : tensor<256x!tile.ptr<f32>>
  %y = scf.for %k = %zero to %n step %one iter_args(%x_0 = %x) -> (tensor<256xf32>) : i32 {
STEPS
    scf.yield %x_LAST : tensor<256xf32>
  }
  tile.store %q, %y : tensor<256x!tile.ptr<f32>>
  tile.return
}
""",
}
STEP = """
    %s_I = "tile.reduce"(%x_I) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %c: f32):
      %m = arith.maximumf %a, %c : f32
      tile.reduce.return %m : f32
    }) : (tensor<256xf32>) -> f32
    %t_I = tile.splat %s_I : f32 -> tensor<256xf32>
    %x_NEXT = arith.subf %x_I, %t_I : tensor<256xf32>
"""


def write_kernel(name, size):
    steps = "".join(STEP.replace("NEXT", str(i + 1)).replace("I", str(i)) for i in range(size)) if name == "barriers" else ""
    return KERNELS[name].replace("STEPS", steps).replace("LAST", str(size)).replace("N", str(size))


def compile_kernel(text):
    """Lines of PTX, and seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run(["tilec", "-", "--num-warps=4", "--emit=ptx", "-o", "-"], input=text, capture_output=True, text=True, check=True)
    return run.stdout.count("\n"), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


short, long = (compile_kernel(write_kernel(sys.argv[1], int(size))) for size in sys.argv[2:])
lines, seconds = (b / a for a, b in zip(short, long))
in_proportion = seconds < 2 * lines
print("%.1f times the code, %.1f times the time: %s" % (lines, seconds, "in proportion" if in_proportion else "too long"))
