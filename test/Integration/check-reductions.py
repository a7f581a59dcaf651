#!/usr/bin/env python3
"""Checks sum, argmax and dropout; rowkernels.py has the usage."""

import math
import sys

sys.dont_write_bytecode = True  # not into the source tree
from rowkernels import CHARACTERS, INF, NAN, Output, check_close, check_equal, flatten, main, make_matrix, make_row, round_to


def check_sum(runner, source, n):
    for character in ("normal", "far", "nan", "infinity", "equal"):
        x = make_row(source, "f32", n, character)
        count = -(-n // 4096)
        parts = [x[i : i + 4096] for i in range(0, n, 4096)]
        wanted = [NAN if any(map(math.isnan, part)) else INF if INF in part else math.fsum(part) for part in parts]
        absolute = [math.fsum(map(abs, part)) * 2.0**-20 if abs(a) < INF else 0.0 for a, part in zip(wanted, parts)]
        (found,) = runner.run("sum", str(count), [("x", "f32", x), ("sums", "f32", Output(count)), ("n", "i32", n)])
        check_close("sum", found, wanted, "f32", 0, absolute)


def check_argmax(kernel, rows):
    def check(runner, source, m, n):
        x = make_matrix(source, "f32", m, n, CHARACTERS + ["steps", "nan"])
        # A row with NaN twice, and one with both infinities.
        x[-1] = [NAN if i in (n // 3, n - 1) else a for i, a in enumerate(x[-1])]
        x[0] = [INF if i == n // 2 else -INF for i in range(n)]
        wanted = []
        for row in x:
            nans = [i for i, a in enumerate(row) if math.isnan(a)]
            wanted.append(nans[0] if nans else row.index(max(row)))
        parameters = [("x", "f32", flatten(x)), ("index", "i32", Output(m)), ("m", "i32", m), ("n", "i32", n)]
        (found,) = runner.run(kernel, str(-(-m // rows)), parameters)
        check_equal("index", found, wanted)

    return check


def philox(counter, key):
    """Philox 4x32-10 of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"."""
    counter, key = list(counter), list(key)
    for _ in range(10):
        high, low = divmod(counter[0] * 0xD2511F53, 2**32)
        other_high, other_low = divmod(counter[2] * 0xCD9E8D57, 2**32)
        counter = [other_high ^ counter[1] ^ key[0], other_low, high ^ counter[3] ^ key[1], low]
        key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
    return counter


# The known answers of the authors' library Random123.
KNOWN = [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([2**32 - 1] * 4, [2**32 - 1] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    ([0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0], [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]),
]


def to_signed(x, bits):
    return x - (1 << bits) if x >> (bits - 1) else x


def check_dropout(kind):
    def check(runner, source, n):
        for counter, key, wanted in KNOWN:
            assert philox(counter, key) == wanted
        cases = [(0, 0, 0.5), (2**64 - 1, 2**64 - 1, 0.1), (source.getrandbits(64), source.getrandbits(64), 0.9), (5, 7, 0.0), (7, 5, None)]
        for seed, offset, p in cases:
            # Without p, the threshold is one of the words: that number stays.
            threshold = philox([n // 2 // 4, 0, offset % 2**32, offset >> 32], [seed % 2**32, seed >> 32])[n // 2 % 4] if p is None else int(p * 2**32)
            scale = round_to("f32", 1 / (1 - (p or 0)))
            x = make_row(source, kind, n, source.choice(["normal", "nan", "infinity"]))
            wanted = []
            for i in range(0, n, 4):
                words = philox([i // 4, 0, offset % 2**32, offset >> 32], [seed % 2**32, seed >> 32])
                wanted += [round_to(kind, round_to("f32", a * scale)) if word >= threshold else 0.0 for a, word in zip(x[i : i + 4], words)]
            parameters = [("x", kind, x), ("y", kind, Output(n)), ("n", "i32", n), ("threshold", "i32", to_signed(threshold, 32))]
            parameters += [("scale", "f32", repr(scale)), ("seed", "i64", to_signed(seed, 64)), ("offset", "i64", to_signed(offset, 64))]
            (found,) = runner.run("dropout_" + kind, str(-(-n // 1024)), parameters)
            check_equal("y", list(map(str, found)), list(map(str, wanted)))

    return check


SIZES = "1,127,1000,4096,4097,12345"
CHECKS = {
    "sum": (check_sum, SIZES),
    "argmax_256": (check_argmax("argmax_256", 16), "1x1,31x127,17x255,48x256"),
    "argmax_1024": (check_argmax("argmax_1024", 8), "1x1,31x127,14x781,16x1024"),
    "argmax_1024_split": (check_argmax("argmax_1024_split", 8), "1x1,31x127,14x781,16x1024"),
    "dropout_f32": (check_dropout("f32"), "1,127,1000,4099"),
    "dropout_f16": (check_dropout("f16"), "1,127,1000,4099"),
}

if __name__ == "__main__":
    sys.exit(main(CHECKS))
