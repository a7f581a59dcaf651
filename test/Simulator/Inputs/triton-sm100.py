"""usage: triton-sm100.py [--ours] TILE-RUN FOLDER [NAME-PREFIX...]

Compiles kernels with Triton for sm_100a, on a machine without a GPU, runs its PTX in the
simulator, and compares with numpy. With --ours only TTIR is Triton's: tile-run compiles it,
and the simulator finds missing fences, too. One line per kernel: its name, the greatest error by the
greatest number, and what the simulator finds. The exit code is 1 if one is wrong.
"""

import os
import subprocess
import sys

OURS = sys.argv[1] == "--ours"
if OURS:
    del sys.argv[1]
FOLDER = sys.argv[2]
os.environ["TRITON_CACHE_DIR"] = os.path.join(FOLDER, "cache")

import numpy as np
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TILE_RUN = sys.argv[1]

# ----------------------------------------------------------------------------
# Kernels
# ----------------------------------------------------------------------------


@triton.jit
def product(a, b, c, M, N, K, sam, sbk_or_sbn, A_MAJOR: tl.constexpr, B_MAJOR: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        if A_MAJOR == "k":
            x = tl.load(a + rm[:, None] * sam + (k + rk)[None, :])
        else:
            x = tl.load(a + rm[:, None] + (k + rk)[None, :] * sam)
        if B_MAJOR == "k":
            y = tl.load(b + (k + rk)[:, None] + rn[None, :] * sbk_or_sbn)
        else:
            y = tl.load(b + (k + rk)[:, None] * sbk_or_sbn + rn[None, :])
        acc = tl.dot(x, y, acc)
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def described(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPECIALIZED: tl.constexpr):
    rows = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    columns = tl.make_tensor_descriptor(b, [N, K], [K, 1], [BN, BK])
    results = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BM, BN])
    across = M // BM
    for tile in tl.range(tl.program_id(0), across * (N // BN), tl.num_programs(0), flatten=True, warp_specialize=SPECIALIZED):
        m = tile % across
        n = tile // across
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            acc = tl.dot(rows.load([m * BM, k]), columns.load([n * BN, k]).T, acc)
        results.store([m * BM, n * BN], acc)


@triton.jit
def scaled(a, sa, b, sb, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TA: tl.constexpr, TB: tl.constexpr, PA: tl.constexpr, PB: tl.constexpr, V: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    ra = tl.arange(0, BK // PA)
    rb = tl.arange(0, BK // PB)
    rs = tl.arange(0, BK // V)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a + rm[:, None] * (K // PA) + (k // PA + ra)[None, :])
        y = tl.load(b + rn[None, :] * (K // PB) + (k // PB + rb)[:, None])
        xs = tl.load(sa + rm[:, None] * (K // V) + (k // V + rs)[None, :])
        ys = tl.load(sb + rn[:, None] * (K // V) + (k // V + rs)[None, :])
        acc = tl.dot_scaled(x, xs, TA, y, ys, TB, acc)
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def attention(q, k, v, o, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    first = tl.program_id(0) * BM
    rm = first + tl.arange(0, BM)
    rd = tl.arange(0, D)
    rn = tl.arange(0, BN)
    x = tl.load(q + rm[:, None] * D + rd[None, :])
    greatest = tl.full([BM], float("-inf"), tl.float32)
    sums = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    end = first + BM if CAUSAL else N
    for n in range(0, end, BN):
        y = tl.load(k + (n + rn)[None, :] * D + rd[:, None])
        s = tl.dot(x, y) * scale * 1.44269504
        if CAUSAL:
            s = tl.where(rm[:, None] >= (n + rn)[None, :], s, -1e6)
        now = tl.maximum(greatest, tl.max(s, 1))
        p = tl.math.exp2(s - now[:, None])
        factor = tl.math.exp2(greatest - now)
        sums = sums * factor + tl.sum(p, 1)
        acc = acc * factor[:, None]
        z = tl.load(v + (n + rn)[:, None] * D + rd[None, :])
        acc = tl.dot(p.to(z.dtype), z, acc)
        greatest = now
    tl.store(o + rm[:, None] * D + rd[None, :], acc / sums[:, None])


@triton.jit
def gathered(a, rows, c, M, K, BM: tl.constexpr, BK: tl.constexpr):
    tensor = tl.make_tensor_descriptor(a, [M, K], [K, 1], [1, BK])
    numbers = tl.load(rows + tl.arange(0, BM))
    for k in range(0, K, BK):
        x = tensor.gather(numbers, k)
        tl.store(c + tl.arange(0, BM)[:, None] * K + (k + tl.arange(0, BK))[None, :], x)


@triton.jit
def scattered(a, rows, c, M, K, BM: tl.constexpr, BK: tl.constexpr):
    tensor = tl.make_tensor_descriptor(c, [M, K], [K, 1], [1, BK])
    numbers = tl.load(rows + tl.arange(0, BM))
    for k in range(0, K, BK):
        x = tl.load(a + tl.arange(0, BM)[:, None] * K + (k + tl.arange(0, BK))[None, :])
        tensor.scatter(x, numbers, k)


# ----------------------------------------------------------------------------
# Numbers
# ----------------------------------------------------------------------------


def decode_small(code, exponents, mantissa, bias):
    """The float of each code of a sign, `exponents` and `mantissa` bits."""
    sign = np.where(code >> (exponents + mantissa) & 1, -1.0, 1.0)
    field = code >> mantissa & ((1 << exponents) - 1)
    fraction = (code & ((1 << mantissa) - 1)) / (1 << mantissa)
    return sign * np.where(field, (1 + fraction) * np.exp2(field.astype(float) - bias), fraction * 2.0 ** (1 - bias))


def numbers(rng, type, rows, columns):
    """Codes as they are in memory, and the numbers."""
    if type == "bf16":
        codes = (rng.standard_normal((rows, columns)).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        return codes, (codes.astype(np.uint32) << 16).view(np.float32)
    if type == "fp16":
        codes = rng.standard_normal((rows, columns)).astype(np.float16)
        return codes, codes.astype(np.float32)
    if type == "fp32":
        codes = rng.standard_normal((rows, columns)).astype(np.float32)
        return codes, (codes.view(np.uint32) & 0xFFFFE000).view(np.float32)  # as tf32
    if type == "e2m1":
        codes = rng.integers(0, 16, (rows, columns)).astype(np.uint8)
        return codes[:, 0::2] | codes[:, 1::2] << 4, decode_small(codes.astype(int), 2, 1, 1)
    codes = rng.integers(0, 256, (rows, columns)).astype(np.uint8) & (0xBF if type == "fp8e4nv" else 0xC7)
    return codes, decode_small(codes.astype(int), *((4, 3, 7) if type == "fp8e4nv" else (5, 2, 15)))


NAMES = {"float32": "f32", "float16": "f16", "uint16": "i16", "uint8": "i8"}
ELEMENTS = {"*bf16": "bf16", "*fp8e4nv": "f8E4M3FN", "*fp8e5": "f8E5M2", "*u8": "i8"}
POINTERS = {"e2m1": "*u8", "ue8m0": "*u8"}
wrong = 0


def run(name, fn, types, constants, grid, arguments, shape, expected, bound=2e-6, **options):
    """Compiles and runs; None among the arguments is the result."""
    global wrong
    if len(sys.argv) > 3 and not any(name.startswith(prefix) for prefix in sys.argv[3:]):
        return
    signature = {n: types.get(n, "constexpr") for n in fn.arg_names}
    aligned = {(i,): [["tt.divisibility", 16]] for i, n in enumerate(fn.arg_names) if n in types and types[n] != "fp32"}
    source = ASTSource(fn=fn, signature=signature, constexprs=constants, attrs=aligned)
    compiled = triton.compile(source, target=GPUTarget("cuda", 100, 32), options=options)
    path = os.path.join(FOLDER, name + (".ttir" if OURS else ".ptx"))
    with open(path, "w") as file:
        file.write(compiled.asm["ttir" if OURS else "ptx"])
    out = os.path.join(FOLDER, name + ".npy")
    command = [TILE_RUN, path, "--grid=" + "x".join(map(str, grid))]
    if OURS:
        options = ["--target=sm_100a", f"--num-warps={options['num_warps']}", f"--num-stages={compiled.metadata.num_stages}"]
        command += options + ["--strict-races"]
        ptx = subprocess.run([TILE_RUN.replace("tile-run", "tilec"), path, "-o", "-"] + options, capture_output=True, text=True).stdout
    else:
        ptx = compiled.asm["ptx"]
        command.append(f"--shared={compiled.metadata.shared}")
    for number, argument in enumerate(arguments):
        if argument is None:
            command.append(f"--output={shape[0] * shape[1]}xf32:save={out}")
        elif isinstance(argument, (int, float)):
            command.append(f"--input={'i32' if isinstance(argument, int) else 'f32'}={argument}")
        else:
            file = os.path.join(FOLDER, f"{name}-{number}.npy")
            np.save(file, argument.reshape(-1))
            element = ELEMENTS.get(types[fn.arg_names[number]])
            command.append(f"--input={argument.size}x{element}={file}" if OURS and element else f"--input={file}")
    # Scratch memory: of maps, and of a profiler.
    scratch = [] if OURS else ["--input=65536xi8", "--input=65536xi8"]
    done = subprocess.run(command + scratch, capture_output=True, text=True)
    if done.returncode:
        wrong += 1
        print(f"{name}: FAILS\n{done.stderr}")
        return
    found = np.load(out).reshape(shape)
    error = np.abs(found - expected).max() / np.abs(expected).max()
    parts = ("tcgen05.mma", "cp.async.bulk.tensor.2d.tile::")
    instruction = next((word for word in ptx.split() if word.startswith(parts)), "no such instruction")
    wrong += not error < bound
    print(f"{name}: {instruction} {'right' if error < bound else f'WRONG by {error}'}", flush=True)


# ----------------------------------------------------------------------------
# Cases
# ----------------------------------------------------------------------------


def check_product(name, type, BM, BN, BK, M, N, K, majors="kk", **options):
    rng = np.random.default_rng(1)
    a, x = numbers(rng, type, M, K)
    b, y = numbers(rng, type, N, K)
    expected = x.astype(float) @ y.astype(float).T
    sa, sb = K, K
    if majors[0] == "m":
        a, sa = np.ascontiguousarray(a.T), M
    if majors[1] == "n":
        b, sb = np.ascontiguousarray(b.T), N
    types = dict(a="*" + type, b="*" + type, c="*fp32", **{n: "i32" for n in ("M", "N", "K", "sam", "sbk_or_sbn")})
    constants = dict(A_MAJOR=majors[0], B_MAJOR=majors[1], BM=BM, BN=BN, BK=BK)
    run(name, product, types, constants, (M // BM, N // BN), [a, b, None, M, N, K, sa, sb], (M, N), expected, **options)


def check_described(name, type, BM, BN, BK, M, N, K, programs, specialized, **options):
    rng = np.random.default_rng(2)
    a, x = numbers(rng, type, M, K)
    b, y = numbers(rng, type, N, K)
    types = dict(a="*" + type, b="*" + type, c="*fp32", M="i32", N="i32", K="i32")
    constants = dict(BM=BM, BN=BN, BK=BK, SPECIALIZED=specialized)
    run(name, described, types, constants, (programs,), [a, b, None, M, N, K], (M, N), x.astype(float) @ y.astype(float).T, **options)


def check_scaled(name, ta, tb, V, BN, M, N, K, scale="ue8m0", **options):
    rng = np.random.default_rng(3)
    kinds = {"e4m3": "fp8e4nv", "e5m2": "fp8e5", "e2m1": "e2m1"}
    a, x = numbers(rng, kinds[ta], M, K)
    b, y = numbers(rng, kinds[tb], N, K)

    def scales(rows):
        if scale == "ue8m0":
            codes = rng.integers(124, 130, (rows, K // V)).astype(np.uint8)
            return codes, np.exp2(codes.astype(float) - 127)
        codes = rng.integers(0x28, 0x48, (rows, K // V)).astype(np.uint8)
        return codes, decode_small(codes.astype(int), 4, 3, 7)

    sa, fa = scales(M)
    sb, fb = scales(N)
    pointer = lambda kind: POINTERS.get(kind, "*" + kind)
    of_scales = "*u8" if scale == "ue8m0" else "*fp8e4nv"
    types = dict(a=pointer(kinds[ta]), sa=of_scales, b=pointer(kinds[tb]), sb=of_scales, c="*fp32", M="i32", N="i32", K="i32")
    constants = dict(BM=128, BN=BN, BK=128, TA=ta, TB=tb, PA=2 if ta == "e2m1" else 1, PB=2 if tb == "e2m1" else 1, V=V)
    expected = (x * np.repeat(fa, V, 1)) @ (y * np.repeat(fb, V, 1)).T
    run(name, scaled, types, constants, (M // 128, N // BN), [a, sa, b, sb, None, M, N, K], (M, N), expected, **options)


def check_attention(name, BM, BN, D, N, causal, **options):
    rng = np.random.default_rng(4)
    (q, x), (k, y), (v, z) = (numbers(rng, "fp16", N, D) for _ in range(3))
    scores = x.astype(float) @ y.T.astype(float) / np.sqrt(D)
    if causal:
        scores = np.where(np.arange(N)[:, None] >= np.arange(N)[None, :], scores, -1e9)
    p = np.exp(scores - scores.max(1, keepdims=True))
    types = dict(q="*fp16", k="*fp16", v="*fp16", o="*fp32", N="i32", scale="fp32")
    constants = dict(BM=BM, BN=BN, D=D, CAUSAL=causal)
    run(name, attention, types, constants, (N // BM,), [q, k, v, None, N, float(D**-0.5)], (N, D), p @ z / p.sum(1, keepdims=True), bound=1e-3, **options)


def check_rows(name, fn, count, M=64, K=128):
    rng = np.random.default_rng(5)
    values = rng.standard_normal((M, K)).astype(np.float32)
    rows = rng.permutation(M)[:count].astype(np.int32)
    types = dict(a="*fp32", rows="*i32", c="*fp32", M="i32", K="i32")
    if fn is gathered:
        a, shape, expected = values, (count, K), values[rows]
    else:
        a, shape, expected = values, (M, K), np.empty((M, K), np.float32)
        expected[rows] = a
    run(name, fn, types, dict(BM=count, BK=32), (1,), [a, rows, None, M, K], shape, expected, num_warps=4)


def main():
    for type in ("bf16", "fp16", "fp8e4nv", "fp8e5", "fp32"):
        for majors in ("kk", "kn", "mk", "mn"):
            check_product(f"product-{type}-{majors}", type, 128, 128, 32 if type == "fp32" else 64, 128, 256, 192, majors, num_warps=4, num_stages=3)
    for BM, BN, warps in ((64, 128, 4), (64, 64, 4), (128, 256, 8), (256, 128, 8), (128, 64, 4), (128, 32, 4), (128, 16, 4)):
        check_product(f"sizes-{BM}x{BN}", "bf16", BM, BN, 64, 256, 256, 128, num_warps=warps, num_stages=2)
    check_product("wide-128x256", "bf16", 128, 256, 64, 256, 256, 128, num_warps=4, num_stages=2)
    for type, warps in (("bf16", 4), ("fp16", 8), ("fp8e4nv", 4)):
        for specialized in (False, True):
            check_described(f"descriptors-{type}-{'roles' if specialized else 'one'}", type, 128, 128, 64, 256, 384, 256, 2, specialized, num_warps=warps, num_stages=3)
    for ta, tb in (("e4m3", "e4m3"), ("e5m2", "e4m3"), ("e2m1", "e2m1"), ("e4m3", "e2m1"), ("e2m1", "e5m2")):
        for BN in (128, 256):
            check_scaled(f"scaled-{ta}-{tb}-{BN}", ta, tb, 32, BN, 128, 256, 256, num_warps=4, num_stages=2)
    for BN in (128, 256):
        check_scaled(f"scaled-nvfp4-{BN}", "e2m1", "e2m1", 16, BN, 128, 256, 256, scale="ue4m3", num_warps=4, num_stages=2)
    for D in (64, 128):
        for causal in (False, True):
            check_attention(f"attention-{D}-{'causal' if causal else 'whole'}", 128, 64, D, 256, causal, num_warps=4, num_stages=2)
    check_attention("attention-rows-64", 64, 64, 64, 256, False, num_warps=4, num_stages=2)
    check_rows("gather", gathered, count=32)
    check_rows("scatter", scattered, count=64)
    print("all right" if not wrong else f"{wrong} wrong")
    sys.exit(wrong != 0)


main()
