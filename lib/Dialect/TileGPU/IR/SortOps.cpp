//===- SortOps.cpp - Steps of sorting networks ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "tile/Layout/SortPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tilegpu;
using tile::LinearLayout;

/// Checks the operands and the axis that steps of a network have in common.
static LogicalResult verifyNetwork(Operation *op, ValueRange srcs,
                                   uint32_t axis, bool breaksTies) {
  if (srcs.empty())
    return op->emitOpError("expected a key");
  auto key = cast<RankedTensorType>(srcs[0].getType());
  for (Value src : srcs) {
    auto type = cast<RankedTensorType>(src.getType());
    if (type.getShape() != key.getShape() ||
        type.getEncoding() != key.getEncoding())
      return op->emitOpError(
                 "expected operands of one shape and layout, found ")
             << key << " and " << type;
  }
  if (!isa<IntegerType>(key.getElementType()))
    return op->emitOpError("expected a key of integers, found ") << key;
  if (!isa_and_present<tile::LayoutAttrInterface>(key.getEncoding()))
    return op->emitOpError("expected tiles with layouts, found ") << key;
  if (breaksTies &&
      (srcs.size() < 2 || !cast<RankedTensorType>(srcs[1].getType())
                               .getElementType()
                               .isInteger(32)))
    return op->emitOpError("expected a second operand of i32, which breaks "
                           "ties");
  if (axis >= key.getRank())
    return op->emitOpError("expected tiles with a dimension ")
           << axis << ", found " << key;
  return success();
}

//===----------------------------------------------------------------------===//
// CompareExchangeOp
//===----------------------------------------------------------------------===//

LogicalResult CompareExchangeOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  llvm::append_range(types, operands.getTypes());
  return success();
}

LogicalResult CompareExchangeOp::verify() {
  if (failed(verifyNetwork(*this, getSrcs(), getAxis(), getBreaksTies())))
    return failure();
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  int64_t extent = type.getDimSize(getAxis());
  if (getRuns() > llvm::Log2_64(extent))
    return emitOpError("expected 'runs' from 0 to ")
           << llvm::Log2_64(extent) << ", found " << getRuns();
  for (int32_t distance : getSteps())
    if (distance < 1 || distance >= extent)
      return emitOpError("expected steps from 1 to ")
             << extent - 1 << ", found " << distance;
  LinearLayout layout = tile::toLinearLayout(type);
  if (!hasRuns(layout))
    return emitOpError("expected runs of ")
           << (1u << getRuns()) << " elements along dimension " << getAxis()
           << " in one thread, in one order for all threads, found layout "
           << type.getEncoding();
  if (std::optional<int32_t> distance = findStepAcrossWarps(layout))
    return emitOpError("expected elements ")
           << *distance << " apart along dimension " << getAxis()
           << " in one warp, found layout " << type.getEncoding();
  return success();
}

bool CompareExchangeOp::hasRuns(const LinearLayout &layout) {
  StringRef axis = tile::getDimName(getAxis());
  for (unsigned bit = 0; bit < getRuns(); ++bit) {
    auto place = tile::findPlaceDistance(layout, axis, 1u << bit);
    tile::PlaceParity parity = tile::getBitParity(layout, axis, bit);
    if (!place || place->lane || parity.lane || parity.warp)
      return false;
  }
  return true;
}

std::optional<int32_t>
CompareExchangeOp::findStepAcrossWarps(const LinearLayout &layout) {
  StringRef axis = tile::getDimName(getAxis());
  for (int32_t distance : getSteps())
    if (!tile::findPlaceDistance(layout, axis, distance))
      return distance;
  return std::nullopt;
}

bool CompareExchangeOp::acceptsLayout(unsigned, Attribute attr) {
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  LinearLayout layout =
      cast<tile::LayoutAttrInterface>(attr).toLinearLayout(type.getShape());
  return hasRuns(layout) && !findStepAcrossWarps(layout);
}

//===----------------------------------------------------------------------===//
// KeepFirstOp
//===----------------------------------------------------------------------===//

unsigned KeepFirstOp::getNumLayoutClasses() { return 2; }

unsigned KeepFirstOp::getResultLayoutClass(unsigned) { return 1; }

bool KeepFirstOp::hasFixedLayouts() { return true; }

LogicalResult KeepFirstOp::verify() {
  if (failed(verifyNetwork(*this, getSrcs(), getAxis(), getBreaksTies())))
    return failure();
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  int64_t extent = type.getDimSize(getAxis());
  int64_t distance = getDistance();
  if (distance < 1 || distance >= extent || distance < extent / 2)
    return emitOpError("expected a distance from ")
           << std::max<int64_t>(extent / 2, 1) << " to " << extent - 1
           << ", found " << distance;
  if (getNumResults() != getNumOperands())
    return emitOpError("expected as many results as operands, found ")
           << getNumResults() << " and " << getNumOperands();
  std::optional<LinearLayout> layout = tile::getKeepFirstLayout(
      tile::toLinearLayout(type), tile::getDimName(getAxis()), distance);
  if (!layout)
    return emitOpError("expected elements ")
           << distance << " apart along dimension " << getAxis()
           << " in one warp, found layout " << type.getEncoding();
  SmallVector<int64_t> shape(type.getShape());
  shape[getAxis()] /= 2;
  for (auto [src, result] : llvm::zip(getSrcs(), getResult())) {
    auto found = cast<RankedTensorType>(result.getType());
    Type element = cast<RankedTensorType>(src.getType()).getElementType();
    if (found.getShape() != ArrayRef(shape) ||
        found.getElementType() != element)
      return emitOpError("expected a result of type ")
             << RankedTensorType::get(shape, element)
             << " with a layout, found " << found;
    if (!isa_and_present<tile::LayoutAttrInterface>(found.getEncoding()) ||
        !tile::toLinearLayout(found).isEquivalent(*layout))
      return emitOpError("expected a result that each thread has of what its "
                         "warp holds: ")
             << layout->toString() << "found " << found;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// RelabelOp
//===----------------------------------------------------------------------===//

unsigned RelabelOp::getNumLayoutClasses() { return 2; }

unsigned RelabelOp::getResultLayoutClass(unsigned) { return 1; }

bool RelabelOp::hasFixedLayouts() { return true; }

LogicalResult RelabelOp::verify() {
  for (Type type : {getSrc().getType(), getType()})
    if (!isa_and_present<tile::LayoutAttrInterface>(tile::getLayout(type)))
      return emitOpError("expected tiles with layouts, found ") << type;
  auto from = cast<RankedTensorType>(getSrc().getType());
  auto to = cast<RankedTensorType>(getType());
  if (!tile::canRelabel(tile::toLinearLayout(from), tile::toLinearLayout(to)))
    return emitOpError("expected each thread to hold as many elements in both "
                       "layouts, with the same copies, found ")
           << from.getEncoding() << " and " << to.getEncoding();
  return success();
}
