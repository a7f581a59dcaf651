//===- RearrangeOps.cpp - Tiles of other shapes, no data moved ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.reshape, trans, join and split.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutInference.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tile;

/// The operand if it is a tile, else null: types are inferred before operands
/// are verified.
static RankedTensorType getTile(ValueRange operands) {
  return operands.empty() ? RankedTensorType()
                          : dyn_cast<RankedTensorType>(operands[0].getType());
}

// Types are inferred without layouts, and verified so. Layouts are compared by
// `verifyTiedLayouts`, which takes equivalent ones, in `verifyRegions`: only
// that comes after the verification of the inferred types.

static bool haveSameShapes(TypeRange a, TypeRange b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           auto first = dyn_cast<RankedTensorType>(std::get<0>(pair));
           auto second = dyn_cast<RankedTensorType>(std::get<1>(pair));
           return first && second &&
                  withLayout(first, {}) == withLayout(second, {});
         });
}

namespace {

/// A rearranged splat is a splat.
template <typename ShapeOp> struct FoldSplat : OpRewritePattern<ShapeOp> {
  using OpRewritePattern<ShapeOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getSrc().template getDefiningOp<SplatOp>();
    if (!splat)
      return rewriter.notifyMatchFailure(op, "operand is not a splat");
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
};

} // namespace

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
  return verifyTiedLayouts(*this);
}

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

namespace {

struct FoldReshapeOfReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSrc().getDefiningOp<ReshapeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is not a reshape");
    // Through two free orders any order is free.
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), inner.getSrc(),
                                           op.getAllowReorder() ||
                                               inner.getAllowReorder(),
                                           op.getEfficientLayout());
    return success();
  }
};

} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<FoldSplat<ReshapeOp>, FoldReshapeOfReshape>(context);
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
  RankedTensorType type = getTile(operands);
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

bool TransOp::isCompatibleReturnTypes(TypeRange a, TypeRange b) {
  return haveSameShapes(a, b);
}

LogicalResult TransOp::verifyRegions() { return verifyTiedLayouts(*this); }

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  bool isIdentity =
      llvm::equal(getOrder(), llvm::seq<int32_t>(0, getOrder().size()));
  if (isIdentity && getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(cast<ShapedType>(getType()));
  return {};
}

namespace {

struct FoldTransOfTrans : OpRewritePattern<TransOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSrc().getDefiningOp<TransOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is not a tile.trans");
    SmallVector<int32_t> order;
    for (int32_t dim : op.getOrder())
      order.push_back(inner.getOrder()[dim]);
    rewriter.replaceOpWithNewOp<TransOp>(op, op.getType(), inner.getSrc(),
                                         order);
    return success();
  }
};

} // namespace

void TransOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<FoldSplat<TransOp>, FoldTransOfTrans>(context);
}

//===----------------------------------------------------------------------===//
// JoinOp
//===----------------------------------------------------------------------===//

LogicalResult JoinOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTile(operands);
  if (!type)
    return emitOptionalError(loc, "'tile.join' op expected tiles");
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(2);
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

bool JoinOp::isCompatibleReturnTypes(TypeRange a, TypeRange b) {
  return haveSameShapes(a, b);
}

LogicalResult JoinOp::verifyRegions() { return verifyTiedLayouts(*this); }

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
  RankedTensorType type = getTile(operands);
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

bool SplitOp::isCompatibleReturnTypes(TypeRange a, TypeRange b) {
  return haveSameShapes(a, b);
}

LogicalResult SplitOp::verifyRegions() { return verifyTiedLayouts(*this); }

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
