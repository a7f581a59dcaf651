//===- BlockAccess.h - Pointers and masks of a block ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes where the elements of a block lie, and which are within the tensor.
// Coordinates are i64 tiles with one dimension that is not 1: what is known
// of one dimension stays apart from the others until the sum.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_BLOCKACCESS_H
#define TILE_LIB_IMPORT_BLOCKACCESS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tile {

/// A block of a tensor in memory.
struct BlockAccess {
  /// The tensor's first element.
  Value base;
  /// The tensor's sizes, i64.
  SmallVector<Value> shape;
  /// Its strides in elements, i64.
  SmallVector<Value> strides;
  /// The coordinates of the block's elements along each dimension: an i64 tile
  /// of the block's rank, of size 1 along all other dimensions.
  SmallVector<Value> coordinates;
  /// The tile.
  RankedTensorType type;

  /// The pointers, in the tile's shape.
  Value getPointers(OpBuilder &builder, Location loc) const;

  /// Which elements are within the tensor along `dims`; null if `dims` is
  /// empty.
  Value getMask(OpBuilder &builder, Location loc, ArrayRef<int32_t> dims) const;

private:
  Value broadcast(OpBuilder &builder, Location loc, Value tile) const;
};

/// `start`, `start + 1`, ... along dimension `dim` of a tile of type `type`.
Value makeCoordinates(OpBuilder &builder, Location loc, RankedTensorType type,
                      unsigned dim, Value start);

/// Gives the one-dimensional `tile` the rank of `type`, with its elements along
/// dimension `dim`.
Value spreadAlong(OpBuilder &builder, Location loc, RankedTensorType type,
                  unsigned dim, Value tile);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_BLOCKACCESS_H
