"""Prints the structs of the example in Python, as layouts-of-structs.c does.

usage: layouts-of-structs.py vector_add.py LIBRARY
"""

import ctypes
import os
import sys

os.environ["TILEWRIGHT_LIBRARY"] = sys.argv[2]
with open(sys.argv[1], encoding="utf-8") as file:
    source = file.read()
names = {"__name__": "example"}
# Without its last lines, which run it.
exec(source[: source.rindex("try:\n    main(")], names)
for name in ("Text", "Handle", "Grid", "Argument", "DeviceInfo", "DLTensor"):
    struct = names[name]
    places = [str(getattr(struct, field).offset) for field, _ in struct._fields_]
    print("%s %d: %s" % (name, ctypes.sizeof(struct), " ".join(places)))
print("POINTER %d I32 %d PTX %d" % (names["POINTER"], names["I32"], names["PTX"]))
