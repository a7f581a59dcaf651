// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#warps = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @across_warps(%t: tensor<128xf32, #warps>) -> tensor<128xf32, #warps> {
  // expected-error@+1 {{'tile.scan' op expected a layout that has all elements along dimension 0 in one warp, found #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>; run tile-split-scans first}}
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.scan.return %b : f32
  }) : (tensor<128xf32, #warps>) -> tensor<128xf32, #warps>
  tile.return %0 : tensor<128xf32, #warps>
}
}

// -----

#mixed = #tile.linear<{register = [[0, 1]], lane = [[1, 1], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @mixed(%t: tensor<32x2xf32, #mixed>) -> tensor<32x2xf32, #mixed> {
  // expected-error@+1 {{where lane bit 0 moves along dim1 and along dim0 at once; run tile-split-scans first}}
  %0 = "tile.scan"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.scan.return %b : f32
  }) : (tensor<32x2xf32, #mixed>) -> tensor<32x2xf32, #mixed>
  tile.return %0 : tensor<32x2xf32, #mixed>
}
}
