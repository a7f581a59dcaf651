//===- AtomicOpInterface.h - How an operation is ordered --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an atomic operation says of its order, and of what it does to memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_ATOMICOPINTERFACE_H
#define TILE_DIALECT_TILE_IR_ATOMICOPINTERFACE_H

#include "tile/Dialect/Tile/IR/TileAttrs.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tile/Dialect/Tile/IR/AtomicOpInterface.h.inc"

namespace mlir::tile {

/// An atomic operation reads and writes where it points to. Its order concerns
/// other memory, so nothing may be taken across it, and one that only reads is
/// not removed.
void addAtomicEffects(AtomicOpInterface op,
                      SmallVectorImpl<MemoryEffects::EffectInstance> &effects);

/// The pointers of an access of tiles, else null.
Value getTileOrNull(Value ptr);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_ATOMICOPINTERFACE_H
