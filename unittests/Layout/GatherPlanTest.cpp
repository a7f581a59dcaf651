//===- GatherPlanTest.cpp - How elements chosen by number arrive ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/GatherPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>
#include <tuple>

using namespace mlir::tile;

namespace {

using Vectors = std::vector<std::vector<int32_t>>;

LinearLayout makeLayout(const Vectors &registers, const Vectors &lanes,
                        const Vectors &warps, int32_t rows, int32_t columns) {
  LinearLayout::BasesT bases;
  bases.emplace_back("register", registers);
  bases.emplace_back("lane", lanes);
  bases.emplace_back("warp", warps);
  return LinearLayout(bases, {{"row", rows}, {"column", columns}});
}

TEST(GatherPlan, LanesNeedOneShuffle) {
  LinearLayout layout = makeLayout({{1, 0}}, {{0, 1}, {0, 2}}, {}, 2, 4);
  GatherPlan plan = GatherPlan::create(layout, layout, "column", 32);
  EXPECT_TRUE(plan.isWithinWarp());
  EXPECT_TRUE(plan.changesLane());
  EXPECT_TRUE(plan.getChoices().empty());
}

TEST(GatherPlan, RegistersNeedSelects) {
  LinearLayout layout = makeLayout({{0, 1}, {0, 2}}, {{1, 0}}, {}, 2, 4);
  GatherPlan plan = GatherPlan::create(layout, layout, "column", 32);
  EXPECT_TRUE(plan.isWithinWarp());
  EXPECT_FALSE(plan.changesLane());
  EXPECT_EQ(plan.getChoices().size(), 2u);
}

TEST(GatherPlan, BothNeedBoth) {
  LinearLayout layout = makeLayout({{0, 4}}, {{0, 1}, {0, 2}}, {}, 1, 8);
  GatherPlan plan = GatherPlan::create(layout, layout, "column", 32);
  EXPECT_TRUE(plan.isWithinWarp());
  EXPECT_TRUE(plan.changesLane());
  EXPECT_EQ(plan.getChoices().size(), 1u);
}

TEST(GatherPlan, WarpsNeedSharedMemory) {
  LinearLayout layout = makeLayout({}, {{0, 1}}, {{0, 2}}, 1, 4);
  EXPECT_FALSE(GatherPlan::create(layout, layout, "column", 32).isWithinWarp());
}

TEST(GatherPlan, WarpsOverOtherDimensionsDoNot) {
  LinearLayout layout = makeLayout({}, {{0, 1}}, {{1, 0}}, 2, 2);
  EXPECT_TRUE(GatherPlan::create(layout, layout, "column", 32).isWithinWarp());
}

TEST(GatherPlan, RowsOfOtherWarpsNeedSharedMemory) {
  LinearLayout source = makeLayout({}, {{0, 1}}, {{1, 0}}, 2, 2);
  LinearLayout result = makeLayout({{1, 0}}, {}, {{0, 1}}, 2, 2);
  EXPECT_FALSE(GatherPlan::create(source, result, "column", 32).isWithinWarp());
}

// Copies are read from the own warp.
TEST(GatherPlan, CopiesAreNear) {
  LinearLayout source = makeLayout({}, {{0, 1}, {0, 2}}, {{0, 0}}, 1, 4);
  LinearLayout result = makeLayout({}, {{0, 1}, {0, 0}}, {{0, 2}}, 1, 4);
  EXPECT_TRUE(GatherPlan::create(source, result, "column", 32).isWithinWarp());
}

// 64 registers, any of which may be wanted.
TEST(GatherPlan, ManyRegistersGoThroughSharedMemory) {
  Vectors registers;
  for (int32_t column = 1; column < 64; column *= 2)
    registers.push_back({0, column});
  LinearLayout layout = makeLayout(registers, {{0, 64}}, {}, 1, 128);
  EXPECT_FALSE(GatherPlan::create(layout, layout, "column", 32).isWithinWarp());
}

// The last of 64 registers is one register.
TEST(GatherPlan, AKnownIndexChoosesNothing) {
  Vectors registers;
  for (int32_t column = 1; column < 64; column *= 2)
    registers.push_back({0, column});
  LinearLayout layout = makeLayout(registers, {{0, 64}}, {}, 1, 128);
  GatherPlan plan = GatherPlan::create(layout, layout, "column", 32,
                                       /*isIndexKnown=*/true);
  EXPECT_TRUE(plan.isWithinWarp());
  EXPECT_TRUE(plan.getChoices().empty());
}

// Each place reads the element that its own coordinates and the index name, and
// the choices are all that a register may add.
TEST(GatherPlan, ReadsTheRightElement) {
  std::mt19937 random(7);
  for (unsigned trial = 0; trial < 200; ++trial) {
    // Eight rows and eight columns in shuffled bits; indices of two columns.
    auto shuffle = [&](Vectors vectors) {
      std::shuffle(vectors.begin(), vectors.end(), random);
      auto at = [&](size_t from, size_t to) {
        return Vectors(vectors.begin() + from, vectors.begin() + to);
      };
      return std::tuple(at(0, 2), at(2, 5), at(5, vectors.size()));
    };
    auto [r, l, w] = shuffle({{0, 1}, {0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}});
    auto [r2, l2, w2] =
        shuffle({{0, 1}, {1, 0}, {2, 0}, {4, 0}, {0, 0}, {1, 0}});
    LinearLayout source = makeLayout(r, l, w, 8, 8);
    LinearLayout result = makeLayout(r2, l2, w2, 8, 2);
    GatherPlan plan = GatherPlan::create(source, result, "column", 32);
    std::vector<uint32_t> sums{0};
    for (uint32_t choice : plan.getChoices())
      for (size_t i = 0, e = sums.size(); i < e; ++i)
        sums.push_back(sums[i] ^ choice);
    for (int32_t place = 0; place < 64; ++place)
      for (int32_t index = 0; index < 8; ++index) {
        int32_t reg = place & 3, lane = place >> 2 & 7, warp = place >> 5;
        int32_t row =
            result.apply({{"register", reg}, {"lane", lane}, {"warp", warp}})[0]
                .second;
        auto from = plan.getMap().apply({{"register", reg},
                                         {"lane", lane},
                                         {"warp", warp},
                                         {"index", index}});
        auto found = source.apply({{"register", from[0].second},
                                   {"lane", from[1].second},
                                   {"warp", from[2].second}});
        EXPECT_EQ(found[0].second, row);
        EXPECT_EQ(found[1].second, index);
        if (!plan.isWithinWarp())
          continue;
        EXPECT_EQ(from[2].second, warp);
        auto constant = plan.getMap().apply(
            {{"register", reg}, {"lane", 0}, {"warp", 0}, {"index", 0}});
        EXPECT_TRUE(llvm::is_contained(
            sums, uint32_t(constant[0].second ^ from[0].second)));
      }
  }
}

} // namespace
