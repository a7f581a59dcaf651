// RUN: tile-opt %s --tile-remove-layout-conversions -split-input-file -verify-diagnostics

tile.func private @no_layout(%x: i32) {
  // expected-error @below {{'tile.splat' op expected tiles with layouts, found 'tensor<16xi32>'; tile-assign-layouts gives every tile one}}
  %0 = tile.splat %x : i32 -> tensor<16xi32>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  tile.return
}

// -----

#blocked = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{'tile.func' op expected tiles with layouts, found 'tensor<16xi32>'}}
tile.func private @in_part(%x: tensor<16xi32, #blocked>, %y: tensor<16xi32>) {
  tile.return
}
