//===- KnownIndex.h - Gathers by a number that is known ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_KNOWNINDEX_H
#define TILE_DIALECT_TILE_IR_KNOWNINDEX_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// The index of all elements of a gather, modulo the extent of its tile along
/// the axis, if it is one constant.
std::optional<uint32_t> getKnownIndex(GatherOp op);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_KNOWNINDEX_H
