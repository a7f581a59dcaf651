// RUN: tile-opt %s --tile-set-target="target=sm_100a num-warps=4" --tile-decompose-scaled-dots | FileCheck %s
// RUN: tile-opt %s --tile-set-target="target=sm_103f num-warps=4" --tile-decompose-scaled-dots | FileCheck %s
// RUN: tile-opt %s --tile-set-target="target=sm_100 num-warps=4" --tile-decompose-scaled-dots | FileCheck %s --check-prefix=NONE

// Products with scales that tcgen05.mma makes as they are: of kernels, with 128 rows and 16
// columns at least.
// NONE-NOT: tile.dot_scaled

// CHECK-LABEL: @mxfp8(
// CHECK: tile.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e4m3 rhs = e5m2
tile.func public @mxfp8(%p: !tile.ptr<f32>) {
  %a = arith.constant dense<1.0> : tensor<128x32xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<32x16xf8E5M2>
  %s = arith.constant dense<127> : tensor<128x1xi8>
  %t = arith.constant dense<127> : tensor<16x1xi8>
  %c = arith.constant dense<0.0> : tensor<128x16xf32>
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x32xf8E4M3FN>, tensor<128x1xi8> * tensor<32x16xf8E5M2>, tensor<16x1xi8> -> tensor<128x16xf32>
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<128x16x!tile.ptr<f32>>
  tile.store %q, %0 : tensor<128x16x!tile.ptr<f32>>
  tile.return
}

// Pairs next to bytes become bytes of e4m3: 0.5, the subnormal number, and the others.
// CHECK-LABEL: @mixed(
// CHECK: arith.constant dense<48> : tensor<128x32xi8>
// CHECK: tile.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e4m3 rhs = e4m3
tile.func public @mixed(%p: !tile.ptr<f32>, %x: !tile.ptr<i8>) {
  %xs = tile.splat %x : !tile.ptr<i8> -> tensor<128x32x!tile.ptr<i8>>
  %a = tile.load %xs : tensor<128x32x!tile.ptr<i8>>
  %b = arith.constant dense<1.0> : tensor<64x16xf8E4M3FN>
  %s = arith.constant dense<127> : tensor<128x2xi8>
  %t = arith.constant dense<127> : tensor<16x2xi8>
  %c = arith.constant dense<0.0> : tensor<128x16xf32>
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<64x16xf8E4M3FN>, tensor<16x2xi8> -> tensor<128x16xf32>
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<128x16x!tile.ptr<f32>>
  tile.store %q, %0 : tensor<128x16x!tile.ptr<f32>>
  tile.return
}

// Too few rows for an instruction, and sums that threads have no registers for.
// CHECK-LABEL: @small(
// CHECK-NOT: tile.dot_scaled
tile.func public @small(%p: !tile.ptr<f32>) {
  %a = arith.constant dense<1.0> : tensor<64x32xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<32x16xf8E5M2>
  %s = arith.constant dense<127> : tensor<64x1xi8>
  %t = arith.constant dense<127> : tensor<16x1xi8>
  %c = arith.constant dense<0.0> : tensor<64x16xf32>
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<64x32xf8E4M3FN>, tensor<64x1xi8> * tensor<32x16xf8E5M2>, tensor<16x1xi8> -> tensor<64x16xf32>
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<64x16x!tile.ptr<f32>>
  tile.store %q, %0 : tensor<64x16x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @wide(
// CHECK-NOT: tile.dot_scaled
tile.func public @wide(%p: !tile.ptr<f32>) {
  %a = arith.constant dense<1.0> : tensor<128x32xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<32x256xf8E5M2>
  %s = arith.constant dense<127> : tensor<128x1xi8>
  %t = arith.constant dense<127> : tensor<256x1xi8>
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<128x256x!tile.ptr<f32>>
  %c = tile.load %q : tensor<128x256x!tile.ptr<f32>>
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x32xf8E4M3FN>, tensor<128x1xi8> * tensor<32x256xf8E5M2>, tensor<256x1xi8> -> tensor<128x256xf32>
  tile.store %q, %0 : tensor<128x256x!tile.ptr<f32>>
  tile.return
}

// As many sums that begin with zeros are loaded in parts.
// CHECK-LABEL: @wide_of_products(
// CHECK: tile.dot_scaled
tile.func public @wide_of_products(%p: !tile.ptr<f32>) {
  %a = arith.constant dense<1.0> : tensor<128x32xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<32x256xf8E5M2>
  %s = arith.constant dense<127> : tensor<128x1xi8>
  %t = arith.constant dense<127> : tensor<256x1xi8>
  %c = arith.constant dense<0.0> : tensor<128x256xf32>
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x32xf8E4M3FN>, tensor<128x1xi8> * tensor<32x256xf8E5M2>, tensor<256x1xi8> -> tensor<128x256xf32>
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<128x256x!tile.ptr<f32>>
  tile.store %q, %0 : tensor<128x256x!tile.ptr<f32>>
  tile.return
}
