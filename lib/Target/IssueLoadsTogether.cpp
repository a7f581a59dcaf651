//===- IssueLoadsTogether.cpp - Loads that wait for nothing ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads of a tile are independent of each other, so all of them can be on their
// way at the same time. ptxas does not always leave it at that. To come to a
// barrier early, or to save registers, it puts the use of one load before the
// next load, and waits for memory twice, or eight times. Two kinds of kernels
// suffer from that on an H200:
//
// * What is loaded is an address. A scatter waited for each of 8 indices on its
//   own, and ran at 0.79 of Triton's speed; with the loads together, at 0.91.
// * What is loaded goes to shared memory, to change threads. A convolution
//   stored its weights there before it asked for its data: 0.955, now 0.995.
//   If half of the loads or more go there, they keep memory busy by themselves,
//   and others that are used after the exchange only take registers.
//
// Elsewhere ptxas' order is kept. Most kernels are as fast in either order, and
// one that unpacks 4-bit integers lost 7 %.
//
// ptxas moves no access of memory across bar.warp.sync, which is not an
// instruction where the warp is together. So one is put after the loads that
// come before the first use of one of them. Loads further down that need
// nothing of what was loaded come up before it, if no access that may write is
// in between, and if there is room:
//
//   a = load p                       a = load p
//   b = f(a)                         c = load r
//   c = load r              to       bar.warp.sync
//   store c to q[b]                  b = f(a)
//                                    store c to q[b]
//
// That is done where a warp is together for sure: in the first block of a
// kernel, and in blocks with a barrier. Loops are left as they are: there the
// loads of an iteration come after the arithmetic of the one before.
//
// In a third kind of kernels an iteration loads a tile, and stores another one
// in its place, such as the sum of all tiles before. ptxas sees that each store
// meets one load only. To save registers it stores what it can before the next
// load, and memory has little to do at a time. Such a loop, of 32 loads of 16
// bytes per thread, ran at 0.48 of Triton's speed; with the loads together, at
// 1.40 to 1.50. What all of them load and the tile that is stored need more
// registers than a thread has, so the last eighth of the loads is left to
// ptxas.
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"
#include "CodeGenImpl.h"

#include "tile/Hardware/Occupancy.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::tile;

/// Loads on their way leave room for 24 warps, and others come up as long as
/// there is room for 48.
static constexpr unsigned kMostRegisters = getMostRegisters(24),
                          kMostToMove = getMostRegisters(48);

/// What is computed of a value before it goes to shared memory: a transposed
/// tile is added to another. After more, as in a sort, nothing is won.
static constexpr unsigned kMostSteps = 4;

/// LLVM's numbers of the address spaces.
static constexpr unsigned kGlobal = 1, kShared = 3;

/// A load from global memory, with a mask (as inline asm) or without.
static bool isGlobalLoad(const llvm::Instruction &instruction) {
  if (const auto *load = dyn_cast<llvm::LoadInst>(&instruction))
    return load->isSimple() && load->getPointerAddressSpace() == kGlobal;
  const auto *call = dyn_cast<llvm::CallBase>(&instruction);
  if (!call || !call->isInlineAsm() || call->getType()->isVoidTy())
    return false;
  StringRef text =
      cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString();
  return text.contains("ld.global.") && text.count(';') == 1;
}

/// A load or a store, with a mask or without; an atomic operation is slower
/// than what its address waits for.
static bool isAccess(const llvm::Instruction &instruction) {
  if (isa<llvm::LoadInst, llvm::StoreInst>(instruction))
    return true;
  const auto *call = dyn_cast<llvm::CallBase>(&instruction);
  if (!call || !call->isInlineAsm())
    return false;
  StringRef text =
      cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString();
  return text.contains("ld.global.") || text.contains("st.global.");
}

static bool isExchange(const llvm::Instruction &instruction) {
  const auto *call = dyn_cast<llvm::CallBase>(&instruction);
  return call && call->isConvergent() && !call->isInlineAsm();
}

static bool isBarrier(const llvm::Instruction &instruction) {
  const auto *call = dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getCalledFunction()->getName().starts_with(
                     "llvm.nvvm.barrier.cta.sync");
}

/// Whether an instruction stores a value to shared memory, by itself or as a
/// part of a matrix.
static bool storesToShared(const llvm::Instruction &instruction,
                           const llvm::Value *value) {
  if (const auto *store = dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerAddressSpace() == kShared &&
           store->getValueOperand() == value;
  const auto *call = dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call &&
         call->getCalledFunction()->getName().starts_with(
             "llvm.nvvm.stmatrix") &&
         !value->getType()->isPointerTy() &&
         llvm::is_contained(call->args(), value);
}

static unsigned countRegisters(const llvm::Instruction &load) {
  return llvm::divideCeil(countBits(load), 32);
}

namespace {
/// The loads of a block that are issued together.
class LoadGroup {
public:
  explicit LoadGroup(llvm::BasicBlock &block);

  /// Whether it is known to gain, and needs no more registers than there are.
  bool isWorthwhile() const;
  void issue();

private:
  void add(llvm::Instruction &load);
  void use(llvm::Instruction &instruction);
  /// Whether memory is busy with what goes to shared memory, while other loads
  /// would wait in registers.
  bool isMostlyExchanged() const;
  /// Whether an operand is in a map or a set.
  template <typename Values>
  static bool readsOne(const llvm::Instruction &instruction,
                       const Values &values) {
    return llvm::any_of(
        instruction.operand_values(),
        [&](const llvm::Value *operand) { return values.contains(operand); });
  }

  llvm::SmallVector<llvm::Instruction *> loads;
  /// Loads after the first use that could come up.
  llvm::SmallVector<llvm::Instruction *> further;
  /// What was loaded, and what is computed of it in this thread, with the
  /// number of steps.
  llvm::SmallDenseMap<const llvm::Value *, unsigned, 32> loaded;
  /// All that depends on it, also by memory or another thread. A load that
  /// needs one of these cannot come before what computes it.
  llvm::SmallDenseSet<const llvm::Value *, 32> dependent;
  unsigned registers = 0, registersFurther = 0;
  llvm::Instruction *firstUse = nullptr;
  bool givesAddresses = false, goesToShared = false, hasBarrierBehind = false;
};
} // namespace

void LoadGroup::add(llvm::Instruction &load) {
  if (!firstUse) {
    loads.push_back(&load);
    registers += countRegisters(load);
  } else {
    further.push_back(&load);
    registersFurther += countRegisters(load);
  }
  loaded[&load] = 0;
  dependent.insert(&load);
}

/// Takes note of what an instruction does with what was loaded.
void LoadGroup::use(llvm::Instruction &instruction) {
  dependent.insert(&instruction);
  if (!readsOne(instruction, loaded))
    return;
  if (instruction.mayReadOrWriteMemory()) {
    givesAddresses |= isAccess(instruction) &&
                      llvm::any_of(instruction.operand_values(),
                                   [&](const llvm::Value *operand) {
                                     return operand->getType()->isPointerTy() &&
                                            loaded.contains(operand);
                                   });
  } else if (!isExchange(instruction)) {
    unsigned steps = 0;
    for (const llvm::Value *operand : instruction.operand_values())
      steps = std::max(steps, loaded.lookup(operand));
    bool isStep =
        !isPart(instruction) && !isa<llvm::InsertElementInst>(instruction);
    loaded[&instruction] = steps + isStep;
  }
  for (const llvm::Value *operand : instruction.operand_values())
    if (auto found = loaded.find(operand); found != loaded.end())
      goesToShared |=
          found->second <= kMostSteps && storesToShared(instruction, operand);
}

LoadGroup::LoadGroup(llvm::BasicBlock &block) {
  bool mayCome = true;
  for (llvm::Instruction &instruction : block) {
    bool needs = readsOne(instruction, dependent);
    if (isGlobalLoad(instruction) && !needs) {
      if (!firstUse || mayCome)
        add(instruction);
      continue;
    }
    if (needs)
      use(instruction);
    bool writes = instruction.mayHaveSideEffects();
    mayCome &= !writes;
    if (!firstUse && !loads.empty() &&
        ((needs && !isPart(instruction)) || writes))
      firstUse = &instruction;
    hasBarrierBehind |= goesToShared && isBarrier(instruction);
  }
}

/// Whether a value, or what is computed of it in a few steps, goes to shared
/// memory.
static bool
isExchanged(const llvm::Value &value, unsigned steps,
            llvm::SmallPtrSetImpl<const llvm::Instruction *> &seen) {
  return llvm::any_of(value.users(), [&](const llvm::User *user) {
    const auto *next = cast<llvm::Instruction>(user);
    if (storesToShared(*next, &value))
      return true;
    bool isStep = !isPart(*next) && !isa<llvm::InsertElementInst>(next);
    return !next->mayReadOrWriteMemory() && !isa<llvm::PHINode>(next) &&
           steps + isStep <= kMostSteps && seen.insert(next).second &&
           isExchanged(*next, steps + isStep, seen);
  });
}

bool LoadGroup::isMostlyExchanged() const {
  unsigned exchanged = 0;
  for (const llvm::Instruction *load : loads) {
    llvm::SmallPtrSet<const llvm::Instruction *, 16> seen;
    if (isExchanged(*load, 0, seen))
      exchanged += countRegisters(*load);
  }
  return exchanged < registers && exchanged * 2 >= registers;
}

bool LoadGroup::isWorthwhile() const {
  return firstUse && loads.size() > 1 && registers <= kMostRegisters &&
         (givesAddresses || (hasBarrierBehind && !isMostlyExchanged()));
}

static void putSyncBefore(llvm::Instruction *instruction) {
  llvm::IRBuilder<> builder(instruction);
  builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync,
                          {builder.getInt32(-1)});
}

/// Puts an instruction, and what it needs of the block, before another.
static void moveUp(llvm::Instruction *instruction, llvm::Instruction *before) {
  for (llvm::Value *operand : instruction->operands())
    if (auto *needed = dyn_cast<llvm::Instruction>(operand);
        needed && needed->getParent() == before->getParent() &&
        before->comesBefore(needed))
      moveUp(needed, before);
  instruction->moveBefore(before->getIterator());
}

void LoadGroup::issue() {
  if (registers + registersFurther <= kMostToMove)
    for (llvm::Instruction *load : further)
      moveUp(load, firstUse);
  putSyncBefore(firstUse);
}

/// Whether a value is the same for all threads of a CTA, where all branches of
/// the function are; only what is easy to see.
static bool isUniform(const llvm::Value *value,
                      llvm::SmallPtrSetImpl<const llvm::Value *> &seen) {
  const auto *instruction = dyn_cast<llvm::Instruction>(value);
  if (!instruction || !seen.insert(instruction).second)
    return true;
  // Inline asm may read the thread's number.
  if (isa<llvm::CallBase>(instruction)) {
    const auto *call = dyn_cast<llvm::IntrinsicInst>(instruction);
    StringRef name = call ? call->getCalledFunction()->getName() : StringRef();
    return name.contains("sreg.ctaid") || name.contains("sreg.nctaid");
  }
  return !instruction->mayReadOrWriteMemory() &&
         llvm::all_of(instruction->operand_values(),
                      [&](const llvm::Value *operand) {
                        return isUniform(operand, seen);
                      });
}

static bool isTogether(const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::Value *, 32> seen;
  return llvm::all_of(function, [&](const llvm::BasicBlock &block) {
    return llvm::all_of(
        block.getTerminator()->operand_values(),
        [&](const llvm::Value *operand) { return isUniform(operand, seen); });
  });
}

/// The first load of a block that may come after stores in the place of those
/// before it; null if the block does not store in place, as said above.
static llvm::Instruction *findEndOfLoads(llvm::BasicBlock &block) {
  constexpr unsigned kLeastBytes = 16, kLeastRegisters = 64, kPart = 8;
  llvm::SmallVector<llvm::Instruction *> loads;
  llvm::SmallDenseSet<const llvm::Value *, 32> places, dependent;
  unsigned registers = 0, storedAgain = 0;
  for (llvm::Instruction &instruction : block) {
    bool needs = llvm::any_of(instruction.operand_values(),
                              [&](const llvm::Value *operand) {
                                return dependent.contains(operand);
                              });
    auto *load = dyn_cast<llvm::LoadInst>(&instruction);
    if (load && isGlobalLoad(*load) && countBits(*load) >= kLeastBytes * 8 &&
        storedAgain == 0) {
      loads.push_back(load);
      places.insert(load->getPointerOperand());
      registers += countRegisters(*load);
      dependent.insert(load);
    } else if (auto *store = dyn_cast<llvm::StoreInst>(&instruction);
               store && store->isSimple()) {
      if (needs)
        return nullptr;
      storedAgain += places.contains(store->getPointerOperand());
    } else if (instruction.mayWriteToMemory()) {
      return nullptr;
    } else if (needs) {
      dependent.insert(&instruction);
    }
  }
  return registers >= kLeastRegisters && storedAgain == loads.size()
             ? loads[loads.size() - std::max<size_t>(loads.size() / kPart, 1)]
             : nullptr;
}

bool tile::issueLoadsTogether(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module) {
    if (function.isDeclaration() ||
        function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    if (hasLoop(function)) {
      for (llvm::BasicBlock &block : function)
        if (llvm::Instruction *end = findEndOfLoads(block);
            end && isTogether(function)) {
          putSyncBefore(end);
          changed = true;
        }
      continue;
    }
    for (llvm::BasicBlock &block : function) {
      if (!block.isEntryBlock() && llvm::none_of(block, isBarrier))
        continue;
      LoadGroup group(block);
      if (!group.isWorthwhile())
        continue;
      group.issue();
      changed = true;
    }
  }
  return changed;
}
