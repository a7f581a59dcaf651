// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @stable_merge(%x: tensor<16xi32>, %y: tensor<16xi32>) {
  // expected-error @below {{'tile.sort' op expected no 'stable' with 'bitonic', whose steps do not keep the order of equal keys}}
  %0:2 = tile.sort %x, %y {axis = 0 : i32, bitonic, stable} : tensor<16xi32>, tensor<16xi32>
  tile.return
}

// -----

tile.func private @merge_of_three(%x: tensor<4x3xi32>) {
  // expected-error @below {{'tile.sort' op expected a power of two of elements along dimension 1 with 'bitonic', found 'tensor<4x3xi32>'}}
  %0 = tile.sort %x {axis = 1 : i32, bitonic} : tensor<4x3xi32>
  tile.return
}
