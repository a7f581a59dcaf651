// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s

// Places of operands of matrix products: rows of 128 bytes whose chunks of 16
// bytes the row permutes. Tiles are stored 16 bytes at a time, and loaded by
// `ldmatrix`.

#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#words = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#b1 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>

// CHECK-DAG: #[[PERMUTED:.*]] = #tilegpu.linear_shared<{{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
// Words have no `ldmatrix` along N. A vector has two steps of the same slice of
// K, 0 and 4, and none of another slice, which another product takes.
// CHECK-DAG: #[[WORDS:.*]] = #tilegpu.linear_shared<{{\[\[}}4, 0], [0, 1], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [8, 0], [16, 0], [1, 4], [2, 8], [0, 18]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @halves
// CHECK-COUNT-2: tilegpu.local_load %{{.*}} : <64x64xf16, #[[PERMUTED]]>
tile.func private @halves(%x: tensor<64x64xf16, #rows>, %y: tensor<64x64xf16, #rows>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %a = tilegpu.convert_layout pinned %x : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #a>
  %b = tilegpu.convert_layout pinned %y : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #b>
  %0 = tile.dot %a, %b, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %0 : tensor<64x64xf32, #mma>
}

// CHECK-LABEL: @words
// CHECK: tilegpu.local_load %{{.*}} : <32x128xf32, #[[WORDS]]>
tile.func private @words(%a: tensor<64x32xf32, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>>, %y: tensor<32x128xf32, #words>, %c: tensor<64x128xf32, #mma>) -> tensor<64x128xf32, #mma> {
  %b = tilegpu.convert_layout pinned %y : tensor<32x128xf32, #words> -> tensor<32x128xf32, #b1>
  %0 = tile.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x32xf32, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>> * tensor<32x128xf32, #b1> -> tensor<64x128xf32, #mma>
  tile.return %0 : tensor<64x128xf32, #mma>
}
}
