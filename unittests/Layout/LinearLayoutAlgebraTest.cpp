//===- LinearLayoutAlgebraTest.cpp - Linear algebra of layouts ------------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Application, products, composition and inverses. Laws are tried on random
// layouts, small enough to compare with a search through all inputs; decisions
// that a law leaves open have an example each.
//
//===----------------------------------------------------------------------===//

#include "PrintLayout.h"
#include "RandomLayout.h"
#include "tile/Layout/LinearLayout.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir::tile;

using Named = SmallVector<LinearLayout::NamedInt>;

namespace {

LinearLayout identityOf(ArrayRef<LinearLayout::NamedInt> dims) {
  LinearLayout result;
  for (const auto &[name, size] : dims)
    result *= LinearLayout::identity1D(size, name, name);
  return result;
}

/// Two warps of two lanes; both warps hold all of it.
LinearLayout warpsReplicate() {
  return LinearLayout({{"register", {{1}}}, {"lane", {{2}}}, {"warp", {{0}}}},
                      {{"dim0", 4}});
}

} // namespace

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

TEST(LinearLayoutAlgebra, ApplyIsLinear) {
  forRandom([](RandomLayout &random) {
    LinearLayout layout = random.map({"a", "b"}, {"x", "y"});
    int32_t sizeA = layout.getInDimSize("a"), sizeB = layout.getInDimSize("b");
    int32_t a0 = random.below(sizeA), a1 = random.below(sizeA);
    int32_t b0 = random.below(sizeB), b1 = random.below(sizeB);
    SmallVector<int32_t> first, second, sum;
    layout.applyInto({a0, b0}, first);
    layout.applyInto({a1, b1}, second);
    layout.applyInto({a0 ^ a1, b0 ^ b1}, sum);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(sum[i], first[i] ^ second[i]);
  });
}

TEST(LinearLayoutAlgebra, TheThreeFormsOfApplyAgree) {
  forRandom([](RandomLayout &random) {
    LinearLayout layout = random.map({"a", "b"}, {"x", "y"});
    int32_t a = random.below(layout.getInDimSize("a"));
    int32_t b = random.below(layout.getInDimSize("b"));
    SmallVector<int32_t> outs;
    layout.applyInto({a, b}, outs);
    EXPECT_EQ(layout.apply({{"b", b}, {"a", a}}),
              (Named{{"x", outs[0]}, {"y", outs[1]}}));
    EXPECT_EQ(layout.applyPacked(a | (b << layout.getInDimSizeLog2("a"))),
              uint64_t(outs[0] | (outs[1] << layout.getOutDimSizeLog2("x"))));
  });
}

TEST(LinearLayoutAlgebra, BasesRoundTrip) {
  forRandom([](RandomLayout &random) {
    LinearLayout layout = random.map({"a", "b", "c"}, {"x", "y"});
    EXPECT_EQ(LinearLayout(layout.getBases(), layout.getOutDims(), false),
              layout);
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

TEST(LinearLayoutAlgebra, EmptyIsNeutral) {
  forRandom([](RandomLayout &random) {
    LinearLayout layout = random.map({"a", "b"}, {"x", "y"});
    EXPECT_EQ(layout * LinearLayout::empty(), layout);
    EXPECT_EQ(LinearLayout::empty() * layout, layout);
  });
}

TEST(LinearLayoutAlgebra, ProductIsAssociative) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b"}, {"x"});
    LinearLayout g = random.map({"c", "a"}, {"y", "x"});
    LinearLayout h = random.map({"b", "c"}, {"z", "y"});
    EXPECT_EQ((f * g) * h, f * (g * h));
  });
}

TEST(LinearLayoutAlgebra, ProductActsOnLowAndHighBitsApart) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a"}, {"x"}), g = random.map({"a"}, {"x"});
    LinearLayout product = f * g;
    int32_t inLog2 = f.getInDimSizeLog2("a");
    int32_t outLog2 = f.getOutDimSizeLog2("x");
    for (int64_t hi = 0; hi < g.getTotalInDimSize(); ++hi)
      for (int64_t lo = 0; lo < f.getTotalInDimSize(); ++lo)
        EXPECT_EQ(product.applyPacked(lo | (hi << inLog2)),
                  f.applyPacked(lo) | (g.applyPacked(hi) << outLog2));
  });
}

TEST(LinearLayoutAlgebra, ProductOfDisjointNamesHasItsFactorsAsParts) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b"}, {"x", "y"});
    LinearLayout g = random.map({"c"}, {"z"});
    EXPECT_EQ((f * g).sublayout({"a", "b"}, {"x", "y"}), f);
    EXPECT_EQ((f * g).sublayout({"c"}, {"z"}), g);
    EXPECT_TRUE((f * g).sublayoutIsZero({"a", "b"}, {"z"}));
    EXPECT_TRUE((f * g).sublayoutIsZero({"c"}, {"x", "y"}));
  });
}

TEST(LinearLayoutAlgebra, ProductOrdersDimensionsLeftFirst) {
  LinearLayout f = LinearLayout::identity1D(2, "a", "x");
  LinearLayout g = LinearLayout::identity1D(2, "b", "x") *
                   LinearLayout::identity1D(2, "a", "y");
  EXPECT_EQ((f * g).getInDims(), (Named{{"a", 4}, {"b", 2}}));
  EXPECT_EQ((f * g).getOutDims(), (Named{{"x", 4}, {"y", 2}}));
}

TEST(LinearLayoutAlgebra, TryMultiplySaysWhichDimensionIsTooLarge) {
  LinearLayout large = LinearLayout::zeros1D(1 << 20, "a", "x");
  std::string error;
  EXPECT_FALSE(large.tryMultiply(large, &error));
  EXPECT_EQ(error, "input dimension 'a' of the product has 40 bits, at most 30 "
                   "are possible");
}

TEST(LinearLayoutAlgebra, TryMultiplySaysWhichSideIsTooLarge) {
  LinearLayout large = LinearLayout::zeros1D(1, "a", "x", 1 << 30) *
                       LinearLayout::zeros1D(1, "a", "y", 1 << 30);
  std::string error;
  EXPECT_FALSE(
      large.tryMultiply(LinearLayout::zeros1D(1, "a", "z", 8), &error));
  EXPECT_EQ(error, "the product has more than 62 output bits");
}

//===----------------------------------------------------------------------===//
// Composition and inverses
//===----------------------------------------------------------------------===//

TEST(LinearLayoutAlgebra, ComposeIsApplyAfterApply) {
  forRandom([](RandomLayout &random) {
    Named middle = random.dims({"x", "y"});
    LinearLayout f = random.mapOf(random.dims({"a", "b"}), middle);
    LinearLayout g = random.mapOf(middle, random.dims({"u", "v"}));
    LinearLayout composed = f.compose(g);
    for (int64_t i = 0; i < f.getTotalInDimSize(); ++i)
      EXPECT_EQ(composed.applyPacked(i), g.applyPacked(f.applyPacked(i)));
  });
}

TEST(LinearLayoutAlgebra, ComposeIsAssociative) {
  forRandom([](RandomLayout &random) {
    Named d0 = random.dims({"a", "b"}), d1 = random.dims({"x", "y"});
    Named d2 = random.dims({"u", "v"}), d3 = random.dims({"p"});
    LinearLayout f = random.mapOf(d0, d1), g = random.mapOf(d1, d2),
                 h = random.mapOf(d2, d3);
    EXPECT_EQ(f.compose(g).compose(h), f.compose(g.compose(h)));
  });
}

TEST(LinearLayoutAlgebra, IdentityIsNeutralForCompose) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b"}, {"x", "y"});
    EXPECT_EQ(f.compose(identityOf(f.getOutDims())), f);
    EXPECT_EQ(identityOf(f.getInDims()).compose(f), f);
  });
}

TEST(LinearLayoutAlgebra, ComposeMatchesDimensionsByName) {
  forRandom([](RandomLayout &random) {
    Named middle = random.dims({"x", "y"});
    LinearLayout f = random.mapOf(random.dims({"a"}), middle);
    LinearLayout g = random.mapOf(middle, random.dims({"u"}));
    EXPECT_EQ(f.transposeOuts({"y", "x"}).compose(g), f.compose(g));
    EXPECT_EQ(f.compose(g.transposeIns({"y", "x"})), f.compose(g));
  });
}

TEST(LinearLayoutAlgebra, ComposeFitsASmallOutputIntoALargeInput) {
  EXPECT_EQ(LinearLayout::identity1D(2, "a", "x")
                .compose(LinearLayout::identity1D(8, "x", "u")),
            LinearLayout({{"a", {{1}}}}, {{"u", 8}}, false));
}

TEST(LinearLayoutAlgebra, InverseUndoesFromBothSides) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.bijection();
    EXPECT_EQ(f.compose(f.invert()), identityOf(f.getInDims()));
    EXPECT_EQ(f.invert().compose(f), identityOf(f.getOutDims()));
  });
}

TEST(LinearLayoutAlgebra, InverseOfInverse) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.bijection();
    EXPECT_EQ(f.invert().invert(), f);
  });
}

TEST(LinearLayoutAlgebra, PseudoinverseIsARightInverse) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.surjection();
    EXPECT_EQ(f.tryPseudoinvert()->compose(f), identityOf(f.getOutDims()));
  });
}

TEST(LinearLayoutAlgebra, PseudoinverseLeavesFreeBitsAtZero) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.surjection();
    LinearLayout inverse = *f.tryPseudoinvert();
    for (uint64_t column : inverse.getColumns())
      EXPECT_EQ(column & packedFreeMask(f), 0u);
  });
}

TEST(LinearLayoutAlgebra, PseudoinverseOfABijectionIsItsInverse) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.bijection();
    EXPECT_EQ(f.tryPseudoinvert(), f.invert());
  });
}

TEST(LinearLayoutAlgebra, TryPseudoinvertFailsWhereNotSurjective) {
  EXPECT_EQ(LinearLayout::zeros1D(4, "a", "x", 2).tryPseudoinvert(),
            std::nullopt);
}

TEST(LinearLayoutAlgebra, ConversionReadsTheSameElement) {
  forRandom([](RandomLayout &random) {
    LinearLayout outer = random.surjection();
    // Some names in common with outer, one not.
    LinearLayout inner =
        random.mapOf(random.dims({"b", "a", "c"}), outer.getOutDims());
    EXPECT_EQ(inner.invertAndCompose(outer).compose(outer), inner);
  });
}

TEST(LinearLayoutAlgebra, ConversionToItselfIsTheIdentity) {
  forRandom([](RandomLayout &random) {
    LinearLayout f = random.map({"a", "b"}, {"x", "y"});
    EXPECT_EQ(f.invertAndCompose(f), identityOf(f.getInDims()));
  });
}

TEST(LinearLayoutAlgebra, ConversionThroughAnInverse) {
  forRandom([](RandomLayout &random) {
    LinearLayout outer = random.bijection();
    LinearLayout inner = random.mapOf(random.dims({"c"}), outer.getOutDims());
    EXPECT_EQ(inner.invertAndCompose(outer), inner.compose(outer.invert()));
  });
}

TEST(LinearLayoutAlgebra, ConversionExistsWhereOuterReachesAll) {
  forRandom([](RandomLayout &random) {
    Named outs = random.dims({"x"});
    LinearLayout inner = random.mapOf(random.dims({"a"}), outs);
    LinearLayout outer = random.mapOf(random.dims({"b"}), outs);
    std::set<uint64_t> reached = imageOf(outer);
    bool all = true;
    for (uint64_t element : imageOf(inner))
      all &= reached.count(element) != 0;
    EXPECT_EQ(inner.tryInvertAndCompose(outer).has_value(), all);
  });
}

TEST(LinearLayoutAlgebra, ConversionStaysInItsWarpWhereAllWarpsHoldAll) {
  // The destination splits the tile over warps; the source has it in each.
  LinearLayout destination({{"register", {}}, {"lane", {{1}}}, {"warp", {{2}}}},
                           {{"dim0", 4}});
  LinearLayout conversion = destination.invertAndCompose(warpsReplicate());
  EXPECT_EQ(conversion.getBasis("warp", 0), (SmallVector<int32_t>{0, 1, 1}));
  EXPECT_TRUE(conversion.preserves({"warp"}));
}

TEST(LinearLayoutAlgebra, ConversionLeavesSpareReplicasAlone) {
  // No bit of the destination names the source's warps: all read warp 0.
  LinearLayout conversion = LinearLayout::identity1D(4, "offset", "dim0")
                                .invertAndCompose(warpsReplicate());
  EXPECT_TRUE(conversion.sublayoutIsZero({"offset"}, {"warp"}));
}

TEST(LinearLayoutAlgebra, ConversionMatchesOutputsByName) {
  forRandom([](RandomLayout &random) {
    LinearLayout outer = random.surjection();
    LinearLayout inner = random.mapOf(random.dims({"c"}), outer.getOutDims());
    EXPECT_EQ(inner.transposeOuts({"y", "x"}).invertAndCompose(outer),
              inner.invertAndCompose(outer));
  });
}

TEST(LinearLayoutAlgebra, ConversionFailsOnAnElementOutsideOuter) {
  LinearLayout large = LinearLayout::identity1D(8, "a", "x");
  LinearLayout small = LinearLayout::identity1D(4, "a", "x");
  EXPECT_EQ(large.tryInvertAndCompose(small), std::nullopt);
  EXPECT_TRUE(small.tryInvertAndCompose(large).has_value());
}

TEST(LinearLayoutAlgebra, ConversionFailsOnOtherOutputs) {
  EXPECT_EQ(LinearLayout::identity1D(4, "a", "x")
                .tryInvertAndCompose(LinearLayout::identity1D(4, "a", "y")),
            std::nullopt);
}
