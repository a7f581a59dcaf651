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

#include "tile/Dialect/Tile/IR/AtomicOpInterface.h.inc"

#endif // TILE_DIALECT_TILE_IR_ATOMICOPINTERFACE_H
