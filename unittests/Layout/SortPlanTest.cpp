//===- SortPlanTest.cpp - Tests of sorting networks -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each plan is carried out on elements. By the 0-1 principle a network that
// sorts all sequences of zeros and ones sorts everything.
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/SortPlan.h"

#include "RandomLayout.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace mlir::tile;
using llvm::SmallVector;
using llvm::StringRef;
using Kind = SortAction::Kind;

namespace {

/// A layout of one dimension from the bases of registers, lanes and warps.
LinearLayout makeLine(std::vector<int32_t> reg, std::vector<int32_t> lane,
                      std::vector<int32_t> warp, int32_t extent) {
  auto wrap = [](std::vector<int32_t> list) {
    std::vector<std::vector<int32_t>> bases;
    for (int32_t basis : list)
      bases.push_back({basis});
    return bases;
  };
  LinearLayout::BasesT bases;
  bases.emplace_back("register", wrap(reg));
  bases.emplace_back("lane", wrap(lane));
  bases.emplace_back("warp", wrap(warp));
  bases.emplace_back("block", wrap({}));
  SmallVector<LinearLayout::NamedInt> outs;
  outs.emplace_back("dim0", extent);
  return LinearLayout(bases, outs);
}

/// A tile of one dimension, or rows of one: its elements by packed coordinate.
using Elements = std::vector<uint32_t>;

/// Carries out a plan on the elements of a tile whose axis is its first
/// dimension, and thus in the low bits of a packed coordinate.
Elements carryOut(const SortPlan &plan, LinearLayout layout,
                  Elements elements) {
  for (const SortAction &action : plan.getActions()) {
    uint32_t extent = layout.getOutDimSize("dim0");
    switch (action.kind) {
    case Kind::Relabel: {
      EXPECT_TRUE(canRelabel(layout, *action.layout));
      Elements relabelled(elements.size());
      for (int64_t place = 0; place < layout.getTotalInDimSize(); ++place)
        relabelled[action.layout->applyPacked(place)] =
            elements[layout.applyPacked(place)];
      elements = relabelled;
      break;
    }
    case Kind::Convert:
      EXPECT_TRUE(action.layout->isSurjective());
      EXPECT_EQ(action.layout->getOutDims(), layout.getOutDims());
      break;
    case Kind::Exchange: {
      for (unsigned bit = 0; bit < action.runs; ++bit) {
        auto place = findPlaceDistance(layout, "dim0", 1u << bit);
        EXPECT_TRUE(place && place->lane == 0);
      }
      auto pairs = getOddEvenNetwork(action.runs);
      for (size_t first = 0; first < elements.size();
           first += size_t(1) << action.runs)
        for (auto [low, high] : pairs)
          if (elements[first + low] > elements[first + high])
            std::swap(elements[first + low], elements[first + high]);
      for (uint32_t distance : action.distances) {
        EXPECT_TRUE(findPlaceDistance(layout, "dim0", distance));
        uint32_t top = llvm::bit_floor(distance);
        for (uint32_t i = 0; i < elements.size(); ++i)
          if (!(i & top) && elements[i] > elements[i ^ distance])
            std::swap(elements[i], elements[i ^ distance]);
      }
      break;
    }
    case Kind::KeepFirst: {
      uint32_t distance = action.distances[0];
      auto expected = getKeepFirstLayout(layout, "dim0", distance);
      EXPECT_TRUE(expected && *expected == *action.layout);
      EXPECT_EQ(llvm::bit_floor(distance), extent / 2);
      Elements kept;
      for (uint32_t i = 0; i < elements.size(); ++i)
        if (!(i & extent / 2))
          kept.push_back(std::min(elements[i], elements[i ^ distance]));
      elements = kept;
      break;
    }
    }
    if (action.layout)
      layout = *action.layout;
  }
  EXPECT_TRUE(layout == plan.getLayout());
  return elements;
}

/// Each row, sorted and cut.
Elements getAnswer(const Elements &elements, uint32_t extent, uint32_t kept) {
  Elements answer;
  for (size_t first = 0; first < elements.size(); first += extent) {
    Elements row(elements.begin() + first, elements.begin() + first + extent);
    std::sort(row.begin(), row.end());
    answer.insert(answer.end(), row.begin(), row.begin() + kept);
  }
  return answer;
}

SortPlan makePlan(const LinearLayout &layout, unsigned keptLog2,
                  SmallVector<unsigned> bits = {32}) {
  return SortPlan::create({layout, "dim0", keptLog2, bits});
}

/// All sequences of zeros and ones of a short line.
void checkZerosAndOnes(const LinearLayout &layout, unsigned keptLog2) {
  SortPlan plan = makePlan(layout, keptLog2);
  uint32_t extent = layout.getOutDimSize("dim0");
  for (uint32_t pattern = 0; pattern < 1u << extent; ++pattern) {
    Elements elements;
    for (uint32_t i = 0; i < extent; ++i)
      elements.push_back(pattern >> i & 1);
    ASSERT_EQ(carryOut(plan, layout, elements),
              getAnswer(elements, extent, 1u << keptLog2))
        << "pattern " << pattern;
  }
}

/// Random elements, some of them equal.
void checkRandom(const LinearLayout &layout, unsigned keptLog2, uint32_t seed) {
  RandomLayout random(seed);
  SortPlan plan = makePlan(layout, keptLog2);
  Elements elements;
  for (int64_t i = 0; i < layout.getTotalOutDimSize(); ++i)
    elements.push_back(random.below(layout.getTotalOutDimSize()));
  ASSERT_EQ(carryOut(plan, layout, elements),
            getAnswer(elements, layout.getOutDimSize("dim0"), 1u << keptLog2))
      << layout.toString();
}

unsigned count(const SortPlan &plan, Kind kind) {
  return llvm::count_if(plan.getActions(), [&](const SortAction &action) {
    return action.kind == kind;
  });
}

TEST(SortPlanTest, NetworkSortsZerosAndOnes) {
  for (unsigned log2 = 0; log2 <= 4; ++log2) {
    auto pairs = getOddEvenNetwork(log2);
    uint32_t size = 1u << log2;
    for (uint32_t pattern = 0; pattern < 1u << size; ++pattern) {
      uint32_t now = pattern;
      for (auto [low, high] : pairs)
        if ((now >> low & 1) && !(now >> high & 1))
          now ^= 1u << low | 1u << high;
      // All ones at the upper end.
      uint32_t ones = llvm::popcount(pattern);
      ASSERT_EQ(now, ((1u << ones) - 1) << (size - ones));
    }
  }
}

TEST(SortPlanTest, NetworkTakesFewComparisons) {
  EXPECT_EQ(getOddEvenNetwork(0).size(), 0u);
  EXPECT_EQ(getOddEvenNetwork(3).size(), 19u);
  EXPECT_EQ(getOddEvenNetwork(4).size(), 63u);
  EXPECT_EQ(getOddEvenNetwork(5).size(), 191u);
}

TEST(SortPlanTest, SortsWithinAThread) {
  checkZerosAndOnes(makeLine({1, 2, 4, 8}, {0, 0}, {0}, 16), 4);
}

TEST(SortPlanTest, SortsBetweenLanes) {
  checkZerosAndOnes(makeLine({}, {1, 2, 4}, {}, 8), 3);
  checkZerosAndOnes(makeLine({4, 1}, {8, 2}, {}, 16), 4);
}

TEST(SortPlanTest, SortsBetweenWarps) {
  checkZerosAndOnes(makeLine({1}, {2}, {4, 8}, 16), 4);
  checkZerosAndOnes(makeLine({2}, {4}, {1}, 8), 3);
  checkZerosAndOnes(makeLine({}, {}, {1, 2, 4}, 8), 3);
}

TEST(SortPlanTest, SortsSwizzledLayouts) {
  checkZerosAndOnes(makeLine({3, 5}, {1}, {15}, 16), 4);
}

TEST(SortPlanTest, SortsCopies) {
  checkZerosAndOnes(makeLine({1, 0}, {4, 0}, {0, 2}, 8), 3);
  checkZerosAndOnes(makeLine({1, 2}, {3, 4, 4}, {}, 8), 3);
}

TEST(SortPlanTest, KeepsTheFirst) {
  for (unsigned kept = 0; kept <= 3; ++kept) {
    checkZerosAndOnes(makeLine({1, 2, 4}, {}, {}, 8), kept);
    checkZerosAndOnes(makeLine({1, 2}, {4}, {}, 8), kept);
    checkZerosAndOnes(makeLine({}, {4, 1, 2}, {}, 8), kept);
    checkZerosAndOnes(makeLine({1}, {2}, {4}, 8), kept);
    checkZerosAndOnes(makeLine({1, 0}, {2, 0}, {0, 4}, 8), kept);
    checkZerosAndOnes(makeLine({3, 5}, {1}, {}, 8), kept);
  }
  checkZerosAndOnes(makeLine({1, 2}, {4, 8}, {}, 16), 2);
  checkZerosAndOnes(makeLine({1}, {2}, {4, 8}, 16), 1);
}

TEST(SortPlanTest, SortsLongRows) {
  // A warp with 32 elements for each thread, four warps, and 32.
  LinearLayout warp =
      makeLine({1, 2, 128, 256, 512}, {4, 8, 16, 32, 64}, {}, 1024);
  LinearLayout warps =
      makeLine({1, 2, 512, 1024, 2048}, {4, 8, 16, 32, 64}, {128, 256}, 4096);
  LinearLayout all =
      makeLine({1}, {2, 4, 8, 16, 32}, {64, 128, 256, 512, 1024}, 2048);
  for (uint32_t seed = 0; seed < 20; ++seed)
    for (const LinearLayout &layout : {warp, warps, all}) {
      checkRandom(layout, layout.getTotalOutDimSizeLog2(), seed);
      for (unsigned kept : {0, 3, 6, 10})
        checkRandom(layout, kept, seed);
    }
}

TEST(SortPlanTest, SortsRowsOfAnyLayout) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    RandomLayout random(seed);
    SmallVector<LinearLayout::NamedInt> outs;
    outs.emplace_back("dim0", 1 << random.below(6));
    outs.emplace_back("dim1", 1 << random.below(4));
    unsigned bits = 0;
    std::vector<std::vector<int32_t>> units;
    for (int32_t dim = 0; dim < 2; ++dim)
      for (int32_t c = 1; c < outs[dim].second; c *= 2, ++bits)
        units.push_back(dim ? std::vector<int32_t>{0, c}
                            : std::vector<int32_t>{c, 0});
    for (unsigned copies = random.below(3); copies > 0; --copies)
      units.push_back({0, 0});
    std::vector<std::vector<int32_t>> lists[3];
    while (!units.empty()) {
      size_t next = random.below(units.size());
      // Some bases are sums of others.
      if (random.below(4) == 0 && units.size() > 1) {
        size_t other = (next + 1) % units.size();
        for (unsigned dim = 0; dim < 2; ++dim)
          units[next][dim] ^= units[other][dim];
      }
      lists[random.below(3)].push_back(units[next]);
      units.erase(units.begin() + next);
    }
    LinearLayout::BasesT bases;
    bases.emplace_back("register", lists[0]);
    bases.emplace_back("lane", lists[1]);
    bases.emplace_back("warp", lists[2]);
    bases.emplace_back("block", std::vector<std::vector<int32_t>>());
    LinearLayout layout(bases, outs);
    unsigned extent = layout.getOutDimSizeLog2("dim0");
    checkRandom(layout, extent, seed);
    checkRandom(layout, random.below(extent + 1), seed);
  }
}

/// Bitonic sequences of zeros and ones, from each place on of each length.
void checkBitonic(const LinearLayout &layout) {
  SortProblem problem{
      layout, "dim0", unsigned(layout.getOutDimSizeLog2("dim0")), {32}};
  problem.isBitonic = true;
  problem.result = layout;
  SortPlan plan = SortPlan::create(problem);
  EXPECT_TRUE(plan.getLayout() == layout);
  EXPECT_EQ(count(plan, Kind::Relabel), 0u);
  uint32_t extent = layout.getOutDimSize("dim0"), steps = 0;
  for (const SortAction &action : plan.getActions()) {
    EXPECT_EQ(action.runs, 0u);
    steps += action.distances.size();
  }
  EXPECT_EQ(steps, llvm::Log2_32(extent));
  for (uint32_t first = 0; first < extent; ++first)
    for (uint32_t ones = 0; ones <= extent; ++ones) {
      Elements elements(extent, 0);
      for (uint32_t i = 0; i < ones; ++i)
        elements[(first + i) % extent] = 1;
      ASSERT_EQ(carryOut(plan, layout, elements),
                getAnswer(elements, extent, extent))
          << ones << " ones from " << first << " in\n"
          << layout.toString();
    }
}

TEST(SortPlanTest, MergesWhatIsBitonic) {
  checkBitonic(makeLine({1, 2, 4, 8}, {0, 0}, {0}, 16));
  checkBitonic(makeLine({4, 1}, {8, 2}, {}, 16));
  checkBitonic(makeLine({1}, {2}, {4, 8}, 16));
  checkBitonic(makeLine({2}, {4}, {1}, 8));
  checkBitonic(makeLine({}, {}, {1, 2, 4}, 8));
  checkBitonic(makeLine({3, 5}, {1}, {15}, 16));
  checkBitonic(makeLine({1, 0}, {4, 0}, {0, 2}, 8));
  checkBitonic(makeLine({1, 2, 64}, {4, 8, 16, 32}, {128, 256}, 512));
}

TEST(SortPlanTest, AMergeTakesTwoConversionsForItsWarps) {
  SortProblem problem{
      makeLine({1, 2, 1024}, {4, 8, 16, 32, 64}, {128, 256, 512}, 2048),
      "dim0",
      11,
      {32}};
  problem.isBitonic = true;
  problem.result = problem.layout;
  EXPECT_EQ(count(SortPlan::create(problem), Kind::Convert), 2u);
}

TEST(SortPlanTest, EndsInTheLayoutOfTheResult) {
  LinearLayout layout = makeLine({1, 2}, {4, 8}, {16}, 32);
  SortProblem problem{layout, "dim0", 5, {32}};
  problem.result = makeLine({16, 8}, {1, 2}, {4}, 32);
  SortPlan plan = SortPlan::create(problem);
  EXPECT_TRUE(plan.getLayout() == *problem.result);
  EXPECT_EQ(plan.getActions().back().kind, Kind::Convert);
}

TEST(SortPlanTest, WarpsTakeTwoConversionsForEachStage) {
  // Bits 10 and 11 are the warps': their stages leave the first layout and come
  // back to it.
  LinearLayout layout =
      makeLine({1, 2, 512, 1024, 2048}, {4, 8, 16, 32, 64}, {128, 256}, 4096);
  EXPECT_EQ(count(makePlan(layout, 12), Kind::Convert), 4u);
}

TEST(SortPlanTest, WithinAWarpNothingIsConverted) {
  LinearLayout layout =
      makeLine({1, 2, 128, 256, 512}, {4, 8, 16, 32, 64}, {}, 1024);
  EXPECT_EQ(count(makePlan(layout, 10), Kind::Convert), 0u);
}

TEST(SortPlanTest, FewKeptLeaveTheirWarpsOnce) {
  LinearLayout layout =
      makeLine({1, 2, 512, 1024, 2048}, {4, 8, 16, 32, 64}, {128, 256}, 4096);
  SortPlan plan = makePlan(layout, 3);
  EXPECT_EQ(count(plan, Kind::Convert), 1u);
  for (const SortAction &action : plan.getActions())
    if (action.kind == Kind::Convert) {
      EXPECT_EQ(action.layout->getTotalOutDimSize(), 32);
    }
}

TEST(SortPlanTest, KeepingHalvesRegistersBetweenLanes) {
  // Elements x and x ^ 15: other registers of another lane.
  LinearLayout layout = makeLine({1, 2, 4}, {8}, {}, 16);
  auto kept = getKeepFirstLayout(layout, "dim0", 15);
  ASSERT_TRUE(kept.has_value());
  EXPECT_TRUE(*kept == makeLine({1, 2}, {7}, {}, 8));
  // The same register of another lane: both keep the same.
  auto same = getKeepFirstLayout(layout, "dim0", 8);
  ASSERT_TRUE(same.has_value());
  EXPECT_TRUE(*same == makeLine({1, 2, 4}, {0}, {}, 8));
}

TEST(SortPlanTest, RelabellingKeepsCopies) {
  LinearLayout layout = makeLine({1, 2}, {0, 4}, {}, 8);
  EXPECT_TRUE(canRelabel(layout, makeLine({4, 3}, {0, 2}, {}, 8)));
  EXPECT_FALSE(canRelabel(layout, makeLine({1, 2}, {4, 0}, {}, 8)));
  EXPECT_FALSE(canRelabel(layout, makeLine({1, 2, 0}, {4}, {}, 8)));
}

TEST(SortPlanTest, WhatGoesAlongCosts) {
  LinearLayout layout =
      makeLine({1, 2, 128, 256, 512}, {4, 8, 16, 32, 64}, {}, 1024);
  EXPECT_LT(makePlan(layout, 10, {32}).getWork().getPrice(),
            makePlan(layout, 10, {32, 32}).getWork().getPrice());
  EXPECT_LT(makePlan(layout, 3, {32}).getWork().getPrice() * 3,
            makePlan(layout, 10, {32}).getWork().getPrice());
}

} // namespace
