#!/usr/bin/env python3
"""Plants mistakes in schedules of waits and arrivals, and compares what tile-check-schedule and the simulator say.

usage: schedule-mutants.py SOURCES [--case NAME]... [--seed N] [--count N] [--jobs N] [--keep FOLDER] [--list]

SOURCES is the folder with bench/kernels and docs/kernels. Each case is a kernel, compiled to tilegpu for one target. A
mistake is one operation that is deleted, repeated or moved, or one number that is another one: a count, a parity, a
place, a bound of the loop of the warp that copies. The simulator runs the kernel with several numbers of iterations; a
finding, or a result that is not the one without the mistake, is wrong. Each mistake is one of

  both       the check reports it, and the simulator does
  neither    it changes nothing that matters
  missed     only the simulator reports it
  unproven   only the check reports it: the runs of the simulator were other ones

The last line is a summary. With --list each mistake is a line. --keep writes missed and unproven ones to a folder.
"""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import tempfile

PRODUCT = ["--grid=1x1", "--input=a:64x{k}xf16=rand", "--input=b:{k}x128xf16=rand", "--output=c:64x128xf32:save={out}",
           "--input=m:i32=64", "--input=n:i32=128", "--input=k:i32={k}"]
PROGRAMS = ["--grid=1x3", "--persistent-ctas=1", "--input=a:192x{k}xf16=rand", "--input=b:{k}x128xf16=rand",
            "--output=c:192x128xf32:save={out}", "--input=m:i32=192", "--input=n:i32=128", "--input=k:i32={k}"]
ATTENTION = ["--grid=1x1", "--input=q:{k}x64xf16=randn", "--input=k:{k}x64xf16=randn", "--input=v:{k}x64xf16=randn",
             "--output=o:{k}x64xf16=zeros:save={out}", "--input=n:i32={k}", "--input=scale:f32=0.18"]
# Name: file, kernel, target, options, arguments, sizes.
CASES = {
    "copies": ("docs/kernels/product.mlir", "product", "sm_90a", ["--producer-warp=false"], PRODUCT, [16, 96, 352]),
    "producer": ("docs/kernels/product.mlir", "product", "sm_90a", ["--producer-warp=true"], PRODUCT, [16, 96, 352]),
    "persistent": ("docs/kernels/product.mlir", "product", "sm_90a", ["--producer-warp=true", "--persistent-grid=true"], PROGRAMS, [96, 352]),
    "tensor": ("docs/kernels/product.mlir", "product", "sm_100a", [], PRODUCT, [16, 96, 352]),
    "tensor-persistent": ("docs/kernels/product.mlir", "product", "sm_100a", ["--persistent-grid=true"], PROGRAMS, [96, 352]),
    "tensor-copies": ("docs/kernels/product.mlir", "product", "sm_100a", ["--producer-warp=false"], PRODUCT, [16, 96, 352]),
    "attention": ("bench/kernels/attention.mlir", "attention", "sm_90a", ["--num-warps=8"], ATTENTION, [128, 448, 896]),
    "causal": ("bench/kernels/attention.mlir", "attention_causal", "sm_90a", ["--num-warps=8"], [ATTENTION[0].replace("1x1", "10x1")] + ATTENTION[1:], [640]),
}
SYNC = re.compile(r"^ *(%\w+ = )?tilegpu\.(mbarrier_wait|mbarrier_arrive|box_copy|fence_proxy|barrier cta|turn|tensor_commit|box_store_wait|async_wait|warpgroup_wait|"
                  r"tensor_product|warpgroup_dot|tensor_load|box_store)\b")
DROP = re.compile(r"^ *tilegpu\.(mbarrier_wait|mbarrier_arrive|box_copy|fence_proxy|barrier cta|turn|tensor_commit|box_store_wait|async_wait)\b")
NAME = re.compile(r"%[\w-]+")


def get_kernel(lines):
    """The lines of the function that takes tensor maps."""
    begin = next(i for i, line in enumerate(lines) if line.startswith("  tile.func") and "_tensor_maps" in line)
    end = next(i for i in range(begin + 1, len(lines)) if lines[i].startswith("  }"))
    return begin + 1, end


def mutate(lines, source):
    """Returns the changed lines and what was changed, or nothing."""
    begin, end = get_kernel(lines)
    producer = next((i for i in range(begin, end) if "tilegpu.producer_warp" in lines[i]), None)
    kind = source.choice(["drop", "drop", "repeat", "move", "move", "count", "parity", "place", "bound", "wait", "pred", "state"])
    found = lambda pattern, upto=end: [i for i in range(begin, upto) if re.search(pattern, lines[i])]
    pick = lambda choices: source.choice(choices) if choices else None
    indent = lambda i: re.match(" *", lines[i])[0]
    changed = list(lines)
    if kind == "drop":
        i = pick([i for i in range(begin, end) if DROP.match(lines[i])])
        del changed[i]
    elif kind == "repeat":
        i = pick([i for i in range(begin, end) if DROP.match(lines[i])])
        changed.insert(i, lines[i])
    elif kind == "move":
        i = pick([i for i in range(begin, end) if SYNC.match(lines[i])])
        step = source.choice([-1, 1])
        at, hops = i, source.randint(1, 40)
        own = set(NAME.findall(lines[i]))
        result = re.match(r" *(%\w+)", lines[i])
        while hops:
            other = lines[at + step]
            if other.rstrip().endswith("{") or other.strip().startswith("}") or "scf.yield" in other or "tile.return" in other or "^bb" in other or other.strip().startswith('"'):
                break
            made = re.match(r" *(%\w+)", other)
            if (step < 0 and made and made[1] in own) or (step > 0 and result and result[1] in NAME.findall(other)):
                break
            at += step
            hops -= 1
        if at == i:
            return None
        line = changed.pop(i)
        changed.insert(at, line)
        return changed, f"move {i + 1} to {at + 1}: {line.strip()[:90]}"
    elif kind == "count":
        i = pick(found(r"mbarrier_init"))
        number = int(re.search(r"count = (\d+)", lines[i])[1])
        other = source.choice([number - 1, number + 1, 2 * number, max(1, number // 2)])
        if other == number or other < 1:
            return None
        changed[i] = lines[i].replace(f"count = {number}", f"count = {other}")
    elif kind == "parity":
        i = pick(found(r"tilegpu\.mbarrier_wait"))
        if i is None:
            return None
        name = re.search(r", (%[\w-]+(#\d+)?)", lines[i])[1]
        changed[i] = lines[i].replace(f", {name}", ", %mutant", 1)
        changed[i:i] = [f"{indent(i)}%mutant1 = arith.constant 1 : i32", f"{indent(i)}%mutant = arith.xori {name}, %mutant1 : i32"]
    elif kind == "place":
        i = pick(found(r"memdesc_index"))
        match = re.search(r"\[(%[\w-]+(?:#\d+)?)\] : <(\d+)x", lines[i])
        name, depth = match[1], int(match[2])
        if depth == 1:
            return None
        changed[i] = lines[i].replace(f"[{name}]", "[%mutant]", 1)
        changed[i:i] = [f"{indent(i)}%mutant1 = arith.constant {source.choice([1, depth - 1])} : i32", f"{indent(i)}%mutant0 = arith.addi {name}, %mutant1 : i32",
                        f"{indent(i)}%mutantd = arith.constant {depth} : i32", f"{indent(i)}%mutant = arith.remui %mutant0, %mutantd : i32"]
    elif kind == "bound":
        i = pick([i for i in found(r"scf\.for") if producer and i > producer and not any("  tilegpu.mbarrier_arrive" in l for l in lines[producer:i])] or found(r"scf\.for"))
        match = re.search(r" = (%[\w#-]+) to (%[\w#-]+) step (%[\w#-]+)", lines[i])
        op = source.choice(["addi", "subi"])
        changed[i] = lines[i].replace(f" to {match[2]} step", " to %mutant step", 1)
        changed[i:i] = [f"{indent(i)}%mutant = arith.{op} {match[2]}, {match[3]} : i32"]
    elif kind == "wait":
        i = pick(found(r"(warpgroup|async)_wait .*pending = \d"))
        if i is None:
            return None
        number = int(re.search(r"pending = (\d)", lines[i])[1])
        changed[i] = lines[i].replace(f"pending = {number}", f"pending = {number + 1}")
    elif kind == "pred":
        i = pick(found(r"(box_copy|mbarrier_arrive).* if %"))
        if i is None:
            return None
        changed[i] = re.sub(r" if %[\w#-]+", "", lines[i])
    elif kind == "state":
        # What a loop begins with: a place or a parity.
        i = pick(found(r"scf\.for .*iter_args"))
        names = re.findall(r"= (%(?:c0_i32|c1_i32|c2_i32|c3_i32)[\w]*)[,)]", lines[i].split("iter_args", 1)[1]) if i else None
        if not names:
            return None
        name = source.choice(names)
        head, tail = lines[i].split("iter_args", 1)
        changed[i] = head + "iter_args" + tail.replace(f"= {name}", "= %mutant", 1)
        changed[i:i] = [f"{indent(i)}%mutant = arith.constant {0 if 'c1_' in name else 1} : i32"]
    if i is None:
        return None
    return changed, f"{kind} {i + 1}: {lines[i].strip()[:100]}"


def call(command, seconds=60):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return 1, "error: takes too long"
    return done.returncode, done.stdout + done.stderr


def get_message(text):
    return next((line.split("error: ", 1)[1] for line in text.splitlines() if "error: " in line), text.strip().splitlines()[-1] if text.strip() else "")


def simulate(module, case, folder, expected=None):
    """The first message of runs of different sizes, and the results' bytes."""
    _, kernel, target, _, arguments, sizes = CASES[case]
    results = []
    for number, size in enumerate(sizes):
        out = os.path.join(folder, f"out{number}.npy")
        code, text = call(["tile-run", module, f"--kernel={kernel}", f"--target={target}", "--threads=1"] + [a.format(k=size, out=out) for a in arguments])
        if code or "error: " in text:
            return f"{size}: {get_message(text)}", results
        with open(out, "rb") as file:
            results.append(file.read())
        if expected and results[-1] != expected[number]:
            return f"{size}: other results", results
    return "", results


def lower(module, to):
    return call(["tile-opt", module, "--tile-distribute-to-threads", "--convert-scf-to-cf", "--tile-convert-to-llvm", "-o", to])


def judge(case, lines, what, expected):
    with tempfile.TemporaryDirectory() as folder:
        module, lowered = os.path.join(folder, "m.mlir"), os.path.join(folder, "l.mlir")
        with open(module, "w") as file:
            file.write("\n".join(lines))
        code, text = call(["tile-opt", module, "--tile-check-schedule", "-o", "/dev/null"])
        check = get_message(text) if code else ""
        if code and "op " not in check:
            return "invalid", check, ""
        if code and not re.search(r"expected .* found", check):
            return "invalid", check, ""
        if lower(module, lowered)[0]:
            return "invalid", "", ""
        simulated, _ = simulate(lowered, case, folder, expected)
        verdict = "both" if check and simulated else "missed" if simulated else "unproven" if check else "neither"
        return verdict, check, simulated


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sources")
    parser.add_argument("--case", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    source = random.Random(options.seed)
    counts = dict.fromkeys(["both", "neither", "missed", "unproven", "invalid"], 0)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, tempfile.TemporaryDirectory() as folder:
        for case in options.case or CASES:
            file, kernel, target, flags, _, _ = CASES[case]
            module, lowered = os.path.join(folder, case + ".mlir"), os.path.join(folder, "lowered.mlir")
            code, text = call(["tilec", os.path.join(options.sources, file), f"--kernel={kernel}", f"--target={target}", "--tensor-maps", "--emit=tilegpu", "-o", module] +
                              ([] if any("num-warps" in f for f in flags) else ["--num-warps=8"]) + flags)
            assert code == 0, text
            with open(module) as opened:
                lines = opened.read().splitlines()
            assert lower(module, lowered)[0] == 0
            message, expected = simulate(lowered, case, folder)
            code, text = call(["tile-opt", module, "--tile-check-schedule", "-o", "/dev/null"])
            assert not message and code == 0, f"{case}: {message} {text}"
            mutants, seen = [], set()
            for _ in range(50 * options.count):
                mutant = mutate(lines, source)
                if mutant and "\n".join(mutant[0]) not in seen and len(mutants) < options.count:
                    seen.add("\n".join(mutant[0]))
                    mutants.append(mutant)
            for (changed, what), (verdict, check, simulated) in zip(mutants, pool.map(lambda m: judge(case, m[0], m[1], expected), mutants)):
                counts[verdict] += 1
                if options.list:
                    print(f"{verdict:9} {case}: {what} | {check} | {simulated}", flush=True)
                if options.keep and verdict in ("missed", "unproven"):
                    os.makedirs(options.keep, exist_ok=True)
                    with open(os.path.join(options.keep, f"{case}-{counts[verdict]}-{verdict}.mlir"), "w") as kept:
                        kept.write("\n".join([f"// {what} | {check} | {simulated}"] + changed))
    print(", ".join(f"{number} {verdict}" for verdict, number in counts.items()))


if __name__ == "__main__":
    main()
