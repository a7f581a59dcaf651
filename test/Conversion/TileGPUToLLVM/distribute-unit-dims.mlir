// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Vectors form along the fastest dimension that has more than one element.

#rows_first = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1]}>
#columns_first = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#skewed = #tile.linear<{register = [[1], [6], [4]], lane = [[8], [16], [32], [64], [128]], warp = [], block = []}>
#middle = #tile.linear<{register = [[1], [7], [2]], lane = [[8], [16], [32], [64], [128]], warp = [], block = []}>
#rows = #tile.slice<{dim = 1, parent = #rows_first}>
#columns = #tile.slice<{dim = 0, parent = #rows_first}>
#down = #tile.slice<{dim = 1, parent = #columns_first}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: llvm.func @one_row(
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[I:.*]]] :
// CHECK: %[[V:.*]] = llvm.load %[[P]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-NOT: llvm.load
tile.func public @one_row(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #columns>
  %e = tile.expand_dims %r {axis = 0 : i32} : tensor<128xi32, #columns> -> tensor<1x128xi32, #rows_first>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1x128x!tile.ptr<f32>, #rows_first>
  %q = tile.addptr %s, %e : tensor<1x128x!tile.ptr<f32>, #rows_first>, tensor<1x128xi32, #rows_first>
  %v = tile.load %q : tensor<1x128x!tile.ptr<f32>, #rows_first>
  tile.return
}

// CHECK-LABEL: llvm.func @one_column(
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store
tile.func public @one_column(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: f32) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #down>
  %e = tile.expand_dims %r {axis = 1 : i32} : tensor<128xi32, #down> -> tensor<128x1xi32, #columns_first>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<128x1x!tile.ptr<f32>, #columns_first>
  %q = tile.addptr %s, %e : tensor<128x1x!tile.ptr<f32>, #columns_first>, tensor<128x1xi32, #columns_first>
  %v = tile.splat %x : f32 -> tensor<128x1xf32, #columns_first>
  tile.store %q, %v : tensor<128x1x!tile.ptr<f32>, #columns_first>
  tile.return
}

// Register bit 1 moves by 4 + 2, bit 2 by 4: vectors of two only.
// CHECK-LABEL: llvm.func @skewed(
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
// CHECK-NOT: llvm.load
tile.func public @skewed(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #skewed>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #skewed>
  %q = tile.addptr %s, %r : tensor<256x!tile.ptr<f32>, #skewed>, tensor<256xi32, #skewed>
  %v = tile.load %q : tensor<256x!tile.ptr<f32>, #skewed>
  tile.return
}

// Registers 0 to 7 hold elements 0, 1, 7, 6, 2, 3, 5, 4 of the thread: each
// vector begins where its lowest element is, in register 0 and in register 7.
// CHECK-LABEL: llvm.func @begins_at_lowest(
// CHECK: %[[T:.*]] = llvm.shl
// CHECK: %[[C1:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.or disjoint %[[T]], %[[C1]]
// CHECK: %[[C4:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[I4:.*]] = llvm.or disjoint %[[T]], %[[C4]]
// CHECK: %[[P0:.*]] = llvm.getelementptr %arg0[%[[T]]]
// CHECK: %[[P4:.*]] = llvm.getelementptr %arg0[%[[I4]]]
// CHECK: llvm.load %[[P0]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: llvm.load %[[P4]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-NOT: llvm.load
tile.func public @begins_at_lowest(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #middle>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #middle>
  %q = tile.addptr %s, %r : tensor<256x!tile.ptr<f32>, #middle>, tensor<256xi32, #middle>
  %v = tile.load %q : tensor<256x!tile.ptr<f32>, #middle>
  tile.return
}
}
