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

#include "tile/Dialect/Tile/IR/AtomicOpInterface.cpp.inc"

void tile::addAtomicEffects(
    AtomicOpInterface op,
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (op.readsMemory())
    effects.emplace_back(MemoryEffects::Read::get(), &op->getOpOperand(0),
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

Value AtomicRMWOp::getLayoutData() { return getVal(); }

unsigned AtomicRMWOp::getMaxAccessWidth() {
  Type element = getScalarType(getVal().getType());
  if (getAtomicRmwOp() != RMWOp::FAdd || element.isF64())
    return 1;
  if (getAddressSpace(getPtr()) == kGlobal && hasVectorAtomics(*this))
    return detail::getFullAccessWidth(getPtr());
  return element.isF32() ? 1 : 2;
}

LogicalResult AtomicRMWOp::verify() {
  if (failed(verifyAddressSpace(*this, getPtr())))
    return failure();
  Type element = getScalarType(getVal().getType());
  RMWOp kind = getAtomicRmwOp();
  if (failed(verifyBox(*this, getVal().getType())))
    return failure();
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

LogicalResult AtomicRMWOp::canonicalize(AtomicRMWOp op,
                                        PatternRewriter &rewriter) {
  return foldConstantMask(op, rewriter);
}

//===----------------------------------------------------------------------===//
// AtomicCASOp
//===----------------------------------------------------------------------===//

Value AtomicCASOp::getLayoutData() { return getVal(); }

unsigned AtomicCASOp::getMaxAccessWidth() { return 1; }

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

Value AtomicCASPairOp::getLayoutData() { return getFirst(); }

unsigned AtomicCASPairOp::getMaxAccessWidth() { return 1; }

LogicalResult AtomicCASPairOp::verify() {
  if (failed(verifyAddressSpace(*this, getPtr())))
    return failure();
  if (getBitWidth(getScalarType(getFirst().getType())) != 64)
    return emitOpError("expected values of 64 bits, found ")
           << getFirst().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// AtomicLoadOp
//===----------------------------------------------------------------------===//

/// One that only reads, or only writes, has no order of the other kind.
static LogicalResult verifyOrder(AtomicOpInterface op, MemSemantic strong) {
  if (op.getSem() == MemSemantic::Relaxed || op.getSem() == strong)
    return success();
  return op->emitOpError("expected the order relaxed or ")
         << stringifyMemSemantic(strong) << ", found "
         << stringifyMemSemantic(op.getSem());
}

/// What `ld` and `st` take at once.
static LogicalResult verifyElement(Operation *op, Type type) {
  if (llvm::is_contained({8, 16, 32, 64}, getBitWidth(getScalarType(type))))
    return success();
  return op->emitOpError("expected values of 8, 16, 32 or 64 bits, found ")
         << type;
}

Value AtomicLoadOp::getLayoutData() { return getResult(); }

unsigned AtomicLoadOp::getMaxAccessWidth() { return 1; }

LogicalResult AtomicLoadOp::verify() {
  return failure(failed(verifyAddressSpace(*this, getPtr())) ||
                 failed(verifyOrder(*this, MemSemantic::Acquire)) ||
                 failed(verifyElement(*this, getType())));
}

LogicalResult AtomicLoadOp::canonicalize(AtomicLoadOp op,
                                         PatternRewriter &rewriter) {
  return foldConstantMask(op, rewriter);
}

//===----------------------------------------------------------------------===//
// AtomicStoreOp
//===----------------------------------------------------------------------===//

Value AtomicStoreOp::getLayoutData() { return getValue(); }

unsigned AtomicStoreOp::getMaxAccessWidth() { return 1; }

LogicalResult AtomicStoreOp::verify() {
  return failure(failed(verifyAddressSpace(*this, getPtr())) ||
                 failed(verifyOrder(*this, MemSemantic::Release)) ||
                 failed(verifyElement(*this, getValue().getType())));
}

LogicalResult AtomicStoreOp::canonicalize(AtomicStoreOp op,
                                          PatternRewriter &rewriter) {
  return foldConstantMask(op, rewriter);
}

//===----------------------------------------------------------------------===//
// AtomicPollOp
//===----------------------------------------------------------------------===//

Value AtomicPollOp::getLayoutData() { return getExpected(); }

unsigned AtomicPollOp::getMaxAccessWidth() { return 1; }

LogicalResult AtomicPollOp::verify() {
  if (failed(verifyAddressSpace(*this, getPtr())) ||
      failed(verifyOrder(*this, MemSemantic::Acquire)))
    return failure();
  Type element = getScalarType(getExpected().getType());
  if (!element.isInteger(16) && !element.isInteger(32) &&
      !element.isInteger(64))
    return emitOpError("expected integers of 16, 32 or 64 bits, found ")
           << getExpected().getType();
  return success();
}
