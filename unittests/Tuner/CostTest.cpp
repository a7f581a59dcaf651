//===- CostTest.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/Cost.h"

#include "gtest/gtest.h"

using namespace mlir::tile;
using namespace mlir::tile::tuner;

static runtime::LaunchCounts makeCounts(uint64_t ran, uint64_t numCTAs) {
  runtime::LaunchCounts counts;
  counts.statistics.blocks = ran;
  counts.numCTAs = numCTAs;
  return counts;
}

TEST(Cost, SumOfWhatIsCounted) {
  runtime::LaunchCounts counts = makeCounts(1, 1);
  counts.statistics.warpInstructions[unsigned(sim::InstructionClass::Float)] =
      40;
  EXPECT_EQ(getCost(counts), 10);
  counts.statistics.warpInstructions[unsigned(sim::InstructionClass::Matrix)] =
      4;
  EXPECT_EQ(getCost(counts), 10 + 1 + 8);
  counts.statistics.sharedLoads.wavefronts = 3;
  counts.statistics.sharedStores.wavefronts = 5;
  EXPECT_EQ(getCost(counts), 19 + 8);
  counts.statistics.globalLoads.sectors = 7;
  counts.statistics.globalStores.sectors = 2;
  counts.statistics.globalAtomics.sectors = 1;
  EXPECT_EQ(getCost(counts), 27 + 20);
}

TEST(Cost, MeanOfTheCTAsThatRan) {
  runtime::LaunchCounts counts = makeCounts(4, 100);
  counts.statistics.sharedLoads.wavefronts = 40;
  EXPECT_EQ(getCost(counts), 10);
}

TEST(Cost, BusiestMultiprocessor) {
  runtime::LaunchCounts counts = makeCounts(1, kCostMultiprocessors);
  counts.statistics.sharedLoads.wavefronts = 10;
  EXPECT_EQ(getCost(counts), 10);
  counts.numCTAs = kCostMultiprocessors + 1;
  EXPECT_EQ(getCost(counts), 20);
}

TEST(Cost, NothingRan) { EXPECT_EQ(getCost(makeCounts(0, 0)), 0); }
