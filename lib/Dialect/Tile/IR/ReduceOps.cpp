//===- ReduceOps.cpp - Reductions ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"
#include "ShapeOps.h"

#include "tile/Dialect/Tile/IR/CombineRegions.h"
#include "tile/Dialect/Tile/IR/LayoutInference.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult
ReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange,
                           SmallVectorImpl<Type> &types) {
  std::optional<int64_t> axis = findAxis<ReduceOp>(attributes, properties);
  if (failed(verifyAxis(loc, getOperationName(), operands, axis)))
    return failure();
  for (Type operand : operands.getTypes()) {
    auto type = cast<RankedTensorType>(operand);
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + *axis);
    if (shape.empty())
      types.push_back(type.getElementType());
    else
      types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  return success();
}

unsigned ReduceOp::getDecidingClass() { return 0; }

unsigned ReduceOp::getFreeClass() { return 0; }

std::optional<CoordinateBit> ReduceOp::mapBit(unsigned from, CoordinateBit bit,
                                              unsigned to) {
  if (from == to)
    return bit;
  return from == 0 ? removeDim(bit, getAxis()) : insertDim(bit, getAxis());
}

std::optional<unsigned> ReduceOp::getSliceDim(unsigned slice, unsigned whole) {
  return slice > whole ? std::optional(getAxis()) : std::nullopt;
}

SmallVector<LayoutDemand> ReduceOp::getLayoutDemands(int64_t) {
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  return {{0, getBitsOfDim(type, getAxis())}};
}

/// The plan for a layout of the operands.
static std::optional<ReductionPlan> getPlan(ReduceOp op, Attribute layout) {
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  return ReductionPlan::create(
      cast<LayoutAttrInterface>(layout).toLinearLayout(type.getShape()),
      getDimName(op.getAxis()), op.isCommutative());
}

bool ReduceOp::acceptsLayout(unsigned layoutClass, Attribute layout) {
  return layoutClass != 0 || getPlan(*this, layout);
}

Work ReduceOp::getWork(Attribute layout) {
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  LinearLayout map =
      cast<LayoutAttrInterface>(layout).toLinearLayout(type.getShape());
  RegionCost cost = getRegionCost(getCombineOp().front());
  std::optional<ReductionPlan> plan = getPlan(*this, layout);
  if (!plan)
    return Work::getImpossible();
  Work work = plan->getWork(cost).ofWarps(map.getInDimSize(kWarp));
  // What each element takes once is no matter of the layout. Threads that hold
  // copies made these, too.
  constexpr int64_t kInstructionsToMake = 4;
  int64_t elements = type.getNumElements();
  int64_t copies = int64_t(plan->getNumValues()) * kThreadsPerWarp *
                       map.getInDimSize(kWarp) -
                   elements;
  work.instructions =
      std::max<int64_t>(work.instructions + (copies * kInstructionsToMake -
                                             elements * cost.instructions) /
                                                kThreadsPerWarp,
                        0);
  return work;
}

bool ReduceOp::isCommutative() {
  return getCommutative() || isSymmetric(getCombineOp().front());
}

bool ReduceOp::isLayoutAnchor() { return true; }

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombineRegion(*this, getSrcs(), getCombineOp().front(),
                             ReduceReturnOp::getOperationName());
}

/// Along a dimension of size 1 there is nothing to combine. With layouts the
/// tile.reshape has another rule.
LogicalResult ReduceOp::canonicalize(ReduceOp op, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  if (type.getEncoding())
    return rewriter.notifyMatchFailure(op, "tiles have layouts");
  if (type.getDimSize(op.getAxis()) != 1)
    return rewriter.notifyMatchFailure(op, "more than one element");
  SmallVector<Value> values;
  for (auto [src, result] : llvm::zip(op.getSrcs(), op.getResults()))
    if (isa<RankedTensorType>(result.getType()))
      values.push_back(ReshapeOp::create(rewriter, op.getLoc(),
                                         result.getType(), src,
                                         /*allow_reorder=*/false,
                                         /*efficient_layout=*/false));
    else
      values.push_back(UnsplatOp::create(rewriter, op.getLoc(), src));
  rewriter.replaceOp(op, values);
  return success();
}
