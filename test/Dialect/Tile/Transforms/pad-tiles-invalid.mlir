// RUN: tile-opt %s --tile-pad-tiles -split-input-file -verify-diagnostics

tile.func private @unknown_operation(%x: tensor<3xf32>) {
  // expected-error @below {{'builtin.unrealized_conversion_cast' op expected dimensions that are powers of two, as it has no rule for padding, found 'tensor<3xf32>'}}
  %0 = builtin.unrealized_conversion_cast %x : tensor<3xf32> to tensor<3xf32>
  tile.return
}

// -----

tile.func private @constant_without_elements() {
  // expected-error @below {{'arith.constant' op expected dense values, found dense_resource<numbers> : tensor<3xf32>}}
  %0 = arith.constant dense_resource<numbers> : tensor<3xf32>
  tile.return
}

{-# dialect_resources: { builtin: { numbers: "0x040000000000803F000000400000404000" } } #-}
