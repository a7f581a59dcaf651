//===- Optimize.cpp - LLVM's optimisations ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's O3 pipeline, less what does not pay on tile kernels: straight-line
// code whose loops are the author's, in blocks of up to some ten thousand
// instructions. Everything else in it is linear there: of 1.4 ms for a vector
// add and 180 ms for 32,000 instructions, half of it in instcombine.
//
// * Modules of straight-line kernels (no loop, no call, no variable on the
//   stack) get each step of O3 that changes them once: 0.75 ms for a vector add
//   instead of 1.6. Of 213 PTX files of tests and benchmarks 195 stay the same
//   to the byte, the others within two instructions.
// * Modules with loops get O3 with three runs of instcombine instead of seven,
//   and without the passes for calls and variables on the stack. Of 26 files of
//   such kernels 22 have as many machine instructions and registers as before,
//   the others 8 to 16 instructions less.
// * Neither kind runs the eliminations of dead code and dead stores. These
//   changed the PTX of none of 2,300 files: instcombine has done the work of
//   the first, and lowering leaves nothing for the second.
// * Functions of libdevice are simplified separately, once, and inlined first,
//   so that their callers are such modules. Functions with variables on the
//   stack, such as the sine, are simplified by O3.
// * Functions made of fallbacks of inline asm are simplified by themselves, as
//   modules with loops are. Where everything is straight then, they are inlined
//   last, so that only instruction selection sees each of 48 copies; otherwise
//   first.
// * Loop vectorisation and interleaving: there are no vector lanes to fill.
// * SLP vectorisation stays: it pairs f16 and bf16 (from sm_100 on also f32)
//   arithmetic into one instruction, fma.rn.f16x2. But its time grows with the
//   square of a block's length (8 ms for 800 instructions, 110 for 8,000, 2,400
//   for 32,000), so it is left out where a block is long.
// * Unrolling by a factor that is not the trip count, where a loop writes to
//   memory: a load cannot pass the writes of the iteration before it, so copies
//   of the body cost registers (47 instead of 32 for a copy loop) and hide no
//   latency. Loops that only read are unrolled, as are short counted ones.
//
// The file is long, since the pipelines and the small passes that stand between
// their steps are read together.
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"
#include "CodeGenImpl.h"

#include "tile/Dialect/Tile/IR/Fallback.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

using namespace mlir;

/// The longest block, in instructions, that SLP vectorisation is run on.
static constexpr size_t kMaxBlockForSLP = 4096;

static bool hasLongBlock(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::BasicBlock &block : function)
      if (block.size() > kMaxBlockForSLP)
        return true;
  return false;
}

/// 90 of "sm_90a".
static unsigned getCapability(const llvm::TargetMachine &machine) {
  unsigned capability = 0;
  StringRef chip = machine.getTargetCPU();
  chip.consume_front("sm_");
  (void)chip.consumeInteger(10, capability);
  return capability;
}

/// The widest numbers that can share an instruction in pairs: 16 bits (PTX
/// ISA, "Half precision floating point instructions", ".f16x2", ".bf16x2",
/// ".s16x2"), and from sm_100 on 32 (".f32x2").
static unsigned getWidestPackable(const llvm::TargetMachine &machine) {
  return getCapability(machine) >= 100 ? 32 : 16;
}

/// Whether there is arithmetic on numbers of at most `widest` bits. Conversions
/// pair up in instruction selection, and accesses in the vectorizer of these.
/// Comparisons and choices do not count: PTX has no choice between two pairs.
static bool hasArithmetic(const llvm::Function &function, unsigned widest) {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (!isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::IntrinsicInst>(
            instruction))
      continue;
    for (const llvm::Value *value : instruction.operand_values()) {
      llvm::Type *type = value->getType();
      bool isNumber = type->isFloatingPointTy() ||
                      (type->isIntegerTy() && !type->isIntegerTy(1) &&
                       type->getIntegerBitWidth() <= 16);
      if (isNumber && type->getPrimitiveSizeInBits() <= widest)
        return true;
    }
  }
  return false;
}

namespace {
/// Forbids partial unrolling of loops that write to memory.
struct KeepWritingLoops : llvm::PassInfoMixin<KeepWritingLoops> {
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &,
                              llvm::LPMUpdater &) {
    for (const llvm::BasicBlock *block : loop.blocks())
      for (const llvm::Instruction &instruction : *block)
        if (instruction.mayWriteToMemory()) {
          llvm::addStringMetadataToLoop(&loop,
                                        "llvm.loop.unroll.runtime.disable");
          return llvm::PreservedAnalyses::all();
        }
    return llvm::PreservedAnalyses::all();
  }
};

/// Combines vectors, but loads no more than is used: the four bytes around one
/// of shared memory, as LLVM likes, others may store at the time. It does not
/// where threads are checked for races.
struct CombineVectors : llvm::PassInfoMixin<CombineVectors> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses) {
    function.addFnAttr(llvm::Attribute::SanitizeThread);
    llvm::PreservedAnalyses preserved =
        llvm::VectorCombinePass().run(function, analyses);
    function.removeFnAttr(llvm::Attribute::SanitizeThread);
    return preserved;
  }
};
} // namespace

/// Functions made of fallbacks of inline asm.
using FallbackFunctions = llvm::SmallSetVector<llvm::Function *, 4>;

/// Whether a function has a variable on the stack.
static bool hasVariable(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function),
                      llvm::IsaPred<llvm::AllocaInst>);
}

/// Whether each function is by itself: no call of one that has a body, except
/// of `fallbacks`.
static bool isPlain(const llvm::Module &module,
                    const FallbackFunctions &fallbacks) {
  for (const llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() &&
          !fallbacks.contains(const_cast<llvm::Function *>(callee)))
        return false;
    }
  }
  return true;
}

/// Value numbering that moves no scalar up: what a thread computes again after
/// a loop, a mask of its number for example, would keep a register through it.
static llvm::GVNPass findEqualValues() {
  return llvm::GVNPass(llvm::GVNOptions().setPRE(false));
}

/// What O3 comes to for such modules, each step once.
static llvm::ModulePassManager
buildStraightPipeline(llvm::PassBuilder &builder,
                      const llvm::PipelineTuningOptions &tuning) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass(
      llvm::SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  passes.addPass(llvm::ReassociatePass());
  passes.addPass(findEqualValues());
  passes.addPass(llvm::InstCombinePass());
  if (tuning.SLPVectorization) {
    passes.addPass(llvm::SLPVectorizerPass());
    passes.addPass(CombineVectors());
  }
  llvm::ModulePassManager pipeline;
  // The target's own: the ranges of thread and CTA numbers, for one.
  builder.invokePipelineStartEPCallbacks(pipeline, llvm::OptimizationLevel::O3);
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  return pipeline;
}

namespace {
/// Spells out the shuffles of bytes lane by lane. LLVM shuffles short vectors
/// through longer ones whose other lanes are poison, and its NVPTX back end
/// then permutes registers that nothing wrote; it also needs fewer instructions
/// to build a vector from scalars (16 instead of 21 to transpose 16 bytes).
struct SpellOutByteShuffles : llvm::PassInfoMixin<SpellOutByteShuffles> {
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    llvm::SmallVector<llvm::ShuffleVectorInst *> shuffles;
    for (llvm::Function &function : module)
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (auto *shuffle = dyn_cast<llvm::ShuffleVectorInst>(&instruction))
          if (shuffle->getType()->getElementType()->isIntegerTy(8) &&
              isa<llvm::FixedVectorType>(shuffle->getType()))
            shuffles.push_back(shuffle);
    // Lanes are looked for through earlier results.
    llvm::DenseMap<llvm::Value *, llvm::SmallVector<llvm::Value *>> lanes;
    for (llvm::ShuffleVectorInst *shuffle : shuffles) {
      llvm::IRBuilder<> builder(shuffle);
      int width = cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType())
                      ->getNumElements();
      llvm::SmallVector<llvm::Value *> elements;
      llvm::Value *vector = llvm::PoisonValue::get(shuffle->getType());
      for (auto [i, lane] : llvm::enumerate(shuffle->getShuffleMask())) {
        if (lane == llvm::PoisonMaskElem) {
          elements.push_back(llvm::PoisonValue::get(builder.getInt8Ty()));
          continue;
        }
        llvm::Value *source = shuffle->getOperand(lane >= width);
        auto known = lanes.find(source);
        elements.push_back(known != lanes.end() ? known->second[lane % width]
                                                : builder.CreateExtractElement(
                                                      source, lane % width));
        vector = builder.CreateInsertElement(vector, elements.back(), i);
      }
      shuffle->replaceAllUsesWith(vector);
      shuffle->eraseFromParent();
      if (isa<llvm::Instruction>(vector))
        lanes[vector] = std::move(elements);
    }
    // What only later shuffles read.
    for (auto &[vector, elements] : lanes)
      llvm::RecursivelyDeleteTriviallyDeadInstructions(vector);
    return shuffles.empty() ? llvm::PreservedAnalyses::all()
                            : llvm::PreservedAnalyses::none();
  }
};
} // namespace

namespace {
/// Finds integers that are cut into bytes, or halves, and joined again in the
/// same order, and uses them whole, before SLP vectorisation makes vectors of
/// the parts. Fallbacks of inline asm often store their results in this way.
struct KeepIntegersWhole : llvm::PassInfoMixin<KeepIntegersWhole> {
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    bool changed = false;
    llvm::SmallVector<llvm::InsertElementInst *> inserts;
    for (llvm::Function &function : module)
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (auto *insert = dyn_cast<llvm::InsertElementInst>(&instruction))
          inserts.push_back(insert);
    // A vector's last element first: what made it is dead then.
    for (llvm::WeakVH handle :
         llvm::SmallVector<llvm::WeakVH>(llvm::reverse(inserts))) {
      auto *insert = dyn_cast_or_null<llvm::InsertElementInst>(handle);
      llvm::SmallVector<llvm::Value *> integers;
      if (!insert || !findIntegers(insert, integers))
        continue;
      llvm::IRBuilder<> builder(insert);
      llvm::Value *whole = integers[0];
      if (integers.size() > 1) {
        whole = llvm::PoisonValue::get(llvm::FixedVectorType::get(
            integers[0]->getType(), integers.size()));
        for (auto [i, integer] : llvm::enumerate(integers))
          whole = builder.CreateInsertElement(whole, integer, i);
      }
      insert->replaceAllUsesWith(
          builder.CreateBitCast(whole, insert->getType()));
      llvm::RecursivelyDeleteTriviallyDeadInstructions(insert);
      changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none()
                   : llvm::PreservedAnalyses::all();
  }

private:
  /// The integers whose parts are the lanes of the vector that `last`
  /// completes.
  static bool findIntegers(llvm::InsertElementInst *last,
                           llvm::SmallVector<llvm::Value *> &integers) {
    using namespace llvm::PatternMatch;
    auto *vector = dyn_cast<llvm::FixedVectorType>(last->getType());
    if (!vector || !vector->getElementType()->isIntegerTy())
      return false;
    unsigned bits = vector->getScalarSizeInBits(), perInteger = 0;
    llvm::Value *value = last;
    for (unsigned lane = vector->getNumElements(); lane-- > 0;) {
      llvm::Value *rest, *part, *source;
      if (!match(value, m_InsertElt(m_Value(rest), m_Trunc(m_Value(part)),
                                    m_SpecificInt(lane))))
        return false;
      unsigned width = part->getType()->getScalarSizeInBits();
      if (perInteger == 0) {
        perInteger = width / bits;
        if (width % bits || vector->getNumElements() % perInteger)
          return false;
      }
      unsigned shift = lane % perInteger * bits;
      if (shift == 0)
        source = part;
      else if (!match(part, m_LShr(m_Value(source), m_SpecificInt(shift))))
        return false;
      bool isNew = (lane + 1) % perInteger == 0;
      if (width != perInteger * bits || (!isNew && source != integers.back()))
        return false;
      if (isNew)
        integers.push_back(source);
      value = rest;
    }
    std::reverse(integers.begin(), integers.end());
    return true;
  }
};
} // namespace

namespace {
/// Widens a bf16 that is half of a register by one instruction, a shift or a
/// mask. LLVM would move the half to a register of its own first, and ptxas
/// leaves it at that for the upper one.
struct WidenBFloatInPlace : llvm::PassInfoMixin<WidenBFloatInPlace> {
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    llvm::SmallVector<llvm::FPExtInst *> widenings;
    for (llvm::Function &function : module)
      for (llvm::Instruction &instruction : llvm::instructions(function)) {
        auto *widening = dyn_cast<llvm::FPExtInst>(&instruction);
        if (widening && widening->getType()->getScalarType()->isFloatTy() &&
            widening->getSrcTy()->getScalarType()->isBFloatTy())
          widenings.push_back(widening);
      }
    bool changed = false;
    for (llvm::FPExtInst *widening : widenings) {
      llvm::IRBuilder<> builder(widening);
      llvm::Value *source = widening->getOperand(0), *result = nullptr;
      if (auto *extract = dyn_cast<llvm::ExtractElementInst>(source)) {
        auto *lane = dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
        if (lane && isPair(extract->getVectorOperandType()))
          result = widenLane(builder, extract->getVectorOperand(),
                             lane->getZExtValue());
      } else if (isPair(source->getType())) {
        result = llvm::PoisonValue::get(widening->getType());
        for (unsigned lane : {0, 1})
          result = builder.CreateInsertElement(
              result, widenLane(builder, source, lane), lane);
      }
      if (!result)
        continue;
      widening->replaceAllUsesWith(result);
      llvm::RecursivelyDeleteTriviallyDeadInstructions(widening);
      changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none()
                   : llvm::PreservedAnalyses::all();
  }

private:
  static bool isPair(llvm::Type *type) {
    auto *vector = dyn_cast<llvm::FixedVectorType>(type);
    return vector && vector->getNumElements() == 2;
  }

  static llvm::Value *widenLane(llvm::IRBuilder<> &builder, llvm::Value *pair,
                                unsigned lane) {
    llvm::Value *word = builder.CreateBitCast(pair, builder.getInt32Ty());
    llvm::Value *bits = lane ? builder.CreateAnd(word, 0xFFFF0000)
                             : builder.CreateShl(word, 16);
    return builder.CreateBitCast(bits, builder.getFloatTy());
  }
};
} // namespace

/// What O3 comes to for functions with loops, in its order.
static llvm::FunctionPassManager
buildLoopPasses(const llvm::PipelineTuningOptions &tuning) {
  auto addLoops = [](llvm::FunctionPassManager &passes,
                     llvm::LoopPassManager loops, bool useMemorySSA) {
    passes.addPass(
        llvm::createFunctionToLoopPassAdaptor(std::move(loops), useMemorySSA));
  };
  auto hoist = [] {
    return llvm::LICMPass(llvm::SetLicmMssaOptCap,
                          llvm::SetLicmMssaNoAccForPromotionCap,
                          /*AllowSpeculation=*/true);
  };
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::CorrelatedValuePropagationPass());
  passes.addPass(llvm::SimplifyCFGPass(
      llvm::SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  passes.addPass(llvm::ReassociatePass());
  llvm::LoopPassManager form;
  form.addPass(llvm::LICMPass(llvm::SetLicmMssaOptCap,
                              llvm::SetLicmMssaNoAccForPromotionCap,
                              /*AllowSpeculation=*/false));
  form.addPass(llvm::LoopRotatePass());
  form.addPass(hoist());
  form.addPass(llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  addLoops(passes, std::move(form), /*useMemorySSA=*/true);
  passes.addPass(llvm::InstCombinePass());
  llvm::LoopPassManager counts;
  counts.addPass(llvm::IndVarSimplifyPass());
  counts.addPass(llvm::LoopDeletionPass());
  counts.addPass(llvm::LoopFullUnrollPass(3));
  addLoops(passes, std::move(counts), /*useMemorySSA=*/false);
  passes.addPass(findEqualValues());
  passes.addPass(llvm::SCCPPass());
  // The search for pairs wants simple arithmetic.
  if (tuning.SLPVectorization)
    passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::CorrelatedValuePropagationPass());
  passes.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions()
                                           .convertSwitchRangeToICmp(true)
                                           .hoistCommonInsts(true)
                                           .sinkCommonInsts(true)));
  llvm::LoopPassManager last;
  last.addPass(KeepWritingLoops());
  addLoops(passes, std::move(last), /*useMemorySSA=*/false);
  if (tuning.SLPVectorization) {
    passes.addPass(llvm::SLPVectorizerPass());
    passes.addPass(CombineVectors());
  }
  passes.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(3)));
  passes.addPass(llvm::InstCombinePass());
  llvm::LoopPassManager end;
  end.addPass(hoist());
  addLoops(passes, std::move(end), /*useMemorySSA=*/true);
  return passes;
}

static llvm::ModulePassManager
buildLoopPipeline(llvm::PassBuilder &builder,
                  const llvm::PipelineTuningOptions &tuning) {
  llvm::ModulePassManager pipeline;
  builder.invokePipelineStartEPCallbacks(pipeline, llvm::OptimizationLevel::O3);
  pipeline.addPass(
      llvm::createModuleToFunctionPassAdaptor(buildLoopPasses(tuning)));
  return pipeline;
}

namespace {
/// The analyses that passes on functions ask for.
struct Analyses {
  explicit Analyses(llvm::PassBuilder &builder) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};
} // namespace

/// Simplifies the functions with `kFallbackAttrName` by themselves, and
/// returns them.
static FallbackFunctions simplifyFallbacks(llvm::Module &module,
                                           llvm::TargetMachine &machine,
                                           llvm::PipelineTuningOptions tuning) {
  FallbackFunctions fallbacks;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() &&
        function.hasFnAttribute(tile::kFallbackAttrName))
      fallbacks.insert(&function);
  if (fallbacks.empty())
    return fallbacks;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  for (llvm::Function *function : fallbacks) {
    Analyses analyses(builder);
    buildLoopPasses(tuning).run(*function, analyses.functions);
  }
  return fallbacks;
}

/// Inlines a function into all its callers.
static void inlineFunction(llvm::Function &function) {
  for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
    llvm::InlineFunctionInfo info;
    auto *call = dyn_cast<llvm::CallBase>(user);
    if (call && call->getCalledOperand() == &function)
      llvm::InlineFunction(*call, info, /*MergeAttributes=*/false,
                           /*CalleeAAR=*/nullptr, /*InsertLifetime=*/true);
  }
  if (function.use_empty() && function.hasLocalLinkage())
    function.eraseFromParent();
}

void tile::simplifyLibrary(llvm::Module &library,
                           llvm::TargetMachine &machine) {
  if (llvm::any_of(library, [](const llvm::Function &function) {
        return !function.isDeclaration() &&
               !function.hasFnAttribute(llvm::Attribute::AlwaysInline);
      }))
    return;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.LoopInterleaving = false;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  Analyses analyses(builder);
  (isPlain(library, {}) && llvm::none_of(library, hasVariable)
       ? buildLoopPipeline(builder, tuning)
       : builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3))
      .run(library, analyses.modules);
  for (llvm::Function &function : library)
    if (!function.isDeclaration())
      function.addFnAttr(kSimpleAttrName);
}

/// Inlines these functions into all their callers.
static void inlineFallbacks(llvm::Module &module,
                            const FallbackFunctions &fallbacks,
                            llvm::TargetMachine &machine) {
  if (fallbacks.empty())
    return;
  for (llvm::Function *function : fallbacks)
    inlineFunction(*function);
  // What callers unpack of a call's results is known now.
  llvm::PassBuilder builder(&machine);
  Analyses analyses(builder);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      llvm::InstSimplifyPass().run(function, analyses.functions);
}

namespace {
/// What CodeGenImpl.h declares, as a pass.
template <bool (*change)(llvm::Module &)>
struct ModulePass : llvm::PassInfoMixin<ModulePass<change>> {
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    return change(module) ? llvm::PreservedAnalyses::none()
                          : llvm::PreservedAnalyses::all();
  }
};

/// See ConvertIntegers.cpp.
struct ConvertIntegers : llvm::PassInfoMixin<ConvertIntegers> {
  explicit ConvertIntegers(bool hasBF16Conversions)
      : hasBF16Conversions(hasBF16Conversions) {}

  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    return tile::convertIntegers(module, hasBF16Conversions)
               ? llvm::PreservedAnalyses::none()
               : llvm::PreservedAnalyses::all();
  }

  bool hasBF16Conversions;
};

} // namespace

void tile::optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                          bool verify,
                          const std::function<bool()> &shouldCancel) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.LoopInterleaving = false;
  // Variables of library functions are as simple as they get.
  bool hasOwnVariable = false;
  for (const llvm::Function &function : module)
    hasOwnVariable |=
        !function.hasFnAttribute(kSimpleAttrName) && hasVariable(function);
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (!function.isDeclaration() && function.hasFnAttribute(kSimpleAttrName))
      inlineFunction(function);
  FallbackFunctions fallbacks = simplifyFallbacks(module, machine, tuning);
  unsigned widest = getWidestPackable(machine);
  auto isAlone = [&] { return !hasOwnVariable && isPlain(module, fallbacks); };
  // Pairs are looked for before that.
  bool inlinesLast = !fallbacks.empty() && isAlone() &&
                     llvm::none_of(module, hasLoop) &&
                     llvm::none_of(fallbacks, [&](llvm::Function *function) {
                       return hasArithmetic(*function, widest);
                     });
  if (!inlinesLast) {
    inlineFallbacks(module, fallbacks, machine);
    fallbacks.clear();
  }
  tuning.SLPVectorization =
      !hasLongBlock(module) &&
      llvm::any_of(module, [&](const llvm::Function &function) {
        return hasArithmetic(function, widest);
      });
  llvm::PassInstrumentationCallbacks callbacks;
  if (shouldCancel)
    callbacks.registerShouldRunOptionalPassCallback(
        [&](StringRef, llvm::Any) { return !shouldCancel(); });
  // They are as simple as they get.
  if (inlinesLast) {
    for (llvm::Function *function : fallbacks) {
      function->setDoesNotAccessMemory();
      function->setDoesNotThrow();
      function->setWillReturn();
    }
    callbacks.registerShouldRunOptionalPassCallback(
        [&](StringRef, llvm::Any ir) {
          auto *function = llvm::any_cast<const llvm::Function *>(&ir);
          return !function ||
                 !fallbacks.contains(const_cast<llvm::Function *>(*function));
        });
  }
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerLoopOptimizerEndEPCallback(
      [](llvm::LoopPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(KeepWritingLoops());
      });
  llvm::ModulePassManager pipeline;
  pipeline.addPass(KeepIntegersWhole());
  if (!isAlone())
    pipeline.addPass(
        builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3));
  else
    pipeline.addPass(llvm::none_of(module, hasLoop)
                         ? buildStraightPipeline(builder, tuning)
                         : buildLoopPipeline(builder, tuning));
  auto run = [&] {
    Analyses analyses(builder);
    pipeline.run(module, analyses.modules);
  };
  if (inlinesLast) {
    run();
    inlineFallbacks(module, fallbacks, machine);
    fallbacks.clear();
    pipeline = llvm::ModulePassManager();
    pipeline.addPass(KeepIntegersWhole());
    llvm::FunctionPassManager combine;
    combine.addPass(llvm::EarlyCSEPass());
    combine.addPass(llvm::InstCombinePass());
    pipeline.addPass(
        llvm::createModuleToFunctionPassAdaptor(std::move(combine)));
  }
  pipeline.addPass(ModulePass<tile::splitStructs>());
  pipeline.addPass(SpellOutByteShuffles());
  pipeline.addPass(WidenBFloatInPlace());
  // PTX ISA, "cvt": from integers to bf16 from sm_90 on.
  pipeline.addPass(ConvertIntegers(getCapability(machine) >= 90));
  pipeline.addPass(ModulePass<tile::pairHalves>());
  pipeline.addPass(ModulePass<tile::compareDistances>());
  pipeline.addPass(ModulePass<tile::shareDivisors>());
  pipeline.addPass(ModulePass<tile::orderForRegisters>());
  pipeline.addPass(ModulePass<tile::issueLoadsTogether>());
  pipeline.addPass(ModulePass<tile::countInPlace>());
  if (verify)
    pipeline.addPass(llvm::VerifierPass());
  run();
}
