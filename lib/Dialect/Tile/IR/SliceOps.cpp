//===- SliceOps.cpp - Parts of tiles --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.cat, extract_slice and insert_slice.
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"
#include "ShapeOps.h"

#include "tile/Dialect/Tile/IR/CatTypes.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// CatOp
//===----------------------------------------------------------------------===//

ParseResult tile::parseCatTypes(OpAsmParser &parser, Type &lhs, Type &rhs) {
  if (parser.parseType(lhs))
    return failure();
  rhs = lhs;
  return succeeded(parser.parseOptionalComma()) ? parser.parseType(rhs)
                                                : success();
}

void tile::printCatTypes(OpAsmPrinter &printer, Operation *, Type lhs,
                         Type rhs) {
  printer << lhs;
  if (rhs != lhs)
    printer << ", " << rhs;
}

LogicalResult CatOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> loc,
                                      ValueRange operands,
                                      DictionaryAttr attributes,
                                      OpaqueProperties properties, RegionRange,
                                      SmallVectorImpl<Type> &types) {
  RankedTensorType lhs = getFirstTile(operands);
  auto rhs = operands.size() > 1
                 ? dyn_cast<RankedTensorType>(operands[1].getType())
                 : RankedTensorType();
  if (!lhs || !rhs || lhs.getRank() == 0)
    return emitOptionalError(loc, "'tile.cat' op expected two tiles");
  int64_t axis = findAxis<CatOp>(attributes, properties).value_or(0);
  if (axis < 0 || axis >= lhs.getRank())
    return emitOptionalError(loc,
                             "'tile.cat' op expected tiles with a dimension ",
                             axis, ", found ", lhs);
  bool fits = lhs.getRank() == rhs.getRank() &&
              lhs.getElementType() == rhs.getElementType() &&
              lhs.getEncoding() == rhs.getEncoding() && lhs.hasStaticShape() &&
              rhs.hasStaticShape();
  for (int64_t dim = 0; fits && dim < lhs.getRank(); ++dim)
    fits = dim == axis || lhs.getDimSize(dim) == rhs.getDimSize(dim);
  if (!fits)
    return emitOptionalError(
        loc,
        "'tile.cat' op expected tiles of one element type and of equal extents "
        "except along dimension ",
        axis, ", found ", lhs, " and ", rhs);
  SmallVector<int64_t> shape(lhs.getShape());
  shape[axis] += rhs.getDimSize(axis);
  types.push_back(RankedTensorType::get(shape, lhs.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// ExtractSliceOp and InsertSliceOp
//===----------------------------------------------------------------------===//

/// Fails unless a part at `offsets` lies within the whole.
static LogicalResult verifySlice(Operation *op, RankedTensorType part,
                                 RankedTensorType whole,
                                 ArrayRef<int32_t> offsets) {
  if (part.getRank() != whole.getRank())
    return op->emitOpError("expected a part of ")
           << whole.getRank() << " dimensions, as " << whole << " has, found "
           << part;
  if (int64_t(offsets.size()) != whole.getRank())
    return op->emitOpError("expected ")
           << whole.getRank() << " offsets, one per dimension, found "
           << offsets.size();
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    int64_t extent = whole.getDimSize(dim), size = part.getDimSize(dim);
    if (offset < 0 || int64_t(offset) + size > extent)
      return op->emitOpError("expected a part within the ")
             << extent << " elements of dimension " << dim
             << ", found elements " << offset << " to "
             << int64_t(offset) + size - 1;
  }
  return success();
}

LogicalResult ExtractSliceOp::verify() {
  return verifySlice(*this, getType(), getSrc().getType(), getOffsets());
}

OpFoldResult ExtractSliceOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc());
  return splat ? Attribute(splat.resizeSplat(getType())) : Attribute();
}

LogicalResult InsertSliceOp::verify() {
  return verifySlice(*this, getSrc().getType(), getDst().getType(),
                     getOffsets());
}

OpFoldResult InsertSliceOp::fold(FoldAdaptor) {
  if (getSrc().getType() == getDst().getType())
    return getSrc();
  return {};
}
