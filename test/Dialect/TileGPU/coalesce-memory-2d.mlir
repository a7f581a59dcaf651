// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory | FileCheck %s

// Layouts for tiles of two dimensions.

// CHECK-DAG: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[$COLUMNS:.+]] = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @row_major(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
tile.func @row_major(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %pitch: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %pitches = tile.splat %pitch : i32 -> tensor<64x1xi32>
  %start = arith.muli %row, %pitches : tensor<64x1xi32>
  %starts = tile.broadcast %start : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %starts, %columns : tensor<64x64xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %q = tile.addptr %base, %offset : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %q : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @column_major(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$COLUMNS]]>
tile.func @column_major(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %pitch: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %pitches = tile.splat %pitch : i32 -> tensor<1x64xi32>
  %start = arith.muli %column, %pitches : tensor<1x64xi32>
  %starts = tile.broadcast %start : tensor<1x64xi32> -> tensor<64x64xi32>
  %rows = tile.broadcast %row : tensor<64x1xi32> -> tensor<64x64xi32>
  %offset = arith.addi %starts, %rows : tensor<64x64xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %q = tile.addptr %base, %offset : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %q : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// One number a row, added to the rows: the vector's layout is a slice of the tile's.
// CHECK-LABEL: @row_vector(
// CHECK: tile.load {{.*}} : tensor<64x!tile.ptr<f32>, #tile.slice<{dim = 1, parent = #[[$ROWS]]}>>
// CHECK: tile.store {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
tile.func @row_vector(%v: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %vs = tile.splat %v : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %vq = tile.addptr %vs, %r : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %b = tile.load %vq : tensor<64x!tile.ptr<f32>>
  %b_2d = tile.expand_dims %b {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %bs = tile.broadcast %b_2d : tensor<64x1xf32> -> tensor<64x64xf32>
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rows = tile.broadcast %row : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %pitch = arith.constant dense<64> : tensor<64x64xi32>
  %rows64 = arith.muli %rows, %pitch : tensor<64x64xi32>
  %offset = arith.addi %rows64, %columns : tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %q = tile.addptr %ps, %offset : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %q, %bs : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

}
