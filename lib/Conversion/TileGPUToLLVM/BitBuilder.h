//===- BitBuilder.h - Arithmetic on the bits of scalars ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short names for the llvm operations on integers, small vectors and
// intrinsics from which conversions and mathematics are made.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_BITBUILDER_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_BITBUILDER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tile {

/// Builds llvm operations at one location. Where an operand is a number, it
/// becomes a constant of the other operand's type.
class BitBuilder {
public:
  BitBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  OpBuilder &getBuilder() const { return builder; }
  Location getLoc() const { return loc; }
  Type i8() const { return builder.getI8Type(); }
  Type i32() const { return builder.getI32Type(); }
  Type f16() const { return builder.getF16Type(); }
  Type f32() const { return builder.getF32Type(); }
  static Type pairOf(Type scalar) { return VectorType::get(2, scalar); }

  template <typename OpTy, typename... Args>
  Value create(Args &&...args) const {
    return OpTy::create(builder, loc, std::forward<Args>(args)...);
  }

  Value integer(Type type, int64_t value) const {
    return create<LLVM::ConstantOp>(type, builder.getIntegerAttr(type, value));
  }
  Value real(Type type, double value) const {
    return create<LLVM::ConstantOp>(type, builder.getFloatAttr(type, value));
  }

  Value bitAnd(Value a, int64_t b) const {
    return create<LLVM::AndOp>(a, integer(a.getType(), b));
  }
  Value bitAnd(Value a, Value b) const { return create<LLVM::AndOp>(a, b); }
  Value bitXor(Value a, int64_t b) const {
    return create<LLVM::XOrOp>(a, integer(a.getType(), b));
  }
  Value bitOr(Value a, Value b) const { return create<LLVM::OrOp>(a, b); }
  Value bitOr(Value a, int64_t b) const {
    return bitOr(a, integer(a.getType(), b));
  }
  Value shiftLeft(Value a, int64_t b) const {
    return create<LLVM::ShlOp>(a, integer(a.getType(), b));
  }
  Value shiftRight(Value a, int64_t b) const {
    return create<LLVM::LShrOp>(a, integer(a.getType(), b));
  }
  Value add(Value a, Value b) const { return create<LLVM::AddOp>(a, b); }
  Value add(Value a, int64_t b) const {
    return add(a, integer(a.getType(), b));
  }
  Value multiply(Value a, int64_t b) const {
    return create<LLVM::MulOp>(a, integer(a.getType(), b));
  }
  Value unsignedMin(Value a, int64_t b) const {
    return create<LLVM::UMinOp>(a, integer(a.getType(), b));
  }
  Value unsignedGreater(Value a, int64_t b) const {
    return create<LLVM::ICmpOp>(LLVM::ICmpPredicate::ugt, a,
                                integer(a.getType(), b));
  }
  Value select(Value condition, Value a, Value b) const {
    return create<LLVM::SelectOp>(condition, a, b);
  }

  Value bitcast(Value value, Type type) const {
    return create<LLVM::BitcastOp>(type, value);
  }
  Value zeroExtend(Value value, Type type) const {
    return create<LLVM::ZExtOp>(type, value);
  }
  Value truncate(Value value, Type type) const {
    return create<LLVM::TruncOp>(type, value);
  }

  Value pair(Value first, Value second) const {
    Type type = pairOf(first.getType());
    // Two that come from a pair.
    auto low = first.getDefiningOp<LLVM::ExtractElementOp>(),
         high = second.getDefiningOp<LLVM::ExtractElementOp>();
    if (low && high && low.getVector() == high.getVector() &&
        low.getVector().getType() == type &&
        matchPattern(low.getPosition(), m_Zero()) &&
        matchPattern(high.getPosition(), m_One()))
      return low.getVector();
    Value result = create<LLVM::PoisonOp>(type);
    result = create<LLVM::InsertElementOp>(result, first, integer(i32(), 0));
    return create<LLVM::InsertElementOp>(result, second, integer(i32(), 1));
  }
  Value element(Value vector, unsigned index) const {
    return create<LLVM::ExtractElementOp>(vector, integer(i32(), index));
  }

  /// Calls an LLVM intrinsic by its full name.
  Value intrinsic(StringRef name, Type type, ValueRange arguments) const {
    return LLVM::CallIntrinsicOp::create(builder, loc, type,
                                         builder.getStringAttr(name), arguments)
        .getResult(0);
  }

private:
  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_BITBUILDER_H
