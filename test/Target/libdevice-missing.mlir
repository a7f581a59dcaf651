// A function that only libdevice has, where there is none: the error names the option. tile-translate looks for none.
// RUN: not tile-translate --tile-to-ptx %s 2>&1 | FileCheck %s
// CHECK: libdevice-missing.mlir:[[# @LINE + 5]]:{{.*}} error: function '__nv_tanhf' is libdevice's, which was not found; expected nvvm/libdevice/libdevice.10.bc of a CUDA toolkit, or its path in the option 'libdevice'

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
llvm.func @__nv_tanhf(f32) -> f32
llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.call @__nv_tanhf(%x) : (f32) -> f32
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.return
}
}
