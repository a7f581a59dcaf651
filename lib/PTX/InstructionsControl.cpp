//===- InstructionsControl.cpp - Control flow, barriers, lanes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.12 "Control Flow Instructions", 9.7.13 "Parallel
// Synchronization and Communication Instructions", 9.7.9.6 shfl.sync, 9.7.17
// "Stack Manipulation", 9.7.18 "Video", 9.7.19 "Miscellaneous Instructions".
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

static constexpr uint8_t kTogether = Synchronizes | Convergent | AcrossWarps;
static constexpr uint8_t kBarrier = kTogether | IsNumberedBarrier;

// Without and with an operation that takes the third operand.
#define SECOND(opcode, words)                                                  \
  {opcode, words, "=b32 b32 b32 b32?", 20, ""},                                \
      {opcode, words " add|min|max", "=b32 b32 b32 b32", 20, ""}
#define VIDEO(opcode) SECOND(opcode, "u32|s32 u32|s32 u32|s32 sat?")
#define SIMD_VIDEO(opcode)                                                     \
  {opcode, "u32|s32 u32|s32 u32|s32 sat?", "=b32 b32 b32 b32", 30, ""},        \
      {opcode, "u32|s32 u32|s32 u32|s32 add", "=b32 b32 b32 b32", 30, ""}

static constexpr InstructionForm kForms[] = {
    // 9.7.12.3 bra, 9.7.12.4 brx.idx
    {"bra", "uni?", "label", 10, "", ControlFlow},
    {"brx", "idx uni?", ".b32 name", 60, "", ControlFlow},
    // 9.7.12.5 call: results, function, arguments, prototype
    {"call", "uni?", "...", 10, "",
     ControlFlow | ReadsMemory | WritesMemory | Convergent},
    // 9.7.12.6 ret, 9.7.12.7 exit
    {"ret", "uni?", "", 10, "", ControlFlow},
    {"exit", "", "", 10, "", ControlFlow},
    // 9.7.19.1 brkpt, 9.7.19.2 nanosleep, 9.7.19.3 pmevent, 9.7.19.4 trap
    {"brkpt", "", "", 10, "", ControlFlow},
    {"nanosleep", "u32", "T", 63, "", Synchronizes},
    {"pmevent", "mask?", "#", 14, "", Synchronizes},
    {"trap", "", "", 10, "", ControlFlow},
    // 9.7.19.5 setmaxnreg
    {"setmaxnreg", "inc|dec sync aligned u32", "#", 80,
     "sm_90a|sm_100f|sm_110f|sm_120f", kTogether},
    // 9.7.13.13 griddepcontrol
    {"griddepcontrol", "launch_dependents|wait", "", 78, "sm_90", Synchronizes},
    // 9.7.13.17 clusterlaunchcontrol
    {"clusterlaunchcontrol",
     "try_cancel async shared::cta? mbarrier::complete_tx::bytes b128", "[] []",
     86, "sm_100", ReadsMemory | WritesMemory | Synchronizes},
    {"clusterlaunchcontrol",
     "try_cancel async shared::cta? mbarrier::complete_tx::bytes "
     "multicast::cluster::all b128",
     "[] []", 86, "sm_100f|sm_110f|sm_120f",
     ReadsMemory | WritesMemory | Synchronizes},
    {"clusterlaunchcontrol", "query_cancel is_canceled pred b128", "=pred b128",
     86, "sm_100"},
    {"clusterlaunchcontrol", "query_cancel get_first_ctaid v4 b32 b128",
     "={4}b32 b128", 86, "sm_100"},
    {"clusterlaunchcontrol",
     "query_cancel "
     "get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z b32 b128",
     "=b32 b128", 86, "sm_100"},
    // 9.7.17.1 stacksave, 9.7.17.2 stackrestore, 9.7.17.3 alloca
    {"stacksave", "u32|u64", "=T", 73, ""},
    {"stackrestore", "u32|u64", ".T", 73, ""},
    {"alloca", "u32|u64", "=T T #?", 73, ""},

    // 9.7.13.1 bar and barrier
    {"bar", "cta? sync", "b32 b32?", 10, "", kBarrier},
    {"bar", "cta? arrive", "b32 b32", 20, "", kBarrier},
    {"bar", "cta? red popc u32", "=T b32 !pred", 20, "", kBarrier},
    {"bar", "cta? red popc u32", "=T b32 b32 !pred", 20, "", kBarrier},
    {"bar", "cta? red and|or pred", "=T b32 !pred", 20, "", kBarrier},
    {"bar", "cta? red and|or pred", "=T b32 b32 !pred", 20, "", kBarrier},
    {"barrier", "cta? sync aligned?", "b32 b32?", 60, "", kBarrier},
    {"barrier", "cta? arrive aligned?", "b32 b32", 60, "", kBarrier},
    {"barrier", "cta? red popc aligned? u32", "=T b32 !pred", 60, "", kBarrier},
    {"barrier", "cta? red popc aligned? u32", "=T b32 b32 !pred", 60, "",
     kBarrier},
    {"barrier", "cta? red and|or aligned? pred", "=T b32 !pred", 60, "",
     kBarrier},
    {"barrier", "cta? red and|or aligned? pred", "=T b32 b32 !pred", 60, "",
     kBarrier},
    // 9.7.13.2 bar.warp.sync
    {"bar", "warp sync", "b32", 60, "", Synchronizes | Convergent},
    // 9.7.13.3 barrier.cluster
    {"barrier", "cluster arrive release? aligned?", "", 78, "sm_90", kTogether},
    {"barrier", "cluster arrive relaxed aligned?", "", 80, "sm_90", kTogether},
    {"barrier", "cluster wait acquire? aligned?", "", 78, "sm_90", kTogether},
    // 9.7.13.4 membar and fence
    {"membar", "cta|gl|sys", "", 14, "", Synchronizes},
    {"membar", "proxy alias", "", 75, "", Synchronizes},
    {"fence", "sc|acq_rel? cta|gpu|sys", "", 60, "", Synchronizes},
    {"fence", "sc|acq_rel? cluster", "", 78, "sm_90", Synchronizes},
    {"fence", "acquire|release cta|cluster|gpu|sys", "", 60, "", Synchronizes},
    {"fence", "acquire sync_restrict::shared::cluster cluster", "", 86, "sm_90",
     Synchronizes},
    {"fence", "release sync_restrict::shared::cta cluster", "", 86, "sm_90",
     Synchronizes},
    {"fence", "mbarrier_init release cluster", "", 80, "sm_90", Synchronizes},
    {"fence", "proxy alias", "", 75, "", Synchronizes},
    {"fence", "proxy async", "", 80, "sm_90", Synchronizes},
    {"fence", "proxy async global|shared::cta|shared::cluster", "", 80, "sm_90",
     Synchronizes},
    {"fence", "proxy tensormap::generic release cta|cluster|gpu|sys", "", 83,
     "sm_90", Synchronizes},
    {"fence", "proxy tensormap::generic acquire cta|cluster|gpu|sys", "[] #",
     83, "sm_90", Synchronizes},

    // 9.7.9.6 shfl.sync
    {"shfl", "sync up|down|bfly|idx b32", "=T|pred T %b32 %b32 b32", 60, "",
     Convergent},
    // 9.7.13.9 vote.sync, 9.7.13.10 match.sync
    {"vote", "sync all|any|uni pred", "=T !T b32", 60, "", Convergent},
    {"vote", "sync ballot b32", "=T !pred b32", 60, "", Convergent},
    {"match", "any sync b32|b64", "=b32 T b32", 60, "", Convergent},
    {"match", "all sync b32|b64", "=b32|pred T b32", 60, "", Convergent},
    // 9.7.13.11 activemask, 9.7.13.12 redux.sync, 9.7.13.16 elect.sync
    {"activemask", "b32", "=T", 62, "", Convergent},
    {"redux", "sync add|min|max u32|s32", "=T T b32", 70, "sm_80", Convergent},
    {"redux", "sync and|or|xor b32", "=T T b32", 70, "sm_80", Convergent},
    {"redux", "sync min|max abs? NaN? f32", "=T T b32", 86, "sm_100f",
     Convergent},
    {"elect", "sync", "=b32&pred b32", 80, "sm_90", Convergent},

    // 9.7.18.1 vadd to 9.7.18.7 vset: what a part of a result (`$0.h1`) takes
    // is in AsmVideo.cpp.
    VIDEO("vadd"),
    VIDEO("vsub"),
    VIDEO("vabsdiff"),
    VIDEO("vmin"),
    VIDEO("vmax"),
    SECOND("vshl", "u32|s32 u32|s32 u32 sat? clamp|wrap"),
    SECOND("vshr", "u32|s32 u32|s32 u32 sat? clamp|wrap"),
    {"vmad", "u32|s32 u32|s32 u32|s32 po? sat? shr7|shr15?",
     "=b32 -b32 -b32 -b32", 20, ""},
    SECOND("vset", "u32|s32 u32|s32 eq|ne|lt|le|gt|ge"),
    // 9.7.18.8 vadd2 to 9.7.18.12 vset4
    SIMD_VIDEO("vadd2"),
    SIMD_VIDEO("vsub2"),
    SIMD_VIDEO("vavrg2"),
    SIMD_VIDEO("vabsdiff2"),
    SIMD_VIDEO("vmin2"),
    SIMD_VIDEO("vmax2"),
    {"vset2", "u32|s32 u32|s32 eq|ne|lt|le|gt|ge add?", "=b32 b32 b32 b32", 30,
     ""},
    SIMD_VIDEO("vadd4"),
    SIMD_VIDEO("vsub4"),
    SIMD_VIDEO("vavrg4"),
    SIMD_VIDEO("vabsdiff4"),
    SIMD_VIDEO("vmin4"),
    SIMD_VIDEO("vmax4"),
    {"vset4", "u32|s32 u32|s32 eq|ne|lt|le|gt|ge add?", "=b32 b32 b32 b32", 30,
     ""},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getControlForms() {
  return kForms;
}
