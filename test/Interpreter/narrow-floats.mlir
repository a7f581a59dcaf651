// f16, bf16, and f64: rounded once. A product and a sum round twice, a fused one
// once, even where f64 has too few digits for it.

// RUN: tile-run %s --device=interpreter | FileCheck %s

tile.func public @narrow() {
  %big = arith.constant 2048.0 : f16
  %one = arith.constant 1.0 : f16
  %three = arith.constant 3.0 : f16
  %most = arith.constant 65504.0 : f16
  %least = arith.constant 0x0001 : f16
  %half = arith.constant 0.5 : f16

  // Ties go to the even neighbour; too large is infinite.
  %a = arith.addf %big, %one : f16
  %b = arith.addf %big, %three : f16
  %c = arith.addf %most, %most : f16
  %d = arith.divf %one, %three : f16
  %e = arith.mulf %least, %half : f16
  %f = math.sqrt %three : f16
  tile.print " 2048 + 1 " {hex = true, isSigned = array<i32: 0>} : %a : f16
  tile.print " 2048 + 3 " {hex = true, isSigned = array<i32: 0>} : %b : f16
  tile.print " overflow " {hex = true, isSigned = array<i32: 0>} : %c : f16
  tile.print " 1 / 3 " {hex = true, isSigned = array<i32: 0>} : %d : f16
  tile.print " underflow " {hex = true, isSigned = array<i32: 0>} : %e : f16
  tile.print " sqrt 3 " {hex = true, isSigned = array<i32: 0>} : %f : f16
  // CHECK: 2048 + 1 0x6800
  // CHECK: 2048 + 3 0x6802
  // CHECK: overflow 0x7c00
  // CHECK: 1 / 3 0x3555
  // CHECK: underflow 0x0000
  // CHECK: sqrt 3 0x3eee

  // 1.0625 squared is in the middle of two bf16. What is added decides, however
  // small it is.
  %square = arith.constant 1.0625 : bf16
  %up = arith.constant 0x2180 : bf16
  %down = arith.constant 0xA180 : bf16
  %none = arith.constant 0.0 : bf16
  %g0 = math.fma %square, %square, %none : bf16
  %g1 = math.fma %square, %square, %up : bf16
  %g2 = math.fma %square, %square, %down : bf16
  %tie = arith.constant 1025.0 : f16
  %h = math.fma %half, %one, %tie : f16
  tile.print " fma " {hex = true, isSigned = array<i32: 0, 0, 0, 0>} : %g0, %g1, %g2, %h : bf16, bf16, bf16, f16
  // CHECK: fma 0x3f90
  // CHECK-NEXT: fma 0x3f91
  // CHECK-NEXT: fma 0x3f90
  // CHECK-NEXT: fma 0x6402

  // In f32, 1 + 2^-12 squared and less one needs more than 24 digits.
  %almost = arith.constant 0x3F800800 : f32
  %minus = arith.constant -1.0 : f32
  %i = math.fma %almost, %almost, %minus : f32
  %j0 = arith.mulf %almost, %almost : f32
  %j = arith.addf %j0, %minus : f32
  tile.print " fused " {hex = true, isSigned = array<i32: 0>} : %i : f32
  tile.print " apart " {hex = true, isSigned = array<i32: 0>} : %j : f32
  // CHECK: fused 0x3a000400
  // CHECK: apart 0x3a000000

  %bx = arith.constant 1.0078125 : bf16
  %by = arith.constant 256.0 : bf16
  %k = arith.addf %bx, %by : bf16
  %l = arith.mulf %bx, %bx : bf16
  %x64 = arith.constant 0.1 : f64
  %m = arith.mulf %x64, %x64 : f64
  tile.print " bf16 sum " {hex = true, isSigned = array<i32: 0>} : %k : bf16
  tile.print " bf16 product " {hex = true, isSigned = array<i32: 0>} : %l : bf16
  tile.print " f64 " {hex = true, isSigned = array<i32: 0>} : %m : f64
  // CHECK: bf16 sum 0x4381
  // CHECK: bf16 product 0x3f82
  // CHECK: f64 0x3f847ae147ae147c
  tile.return
}
