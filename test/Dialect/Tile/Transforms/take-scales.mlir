// RUN: tile-opt %s --tile-set-target=target=sm_120a --tile-decompose-scaled-dots | FileCheck %s
// RUN: tile-opt %s --tile-set-target=target=sm_121f --tile-decompose-scaled-dots | FileCheck %s
// RUN: tile-opt %s --tile-set-target=target=sm_120 --tile-decompose-scaled-dots | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --tile-set-target=target=sm_100a --tile-decompose-scaled-dots | FileCheck %s --check-prefix=NONE

// Products with scales that an instruction of the target makes as they are.
// NONE-NOT: tile.dot_scaled

// CHECK-LABEL: @mxfp8(
// CHECK-NEXT: tile.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e4m3 rhs = e5m2
tile.func private @mxfp8(%a: tensor<16x32xf8E4M3FN>, %s: tensor<16x1xi8>, %b: tensor<32x16xf8E5M2>, %t: tensor<16x1xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<16x32xf8E4M3FN>, tensor<16x1xi8> * tensor<32x16xf8E5M2>, tensor<16x1xi8> -> tensor<16x16xf32>
  tile.return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: @mxfp4(
// CHECK-NEXT: tile.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e2m1 rhs = e2m1
tile.func private @mxfp4(%a: tensor<16x32xi8>, %s: tensor<16x2xi8>, %b: tensor<32x16xi8>, %t: tensor<16x2xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<32x16xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
  tile.return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: @nvfp4(
// CHECK-NEXT: tile.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e2m1 rhs = e2m1
tile.func private @nvfp4(%a: tensor<16x32xi8>, %s: tensor<16x4xf8E4M3FN>, %b: tensor<32x16xi8>, %t: tensor<16x4xf8E4M3FN>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x32xi8>, tensor<16x4xf8E4M3FN> * tensor<32x16xi8>, tensor<16x4xf8E4M3FN> -> tensor<16x16xf32>
  tile.return %0 : tensor<16x16xf32>
}

// Pairs beside bytes become bytes: e2m1 is a part of e2m3.
// CHECK-LABEL: @mixed(
// CHECK: %[[TWO:.*]] = arith.constant dense<2> : tensor<16x16xi8>
// CHECK: %[[MASK:.*]] = arith.constant dense<15>
// CHECK: %[[KEPT:.*]] = arith.andi %arg2, %[[MASK]]
// CHECK: %[[LOW:.*]] = arith.shli %[[KEPT]], %[[TWO]]
// CHECK: %[[MOVED:.*]] = arith.shrui %arg2, %[[TWO]]
// CHECK: %[[UPPER:.*]] = arith.constant dense<60>
// CHECK: %[[HIGH:.*]] = arith.andi %[[MOVED]], %[[UPPER]]
// CHECK: %[[JOINED:.*]] = tile.join %[[LOW]], %[[HIGH]]
// CHECK: %[[TURNED:.*]] = tile.trans %[[JOINED]] {order = array<i32: 0, 2, 1>}
// CHECK: %[[BYTES:.*]] = tile.reshape %[[TURNED]] : tensor<16x2x16xi8> -> tensor<32x16xi8>
// CHECK: tile.dot_scaled %arg0 scale %arg1, %[[BYTES]] scale %arg3, %arg4 lhs = e3m2 rhs = e2m3
tile.func private @mixed(%a: tensor<16x32xi8>, %s: tensor<16x1xi8>, %b: tensor<16x16xi8>, %t: tensor<16x1xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e3m2 rhs = e2m1 {fastMath = false} : tensor<16x32xi8>, tensor<16x1xi8> * tensor<16x16xi8>, tensor<16x1xi8> -> tensor<16x16xf32>
  tile.return %0 : tensor<16x16xf32>
}

// So do pairs along the other dimension, and pairs of fewer than 64 along K.
// CHECK-LABEL: @pairs_across(
// CHECK: tile.dot_scaled {{.*}} lhs = e2m3 rhs = e2m3 {fastMath = false, lhs_k_pack = false}
tile.func private @pairs_across(%a: tensor<8x64xi8>, %s: tensor<16x2xi8>, %b: tensor<32x16xi8>, %t: tensor<16x2xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = false} : tensor<8x64xi8>, tensor<16x2xi8> * tensor<32x16xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
  tile.return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: @short_pairs(
// CHECK: tile.dot_scaled {{.*}} lhs = e2m3 rhs = e2m3
tile.func private @short_pairs(%a: tensor<16x16xi8>, %s: tensor<16x1xi8>, %b: tensor<16x16xi8>, %t: tensor<16x1xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x16xi8>, tensor<16x1xi8> * tensor<16x16xi8>, tensor<16x1xi8> -> tensor<16x16xf32>
  tile.return %0 : tensor<16x16xf32>
}

// Without scales the factor is 1.
// CHECK-LABEL: @one_scale(
// CHECK: %[[ONES:.*]] = arith.constant dense<127> : tensor<8x2xi8>
// CHECK: tile.dot_scaled %arg0 scale %arg1, %arg2 scale %[[ONES]], %arg3
tile.func private @one_scale(%a: tensor<16x64xi8>, %s: tensor<16x2xi8>, %b: tensor<64x8xi8>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = tile.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e2m3 {fastMath = false} : tensor<16x64xi8>, tensor<16x2xi8> * tensor<64x8xi8> -> tensor<16x8xf32>
  tile.return %0 : tensor<16x8xf32>
}

// There is no instruction for 16 bits, for f8E4M3FN as scales of bytes, for
// scales of two types, and without any scale.
// CHECK-LABEL: @others(
// CHECK-NOT: tile.dot_scaled
tile.func private @others(%a: tensor<16x32xi8>, %s: tensor<16x1xi8>, %b: tensor<32x16xbf16>, %f: tensor<32x16xi8>, %t: tensor<16x2xf8E4M3FN>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = bf16 {fastMath = false} : tensor<16x32xi8>, tensor<16x1xi8> * tensor<32x16xbf16> -> tensor<16x16xf32>
  %1 = tile.dot_scaled %a, %f scale %t, %0 lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x32xi8> * tensor<32x16xi8>, tensor<16x2xf8E4M3FN> -> tensor<16x16xf32>
  %2 = tile.dot_scaled %a scale %s, %f scale %t, %1 lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x32xi8>, tensor<16x1xi8> * tensor<32x16xi8>, tensor<16x2xf8E4M3FN> -> tensor<16x16xf32>
  %3 = tile.dot_scaled %a, %f, %2 lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xf32>
  tile.return %3 : tensor<16x16xf32>
}
