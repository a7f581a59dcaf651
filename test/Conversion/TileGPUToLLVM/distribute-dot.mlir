// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Matrix products by tensor cores and by threads: which instruction, which
// registers go together, in which order.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a1 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#b1 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
#a2 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b2 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#a4 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b4 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
// The same map as #a2 of 16x16 elements, by another name.
#la = #tile.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#blocked = #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#ta = #tile.dot_op<{opIdx = 0, parent = #blocked}>
#tb = #tile.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1, ptx = 84>} {

// Fragments of the PTX ISA: a has 4 words, b 2, c 4.
// CHECK-LABEL: @f16(
// CHECK-SAME: %[[A0:[^:]*]]: f16, %[[A1:[^:]*]]: f16,
// CHECK: %[[FIRST:.*]] = llvm.insertelement %[[A0]], %{{.*}} : vector<2xf16>
// CHECK: %[[WORD:.*]] = llvm.insertelement %[[A1]], %[[FIRST]]
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"(%[[WORD]], %{{.*}}) : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
tile.func private @f16(%a: tensor<16x16xf16, #a2>, %b: tensor<16x8xf16, #b2>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x16xf16, #a2> * tensor<16x8xf16, #b2> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// Not the attribute counts, but the map.
// CHECK-LABEL: @linear(
// CHECK: "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
tile.func private @linear(%a: tensor<16x16xf16, #la>, %b: tensor<16x8xf16, #b2>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x16xf16, #la> * tensor<16x8xf16, #b2> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// K outermost: the second step of K adds to what the first step gave.
// CHECK-LABEL: @steps(
// CHECK: %[[LEFT:.*]] = llvm.call_intrinsic "llvm.nvvm.mma
// CHECK: %[[OLD:.*]] = llvm.extractvalue %[[LEFT]][0]
// CHECK: %[[RIGHT:.*]] = llvm.call_intrinsic "llvm.nvvm.mma
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma{{.*}}"({{.*}}, %[[OLD]],
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
tile.func private @steps(%a: tensor<16x32xf16, #a2>, %b: tensor<32x16xf16, #b2>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x32xf16, #a2> * tensor<32x16xf16, #b2> -> tensor<16x16xf32, #mma>
  tile.return %0 : tensor<16x16xf32, #mma>
}

// CHECK-LABEL: @f16_sums(
// CHECK: "llvm.nvvm.mma.m16n8k16.row.col.f16.f16"{{.*}} -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
tile.func private @f16_sums(%a: tensor<16x16xf16, #a2>, %b: tensor<16x8xf16, #b2>, %c: tensor<16x8xf16, #mma>) -> tensor<16x8xf16, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x16xf16, #a2> * tensor<16x8xf16, #b2> -> tensor<16x8xf16, #mma>
  tile.return %0 : tensor<16x8xf16, #mma>
}

// Sums of bf16 are made in f32 and rounded once, two at a time.
// CHECK-LABEL: @bf16_sums(
// CHECK-COUNT-4: llvm.fpext %{{.*}} : bf16 to f32
// CHECK: "llvm.nvvm.mma.m16n8k16.row.col.bf16"(
// CHECK: "llvm.nvvm.mma.m16n8k16.row.col.bf16"(
// CHECK-COUNT-2: llvm.fptrunc %{{.*}} : vector<2xf32> to vector<2xbf16>
// CHECK-NOT: llvm.fptrunc
// CHECK: llvm.return
tile.func private @bf16_sums(%a: tensor<16x32xbf16, #a2>, %b: tensor<32x8xbf16, #b2>, %c: tensor<16x8xbf16, #mma>) -> tensor<16x8xbf16, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x32xbf16, #a2> * tensor<32x8xbf16, #b2> -> tensor<16x8xbf16, #mma>
  tile.return %0 : tensor<16x8xbf16, #mma>
}

// CHECK-LABEL: @i8(
// CHECK: "llvm.nvvm.mma.m16n8k32.row.col.s8"{{.*}} -> !llvm.struct<(i32, i32, i32, i32)>
tile.func private @i8(%a: tensor<16x32xi8, #a4>, %b: tensor<32x8xi8, #b4>, %c: tensor<16x8xi32, #mma>) -> tensor<16x8xi32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x32xi8, #a4> * tensor<32x8xi8, #b4> -> tensor<16x8xi32, #mma>
  tile.return %0 : tensor<16x8xi32, #mma>
}

// Each with its own format.
// CHECK-LABEL: @f8(
// CHECK: "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
tile.func private @f8(%a: tensor<16x32xf8E4M3FN, #a4>, %b: tensor<32x8xf8E5M2, #b4>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x32xf8E4M3FN, #a4> * tensor<32x8xf8E5M2, #b4> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// 32 steps at a time begin with zeros, and are added to the sum in f32.
// CHECK-LABEL: @imprecise(
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK: "llvm.nvvm.mma{{.*}}"({{.*}}, %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]])
// CHECK-COUNT-4: llvm.fadd
// CHECK: "llvm.nvvm.mma
// CHECK-COUNT-4: llvm.fadd
// CHECK: llvm.return
tile.func private @imprecise(%a: tensor<16x64xf8E4M3FN, #a4>, %b: tensor<64x8xf8E4M3FN, #b4>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c {maxNumImpreciseAcc = 32 : i32} : tensor<16x64xf8E4M3FN, #a4> * tensor<64x8xf8E4M3FN, #b4> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// CHECK-LABEL: @f64(
// CHECK: "llvm.nvvm.mma.m16n8k16.row.col.f64"
tile.func private @f64(%a: tensor<16x16xf64, #a1>, %b: tensor<16x8xf64, #b1>, %c: tensor<16x8xf64, #mma>) -> tensor<16x8xf64, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x16xf64, #a1> * tensor<16x8xf64, #b1> -> tensor<16x8xf64, #mma>
  tile.return %0 : tensor<16x8xf64, #mma>
}

// The instruction itself cuts f32 to tf32.
// CHECK-LABEL: @tf32(
// CHECK-NOT: llvm.and
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
tile.func private @tf32(%a: tensor<16x8xf32, #a1>, %b: tensor<8x8xf32, #b1>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x8xf32, #a1> * tensor<8x8xf32, #b1> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// Small products first, by themselves: one of them that is no number does not
// count.
// CHECK-LABEL: @tf32x3(
// CHECK: llvm.and %{{.*}}, %{{.*}} : i32
// CHECK: llvm.fsub
// CHECK-COUNT-2: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
// CHECK: %[[IS:.*]] = llvm.fcmp "ord"
// CHECK: llvm.select %[[IS]]
// CHECK: llvm.fadd
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.tf32"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
tile.func private @tf32x3(%a: tensor<16x8xf32, #a1>, %b: tensor<8x8xf32, #b1>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<16x8xf32, #a1> * tensor<8x8xf32, #b1> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// CHECK-LABEL: @bf16x6(
// CHECK: llvm.fptrunc %{{.*}} : vector<2xf32> to vector<2xbf16>
// CHECK-COUNT-5: "llvm.nvvm.mma.m16n8k16.row.col.bf16"
// CHECK: llvm.select
// CHECK: "llvm.nvvm.mma.m16n8k16.row.col.bf16"
// CHECK-NOT: llvm.nvvm.mma
// CHECK: llvm.return
tile.func private @bf16x6(%a: tensor<16x16xf32, #a1>, %b: tensor<16x8xf32, #b1>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c, inputPrecision = bf16x6 : tensor<16x16xf32, #a1> * tensor<16x8xf32, #b1> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// A shorter instruction.
// CHECK-LABEL: @eight_steps(
// CHECK-NOT: llvm.select
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.f32.f32"
tile.func private @eight_steps(%a: tensor<16x8xf16, #a2>, %b: tensor<8x8xf16, #b2>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x8xf16, #a2> * tensor<8x8xf16, #b2> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// Lanes that repeat steps of K multiply zeros.
// CHECK-LABEL: @four_steps(
// CHECK: %[[BIT:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
// CHECK: %[[COUNTS:.*]] = llvm.icmp "eq" %[[BIT]]
// CHECK-COUNT-3: llvm.select %[[COUNTS]], %{{.*}} : i1, vector<2xf16>
// CHECK: "llvm.nvvm.mma.m16n8k8.row.col.f32.f32"
tile.func private @four_steps(%a: tensor<16x4xf16, #a2>, %b: tensor<4x8xf16, #b2>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
  %0 = tile.dot %a, %b, %c : tensor<16x4xf16, #a2> * tensor<4x8xf16, #b2> -> tensor<16x8xf32, #mma>
  tile.return %0 : tensor<16x8xf32, #mma>
}

// Each thread by itself; K outermost.
// CHECK-LABEL: @threads(
// CHECK-COUNT-4: llvm.intr.fma{{.*}} : (f32, f32, f32) -> f32
// CHECK-COUNT-4: llvm.intr.fma{{.*}} : (f32, f32, f32) -> f32
// CHECK-NOT: llvm.intr.fma
// CHECK: llvm.return
tile.func private @threads(%a: tensor<16x2xf32, #ta>, %b: tensor<2x8xf32, #tb>, %c: tensor<16x8xf32, #blocked>) -> tensor<16x8xf32, #blocked> {
  %0 = tile.dot %a, %b, %c : tensor<16x2xf32, #ta> * tensor<2x8xf32, #tb> -> tensor<16x8xf32, #blocked>
  tile.return %0 : tensor<16x8xf32, #blocked>
}

// CHECK-LABEL: @threads_f16(
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.intr.fma{{.*}} : (f32, f32, f32) -> f32
// CHECK: llvm.fptrunc %{{.*}} : f32 to f16
tile.func private @threads_f16(%a: tensor<16x2xf16, #ta>, %b: tensor<2x8xf16, #tb>, %c: tensor<16x8xf16, #blocked>) -> tensor<16x8xf16, #blocked> {
  %0 = tile.dot %a, %b, %c : tensor<16x2xf16, #ta> * tensor<2x8xf16, #tb> -> tensor<16x8xf16, #blocked>
  tile.return %0 : tensor<16x8xf16, #blocked>
}

// CHECK-LABEL: @threads_i8(
// CHECK: llvm.sext %{{.*}} : i8 to i32
// CHECK: llvm.mul
// CHECK: llvm.add
tile.func private @threads_i8(%a: tensor<16x2xi8, #ta>, %b: tensor<2x8xi8, #tb>, %c: tensor<16x8xi32, #blocked>) -> tensor<16x8xi32, #blocked> {
  %0 = tile.dot %a, %b, %c : tensor<16x2xi8, #ta> * tensor<2x8xi8, #tb> -> tensor<16x8xi32, #blocked>
  tile.return %0 : tensor<16x8xi32, #blocked>
}
}
