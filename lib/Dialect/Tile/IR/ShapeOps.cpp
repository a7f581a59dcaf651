//===- ShapeOps.cpp - Making and reshaping tiles ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeOps.h"

#include "tile/Dialect/Tile/IR/LayoutInference.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

SmallVector<CoordinateBit> tile::getBitsOfDim(RankedTensorType type,
                                              unsigned dim) {
  SmallVector<CoordinateBit> bits;
  for (unsigned pos = 0; pos < llvm::Log2_64(type.getDimSize(dim)); ++pos)
    bits.push_back({dim, pos});
  return bits;
}

//===----------------------------------------------------------------------===//
// MakeRangeOp
//===----------------------------------------------------------------------===//

LogicalResult MakeRangeOp::verify() {
  int64_t start = static_cast<int32_t>(getStart());
  int64_t end = static_cast<int32_t>(getEnd());
  auto type = cast<RankedTensorType>(getType());
  if (type.getRank() != 1)
    return emitOpError("expected a result of 1 dimension, found ")
           << type.getRank();
  if (end <= start)
    return emitOpError("expected end to be greater than start, found start ")
           << start << " and end " << end;
  if (end - start != type.getDimSize(0))
    return emitOpError("expected end - start to be the tile's size ")
           << type.getDimSize(0) << ", found " << end - start;
  return success();
}

OpFoldResult MakeRangeOp::fold(FoldAdaptor) {
  if (cast<RankedTensorType>(getType()).getNumElements() != 1)
    return {};
  return SplatElementsAttr::get(cast<ShapedType>(getType()), getStartAttr());
}

void MakeRangeOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                    SetIntRangeFn setResultRange) {
  setResultRange(getResult(),
                 ConstantIntRanges::fromSigned(APInt(32, getStart()),
                                               APInt(32, getEnd() - 1)));
}

//===----------------------------------------------------------------------===//
// SplatOp and UnsplatOp
//===----------------------------------------------------------------------===//

LogicalResult SplatOp::verify() {
  Type element = cast<RankedTensorType>(getType()).getElementType();
  if (element != getSrc().getType())
    return emitOpError("expected a tile of the operand's type ")
           << getSrc().getType() << ", found one of " << element;
  return success();
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  Attribute value = adaptor.getSrc();
  if (!isa_and_present<FloatAttr, IntegerAttr>(value))
    return {};
  return SplatElementsAttr::get(cast<ShapedType>(getType()), value);
}

LogicalResult UnsplatOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> loc,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType type = getFirstTile(operands);
  if (!type)
    return emitOptionalError(loc, "'tile.unsplat' op expected a tile");
  if (!type.hasStaticShape() || type.getNumElements() != 1)
    return emitOptionalError(
        loc, "'tile.unsplat' op expected a tile of one element, found ", type);
  types.push_back(type.getElementType());
  return success();
}

OpFoldResult UnsplatOp::fold(FoldAdaptor adaptor) {
  if (auto splat = getSrc().getDefiningOp<SplatOp>())
    return splat.getSrc();
  auto value = dyn_cast_if_present<DenseElementsAttr>(adaptor.getSrc());
  if (!value || !value.isSplat())
    return {};
  return value.getSplatValue<Attribute>();
}

//===----------------------------------------------------------------------===//
// ExpandDimsOp
//===----------------------------------------------------------------------===//

LogicalResult
ExpandDimsOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                               ValueRange operands, DictionaryAttr attributes,
                               OpaqueProperties properties, RegionRange,
                               SmallVectorImpl<Type> &types) {
  RankedTensorType type = getFirstTile(operands);
  if (!type)
    return emitOptionalError(loc, "'tile.expand_dims' op expected a tile");
  int64_t axis = -1;
  if (auto *props = properties.as<Properties *>(); props && props->axis)
    axis = props->axis.getInt();
  else if (auto attr = attributes.getAs<IntegerAttr>("axis"))
    axis = attr.getInt();
  if (axis < 0 || axis > type.getRank())
    return emitOptionalError(
        loc, "'tile.expand_dims' op expected an axis from 0 to ",
        type.getRank(), ", found ", axis);
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + axis, 1);
  Attribute layout;
  if (auto given =
          dyn_cast_if_present<LayoutAttrInterface>(type.getEncoding())) {
    auto slice = dyn_cast<SliceLayoutAttr>(given);
    layout =
        slice && slice.getDim() == axis
            ? slice.getParent()
            : mapLayout(given, type.getShape(), shape, [&](CoordinateBit bit) {
                return insertDim(bit, axis);
              });
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType(), layout));
  return success();
}

std::optional<CoordinateBit>
ExpandDimsOp::mapBit(unsigned from, CoordinateBit bit, unsigned to) {
  if (from == to)
    return bit;
  return from == 0 ? insertDim(bit, getAxis()) : removeDim(bit, getAxis());
}

std::optional<unsigned> ExpandDimsOp::getSliceDim(unsigned slice,
                                                  unsigned whole) {
  return slice < whole ? std::optional(getAxis()) : std::nullopt;
}

bool ExpandDimsOp::isCheap() { return true; }

/// A splat constant in another shape; null for other constants.
static Attribute reshapeSplat(Attribute value, Type type) {
  auto splat = dyn_cast_if_present<SplatElementsAttr>(value);
  return splat ? splat.resizeSplat(cast<ShapedType>(type)) : Attribute();
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return reshapeSplat(adaptor.getSrc(), getType());
}

LogicalResult ExpandDimsOp::canonicalize(ExpandDimsOp op,
                                         PatternRewriter &rewriter) {
  return foldSplat(op, rewriter);
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto dst = cast<RankedTensorType>(getType());
  if (src.getElementType() != dst.getElementType())
    return emitOpError("expected a result of elements ")
           << src.getElementType() << ", found " << dst.getElementType();
  if (src.getRank() != dst.getRank())
    return emitOpError("expected a result of ")
           << src.getRank() << " dimensions, found " << dst.getRank();
  for (int64_t dim = 0; dim < src.getRank(); ++dim)
    if (src.getDimSize(dim) != 1 && src.getDimSize(dim) != dst.getDimSize(dim))
      return emitOpError("expected dimension ")
             << dim << " to stay " << src.getDimSize(dim)
             << " (only a size of 1 can grow), found " << dst.getDimSize(dim);
  return success();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  return reshapeSplat(adaptor.getSrc(), getType());
}

LogicalResult BroadcastOp::canonicalize(BroadcastOp op,
                                        PatternRewriter &rewriter) {
  if (succeeded(foldSplat(op, rewriter)))
    return success();
  auto inner = op.getSrc().getDefiningOp<BroadcastOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "operand is not a broadcast");
  rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), inner.getSrc());
  return success();
}
