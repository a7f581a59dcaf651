// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// An operation that does not exist.
tile.func public @k(%p: !tile.ptr<f32>) {
  %x = tile.load %p : !tile.ptr<f32>
  // CHECK: unknown-op.mlir:[[#@LINE+1]]:3: error: custom op 'tile.frobnicate' is unknown
  tile.frobnicate %x : f32
  tile.return
}
