//===- LinearLayoutExamplesTest.cpp - What LinearLayout.h says ------------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every example and number in the head of LinearLayout.h, in its order.
//
//===----------------------------------------------------------------------===//

#include "PrintLayout.h"
#include "tile/Layout/LinearLayout.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

using Named = SmallVector<LinearLayout::NamedInt>;

namespace {

/// Section 2: a 4x8 tile over two warps of four lanes with four registers.
LinearLayout tile4x8() {
  return LinearLayout({{"register", {{0, 1}, {0, 2}}},
                       {"lane", {{0, 4}, {1, 0}}},
                       {"warp", {{2, 0}}}},
                      {{"dim0", 4}, {"dim1", 8}});
}

/// Section 3: its storage with swizzled columns.
LinearLayout swizzled4x8() {
  return LinearLayout({{"offset", {{0, 1}, {0, 2}, {0, 4}, {1, 1}, {2, 2}}}},
                      {{"dim0", 4}, {"dim1", 8}});
}

LinearLayout exampleA() { return LinearLayout::identity1D(32, "lane", "dim0"); }

LinearLayout exampleB() {
  return LinearLayout::identity1D(4, "register", "dim0") *
         LinearLayout::identity1D(32, "lane", "dim0");
}

LinearLayout exampleD() {
  return LinearLayout::identity1D(32, "lane", "dim0") *
         LinearLayout::identity1D(4, "register", "dim0");
}

} // namespace

TEST(LinearLayoutExamples, TileFilledInStepByStep) {
  const char *const table[4][8] = {
      {"0.0.0", "0.0.1", "0.0.2", "0.0.3", "0.1.0", "0.1.1", "0.1.2", "0.1.3"},
      {"0.2.0", "0.2.1", "0.2.2", "0.2.3", "0.3.0", "0.3.1", "0.3.2", "0.3.3"},
      {"1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.1.0", "1.1.1", "1.1.2", "1.1.3"},
      {"1.2.0", "1.2.1", "1.2.2", "1.2.3", "1.3.0", "1.3.1", "1.3.2", "1.3.3"}};
  LinearLayout layout = tile4x8();
  for (int32_t warp = 0; warp < 2; ++warp)
    for (int32_t lane = 0; lane < 4; ++lane)
      for (int32_t reg = 0; reg < 4; ++reg) {
        SmallVector<int32_t> at;
        layout.applyInto({reg, lane, warp}, at);
        EXPECT_EQ(table[at[0]][at[1]], std::to_string(warp) + "." +
                                           std::to_string(lane) + "." +
                                           std::to_string(reg));
      }
}

TEST(LinearLayoutExamples, OnePlaceReadDirectly) {
  EXPECT_EQ(tile4x8().apply({{"warp", 1}, {"lane", 3}, {"register", 2}}),
            (Named{{"dim0", 3}, {"dim1", 6}}));
}

TEST(LinearLayoutExamples, SwizzleIsAnXorOfTheColumn) {
  for (int32_t row = 0; row < 4; ++row)
    for (int32_t col = 0; col < 8; ++col)
      EXPECT_EQ(swizzled4x8().apply({{"offset", 8 * row + col}}),
                (Named{{"dim0", row}, {"dim1", col ^ row}}));
}

TEST(LinearLayoutExamples, SwizzleOffsets) {
  const int32_t offsets[4][8] = {{0, 1, 2, 3, 4, 5, 6, 7},
                                 {9, 8, 11, 10, 13, 12, 15, 14},
                                 {18, 19, 16, 17, 22, 23, 20, 21},
                                 {27, 26, 25, 24, 31, 30, 29, 28}};
  LinearLayout inverse = swizzled4x8().invert();
  for (int32_t row = 0; row < 4; ++row)
    for (int32_t col = 0; col < 8; ++col)
      EXPECT_EQ(inverse.apply({{"dim0", row}, {"dim1", col}}),
                (Named{{"offset", offsets[row][col]}}));
}

TEST(LinearLayoutExamples, AIdentity) {
  EXPECT_EQ(exampleA().apply({{"lane", 17}}), (Named{{"dim0", 17}}));
}

TEST(LinearLayoutExamples, BProduct) {
  EXPECT_EQ(exampleB().apply({{"register", 3}, {"lane", 2}}),
            (Named{{"dim0", 11}}));
}

TEST(LinearLayoutExamples, CReplicas) {
  LinearLayout c = exampleB() * LinearLayout::zeros1D(4, "warp", "dim0");
  EXPECT_EQ(c.getFreeVariableMask("warp"), 3);
  EXPECT_EQ(c.getFreeVariableMask("lane"), 0);
}

TEST(LinearLayoutExamples, DContiguity) {
  EXPECT_EQ(exampleD().getContiguity("register", "dim0"), 1);
  EXPECT_EQ(exampleB().getContiguity("register", "dim0"), 4);
}

TEST(LinearLayoutExamples, EConversion) {
  LinearLayout e = exampleB().invertAndCompose(exampleD());
  EXPECT_EQ(e.getOutDimNames(), (SmallVector<StringRef>{"lane", "register"}));
  EXPECT_EQ(e.apply({{"register", 1}, {"lane", 8}}),
            (Named{{"lane", 1}, {"register", 1}}));
  EXPECT_FALSE(e.preserves({"lane"}));
}
