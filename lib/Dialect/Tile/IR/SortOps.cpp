//===- SortOps.cpp - Order among elements ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

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

/// Fails, with a message, unless there are tiles that have the axis.
static LogicalResult verifyAxis(std::optional<Location> loc, StringRef name,
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
  return verifySort(*this, getSrcs(), getIsUnsigned());
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
    if (*count < 1 || !llvm::isPowerOf2_64(*count) || *count > shape[*axis])
      return emitOptionalError(
          loc, "'tile.topk' op expected 'k' to be a power of two, at most ",
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

SmallVector<LayoutDemand> SortOp::getLayoutDemands(int64_t) { return {}; }

bool SortOp::acceptsLayout(unsigned, Attribute) { return true; }

int64_t SortOp::getClocks(Attribute) { return 0; }

bool SortOp::isLayoutAnchor() { return true; }

SmallVector<LayoutDemand> TopKOp::getLayoutDemands(int64_t) { return {}; }

bool TopKOp::acceptsLayout(unsigned, Attribute) { return true; }

int64_t TopKOp::getClocks(Attribute) { return 0; }

bool TopKOp::isLayoutAnchor() { return true; }

unsigned TopKOp::getDecidingClass() { return 0; }
