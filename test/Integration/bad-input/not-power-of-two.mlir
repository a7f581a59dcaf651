// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// A dimension that is not a power of two.
tile.func public @k(%x: f32) {
  // CHECK: not-power-of-two.mlir:[[#@LINE+1]]:8: error: 'tile.splat' op expected a power of two for dimension 1 of a tile (other sizes are not supported yet), found 48 in 'tensor<4x48xf32>'
  %y = tile.splat %x : f32 -> tensor<4x48xf32>
  tile.return
}
