// RUN: tile-opt %s --tile-coalesce-memory -split-input-file -verify-diagnostics

// expected-error@below {{expected the module to have the attribute 'tile.target', found none}}
module {
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @no_layout(%p: !tile.ptr<f32>) {
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  // expected-error@below {{'tile.load' op expected tiles with layouts, found 'tensor<1024x!tile.ptr<f32>>'}}
  %x = tile.load %s : tensor<1024x!tile.ptr<f32>>
  tile.return
}
}
