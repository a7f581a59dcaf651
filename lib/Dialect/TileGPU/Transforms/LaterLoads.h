//===- LaterLoads.h - Loads from shared memory done later -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a place still has what was loaded from it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LATERLOADS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LATERLOADS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// The allocation that a place is one of; null if it is not known.
LocalAllocOp getAllocation(Value place);

/// Whether a load may be done again at `later`, after it in its block: nothing
/// between writes what it reads.
bool canLoadLater(LocalLoadOp load, Operation *later);

/// The same for any `later` that the load dominates: of a place that is written
/// once, before the load, it may be in another block.
bool canLoadAnywhereLater(LocalLoadOp load, Operation *later);

/// Erases loads from shared memory, and what is made of them, that no operation
/// uses.
void eraseDeadLoads(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LATERLOADS_H
