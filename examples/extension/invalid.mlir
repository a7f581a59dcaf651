// What the verifier of the operation says.
// RUN: extension-opt %s -split-input-file -verify-diagnostics

tile.func private @integers(%x: i32) {
  // expected-error @below {{'extension.fast_tanh' op operand #0 must be an f32 or a tile of f32, but got 'i32'}}
  %y = extension.fast_tanh %x : i32
  tile.return
}

// -----

tile.func private @halves(%x: tensor<4xf16>) {
  // expected-error @below {{but got 'tensor<4xf16>'}}
  %y = extension.fast_tanh %x : tensor<4xf16>
  tile.return
}
