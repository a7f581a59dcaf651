"""Prints whether the compile of a sort takes time in proportion to its code."""

import resource
import subprocess

KERNEL = """
tile.func public @sort(%p: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = N : i32} : tensor<Nxi32>
  %b = tile.splat %p : !tile.ptr<f32> -> tensor<Nx!tile.ptr<f32>>
  %q = tile.addptr %b, %i : tensor<Nx!tile.ptr<f32>>, tensor<Nxi32>
  %x = tile.load %q : tensor<Nx!tile.ptr<f32>>
  %s = tile.sort %x {axis = 0 : i32} : tensor<Nxf32>
  tile.store %q, %s : tensor<Nx!tile.ptr<f32>>
  tile.return
}
"""


def compile_sort(size):
    """Lines of PTX, and seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run(["tilec", "-", "--num-warps=4", "--emit=ptx", "-o", "-"], input=KERNEL.replace("N", str(size)),
                         capture_output=True, text=True, check=True)
    return run.stdout.count("\n"), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


short, long = compile_sort(4096), compile_sort(16384)
lines, seconds = (b / a for a, b in zip(short, long))
in_proportion = seconds < 3 * lines
print("%.1f times the code, %.1f times the time: %s" % (lines, seconds, "in proportion" if in_proportion else "too long"))
