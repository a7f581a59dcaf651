// Conversions between element types, in all roundings.

// RUN: tile-run %s --device=interpreter | FileCheck %s

tile.func public @conversions() {
  // Integers.
  %m1 = arith.constant -1 : i8
  %big = arith.constant 0x12345678 : i32
  %true = arith.constant true
  %a = arith.extsi %m1 : i8 to i32
  %b = arith.extui %m1 : i8 to i32
  %c = arith.trunci %big : i32 to i8
  %d = arith.extsi %true : i1 to i16
  %e = arith.trunci %big : i32 to i1
  %f = arith.index_cast %m1 : i8 to index
  %g = arith.index_cast %f : index to i64
  tile.print " int " {hex = true, isSigned = array<i32: 0, 0, 0, 0, 0, 0>} : %a, %b, %c, %d, %e, %g : i32, i32, i8, i16, i1, i64
  // CHECK: int 0xffffffff
  // CHECK-NEXT: int 0x000000ff
  // CHECK-NEXT: int 0x78
  // CHECK-NEXT: int 0xffff
  // CHECK-NEXT: int 0x0
  // CHECK-NEXT: int 0xffffffffffffffff

  // From integers: rounded once, also to bf16, where 64 bits are too many for f64.
  %odd = arith.constant 0x4040000000000001 : i64
  %h = arith.sitofp %odd : i64 to bf16
  %i = arith.sitofp %m1 : i8 to f16
  %j = arith.uitofp %m1 : i8 to f16
  %k = arith.uitofp %m1 : i8 to f32
  %24 = arith.constant 16777217 : i32
  %l = arith.sitofp %24 : i32 to f32
  tile.print " from " {hex = true, isSigned = array<i32: 0, 0, 0, 0, 0>} : %h, %i, %j, %k, %l : bf16, f16, f16, f32, f32
  // CHECK: from 0x5e81
  // CHECK-NEXT: from 0xbc00
  // CHECK-NEXT: from 0x5bf8
  // CHECK-NEXT: from 0x437f0000
  // CHECK-NEXT: from 0x4b800000

  // To integers: toward zero; what does not fit is unspecified.
  %x = arith.constant -2.75 : f32
  %y = arith.constant 200.5 : f32
  %m = arith.fptosi %x : f32 to i8
  %n = arith.fptoui %y : f32 to i8
  %o = arith.fptosi %y : f32 to i8
  %p = arith.fptoui %x : f32 to i32
  tile.print " to " {hex = true, isSigned = array<i32: 0, 0, 0, 0>} : %m, %n, %o, %p : i8, i8, i8, i32
  // CHECK: to 0xfe
  // CHECK-NEXT: to 0xc8
  // CHECK-NEXT: to 0xa5
  // CHECK-NEXT: to 0xa5a5a5a5

  // Between floats.
  %third = arith.constant 0x3EAAAAAB : f32
  %q = arith.truncf %third : f32 to f16
  %r = tile.fp_to_fp %third, rounding = rtz : f32 -> f16
  %s = tile.fp_to_fp %third, rounding = rtne : f32 -> bf16
  %t = tile.fp_to_fp %third, rounding = rtz : f32 -> bf16
  %u = arith.truncf %third upward : f32 to f16
  %v = arith.extf %q : f16 to f64
  tile.print " float " {hex = true, isSigned = array<i32: 0, 0, 0, 0, 0, 0>} : %q, %r, %s, %t, %u, %v : f16, f16, bf16, bf16, f16, f64
  // CHECK: float 0x3555
  // CHECK-NEXT: float 0x3555
  // CHECK-NEXT: float 0x3eab
  // CHECK-NEXT: float 0x3eaa
  // CHECK-NEXT: float 0x3556
  // CHECK-NEXT: float 0x3fd5540000000000

  // Too large: infinite in 16 bits, or the largest toward zero; the largest in 8.
  %huge = arith.constant 1.0e6 : f32
  %nan = arith.constant 0xFFC00000 : f32
  %w0 = tile.fp_to_fp %huge, rounding = rtne : f32 -> f16
  %w1 = tile.fp_to_fp %huge, rounding = rtz : f32 -> f16
  %w2 = tile.fp_to_fp %huge, rounding = rtne : f32 -> f8E4M3FN
  %w3 = tile.fp_to_fp %huge, rounding = rtne : f32 -> f8E5M2
  %w4 = tile.fp_to_fp %nan, rounding = rtne : f32 -> f8E5M2
  %w5 = tile.fp_to_fp %x, rounding = rtne : f32 -> f8E4M3FN
  tile.print " large " {hex = true, isSigned = array<i32: 0, 0, 0, 0, 0, 0>} : %w0, %w1, %w2, %w3, %w4, %w5 : f16, f16, f8E4M3FN, f8E5M2, f8E5M2, f8E4M3FN
  // CHECK: large 0x7c00
  // CHECK-NEXT: large 0x7bff
  // CHECK-NEXT: large 0x7e
  // CHECK-NEXT: large 0x7b
  // CHECK-NEXT: large 0x7f
  // CHECK-NEXT: large 0xc3

  // The subnormal numbers of 8 bits: 2^-10 is a tie of 0 and 2^-9.
  %tie = arith.constant 0x3A800000 : f32
  %above = arith.constant 0x3A800001 : f32
  %z0 = tile.fp_to_fp %tie, rounding = rtne : f32 -> f8E4M3FN
  %z1 = tile.fp_to_fp %above, rounding = rtne : f32 -> f8E4M3FN
  %z2 = tile.fp_to_fp %above, rounding = rtz : f32 -> f8E4M3FN
  %z3 = tile.fp_to_fp %z1 : f8E4M3FN -> f32
  tile.print " small " {hex = true, isSigned = array<i32: 0, 0, 0, 0>} : %z0, %z1, %z2, %z3 : f8E4M3FN, f8E4M3FN, f8E4M3FN, f32
  // CHECK: small 0x00
  // CHECK-NEXT: small 0x01
  // CHECK-NEXT: small 0x00
  // CHECK-NEXT: small 0x3b000000

  // Bits.
  %bits = tile.bitcast %third : f32 -> i32
  %back = arith.bitcast %bits : i32 to f32
  %address = arith.constant 4096 : i64
  %pointer = tile.int_to_ptr %address : i64 -> !tile.ptr<f32>
  %cast = tile.bitcast %pointer : !tile.ptr<f32> -> !tile.ptr<i16>
  %three = arith.constant -3 : i32
  %next = tile.addptr %cast, %three : !tile.ptr<i16>, i32
  %int = tile.ptr_to_int %next : !tile.ptr<i16> -> i64
  tile.print " bits " {hex = true, isSigned = array<i32: 0, 0, 0, 0>} : %bits, %back, %int, %next : i32, f32, i64, !tile.ptr<i16>
  // CHECK: bits 0x3eaaaaab
  // CHECK-NEXT: bits 0x3eaaaaab
  // CHECK-NEXT: bits 0x0000000000000ffa
  // CHECK-NEXT: bits 0xffa
  tile.return
}
