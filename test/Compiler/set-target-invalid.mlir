// RUN: split-file %s %t
// RUN: not tile-opt %t/empty.mlir --tile-set-target="target=sm_42" 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tile-opt %t/empty.mlir --tile-set-target="num-warps=3" 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not tile-opt %t/empty.mlir --tile-set-target="target=sm_100a ptx-version=81" 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: not tile-opt %t/layout.mlir --tile-set-target="num-warps=8" 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: tile-opt %t/layout.mlir --tile-set-target="num-warps=4"

// TARGET: error: unknown target 'sm_42', expected one of sm_80, sm_86,
// WARPS: error: expected 1, 2, 4, 8, 16 or 32 warps, found 3
// PTX: error: expected a PTX version from 86 to 90 for sm_100a, found 81
// LAYOUT: layout.mlir:3:{{.*}} error: 'tile.make_range' op has a layout for 4 warps, expected one for 8, which the options ask for

//--- empty.mlir
module {
}

//--- layout.mlir
module {
  tile.func public @k() {
    %0 = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tile.return
  }
}
