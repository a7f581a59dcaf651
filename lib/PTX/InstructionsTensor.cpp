//===- InstructionsTensor.cpp - Tensor memory and its matrices ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.16 "TensorCore 5th Generation Family Instructions".
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

/// What a single thread starts.
static constexpr uint8_t kIssued = ReadsMemory | WritesMemory | Synchronizes;
static constexpr uint8_t kAsync = kIssued | Convergent;

#define FAMILIES "sm_100f|sm_110f"
// What the other GPUs of a family have not.
#define ALONE "sm_100a|sm_103a|sm_110a"

// Registers of tensor memory: 1, 2 or 4 times the number of the words, by the
// shape.
#define TENSOR_MEMORY(shape, times)                                            \
  {"tcgen05",                                                                  \
   "ld sync aligned " shape " pack::16b? b32",                                 \
   "={" times "x}b32 [t]",                                                     \
   86,                                                                         \
   FAMILIES,                                                                   \
   kAsync},                                                                    \
  {                                                                            \
    "tcgen05", "st sync aligned " shape " unpack::16b? b32",                   \
        "[t] {" times "x}b32", 86, FAMILIES, kAsync                            \
  }
// With the least or greatest of the columns of each lane.
#define TENSOR_REDUCTION(operation)                                            \
  {"tcgen05",                                                                  \
   "ld red sync aligned 32x32b x2|x4|x8|x16|x32|x64|x128 " operation,          \
   "={1x}b32 =%b32 [t]",                                                       \
   88,                                                                         \
   "sm_103f|sm_110f",                                                          \
   kAsync},                                                                    \
  {                                                                            \
    "tcgen05",                                                                 \
        "ld red sync aligned 16x32bx2 x2|x4|x8|x16|x32|x64|x128 " operation,   \
        "={1x}b32 =%b32 [t] #", 88, "sm_103f|sm_110f", kAsync                  \
  }
// The two formats stand together, or neither does.
#define TENSOR_COPY(shape)                                                     \
  {"tcgen05", "cp cta_group::1|cta_group::2 " shape, "[t] b64", 86, FAMILIES,  \
   kIssued},                                                                   \
  {                                                                            \
    "tcgen05",                                                                 \
        "cp cta_group::1|cta_group::2 " shape " b8x16 b6x16_p32|b4x16_p64",    \
        "[t] b64", 86, FAMILIES, kIssued                                       \
  }
// What the collector does with a, and with which of its buffers for b.
#define COLLECTOR                                                              \
  "collector::a::fill|collector::a::use|collector::a::lastuse|"                \
  "collector::a::discard?"
#define COLLECTOR_OF_SHIFTED "collector::a::lastuse|collector::a::discard?"
#define BUFFER(number)                                                         \
  "collector::" number "::fill|collector::" number "::use|collector::" number  \
  "::lastuse|collector::" number "::discard"
#define MMA(words, operands, version, targets)                                 \
  {"tcgen05", "mma " words, operands, version, targets, kIssued}
// Matrix a is in shared memory, by a descriptor, or in tensor memory, where its
// rows may be shifted. After the instruction descriptor may stand a mask of
// the lanes that are not written.
#define MATRIX(mode, metadata, group, lanes, kinds, scale, version, targets)   \
  MMA(mode group " " kinds COLLECTOR,                                          \
      "[t] u64 u64" metadata " u32 {" lanes "}b32? !pred" scale, version,      \
      targets),                                                                \
      MMA(mode group " " kinds COLLECTOR,                                      \
          "[t] [t] u64" metadata " u32 {" lanes "}b32? !pred" scale, version,  \
          targets),                                                            \
      MMA(mode group " " kinds "ashift " COLLECTOR_OF_SHIFTED,                 \
          "[t] [t] u64" metadata " u32 {" lanes "}b32? !pred" scale, version,  \
          targets)
#define DENSE_AND_SPARSE(kinds, scale, version, targets)                       \
  MATRIX("", "", "cta_group::1", "4", kinds, scale, version, targets),         \
      MATRIX("", "", "cta_group::2", "8", kinds, scale, version, targets),     \
      MATRIX("sp ", " [t]", "cta_group::1", "4", kinds, scale, version,        \
             targets),                                                         \
      MATRIX("sp ", " [t]", "cta_group::2", "8", kinds, scale, version,        \
             targets)
#define BLOCK_SCALED(mode, metadata, kind, version, targets)                   \
  MMA(mode "cta_group::1|cta_group::2 " kind COLLECTOR,                        \
      "[t] u64 u64" metadata " u32 [t] [t] !pred", version, targets),          \
      MMA(mode "cta_group::1|cta_group::2 " kind COLLECTOR,                    \
          "[t] [t] u64" metadata " u32 [t] [t] !pred", version, targets)
#define WEIGHT_STATIONARY_IN(mode, metadata, a, kinds, targets)                \
  MMA("ws " mode "cta_group::1 " kinds BUFFER("b0") "|" BUFFER(                \
          "b1") "|" BUFFER("b2") "|" BUFFER("b3") "?",                         \
      "[t] " a " u64" metadata " u32 !pred u64?", 86, targets)
#define WEIGHT_STATIONARY(kinds, targets)                                      \
  WEIGHT_STATIONARY_IN("", "", "u64", kinds, targets),                         \
      WEIGHT_STATIONARY_IN("", "", "[t]", kinds, targets),                     \
      WEIGHT_STATIONARY_IN("sp ", " [t]", "u64", kinds, targets),              \
      WEIGHT_STATIONARY_IN("sp ", " [t]", "[t]", kinds, targets)

static constexpr InstructionForm kForms[] = {
    // 9.7.16.7 tcgen05.alloc, dealloc, relinquish_alloc_permit
    {"tcgen05", "alloc cta_group::1|cta_group::2 sync aligned shared::cta? b32",
     "[] b32", 86, FAMILIES, kAsync},
    {"tcgen05", "dealloc cta_group::1|cta_group::2 sync aligned b32", "b32 b32",
     86, FAMILIES, kAsync},
    {"tcgen05",
     "relinquish_alloc_permit cta_group::1|cta_group::2 sync aligned", "", 86,
     FAMILIES, kAsync},
    // 9.7.16.8 tcgen05.ld, tcgen05.st, tcgen05.wait
    TENSOR_MEMORY("32x32b|16x64b x1|x2|x4|x8|x16|x32|x64|x128", "1"),
    TENSOR_MEMORY("16x128b x1|x2|x4|x8|x16|x32|x64", "2"),
    TENSOR_MEMORY("16x256b x1|x2|x4|x8|x16|x32", "4"),
    {"tcgen05",
     "ld sync aligned 16x32bx2 x1|x2|x4|x8|x16|x32|x64|x128 pack::16b? b32",
     "={1x}b32 [t] #", 86, FAMILIES, kAsync},
    {"tcgen05",
     "st sync aligned 16x32bx2 x1|x2|x4|x8|x16|x32|x64|x128 unpack::16b? b32",
     "[t] # {1x}b32", 86, FAMILIES, kAsync},
    TENSOR_REDUCTION("min|max abs? NaN? f32"),
    TENSOR_REDUCTION("min|max u32|s32"),
    {"tcgen05", "wait::ld|wait::st sync aligned", "", 86, FAMILIES, kAsync},
    // 9.7.16.9 tcgen05.cp, tcgen05.shift
    TENSOR_COPY("128x256b|4x256b|128x128b"),
    TENSOR_COPY("64x128b warpx2::02_13|warpx2::01_23"),
    TENSOR_COPY("32x128b warpx4"),
    {"tcgen05", "shift cta_group::1|cta_group::2 down", "[t]", 86, ALONE,
     kIssued},
    // 9.7.16.10.9.1 tcgen05.mma, 9.7.16.10.9.2 tcgen05.mma.sp
    DENSE_AND_SPARSE("kind::f16|kind::tf32|kind::f8f6f4 ", "", 86, FAMILIES),
    DENSE_AND_SPARSE("kind::f16|kind::tf32 ", " #", 86, "sm_100f"),
    DENSE_AND_SPARSE("kind::i8 ", "", 86, "sm_100a|sm_110a"),
    // The same with block scaling
    BLOCK_SCALED("", "", "kind::mxf8f6f4 block_scale scale_vec::1X ", 86,
                 ALONE),
    BLOCK_SCALED("", "", "kind::mxf8f6f4 block_scale block32? ", 88, FAMILIES),
    BLOCK_SCALED("", "", "kind::mxf4 block_scale scale_vec::2X ", 86, ALONE),
    BLOCK_SCALED("", "", "kind::mxf4 block_scale block32? ", 88, FAMILIES),
    BLOCK_SCALED("", "",
                 "kind::mxf4nvf4 block_scale scale_vec::2X|scale_vec::4X ", 87,
                 ALONE),
    BLOCK_SCALED("", "", "kind::mxf4nvf4 block_scale block16|block32 ", 88,
                 FAMILIES),
    BLOCK_SCALED("sp ", " [t]", "kind::mxf8f6f4 block_scale scale_vec::1X ", 86,
                 ALONE),
    BLOCK_SCALED("sp ", " [t]", "kind::mxf8f6f4 block_scale block32? ", 88,
                 FAMILIES),
    BLOCK_SCALED("sp ", " [t]", "kind::mxf4 block_scale scale_vec::2X ", 86,
                 ALONE),
    BLOCK_SCALED("sp ", " [t]", "kind::mxf4 block_scale block32? ", 88, ALONE),
    BLOCK_SCALED("sp ", " [t]",
                 "kind::mxf4nvf4 block_scale scale_vec::2X|scale_vec::4X ", 87,
                 ALONE),
    BLOCK_SCALED("sp ", " [t]", "kind::mxf4nvf4 block_scale block16|block32 ",
                 88, ALONE),
    // 9.7.16.10.9.3 tcgen05.mma.ws, 9.7.16.10.9.4 tcgen05.mma.ws.sp
    WEIGHT_STATIONARY("kind::f16|kind::tf32|kind::f8f6f4 ", FAMILIES),
    WEIGHT_STATIONARY("kind::i8 ", "sm_100a|sm_110a"),
    // 9.7.16.11 tcgen05.fence, 9.7.16.12 tcgen05.commit
    {"tcgen05", "fence::before_thread_sync|fence::after_thread_sync", "", 86,
     FAMILIES, kIssued},
    {"tcgen05",
     "commit cta_group::1|cta_group::2 mbarrier::arrive::one shared::cluster? "
     "multicast::cluster? b64",
     "[] .b16?multicast::cluster", 86, FAMILIES, kIssued},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getTensorForms() {
  return kForms;
}
