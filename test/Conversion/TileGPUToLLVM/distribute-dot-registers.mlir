// RUN: tile-opt %s --tile-to-llvm=target=sm_80 | FileCheck %s

// An SM runs as many CTAs of a kernel of matrix products as its registers and
// its shared memory allow; of others it is not said.

// Few registers: 4 warps * 32 threads * 128 of 65536.
// CHECK: llvm.func @product
// CHECK-SAME: nvvm.minctasm = 4 : i32
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

// 128 sums, twice 32 registers of operands, and others.
// CHECK: llvm.func @many_registers
// CHECK-SAME: nvvm.minctasm = 2 : i32
tile.func @many_registers(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %c = arith.constant dense<0.0> : tensor<128x128xf32>
  %0 = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %1 = tile.reshape %0 : tensor<2048xi32> -> tensor<128x16xi32>
  %2 = tile.splat %p : !tile.ptr<f16> -> tensor<128x16x!tile.ptr<f16>>
  %3 = tile.addptr %2, %1 : tensor<128x16x!tile.ptr<f16>>, tensor<128x16xi32>
  %a = tile.load %3 : tensor<128x16x!tile.ptr<f16>>
  %b = tile.trans %a {order = array<i32: 1, 0>} : tensor<128x16xf16> -> tensor<16x128xf16>
  %d = tile.dot %a, %b, %c : tensor<128x16xf16> * tensor<16x128xf16> -> tensor<128x128xf32>
  %sums = "tile.reduce"(%d) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tile.reduce.return %s : f32
  }) : (tensor<128x128xf32>) -> tensor<128xf32>
  %4 = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %5 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %6 = tile.addptr %4, %5 : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %6, %sums : tensor<128x!tile.ptr<f32>>
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
