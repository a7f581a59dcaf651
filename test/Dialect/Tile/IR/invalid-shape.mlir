// RUN: tile-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics

tile.func private @make_range_empty() {
  // expected-error @below {{expected end to be greater than start, found start 4 and end 4}}
  %0 = tile.make_range {start = 4 : i32, end = 4 : i32} : tensor<4xi32>
  tile.return
}

// -----

tile.func private @make_range_downward() {
  // expected-error @below {{expected end to be greater than start, found start 4 and end -4}}
  %0 = tile.make_range {start = 4 : i32, end = -4 : i32} : tensor<8xi32>
  tile.return
}

// -----

tile.func private @make_range_size() {
  // expected-error @below {{expected end - start to be the tile's size 64, found 128}}
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<64xi32>
  tile.return
}

// -----

tile.func private @make_range_widest() {
  // expected-error @below {{expected end - start to be the tile's size 128, found 4294967295}}
  %0 = tile.make_range {start = -2147483648 : i32, end = 2147483647 : i32} : tensor<128xi32>
  tile.return
}

// -----

tile.func private @make_range_rank() {
  // expected-error @below {{expected a result of 1 dimension, found 2}}
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128x1xi32>
  tile.return
}

// -----

tile.func private @make_range_element() {
  // expected-error @below {{result #0 must be tile of i32 of 32-bit signless integer values, but got 'tensor<128xi64>'}}
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi64>
  tile.return
}

// -----

tile.func private @make_range_no_end() {
  // expected-error @below {{requires attribute 'end'}}
  %0 = tile.make_range {start = 0 : i32} : tensor<128xi32>
  tile.return
}

// -----

tile.func private @splat_element(%x: f32) {
  // expected-error @below {{expected a tile of the operand's type 'f32', found one of 'i32'}}
  %0 = tile.splat %x : f32 -> tensor<4xi32>
  tile.return
}

// -----

tile.func private @splat_of_tile(%x: tensor<4xf32>) {
  // expected-error @below {{operand #0 must be scalar that a tile can hold, but got 'tensor<4xf32>'}}
  %0 = tile.splat %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @unsplat_size(%t: tensor<2xf32>) {
  // expected-error @below {{expected a tile of one element, found 'tensor<2xf32>'}}
  %0 = tile.unsplat %t : tensor<2xf32>
  tile.return
}

// -----

tile.func private @unsplat_scalar(%x: f32) {
  // expected-error @below {{operand #0 must be tile of scalar that a tile can hold values, but got 'f32'}}
  %0 = "tile.unsplat"(%x) : (f32) -> f32
  tile.return
}

// -----

%t = "test.tile"() : () -> tensor<?xf32>
// expected-error @below {{expected a tile of one element, found 'tensor<?xf32>'}}
%0 = tile.unsplat %t : tensor<?xf32>

// -----

tile.func private @expand_dims_axis_above(%t: tensor<4xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected an axis from 0 to 1, found 2}}
  %0 = tile.expand_dims %t {axis = 2 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  tile.return
}

// -----

tile.func private @expand_dims_axis_negative(%t: tensor<4xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{expected an axis from 0 to 1, found -1}}
  %0 = tile.expand_dims %t {axis = -1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  tile.return
}

// -----

tile.func private @expand_dims_no_axis(%t: tensor<4xf32>) {
  // expected-error @below {{requires attribute 'axis'}}
  %0 = "tile.expand_dims"(%t) : (tensor<4xf32>) -> tensor<4x1xf32>
  tile.return
}

// -----

tile.func private @expand_dims_axis_type(%t: tensor<4xf32>) {
  // expected-error @below {{attribute 'axis' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = tile.expand_dims %t {axis = 99999999999 : i64} : tensor<4xf32> -> tensor<4x1xf32>
  tile.return
}

// -----

tile.func private @expand_dims_result(%t: tensor<4xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{inferred type(s) 'tensor<4x1xf32>' are incompatible with return type(s) of operation 'tensor<1x4xf32>'}}
  %0 = tile.expand_dims %t {axis = 1 : i32} : tensor<4xf32> -> tensor<1x4xf32>
  tile.return
}

// -----

tile.func private @expand_dims_rank(%t: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x4xf32>) {
  // expected-error @below {{expected a tile of 1 to 20 dimensions, found 21}}
  %0 = tile.expand_dims %t {axis = 0 : i32} : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x4xf32> -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x4xf32>
  tile.return
}

// -----

tile.func private @expand_dims_layout_one_side(%t: tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
  // expected-error @below {{expected layouts on all tiles or on none, found 'tensor<128xf32, #tile.blocked}}
  %0 = tile.expand_dims %t {axis = 0 : i32} : tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<1x128xf32>
  tile.return
}

// -----

#b = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #tile.slice<{dim = 1, parent = #b}>
tile.func private @expand_dims_layout_dim(%t: tensor<128xf32, #s>) {
  // expected-error @below {{expected an operand of layout #tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>, found #tile.slice<{dim = 1}}
  %0 = tile.expand_dims %t {axis = 0 : i32} : tensor<128xf32, #s> -> tensor<1x128xf32, #b>
  tile.return
}

// -----

// The bases of the lanes in another order.
#rows = #tile.linear<{register = [[8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [0, 0]], block = []}>
#other = #tile.linear<{register = [[8]], lane = [[1], [2], [4], [0], [0]], warp = [[16], [0]], block = []}>
tile.func private @expand_dims_layout_linear(%t: tensor<32xf32, #other>) {
  // expected-error @below {{expected an operand of layout #tile.slice<{dim = 1, parent = #tile.linear<{register = [[8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [0, 0]], block = []}>}>, found #tile.linear<{register = [[8]], lane = [[1], [2], [4], [0], [0]]}}
  %0 = tile.expand_dims %t {axis = 1 : i32} : tensor<32xf32, #other> -> tensor<32x1xf32, #rows>
  tile.return
}

// -----

tile.func private @broadcast_element(%t: tensor<1xf32>) {
  // expected-error @below {{expected a result of elements 'f32', found 'i32'}}
  %0 = tile.broadcast %t : tensor<1xf32> -> tensor<4xi32>
  tile.return
}

// -----

tile.func private @broadcast_rank(%t: tensor<1xf32>) {
  // expected-error @below {{expected a result of 1 dimensions, found 2}}
  %0 = tile.broadcast %t : tensor<1xf32> -> tensor<1x4xf32>
  tile.return
}

// -----

tile.func private @broadcast_grows(%t: tensor<2x1xf32>) {
  // expected-error @below {{expected dimension 0 to stay 2 (only a size of 1 can grow), found 4}}
  %0 = tile.broadcast %t : tensor<2x1xf32> -> tensor<4x4xf32>
  tile.return
}

// -----

tile.func private @broadcast_shrinks(%t: tensor<2x4xf32>) {
  // expected-error @below {{expected dimension 1 to stay 4 (only a size of 1 can grow), found 1}}
  %0 = tile.broadcast %t : tensor<2x4xf32> -> tensor<2x1xf32>
  tile.return
}
