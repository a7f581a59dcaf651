//===- MatrixLayoutsTest.cpp - Layouts of matrix products -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linear maps of #tile.nvidia_mma and #tile.dot_op, compared with the
// formulas of the PTX ISA ("Matrix fragments for mma.m16n8k16", "Register
// fragments" of wgmma) for every register, lane and warp.
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <set>
#include <vector>

using namespace mlir;
using namespace mlir::tile;

namespace {

struct Element {
  int32_t row, column;
  bool operator==(const Element &other) const {
    return row == other.row && column == other.column;
  }
};

class MatrixLayouts : public testing::Test {
protected:
  MatrixLayouts() : context(Compiler::createContext()) {
    context->loadAllAvailableDialects();
  }

  NvidiaMmaLayoutAttr getMma(unsigned version,
                             const std::vector<unsigned> &warps,
                             unsigned columns = 8) {
    unsigned shape[] = {16, columns};
    return NvidiaMmaLayoutAttr::get(context.get(), version, 0, warps, shape);
  }

  static int32_t getSize(const LinearLayout &map, StringRef dim) {
    return map.getInDimSize(dim);
  }

  /// The coordinates of a place.
  static SmallVector<int32_t> apply(const LinearLayout &map, int32_t reg,
                                    int32_t lane, int32_t warp) {
    SmallVector<int32_t> result;
    for (auto &[name, value] : map.apply(
             {{kRegister, reg}, {kLane, lane}, {kWarp, warp}, {kBlock, 0}}))
      result.push_back(value);
    return result;
  }

  /// Calls `f(register, lane, warp, coordinates)` for all places.
  template <typename F> static void forPlaces(const LinearLayout &map, F f) {
    for (int32_t warp = 0; warp < getSize(map, kWarp); ++warp)
      for (int32_t lane = 0; lane < 32; ++lane)
        for (int32_t reg = 0; reg < getSize(map, kRegister); ++reg)
          f(reg, lane, warp, apply(map, reg, lane, warp));
  }

  std::unique_ptr<MLIRContext> context;
};

/// Register `reg` of what one instruction gives a warp.
Element getAccumulator(int32_t reg, int32_t lane) {
  return {lane / 4 + 8 * (reg / 2 % 2),
          2 * (lane % 4) + reg % 2 + 8 * (reg / 4)};
}

/// The same of operand a, where a thread has `width` neighbours along K.
Element getA(int32_t reg, int32_t lane, int32_t width) {
  int32_t e = reg % width, j = reg / width;
  return {lane / 4 + 8 * (j & 1),
          width * (lane % 4) + 4 * width * (j >> 1) + e};
}

/// Of operand b: a row is an element of K.
Element getB(int32_t reg, int32_t lane, int32_t width) {
  int32_t e = reg % width, j = reg / width;
  return {width * (lane % 4) + 4 * width * (j & 1) + e,
          lane / 4 + 8 * (j >> 1)};
}

} // namespace

TEST_F(MatrixLayouts, AccumulatorsOfMma) {
  // Four registers are a matrix of 16 by 8; further ones repeat it over a
  // larger tile, columns first. Warps stand side by side, columns first.
  for (const std::vector<unsigned> &grid : std::vector<std::vector<unsigned>>{
           {1, 1}, {2, 2}, {4, 1}, {1, 4}, {2, 4}}) {
    int32_t rows = 16 * grid[0], columns = 8 * grid[1];
    for (int32_t moreRows : {1, 2})
      for (int32_t moreColumns : {1, 4}) {
        LinearLayout map = getMma(2, grid).toLinearLayout(
            {rows * moreRows, columns * moreColumns});
        ASSERT_EQ(getSize(map, kRegister), 4 * moreRows * moreColumns);
        ASSERT_EQ(getSize(map, kWarp), int32_t(grid[0] * grid[1]));
        forPlaces(map, [&](int32_t reg, int32_t lane, int32_t warp,
                           ArrayRef<int32_t> at) {
          Element element = getAccumulator(reg % 4, lane);
          element.row +=
              16 * (warp / int32_t(grid[1])) + rows * (reg / 4 / moreColumns);
          element.column +=
              8 * (warp % int32_t(grid[1])) + columns * (reg / 4 % moreColumns);
          ASSERT_EQ(at[0], element.row);
          ASSERT_EQ(at[1], element.column);
        });
      }
  }
}

TEST_F(MatrixLayouts, AccumulatorsOfWgmma) {
  // Four warps have 64 rows; groups stand below one another, then beside.
  for (unsigned n : {8u, 16u, 64u, 256u})
    for (const std::vector<unsigned> &grid :
         std::vector<std::vector<unsigned>>{{4, 1}, {8, 1}, {4, 2}}) {
      LinearLayout map =
          getMma(3, grid, n)
              .toLinearLayout({16 * grid[0], int64_t(n) * grid[1]});
      ASSERT_EQ(getSize(map, kRegister), int32_t(n / 2));
      forPlaces(map, [&](int32_t i, int32_t lane, int32_t warp,
                         ArrayRef<int32_t> at) {
        int32_t w = warp % int32_t(grid[0]), group = warp / int32_t(grid[0]);
        ASSERT_EQ(at[0], 16 * w + lane / 4 + 8 * ((i >> 1) & 1));
        ASSERT_EQ(at[1],
                  8 * (i >> 2) + 2 * (lane % 4) + (i & 1) + int32_t(n) * group);
      });
    }
}

TEST_F(MatrixLayouts, AHasTheRegistersOfTheInstruction) {
  // A width of 32 bits, and larger ones, which permute K alone.
  for (int32_t width : {1, 2, 4, 8, 16})
    for (unsigned version : {2u, 3u}) {
      std::vector<unsigned> grid{4, 1};
      auto layout = DotOperandLayoutAttr::get(0, getMma(version, grid), width);
      LinearLayout map = layout.toLinearLayout({64, 8 * width});
      ASSERT_EQ(getSize(map, kRegister), 4 * width);
      forPlaces(map, [&](int32_t reg, int32_t lane, int32_t warp,
                         ArrayRef<int32_t> at) {
        Element element = getA(reg, lane, width);
        ASSERT_EQ(at[0], element.row + 16 * warp);
        ASSERT_EQ(at[1], element.column);
      });
    }
}

// Of a product in tensor memory, what a warp has of the sums of as many
// columns: they become the left operand of the next product without an
// exchange.
TEST_F(MatrixLayouts, WarpsShareKOfAInTensorMemory) {
  unsigned warps[] = {4, 2}, shape[] = {32, 32}, wide[] = {32, 64};
  auto sums = NvidiaMmaLayoutAttr::get(context.get(), 5, 0, warps, shape);
  auto next = NvidiaMmaLayoutAttr::get(context.get(), 5, 0, warps, wide);
  auto getA = [&](unsigned kWidth, int64_t k) {
    return DotOperandLayoutAttr::get(0, next, kWidth).toLinearLayout({128, k});
  };
  LinearLayout from = sums.toLinearLayout({128, 64}), to = getA(2, 64);
  EXPECT_EQ(getSize(to, kRegister), 32);
  for (int32_t warp = 0; warp < 8; ++warp) {
    std::set<SmallVector<int32_t>> has, needs;
    for (int32_t reg = 0; reg < 32; ++reg)
      for (int32_t lane : {0, 13}) {
        has.insert(apply(from, reg, lane, warp));
        needs.insert(apply(to, reg, lane, warp));
      }
    EXPECT_EQ(has, needs) << warp;
  }
  // Parts of less than a step are copies.
  EXPECT_EQ(getSize(getA(2, 32), kRegister), 16);
  EXPECT_EQ(getSize(getA(2, 16), kRegister), 16);
  EXPECT_EQ(getSize(getA(4, 32), kRegister), 32);
}

TEST_F(MatrixLayouts, BHasTheRegistersOfTheInstruction) {
  for (int32_t width : {1, 2, 4, 8, 16}) {
    auto layout = DotOperandLayoutAttr::get(1, getMma(2, {1, 2}), width);
    LinearLayout map = layout.toLinearLayout({8 * width, 16});
    ASSERT_EQ(getSize(map, kRegister), 2 * width);
    forPlaces(map, [&](int32_t reg, int32_t lane, int32_t warp,
                       ArrayRef<int32_t> at) {
      Element element = getB(reg, lane, width);
      ASSERT_EQ(at[0], element.row);
      ASSERT_EQ(at[1], element.column + 8 * warp);
    });
  }
}

TEST_F(MatrixLayouts, ThreadsHaveTheRowsAndColumnsOfTheirProducts) {
  // The property behind all of them: whoever has element (m, n) of the product
  // has with its lane's neighbours row m of a and column n of b, and the k of
  // both are the same. Of a blocked parent each thread has all by itself.
  auto blocked = BlockedLayoutAttr::get(
      context.get(), ArrayRef<unsigned>{2, 2}, ArrayRef<unsigned>{4, 8},
      ArrayRef<unsigned>{2, 2}, ArrayRef<unsigned>{1, 0});
  constexpr int64_t m = 64, n = 32, k = 32;
  for (bool isMma : {true, false}) {
    LayoutAttrInterface parent = blocked;
    if (isMma)
      parent = getMma(2, {2, 2});
    LinearLayout c = parent.toLinearLayout({m, n});
    LinearLayout a = DotOperandLayoutAttr::get(0, parent, isMma ? 2 : 0)
                         .toLinearLayout({m, k});
    LinearLayout b = DotOperandLayoutAttr::get(1, parent, isMma ? 2 : 0)
                         .toLinearLayout({k, n});
    // Lanes that have a row of a and a column of b together.
    unsigned lanes = isMma ? 4 : 1;
    auto owns = [&](const LinearLayout &map, int32_t warp, int32_t lane,
                    unsigned dim, int32_t coordinate) {
      std::set<int32_t> found;
      for (int32_t reg = 0; reg < getSize(map, kRegister); ++reg) {
        auto at = apply(map, reg, lane, warp);
        if (at[dim] == coordinate)
          found.insert(at[1 - dim]);
      }
      return found;
    };
    forPlaces(c,
              [&](int32_t, int32_t lane, int32_t warp, ArrayRef<int32_t> at) {
                std::set<int32_t> all;
                for (unsigned i = 0; i < lanes; ++i) {
                  // The lanes of a row of the accumulator differ in their
                  // lowest bits, the lanes of a column in the others.
                  int32_t laneA = isMma ? lane / 4 * 4 + i : lane;
                  int32_t laneB = isMma ? at[1] % 8 * 4 + i : lane;
                  auto left = owns(a, warp, laneA, 0, at[0]),
                       right = owns(b, warp, laneB, 1, at[1]);
                  ASSERT_EQ(left, right);
                  all.insert(left.begin(), left.end());
                }
                ASSERT_EQ(all.size(), size_t(k));
              });
  }
}

TEST_F(MatrixLayouts, TheFirstOfThreeDimensionsCountsMatrices) {
  // Warps along columns, then rows, then matrices; of each a thread has what
  // the same layout of two dimensions gives it.
  auto layout = getMma(2, {2, 2, 2});
  auto flat = getMma(2, {2, 2});
  LinearLayout map = layout.toLinearLayout({4, 32, 16}),
               one = flat.toLinearLayout({32, 16});
  ASSERT_EQ(getSize(map, kRegister), 8);
  forPlaces(map,
            [&](int32_t reg, int32_t lane, int32_t warp, ArrayRef<int32_t> at) {
              auto in = apply(one, reg % 4, lane, warp % 4);
              ASSERT_EQ(at[0], warp / 4 + 2 * (reg / 4));
              ASSERT_EQ(at[1], in[0]);
              ASSERT_EQ(at[2], in[1]);
            });
  for (unsigned operand : {0u, 1u}) {
    LinearLayout all = DotOperandLayoutAttr::get(operand, layout, 2)
                           .toLinearLayout(
                               operand ? SmallVector<int64_t>{4, 16, 16}
                                       : SmallVector<int64_t>{4, 32, 16}),
                 each = DotOperandLayoutAttr::get(operand, flat, 2)
                            .toLinearLayout(operand
                                                ? SmallVector<int64_t>{16, 16}
                                                : SmallVector<int64_t>{32, 16});
    int32_t registers = getSize(each, kRegister);
    forPlaces(all, [&](int32_t reg, int32_t lane, int32_t warp,
                       ArrayRef<int32_t> at) {
      auto in = apply(each, reg % registers, lane, warp % 4);
      ASSERT_EQ(at[0], warp / 4 + 2 * (reg / registers));
      ASSERT_EQ(at[1], in[0]);
      ASSERT_EQ(at[2], in[1]);
    });
  }
}

TEST_F(MatrixLayouts, SmallTilesHaveCopies) {
  // What does not fit falls away: other places have copies.
  for (int64_t m : {1, 2, 4, 8, 16})
    for (int64_t n : {1, 2, 4, 8}) {
      auto mma = getMma(2, {2, 2});
      LinearLayout map = mma.toLinearLayout({m, n});
      ASSERT_TRUE(map.isSurjective());
      forPlaces(
          map, [&](int32_t reg, int32_t lane, int32_t, ArrayRef<int32_t> at) {
            // A register that falls away is one of higher number.
            Element element = getAccumulator(
                getSize(map, kRegister) == 2 && n == 1 ? 2 * reg : reg, lane);
            ASSERT_EQ(at[0], element.row % m);
            ASSERT_EQ(at[1], element.column % n);
          });
      for (unsigned operand : {0u, 1u})
        for (int64_t k : {1, 2, 8, 16}) {
          SmallVector<int64_t> shape{operand ? k : m, operand ? n : k};
          LinearLayout part =
              DotOperandLayoutAttr::get(operand, mma, 2).toLinearLayout(shape);
          ASSERT_TRUE(part.isSurjective());
          for (auto [dim, size] : llvm::enumerate(shape))
            ASSERT_EQ(part.getOutDims()[dim].second, size);
        }
    }
}

TEST_F(MatrixLayouts, KComesFirstInTheOrderOfAnOperand) {
  auto mma = getMma(2, {1, 2, 2});
  EXPECT_EQ(mma.getOrder(), (SmallVector<unsigned>{2, 1, 0}));
  EXPECT_EQ(DotOperandLayoutAttr::get(0, mma, 2).getOrder(),
            (SmallVector<unsigned>{2, 1, 0}));
  EXPECT_EQ(DotOperandLayoutAttr::get(1, mma, 2).getOrder(),
            (SmallVector<unsigned>{1, 2, 0}));
  EXPECT_EQ(DotOperandLayoutAttr::get(1, mma, 2).getNumWarps(), 4u);
}
