// RUN: tilec %s --emit=ptx | FileCheck %s

// Attributes of parameters and kernels reach the PTX.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  llvm.func @k(%p: !llvm.ptr<1> {llvm.align = 16 : i32}, %n: i32)
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    llvm.store %n, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}

// CHECK: .version 8.1
// CHECK: .target sm_90a
// CHECK: .visible .entry k(
// CHECK-NEXT: .param .u64 .ptr .global .align 16 k_param_0,
// CHECK-NEXT: .param .u32 k_param_1
// CHECK: .reqntid 128
// CHECK: st.global.b32
// CHECK: ret;
