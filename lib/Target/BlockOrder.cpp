//===- BlockOrder.cpp - Instructions in another order ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

bool mlir::tile::canMove(const Instruction &instruction) {
  if (isa<PHINode>(instruction) || instruction.isTerminator())
    return false;
  // Attributes are looked for once each: blocks are long, and most calls are of
  // mathematics.
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return call->doesNotAccessMemory() && !call->mayThrow() &&
           call->willReturn() && !call->isConvergent();
  return !instruction.mayReadOrWriteMemory() &&
         !instruction.mayHaveSideEffects();
}

bool mlir::tile::isPart(const Instruction &instruction) {
  return isa<ExtractValueInst, ExtractElementInst, BitCastInst>(instruction);
}

bool mlir::tile::hasLoop(const Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> backEdges;
  if (!function.isDeclaration())
    FindFunctionBackedges(function, backEdges);
  return !backEdges.empty();
}

unsigned mlir::tile::countBits(const Instruction &instruction) {
  llvm::Type *type = instruction.getType();
  if (type->isVoidTy() || type->isIntegerTy(1))
    return 0;
  return instruction.getDataLayout().getTypeSizeInBits(type).getFixedValue();
}

unsigned
mlir::tile::countMostLive(ArrayRef<Instruction *> order,
                          function_ref<unsigned(const Instruction &)> count) {
  DenseMap<const llvm::Value *, unsigned> lastUse;
  for (auto [position, instruction] : enumerate(order))
    for (const llvm::Value *operand : instruction->operands())
      lastUse[operand] = position;
  SmallVector<unsigned> ending(order.size());
  unsigned live = 0, most = 0;
  for (auto [position, instruction] : enumerate(order)) {
    live -= ending[position];
    unsigned bits = count(*instruction);
    if (!bits || instruction->use_empty())
      continue;
    live += bits;
    most = std::max(most, live);
    const BasicBlock *block = instruction->getParent();
    bool isLocal = all_of(instruction->users(), [&](User *user) {
      return cast<Instruction>(user)->getParent() == block &&
             !isa<PHINode>(user);
    });
    if (isLocal)
      ending[lastUse.lookup(instruction)] += bits;
  }
  return divideCeil(most, 32);
}

void mlir::tile::applyOrder(BasicBlock &block, ArrayRef<Instruction *> order) {
  Instruction *terminator = block.getTerminator();
  for (Instruction *instruction : order)
    if (instruction != terminator && !isa<PHINode>(instruction))
      instruction->moveBefore(terminator->getIterator());
}
