"""Prints a kernel with so many parameters of 8 bytes."""
import sys

print("tile.func public @k(%s) {" % ", ".join("%%p%d: !tile.ptr<i64>" % i for i in range(int(sys.argv[1]))))
print("  %x = tile.load %p1 : !tile.ptr<i64>\n  tile.store %p0, %x : !tile.ptr<i64>\n  tile.return\n}")
