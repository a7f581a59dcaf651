// RUN: tile-opt %s --tile-coalesce-memory -split-input-file -verify-diagnostics

// expected-error@below {{expected the module to have the attribute 'tile.target', found none}}
module {
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @no_layout(%p: !tile.ptr<f32>) {
  // expected-error@below {{'tile.splat' op expected tiles with layouts, found 'tensor<1024x!tile.ptr<f32>>'; tile-assign-layouts gives every tile one}}
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x = tile.load %s : tensor<1024x!tile.ptr<f32>>
  tile.return
}
}

// -----

// An encoding that is no layout.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @other_encoding(%p: !tile.ptr<f32>) {
  // expected-error@below {{'tile.splat' op expected tiles with layouts, found 'tensor<1024x!tile.ptr<f32>, "other">'}}
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, "other">
  %x = tile.load %s : tensor<1024x!tile.ptr<f32>, "other">
  tile.return
}
}
