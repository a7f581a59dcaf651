#!/usr/bin/env python3
"""Checks softmax, its gradient and cross entropy; rowkernels.py has the usage."""

import math
import sys

sys.dont_write_bytecode = True  # not into the source tree
from rowkernels import CHARACTERS, INF, NAN, Output, check_close, flatten, main, make_matrix, make_row, round_to

# exp is off by up to 1.2 |x| + 2 ulp, of results that count |x| is below 20.
EXP = 4e-6


def exp(x):
    return INF if x > 709 else math.exp(x)


def minus(a, b):
    """a - b, rounded as f32 does; inf - inf is NaN."""
    return round_to("f32", a - b)


def get_softmax(row):
    if any(math.isnan(x) or x == INF for x in row) or max(row) == -INF:
        return [NAN] * len(row)
    largest = max(row)
    e = [exp(minus(x, largest)) for x in row]
    total = math.fsum(e)
    return [x / total for x in e]


def get_lse(row):
    if any(math.isnan(x) or x == INF for x in row):
        return NAN
    largest = max(row)
    return largest if largest == -INF else largest + math.log(math.fsum(exp(x - largest) for x in row))


def check_softmax(kernel, grid):
    def check(runner, source, m, n):
        x = make_matrix(source, "f32", m, n, CHARACTERS)
        scalars = [("m", "i32", m)] if kernel == "softmax_256" else []
        parameters = [("x", "f32", flatten(x)), ("y", "f32", Output(m * n))] + scalars + [("n", "i32", n)]
        (y,) = runner.run(kernel, grid(m), parameters)
        # Results below 2^-126 may be 0.
        check_close("y", y, flatten(map(get_softmax, x)), "f32", EXP, 2.0**-126)

    return check


def check_backward(runner, source, m, n):
    y = [get_softmax(make_row(source, "f32", n, ["normal", "large", "equal", "steps"][i % 4])) for i in range(m)]
    y = [[round_to("f32", a) for a in row] for row in y]
    dy = make_matrix(source, "f32", m, n, ["normal", "equal", "far", "nan", "steps"])
    wanted, absolute = [], []
    for p, d in zip(y, dy):
        total = math.fsum(a * b for a, b in zip(p, d))
        size = math.fsum(abs(a * b) for a, b in zip(p, d))
        wanted += [a * (b - total) for a, b in zip(p, d)]
        absolute += [a * (size + abs(b)) * 1e-6 if size == size else 0.0 for a, b in zip(p, d)]
    parameters = [("y", "f32", flatten(y)), ("dy", "f32", flatten(dy)), ("dx", "f32", Output(m * n)), ("n", "i32", n)]
    (dx,) = runner.run("softmax_backward", str(m), parameters)
    check_close("dx", dx, wanted, "f32", 1e-6, absolute)


def make_targets(source, m, n):
    """Of each fifth row one that is no column."""
    return [source.randrange(n) if i % 5 else source.choice([-1, n, -100, 2**31 - 1]) for i in range(1, m + 1)]


def check_cross_entropy(kind):
    def check(runner, source, m, n):
        x = make_matrix(source, kind, m, n, CHARACTERS)
        targets = make_targets(source, m, n)
        lse = [get_lse(row) for row in x]
        loss = [a - row[t] if 0 <= t < n else 0.0 for a, row, t in zip(lse, x, targets)]
        absolute = [EXP + 2.0**-22 * abs(a) if abs(a) < INF else 0.0 for a in lse]
        parameters = [("x", kind, flatten(x)), ("target", "i32", targets), ("loss", "f32", Output(m)), ("lse", "f32", Output(m)), ("n", "i32", n)]
        found_loss, found_lse = runner.run("cross_entropy_" + kind, str(m), parameters)
        check_close("lse", found_lse, lse, "f32", EXP, absolute)
        check_close("loss", found_loss, loss, "f32", EXP, absolute)

    return check


def check_cross_entropy_backward(kind):
    def check(runner, source, m, n):
        x = make_matrix(source, kind, m, n, CHARACTERS)
        targets = make_targets(source, m, n)
        lse = [round_to("f32", get_lse(row)) for row in x]
        dloss = make_row(source, "f32", m)
        wanted, absolute = [], []
        for row, t, a, g in zip(x, targets, lse, dloss):
            if not 0 <= t < n:
                wanted += [0.0] * n
                absolute += [0.0] * n
                continue
            p = [exp(minus(b, a)) for b in row]
            wanted += [(b - (i == t)) * g for i, b in enumerate(p)]
            absolute += [EXP * abs(g)] * n
        parameters = [("x", kind, flatten(x)), ("target", "i32", targets), ("lse", "f32", lse), ("dloss", "f32", dloss)]
        parameters += [("dx", kind, Output(m * n)), ("n", "i32", n)]
        (dx,) = runner.run("cross_entropy_backward_" + kind, "%dx%d" % (m, -(-n // 2048)), parameters)
        check_close("dx", dx, wanted, kind, EXP, absolute)

    return check


ROWS = "1x1,13x127,12x781,13x1000,1x4096,3x4095"
LONG = "1x1,13x127,12x1000,12x1025,3x4096,2x12345"
CHECKS = {
    "softmax": (check_softmax("softmax", str), ROWS),
    "softmax_256": (check_softmax("softmax_256", lambda m: str(-(-m // 16))), "1x1,13x127,33x255,48x256,17x64"),
    "softmax_4096": (check_softmax("softmax_4096", str), "1x4,13x128,12x780,1x4096"),
    "softmax_8192": (check_softmax("softmax_8192", str), "1x4,13x128,3x8188,1x8192"),
    "softmax_32768": (check_softmax("softmax_32768", str), "1x4,2x12344,1x32768"),
    "softmax_online": (check_softmax("softmax_online", str), LONG),
    "softmax_backward": (check_backward, ROWS),
    "cross_entropy_f32": (check_cross_entropy("f32"), LONG),
    "cross_entropy_bf16": (check_cross_entropy("bf16"), LONG),
    "cross_entropy_backward_f32": (check_cross_entropy_backward("f32"), LONG),
    "cross_entropy_backward_bf16": (check_cross_entropy_backward("bf16"), LONG),
}

if __name__ == "__main__":
    sys.exit(main(CHECKS))
