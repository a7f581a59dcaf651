//===- ScanOps.cpp - Scans ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

#include "tile/Dialect/Tile/IR/CombineRegions.h"
#include "tile/Layout/ScanPlan.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult ScanOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands,
                                       DictionaryAttr attributes,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  std::optional<int64_t> axis = findAxis<ScanOp>(attributes, properties);
  if (failed(verifyAxis(loc, getOperationName(), operands, axis)))
    return failure();
  llvm::append_range(types, operands.getTypes());
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombineRegion(*this, getSrcs(), getCombineOp().front(),
                             ScanReturnOp::getOperationName());
}

/// The bits of the axis: it costs least where a thread has all of them.
SmallVector<LayoutDemand> ScanOp::getLayoutDemands(int64_t) {
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  LayoutDemand demand{0, {}};
  for (unsigned pos = 0; 1 << pos < type.getDimSize(getAxis()); ++pos)
    demand.bits.push_back({getAxis(), pos});
  return {demand};
}

static LinearLayout getMap(ScanOp op, Attribute layout) {
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  return cast<LayoutAttrInterface>(layout).toLinearLayout(type.getShape());
}

bool ScanOp::acceptsLayout(unsigned, Attribute layout) {
  return ScanPlan::create(getMap(*this, layout), getDimName(getAxis()))
      .has_value();
}

Work ScanOp::getWork(Attribute layout) {
  LinearLayout map = getMap(*this, layout);
  std::optional<ScanPlan> plan = ScanPlan::create(map, getDimName(getAxis()));
  return plan ? plan->getWork(getRegionCost(getCombineOp().front()))
                    .ofWarps(map.getInDimSize(kWarp))
              : Work::getImpossible();
}

bool ScanOp::isLayoutAnchor() { return true; }
