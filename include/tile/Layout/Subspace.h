//===- Subspace.h - Subspaces of F2^n ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of vectors that are closed under XOR, each vector a word of up to 64
// bits. "These lanes reach these addresses" is such a set for a linear layout,
// and questions such as "can two of these lanes meet in a bank" are questions
// about intersections.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_SUBSPACE_H
#define TILE_LAYOUT_SUBSPACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace mlir::tile {

/// A subspace of F2^64, kept as the vectors that made it and as the reduced
/// basis in which each vector has a leading bit that no other one has.
///
/// Example: {0b011, 0b101} spans {0, 0b011, 0b101, 0b110}. It has dimension 2
/// and contains 0b110 but not 0b001.
class Subspace {
public:
  Subspace() = default;
  explicit Subspace(llvm::ArrayRef<uint64_t> vectors) {
    for (uint64_t vector : vectors)
      insert(vector);
  }

  /// Makes the space contain the vector. Returns whether it did not before.
  bool insert(uint64_t vector);

  /// The number of vectors in a basis.
  [[nodiscard]] unsigned getDimension() const { return basis.size(); }

  /// The vectors that `insert` added, in the order in which it did: a basis.
  [[nodiscard]] llvm::ArrayRef<uint64_t> getBasis() const { return basis; }

  [[nodiscard]] bool contains(uint64_t vector) const {
    return reduce(vector) == 0;
  }

  /// The vector's coordinates in `getBasis()`, bit i for the i-th vector, if
  /// the space contains it.
  [[nodiscard]] std::optional<uint64_t> getCoordinates(uint64_t vector) const;

  /// The vectors that both spaces contain.
  [[nodiscard]] Subspace intersect(const Subspace &other) const;

private:
  /// What remains of the vector when leading bits are cancelled.
  uint64_t reduce(uint64_t vector, uint64_t *coordinates = nullptr) const;

  llvm::SmallVector<uint64_t, 8> basis;
  /// Each with a leading bit of its own, and its coordinates in `basis`.
  struct Row {
    uint64_t vector;
    uint64_t coordinates;
  };
  llvm::SmallVector<Row, 8> rows;
};

/// A basis of a largest subspace of F2^`numBits` that has only 0 in common with
/// `a` and only 0 in common with `b`. It has dimension
/// `numBits - max(dim a, dim b)`, the most that is possible.
///
/// How: what lies outside a + b is taken as it is. A vector that only `a` has
/// and one that only `b` has are taken as their XOR, which neither has.
[[nodiscard]] llvm::SmallVector<uint64_t>
getCommonComplement(const Subspace &a, const Subspace &b, unsigned numBits);

} // namespace mlir::tile

#endif // TILE_LAYOUT_SUBSPACE_H
