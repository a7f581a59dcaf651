"""Compares what a compiler makes of the corpus as two versions of Triton print it.

usage: compare_versions.py [--target SM] TILEC FOLDER FOLDER

Each folder is one that record.py has written. Prints a line for each kernel whose text or PTX differs, or that one of the
folders lacks, and how many have the same text, the same PTX, and another PTX. PTX is compared without comments. The exit
code is 1 if a kernel does not compile.
"""

import argparse
import json
import os
import subprocess
import sys


def compile_kernel(tilec, target, folder, name):
    """The PTX without comments, or None."""
    with open(os.path.join(folder, name + ".json")) as file:
        launch = json.load(file)
    options = ["--target=" + target, "--num-warps=%d" % launch["warps"], "--num-stages=%d" % launch["stages"]]
    done = subprocess.run([tilec, os.path.join(folder, name + ".ttir"), "-o", "-", *options], capture_output=True, text=True)
    if done.returncode:
        print("%s/%s: failed\n%s" % (folder, name, done.stderr))
        return None
    return "\n".join(line for line in done.stdout.split("\n") if not line.lstrip().startswith("//"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("tilec")
    parser.add_argument("folders", nargs=2)
    options = parser.parse_args()
    texts = []
    for folder in options.folders:
        paths = {name[:-5]: os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".ttir")}
        texts.append({name: open(path).read() for name, path in paths.items()})
    counts = dict.fromkeys(["the same text", "the same PTX", "another PTX", "missing", "failed"], 0)
    for name in sorted(texts[0].keys() | texts[1].keys()):
        pair = [text.get(name) for text in texts]
        if pair[0] == pair[1]:
            outcome = "the same text"
        elif None in pair:
            outcome = "missing"
        else:
            ptx = [compile_kernel(options.tilec, options.target, folder, name) for folder in options.folders]
            outcome = "failed" if None in ptx else "the same PTX" if ptx[0] == ptx[1] else "another PTX"
        counts[outcome] += 1
        if outcome != "the same text":
            print("%s: %s" % (name, outcome))
    print(", ".join("%d %s" % (count, outcome) for outcome, count in counts.items()))
    return counts["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
