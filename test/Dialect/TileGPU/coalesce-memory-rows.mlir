// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s --implicit-check-not=convert_layout

// A thread reduces a row of 32 bytes, and neighbouring rows are in neighbouring
// lanes. The sums could be stored four at a time, but then the rows that a thread
// loads would lie 128 bytes apart from those of the next.

// CHECK: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
// CHECK: tile.load {{.*}} : tensor<128x16x!tile.ptr<f16>, #[[$ROWS]]>
// CHECK: tile.store {{.*}} : tensor<128x!tile.ptr<f32>, #tile.slice<{dim = 1, parent = #[[$ROWS]]}>>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func @row_sums(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %c = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %pitch = arith.constant dense<16> : tensor<128x1xi32>
  %first = arith.muli %r1, %pitch : tensor<128x1xi32>
  %rows = tile.broadcast %first : tensor<128x1xi32> -> tensor<128x16xi32>
  %columns = tile.broadcast %c1 : tensor<1x16xi32> -> tensor<128x16xi32>
  %i = arith.addi %rows, %columns : tensor<128x16xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<128x16x!tile.ptr<f16>>
  %pq = tile.addptr %ps, %i : tensor<128x16x!tile.ptr<f16>>, tensor<128x16xi32>
  %x = tile.load %pq : tensor<128x16x!tile.ptr<f16>>
  %w = arith.extf %x : tensor<128x16xf16> to tensor<128x16xf32>
  %sum = "tile.reduce"(%w) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<128x16xf32>) -> tensor<128xf32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %r : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %dq, %sum : tensor<128x!tile.ptr<f32>>
  tile.return
}
}
