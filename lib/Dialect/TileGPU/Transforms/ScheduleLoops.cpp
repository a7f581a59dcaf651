//===- ScheduleLoops.cpp - Which loads run ahead --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxStores.h"
#include "CTAPairs.h"
#include "PersistentGrid.h"
#include "SplitLoops.h"

#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/PipelineLoops.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Hardware/TargetInfo.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESCHEDULELOOPS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

std::optional<AutoChoice> tilegpu::parseAutoChoice(StringRef text) {
  for (auto [i, name] : llvm::enumerate(kAutoChoiceNames))
    if (name == text)
      return static_cast<AutoChoice>(i);
  return std::nullopt;
}

StringRef tilegpu::stringifyAutoChoice(AutoChoice choice) {
  return kAutoChoiceNames[static_cast<unsigned>(choice)];
}

/// Chooses schedules for the loops of a function. Gives it a loop over programs
/// or over a part of the iterations, where plans ask for that.
static SmallVector<PipelinePlan, 0>
choosePlans(FunctionOpInterface func, const PipelineSettings &settings,
            const ModuleAxisInfo &axisInfo) {
  if (findSchedule(func) != Schedule::None)
    return {};
  if (settings.numStages > 1)
    explainOtherLoops(func);
  SmallVector<PipelinePlan, 0> plans = planPersistent(func, settings, axisInfo);
  if (!plans.empty()) {
    auto entry = cast<FuncOp>(func.getOperation());
    if (settings.splitLoops)
      splitLoop(func, plans, /*isPersistent=*/true);
    makePersistent(entry, settings.hasClusterLaunchControl);
    // Clusters are for one of both.
    if (settings.hasClusterLaunchControl && !entry->hasAttr(kLoopSplitAttrName))
      pairPrograms(entry, plans, settings.ctaPairs);
  } else {
    plans = planLoopsInLoops(func, settings, axisInfo);
  }
  if (plans.empty()) {
    PipelineSettings rest = settings;
    rest.sharedBytes -= getBoxStoreBytes(func, /*onlyAdditions=*/true);
    plans = planLoops(func, rest, axisInfo);
    if (settings.splitLoops)
      splitLoop(func, plans, /*isPersistent=*/false);
  }
  return plans;
}

namespace {

struct TileScheduleLoops
    : tile::impl::TileScheduleLoopsBase<TileScheduleLoops> {
  using TileScheduleLoopsBase::TileScheduleLoopsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    const TargetInfo &info = *lookupTarget(target.getChip());
    PipelineSettings settings;
    settings.numStages = numStages;
    settings.sharedBytes =
        getMaxSharedMemory(info.capability) / getProgramsPerCTA(module);
    settings.hasClusterLaunchControl = info.hasClusterLaunchControl();
    settings.splitLoops =
        splitLoops && info.hasClusters() && !info.hasClusterLaunchControl();
    auto parse = [&](StringRef name, StringRef value, AutoChoice &choice) {
      std::optional<AutoChoice> found = parseAutoChoice(value);
      if (!found)
        module.emitError("expected auto, true or false as ")
            << name << ", found '" << value << "'";
      choice = found.value_or(choice);
      return found.has_value();
    };
    if (!parse("producer-warp", producerWarp, settings.producerWarp) ||
        !parse("persistent-grid", persistentGrid, settings.persistentGrid) ||
        !parse("cta-pairs", ctaPairs, settings.ctaPairs))
      return signalPassFailure();
    // Most kernels have no loop, and the analysis takes most of the pass' time.
    if (!module
             .walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
             .wasInterrupted())
      return;
    ModuleAxisInfo axisInfo(module);
    for (FuncOp func : module.getOps<FuncOp>()) {
      for (const PipelinePlan &plan : choosePlans(func, settings, axisInfo)) {
        writeSchedule(plan);
        ++numLoops;
        for (const auto &[load, ahead] : plan.loads)
          ++(ahead.kind == AheadKind::Registers ? numPrefetches : numCopies);
      }
    }
  }
};

} // namespace
