//===- MemoryOps.cpp - Pointers, loads and stores -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOps.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tile;

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()))
    return getPtr();
  return {};
}

Value tile::getTileOrNull(Value ptr) {
  return isa<RankedTensorType>(ptr.getType()) ? ptr : Value();
}

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

void LoadOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable(),
                       SideEffects::DefaultResource::get());
  // A volatile access is observable: nothing may remove or merge it.
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get(),
                         SideEffects::DefaultResource::get());
}

Value LoadOp::getAccessedPointers() { return getTileOrNull(getPtr()); }

Value LoadOp::getAccessMask() { return getMask(); }

Value LoadOp::getLayoutData() { return getResult(); }

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask())
    return emitOpError("expected a mask before 'other', found none");
  if (failed(verifyBox(*this, getType())))
    return failure();
  if (getCache() == CacheModifier::WB || getCache() == CacheModifier::WT)
    return emitOpError("expected a cache modifier of loads (none, ca, cg, cs, "
                       "cv), found ")
           << stringifyCacheModifier(getCache());
  return success();
}

std::optional<bool> tile::getConstantMask(Value mask) {
  Attribute value;
  if (!mask || !matchPattern(mask, m_Constant(&value)))
    return std::nullopt;
  if (auto scalar = dyn_cast<IntegerAttr>(value))
    return scalar.getValue().isOne();
  if (auto splat = dyn_cast<SplatElementsAttr>(value))
    return splat.getSplatValue<APInt>().isOne();
  return std::nullopt;
}

/// A load under a mask that is true everywhere needs no mask; one under a mask
/// that is false everywhere reads nothing.
LogicalResult LoadOp::canonicalize(LoadOp op, PatternRewriter &rewriter) {
  std::optional<bool> mask = getConstantMask(op.getMask());
  if (!mask)
    return rewriter.notifyMatchFailure(op, "no constant mask");
  if (*mask) {
    rewriter.modifyOpInPlace(op, [&] {
      op.getOtherMutable().clear();
      op.getMaskMutable().clear();
    });
    return success();
  }
  if (Value other = op.getOther())
    rewriter.replaceOp(op, other);
  else
    rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, op.getType());
  return success();
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

void StoreOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), &getPtrMutable(),
                       SideEffects::DefaultResource::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Read::get(),
                         SideEffects::DefaultResource::get());
}

Value StoreOp::getAccessedPointers() { return getTileOrNull(getPtr()); }

Value StoreOp::getAccessMask() { return getMask(); }

Value StoreOp::getLayoutData() { return getValue(); }

bool LoadOp::isUniformMap() {
  // Each thread reads at a time of its own, and others may write meanwhile.
  return !getIsVolatile();
}

bool StoreOp::isOncePerElement() { return true; }

LogicalResult StoreOp::verify() {
  if (failed(verifyBox(*this, getValue().getType())))
    return failure();
  constexpr unsigned kConstantSpace = 4; // LLVM's number of PTX's .const
  if (cast<PtrType>(getScalarType(getPtr().getType())).getAddressSpace() ==
      kConstantSpace)
    return emitOpError("expected a pointer to memory that can be written, "
                       "found ")
           << getPtr().getType();
  if (getCache() == CacheModifier::CA || getCache() == CacheModifier::CV)
    return emitOpError("expected a cache modifier of stores (none, wb, cg, cs, "
                       "wt), found ")
           << stringifyCacheModifier(getCache());
  return success();
}

LogicalResult StoreOp::canonicalize(StoreOp op, PatternRewriter &rewriter) {
  return foldConstantMask(op, rewriter);
}

//===----------------------------------------------------------------------===//
// Pointer casts
//===----------------------------------------------------------------------===//

OpFoldResult IntToPtrOp::fold(FoldAdaptor) {
  if (auto inverse = getSrc().getDefiningOp<PtrToIntOp>())
    if (inverse.getSrc().getType() == getType())
      return inverse.getSrc();
  return {};
}

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  if (auto inverse = getSrc().getDefiningOp<IntToPtrOp>())
    return inverse.getSrc();
  return {};
}
