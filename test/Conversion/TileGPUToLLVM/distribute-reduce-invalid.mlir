// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#warps = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @between_warps(%t: tensor<4x32xf32, #warps>) -> tensor<32xf32, #tile.slice<{dim = 0, parent = #warps}>> {
  // expected-error @below {{expected a layout that has all elements along dimension 0 in one warp, found #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>; run tile-split-reductions first}}
  %0 = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<4x32xf32, #warps>) -> tensor<32xf32, #tile.slice<{dim = 0, parent = #warps}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 0, parent = #warps}>>
}
}

// -----

// Lane 1 holds (1, 1) where lane 0 holds (0, 0).
#diagonal = #tile.linear<{register = [[1, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @diagonal(%t: tensor<32x2xf32, #diagonal>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #diagonal}>> {
  // expected-error @below {{where register bit 0 moves along dim1 and along another dimension at once; run tile-split-reductions first}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32x2xf32, #diagonal>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #diagonal}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 1, parent = #diagonal}>>
}
}

// -----

// Each thread holds all of a row, odd lanes in another order.
#turned = #tile.linear<{register = [[0, 1]], lane = [[1, 1], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @turned(%t: tensor<32x2xf32, #turned>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #turned}>> {
  // expected-error @below {{where lane bit 0 moves along dim1 and along another dimension at once; run tile-split-reductions first}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32x2xf32, #turned>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #turned}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 1, parent = #turned}>>
}
}

// -----

#uneven = #tile.linear<{register = [[3]], lane = [[1], [4], [8], [16], [32]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @uneven(%t: tensor<64xf32, #uneven>) -> f32 {
  // expected-error @below {{where register bit 0 moves along dim0 by 3, not by a power of two; run tile-split-reductions first}}
  %0 = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<64xf32, #uneven>) -> f32
  tile.return %0 : f32
}
}

// -----

// Both move to element 1, and together back.
#twice = #tile.linear<{register = [[0, 1], [0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @twice(%t: tensor<32x2xf32, #twice>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #twice}>> {
  // expected-error @below {{where register bit 1 moves along dim1 by 1, as register bit 0 does; run tile-split-reductions first}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32x2xf32, #twice>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #twice}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 1, parent = #twice}>>
}
}

// -----

#shared_step = #tile.linear<{register = [[1]], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @shared_step(%t: tensor<32xf32, #shared_step>) -> f32 {
  // expected-error @below {{where lane bit 0 moves along dim0 by 1, as register bit 0 does; run tile-split-reductions first}}
  %0 = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32xf32, #shared_step>) -> f32
  tile.return %0 : f32
}
}
