//===- PaddedShapes.h - Shapes made powers of two ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile whose dimensions are not powers of two lies at the beginning of one
// whose dimensions are the next powers of two. What follows its elements along
// each dimension is the padding.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_PADDEDSHAPES_H
#define TILE_DIALECT_TILE_IR_PADDEDSHAPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::tile {

/// The next power of two, or `size` if it is one.
int64_t getPaddedSize(int64_t size);

/// Each dimension made a power of two.
SmallVector<int64_t> getPaddedShape(ArrayRef<int64_t> shape);

/// Whether a dimension is not a power of two.
bool needsPadding(ArrayRef<int64_t> shape);

/// Whether `type` is a tile of static shape with a dimension that is not a
/// power of two.
bool needsPadding(Type type);

/// `type`, with its dimensions made powers of two if it is a tile.
Type getPaddedType(Type type);

/// As verifyTileType, and fails if a dimension is not a power of two.
LogicalResult
verifyPaddedTileType(Type type, function_ref<InFlightDiagnostic()> emitError);

/// Fails, with a message, unless `extents` are the extents of a part of a tile
/// of `type`: one from 1 to its extent for each of its dimensions.
LogicalResult verifyExtents(Operation *op, Type type,
                            ArrayRef<int64_t> extents);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_PADDEDSHAPES_H
