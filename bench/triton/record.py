"""Writes the corpus' TTIR, arguments and answers, in its small sizes, into a folder.

usage: record.py FOLDER [NAME...]

The files of test/Import/Inputs/corpus are made so. A name stands for all cases that have it in
theirs. Needs triton==3.6.0 and numpy, no GPU. TTIR is that for sm_90, without locations.
"""

import os
import sys

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]

import corpus  # noqa: E402
import triton  # noqa: E402
from triton_replay import bundle  # noqa: E402
from triton_replay.compilers import Triton  # noqa: E402


def main():
    assert triton.__version__ == "3.6.0", triton.__version__
    compiler = Triton("sm_90a")
    for name, case in corpus.get_cases(sys.argv[2:]).items():
        launch = case.launch("small")
        bundle.write(sys.argv[1], name, bundle.describe(launch), compiler.get_ttir(launch))


if __name__ == "__main__":
    main()
