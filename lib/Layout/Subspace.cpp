//===- Subspace.cpp - Subspaces of F2^n -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/Subspace.h"

#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace mlir::tile;
using llvm::ArrayRef;
using llvm::SmallVector;

uint64_t Subspace::reduce(uint64_t vector, uint64_t *coordinates) const {
  for (const Row &row : rows)
    if (vector & llvm::bit_floor(row.vector)) {
      vector ^= row.vector;
      if (coordinates)
        *coordinates ^= row.coordinates;
    }
  return vector;
}

bool Subspace::insert(uint64_t vector) {
  uint64_t coordinates = uint64_t(1) << (basis.size() & 63);
  uint64_t rest = reduce(vector, &coordinates);
  if (!rest)
    return false;
  basis.push_back(vector);
  // No other row keeps the new leading bit, so that one pass reduces a vector.
  uint64_t leading = llvm::bit_floor(rest);
  for (Row &row : rows)
    if (row.vector & leading) {
      row.vector ^= rest;
      row.coordinates ^= coordinates;
    }
  rows.push_back({rest, coordinates});
  return true;
}

std::optional<uint64_t> Subspace::getCoordinates(uint64_t vector) const {
  uint64_t coordinates = 0;
  if (reduce(vector, &coordinates))
    return std::nullopt;
  return coordinates;
}

Subspace Subspace::intersect(const Subspace &other) const {
  // A vector of `other` that the sum so far contains is a sum of vectors of
  // both; the part that comes from this space lies in the intersection.
  Subspace sum = *this, result;
  for (uint64_t vector : other.basis) {
    std::optional<uint64_t> coordinates = sum.getCoordinates(vector);
    if (!coordinates) {
      sum.insert(vector);
      continue;
    }
    uint64_t ours = 0;
    for (unsigned i = 0; i < getDimension(); ++i)
      if (*coordinates >> i & 1)
        ours ^= basis[i];
    result.insert(ours);
  }
  return result;
}

SmallVector<uint64_t> mlir::tile::getCommonComplement(const Subspace &a,
                                                      const Subspace &b,
                                                      unsigned numBits) {
  // Bases of what only one of the two has, modulo what both have.
  Subspace both = a.intersect(b), withA = both, withB = both;
  SmallVector<uint64_t> onlyA, onlyB, result;
  for (uint64_t vector : a.getBasis())
    if (withA.insert(vector))
      onlyA.push_back(vector);
  for (uint64_t vector : b.getBasis())
    if (withB.insert(vector))
      onlyB.push_back(vector);
  Subspace sum = withA;
  for (uint64_t vector : onlyB)
    sum.insert(vector);
  for (unsigned bit = 0; bit < numBits; ++bit)
    if (sum.insert(uint64_t(1) << bit))
      result.push_back(uint64_t(1) << bit);
  // The longer of the two keeps a remainder, which it must not lose.
  for (size_t i = 0, e = std::min(onlyA.size(), onlyB.size()); i < e; ++i)
    result.push_back(onlyA[i] ^ onlyB[i]);
  return result;
}
