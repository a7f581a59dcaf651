// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// Two layouts in one operation.
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func public @k(%p: !tile.ptr<f32>) {
  %ptrs = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #one>
  %offsets = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #four>
  // CHECK: mismatched-layouts.mlir:[[#@LINE+2]]:8: error: 'tile.addptr' op expected one layout for all tiles, found #tile.blocked<
  // CHECK-SAME: and #tile.blocked<
  %q = tile.addptr %ptrs, %offsets : tensor<512x!tile.ptr<f32>, #one>, tensor<512xi32, #four>
  tile.return
}
