"""What a run on the simulator is behind Triton and torch: TTIR is compiled, loaded and launched on memory of this process, and what is found is
summed up. Prints the summary; usage: sim-session.py LIBRARY SUMMARY.json"""

import argparse
import ctypes
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.append(os.path.join(HERE, *[os.pardir] * 3, "bench", "triton_replay"))
import simulator  # noqa: E402
from findings import Summary, split_source  # noqa: E402
from sim import Session  # noqa: E402
from simulator import Finding, Refused, Region, encode, join_regions  # noqa: E402

os.chdir(HERE)  # shift.ttir names shift.py
library, path = sys.argv[1:]
session = Session(argparse.Namespace(library=library, target=None, threads=1, step_limit=0, strict_races=False, no_uninitialized=False))


class Function:
    def __init__(self, text, name):
        ptx, image, self.known = session.simulator.compile(text, name, {"num-warps": 4, "num-stages": 3})
        assert ".visible .entry" in ptx
        self.handle = session.simulator.load(image)


with open("shift.ttir") as file:
    text = file.read()
shift = Function(text, "shift.ttir")
assert shift.known["numWarps"] == 4 and len(shift.known["arguments"]) == 2

# A program that is right: all it reads is there, and no thread reads what another writes.
one = (ctypes.c_float * 257)(*range(257))
address = ctypes.addressof(one)
undefined = (ctypes.c_uint8 * ctypes.sizeof(one))(*[255] * (8 * 4))
region = lambda count, shadow=None: Region(address, count * 4, "x", shadow and ctypes.addressof(shadow))
session.launch(shift, "shift_kernel", (1, 1, 1), [("ptr", address), ("i32", 0)], [region(257)])
assert not session.summary.is_wrong() and list(one) == list(range(257))

# Races, a read behind the end, and reads of what has no value: each a finding with its line, counted over both launches.
for _ in range(2):
    session.launch(shift, "shift_kernel", (1, 1, 1), [("ptr", address), ("i32", 256)], [region(256)])
session.launch(shift, "shift_kernel", (1, 1, 1), [("ptr", address), ("i32", 4)], [region(257, undefined)])
kinds = {(finding["kind"], split_source(finding["source"])[1]): finding for finding in session.summary.count(False)}
assert kinds["out-of-bounds", 9]["launches"] == 2 and kinds["out-of-bounds", 9]["line"] == "value = tl.load(x + at + 1, mask=at < n)"
assert kinds["uninitialized-global", 10]["launches"] == 1, kinds
assert ("global-race", 9) in kinds or ("global-race", 10) in kinds

# Refusals: what is not compiled, and what the kernel's arguments do not fit.
for change in (("tt.get_program_id", "tt.get_program_name"), ("tt.load", "tt.lead")):
    try:
        Function(text.replace(*change), "shift.ttir")
    except Refused as error:
        session.refuse("shift_kernel", str(error).splitlines()[0])
try:
    session.launch(shift, "shift_kernel", (1, 1, 1), [("ptr", address + 4), ("i32", 4)], [region(257)])
    sys.exit("expected a launch to be refused")
except Refused as error:
    assert "multiple of 16" in str(error), error

# Memory that overlaps is one region; two that only touch are not. Nothing is none.
regions = join_regions([Region(300, 100, "c"), Region(100, 100, "a"), Region(200, 50, "b"), Region(220, 60, "d"), Region(500, 0, "e"), Region(300, 100, "again", 7)])
assert [(one.address, one.size, one.name) for one in regions] == [(100, 100, "a"), (200, 80, "b"), (300, 100, "c")]
assert [one.undefined for one in regions] == [None, None, 7]

# Arguments as bits.
assert encode("f32", 1.0) == 0x3F800000 and encode("f16", -2.0) == 0xC000 and encode("bf16", 1.0) == 0x3F80 and encode("f64", 0.5) == 0x3FE0000000000000
assert encode("i32", -1) == 0xFFFFFFFFFFFFFFFF and encode("i1", True) == 1
assert split_source("a:b.py:12:5") == ("a:b.py", 12) and split_source("a.py:7") == ("a.py", 7) and split_source("") == ("", 0)

# One cause in a launch counts its times, whichever instructions it came to.
summary = Summary()
found = [Finding(kind="global-race", source="shift.py:9:20", message="m", other_source="", text="t", is_note=False, count=count) for count in (2, 3)]
assert len(summary.add_findings("k", found)) == 1 and summary.add_findings("k", found) == []
assert [(finding["count"], finding["launches"]) for finding in summary.count(False)] == [(10, 2)]

session.summary.write_json(path, "sm_90a", 0.0)
print("\n".join(session.summary.format(0.0)))
