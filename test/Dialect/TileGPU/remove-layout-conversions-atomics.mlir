// RUN: tile-opt %s --tile-remove-layout-conversions | FileCheck %s

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK: #[[ROWS:.*]] = #tile.blocked<{sizePerThread = [1, 1]
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// The layout that the users of its result want becomes that of all its tiles.
// CHECK-LABEL: @result_decides(
// CHECK: tile.atomic_rmw {{.*}} : (tensor<16x!tile.ptr<i32>, #tile.slice<{dim = 0, parent = #[[ROWS]]}>>, tensor<16xi32, #tile.slice<{dim = 0, parent = #[[ROWS]]}>>) -> tensor<16xi32, #tile.slice<{dim = 0, parent = #[[ROWS]]}>>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.return
tile.func private @result_decides(%p: !tile.ptr<i32>, %q: tensor<64x16x!tile.ptr<i32>, #rows>) {
  %one = arith.constant dense<1> : tensor<16xi32, #one>
  %i = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #one>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<16x!tile.ptr<i32>, #one>
  %at = tile.addptr %ps, %i : tensor<16x!tile.ptr<i32>, #one>, tensor<16xi32, #one>
  %old = tile.atomic_rmw add, relaxed, gpu, %at, %one : (tensor<16x!tile.ptr<i32>, #one>, tensor<16xi32, #one>) -> tensor<16xi32, #one>
  %sliced = tilegpu.convert_layout %old : tensor<16xi32, #one> -> tensor<16xi32, #tile.slice<{dim = 0, parent = #rows}>>
  %row = tile.expand_dims %sliced {axis = 0 : i32} : tensor<16xi32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<1x16xi32, #rows>
  %all = tile.broadcast %row : tensor<1x16xi32, #rows> -> tensor<64x16xi32, #rows>
  tile.store %q, %all : tensor<64x16x!tile.ptr<i32>, #rows>
  tile.return
}

}
