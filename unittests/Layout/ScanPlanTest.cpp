//===- ScanPlanTest.cpp - Running combinations along a dimension ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ScanPlan.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

namespace {

using Level = ScanRun::Level;
using Vectors = std::vector<std::vector<int32_t>>;

/// A layout of rows and columns.
LinearLayout makeLayout(const Vectors &registers, const Vectors &lanes,
                        const Vectors &warps, int32_t rows, int32_t columns) {
  LinearLayout::BasesT bases;
  bases.emplace_back("register", registers);
  bases.emplace_back("lane", lanes);
  bases.emplace_back("warp", warps);
  return LinearLayout(bases, {{"row", rows}, {"column", columns}});
}

/// As "r0 r1 | l2": the bits of each run, with the level's letter.
std::string print(const ScanPlan &plan) {
  std::string text;
  for (const ScanRun &run : plan.getRuns()) {
    text += text.empty() ? "" : "| ";
    for (unsigned bit : run.bits)
      text += "rlw"[unsigned(run.level)] + std::to_string(bit) + " ";
  }
  return text;
}

std::string findError(const LinearLayout &layout) {
  std::string error;
  EXPECT_FALSE(ScanPlan::create(layout, "column", &error));
  return error;
}

/// Two neighbours per thread, four lanes, repeated, on two warps.
const Vectors kTwo = {{0, 1}, {0, 8}}, kLanes = {{0, 2}, {0, 4}},
              kWarps = {{0, 16}};

TEST(ScanPlan, RunsFollowTheAxis) {
  auto plan =
      ScanPlan::create(makeLayout(kTwo, kLanes, kWarps, 1, 32), "column");
  ASSERT_TRUE(plan);
  EXPECT_EQ(print(*plan), "r0 | l0 l1 | r1 | w0 ");
}

TEST(ScanPlan, OtherDimensionsHaveNoRun) {
  auto plan = ScanPlan::create(
      makeLayout({{1, 0}, {0, 1}}, {{2, 0}, {0, 2}}, {}, 4, 4), "row");
  ASSERT_TRUE(plan);
  EXPECT_EQ(print(*plan), "r0 | l0 ");
}

TEST(ScanPlan, BitsOfALevelMayBeInAnyOrder) {
  auto plan = ScanPlan::create(
      makeLayout({}, {{0, 4}, {0, 1}, {0, 2}}, {}, 1, 8), "column");
  ASSERT_TRUE(plan);
  EXPECT_EQ(print(*plan), "l1 l2 l0 ");
}

TEST(ScanPlan, OneElementHasNoRun) {
  auto plan = ScanPlan::create(makeLayout({{1, 0}}, {}, {}, 2, 1), "column");
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->getRuns().empty());
  EXPECT_EQ(plan->getWork({1, 1}).getPrice(), 0);
}

TEST(ScanPlan, ABlockIsWhatIsBelowTheWarps) {
  auto plan =
      ScanPlan::create(makeLayout(kTwo, kLanes, kWarps, 1, 32), "column");
  EXPECT_TRUE(plan->crossesWarps());
  EXPECT_EQ(plan->getNumBlockBits(), 4u);
}

TEST(ScanPlan, WithoutWarpsAllIsABlock) {
  auto plan = ScanPlan::create(makeLayout(kTwo, kLanes, {}, 1, 16), "column");
  EXPECT_FALSE(plan->crossesWarps());
  EXPECT_EQ(plan->getNumBlockBits(), 4u);
}

TEST(ScanPlan, CopiesAreNoPartOfTheAxis) {
  auto plan = ScanPlan::create(
      makeLayout({{0, 1}, {0, 0}}, {{0, 0}, {0, 2}}, {{0, 0}}, 1, 4), "column");
  ASSERT_TRUE(plan);
  EXPECT_EQ(print(*plan), "r0 | l1 ");
}

TEST(ScanPlan, ABitThatMovesTwoDimensionsDoesNotSuit) {
  EXPECT_EQ(findError(makeLayout({{0, 1}}, {{1, 1}}, {}, 2, 2)),
            "lane bit 0 moves along column and along row at once");
}

TEST(ScanPlan, ADistanceOfThreeDoesNotSuit) {
  EXPECT_EQ(findError(makeLayout({{0, 1}, {0, 3}}, {}, {}, 1, 4)),
            "register bit 1 moves along column by 3, not by a power of two");
}

TEST(ScanPlan, TwoBitsOfOneDistanceDoNotSuit) {
  EXPECT_EQ(findError(makeLayout({{0, 1}}, {{0, 1}}, {}, 1, 2)),
            "lane bit 0 moves along column by 1, as register bit 0 does");
}

TEST(ScanPlan, WhatOnlyBlocksMoveDoesNotSuit) {
  LinearLayout::BasesT bases;
  bases.emplace_back("lane", Vectors{{0, 1}});
  bases.emplace_back("block", Vectors{{0, 2}});
  EXPECT_EQ(findError(LinearLayout(bases, {{"row", 1}, {"column", 4}})),
            "no register, lane or warp moves along column by 2");
}

TEST(ScanPlan, RegistersCostLessThanLanes) {
  auto registers = ScanPlan::create(
      makeLayout({{0, 1}, {0, 2}, {0, 4}, {0, 8}}, {}, {}, 1, 16), "column");
  auto lanes =
      ScanPlan::create(makeLayout({{1, 0}, {2, 0}, {4, 0}, {8, 0}},
                                  {{0, 1}, {0, 2}, {0, 4}, {0, 8}}, {}, 16, 16),
                       "column");
  EXPECT_LT(registers->getWork({1, 1}).getPrice(),
            lanes->getWork({1, 1}).getPrice());
}

TEST(ScanPlan, NeighboursInAThreadSaveShuffles) {
  auto together = ScanPlan::create(
      makeLayout({{0, 1}, {0, 2}}, {{0, 4}, {0, 8}}, {}, 1, 16), "column");
  auto apart = ScanPlan::create(
      makeLayout({{0, 4}, {0, 8}}, {{0, 1}, {0, 2}}, {}, 1, 16), "column");
  EXPECT_LT(together->getWork({1, 1}).getPrice(),
            apart->getWork({1, 1}).getPrice());
}

// Four registers of one row: 3 combinations, then two steps of a shuffle, a
// combination and a select, what comes before, and 4 combinations.
TEST(ScanPlan, CountsWhatAWarpDoes) {
  auto plan = ScanPlan::create(
      makeLayout({{0, 1}, {0, 2}}, {{0, 4}, {0, 8}}, {}, 1, 16), "column");
  Work work = plan->getWork({1, 1});
  EXPECT_EQ(work.shuffles, 2 + 1);
  EXPECT_EQ(work.selects, 2);
  EXPECT_EQ(work.instructions, 3 + 2 + 1 + 4);
  EXPECT_EQ(work.chains, 1);
}

} // namespace
