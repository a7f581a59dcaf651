//===- OrderForRegisters.cpp - Blocks that need too many registers -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of 64 elements per thread is lowered operation by operation, so all
// elements are in the middle of a formula at the same time. ptxas orders the
// instructions of a block anew, but not well where a thread's 255 registers do
// not do: ten rounds of Philox over 64 elements spilled 792 bytes.
//
// A block whose order would need more registers than there are, or so many that
// few warps find room, is ordered depth first: each pure instruction comes
// right before the first instruction that needs it, so an element's formula
// ends before the next one's begins. The others (accesses of memory, barriers,
// shuffles, inline asm with effects) keep their order among each other. For
// instance, with c and d the other elements:
//
//   a1 = f(a0)               a1 = f(a0)
//   c1 = f(c0)               a2 = g(a1)
//   a2 = g(a1)        to     c1 = f(c0)
//   c2 = g(c1)               c2 = g(c1)
//   d2 = max(a2, c2)         d2 = max(a2, c2)
//
// The new order is taken where it needs a good part fewer registers. It is not
// the best one (that is NP-hard; R. Sethi, "Complete register allocation
// problems", 1975), and blocks with room enough are left to ptxas, which hides
// latency better in the order that it gets.
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"
#include "CodeGenImpl.h"

#include "tile/Hardware/Occupancy.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::tile;

/// Registers that a block of a loop may need in its own order; a few others
/// hold addresses and what other blocks use.
static constexpr unsigned kMostInLoops = kMaxThreadRegisters - 15;
/// The same in a function that loads, computes and stores, without loops and
/// without exchanges between threads, where only other warps hide latency: with
/// more registers, fewer than 16 warps find room on an SM. To make do with
/// fewer, ptxas moves loads after arithmetic. For example, a backward pass of
/// SwiGLU that needs 144 ran at a third of the memory's speed on an H200.
static constexpr unsigned kMostInStraightCode = getMostRegisters(16);
/// The new order is taken if it needs at most so many percent of the old.
static constexpr unsigned kPercentToTake = 75;

/// What a pure instruction computes, in whole registers. Registers of loads and
/// of matrix products, which have several results, do not count: they come
/// where the author's order has them, in this order and in any other. Nor do
/// other names of the same bits.
static unsigned countComputed(const llvm::Instruction &instruction) {
  if (!canMove(instruction) || instruction.getType()->isAggregateType() ||
      isa<llvm::ExtractValueInst, llvm::ExtractElementInst,
          llvm::InsertElementInst, llvm::BitCastInst, llvm::TruncInst>(
          instruction))
    return 0;
  return llvm::alignTo(countBits(instruction), 32);
}

using Order = llvm::SmallVector<llvm::Instruction *>;

/// The order with each pure instruction right before the first that needs it.
static Order orderDepthFirst(llvm::BasicBlock &block) {
  Order order;
  llvm::DenseSet<const llvm::Instruction *> done;
  // Instructions whose operands up to a number are there.
  llvm::SmallVector<std::pair<llvm::Instruction *, unsigned>> stack;
  auto place = [&](llvm::Instruction *root) {
    stack.push_back({root, 0});
    while (!stack.empty()) {
      auto [instruction, next] = stack.back();
      if (isa<llvm::PHINode>(instruction) ||
          next == instruction->getNumOperands()) {
        stack.pop_back();
        if (done.insert(instruction).second)
          order.push_back(instruction);
        continue;
      }
      ++stack.back().second;
      auto *operand =
          dyn_cast<llvm::Instruction>(instruction->getOperand(next));
      if (operand && operand->getParent() == &block && !done.contains(operand))
        stack.push_back({operand, 0});
    }
  };
  for (llvm::Instruction &instruction : block)
    if (!canMove(instruction)) {
      // What other blocks need is placed before the block ends.
      if (instruction.isTerminator())
        for (llvm::Instruction &left : block)
          if (&left != &instruction)
            place(&left);
      place(&instruction);
    }
  return order;
}

/// Orders a block that needs more than `limit` registers.
static bool orderBlock(llvm::BasicBlock &block, unsigned limit) {
  if (block.size() <= limit)
    return false;
  Order before;
  for (llvm::Instruction &instruction : block)
    before.push_back(&instruction);
  unsigned most = countMostLive(before, countComputed);
  if (most <= limit)
    return false;
  Order after = orderDepthFirst(block);
  if (countMostLive(after, countComputed) * 100 > most * kPercentToTake)
    return false;
  applyOrder(block, after);
  return true;
}

/// Whether threads wait for each other: barriers, shuffles, votes.
static bool hasExchange(const llvm::Function &function) {
  return llvm::any_of(
      llvm::instructions(function), [](const llvm::Instruction &instruction) {
        const auto *call = dyn_cast<llvm::CallBase>(&instruction);
        return call && call->isConvergent() && !call->isInlineAsm();
      });
}

bool tile::orderForRegisters(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    unsigned limit = hasLoop(function) || hasExchange(function)
                         ? kMostInLoops
                         : kMostInStraightCode;
    for (llvm::BasicBlock &block : function)
      changed |= orderBlock(block, limit);
  }
  return changed;
}
