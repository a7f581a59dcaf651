"""Checks the bounds of time, memory and size of tilec.

usage: check-cost.py KERNEL_FOLDER WORK_FOLDER

Times are processor time of the whole process, the best of several runs, and are
compared with each other in one run, so that other load on the machine and its
speed do not count.
"""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def cost(arguments, runs):
    """Seconds of processor time (the least) and peak memory in bytes (the most)."""
    least, most = float("inf"), 0
    for _ in range(runs):
        process = subprocess.Popen(["tilec"] + arguments, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit("tilec %s failed" % " ".join(arguments))
        least = min(least, usage.ru_utime + usage.ru_stime)
        most = max(most, usage.ru_maxrss * 1024)
    return least, most


def chain(folder, operations, elements=1024):
    path = os.path.join(folder, "chain-%d-%d.mlir" % (operations, elements))
    with open(path, "w") as out:
        subprocess.run([sys.executable, os.path.join(HERE, "make-kernel.py"), str(operations), str(elements)],
                       stdout=out, check=True)
    return path


def main():
    kernels, work = sys.argv[1:]
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    ptx = os.path.join(work, "out.ptx")
    failed = False

    def check(what, value, bound, unit):
        nonlocal failed
        print("%s: %.1f %s, at most %g" % (what, value, unit, bound))
        if value > bound:
            print("error: expected at most %g %s" % (bound, unit))
            failed = True

    start = seconds = float("inf")
    # In many turns, as other tests run beside it: of few, one may have no quiet run.
    for _ in range(12):
        start = min(start, cost(["--version"], 5)[0])
        seconds_now, memory = cost([os.path.join(kernels, "vector_add.mlir"), "-o", ptx], 5)
        seconds = min(seconds, seconds_now)
    print("vector add, whole process: %.1f ms" % (seconds * 1e3))
    check("vector add beside the start of the process", seconds / start, 6, "times")
    check("vector add, peak memory", memory / 1e6, 60, "MB")

    # Pairs in turn: what else the machine does slows both of a pair. The best of each would compare a
    # quiet moment, in which a short one ran, with none for a long one.
    ratio = float("inf")
    for _ in range(8):
        short = cost([chain(work, 100), "-o", ptx], 2)[0]
        ratio = min(ratio, cost([chain(work, 4000), "-o", ptx], 1)[0] / short)
        if ratio <= 45:
            break
    check("4,000 operations beside 100", ratio, 45, "times")

    with open(os.path.join(kernels, "vector_add.mlir")) as f:
        text = f.read().replace("1024", "65536")
    large = os.path.join(work, "large.mlir")
    with open(large, "w") as f:
        f.write(text)
    seconds_large, _ = cost([large, "--num-warps=4", "-o", ptx], 2)
    check("a tile of 65,536 floats beside one of 1,024", seconds_large / seconds, 40, "times")

    check("size of tilec", os.path.getsize(shutil.which("tilec")) / 1e6, 60, "MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
