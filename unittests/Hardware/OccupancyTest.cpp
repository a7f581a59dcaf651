//===- OccupancyTest.cpp - How many CTAs fit on an SM ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/Occupancy.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

static Occupancy compute(llvm::StringRef target, unsigned threads,
                         unsigned registers, uint64_t shared = 0) {
  return computeOccupancy(*lookupTarget(target), {threads, registers, shared});
}

TEST(Occupancy, FewResourcesFillTheWarps) {
  Occupancy o = compute("sm_90a", 128, 32);
  EXPECT_EQ(o.ctas, 16u);
  EXPECT_EQ(o.warps, 64u);
  EXPECT_EQ(o.maxWarps, 64u);
  EXPECT_EQ(getOccupancyLimitName(o.limit), "warps");
}

TEST(Occupancy, TheMostRegistersLeaveRoomForTheWarps) {
  for (unsigned warps : {12u, 16u, 20u, 24u, 32u, 48u, 64u}) {
    unsigned most = getMostRegisters(warps);
    EXPECT_GE(compute("sm_90a", 128, most).warps, warps);
    EXPECT_LT(compute("sm_90a", 128, most + 1).warps, warps);
  }
  EXPECT_EQ(getMostRegisters(48), 40u);
  EXPECT_EQ(getMostRegisters(4), kMaxThreadRegisters);
}

TEST(Occupancy, SmallCTAsComeToTheLimitOfCTAs) {
  Occupancy o = compute("sm_90a", 32, 16);
  EXPECT_EQ(o.ctas, 32u);
  EXPECT_EQ(getOccupancyLimitName(o.limit), "CTAs");
  EXPECT_EQ(compute("sm_86", 32, 16).ctas, 16u);
  EXPECT_EQ(compute("sm_89", 32, 16).ctas, 24u);
  EXPECT_EQ(compute("sm_120", 32, 16).ctas, 24u);
}

TEST(Occupancy, RegistersAreGivenByQuartersOfAnSM) {
  // 72 * 32 = 2304 registers of a warp; 16384 / 2304 = 7 warps in a quarter.
  Occupancy o = compute("sm_90a", 128, 72);
  EXPECT_EQ(o.ctas, 7u);
  EXPECT_EQ(o.warps, 28u);
  EXPECT_EQ(getOccupancyLimitName(o.limit), "registers");
  // 65 registers count as 72.
  EXPECT_EQ(compute("sm_90a", 128, 65).ctas, 7u);
  EXPECT_EQ(compute("sm_90a", 128, 64).ctas, 8u);
}

TEST(Occupancy, ACTAThatDoesNotFitIsNotThere) {
  // 255 * 32 rounds up to 8192 registers of a warp; 32 warps take 4 SMs' worth.
  Occupancy o = compute("sm_90a", 1024, 255);
  EXPECT_EQ(o.ctas, 0u);
  EXPECT_EQ(o.warps, 0u);
  EXPECT_EQ(getOccupancyLimitName(o.limit), "registers");
}

TEST(Occupancy, SharedMemoryWithTheSystemsPart) {
  Occupancy o = compute("sm_90a", 128, 32, 64 * 1024);
  EXPECT_EQ(o.ctas, 3u);
  EXPECT_EQ(getOccupancyLimitName(o.limit), "shared memory");
  // 113 KiB and the system's 1 KiB fit twice into 228 KiB, one byte more not.
  EXPECT_EQ(compute("sm_90a", 128, 32, 113 * 1024).ctas, 2u);
  EXPECT_EQ(compute("sm_90a", 128, 32, 113 * 1024 + 1).ctas, 1u);
  EXPECT_EQ(compute("sm_86", 128, 32, 49 * 1024).ctas, 2u);
}

TEST(Occupancy, FewerWarpsOfSmallerGPUs) {
  Occupancy o = compute("sm_86", 128, 32);
  EXPECT_EQ(o.maxWarps, 48u);
  EXPECT_EQ(o.ctas, 12u);
  EXPECT_EQ(compute("sm_80", 128, 32).maxWarps, 64u);
  EXPECT_EQ(compute("sm_100a", 128, 32).maxWarps, 64u);
  EXPECT_EQ(compute("sm_110", 128, 32).maxWarps, 48u);
}
