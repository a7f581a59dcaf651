// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory -verify-diagnostics | FileCheck %s

// Accesses that share a layout and want different orders.

// CHECK-DAG: #[[$BLOCKS:.+]] = #tile.blocked<{sizePerThread = [8, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[$SMALL:.+]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Loaded by columns, stored by rows as numbers of twice the size: rows win, and
// each thread has a block whose columns it loads at once. No remark.
// CHECK-LABEL: @transposed(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f16>, #[[$BLOCKS]]>
// CHECK: tile.store {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$BLOCKS]]>
tile.func @transposed(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rows = tile.broadcast %row : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %pitch = arith.constant dense<64> : tensor<64x64xi32>
  %rows64 = arith.muli %rows, %pitch : tensor<64x64xi32>
  %columns64 = arith.muli %columns, %pitch : tensor<64x64xi32>
  %by_column = arith.addi %columns64, %rows : tensor<64x64xi32>
  %by_row = arith.addi %rows64, %columns : tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %pq = tile.addptr %ps, %by_column : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %by_row : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %pq : tensor<64x64x!tile.ptr<f16>>
  %y = arith.extf %x : tensor<64x64xf16> to tensor<64x64xf32>
  tile.store %dq, %y : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// Loaded by columns, stored by rows as numbers of twice the size: rows win.
// The columns are not aligned, so each element is an access. So small a tile is
// not worth a conversion.
// CHECK-LABEL: @transposed_unaligned(
// CHECK: tile.load {{.*}} : tensor<8x8x!tile.ptr<f16>, #[[$SMALL]]>
// CHECK: tile.store {{.*}} : tensor<8x8x!tile.ptr<f32>, #[[$SMALL]]>
tile.func @transposed_unaligned(%p: !tile.ptr<f16>, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %rows = tile.broadcast %row : tensor<8x1xi32> -> tensor<8x8xi32>
  %columns = tile.broadcast %column : tensor<1x8xi32> -> tensor<8x8xi32>
  %pitch = arith.constant dense<64> : tensor<8x8xi32>
  %rows64 = arith.muli %rows, %pitch : tensor<8x8xi32>
  %columns64 = arith.muli %columns, %pitch : tensor<8x8xi32>
  %by_column = arith.addi %columns64, %rows : tensor<8x8xi32>
  %by_row = arith.addi %rows64, %columns : tensor<8x8xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<8x8x!tile.ptr<f16>>
  %pq = tile.addptr %ps, %by_column : tensor<8x8x!tile.ptr<f16>>, tensor<8x8xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<8x8x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %by_row : tensor<8x8x!tile.ptr<f32>>, tensor<8x8xi32>
  // expected-remark@below {{not coalesced: addresses are consecutive along dimension 0, but the layout that the access shares with others is fastest along dimension 1}}
  %x = tile.load %pq : tensor<8x8x!tile.ptr<f16>>
  %y = arith.extf %x : tensor<8x8xf16> to tensor<8x8xf32>
  tile.store %dq, %y : tensor<8x8x!tile.ptr<f32>>
  tile.return
}

}
