//===- Pipelines.cpp - The named pipelines ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Pipelines.h"

#include "tile/Compiler/NamedOptions.h"
#include "tile/Compiler/Passes.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"
#include "tile/Dialect/Tile/Transforms/RaisePTXVersion.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/PipelineLoops.h"
#include "tile/Import/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tile;
using tilegpu::Schedule;

void tile::buildImportPipeline(OpPassManager &pm,
                               const CompilerOptions &options,
                               std::function<unsigned()> getNewestPTXVersion) {
  pm.addPass(createTileImportTTIR());
  TileSetTargetOptions target;
  target.target = options.target;
  target.numWarps = options.numWarps;
  target.ptxVersion = options.ptxVersion;
  target.showRemarks = options.remarks;
  pm.addPass(createTileSetTarget(target));
  pm.addPass(createRaisePTXVersionPass(options.asmChoice,
                                       std::move(getNewestPTXVersion)));
  TileCheckInlineAsmOptions check;
  check.mode = options.asmCheck;
  check.choice = options.asmChoice;
  pm.addPass(createTileCheckInlineAsm(check));
  TileSelectInlineAsmOptions select;
  select.choice = options.asmChoice;
  pm.addPass(createTileSelectInlineAsm(select));
  TileGroupProgramsOptions group;
  group.programs = options.programsPerCTA;
  pm.addPass(createTileGroupPrograms(group));
  pm.addPass(createSpecializeKernelsPass(options));
}

/// From the `tile` stage to loops with schedules.
static void addSchedulePasses(OpPassManager &pm,
                              const CompilerOptions &options) {
  pm.addPass(createTileFixArguments());
  pm.addPass(createTileInlineFunctions());
  pm.addPass(createTileBroadcastAsmOperands());
  pm.addPass(createTileNarrowLoads());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTileRaiseSorts());
  if (options.tensorMaps) {
    TileFindBoxesOptions boxes;
    boxes.showRemarks = options.remarks;
    pm.addPass(createTileFindBoxes(boxes));
  }
  pm.addPass(createTileGuardRemainders());
  pm.addPass(createTileDecomposeScaledDots());
  TileVersionMaskedBlocksOptions version;
  version.numStages = options.numStages;
  pm.addPass(createTileVersionMaskedBlocks(version));
  pm.addPass(createTilePadTiles());
  pm.addPass(createTileAssignLayouts());
  TileChooseDotLayoutsOptions dots;
  dots.tf32 = stringifyTF32Rounding(options.tf32).str();
  pm.addPass(createTileChooseDotLayouts(dots));
  pm.addPass(createTileCoalesceMemory());
  pm.addPass(createTileRemoveLayoutConversions());
  pm.addPass(createCSEPass());
  TileScheduleLoopsOptions schedule;
  schedule.numStages = options.numStages;
  schedule.producerWarp =
      tilegpu::stringifyAutoChoice(options.producerWarp).str();
  schedule.persistentGrid =
      tilegpu::stringifyAutoChoice(options.persistentGrid).str();
  schedule.splitLoops = options.splitLoops;
  schedule.ctaPairs = tilegpu::stringifyAutoChoice(options.ctaPairs).str();
  pm.addPass(createTileScheduleLoops(schedule));
}

/// From schedules of loads to schedules of products.
static void addPlacePasses(OpPassManager &pm, const CompilerOptions &options) {
  pm.addPass(createTilePipelineLoops());
  pm.addPass(createTileSplitReductions());
  pm.addPass(createTileSplitScans());
  pm.addPass(createTileExpandSorts());
  TileInsertSharedMemoryOptions sharedMemory;
  sharedMemory.showRemarks = options.remarks;
  pm.addPass(createTileInsertSharedMemory(sharedMemory));
  pm.addPass(createTileUseWarpgroupDots());
  TileScheduleProductsOptions products;
  products.overlapProducts = options.overlapProducts;
  pm.addPass(createTileScheduleProducts(products));
}

/// From schedules of products to the last decisions on layouts.
static void addProductPasses(OpPassManager &pm,
                             const CompilerOptions &options) {
  if (options.overlapProducts)
    pm.addPass(createTileOverlapProducts());
  pm.addPass(createTileAllocateTensorMemory());
  pm.addPass(createTileSliceDots());
}

void tile::buildLayoutChoicePipeline(OpPassManager &pm,
                                     const CompilerOptions &options) {
  addSchedulePasses(pm, options);
  addPlacePasses(pm, options);
  addProductPasses(pm, options);
}

void tile::buildLayoutPipeline(OpPassManager &pm,
                               const CompilerOptions &options, Schedule first) {
  if (first < Schedule::Loads)
    addSchedulePasses(pm, options);
  if (options.until == Schedule::Loads)
    return;
  if (first < Schedule::Products)
    addPlacePasses(pm, options);
  if (options.until == Schedule::Products)
    return;
  addProductPasses(pm, options);
  pm.addPass(createTileAllocateSharedMemory());
  pm.addPass(createTileWeakenAtomics());
  pm.addPass(createTileInsertBarriers());
  if (!options.programsPerCTA)
    pm.addPass(createTileChooseProgramsPerCTA());
}

void tile::buildTileToTileGPUPipeline(OpPassManager &pm,
                                      const CompilerOptions &options) {
  buildImportPipeline(pm, options);
  buildLayoutPipeline(pm, options);
}

void tile::buildTileGPUToLLVMPipeline(OpPassManager &pm,
                                      const CompilerOptions &options) {
  TileCheckScheduleOptions schedule;
  schedule.showRemarks = options.remarks;
  pm.addPass(createTileCheckSchedule(schedule));
  TileDistributeToThreadsOptions distribute;
  distribute.tf32 = stringifyTF32Rounding(options.tf32).str();
  pm.addPass(createTileDistributeToThreads(distribute));
  TileConvertToLLVMOptions convertOptions;
  convertOptions.fastMath = options.fastMath;
  pm.addPass(createTileConvertToLLVM(convertOptions));
}

void tile::buildTileToLLVMPipeline(OpPassManager &pm,
                                   const CompilerOptions &options) {
  buildTileToTileGPUPipeline(pm, options);
  buildTileGPUToLLVMPipeline(pm, options);
}

Stage tile::findStage(ModuleOp module) {
  bool hasTiles = false, isAllocated = true;
  for (auto func : module.getOps<FuncOp>()) {
    if (func.isExternal())
      continue;
    hasTiles = true;
    isAllocated &= func->hasAttr(tilegpu::kSharedMemoryAttrName);
  }
  if (hasTiles)
    return isAllocated ? Stage::TileGPU : Stage::Tile;
  bool isLowered = !module.getBody()->empty();
  module.walk([&](Operation *op) {
    isLowered &=
        isa<ModuleOp>(op) ||
        isa_and_present<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect());
  });
  return isLowered ? Stage::LLVM : Stage::Tile;
}

void tile::buildStagesPipeline(OpPassManager &pm,
                               const CompilerOptions &options, ModuleOp module,
                               Stage last) {
  Stage first = findStage(module);
  buildImportPipeline(pm, options);
  if (first < Stage::TileGPU && last >= Stage::TileGPU)
    buildLayoutPipeline(pm, options, tilegpu::findSchedule(module));
  if (first < Stage::LLVM && last >= Stage::LLVM)
    buildTileGPUToLLVMPipeline(pm, options);
}

namespace {
/// The options of a named pipeline, read as text and set by name.
struct PipelineFlags : PassPipelineOptions<PipelineFlags> {
  PipelineFlags() {
    for (const NamedOption &option : getNamedOptions()) {
      if (option.use != OptionUse::Passes &&
          option.use != OptionUse::FirstPasses)
        continue;
      flags.push_back(std::make_unique<Flag>(
          *this, option.name, llvm::cl::desc(option.description)));
      if (option.isSwitch())
        flags.back()->setValueExpectedFlag(llvm::cl::ValueOptional);
    }
  }

  llvm::Error apply(CompilerOptions &options) const {
    for (const std::unique_ptr<Flag> &flag : flags) {
      if (!flag->hasValue())
        continue;
      // A switch without a value.
      StringRef value = flag->getValue();
      bool isOn = value.empty() &&
                  flag->getValueExpectedFlag() == llvm::cl::ValueOptional;
      if (llvm::Error error =
              setOption(options, flag->getArgStr(), isOn ? "true" : value))
        return error;
    }
    return llvm::Error::success();
  }

private:
  using Flag = Option<std::string>;
  std::vector<std::unique_ptr<Flag>> flags;
};
} // namespace

static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &,
                                           const CompilerOptions &)) {
  registerPassPipeline(
      name, description,
      [name, build](OpPassManager &pm, StringRef text,
                    function_ref<LogicalResult(const Twine &)> emitError) {
        PipelineFlags flags;
        CompilerOptions options;
        if (failed(flags.parseFromString(text)))
          return failure();
        if (llvm::Error error = flags.apply(options))
          return emitError("'" + name +
                           "': " + llvm::toString(std::move(error)));
        build(pm, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> show) {
        show(PipelineFlags());
      });
}

void tile::registerPipelines() {
  registerPipeline("tile-to-tilegpu",
                   "from tiles without layouts to tiles with layouts",
                   buildTileToTileGPUPipeline);
  registerPipeline("tilegpu-to-llvm",
                   "from tiles with layouts to the llvm dialect",
                   buildTileGPUToLLVMPipeline);
  registerPipeline("tile-to-llvm",
                   "from tiles without layouts to the llvm dialect",
                   buildTileToLLVMPipeline);
}
