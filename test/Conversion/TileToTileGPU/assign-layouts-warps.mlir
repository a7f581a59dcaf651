// RUN: tile-opt %s --tile-assign-layouts -split-input-file | FileCheck %s

// Lanes and warps that the tile has no elements for go to the slowest dimension.

// CHECK: #[[ONE:.*]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-LABEL: @one_warp
// CHECK: tensor<1xi32, #[[ONE]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @one_warp(%a: tensor<1xi32>) {
  tile.return
}
}

// -----

// CHECK: #[[TWO:.*]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [32, 1], order = [1, 0]}>
// CHECK-LABEL: @thirty_two_warps
// CHECK: tensor<4x2xi32, #[[TWO]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 32>} {
tile.func private @thirty_two_warps(%a: tensor<4x2xi32>) {
  tile.return
}
}

// -----

// CHECK: #[[WIDE:.*]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
// CHECK-LABEL: @largest
// CHECK: tensor<1x65536xi32, #[[WIDE]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
tile.func private @largest(%a: tensor<1x65536xi32>) {
  tile.return
}
}
