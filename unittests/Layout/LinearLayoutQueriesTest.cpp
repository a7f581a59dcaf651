//===- LinearLayoutQueriesTest.cpp - Parts and questions of layouts -------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of a layout, the same map with other dimensions, rank, free bits and
// contiguity; against a search through all inputs where one is possible.
//
//===----------------------------------------------------------------------===//

#include "PrintLayout.h"
#include "RandomLayout.h"
#include "tile/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <map>

using namespace mlir::tile;

using Named = SmallVector<LinearLayout::NamedInt>;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

TEST(LinearLayoutQueries, SublayoutKeepsItsOwnOrder) {
  LinearLayout layout({{"a", {{1, 2}}}, {"b", {{0, 1}}}, {"c", {{1, 0}}}},
                      {{"x", 2}, {"y", 4}});
  EXPECT_EQ(layout.sublayout({"c", "a"}, {"y"}),
            LinearLayout({{"a", {{2}}}, {"c", {{0}}}}, {{"y", 4}}, false));
}

TEST(LinearLayoutQueries, SublayoutIsZeroSeesOnlyThePart) {
  LinearLayout layout({{"a", {{1, 0}}}, {"b", {{0, 1}}}}, {{"x", 2}, {"y", 2}});
  EXPECT_TRUE(layout.sublayoutIsZero({"a"}, {"y"}));
  EXPECT_FALSE(layout.sublayoutIsZero({"a", "b"}, {"y"}));
}

TEST(LinearLayoutQueries, PreservesWhatOthersDependOn) {
  LinearLayout layout({{"a", {{1, 1}}}, {"b", {{0, 1}}}}, {{"a", 2}, {"b", 2}});
  EXPECT_TRUE(layout.preserves({"a"}));
  EXPECT_FALSE(layout.preserves({"b"}));
  EXPECT_FALSE(layout.preserves({"a", "b"}));
}

TEST(LinearLayoutQueries, PreservesAgreesWithASearch) {
  forRandom([](RandomLayout &random) {
    LinearLayout f =
        random.mapOf(random.dims({"a"}, 1), random.dims({"a", "b"}, 1));
    bool expected = f.getInDimSize("a") == f.getOutDimSize("a");
    for (int32_t a = 0; expected && a < f.getInDimSize("a"); ++a)
      expected = f.apply({{"a", a}})[0].second == a;
    EXPECT_EQ(f.preserves({"a"}), expected);
  });
}

//===----------------------------------------------------------------------===//
// The same map with other dimensions
//===----------------------------------------------------------------------===//

TEST(LinearLayoutQueries, TransposeTwiceIsNothing) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b", "c"}, {"x", "y", "z"});
    EXPECT_EQ(f.transposeIns({"c", "b", "a"}).transposeIns({"a", "b", "c"}), f);
    EXPECT_EQ(f.transposeOuts({"z", "y", "x"}).transposeOuts({"x", "y", "z"}),
              f);
  });
}

TEST(LinearLayoutQueries, TransposeIsEquivalent) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b", "c"}, {"x", "y", "z"});
    EXPECT_TRUE(f.transposeIns({"b", "c", "a"})
                    .transposeOuts({"z", "x", "y"})
                    .isEquivalent(f));
  });
}

TEST(LinearLayoutQueries, HashFollowsEquality) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b"}, {"x"});
    LinearLayout g = random.mapOf(f.getInDims(), f.getOutDims());
    EXPECT_EQ(f == g, f.getBases() == g.getBases());
    if (f == g) {
      EXPECT_EQ(hash_value(f), hash_value(g));
    }
  });
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

TEST(LinearLayoutQueries, RankCountsTheImage) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b"}, {"x", "y"});
    EXPECT_EQ(size_t(1) << f.rank(), imageOf(f).size());
  });
}

TEST(LinearLayoutQueries, SurjectiveAndInjectiveAgreeWithASearch) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a"}, {"x"});
    int64_t image = imageOf(f).size();
    EXPECT_EQ(f.isSurjective(), image == f.getTotalOutDimSize());
    EXPECT_EQ(f.isInjective(), image == f.getTotalInDimSize());
    EXPECT_EQ(f.isInvertible(), f.isSurjective() && f.isInjective());
  });
}

TEST(LinearLayoutQueries, FreeBitsAtZeroKeepTheImageOncePerElement) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b"}, {"x", "y"});
    uint64_t freeMask = packedFreeMask(f);
    std::map<uint64_t, int> owners;
    for (int64_t i = 0; i < f.getTotalInDimSize(); ++i)
      if (!(i & freeMask))
        ++owners[f.applyPacked(i)];
    EXPECT_EQ(owners.size(), imageOf(f).size());
    for (const auto &[element, count] : owners)
      EXPECT_EQ(count, 1);
  });
}

TEST(LinearLayoutQueries, FreeBitsAreTheLaterOnes) {
  LinearLayout layout({{"register", {{1}, {1}}}, {"lane", {{2}, {3}}}},
                      {{"dim0", 4}});
  EXPECT_EQ(layout.getFreeVariableMasks(),
            (Named{{"register", 2}, {"lane", 2}}));
}

TEST(LinearLayoutQueries, FreeMaskOfOneDimensionAgrees) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b", "c"}, {"x"});
    for (const auto &[name, mask] : f.getFreeVariableMasks())
      EXPECT_EQ(f.getFreeVariableMask(name), mask);
  });
}

TEST(LinearLayoutQueries, ContiguousBitsNeedNotBeTheLowest) {
  LinearLayout layout({{"register", {{4}, {2}, {1}}}, {"lane", {{8}}}},
                      {{"dim0", 16}});
  EXPECT_EQ(layout.getContiguousBits("register", "dim0"),
            (SmallVector<int32_t>{2, 1, 0}));
  EXPECT_EQ(layout.getContiguity("register", "dim0"), 8);
}

TEST(LinearLayoutQueries, ContiguityAlongTheGivenOutput) {
  LinearLayout layout({{"register", {{0, 1}, {0, 2}, {1, 0}}}},
                      {{"dim0", 2}, {"dim1", 4}});
  EXPECT_EQ(layout.getContiguity("register", "dim1"), 4);
  EXPECT_EQ(layout.getContiguity("register", "dim0"), 2);
}

TEST(LinearLayoutQueries, ContiguityTakesTheLowestOfReplicas) {
  LinearLayout layout({{"register", {{2}, {1}, {1}}}}, {{"dim0", 4}});
  EXPECT_EQ(layout.getContiguousBits("register", "dim0"),
            (SmallVector<int32_t>{1, 0}));
}

TEST(LinearLayoutQueries, ContiguityStopsWhereAnotherDimensionTouches) {
  // Lane 1 holds the pair in the other order: no common register for it.
  LinearLayout layout({{"register", {{1}, {2}}}, {"lane", {{6}}}},
                      {{"dim0", 8}});
  EXPECT_EQ(layout.getContiguity("register", "dim0"), 2);
}

TEST(LinearLayoutQueries, ContiguousGroupsAreAlignedInEachThread) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"register", "lane"}, {"x"});
    SmallVector<int32_t> bits = f.getContiguousBits("register", "x");
    for (int64_t i = 0; i < f.getTotalInDimSize(); ++i) {
      uint64_t base = f.applyPacked(i);
      for (const auto &[j, bit] : llvm::enumerate(bits))
        EXPECT_EQ(f.applyPacked(i ^ (int64_t(1) << bit)),
                  base ^ (uint64_t(1) << j));
    }
  });
}
