//===- LinearLayoutPrintTest.cpp - Layouts as text and as tables ----------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintLayout.h"
#include "tile/Layout/LinearLayout.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir::tile;

namespace {

std::string table(const LinearLayout &layout, StringRef style = "thread") {
  std::string result, error;
  llvm::raw_string_ostream os(result);
  if (!layout.printTable(os, style, &error)) {
    EXPECT_EQ(result, "") << "printed something before it failed";
    return "error: " + error;
  }
  return result;
}

LinearLayout replicated2x2() {
  return LinearLayout({{"register", {{0, 1}}}, {"lane", {{1, 0}, {0, 0}}}},
                      {{"dim0", 2}, {"dim1", 2}});
}

} // namespace

TEST(LinearLayoutPrint, Bases) {
  LinearLayout layout(
      {{"register", {{0, 1}, {0, 2}}}, {"lane", {{1, 0}}}, {"warp", {}}},
      {{"dim0", 2}, {"dim1", 4}});
  EXPECT_EQ(layout.toString(), " - register=1 -> (0, 1), 2 -> (0, 2)\n"
                               " - lane=1 -> (1, 0)\n"
                               " - warp has size 1\n"
                               "into dim0 (size 2), dim1 (size 4)\n");
}

TEST(LinearLayoutPrint, Empty) {
  EXPECT_EQ(LinearLayout::empty().toString(), "into nothing\n");
}

TEST(LinearLayoutPrint, BasesWithoutOutputs) {
  EXPECT_EQ(LinearLayout({{"lane", {{}}}}, {}).toString(),
            " - lane=1 -> ()\ninto nothing\n");
}

TEST(LinearLayoutPrint, StreamOperatorPrintsTheBases) {
  std::string result;
  llvm::raw_string_ostream os(result);
  os << replicated2x2();
  EXPECT_EQ(result, replicated2x2().toString());
}

TEST(LinearLayoutPrint, TableNamesEveryReplica) {
  EXPECT_EQ(table(replicated2x2()), "   0            1\n"
                                    "0  T0:R0|T2:R0  T0:R1|T2:R1\n"
                                    "1  T1:R0|T3:R0  T1:R1|T3:R1\n");
}

TEST(LinearLayoutPrint, TableByWarp) {
  LinearLayout layout({{"lane", {{1, 0}}}, {"warp", {{0, 1}}}},
                      {{"dim0", 2}, {"dim1", 2}});
  EXPECT_EQ(table(layout, "warp"), "   0         1\n"
                                   "0  W0:L0:R0  W1:L0:R0\n"
                                   "1  W0:L1:R0  W1:L1:R0\n");
}

TEST(LinearLayoutPrint, TableCountsThreadsOverWarps) {
  LinearLayout layout({{"lane", {{1, 0}}}, {"warp", {{0, 1}}}},
                      {{"dim0", 2}, {"dim1", 2}});
  EXPECT_EQ(table(layout), "   0      1\n"
                           "0  T0:R0  T2:R0\n"
                           "1  T1:R0  T3:R0\n");
}

TEST(LinearLayoutPrint, TableOrdersOwnersWhateverTheOrderOfInputs) {
  LinearLayout layout({{"warp", {{0}}}, {"lane", {{0}}}, {"register", {{0}}}},
                      {{"dim0", 1}});
  EXPECT_EQ(table(layout), "   0\n"
                           "0  T0:R0|T0:R1|T1:R0|T1:R1|T2:R0|T2:R1|T3:R0|"
                           "T3:R1\n");
}

TEST(LinearLayoutPrint, TableNamesBlocks) {
  LinearLayout layout({{"lane", {{1}}}, {"block", {{2}}}}, {{"dim0", 4}});
  EXPECT_EQ(table(layout), "   0         1         2         3\n"
                           "0  B0:T0:R0  B0:T1:R0  B1:T0:R0  B1:T1:R0\n");
}

TEST(LinearLayoutPrint, TableMarksWhatNoOneOwns) {
  EXPECT_EQ(table(LinearLayout({{"lane", {{2}}}}, {{"dim0", 4}}, false)),
            "   0      1  2      3\n"
            "0  T0:R0  -  T1:R0  -\n");
}

TEST(LinearLayoutPrint, TableBreaksOneDimensionIntoRows) {
  EXPECT_EQ(table(LinearLayout::zeros1D(1, "lane", "dim0", 32)),
            "    0      1  2  3  4  5  6  7  8  9  10  11  12  13  14  15\n"
            " 0  T0:R0  -  -  -  -  -  -  -  -  -  -   -   -   -   -   -\n"
            "16  -      -  -  -  -  -  -  -  -  -  -   -   -   -   -   -\n");
}

TEST(LinearLayoutPrint, TableOfASwizzle) {
  LinearLayout layout({{"register", {{0, 1}}}, {"lane", {{1, 1}}}},
                      {{"dim0", 2}, {"dim1", 2}});
  EXPECT_EQ(table(layout), "   0      1\n"
                           "0  T0:R0  T0:R1\n"
                           "1  T1:R1  T1:R0\n");
}

TEST(LinearLayoutPrint, TableErrorStyle) {
  EXPECT_EQ(table(replicated2x2(), "html"),
            "error: table style must be 'thread' or 'warp', but is 'html'");
}

TEST(LinearLayoutPrint, TableErrorInputDimension) {
  EXPECT_EQ(table(LinearLayout::identity1D(4, "offset", "dim0")),
            "error: a table has the input dimensions register, lane, warp and "
            "block, but the layout has 'offset'");
}

TEST(LinearLayoutPrint, TableErrorOutputDimensions) {
  EXPECT_EQ(table(LinearLayout()),
            "error: a table has one or two output dimensions, but the layout "
            "has 0");
}

TEST(LinearLayoutPrint, TableErrorTooLarge) {
  EXPECT_EQ(table(LinearLayout::identity1D(1 << 21, "lane", "dim0")),
            "error: a table has at most 2^20 elements and owners, but the "
            "layout has 2^21 and 2^21");
}
