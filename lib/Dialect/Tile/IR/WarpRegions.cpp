//===- WarpRegions.cpp - How many warps run a region ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/WarpRegions.h"

#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

#include "tile/Dialect/Tile/IR/WarpRegions.cpp.inc"

unsigned tile::getNumWarps(Region *region) {
  Operation *op = nullptr;
  for (; region; region = op->getParentRegion()) {
    op = region->getParentOp();
    if (!op)
      break;
    if (auto regions = dyn_cast<WarpRegionsOpInterface>(op))
      return regions.getRegionNumWarps(region->getRegionNumber());
    if (auto target = op->getAttrOfType<TargetAttr>(kTargetAttrName))
      return target.getNumWarps();
  }
  return 0;
}

unsigned tile::getNumWarps(Operation *op) {
  return getNumWarps(op->getParentRegion());
}

unsigned tile::getFirstThread(Region *region) {
  unsigned firstWarp = 0;
  while (region) {
    Operation *op = region->getParentOp();
    if (!op)
      break;
    if (auto regions = dyn_cast<WarpRegionsOpInterface>(op))
      firstWarp += regions.getRegionFirstWarp(region->getRegionNumber());
    region = op->getParentRegion();
  }
  return firstWarp * kThreadsPerWarp;
}

static std::optional<MisfitLayout>
findMisfitLayout(Region &region, unsigned numWarps, bool isOfRegion) {
  auto find = [&](Operation *op, TypeRange types) {
    for (Type type : types) {
      auto layout = dyn_cast_if_present<LayoutAttrInterface>(getLayout(type));
      if (layout && layout.getNumWarps() != numWarps)
        return std::optional(MisfitLayout{op, layout, numWarps, isOfRegion});
    }
    return std::optional<MisfitLayout>();
  };
  for (Block &block : region) {
    if (auto found = find(region.getParentOp(), block.getArgumentTypes()))
      return found;
    for (Operation &op : block) {
      if (auto found = find(&op, op.getResultTypes()))
        return found;
      auto regions = op.getNumRegions() ? dyn_cast<WarpRegionsOpInterface>(op)
                                        : WarpRegionsOpInterface();
      for (Region &nested : op.getRegions())
        if (auto found = findMisfitLayout(
                nested,
                regions ? regions.getRegionNumWarps(nested.getRegionNumber())
                        : numWarps,
                isOfRegion || regions))
          return found;
    }
  }
  return std::nullopt;
}

std::optional<MisfitLayout> tile::findMisfitLayout(Operation *module,
                                                   unsigned numWarps) {
  for (Region &region : module->getRegions())
    if (auto found = ::findMisfitLayout(region, numWarps, false))
      return found;
  return std::nullopt;
}
