//===- LaneShuffle.h - Values that change lanes -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `shfl.sync` for scalars of any type (PTX ISA, "Data Movement and Conversion
// Instructions: shfl.sync"), as all 32 lanes of each warp run it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_LANESHUFFLE_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_LANESHUFFLE_H

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"

namespace mlir::tile {

/// The bits of one scalar: what an integer, a floating-point number or a
/// pointer is as an integer of 8 to 64 bits, and back.
Value toInteger(OpBuilder &builder, Location loc, Value value);
Value fromInteger(OpBuilder &builder, Location loc, Value bits, Type type);

/// Builds shuffles at one place of the code. Types are types of converted
/// scalars: integers, floating-point numbers and pointers of LLVM.
class LaneShuffler {
public:
  LaneShuffler(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// The thread's lane, an i32.
  Value getLane();
  /// Whether a bit of the lane's number is set: an i1.
  Value isBitSet(unsigned bit);

  /// What the lane has whose number differs by `mask`, an XOR.
  Value exchange(Value value, uint32_t mask);
  /// What `lane`, an i32 below 32, has.
  Value readLane(Value value, Value lane);
  /// What the lane `distance` below, or above, has; lanes without one keep
  /// their own.
  Value readBelow(Value value, unsigned distance);
  Value readAbove(Value value, unsigned distance);

private:
  Value shuffle(Value value, NVVM::ShflKind kind, Value operand);

  OpBuilder &builder;
  Location loc;
  Value lane;
  SmallVector<Value> bits;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_LANESHUFFLE_H
