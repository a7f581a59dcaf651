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

/// One CTA of a product: `products` multiply-adds of f16, `rows` rows of 128
/// bytes that are copied, each in so many lines.
static runtime::LaunchCounts makeProduct(uint64_t numCTAs, uint64_t products,
                                         uint64_t rows, uint64_t linesPerRow) {
  runtime::LaunchCounts counts = makeCounts(1, numCTAs);
  sim::Statistics &s = counts.statistics;
  s.warps = 4;
  s.warpgroupProducts[1] = products;
  s.bulkCopies.sectors = s.globalLoads.sectors = 4 * rows;
  s.bulkCopies.lines = rows * linesPerRow;
  s.bulkCopies.wavefronts = s.sharedStores.wavefronts = rows;
  return counts;
}

TEST(Cost, TensorCoresAndCopiesWorkSideBySide) {
  EXPECT_EQ(getCost(makeProduct(1, 19500, 0, 0)), 10);
  EXPECT_EQ(getCost(makeProduct(1, 0, 29, 1)), 64);
  EXPECT_EQ(getCost(makeProduct(1, 19500, 29, 1)), 64);
  runtime::LaunchCounts counts = makeProduct(1, 195000, 29, 1);
  EXPECT_EQ(getCost(counts), 100);
  // wgmma is not a product of a warp.
  counts.statistics.warpInstructions[unsigned(sim::InstructionClass::Matrix)] =
      4;
  EXPECT_EQ(getCost(counts), 101);
}

TEST(Cost, FactorsOf8BitsAreTwiceAsFast) {
  runtime::LaunchCounts counts = makeProduct(1, 19500, 0, 0);
  std::swap(counts.statistics.warpgroupProducts[0],
            counts.statistics.warpgroupProducts[1]);
  EXPECT_EQ(getCost(counts), 5);
  std::swap(counts.statistics.warpgroupProducts[0],
            counts.statistics.warpgroupProducts[2]);
  EXPECT_EQ(getCost(counts), 20);
}

TEST(Cost, RowsThatBeginWithinLines) {
  EXPECT_DOUBLE_EQ(getCost(makeProduct(1, 0, 29, 2)), 64 * 1.4);
}

TEST(Cost, BarriersOfACTAThatIsAlone) {
  runtime::LaunchCounts counts = makeProduct(132, 195000, 0, 0);
  counts.statistics.barriers = 4 * 10;
  EXPECT_EQ(getCost(counts), 100 + 2200);
  // With a second one beside it.
  counts.ctasPerSM = 2;
  counts.statistics.warpgroupProducts[1] = 19500000;
  counts.numCTAs = 264;
  EXPECT_EQ(getCost(counts), 20000);
  counts.numCTAs = 132;
  EXPECT_EQ(getCost(counts), 12200);
}

TEST(Cost, LastRound) {
  runtime::LaunchCounts counts = makeProduct(264 + 33, 195000, 0, 0);
  counts.ctasPerSM = 2;
  EXPECT_EQ(getCost(counts), 200 + 125);
  counts.numCTAs = 264 + 200;
  EXPECT_EQ(getCost(counts), 400);
}

TEST(Cost, PersistentCTAsGoOn) {
  runtime::LaunchCounts counts = makeProduct(133, 195000, 0, 0);
  counts.statistics.barriers = 4 * 10;
  counts.statistics.warpInstructions[unsigned(sim::InstructionClass::Float)] =
      40;
  counts.isPersistent = true;
  EXPECT_EQ(getCost(counts), 2 * (100 + 10));
}

TEST(Cost, NothingRan) { EXPECT_EQ(getCost(makeCounts(0, 0)), 0); }
