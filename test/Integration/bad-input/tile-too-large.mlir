// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// A tile that is too large once its dimensions are powers of two.
tile.func public @k(%x: f32) {
  // CHECK: tile-too-large.mlir:[[#@LINE+1]]:8: error: 'tile.splat' op expected at most 1048576 elements in a tile whose dimensions are made powers of two, found more in 'tensor<1000x1030xf32>'
  %y = tile.splat %x : f32 -> tensor<1000x1030xf32>
  tile.return
}
