//===- CostTest.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/Cost.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

namespace {

TEST(Cost, EachCountHasItsPart) {
  Work work;
  work.instructions = 1;
  work.selects = 2;
  work.accesses = 3;
  EXPECT_EQ(work.getCost().issue, 1 + 2 * 2);
  work.shuffles = 5;
  work.wavefronts = 7;
  EXPECT_EQ(work.getCost().shared, 5 * 4 + 7 * 2);
  work.barriers = work.waits = work.chains = 1;
  EXPECT_EQ(work.getCost().latency, 160 + 240 + 120);
  EXPECT_EQ(work.getCost().memory, 0);
  EXPECT_EQ(work.getPrice(), 5 + 34 + 520);
  // Accesses have no price of their own, but fewer are better.
  EXPECT_EQ(work.getRank(), std::pair(work.getPrice(), int64_t(3)));
}

TEST(Cost, WarpsWorkEachAndWaitTogether) {
  Work work{1, 2, 3, 4, 5, 6, 7, 8};
  Work all = work.ofWarps(4);
  EXPECT_EQ(all.instructions, 4);
  EXPECT_EQ(all.selects, 8);
  EXPECT_EQ(all.shuffles, 12);
  EXPECT_EQ(all.accesses, 16);
  EXPECT_EQ(all.wavefronts, 20);
  EXPECT_EQ(all.barriers, 6);
  EXPECT_EQ(all.waits, 7);
  EXPECT_EQ(all.chains, 8);
  all += work;
  EXPECT_EQ(all.instructions, 5);
  EXPECT_EQ(all.barriers, 12);
}

TEST(Cost, Describe) {
  EXPECT_EQ(Cost().describe(), "0 clocks of an SM");
  EXPECT_EQ((Cost{0, 0, 512, 400}.describe()),
            "228 clocks of an SM (shared 128, latency 100)");
  EXPECT_EQ((Cost{2, 4096, 0, 0}.describe()),
            "1025 clocks of an SM (issue 1, memory 1024)");
}

} // namespace
