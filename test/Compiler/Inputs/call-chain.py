"""Prints a kernel and so many functions, of which each calls the one before it twice. A second word makes them `noinline`, or lets the first one call the last.

usage: call-chain.py COUNT [noinline|circle]
"""
import sys

count, kind = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
attributes = " attributes {noinline = true}" if kind == "noinline" else ""
for i in range(count):
    callee = i - 1 if i else count - 1 if kind == "circle" else None
    print("tile.func private @f%d(%%x: i32) -> i32%s {" % (i, attributes))
    if callee is None:
        print("  tile.return %x : i32\n}")
        continue
    print("  %%a = tile.call @f%d(%%x) : (i32) -> i32" % callee)
    print("  %%b = tile.call @f%d(%%a) : (i32) -> i32\n  tile.return %%b : i32\n}" % callee)
print("tile.func public @kernel(%p: !tile.ptr<i32>, %x: i32) {")
print("  %%a = tile.call @f%d(%%x) : (i32) -> i32\n  tile.store %%p, %%a : !tile.ptr<i32>\n  tile.return\n}" % (count - 1))
