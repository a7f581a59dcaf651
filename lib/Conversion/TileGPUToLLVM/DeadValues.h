//===- DeadValues.h - Values that nobody needs ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_DEADVALUES_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_DEADVALUES_H

#include "mlir/IR/Operation.h"

namespace mlir::tile {

/// Erases the operations under `root` whose results nothing needs, and what
/// `scf.for` carries for nothing but itself: of a tile of pointers, a vector
/// access takes the first one of each vector, and a loop would carry the others
/// to their ends. Canonicalization keeps such circles.
void eraseDeadValues(Operation *root);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_DEADVALUES_H
