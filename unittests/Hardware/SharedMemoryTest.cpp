//===- SharedMemoryTest.cpp - The limits of shared memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/SharedMemory.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

static std::string check(llvm::StringRef target, uint64_t staticBytes,
                         uint64_t dynamicBytes) {
  return checkSharedMemory(*lookupTarget(target), staticBytes, dynamicBytes);
}

/// CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability", in KiB.
TEST(SharedMemory, LimitsOfEachTarget) {
  for (const TargetInfo &target : getTargets()) {
    unsigned expected = 227;
    switch (target.capability) {
    case 80:
    case 87:
      expected = 163;
      break;
    case 86:
    case 88:
    case 89:
    case 120:
    case 121:
      expected = 99;
      break;
    }
    EXPECT_EQ(getMaxSharedMemory(target.capability), expected * 1024)
        << target.name.str();
    EXPECT_EQ(checkSharedMemory(target, 0, expected * 1024), "");
    EXPECT_NE(checkSharedMemory(target, 0, expected * 1024 + 1), "");
    EXPECT_EQ(checkSharedMemory(target, 1024, (expected - 1) * 1024), "");
    EXPECT_NE(checkSharedMemory(target, 1025, (expected - 1) * 1024), "");
  }
  EXPECT_EQ(getMaxSharedMemory(75), 64u * 1024);
}

TEST(GPUInfo, EachTargetHasARow) {
  for (const TargetInfo &target : getTargets())
    EXPECT_EQ(getGPUInfo(target.capability).capability, target.capability)
        << target.name.str();
  // As the GPU before it.
  EXPECT_EQ(getGPUInfo(95).capability, 90u);
  EXPECT_EQ(getGPUInfo(125).capability, 121u);
}

TEST(SharedMemory, AboveTheLimit) {
  EXPECT_EQ(check("sm_90a", 1024, 227 * 1024),
            "expected at most 232448 bytes of shared memory per CTA on sm_90a, "
            "found 233472: 1024 static and 232448 dynamic");
  EXPECT_EQ(check("sm_86", 0, 163 * 1024),
            "expected at most 101376 bytes of shared memory per CTA on sm_86, "
            "found 166912: 0 static and 166912 dynamic");
  EXPECT_EQ(check("sm_80", UINT64_MAX, 2),
            "expected at most 166912 bytes of shared memory per CTA on sm_80, "
            "found 18446744073709551615: 18446744073709551615 static and 2 "
            "dynamic");
  EXPECT_NE(check("sm_80", 2, UINT64_MAX), "");
}

/// As ptxas 13.0 does, which takes more only for one architecture.
TEST(SharedMemory, StaticMemoryAbove48KiB) {
  EXPECT_EQ(check("sm_90", 48 * 1024, 0), "");
  EXPECT_EQ(check("sm_90", 48 * 1024 + 1, 0),
            "expected at most 49152 bytes of static shared memory per CTA on "
            "sm_90, found 49153");
  EXPECT_NE(check("sm_100f", 48 * 1024 + 1, 0), "");
  EXPECT_EQ(check("sm_90a", 227 * 1024, 0), "");
  EXPECT_EQ(check("sm_120a", 99 * 1024, 0), "");
  EXPECT_NE(check("sm_120a", 99 * 1024 + 1, 0), "");
}
