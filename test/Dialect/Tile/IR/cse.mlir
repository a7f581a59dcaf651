// RUN: tile-opt %s -cse | FileCheck %s

// Equal pure operations become one; impure ones never do.

// CHECK-LABEL: tile.func private @pure
// CHECK-COUNT-1: tile.elementwise_inline_asm
// CHECK-NOT:     tile.elementwise_inline_asm
tile.func private @pure(%x: f32) -> (f32, f32) {
  %0 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  %1 = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return %0, %1 : f32, f32
}

// CHECK-LABEL: tile.func private @impure
// CHECK-COUNT-2: tile.elementwise_inline_asm
tile.func private @impure() -> (i64, i64) {
  %0 = tile.elementwise_inline_asm "mov.u64 $0, %clock64;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  %1 = tile.elementwise_inline_asm "mov.u64 $0, %clock64;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.return %0, %1 : i64, i64
}

// A store, and impure asm, may change what a load reads.
// CHECK-LABEL: tile.func private @loads
// CHECK-COUNT-3: tile.load
// CHECK-NOT:     tile.load
tile.func private @loads(%p: !tile.ptr<f32>, %v: f32) -> (f32, f32, f32, f32) {
  %0 = tile.load %p : !tile.ptr<f32>
  %1 = tile.load %p : !tile.ptr<f32>
  tile.store %p, %v : !tile.ptr<f32>
  %2 = tile.load %p : !tile.ptr<f32>
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %3 = tile.load %p : !tile.ptr<f32>
  tile.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: tile.func private @volatile_loads
// CHECK-COUNT-2: tile.load
tile.func private @volatile_loads(%p: !tile.ptr<f32>) -> (f32, f32) {
  %0 = tile.load %p {isVolatile = true} : !tile.ptr<f32>
  %1 = tile.load %p {isVolatile = true} : !tile.ptr<f32>
  tile.return %0, %1 : f32, f32
}
