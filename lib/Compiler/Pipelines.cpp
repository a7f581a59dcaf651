//===- Pipelines.cpp - The named pipelines ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Pipelines.h"

#include "tile/Compiler/Passes.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"
#include "tile/Dialect/Tile/Transforms/RaisePTXVersion.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Import/Passes.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tile;

void tile::buildImportPipeline(OpPassManager &pm,
                               const PipelineOptions &options) {
  pm.addPass(createTileImportTTIR());
  TileSetTargetOptions target;
  target.target = options.target;
  target.numWarps = options.numWarps;
  target.ptxVersion = options.ptxVersion;
  pm.addPass(createTileSetTarget(target));
  pm.addPass(createRaisePTXVersionPass(options.asmChoice,
                                       options.getNewestPTXVersion));
  TileCheckInlineAsmOptions check;
  check.mode = options.asmCheck;
  check.choice = options.asmChoice;
  pm.addPass(createTileCheckInlineAsm(check));
  TileSelectInlineAsmOptions select;
  select.choice = options.asmChoice;
  pm.addPass(createTileSelectInlineAsm(select));
}

void tile::buildLayoutPipeline(OpPassManager &pm,
                               const PipelineOptions &options) {
  pm.addPass(createTileFixArguments());
  // Without its own canonicalization of each function, as one comes anyway.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createTileBroadcastAsmOperands());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTileVersionMaskedBlocks());
  pm.addPass(createTileAssignLayouts());
  pm.addPass(createTileCoalesceMemory());
  pm.addPass(createTileRemoveLayoutConversions());
  pm.addPass(createCSEPass());
  pm.addPass(createTileInsertSharedMemory());
  pm.addPass(createTileAllocateSharedMemory());
  pm.addPass(createTileInsertBarriers());
}

void tile::buildTileToTileGPUPipeline(OpPassManager &pm,
                                      const PipelineOptions &options) {
  buildImportPipeline(pm, options);
  buildLayoutPipeline(pm, options);
}

void tile::buildTileGPUToLLVMPipeline(OpPassManager &pm,
                                      const PipelineOptions &options) {
  pm.addPass(createTileDistributeToThreads());
  pm.addPass(createSCFToControlFlowPass());
  TileConvertToLLVMOptions convertOptions;
  convertOptions.fastMath = options.fastMath;
  pm.addPass(createTileConvertToLLVM(convertOptions));
}

void tile::buildTileToLLVMPipeline(OpPassManager &pm,
                                   const PipelineOptions &options) {
  buildTileToTileGPUPipeline(pm, options);
  buildTileGPUToLLVMPipeline(pm, options);
}

void tile::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "tile-to-tilegpu", "from tiles without layouts to tiles with layouts",
      buildTileToTileGPUPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "tilegpu-to-llvm", "from tiles with layouts to the llvm dialect",
      buildTileGPUToLLVMPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "tile-to-llvm", "from tiles without layouts to the llvm dialect",
      buildTileToLLVMPipeline);
}
