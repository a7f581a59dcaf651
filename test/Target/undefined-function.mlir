// RUN: not tilec %s 2>&1 | FileCheck %s

llvm.func @foo(f32) -> f32
llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
llvm.func @k(%p: !llvm.ptr<1>, %x: f32, %q: !llvm.ptr) attributes {nvvm.kernel} {
  // CHECK: undefined-function.mlir:[[#@LINE+1]]:{{.*}} error: function 'foo' is not defined in the module
  %0 = llvm.call @foo(%x) : (f32) -> f32
  // The driver has this one.
  // CHECK-NOT: vprintf
  %1 = llvm.call @vprintf(%q, %q) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.return
}
