// Matrix products: exact products, sums rounded once.

// RUN: tile-run %s --device=interpreter --kernel=types | FileCheck %s --check-prefix=TYPES
// RUN: tile-run %s --device=interpreter --kernel=batches | FileCheck %s --check-prefix=BATCHES
// RUN: tile-run %s --device=interpreter --kernel=precisions | FileCheck %s --check-prefix=PRECISIONS
// RUN: tile-run %s --device=interpreter --kernel=rounding | FileCheck %s --check-prefix=ROUNDING
// RUN: tile-run %s --device=interpreter --kernel=special | FileCheck %s --check-prefix=SPECIAL

tile.func public @types() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [-0.5, 0.25, 8.0, -1.0]]> : tensor<2x4xf16>
  %b = arith.constant dense<[[1.0, 0.0], [2.0, 1.0], [-3.0, 0.0], [4.0, 16.0]]> : tensor<4x2xf16>
  %c = arith.constant dense<[[100.0, 0.5], [0.0, 0.0]]> : tensor<2x2xf32>
  %0 = tile.dot %a, %b, %c : tensor<2x4xf16> * tensor<4x2xf16> -> tensor<2x2xf32>
  tile.print " f16 " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<2x2xf32>
  // TYPES: f16 112.0
  // TYPES-NEXT: f16 66.5
  // TYPES-NEXT: f16 -28.0
  // TYPES-NEXT: f16 -15.75
  %ch = arith.constant dense<1.0> : tensor<2x2xf16>
  %1 = tile.dot %a, %b, %ch : tensor<2x4xf16> * tensor<4x2xf16> -> tensor<2x2xf16>
  tile.print " half " {hex = false, isSigned = array<i32: 0>} : %1 : tensor<2x2xf16>
  // TYPES: half 13.0
  // TYPES-NEXT: half 67.0
  // TYPES-NEXT: half -27.0
  // TYPES-NEXT: half -14.75

  %p = arith.constant dense<[[1.0, 0.5], [-448.0, 2.0]]> : tensor<2x2xf8E4M3FN>
  %q = arith.constant dense<[[57344.0, 1.0], [2.0, -0.25]]> : tensor<2x2xf8E5M2>
  %z = arith.constant dense<0.0> : tensor<2x2xf32>
  %2 = tile.dot %p, %q, %z : tensor<2x2xf8E4M3FN> * tensor<2x2xf8E5M2> -> tensor<2x2xf32>
  tile.print " bytes " {hex = false, isSigned = array<i32: 0>} : %2 : tensor<2x2xf32>
  // TYPES: bytes 57345.0
  // TYPES-NEXT: bytes 0.875
  // TYPES-NEXT: bytes -25690108.0
  // TYPES-NEXT: bytes -448.5

  // The sum wraps around.
  %i = arith.constant dense<[[-128, 127], [1, -1]]> : tensor<2x2xi8>
  %j = arith.constant dense<[[-128, 127], [127, -128]]> : tensor<2x2xi8>
  %k = arith.constant dense<[[2147483647, -2147483648], [0, 5]]> : tensor<2x2xi32>
  %3 = tile.dot %i, %j, %k : tensor<2x2xi8> * tensor<2x2xi8> -> tensor<2x2xi32>
  tile.print " integers " {hex = false, isSigned = array<i32: 1>} : %3 : tensor<2x2xi32>
  // TYPES: integers -2147451136
  // TYPES-NEXT: integers 2147451136
  // TYPES-NEXT: integers -255
  // TYPES-NEXT: integers 260

  // 2^53 + 1 - 2^53 in f64.
  %d4 = arith.constant dense<[[9007199254740992.0, 1.0, -9007199254740992.0, 0.0]]> : tensor<1x4xf64>
  %o = arith.constant dense<1.0> : tensor<4x1xf64>
  %n = arith.constant dense<0.0> : tensor<1x1xf64>
  %4 = tile.dot %d4, %o, %n : tensor<1x4xf64> * tensor<4x1xf64> -> tensor<1x1xf64>
  tile.print " f64 " {hex = false, isSigned = array<i32: 0>} : %4 : tensor<1x1xf64>
  // TYPES: f64 1.0
  tile.return
}

tile.func public @batches() {
  %a = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xbf16>
  %b = arith.constant dense<[[[1.0], [10.0]], [[100.0], [-1.0]]]> : tensor<2x2x1xbf16>
  %c = arith.constant dense<[[[0.0]], [[0.5]]]> : tensor<2x1x1xf32>
  %0 = tile.dot %a, %b, %c : tensor<2x1x2xbf16> * tensor<2x2x1xbf16> -> tensor<2x1x1xf32>
  tile.print " batch " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<2x1x1xf32>
  // BATCHES: batch 21.0
  // BATCHES-NEXT: batch 296.5
  tile.return
}

// 1 + 2^-10 + 2^-11 has one digit too many for tf32, which is cut off, not
// rounded. The square of 1 + 2^-12 has 25 digits, and 3 parts of bf16 have them.
tile.func public @precisions() {
  %a = arith.constant dense<0x3F803000> : tensor<1x1xf32>
  %b = arith.constant dense<0x3F800800> : tensor<1x1xf32>
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %minus = arith.constant dense<-1.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %0 = tile.dot %a, %one, %minus, inputPrecision = tf32 : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  %1 = tile.dot %a, %one, %minus, inputPrecision = ieee : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  %2 = tile.dot %b, %b, %minus, inputPrecision = ieee : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  %3 = tile.dot %b, %b, %minus, inputPrecision = tf32x3 : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  %4 = tile.dot %b, %b, %minus, inputPrecision = bf16x3 : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  %5 = tile.dot %b, %b, %minus, inputPrecision = bf16x6 : tensor<1x1xf32> * tensor<1x1xf32> -> tensor<1x1xf32>
  tile.print " tf32 " {hex = true, isSigned = array<i32: 0>} : %0 : tensor<1x1xf32>
  tile.print " ieee " {hex = true, isSigned = array<i32: 0, 0>} : %1, %2 : tensor<1x1xf32>, tensor<1x1xf32>
  tile.print " parts " {hex = true, isSigned = array<i32: 0, 0, 0>} : %3, %4, %5 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
  // 2^-10; 2^-10 + 2^-11; 2^-11 + 2^-24; and without the product of the small
  // parts, which is 2^-24, but with bf16x6.
  // PRECISIONS: tf32 0x3a800000
  // PRECISIONS: ieee 0x3ac00000
  // PRECISIONS-NEXT: ieee 0x3a000400
  // PRECISIONS: parts 0x3a000000
  // PRECISIONS-NEXT: parts 0x3a000000
  // PRECISIONS-NEXT: parts 0x3a000400
  tile.return
}

// One rounding, of the sum.
tile.func public @rounding() {
  %a = arith.constant dense<[[2048.0, 1.0, 1.0, 0.0]]> : tensor<1x4xf16>
  %one = arith.constant dense<1.0> : tensor<4x1xf16>
  %h = arith.constant dense<0.0> : tensor<1x1xf16>
  %0 = tile.dot %a, %one, %h : tensor<1x4xf16> * tensor<4x1xf16> -> tensor<1x1xf16>
  tile.print " f16 " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<1x1xf16>
  // ROUNDING: f16 2050.0
  %b = arith.constant dense<[[256.0, 1.0, 1.0, 0.0]]> : tensor<1x4xbf16>
  %ones = arith.constant dense<1.0> : tensor<4x1xbf16>
  %c = arith.constant dense<0.0> : tensor<1x1xbf16>
  %1 = tile.dot %b, %ones, %c : tensor<1x4xbf16> * tensor<4x1xbf16> -> tensor<1x1xbf16>
  tile.print " bf16 " {hex = false, isSigned = array<i32: 0>} : %1 : tensor<1x1xbf16>
  // ROUNDING: bf16 258.0
  tile.return
}

// An infinite number of f32 stays one, whatever it is split into.
tile.func public @special() {
  %inf = arith.constant dense<[[0x7F800000, 1.0]]> : tensor<1x2xf32>
  %nan = arith.constant dense<[[0x7F800001, 1.0]]> : tensor<1x2xf32>
  %one = arith.constant dense<1.0> : tensor<2x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %0 = tile.dot %inf, %one, %zero, inputPrecision = tf32x3 : tensor<1x2xf32> * tensor<2x1xf32> -> tensor<1x1xf32>
  %1 = tile.dot %inf, %one, %zero, inputPrecision = bf16x6 : tensor<1x2xf32> * tensor<2x1xf32> -> tensor<1x1xf32>
  %2 = tile.dot %nan, %one, %zero, inputPrecision = tf32 : tensor<1x2xf32> * tensor<2x1xf32> -> tensor<1x1xf32>
  tile.print " inf " {hex = true, isSigned = array<i32: 0, 0, 0>} : %0, %1, %2 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
  // SPECIAL: inf 0x7f800000
  // SPECIAL-NEXT: inf 0x7f800000
  // SPECIAL-NEXT: inf 0x7fffffff
  tile.return
}
