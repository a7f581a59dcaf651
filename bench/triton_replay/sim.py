"""Runs a program that uses Triton on a machine without a GPU, on the simulator; see __main__.py."""

import os
import re
import runpy
import sys
import time
import traceback

from findings import Summary
from simulator import Refused, Simulator, get_region


class Session:
    """A program's run: what it launches, and what came of that."""

    def __init__(self, options):
        self.options = options
        target = options.target or "sm_90a"
        self.simulator = Simulator(options.library, target, options.threads, options.step_limit, options.strict_races, not options.no_uninitialized)
        self.summary = Summary()
        self.seconds = self.summary.seconds
        self.memory = NoMemory()
        self.is_tuning = False

    def refuse(self, kernel, message):
        """An exception for the program, which may have another way."""
        if self.summary.add_refusal(kernel, message):
            self.say("refused: %s: %s" % (kernel, message))
        return Refused("%s: %s" % (kernel, message))

    def say(self, text):
        sys.stdout.flush()
        print("triton_replay: " + text, file=sys.stderr, flush=True)

    def launch(self, function, name, grid, arguments, regions):
        sys.stdout.flush()
        start = time.perf_counter()
        try:
            found = self.simulator.launch(function.handle, grid, arguments, regions + self.memory.list_regions())
        except Refused as error:
            raise self.refuse(name, str(error)) from None
        self.summary.add_launch(name, grid, time.perf_counter() - start)
        for finding in self.summary.add_findings(name, found):
            if not finding["is_note"]:
                self.say("in %s:\n%s" % (name, finding["text"]))

    def run(self, path, arguments):
        """The program as __main__; returns its exit code."""
        sys.argv = [path] + arguments
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
            if code:
                self.summary.problems.append("the program ended with exit code %s" % stop.code)
            return code
        except BaseException as error:
            traceback.print_exc()
            self.summary.problems.append("the program ended with %s" % type(error).__name__)
            return 1
        return 0


class NoMemory:
    """Of a program without torch."""

    get_region = staticmethod(get_region)

    def list_regions(self):
        return []


def run(options, path, arguments):
    """The exit code: the program's own, or 1 if something was found or refused."""
    start = time.perf_counter()
    session = Session(options)
    if find_spec("torch"):
        import cuda_on_cpu

        session.memory = cuda_on_cpu.install(divmod(int(re.search(r"\d+", session.simulator.target)[0]), 10), not options.no_uninitialized)
    import backend

    backend.install(session)
    code = session.run(path, arguments)
    sys.stdout.flush()
    seconds = time.perf_counter() - start
    if options.json:
        session.summary.write_json(options.json, session.simulator.target, seconds)
    print("\n" + "\n".join(session.summary.format(seconds)), flush=True)
    return code or (1 if session.summary.is_wrong() else 0)


def find_spec(name):
    import importlib.util

    return importlib.util.find_spec(name)
