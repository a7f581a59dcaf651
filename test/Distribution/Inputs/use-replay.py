"""Compiles and launches a kernel by an archive's triton_replay. usage: use-replay.py FOLDER shift.ttir"""

import ctypes
import sys

sys.dont_write_bytecode = True
folder, path = sys.argv[1:]
sys.path.insert(0, folder)
from compilers import find_library  # noqa: E402
from simulator import Region, Simulator  # noqa: E402

print("library:", find_library())
simulator = Simulator(find_library(), "sm_90a", threads=1)
with open(path) as file:
    _, image, _ = simulator.compile(file.read(), "shift.ttir", {"num-warps": 4})
x = (ctypes.c_float * 256)()
found = simulator.launch(simulator.load(image), (1, 1, 1), [("ptr", ctypes.addressof(x)), ("i32", 256)], [Region(ctypes.addressof(x), 1024, "x")])
print("\n".join("%s at %s" % (finding.kind, finding.source) for finding in found))
