//===- RegisterSwapTest.cpp - Stores without bank conflicts ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/RegisterSwap.h"

#include "tile/Layout/SharedAccess.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

namespace {

/// Sums of a product: a lane has pairs of columns, in rows lane / 4 and 8 more.
LinearLayout getSums() {
  LinearLayout::BasesT bases = {
      {"register", {{0, 1}, {0, 8}, {0, 16}, {8, 0}}},
      {"lane", {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
      {"warp", {}},
      {"block", {}}};
  return LinearLayout(bases, {{"dim0", 16}, {"dim1", 32}});
}

/// Lines of 128 bytes of f32, whose chunks of 16 bytes are swizzled as bulk
/// copies have it.
LinearLayout getPlace(bool isSwizzled) {
  int32_t on = isSwizzled ? 1 : 0;
  return LinearLayout({{"offset",
                        {{0, 1},
                         {0, 2},
                         {0, 4},
                         {0, 8},
                         {0, 16},
                         {1, 4 * on},
                         {2, 8 * on},
                         {4, 16 * on},
                         {8, 0}}}},
                      {{"dim0", 16}, {"dim1", 32}});
}

unsigned countWavefronts(const LinearLayout &layout,
                         const LinearLayout &place) {
  SharedAccess access =
      planSharedAccess(getSharedOffsets(layout, place), 4, /*isStore=*/true);
  return access.getNumAccesses() * access.wavefronts;
}

TEST(RegisterSwap, HalvesWavefronts) {
  LinearLayout sums = getSums(), place = getPlace(/*isSwizzled=*/true);
  std::optional<RegisterSwap> swap = findRegisterSwap(sums, place, 4);
  ASSERT_TRUE(swap);
  LinearLayout swapped = swapRegisters(sums, *swap);
  EXPECT_EQ(countWavefronts(sums, place), 32u);
  EXPECT_EQ(countWavefronts(swapped, place), 16u);
  for (int32_t lane = 0; lane < 32; ++lane)
    for (int32_t reg = 0; reg < 16; ++reg) {
      int32_t from = reg ^ (lane >> swap->lane & 1) << swap->reg;
      EXPECT_EQ(
          swapped.apply(
              {{"register", reg}, {"lane", lane}, {"warp", 0}, {"block", 0}}),
          sums.apply(
              {{"register", from}, {"lane", lane}, {"warp", 0}, {"block", 0}}));
    }
}

// A swap that leaves conflicts is taken if it pays.
TEST(RegisterSwap, WithoutSwizzle) {
  LinearLayout sums = getSums(), place = getPlace(/*isSwizzled=*/false);
  std::optional<RegisterSwap> swap = findRegisterSwap(sums, place, 4);
  ASSERT_TRUE(swap);
  EXPECT_EQ(countWavefronts(sums, place), 64u);
  EXPECT_EQ(countWavefronts(swapRegisters(sums, *swap), place), 32u);
}

TEST(RegisterSwap, NothingToGain) {
  // Lanes hold a row of the place each time.
  LinearLayout rows({{"register", {{1, 0}, {2, 0}, {4, 0}, {8, 0}}},
                     {"lane", {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}}},
                     {"warp", {}},
                     {"block", {}}},
                    {{"dim0", 16}, {"dim1", 32}});
  EXPECT_FALSE(findRegisterSwap(rows, getPlace(true), 4));
  EXPECT_FALSE(findRegisterSwap(rows, getPlace(false), 4));
}

} // namespace
