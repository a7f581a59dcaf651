#!/usr/bin/env python3
"""Checks the normalisations and their gradients; rowkernels.py has the usage."""

import bisect
import math
import os
import sys

sys.dont_write_bytecode = True  # not into the source tree
from rowkernels import INF, NAN, Output, Problem, check_close, flatten, main, make_matrix, make_row, round_to

EPS = 2.0**-17
# Where sums do not overflow. The first number of a row is as good as any as its centre.
CHARACTERS = ["normal", "equal", "zeros", "tiny", "far", "nan", "steps", "infinity"]
LARGEST = (2 - 2.0**-23) * 2.0**127


def is_finite(values):
    return all(abs(x) < INF for x in values)


def get_moments(row):
    """mean and 1 / sqrt(variance + eps)."""
    if not is_finite(row):
        return NAN, NAN
    mean = math.fsum(row) / len(row)
    return mean, 1 / math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + EPS)


def get_moment_errors(row, rstd):
    """Bounds for the errors of mean, and relative of rstd: sums of shifted numbers."""
    if not is_finite(row):
        return 0.0, 0.0
    spread = max(abs(x - row[0]) for x in row)
    return 2.0**-22 * (spread + abs(row[0])), 2.0**-21 * (1 + (spread * rstd) ** 2)


def check_means(found, wanted, errors):
    """A row with infinity may have NaN as its mean: the first number may be it."""
    found = [NAN if math.isnan(b) and abs(a) == INF else a for a, b in zip(found, wanted)]
    check_close("mean", found, wanted, "f32", 0, errors)


def make_weights(source, n, kind="f32"):
    return make_row(source, kind, n), make_row(source, kind, n)


def check_layer_norm(kind, suffix="", weights="f32"):
    def check(runner, source, m, n):
        x = make_matrix(source, kind, m, n, CHARACTERS)
        w, b = make_weights(source, n, weights)
        means, rstds, y, errors, mean_errors, rstd_errors = [], [], [], [], [], []
        for row in x:
            mean, rstd = get_moments(row)
            mean_error, rstd_error = get_moment_errors(row, rstd)
            means.append(mean)
            rstds.append(rstd)
            mean_errors.append(mean_error)
            rstd_errors.append(rstd_error * abs(rstd))
            for a, c, d in zip(row, w, b):
                normal = (a - mean) * rstd
                y.append(normal * c + d)
                errors.append(abs(c) * (abs(normal) * rstd_error + mean_error * rstd) + 2.0**-22 * (abs(d) + abs(normal * c)))
        parameters = [("x", kind, flatten(x)), ("w", weights, w), ("b", weights, b), ("y", kind, Output(m * n))]
        parameters += [("mean", "f32", Output(m)), ("rstd", "f32", Output(m)), ("n", "i32", n), ("eps", "f32", EPS)]
        found, found_means, found_rstds = runner.run("layer_norm_" + kind + suffix, str(m), parameters)
        check_means(found_means, means, mean_errors)
        check_close("rstd", found_rstds, rstds, "f32", 1e-6, rstd_errors)
        check_close("y", found, y, kind, 1e-6, errors)

    return check


def get_rms(row):
    if not is_finite(row):
        return NAN if any(math.isnan(x) for x in row) else 0.0
    return 1 / math.sqrt(math.fsum(x * x for x in row) / len(row) + EPS)


def times(a, b):
    """As f32 does: 0 times infinity is NaN."""
    return NAN if (a == 0 and abs(b) == INF) or (b == 0 and abs(a) == INF) else a * b


def check_rms_norm(kind, suffix="", weights="f32"):
    def check(runner, source, m, n):
        x = make_matrix(source, kind, m, n, CHARACTERS)
        w = make_row(source, weights, n)
        rstds = [get_rms(row) for row in x]
        y = [times(times(a, r), c) for row, r in zip(x, rstds) for a, c in zip(row, w)]
        parameters = [("x", kind, flatten(x)), ("w", weights, w), ("y", kind, Output(m * n)), ("rstd", "f32", Output(m))]
        parameters += [("n", "i32", n), ("eps", "f32", EPS)]
        found, found_rstds = runner.run("rms_norm_" + kind + suffix, str(m), parameters)
        check_close("rstd", found_rstds, rstds, "f32", 2e-6)
        check_close("y", found, y, kind, 3e-6, 2.0**-140)

    return check


def check_columns(runner, what, parts, programs, n, wanted, absolute):
    """Sums the partial gradients as the second launch does."""
    file = os.path.join(os.path.dirname(runner.file), "layer_norm_backward.mlir")
    parameters = [("part", "f32", parts), ("sum", "f32", Output(n)), ("p", "i32", programs), ("n", "i32", n)]
    (found,) = runner.run("column_sums", str(-(-n // 64)), parameters, file)
    check_close(what, found, wanted, "f32", 1e-6, absolute)


def check_backward(name, kind):
    has_mean = name == "layer_norm"

    def check(runner, source, m, n):
        programs = min(m, 5)
        x = make_matrix(source, kind, m, n, ["normal", "equal", "steps", "normal"])
        dy = make_matrix(source, kind, m, n, ["normal", "steps", "normal"])
        w = make_row(source, "f32", n)
        moments = [get_moments(row) if has_mean else (0.0, get_rms(row)) for row in x]
        # What the kernel reads is the truth here.
        moments = [tuple(round_to("f32", a) for a in pair) for pair in moments]
        dx, errors = [], []
        dw, db, dw_errors, db_errors = ([0.0] * n for _ in range(4))
        for row, d, (mean, rstd) in zip(x, dy, moments):
            normal = [(a - mean) * rstd for a in row]
            # The kernel subtracts in f32.
            normal_errors = [2.0**-22 * (abs(a) + abs(mean)) * rstd for a in row]
            wdy = [a * b for a, b in zip(d, w)]
            along = math.fsum(a * b for a, b in zip(normal, wdy)) / n
            total = math.fsum(wdy) / n if has_mean else 0.0
            along_error = math.fsum((abs(a) * 2.0**-20 + e) * abs(b) for a, b, e in zip(normal, wdy, normal_errors)) / n
            total_error = math.fsum(map(abs, wdy)) / n * 2.0**-20
            for i in range(n):
                dx.append((wdy[i] - normal[i] * along - total) * rstd)
                error = abs(normal[i]) * along_error + normal_errors[i] * abs(along) + total_error
                errors.append((error + 2.0**-21 * (abs(wdy[i]) + abs(normal[i] * along) + abs(total))) * rstd)
                dw[i] += d[i] * normal[i]
                db[i] += d[i]
                dw_errors[i] += abs(d[i]) * (abs(normal[i]) * 2.0**-20 + normal_errors[i])
                db_errors[i] += abs(d[i]) * 2.0**-20
        parameters = [("dy", kind, flatten(dy)), ("x", kind, flatten(x)), ("w", "f32", w)]
        if has_mean:
            parameters.append(("mean", "f32", [a for a, _ in moments]))
        parameters += [("rstd", "f32", [a for _, a in moments]), ("dx", kind, Output(m * n)), ("dw", "f32", Output(programs * n))]
        if has_mean:
            parameters.append(("db", "f32", Output(programs * n)))
        parameters += [("m", "i32", m), ("n", "i32", n)]
        found = runner.run("%s_backward_%s" % (name, kind), str(programs), parameters)
        check_close("dx", found[0], dx, kind, 1e-6, errors)
        check_columns(runner, "dw", found[1], programs, n, dw, dw_errors)
        if has_mean:
            check_columns(runner, "db", found[2], programs, n, db, db_errors)

    return check


def check_group_norm(runner, source, images, channels, size, groups):
    per = channels // groups
    n = per * size
    x = make_matrix(source, "f32", images * groups, n, CHARACTERS)
    w, b = make_weights(source, channels)
    means, rstds, y, errors, mean_errors, rstd_errors = [], [], [], [], [], []
    for index, row in enumerate(x):
        mean, rstd = get_moments(row)
        mean_error, rstd_error = get_moment_errors(row, rstd)
        means.append(mean)
        rstds.append(rstd)
        mean_errors.append(mean_error)
        rstd_errors.append(rstd_error * abs(rstd))
        for i, a in enumerate(row):
            channel = index % groups * per + i // size
            normal = (a - mean) * rstd
            y.append(normal * w[channel] + b[channel])
            errors.append(abs(w[channel]) * (abs(normal) * rstd_error + mean_error * rstd) + 2.0**-22 * (abs(b[channel]) + abs(normal * w[channel])))
    parameters = [("x", "f32", flatten(x)), ("w", "f32", w), ("b", "f32", b), ("y", "f32", Output(len(y)))]
    parameters += [("mean", "f32", Output(len(x))), ("rstd", "f32", Output(len(x)))]
    parameters += [("channels", "i32", channels), ("size", "i32", size), ("eps", "f32", EPS)]
    found, found_means, found_rstds = runner.run("group_norm", "%dx%d" % (groups, images), parameters)
    check_means(found_means, means, mean_errors)
    check_close("rstd", found_rstds, rstds, "f32", 1e-6, rstd_errors)
    check_close("y", found, y, "f32", 1e-6, errors)


def get_e4m3_values():
    values = [m * 2.0**-9 for m in range(8)]
    return values + [(8 + m) * 2.0 ** (e - 10) for e in range(1, 16) for m in range(8)][:-1]


E4M3 = get_e4m3_values()


def check_code(code, value, slack):
    """Whether `code` is e4m3 of a number near `value`, to nearest even."""
    if math.isnan(value):
        return code & 0x7F == 0x7F
    if code & 0x7F == 0x7F or (code >> 7 and value > slack) or (not code >> 7 and value < -slack):
        return False
    found, size = code & 0x7F, min(abs(value), 448.0)
    below = E4M3[found - 1] if found else 0.0
    above = E4M3[found + 1] if found + 1 < len(E4M3) else 448.0
    low, high = (below + E4M3[found]) / 2, (above + E4M3[found]) / 2
    if size < low - slack or size > high + slack:
        return False
    # A tie goes to the even code, where it is exact.
    return slack > 0 or not ((size == low and found % 2 and found) or (size == high and found % 2))


def check_add_rms_norm_fp8(runner, source, m, n):
    x = make_matrix(source, "bf16", m, n, CHARACTERS)
    residual = make_matrix(source, "bf16", m, n, ["normal", "zeros", "zeros", "tiny", "far"])
    w = make_row(source, "bf16", n)
    sums = [[round_to("bf16", round_to("f32", a + b)) for a, b in zip(p, q)] for p, q in zip(x, residual)]
    scales, values = [], []
    for row in sums:
        weighted = [round_to("f32", times(a, c)) for a, c in zip(row, w)]
        largest = NAN if any(map(math.isnan, weighted)) else max(map(abs, weighted))
        scales.append(times(largest, get_rms(row)) / 448)
        factor = NAN if math.isnan(largest) else min(448 / largest if largest else INF, LARGEST)
        values += [times(a, factor) for a in weighted]
    parameters = [("x", "bf16", flatten(x)), ("residual", "bf16", flatten(residual)), ("w", "bf16", w)]
    parameters += [("sum", "bf16", Output(m * n)), ("codes", "f8e4m3", Output(m * n)), ("scales", "f32", Output(m))]
    parameters += [("n", "i32", n), ("eps", "f32", EPS)]
    found_sums, codes, found_scales = runner.run("add_rms_norm_fp8", str(m), parameters)
    check_close("sum", found_sums, flatten(sums), "f32")
    check_close("scale", found_scales, scales, "f32", 3e-6)
    for i, (code, value) in enumerate(zip(codes, values)):
        if not check_code(code, value, abs(value) * 1e-6):
            raise Problem("code %d: expected that of %r, found 0x%02x" % (i, value, code))


ROWS = "1x1,9x127,10x781,8x1000,1x4096,3x4095"
FEW = "1x1,9x127,7x1000,3x4096"
CHECKS = {
    "layer_norm_f32": (check_layer_norm("f32"), ROWS),
    "layer_norm_f16": (check_layer_norm("f16"), ROWS),
    "layer_norm_f16_8192": (check_layer_norm("f16", "_8192", "f16"), "9x128,2x8184,1x8192"),
    "layer_norm_f16_4096": (check_layer_norm("f16", "_4096", "f16"), "9x128,2x4088,1x4096"),
    "layer_norm_backward_f32": (check_backward("layer_norm", "f32"), FEW),
    "layer_norm_backward_f16": (check_backward("layer_norm", "f16"), FEW),
    "rms_norm_f32": (check_rms_norm("f32"), ROWS),
    "rms_norm_bf16": (check_rms_norm("bf16"), ROWS),
    "rms_norm_bf16_8192": (check_rms_norm("bf16", "_8192", "bf16"), "9x128,2x8184,1x8192"),
    "rms_norm_backward_f32": (check_backward("rms_norm", "f32"), FEW),
    "rms_norm_backward_bf16": (check_backward("rms_norm", "bf16"), FEW),
    "group_norm": (check_group_norm, "1x1x1x1,2x6x49x3,3x8x127x4,1x4x1000x2,2x3x1025x1,1x32x16x8"),
    "add_rms_norm_fp8": (check_add_rms_norm_fp8, ROWS),
}

if __name__ == "__main__":
    sys.exit(main(CHECKS))
