//===- WritePTX.cpp - LLVM's back end without what does not pay -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

using namespace mlir;

namespace {
/// Asks `shouldCancel` and changes nothing: the pass managers of LLVM's back
/// ends have no hook between two passes. What is cancelled goes on to the end,
/// as these passes cannot be left out.
class AskBetweenPasses : public llvm::FunctionPass {
public:
  explicit AskBetweenPasses(const std::function<bool()> &shouldCancel)
      : FunctionPass(ID), shouldCancel(shouldCancel) {}

  bool runOnFunction(llvm::Function &) override {
    (void)shouldCancel();
    return false;
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesAll();
  }
  llvm::StringRef getPassName() const override { return "Ask between passes"; }

private:
  static char ID;
  const std::function<bool()> &shouldCancel;
};
char AskBetweenPasses::ID = 0;

/// A pass manager that leaves out what does not pay, and asks after every
/// fourth pass on functions, which all the long ones are: after each of them,
/// it takes 1 % of a small kernel's compile.
///
/// Straight-line strength reduction turns (b + 1) * s, (b + 2) * s, ... into
/// additions of s: for addresses with strides that are arguments, it saves a
/// third of the instructions. Where all factors are constants, instruction
/// selection folds as much by itself, and the pass takes more than half of the
/// back end's time for nothing (2.7 of 4.6 ms for a vector add of 8 elements
/// per thread), growing with the square of the number of addresses. N-ary
/// reassociation looks for sums and products to share in a + (b + c). It pays
/// for the same addresses, and takes as long: 6.4 of 7.2 s for a sort with 128
/// elements per thread, whose keys it compares with each other. LLVM puts
/// common subexpression elimination before it and after it. Without it neither
/// is needed: a third one follows all passes on IR.
///
/// What serves other languages and processors (`kOfNoUse`) finds nothing to do
/// here, and each pass costs its place in the pass manager.
///
/// The vectorizer of loads and stores numbers all instructions of a block again
/// for each access that it moves. With the 40,000 accesses of a tile of a
/// million elements that takes minutes, in which shouldCancel is not called.
class LeanPassManager : public llvm::legacy::PassManager {
public:
  /// `shouldCancel` may be empty.
  LeanPassManager(bool reduceStrength, bool vectorizeAccesses,
                  const std::function<bool()> &shouldCancel)
      : reduceStrength(reduceStrength), vectorizeAccesses(vectorizeAccesses),
        shouldCancel(shouldCancel) {}

  void add(llvm::Pass *pass) override {
    llvm::AnalysisID id = pass->getPassID();
    bool servesStrength = id == strengthReduction || id == reassociation ||
                          // The two that stand around the reassociation.
                          (id == earlyCSE && numEarlyCSEs++ < 2);
    if ((!reduceStrength && servesStrength) ||
        (!vectorizeAccesses && id == accessVectorizer) ||
        llvm::is_contained(kOfNoUse, pass->getPassName())) {
      delete pass;
      return;
    }
    // A pass that is there already is deleted.
    bool isOnFunctions = pass->getPassKind() == llvm::PT_Function;
    llvm::legacy::PassManager::add(pass);
    if (shouldCancel && isOnFunctions && ++numOnFunctions % 4 == 0)
      llvm::legacy::PassManager::add(new AskBetweenPasses(shouldCancel));
  }

private:
  /// Passes by name, as most have no header. One that LLVM calls differently
  /// some day runs again, and does nothing.
  static constexpr llvm::StringLiteral kOfNoUse[] = {
      "Lower Garbage Collection Instructions",
      "Shadow Stack GC Lowering",
      "Analyze Machine Code For Garbage Collection",
      "Fixup Statepoint Caller Saved",
      "ObjC ARC contraction",
      "Lower invoke and unwind, for unwindless code generators",
      "Prepare callbr",
      "Safe Stack instrumentation pass",
      "Insert stack protectors",
      "Merge contiguous icmps into a memcmp",
      "Expand memcmp() to load/stores",
      "Replace intrinsics with calls to vector library",
      "Partially inline calls to library functions",
      "Instrument function entry/exit with calls to e.g. mcount() (post "
      "inlining)",
      "Insert fentry calls",
      "Insert XRay ops",
      "Machine Sanitizer Binary Metadata",
      "Stack Frame Layout Analysis",
      "Live DEBUG_VALUE analysis",
      "Remove Redundant DEBUG_VALUE analysis",
      // Constants cost nothing in PTX.
      "Constant Hoisting",
      // The optimisation of the IR leaves neither.
      "Optimize machine instruction PHIs",
      "Remove dead machine instructions",
  };

  bool reduceStrength, vectorizeAccesses;
  /// What distinguishes a pass from others: its kind. This makes one of the
  /// kind.
  const void *strengthReduction =
      std::unique_ptr<llvm::Pass>(llvm::createStraightLineStrengthReducePass())
          ->getPassID();
  const void *reassociation =
      std::unique_ptr<llvm::Pass>(llvm::createNaryReassociatePass())
          ->getPassID();
  const void *accessVectorizer =
      std::unique_ptr<llvm::Pass>(llvm::createLoadStoreVectorizerPass())
          ->getPassID();
  const void *earlyCSE =
      std::unique_ptr<llvm::Pass>(llvm::createEarlyCSEPass())->getPassID();
  const std::function<bool()> &shouldCancel;
  unsigned numOnFunctions = 0, numEarlyCSEs = 0;
};
} // namespace

/// Whether so many products share a factor that is not a constant that sums
/// instead save something, in a function with few enough sums, products and
/// addresses for a pass that compares each with each: 1000 take a second.
static bool needsStrengthReduction(const llvm::Module &module) {
  constexpr unsigned kMaxInstructions = 4096, kMaxCandidates = 192;
  // Of the instructions: a product of matrices has 16 such products in 700, of
  // which the pass finds none, for an eighth of the compile's time.
  constexpr unsigned kMinShare = 32;
  for (const llvm::Function &function : module) {
    unsigned numInstructions = function.getInstructionCount();
    if (numInstructions > kMaxInstructions)
      return false;
    unsigned candidates = 0, mostShared = 0;
    llvm::SmallDenseMap<const llvm::Value *, unsigned> factors;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      candidates += llvm::is_contained<unsigned>(
          {llvm::Instruction::Add, llvm::Instruction::Sub,
           llvm::Instruction::Shl, llvm::Instruction::Mul,
           llvm::Instruction::GetElementPtr},
          instruction.getOpcode());
      if (instruction.getOpcode() == llvm::Instruction::Mul &&
          !isa<llvm::Constant>(instruction.getOperand(0)) &&
          !isa<llvm::Constant>(instruction.getOperand(1)))
        for (const llvm::Value *factor : instruction.operand_values())
          mostShared = std::max(mostShared, ++factors[factor]);
    }
    if (candidates > kMaxCandidates)
      return false;
    if (mostShared > 1 && mostShared * kMinShare >= numInstructions)
      return true;
  }
  return false;
}

/// Whether some block has so many loads and stores that to vectorize them takes
/// more than a second.
static bool hasManyAccesses(const llvm::Module &module) {
  constexpr unsigned kMaxAccesses = 8192;
  for (const llvm::Function &function : module)
    for (const llvm::BasicBlock &block : function)
      if (llvm::count_if(block, [](const llvm::Instruction &instruction) {
            return isa<llvm::LoadInst, llvm::StoreInst>(instruction);
          }) > kMaxAccesses)
        return true;
  return false;
}

bool tile::writePTX(llvm::Module &module, llvm::TargetMachine &machine,
                    bool verify, const std::function<bool()> &shouldCancel,
                    llvm::raw_pwrite_stream &stream) {
  LeanPassManager passes(needsStrengthReduction(module),
                         !hasManyAccesses(module), shouldCancel);
  if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                  llvm::CodeGenFileType::AssemblyFile,
                                  /*DisableVerify=*/!verify))
    return false;
  passes.run(module);
  return true;
}
