//===- ShapeOps.h - What operations on shapes share -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of the operations of ShapeOps.cpp, RearrangeOps.cpp and ReduceOps.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_IR_SHAPEOPS_H
#define TILE_LIB_DIALECT_TILE_IR_SHAPEOPS_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::tile {

/// The first operand if it is a tile, else null: types are inferred, for C too,
/// before the operands are verified.
inline RankedTensorType getFirstTile(ValueRange operands) {
  return operands.empty() ? RankedTensorType()
                          : dyn_cast<RankedTensorType>(operands[0].getType());
}

/// The bits of a dimension of a tile: what an operation demands that needs all
/// of it in one thread.
SmallVector<CoordinateBit> getBitsOfDim(RankedTensorType type, unsigned dim);

/// An operation that gives the elements of a splat other coordinates is a splat
/// of the new shape.
template <typename ShapeOp>
LogicalResult foldSplat(ShapeOp op, PatternRewriter &rewriter) {
  auto splat = op.getSrc().template getDefiningOp<SplatOp>();
  if (!splat)
    return rewriter.notifyMatchFailure(op, "operand is not a splat");
  rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
  return success();
}

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_IR_SHAPEOPS_H
