//===- InstructionsMatrix.cpp - Matrix instructions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14 "Warp Level Matrix Multiply-Accumulate Instructions",
// 9.7.15 "Asynchronous Warpgroup Level ...", 9.7.16 "TensorCore 5th
// Generation". The registers of each fragment are those of the figures there.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

static constexpr uint8_t kLoad = ReadsMemory | Convergent;
static constexpr uint8_t kStore = WritesMemory | Convergent;
static constexpr uint8_t kAsync =
    ReadsMemory | WritesMemory | Synchronizes | Convergent;

static constexpr InstructionForm kForms[] = {
    // 9.7.14.5.15 ldmatrix
    {"ldmatrix", "sync aligned m8n8 x1 trans? shared|shared::cta? b16",
     "={1}b32 []", 65, "", kLoad},
    {"ldmatrix", "sync aligned m8n8 x2 trans? shared|shared::cta? b16",
     "={2}b32 []", 65, "", kLoad},
    {"ldmatrix", "sync aligned m8n8 x4 trans? shared|shared::cta? b16",
     "={4}b32 []", 65, "", kLoad},
    {"ldmatrix", "sync aligned m16n16 x1 trans shared|shared::cta? b8",
     "={2}b32 []", 86, "sm_100f|sm_110f|sm_120f", kLoad},
    {"ldmatrix", "sync aligned m16n16 x2 trans shared|shared::cta? b8",
     "={4}b32 []", 86, "sm_100f|sm_110f|sm_120f", kLoad},
    // 9.7.14.5.16 stmatrix
    {"stmatrix", "sync aligned m8n8 x1 trans? shared|shared::cta? b16",
     "[] {1}b32", 78, "sm_90", kStore},
    {"stmatrix", "sync aligned m8n8 x2 trans? shared|shared::cta? b16",
     "[] {2}b32", 78, "sm_90", kStore},
    {"stmatrix", "sync aligned m8n8 x4 trans? shared|shared::cta? b16",
     "[] {4}b32", 78, "sm_90", kStore},
    {"stmatrix", "sync aligned m16n8 x1 trans shared|shared::cta? b8",
     "[] {1}b32", 86, "sm_100f|sm_110f|sm_120f", kStore},
    {"stmatrix", "sync aligned m16n8 x2 trans shared|shared::cta? b8",
     "[] {2}b32", 86, "sm_100f|sm_110f|sm_120f", kStore},
    {"stmatrix", "sync aligned m16n8 x4 trans shared|shared::cta? b8",
     "[] {4}b32", 86, "sm_100f|sm_110f|sm_120f", kStore},
    // 9.7.14.5.17 movmatrix
    {"movmatrix", "sync aligned m8n8 trans b16", "=b32 b32", 78, "",
     Convergent},

    // 9.7.14.5.14 mma: f16
    {"mma", "sync aligned m16n8k8 row col f32 f16 f16 f32",
     "={4}f32 {2}b32 {1}b32 {4}f32", 65, "", Convergent},
    {"mma", "sync aligned m16n8k8 row col f16 f16 f16 f16",
     "={2}b32 {2}b32 {1}b32 {2}b32", 65, "", Convergent},
    {"mma", "sync aligned m16n8k16 row col f32 f16 f16 f32",
     "={4}f32 {4}b32 {2}b32 {4}f32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k16 row col f16 f16 f16 f16",
     "={2}b32 {4}b32 {2}b32 {2}b32", 70, "sm_80", Convergent},
    // 9.7.14.5.14 mma: bf16, tf32
    {"mma", "sync aligned m16n8k8 row col f32 bf16 bf16 f32",
     "={4}f32 {2}b32 {1}b32 {4}f32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k16 row col f32 bf16 bf16 f32",
     "={4}f32 {4}b32 {2}b32 {4}f32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k4 row col f32 tf32 tf32 f32",
     "={4}f32 {2}b32 {1}b32 {4}f32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k8 row col f32 tf32 tf32 f32",
     "={4}f32 {4}b32 {2}b32 {4}f32", 70, "sm_80", Convergent},
    // 9.7.14.5.14 mma: f64
    {"mma", "sync aligned m8n8k4 row col f64 f64 f64 f64",
     "={2}f64 {1}f64 {1}f64 {2}f64", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k4 row col f64 f64 f64 f64",
     "={4}f64 {2}f64 {1}f64 {4}f64", 78, "sm_90", Convergent},
    {"mma", "sync aligned m16n8k8 row col f64 f64 f64 f64",
     "={4}f64 {4}f64 {2}f64 {4}f64", 78, "sm_90", Convergent},
    {"mma", "sync aligned m16n8k16 row col f64 f64 f64 f64",
     "={4}f64 {8}f64 {4}f64 {4}f64", 78, "sm_90", Convergent},
    // 9.7.14.5.14 mma: integers
    {"mma", "sync aligned m8n8k16 row col satfinite? s32 u8|s8 u8|s8 s32",
     "={2}b32 {1}b32 {1}b32 {2}b32", 65, "", Convergent},
    {"mma", "sync aligned m16n8k16 row col satfinite? s32 u8|s8 u8|s8 s32",
     "={4}b32 {2}b32 {1}b32 {4}b32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k32 row col satfinite? s32 u8|s8 u8|s8 s32",
     "={4}b32 {4}b32 {2}b32 {4}b32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m8n8k32 row col satfinite? s32 u4|s4 u4|s4 s32",
     "={2}b32 {1}b32 {1}b32 {2}b32", 65, "", Convergent},
    {"mma", "sync aligned m16n8k32 row col satfinite? s32 u4|s4 u4|s4 s32",
     "={4}b32 {2}b32 {1}b32 {4}b32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k64 row col satfinite? s32 u4|s4 u4|s4 s32",
     "={4}b32 {4}b32 {2}b32 {4}b32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m8n8k128 row col s32 b1 b1 s32 xor|and popc",
     "={2}b32 {1}b32 {1}b32 {2}b32", 70, "", Convergent},
    {"mma", "sync aligned m16n8k128 row col s32 b1 b1 s32 xor|and popc",
     "={4}b32 {2}b32 {1}b32 {4}b32", 70, "sm_80", Convergent},
    {"mma", "sync aligned m16n8k256 row col s32 b1 b1 s32 xor|and popc",
     "={4}b32 {4}b32 {2}b32 {4}b32", 70, "sm_80", Convergent},
    // 9.7.14.5.14 mma: e4m3, e5m2
    {"mma", "sync aligned m16n8k32 row col f32 e4m3|e5m2 e4m3|e5m2 f32",
     "={4}f32 {4}b32 {2}b32 {4}f32", 84, "sm_89", Convergent},
    {"mma", "sync aligned m16n8k32 row col f16 e4m3|e5m2 e4m3|e5m2 f16",
     "={2}b32 {4}b32 {2}b32 {2}b32", 87, "sm_89", Convergent},
    {"mma", "sync aligned m16n8k16 row col f32 e4m3|e5m2 e4m3|e5m2 f32",
     "={4}f32 {2}b32 {1}b32 {4}f32", 87, "sm_89", Convergent},
    // 9.7.14.5.14 mma: e2m1 and mixtures
    {"mma",
     "sync aligned m16n8k32 row col kind::f8f6f4 f32 e4m3|e5m2 e4m3|e5m2 f32",
     "={4}f32 {4}b32 {2}b32 {4}f32", 86, "sm_100f|sm_110f|sm_120f", Convergent},
    {"mma",
     "sync aligned m16n8k32 row col kind::f8f6f4 f32 "
     "e4m3|e5m2|e3m2|e2m3|e2m1 e4m3|e5m2|e3m2|e2m3|e2m1 f32",
     "={4}f32 {4}b32 {2}b32 {4}f32", 87, "sm_120f", Convergent},
    // mma of other shapes, sparse and block-scaled, wmma: not described.
    {"mma", "sync aligned m8n8k4 row|col row|col f32 f16 f16 f32",
     "={8}f32 {2}b32 {2}b32 {8}f32", 64, "", Convergent},
    {"mma", "sync aligned m8n8k4 row|col row|col f32 f16 f16 f16",
     "={8}f32 {2}b32 {2}b32 {4}b32", 64, "", Convergent},
    {"mma", "sync aligned m8n8k4 row|col row|col f16 f16 f16 f16",
     "={4}b32 {2}b32 {2}b32 {4}b32", 64, "", Convergent},
    {"mma", "sp|sp::ordered_metadata ...", "...", 71, "sm_80", Convergent},
    {"mma",
     "sync aligned m16n8k64|m16n8k32 row col "
     "kind::mxf4|kind::mxf4nvf4|kind::mxf8f6f4 ...",
     "...", 87, "sm_120f", Convergent},
    {"wmma", "...", "...", 60, "", kAsync},

    // 9.7.15.5.2 wgmma.mma_async: a in shared memory, or in registers
    {"wgmma", "mma_async sync aligned m64n*k16 f16|f32 f16 f16",
     "={*}any b64 b64 !pred # # # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k16 f16|f32 f16 f16",
     "={*}any {4}b32 b64 !pred # # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k16 f32 bf16 bf16",
     "={*}any b64 b64 !pred # # # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k16 f32 bf16 bf16",
     "={*}any {4}b32 b64 !pred # # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k8 f32 tf32 tf32",
     "={*}any b64 b64 !pred # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k8 f32 tf32 tf32",
     "={*}any {4}b32 b64 !pred # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 f16|f32 e4m3|e5m2 e4m3|e5m2",
     "={*}any b64 b64 !pred # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 f16|f32 e4m3|e5m2 e4m3|e5m2",
     "={*}any {4}b32 b64 !pred # #", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 u8",
     "={*}any b64 b64 !pred", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 s8",
     "={*}any b64 b64 !pred", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 s8",
     "={*}any b64 b64 !pred", 84, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 u8",
     "={*}any b64 b64 !pred", 84, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 u8",
     "={*}any {4}b32 b64 !pred", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 s8",
     "={*}any {4}b32 b64 !pred", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 s8",
     "={*}any {4}b32 b64 !pred", 84, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 u8",
     "={*}any {4}b32 b64 !pred", 84, "sm_90a", kAsync},
    {"wgmma", "mma_async sync aligned m64n*k256 s32 b1 b1 and popc",
     "={*}any any b64 !pred", 80, "sm_90a", kAsync},
    {"wgmma", "mma_async sp ...", "...", 82, "sm_90a", kAsync},
    // 9.7.15.7 wgmma.fence, commit_group, wait_group
    {"wgmma", "fence sync aligned", "", 80, "sm_90a", kAsync},
    {"wgmma", "commit_group sync aligned", "", 80, "sm_90a", kAsync},
    {"wgmma", "wait_group sync aligned", "#", 80, "sm_90a", kAsync},

    // 9.7.16 tcgen05: words and operands are not described.
    {"tcgen05", "...", "...", 86, "sm_100f|sm_110f", kAsync},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getMatrixForms() {
  return kForms;
}
