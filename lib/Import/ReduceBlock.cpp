//===- ReduceBlock.cpp - Reductions of blocks into memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tt.descriptor_reduce` as atomic operations, one for each element.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

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

/// Whether it is the minimum or maximum of floats of 16 bits, which no atomic
/// operation on integers gives.
static bool needsLoop(ReduceKind kind, Type element) {
  return (kind == ReduceKind::Min || kind == ReduceKind::Max) &&
         (element.isF16() || element.isBF16());
}

/// Whether the memory has atomic operations of this kind on this type, or
/// operations that it can be made of.
static bool isLegal(ReduceKind kind, Type element) {
  if (isOrderOfBits(kind, element) || needsLoop(kind, element))
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
            "f32 or f64, min or max of i32, i64, f16, bf16, f32 or f64, or "
            "and, or, xor of i32 or i64, found "
         << stringifyReduceKind(op.getKind()) << " of " << element;
}

/// The minimum or maximum of floats by the minimum or maximum of their bits:
/// bits of positive numbers are in the numbers' order, both as signed and as
/// unsigned integers; bits of negative numbers are in the reverse order, and as
/// unsigned integers after all positive ones. So a positive operand needs the
/// signed operation, and a negative one the reverse operation on unsigned
/// integers.
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
    AtomicRMWOp::create(builder, loc, atomic, places, bits, part,
                        MemSemantic::Relaxed, MemSyncScope::GPU);
  };
  bool isMax = kind == ReduceKind::Max;
  createFor(arith::CmpIPredicate::sge, isMax ? RMWOp::Max : RMWOp::Min);
  createFor(arith::CmpIPredicate::slt, isMax ? RMWOp::UMin : RMWOp::UMax);
}

/// Whether any element of a tile of i1 is true.
static Value createAny(OpBuilder &builder, Location loc, Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  Type i32 = builder.getI32Type();
  Value flat = ReshapeOp::create(
      builder, loc,
      RankedTensorType::get(type.getNumElements(), type.getElementType()),
      tile);
  flat = arith::ExtUIOp::create(
      builder, loc, RankedTensorType::get(type.getNumElements(), i32), flat);
  auto any = ReduceOp::create(builder, loc, TypeRange(i32), flat, /*axis=*/0,
                              /*commutative=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *body =
        builder.createBlock(&any.getCombineOp(), {}, {i32, i32}, {loc, loc});
    Value either = arith::OrIOp::create(builder, loc, body->getArgument(0),
                                        body->getArgument(1));
    ReduceReturnOp::create(builder, loc, either);
  }
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                               any.getResults()[0], zero);
}

/// The minimum or maximum by compare-and-swap of the numbers' bits, until no
/// element finds its number changed in between:
///
///   seen, pending = what is there, mask
///   while any(pending):
///     found = atomic_cas(places, seen, min(seen, tile), pending)
///     seen, pending = found, pending & (found != seen)
static void createLoop(OpBuilder &builder, Location loc, ReduceKind kind,
                       Value pointers, Value tile, Value mask) {
  auto type = cast<RankedTensorType>(tile.getType());
  Type integer = builder.getIntegerType(getBitWidth(type.getElementType()));
  auto with = [&](Type element) {
    return RankedTensorType::get(type.getShape(), element);
  };
  RankedTensorType bits = with(integer);
  auto pointer = cast<PtrType>(getScalarType(pointers.getType()));
  Value places = BitcastOp::create(
      builder, loc, with(PtrType::get(integer, pointer.getAddressSpace())),
      pointers);
  auto swap = [&](Value expected, Value wanted, Value pending) -> Value {
    return AtomicCASOp::create(builder, loc, bits, places, expected, wanted,
                               pending, MemSemantic::Relaxed,
                               MemSyncScope::GPU);
  };
  // A swap of 0 for 0 reads as an atomic operation does.
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(bits));
  scf::WhileOp::create(
      builder, loc, TypeRange{bits, mask.getType()},
      ValueRange{swap(zero, zero, mask), mask},
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        scf::ConditionOp::create(builder, loc,
                                 createAny(builder, loc, state[1]), state);
      },
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        Value seen = BitcastOp::create(builder, loc, type, state[0]);
        Value wanted =
            kind == ReduceKind::Min
                ? arith::MinNumFOp::create(builder, loc, seen, tile).getResult()
                : arith::MaxNumFOp::create(builder, loc, seen, tile)
                      .getResult();
        Value found = swap(
            state[0], BitcastOp::create(builder, loc, bits, wanted), state[1]);
        Value changed = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, found, state[0]);
        Value pending = arith::AndIOp::create(builder, loc, state[1], changed);
        scf::YieldOp::create(builder, loc, ValueRange{found, pending});
      });
}

void tile::createBlockReduction(OpBuilder &builder, DescriptorReduceOp op,
                                Value pointers, Value tile, Value mask) {
  Location loc = op.getLoc();
  Type element = op.getDesc().getType().getBlockType().getElementType();
  if (isOrderOfBits(op.getKind(), element))
    return createByBits(builder, loc, op.getKind(), pointers, tile, mask);
  if (needsLoop(op.getKind(), element))
    return createLoop(builder, loc, op.getKind(), pointers, tile, mask);
  AtomicRMWOp::create(builder, loc, *getAtomic(op.getKind(), element), pointers,
                      tile, mask, MemSemantic::Relaxed, MemSyncScope::GPU);
}
