// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a2 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b4 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @other_steps_of_k(%a: tensor<16x16xf16, #a2>, %b: tensor<16x8xf16, #b4>, %c: tensor<16x8xf32, #mma>) {
  // expected-error @below {{'tile.dot' op expected a and b in #tile.dot_op of the result's layout, #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, found #tile.dot_op<{opIdx = 0, parent = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = 2}> and #tile.dot_op<{opIdx = 1, parent = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = 4}>; for tensor cores: lanes 1 and 2 have other steps along K in a than in b; for threads: a thread has other rows or columns of the operands than of the result}}
  %0 = tile.dot %a, %b, %c : tensor<16x16xf16, #a2> * tensor<16x8xf16, #b4> -> tensor<16x8xf32, #mma>
  tile.return
}
}

// -----

#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @operands_as_the_result(%a: tensor<16x16xf16, #blocked>, %c: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{for tensor cores: lanes 1 and 2 have other steps along K in a than in b; for threads: a thread has other rows or columns of the operands than of the result}}
  %0 = tile.dot %a, %a, %c : tensor<16x16xf16, #blocked> * tensor<16x16xf16, #blocked> -> tensor<16x16xf32, #blocked>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a1 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#b1 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @no_instruction(%a: tensor<16x8xf32, #a1>, %b: tensor<8x8xf32, #b1>, %c: tensor<16x8xf32, #mma>) {
  // expected-error @below {{for tensor cores: they have no instruction for these elements; for threads:}}
  %0 = tile.dot %a, %b, %c : tensor<16x8xf32, #a1> * tensor<8x8xf32, #b1> -> tensor<16x8xf32, #mma>
  tile.return
}
}
