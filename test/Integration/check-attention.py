#!/usr/bin/env python3
"""Checks attention's kernels; rowkernels.py has the usage. What each number of a size
is says the check.

What is expected is the definition, in doubles: of each query the softmax of its scores,
and the sum of values. Memory that a kernel may not use is NaN.
"""

import math
import operator
import sys

sys.dont_write_bytecode = True  # not into the source tree
from rowkernels import INF, NAN, Output, check_close, get_e4m3, main, round_to

# Weights are rounded to bf16 or f16, and values are numbers of a normal distribution.
WEIGHT = {"bf16": 2.0**-8 * 4, "f16": 2.0**-10 * 4}


def make(source, kind, *sizes):
    """Nested lists of random numbers."""
    if not sizes:
        return round_to(kind, source.gauss(0, 1))
    return [make(source, kind, *sizes[1:]) for _ in range(sizes[0])]


CODES = [code for code in range(256) if abs(get_e4m3(code)) <= 4]


def flatten(x):
    return [y for part in x for y in flatten(part)] if isinstance(x, list) else [x]


def dot(a, b):
    return sum(map(operator.mul, a, b))


def attend(q, keys, values, scale):
    """The result of a query and the logarithm of its sum of exponentials."""
    if not keys:
        return [0.0] * len(q), -INF
    scores = [dot(q, k) * scale for k in keys]
    largest = max(scores)
    weights = [math.exp(x - largest) for x in scores]
    total = math.fsum(weights)
    return [dot(weights, column) / total for column in zip(*values)], largest + math.log(total)


def get_scale(d):
    """The factor of scores, and what kernels take: its product by log2(e)."""
    scale = 1 / math.sqrt(d)
    return scale, repr(round_to("f32", scale * math.log2(math.e)))


def check_forward(kernel, d, block=128, causal=True):
    """Queries x keys x heads."""

    def check(runner, source, n, keys, heads):
        q, k, v = (make(source, "bf16", size, heads, d) for size in (n, keys, keys))
        scale, argument = get_scale(d)
        parameters = [(name, "bf16", flatten(x) or [0.0]) for name, x in (("q", q), ("k", k), ("v", v))]
        parameters += [("o", "bf16", Output(n * heads * d)), ("lse", "f32", Output(heads * n))]
        parameters += [("n", "i32", n), ("keys", "i32", keys), ("heads", "i32", heads), ("scale", "f32", argument)]
        o, lse = runner.run(kernel, "%dx%d" % (-(-n // block), heads), parameters)
        wanted, sums = [], [[] for _ in range(heads)]
        for i in range(n):
            seen = max(0, i + keys - n + 1) if causal else keys
            for head in range(heads):
                row, total = attend(q[i][head], [x[head] for x in k[:seen]], [x[head] for x in v[:seen]], scale)
                wanted += row
                sums[head].append(total)
        check_close("o", o, wanted, "bf16", 0, WEIGHT["bf16"])
        check_close("lse", lse, flatten(sums), "f32", 2.0**-18, 2.0**-18)

    return check


def interleave(row):
    """Keys in the order of attention_fp8_interleaved; those behind the last one are 0."""
    row = row + [0] * (-len(row) % 16)
    return [row[group + 8 * h + 2 * t + b] for group in range(0, len(row), 16) for t in range(4) for h in range(2) for b in range(2)]


def check_fp8(kernel):
    """Queries x keys x heads. Numbers are codes of e4m3; each head has scales."""

    def check(runner, source, n, keys, heads, d=128):
        def codes(*sizes):
            return [codes(*sizes[1:]) for _ in range(sizes[0])] if sizes else source.choice(CODES)

        q, k, v = codes(n, heads, d), codes(keys, heads, d), codes(heads, d, keys)
        pitch = -(-keys // 16) * 16 + 16
        scales = [[source.choice([0.5, 0.75, 1.25]) for _ in range(heads)] for _ in range(3)]
        scale, argument = get_scale(d)
        # Past the keys of v lie numbers that count nowhere.
        lying = [interleave(row) if kernel.endswith("interleaved") else row for head in v for row in head]
        lying = [row + [0x7F] * (pitch - len(row)) for row in lying]
        parameters = [(name, "f8e4m3", flatten(x)) for name, x in (("q", q), ("k", k), ("v", lying))]
        parameters += [("o", "bf16", Output(n * heads * d))]
        parameters += [(name, "f32", x) for name, x in zip(("scale_q", "scale_k", "scale_v"), scales)]
        parameters += [("n", "i32", n), ("keys", "i32", keys), ("heads", "i32", heads), ("ldv", "i32", pitch), ("scale", "f32", argument)]
        (o,) = runner.run(kernel, "%dx%d" % (-(-n // 128), heads), parameters)
        number = lambda x: [get_e4m3(y) for y in x]
        columns = [list(zip(*[number(row) for row in head])) for head in v]
        wanted, bounds = [], []
        for i in range(n):
            for head in range(heads):
                factor = scales[0][head] * scales[1][head] * scale
                # Weights are rounded to e4m3, by 2^-4 of themselves at most.
                row, _ = attend(number(q[i][head]), [number(x[head]) for x in k], [[y for x in key for y in (x, abs(x))] for key in columns[head]], factor)
                wanted += [x * scales[2][head] for x in row[::2]]
                bounds += [x * scales[2][head] * (2.0**-4 + 2.0**-8) for x in row[1::2]]
        check_close("o", o, wanted, "bf16", 0, bounds)

    return check


def check_varlen(kernel, kv_heads=1, group=2, d=128):
    """Queries and keys of the first sequence, then of the second one, and so on."""

    def check(runner, source, *sizes):
        queries, keys = sizes[::2], sizes[1::2]
        starts = [[sum(counts[:i]) for i in range(len(counts) + 1)] for counts in (queries, keys)]
        heads, (n, total) = kv_heads * group, (starts[0][-1], starts[1][-1])
        q = make(source, "bf16", n, heads, d)
        k, v = (make(source, "bf16", total, kv_heads, d) for _ in range(2))
        scale, argument = get_scale(d)
        parameters = [(name, "bf16", flatten(x)) for name, x in (("q", q), ("k", k), ("v", v))]
        parameters += [("o", "bf16", Output(n * heads * d)), ("lse", "f32", Output(heads * n))]
        parameters += [("cu_q", "i32", starts[0]), ("cu_k", "i32", starts[1])]
        parameters += [("total", "i32", total), ("lse_pitch", "i32", n), ("heads", "i32", heads), ("kv_heads", "i32", kv_heads), ("scale", "f32", argument)]
        o, lse = runner.run(kernel, "%dx%dx%d" % (-(-max(queries) // 128), heads, len(queries)), parameters)
        wanted, sums = [], [[] for _ in range(heads)]
        for first, count, key, length in zip(starts[0], queries, starts[1], keys):
            for i in range(count):
                seen = key + max(0, i + length - count + 1)
                for head in range(heads):
                    row, all_of_it = attend(q[first + i][head], [x[head // group] for x in k[key:seen]], [x[head // group] for x in v[key:seen]], scale)
                    wanted += row
                    sums[head].append(all_of_it)
        check_close("o", o, wanted, "bf16", 0, WEIGHT["bf16"])
        check_close("lse", lse, flatten(sums), "f32", 2.0**-18, 2.0**-18)

    return check


def check_paged(runner, source, splits, group, kv_heads, *lengths):
    """Splits x heads that share keys x heads of keys x keys of each sequence. Pages are in
    random order, and what they have beyond a sequence's end is NaN."""
    heads, d, size = kv_heads * group, 128, 16
    counts = [-(-length // size) for length in lengths]
    numbers = source.sample(range(sum(counts) + 2), sum(counts))
    caches = [[[[NAN] * d] * kv_heads for _ in range(size * (sum(counts) + 2))] for _ in range(2)]
    table, sequences, pitch = [], [], max(counts) + 1
    for length, count in zip(lengths, counts):
        pages, numbers = numbers[:count], numbers[count:]
        table += pages + [-1] * (pitch - count)
        places = [pages[i // size] * size + i % size for i in range(length)]
        for cache in caches:
            for place in places:
                cache[place] = make(source, "bf16", kv_heads, d)
        sequences.append([[cache[place] for place in places] for cache in caches])
    q = make(source, "bf16", len(lengths), heads, d)
    scale, argument = get_scale(d)
    count = len(lengths) * heads
    parameters = [(name, "bf16", flatten(x)) for name, x in (("q", q), ("k", caches[0]), ("v", caches[1]))]
    parameters += [("table", "i32", table), ("lengths", "i32", list(lengths)), ("parts", "f32", Output(count * splits * d)), ("lses", "f32", Output(count * splits))]
    parameters += [(name, "i32", x) for name, x in (("heads", heads), ("kv_heads", kv_heads), ("table_pitch", pitch), ("splits", splits))]
    parts, lses = runner.run("attention_paged", "%dx%dx%d" % (len(lengths), kv_heads, splits), parameters + [("scale", "f32", argument)])
    parameters = [("parts", "f32", parts), ("lses", "f32", lses), ("o", "bf16", Output(count * d)), ("lse", "f32", Output(count)), ("splits", "i32", splits)]
    o, lse = runner.run("attention_combine", str(count), parameters)
    wanted, sums = [], []
    for row, (k, v) in zip(q, sequences):
        for head in range(heads):
            result, total = attend(row[head], [x[head // group] for x in k], [x[head // group] for x in v], scale)
            wanted += result
            sums.append(total)
    check_close("o", o, wanted, "bf16", 0, WEIGHT["bf16"])
    check_close("lse", lse, sums, "f32", 2.0**-18, 2.0**-18)


def multiply(a, b):
    """a b, and the same of the numbers' sizes."""
    columns = list(zip(*b))
    sizes = [list(map(abs, column)) for column in columns]
    return [[dot(row, column) for column in columns] for row in a], [[dot(map(abs, row), size) for size in sizes] for row in a]


def transpose(rows):
    return [list(column) for column in zip(*rows)]


def check_backward(kernel, block, causal=False):
    """Queries x keys x heads."""

    def check(runner, source, n, keys, heads, d=128):
        q, o, do = (make(source, "bf16", n, heads, d) for _ in range(3))
        k, v = (make(source, "bf16", keys, heads, d) for _ in range(2))
        scale, argument = get_scale(d)
        sizes = [("n", "i32", n), ("keys", "i32", keys), ("heads", "i32", heads)]
        inputs = [(name, "bf16", flatten(x)) for name, x in (("o", o), ("do", do))]
        (delta,) = runner.run("attention_delta", "%dx%d" % (-(-n // 64), heads), inputs + [("delta", "f32", Output(heads * n)), sizes[0], sizes[2]])
        check_close("delta", delta, [dot(o[i][h], do[i][h]) for h in range(heads) for i in range(n)], "f32", 0, 2.0**-12)
        lse, gradients, bounds = [], [], []
        for h in range(heads):
            hq, hk, hv, hdo = ([x[h] for x in y] for y in (q, k, v, do))
            p, ds = [], []
            for i in range(n):
                seen = max(0, i + keys - n + 1) if causal else keys
                lse.append(attend(hq[i], hk[:seen], hv[:seen], scale)[1])
                p.append([math.exp(dot(hq[i], hk[j]) * scale - lse[-1]) if j < seen else 0.0 for j in range(keys)])
                ds.append([x * (dot(hdo[i], row) - delta[h * n + i]) * scale if x else 0.0 for x, row in zip(p[-1], hv)])
            pairs = (multiply(ds, hk), multiply(transpose(ds), hq), multiply(transpose(p), hdo))
            gradients.append([pair[0] for pair in pairs])
            bounds.append([pair[1] for pair in pairs])
        inputs = [(name, "bf16", flatten(x)) for name, x in (("q", q), ("k", k), ("v", v), ("do", do))]
        inputs += [("lse", "f32", lse), ("delta", "f32", delta)]
        outputs = [("dq", "f32", Output(n * heads * d, "zeros"))] + [(name, "bf16", Output(keys * heads * d)) for name in ("dk", "dv")]
        found = runner.run(kernel, "%dx%d" % (-(-keys // block), heads), inputs + outputs + sizes + [("scale", "f32", argument)])
        for number, (name, kind, _) in enumerate(outputs):
            heads_first = lambda x: flatten(list(map(list, zip(*[part[number] for part in x]))))
            # p and ds are rounded to bf16.
            check_close(name, found[number], heads_first(gradients), kind, 0, [x * 2.0**-8 + 2.0**-16 for x in heads_first(bounds)])

    return check


CHECKS = {
    "attention_varlen": (check_varlen("attention_varlen"), "1x1,70x130x0x5x1x77,5x3x140x140"),
    "attention_varlen_narrow": (check_varlen("attention_varlen_narrow"), "70x130x0x5x1x77"),
    "attention_paged": (check_paged, "1x1x1x1,3x5x2x130x1x77,2x16x1x64x0"),
    "attention_backward": (check_backward("attention_backward", 128), "1x1x1,70x77x2,128x130x1"),
    "attention_backward_narrow": (check_backward("attention_backward_narrow", 32), "1x1x1,70x77x1"),
    "attention_backward_causal": (check_backward("attention_backward_causal", 128, True), "1x1x1,77x77x2,150x70x1,70x150x1"),
    "attention_128": (check_forward("attention_128", 128, causal=False), "1x1x1,77x77x2,128x300x1,3x0x1"),
    "attention_causal_128": (check_forward("attention_causal_128", 128), "1x1x1,77x77x2,300x300x1,128x256x1,200x70x1,3x0x1"),
    "attention_causal_128_narrow": (check_forward("attention_causal_128_narrow", 128), "1x1x1,77x77x2,200x70x1"),
    "attention_fp8": (check_fp8("attention_fp8"), "1x1x1,30x77x2,130x300x1,5x128x1"),
    "attention_fp8_interleaved": (check_fp8("attention_fp8_interleaved"), "1x1x1,30x77x2,130x300x1,5x128x1"),
    "attention_fp8_narrow": (check_fp8("attention_fp8_narrow"), "1x1x1,130x77x2"),
    "attention_256": (check_forward("attention_256", 256, causal=False), "77x77x2,128x200x1,3x0x1"),
    "attention_causal_256": (check_forward("attention_causal_256", 256), "1x1x1,77x77x2,200x70x1"),
    "attention_causal_64": (check_forward("attention_causal_64", 64, 64), "1x1x1,77x77x2,128x200x1,200x70x1"),
}

if __name__ == "__main__":
    sys.exit(main(CHECKS))
