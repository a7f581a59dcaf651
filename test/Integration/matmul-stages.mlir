// RUN: tilec %kernels/matmul.mlir --kernel=matmul_f16 --target=sm_80 --assume=m:16 --assume=n:16 --assume=k:16 --assume=lda:16 --assume=ldb:16 --assume=ldc:16 --num-warps=4 -o - | FileCheck %s --check-prefix=F16
// RUN: tilec %kernels/matmul.mlir --kernel=matmul_f32 --target=sm_80 --num-warps=4 -o - | FileCheck %s --check-prefix=TF32
// RUN: tilec %kernels/matmul_int8.mlir --target=sm_80 --num-warps=4 -o - | FileCheck %s --check-prefix=INT8
// RUN: tilec %kernels/matmul_fp8.mlir --target=sm_80 --num-warps=4 -o - | FileCheck %s --check-prefix=WIDENED
// RUN: tilec %kernels/matmul_mxfp4.mlir --target=sm_80 -o - | FileCheck %s --check-prefix=MXFP4
// RUN: tilec %kernels/matmul_int4.mlir --target=sm_80 -o %t.ptx
// RUN: FileCheck %s --check-prefix=INT4 --input-file=%t.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_80 %t.ptx -o %t.cubin %}

// Four warps multiply 128 x 32 and 32 x 128 numbers: each has a quarter of 128 * 128 * 32 /
// (16 * 8 * 16) instructions. Sizes that are multiples of 16 are stored in vectors.
// F16: .entry matmul_f16(
// F16-COUNT-64: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// F16: st.global.v4

// TF32: .entry matmul_f32(
// TF32-COUNT-128: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32

// INT8: .entry matmul_int8(
// INT8-COUNT-64: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32

// sm_80 has no instruction for e4m3.
// WIDENED-NOT: e4m3
// WIDENED-COUNT-128: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32

// Weights become bf16, two at a time.
// MXFP4: fma.rn.bf16x2
// MXFP4: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32

// INT4: sub.f16x2
// INT4: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
