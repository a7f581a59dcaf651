//===- AsmProgramsTest.cpp - Tests for AsmPrograms.h ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmCheck/AsmPrograms.h"

#include "tile/PTX/Parser.h"

#include "gtest/gtest.h"

using namespace mlir::tile::ptx;

/// What findCTAUse finds; empty if nothing.
static std::string find(llvm::StringRef text) {
  ParseResult<AsmBody> body = parseAsmBody(text);
  EXPECT_TRUE(bool(body)) << text.str();
  std::optional<CTAUse> use = findCTAUse(body.value);
  return use ? use->what : "";
}

TEST(AsmPrograms, ThreadsAndWarpsDoNotMatter) {
  for (llvm::StringRef text :
       {"add.s32 $0, $1, $2;", "mov.u32 $0, %tid.x;", "mov.u32 $0, %laneid;",
        "mov.u32 $0, %ctaid.y;", "mov.u32 $0, %nctaid.z;",
        "mov.u32 $0, %ntid.x;", "mov.u32 $0, %smid;",
        "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "bar.warp.sync -1;",
        "membar.gl;", "fence.acq_rel.gpu;", "ld.global.b32 $0, [$1];",
        "{ .reg .b32 t; mov.b32 t, $1; L: mov.b32 $0, t; }"})
    EXPECT_EQ(find(text), "") << text.str();
}

TEST(AsmPrograms, Barriers) {
  EXPECT_EQ(find("bar.sync 0;"), "the barrier 'bar.sync'");
  EXPECT_EQ(find("{ barrier.arrive 2, 64; }"), "the barrier 'barrier.arrive'");
  EXPECT_EQ(find("barrier.cluster.wait;"),
            "what several warps do together, 'barrier.cluster.wait'");
  EXPECT_EQ(find("setmaxnreg.inc.sync.aligned.u32 96;"),
            "what several warps do together, "
            "'setmaxnreg.inc.sync.aligned.u32'");
}

TEST(AsmPrograms, SpecialRegisters) {
  EXPECT_EQ(find("mov.u32 $0, %ctaid.x;"), "'%ctaid.x'");
  EXPECT_EQ(find("mov.u32 $0, %nctaid.x;"), "'%nctaid.x'");
  EXPECT_EQ(find("mov.u32 $0, %tid.y;"), "'%tid.y'");
  EXPECT_EQ(find("mov.u32 $0, %ntid.y;"), "'%ntid.y'");
  EXPECT_EQ(find("mov.u32 $0, %warpid;"), "'%warpid'");
  EXPECT_EQ(find("mov.u32 $0, %dynamic_smem_size;"), "'%dynamic_smem_size'");
  EXPECT_EQ(find("mov.u32 $0, %clusterid.z;"), "'%clusterid.z'");
}

TEST(AsmPrograms, SharedMemory) {
  EXPECT_EQ(find("{ .shared .b32 t; }"), "a variable in shared memory");
  EXPECT_EQ(find("ld.shared.b32 $0, [$1];"),
            "shared memory in 'ld.shared.b32'");
  EXPECT_EQ(find("cvta.to.shared.u64 $0, $1;"),
            "shared memory in 'cvta.to.shared.u64'");
}

TEST(AsmPrograms, WhatIsNotKnown) {
  EXPECT_EQ(find("frobnicate.b32 $0;"),
            "the unknown instruction 'frobnicate.b32'");
  EXPECT_EQ(find("call f;"), "'call'");
}
