//===- InstructionsAsync.cpp - Asynchronous copies, mbarrier --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.25 "Data Movement and Conversion Instructions:
// Asynchronous copy", 9.7.9.27 "Tensor copy", 9.7.13.15 "mbarrier".
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

static constexpr uint8_t kCopy = ReadsMemory | WritesMemory;
static constexpr uint8_t kBarrier = ReadsMemory | WritesMemory | Synchronizes;

#define SHARED "shared|shared::cta? "
#define ANY_SHARED "shared|shared::cta|shared::cluster? "
#define SCOPE "cta|cluster "
#define REDUCTIONS "add|min|max|inc|dec|and|or|xor "

#define COPY                                                                   \
  "async ca|cg shared|shared::cta global L2::cache_hint? "                     \
  "L2::64B|L2::128B|L2::256B?"
#define LOAD_TENSOR "async bulk tensor "
#define LOAD_CTA_END "mbarrier::complete_tx::bytes L2::cache_hint?"
#define LOAD_END                                                               \
  "mbarrier::complete_tx::bytes multicast::cluster? L2::cache_hint?"
#define PAIR_END                                                               \
  "mbarrier::complete_tx::bytes multicast::cluster? "                          \
  "cta_group::1|cta_group::2? L2::cache_hint?"
#define PAIR_CTA_END                                                           \
  "mbarrier::complete_tx::bytes cta_group::1|cta_group::2? L2::cache_hint?"
#define LOAD_OPERANDS "b16?multicast::cluster b64?L2::cache_hint"
#define STORE_END "bulk_group L2::cache_hint?"

// An operation on an mbarrier in an order, and without one.
#define ORDERED(words, order, type, operands, target)                          \
  {"mbarrier", words order " " SCOPE type, operands, 80, target, kBarrier}, {  \
    "mbarrier", words "relaxed " SCOPE type, operands, 86, target, kBarrier    \
  }

static constexpr InstructionForm kForms[] = {
    // 9.7.9.25.3 cp.async
    // The bytes to read, or whether to read none.
    {"cp", COPY, "[] [] # b32? b64?L2::cache_hint", 70, "sm_80", kCopy},
    {"cp", COPY, "[] [] # !pred b64?L2::cache_hint", 70, "sm_80", kCopy},
    {"cp", "async commit_group", "", 70, "sm_80", Synchronizes},
    {"cp", "async wait_group", "#", 70, "sm_80", Synchronizes},
    {"cp", "async wait_all", "", 70, "sm_80", Synchronizes},
    {"cp", "async mbarrier arrive noinc? " SHARED "b64", "[]", 70, "sm_80",
     kBarrier},
    // 9.7.9.25.4.1 cp.async.bulk
    {"cp",
     "async bulk shared::cluster global mbarrier::complete_tx::bytes "
     "multicast::cluster? L2::cache_hint?",
     "[] [] b32 [] b16?multicast::cluster b64?L2::cache_hint", 80, "sm_90",
     kCopy},
    {"cp",
     "async bulk shared::cta global mbarrier::complete_tx::bytes "
     "L2::cache_hint?",
     "[] [] b32 [] b64?L2::cache_hint", 86, "sm_90", kCopy},
    {"cp",
     "async bulk shared::cluster shared::cta "
     "mbarrier::complete_tx::bytes",
     "[] [] b32 []", 80, "sm_90", kCopy},
    {"cp", "async bulk global shared::cta bulk_group L2::cache_hint?",
     "[] [] b32 b64?L2::cache_hint", 80, "sm_90", kCopy},
    {"cp", "async bulk global shared::cta bulk_group L2::cache_hint? cp_mask",
     "[] [] b32 b64?L2::cache_hint b16", 86, "sm_100", kCopy},
// 9.7.9.25.4.2 cp.reduce.async.bulk
#define TO_CLUSTER                                                             \
  "reduce async bulk shared::cluster shared::cta "                             \
  "mbarrier::complete_tx::bytes "
    {"cp", TO_CLUSTER "add s32|u32|u64", "[] [] b32 []", 80, "sm_90", kCopy},
    {"cp", TO_CLUSTER "min|max s32|u32", "[] [] b32 []", 80, "sm_90", kCopy},
    {"cp", TO_CLUSTER "inc|dec u32", "[] [] b32 []", 80, "sm_90", kCopy},
    {"cp", TO_CLUSTER "and|or|xor b32", "[] [] b32 []", 80, "sm_90", kCopy},
#define TO_GLOBAL                                                              \
  "reduce async bulk global shared::cta bulk_group L2::cache_hint? "
    {"cp", TO_GLOBAL "add u32|s32|u64|f32|f64", "[] [] b32 b64?L2::cache_hint",
     80, "sm_90", kCopy},
    {"cp", TO_GLOBAL "add noftz f16|bf16", "[] [] b32 b64?L2::cache_hint", 80,
     "sm_90", kCopy},
    {"cp", TO_GLOBAL "min|max u32|s32|u64|s64|f16|bf16",
     "[] [] b32 b64?L2::cache_hint", 80, "sm_90", kCopy},
    {"cp", TO_GLOBAL "inc|dec u32", "[] [] b32 b64?L2::cache_hint", 80, "sm_90",
     kCopy},
    {"cp", TO_GLOBAL "and|or|xor b32|b64", "[] [] b32 b64?L2::cache_hint", 80,
     "sm_90", kCopy},
    // 9.7.9.25.4.3 cp.async.bulk.prefetch
    {"cp", "async bulk prefetch L2 global L2::cache_hint?",
     "[] b32 b64?L2::cache_hint", 80, "sm_90"},
    // 9.7.9.27.1 cp.async.bulk.tensor: to shared memory
    {"cp", LOAD_TENSOR "1d|2d|3d|4d|5d shared::cluster global tile? " LOAD_END,
     "[] [] [] " LOAD_OPERANDS, 80, "sm_90", kCopy},
    {"cp", LOAD_TENSOR "3d|4d|5d shared::cluster global im2col " LOAD_END,
     "[] [] [] {*}b16 " LOAD_OPERANDS, 80, "sm_90", kCopy},
    {"cp", LOAD_TENSOR "1d|2d|3d|4d|5d shared::cta global tile? " LOAD_CTA_END,
     "[] [] [] b64?L2::cache_hint", 86, "sm_90", kCopy},
    {"cp", LOAD_TENSOR "3d|4d|5d shared::cta global im2col " LOAD_CTA_END,
     "[] [] [] {*}b16 b64?L2::cache_hint", 86, "sm_90", kCopy},
    {"cp", LOAD_TENSOR "3d|4d|5d shared::cta global im2col::w " LOAD_CTA_END,
     "[] [] [] {*}b16 b64?L2::cache_hint", 86, "sm_100", kCopy},
    {"cp", LOAD_TENSOR "2d shared::cta global tile::gather4 " LOAD_CTA_END,
     "[] [] [] b64?L2::cache_hint", 86, "sm_100", kCopy},
    {"cp", LOAD_TENSOR "1d|2d|3d|4d|5d shared::cluster global tile? " PAIR_END,
     "[] [] [] " LOAD_OPERANDS, 86, "sm_100f|sm_110f", kCopy},
    {"cp", LOAD_TENSOR "1d|2d|3d|4d|5d shared::cta global tile? " PAIR_CTA_END,
     "[] [] [] b64?L2::cache_hint", 86, "sm_100f|sm_110f", kCopy},
    {"cp",
     LOAD_TENSOR "3d|4d|5d shared::cluster global "
                 "im2col|im2col::w|im2col::w::128 " PAIR_END,
     "[] [] [] {*}b16 " LOAD_OPERANDS, 86, "sm_100f|sm_110f", kCopy},
    {"cp",
     LOAD_TENSOR "3d|4d|5d shared::cta global "
                 "im2col|im2col::w|im2col::w::128 " PAIR_CTA_END,
     "[] [] [] {*}b16 b64?L2::cache_hint", 86, "sm_100f|sm_110f", kCopy},
    {"cp", LOAD_TENSOR "2d shared::cluster global tile::gather4 " PAIR_END,
     "[] [] [] " LOAD_OPERANDS, 86, "sm_100f|sm_110f", kCopy},
    {"cp", LOAD_TENSOR "2d shared::cta global tile::gather4 " PAIR_CTA_END,
     "[] [] [] b64?L2::cache_hint", 86, "sm_100f|sm_110f", kCopy},
    // 9.7.9.27.1 cp.async.bulk.tensor: to global memory
    {"cp", LOAD_TENSOR "1d|2d|3d|4d|5d global shared::cta tile? " STORE_END,
     "[] [] b64?L2::cache_hint", 80, "sm_90", kCopy},
    {"cp", LOAD_TENSOR "3d|4d|5d global shared::cta im2col_no_offs " STORE_END,
     "[] [] b64?L2::cache_hint", 80, "sm_90", kCopy},
    {"cp", LOAD_TENSOR "2d global shared::cta tile::scatter4 " STORE_END,
     "[] [] b64?L2::cache_hint", 86, "sm_100f|sm_110f", kCopy},
    // 9.7.9.27.2 cp.reduce.async.bulk.tensor
    {"cp",
     "reduce async bulk tensor 1d|2d|3d|4d|5d global shared::cta " REDUCTIONS
     "tile? " STORE_END,
     "[] [] b64?L2::cache_hint", 80, "sm_90", kCopy},
    {"cp",
     "reduce async bulk tensor 3d|4d|5d global shared::cta " REDUCTIONS
     "im2col_no_offs " STORE_END,
     "[] [] b64?L2::cache_hint", 80, "sm_90", kCopy},
    // 9.7.9.27.3 cp.async.bulk.prefetch.tensor
    {"cp",
     "async bulk prefetch tensor 1d|2d|3d|4d|5d L2 global tile? "
     "L2::cache_hint?",
     "[] b64?L2::cache_hint", 80, "sm_90"},
    {"cp",
     "async bulk prefetch tensor 3d|4d|5d L2 global im2col L2::cache_hint?",
     "[] {*}b16 b64?L2::cache_hint", 80, "sm_90"},
    {"cp",
     "async bulk prefetch tensor 2d L2 global tile::gather4 L2::cache_hint?",
     "[] b64?L2::cache_hint", 86, "sm_100f|sm_110f"},
    {"cp",
     "async bulk prefetch tensor 3d|4d|5d L2 global im2col::w|im2col::w::128 "
     "L2::cache_hint?",
     "[] {*}b16 b64?L2::cache_hint", 86, "sm_100f|sm_110f"},
    // 9.7.9.25.4.4 and 5: cp.async.bulk.commit_group and wait_group
    {"cp", "async bulk commit_group", "", 80, "sm_90", Synchronizes},
    {"cp", "async bulk wait_group read?", "#", 80, "sm_90", Synchronizes},
    // 9.7.9.28 tensormap.replace
    {"tensormap", "replace tile global_address global|shared::cta? b1024 b64",
     "[] %b64", 83, "sm_90a|sm_100f|sm_110f|sm_120f", WritesMemory},
    {"tensormap", "replace tile rank global|shared::cta? b1024 b32", "[] %b32",
     83, "sm_90a|sm_100f|sm_110f|sm_120f", WritesMemory},
    {"tensormap",
     "replace tile box_dim|global_dim|element_stride "
     "global|shared::cta? b1024 b32",
     "[] # b32", 83, "sm_90a|sm_100f|sm_110f|sm_120f", WritesMemory},
    {"tensormap", "replace tile global_stride global|shared::cta? b1024 b64",
     "[] # %b64", 83, "sm_90a|sm_100f|sm_110f|sm_120f", WritesMemory},
    {"tensormap",
     "replace tile elemtype|interleave_layout|swizzle_mode|fill_mode "
     "global|shared::cta? b1024 b32",
     "[] #", 83, "sm_90a|sm_100f|sm_110f|sm_120f", WritesMemory},
    {"tensormap",
     "replace tile swizzle_atomicity global|shared::cta? b1024 b32", "[] #", 86,
     "sm_100f|sm_110f|sm_120f", WritesMemory},
    // 9.7.13.14 tensormap.cp_fenceproxy
    {"tensormap",
     "cp_fenceproxy global shared::cta tensormap::generic release "
     "cta|cluster|gpu|sys sync aligned",
     "[] [] #", 83, "sm_90", kCopy | Synchronizes | Convergent},

    // 9.7.13.15.9 mbarrier.init, 9.7.13.15.10 mbarrier.inval
    {"mbarrier", "init " SHARED "b64", "[] b32", 70, "sm_80", WritesMemory},
    {"mbarrier", "inval " SHARED "b64", "[]", 70, "sm_80", WritesMemory},
    // 9.7.13.15.11 mbarrier.expect_tx, 9.7.13.15.12 mbarrier.complete_tx
    {"mbarrier", "expect_tx|complete_tx " ANY_SHARED "b64", "[] b32", 80,
     "sm_90", kBarrier},
    {"mbarrier", "expect_tx|complete_tx relaxed " SCOPE ANY_SHARED "b64",
     "[] b32", 80, "sm_90", kBarrier},
    // 9.7.13.15.13 mbarrier.arrive, 9.7.13.15.14 mbarrier.arrive_drop
    {"mbarrier", "arrive|arrive_drop " SHARED "b64", "=b64 []", 70, "sm_80",
     kBarrier},
    {"mbarrier", "arrive|arrive_drop release cta " SHARED "b64", "=b64 []", 80,
     "sm_80", kBarrier},
    {"mbarrier", "arrive|arrive_drop noComplete " SHARED "b64", "=b64 [] b32",
     70, "sm_80", kBarrier},
    {"mbarrier", "arrive|arrive_drop " SHARED "b64", "=b64 [] b32", 78, "sm_90",
     kBarrier},
    {"mbarrier", "arrive|arrive_drop shared::cluster b64", "=_b64 [] b32?", 80,
     "sm_90", kBarrier},
    ORDERED("arrive|arrive_drop ", "release", SHARED "b64", "=b64 [] b32?",
            "sm_90"),
    ORDERED("arrive|arrive_drop ", "release", "shared::cluster b64",
            "=_b64 [] b32?", "sm_90"),
    {"mbarrier", "arrive|arrive_drop expect_tx " SHARED "b64", "=b64 [] b32",
     80, "sm_90", kBarrier},
    {"mbarrier", "arrive|arrive_drop expect_tx shared::cluster b64",
     "=_b64 [] b32", 80, "sm_90", kBarrier},
    ORDERED("arrive|arrive_drop expect_tx ", "release", SHARED "b64",
            "=b64 [] b32", "sm_90"),
    ORDERED("arrive|arrive_drop expect_tx ", "release", "shared::cluster b64",
            "=_b64 [] b32", "sm_90"),
    // 9.7.13.15.16 mbarrier.test_wait and try_wait
    {"mbarrier", "test_wait " SHARED "b64", "=pred [] b64", 70, "sm_80",
     kBarrier},
    {"mbarrier", "test_wait parity " SHARED "b64", "=pred [] b32", 71, "sm_80",
     kBarrier},
    ORDERED("test_wait ", "acquire", SHARED "b64", "=pred [] b64", "sm_80"),
    ORDERED("test_wait parity ", "acquire", SHARED "b64", "=pred [] b32",
            "sm_80"),
    {"mbarrier", "try_wait " SHARED "b64", "=pred [] b64 b32?", 78, "sm_90",
     kBarrier},
    {"mbarrier", "try_wait parity " SHARED "b64", "=pred [] b32 b32?", 78,
     "sm_90", kBarrier},
    ORDERED("try_wait ", "acquire", SHARED "b64", "=pred [] b64 b32?", "sm_90"),
    ORDERED("try_wait parity ", "acquire", SHARED "b64", "=pred [] b32 b32?",
            "sm_90"),
    // 9.7.13.15.17 mbarrier.pending_count
    {"mbarrier", "pending_count b64", "=b32 b64", 70, "sm_80"},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getAsyncForms() {
  return kForms;
}
