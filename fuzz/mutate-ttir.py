#!/usr/bin/env python3
"""Feeds changed samples of TTIR to the compiler, and reports what ends in anything but a result or an error with a place.

usage: mutate-ttir.py FOLDER [--seed N] [--count N | --minutes N] [--jobs N] [--compile] [--keep FOLDER]

FOLDER has the samples (*.ttir). A change is one of lines (cut, swapped, repeated, taken from another sample), of
tokens (replaced by another of the same sort, deleted, repeated), of numbers, of types and of attributes; a sample gets
one to four of them, in pretty or in generic form. Some files end in the middle.

tile-opt reads several changed samples at once, and imports them. If something goes wrong, tilec imports each by itself;
that decides, as it looks at text before MLIR's parser does. With `--compile` each goes through tilec, and all of it. What went wrong is written to the folder of `--keep`, named
by the seed that makes it again. The last line is a summary.
"""

import argparse
import concurrent.futures
import glob
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%@#!^][\w.$-]+|-?\d+\.\d+(?:[eE][+-]?\d+)?|0x[0-9a-fA-F]+|-?\d+|[A-Za-z_][\w.$]*|->|\S')
TYPES = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3FN", "index", "none", "i7", "i128", "si32", "f128", "tf32",
         "vector<4xf32>", "memref<4xf32>", "tuple<>", "complex<f32>", "tensor<f32>", "tensor<*xf32>", "tensor<0xf32>", "tensor<?xf32>",
         "tensor<3xf32>", "tensor<1xf32>", "tensor<128xf32>", "tensor<128x!tt.ptr<f32>>", "!tt.ptr<f32>", "!tt.ptr<!tt.ptr<f32>>",
         "!tt.ptr<tensor<16xf32>>", "!tt.ptr<f32, 3>", "!tt.ptr<f32, 99>", "!tt.tensordesc<tensor<16xf32>>", "!tt.tensordesc<16xf32>", "() -> ()",
         '!tt.ptr<f32, "constant">', '!tt.ptr<i8, "descriptor">', '!tt.ptr<f32, "x">', "!tt.tensordesc<8x16xsi8>", "!tt.tensordesc<16xf32, 1 : i32>", "!ttng.tensordesc_im2col<8xf32>",
         "tensor<1152921504606846976xf32>", "tensor<4294967296x4294967296xf32>", "!llvm.ptr", "!tt.x", "!x.y", "(f32) -> f32"]
NUMBERS = ["0", "1", "-1", "2", "3", "7", "20", "31", "32", "33", "64", "127", "128", "1023", "2147483647", "2147483648", "-2147483648", "4294967295",
           "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999999999", "0.0", "1.0e400", "0x7FC00000"]
ATTRIBUTES = ["true", "false", "unit", "dense<0> : tensor<4xi32>", "dense<1.0> : tensor<128xf32>", "dense<> : tensor<0xi32>", "array<i32>", "array<i32: 0, 1>",
              "array<i64: -1>", "[]", "{}", '"text"', '""', "@f", "f32", "#tt.x", "#ttg.blocked<{}>", "affine_map<(d0) -> (d0)>", "dense_resource<x> : tensor<4xi32>",
              "sparse<[0], [1]> : tensor<4xi32>", "dense<\"0xFF\"> : tensor<2xi8>", "1 : i32", "1 : i64", "1.0 : f32", "#llvm.loop_annotation<unroll = <count = 3 : i32>>",
              "#tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>", "#tt.cache_policy<cache_modifier = x>", "#ttng.cache_policy<x>"]
NAMES = ["tt.divisibility", "tt.contiguity", "tt.constancy", "tt.num_stages", "tt.loop_unroll_factor", "tt.warp_specialize", "tt.flatten", "tt.x", "ttg.x", "axis", "order",
         "start", "end", "cache", "evict", "boundaryCheck", "padding", "isVolatile", "operandSegmentSizes", "noinline", "packed_element", "pure", "sym_name", "function_type",
         "tile.num_stages", "tile.divisibility", "tile.target", "fastmath", "predicate", "value", "kind", "callee", "cachePolicy", "ignore_cta", "sem", "scope"]


def get_kind(token):
    if token[0] in "%@#!^\"":
        return token[0]
    if re.match(r"-?\d|0x", token):
        return "0"
    if token in TYPES or re.match(r"[a-z]+\d+$", token):
        return "type"
    return "op" if "." in token and token[0].isalpha() else "word" if token[0].isalpha() else "sign"


class Mutator:
    def __init__(self, samples):
        self.samples = samples
        self.pool = {}
        for text in samples:
            for token in set(TOKEN.findall(text)):
                self.pool.setdefault(get_kind(token), set()).add(token)
        self.pool = {kind: sorted(tokens) for kind, tokens in self.pool.items()}

    def change_line(self, text, r):
        lines = text.split("\n")
        at = r.randrange(len(lines))
        kind = r.randrange(5)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, r.choice(lines))
        elif kind == 2:
            other = r.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            lines.insert(at, r.choice(r.choice(self.samples).split("\n")))
        else:
            lines[at] = lines[at][:r.randrange(len(lines[at]) + 1)]
        return "\n".join(lines)

    def replace(self, text, match, new):
        return text[:match.start()] + new + text[match.end():]

    def change_token(self, text, r):
        tokens = list(TOKEN.finditer(text))
        if not tokens:
            return text
        token = r.choice(tokens)
        kind = r.randrange(8)
        if kind == 0:
            return self.replace(text, token, "")
        if kind == 1:
            return self.replace(text, token, token[0] + " " + token[0])
        if kind == 2:
            return self.replace(text, token, r.choice(r.choice(list(self.pool.values()))))
        return self.replace(text, token, r.choice(self.pool[get_kind(token[0])] if kind < 6 else [r.choice(tokens)[0]]))

    def change_one(self, text, r, pattern, news):
        found = list(re.finditer(pattern, text))
        return self.replace(text, r.choice(found), r.choice(news)) if found else text

    def change_attributes(self, text, r):
        kind = r.randrange(4)
        if kind == 0:
            return self.change_one(text, r, r"(?<== )[^,}<>=\n]+(?=[,}])", ATTRIBUTES)
        if kind == 1:
            return self.change_one(text, r, r"\{(?=[^{}\n]* = )", ["{%s = %s, " % (r.choice(NAMES), r.choice(ATTRIBUTES))])
        if kind == 2:
            return self.change_one(text, r, r"[\w.]+ = [^,}<>=\n]+, ", [""])
        return self.change_one(text, r, r" (?=: )", [" {%s = %s} " % (r.choice(NAMES), r.choice(ATTRIBUTES))])

    def make(self, seed):
        r = random.Random(seed)
        text = r.choice(self.samples)
        for _ in range(r.choice((1, 1, 1, 2, 2, 4))):
            text = r.choice((
                self.change_line,
                self.change_token,
                self.change_token,
                self.change_attributes,
                lambda t, r: self.change_one(t, r, r"\b(?:[fi]\d+|bf16|f8\w+|index)\b", TYPES),
                lambda t, r: self.change_one(t, r, r"!tt\.\w+<[^<>]*>|tensor<[^<>]*>", TYPES),
                lambda t, r: self.change_one(t, r, r"(?<![\w.%#@])-?\d+(?![\w.])|(?<=[<x])\d+(?=x)", NUMBERS),
            ))(text, r)
        if r.randrange(20) == 0:
            text = text[:r.randrange(len(text) + 1)]
        # It must not fall apart where several are in one file.
        return text.replace("// -----", "//")


def run(command, text, seconds):
    """What is wrong with how a tool ended; None if nothing is. Also whether it succeeded. The seconds are of processor time, which other programs do
    not take away; a tool that only waits has many more."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", timeout=100 * seconds, preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return "runs longer than %d s" % (100 * seconds), False
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "takes more than %d s of processor time, or was killed" % seconds, False
    if done.returncode not in (0, 1):
        return "ended with %d: %s" % (done.returncode, done.stderr[:300]), False
    if done.returncode == 1 and "error: " not in done.stderr:
        return "failed without an error: " + done.stderr[:300], False
    if any(text in done.stderr for text in ("LLVM ERROR", "runtime error:", "ERROR: AddressSanitizer")):
        return done.stderr[:300], False
    return None, done.returncode == 0


BATCH_IMPORT = ["tile-opt", "--tile-import-ttir", "-split-input-file", "-o", os.devnull]
IMPORT = ["tilec", "--emit=tile", "-", "-o", os.devnull]
COMPILE = ["tilec", "--target=sm_90a", "-", "-o", os.devnull]


def check(mutator, seed, compiles):
    text = mutator.make(seed)
    wrong, good = run(IMPORT, text, 20)
    if wrong is None and good and compiles:
        wrong, _ = run(COMPILE, text, 60)
    return wrong, good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--keep")
    flags = parser.parse_args()

    samples = []
    for path in sorted(glob.glob(os.path.join(flags.folder, "**", "*.ttir"), recursive=True)):
        with open(path) as file:
            text = re.sub(r" loc\((?:[^()]|\([^()]*\))*\)|^#loc.*\n", "", file.read(), flags=re.M)
        generic = subprocess.run(["tile-opt", "--mlir-print-op-generic"], input=text, capture_output=True, text=True).stdout
        samples += [text, generic.replace('"tile.', '"tt.').replace("!tile.ptr", "!tt.ptr").replace("#tile.", "#tt.")]
    samples = [text for text in samples if text and len(text) < 20000]
    mutator = Mutator(samples)

    counts = {"changed": 0, "imported": 0, "wrong": 0}
    end = time.time() + 60 * flags.minutes if flags.minutes else None

    def handle(seed):
        wrong, good = check(mutator, seed, flags.compile)
        counts["changed"] += 1
        counts["imported"] += good
        if wrong:
            counts["wrong"] += 1
            print("seed %d: %s" % (seed, wrong.strip()), flush=True)
            if flags.keep:
                os.makedirs(flags.keep, exist_ok=True)
                with open(os.path.join(flags.keep, "%d.ttir" % seed), "w") as out:
                    out.write(mutator.make(seed))

    BATCH = 20

    def handle_batch(first):
        seeds = range(first, min(first + BATCH, flags.seed + flags.count) if not end else first + BATCH)
        if not flags.compile:
            wrong, _ = run(BATCH_IMPORT, "\n// -----\n".join(mutator.make(seed) for seed in seeds), 60)
            if wrong is None:
                counts["changed"] += len(seeds)
                return
        for seed in seeds:
            handle(seed)

    with concurrent.futures.ThreadPoolExecutor(flags.jobs) as pool:
        first = flags.seed
        while time.time() < end if end else first < flags.seed + flags.count:
            firsts = []
            for _ in range(4 * flags.jobs):
                if end or first < flags.seed + flags.count:
                    firsts.append(first)
                    first += BATCH
            list(pool.map(handle_batch, firsts))
    print("%(changed)d samples changed, %(imported)d imported one by one, %(wrong)d wrong" % counts)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
