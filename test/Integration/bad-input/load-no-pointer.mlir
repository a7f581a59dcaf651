// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// A load from what is no pointer.
tile.func public @k(%x: f32) {
  // CHECK: load-no-pointer.mlir:[[#@LINE+1]]:8: error: custom op 'tile.load' 'ptr' must be tile pointer or tile of pointers of tile pointer values, but got 'f32'
  %y = tile.load %x : f32
  tile.return
}
