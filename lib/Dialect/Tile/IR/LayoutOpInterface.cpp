//===- LayoutOpInterface.cpp - What an op means for layouts -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutOpInterface.h"
#include "tile/Dialect/Tile/IR/LayoutInference.h"

using namespace mlir;
using namespace mlir::tile;

#include "tile/Dialect/Tile/IR/LayoutOpInterface.cpp.inc"

Value tile::detail::getFirstTile(Operation *op, unsigned layoutClass) {
  auto layoutOp = cast<LayoutOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        layoutOp.getOperandLayoutClass(operand.getOperandNumber()) ==
            layoutClass)
      return operand.get();
  for (OpResult result : op->getResults())
    if (isa<RankedTensorType>(result.getType()) &&
        layoutOp.getResultLayoutClass(result.getResultNumber()) == layoutClass)
      return result;
  return {};
}

unsigned tile::detail::getFullAccessWidth(Value pointers) {
  if (!pointers)
    return 1;
  Type pointee =
      cast<PtrType>(getScalarType(pointers.getType())).getPointeeType();
  return std::max(1u, kMaxVectorBits / (8 * getByteWidth(pointee)));
}

Attribute tile::detail::inferLayoutFromBits(Operation *op, unsigned from,
                                            Attribute layout, unsigned to,
                                            bool forAnyExtent) {
  if (from == to)
    return layout;
  auto layoutOp = cast<LayoutOpInterface>(op);
  Value fromTile = getFirstTile(op, from), toTile = getFirstTile(op, to);
  if (!fromTile || !toTile)
    return {};
  auto fromType = cast<RankedTensorType>(fromTile.getType());
  auto toType = cast<RankedTensorType>(toTile.getType());
  auto fromLayout = cast<LayoutAttrInterface>(layout);
  // With or without a dimension: the slice says it, for other extents along
  // that dimension too.
  if (std::optional<unsigned> dim = layoutOp.getSliceDim(to, from))
    return SliceLayoutAttr::get(*dim, fromLayout);
  if (std::optional<unsigned> dim = layoutOp.getSliceDim(from, to)) {
    auto slice = dyn_cast<SliceLayoutAttr>(layout);
    if (slice && slice.getDim() == *dim)
      return slice.getParent();
    if (forAnyExtent)
      return {};
  }
  return mapLayout(
      fromLayout, fromType.getShape(), toType.getShape(),
      [&](CoordinateBit bit) { return layoutOp.mapBit(from, bit, to); });
}
