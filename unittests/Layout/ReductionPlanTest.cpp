//===- ReductionPlanTest.cpp - How elements along a dimension meet --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ReductionPlan.h"

#include "gtest/gtest.h"

using namespace mlir::tile;
using Level = ReductionRun::Level;

namespace {

using Bases = std::vector<std::vector<int32_t>>;

LinearLayout makeLayout(Bases registers, Bases lanes, Bases warps,
                        std::vector<int32_t> shape) {
  LinearLayout::BasesT bases{
      {"register", registers}, {"lane", lanes}, {"warp", warps}};
  llvm::SmallVector<LinearLayout::NamedInt> outDims;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    outDims.emplace_back("dim" + std::to_string(dim), shape[dim]);
  return LinearLayout(bases, outDims);
}

/// A row of 1024 in 4 warps: 4 numbers per thread, twice.
LinearLayout makeRow() {
  return makeLayout({{1}, {2}, {512}}, {{4}, {8}, {16}, {32}, {64}},
                    {{128}, {256}}, {1024});
}

std::string describe(const ReductionPlan &plan) {
  std::string text;
  for (const ReductionRun &run : plan.getRuns()) {
    text += "RLW"[static_cast<int>(run.level)];
    for (unsigned bit : run.axisBits)
      text += " " + std::to_string(bit);
    text += ";";
  }
  return text;
}

TEST(ReductionPlan, RegistersFirstWhereOrderDoesNotMatter) {
  auto plan = ReductionPlan::create(makeRow(), "dim0", /*isCommutative=*/true);
  ASSERT_TRUE(plan);
  EXPECT_EQ(describe(*plan), "R 0 1 9;L 2 3 4 5 6;W 7 8;");
  EXPECT_EQ(plan->getNumValues(), 8u);
  EXPECT_TRUE(plan->crossesWarps());
}

TEST(ReductionPlan, BitsInOrderWhereItMatters) {
  auto plan = ReductionPlan::create(makeRow(), "dim0", /*isCommutative=*/false);
  ASSERT_TRUE(plan);
  EXPECT_EQ(describe(*plan), "R 0 1;L 2 3 4 5 6;W 7 8;R 9;");
}

TEST(ReductionPlan, OnlyBitsAlongTheAxis) {
  auto layout =
      makeLayout({{0, 1}, {1, 0}}, {{2, 0}, {0, 2}, {0, 4}, {4, 0}, {8, 0}},
                 {{16, 0}}, {32, 8});
  auto plan = ReductionPlan::create(layout, "dim1", /*isCommutative=*/true);
  ASSERT_TRUE(plan);
  EXPECT_EQ(describe(*plan), "R 0;L 1 2;");
  EXPECT_EQ(plan->getRuns()[1].bits, (llvm::SmallVector<unsigned>{1, 2}));
  EXPECT_FALSE(plan->crossesWarps());
}

TEST(ReductionPlan, CopiesAreNoValues) {
  auto layout =
      makeLayout({{1}, {1}, {0}}, {{2}, {0}, {4}, {8}, {16}}, {{0}}, {32});
  std::string error;
  // Registers 1 and 2 both move by 1.
  EXPECT_FALSE(ReductionPlan::create(layout, "dim0", true, &error));
  EXPECT_EQ(error,
            "register bit 1 moves along dim0 by 1, as register bit 0 does");
  layout = makeLayout({{1}, {0}}, {{2}, {0}, {4}, {8}, {16}}, {{0}}, {32});
  auto plan = ReductionPlan::create(layout, "dim0", true);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->getNumValues(), 2u);
}

TEST(ReductionPlan, MixedBitsAreRefused) {
  std::string error;
  auto diagonal = makeLayout(
      {{0, 1}}, {{1, 1}, {2, 0}, {4, 0}, {8, 0}, {16, 0}}, {}, {32, 2});
  EXPECT_FALSE(ReductionPlan::create(diagonal, "dim1", true, &error));
  EXPECT_EQ(error,
            "lane bit 0 moves along dim1 and along another dimension at once");
  auto skewed = makeLayout({{1}, {3}}, {{4}, {8}, {16}, {32}, {64}}, {}, {128});
  EXPECT_FALSE(ReductionPlan::create(skewed, "dim0", true, &error));
  EXPECT_EQ(error,
            "register bit 1 moves along dim0 by 3, not by a power of two");
}

TEST(ReductionPlan, ValuesAreHalvedWhereThatSavesShuffles) {
  RegionCost cost;
  EXPECT_EQ(getNumTransposedBits(/*numValues=*/1, /*numBits=*/5, cost), 0u);
  EXPECT_EQ(getNumTransposedBits(8, 5, cost), 3u);
  // Two more steps would save four shuffles, and take 24 selects.
  EXPECT_EQ(getNumTransposedBits(64, 5, cost), 3u);
  // One step: two shuffles instead of two, and selects besides.
  EXPECT_EQ(getNumTransposedBits(2, 1, cost), 0u);
}

/// 8 values in 5 lane bits: 16 shuffles instead of 40.
TEST(ReductionPlan, CostsOfEightRows) {
  auto layout =
      makeLayout({{1, 0}, {2, 0}, {4, 0}},
                 {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}}, {}, {8, 32});
  auto plan = ReductionPlan::create(layout, "dim1", true);
  ASSERT_TRUE(plan);
  // 16 shuffles, 28 selects, 9 additions.
  Work work = plan->getWork({1, 1});
  EXPECT_EQ(work.shuffles, 16);
  EXPECT_EQ(work.selects, 28);
  EXPECT_EQ(work.instructions, 9);
  EXPECT_EQ(work.chains, 1);
}

} // namespace
