// RUN: python3 %S/../expect-error.py %t tilec %s -o %t --num-warps=4 | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t --tile-to-llvm=num-warps=4 | FileCheck %s

// A layout over 8 warps, compiled for 4.
#eight = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
tile.func public @k(%x: f32) {
  // CHECK: layout-warps-option.mlir:[[#@LINE+1]]:8: error: 'tile.splat' op has a layout for 8 warps, expected one for 4
  %y = tile.splat %x : f32 -> tensor<512xf32, #eight>
  tile.return
}
