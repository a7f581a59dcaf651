// RUN: tile-opt %s --tile-distribute-to-threads=tf32=nearest | FileCheck %s
// RUN: tile-opt %s --tile-distribute-to-threads=tf32=compensated | FileCheck %s --check-prefix=MULTIPLY
// RUN: tile-opt %s --tile-distribute-to-threads=tf32=cut | FileCheck %s --check-prefix=CUT
// RUN: not tile-opt %s --tile-distribute-to-threads=tf32=up 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: expected cut, compensated or nearest as tf32, found 'up'

// What products of tf32 do with the bits that tf32 lacks.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a1 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#b1 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// Half of the last digit is added, once per register; the instruction itself
// cuts off the rest. Or each register is multiplied, or nothing happens to it.
// MULTIPLY-LABEL: @tf32(
// MULTIPLY: %[[F:.*]] = llvm.mlir.constant(1.00034654{{.*}} : f32) : f32
// MULTIPLY: llvm.fmul %{{.*}}, %[[F]]
// MULTIPLY-COUNT-5: llvm.fmul
// MULTIPLY-NOT: llvm.fmul
// MULTIPLY: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
// CUT-NOT: llvm.fmul
// CUT-NOT: llvm.intr.fma
// CHECK-LABEL: @tf32(
// CHECK-COUNT-6: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
tile.func private @tf32(%a: tensor<16x8xf32, #a1>, %b: tensor<8x8xf32, #b1>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x8xf32, #a1> * tensor<8x8xf32, #b1> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// What was widened has no more digits than tf32.
// CHECK-LABEL: @tf32_of_widened(
// CHECK-COUNT-4: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
tile.func private @tf32_of_widened(%a: tensor<16x8xf32, #a1>, %b: tensor<8x8xbf16, #b1>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %wide = arith.extf %b : tensor<8x8xbf16, #b1> to tensor<8x8xf32, #b1>
  %minus = arith.negf %wide : tensor<8x8xf32, #b1>
  %0 = tile.dot %a, %minus, %c, inputPrecision = tf32 : tensor<16x8xf32, #a1> * tensor<8x8xf32, #b1> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// CHECK-LABEL: @tf32_of_constants(
// CHECK-COUNT-2: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
tile.func private @tf32_of_constants(%c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %a = arith.constant dense<1.5> : tensor<16x8xf32, #a1>
  %b = arith.constant dense<0.1> : tensor<8x8xf32, #b1>
  %0 = tile.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x8xf32, #a1> * tensor<8x8xf32, #b1> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// An operand that does not change is rounded before the loop.
// CHECK-LABEL: @tf32_in_loop(
// CHECK-COUNT-4: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: scf.for
// CHECK-COUNT-2: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
tile.func private @tf32_in_loop(%a: tensor<16x8xf32, #a1>, %b: tensor<8x8xf32, #b1>, %c: tensor<16x8xf32, #mma>, %n: i32) -> tensor<16x8xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0:2 = scf.for %i = %zero to %n step %one iter_args(%so_far = %c, %right = %b) -> (tensor<16x8xf32, #mma>, tensor<8x8xf32, #b1>) : i32 {
    %sum = tile.dot %a, %right, %so_far, inputPrecision = tf32 : tensor<16x8xf32, #a1> * tensor<8x8xf32, #b1> -> tensor<16x8xf32, #mma>
    %next = arith.addf %right, %right : tensor<8x8xf32, #b1>
    scf.yield %sum, %next : tensor<16x8xf32, #mma>, tensor<8x8xf32, #b1>
  }
  tile.return %0#0 : tensor<16x8xf32, #mma>
}
}
