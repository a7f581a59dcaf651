//===- TileTypes.h - Pointers and shapes of tiles ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pointer type, and what can be asked of types that are a scalar or a tile
// of scalars ("like" types).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILETYPES_H
#define TILE_DIALECT_TILE_IR_TILETYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "tile/Dialect/Tile/IR/TileTypes.h.inc"

namespace mlir::tile {

/// Limits of a tile: dimensions, and elements in all (as in Triton), with its
/// padding.
inline constexpr unsigned kMaxRank = 20;
inline constexpr int64_t kMaxElements = 1 << 20;

/// `type` itself, or the element type if it is a tile.
Type getScalarType(Type type);

/// `scalar` in the shape and layout of `like`: a tile if `like` is one.
Type getLike(Type like, Type scalar);

/// i1 in the shape and layout of `like`.
Type getI1Like(Type like);

/// What the pointer or tile of pointers `ptrLike` points to, in its shape and
/// layout; null if it is neither.
Type getPointeeLike(Type ptrLike);

/// Bits of a scalar in a register: 64 for a pointer. i1 has 1.
unsigned getBitWidth(Type scalar);

/// Bytes of a scalar in memory: 1 for an i1.
unsigned getByteWidth(Type scalar);

/// The layout of a tile type; null for scalars and tiles without one.
Attribute getLayout(Type type);

/// `type` with another layout (null takes it away).
RankedTensorType withLayout(RankedTensorType type, Attribute layout);

/// Fails, with a message from `emitError`, if `type` is a tile that no
/// operation takes: rank not 1 to 20, a dimension that is not static or below
/// 1, or more than kMaxElements elements once each dimension is made a power
/// of two. Other types pass.
LogicalResult verifyTileType(Type type,
                             function_ref<InFlightDiagnostic()> emitError);

/// Calls `check` on the type of every result and block argument in `root`, each
/// with the operation that owns it, until one fails.
LogicalResult verifyTypes(Operation *root,
                          function_ref<LogicalResult(Operation *, Type)> check);

/// Fails, with a message, at the first operation in `root` with a tile that has
/// no layout: what passes on tiles with layouts ask before they start.
LogicalResult verifyTilesHaveLayouts(Operation *root);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_TILETYPES_H
