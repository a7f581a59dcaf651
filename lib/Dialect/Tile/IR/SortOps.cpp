//===- SortOps.cpp - Order among elements ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

#include "tile/Layout/SortPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// Checks what tile.sort and tile.topk have in common.
static LogicalResult verifySort(Operation *op, ValueRange srcs,
                                bool isUnsigned) {
  auto key = cast<RankedTensorType>(srcs[0].getType());
  for (Value src : srcs.drop_front()) {
    auto type = cast<RankedTensorType>(src.getType());
    if (type.getShape() != key.getShape() ||
        type.getEncoding() != key.getEncoding())
      return op->emitOpError(
                 "expected operands of one shape and layout, found ")
             << key << " and " << type;
  }
  if (isa<PtrType>(key.getElementType()))
    return op->emitOpError("expected a key of numbers, found ") << key;
  if (isUnsigned && !isa<IntegerType>(key.getElementType()))
    return op->emitOpError("expected a key of integers, as it is unsigned, "
                           "found ")
           << key;
  return success();
}

LogicalResult tile::verifyAxis(std::optional<Location> loc, StringRef name,
                               ValueRange operands,
                               std::optional<int64_t> axis) {
  if (operands.empty() || !axis)
    return emitOptionalError(loc, "'", name,
                             "' op expected at least one tile, and 'axis'");
  for (Value operand : operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || *axis < 0 || *axis >= type.getRank())
      return emitOptionalError(loc, "'", name,
                               "' op expected tiles with a dimension ", *axis,
                               ", found ", operand.getType());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// SortOp
//===----------------------------------------------------------------------===//

LogicalResult SortOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands,
                                       DictionaryAttr attributes,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  if (failed(verifyAxis(loc, getOperationName(), operands,
                        findAxis<SortOp>(attributes, properties))))
    return failure();
  llvm::append_range(types, operands.getTypes());
  return success();
}

LogicalResult SortOp::verify() {
  if (failed(verifySort(*this, getSrcs(), getIsUnsigned())))
    return failure();
  if (!getBitonic())
    return success();
  if (getStable())
    return emitOpError(
        "expected no 'stable' with 'bitonic', whose steps do not "
        "keep the order of equal keys");
  auto key = cast<RankedTensorType>(getSrcs()[0].getType());
  if (!llvm::isPowerOf2_64(key.getDimSize(getAxis())))
    return emitOpError("expected a power of two of elements along dimension ")
           << getAxis() << " with 'bitonic', found " << key;
  return success();
}

//===----------------------------------------------------------------------===//
// TopKOp
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands,
                                       DictionaryAttr attributes,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  std::optional<int64_t> axis = findAxis<TopKOp>(attributes, properties);
  if (failed(verifyAxis(loc, getOperationName(), operands, axis)))
    return failure();
  IntegerAttr k;
  if (auto *props = properties.as<Properties *>(); props && props->k)
    k = props->k;
  else if (attributes)
    k = attributes.getAs<IntegerAttr>("k");
  std::optional<int64_t> count = k ? k.getValue().trySExtValue() : std::nullopt;
  if (!count)
    return emitOptionalError(loc, "'tile.topk' op expected 'k'");
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<int64_t> shape(type.getShape());
    if (*count < 1 || *count > shape[*axis])
      return emitOptionalError(loc, "'tile.topk' op expected 'k' from 1 to ",
                               shape[*axis], ", found ", *count);
    shape[*axis] = *count;
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  return success();
}

unsigned TopKOp::getNumLayoutClasses() { return 2; }

unsigned TopKOp::getResultLayoutClass(unsigned) { return 1; }

LogicalResult TopKOp::verify() {
  return verifySort(*this, getSrcs(), getIsUnsigned());
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// As much of the axis in each thread as there are elements for: steps between
/// registers cost least. The lowest bits, as far as memory moves them at once,
/// and the highest; those between are the lanes', and coalesce.
static SmallVector<LayoutDemand> getSortDemands(ValueRange srcs, unsigned axis,
                                                int64_t numThreads) {
  constexpr unsigned kMostBits = 6, kVectorBits = 128;
  auto type = cast<RankedTensorType>(srcs[0].getType());
  unsigned extent = llvm::Log2_64(type.getDimSize(axis));
  unsigned all = llvm::Log2_64(type.getNumElements());
  unsigned room = all - std::min<unsigned>(all, llvm::Log2_64(numThreads));
  unsigned count = std::min({extent, room, kMostBits});
  unsigned vector = llvm::Log2_32(
      std::max(kVectorBits / getBitWidth(type.getElementType()), 1u));
  unsigned low = std::min(count, vector);
  LayoutDemand demand{0, {}};
  for (unsigned pos = 0; pos < extent; ++pos)
    if (pos < low || pos >= extent - (count - low))
      demand.bits.push_back({axis, pos});
  if (demand.bits.empty())
    return {};
  return {demand};
}

static Work getSortWork(ValueRange srcs, unsigned axis, int64_t kept,
                        Attribute layout, bool isBitonic = false) {
  auto type = cast<RankedTensorType>(srcs[0].getType());
  SmallVector<unsigned> widths;
  for (Value src : srcs)
    widths.push_back(getBitWidth(getScalarType(src.getType())));
  SortProblem problem{
      cast<LayoutAttrInterface>(layout).toLinearLayout(type.getShape()),
      getDimName(axis), unsigned(llvm::Log2_64(kept)), widths};
  problem.isBitonic = isBitonic;
  return SortPlan::create(problem).getWork();
}

SmallVector<LayoutDemand> SortOp::getLayoutDemands(int64_t numThreads) {
  return getSortDemands(getSrcs(), getAxis(), numThreads);
}

bool SortOp::acceptsLayout(unsigned, Attribute) { return true; }

Work SortOp::getWork(Attribute layout) {
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  return getSortWork(getSrcs(), getAxis(), type.getDimSize(getAxis()), layout,
                     getBitonic());
}

bool SortOp::isLayoutAnchor() { return true; }

SmallVector<LayoutDemand> TopKOp::getLayoutDemands(int64_t numThreads) {
  return getSortDemands(getSrcs(), getAxis(), numThreads);
}

bool TopKOp::acceptsLayout(unsigned, Attribute) { return true; }

Work TopKOp::getWork(Attribute layout) {
  return getSortWork(getSrcs(), getAxis(), getK(), layout);
}

bool TopKOp::isLayoutAnchor() { return true; }

unsigned TopKOp::getDecidingClass() { return 0; }
