// RUN: tile-opt %s --split-input-file --tile-insert-shared-memory | FileCheck %s

// A left operand comes by vectors or by `ldmatrix` in as many wavefronts. By `ldmatrix`,
// from rows whose chunks are permuted, its words arrive in the registers where the
// product wants them. Other targets keep the vectors, whose words are of two operands.

// CHECK: #[[ROWS:.*]] = #tilegpu.linear_shared<{{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32]
// CHECK-LABEL: @left(
// CHECK: tilegpu.local_load {{.*}} : <64x64xbf16, #[[ROWS]]>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @left(%a: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #left> {
  %0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #rows> -> tensor<64x64xbf16, #left>
  tile.return %0 : tensor<64x64xbf16, #left>
}
}

// -----

// CHECK: #[[VECTORS:.*]] = #tilegpu.linear_shared<{{\[\[}}0, 1], [8, 0], [16, 0]
// CHECK-LABEL: @left_of_others(
// CHECK: tilegpu.local_load {{.*}} : <64x64xbf16, #[[VECTORS]]>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
tile.func private @left_of_others(%a: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #left> {
  %0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #rows> -> tensor<64x64xbf16, #left>
  tile.return %0 : tensor<64x64xbf16, #left>
}
}
