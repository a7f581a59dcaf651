// RUN: tile-opt %s --tile-remove-layout-conversions | FileCheck %s

#line = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#grid = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #tile.slice<{dim = 1, parent = #grid}>
#columns = #tile.slice<{dim = 0, parent = #grid}>

// CHECK-DAG: #[[GRID:.*]] = #tile.blocked<{sizePerThread = [1, 4],

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// One range in both dimensions: it is made once for each.
// CHECK-LABEL: @both_dimensions
// CHECK-DAG: tile.make_range {{.*}} : tensor<64xi32, #tile.slice<{dim = 1, parent = #[[GRID]]}>>
// CHECK-DAG: tile.make_range {{.*}} : tensor<64xi32, #tile.slice<{dim = 0, parent = #[[GRID]]}>>
// CHECK-NOT: convert_layout
// CHECK: tile.store
tile.func public @both_dimensions(%p: !tile.ptr<i32>) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #line>
  %a = tilegpu.convert_layout %r : tensor<64xi32, #line> -> tensor<64xi32, #rows>
  %b = tilegpu.convert_layout %r : tensor<64xi32, #line> -> tensor<64xi32, #columns>
  %c = tile.expand_dims %a {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #grid>
  %d = tile.expand_dims %b {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #grid>
  %e = tile.broadcast %c : tensor<64x1xi32, #grid> -> tensor<64x64xi32, #grid>
  %f = tile.broadcast %d : tensor<1x64xi32, #grid> -> tensor<64x64xi32, #grid>
  %g = arith.addi %e, %f : tensor<64x64xi32, #grid>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<64x64x!tile.ptr<i32>, #grid>
  %q = tile.addptr %s, %g : tensor<64x64x!tile.ptr<i32>, #grid>, tensor<64x64xi32, #grid>
  tile.store %q, %g : tensor<64x64x!tile.ptr<i32>, #grid>
  tile.return
}

// A load of one dimension takes the slice that its user needs.
// CHECK-LABEL: @load_of_a_slice
// CHECK: tile.load %{{.*}} : tensor<64x!tile.ptr<i32>, #tile.slice<{dim = 0, parent = #[[GRID]]}>>
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func public @load_of_a_slice(%p: !tile.ptr<i32>, %ps: !tile.ptr<i32>) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #line>
  %s1 = tile.splat %ps : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>, #line>
  %q1 = tile.addptr %s1, %r : tensor<64x!tile.ptr<i32>, #line>, tensor<64xi32, #line>
  %v = tile.load %q1 : tensor<64x!tile.ptr<i32>, #line>
  %b = tilegpu.convert_layout %v : tensor<64xi32, #line> -> tensor<64xi32, #columns>
  %d = tile.expand_dims %b {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #grid>
  %f = tile.broadcast %d : tensor<1x64xi32, #grid> -> tensor<64x64xi32, #grid>
  %s = tile.splat %p : !tile.ptr<i32> -> tensor<64x64x!tile.ptr<i32>, #grid>
  tile.store %s, %f : tensor<64x64x!tile.ptr<i32>, #grid>
  tile.return
}
}
