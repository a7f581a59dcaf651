//===- Optimize.cpp - LLVM's optimisations ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's O3 pipeline, less what does not pay on tile kernels: straight-line code
// whose loops are the author's, in blocks of up to some ten thousand
// instructions. Everything else in it is linear there: of 1.4 ms for a vector
// add and 180 ms for 32,000 instructions, instcombine takes the half.
//
// * Loop vectorisation and interleaving: there are no vector lanes to fill.
// * SLP vectorisation stays: it pairs f16 and bf16 (from sm_100 on also f32)
//   arithmetic into one instruction, fma.rn.f16x2. But its time grows with the
//   square of a block's length (8 ms for 800 instructions, 110 for 8,000, 2,400
//   for 32,000), so it is left out where a block is long.
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

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

void tile::optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                          bool verify) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.LoopInterleaving = false;
  tuning.SLPVectorization = !hasLongBlock(module);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager pipeline =
      builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
  if (verify)
    pipeline.addPass(llvm::VerifierPass());
  pipeline.run(module, modules);
}
