//===- LoopHints.h - What an author asks of a loop --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the attributes on scf.for that ask for an optimisation, and change
// nothing of what a program means. And which loads may run ahead, as loops ask:
// passes before tile-schedule-loops leave these as they are, or expect copies.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LOOPHINTS_H
#define TILE_DIALECT_TILE_IR_LOOPHINTS_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tile {

/// Memory accesses and products in warps of their own.
inline constexpr llvm::StringLiteral kWarpSpecializeAttrName =
    "tile.warp_specialize";
/// Loads of the loop inside that begin before its next run, as if both were one
/// loop.
inline constexpr llvm::StringLiteral kFlattenAttrName = "tile.flatten";
/// One buffer for the accumulator of a product, not several.
inline constexpr llvm::StringLiteral kDisallowAccMultiBufferAttrName =
    "tile.disallow_acc_multi_buffer";

/// Whether `name` is one of them.
inline bool isLoopHint(llvm::StringRef name) {
  return name == kWarpSpecializeAttrName ||
         name == kDisallowAccMultiBufferAttrName;
}

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

#endif // TILE_DIALECT_TILE_IR_LOOPHINTS_H
