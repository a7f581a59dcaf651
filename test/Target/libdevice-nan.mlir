// Without libdevice: libdevice takes the magnitude first, which changes nothing.
// RUN: tile-translate --tile-to-ptx %s | FileCheck %s
// CHECK: setp.nan.f32 %[[P:.*]], %[[X:.*]], %[[X]]
// CHECK: selp.b32 %{{.*}}, 1, 0, %[[P]]
// CHECK: setp.nan.f64
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
llvm.func @__nv_isnanf(f32) -> i32
llvm.func @__nv_isnand(f64) -> i32
llvm.func @k(%p: !llvm.ptr<1>, %x: f32, %y: f64) attributes {nvvm.kernel} {
  %0 = llvm.call @__nv_isnanf(%x) : (f32) -> i32
  llvm.store volatile %0, %p : i32, !llvm.ptr<1>
  %1 = llvm.call @__nv_isnand(%y) : (f64) -> i32
  llvm.store volatile %1, %p : i32, !llvm.ptr<1>
  llvm.return
}
}
