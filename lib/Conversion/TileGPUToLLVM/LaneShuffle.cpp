//===- LaneShuffle.cpp - Values that change lanes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneShuffle.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

Value tile::toInteger(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
  if (type.isInteger(1))
    return LLVM::ZExtOp::create(builder, loc, builder.getI8Type(), value);
  if (isa<IntegerType>(type))
    return value;
  return LLVM::BitcastOp::create(
      builder, loc, builder.getIntegerType(type.getIntOrFloatBitWidth()),
      value);
}

Value tile::fromInteger(OpBuilder &builder, Location loc, Value bits,
                        Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, bits);
  if (type.isInteger(1))
    return LLVM::TruncOp::create(builder, loc, type, bits);
  if (bits.getType() == type)
    return bits;
  return LLVM::BitcastOp::create(builder, loc, type, bits);
}

Value LaneShuffler::getLane() {
  if (!lane)
    lane = LLVM::AndOp::create(builder, loc, emitThreadId(builder, loc),
                               emitI32(builder, loc, kThreadsPerWarp - 1));
  return lane;
}

Value LaneShuffler::isBitSet(unsigned bit) {
  bits.resize(std::max<size_t>(bits.size(), bit + 1));
  if (!bits[bit]) {
    Value masked = LLVM::AndOp::create(builder, loc, getLane(),
                                       emitI32(builder, loc, 1u << bit));
    bits[bit] = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                     masked, emitI32(builder, loc, 0));
  }
  return bits[bit];
}

Value LaneShuffler::exchange(Value value, uint32_t mask) {
  return shuffle(value, NVVM::ShflKind::bfly, emitI32(builder, loc, mask));
}

Value LaneShuffler::readLane(Value value, Value lane) {
  return shuffle(value, NVVM::ShflKind::idx, lane);
}

Value LaneShuffler::readBelow(Value value, unsigned distance) {
  return shuffle(value, NVVM::ShflKind::up, emitI32(builder, loc, distance));
}

Value LaneShuffler::readAbove(Value value, unsigned distance) {
  return shuffle(value, NVVM::ShflKind::down, emitI32(builder, loc, distance));
}

Value LaneShuffler::shuffle(Value value, NVVM::ShflKind kind, Value operand) {
  Type type = value.getType(), i32 = builder.getI32Type();
  Value all = emitI32(builder, loc, -1);
  // The last lane to read from, or for `up` the first one.
  Value clamp = emitI32(builder, loc,
                        kind == NVVM::ShflKind::up ? 0 : kThreadsPerWarp - 1);
  auto shuffleWord = [&](Value word) -> Value {
    return NVVM::ShflOp::create(builder, loc, i32, all, word, operand, clamp,
                                kind, UnitAttr());
  };
  Value whole = toInteger(builder, loc, value);
  Type wholeType = whole.getType();
  unsigned width = wholeType.getIntOrFloatBitWidth();
  if (width == 64) {
    auto pairType = VectorType::get({2}, i32);
    Value pair = LLVM::BitcastOp::create(builder, loc, pairType, whole);
    Value result = LLVM::PoisonOp::create(builder, loc, pairType);
    for (unsigned i = 0; i < 2; ++i) {
      Value index = emitI32(builder, loc, i);
      Value word = LLVM::ExtractElementOp::create(builder, loc, pair, index);
      result = LLVM::InsertElementOp::create(builder, loc, result,
                                             shuffleWord(word), index);
    }
    whole = LLVM::BitcastOp::create(builder, loc, wholeType, result);
  } else if (width == 32) {
    whole = shuffleWord(whole);
  } else {
    Value word = LLVM::ZExtOp::create(builder, loc, i32, whole);
    whole = LLVM::TruncOp::create(builder, loc, wholeType, shuffleWord(word));
  }
  return fromInteger(builder, loc, whole, type);
}
