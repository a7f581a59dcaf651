// RUN: tile-opt %s -split-input-file -verify-diagnostics

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @key_of_floats(%k: tensor<128xf32, #b>) {
  // expected-error @below {{'tilegpu.compare_exchange' op expected a key of integers, found 'tensor<128xf32}}
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 1>} : tensor<128xf32, #b>
  tile.return
}

// -----

tile.func private @no_key() {
  // expected-error @below {{expected a key}}
  "tilegpu.keep_first"() {axis = 0 : i32, distance = 1 : i32} : () -> ()
  tile.return
}

// -----

tile.func private @no_layout(%k: tensor<128xi32>) {
  // expected-error @below {{expected tiles with layouts, found 'tensor<128xi32>'}}
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 1>} : tensor<128xi32>
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @no_such_axis(%k: tensor<128xi32, #b>) {
  // expected-error @below {{expected tiles with a dimension 1, found}}
  %0 = tilegpu.compare_exchange %k {axis = 1 : i32, runs = 0 : i32, steps = array<i32: 1>} : tensor<128xi32, #b>
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @tie_breaker(%k: tensor<128xi32, #b>, %v: tensor<128xi64, #b>) {
  // expected-error @below {{expected a second operand of i32, which breaks ties}}
  %0, %1 = tilegpu.compare_exchange %k, %v {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 1>, breaksTies} : tensor<128xi32, #b>, tensor<128xi64, #b>
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @runs_beyond_the_axis(%k: tensor<128xi32, #b>) {
  // expected-error @below {{expected 'runs' from 0 to 7, found 8}}
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 8 : i32, steps = array<i32>} : tensor<128xi32, #b>
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @runs_between_threads(%k: tensor<128xi32, #b>) {
  // expected-error @below {{expected runs of 4 elements along dimension 0 in one thread, in one order for all threads, found layout}}
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 2 : i32, steps = array<i32>} : tensor<128xi32, #b>
  tile.return
}

// -----

// The upper lane has the lower element in its upper register.
#swizzled = #tile.linear<{register = [[1]], lane = [[3], [0], [0], [0], [0]], warp = [], block = []}>
tile.func private @runs_in_two_orders(%k: tensor<4xi32, #swizzled>) {
  // expected-error @below {{expected runs of 2 elements along dimension 0 in one thread, in one order for all threads, found layout}}
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 1 : i32, steps = array<i32>} : tensor<4xi32, #swizzled>
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @steps_of_nothing(%k: tensor<128xi32, #b>) {
  // expected-error @below {{expected steps from 1 to 127, found 0}}
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 1, 0>} : tensor<128xi32, #b>
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @steps_between_warps(%k: tensor<128xi32, #b>) {
  // expected-error @below {{expected elements 64 apart along dimension 0 in one warp, found layout}}
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 64>} : tensor<128xi32, #b>
  tile.return
}

// -----

#whole = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
tile.func private @keep_first_distance(%k: tensor<8xi32, #whole>) {
  // expected-error @below {{'tilegpu.keep_first' op expected a distance from 4 to 7, found 3}}
  %0 = tilegpu.keep_first %k {axis = 0 : i32, distance = 3 : i32} : tensor<8xi32, #whole> -> tensor<4xi32, #whole>
  tile.return
}

// -----

#whole = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
tile.func private @keep_first_results(%k: tensor<8xi32, #whole>) {
  // expected-error @below {{expected as many results as operands, found 0 and 1}}
  "tilegpu.keep_first"(%k) {axis = 0 : i32, distance = 7 : i32} : (tensor<8xi32, #whole>) -> ()
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tile.func private @keep_first_between_warps(%k: tensor<128xi32, #b>) {
  // expected-error @below {{expected elements 64 apart along dimension 0 in one warp, found layout}}
  %0 = tilegpu.keep_first %k {axis = 0 : i32, distance = 64 : i32} : tensor<128xi32, #b> -> tensor<64xi32, #b>
  tile.return
}

// -----

#whole = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
tile.func private @keep_first_shape(%k: tensor<8xi32, #whole>) {
  // expected-error @below {{expected a result of type 'tensor<4xi32>' with a layout, found}}
  %0 = tilegpu.keep_first %k {axis = 0 : i32, distance = 7 : i32} : tensor<8xi32, #whole> -> tensor<8xi32, #whole>
  tile.return
}

// -----

#whole = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
tile.func private @keep_first_layout(%k: tensor<8xi32, #whole>) {
  // expected-error @below {{expected a result that each thread has of what its warp holds}}
  %0 = tilegpu.keep_first %k {axis = 0 : i32, distance = 7 : i32} : tensor<8xi32, #whole> -> tensor<4xi32, #whole>
  tile.return
}

// -----

#whole = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
tile.func private @relabel_layouts(%k: tensor<8xi32>) {
  // expected-error @below {{'tilegpu.relabel' op expected tiles with layouts, found 'tensor<8xi32>'}}
  %0 = tilegpu.relabel %k : tensor<8xi32> -> tensor<8xi32, #whole>
  tile.return
}

// -----

#whole = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
#copies = #tile.linear<{register = [[1], [2]], lane = [[0], [4], [0], [0], [0]], warp = [], block = []}>
tile.func private @relabel_copies(%k: tensor<8xi32, #whole>) {
  // expected-error @below {{expected each thread to hold as many elements in both layouts, with the same copies, found}}
  %0 = tilegpu.relabel %k : tensor<8xi32, #whole> -> tensor<8xi32, #copies>
  tile.return
}
