// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @between_threads(%a: tensor<256xf32, #one>) -> tensor<256xf32, #two> {
  // expected-error@+1 {{moving elements between threads is not supported yet: element (1) from thread 1 to thread 0, from layout #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}> to #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>}}
  %0 = tilegpu.convert_layout %a : tensor<256xf32, #one> -> tensor<256xf32, #two>
  tile.return %0 : tensor<256xf32, #two>
}
}

// -----

// Each thread has all elements, but which one it must give depends on the
// thread.
#all = #tile.linear<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [], block = []}>
#spread = #tile.linear<{register = [], lane = [[1], [2], [0], [0], [0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @from_all_threads(%a: tensor<4xf32, #all>) -> tensor<4xf32, #spread> {
  // expected-error@+1 {{moving elements between threads is not supported yet: from layout #tile.linear}}
  %0 = tilegpu.convert_layout %a : tensor<4xf32, #all> -> tensor<4xf32, #spread>
  tile.return %0 : tensor<4xf32, #spread>
}
}
