// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// Text that does not parse.
tile.func public @k(%p: !tile.ptr<f32>, %n: i32) {
  %x = tile.load %p : !tile.ptr<f32>
  // CHECK: syntax.mlir:[[#@LINE+1]]:21: error: expected ','
  %y = arith.addf %x %x : f32
  tile.return
}
