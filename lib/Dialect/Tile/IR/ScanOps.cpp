//===- ScanOps.cpp - Scans ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

#include "tile/Layout/ScanPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult ScanOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands,
                                       DictionaryAttr attributes,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  std::optional<int64_t> axis = findAxis<ScanOp>(attributes, properties);
  if (operands.empty() || !axis)
    return emitOptionalError(
        loc, "'tile.scan' op expected at least one tile, and 'axis'");
  for (Value operand : operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || *axis < 0 || *axis >= type.getRank())
      return emitOptionalError(
          loc, "'tile.scan' op expected tiles with a dimension ", *axis,
          ", found ", operand.getType());
    types.push_back(type);
  }
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

int64_t ScanOp::getClocks(Attribute layout) {
  // Clocks until what lanes or warps exchange is there, see LayoutPrices.h; a
  // chain of shuffles takes as long as one barrier.
  constexpr int64_t kClocksToWait = 60, kClocksPerBarrier = 40;
  LinearLayout map = getMap(*this, layout);
  int64_t warps = map.getInDimSize(kWarp), instructions = 0, words = 0;
  getCombineOp().walk([&](Operation *op) {
    instructions += !op->hasTrait<OpTrait::ConstantLike>() &&
                    !op->hasTrait<OpTrait::IsTerminator>();
  });
  for (Value src : getSrcs())
    words += llvm::divideCeil(getBitWidth(getScalarType(src.getType())), 32u);
  std::optional<ScanPlan> plan = ScanPlan::create(map, getDimName(getAxis()));
  // It is converted to a layout that has a plan, and back.
  if (!plan)
    return warps * map.getInDimSize(kRegister) * 8 * words +
           4 * (kClocksPerBarrier + kClocksToWait);
  int64_t clocks = warps * plan->getClocks(instructions, words);
  for (const ScanRun &run : plan->getRuns())
    if (run.level == ScanRun::Level::Lanes)
      clocks += kClocksToWait / 2;
    else if (run.level == ScanRun::Level::Warps)
      clocks += 2 * kClocksPerBarrier + 2 * kClocksToWait;
  return clocks;
}

bool ScanOp::isLayoutAnchor() { return true; }
