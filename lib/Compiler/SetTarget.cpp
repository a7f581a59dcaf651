//===- SetTarget.cpp - What a module is compiled for ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Passes.h"
#include "tile/Compiler/Pipelines.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Hardware/TargetInfo.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESETTARGET
#include "tile/Compiler/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Rejects a layout for another number of warps than the options ask for.
static LogicalResult verifyLayouts(ModuleOp module, unsigned numWarps) {
  std::optional<MisfitLayout> misfit = findMisfitLayout(module, numWarps);
  // What a region says for itself is the verifier's matter.
  if (!misfit || misfit->isOfRegion)
    return success();
  return misfit->op->emitOpError()
         << "has a layout for " << misfit->layout.getNumWarps()
         << " warps, expected one for " << numWarps
         << ", which the options ask for";
}

/// Whether GPUs of a target run code for another one: newer ones do, but not
/// code that names an architecture or a family (PTX ISA, ".target").
static bool runsCodeFor(StringRef target, StringRef other) {
  const TargetInfo *newer = lookupTarget(target), *older = lookupTarget(other);
  return !newer || !older ||
         (newer->capability >= older->capability &&
          llvm::isDigit(other.back()));
}

LogicalResult tile::setTarget(ModuleOp module, StringRef target,
                              unsigned numWarps, unsigned ptxVersion,
                              bool *changed, bool showRemarks) {
  auto old = module->getAttrOfType<TargetAttr>(kTargetAttrName);
  StringRef chip = !target.empty() ? target
                   : old           ? old.getChip()
                                   : StringRef(kDefaultTarget);
  unsigned warps = numWarps ? numWarps
                   : old    ? old.getNumWarps()
                            : kDefaultNumWarps;
  unsigned version = ptxVersion                     ? ptxVersion
                     : old && old.getChip() == chip ? old.getPtxVersion()
                                                    : 0;
  auto attr = TargetAttr::getChecked([&] { return emitError(module.getLoc()); },
                                     module.getContext(), chip, warps, version);
  if (!attr)
    return failure();
  if (numWarps && failed(verifyLayouts(module, numWarps)))
    return failure();
  if (old && chip != old.getChip() && !runsCodeFor(chip, old.getChip()) &&
      findStage(module) != Stage::Tile)
    return emitError(module.getLoc())
           << "expected the target for which the module is lowered, "
           << old.getChip() << ", found " << chip
           << "; a module of the stage tile takes any target";
  module->setAttr(kTargetAttrName, attr);
  if (!numWarps && !old)
    module->setAttr(kTargetAttrName,
                    TargetAttr::get(module.getContext(), chip,
                                    chooseNumWarps(module, showRemarks),
                                    version));
  if (changed)
    *changed = module->getAttr(kTargetAttrName) != old;
  return success();
}

namespace {

struct TileSetTarget : tile::impl::TileSetTargetBase<TileSetTarget> {
  using TileSetTargetBase::TileSetTargetBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<TileDialect>();
  }

  void runOnOperation() override {
    bool changed = false;
    if (failed(setTarget(getOperation(), target, numWarps, ptxVersion, &changed,
                         showRemarks)))
      return signalPassFailure();
    numChanged += changed;
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
