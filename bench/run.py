#!/usr/bin/env python3
"""Measures everything that docs/performance.md has figures of, on this machine.

usage: run.py BUILD [--out FOLDER] [--docs] [--no-gpu] [--gpu] [--repeat N]
              [--kernels NAME,...] [--sizes N,...] [--elements N,...]
              [--parts NAME,...] [--peer-repeat N] [--seconds N] [--from BENCH_JSON]
              [--peers FOLDER] [--as-gpu NAME] [--page FILE]

BUILD is a build folder. Compile figures need no GPU: each kernel of bench/kernels, and
kernels of growing size, as processor time of a whole tilec process, the least of N (5)
runs, which other work on the machine disturbs least; beside NVRTC and Triton if they are
there. With a GPU (--gpu insists on one, --no-gpu leaves it out) the programs of
bench/peers run beside their peers in turn, one after the other; each needs torch and
triton in this Python, and one that fails is reported, and the rest goes on.
--parts names the programs to run, in this order. --peer-repeat is their number of samples
of each figure, for all or by name: 10,matmul=5. A program that runs longer than --seconds
is stopped and reported.

It prints a table, and writes FOLDER/bench.json (build/release/bench.out by default), anew
after each program, and the pictures of bench/plots.py. --docs puts pictures and tables into
docs/performance.md, between its marks, with the date, the machine and the command. --from
takes the figures of an earlier bench.json, of another machine say, and measures nothing. --peers takes other programs
for those of bench/peers, and --as-gpu does as if the device that the library finds were a
GPU of that name: both are for tests, on the simulator.
"""

import argparse
import datetime
import json
import os
import platform
import re
import shlex
import signal
import statistics
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
import plots  # noqa: E402

# Of bench/peers: a program, its arguments, and how its JSON becomes rows of a name and two
# speeds; without fields get_pairs knows how. {library}, {build}, {out} are filled in.
PEERS = {
    "compile_reductions": (["compile_reductions.py", "{library}"], None, ("triton", "ours"), "s"),
    "compare": (["compare.py", "{library}"], "results", ("ours_gbs", "triton_gbs"), "GB/s"),
    "movement": (["movement.py", "{library}"], "results", ("ours_gbs", "triton_gbs"), "GB/s"),
    "reductions": (["reductions.py", "{library}"], "results", ("ours_gbs", "triton_gbs"), "GB/s"),
    "quantize": (["quantize.py", "run", "{out}/quantize"], "results", (None, None), "GB/s"),
    "matmul": (["matmul.py", "{library}", "--attention"], "rows", ("ours", "triton"), "TFLOP/s"),
}
# What one of them needs first.
PREPARATIONS = {"quantize": ["quantize.py", "prepare", "{build}", "{out}/quantize"]}


def words(text):
    return [word for word in text.split(",") if word]


def parts(text):
    for word in words(text):
        if word not in PARTS:
            raise argparse.ArgumentTypeError("expected one of %s, found '%s'" % (", ".join(PARTS), word))
    return words(text)


def repeats(text):
    """ "10,matmul=5" as {"": 10, "matmul": 5}."""
    pairs = [("=" + word).rsplit("=", 1) for word in words(text)]
    return {name.lstrip("="): int(number) for name, number in pairs}


def describe_machine(gpu):
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"model name\s*:\s*(.*)", file.read())
            model = found[1] if found else model
    except OSError:
        pass
    return "%s, %d cores%s" % (" ".join(model.split()), os.cpu_count() or 1, ", " + gpu if gpu else "")


def find_gpu(build):
    """The name of the GPU, or "" where the simulator would run."""
    command = [os.path.join(build, "bin", "tile-run"), "--device=cuda:0", os.path.join(HERE, "kernels", "copy.mlir")]
    run = subprocess.run(command + ["--input=8xf32", "--output=8xf32", "--input=i32=8"], capture_output=True, text=True)
    found = re.search(r"on (.*?)(?: \(|,|$)", run.stdout)
    if run.returncode != 0 or "simulator" in run.stdout:
        return ""
    return found[1] if found else "GPU"


def measure(command, repeat):
    """The least processor time of a process, in seconds; None if it fails."""
    times = []
    for _ in range(repeat):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        message = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            print("%s: exit code %d\n%s" % (" ".join(command), process.returncode, message.decode(errors="replace").strip()))
            return None
        times.append(usage.ru_utime + usage.ru_stime)
    return min(times)


def make_straight(count):
    """A kernel of `count` operations on tiles of 1024 floats, one after the other."""
    lines = ["tile.func public @k(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {"]
    lines.append("  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>")
    lines.append("  %b = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>")
    lines.append("  %q = tile.addptr %b, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>")
    lines.append("  %x0 = tile.load %q : tensor<1024x!tile.ptr<f32>>")
    for n in range(count):
        lines.append("  %%x%d = arith.%s %%x%d, %%x%d : tensor<1024xf32>" % (
            n + 1, ("addf", "mulf", "subf")[n % 3], n, max(0, n - 7)))
    lines.append("  tile.store %%q, %%x%d : tensor<1024x!tile.ptr<f32>>" % count)
    return "\n".join(lines + ["  tile.return", "}", ""])


def measure_compiles(options):
    tilec = os.path.join(options.build, "bin", "tilec")
    target = ["-o", os.devnull, "--target=sm_90a"]
    result = {"kernels": [], "sizes": [], "process": []}
    folder = os.path.join(HERE, "kernels")
    print("%-32s %12s %12s" % ("compile, text to PTX", "operations", "ms"))
    for name in options.kernels or sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".mlir")):
        path = os.path.join(folder, name + ".mlir")
        with open(path, encoding="utf-8") as file:
            operations = len(re.findall(r"(?m)^\s*(?:%[\w:, %]+ = )?\w+\.\w+", file.read()))
        seconds = measure([tilec, path] + target, options.repeat)
        if seconds is None:
            result["kernels"].append({"kernel": name, "failed": True})
            continue
        result["kernels"].append({"kernel": name, "operations": operations, "seconds": seconds})
        print("%-32s %12d %12.1f" % (name, operations, 1e3 * seconds), flush=True)
    for count in options.sizes:
        path = os.path.join(options.out, "straight-%d.mlir" % count)
        with open(path, "w", encoding="utf-8") as file:
            file.write(make_straight(count))
        seconds = measure([tilec, path] + target, options.repeat)
        if seconds is not None:
            result["sizes"].append({"kind": "elementwise", "operations": count, "seconds": seconds})
            print("%-32s %12d %12.1f" % ("straight", count, 1e3 * seconds), flush=True)
    result["sizes"] += [{"kind": "bench/kernels", "kernel": row["kernel"], "operations": row["operations"], "seconds": row["seconds"]}
                        for row in result["kernels"] if "seconds" in row]
    program = os.path.join(options.build, "bench", "compile")
    if os.path.exists(program):
        run = subprocess.run([program, os.path.join(folder, "vector_add.mlir"), "--count=%d" % (10 * options.repeat)],
                             capture_output=True, text=True)
        print(run.stdout, end="")
        for line in run.stdout.splitlines():
            found = re.match(r"(\S.*?)((?:\s+[\d.]+){4})$", line)
            if found:
                first, median, least, most = map(float, found[2].split())
                result["process"].append({"way": found[1], "first_ms": first, "median_ms": median, "least_ms": least, "most_ms": most})
    return result


def run_program(options, failed, name, command, has_json=True):
    """Runs a program; its output goes to the terminal and a file. Returns its JSON, or {} of
    one that has none. One that fails is appended to `failed`; it may have JSON all the same,
    or else None is returned."""
    path = os.path.join(options.out, name + ".json")
    if os.path.exists(path):
        os.remove(path)
    if not command[0] or not os.path.exists(command[1] if command[0] == sys.executable else command[0]):
        print("%s: expected a program, found none: %s" % (name, " ".join(command)))
        failed.append(name)
        return None
    print("\n== %s" % " ".join(command), flush=True)
    start, stopped = time.monotonic(), threading.Event()
    with open(os.path.join(options.out, name + ".txt"), "w", encoding="utf-8") as log:
        # Its own group of processes, so that what it started stops with it.
        process = subprocess.Popen(command + (["--json", path] if has_json else []), stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, start_new_session=True)

        def stop():
            stopped.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(options.seconds, stop)
        if options.seconds:
            timer.start()
        try:
            for line in process.stdout:
                sys.stdout.write(line)
                sys.stdout.flush()
                log.write(line)
            process.wait()
        except BaseException:
            stop()
            raise
        finally:
            timer.cancel()
    print("%s: %.1f s" % (name, time.monotonic() - start), flush=True)
    if stopped.is_set():
        print("%s: stopped after %g s" % (name, options.seconds))
    elif process.returncode != 0 or (has_json and not os.path.exists(path)):
        print("%s: failed, with exit code %d" % (name, process.returncode))
    if stopped.is_set() or process.returncode != 0 or (has_json and not os.path.exists(path)):
        failed.append(name)
    if not has_json:
        return None if name in failed else {}
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def get_label(row):
    parts = [str(row[key]) for key in ("kernel", "name", "label") if row.get(key)]
    parts += ["n = " + plots.show_size(row["n"])] if "n" in row else []
    parts += ["%d warp%s" % (row["warps"], "s" * (row["warps"] != 1))] if "warps" in row else []
    return ", ".join(dict.fromkeys(", ".join(parts).split(", ")))


def get_pairs(rows, ours, theirs):
    """(row, label, our figure, the peer's) of each row that has both."""
    if ours:
        return [(row, get_label(row), row[ours], row[theirs]) for row in rows if row.get(ours) and row.get(theirs)]
    # quantize.py: rows of one name and one speed; Triton's are configurations, and the best counts.
    pairs = []
    for family in ("fp8", "nvfp4"):
        mine = [row for row in rows if row["name"].strip() == family + "_quantize_bf16"]
        its = [row["gbs"] for row in rows if row["name"].startswith("Triton " + family)]
        if mine and its:
            pairs.append((mine[0], mine[0]["name"].strip(), mine[0]["gbs"], max(its)))
    return pairs


def get_ratios(bench):
    """A row of each figure that has a peer's. Products for different targets are different
    parts: Triton's for sm_90a are made of wgmma."""
    ratios = []
    for name, (_, key, fields, unit) in PEERS.items():
        if name not in bench:
            continue
        for row, label, ours, theirs in get_pairs(bench[name][key] if key else bench[name], *fields):
            part = name + (" " + row["target"] if "target" in row else "")
            ratios.append({"part": part, "name": label, "peer": "Triton", "unit": unit,
                           "ours": ours, "theirs": theirs, "ratio": ours / theirs})
    return ratios


def measure_peer(options, bench, failed, name):
    """A program of PEERS, and the ratios of its rows."""
    command = PEERS[name][0]
    values = {"library": os.path.join(options.build, "lib", "libtilewright.so"), "build": options.build, "out": options.out}

    def make_command(parts):
        filled = [part.format(**values) for part in parts]
        return [sys.executable, os.path.join(options.peers, filled[0])] + filled[1:]

    if name in PREPARATIONS and run_program(options, failed, name + "-prepare", make_command(PREPARATIONS[name]), False) is None:
        return
    repeat = options.peer_repeat.get(name, options.peer_repeat.get(""))
    found = run_program(options, failed, name, make_command(command) + (["--repeat=%d" % repeat] if repeat else []))
    if found is None:
        return
    bench[name] = found
    bench["ratios"] = get_ratios(bench)


def measure_rows(options, bench, failed, name):
    rows = [os.path.join(options.peers, "rows.py"), os.path.join(options.build, "bin", "tile-run")]
    run_program(options, failed, name, [sys.executable] + rows, False)


def measure_bandwidth(options, bench, failed, name):
    path = os.path.join(options.out, "sizes.json")
    command = [os.path.join(options.build, "bench", "bandwidth"), "--kernels=" + os.path.join(HERE, "kernels"), "--json=" + path]
    if run_program(options, failed, name, command + ["--size=%d" % size for size in options.elements], False) is not None:
        with open(path, encoding="utf-8") as file:
            bench["bandwidth"] = json.load(file)["results"]


def measure_launch(options, bench, failed, name):
    run_program(options, failed, name, [os.path.join(options.build, "bench", "launch")], False)


# By the names of --parts; all but the first need a GPU.
PARTS = {name: measure_peer for name in PEERS}
PARTS.update(rows=measure_rows, bandwidth=measure_bandwidth, launch=measure_launch)


def measure_parts(options, bench, failed):
    for name in options.parts or PARTS:
        if bench["gpu"] or name == "compile_reductions":
            PARTS[name](options, bench, failed, name)
            write_json(options, bench)


def write_json(options, bench):
    with open(os.path.join(options.out, "bench.json"), "w", encoding="utf-8") as file:
        json.dump(bench, file, indent=1)


def print_summary(bench):
    """The table of the terminal and of the docs, as Markdown."""
    lines = ["| figure | value |", "|---|---|"]
    kernels = [row for row in bench["compile"]["kernels"] if "seconds" in row]
    if kernels:
        times = sorted(1e3 * row["seconds"] for row in kernels)
        slowest = max(kernels, key=lambda row: row["seconds"])
        lines.append("| %d kernels of bench/kernels, `tilec` to PTX | median %.1f ms, slowest %.1f ms (%s) |" % (
            len(kernels), statistics.median(times), times[-1], slowest["kernel"]))
    for row in bench["compile"]["sizes"]:
        if row["kind"] == "elementwise":
            lines.append("| %d elementwise operations on 1024 floats | %.0f ms |" % (row["operations"], 1e3 * row["seconds"]))
    for part in dict.fromkeys(row["part"] for row in bench["ratios"]):
        ratios = [row["ratio"] for row in bench["ratios"] if row["part"] == part]
        lines.append("| %s: speed / Triton's, %d rows | geometric mean %.3f, least %.3f |" % (
            plots.HEADINGS.get(part, part), len(ratios), statistics.geometric_mean(ratios), min(ratios)))
    return lines


def write_docs(bench, pictures, path):
    """Replaces what is between the marks of the page."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    begin, end = "\n<!-- bench -->\n", "<!-- /bench -->\n"
    if page.count(begin) != 1 or page.count(end) != 1:
        sys.exit("run.py: expected the marks of bench once in %s" % path)
    lines = ["%s, %s, `%s`." % (bench["date"], bench["machine"], bench["command"]),
             "Compile times are processor time, the least of %d runs." % bench["repeat"], ""]
    lines += [line.replace("bench/kernels", "the examples") for line in print_summary(bench)] + [""]
    titles = {"bench-compile.svg": "compile time against the size of the kernel",
              "bench-ratios.svg": "speed compared with the peers", "bench-bandwidth.svg": "bandwidth against the size"}
    lines += ["![%s](pictures/%s)" % (titles[name], name) for name in pictures] + [""]
    head, rest = page.split(begin)
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + begin + "\n".join(lines) + end + rest.split(end)[1])


def parse(arguments):
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].replace("usage: ", ""))
    parser.add_argument("build")
    parser.add_argument("--out")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--page", default=os.path.join(ROOT, "docs", "performance.md"))
    parser.add_argument("--no-gpu", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--kernels", type=words, default=[])
    parser.add_argument("--sizes", type=lambda text: [int(word) for word in words(text)], default=[10, 30, 100, 300, 1000, 4000])
    parser.add_argument("--elements", type=lambda text: [int(word) for word in words(text)], default=[1 << bits for bits in range(16, 29, 2)])
    parser.add_argument("--parts", type=parts, default=[])
    parser.add_argument("--peer-repeat", type=repeats, default={})
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--from", dest="source")
    parser.add_argument("--as-gpu", default="")
    parser.add_argument("--peers", default=os.path.join(HERE, "peers"))
    options = parser.parse_args(arguments)
    options.out = options.out or os.path.join(options.build, "bench.out")
    return options


def get_command(arguments):
    """How the options are given to make."""
    return "make bench" + (" BENCH=" + shlex.quote(shlex.join(arguments)) if arguments else "")


def measure_all(options):
    gpu = options.as_gpu or ("" if options.no_gpu else find_gpu(options.build))
    if options.gpu and not gpu:
        sys.exit("run.py: expected a GPU, found none that tile-run --device=cuda:0 can use")
    version = subprocess.run([os.path.join(options.build, "bin", "tilec"), "--version"], capture_output=True, text=True).stdout
    bench = {"date": datetime.date.today().isoformat(), "machine": describe_machine(gpu), "gpu": gpu,
             "command": get_command(sys.argv[2:]), "version": version.splitlines(), "repeat": options.repeat, "ratios": []}
    bench["compile"] = measure_compiles(options)
    bench["failed"] = [row["kernel"] for row in bench["compile"]["kernels"] if row.get("failed")]
    write_json(options, bench)
    triton = subprocess.run([sys.executable, "-c", "import triton"], capture_output=True).returncode == 0
    if gpu or triton or options.peers != os.path.join(HERE, "peers"):
        measure_parts(options, bench, bench["failed"])
    write_json(options, bench)
    return bench


def main():
    options = parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("run.py: stopped"))
    os.makedirs(options.out, exist_ok=True)
    if options.source:
        with open(options.source, encoding="utf-8") as file:
            bench = json.load(file)
        bench["ratios"] = get_ratios(bench)
    else:
        bench = measure_all(options)
    print("\n" + "\n".join(print_summary(bench)))
    pictures = plots.draw(bench, options.out)
    print("\n%s: bench.json %s" % (options.out, " ".join(pictures)))
    if options.docs:
        plots.draw(bench, os.path.join(os.path.dirname(options.page), "pictures"))
        write_docs(bench, pictures, options.page)
    if bench["failed"]:
        sys.exit("failed: " + " ".join(bench["failed"]))


if __name__ == "__main__":
    main()
