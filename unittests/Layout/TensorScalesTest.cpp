//===- TensorScalesTest.cpp - Scales in tensor memory, by the formula -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/TensorScales.h"

#include "tile/Layout/WarpgroupPlan.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir::tile;

namespace {

TEST(TensorScalesTest, LanesHaveWordsOfFourNeighbours) {
  for (int64_t rows : {16, 32, 128, 256})
    for (int64_t scales : {1, 2, 4, 8})
      for (unsigned warps : {4, 8}) {
        LinearLayout layout = getTensorScaleLayout(rows, scales, warps);
        int64_t bytes = std::min<int64_t>(scales, 4),
                columns = countScaleColumns(rows, scales);
        EXPECT_EQ(columns, std::max<int64_t>(1, rows / 32) *
                               std::max<int64_t>(1, scales / 4));
        ASSERT_EQ(layout.getInDimSize("register"), columns * bytes);
        std::set<std::pair<int32_t, int32_t>> all;
        for (int32_t warp = 0; warp < int32_t(warps); ++warp)
          for (int32_t lane = 0; lane < 32; ++lane)
            for (int32_t reg = 0; reg < columns * bytes; ++reg) {
              auto at = layout.apply({{"register", reg},
                                      {"lane", lane},
                                      {"warp", warp},
                                      {"block", 0}});
              // PTX ISA, "tcgen05.mma": the row's lane and column, the byte.
              int64_t column = reg / bytes,
                      perWord = columns * 4 / std::max<int64_t>(4, scales);
              EXPECT_EQ(at[0].second, lane % rows + 32 * (column % perWord));
              EXPECT_EQ(at[1].second, reg % bytes + 4 * (column / perWord));
              all.insert({at[0].second, at[1].second});
            }
        EXPECT_EQ(int64_t(all.size()), rows * scales);
      }
}

/// Sums of 128 rows: 32 of each warp, columns divided among warpgroups.
TEST(TensorSumsTest, WarpsHaveThirtyTwoRows) {
  std::vector<std::vector<int32_t>> registers = {
      {0, 1}, {8, 0}, {16, 0}, {0, 8}, {0, 16}};
  LinearLayout layout({{"register", registers},
                       {"lane", {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
                       {"warp", {{32, 0}, {64, 0}, {0, 32}}},
                       {"block", {}}},
                      {{"dim0", 128}, {"dim1", 64}});
  EXPECT_FALSE(planWarpgroupSums(layout));
  std::optional<WarpgroupSums> sums = planWarpgroupSums(layout, 32);
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->warpRows, 32u);
  EXPECT_EQ(sums->numColumns, 32u);
  ASSERT_EQ(sums->blocks.size(), 2u);
  ASSERT_EQ(sums->warpgroups.size(), 1u);
  EXPECT_EQ(sums->warpgroups[0], std::pair(0, 32));
  for (auto [number, block] : llvm::enumerate(sums->blocks)) {
    EXPECT_EQ(block.row, int32_t(16 * number));
    EXPECT_EQ(block.column, 0);
    ASSERT_EQ(block.registers.size(), 16u);
    // PTX ISA, "tcgen05.ld", shape .16x256b.
    for (auto [i, reg] : llvm::enumerate(block.registers)) {
      auto at = layout.apply(
          {{"register", int32_t(reg)}, {"lane", 0}, {"warp", 0}, {"block", 0}});
      EXPECT_EQ(at[0].second, block.row + 8 * int32_t(i >> 1 & 1));
      EXPECT_EQ(at[1].second, int32_t(8 * (i >> 2) + (i & 1)));
    }
  }
}

TEST(TensorSumsTest, BytesMayLieAlongRowsForTensorMemory) {
  unsigned order[] = {0, 1};
  std::optional<LinearLayout> place =
      getWarpgroupPlace({128, 64}, /*elementBytes=*/1, order);
  ASSERT_TRUE(place);
  EXPECT_FALSE(MatrixDescriptor::match(*place, 1, /*kDim=*/1, 128));
  std::optional<MatrixDescriptor> found =
      MatrixDescriptor::match(*place, 1, /*kDim=*/1, 128, /*anyMajor=*/true);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->isMNMajor());
  // 32 of K are four groups of 8 lines of 128 bytes.
  EXPECT_EQ(found->getOffset(0, 32), 4u * 8 * 128);
}

} // namespace
