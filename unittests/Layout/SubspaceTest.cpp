//===- SubspaceTest.cpp - Subspaces against enumeration -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/Subspace.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace mlir::tile;
using llvm::ArrayRef;

namespace {

/// All vectors of the space that these span.
std::set<uint64_t> enumerate(ArrayRef<uint64_t> vectors) {
  std::set<uint64_t> all = {0};
  for (uint64_t vector : vectors) {
    std::set<uint64_t> more = all;
    for (uint64_t other : all)
      more.insert(other ^ vector);
    all = std::move(more);
  }
  return all;
}

std::vector<uint64_t> makeVectors(std::mt19937 &random, unsigned numBits) {
  std::vector<uint64_t> vectors(random() % (numBits + 2));
  for (uint64_t &vector : vectors)
    vector = random() % (1u << numBits);
  return vectors;
}

TEST(Subspace, ExampleOfTheHeader) {
  Subspace space({0b011, 0b101});
  EXPECT_EQ(space.getDimension(), 2u);
  EXPECT_TRUE(space.contains(0b110));
  EXPECT_FALSE(space.contains(0b001));
  EXPECT_EQ(space.getCoordinates(0b110), std::optional<uint64_t>(0b11));
  EXPECT_FALSE(space.insert(0b110));
  EXPECT_TRUE(space.insert(0b001));
}

TEST(Subspace, ContainsWhatItsVectorsSpan) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<uint64_t> vectors = makeVectors(random, 6);
    Subspace space(vectors);
    std::set<uint64_t> all = enumerate(vectors);
    ASSERT_EQ(size_t(1) << space.getDimension(), all.size());
    for (uint64_t vector = 0; vector < 64; ++vector) {
      ASSERT_EQ(space.contains(vector), all.count(vector) == 1);
      std::optional<uint64_t> coordinates = space.getCoordinates(vector);
      ASSERT_EQ(coordinates.has_value(), all.count(vector) == 1);
      uint64_t sum = 0;
      for (unsigned i = 0; coordinates && i < space.getDimension(); ++i)
        if (*coordinates >> i & 1)
          sum ^= space.getBasis()[i];
      if (coordinates) {
        ASSERT_EQ(sum, vector);
      }
    }
  }
}

TEST(Subspace, IntersectionHoldsWhatBothHold) {
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    Subspace a(makeVectors(random, 6)), b(makeVectors(random, 6));
    Subspace both = a.intersect(b);
    for (uint64_t vector = 0; vector < 64; ++vector)
      ASSERT_EQ(both.contains(vector),
                a.contains(vector) && b.contains(vector));
  }
}

TEST(Subspace, CommonComplementIsTheLargest) {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    Subspace a(makeVectors(random, 6)), b(makeVectors(random, 6));
    auto vectors = getCommonComplement(a, b, 6);
    Subspace complement(vectors);
    ASSERT_EQ(complement.getDimension(), vectors.size());
    ASSERT_EQ(complement.getDimension(),
              6 - std::max(a.getDimension(), b.getDimension()));
    ASSERT_EQ(complement.intersect(a).getDimension(), 0u);
    ASSERT_EQ(complement.intersect(b).getDimension(), 0u);
  }
}

} // namespace
