//===- SplitStructs.cpp - Loop-carried structs as scalars -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop carries the sums of a warpgroup's product as one struct of up to 128
// numbers, so that passes on IR meet one phi instead of 128. Instruction
// selection reads all members of a struct from another block again for each
// extractvalue, which takes time that grows with the square of their number.
// So each such phi becomes one per member before it.
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace mlir;

using Phis = llvm::SmallSetVector<llvm::PHINode *, 4>;

/// The number of the only member that a user takes; nothing if it is another
/// user.
static std::optional<unsigned> findMember(const llvm::User *user) {
  const auto *extract = dyn_cast<llvm::ExtractValueInst>(user);
  if (!extract || extract->getNumIndices() != 1)
    return std::nullopt;
  return extract->getIndices()[0];
}

/// The phis of structs that are used by their members only, or by each other.
static Phis findPhis(llvm::Function &function) {
  Phis phis;
  for (llvm::BasicBlock &block : function)
    for (llvm::PHINode &phi : block.phis())
      if (isa<llvm::StructType>(phi.getType()))
        phis.insert(&phi);
  auto isOther = [&](llvm::PHINode *phi) {
    return llvm::any_of(phi->incoming_values(),
                        llvm::IsaPred<llvm::Argument>) ||
           llvm::any_of(phi->users(), [&](llvm::User *user) {
             auto *next = dyn_cast<llvm::PHINode>(user);
             return next ? !phis.contains(next) : !findMember(user);
           });
  };
  while (phis.remove_if(isOther)) {
  }
  return phis;
}

namespace {
/// The members of structs as values of their own.
class Members {
public:
  /// Of a phi, the members get their incoming values later.
  llvm::SmallVector<llvm::Value *> add(llvm::Value *value) {
    auto [it, isNew] = members.try_emplace(value);
    if (!isNew)
      return it->second;
    auto *phi = dyn_cast<llvm::PHINode>(value);
    llvm::IRBuilder<> builder(value->getContext());
    if (phi)
      builder.SetInsertPoint(phi);
    else if (auto *instruction = dyn_cast<llvm::Instruction>(value))
      builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    auto *type = cast<llvm::StructType>(value->getType());
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      llvm::Value *member = phi ? builder.CreatePHI(type->getElementType(i),
                                                    phi->getNumIncomingValues())
                                : llvm::FindInsertedValue(value, i);
      it->second.push_back(member ? member
                                  : builder.CreateExtractValue(value, i));
    }
    if (!isa<llvm::Constant>(value))
      replaceExtracts(value, it->second);
    return it->second;
  }

private:
  static void replaceExtracts(llvm::Value *value,
                              ArrayRef<llvm::Value *> members) {
    for (llvm::User *user : llvm::make_early_inc_range(value->users()))
      if (std::optional<unsigned> i = findMember(user);
          i && user != members[*i]) {
        user->replaceAllUsesWith(members[*i]);
        cast<llvm::Instruction>(user)->eraseFromParent();
      }
  }

  llvm::DenseMap<llvm::Value *, llvm::SmallVector<llvm::Value *>> members;
};
} // namespace

static void split(const Phis &phis) {
  Members members;
  llvm::SmallVector<llvm::WeakTrackingVH> wholes;
  for (llvm::PHINode *phi : phis)
    for (auto [value, block] :
         llvm::zip(phi->incoming_values(), phi->blocks())) {
      wholes.emplace_back(value);
      for (auto [to, from] : llvm::zip(members.add(phi), members.add(value)))
        cast<llvm::PHINode>(to)->addIncoming(from, block);
    }
  for (llvm::PHINode *phi : phis)
    phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
  for (llvm::PHINode *phi : phis)
    phi->eraseFromParent();
  // Insertions of members that nothing reads any more.
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(wholes);
}

bool tile::splitStructs(llvm::Module &module) {
  bool changed = false;
  for (llvm::Function &function : module) {
    Phis phis = findPhis(function);
    split(phis);
    changed |= !phis.empty();
  }
  return changed;
}
