//===- InstructionsMatrix.cpp - Matrix instructions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14 "Warp Level Matrix Multiply-Accumulate Instructions",
// 9.7.15 "Asynchronous Warpgroup Level ...". The registers of each fragment are
// as in the figures there.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

static constexpr uint8_t kLoad = ReadsMemory | Convergent;
static constexpr uint8_t kStore = WritesMemory | Convergent;
static constexpr uint8_t kWarpgroup =
    ReadsMemory | WritesMemory | Synchronizes | Convergent | AcrossWarps;

#define SMALL_FLOATS "e4m3|e5m2|e3m2|e2m3|e2m1 "
// After the matrices stand, of a and then of b, the scales and which bytes of
// which lanes have them. The sparse form has other targets.
#define BLOCK_SCALED(shape, sparseShape, words, sparseTargets)                 \
  {"mma",                                                                      \
   "sync aligned " shape " row col " words,                                    \
   "={4}f32 {4}b32 {2}b32 {4}f32 %b32 {2}b16 %b32 {2}b16",                     \
   87,                                                                         \
   "sm_120f",                                                                  \
   Convergent},                                                                \
  {                                                                            \
    "mma", "sp::ordered_metadata sync aligned " sparseShape " row col " words, \
        "={4}f32 {4}b32 {4}b32 {4}f32 %b32 # %b32 {2}b16 %b32 {2}b16", 87,     \
        sparseTargets, Convergent                                              \
  }

// mma.sp by metadata in any order, and in the order that later targets want.
#define SPARSE(words, operands)                                                \
  {"mma", "sp sync aligned " words, operands, 71, "sm_80", Convergent}, {      \
    "mma", "sp::ordered_metadata sync aligned " words, operands, 85, "sm_80",  \
        Convergent                                                             \
  }

// wmma: a fragment from memory, to memory, and the product of fragments.
#define LOAD(matrix, shape, type, registers, version, target)                  \
  {"wmma",                                                                     \
   "load " matrix " sync aligned " shape " shared|shared::cta|global? " type,  \
   registers " [] b32?",                                                       \
   version,                                                                    \
   target,                                                                     \
   kLoad}
#define STORE(shape, type, registers, version, target)                         \
  {"wmma",                                                                     \
   "store d sync aligned " shape " shared|shared::cta|global? " type,          \
   "[] " registers " b32?",                                                    \
   version,                                                                    \
   target,                                                                     \
   kStore}
#define MULTIPLY(words, operands, version, target)                             \
  {"wmma",   "mma sync aligned row|col row|col " words,                        \
   operands, version,                                                          \
   target,   Convergent}

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
    {"movmatrix", "sync aligned m8n8 trans b16", "=%b32 .%b32", 78, "",
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
     "sync aligned m16n8k32 row col kind::f8f6f4 f32 " SMALL_FLOATS SMALL_FLOATS
     "f32",
     "={4}f32 {4}b32 {2}b32 {4}f32", 87, "sm_120f", Convergent},
    {"mma",
     "sync aligned m16n8k32 row col kind::f8f6f4 f16 e4m3|e5m2 e4m3|e5m2 f16",
     "={2}b32 {4}b32 {2}b32 {2}b32", 87, "sm_100f|sm_110f|sm_120f", Convergent},
    {"mma",
     "sync aligned m16n8k32 row col kind::f8f6f4 f16 " SMALL_FLOATS SMALL_FLOATS
     "f16",
     "={2}b32 {4}b32 {2}b32 {2}b32", 87, "sm_120f", Convergent},
    // 9.7.14.5.14 mma: m8n8k4
    {"mma", "sync aligned m8n8k4 row|col row|col f32 f16 f16 f32",
     "={8}f32 {2}b32 {2}b32 {8}f32", 64, "", Convergent},
    {"mma", "sync aligned m8n8k4 row|col row|col f32 f16 f16 f16",
     "={8}f32 {2}b32 {2}b32 {4}b32", 64, "", Convergent},
    {"mma", "sync aligned m8n8k4 row|col row|col f16 f16 f16 f16",
     "={4}b32 {2}b32 {2}b32 {4}b32", 64, "", Convergent},
    // 9.7.14.6 mma.sp
    SPARSE("m16n8k16 row col f16 f16 f16 f16",
           "={2}b32 {2}b32 {2}b32 {2}b32 %b32 #"),
    SPARSE("m16n8k16 row col f32 f16 f16 f32",
           "={4}f32 {2}b32 {2}b32 {4}f32 %b32 #"),
    SPARSE("m16n8k16 row col f32 bf16 bf16 f32",
           "={4}f32 {2}b32 {2}b32 {4}f32 %b32 #"),
    SPARSE("m16n8k32 row col f16 f16 f16 f16",
           "={2}b32 {4}b32 {4}b32 {2}b32 %b32 #"),
    SPARSE("m16n8k32 row col f32 f16 f16 f32",
           "={4}f32 {4}b32 {4}b32 {4}f32 %b32 #"),
    SPARSE("m16n8k32 row col f32 bf16 bf16 f32",
           "={4}f32 {4}b32 {4}b32 {4}f32 %b32 #"),
    SPARSE("m16n8k8 row col f32 tf32 tf32 f32",
           "={4}f32 {2}b32 {2}b32 {4}f32 %b32 #"),
    SPARSE("m16n8k16 row col f32 tf32 tf32 f32",
           "={4}f32 {4}b32 {4}b32 {4}f32 %b32 #"),
    SPARSE("m16n8k32 row col satfinite? s32 u8|s8 u8|s8 s32",
           "={4}b32 {2}b32 {2}b32 {4}b32 %b32 #"),
    SPARSE("m16n8k64 row col satfinite? s32 u8|s8 u8|s8 s32",
           "={4}b32 {4}b32 {4}b32 {4}b32 %b32 #"),
    SPARSE("m16n8k64 row col satfinite? s32 u4|s4 u4|s4 s32",
           "={4}b32 {2}b32 {2}b32 {4}b32 %b32 #"),
    SPARSE("m16n8k128 row col satfinite? s32 u4|s4 u4|s4 s32",
           "={4}b32 {4}b32 {4}b32 {4}b32 %b32 #"),
    {"mma", "sp sync aligned m16n8k64 row col f32 e4m3|e5m2 e4m3|e5m2 f32",
     "={4}f32 {4}b32 {4}b32 {4}f32 b32 #", 84, "sm_89", Convergent},
    {"mma",
     "sp::ordered_metadata sync aligned m16n8k64 row col f32 e4m3|e5m2 "
     "e4m3|e5m2 f32",
     "={4}f32 {4}b32 {4}b32 {4}f32 b32 #", 85, "sm_89", Convergent},
    // 9.7.14.6 mma.sp: e2m1 and mixtures
    {"mma",
     "sp::ordered_metadata sync aligned m16n8k64 row col f16 e4m3|e5m2 "
     "e4m3|e5m2 f16",
     "={2}b32 {4}b32 {4}b32 {2}b32 %b32 #", 87, "sm_120f", Convergent},
    {"mma",
     "sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4 f32 "
     "e4m3|e5m2 e4m3|e5m2 f32",
     "={4}f32 {4}b32 {4}b32 {4}f32 %b32 #", 86, "sm_100f|sm_110f|sm_120f",
     Convergent},
    {"mma",
     "sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4 "
     "f32 " SMALL_FLOATS SMALL_FLOATS "f32",
     "={4}f32 {4}b32 {4}b32 {4}f32 %b32 #", 87, "sm_120f", Convergent},
    {"mma",
     "sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4 "
     "f16 " SMALL_FLOATS SMALL_FLOATS "f16",
     "={2}b32 {4}b32 {4}b32 {2}b32 %b32 #", 87, "sm_120f", Convergent},
    // 9.7.14.3 and 9.7.14.6 mma with block scaling
    BLOCK_SCALED(
        "m16n8k64", "m16n8k128",
        "kind::mxf4 block_scale scale_vec::2X? f32 e2m1 e2m1 f32 ue8m0",
        "sm_120a|sm_121a"),
    BLOCK_SCALED(
        "m16n8k64", "m16n8k128",
        "kind::mxf4nvf4 block_scale scale_vec::2X f32 e2m1 e2m1 f32 ue8m0",
        "sm_120a|sm_121a"),
    BLOCK_SCALED(
        "m16n8k64", "m16n8k128",
        "kind::mxf4nvf4 block_scale scale_vec::4X f32 e2m1 e2m1 f32 ue4m3",
        "sm_120a|sm_121a"),
    BLOCK_SCALED("m16n8k32", "m16n8k64",
                 "kind::mxf8f6f4 block_scale scale_vec::1X? "
                 "f32 " SMALL_FLOATS SMALL_FLOATS "f32 ue8m0",
                 "sm_120f"),
    // 9.7.14.4 wmma: f16
    LOAD("a|b", "row|col m16n16k16|m8n32k16|m32n8k16", "f16", "={8}b32", 60,
         ""),
    LOAD("c", "row|col m16n16k16|m8n32k16|m32n8k16", "f16", "={4}b32", 60, ""),
    LOAD("c", "row|col m16n16k16|m8n32k16|m32n8k16", "f32", "={8}f32", 60, ""),
    STORE("row|col m16n16k16|m8n32k16|m32n8k16", "f16", "{4}b32", 60, ""),
    STORE("row|col m16n16k16|m8n32k16|m32n8k16", "f32", "{8}f32", 60, ""),
    MULTIPLY("m16n16k16|m8n32k16|m32n8k16 f16 f16",
             "={4}b32 {8}b32 {8}b32 {4}b32", 60, ""),
    MULTIPLY("m16n16k16|m8n32k16|m32n8k16 f16 f32",
             "={4}b32 {8}b32 {8}b32 {8}f32", 60, ""),
    MULTIPLY("m16n16k16|m8n32k16|m32n8k16 f32 f16",
             "={8}f32 {8}b32 {8}b32 {4}b32", 60, ""),
    MULTIPLY("m16n16k16|m8n32k16|m32n8k16 f32 f32",
             "={8}f32 {8}b32 {8}b32 {8}f32", 60, ""),
    // 9.7.14.4 wmma: eight bits
    LOAD("a", "row|col m16n16k16", "u8|s8", "={2}b32", 63, ""),
    LOAD("b", "row|col m16n16k16", "u8|s8", "={2}b32", 63, ""),
    MULTIPLY("m16n16k16 s32 u8 u8 s32 satfinite?",
             "={8}b32 {2}b32 {2}b32 {8}b32", 63, ""),
    MULTIPLY("m16n16k16 s32 s8 s8 s32 satfinite?",
             "={8}b32 {2}b32 {2}b32 {8}b32", 63, ""),
    LOAD("a", "row|col m32n8k16", "u8|s8", "={4}b32", 63, ""),
    LOAD("b", "row|col m32n8k16", "u8|s8", "={1}b32", 63, ""),
    MULTIPLY("m32n8k16 s32 u8 u8 s32 satfinite?",
             "={8}b32 {4}b32 {1}b32 {8}b32", 63, ""),
    MULTIPLY("m32n8k16 s32 s8 s8 s32 satfinite?",
             "={8}b32 {4}b32 {1}b32 {8}b32", 63, ""),
    LOAD("a", "row|col m8n32k16", "u8|s8", "={1}b32", 63, ""),
    LOAD("b", "row|col m8n32k16", "u8|s8", "={4}b32", 63, ""),
    MULTIPLY("m8n32k16 s32 u8 u8 s32 satfinite?",
             "={8}b32 {1}b32 {4}b32 {8}b32", 63, ""),
    MULTIPLY("m8n32k16 s32 s8 s8 s32 satfinite?",
             "={8}b32 {1}b32 {4}b32 {8}b32", 63, ""),
    LOAD("c", "row|col m16n16k16|m8n32k16|m32n8k16", "s32", "={8}b32", 63, ""),
    STORE("row|col m16n16k16|m8n32k16|m32n8k16", "s32", "{8}b32", 63, ""),
    // 9.7.14.4 wmma: bf16, tf32, f64
    LOAD("a", "row|col m16n16k16", "bf16", "={4}b32", 70, "sm_80"),
    LOAD("b", "row|col m16n16k16", "bf16", "={4}b32", 70, "sm_80"),
    MULTIPLY("m16n16k16 f32 bf16 bf16 f32", "={8}f32 {4}b32 {4}b32 {8}f32", 70,
             "sm_80"),
    LOAD("a", "row|col m32n8k16", "bf16", "={8}b32", 70, "sm_80"),
    LOAD("b", "row|col m32n8k16", "bf16", "={2}b32", 70, "sm_80"),
    MULTIPLY("m32n8k16 f32 bf16 bf16 f32", "={8}f32 {8}b32 {2}b32 {8}f32", 70,
             "sm_80"),
    LOAD("a", "row|col m8n32k16", "bf16", "={2}b32", 70, "sm_80"),
    LOAD("b", "row|col m8n32k16", "bf16", "={8}b32", 70, "sm_80"),
    MULTIPLY("m8n32k16 f32 bf16 bf16 f32", "={8}f32 {2}b32 {8}b32 {8}f32", 70,
             "sm_80"),
    LOAD("a|b", "row|col m16n16k8", "tf32", "={4}b32", 70, "sm_80"),
    LOAD("c", "row|col m16n16k8", "f32", "={8}f32", 70, "sm_80"),
    STORE("row|col m16n16k8", "f32", "{8}f32", 70, "sm_80"),
    MULTIPLY("m16n16k8 f32 tf32 tf32 f32", "={8}f32 {4}b32 {4}b32 {8}f32", 70,
             "sm_80"),
    LOAD("a|b", "row|col m8n8k4", "f64", "={1}f64", 70, "sm_80"),
    LOAD("c", "row|col m8n8k4", "f64", "={2}f64", 70, "sm_80"),
    STORE("row|col m8n8k4", "f64", "{2}f64", 70, "sm_80"),
    MULTIPLY("m8n8k4 rn|rz|rm|rp? f64 f64 f64 f64",
             "={2}f64 {1}f64 {1}f64 {2}f64", 70, "sm_80"),
    // 9.7.14.4 wmma: four bits and one
    LOAD("a", "row m8n8k32", "u4|s4", "={1}b32", 63, ""),
    LOAD("b", "col m8n8k32", "u4|s4", "={1}b32", 63, ""),
    LOAD("c", "row|col m8n8k32|m8n8k128", "s32", "={2}b32", 63, ""),
    STORE("row|col m8n8k32|m8n8k128", "s32", "{2}b32", 63, ""),
    {"wmma", "mma sync aligned row col m8n8k32 s32 u4 u4 s32 satfinite?",
     "={2}b32 {1}b32 {1}b32 {2}b32", 63, "", Convergent},
    {"wmma", "mma sync aligned row col m8n8k32 s32 s4 s4 s32 satfinite?",
     "={2}b32 {1}b32 {1}b32 {2}b32", 63, "", Convergent},
    LOAD("a", "row m8n8k128", "b1", "={1}b32", 63, ""),
    LOAD("b", "col m8n8k128", "b1", "={1}b32", 63, ""),
    {"wmma", "mma xor popc sync aligned row col m8n8k128 s32 b1 b1 s32",
     "={2}b32 {1}b32 {1}b32 {2}b32", 63, "", Convergent},
    {"wmma", "mma and popc sync aligned row col m8n8k128 s32 b1 b1 s32",
     "={2}b32 {1}b32 {1}b32 {2}b32", 71, "sm_80", Convergent},

    // 9.7.15.5.2 wgmma.mma_async: a in shared memory, or in registers
    {"wgmma", "mma_async sync aligned m64n*k16 f16|f32 f16 f16",
     "={*}any b64 b64 !pred # # # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k16 f16|f32 f16 f16",
     "={*}any {4}b32 b64 !pred # # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k16 f32 bf16 bf16",
     "={*}any b64 b64 !pred # # # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k16 f32 bf16 bf16",
     "={*}any {4}b32 b64 !pred # # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k8 f32 tf32 tf32",
     "={*}any b64 b64 !pred # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k8 f32 tf32 tf32",
     "={*}any {4}b32 b64 !pred # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 f16|f32 e4m3|e5m2 e4m3|e5m2",
     "={*}any b64 b64 !pred # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 f16|f32 e4m3|e5m2 e4m3|e5m2",
     "={*}any {4}b32 b64 !pred # #", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 u8",
     "={*}any b64 b64 !pred", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 s8",
     "={*}any b64 b64 !pred", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 s8",
     "={*}any b64 b64 !pred", 84, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 u8",
     "={*}any b64 b64 !pred", 84, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 u8",
     "={*}any {4}b32 b64 !pred", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 s8",
     "={*}any {4}b32 b64 !pred", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 u8 s8",
     "={*}any {4}b32 b64 !pred", 84, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k32 satfinite? s32 s8 u8",
     "={*}any {4}b32 b64 !pred", 84, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k256 s32 b1 b1 and popc",
     "={*}any b64 b64 !pred", 80, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sync aligned m64n*k256 s32 b1 b1 and popc",
     "={*}any {4}b32 b64 !pred", 80, "sm_90a", kWarpgroup},
    // 9.7.15.6 wgmma.mma_async.sp
    {"wgmma", "mma_async sp sync aligned m64n*k32 f16|f32 f16 f16",
     "={*}any b64 b64 %b32 # !pred # # # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k32 f16|f32 f16 f16",
     "={*}any {4}b32 b64 %b32 # !pred # # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k32 f32 bf16 bf16",
     "={*}any b64 b64 %b32 # !pred # # # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k32 f32 bf16 bf16",
     "={*}any {4}b32 b64 %b32 # !pred # # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k16 f32 tf32 tf32",
     "={*}any b64 b64 %b32 # !pred # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k16 f32 tf32 tf32",
     "={*}any {4}b32 b64 %b32 # !pred # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 f16|f32 e4m3|e5m2 e4m3|e5m2",
     "={*}any b64 b64 %b32 # !pred # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 f16|f32 e4m3|e5m2 e4m3|e5m2",
     "={*}any {4}b32 b64 %b32 # !pred # #", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 u8 u8",
     "={*}any b64 b64 %b32 # !pred", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 u8 u8",
     "={*}any {4}b32 b64 %b32 # !pred", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 s8 s8",
     "={*}any b64 b64 %b32 # !pred", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 s8 s8",
     "={*}any {4}b32 b64 %b32 # !pred", 82, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 u8 s8",
     "={*}any b64 b64 %b32 # !pred", 84, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 u8 s8",
     "={*}any {4}b32 b64 %b32 # !pred", 84, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 s8 u8",
     "={*}any b64 b64 %b32 # !pred", 84, "sm_90a", kWarpgroup},
    {"wgmma", "mma_async sp sync aligned m64n*k64 satfinite? s32 s8 u8",
     "={*}any {4}b32 b64 %b32 # !pred", 84, "sm_90a", kWarpgroup},
    // 9.7.15.7 wgmma.fence, commit_group, wait_group
    {"wgmma", "fence sync aligned", "", 80, "sm_90a", kWarpgroup},
    {"wgmma", "commit_group sync aligned", "", 80, "sm_90a", kWarpgroup},
    {"wgmma", "wait_group sync aligned", "#", 80, "sm_90a", kWarpgroup},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getMatrixForms() {
  return kForms;
}
