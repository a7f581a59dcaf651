// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @axis(%t: tensor<8xf32>, %i: tensor<8xi32>) {
  // expected-error @below {{'tile.gather' op expected a tile with a dimension 1, found 'tensor<8xf32>'}}
  %0 = tile.gather %t[%i] {axis = 1 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @axis_negative(%t: tensor<8xf32>, %i: tensor<8xi32>) {
  // expected-error @below {{'tile.gather' op expected a tile with a dimension -1, found 'tensor<8xf32>'}}
  %0 = tile.gather %t[%i] {axis = -1 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @extents(%t: tensor<8x16xf32>, %i: tensor<4x32xi32>) {
  // expected-error @below {{'tile.gather' op expected indices with the extents of the tile except along dimension 1, found 'tensor<8x16xf32>' and 'tensor<4x32xi32>'}}
  %0 = tile.gather %t[%i] {axis = 1 : i32} : (tensor<8x16xf32>, tensor<4x32xi32>) -> tensor<4x32xf32>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tile.func private @result_layout(%t: tensor<64xf32, #a>, %i: tensor<64xi32, #b>) {
  // expected-error @below {{'tile.gather' op expected a result in the layout of the indices, found 'tensor<64xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>' and 'tensor<64xi32, #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>'}}
  %0 = tile.gather %t[%i] {axis = 0 : i32} : (tensor<64xf32, #a>, tensor<64xi32, #b>) -> tensor<64xf32, #a>
  tile.return
}
