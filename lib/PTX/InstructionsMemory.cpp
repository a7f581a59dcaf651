//===- InstructionsMemory.cpp - Loads, stores, atomics --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9 "Data Movement and Conversion Instructions": those that
// touch memory and wait for it; 9.7.13.5 atom, 9.7.13.6 red.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

#define SPACES                                                                 \
  "const|global|local|param|shared|shared::cta|shared::cluster|"               \
  "param::entry|param::func? "
#define STORE_SPACES                                                           \
  "global|local|param|shared|shared::cta|shared::cluster|param::func? "
#define STRONG_SPACES "global|shared|shared::cta|shared::cluster? "
#define SMALL "b8|b16|b32|u8|u16|u32|s8|s16|s32|f32"
#define LARGE "b64|u64|s64|f64"
#define L1_EVICTIONS                                                           \
  "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|"       \
  "L1::no_allocate"
#define L2_EVICTIONS "L2::evict_normal|L2::evict_first|L2::evict_last? "
#define PREFETCHES "L2::64B|L2::128B|L2::256B? "
#define HINTS L1_EVICTIONS "? L2::cache_hint? " PREFETCHES
#define SCOPES "cta|cluster|gpu|sys "
#define ORDERS "relaxed|acquire|release|acq_rel? cta|cluster|gpu|sys? "
#define REDUCTION_ORDERS "relaxed|release? cta|cluster|gpu|sys? "
#define ASYNC_REDUCTION                                                        \
  "async relaxed cluster shared::cluster? mbarrier::complete_tx::bytes "
#define ANY_SPACE "global|shared|shared::cta|shared::cluster? "

static constexpr uint8_t kAtomic = ReadsMemory | WritesMemory;

/// An atom, and the same with a cache policy, which shared memory has not.
#define ATOM(op, types, version, targets)                                      \
  {"atom", ORDERS ANY_SPACE op types, "=T [] T", version, targets, kAtomic}, { \
    "atom", ORDERS "global? " op "L2::cache_hint " types, "=T [] T b64",       \
        (version) > 74 ? (version) : 74, targets, kAtomic                      \
  }
#define RED(op, types, version, targets)                                       \
  {"red",  REDUCTION_ORDERS ANY_SPACE op types, "[] T", version, targets,      \
   kAtomic},                                                                   \
  {                                                                            \
    "red", REDUCTION_ORDERS "global? " op "L2::cache_hint " types, "[] T b64", \
        74, targets, kAtomic                                                   \
  }

/// Each is a weak one, and one with an order.
#define MULTIMEM_LOAD(words, operands)                                         \
  {"multimem", "ld_reduce weak? global? " words, operands, 81, "sm_90",        \
   ReadsMemory},                                                               \
  {                                                                            \
    "multimem", "ld_reduce relaxed|acquire " SCOPES "global? " words,          \
        operands, 81, "sm_90", ReadsMemory                                     \
  }
#define MULTIMEM_STORE(words, operands)                                        \
  {                                                                            \
      "multimem",  "st weak? global? " words, operands, 81, "sm_90",           \
      WritesMemory},                                                           \
  {                                                                            \
    "multimem", "st relaxed|release " SCOPES "global? " words, operands, 81,   \
        "sm_90", WritesMemory                                                  \
  }
#define MULTIMEM_RED(words, operands)                                          \
  {"multimem", "red global? " words, operands, 81, "sm_90", kAtomic}, {        \
    "multimem", "red relaxed|release " SCOPES "global? " words, operands, 81,  \
        "sm_90", kAtomic                                                       \
  }
#define EIGHT_BITS "sm_100f|sm_110f|sm_120f"
#define MULTIMEM_LOAD_8(words, operands)                                       \
  {"multimem", "ld_reduce weak? global? add acc::f16? " words,                 \
   operands,   86,                                                             \
   EIGHT_BITS, ReadsMemory},                                                   \
      {"multimem", "ld_reduce weak? global? min|max " words,                   \
       operands,   86,                                                         \
       EIGHT_BITS, ReadsMemory},                                               \
      {"multimem",                                                             \
       "ld_reduce relaxed|acquire " SCOPES "global? add acc::f16? " words,     \
       operands,                                                               \
       86,                                                                     \
       EIGHT_BITS,                                                             \
       ReadsMemory},                                                           \
  {                                                                            \
    "multimem", "ld_reduce relaxed|acquire " SCOPES "global? min|max " words,  \
        operands, 86, EIGHT_BITS, ReadsMemory                                  \
  }
#define MULTIMEM_STORE_8(words, operands)                                      \
  {"multimem",  "st weak? global? " words, operands, 86, EIGHT_BITS,           \
   WritesMemory},                                                              \
  {                                                                            \
    "multimem", "st relaxed|release " SCOPES "global? " words, operands, 86,   \
        EIGHT_BITS, WritesMemory                                               \
  }

// Loads and stores of elements, of vectors of them, and of 128 bits.
#define LOADS(words, hint, version, target)                                    \
  {                                                                            \
      "ld",       words "v2|v4? " SMALL, "={v}~T []" hint, version, target,    \
      ReadsMemory},                                                            \
      {"ld",   words "v2? " LARGE, "={v}~T []" hint, version,                  \
       target, ReadsMemory},                                                   \
  {                                                                            \
    "ld", words "b128", "=T []" hint, 83, target, ReadsMemory                  \
  }
#define STORES(words, hint, version, target)                                   \
  {                                                                            \
      "st",   words "v2|v4? " SMALL, "[] {v}~T" hint, version,                 \
      target, WritesMemory},                                                   \
      {"st",   words "v2? " LARGE, "[] {v}~T" hint, version,                   \
       target, WritesMemory},                                                  \
  {                                                                            \
    "st", words "b128", "[] T" hint, 83, target, WritesMemory                  \
  }

static constexpr InstructionForm kForms[] = {
    // 9.7.9.8 ld
    LOADS("weak? " SPACES "ca|cg|cs|lu|cv? ", "", 10, ""),
    // Evictions of L1 are instead of a cache operator.
    LOADS("weak? global? ca|cg|cs|lu|cv|" HINTS, " b64?L2::cache_hint", 74, ""),
    LOADS("volatile " STRONG_SPACES, "", 10, ""),
    LOADS("volatile global? " PREFETCHES, "", 74, ""),
    LOADS("relaxed|acquire " SCOPES STRONG_SPACES, "", 60, "sm_70"),
    LOADS("relaxed|acquire " SCOPES "global? " HINTS, " b64?L2::cache_hint", 74,
          "sm_70"),
    {"ld", "mmio relaxed sys global? " SMALL "|" LARGE, "=~T []", 82, "sm_70",
     ReadsMemory},
    {"ld", "mmio relaxed sys global? b128", "=T []", 83, "sm_70", ReadsMemory},
    // 9.7.9.8 ld of 256 bits
    {"ld",
     "weak? global " L1_EVICTIONS "? " L2_EVICTIONS
     "L2::cache_hint? " PREFETCHES "v8 b32|u32|s32|f32",
     "={v}~T [] b64?L2::cache_hint", 88, "sm_100", ReadsMemory},
    {"ld",
     "weak? global " L1_EVICTIONS "? " L2_EVICTIONS
     "L2::cache_hint? " PREFETCHES "v4 " LARGE,
     "={v}~T [] b64?L2::cache_hint", 88, "sm_100", ReadsMemory},
    // 9.7.9.9 ld.global.nc
    LOADS("global ca|cg|cs? nc ", "", 31, ""),
    LOADS("global ca|cg|cs? nc L2::cache_hint? " PREFETCHES,
          " b64?L2::cache_hint", 74, ""),
    LOADS("global nc " HINTS, " b64?L2::cache_hint", 74, ""),
    {"ld",
     "global nc " L1_EVICTIONS "? " L2_EVICTIONS "L2::cache_hint? " PREFETCHES
     "v8 b32|u32|s32|f32",
     "={v}~T [] b64?L2::cache_hint", 88, "sm_100", ReadsMemory},
    {"ld",
     "global nc " L1_EVICTIONS "? " L2_EVICTIONS "L2::cache_hint? " PREFETCHES
     "v4 " LARGE,
     "={v}~T [] b64?L2::cache_hint", 88, "sm_100", ReadsMemory},
    // 9.7.9.10 ldu
    {"ldu", "global? v2|v4? " SMALL, "={v}~T []", 20, "", ReadsMemory},
    {"ldu", "global? v2? " LARGE, "={v}~T []", 20, "", ReadsMemory},
    // 9.7.9.11 st
    STORES("weak? " STORE_SPACES "wb|cg|cs|wt? ", "", 10, ""),
    STORES("weak? global? wb|cg|cs|wt|" L1_EVICTIONS "? L2::cache_hint? ",
           " b64?L2::cache_hint", 74, ""),
    STORES("volatile " STRONG_SPACES, "", 10, ""),
    STORES("relaxed|release " SCOPES STRONG_SPACES, "", 60, "sm_70"),
    STORES("relaxed|release " SCOPES "global? " L1_EVICTIONS
           "? L2::cache_hint? ",
           " b64?L2::cache_hint", 74, "sm_70"),
    {"st", "mmio relaxed sys global? " SMALL "|" LARGE, "[] ~T", 82, "sm_70",
     WritesMemory},
    {"st", "mmio relaxed sys global? b128", "[] T", 83, "sm_70", WritesMemory},
    {"st",
     "weak? global " L1_EVICTIONS "? " L2_EVICTIONS
     "L2::cache_hint? v8 b32|u32|s32|f32",
     "[] {v}~T b64?L2::cache_hint", 88, "sm_100", WritesMemory},
    {"st",
     "weak? global " L1_EVICTIONS "? " L2_EVICTIONS "L2::cache_hint? v4 " LARGE,
     "[] {v}~T b64?L2::cache_hint", 88, "sm_100", WritesMemory},
    // 9.7.9.12 st.async, 9.7.9.13 st.bulk
    {"st",
     "async weak? shared::cluster? mbarrier::complete_tx::bytes v2|v4? "
     "b32|u32|s32|f32",
     "[] {v}T []", 81, "sm_90", WritesMemory},
    {"st",
     "async weak? shared::cluster? mbarrier::complete_tx::bytes v2? " LARGE,
     "[] {v}T []", 81, "sm_90", WritesMemory},
    {"st", "bulk weak? shared::cta?", "[] b64 #", 86, "sm_100", WritesMemory},
    // 9.7.9.15 prefetch, 9.7.9.16 applypriority, 9.7.9.17 discard
    {"prefetch", "global|local? L1|L2", "[]", 20, ""},
    {"prefetch", "global? L2::evict_last|L2::evict_normal", "[]", 74, "sm_80"},
    {"prefetch", "const|param? tensormap", "[]", 80, "sm_90"},
    {"prefetchu", "L1", "[]", 20, ""},
    {"applypriority", "global? L2::evict_normal", "[] #", 74, "sm_80"},
    {"discard", "global? L2", "[] #", 74, "sm_80", WritesMemory},

    // 9.7.13.5 atom
    ATOM("and|or|xor|exch ", "b32|b64", 11, ""),
    ATOM("add ", "u32|u64|s32|f32", 11, ""),
    ATOM("add ", "f64", 50, ""),
    ATOM("inc|dec ", "u32", 11, ""),
    ATOM("min|max ", "u32|s32|u64|s64", 11, ""),
    ATOM("add noftz ", "f16|f16x2", 62, ""),
    ATOM("add noftz ", "bf16|bf16x2", 78, "sm_90"),
    {"atom", ORDERS ANY_SPACE "cas b32|b64", "=T [] T T", 11, "", kAtomic},
    {"atom", ORDERS ANY_SPACE "cas b16", "=T [] T T", 63, "sm_70", kAtomic},
    ATOM("exch ", "b128", 83, "sm_90"),
    {"atom", ORDERS ANY_SPACE "cas b128", "=T [] T T", 83, "sm_90", kAtomic},
    {"atom", ORDERS "global? add L2::cache_hint? v2|v4 f32",
     "={v}T [] {v}T b64?L2::cache_hint", 81, "sm_90", kAtomic},
    {"atom",
     ORDERS "global? add|min|max noftz L2::cache_hint? v2|v4|v8 f16|bf16",
     "={v}T [] {v}T b64?L2::cache_hint", 81, "sm_90", kAtomic},
    {"atom",
     ORDERS "global? add|min|max noftz L2::cache_hint? v2|v4 f16x2|bf16x2",
     "={v}T [] {v}T b64?L2::cache_hint", 81, "sm_90", kAtomic},
    // 9.7.13.6 red
    RED("and|or|xor ", "b32|b64", 12, ""),
    RED("add ", "u32|u64|s32|f32", 12, ""),
    RED("add ", "f64", 50, ""),
    RED("inc|dec ", "u32", 12, ""),
    RED("min|max ", "u32|s32|u64|s64", 12, ""),
    RED("add noftz ", "f16|f16x2", 62, ""),
    RED("add noftz ", "bf16|bf16x2", 78, "sm_90"),
    {"red", REDUCTION_ORDERS "global? add L2::cache_hint? v2|v4 f32",
     "[] {v}T b64?L2::cache_hint", 81, "sm_90", kAtomic},
    {"red",
     REDUCTION_ORDERS
     "global? add|min|max noftz L2::cache_hint? v2|v4|v8 f16|bf16",
     "[] {v}T b64?L2::cache_hint", 81, "sm_90", kAtomic},
    {"red",
     REDUCTION_ORDERS
     "global? add|min|max noftz L2::cache_hint? v2|v4 f16x2|bf16x2",
     "[] {v}T b64?L2::cache_hint", 81, "sm_90", kAtomic},
    // 9.7.13.7 red.async
    {"red", ASYNC_REDUCTION "inc|dec u32", "[] T []", 81, "sm_90", kAtomic},
    {"red", ASYNC_REDUCTION "min|max u32|s32", "[] T []", 81, "sm_90", kAtomic},
    {"red", ASYNC_REDUCTION "add u32|s32|u64", "[] T []", 81, "sm_90", kAtomic},
    {"red", ASYNC_REDUCTION "and|or|xor b32", "[] T []", 81, "sm_90", kAtomic},
    // 9.7.9.14 multimem.ld_reduce, multimem.st, multimem.red
    MULTIMEM_LOAD("add u32|s32|u64|f32|f64|f16x2|bf16x2", "=T []"),
    MULTIMEM_LOAD("min|max u32|s32|u64|s64|f16x2|bf16x2", "=T []"),
    MULTIMEM_LOAD("and|or|xor b32|b64", "=T []"),
    MULTIMEM_LOAD("add v2|v4 f32", "={v}T []"),
    MULTIMEM_LOAD("add|min|max v2|v4 f16|bf16|f16x2|bf16x2", "={v}T []"),
    MULTIMEM_LOAD("add|min|max v8 f16|bf16", "={v}T []"),
    MULTIMEM_LOAD("add acc::f32 f16x2|bf16x2", "=T []"),
    MULTIMEM_LOAD("add acc::f32 v2|v4 f16|bf16|f16x2|bf16x2", "={v}T []"),
    MULTIMEM_LOAD("add acc::f32 v8 f16|bf16", "={v}T []"),
    MULTIMEM_STORE("b32|u32|s32|b64|u64|s64|f32|f64|f16x2|bf16x2", "[] T"),
    MULTIMEM_STORE("v2|v4 f32|f16|bf16|f16x2|bf16x2", "[] {v}T"),
    MULTIMEM_STORE("v8 f16|bf16", "[] {v}T"),
    MULTIMEM_RED("add u32|s32|u64|f32|f64|f16x2|bf16x2", "[] T"),
    MULTIMEM_RED("min|max u32|s32|u64|s64", "[] T"),
    MULTIMEM_RED("and|or|xor b32|b64", "[] T"),
    MULTIMEM_RED("add v2|v4 f32", "[] {v}T"),
    MULTIMEM_RED("add|min|max v2|v4 f16|bf16|f16x2|bf16x2", "[] {v}T"),
    MULTIMEM_RED("add|min|max v8 f16|bf16", "[] {v}T"),
    // 9.7.9.14 multimem of eight bits
    MULTIMEM_LOAD_8("v8 e4m3|e5m2|e4m3x2|e5m2x2", "={v}T []"),
    MULTIMEM_LOAD_8("v4 e4m3|e5m2|e4m3x2|e5m2x2|e4m3x4|e5m2x4", "={v}T []"),
    MULTIMEM_LOAD_8("v2 e4m3x2|e5m2x2|e4m3x4|e5m2x4", "={v}T []"),
    MULTIMEM_LOAD_8("e4m3x4|e5m2x4", "=T []"),
    MULTIMEM_STORE_8("v8 e4m3|e5m2|e4m3x2|e5m2x2", "[] {v}T"),
    MULTIMEM_STORE_8("v4 e4m3|e5m2|e4m3x2|e5m2x2|e4m3x4|e5m2x4", "[] {v}T"),
    MULTIMEM_STORE_8("v2 e4m3x2|e5m2x2|e4m3x4|e5m2x4", "[] {v}T"),
    MULTIMEM_STORE_8("e4m3x4|e5m2x4", "[] T"),
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getMemoryForms() {
  return kForms;
}
