//===- AtomicOps.cpp - Atomic operations ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

/// The pointers of an access of tiles, else null.
static Value getTileOrNull(Value ptr) {
  return isa<RankedTensorType>(ptr.getType()) ? ptr : Value();
}

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

static LogicalResult verifyAddressSpace(Operation *op, Value ptr) {
  constexpr unsigned kGeneric = 0, kGlobal = 1, kShared = 3;
  unsigned space =
      cast<PtrType>(getScalarType(ptr.getType())).getAddressSpace();
  if (space != kGeneric && space != kGlobal && space != kShared)
    return op->emitOpError("expected pointers to generic, global or shared "
                           "memory, found ")
           << ptr.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// AtomicRMWOp
//===----------------------------------------------------------------------===//

void AtomicRMWOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addAtomicEffects(getPtrMutable(), effects);
}

Value AtomicRMWOp::getAccessedPointers() { return getTileOrNull(getPtr()); }

Value AtomicRMWOp::getLayoutData() { return getVal(); }

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

//===----------------------------------------------------------------------===//
// AtomicCASOp
//===----------------------------------------------------------------------===//

void AtomicCASOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addAtomicEffects(getPtrMutable(), effects);
}

Value AtomicCASOp::getAccessedPointers() { return getTileOrNull(getPtr()); }

Value AtomicCASOp::getLayoutData() { return getVal(); }

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
