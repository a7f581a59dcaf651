//===- LayoutInference.h - Layouts through shape operations -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the layout of an operand says of the result's, and the other way round,
// for the operations that give the same elements other coordinates.
//
//===----------------------------------------------------------------------===//
//
// Write the coordinates of an element in binary. tile.reshape deals the bits
// out to other dimensions, tile.trans renames the dimensions, tile.join puts
// one bit behind them, and so on: each of these operations maps *bits* of the
// operand's coordinates to bits of the result's, and `mapBit` is all there is
// to know of it. A layout is linear over F2, so its bases go through the same
// map, whatever kind of attribute it is written as.
//
//   %y = tile.reshape %x : tensor<4x16xf32> -> tensor<8x2x4xf32>
//
//   bit of %x         row 1  row 0  column 3  column 2  column 1  column 0
//   bit of %y         dim0.2 dim0.1 dim0.0    dim1.0    dim2.1    dim2.0
//
//   lane=1 -> (0, 4)  becomes  lane=1 -> (0, 1, 0)
//
// An operation that holds tiles of such maps *ties* its layouts: one fixes the
// other, and no element moves between threads. What must move is moved by a
// tilegpu.convert_layout before or after.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LAYOUTINFERENCE_H
#define TILE_DIALECT_TILE_IR_LAYOUTINFERENCE_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Bit `pos` of the coordinate along `dim`.
struct CoordinateBit {
  unsigned dim;
  unsigned pos;
};

/// Whether the layouts of the operands and of the results of `op` determine
/// each other, though the shapes differ: tile.expand_dims, broadcast, reshape,
/// trans, join, split and reduce. All tile operands of such an operation have
/// one layout, and all tile results have one.
bool tiesLayouts(Operation *op);

/// The bit of the result's coordinates (of the operand's, if `toResult` is
/// false) that a bit of the operand's (of the result's) becomes; nothing where
/// that side has no such bit.
std::optional<CoordinateBit> mapBit(Operation *op, CoordinateBit bit,
                                    bool toResult);

/// The layout of the results of `op`, which ties layouts, if the operands have
/// this one. Null if there is none: the result is a scalar, or elements would
/// move between threads, or (tile.expand_dims) the layout is no #tile.slice.
Attribute inferResultLayout(Operation *op, Attribute operandLayout);

/// The layout of the operands, if the results have this one; null as above, and
/// for tile.reduce of a result in another layout than a #tile.slice.
Attribute inferOperandLayout(Operation *op, Attribute resultLayout);

/// A layout of the result of `op` whose #tile.slice is equivalent to this one
/// of the operand, whatever kind it is. Right as long as the result stays a
/// tile of size 1 along the new dimension: beyond it each thread holds
/// everything.
Attribute inferExpandedLayout(ExpandDimsOp op, Attribute operandLayout);

/// The attribute for a map of register, lane, warp and block to a tile of this
/// shape: #tile.blocked if that says it, else #tile.linear. The map reaches
/// every element.
LayoutAttrInterface getLayoutAttr(MLIRContext *context, ArrayRef<int64_t> shape,
                                  const LinearLayout &layout);

/// Whether operands and results of `op`, which ties layouts, may have these
/// two: each element at the same place of the same thread, but for the register
/// that tile.join adds and tile.split takes, which may be any. (Of
/// tile.expand_dims and broadcast, in the form that their types have.)
bool areTied(Operation *op, Attribute operandLayout, Attribute resultLayout);

/// Verifies the layouts of `op`, which ties them: given on both sides or on
/// neither, and `areTied`.
LogicalResult verifyTiedLayouts(Operation *op);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_LAYOUTINFERENCE_H
