// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func public @store_zero(
// CHECK-SAME:    %{{.*}}: !tile.ptr<i32> {tile.divisibility = 16 : i32})
tile.func public @store_zero(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  tile.store %p, %zero : !tile.ptr<i32>
  tile.return
}

// CHECK: tile.func private @declared(tensor<128xf32>, i1) -> tensor<128xf32>
tile.func private @declared(tensor<128xf32>, i1) -> tensor<128xf32>

// CHECK-LABEL: tile.func private @twice(
// CHECK-SAME:    attributes {noinline = true}
tile.func private @twice(%x: tensor<128xf32>) -> tensor<128xf32> attributes {noinline = true} {
  %0 = arith.addf %x, %x : tensor<128xf32>
  // CHECK: tile.return %{{.*}} : tensor<128xf32>
  tile.return %0 : tensor<128xf32>
}

// CHECK-LABEL: tile.func private @two_results(
// CHECK-SAME:    -> (f32, !tile.ptr<i8>)
tile.func private @two_results(%x: f32, %p: !tile.ptr<i8>) -> (f32, !tile.ptr<i8>) {
  tile.return %x, %p : f32, !tile.ptr<i8>
}

// CHECK-LABEL: tile.func private @caller(
tile.func private @caller(%0: tensor<128xf32>, %x: f32, %p: !tile.ptr<i8>) {
  // CHECK: %{{.*}} = tile.call @twice(%{{.*}}) : (tensor<128xf32>) -> tensor<128xf32>
  %1 = tile.call @twice(%0) : (tensor<128xf32>) -> tensor<128xf32>
  // CHECK: %{{.*}}:2 = tile.call @two_results(%{{.*}}, %{{.*}}) : (f32, !tile.ptr<i8>) -> (f32, !tile.ptr<i8>)
  %2:2 = tile.call @two_results(%x, %p) : (f32, !tile.ptr<i8>) -> (f32, !tile.ptr<i8>)
  // CHECK: tile.call @nothing() : () -> ()
  tile.call @nothing() : () -> ()
  tile.return
}

// CHECK-LABEL: tile.func private @nothing() {
tile.func private @nothing() {
  // CHECK-NEXT: tile.return
  tile.return
}

// Every scalar that a function takes.
// CHECK: tile.func private @scalars(i1, i8, i16, i32, i64, f16, bf16, f32, f64, f8E4M3FN, f8E5M2, !tile.ptr<f32>)
tile.func private @scalars(i1, i8, i16, i32, i64, f16, bf16, f32, f64, f8E4M3FN, f8E5M2, !tile.ptr<f32>)

// More than one block.
// CHECK-LABEL: tile.func private @blocks(
tile.func private @blocks(%c: i1) -> i32 {
  // CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.constant 0 : i32
  tile.return %0 : i32
^bb2:
  %1 = arith.constant 1 : i32
  tile.return %1 : i32
}
