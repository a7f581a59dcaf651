//===- ScanOps.cpp - Scans ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

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

SmallVector<LayoutDemand> ScanOp::getLayoutDemands(int64_t) { return {}; }

bool ScanOp::acceptsLayout(unsigned, Attribute) { return true; }

int64_t ScanOp::getClocks(Attribute) { return 0; }

bool ScanOp::isLayoutAnchor() { return true; }
