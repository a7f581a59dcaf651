//===- AllTrueCondition.h - Is a mask true everywhere? ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar test that, where it holds, proves every element of a mask true. It
// is found without changing any IR, then emitted where it is wanted.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_ALLTRUECONDITION_H
#define TILE_DIALECT_TILE_TRANSFORMS_ALLTRUECONDITION_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tile {

/// A conjunction of tests on scalars that implies that masks are true in every
/// element. Sound, not complete: false says nothing. AllTrueCondition.cpp shows
/// why it is sound, with numbers.
class AllTrueCondition {
public:
  /// A scalar of the program, widened to i64 by sign or by zero.
  struct Leaf {
    Value value;
    bool isSigned;
    bool operator==(const Leaf &other) const {
      return value == other.value && isSigned == other.isSigned;
    }
  };

  /// `constant` + the sum of coefficient * leaf, as an exact integer that fits
  /// i64 whenever the tests before it hold.
  struct Affine {
    SmallVector<std::pair<Leaf, int64_t>> terms;
    int64_t constant = 0;
    bool operator==(const Affine &other) const {
      return terms == other.terms && constant == other.constant;
    }
  };

  /// lhs <= rhs, or lhs < rhs.
  struct Inequality {
    Affine lhs, rhs;
    bool strict = false;
    bool operator==(const Inequality &other) const {
      return lhs == other.lhs && rhs == other.rhs && strict == other.strict;
    }
  };

  /// The condition for one mask: an i1 or a tile of i1, built of
  ///
  ///   splats, constants, arith.andi, tile.broadcast, tile.expand_dims,
  ///   arith.cmpi of any order (not eq, ne) on tiles built of splats,
  ///   constants, tile.make_range, addi, subi, muli by a constant, extsi,
  ///   extui, trunci, tile.broadcast, tile.expand_dims.
  ///
  /// Nothing if it is built of something else, if it is known to be false
  /// somewhere, or if a scalar in it may differ between threads.
  static std::optional<AllTrueCondition> get(Value mask);

  /// Adds the tests of another condition.
  void conjoin(const AllTrueCondition &other);

  /// Whether every test of `this` is one of `other`.
  bool isSubsetOf(const AllTrueCondition &other) const;

  /// The scalars that `emit` reads.
  SetVector<Value> getScalars() const;

  /// Whether there is nothing to test: the masks are true whatever happens.
  bool isTrivial() const { return flags.empty() && inequalities.empty(); }

  /// The condition as an i1, at the builder's insertion point. `mapping` says
  /// what has taken the place of a scalar since `get`.
  Value emit(OpBuilder &builder, Location loc, const IRMapping &mapping) const;

private:
  friend class AllTrueFinder;

  /// Scalars of type i1 that must be true.
  SetVector<Value> flags;
  SmallVector<Inequality> inequalities;
};

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_ALLTRUECONDITION_H
