//===- ScalarSum.h - Sums of products of scalars ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What index computations are, as polynomials: k * 64 + row * stride. They can
// be compared, divided and written out again.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_TRANSFORMS_SCALARSUM_H
#define TILE_LIB_DIALECT_TILE_TRANSFORMS_SCALARSUM_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// A product of values and a number.
struct ScalarTerm {
  int64_t factor = 0;
  /// In the order in which they came; integers of any width, signed.
  SmallVector<Value, 2> values;
  /// The part of the factor by which the kernel multiplies in 32 bits: so many
  /// times the values fit them, as kernels do not overflow.
  int64_t narrow = 1;

  bool hasSameValues(const ScalarTerm &other) const;
  /// This term by `divisor`; nothing if that is no such term.
  std::optional<ScalarTerm> divideBy(const ScalarTerm &divisor) const;
};

/// A sum of such products, without zeros, in mathematical integers. Sums
/// whose numbers do not fit 64 bits are equal to nothing.
class ScalarSum {
public:
  ScalarSum() = default;
  static ScalarSum constant(int64_t value);
  static ScalarSum of(Value value);
  static ScalarSum of(ScalarTerm term);

  ArrayRef<ScalarTerm> getTerms() const { return terms; }
  bool isExact() const { return exact; }
  bool isZero() const { return exact && terms.empty(); }
  std::optional<int64_t> getConstant() const;
  /// Whether one of its products has this value.
  bool uses(Value value) const;

  ScalarSum operator+(const ScalarSum &other) const;
  ScalarSum operator-(const ScalarSum &other) const;
  ScalarSum operator*(const ScalarSum &other) const;
  bool operator==(const ScalarSum &other) const {
    return (*this - other).isZero();
  }
  /// Nothing if a factor is not a multiple of the divisor.
  std::optional<ScalarSum> divideBy(int64_t divisor) const;

  /// The same sum if its constants are factors in 64 bits.
  ScalarSum widenConstants() const;

  /// The sum as an i32, wrapped.
  Value emit(OpBuilder &builder, Location loc) const;

private:
  void add(ScalarTerm term);

  SmallVector<ScalarTerm, 2> terms;
  bool exact = true;
};

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_TRANSFORMS_SCALARSUM_H
