// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-distribute-to-threads

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#sa = #tile.linear<{register = [], lane = [[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#sb = #tile.linear<{register = [], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func private @target_without_scales(%a: tensor<16x32xf8E4M3FN, #a>, %s: tensor<16x1xi8, #sa>, %b: tensor<32x8xi8, #b>, %t: tensor<8x1xi8, #sb>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  // expected-error @below {{'tile.dot_scaled' op expected types for which the target has an instruction with scales, found e4m3 and e2m3 for sm_100a}}
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e2m3 {fastMath = false} : tensor<16x32xf8E4M3FN, #a>, tensor<16x1xi8, #sa> * tensor<32x8xi8, #b>, tensor<8x1xi8, #sb> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#sb = #tile.linear<{register = [], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_120a", num_warps = 1>} {
tile.func private @one_scale(%a: tensor<16x32xf8E4M3FN, #a>, %b: tensor<32x8xi8, #b>, %t: tensor<8x1xi8, #sb>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  // expected-error @below {{'tile.dot_scaled' op expected types for which the target has an instruction with scales, found}}
  %0 = tile.dot_scaled %a, %b scale %t, %c lhs = e4m3 rhs = e2m3 {fastMath = false} : tensor<16x32xf8E4M3FN, #a> * tensor<32x8xi8, #b>, tensor<8x1xi8, #sb> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#sb = #tile.linear<{register = [], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#other = #tile.linear<{register = [[8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_120a", num_warps = 1>} {
tile.func private @layout_of_scales(%a: tensor<16x32xf8E4M3FN, #a>, %s: tensor<16x1xi8, #other>, %b: tensor<32x8xi8, #b>, %t: tensor<8x1xi8, #sb>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  // expected-error-re @below {{{{.*}} op expected the scales of a in the layout #tile.linear<{register = [], lane = {{.*}}8, 0], [0, 0], {{.*}}found #tile.linear}}
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e2m3 {fastMath = false} : tensor<16x32xf8E4M3FN, #a>, tensor<16x1xi8, #other> * tensor<32x8xi8, #b>, tensor<8x1xi8, #sb> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>
#sa = #tile.linear<{register = [[0, 1]], lane = [[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#sb = #tile.linear<{register = [[0, 1]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_120a", num_warps = 1>} {
tile.func private @order_of_blocks(%a: tensor<16x32xi8, #a>, %s: tensor<16x2xi8, #sa>, %b: tensor<32x8xi8, #b>, %t: tensor<8x2xi8, #sb>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  // expected-error @below {{'tile.dot_scaled' op expected instructions to take neighbouring blocks of 32 bytes along K, found #tile.dot_op}}
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x32xi8, #a>, tensor<16x2xi8, #sa> * tensor<32x8xi8, #b>, tensor<8x2xi8, #sb> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#blocked = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #tile.dot_op<{opIdx = 0, parent = #blocked}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#sa = #tile.linear<{register = [], lane = [[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#sb = #tile.linear<{register = [], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_120a", num_warps = 1>} {
tile.func private @no_fragments(%a: tensor<16x32xf8E4M3FN, #a>, %s: tensor<16x1xi8, #sa>, %b: tensor<32x8xi8, #b>, %t: tensor<8x1xi8, #sb>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  // expected-error @below {{'tile.dot_scaled' op expected a and b in #tile.dot_op of the result's layout, #tile.nvidia_mma}}
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e2m3 {fastMath = false} : tensor<16x32xf8E4M3FN, #a>, tensor<16x1xi8, #sa> * tensor<32x8xi8, #b>, tensor<8x1xi8, #sb> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}
}
