//===- CountInPlace.cpp - Counters of loops count under a predicate -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that counts how often a condition holds adds a 0 or a 1 each time.
// ptxas makes three instructions of that: it adds 1 to a copy, moves the old
// number over the copy where the condition does not hold, and moves the copy
// back. An addition under a predicate is one instruction:
//
//   selp.b32 %t, 1, 0, %p;        @%p add.s32 %n, %n, 1;
//   add.s32  %n, %n, %t;
//
// The Mandelbrot set's loop has 67 instead of 83 instructions for 8 elements.
// LLVM has no such instruction, so it is inline asm without effects. Elsewhere
// than in a loop the number before has other uses or none, and nothing is won.
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace mlir;
using namespace llvm::PatternMatch;

namespace {
/// `sum` is `before`, and 1 more where `condition` holds.
struct Count {
  llvm::Instruction *sum;
  llvm::Value *before, *condition;
};
} // namespace

/// What an addition counts, if nothing else uses the 0 or 1.
static std::optional<Count> matchCount(llvm::Value *value) {
  llvm::Value *before, *condition;
  auto one = m_OneUse(m_ZExt(m_Value(condition)));
  if (!match(value, m_c_Add(one, m_Value(before))) ||
      !condition->getType()->isIntegerTy(1))
    return std::nullopt;
  return Count{cast<llvm::Instruction>(value), before, condition};
}

/// The counts that lead from what a loop's counter was to what it becomes, the
/// last first. Empty if something else happens to it on the way.
static llvm::SmallVector<Count> collectCounts(llvm::PHINode &counter,
                                              llvm::Value *next) {
  llvm::SmallVector<Count> counts;
  while (std::optional<Count> count = matchCount(next)) {
    counts.push_back(*count);
    next = count->before;
    if (next == &counter)
      return counts;
    // The number in between is gone once it is counted on.
    if (!next->hasOneUse())
      break;
  }
  return {};
}

static void countInPlace(const Count &count) {
  llvm::Type *type = count.before->getType();
  bool isWide = type->isIntegerTy(64);
  auto *function = llvm::FunctionType::get(
      type, {type, count.condition->getType()}, /*isVarArg=*/false);
  llvm::IRBuilder<> builder(count.sum);
  llvm::CallInst *call = builder.CreateCall(
      llvm::InlineAsm::get(
          function,
          isWide ? "@$2 add.s64 $0, $0, 1;" : "@$2 add.s32 $0, $0, 1;",
          isWide ? "=l,0,b" : "=r,0,b", /*hasSideEffects=*/false),
      {count.before, count.condition});
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  count.sum->replaceAllUsesWith(call);
  auto *one = cast<llvm::Instruction>(
      count.sum->getOperand(count.sum->getOperand(0) == count.before));
  count.sum->eraseFromParent();
  one->eraseFromParent();
}

bool tile::countInPlace(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::PHINode &counter : block.phis()) {
        if (!counter.getType()->isIntegerTy(32) &&
            !counter.getType()->isIntegerTy(64))
          continue;
        for (llvm::Value *next : counter.incoming_values())
          for (const Count &count : collectCounts(counter, next)) {
            ::countInPlace(count);
            changed = true;
          }
      }
  return changed;
}
