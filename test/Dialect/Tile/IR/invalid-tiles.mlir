// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @rank_0(%x: f32) {
  // expected-error @below {{expected a tile of 1 to 20 dimensions, found 0 in 'tensor<f32>'}}
  %0 = tile.splat %x : f32 -> tensor<f32>
  tile.return
}

// -----

tile.func private @rank_6(%x: f32) {
  // expected-error @below {{expected a tile of 1 to 20 dimensions, found 21 in 'tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>'}}
  %0 = tile.splat %x : f32 -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  tile.return
}

// -----

tile.func private @dynamic(%x: f32) {
  // expected-error @below {{expected a tile of static shape, found 'tensor<4x?xf32>'}}
  %0 = tile.splat %x : f32 -> tensor<4x?xf32>
  tile.return
}

// -----

tile.func private @size_0(%x: f32) {
  // expected-error @below {{expected a size of 1 or more for dimension 0 of a tile, found 0 in 'tensor<0xf32>'}}
  %0 = tile.splat %x : f32 -> tensor<0xf32>
  tile.return
}

// -----

tile.func private @too_large_with_padding(%x: f32) {
  // expected-error @below {{expected at most 1048576 elements in a tile whose dimensions are made powers of two, found more in 'tensor<1000x1030xf32>'}}
  %0 = tile.splat %x : f32 -> tensor<1000x1030xf32>
  tile.return
}

// -----

// expected-error @below {{expected a power of two for dimension 1, because only such tiles have layouts, found 100 in 'tensor<4x100xf32>'; tile-pad-tiles makes it one}}
tile.func private @size_no_power_of_two_with_layout(tensor<4x100xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>>)

// -----

tile.func private @too_large(%x: f32) {
  // expected-error @below {{expected at most 1048576 elements in a tile, found more in 'tensor<1024x2048xf32>'}}
  %0 = tile.splat %x : f32 -> tensor<1024x2048xf32>
  tile.return
}

// -----

tile.func private @size_beyond_64_bits_in_all(%x: f32) {
  // expected-error @below {{expected at most 1048576 elements in a tile, found more in}}
  %0 = tile.splat %x : f32 -> tensor<4611686018427387904x4611686018427387904xf32>
  tile.return
}

// -----

tile.func private @unranked(%x: f32) {
  // expected-error @below {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tile.splat %x : f32 -> tensor<*xf32>
  tile.return
}

// -----

#b2 = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
tile.func private @same_layout(%a: tensor<128x1xf32, #b2>) {
  // expected-error @below {{expected one layout for all tiles, found #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}> and no layout}}
  %0 = tile.broadcast %a : tensor<128x1xf32, #b2> -> tensor<128x4xf32>
  tile.return
}

// -----

tile.func private @same_layout_without_first(%a: tensor<128xf32>) {
  // expected-error @below {{expected one layout for all tiles, found no layout and #tile.blocked}}
  %0 = tile.bitcast %a : tensor<128xf32> -> tensor<128xi32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  tile.return
}
