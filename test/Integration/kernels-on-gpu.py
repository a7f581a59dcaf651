#!/usr/bin/env python3
"""Compares the simulator with a GPU: the kernels of bench/kernels, bit by bit.

usage: kernels-on-gpu.py prepare BUILD FOLDER    here, needs numpy
       kernels-on-gpu.py compare FOLDER          on the GPU, needs numpy and cupy

`prepare` makes the PTX for sm_90a, with n known to be a multiple of 16 and
without, makes inputs, and runs each in the simulator. `compare` runs the same
PTX on the same inputs on the GPU and compares all outputs: bit for bit, or, of
the kernels that use `.approx` and `.full` functions, in units in the last place; of
those among them that work on rows, relative to the larger of the number and 1.
"""

import json
import os
import subprocess
import sys

import numpy as np

SIZES = [0, 1, 127, 1000, 1008, 98432]

# Types of the arguments before the size: inputs, outputs; warps; the elements of
# a row; CTAs (None: one for 1024 elements); ulp allowed (None: bit for bit).
KERNELS = {
    "copy": ("f4", "f4", 4, 1, None, None),
    "copy_peeled": ("f4", "f4", 1, 1, 1, None),
    "copy_rows": ("f4", "f4", 16, 32, 1, None),
    "vector_add": ("f4 f4", "f4", 4, 1, None, None),
    "divide": ("f4 f4", "f4", 4, 1, None, 2),
    "divide_rcp": ("f4 f4", "f4", 4, 1, None, 2),
    "fma_clamp_square": ("f2 f2", "f2 f2", 4, 1, None, None),
    "fma_clamp_square_f16x2": ("f2 f2", "f2 f2", 4, 1, None, None),
    "bytes_max": ("i1 f4", "i4 f4", 4, 1, None, None),
    "sigmoid": ("f4", "f4", 4, 1, None, 4),
}


# Types of the matrix (bf16 as its bits), of codes and of scales; elements per CTA, or
# rows and columns; threads. Sizes are those of the matrix.
MATRIX_SIZES = [(1, 16), (3, 48), (129, 80), (130, 1024)]
QUANTIZERS = {
    "fp8_quantize_bf16": ("u2", "u1", "f4", 1024, 32),
    "fp8_quantize_f16": ("f2", "u1", "f4", 1024, 32),
    "fp8_quantize_f32": ("f4", "u1", "f4", 1024, 32),
    "nvfp4_quantize_bf16": ("u2", "u1", "u1", 8192, 128),
    "nvfp4_quantize_f16": ("f2", "u1", "u1", 8192, 128),
    "nvfp4_quantize_f32": ("f4", "u1", "u1", 8192, 128),
    "nvfp4_quantize_bf16_tiled": ("u2", "u1", "u1", (128, 64), 128),
    "nvfp4_quantize_f16_tiled": ("f2", "u1", "u1", (128, 64), 128),
    "nvfp4_quantize_f32_tiled": ("f4", "u1", "u1", (128, 64), 128),
}

# Kernels of rows: the file, the grid of m and n, warps, and for each parameter its
# type, what it is made of, and its size. "codes" may be one apart, others as many
# times the precision of the type as `precisions` says (None: bit for bit).
ROW_SIZES = [(1, 1), (3, 127), (2, 1000), (4, 1008), (2, 4096)]
BACKWARD = "f4 in m*n;f4 in m*n;f4 in n;%sf4 in m;f4 out m*n;f4 out 2*n;%sm;n"
ROWS = {
    "softmax": ("softmax", "m", 4, "f4 in m*n;f4 out m*n;n", 16),
    "softmax_256": ("softmax", "-(-m // 16)", 4, "f4 in m*n;f4 out m*n;m;n", 16),
    "softmax_online": ("softmax_online", "m", 4, "f4 in m*n;f4 out m*n;n", 32),
    "softmax_backward": ("softmax_backward", "m", 4, "f4 in m*n;f4 in m*n;f4 out m*n;n", None),
    "cross_entropy_f32": ("cross_entropy", "m", 4, "f4 in m*n;i4 in m;f4 out m;f4 out m;n", 32),
    "cross_entropy_bf16": ("cross_entropy", "m", 4, "u2 in m*n;i4 in m;f4 out m;f4 out m;n", 32),
    "cross_entropy_backward_f32": ("cross_entropy_backward", "m,-(-n // 2048)", 4, "f4 in m*n;i4 in m;f4 in m;f4 in m;f4 out m*n;n", 64),
    "cross_entropy_backward_bf16": ("cross_entropy_backward", "m,-(-n // 2048)", 4, "u2 in m*n;i4 in m;f4 in m;f4 in m;codes out m*n;n", 1),
    "sum": ("sum", "-(-n // 4096)", 4, "f4 in n;f4 out -(-n//4096);n", None),
    "argmax_256": ("argmax", "-(-m // 16)", 4, "f4 in m*n;i4 out m;m;n", None),
    "argmax_1024": ("argmax", "-(-m // 8)", 4, "f4 in m*n;i4 out m;m;n", None),
    "argmax_1024_split": ("argmax", "-(-m // 8)", 4, "f4 in m*n;i4 out m;m;n", None),
    "layer_norm_f32": ("layer_norm", "m", 8, "f4 in m*n;f4 in n;f4 in n;f4 out m*n;f4 out m;f4 out m;n;eps", 16),
    "layer_norm_f16": ("layer_norm", "m", 8, "f2 in m*n;f4 in n;f4 in n;f2 out m*n;f4 out m;f4 out m;n;eps", 16),
    "layer_norm_backward_f32": ("layer_norm_backward", "2", 8, BACKWARD % ("f4 in m;", "f4 out 2*n;"), 64),
    "column_sums": ("layer_norm_backward", "-(-n // 64)", 8, "f4 in m*n;f4 out n;m;n", None),
    "rms_norm_f32": ("rms_norm", "m", 8, "f4 in m*n;f4 in n;f4 out m*n;f4 out m;n;eps", 16),
    "rms_norm_bf16": ("rms_norm", "m", 8, "u2 in m*n;f4 in n;codes out m*n;f4 out m;n;eps", 16),
    "rms_norm_backward_f32": ("rms_norm_backward", "2", 8, BACKWARD % ("", ""), 64),
    "add_rms_norm_fp8": ("add_rms_norm_fp8", "m", 8, "u2 in m*n;u2 in m*n;u2 in n;codes out m*n;codes1 out m*n;f4 out m;n;eps", 16),
    "group_norm": ("group_norm", "2,1", 4, "f4 in n*m*2;f4 in 2*m;f4 in 2*m;f4 out n*m*2;f4 out 2;f4 out 2;2*m;n;eps", 64),
    "dropout_f32": ("dropout", "-(-n // 1024)", 4, "f4 in n;f4 out n;n;1<<30;scale;seed;seed", None),
    "dropout_f16": ("dropout", "-(-n // 1024)", 4, "f2 in n;f2 out n;n;1<<30;scale;seed;seed", None),
}
# The largest n of a kernel; others take rows of any length, or of 4096.
ROW_LIMITS = {"softmax_256": 256, "argmax_256": 256, "argmax_1024": 1024, "argmax_1024_split": 1024}


def make_input(kind, count, random):
    """Random bits, numbers around 1, and small ones, a third each."""
    dtype = np.dtype("<" + kind)
    bits = random.integers(0, 256, count * dtype.itemsize, dtype=np.uint8).view(dtype)
    if kind[0] != "f":
        return bits
    near = random.uniform(-4, 4, count).astype(dtype)
    choice = random.integers(0, 3, count)
    small = (near * dtype.type(1e-3)).astype(dtype)
    return np.where(choice == 0, bits, np.where(choice == 1, near, small))


def make_row_input(kind, count, n, random):
    """Numbers around 1, bf16 as its bits; integers are columns."""
    if kind == "i4":
        return random.integers(0, n, count, dtype=np.int32)
    values = random.normal(0, 1, count).astype(np.float32)
    return (values.view(np.uint32) >> 16).astype(np.uint16) if kind == "u2" else values.astype("<" + kind)


def prepare_rows(build, folder, random, cases):
    types = {"f4": "f32", "f2": "f16", "u2": "bf16", "i4": "i32", "codes": "bf16", "codes1": "u8"}
    scalars = {"eps": ("f32", 2.0**-17), "scale": ("f32", 1.25), "seed": ("i64", 0x123456789ABCDEF)}
    for kernel, (file, grid_text, warps, parameters, precisions) in ROWS.items():
        ptx = kernel + ".ptx"
        command = [build + "/bin/tilec", "bench/kernels/%s.mlir" % file, "--target=sm_90a", "--kernel=" + kernel]
        subprocess.run(command + ["--num-warps=%d" % warps, "-o", os.path.join(folder, ptx)], check=True)
        for m, n in ROW_SIZES:
            if n > ROW_LIMITS.get(kernel, n):
                continue
            get = lambda text: eval(text, {"m": m, "n": n})
            name = "%s.%dx%d" % (kernel, m, n)
            grid = get("[%s]" % grid_text)
            grid += [1] * (2 - len(grid))
            case = {"name": name, "kernel": kernel, "ptx": ptx, "scalars": [], "grid": grid, "threads": 32 * warps}
            case.update(ulp=None, precisions=precisions, inputs=[], outputs=[], codes=[])
            if "backward" in kernel and "norm" in kernel:
                case["grid"] = grid = [min(m, 2), 1]
            run = [build + "/bin/tile-run", os.path.join(folder, ptx), "--grid=%dx%d" % tuple(grid)]
            # Partial sums have a row for each program.
            for parameter in parameters.replace("2*n", "%d*n" % grid[0]).split(";"):
                kind, *rest = parameter.split(" ", 2)
                if not rest:
                    kind, value = scalars.get(parameter) or ("i32", get(parameter))
                    case["scalars"].append([kind, value])
                    run.append("--input=%s=%r" % (kind, value))
                    continue
                direction, count = rest[0], get(rest[1])
                files = case["inputs" if direction == "in" else "outputs"]
                files.append("%s.%s%d.npy" % (name, direction, len(files)))
                path = os.path.join(folder, files[-1])
                if direction == "in":
                    values = make_row_input(kind, count, n, random)
                    # .npy has no bf16: bits of two bytes, as a void.
                    np.save(path, values.view("V2") if kind == "u2" else values)
                    run.append("--input=%dx%s=%s" % (count, types[kind], path))
                else:
                    case["codes"].append(kind.startswith("codes"))
                    run.append("--output=%dx%s:save=%s" % (count, types[kind], path))
            run_simulator(run)
            cases.append(case)


def run_simulator(run):
    done = subprocess.run(run, capture_output=True, text=True)
    if done.returncode:
        sys.exit(" ".join(run) + "\n" + done.stdout + done.stderr)


def prepare_quantizers(build, folder, random, cases):
    types = {"f4": "f32", "f2": "f16", "u1": "u8"}
    for kernel, (kind, code_kind, scale_kind, part, threads) in QUANTIZERS.items():
        is_fp8 = kernel.startswith("fp8")
        source = "bench/kernels/%s_quantize.mlir" % ("fp8" if is_fp8 else "nvfp4")
        ptx = kernel + ".ptx"
        command = [build + "/bin/tilec", source, "--target=sm_90a", "--kernel=" + kernel]
        subprocess.run(command + ["-o", os.path.join(folder, ptx)], check=True)
        for m, n in MATRIX_SIZES:
            name = "%s.%dx%d" % (kernel, m, n)
            codes, scales = m * n // (1 if is_fp8 else 2), m * n // 16
            if isinstance(part, tuple):
                grid = [-(-n // part[1]), -(-m // part[0])]
                scales = grid[0] * grid[1] * 512
            else:
                grid = [-(-m * n // part), 1]
            case = {"name": name, "kernel": kernel, "ptx": ptx, "scalars": [m, n]}
            case.update(grid=grid, threads=threads, ulp=None, inputs=[], outputs=[])
            inputs = [make_input(kind, m * n, random)]
            if not is_fp8:
                inputs.append(np.array([448.0], np.float32))
            run = [build + "/bin/tile-run", os.path.join(folder, ptx), "--grid=%dx%d" % tuple(grid)]
            for i, values in enumerate(inputs):
                case["inputs"].append("%s.in%d.npy" % (name, i))
                np.save(os.path.join(folder, case["inputs"][-1]), values)
                run.append("--input=" + os.path.join(folder, case["inputs"][-1]))
            for i, (count, what) in enumerate([(codes, code_kind), (scales, scale_kind)]):
                case["outputs"].append("%s.out%d.npy" % (name, i))
                path = os.path.join(folder, case["outputs"][-1])
                run.append("--output=%dx%s:save=%s" % (count, types[what], path))
            run_simulator(run + ["--input=i32=%d" % m, "--input=i32=%d" % n])
            cases.append(case)


def prepare(build, folder):
    os.makedirs(folder, exist_ok=True)
    random = np.random.default_rng(2026)
    cases = []
    for kernel, (inputs, outputs, warps, row, ctas, ulp) in KERNELS.items():
        source = "bench/kernels/%s.mlir" % kernel
        for divisor in (1, 16):
            ptx = "%s.div%d.ptx" % (kernel, divisor)
            command = [build + "/bin/tilec", source, "--target=sm_90a"]
            command += ["--num-warps=%d" % warps, "-o", os.path.join(folder, ptx)]
            size_name = "m" if kernel == "copy_rows" else "n"
            if divisor > 1:
                command += ["--assume=%s:%d" % (size_name, divisor)]
            subprocess.run(command, check=True)
            for n in SIZES:
                if n % divisor:
                    continue
                n = n // row if n * row > 1 << 17 else n
                name = "%s.%d.%d" % (kernel, divisor, n)
                grid = ctas or max(1, -(-n // 1024))
                case = {"name": name, "kernel": kernel, "ptx": ptx, "scalars": [n]}
                case.update(grid=[grid, 1], threads=32 * warps, ulp=ulp)
                run = [build + "/bin/tile-run", os.path.join(folder, ptx)]
                run += ["--grid=%d" % grid]
                case["inputs"], case["outputs"] = [], []
                for i, kind in enumerate(inputs.split()):
                    path = "%s.in%d.npy" % (name, i)
                    np.save(os.path.join(folder, path), make_input(kind, n * row, random))
                    run.append("--input=" + os.path.join(folder, path))
                    case["inputs"].append(path)
                types = {"f4": "f32", "f2": "f16", "i4": "i32"}
                for i, kind in enumerate(outputs.split()):
                    path = "%s.out%d.npy" % (name, i)
                    run.append(
                        "--output=%dx%s:save=%s"
                        % (n * row, types[kind], os.path.join(folder, path))
                    )
                    case["outputs"].append(path)
                run.append("--input=i32=%d" % n)
                run_simulator(run)
                cases.append(case)
    prepare_quantizers(build, folder, random, cases)
    prepare_rows(build, folder, random, cases)
    with open(os.path.join(folder, "cases.json"), "w") as out:
        json.dump(cases, out)
    print("%d runs prepared" % len(cases))


def get_ulp_error(found, wanted):
    """The largest difference in units in the last place; NaN equals NaN."""
    bits = {4: np.int32, 2: np.int16}[found.dtype.itemsize]

    def order(x):
        value = x.view(bits).astype(np.int64)
        return np.where(value < 0, -(value & np.iinfo(bits).max), value)

    both_nan = np.isnan(found) & np.isnan(wanted)
    return int(np.max(np.where(both_nan, 0, np.abs(order(found) - order(wanted))), initial=0))


def get_error(found, wanted, is_code):
    """The largest difference, in the precision of the type; of codes in codes."""
    if is_code:
        a, b = (x.view("<i%d" % x.dtype.itemsize).astype(np.int64) for x in (found, wanted))
        return int(np.max(np.abs(a - b), initial=0))
    precision = np.finfo(wanted.dtype).eps
    a, b = found.astype(np.float64), wanted.astype(np.float64)
    return int(np.ceil(np.max(np.abs(a - b) / np.maximum(np.abs(b), 1) / precision, initial=0)))


def get_scalar(scalar):
    kind, value = scalar if isinstance(scalar, list) else ("i32", scalar)
    return {"i32": np.int32, "i64": np.int64, "f32": np.float32}[kind](value)


def compare(folder):
    import cupy

    with open(os.path.join(folder, "cases.json")) as file:
        cases = json.load(file)
    modules, failed, elements = {}, 0, 0
    worst, rows = {}, {}
    for case in cases:
        path = os.path.join(folder, case["ptx"])
        if path not in modules:
            modules[path] = cupy.RawModule(path=path)
        function = modules[path].get_function(case["kernel"])

        def load(name):
            values = np.load(os.path.join(folder, name))
            return values.view(np.uint16) if values.dtype.kind == "V" else values

        inputs = [cupy.asarray(load(name)) for name in case["inputs"]]
        wanted = [load(name) for name in case["outputs"]]
        outputs = [cupy.zeros(max(w.size, 1), w.dtype) for w in wanted]
        arguments = tuple(inputs + outputs + [get_scalar(x) for x in case["scalars"]])
        function(tuple(case["grid"]), (case["threads"],), arguments)
        cupy.cuda.Device().synchronize()
        for i, (found, simulated) in enumerate(zip(outputs, wanted)):
            found = cupy.asnumpy(found)[: simulated.size]
            elements += simulated.size
            if case.get("precisions") is not None:
                error = get_error(found, simulated, case["codes"][i])
                good = error <= (1 if case["codes"][i] else case["precisions"])
                rows[case["kernel"]] = max(rows.get(case["kernel"], 0), error)
            elif case["ulp"] is None:
                good = found.tobytes() == simulated.tobytes()
                error = 0 if good else np.count_nonzero(
                    found.view(np.uint8) != simulated.view(np.uint8)
                )
            else:
                error = get_ulp_error(found, simulated)
                good = error <= case["ulp"]
                worst[case["kernel"]] = max(worst.get(case["kernel"], 0), error)
            if not good:
                failed += 1
                print("%s: %s, %d" % (case["name"], "differs", error))
    print("GPU: " + cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
    print("%d runs, %d elements, %d runs differ" % (len(cases), elements, failed))
    for kernel, error in sorted(worst.items()):
        print("%s: at most %d ulp between the two" % (kernel, error))
    for kernel, error in sorted(rows.items()):
        print("%s: at most %d precisions between the two" % (kernel, error))
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "prepare":
        prepare(sys.argv[2], sys.argv[3])
    elif len(sys.argv) == 3 and sys.argv[1] == "compare":
        sys.exit(compare(sys.argv[2]))
    else:
        sys.exit(__doc__)
