//===- OperandPlaceTest.cpp - Where operands of products are stored -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Layout/MatrixAccess.h"
#include "tile/Layout/SharedAccess.h"

#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

struct OperandPlaceTest : testing::Test {
  OperandPlaceTest() { context.loadDialect<TileDialect, TileGPUDialect>(); }

  LayoutAttrInterface getOperand(unsigned index, unsigned kWidth) {
    auto mma = NvidiaMmaLayoutAttr::get(&context, 2, 0, {2, 2}, {16, 8});
    return DotOperandLayoutAttr::get(index, mma, kWidth);
  }
  SharedLayoutAttrInterface pick(ArrayRef<int64_t> shape, Type type,
                                 ArrayRef<unsigned> order, unsigned index) {
    unsigned kWidth = 32 / type.getIntOrFloatBitWidth();
    return pickOperandPlace(shape, type, order, getOperand(index, kWidth));
  }

  MLIRContext context;
  Builder builder{&context};
};

TEST_F(OperandPlaceTest, RowsOf128BytesArePermutedByRow) {
  EXPECT_EQ(pick({128, 64}, builder.getF16Type(), {1, 0}, 0),
            SwizzledSharedAttr::get(&context, 8, 1, 8, {1, 0}));
  EXPECT_EQ(pick({32, 128}, builder.getBF16Type(), {1, 0}, 1),
            SwizzledSharedAttr::get(&context, 8, 1, 8, {1, 0}));
  EXPECT_EQ(pick({128, 128}, builder.getI8Type(), {1, 0}, 0),
            SwizzledSharedAttr::get(&context, 16, 1, 8, {1, 0}));
}

TEST_F(OperandPlaceTest, RowsOf64BytesArePermutedByPairs) {
  EXPECT_EQ(pick({128, 32}, builder.getF16Type(), {1, 0}, 0),
            SwizzledSharedAttr::get(&context, 8, 2, 4, {1, 0}));
  EXPECT_EQ(pick({64, 16}, builder.getF32Type(), {0, 1}, 1),
            SwizzledSharedAttr::get(&context, 4, 1, 8, {0, 1}));
}

/// Four rows of 32 bytes fill all banks.
TEST_F(OperandPlaceTest, ColumnsOfWordsArePermutedByPairsOfChunks) {
  EXPECT_EQ(pick({32, 128}, builder.getF32Type(), {1, 0}, 1),
            SwizzledSharedAttr::get(&context, 8, 1, 4, {1, 0}));
}

/// Rows of 16 bytes have nothing to permute.
TEST_F(OperandPlaceTest, ShortRowsArePermutedInLines) {
  auto place = dyn_cast<LinearSharedAttr>(
      pick({64, 16}, builder.getI8Type(), {1, 0}, 1));
  ASSERT_TRUE(place);
  LinearLayout offsets = getSharedOffsets(
      getOperand(1, 4).toLinearLayout({64, 16}), place.getLinearLayout());
  EXPECT_EQ(planSharedAccess(offsets, 1, /*isStore=*/false).conflicts, 0u);
}

/// One for each matrix of a batch: the first dimension is the slowest.
TEST_F(OperandPlaceTest, Batches) {
  auto mma = NvidiaMmaLayoutAttr::get(&context, 2, 0, {1, 2, 2}, {16, 8});
  auto operand = DotOperandLayoutAttr::get(0, mma, 2);
  EXPECT_EQ(
      pickOperandPlace({4, 64, 64}, builder.getF16Type(), {2, 1, 0}, operand),
      SwizzledSharedAttr::get(&context, 8, 1, 8, {2, 1, 0}));
}

} // namespace
