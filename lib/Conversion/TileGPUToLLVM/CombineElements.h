//===- CombineElements.h - Copies of the region of a reduction --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lowerings of tile.reduce, tile.scan and tile.map_elementwise share.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMBINEELEMENTS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMBINEELEMENTS_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tile {

/// One element of each operand, as converted scalars.
using Elements = SmallVector<Value, 2>;

/// A copy of `body`, a region of scalars, on these converted arguments, where
/// the rewriter stands. Returns what its terminator names, converted to these
/// types.
SmallVector<Value> copyBody(Block &body, ValueRange arguments,
                            TypeRange resultTypes,
                            ConversionPatternRewriter &rewriter);

/// Copies the region of a reduction or a scan to where the rewriter stands.
class ElementCombiner {
public:
  /// `body` takes two elements of each operand and ends in their combination.
  ElementCombiner(Block &body, ConversionPatternRewriter &rewriter);

  /// What the region makes of `left` and `right`.
  Elements combine(const Elements &left, const Elements &right) const;

  /// That where `condition`, an i1, is true, else `otherwise`. A region that
  /// asserts something runs in a branch.
  Elements combineIf(Value condition, const Elements &left,
                     const Elements &right, const Elements &otherwise) const;

private:
  Block &body;
  ConversionPatternRewriter &rewriter;
  bool needsBranch;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMBINEELEMENTS_H
