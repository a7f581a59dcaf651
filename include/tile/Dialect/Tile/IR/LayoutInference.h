//===- LayoutInference.h - Layouts through shape operations -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an operation that gives elements other coordinates changes a layout:
// building blocks for implementations of LayoutOpInterface. LayoutOpInterface.h
// explains bits of coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LAYOUTINFERENCE_H
#define TILE_DIALECT_TILE_IR_LAYOUTINFERENCE_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// The bit at the same row-major position in another shape of as many elements.
std::optional<CoordinateBit>
mapRowMajor(CoordinateBit bit, ArrayRef<int64_t> from, ArrayRef<int64_t> to);

/// The bit after a dimension was inserted at `axis`.
CoordinateBit insertDim(CoordinateBit bit, unsigned axis);

/// The bit after dimension `axis` went; nothing if it is one of that dimension.
std::optional<CoordinateBit> removeDim(CoordinateBit bit, unsigned axis);

/// The layout whose bases are the bases of `layout`, for a tile of shape
/// `from`, with each bit mapped; bits that `mapBit` has no place for vanish.
/// Null if that does not reach every element of shape `to`.
LayoutAttrInterface
mapLayout(LayoutAttrInterface layout, ArrayRef<int64_t> from,
          ArrayRef<int64_t> to,
          function_ref<std::optional<CoordinateBit>(CoordinateBit)> mapBit);

/// The layout of a tile of this shape with one more dimension, the last, of
/// size 2, along which the lowest bit of the registers moves. Null if that are
/// too many dimensions.
LayoutAttrInterface addLastDim(LayoutAttrInterface layout,
                               ArrayRef<int64_t> shape);

/// The layout without the last dimension of `whole`, of size 2, and without the
/// register that moves along it; null if there is no such register, or anything
/// else moves along that dimension.
LayoutAttrInterface takeLastDim(LayoutAttrInterface layout,
                                ArrayRef<int64_t> whole);

/// The attribute for a map of register, lane, warp and block to a tile of this
/// shape: #tile.blocked if that says it, else #tile.linear. The map reaches
/// every element.
LayoutAttrInterface getLayoutAttr(MLIRContext *context, ArrayRef<int64_t> shape,
                                  const LinearLayout &layout);

/// The same for a CTA, by the images of the bits of registers, lanes and warps.
using LayoutBases = std::vector<std::vector<int32_t>>;
LayoutAttrInterface getLayoutAttr(MLIRContext *context, ArrayRef<int64_t> shape,
                                  LayoutBases registers, LayoutBases lanes,
                                  LayoutBases warps);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_LAYOUTINFERENCE_H
