// REQUIRES: libdevice
// RUN: tilec %s --emit=llvmir | FileCheck %s
// RUN: tilec %s --emit=ptx | FileCheck %s --check-prefix=PTX

// Linked, inlined, and nothing of the rest is left.

// CHECK: define ptx_kernel void @k
// CHECK-NOT: define
// CHECK-NOT: __nvvm_reflect

// PTX: .visible .entry k(
// PTX-NOT: .func
llvm.func @__nv_exp2f(f32) -> f32
llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  // PTX: ex2.approx
  %0 = llvm.call @__nv_exp2f(%x) : (f32) -> f32
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.return
}
