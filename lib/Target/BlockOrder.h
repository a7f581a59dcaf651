//===- BlockOrder.h - Instructions in another order -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the passes share that order the instructions of blocks, and the one
// estimate of the registers that an order needs.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_TARGET_BLOCKORDER_H
#define TILE_LIB_TARGET_BLOCKORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace mlir::tile {

/// Whether an instruction may stand anywhere between its operands and its
/// users.
bool canMove(const llvm::Instruction &instruction);

/// A part of what is loaded at once, or another name of it: no instruction.
bool isPart(const llvm::Instruction &instruction);

bool hasLoop(const llvm::Function &function);

/// The bits of registers that a result takes; a predicate takes none.
unsigned countBits(const llvm::Instruction &instruction);

/// The most registers that a block's values need at one time if its
/// instructions are in this order. `count` says how many bits the result of an
/// instruction takes. A value lives from its instruction to its last user, or
/// to the end if another block uses it.
unsigned
countMostLive(llvm::ArrayRef<llvm::Instruction *> order,
              llvm::function_ref<unsigned(const llvm::Instruction &)> count);

/// Gives a block this order of all its instructions.
void applyOrder(llvm::BasicBlock &block,
                llvm::ArrayRef<llvm::Instruction *> order);

} // namespace mlir::tile

#endif // TILE_LIB_TARGET_BLOCKORDER_H
