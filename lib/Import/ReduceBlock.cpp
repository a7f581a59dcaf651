//===- ReduceBlock.cpp - Reductions of blocks into memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceBlock.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::ttir;

/// The atomic operation, if one does it. Integers without sign count as signed.
static std::optional<RMWOp> getAtomic(ReduceKind kind, Type element) {
  bool isUnsigned = element.isUnsignedInteger();
  bool isInteger = isa<IntegerType>(element);
  switch (kind) {
  case ReduceKind::Add:
    return isInteger ? RMWOp::Add : RMWOp::FAdd;
  case ReduceKind::Min:
    if (!isInteger)
      return std::nullopt;
    return isUnsigned ? RMWOp::UMin : RMWOp::Min;
  case ReduceKind::Max:
    if (!isInteger)
      return std::nullopt;
    return isUnsigned ? RMWOp::UMax : RMWOp::Max;
  case ReduceKind::And:
    return RMWOp::And;
  case ReduceKind::Or:
    return RMWOp::Or;
  case ReduceKind::Xor:
    return RMWOp::Xor;
  case ReduceKind::Inc:
  case ReduceKind::Dec:
    break;
  }
  return std::nullopt;
}

/// Whether it is the minimum or maximum of floats that are compared as
/// integers.
static bool isOrderOfBits(ReduceKind kind, Type element) {
  return (kind == ReduceKind::Min || kind == ReduceKind::Max) &&
         (element.isF32() || element.isF64());
}

/// Whether the memory has atomic operations of this kind on this type.
static bool isLegal(ReduceKind kind, Type element) {
  if (isOrderOfBits(kind, element))
    return true;
  if (!getAtomic(kind, element))
    return false;
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() == 32 || integer.getWidth() == 64;
  return kind == ReduceKind::Add &&
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element);
}

LogicalResult tile::verifyBlockReduction(DescriptorReduceOp op) {
  Type element = op.getDesc().getType().getBlockType().getElementType();
  if (isLegal(op.getKind(), element))
    return success();
  return op.emitError()
         << "'tt.descriptor_reduce' op expected add of i32, i64, f16, bf16, "
            "f32 "
            "or f64, min or max of i32, i64, f32 or f64, or and, or, xor of "
            "i32 or i64, found "
         << stringifyReduceKind(op.getKind()) << " of " << element;
}

/// The minimum or maximum of floats by those of their bits: bits of positive
/// numbers are in the numbers' order, both as signed and as unsigned integers;
/// those of negative ones are in the reverse order, and as unsigned integers
/// behind all positive ones. So a positive operand needs the signed operation,
/// and a negative one the reverse operation on unsigned integers.
static void createByBits(OpBuilder &builder, Location loc, ReduceKind kind,
                         Value pointers, Value tile, Value mask) {
  auto type = cast<RankedTensorType>(tile.getType());
  Type integer = builder.getIntegerType(getBitWidth(type.getElementType()));
  auto with = [&](Type element) {
    return RankedTensorType::get(type.getShape(), element);
  };
  auto pointer = cast<PtrType>(getScalarType(pointers.getType()));
  Value places = BitcastOp::create(
      builder, loc, with(PtrType::get(integer, pointer.getAddressSpace())),
      pointers);
  Value bits = BitcastOp::create(builder, loc, with(integer), tile);
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(with(integer)));
  auto createFor = [&](arith::CmpIPredicate sign, RMWOp atomic) {
    Value part = arith::CmpIOp::create(builder, loc, sign, bits, zero);
    part = arith::AndIOp::create(builder, loc, mask, part);
    AtomicRMWOp::create(builder, loc, bits.getType(), atomic, places, bits,
                        part, MemSemantic::Relaxed, MemSyncScope::GPU);
  };
  bool isMax = kind == ReduceKind::Max;
  createFor(arith::CmpIPredicate::sge, isMax ? RMWOp::Max : RMWOp::Min);
  createFor(arith::CmpIPredicate::slt, isMax ? RMWOp::UMin : RMWOp::UMax);
}

void tile::createBlockReduction(OpBuilder &builder, DescriptorReduceOp op,
                                Value pointers, Value tile, Value mask) {
  Location loc = op.getLoc();
  Type element = op.getDesc().getType().getBlockType().getElementType();
  if (isOrderOfBits(op.getKind(), element))
    return createByBits(builder, loc, op.getKind(), pointers, tile, mask);
  AtomicRMWOp::create(builder, loc, tile.getType(),
                      *getAtomic(op.getKind(), element), pointers, tile, mask,
                      MemSemantic::Relaxed, MemSyncScope::GPU);
}
