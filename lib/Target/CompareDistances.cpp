//===- CompareDistances.cpp - One number compared with many positions -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel asks which element of a tile has a given position: a loss subtracts
// something at the target, a one-hot row has its 1 there. Each element of a
// thread then adds its constant to the thread's first position, and compares.
// The distance from the first position to the number is the same for all of
// them, and each compares it with its constant:
//
//   a = at + 1                       d = y - at
//   b = at + 2              to       p = d == 1
//   p = a == y                       q = d == 2
//   q = b == y
//
// Integers wrap around, so that holds for all values. Positions often have 32
// bits and the number has 64. Then the positions would be extended, and
// compared in two instructions each. Instead the number is tested once: if it
// is not an extension of 32 bits, the distance becomes one that no element has.
//
// A cross entropy in place takes 784 machine instructions instead of 872.
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

using namespace mlir;
using namespace llvm::PatternMatch;

/// With fewer comparisons nothing is won.
static constexpr size_t kLeastComparisons = 3;

/// How deep a position's sum is looked into: the program's first position, the
/// loop's, the thread's, and the element's constant.
static constexpr unsigned kMostDepth = 4;

namespace {
/// The sum of terms and a constant.
struct Sum {
  llvm::SmallVector<llvm::Value *, 4> terms;
  llvm::APInt constant;

  void add(llvm::Value *value, unsigned depth = 0) {
    llvm::Value *a, *b;
    const llvm::APInt *number;
    if (match(value, m_APInt(number))) {
      constant += *number;
    } else if (depth < kMostDepth &&
               match(value, m_AddLike(m_Value(a), m_Value(b)))) {
      add(a, depth + 1);
      add(b, depth + 1);
    } else {
      terms.push_back(value);
    }
  }
};

/// The sum of a group's terms and `offset` is compared with the group's number.
struct Comparison {
  llvm::ICmpInst *instruction;
  llvm::APInt offset;
  /// Whether the sum is an instruction that nothing else needs.
  bool savesSum;
};

/// Comparisons of positions with one number.
struct Group {
  llvm::SmallVector<llvm::Value *, 4> terms;
  llvm::Value *number;
  /// How positions are extended to the number's type: ZExt, SExt, or 0.
  unsigned extension;
  llvm::SmallVector<Comparison> comparisons;

  bool isWorthwhile() const;
  void rewrite();

private:
  llvm::Value *narrow(llvm::Type *type, llvm::Value *&fits) const;
  llvm::Value *createDistance(llvm::IRBuilder<> &builder,
                              llvm::Value *low) const;
  llvm::APInt findOther() const;
};

/// The groups of a block, in the order of their first comparisons.
class Groups {
public:
  explicit Groups(llvm::BasicBlock &block);
  bool rewrite();

private:
  void add(llvm::ICmpInst &instruction, unsigned side);

  llvm::SmallVector<Group> groups;
  using Key =
      std::tuple<llvm::SmallVector<llvm::Value *, 4>, llvm::Value *, unsigned>;
  std::map<Key, size_t> indices;
};
} // namespace

/// Whether a group has fewer instructions as comparisons of the distance.
bool Group::isWorthwhile() const {
  // Without extension, only sums are saved.
  if (extension)
    return comparisons.size() >= kLeastComparisons;
  return size_t(llvm::count_if(comparisons, [](const Comparison &one) {
           return one.savesSum;
         })) >= kLeastComparisons;
}

/// A distance that no comparison of the group asks for.
llvm::APInt Group::findOther() const {
  llvm::APInt other =
      llvm::APInt::getAllOnes(comparisons.front().offset.getBitWidth());
  while (llvm::any_of(
      comparisons, [&](const Comparison &one) { return one.offset == other; }))
    --other;
  return other;
}

/// The number in the positions' type. `fits` becomes whether it is the
/// extension of that. Both stand after the number's definition, so outside of
/// the loops that it comes from outside of.
llvm::Value *Group::narrow(llvm::Type *type, llvm::Value *&fits) const {
  llvm::BasicBlock::iterator place = comparisons.front()
                                         .instruction->getFunction()
                                         ->getEntryBlock()
                                         .getFirstInsertionPt();
  if (auto *definition = dyn_cast<llvm::Instruction>(number))
    place = *definition->getInsertionPointAfterDef();
  llvm::IRBuilder<> builder(place->getParent(), place);
  llvm::Value *low = builder.CreateTrunc(number, type);
  llvm::Value *again = builder.CreateCast(llvm::Instruction::CastOps(extension),
                                          low, number->getType());
  fits = builder.CreateICmpEQ(number, again);
  return low;
}

/// What is left of the number without the terms. Their sum is there if an
/// element has no constant of its own.
llvm::Value *Group::createDistance(llvm::IRBuilder<> &builder,
                                   llvm::Value *low) const {
  const llvm::ICmpInst *earliest = comparisons.front().instruction;
  for (const Comparison &one : comparisons) {
    if (!one.offset.isZero() || terms.size() < 2)
      continue;
    for (llvm::Value *operand : one.instruction->operand_values()) {
      if (operand == number)
        continue;
      if (extension)
        operand = cast<llvm::CastInst>(operand)->getOperand(0);
      auto *sum = cast<llvm::Instruction>(operand);
      if (sum->getParent() != earliest->getParent() ||
          sum->comesBefore(earliest))
        return builder.CreateSub(low, sum);
    }
  }
  for (llvm::Value *term : terms)
    low = builder.CreateSub(low, term);
  return low;
}

void Group::rewrite() {
  llvm::Value *low = number, *fits = nullptr;
  if (extension)
    low = narrow(terms.front()->getType(), fits);
  llvm::IRBuilder<> builder(comparisons.front().instruction);
  llvm::Value *distance = createDistance(builder, low);
  if (fits)
    distance =
        builder.CreateSelect(fits, distance, builder.getInt(findOther()));
  for (const Comparison &one : comparisons) {
    builder.SetInsertPoint(one.instruction);
    one.instruction->replaceAllUsesWith(builder.CreateICmp(
        one.instruction->getPredicate(), distance, builder.getInt(one.offset)));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(one.instruction);
  }
}

Groups::Groups(llvm::BasicBlock &block) {
  // The number may be any value, so both sides are tried.
  for (llvm::Instruction &instruction : block)
    if (auto *comparison = dyn_cast<llvm::ICmpInst>(&instruction);
        comparison && comparison->isEquality())
      for (unsigned side : {0, 1})
        add(*comparison, side);
}

/// Puts a comparison into its group, with its operand `side` as the position.
void Groups::add(llvm::ICmpInst &instruction, unsigned side) {
  llvm::Value *position = instruction.getOperand(side);
  llvm::Value *number = instruction.getOperand(1 - side);
  if (isa<llvm::Constant>(number))
    return;
  unsigned extension = 0;
  bool isAlone = position->hasOneUse();
  if (isa<llvm::SExtInst, llvm::ZExtInst>(position)) {
    auto *cast = llvm::cast<llvm::CastInst>(position);
    extension = cast->getOpcode();
    position = cast->getOperand(0);
    isAlone &= position->hasOneUse();
  }
  if (!position->getType()->isIntegerTy(32) &&
      !position->getType()->isIntegerTy(64))
    return;
  Sum sum{{}, llvm::APInt(position->getType()->getIntegerBitWidth(), 0)};
  sum.add(position);
  if (sum.terms.empty())
    return;
  auto terms = sum.terms;
  llvm::sort(terms);
  auto [entry, isNew] =
      indices.insert({{terms, number, extension}, groups.size()});
  if (isNew)
    groups.push_back({sum.terms, number, extension, {}});
  groups[entry->second].comparisons.push_back(
      {&instruction, sum.constant, isAlone && !sum.constant.isZero()});
}

bool Groups::rewrite() {
  bool changed = false;
  llvm::SmallPtrSet<llvm::ICmpInst *, 16> done;
  for (Group &group : groups) {
    llvm::erase_if(group.comparisons, [&](const Comparison &one) {
      return done.contains(one.instruction);
    });
    if (!group.isWorthwhile())
      continue;
    for (const Comparison &one : group.comparisons)
      done.insert(one.instruction);
    group.rewrite();
    changed = true;
  }
  return changed;
}

bool tile::compareDistances(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      changed |= Groups(block).rewrite();
  return changed;
}
