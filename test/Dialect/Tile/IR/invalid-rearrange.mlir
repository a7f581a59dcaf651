// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @reshape_element(%t: tensor<4xf32>) {
  // expected-error @below {{expected a result of elements 'f32', found 'i32'}}
  %0 = tile.reshape %t : tensor<4xf32> -> tensor<2x2xi32>
  tile.return
}

// -----

tile.func private @reshape_size(%t: tensor<4xf32>) {
  // expected-error @below {{expected a result of 4 elements, found 8}}
  %0 = tile.reshape %t : tensor<4xf32> -> tensor<2x4xf32>
  tile.return
}

// -----

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @reshape_layout_one_side(%t: tensor<128xf32, #one>) {
  // expected-error @below {{expected layouts on all tiles or on none, found 'tensor<128xf32, #tile.blocked}}
  %0 = tile.reshape %t : tensor<128xf32, #one> -> tensor<2x64xf32>
  tile.return
}

// -----

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tile.func private @reshape_layout(%t: tensor<64xf32, #one>) {
  // expected-error @below {{expected an operand of layout #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>, found #tile.blocked<{sizePerThread = [1]}}
  %0 = tile.reshape %t : tensor<64xf32, #one> -> tensor<32x2xf32, #tile.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>>
  tile.return
}

// -----

tile.func private @trans_order_missing(%t: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'order'}}
  %0 = tile.trans %t : tensor<4x8xf32> -> tensor<8x4xf32>
  tile.return
}

// -----

tile.func private @trans_order_short(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected order to be a permutation of 0 to 1, found array<i32: 0>}}
  %0 = tile.trans %t {order = array<i32: 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  tile.return
}

// -----

tile.func private @trans_order_twice(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected order to be a permutation of 0 to 1, found array<i32: 1, 1>}}
  %0 = tile.trans %t {order = array<i32: 1, 1>} : tensor<4x8xf32> -> tensor<8x8xf32>
  tile.return
}

// -----

tile.func private @trans_shape(%t: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'}}
  %0 = tile.trans %t {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tile.func private @trans_layout(%t: tensor<16x32xf32, #rows>) {
  // expected-error @below {{expected an operand of layout #tile.blocked<{sizePerThread = [4, 1]}}
  %0 = tile.trans %t {order = array<i32: 1, 0>} : tensor<16x32xf32, #rows> -> tensor<32x16xf32, #rows>
  tile.return
}

// -----

tile.func private @join_operands(%s: tensor<4xf32>, %t: tensor<8xf32>) {
  // expected-error @below {{requires all operands to have the same type}}
  %0 = "tile.join"(%s, %t) : (tensor<4xf32>, tensor<8xf32>) -> tensor<4x2xf32>
  tile.return
}

// -----

tile.func private @join_result(%t: tensor<4xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{inferred type(s) 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  %0 = tile.join %t, %t : tensor<4xf32> -> tensor<2x4xf32>
  tile.return
}

// -----

tile.func private @join_rank(%t: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x4xf32>) {
  // expected-error @below {{expected a tile of 1 to 20 dimensions, found 21}}
  %0 = tile.join %t, %t : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x4xf32> -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x4x2xf32>
  tile.return
}

// -----

// The two halves in two lanes.
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#lanes = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
tile.func private @join_layout(%t: tensor<32xf32, #one>) {
  // expected-error @below {{expected a layout with a register for dimension 1 and nothing else along it, found #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2]}}
  %0 = tile.join %t, %t : tensor<32xf32, #one> -> tensor<32x2xf32, #lanes>
  tile.return
}

// -----

tile.func private @split_size(%t: tensor<2x4xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected a tile of at least 2 dimensions, the last of size 2, found 'tensor<2x4xf32>'}}
  %0, %1 = tile.split %t : tensor<2x4xf32> -> tensor<2xf32>
  tile.return
}

// -----

tile.func private @split_rank(%t: tensor<2xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected a tile of at least 2 dimensions, the last of size 2, found 'tensor<2xf32>'}}
  %0, %1 = tile.split %t : tensor<2xf32> -> tensor<1xf32>
  tile.return
}

// -----

tile.func private @split_results(%t: tensor<4x2xf32>) {
  // expected-error @below {{the results have one type}}
  %0, %1 = "tile.split"(%t) : (tensor<4x2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  tile.return
}

// -----

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#lanes = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
tile.func private @split_layout(%t: tensor<32x2xf32, #lanes>) {
  // expected-error @below {{expected a layout with a register for dimension 1 and nothing else along it, found #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2]}}
  %0, %1 = tile.split %t : tensor<32x2xf32, #lanes> -> tensor<32xf32, #one>
  tile.return
}

// -----

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#pairs = #tile.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
tile.func private @split_layout_of_results(%t: tensor<64x2xf32, #pairs>) {
  // expected-error @below {{expected a result of layout #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>, found #tile.blocked<{sizePerThread = [2]}}
  %0, %1 = tile.split %t : tensor<64x2xf32, #pairs> -> tensor<64xf32, #two>
  tile.return
}

// -----

tile.func private @cat_result(%a: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{inferred type(s) 'tensor<8x8xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf32>'}}
  %0 = tile.cat %a, %a : tensor<4x8xf32> -> tensor<4x16xf32>
  tile.return
}
