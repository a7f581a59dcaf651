//===- FixArguments.h - Arguments whose value is known ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of the pass tile-fix-arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_FIXARGUMENTS_H
#define TILE_DIALECT_TILE_TRANSFORMS_FIXARGUMENTS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Replaces the uses of the arguments that carry `tile.value` by constants.
/// Returns how many had uses.
unsigned fixArguments(RewriterBase &rewriter, FuncOp function);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_FIXARGUMENTS_H
