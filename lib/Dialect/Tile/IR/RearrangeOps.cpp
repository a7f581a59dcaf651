//===- RearrangeOps.cpp - Tiles of other shapes, no data moved ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.reshape, trans, join and split.
//
//===----------------------------------------------------------------------===//

#include "ShapeOps.h"

#include "tile/Dialect/Tile/IR/LayoutInference.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto dst = cast<RankedTensorType>(getType());
  if (src.getElementType() != dst.getElementType())
    return emitOpError("expected a result of elements ")
           << src.getElementType() << ", found " << dst.getElementType();
  if (src.getNumElements() != dst.getNumElements())
    return emitOpError("expected a result of ")
           << src.getNumElements() << " elements, found "
           << dst.getNumElements();
  return OpTrait::tile::impl::verifyTiedLayouts(*this);
}

std::optional<CoordinateBit> ReshapeOp::mapBit(unsigned from, CoordinateBit bit,
                                               unsigned to) {
  ArrayRef<int64_t> shapes[] = {
      cast<RankedTensorType>(getSrc().getType()).getShape(),
      cast<RankedTensorType>(getType()).getShape()};
  return mapRowMajor(bit, shapes[from], shapes[to]);
}

bool ReshapeOp::isCheap() { return true; }

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  auto constant = dyn_cast_if_present<DenseElementsAttr>(adaptor.getSrc());
  if (!constant)
    return {};
  auto type = cast<ShapedType>(getType());
  return constant.isSplat() ? constant.resizeSplat(type)
                            : constant.reshape(type);
}

/// The dimension of size 1 that is all that the result has in addition: then
/// tile.expand_dims says the same. Layouts are left as they are.
static std::optional<unsigned> findNewDimension(ReshapeOp op) {
  auto from = dyn_cast<RankedTensorType>(op.getSrc().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  if (!from || !to || from.getEncoding() || to.getEncoding() ||
      to.getRank() != from.getRank() + 1)
    return std::nullopt;
  unsigned axis = 0;
  while (axis < from.getRank() && from.getDimSize(axis) == to.getDimSize(axis))
    ++axis;
  bool isNew =
      to.getDimSize(axis) == 1 &&
      from.getShape().drop_front(axis) == to.getShape().drop_front(axis + 1);
  return isNew ? std::optional<unsigned>(axis) : std::nullopt;
}

LogicalResult ReshapeOp::canonicalize(ReshapeOp op, PatternRewriter &rewriter) {
  if (succeeded(foldSplat(op, rewriter)))
    return success();
  if (std::optional<unsigned> axis = findNewDimension(op)) {
    rewriter.replaceOpWithNewOp<ExpandDimsOp>(op, op.getType(), op.getSrc(),
                                              *axis);
    return success();
  }
  auto inner = op.getSrc().getDefiningOp<ReshapeOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "operand is not a reshape");
  // Through two free orders any order is free.
  rewriter.replaceOpWithNewOp<ReshapeOp>(
      op, op.getType(), inner.getSrc(),
      op.getAllowReorder() || inner.getAllowReorder(), op.getEfficientLayout());
  return success();
}

//===----------------------------------------------------------------------===//
// TransOp
//===----------------------------------------------------------------------===//

static bool isPermutation(ArrayRef<int32_t> order, int64_t rank) {
  SmallVector<int32_t> sorted(order);
  llvm::sort(sorted);
  return llvm::equal(sorted, llvm::seq<int32_t>(0, rank));
}

LogicalResult
TransOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                          ValueRange operands, DictionaryAttr attributes,
                          OpaqueProperties properties, RegionRange,
                          SmallVectorImpl<Type> &types) {
  RankedTensorType type = getFirstTile(operands);
  DenseI32ArrayAttr order;
  if (auto *props = properties.as<Properties *>(); props && props->order)
    order = props->order;
  else if (attributes)
    order = attributes.getAs<DenseI32ArrayAttr>("order");
  if (!type || !order)
    return emitOptionalError(loc,
                             "'tile.trans' op expected a tile and 'order'");
  if (!isPermutation(order, type.getRank()))
    return emitOptionalError(
        loc, "'tile.trans' op expected order to be a permutation of 0 to ",
        type.getRank() - 1, ", found ", order);
  SmallVector<int64_t> shape;
  for (int32_t dim : order.asArrayRef())
    shape.push_back(type.getDimSize(dim));
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

std::optional<CoordinateBit> TransOp::mapBit(unsigned from, CoordinateBit bit,
                                             unsigned to) {
  if (from == to)
    return bit;
  ArrayRef<int32_t> order = getOrder();
  if (from == 1)
    return CoordinateBit{unsigned(order[bit.dim]), bit.pos};
  const auto *it = llvm::find(order, int32_t(bit.dim));
  return CoordinateBit{unsigned(it - order.begin()), bit.pos};
}

bool TransOp::isCheap() { return true; }

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  bool isIdentity =
      llvm::equal(getOrder(), llvm::seq<int32_t>(0, getOrder().size()));
  if (isIdentity && getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(cast<ShapedType>(getType()));
  return {};
}

LogicalResult TransOp::canonicalize(TransOp op, PatternRewriter &rewriter) {
  if (succeeded(foldSplat(op, rewriter)))
    return success();
  auto inner = op.getSrc().getDefiningOp<TransOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "operand is not a tile.trans");
  SmallVector<int32_t> order;
  for (int32_t dim : op.getOrder())
    order.push_back(inner.getOrder()[dim]);
  rewriter.replaceOpWithNewOp<TransOp>(op, op.getType(), inner.getSrc(), order);
  return success();
}

//===----------------------------------------------------------------------===//
// JoinOp and SplitOp: with or without a last dimension of size 2
//===----------------------------------------------------------------------===//

static unsigned getLastDim(Type whole) {
  return cast<RankedTensorType>(whole).getRank() - 1;
}

/// Of the two classes of the operation, `whole` has the last dimension; its
/// tiles have type `type`.
static Attribute inferWithLastDim(Attribute layout, unsigned from,
                                  unsigned whole, unsigned to, Type type) {
  if (from == to)
    return layout;
  auto fromLayout = cast<LayoutAttrInterface>(layout);
  ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
  return from == whole ? takeLastDim(fromLayout, shape)
                       : addLastDim(fromLayout, shape.drop_back());
}

static SmallVector<LayoutDemand> demandLastDim(unsigned whole, Type type) {
  auto tile = cast<RankedTensorType>(type);
  return {{whole, getBitsOfDim(tile, tile.getRank() - 1)}};
}

static bool acceptsLastDim(Attribute layout, unsigned layoutClass,
                           unsigned whole, Type type) {
  return layoutClass != whole ||
         takeLastDim(cast<LayoutAttrInterface>(layout),
                     cast<RankedTensorType>(type).getShape());
}

//===----------------------------------------------------------------------===//
// JoinOp
//===----------------------------------------------------------------------===//

LogicalResult JoinOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType type = getFirstTile(operands);
  if (!type)
    return emitOptionalError(loc, "'tile.join' op expected tiles");
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(2);
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

// Each layout of the operands has one of the result, but not the other way
// round: the halves of a pair come together in one thread.

unsigned JoinOp::getFreeClass() { return 0; }

std::optional<CoordinateBit> JoinOp::mapBit(unsigned from, CoordinateBit bit,
                                            unsigned to) {
  return from <= to ? bit : removeDim(bit, getLastDim(getType()));
}

Attribute JoinOp::inferLayout(unsigned from, Attribute layout, unsigned to,
                              bool) {
  return inferWithLastDim(layout, from, /*whole=*/1, to, getType());
}

SmallVector<LayoutDemand> JoinOp::getLayoutDemands(int64_t) {
  return demandLastDim(/*whole=*/1, getType());
}

bool JoinOp::acceptsLayout(unsigned layoutClass, Attribute layout) {
  return acceptsLastDim(layout, layoutClass, /*whole=*/1, getType());
}

OpFoldResult JoinOp::fold(FoldAdaptor adaptor) {
  auto split = getLhs().getDefiningOp<SplitOp>();
  if (split && getLhs() == split.getOutLHS() && getRhs() == split.getOutRHS() &&
      split.getSrc().getType() == getType())
    return split.getSrc();
  auto lhs = dyn_cast_if_present<SplatElementsAttr>(adaptor.getLhs());
  if (lhs && adaptor.getLhs() == adaptor.getRhs())
    return lhs.resizeSplat(cast<ShapedType>(getType()));
  return {};
}

//===----------------------------------------------------------------------===//
// SplitOp
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType type = getFirstTile(operands);
  if (!type || type.getRank() < 2 || type.getShape().back() != 2) {
    if (!type)
      return emitOptionalError(loc, "'tile.split' op expected a tile");
    return emitOptionalError(loc,
                             "'tile.split' op expected a tile of at least 2 "
                             "dimensions, the last of size 2, found ",
                             type);
  }
  types.assign(2, RankedTensorType::get(type.getShape().drop_back(),
                                        type.getElementType()));
  return success();
}

unsigned SplitOp::getDecidingClass() { return 0; }

std::optional<CoordinateBit> SplitOp::mapBit(unsigned from, CoordinateBit bit,
                                             unsigned to) {
  return from >= to ? bit : removeDim(bit, getLastDim(getSrc().getType()));
}

Attribute SplitOp::inferLayout(unsigned from, Attribute layout, unsigned to,
                               bool) {
  return inferWithLastDim(layout, from, /*whole=*/0, to, getSrc().getType());
}

SmallVector<LayoutDemand> SplitOp::getLayoutDemands(int64_t) {
  return demandLastDim(/*whole=*/0, getSrc().getType());
}

bool SplitOp::acceptsLayout(unsigned layoutClass, Attribute layout) {
  return acceptsLastDim(layout, layoutClass, /*whole=*/0, getSrc().getType());
}

LogicalResult SplitOp::fold(FoldAdaptor adaptor,
                            SmallVectorImpl<OpFoldResult> &results) {
  auto join = getSrc().getDefiningOp<JoinOp>();
  if (join && join.getLhs().getType() == getOutLHS().getType()) {
    results.assign({join.getLhs(), join.getRhs()});
    return success();
  }
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc())) {
    Attribute half = splat.resizeSplat(cast<ShapedType>(getOutLHS().getType()));
    results.assign({half, half});
    return success();
  }
  return failure();
}
