//===- LoadsAhead.h - Which loads may run ahead -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loads of loops tile-schedule-loops looks at. Passes before it leave
// these loads as they are, or expect copies of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_LOADSAHEAD_H
#define TILE_DIALECT_TILE_TRANSFORMS_LOADSAHEAD_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tile {

/// The iterations of a loop in flight at a time: what its attribute says, or
/// else `numStages`.
unsigned getNumStages(scf::ForOp loop, unsigned numStages);

/// Whether a result of `op` reaches, through operations without effects in the
/// body that `op` is in, an operation and operand that `isEnd` takes.
bool reaches(Operation *op, function_ref<bool(OpOperand &)> isEnd);

/// Whether the load becomes an operand, not the sum, of a product, in its
/// block: such loads run ahead.
bool feedsDot(LoadOp load);

/// Whether the load may run ahead: it feeds a product in the body of a loop
/// with several stages.
bool mayRunAhead(LoadOp load, unsigned numStages);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_LOADSAHEAD_H
