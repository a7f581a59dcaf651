// RUN: tile-opt %s --tile-to-llvm=target=sm_80 | FileCheck %s

// A kernel of matrix products may take all registers of an SM; others leave room
// for many CTAs.
// CHECK: llvm.func @product
// CHECK-SAME: nvvm.minctasm = 1 : i32
tile.func @product(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  %0 = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %1 = tile.reshape %0 : tensor<1024xi32> -> tensor<32x32xi32>
  %2 = tile.splat %p : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>>
  %3 = tile.addptr %2, %1 : tensor<32x32x!tile.ptr<f16>>, tensor<32x32xi32>
  %a = tile.load %3 : tensor<32x32x!tile.ptr<f16>>
  %d = tile.dot %a, %a, %c : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %4 = tile.splat %q : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>>
  %5 = tile.addptr %4, %1 : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  tile.store %5, %d : tensor<32x32x!tile.ptr<f32>>
  tile.return
}

// CHECK: llvm.func @map
// CHECK-NOT: nvvm.minctasm
tile.func @map(%p: !tile.ptr<f32>, %v: f32) {
  %0 = tile.splat %v : f32 -> tensor<32xf32>
  %1 = tile.splat %p : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  tile.store %1, %0 : tensor<32x!tile.ptr<f32>>
  tile.return
}
