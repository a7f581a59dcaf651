// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// A broadcast that would have to cut.
tile.func public @k(%x: i32) {
  %a = tile.splat %x : i32 -> tensor<64x4xi32>
  // CHECK: mismatched-broadcast.mlir:[[#@LINE+2]]:8: error: 'tile.broadcast' op expected
  // CHECK-SAME: found
  %b = tile.broadcast %a : tensor<64x4xi32> -> tensor<64x8xi32>
  tile.return
}
