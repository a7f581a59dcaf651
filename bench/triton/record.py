"""Writes the corpus' TTIR, arguments and answers, in its small sizes, into a folder.

usage: record.py [--any-version] FOLDER [NAME...]

The files of test/Import/Inputs/corpus are made so. A name stands for all cases that have it in
theirs. Needs triton==3.6.0 and numpy, no GPU. TTIR is that for sm_90, without locations. With
--any-version, Triton may be another one; a case that it refuses is listed and left out.
compare_versions.py compares what two versions gave.
"""

import os
import sys

sys.dont_write_bytecode = True  # not into the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]

import corpus  # noqa: E402
import triton  # noqa: E402
from triton.compiler.errors import CompilationError  # noqa: E402
from triton_replay import bundle  # noqa: E402
from triton_replay.compilers import Triton  # noqa: E402


def main():
    arguments = sys.argv[1:]
    any_version = arguments[0] == "--any-version"
    folder, *names = arguments[any_version:]
    assert any_version or triton.__version__ == "3.6.0", triton.__version__
    compiler = Triton("sm_90a")
    for name, case in corpus.get_cases(names).items():
        launch = case.launch("small")
        try:
            ttir = compiler.get_ttir(launch)
        except CompilationError as error:
            if not any_version:
                raise
            print("%s: refused by Triton %s: %s" % (name, triton.__version__, str(error).splitlines()[-1]))
            continue
        bundle.write(folder, name, bundle.describe(launch), ttir)


if __name__ == "__main__":
    main()
