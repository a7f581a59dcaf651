"""Times the kernels of rows of bench/kernels on a GPU: softmax, normalisations and the like.

usage: rows.py TILE_RUN [--kernels FOLDER] [--device DEVICE] [--only NAME]
               [--warps N,N,...] [--rows M] [--columns N] [--any-n]

TILE_RUN is the tool. Matrices are M x N (8192 x 4096); vocabularies are 8 N columns of
M / 8 rows. n is known to be a multiple of 16, unless --any-n. For each kernel and number
of warps it prints what `tile-run --benchmark` does: the median time, and GB/s of all
arrays, each counted once. (softmax_online and group_norm read x twice, the second
time from the cache mostly.)
"""

import argparse
import os
import re
import subprocess
import sys

# Kernel: file, grid, parameters as type and count, or a scalar. M, N: the matrix; V, R:
# columns and rows of a vocabulary; P: programs that share the rows.
KERNELS = {
    "softmax": ("softmax", "{M}", "i f32 M*N;o f32 M*N;i32 N"),
    "softmax_256": ("softmax", "{M*N//4096}", "i f32 M*N;o f32 M*N;i32 M*N//256;i32 256"),
    "softmax_4096": ("softmax", "{M}", "i f32 M*N;o f32 M*N;i32 N"),
    "softmax_8192": ("softmax_wide", "{M}", "i f32 M*N;o f32 M*N;i32 N"),
    "softmax_32768": ("softmax_wide", "{R}", "i f32 R*V;o f32 R*V;i32 V"),
    "softmax_online": ("softmax_online", "{R}", "i f32 R*V;o f32 R*V;i32 V"),
    "softmax_backward": ("softmax_backward", "{M}", "i f32 M*N;i f32 M*N;o f32 M*N;i32 N"),
    "cross_entropy_f32": ("cross_entropy", "{R}", "i f32 R*V;t i32 R;o f32 R;o f32 R;i32 V"),
    "cross_entropy_bf16": ("cross_entropy", "{R}", "i bf16 R*V;t i32 R;o f32 R;o f32 R;i32 V"),
    "cross_entropy_backward_f32": ("cross_entropy_backward", "{R}x{-(-V//2048)}", "i f32 R*V;t i32 R;i f32 R;i f32 R;o f32 R*V;i32 V"),
    "cross_entropy_backward_bf16": ("cross_entropy_backward", "{R}x{-(-V//2048)}", "i bf16 R*V;t i32 R;i f32 R;i f32 R;o bf16 R*V;i32 V"),
    "layer_norm_f32": ("layer_norm", "{M}", "i f32 M*N;i f32 N;i f32 N;o f32 M*N;o f32 M;o f32 M;i32 N;f32 1e-5"),
    "layer_norm_f16": ("layer_norm", "{M}", "i f16 M*N;i f32 N;i f32 N;o f16 M*N;o f32 M;o f32 M;i32 N;f32 1e-5"),
    "layer_norm_f16_4096": ("norms_16_bit", "{M}", "i f16 M*N;i f16 N;i f16 N;o f16 M*N;o f32 M;o f32 M;i32 N;f32 1e-5"),
    "layer_norm_f16_8192": ("norms_16_bit", "{M}", "i f16 M*N;i f16 N;i f16 N;o f16 M*N;o f32 M;o f32 M;i32 N;f32 1e-5"),
    "rms_norm_bf16_8192": ("norms_16_bit", "{M}", "i bf16 M*N;i bf16 N;o bf16 M*N;o f32 M;i32 N;f32 1e-5"),
    "layer_norm_backward_f32": ("layer_norm_backward", "{P}", "i f32 M*N;i f32 M*N;i f32 N;i f32 M;i f32 M;o f32 M*N;o f32 P*N;o f32 P*N;i32 M;i32 N"),
    "layer_norm_backward_f16": ("layer_norm_backward", "{P}", "i f16 M*N;i f16 M*N;i f32 N;i f32 M;i f32 M;o f16 M*N;o f32 P*N;o f32 P*N;i32 M;i32 N"),
    "column_sums": ("layer_norm_backward", "{-(-N//64)}", "i f32 P*N;o f32 N;i32 P;i32 N"),
    "rms_norm_f32": ("rms_norm", "{M}", "i f32 M*N;i f32 N;o f32 M*N;o f32 M;i32 N;f32 1e-5"),
    "rms_norm_bf16": ("rms_norm", "{M}", "i bf16 M*N;i f32 N;o bf16 M*N;o f32 M;i32 N;f32 1e-5"),
    "rms_norm_backward_f32": ("rms_norm_backward", "{P}", "i f32 M*N;i f32 M*N;i f32 N;i f32 M;o f32 M*N;o f32 P*N;i32 M;i32 N"),
    "rms_norm_backward_bf16": ("rms_norm_backward", "{P}", "i bf16 M*N;i bf16 M*N;i f32 N;i f32 M;o bf16 M*N;o f32 P*N;i32 M;i32 N"),
    "add_rms_norm_fp8": ("add_rms_norm_fp8", "{M}", "i bf16 M*N;i bf16 M*N;i bf16 N;o bf16 M*N;o f8e4m3 M*N;o f32 M;i32 N;f32 1e-5"),
    "group_norm": ("group_norm", "32x{M//256}", "i f32 M*N;i f32 256;i f32 256;o f32 M*N;o f32 M//8;o f32 M//8;i32 256;i32 N;f32 1e-5"),
    "sum": ("sum", "{M*N//4096}", "i f32 M*N;o f32 M*N//4096;i32 M*N"),
    "argmax_256": ("argmax", "{M*N//4096}", "i f32 M*N;o i32 M*N//256;i32 M*N//256;i32 256"),
    "argmax_1024": ("argmax", "{M*N//8192}", "i f32 M*N;o i32 M*N//1024;i32 M*N//1024;i32 1024"),
    "argmax_1024_split": ("argmax", "{M*N//8192}", "i f32 M*N;o i32 M*N//1024;i32 M*N//1024;i32 1024"),
    "cumsum_4096": ("cumsum_wide", "{M}", "i f32 M*N;o f32 M*N;i32 N"),
    "dropout_f32": ("dropout", "{M*N//1024}", "i f32 M*N;o f32 M*N;i32 M*N;i32 1073741824;f32 1.25;i64 7;i64 9"),
    "dropout_f16": ("dropout", "{M*N//1024}", "i f16 M*N;o f16 M*N;i32 M*N;i32 1073741824;f32 1.25;i64 7;i64 9"),
}


def get_command(options, name, warps):
    file, grid, parameters = KERNELS[name]
    m, n = options.rows, options.columns
    sizes = {"M": m, "N": n, "V": 8 * n, "R": m // 8, "P": min(264, m)}
    path = os.path.join(options.kernels, file + ".mlir")
    grid = re.sub(r"\{([^{}]*)\}", lambda part: str(eval(part[1], sizes)), grid)
    command = [options.tile_run, path, "--kernel=" + name, "--grid=" + grid, "--device=" + options.device]
    command += ["--benchmark", "--num-warps=%d" % warps]
    if not options.any_n:
        command.append("--assume=%s:16" % ("size" if name == "group_norm" else "n"))
    for parameter in parameters.split(";"):
        words = parameter.split()
        if words[0] in ("i", "t", "o"):
            flag, fill = ("--output", "") if words[0] == "o" else ("--input", "=const:5" if words[0] == "t" else "=rand")
            command.append("%s=%dx%s%s" % (flag, eval(words[2], sizes), words[1], fill))
        else:
            command.append("--input=%s=%s" % (words[0], words[1] if words[0] == "f32" else eval(words[1], sizes)))
    return command


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tile_run")
    parser.add_argument("--kernels", default=os.path.join(os.path.dirname(__file__), "..", "kernels"))
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--only")
    parser.add_argument("--warps", default="4,8")
    parser.add_argument("--rows", type=int, default=8192)
    parser.add_argument("--columns", type=int, default=4096)
    parser.add_argument("--any-n", action="store_true")
    options = parser.parse_args()
    good = True
    for name in KERNELS:
        if options.only not in (None, name):
            continue
        for warps in map(int, options.warps.split(",")):
            run = subprocess.run(get_command(options, name, warps), capture_output=True, text=True)
            time = re.search(r"time: median (\S+ \S+)", run.stdout)
            speed = re.search(r"bandwidth: (\S+ GB/s)", run.stdout)
            if run.returncode or not time:
                good = False
                print("%s, %d warps: failed" % (name, warps))
                print(run.stdout + run.stderr)
            else:
                print("%-28s %2d warps %12s %14s" % (name, warps, time[1].rstrip(","), speed[1] if speed else ""))
            sys.stdout.flush()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
