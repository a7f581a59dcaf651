// RUN: tilec %s --num-warps=1 | FileCheck %s
// RUN: tilec %s --num-warps=4 | FileCheck %s
// RUN: tilec %s --num-warps=32 | FileCheck %s

// A tile of one element: all threads load it, one stores it.
// CHECK-LABEL: .visible .entry one(
// CHECK: ld.global.b32
// CHECK-NOT: ld.global
// CHECK: setp.{{eq|ne}}.b32 [[P:%p[0-9]+]], %r{{[0-9]+}}, 0;
// CHECK: @[[P]] st.global.b32
// CHECK-NOT: st.global
tile.func public @one(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) {
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<1x!tile.ptr<i32>>
  %x = tile.load %ps : tensor<1x!tile.ptr<i32>>
  %y = arith.muli %x, %x : tensor<1xi32>
  %qs = tile.splat %q : !tile.ptr<i32> -> tensor<1x!tile.ptr<i32>>
  tile.store %qs, %y : tensor<1x!tile.ptr<i32>>
  tile.return
}
