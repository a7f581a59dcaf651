// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

#lanes = #tile.blocked<{sizePerThread = [1, 2], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @between_lanes(%t: tensor<16x4xf32, #lanes>) -> tensor<16xf32, #tile.slice<{dim = 1, parent = #lanes}>> {
  // expected-error @below {{reducing between threads is not supported yet: along dimension 1, elements (0, 0) and (0, 2) are in threads 0 and 1, by layout #tile.blocked<{sizePerThread = [1, 2]}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<16x4xf32, #lanes>) -> tensor<16xf32, #tile.slice<{dim = 1, parent = #lanes}>>
  tile.return %0 : tensor<16xf32, #tile.slice<{dim = 1, parent = #lanes}>>
}
}

// -----

#warps = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @between_warps(%t: tensor<4x32xf32, #warps>) -> tensor<32xf32, #tile.slice<{dim = 0, parent = #warps}>> {
  // expected-error @below {{reducing between threads is not supported yet: along dimension 0, elements (0, 0) and (1, 0) are in threads 0 and 32, by layout}}
  %0 = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<4x32xf32, #warps>) -> tensor<32xf32, #tile.slice<{dim = 0, parent = #warps}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 0, parent = #warps}>>
}
}

// -----

// Lane 1 holds (1, 1) where lane 0 holds (0, 0): a row is in two threads.
#diagonal = #tile.linear<{register = [[1, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @diagonal(%t: tensor<32x2xf32, #diagonal>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #diagonal}>> {
  // expected-error @below {{reducing between threads is not supported yet: along dimension 1, elements (0, 0) and (0, 1) are in threads 0 and 1}}
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
  // expected-error @below {{expected the order along dimension 1 to be the same in all threads, found layout #tile.linear}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<32x2xf32, #turned>) -> tensor<32xf32, #tile.slice<{dim = 1, parent = #turned}>>
  tile.return %0 : tensor<32xf32, #tile.slice<{dim = 1, parent = #turned}>>
}
}

// -----

#four = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func private @pointers(%t: tensor<32x4x!tile.ptr<i8>, #four>) -> tensor<32x!tile.ptr<i8>, #tile.slice<{dim = 1, parent = #four}>> {
  // expected-error @below {{reducing pointers and 8-bit floats is not supported yet, found 'tensor<32x4x!tile.ptr<i8>, #tile.blocked}}
  %0 = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: !tile.ptr<i8>, %b: !tile.ptr<i8>):
    tile.reduce.return %a : !tile.ptr<i8>
  }) : (tensor<32x4x!tile.ptr<i8>, #four>) -> tensor<32x!tile.ptr<i8>, #tile.slice<{dim = 1, parent = #four}>>
  tile.return %0 : tensor<32x!tile.ptr<i8>, #tile.slice<{dim = 1, parent = #four}>>
}
}
