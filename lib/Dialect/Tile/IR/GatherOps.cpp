//===- GatherOps.cpp - Elements chosen by number --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/KnownIndex.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange,
                                         SmallVectorImpl<Type> &types) {
  auto getTile = [&](unsigned number) {
    return number < operands.size()
               ? dyn_cast<RankedTensorType>(operands[number].getType())
               : RankedTensorType();
  };
  RankedTensorType src = getTile(0), indices = getTile(1);
  if (!src || !indices)
    return emitOptionalError(
        loc, "'tile.gather' op expected a tile and a tile of indices");
  types.push_back(RankedTensorType::get(
      indices.getShape(), src.getElementType(), indices.getEncoding()));
  return success();
}

std::optional<uint32_t> tile::getKnownIndex(GatherOp op) {
  DenseElementsAttr indices;
  if (!matchPattern(op.getIndices(), m_Constant(&indices)) ||
      !indices.isSplat())
    return std::nullopt;
  return indices.getSplatValue<APInt>().zextOrTrunc(32).getZExtValue() &
         (op.getSrc().getType().getDimSize(op.getAxis()) - 1);
}

LogicalResult GatherOp::verify() {
  RankedTensorType src = getSrc().getType(), indices = getIndices().getType();
  int64_t axis = static_cast<int32_t>(getAxis());
  if (axis < 0 || axis >= src.getRank())
    return emitOpError("expected a tile with a dimension ")
           << axis << ", found " << src;
  bool matches = src.getRank() == indices.getRank();
  for (int64_t dim = 0; matches && dim < src.getRank(); ++dim)
    matches = dim == axis || src.getDimSize(dim) == indices.getDimSize(dim);
  if (!matches)
    return emitOpError("expected indices with the extents of the tile except "
                       "along dimension ")
           << axis << ", found " << src << " and " << indices;
  if (getType().getEncoding() != indices.getEncoding())
    return emitOpError("expected a result in the layout of the indices, found ")
           << getType() << " and " << indices;
  return success();
}

//===----------------------------------------------------------------------===//
// HistogramOp
//===----------------------------------------------------------------------===//

LogicalResult HistogramOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  Type element = type.getElementType();
  if (type.getRank() != 1 || (!element.isInteger(32) && !element.isInteger(64)))
    return emitOpError("expected a result of one dimension, of i32 or i64, "
                       "found ")
           << type;
  if (getScalarType(getSrc().getType()).isInteger(1))
    return emitOpError("expected numbers of 8 to 64 bits, found ")
           << getSrc().getType();
  return success();
}
