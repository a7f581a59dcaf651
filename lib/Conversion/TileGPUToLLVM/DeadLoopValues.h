//===- DeadLoopValues.h - Values that loops carry in vain -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_DEADLOOPVALUES_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_DEADLOOPVALUES_H

#include "mlir/IR/Operation.h"

namespace mlir::tile {

/// Erases what `scf.for` under `root`, a function, carries for nothing but
/// itself, and if there is any, all operations whose results nothing needs. Of
/// a tile of pointers, a vector access takes the first one of each vector, and
/// a loop would carry the others to their ends. Canonicalization keeps such
/// circles.
void eraseDeadLoopValues(Operation *root);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_DEADLOOPVALUES_H
