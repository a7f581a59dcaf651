//===- LinearLayoutTest.cpp - Making, reading and reshaping layouts -------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/LinearLayout.h"
#include "PrintLayout.h"

#include "gtest/gtest.h"

using namespace mlir::tile;

using Named = SmallVector<LinearLayout::NamedInt>;
using Names = SmallVector<StringRef>;

namespace {

/// A layout with a zero basis, a size-1 dimension and a swizzle.
LinearLayout sample() {
  return LinearLayout({{"register", {{0, 1}, {0, 0}}},
                       {"lane", {{1, 1}, {0, 2}}},
                       {"warp", {}}},
                      {{"dim0", 2}, {"dim1", 4}});
}

/// What tryCreate says about these.
std::string errorOf(const LinearLayout::BasesT &bases, const Named &outs,
                    bool requireSurjective = false) {
  std::string error;
  EXPECT_FALSE(LinearLayout::tryCreate(bases, outs, requireSurjective, &error));
  return error;
}

} // namespace

//===----------------------------------------------------------------------===//
// Making one
//===----------------------------------------------------------------------===//

TEST(LinearLayout, EmptyHasNoDimensions) {
  EXPECT_EQ(LinearLayout::empty().getNumInDims(), 0);
  EXPECT_EQ(LinearLayout::empty().getNumOutDims(), 0);
  EXPECT_EQ(LinearLayout::empty().getTotalInDimSize(), 1);
}

TEST(LinearLayout, Identity1D) {
  EXPECT_EQ(LinearLayout::identity1D(4, "lane", "dim0"),
            LinearLayout({{"lane", {{1}, {2}}}}, {{"dim0", 4}}));
}

TEST(LinearLayout, Identity1DOfSize1) {
  EXPECT_EQ(LinearLayout::identity1D(1, "lane", "dim0"),
            LinearLayout({{"lane", {}}}, {{"dim0", 1}}));
}

TEST(LinearLayout, Zeros1D) {
  EXPECT_EQ(LinearLayout::zeros1D(4, "lane", "dim0"),
            LinearLayout({{"lane", {{0}, {0}}}}, {{"dim0", 1}}));
}

TEST(LinearLayout, Zeros1DInALargerOutput) {
  EXPECT_EQ(LinearLayout::zeros1D(2, "lane", "dim0", 4),
            LinearLayout({{"lane", {{0}}}}, {{"dim0", 4}},
                         /*requireSurjective=*/false));
}

TEST(LinearLayout, TryCreateGivesWhatTheConstructorGives) {
  std::string error;
  EXPECT_EQ(LinearLayout::tryCreate(sample().getBases(), sample().getOutDims(),
                                    /*requireSurjective=*/true, &error),
            sample());
  EXPECT_EQ(error, "");
}

TEST(LinearLayout, TryCreateNeedsNoErrorString) {
  EXPECT_FALSE(LinearLayout::tryCreate({}, {{"dim0", 3}}, false));
}

TEST(LinearLayout, ErrorOutSizeNoPowerOfTwo) {
  EXPECT_EQ(errorOf({}, {{"dim0", 48}}),
            "size of output dimension 'dim0' must be a power of two, but is "
            "48");
}

TEST(LinearLayout, ErrorOutSizeZero) {
  EXPECT_EQ(errorOf({}, {{"dim0", 0}}),
            "size of output dimension 'dim0' must be a power of two, but is 0");
}

TEST(LinearLayout, ErrorOutSizeNegative) {
  EXPECT_EQ(errorOf({}, {{"dim0", INT32_MIN}}),
            "size of output dimension 'dim0' must be a power of two, but is "
            "-2147483648");
}

TEST(LinearLayout, ErrorBasisOutOfRange) {
  EXPECT_EQ(errorOf({{"lane", {{1}, {4}}}}, {{"dim0", 4}}),
            "basis 1 of input dimension 'lane' must be in [0, 4) in output "
            "dimension 'dim0', but is 4");
}

TEST(LinearLayout, ErrorBasisNegative) {
  EXPECT_EQ(errorOf({{"lane", {{-1}}}}, {{"dim0", 4}}),
            "basis 0 of input dimension 'lane' must be in [0, 4) in output "
            "dimension 'dim0', but is -1");
}

TEST(LinearLayout, ErrorNumberOfCoordinates) {
  EXPECT_EQ(errorOf({{"lane", {{1, 0}}}}, {{"dim0", 4}}),
            "basis 0 of input dimension 'lane' must have 1 coordinates, but "
            "has 2");
}

TEST(LinearLayout, ErrorInputDimensionTwice) {
  EXPECT_EQ(errorOf({{"lane", {}}, {"lane", {}}}, {}),
            "input dimension 'lane' appears twice");
}

TEST(LinearLayout, ErrorOutputDimensionTwice) {
  EXPECT_EQ(errorOf({}, {{"dim0", 2}, {"dim0", 2}}),
            "output dimension 'dim0' appears twice");
}

TEST(LinearLayout, ErrorEmptyInputName) {
  EXPECT_EQ(errorOf({{"", {}}}, {}), "an input dimension has an empty name");
}

TEST(LinearLayout, ErrorEmptyOutputName) {
  EXPECT_EQ(errorOf({}, {{"", 1}}), "an output dimension has an empty name");
}

TEST(LinearLayout, ErrorTooManyOutputBits) {
  EXPECT_EQ(errorOf({}, {{"x", 1 << 30}, {"y", 1 << 30}, {"z", 8}}),
            "the output dimensions have more than 62 bits");
}

TEST(LinearLayout, ErrorTooManyInputBits) {
  std::vector<std::vector<int32_t>> bases(21, {0});
  EXPECT_EQ(errorOf({{"a", bases}, {"b", bases}, {"c", bases}}, {{"x", 1}}),
            "the input dimensions have more than 62 bits");
}

TEST(LinearLayout, ErrorTooManyBasesOfOneDimension) {
  std::vector<std::vector<int32_t>> bases(31, {0});
  EXPECT_EQ(errorOf({{"a", bases}}, {{"x", 1}}),
            "input dimension 'a' has 31 bases, at most 30 are possible");
}

TEST(LinearLayout, ErrorNotSurjective) {
  EXPECT_EQ(errorOf({{"lane", {{1}, {1}}}}, {{"dim0", 8}}, true),
            "the layout must be surjective, but reaches only 2^1 of the 2^3 "
            "output elements");
}

TEST(LinearLayout, LargestLayoutIsAccepted) {
  LinearLayout large = LinearLayout::identity1D(1 << 30, "a", "x") *
                       LinearLayout::identity1D(1 << 30, "b", "y") *
                       LinearLayout::identity1D(4, "c", "z");
  EXPECT_EQ(large.getTotalOutDimSize(), int64_t(1) << 62);
  EXPECT_TRUE(large.isInvertible());
  EXPECT_EQ(large.invert().invert(), large);
}

//===----------------------------------------------------------------------===//
// Looking at it
//===----------------------------------------------------------------------===//

TEST(LinearLayout, NamesKeepTheirOrder) {
  EXPECT_EQ(sample().getInDimNames(), (Names{"register", "lane", "warp"}));
  EXPECT_EQ(sample().getOutDimNames(), (Names{"dim0", "dim1"}));
}

TEST(LinearLayout, HasDim) {
  EXPECT_TRUE(sample().hasInDim("warp"));
  EXPECT_FALSE(sample().hasInDim("dim0"));
  EXPECT_TRUE(sample().hasOutDim("dim0"));
  EXPECT_FALSE(sample().hasOutDim("warp"));
}

TEST(LinearLayout, Sizes) {
  EXPECT_EQ(sample().getInDimSizeLog2("lane"), 2);
  EXPECT_EQ(sample().getInDimSize("warp"), 1);
  EXPECT_EQ(sample().getOutDimSizeLog2("dim0"), 1);
  EXPECT_EQ(sample().getOutDimSize("dim1"), 4);
}

TEST(LinearLayout, TotalSizes) {
  EXPECT_EQ(sample().getTotalInDimSizeLog2(), 4);
  EXPECT_EQ(sample().getTotalInDimSize(), 16);
  EXPECT_EQ(sample().getTotalOutDimSizeLog2(), 3);
  EXPECT_EQ(sample().getTotalOutDimSize(), 8);
}

TEST(LinearLayout, DimsWithSizes) {
  EXPECT_EQ(sample().getInDims(),
            (Named{{"register", 4}, {"lane", 4}, {"warp", 1}}));
  EXPECT_EQ(sample().getOutDims(), (Named{{"dim0", 2}, {"dim1", 4}}));
}

TEST(LinearLayout, BasisOfABit) {
  EXPECT_EQ(sample().getBasis("lane", 0), (SmallVector<int32_t>{1, 1}));
  EXPECT_EQ(sample().getBasis("lane", 1, "dim1"), 2);
}

TEST(LinearLayout, ColumnsArePackedFirstDimensionLow) {
  LinearLayout layout = sample();
  EXPECT_EQ(layout.getColumns(), (ArrayRef<uint64_t>{2, 0, 3, 4}));
}

//===----------------------------------------------------------------------===//
// Using it as a function
//===----------------------------------------------------------------------===//

TEST(LinearLayout, ApplyTakesInputsInAnyOrder) {
  EXPECT_EQ(sample().apply({{"warp", 0}, {"lane", 3}, {"register", 1}}),
            (Named{{"dim0", 1}, {"dim1", 2}}));
}

TEST(LinearLayout, ApplyIntoOverwritesTheResult) {
  SmallVector<int32_t> outs = {7, 7, 7, 7};
  sample().applyInto({1, 3, 0}, outs);
  EXPECT_EQ(outs, (SmallVector<int32_t>{1, 2}));
}

TEST(LinearLayout, ApplyPackedAgrees) {
  // register=1, lane=3: 1 + 4 * 3. dim0=1, dim1=2: 1 + 2 * 2.
  EXPECT_EQ(sample().applyPacked(13), 5u);
}

//===----------------------------------------------------------------------===//
// The same map with other dimensions
//===----------------------------------------------------------------------===//

TEST(LinearLayout, TransposeInsReordersOnly) {
  LinearLayout transposed = sample().transposeIns({"warp", "lane", "register"});
  EXPECT_EQ(transposed.getInDimNames(), (Names{"warp", "lane", "register"}));
  EXPECT_EQ(transposed.getBasis("lane", 0), sample().getBasis("lane", 0));
}

TEST(LinearLayout, TransposeOutsReordersCoordinates) {
  LinearLayout transposed = sample().transposeOuts({"dim1", "dim0"});
  EXPECT_EQ(transposed.getOutDims(), (Named{{"dim1", 4}, {"dim0", 2}}));
  EXPECT_EQ(transposed.getBasis("lane", 1), (SmallVector<int32_t>{2, 0}));
}

TEST(LinearLayout, UnsqueezeAppendsSize1) {
  EXPECT_EQ(sample().unsqueezeIn("block").getInDims().back(),
            (LinearLayout::NamedInt("block", 1)));
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

TEST(LinearLayout, EqualitySeesTheOrder) {
  EXPECT_NE(sample(), sample().transposeIns({"lane", "register", "warp"}));
  EXPECT_NE(sample(), sample().transposeOuts({"dim1", "dim0"}));
}

TEST(LinearLayout, EquivalenceIgnoresTheOrder) {
  EXPECT_TRUE(
      sample().isEquivalent(sample()
                                .transposeIns({"lane", "warp", "register"})
                                .transposeOuts({"dim1", "dim0"})));
}

TEST(LinearLayout, EquivalenceSeesNamesSizesAndBases) {
  EXPECT_FALSE(sample().isEquivalent(sample().unsqueezeIn("block")));
  EXPECT_FALSE(sample().isEquivalent(sample() *
                                     LinearLayout::zeros1D(2, "warp", "dim0")));
  EXPECT_FALSE(
      sample().isEquivalent(LinearLayout({{"register", {{0, 1}, {0, 0}}},
                                          {"lane", {{1, 0}, {0, 2}}},
                                          {"warp", {}}},
                                         {{"dim0", 2}, {"dim1", 4}})));
}

TEST(LinearLayout, EqualLayoutsHashEqual) {
  EXPECT_EQ(
      hash_value(sample()),
      hash_value(LinearLayout(sample().getBases(), sample().getOutDims())));
}

TEST(LinearLayout, HashSeesNamesSizesAndBases) {
  EXPECT_NE(hash_value(sample()), hash_value(sample().unsqueezeIn("block")));
  EXPECT_NE(hash_value(sample()),
            hash_value(sample() * LinearLayout::zeros1D(2, "warp", "dim0")));
  EXPECT_NE(hash_value(sample()),
            hash_value(sample() * LinearLayout::zeros1D(1, "warp", "dim1", 2)));
  EXPECT_NE(hash_value(sample()),
            hash_value(sample().transposeOuts({"dim1", "dim0"})));
}
