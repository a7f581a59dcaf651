"""A row for each kernel, and a summary."""

import json
import math
import statistics


def mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios)))


def format_pair(row, key, form="%d"):
    values = [row.get(who + key) for who in ("ours_", "triton_")]
    return "/".join("-" if value is None else form % value for value in values)


def describe_error(row):
    """Of ours against Triton's and against the answer: "equal", or the worst error as a part of what is allowed."""
    texts = []
    for key, other in (("error_triton", ""), ("error_answer", "answer ")):
        if key in row:
            error = row[key]
            texts.append(other + ("equal" if error == 0 else "%.2g of tolerance" % error if error <= 1 else "WRONG: %.2g of tolerance" % error))
    return ", ".join(texts)


def is_wrong(row):
    return "problem" in row or row.get("error_triton", 0) > 1 or row.get("error_answer", 0) > 1


def write_json(path, gpu, target, rows):
    with open(path, "w") as file:
        json.dump({"gpu": gpu, "target": target, "rows": rows}, file, indent=1)


def print_head():
    print("%-28s %17s %7s %9s %9s %11s %15s  %s" % ("kernel; ours/Triton", "time, us", "speed", "registers", "spilled", "shared", "compile, ms", "results"), flush=True)


def print_row(row):
    ratio = row["triton_us"] / row["ours_us"] if row.get("triton_us") and row.get("ours_us") else None
    print("%-28s %17s %7s %9s %9s %11s %15s  %s" % (
        row["name"], format_pair(row, "us", "%.1f"), "%.3f" % ratio if ratio else "-", format_pair(row, "registers"), format_pair(row, "spilled"), format_pair(row, "shared"),
        format_pair(row, "compile_ms", "%.1f"), "; ".join(text for text in (describe_error(row), row.get("note"), row.get("problem")) if text)), flush=True)


def print_ratios(title, rows, ratio):
    pairs = sorted((ratio(row), row["name"]) for row in rows)
    if pairs:
        print("%s: geometric mean %.3f of %d kernels, least %.3f (%s)" % (title, mean([value for value, _ in pairs]), len(pairs), *pairs[0]))
    return pairs


def print_summary(rows):
    print()
    done = [row for row in rows if "problem" not in row]
    compared = [row for row in rows if "error_triton" in row or "error_answer" in row]
    print("%d kernels, %d compiled by both or without need of it, %d failed" % (len(rows), len(done), len(rows) - len(done)))
    unstable = sum(1 for row in rows if row.get("unstable"))
    if unstable:
        print("%d unstable: two runs of Triton's kernel differ, and nothing is compared" % unstable)
    if compared:
        print("%d compared: %d with equal bits, %d wrong" % (len(compared), sum(row.get("error_triton", row.get("error_answer")) == 0 for row in compared), sum(map(is_wrong, compared))))
    timed = [row for row in rows if row.get("triton_us") and row.get("ours_us")]
    speed = lambda row: row["triton_us"] / row["ours_us"]
    for title, kept in (("speed, kernels without a product", [row for row in timed if not row.get("has_dot")]), ("speed, kernels with a product", [row for row in timed if row.get("has_dot")])):
        pairs = print_ratios(title, kept, speed)
        slow = [(ratio, name) for ratio, name in pairs if ratio < 0.97]
        if slow:
            print("  below 0.97: " + ", ".join("%s %.3f" % (name, ratio) for ratio, name in slow))
    both = [row for row in rows if row.get("triton_compile_ms") and row.get("ours_compile_ms")]
    pairs = print_ratios("compile time, Triton's / ours", both, lambda row: row["triton_compile_ms"] / row["ours_compile_ms"])
    if pairs:
        print("  below 4: " + (", ".join("%s %.2f" % (name, ratio) for ratio, name in pairs if ratio < 4) or "none"))
    spilled = [row["name"] for row in rows if row.get("ours_spilled") and row.get("triton_spilled") == 0]
    print("spills where Triton has none: " + (", ".join(spilled) or "none"))
    both = [row for row in rows if row.get("triton_registers") and row.get("ours_registers")]
    more = [row for row in both if row["ours_registers"] > 1.5 * row["triton_registers"] and row["ours_registers"] > 32]
    if both:
        print("registers above 1.5 times Triton's: " + (", ".join("%s %d/%d" % (row["name"], row["ours_registers"], row["triton_registers"]) for row in more) or "none"))
