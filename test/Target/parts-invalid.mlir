// Messages about kernels that are compiled at the same time come in the
// kernels' order, and each has its place.

// RUN: not tilec %s --threads=1 -o %t.ptx 2> %t.1
// RUN: not tilec %s --threads=4 -o %t.ptx 2> %t.4
// RUN: diff %t.1 %t.4
// RUN: FileCheck %s < %t.4
// RUN: not ls %t.ptx

// CHECK: parts-invalid.mlir:[[#@LINE+1]]:1: error: LLVM cannot compile this: unsupported library call operation
llvm.func @first(%p: !llvm.ptr<1>, %x: f128) attributes {nvvm.kernel} {
  %0 = llvm.fadd %x, %x : f128
  llvm.store %0, %p : f128, !llvm.ptr<1>
  llvm.return
}

llvm.func @right(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.store %one, %p : i32, !llvm.ptr<1>
  llvm.return
}

// CHECK: parts-invalid.mlir:[[#@LINE+1]]:1: error: LLVM cannot compile this: unsupported library call operation
llvm.func @last(%p: !llvm.ptr<1>, %x: f128) attributes {nvvm.kernel} {
  %0 = llvm.fmul %x, %x : f128
  llvm.store %0, %p : f128, !llvm.ptr<1>
  llvm.return
}
