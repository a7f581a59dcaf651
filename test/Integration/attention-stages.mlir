// RUN: tilec %kernels/attention.mlir --kernel=attention --target=sm_80 -o - | FileCheck %s
// RUN: tilec %kernels/attention.mlir --kernel=attention_causal --target=sm_80 -o - | FileCheck %s

// Both products of a step: of q and k transposed, then of the weights and v; 64 x 128 x 64
// numbers each, of which each of four warps has a quarter. Powers of two lie in between.
// CHECK: .entry attention
// CHECK-COUNT-64: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: ex2.approx
// CHECK-COUNT-64: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
