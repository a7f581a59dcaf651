// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s

// Conversions that lanes cannot do become a place in shared memory, a store and a
// load.

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#lanes = #tile.linear<{register = [[0, 8], [0, 16]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#registers = #tile.linear<{register = [[0, 16], [0, 8]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#halves = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// What becomes #right transposed.
#turned = #tile.linear<{register = [[0, 1], [0, 8], [0, 16], [0, 32], [8, 0], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]], block = []}>
#reversed = #tile.linear<{register = [], lane = [[16], [8], [4], [2], [1]], warp = [[32], [64]], block = []}>

// CHECK: #[[SHARED:.+]] = #tilegpu.linear_shared

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @between_warps(
// CHECK-SAME: %[[A:.*]]: tensor
// CHECK-NEXT: %[[PLACE:.*]] = tilegpu.local_alloc : <32x32xf32, #[[SHARED]]>
// CHECK-NEXT: tilegpu.local_store %[[A]], %[[PLACE]]
// CHECK-NEXT: %[[B:.*]] = tilegpu.local_load %[[PLACE]]
// CHECK-NEXT: tile.return %[[B]]
tile.func private @between_warps(%a: tensor<32x32xf32, #rows>) -> tensor<32x32xf32, #columns> {
  %0 = tilegpu.convert_layout %a : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  tile.return %0 : tensor<32x32xf32, #columns>
}

// What needs no shared memory stays as it is.
// CHECK-LABEL: @other_ways(
// CHECK-NOT: tilegpu.local
// CHECK-COUNT-2: tilegpu.convert_layout
// CHECK-NOT: tilegpu.local
// CHECK: tile.return
tile.func private @other_ways(%a: tensor<16x32xf32, #lanes>, %b: tensor<128xf32, #one>) -> (tensor<16x32xf32, #registers>, tensor<128xf32, #reversed>) {
  %0 = tilegpu.convert_layout %a : tensor<16x32xf32, #lanes> -> tensor<16x32xf32, #registers>
  %1 = tilegpu.convert_layout %b : tensor<128xf32, #one> -> tensor<128xf32, #reversed>
  tile.return %0, %1 : tensor<16x32xf32, #registers>, tensor<128xf32, #reversed>
}

// Conversions of what is there already store together.
// CHECK-LABEL: @together(
// CHECK-COUNT-2: tilegpu.local_alloc
// CHECK-COUNT-2: tilegpu.local_store
// CHECK-NOT: tilegpu.local_store
// CHECK: tilegpu.local_load
// CHECK-NEXT: arith.negf
// CHECK-NEXT: tilegpu.local_load
// CHECK-NEXT: arith.addf
tile.func private @together(%a: tensor<32x32xf32, #rows>, %b: tensor<32x32xf32, #rows>) -> tensor<32x32xf32, #columns> {
  %0 = tilegpu.convert_layout %a : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  %1 = arith.negf %0 : tensor<32x32xf32, #columns>
  %2 = tilegpu.convert_layout %b : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  %3 = arith.addf %1, %2 : tensor<32x32xf32, #columns>
  tile.return %3 : tensor<32x32xf32, #columns>
}

// The second one converts what comes of the first.
// CHECK-LABEL: @one_after_the_other(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
tile.func private @one_after_the_other(%a: tensor<32x32xf32, #rows>) -> tensor<32x32xf32, #rows> {
  %0 = tilegpu.convert_layout %a : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  %1 = arith.negf %0 : tensor<32x32xf32, #columns>
  %2 = tilegpu.convert_layout %1 : tensor<32x32xf32, #columns> -> tensor<32x32xf32, #rows>
  tile.return %2 : tensor<32x32xf32, #rows>
}

// Together they would take 64 KiB.
// CHECK-LABEL: @too_large_together(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
tile.func private @too_large_together(%a: tensor<128x64xf32, #rows>, %b: tensor<128x64xf32, #rows>) -> (tensor<128x64xf32, #columns>, tensor<128x64xf32, #columns>) {
  %0 = tilegpu.convert_layout %a : tensor<128x64xf32, #rows> -> tensor<128x64xf32, #columns>
  %1 = tilegpu.convert_layout %b : tensor<128x64xf32, #rows> -> tensor<128x64xf32, #columns>
  tile.return %0, %1 : tensor<128x64xf32, #columns>, tensor<128x64xf32, #columns>
}

// A branch between them may need shared memory itself, so the second one waits.
// CHECK-LABEL: @around_a_branch(
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
// CHECK: scf.if
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
// CHECK: }
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
tile.func private @around_a_branch(%a: tensor<32x32xf32, #rows>, %b: tensor<32x32xf32, #rows>, %c: i1) -> (tensor<32x32xf32, #columns>, tensor<32x32xf32, #rows>, tensor<32x32xf32, #columns>) {
  %0 = tilegpu.convert_layout %a : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  %1 = scf.if %c -> tensor<32x32xf32, #rows> {
    %3 = arith.negf %0 : tensor<32x32xf32, #columns>
    %4 = tilegpu.convert_layout %3 : tensor<32x32xf32, #columns> -> tensor<32x32xf32, #rows>
    scf.yield %4 : tensor<32x32xf32, #rows>
  } else {
    scf.yield %a : tensor<32x32xf32, #rows>
  }
  %2 = tilegpu.convert_layout %b : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
  tile.return %0, %1, %2 : tensor<32x32xf32, #columns>, tensor<32x32xf32, #rows>, tensor<32x32xf32, #columns>
}

// Conversions of one tile store it once, in a place that suits both loads.
// CHECK-LABEL: @of_one_tile(
// CHECK-SAME: %[[A:[^:]*]]: tensor
// CHECK: %[[PLACE:.*]] = tilegpu.local_alloc
// CHECK-NEXT: tilegpu.local_store %[[A]], %[[PLACE]]
// CHECK-NEXT: tilegpu.local_load %[[PLACE]] {{.*}} -> tensor<64x64xf16, #[[B:.*]]>
// CHECK-NEXT: tile.trans
// CHECK-NEXT: tile.dot
// CHECK-NOT: tilegpu.local_store
// CHECK: tilegpu.local_load %[[PLACE]] {{.*}} -> tensor<64x64xf16, #[[RIGHT:.*]]>
// CHECK: tile.dot
tile.func private @of_one_tile(%a: tensor<64x64xf16, #halves>, %b: tensor<64x64xf16, #left>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %0 = tilegpu.convert_layout %a : tensor<64x64xf16, #halves> -> tensor<64x64xf16, #turned>
  %1 = tile.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #turned> -> tensor<64x64xf16, #right>
  %2 = tile.dot %b, %1, %c : tensor<64x64xf16, #left> * tensor<64x64xf16, #right> -> tensor<64x64xf32, #mma>
  %3 = arith.truncf %2 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
  %4 = tilegpu.convert_layout %3 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
  %5 = tilegpu.convert_layout %a : tensor<64x64xf16, #halves> -> tensor<64x64xf16, #right>
  %6 = tile.dot %4, %5, %c : tensor<64x64xf16, #left> * tensor<64x64xf16, #right> -> tensor<64x64xf32, #mma>
  tile.return %6 : tensor<64x64xf32, #mma>
}
}
