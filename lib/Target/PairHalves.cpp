//===- PairHalves.cpp - Maxima of numbers that share registers -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two numbers of 16 bits share a register where they are loaded, and max and
// min work on both at once. LLVM's SLP vectoriser starts from stores, so it
// leaves a reduction that ends in an exchange between threads as it is: each
// number on its own, in a register of its own.
//
//   a0 = a[0]; a1 = a[1]             c = max(a, b)
//   b0 = b[0]; b1 = b[1]       to    c0 = c[0]; c1 = c[1]
//   c0 = max(a0, b0)
//   c1 = max(a1, b1)
//
// The result is a pair as well, so that trees of maxima become pairs from the
// leaves on. The numbers stay the same to the bit.
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace mlir;
using namespace llvm::PatternMatch;

/// Minimum or maximum of two numbers of 16 bits.
static llvm::IntrinsicInst *matchExtremum(llvm::Value *value) {
  auto *intrinsic = dyn_cast<llvm::IntrinsicInst>(value);
  if (!intrinsic ||
      !(intrinsic->getType()->isHalfTy() || intrinsic->getType()->isBFloatTy()))
    return nullptr;
  switch (intrinsic->getIntrinsicID()) {
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::maximum:
  case llvm::Intrinsic::minimum:
    return intrinsic;
  default:
    return nullptr;
  }
}

/// The pair that an operand is the element `index` of.
static llvm::Value *getPair(const llvm::IntrinsicInst &extremum,
                            unsigned operand, uint64_t index) {
  llvm::Value *pair;
  if (!match(extremum.getArgOperand(operand),
             m_ExtractElt(m_Value(pair), m_SpecificInt(index))))
    return nullptr;
  auto *type = dyn_cast<llvm::FixedVectorType>(pair->getType());
  return type && type->getNumElements() == 2 ? pair : nullptr;
}

/// The same of the second elements as `first` is of the first ones.
static llvm::IntrinsicInst *findSecond(const llvm::IntrinsicInst &first,
                                       llvm::Value *a, llvm::Value *b) {
  for (llvm::User *element : a->users())
    for (llvm::User *user : element->users()) {
      llvm::IntrinsicInst *second = matchExtremum(user);
      if (second && second->getIntrinsicID() == first.getIntrinsicID() &&
          second->getParent() == first.getParent() &&
          getPair(*second, 0, 1) == a && getPair(*second, 1, 1) == b)
        return second;
    }
  return nullptr;
}

static bool pairHalves(llvm::BasicBlock &block) {
  llvm::SmallVector<llvm::IntrinsicInst *> extrema;
  for (llvm::Instruction &instruction : block)
    if (llvm::IntrinsicInst *extremum = matchExtremum(&instruction))
      extrema.push_back(extremum);
  // A pair is made where the earlier of the two stands.
  llvm::DenseMap<const llvm::Instruction *, unsigned> positions;
  for (auto [position, extremum] : llvm::enumerate(extrema))
    positions[extremum] = position;
  llvm::SmallVector<llvm::Instruction *> dead;
  for (llvm::IntrinsicInst *first : extrema) {
    llvm::Value *a = getPair(*first, 0, 0), *b = getPair(*first, 1, 0);
    llvm::IntrinsicInst *second = a && b ? findSecond(*first, a, b) : nullptr;
    if (!second || !positions.contains(second))
      continue;
    llvm::IRBuilder<> builder(positions[first] < positions[second] ? first
                                                                   : second);
    llvm::Value *pair =
        builder.CreateBinaryIntrinsic(first->getIntrinsicID(), a, b, first);
    cast<llvm::Instruction>(pair)->andIRFlags(second);
    first->replaceAllUsesWith(builder.CreateExtractElement(pair, uint64_t(0)));
    second->replaceAllUsesWith(builder.CreateExtractElement(pair, uint64_t(1)));
    dead.append({first, second});
    positions.erase(second);
  }
  for (llvm::Instruction *instruction : dead)
    llvm::RecursivelyDeleteTriviallyDeadInstructions(instruction);
  return !dead.empty();
}

bool tile::pairHalves(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      changed |= ::pairHalves(block);
  return changed;
}
