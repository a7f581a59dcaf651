// RUN: tile-opt %s --tile-version-masked-blocks | FileCheck %s
// RUN: tile-opt %s --tile-version-masked-blocks=num-stages=1 | FileCheck %s --check-prefix=ONE

// Loads of products in loops keep their masks, as tile-pipeline-loops has two
// versions of their copies; without stages they are versioned as all others.

// CHECK-LABEL: @product(
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: tile.load %{{.*}}, %{{.*}} : tensor<32x32x!tile.ptr<f16>>
// CHECK-NOT: scf.if
// CHECK: tile.dot
// CHECK: tile.store
// ONE-LABEL: @product(
// ONE: scf.for
// ONE: scf.if
// ONE: tile.load %{{[a-z0-9_]+}} : tensor<32x32x!tile.ptr<f16>>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @product(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %ac = tile.broadcast %c : tensor<1x32xi32> -> tensor<32x32xi32>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>>
  %ap = tile.addptr %as, %ac : tensor<32x32x!tile.ptr<f16>>, tensor<32x32xi32>
  %sum = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero) -> (tensor<32x32xf32>) : i32 {
    %left = arith.subi %n, %i : i32
    %lefts = tile.splat %left : i32 -> tensor<32x32xi32>
    %m = arith.cmpi slt, %ac, %lefts : tensor<32x32xi32>
    %x = tile.load %ap, %m : tensor<32x32x!tile.ptr<f16>>
    %d = tile.dot %x, %x, %acc : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>>
  tile.store %o, %sum : tensor<32x32x!tile.ptr<f32>>
  tile.return
}
}
