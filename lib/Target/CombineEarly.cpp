//===- CombineEarly.cpp - Loaded values that are combined at once ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread's part of a reduction is lowered operation by operation: all
// addresses, all loads, then the sums or maxima. ptxas moves some of it, but
// follows that order by and large, so what is loaded waits in registers. A
// maximum of 32 loads of 16 bytes took 60 of them, so only 32 warps found room
// on an SM. In this order it takes 48, and an H200 runs it 2.7 % faster.
//
// In a block with many loads whose values are combined, each address is
// computed right before its load here, and what ends more values than it begins
// comes as soon as its operands have had some loads' time to arrive:
//
//   p1 = f(p); p2 = f(p); ...        p1 = f(p); a1 = load p1
//   a1 = load p1                     p2 = f(p); a2 = load p2
//   a2 = load p2               to    p3 = f(p); a3 = load p3
//   a3 = load p3                     b1 = max(a1, a2)
//   b1 = max(a1, a2)                 p4 = f(p); a4 = load p4
//
// Accesses of memory and exchanges keep their order among each other.
//
// A reduction's tree of maxima, or of another operation that gives the same in
// any order, becomes a chain then. A tree keeps a value for each of its levels
// until the other half is there; a chain keeps one. The maximum of 32 loads of
// 16 bytes takes 38 registers instead of 48 by that, which leaves room for 48
// warps. Sums keep their trees, which round less.
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"
#include "CodeGenImpl.h"

#include "tile/Hardware/Occupancy.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <deque>

using namespace mlir;
using namespace mlir::tile;

/// Fewer loads leave room enough in any order; with 16 some kernels lost 7 %.
static constexpr unsigned kFewestLoads = 32;
/// How many bytes of later loads are on their way when a value is combined.
static constexpr unsigned kBytesOnTheWay = 64;
/// The new order is taken where the old one needs more registers than leave
/// room for 48 warps, and the new one at most so many percent of the old.
static constexpr unsigned kMostRegisters = getMostRegisters(48),
                          kPercentToTake = 60;
/// Instructions that are looked at together.
static constexpr unsigned kMostTogether = 32;

/// A load, or inline asm that has a result: a load with a mask.
static bool isLoad(const llvm::Instruction &instruction) {
  if (isa<llvm::LoadInst>(instruction))
    return true;
  const auto *call = dyn_cast<llvm::CallBase>(&instruction);
  return call && call->isInlineAsm() && !canMove(instruction) &&
         !call->getType()->isVoidTy();
}

/// The bits that a value takes; its parts have their own.
static unsigned countOwn(const llvm::Instruction &instruction) {
  bool isInParts =
      llvm::all_of(instruction.users(), [](const llvm::User *user) {
        return isPart(*cast<llvm::Instruction>(user));
      });
  return isInParts || instruction.getType()->isAggregateType()
             ? 0
             : countBits(instruction);
}

namespace {
/// The order of a block's instructions, and what it needs.
class BlockOrder {
public:
  BlockOrder(llvm::BasicBlock &block);

  unsigned getNumLoads() const { return loads; }
  /// How often values were combined before all were loaded.
  unsigned getNumCombined() const { return combined; }
  llvm::SmallVector<llvm::Instruction *> combineEarly();

private:
  /// The values of this block that an instruction reads.
  llvm::SmallSetVector<llvm::Instruction *, 4>
  getOperands(const llvm::Instruction &instruction) const;
  bool isPlaced(const llvm::Instruction *instruction) const {
    return instruction->getParent() != &block || placed.contains(instruction);
  }
  void place(llvm::Instruction *instruction);
  void placeWithOperands(llvm::Instruction *root);
  void placeParts(llvm::Instruction &whole);
  /// Whether fewer registers are needed after an instruction, and what it
  /// needs, than before; and all of it is there or could be computed.
  bool endsRegisters(llvm::Instruction *root) const;
  /// Places what combines a value that was loaded with others, and what
  /// combines the result.
  void combine(llvm::Instruction *loaded);

  llvm::BasicBlock &block;
  const llvm::DataLayout &layout;
  unsigned loads = 0, combined = 0;
  /// Of each value: the instructions that read it, and whether other blocks do.
  llvm::DenseMap<const llvm::Instruction *, unsigned> numReaders;
  llvm::DenseSet<const llvm::Instruction *> escaping;

  // While an order is made.
  llvm::SmallVector<llvm::Instruction *> order;
  llvm::DenseSet<const llvm::Instruction *> placed;
  llvm::DenseMap<const llvm::Instruction *, unsigned> readersLeft;
  /// How many bytes were loaded until the last load that a value needs.
  llvm::DenseMap<const llvm::Instruction *, uint64_t> loadedBefore;
  uint64_t bytesLoaded = 0;
};
} // namespace

BlockOrder::BlockOrder(llvm::BasicBlock &block)
    : block(block), layout(block.getDataLayout()) {
  for (llvm::Instruction &instruction : block) {
    loads += isLoad(instruction);
    for (llvm::Instruction *operand : getOperands(instruction))
      ++numReaders[operand];
    bool escapes = llvm::any_of(instruction.users(), [&](llvm::User *user) {
      return cast<llvm::Instruction>(user)->getParent() != &block ||
             isa<llvm::PHINode>(user);
    });
    if (escapes)
      escaping.insert(&instruction);
  }
}

llvm::SmallSetVector<llvm::Instruction *, 4>
BlockOrder::getOperands(const llvm::Instruction &instruction) const {
  llvm::SmallSetVector<llvm::Instruction *, 4> operands;
  for (llvm::Value *operand : instruction.operands())
    if (auto *other = dyn_cast<llvm::Instruction>(operand);
        other && other->getParent() == &block)
      operands.insert(other);
  return operands;
}

void BlockOrder::place(llvm::Instruction *instruction) {
  placed.insert(instruction);
  order.push_back(instruction);
  uint64_t before = 0;
  for (llvm::Value *operand : instruction->operands())
    if (auto *other = dyn_cast<llvm::Instruction>(operand))
      before = std::max(before, loadedBefore.lookup(other));
  loadedBefore[instruction] = before;
  for (llvm::Instruction *operand : getOperands(*instruction))
    --readersLeft[operand];
}

void BlockOrder::placeWithOperands(llvm::Instruction *root) {
  llvm::SmallVector<std::pair<llvm::Instruction *, unsigned>> stack{{root, 0}};
  while (!stack.empty()) {
    auto [instruction, next] = stack.back();
    if (isa<llvm::PHINode>(instruction) ||
        next == instruction->getNumOperands()) {
      stack.pop_back();
      if (!isPlaced(instruction))
        place(instruction);
      continue;
    }
    ++stack.back().second;
    auto *operand = dyn_cast<llvm::Instruction>(instruction->getOperand(next));
    if (operand && !isPlaced(operand))
      stack.push_back({operand, 0});
  }
}

bool BlockOrder::endsRegisters(llvm::Instruction *root) const {
  // What has to be computed for it, and who reads what there.
  llvm::SmallSetVector<llvm::Instruction *, 8> cone;
  cone.insert(root);
  llvm::SmallMapVector<llvm::Instruction *, unsigned, 16> reads;
  for (unsigned i = 0; i < cone.size(); ++i) {
    // Selections of pairs, as for the place of a maximum, lost 10 %: ptxas has
    // the better order for these.
    if (cone.size() > kMostTogether ||
        isa<llvm::CmpInst, llvm::SelectInst>(cone[i]))
      return false;
    for (llvm::Instruction *operand : getOperands(*cone[i])) {
      ++reads[operand];
      if (!isPlaced(operand)) {
        if (!canMove(*operand))
          return false;
        cone.insert(operand);
      } else if (loadedBefore.lookup(operand) + kBytesOnTheWay > bytesLoaded) {
        return false;
      }
    }
  }
  int64_t change = 0;
  for (auto [read, count] : reads)
    if (!cone.contains(read) && readersLeft.lookup(read) == count &&
        !escaping.contains(read))
      change -= countOwn(*read);
  for (llvm::Instruction *computed : cone)
    if (readersLeft.lookup(computed) > reads.lookup(computed) ||
        escaping.contains(computed))
      change += countOwn(*computed);
  return change < 0;
}

void BlockOrder::combine(llvm::Instruction *loaded) {
  constexpr unsigned kMostSteps = 4;
  // Values, and how many instructions lie between them and what is placed.
  llvm::SmallVector<std::pair<llvm::Instruction *, unsigned>> values{
      {loaded, 0}};
  while (!values.empty()) {
    auto [value, steps] = values.pop_back_val();
    for (llvm::User *user : value->users()) {
      auto *next = cast<llvm::Instruction>(user);
      if (isPlaced(next)) {
        if (isPart(*next))
          values.push_back({next, 0});
        continue;
      }
      if (!canMove(*next))
        continue;
      if (endsRegisters(next)) {
        placeWithOperands(next);
        ++combined;
        values.push_back({next, 0});
      } else if (steps < kMostSteps) {
        values.push_back({next, steps + 1});
      }
    }
  }
}

void BlockOrder::placeParts(llvm::Instruction &whole) {
  for (llvm::User *user : whole.users())
    if (auto *part = cast<llvm::Instruction>(user);
        isPart(*part) && !isPlaced(part) &&
        llvm::all_of(getOperands(*part), [&](llvm::Instruction *operand) {
          return isPlaced(operand);
        })) {
      place(part);
      placeParts(*part);
    }
}

llvm::SmallVector<llvm::Instruction *> BlockOrder::combineEarly() {
  readersLeft = numReaders;
  std::deque<llvm::Instruction *> waiting;
  for (llvm::Instruction &instruction : block) {
    if (!isa<llvm::PHINode>(instruction) && canMove(instruction))
      continue;
    // What other blocks need is placed before the block ends.
    if (instruction.isTerminator())
      for (llvm::Instruction &left : block)
        if (&left != &instruction)
          placeWithOperands(&left);
    placeWithOperands(&instruction);
    if (!isLoad(instruction))
      continue;
    bytesLoaded += llvm::divideCeil(
        layout.getTypeSizeInBits(instruction.getType()).getFixedValue(), 8);
    loadedBefore[&instruction] = bytesLoaded;
    placeParts(instruction);
    waiting.push_back(&instruction);
    while (loadedBefore.lookup(waiting.front()) + kBytesOnTheWay <=
           bytesLoaded) {
      combine(waiting.front());
      waiting.pop_front();
    }
  }
  return std::move(order);
}

/// What an instruction does, if that gives the same for operands in any order
/// and grouping: an intrinsic's number, or that of a bitwise operation.
static std::optional<std::pair<bool, unsigned>>
getExactFold(const llvm::Instruction &instruction) {
  if (const auto *intrinsic = dyn_cast<llvm::IntrinsicInst>(&instruction))
    switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maximum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::umin:
      return std::pair(true, unsigned(intrinsic->getIntrinsicID()));
    default:
      return std::nullopt;
    }
  if (instruction.isBitwiseLogicOp())
    return std::pair(false, instruction.getOpcode());
  return std::nullopt;
}

/// The instruction that takes an instruction's result, if nothing else does,
/// and it is the same operation of the same block.
static llvm::Instruction *getParentFold(llvm::Instruction &instruction) {
  if (!instruction.hasOneUse())
    return nullptr;
  auto *user = cast<llvm::Instruction>(*instruction.user_begin());
  return user->getParent() == instruction.getParent() &&
                 getExactFold(instruction) == getExactFold(*user)
             ? user
             : nullptr;
}

/// Makes a chain of a tree of many values, whose parts wait for each other in
/// registers. The values come in the order of the block.
static bool makeChain(llvm::Instruction &root) {
  llvm::SmallVector<llvm::Instruction *> tree{&root};
  llvm::SmallVector<llvm::Value *> leaves;
  for (unsigned i = 0; i < tree.size(); ++i)
    for (unsigned side : {0, 1}) {
      auto *operand = dyn_cast<llvm::Instruction>(tree[i]->getOperand(side));
      if (operand && getExactFold(*operand) &&
          getParentFold(*operand) == tree[i])
        tree.push_back(operand);
      else
        leaves.push_back(tree[i]->getOperand(side));
    }
  if (leaves.size() < kFewestLoads / 2)
    return false;
  auto isHere = [&](llvm::Value *value) {
    auto *instruction = dyn_cast<llvm::Instruction>(value);
    return instruction && instruction->getParent() == root.getParent();
  };
  llvm::stable_sort(leaves, [&](llvm::Value *a, llvm::Value *b) {
    if (!isHere(a) || !isHere(b))
      return isHere(b) && !isHere(a);
    return cast<llvm::Instruction>(a)->comesBefore(cast<llvm::Instruction>(b));
  });
  llvm::Value *chain = leaves.front();
  for (llvm::Value *leaf : llvm::drop_begin(leaves)) {
    llvm::Instruction *link = root.clone();
    link->setOperand(0, chain);
    link->setOperand(1, leaf);
    link->insertBefore(root.getIterator());
    for (const llvm::Instruction *other : tree)
      link->andIRFlags(other);
    chain = link;
  }
  root.replaceAllUsesWith(chain);
  llvm::RecursivelyDeleteTriviallyDeadInstructions(&root);
  return true;
}

/// Makes chains of a block's trees. True if there are some.
static bool makeChains(llvm::BasicBlock &block) {
  llvm::SmallVector<llvm::Instruction *> roots;
  for (llvm::Instruction &instruction : block)
    if (getExactFold(instruction) && !instruction.getType()->isIntegerTy(1) &&
        !instruction.use_empty() && !getParentFold(instruction))
      roots.push_back(&instruction);
  bool changed = false;
  for (llvm::Instruction *root : roots)
    changed |= makeChain(*root);
  return changed;
}

static bool combineEarly(llvm::BasicBlock &block) {
  BlockOrder blockOrder(block);
  if (blockOrder.getNumLoads() < kFewestLoads)
    return false;
  llvm::SmallVector<llvm::Instruction *> before;
  for (llvm::Instruction &instruction : block)
    before.push_back(&instruction);
  unsigned most = countMostLive(before, countOwn);
  if (most <= kMostRegisters)
    return false;
  llvm::SmallVector<llvm::Instruction *> after = blockOrder.combineEarly();
  unsigned mostAfter = countMostLive(after, countOwn);
  if (blockOrder.getNumCombined() < kFewestLoads / 2 ||
      mostAfter * 100 > most * kPercentToTake)
    return false;
  applyOrder(block, after);
  if (makeChains(block))
    applyOrder(block, BlockOrder(block).combineEarly());
  return true;
}

bool tile::combineEarly(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module) {
    // In loops the latency is that of the iteration before.
    if (hasLoop(function))
      continue;
    for (llvm::BasicBlock &block : function)
      changed |= ::combineEarly(block);
  }
  return changed;
}
