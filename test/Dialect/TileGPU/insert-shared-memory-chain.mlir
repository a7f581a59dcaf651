// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s
// RUN: tile-opt %s --tile-insert-shared-memory --tile-allocate-shared-memory --tile-insert-barriers --tilegpu-to-llvm -o /dev/null

// Two conversions in a row, each by shuffles, are one that goes through shared memory:
// their folder would make it of them, when it is too late for that.

#a = #tile.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [4, 2, 4], warpsPerCTA = [1, 1, 1], order = [2, 1, 0]}>
#b = #tile.linear<{register = [[1, 0, 0]], lane = [[1, 0, 2], [0, 0, 2], [0, 0, 1], [0, 0, 2], [0, 1, 0]], warp = [], block = []}>
#c = #tile.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 4, 4], warpsPerCTA = [1, 1, 1], order = [0, 1, 2]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @chain
// CHECK: tilegpu.local_store
// CHECK: tilegpu.local_load
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func private @chain(%x: tensor<2x2xi8, #tile.slice<{dim = 2, parent = #a}>>) -> tensor<2x2xi8, #tile.slice<{dim = 1, parent = #c}>> {
  %0 = tilegpu.convert_layout %x : tensor<2x2xi8, #tile.slice<{dim = 2, parent = #a}>> -> tensor<2x2xi8, #tile.slice<{dim = 2, parent = #b}>>
  %1 = tilegpu.convert_layout %0 : tensor<2x2xi8, #tile.slice<{dim = 2, parent = #b}>> -> tensor<2x2xi8, #tile.slice<{dim = 1, parent = #c}>>
  tile.return %1 : tensor<2x2xi8, #tile.slice<{dim = 1, parent = #c}>>
}
}
