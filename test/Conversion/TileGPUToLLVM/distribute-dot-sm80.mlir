// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Products of types for which the target has no instruction, or a smaller one.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a1 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#b1 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
#a4 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b4 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// 8-bit floats are f16 exactly.
// CHECK-LABEL: @f8(
// CHECK-COUNT-2: "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
tile.func private @f8(%a: tensor<16x32xf8E4M3FN, #a4>, %b: tensor<32x8xf8E5M2, #b4>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x32xf8E4M3FN, #a4> * tensor<32x8xf8E5M2, #b4> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// Eight rows and four steps of K: four times two.
// CHECK-LABEL: @f64(
// CHECK-COUNT-4: "llvm.nvvm.mma.m8n8k4.row.col.f64"{{.*}} -> !llvm.struct<(f64, f64)>
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
tile.func private @f64(%a: tensor<16x8xf64, #a1>, %b: tensor<8x8xf64, #b1>, %c: tensor<16x8xf64, #mma>) -> tensor<16x8xf64, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x8xf64, #a1> * tensor<8x8xf64, #b1> -> tensor<16x8xf64, #mma>
  tile.return %0 : tensor<16x8xf64, #mma>
}
}
