// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Shape operations whose layouts are tied rename registers; nothing is computed.

#rows = #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [0, 1]}>
#one = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#first = #tile.linear<{register = [[0, 1], [1, 0]], lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [], block = []}>
#last = #tile.linear<{register = [[1, 0], [0, 1]], lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [], block = []}>
#flat = #tile.linear<{register = [[1], [16], [2], [64]], lane = [[4], [8], [32], [128], [0]], warp = [], block = []}>
#deep = #tile.linear<{register = [[0, 0, 1], [0, 4, 0], [0, 0, 2], [1, 0, 0]], lane = [[0, 1, 0], [0, 2, 0], [0, 8, 0], [2, 0, 0], [0, 0, 0]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @trans
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[C]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[3]
tile.func private @trans(%a: tensor<8x16xf32, #rows>) -> tensor<16x8xf32, #columns> {
  %0 = tile.trans %a {order = array<i32: 1, 0>} : tensor<8x16xf32, #rows> -> tensor<16x8xf32, #columns>
  tile.return %0 : tensor<16x8xf32, #columns>
}

// Place 4 * 16 + 3 * 4 + 1 is (1, 3, 1): bits stay bits, in whatever order the
// registers name them.
// CHECK-LABEL: @reshape
// CHECK-SAME: (%[[R0:[^:]*]]: i8, %[[R1:[^:]*]]: i8, {{.*}}, %[[R15:[^:]*]]: i8)
// CHECK: llvm.insertvalue %[[R0]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[R1]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[R15]], %{{.*}}[15]
tile.func private @reshape(%a: tensor<256xi8, #flat>) -> tensor<4x16x4xi8, #deep> {
  %0 = tile.reshape %a : tensor<256xi8, #flat> -> tensor<4x16x4xi8, #deep>
  tile.return %0 : tensor<4x16x4xi8, #deep>
}

// The new dimension in the lowest bit of the register index ...
// CHECK-LABEL: @join_first
// CHECK-SAME: (%[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[B0:.*]]: f32, %[[B1:.*]]: f32)
// CHECK: llvm.insertvalue %[[A0]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B0]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[A1]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[B1]], %{{.*}}[3]
tile.func private @join_first(%a: tensor<64xf32, #one>, %b: tensor<64xf32, #one>) -> tensor<64x2xf32, #first> {
  %0 = tile.join %a, %b : tensor<64xf32, #one> -> tensor<64x2xf32, #first>
  tile.return %0 : tensor<64x2xf32, #first>
}

// ... or in a higher one.
// CHECK-LABEL: @join_last
// CHECK-SAME: (%[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[B0:.*]]: f32, %[[B1:.*]]: f32)
// CHECK: llvm.insertvalue %[[A0]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[A1]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[B0]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[B1]], %{{.*}}[3]
tile.func private @join_last(%a: tensor<64xf32, #one>, %b: tensor<64xf32, #one>) -> tensor<64x2xf32, #last> {
  %0 = tile.join %a, %b : tensor<64xf32, #one> -> tensor<64x2xf32, #last>
  tile.return %0 : tensor<64x2xf32, #last>
}

// CHECK-LABEL: @split_first
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK: %[[X:.*]] = arith.subf %[[A]], %[[B]]
// CHECK: %[[Y:.*]] = arith.subf %[[C]], %[[D]]
// CHECK: llvm.insertvalue %[[X]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[Y]], %{{.*}}[1]
tile.func private @split_first(%a: tensor<64x2xf32, #first>) -> tensor<64xf32, #one> {
  %0, %1 = tile.split %a : tensor<64x2xf32, #first> -> tensor<64xf32, #one>
  %2 = arith.subf %0, %1 : tensor<64xf32, #one>
  tile.return %2 : tensor<64xf32, #one>
}

// CHECK-LABEL: @split_last
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK: %[[X:.*]] = arith.subf %[[A]], %[[C]]
// CHECK: %[[Y:.*]] = arith.subf %[[B]], %[[D]]
tile.func private @split_last(%a: tensor<64x2xf32, #last>) -> tensor<64xf32, #one> {
  %0, %1 = tile.split %a : tensor<64x2xf32, #last> -> tensor<64xf32, #one>
  %2 = arith.subf %0, %1 : tensor<64xf32, #one>
  tile.return %2 : tensor<64xf32, #one>
}

// Of pointers as of numbers.
// CHECK-LABEL: @join_pointers
// CHECK-SAME: (%[[P0:.*]]: !llvm.ptr<1>, %[[P1:.*]]: !llvm.ptr<1>, %[[Q0:.*]]: !llvm.ptr<1>, %[[Q1:.*]]: !llvm.ptr<1>)
// CHECK: llvm.insertvalue %[[P0]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[Q0]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[P1]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[Q1]], %{{.*}}[3]
tile.func private @join_pointers(%a: tensor<32x!tile.ptr<i8>, #one>, %b: tensor<32x!tile.ptr<i8>, #one>) -> tensor<32x2x!tile.ptr<i8>, #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>> {
  %0 = tile.join %a, %b : tensor<32x!tile.ptr<i8>, #one> -> tensor<32x2x!tile.ptr<i8>, #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>>
  tile.return %0 : tensor<32x2x!tile.ptr<i8>, #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>>
}
}
