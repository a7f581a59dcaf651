// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// A layout over 8 warps in a module of 4.
#eight = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @k(%x: f32) {
    // CHECK: layout-warps.mlir:[[#@LINE+1]]:10: error: 'tile.splat' op expected a layout over the module's 4 warps, found one over 8: #tile.blocked<
    %y = tile.splat %x : f32 -> tensor<512xf32, #eight>
    tile.return
  }
}
