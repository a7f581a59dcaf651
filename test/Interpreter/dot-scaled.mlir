// Matrix products with scales: every type of elements, both kinds of scales,
// pairs of e2m1 along both dimensions. The other matrix is the unit matrix or
// all ones.

// RUN: tile-run %s --device=interpreter --kernel=elements | FileCheck %s --check-prefix=ELEMENTS
// RUN: tile-run %s --device=interpreter --kernel=scales | FileCheck %s --check-prefix=SCALES
// RUN: tile-run %s --device=interpreter --kernel=packed | FileCheck %s --check-prefix=PACKED

// One element of each row of a counts: the others are zero.
tile.func public @elements() {
  %c = arith.constant dense<0.0> : tensor<1x1xf32>
  // The sum of 32 equal elements.
  %ones = arith.constant dense<1.0> : tensor<32x1xbf16>
  %halves = arith.constant dense<1.0> : tensor<32x1xf16>

  // e4m3: 0x7e is 448; 0xb8 is -1.
  %a0 = arith.constant dense<0x7E> : tensor<1x32xi8>
  %0 = tile.dot_scaled %a0, %ones, %c lhs = e4m3 rhs = bf16 {fastMath = false} : tensor<1x32xi8> * tensor<32x1xbf16> -> tensor<1x1xf32>
  tile.print " e4m3 " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<1x1xf32>
  // ELEMENTS: e4m3 14336.0
  %a1 = arith.constant dense<-448.0> : tensor<1x32xf8E4M3FN>
  %1 = tile.dot_scaled %a1, %halves, %c lhs = e4m3 rhs = fp16 {fastMath = false} : tensor<1x32xf8E4M3FN> * tensor<32x1xf16> -> tensor<1x1xf32>
  tile.print " float " {hex = false, isSigned = array<i32: 0>} : %1 : tensor<1x1xf32>
  // ELEMENTS: float -14336.0

  // e5m2: 0x3e is 1.5.
  %a2 = arith.constant dense<0x3E> : tensor<1x32xi8>
  %2 = tile.dot_scaled %a2, %ones, %c lhs = e5m2 rhs = bf16 {fastMath = false} : tensor<1x32xi8> * tensor<32x1xbf16> -> tensor<1x1xf32>
  tile.print " e5m2 " {hex = false, isSigned = array<i32: 0>} : %2 : tensor<1x1xf32>
  // ELEMENTS: e5m2 48.0

  // e2m3: 0x1f is 7.5, 0x21 is -0.125.
  %a3 = arith.constant dense<0x1F> : tensor<1x32xi8>
  %3 = tile.dot_scaled %a3, %ones, %c lhs = e2m3 rhs = bf16 {fastMath = false} : tensor<1x32xi8> * tensor<32x1xbf16> -> tensor<1x1xf32>
  %a4 = arith.constant dense<0x21> : tensor<1x32xi8>
  %4 = tile.dot_scaled %a4, %ones, %c lhs = e2m3 rhs = bf16 {fastMath = false} : tensor<1x32xi8> * tensor<32x1xbf16> -> tensor<1x1xf32>
  tile.print " e2m3 " {hex = false, isSigned = array<i32: 0, 0>} : %3, %4 : tensor<1x1xf32>, tensor<1x1xf32>
  // ELEMENTS: e2m3 240.0
  // ELEMENTS-NEXT: e2m3 -4.0

  // e3m2: 0x1f is 28, 0x01 is 0.0625.
  %a5 = arith.constant dense<0x1F> : tensor<1x32xi8>
  %5 = tile.dot_scaled %a5, %ones, %c lhs = e3m2 rhs = bf16 {fastMath = false} : tensor<1x32xi8> * tensor<32x1xbf16> -> tensor<1x1xf32>
  %a6 = arith.constant dense<0x01> : tensor<1x32xi8>
  %6 = tile.dot_scaled %a6, %ones, %c lhs = e3m2 rhs = bf16 {fastMath = false} : tensor<1x32xi8> * tensor<32x1xbf16> -> tensor<1x1xf32>
  tile.print " e3m2 " {hex = false, isSigned = array<i32: 0, 0>} : %5, %6 : tensor<1x1xf32>, tensor<1x1xf32>
  // ELEMENTS: e3m2 896.0
  // ELEMENTS-NEXT: e3m2 2.0

  // e2m1: all codes, 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives; weights
  // that tell them apart.
  %a7 = arith.constant dense<[[0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
  %w7 = arith.constant dense<[[1.0], [2.0], [4.0], [8.0], [16.0], [32.0], [64.0], [128.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [0.0],
    [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0]]> : tensor<32x1xbf16>
  %7 = tile.dot_scaled %a7, %w7, %c lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<1x16xi8> * tensor<32x1xbf16> -> tensor<1x1xf32>
  tile.print " e2m1 " {hex = false, isSigned = array<i32: 0>} : %7 : tensor<1x1xf32>
  // 1 + 4 + 12 + 32 + 96 + 256 + 768 - 0.5 - 1 - 1.5 - 2 - 3 - 4.
  // ELEMENTS: e2m1 1157.0
  tile.return
}

// Rows 0 and 1 have other scales than blocks 0 and 1.
tile.func public @scales() {
  %a = arith.constant dense<1.0> : tensor<2x64xf8E4M3FN>
  %b = arith.constant dense<1.0> : tensor<64x1xf8E5M2>
  %c = arith.constant dense<0.25> : tensor<2x1xf32>
  %sa = arith.constant dense<[[127, 130], [126, 118]]> : tensor<2x2xi8>
  %sb = arith.constant dense<[[128, 124]]> : tensor<1x2xi8>
  %0 = tile.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<2x64xf8E4M3FN>, tensor<2x2xi8> * tensor<64x1xf8E5M2>, tensor<1x2xi8> -> tensor<2x1xf32>
  tile.print " powers " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<2x1xf32>
  // 32 * 2 + 32 * 8 / 8, and 32 * 2 / 2 + 32 / 512 / 8.
  // SCALES: powers 96.25
  // SCALES-NEXT: powers 32.257812

  // NaN, and 2^-127.
  %sn = arith.constant dense<[[127, 255], [0, 0]]> : tensor<2x2xi8>
  %1 = tile.dot_scaled %a scale %sn, %b, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<2x64xf8E4M3FN>, tensor<2x2xi8> * tensor<64x1xf8E5M2> -> tensor<2x1xf32>
  %z = arith.constant dense<0.0> : tensor<2x1xf32>
  %2 = tile.dot_scaled %a scale %sn, %b, %z lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<2x64xf8E4M3FN>, tensor<2x2xi8> * tensor<64x1xf8E5M2> -> tensor<2x1xf32>
  tile.print " nan " {hex = true, isSigned = array<i32: 0, 0>} : %1, %2 : tensor<2x1xf32>, tensor<2x1xf32>
  // 64 times 2^-127 is 2^-121.
  // SCALES: nan 0x7fffffff
  // SCALES-NEXT: nan 0x3e800000
  // SCALES-NEXT: nan 0x7fffffff
  // SCALES-NEXT: nan 0x03000000

  // Floats for 16 elements.
  %p = arith.constant dense<0x22> : tensor<1x16xi8>
  %sp = arith.constant dense<[[1.5, -0.25]]> : tensor<1x2xf8E4M3FN>
  %q = arith.constant dense<1.0> : tensor<32x1xbf16>
  %d = arith.constant dense<0.0> : tensor<1x1xf32>
  %3 = tile.dot_scaled %p scale %sp, %q, %d lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<1x16xi8>, tensor<1x2xf8E4M3FN> * tensor<32x1xbf16> -> tensor<1x1xf32>
  tile.print " floats " {hex = false, isSigned = array<i32: 0>} : %3 : tensor<1x1xf32>
  // SCALES: floats 20.0
  tile.return
}

// a is 2 x 32 in 1 x 32 bytes, b is 32 x 2 in 32 x 1 bytes: pairs along M and
// along N; and along K, in 2 x 16 and 16 x 2.
tile.func public @packed() {
  %a = arith.constant dense<0x42> : tensor<1x32xi8>
  %b = arith.constant dense<0x21> : tensor<32x1xi8>
  %c = arith.constant dense<0.0> : tensor<2x2xf32>
  %0 = tile.dot_scaled %a, %b, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = false, rhs_k_pack = false} : tensor<1x32xi8> * tensor<32x1xi8> -> tensor<2x2xf32>
  tile.print " outer " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<2x2xf32>
  // Rows of 1 and 2, columns of 0.5 and 1.
  // PACKED: outer 16.0
  // PACKED-NEXT: outer 32.0
  // PACKED-NEXT: outer 32.0
  // PACKED-NEXT: outer 64.0
  %d = arith.constant dense<[[0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42],
                             [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10]]> : tensor<2x16xi8>
  %e = arith.constant dense<[[0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0],
                             [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0], [0x21, 0x70]]> : tensor<16x2xi8>
  %1 = tile.dot_scaled %d, %e, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<2x16xi8> * tensor<16x2xi8> -> tensor<2x2xf32>
  tile.print " along " {hex = false, isSigned = array<i32: 0>} : %1 : tensor<2x2xf32>
  // 16 times 1 * 0.5 + 2 * 1; 2 * 6; 0.5 * 1; 0.5 * 6.
  // PACKED: along 40.0
  // PACKED-NEXT: along 12.0
  // PACKED-NEXT: along 0.5
  // PACKED-NEXT: along 3.0
  tile.return
}
