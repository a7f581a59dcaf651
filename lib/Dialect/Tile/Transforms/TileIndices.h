//===- TileIndices.h - Tiles of indices that are affine ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers and pointers, tiles and scalars, as affine maps of an element's
// coordinates: start + steps[0] * i + steps[1] * j, whose coefficients are sums
// of scalars. Values that loops carry are followed if each iteration adds the
// same.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_TRANSFORMS_TILEINDICES_H
#define TILE_LIB_DIALECT_TILE_TRANSFORMS_TILEINDICES_H

#include "ScalarSum.h"

namespace mlir::tile {

struct TileIndex {
  /// Of a pointer, a scalar that does not come from another one. The rest
  /// counts its elements.
  Value base;
  ScalarSum start;
  /// By dimension; none of a scalar.
  SmallVector<ScalarSum, 2> steps;

  /// A part that is said as if it were not the remainder that it is: along
  /// `dim`, of `start + 0, 1, ...` by `modulus`. Or not 0 from `modulus` on.
  struct Wrap {
    unsigned dim;
    ScalarSum start, modulus;
    bool isRemainder;
  };
  SmallVector<Wrap, 1> wraps;

  bool isUniform() const {
    return llvm::all_of(steps,
                        [](const ScalarSum &step) { return step.isZero(); });
  }
};

/// That the index, of an element, is below 0.
struct IndexCondition {
  TileIndex index;
};

class TileIndices {
public:
  /// Nothing if the value is no such map. A scalar integer always is.
  std::optional<TileIndex> get(Value value);

  /// What a mask says: all of these hold. Nothing if it says something else.
  std::optional<std::vector<IndexCondition>> getConditions(Value mask);

private:
  std::optional<TileIndex> compute(Value value);
  std::optional<TileIndex> computeCarried(BlockArgument arg);

  DenseMap<Value, std::optional<TileIndex>> known;
};

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_TRANSFORMS_TILEINDICES_H
