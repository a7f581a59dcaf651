// RUN: tilec %s --num-warps=4 | FileCheck %s

// A tile smaller than a warp: of the threads that hold copies, one stores.
// CHECK-LABEL: .visible .entry eight(
// CHECK: mov.u32 [[THREAD:%r[0-9]+]], %tid.x;
// CHECK: setp.lt.u32 [[P:%p[0-9]+]], [[THREAD]], 8;
// CHECK: @[[P]] st.global.b32
// CHECK-NOT: st.global
tile.func public @eight(%q: !tile.ptr<i32>) {
  %range = tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %base = tile.splat %q : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  %ptrs = tile.addptr %base, %range : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  tile.store %ptrs, %range : tensor<8x!tile.ptr<i32>>
  tile.return
}
