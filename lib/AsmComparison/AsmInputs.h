//===- AsmInputs.h - Inputs made on the device ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the code that turns group numbers into the inputs of an asm.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCOMPARISON_ASMINPUTS_H
#define TILE_LIB_ASMCOMPARISON_ASMINPUTS_H

#include "tile/AsmComparison/AsmComparison.h"

#include "mlir/IR/Builders.h"

namespace mlir::tile {

/// Arithmetic on tiles of integers of one size. Numbers become constants of the
/// other operand's type.
class TileArithmetic {
public:
  TileArithmetic(OpBuilder &builder, Location loc, int64_t size)
      : builder(builder), loc(loc), size(size) {}

  RankedTensorType getType(Type element) const {
    return RankedTensorType::get({size}, element);
  }
  RankedTensorType getIntegerType(unsigned width) const {
    return getType(builder.getIntegerType(width));
  }
  Value constant(unsigned width, uint64_t value) const;
  /// Zero-extended or truncated.
  Value resize(Value value, unsigned width) const;
  Value splat(Value scalar) const {
    return SplatOp::create(builder, loc, getType(scalar.getType()), scalar);
  }
  static unsigned getWidth(Value value) {
    return getBitWidth(getScalarType(value.getType()));
  }

  template <typename Op> Value apply(Value a, Value b) const {
    return Op::create(builder, loc, a, b);
  }
  template <typename Op> Value apply(Value a, uint64_t b) const {
    return apply<Op>(a, constant(getWidth(a), b));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) const {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, uint64_t b) const {
    return compare(predicate, a, constant(getWidth(a), b));
  }
  Value select(Value condition, Value a, Value b) const {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  }

  OpBuilder &builder;
  Location loc;
  const int64_t size;
};

/// What a kernel knows besides the number: scalars.
struct AsmInputArguments {
  Value seed;
  Value table; ///< a pointer to i64
};

/// The bits of each input, as integers of its width, for a tile of numbers
/// (i64). `strength` is AsmComparison's, for special values.
SmallVector<Value> emitAsmInputs(const TileArithmetic &tile,
                                 ArrayRef<AsmElement> inputs, AsmInputs kind,
                                 unsigned strength, Value number,
                                 const AsmInputArguments &arguments);

} // namespace mlir::tile

#endif // TILE_LIB_ASMCOMPARISON_ASMINPUTS_H
