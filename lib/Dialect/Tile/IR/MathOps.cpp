//===- MathOps.cpp - Conversions and mathematics ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// BitcastOp
//===----------------------------------------------------------------------===//

LogicalResult BitcastOp::verify() {
  Type src = getScalarType(getSrc().getType());
  Type dst = getScalarType(getType());
  auto srcPtr = dyn_cast<PtrType>(src), dstPtr = dyn_cast<PtrType>(dst);
  if (bool(srcPtr) != bool(dstPtr))
    return emitOpError("expected pointers on both sides or on none, found ")
           << src << " and " << dst
           << "; use tile.ptr_to_int or tile.int_to_ptr";
  if (srcPtr && srcPtr.getAddressSpace() != dstPtr.getAddressSpace())
    return emitOpError("expected pointers of one address space, found ")
           << srcPtr.getAddressSpace() << " and " << dstPtr.getAddressSpace();
  if (!srcPtr && getBitWidth(src) != getBitWidth(dst))
    return emitOpError("expected types of one width, found ")
           << src << " of " << getBitWidth(src) << " bits and " << dst << " of "
           << getBitWidth(dst);
  return success();
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto inner = getSrc().getDefiningOp<BitcastOp>()) {
    if (inner.getSrc().getType() == getType())
      return inner.getSrc();
    setOperand(inner.getSrc());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// FpToFpOp
//===----------------------------------------------------------------------===//

LogicalResult FpToFpOp::verify() {
  auto src = cast<FloatType>(getScalarType(getSrc().getType()));
  auto dst = cast<FloatType>(getScalarType(getType()));
  if (src == dst)
    return emitOpError("expected two different types, found ") << src;
  // The wider of two types holds all values of the narrower one.
  if (getRounding() && src.getWidth() < dst.getWidth())
    return emitOpError("expected no rounding where nothing is lost, from ")
           << src << " to " << dst << ", found "
           << stringifyRoundingMode(*getRounding());
  return success();
}

OpFoldResult FpToFpOp::fold(FoldAdaptor adaptor) {
  auto dst = cast<FloatType>(getScalarType(getType()));
  // The semantics of out-of-range values differ from APFloat's for the 8-bit
  // types, so constants of those are left to the lowering.
  auto src = cast<FloatType>(getScalarType(getSrc().getType()));
  if (src.getWidth() == 8 || dst.getWidth() == 8)
    return {};
  APFloat::roundingMode mode = APFloat::rmNearestTiesToEven;
  if (getRounding() == RoundingMode::RTZ)
    mode = APFloat::rmTowardZero;
  return constFoldCastOp<FloatAttr, FloatAttr>(
      adaptor.getOperands(), getType(), [&](const APFloat &value, bool &ok) {
        APFloat result = value;
        bool losesInfo = false;
        result.convert(dst.getFloatSemantics(), mode, &losesInfo);
        ok = !value.isNaN();
        return result;
      });
}

//===----------------------------------------------------------------------===//
// Restrictions on element types
//===----------------------------------------------------------------------===//

static LogicalResult verifyF32OrF64(Operation *op) {
  Type type = getScalarType(op->getResult(0).getType());
  if (!type.isF32() && !type.isF64())
    return op->emitOpError("expected f32 or f64, found ") << type;
  return success();
}

LogicalResult PreciseSqrtOp::verify() { return verifyF32OrF64(*this); }
LogicalResult PreciseDivFOp::verify() { return verifyF32OrF64(*this); }

LogicalResult ApproxDivFOp::verify() {
  if (!getScalarType(getType()).isF32())
    return emitOpError("expected f32, found ") << getScalarType(getType());
  return success();
}

LogicalResult MulhiUIOp::verify() {
  Type type = getScalarType(getType());
  if (!type.isInteger(32) && !type.isInteger(64))
    return emitOpError("expected i32 or i64, found ") << type;
  return success();
}

//===----------------------------------------------------------------------===//
// ExternElementwiseOp
//===----------------------------------------------------------------------===//

LogicalResult ExternElementwiseOp::verify() {
  if (getSymbol().empty())
    return emitOpError("expected the name of a function in 'symbol', found "
                       "an empty string");
  return success();
}

bool ExternElementwiseOp::isUniformMap() { return getPure(); }

void ExternElementwiseOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

Speculation::Speculatability ExternElementwiseOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// MapElementwiseOp
//===----------------------------------------------------------------------===//

/// Neighbours along the fastest dimensions, where there are so many for each
/// thread.
SmallVector<LayoutDemand>
MapElementwiseOp::getLayoutDemands(int64_t numThreads) {
  auto type = cast<RankedTensorType>(getSrcs()[0].getType());
  int64_t together = static_cast<int32_t>(getPack());
  if (together == 1 || together > type.getNumElements() / numThreads)
    return {};
  LayoutDemand demand{0, {}};
  for (unsigned dim = type.getRank(); dim-- > 0;)
    for (unsigned pos = 0; 1 << pos < type.getDimSize(dim) && together > 1;
         ++pos, together /= 2)
      demand.bits.push_back({dim, pos});
  return {demand};
}

LogicalResult MapElementwiseOp::verifyRegions() {
  int64_t pack = static_cast<int32_t>(getPack());
  if (pack < 1 || !llvm::isPowerOf2_64(pack))
    return emitOpError("expected 'pack' to be a power of two, found ") << pack;
  auto repeat = [&](TypeRange types) {
    SmallVector<Type> elements;
    for (Type type : types)
      elements.append(pack, getScalarType(type));
    return elements;
  };
  if (getSrcs().empty())
    return emitOpError("expected at least one tile, found none");
  Block &body = getScalarOp().front();
  SmallVector<Type> expected = repeat(getSrcs().getTypes());
  if (!llvm::equal(body.getArgumentTypes(), expected))
    return emitOpError("expected a region with arguments (")
           << expected << "), found (" << body.getArgumentTypes() << ")";
  auto ret = dyn_cast_if_present<MapElementwiseReturnOp>(
      body.empty() ? nullptr : &body.back());
  if (!ret)
    return emitOpError("expected a region that ends in "
                       "tile.map_elementwise.return");
  expected = repeat(getResultTypes());
  if (!llvm::equal(ret.getOperandTypes(), expected))
    return ret.emitOpError("expected values of types (")
           << expected << "), found (" << ret.getOperandTypes() << ")";
  return verifyOnlyAsserts(*this, body);
}
