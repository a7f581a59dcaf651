// RUN: not tilec %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not ls %t.ptx

// LLVM's fatal errors end as diagnostics at the function.

// CHECK: fatal-error.mlir:[[#@LINE+1]]:1: error: LLVM cannot compile this: unsupported library call operation
llvm.func @k(%p: !llvm.ptr<1>, %x: f128) attributes {nvvm.kernel} {
  %0 = llvm.fadd %x, %x : f128
  llvm.store %0, %p : f128, !llvm.ptr<1>
  llvm.return
}
