// Two conversions for one operation, each next to its load: each is moved once.

// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s

#rows = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [16, 1], order = [1, 0]}>
#wide = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [16, 1], order = [1, 0]}>
#pairs = #tile.blocked<{sizePerThread = [1, 8, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [16, 1, 1], order = [2, 1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 16>} {
  // CHECK-LABEL: @two_loads
  // CHECK-COUNT-2: tile.load
  // CHECK: tilegpu.local_store
  // CHECK: tilegpu.local_store
  // CHECK: tilegpu.local_load
  // CHECK: tilegpu.local_load
  // CHECK: tile.join
  tile.func private @two_loads(%p: tensor<32x8x!tile.ptr<i8>, #rows>, %q: tensor<32x8x!tile.ptr<i8>, #rows>) -> tensor<32x8x2xi8, #pairs> {
    %x = tile.load %p : tensor<32x8x!tile.ptr<i8>, #rows>
    %a = tilegpu.convert_layout %x : tensor<32x8xi8, #rows> -> tensor<32x8xi8, #wide>
    %y = tile.load %q : tensor<32x8x!tile.ptr<i8>, #rows>
    %b = tilegpu.convert_layout %y : tensor<32x8xi8, #rows> -> tensor<32x8xi8, #wide>
    %j = tile.join %a, %b : tensor<32x8xi8, #wide> -> tensor<32x8x2xi8, #pairs>
    tile.return %j : tensor<32x8x2xi8, #pairs>
  }
}
