//===- Registration.cpp - Dialects and passes of a tool -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Registration.h"

#include "tile/Analysis/Passes.h"
#include "tile/Compiler/Passes.h"
#include "tile/Compiler/Pipelines.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Import/ImportTTIR.h"
#include "tile/Import/Passes.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void tile::registerDialects(DialectRegistry &registry) {
  registry.insert<TileDialect, tilegpu::TileGPUDialect, arith::ArithDialect,
                  math::MathDialect, scf::SCFDialect, cf::ControlFlowDialect,
                  ub::UBDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerTTIRDialects(registry);
}

void tile::registerOwnPasses() {
  static const bool once = [] {
    registerTileTransformsPasses();
    registerTileGPUTransformsPasses();
    registerTileConversionPasses();
    registerTileAnalysisPasses();
    registerTileImportPasses();
    registerTileCompilerPasses();
    registerPipelines();
    return true;
  }();
  (void)once;
}

void tile::registerPasses() {
  registerOwnPasses();
  static const bool once = [] {
    registerPass([] { return createSCFToControlFlowPass(); });
    registerCanonicalizerPass();
    registerCSEPass();
    registerInlinerPass();
    registerSymbolDCEPass();
    registerLoopInvariantCodeMotionPass();
    return true;
  }();
  (void)once;
}
