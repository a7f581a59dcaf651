// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// Two shapes in one operation.
tile.func public @k() {
  %a = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // CHECK: mismatched-shapes.mlir:[[#@LINE+1]]:23: error: use of value '%b' expects different type than prior uses: 'tensor<64xi32>' vs 'tensor<128xi32>'
  %c = arith.addi %a, %b : tensor<64xi32>
  tile.return
}
