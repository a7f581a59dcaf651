// RUN: tile-opt %s --tile-decompose-scaled-dots --split-input-file | FileCheck %s

// A byte has the elements 2k and 2k + 1 of K, the first in its low half. The bits of a
// number, moved to their places in bf16, are 2^126 too small.
// CHECK-LABEL: @pairs_along_k(
// CHECK-SAME: %[[A:.*]]: tensor<16x32xi8>, %[[S:.*]]: tensor<16x2xi8>, %[[B:.*]]: tensor<32x16xi8>, %[[T:.*]]: tensor<16x2xi8>, %[[C:.*]]: tensor<16x16xf32>
tile.func private @pairs_along_k(%a: tensor<16x32xi8>, %s: tensor<16x2xi8>, %b: tensor<32x16xi8>, %t: tensor<16x2xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: %[[WORD:.*]] = arith.extui %[[A]] : tensor<16x32xi8> to tensor<16x32xi16>
  // CHECK: %[[C7:.*]] = arith.constant dense<7>
  // CHECK: %[[LOW:.*]] = arith.andi %[[WORD]], %[[C7]]
  // CHECK: %[[C6:.*]] = arith.constant dense<6>
  // CHECK: %[[MAGNITUDE:.*]] = arith.shli %[[LOW]], %[[C6]]
  // CHECK: %[[C8:.*]] = arith.constant dense<8>
  // CHECK: %[[BIT:.*]] = arith.andi %[[WORD]], %[[C8]]
  // CHECK: %[[C12:.*]] = arith.constant dense<12>
  // CHECK: %[[SIGN:.*]] = arith.shli %[[BIT]], %[[C12]]
  // CHECK: %[[BITS:.*]] = arith.ori %[[MAGNITUDE]], %[[SIGN]]
  // CHECK: %[[SMALL:.*]] = tile.bitcast %[[BITS]] : tensor<16x32xi16> -> tensor<16x32xbf16>
  // CHECK: %[[POWER:.*]] = arith.constant dense<8.507{{[0-9]*}}e+37> : tensor<16x32xbf16>
  // CHECK: %[[FIRST:.*]] = arith.mulf %[[SMALL]], %[[POWER]]
  // CHECK: arith.constant dense<112>
  // CHECK: arith.constant dense<2>
  // CHECK: arith.constant dense<128>
  // CHECK: arith.constant dense<8>
  // CHECK: %[[SECOND:.*]] = arith.mulf
  // CHECK: %[[PAIRS:.*]] = tile.join %[[FIRST]], %[[SECOND]]
  // CHECK: %[[ELEMENTS:.*]] = tile.reshape %[[PAIRS]] : tensor<16x32x2xbf16> -> tensor<16x64xbf16>

  // 0 is 2^-127, the bits 64; 255 is NaN. A scale becomes a number, then it is repeated.
  // CHECK: %[[WIDE:.*]] = arith.extui %[[S]] : tensor<16x2xi8> to tensor<16x2xi16>
  // CHECK: %[[NUMBER:.*]] = arith.shli %[[WIDE]]
  // CHECK: %[[IS_ZERO:.*]] = arith.cmpi eq, %[[WIDE]]
  // CHECK: %[[LEAST:.*]] = arith.constant dense<64>
  // CHECK: %[[NOT_ZERO:.*]] = arith.select %[[IS_ZERO]], %[[LEAST]], %[[NUMBER]]
  // CHECK: %[[C255:.*]] = arith.constant dense<255>
  // CHECK: %[[IS_NAN:.*]] = arith.cmpi eq, %[[WIDE]], %[[C255]]
  // CHECK: %[[NAN:.*]] = arith.constant dense<32704>
  // CHECK: %[[SCALE_BITS:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[NOT_ZERO]]
  // CHECK: %[[SCALE:.*]] = tile.bitcast %[[SCALE_BITS]] : tensor<16x2xi16> -> tensor<16x2xbf16>
  // CHECK: %[[COLUMN:.*]] = tile.expand_dims %[[SCALE]] {axis = 2 : i32}
  // CHECK: %[[BLOCKS:.*]] = tile.broadcast %[[COLUMN]] : tensor<16x2x1xbf16> -> tensor<16x2x32xbf16>
  // CHECK: %[[FACTORS:.*]] = tile.reshape %[[BLOCKS]] : tensor<16x2x32xbf16> -> tensor<16x64xbf16>
  // CHECK: %[[LEFT:.*]] = arith.mulf %[[ELEMENTS]], %[[FACTORS]]

  // Of the right operand, K is the first dimension.
  // CHECK: %[[JOINED:.*]] = tile.join {{.*}} -> tensor<32x16x2xbf16>
  // CHECK: %[[TURNED:.*]] = tile.trans %[[JOINED]] {order = array<i32: 0, 2, 1>}
  // CHECK: tile.reshape %[[TURNED]] : tensor<32x2x16xbf16> -> tensor<64x16xbf16>
  // CHECK: arith.extui %[[T]]
  // CHECK: %[[ROWS:.*]] = tile.trans {{.*}} {order = array<i32: 1, 0>} : tensor<16x2xbf16> -> tensor<2x16xbf16>
  // CHECK: tile.expand_dims %[[ROWS]] {axis = 1 : i32}
  // CHECK: tile.broadcast {{.*}} : tensor<2x1x16xbf16> -> tensor<2x32x16xbf16>
  // CHECK: %[[RIGHT:.*]] = arith.mulf {{.*}} : tensor<64x16xbf16>
  // CHECK: %[[R:.*]] = tile.dot %[[LEFT]], %[[RIGHT]], %[[C]] : tensor<16x64xbf16> * tensor<64x16xbf16> -> tensor<16x16xf32>
  // CHECK: tile.return %[[R]]
  %r = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<32x16xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
  tile.return %r : tensor<16x16xf32>
}

// Pairs lie along M and N; without scales nothing is multiplied but what moves the
// exponent.
// CHECK-LABEL: @pairs_across_k(
tile.func private @pairs_across_k(%a: tensor<8x32xi8>, %b: tensor<32x8xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK-COUNT-2: arith.mulf
  // CHECK: %[[A:.*]] = tile.join {{.*}} -> tensor<8x32x2xbf16>
  // CHECK: %[[A_TURNED:.*]] = tile.trans %[[A]] {order = array<i32: 0, 2, 1>}
  // CHECK: tile.reshape %[[A_TURNED]] : tensor<8x2x32xbf16> -> tensor<16x32xbf16>
  // CHECK-COUNT-2: arith.mulf
  // CHECK: %[[B:.*]] = tile.join {{.*}} -> tensor<32x8x2xbf16>
  // CHECK: tile.reshape %[[B]] : tensor<32x8x2xbf16> -> tensor<32x16xbf16>
  // CHECK-NOT: arith.mulf
  // CHECK: tile.dot
  %r = tile.dot_scaled %a, %b, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = false, rhs_k_pack = false} : tensor<8x32xi8> * tensor<32x8xi8> -> tensor<16x16xf32>
  tile.return %r : tensor<16x16xf32>
}

// -----

// With fastMath nobody looks for NaN.
// CHECK-LABEL: @fast(
tile.func private @fast(%a: tensor<16x32xbf16>, %b: tensor<32x16xf8E4M3FN>, %t: tensor<16x1xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: tile.fp_to_fp %{{.*}} : tensor<32x16xf8E4M3FN> -> tensor<32x16xbf16>
  // CHECK-NOT: dense<255>
  // CHECK: tile.dot %arg0,
  %r = tile.dot_scaled %a, %b scale %t, %c lhs = bf16 rhs = e4m3 {fastMath = true} : tensor<16x32xbf16> * tensor<32x16xf8E4M3FN>, tensor<16x1xi8> -> tensor<16x16xf32>
  tile.return %r : tensor<16x16xf32>
}

// -----

// Scales of f8E4M3FN are numbers, one for 16 elements; in batches too.
// CHECK-LABEL: @scales_of_16(
tile.func private @scales_of_16(%a: tensor<2x16x16xi8>, %s: tensor<2x16x2xf8E4M3FN>, %b: tensor<2x16x16xi8>, %t: tensor<2x16x2xf8E4M3FN>, %c: tensor<2x16x16xf32>) -> tensor<2x16x16xf32> {
  // CHECK: tile.reshape {{.*}} : tensor<2x16x16x2xbf16> -> tensor<2x16x32xbf16>
  // CHECK: %[[S:.*]] = tile.fp_to_fp %arg1 : tensor<2x16x2xf8E4M3FN> -> tensor<2x16x2xbf16>
  // CHECK: tile.expand_dims %[[S]] {axis = 3 : i32}
  // CHECK: tile.broadcast {{.*}} -> tensor<2x16x2x16xbf16>
  // CHECK: tile.trans {{.*}} {order = array<i32: 0, 1, 3, 2>} : tensor<2x16x16x2xbf16> -> tensor<2x16x2x16xbf16>
  // CHECK: tile.trans {{.*}} {order = array<i32: 0, 2, 1>} : tensor<2x16x2xbf16> -> tensor<2x2x16xbf16>
  // CHECK: tile.broadcast {{.*}} : tensor<2x2x1x16xbf16> -> tensor<2x2x16x16xbf16>
  // CHECK: tile.dot {{.*}} : tensor<2x16x32xbf16> * tensor<2x32x16xbf16> -> tensor<2x16x16xf32>
  %r = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<2x16x16xi8>, tensor<2x16x2xf8E4M3FN> * tensor<2x16x16xi8>, tensor<2x16x2xf8E4M3FN> -> tensor<2x16x16xf32>
  tile.return %r : tensor<2x16x16xf32>
}

// -----

// f16 has more bits than bf16. It lacks most powers of two: one rounding, from f32.
// CHECK-LABEL: @f16(
tile.func private @f16(%a: tensor<16x32xf16>, %b: tensor<32x16xi8>, %t: tensor<16x1xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: %[[B:.*]] = tile.bitcast %{{.*}} : tensor<32x16xi8> -> tensor<32x16xf8E5M2>
  // CHECK: %[[HALF:.*]] = tile.fp_to_fp %[[B]] : tensor<32x16xf8E5M2> -> tensor<32x16xf16>
  // CHECK: tile.bitcast %{{.*}} : tensor<16x1xi32> -> tensor<16x1xf32>
  // CHECK: %[[SINGLE:.*]] = tile.fp_to_fp %[[HALF]] : tensor<32x16xf16> -> tensor<32x16xf32>
  // CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SINGLE]], %{{.*}} : tensor<32x16xf32>
  // CHECK: %[[RIGHT:.*]] = tile.fp_to_fp %[[PRODUCT]] : tensor<32x16xf32> -> tensor<32x16xf16>
  // CHECK: tile.dot %arg0, %[[RIGHT]], %{{.*}} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %r = tile.dot_scaled %a, %b scale %t, %c lhs = fp16 rhs = e5m2 {fastMath = false} : tensor<16x32xf16> * tensor<32x16xi8>, tensor<16x1xi8> -> tensor<16x16xf32>
  tile.return %r : tensor<16x16xf32>
}

// -----

// tf32 has the bits of f16 and the exponents of bf16.
// CHECK-LABEL: @f16_and_bf16(
tile.func private @f16_and_bf16(%a: tensor<16x32xf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: tile.dot {{.*}}, inputPrecision = tf32 : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
  %r = tile.dot_scaled %a, %b, %c lhs = fp16 rhs = bf16 {fastMath = false} : tensor<16x32xf16> * tensor<32x16xbf16> -> tensor<16x16xf32>
  tile.return %r : tensor<16x16xf32>
}

// -----

// Numbers of 6 bits lie in the low bits of a byte: 1 + 2 + 3 and 1 + 3 + 2 bits.
// CHECK-LABEL: @six_bits(
tile.func private @six_bits(%a: tensor<16x32xi8>, %b: tensor<32x16xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: arith.constant dense<31>
  // CHECK: arith.constant dense<4>
  // CHECK: arith.constant dense<32>
  // CHECK: arith.constant dense<10>
  // CHECK: arith.constant dense<8.507{{[0-9]*}}e+37> : tensor<16x32xbf16>
  // CHECK: arith.constant dense<31>
  // CHECK: arith.constant dense<5>
  // CHECK: arith.constant dense<32>
  // CHECK: arith.constant dense<10>
  // CHECK: arith.constant dense<2.126{{.*}}e+37> : tensor<32x16xbf16>
  %r = tile.dot_scaled %a, %b, %c lhs = e2m3 rhs = e3m2 {fastMath = false} : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xf32>
  tile.return %r : tensor<16x16xf32>
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

// A product whose tiles have layouts stays, as does any other product.
// CHECK-LABEL: @stays(
tile.func private @stays(%a: tensor<64x32xbf16, #a>, %b: tensor<32x16xbf16, #b>, %c: tensor<64x16xf32, #mma>) -> tensor<64x16xf32, #mma> {
  // CHECK: tile.dot_scaled
  %r = tile.dot_scaled %a, %b, %c lhs = bf16 rhs = bf16 {fastMath = false} : tensor<64x32xbf16, #a> * tensor<32x16xbf16, #b> -> tensor<64x16xf32, #mma>
  // CHECK: tile.dot %
  %q = tile.dot %a, %b, %r : tensor<64x32xbf16, #a> * tensor<32x16xbf16, #b> -> tensor<64x16xf32, #mma>
  tile.return %q : tensor<64x16xf32, #mma>
}
