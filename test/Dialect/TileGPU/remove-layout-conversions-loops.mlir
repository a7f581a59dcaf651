// RUN: tile-opt %s --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// Two products want the sum in two layouts: one on tensor cores in a loop, and one before it
// by multiply-adds. The loop's decides, so that no conversion is in it.

module attributes {tile.target = #tile.target<"sm_80", num_warps = 2>} {

// CHECK-LABEL: @begins_with_a_product(
// CHECK: %[[FIRST:.*]] = tile.dot {{.*}} -> tensor<64x64xf32, #blocked{{[0-9]*}}>
// CHECK: %[[SUMS:.*]] = tilegpu.convert_layout %[[FIRST]] : {{.*}} -> tensor<64x64xf32, #mma>
// CHECK: scf.for {{.*}} = %[[SUMS]]) -> (tensor<64x64xf32, #mma>)
// CHECK-NOT: convert_layout
// CHECK: tile.dot {{.*}} -> tensor<64x64xf32, #mma>
// CHECK-NEXT: scf.yield
tile.func public @begins_with_a_product(%p: !tile.ptr<f32>, %count: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = arith.constant dense<1.0> : tensor<64x32xf32>
  %b = arith.constant dense<1.0> : tensor<32x64xf32>
  %c = arith.constant dense<1.0> : tensor<64x32xbf16>
  %d = arith.constant dense<1.0> : tensor<32x64xbf16>
  %first = tile.dot %a, %b, %none : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
  %sum = scf.for %i = %zero to %count step %one iter_args(%so_far = %first) -> (tensor<64x64xf32>) : i32 {
    %more = tile.dot %c, %d, %so_far : tensor<64x32xbf16> * tensor<32x64xbf16> -> tensor<64x64xf32>
    scf.yield %more : tensor<64x64xf32>
  }
  %out = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  tile.store %out, %sum : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

}
