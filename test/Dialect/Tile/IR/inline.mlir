// RUN: tile-opt %s -inline | FileCheck %s

// CHECK-LABEL: tile.func public @kernel
// CHECK-NOT:     tile.call @twice
// CHECK:         arith.addf
// CHECK:         tile.call @stays
// CHECK-NOT:     tile.call @branches
// CHECK:         tile.store
tile.func public @kernel(%p: !tile.ptr<f32>, %c: i1) {
  %0 = tile.load %p : !tile.ptr<f32>
  %1 = tile.call @twice(%0) : (f32) -> f32
  %2 = tile.call @stays(%1) : (f32) -> f32
  %3 = tile.call @branches(%2, %c) : (f32, i1) -> f32
  tile.store %p, %3 : !tile.ptr<f32>
  tile.return
}

// CHECK-NOT: @twice
tile.func private @twice(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  tile.return %0 : f32
}

// CHECK: tile.func private @stays
tile.func private @stays(%x: f32) -> f32 attributes {noinline = true} {
  %0 = arith.negf %x : f32
  tile.return %0 : f32
}

// CHECK-NOT: @branches
tile.func private @branches(%x: f32, %c: i1) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tile.return %x : f32
^bb2:
  %0 = arith.negf %x : f32
  tile.return %0 : f32
}
