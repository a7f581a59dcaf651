//===- AtomicOps.cpp - Atomic operations ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOps.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Hardware/TargetInfo.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tile;

/// An atomic operation reads and writes where it points to. Its order concerns
/// other memory, so nothing may be taken across it.
static void
addAtomicEffects(OpOperand &ptr,
                 SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &ptr,
                       SideEffects::DefaultResource::get());
  effects.emplace_back(MemoryEffects::Write::get(),
                       SideEffects::DefaultResource::get());
}

/// LLVM's numbers of address spaces.
static constexpr unsigned kGeneric = 0, kGlobal = 1, kShared = 3;

static unsigned getAddressSpace(Value ptr) {
  return cast<PtrType>(getScalarType(ptr.getType())).getAddressSpace();
}

static LogicalResult verifyAddressSpace(Operation *op, Value ptr) {
  unsigned space = getAddressSpace(ptr);
  if (space != kGeneric && space != kGlobal && space != kShared)
    return op->emitOpError("expected pointers to generic, global or shared "
                           "memory, found ")
           << ptr.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// AtomicRMWOp
//===----------------------------------------------------------------------===//

/// PTX ISA, "atom": vectors need PTX 8.1.
static bool hasVectorAtomics(Operation *op) {
  TargetAttr target = getTarget(op);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  if (!info)
    return false;
  unsigned version = target.getPtxVersion();
  return info->hasVectorAtomics() && (version == 0 || version >= 81);
}

void AtomicRMWOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addAtomicEffects(getPtrMutable(), effects);
}

Value AtomicRMWOp::getAccessedPointers() { return getTileOrNull(getPtr()); }

Value AtomicRMWOp::getAccessMask() { return getMask(); }

Value AtomicRMWOp::getLayoutData() { return getVal(); }

unsigned AtomicRMWOp::getMaxAccessWidth() {
  Type element = getScalarType(getVal().getType());
  if (getAtomicRmwOp() != RMWOp::FAdd || element.isF64())
    return 1;
  if (getAddressSpace(getPtr()) == kGlobal && hasVectorAtomics(*this))
    return detail::getFullAccessWidth(getPtr());
  return element.isF32() ? 1 : 2;
}

bool AtomicRMWOp::isOncePerElement() { return true; }

LogicalResult AtomicRMWOp::verify() {
  if (failed(verifyAddressSpace(*this, getPtr())))
    return failure();
  Type element = getScalarType(getVal().getType());
  RMWOp kind = getAtomicRmwOp();
  if (kind == RMWOp::FAdd) {
    if (!element.isF16() && !element.isBF16() && !element.isF32() &&
        !element.isF64())
      return emitOpError("expected values of f16, bf16, f32 or f64 for fadd, "
                         "found ")
             << getVal().getType();
    return success();
  }
  bool isWide = element.isInteger(32) || element.isInteger(64);
  if (kind == RMWOp::Exch) {
    if (!isWide && !element.isF32() && !element.isF64() &&
        !isa<PtrType>(element))
      return emitOpError("expected values of 32 or 64 bits for exch, found ")
             << getVal().getType();
    return success();
  }
  if (!isWide)
    return emitOpError("expected values of i32 or i64 for ")
           << stringifyRMWOp(kind) << ", found " << getVal().getType();
  return success();
}

namespace {

/// One under a mask that is true everywhere needs no mask; one under a mask
/// that is false everywhere does nothing.
struct FoldConstantAtomicMask : OpRewritePattern<AtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask = getConstantMask(op.getMask());
    if (!mask)
      return rewriter.notifyMatchFailure(op, "no constant mask");
    if (*mask)
      rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    else
      rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, op.getType());
    return success();
  }
};

} // namespace

void AtomicRMWOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<FoldConstantAtomicMask>(context);
}

//===----------------------------------------------------------------------===//
// AtomicCASOp
//===----------------------------------------------------------------------===//

void AtomicCASOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addAtomicEffects(getPtrMutable(), effects);
}

Value AtomicCASOp::getAccessedPointers() { return getTileOrNull(getPtr()); }

Value AtomicCASOp::getAccessMask() { return getMask(); }

Value AtomicCASOp::getLayoutData() { return getVal(); }

unsigned AtomicCASOp::getMaxAccessWidth() { return 1; }

bool AtomicCASOp::isOncePerElement() { return true; }

LogicalResult AtomicCASOp::verify() {
  if (failed(verifyAddressSpace(*this, getPtr())))
    return failure();
  Type element = getScalarType(getVal().getType());
  unsigned bits = getBitWidth(element);
  if (bits != 16 && bits != 32 && bits != 64)
    return emitOpError("expected values of 16, 32 or 64 bits, found ")
           << getVal().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// AtomicCASPairOp
//===----------------------------------------------------------------------===//

void AtomicCASPairOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addAtomicEffects(getPtrMutable(), effects);
}

Value AtomicCASPairOp::getAccessedPointers() { return getTileOrNull(getPtr()); }

Value AtomicCASPairOp::getAccessMask() { return getMask(); }

Value AtomicCASPairOp::getLayoutData() { return getFirst(); }

unsigned AtomicCASPairOp::getMaxAccessWidth() { return 1; }

bool AtomicCASPairOp::isOncePerElement() { return true; }

LogicalResult AtomicCASPairOp::verify() {
  if (failed(verifyAddressSpace(*this, getPtr())))
    return failure();
  if (getBitWidth(getScalarType(getFirst().getType())) != 64)
    return emitOpError("expected values of 64 bits, found ")
           << getFirst().getType();
  return success();
}
