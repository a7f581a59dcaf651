//===- ScaleLayoutTest.cpp - Where mma finds the scales of blocks ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ScaleLayout.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

using Bases = std::vector<std::vector<int32_t>>;

static LinearLayout make(Bases registers, Bases lanes, Bases warps,
                         std::vector<int32_t> sizes) {
  llvm::SmallVector<LinearLayout::NamedInt> dims;
  for (auto [i, size] : llvm::enumerate(sizes))
    dims.push_back({"dim" + std::to_string(i), size});
  return LinearLayout({{"register", registers},
                       {"lane", lanes},
                       {"warp", warps},
                       {"block", {}}},
                      dims);
}

TEST(ScaleLayoutTest, OfTheLeftOperand) {
  // 64 x 64 bytes of two warps, one above the other.
  LinearLayout operand =
      make({{0, 1}, {0, 2}, {8, 0}, {0, 16}, {0, 32}, {32, 0}},
           {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}}, {{16, 0}}, {64, 64});
  EXPECT_EQ(getScaleLayout(operand, /*isLeft=*/true, 4),
            make({{0, 1}, {0, 2}, {32, 0}},
                 {{8, 0}, {0, 0}, {1, 0}, {2, 0}, {4, 0}}, {{16, 0}}, {64, 4}));
}

TEST(ScaleLayoutTest, OfTheRightOperand) {
  // 64 x 32 bytes; the warps have the same columns.
  LinearLayout operand =
      make({{1, 0}, {2, 0}, {16, 0}, {32, 0}, {0, 8}, {0, 16}},
           {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}}, {{0, 0}}, {64, 32});
  EXPECT_EQ(getScaleLayout(operand, /*isLeft=*/false, 2),
            make({{0, 1}, {8, 0}, {16, 0}},
                 {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {4, 0}}, {{0, 0}}, {32, 2}));
}

TEST(ScaleLayoutTest, OfBatches) {
  LinearLayout operand =
      make({{0, 0, 1}, {0, 0, 2}, {0, 8, 0}, {0, 0, 16}, {2, 0, 0}},
           {{0, 0, 4}, {0, 0, 8}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}}, {{1, 0, 0}},
           {4, 16, 32});
  EXPECT_EQ(getScaleLayout(operand, /*isLeft=*/true, 1),
            make({{2, 0, 0}},
                 {{0, 8, 0}, {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}},
                 {{1, 0, 0}}, {4, 16, 1}));
}

TEST(ScaleLayoutTest, OfFewRows) {
  // Rows 8 to 15 of the instruction are copies.
  LinearLayout operand =
      make({{0, 1}, {0, 2}, {0, 0}, {0, 16}},
           {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {0, 0}}, {}, {4, 32});
  EXPECT_EQ(getScaleLayout(operand, /*isLeft=*/true, 1),
            make({}, {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {0, 0}}, {}, {4, 1}));
}

TEST(ScaleLayoutTest, OfBatchesOfFewRows) {
  // No register has rows 8 to 15: the first that moves nothing along K chooses
  // a batch.
  LinearLayout operand = make(
      {{0, 0, 1}, {0, 0, 2}, {0, 0, 16}, {1, 0, 0}, {2, 0, 0}},
      {{0, 0, 4}, {0, 0, 8}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}}, {}, {4, 8, 32});
  EXPECT_EQ(getScaleLayout(operand, /*isLeft=*/true, 1),
            make({{1, 0, 0}, {2, 0, 0}},
                 {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}}, {},
                 {4, 8, 1}));
}
