// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file -verify-diagnostics

// Tiles that have no layout yet, wherever they are.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// expected-error@+1 {{'arith.constant' op expected tiles with layouts, found 'tensor<64xf32>'; tile-assign-layouts gives every tile one}}
%0 = arith.constant dense<1.0> : tensor<64xf32>
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @load(%p: !tile.ptr<f32>) {
  // expected-error@+1 {{'tile.splat' op expected tiles with layouts, found 'tensor<64x!tile.ptr<f32>>'; tile-assign-layouts gives every tile one}}
  %0 = tile.splat %p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %1 = tile.load %0 : tensor<64x!tile.ptr<f32>>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// expected-error@+1 {{'tile.func' op expected tiles with layouts, found 'tensor<4xi32>'; tile-assign-layouts gives every tile one}}
tile.func public @block(%c: i1) {
  cf.cond_br %c, ^exit, ^exit
^exit:
  tile.return
^never(%x: tensor<4xi32>):
  tile.return
}
}

// -----

// A tensor that is no tile.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// expected-error@+1 {{'ub.poison' op expected tiles with layouts, found 'tensor<*xf32>'}}
%0 = ub.poison : tensor<*xf32>
}
