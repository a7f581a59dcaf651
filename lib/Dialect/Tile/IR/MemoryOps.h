//===- MemoryOps.h - What operations on memory share ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and atomic operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_IR_MEMORYOPS_H
#define TILE_LIB_DIALECT_TILE_IR_MEMORYOPS_H

#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::tile {

/// The pointers of an access of tiles, else null.
Value getTileOrNull(Value ptr);

/// The value of a constant mask that is the same everywhere.
std::optional<bool> getConstantMask(Value mask);

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_IR_MEMORYOPS_H
