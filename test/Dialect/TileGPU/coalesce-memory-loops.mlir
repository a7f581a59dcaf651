// RUN: tile-opt %s --tile-inline-functions --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// Sums of 16 rows of 128 by a warp, stored as a column: a thread has eight of them, as 15
// others do. Nothing waits for what a loop stores, so that a shuffle brings each sum to the
// lane that stores it: one request instead of eight.

// CHECK-DAG: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
// CHECK-DAG: #[[$LANES:.+]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

tile.func private @pointers(%p: !tile.ptr<bf16>) -> tensor<16x128x!tile.ptr<bf16>> {
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %pitch = arith.constant dense<128> : tensor<16x1xi32>
  %first = arith.muli %r1, %pitch : tensor<16x1xi32>
  %starts = tile.broadcast %first : tensor<16x1xi32> -> tensor<16x128xi32>
  %columns = tile.broadcast %c1 : tensor<1x128xi32> -> tensor<16x128xi32>
  %i = arith.addi %starts, %columns : tensor<16x128xi32>
  %ps = tile.splat %p : !tile.ptr<bf16> -> tensor<16x128x!tile.ptr<bf16>>
  %pq = tile.addptr %ps, %i : tensor<16x128x!tile.ptr<bf16>>, tensor<16x128xi32>
  tile.return %pq : tensor<16x128x!tile.ptr<bf16>>
}

// CHECK-LABEL: @sums_in_loop
// CHECK: scf.for
// CHECK: "tile.reduce"
// CHECK: tilegpu.convert_layout {{.*}} : tensor<16xf32, #tile.slice<{dim = 1, parent = #[[$ROWS]]}>> -> tensor<16xf32, #[[$LANES]]>
// CHECK: tile.store {{.*}} : tensor<16x!tile.ptr<f32>, #[[$LANES]]>
tile.func public @sums_in_loop(%p: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %w: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %columns = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %pitch = tile.splat %n : i32 -> tensor<16xi32>
  %starts = arith.muli %r, %pitch : tensor<16xi32>
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>>
  %begins = tile.addptr %outs, %starts : tensor<16x!tile.ptr<f32>>, tensor<16xi32>
  %pq = tile.call @pointers(%p) : (!tile.ptr<bf16>) -> tensor<16x128x!tile.ptr<bf16>>
  %half = tile.load %pq : tensor<16x128x!tile.ptr<bf16>>
  %x = arith.extf %half : tensor<16x128xbf16> to tensor<16x128xf32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %size = arith.muli %i, %c128 : i32
    %row = tile.addptr %w, %size : !tile.ptr<f32>, i32
    %row_all = tile.splat %row : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
    %row_at = tile.addptr %row_all, %columns : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    %weights = tile.load %row_at : tensor<128x!tile.ptr<f32>>
    %weights_1 = tile.expand_dims %weights {axis = 0 : i32} : tensor<128xf32> -> tensor<1x128xf32>
    %factors = tile.broadcast %weights_1 : tensor<1x128xf32> -> tensor<16x128xf32>
    %y = arith.mulf %x, %factors : tensor<16x128xf32>
    %sums = "tile.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.reduce.return %s : f32
    }) : (tensor<16x128xf32>) -> tensor<16xf32>
    %column = tile.splat %i : i32 -> tensor<16xi32>
    %to = tile.addptr %begins, %column : tensor<16x!tile.ptr<f32>>, tensor<16xi32>
    tile.store %to, %sums : tensor<16x!tile.ptr<f32>>
  }
  tile.return
}
}
