// RUN: tilec %s --emit=ptx | FileCheck %s

// Products with a stride that no constant is become sums.

// CHECK-LABEL: .entry k
// CHECK-COUNT-1: mul.lo.s32
// CHECK-NOT: mul.lo.s32
// CHECK: ret;
llvm.func @k(%p: !llvm.ptr<1>, %b: i32, %stride: i32) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %i1 = llvm.add %b, %c1 : i32
  %i2 = llvm.add %b, %c2 : i32
  %0 = llvm.mul %b, %stride : i32
  %1 = llvm.mul %i1, %stride : i32
  %2 = llvm.mul %i2, %stride : i32
  llvm.store volatile %0, %p : i32, !llvm.ptr<1>
  llvm.store volatile %1, %p : i32, !llvm.ptr<1>
  llvm.store volatile %2, %p : i32, !llvm.ptr<1>
  llvm.return
}
