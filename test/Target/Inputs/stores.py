"""Prints a kernel that stores a number to so many places, one behind the other."""
import sys

print("llvm.func @k(%p: !llvm.ptr<1> {llvm.align = 16 : i32, llvm.noalias}, %x: i32) attributes {nvvm.kernel} {")
for i in range(int(sys.argv[1])):
    print("  %%q%d = llvm.getelementptr %%p[%d] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32" % (i, i))
    print("  llvm.store %%x, %%q%d {alignment = %d : i64} : i32, !llvm.ptr<1>" % (i, 4 if i % 4 else 16))
print("  llvm.return\n}")
