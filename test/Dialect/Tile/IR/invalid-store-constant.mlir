// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @scalar(%p: !tile.ptr<f32, 4>, %x: f32) {
  // expected-error@+1 {{expected a pointer to memory that can be written, found '!tile.ptr<f32, 4>'}}
  tile.store %p, %x : !tile.ptr<f32, 4>
  tile.return
}

// -----

tile.func private @tile(%p: tensor<32x!tile.ptr<f32, 4>>, %x: tensor<32xf32>) {
  // expected-error@+1 {{expected a pointer to memory that can be written, found 'tensor<32x!tile.ptr<f32, 4>>'}}
  tile.store %p, %x : tensor<32x!tile.ptr<f32, 4>>
  tile.return
}
