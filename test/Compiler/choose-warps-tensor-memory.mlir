// Sums in tensor memory need no warps; those that no instruction can make there do.
//
// RUN: tile-opt %s -split-input-file --tile-set-target=target=sm_100a | FileCheck %s

// Operands of 128 registers.
// CHECK: num_warps = 4>
tile.func public @half(%p: !tile.ptr<f16>, %o: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %q = tile.splat %p : !tile.ptr<f16> -> tensor<128x128x!tile.ptr<f16>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tile.load %q : tensor<128x128x!tile.ptr<f16>>
    %y = tile.load %q : tensor<128x128x!tile.ptr<f16>>
    %more = tile.dot %x, %y, %sum : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %more : tensor<128x128xf32>
  }
  %s = tile.splat %o : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>>
  tile.store %s, %r : tensor<128x128x!tile.ptr<f32>>
  tile.return
}

// -----

// As many, and sums of 128 registers: three products of parts, by mma.sync.
// CHECK: num_warps = 8>
tile.func public @single(%p: !tile.ptr<f32>, %o: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.splat %p : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %pb = tile.splat %p : !tile.ptr<f32> -> tensor<64x128x!tile.ptr<f32>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<128x128xf32>) : i32 {
    %x = tile.load %pa : tensor<128x64x!tile.ptr<f32>>
    %y = tile.load %pb : tensor<64x128x!tile.ptr<f32>>
    %more = tile.dot %x, %y, %sum, inputPrecision = tf32x3 : tensor<128x64xf32> * tensor<64x128xf32> -> tensor<128x128xf32>
    scf.yield %more : tensor<128x128xf32>
  }
  %s = tile.splat %o : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>>
  tile.store %s, %r : tensor<128x128x!tile.ptr<f32>>
  tile.return
}
