//===- CombineElements.h - Copies of the region of a reduction --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lowerings of tile.reduce and tile.scan share.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMBINEELEMENTS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMBINEELEMENTS_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tile {

/// One element of each operand, as converted scalars.
using Elements = SmallVector<Value, 2>;

/// Copies the region of a reduction or a scan to where the rewriter stands.
class ElementCombiner {
public:
  /// `body` takes two elements of each operand and ends in their combination.
  ElementCombiner(Block &body, ConversionPatternRewriter &rewriter)
      : body(body), rewriter(rewriter) {}

  /// What the region makes of `left` and `right`.
  Elements combine(const Elements &left, const Elements &right) const;

private:
  Block &body;
  ConversionPatternRewriter &rewriter;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMBINEELEMENTS_H
