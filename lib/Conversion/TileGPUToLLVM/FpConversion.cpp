//===- FpConversion.cpp - Conversions between floating-point types --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.fp_to_fp, two registers at a time, since `cvt` narrows and widens pairs.
//
//===----------------------------------------------------------------------===//

#include "FpConversionSoftware.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/Lowering.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// Converts lists of scalars between floating-point types; 8-bit floats are i8.
class FpConverter {
public:
  FpConverter(OpBuilder &builder, Location loc, const TargetInfo &target,
              bool towardZero)
      : b(builder, loc), target(target), towardZero(towardZero) {}

  SmallVector<Value> convert(ValueRange values, FloatType from,
                             FloatType to) const {
    if (from == to)
      return llvm::to_vector(values);
    if (from.getWidth() == 8)
      return convert(widenFloat8(values, from), halfType(), to);
    if (to.getWidth() == 8) {
      if (from.isF64())
        return convert(roundToFloat32(values), floatType(), to);
      if (from.isBF16())
        return convert(extend(values, floatType()), floatType(), to);
      return narrowFloat8(values, to);
    }
    if (from.getWidth() < to.getWidth())
      return extend(values, to);
    if (from.getWidth() == to.getWidth()) // f16 and bf16
      return convert(extend(values, floatType()), floatType(), to);
    return towardZero ? truncateTowardZero(values, to)
                      : truncateToNearest(values, to);
  }

private:
  FloatType halfType() const { return cast<FloatType>(b.f16()); }
  FloatType floatType() const { return cast<FloatType>(b.f32()); }

  /// Maps values two by two; `convertPair` returns a vector of two. The last of
  /// an odd number goes with itself.
  template <typename Fn>
  SmallVector<Value> mapPairs(ValueRange values, Fn convertPair) const {
    SmallVector<Value> results;
    for (size_t i = 0; i < values.size(); i += 2) {
      bool alone = i + 1 == values.size();
      Value pair = convertPair(values[i], values[alone ? i : i + 1]);
      results.push_back(b.element(pair, 0));
      if (!alone)
        results.push_back(b.element(pair, 1));
    }
    return results;
  }

  template <typename Fn>
  SmallVector<Value> mapElements(ValueRange values, Fn convertOne) const {
    return llvm::map_to_vector(values, convertOne);
  }

  SmallVector<Value> extend(ValueRange values, FloatType to) const {
    return mapElements(values, [&](Value value) {
      return b.create<LLVM::FPExtOp>(to, value);
    });
  }

  /// f64 to f32 such that a second rounding to 8 bits gives the right result.
  SmallVector<Value> roundToFloat32(ValueRange values) const {
    return mapElements(values, [&](Value value) {
      return towardZero ? b.intrinsic("llvm.nvvm.d2f.rz", b.f32(), value)
                        : roundToOdd(b, value);
    });
  }

  SmallVector<Value> truncateToNearest(ValueRange values, FloatType to) const {
    if (values[0].getType().isF32() && values.size() > 1) {
      // As vectors, so that each pair is one cvt.rn.f16x2 or bf16x2.
      return mapPairs(values, [&](Value first, Value second) {
        return b.create<LLVM::FPTruncOp>(BitBuilder::pairOf(to),
                                         b.pair(first, second));
      });
    }
    // LLVM rounds f64 to bf16 once, by way of an f32 rounded to odd.
    return mapElements(values, [&](Value value) {
      return b.create<LLVM::FPTruncOp>(to, value);
    });
  }

  SmallVector<Value> truncateTowardZero(ValueRange values, FloatType to) const {
    if (values[0].getType().isF64()) {
      // Truncating twice is truncating once.
      SmallVector<Value> floats = roundToFloat32(values);
      return to.isF32() ? floats : truncateTowardZero(floats, to);
    }
    StringRef name =
        to.isF16() ? "llvm.nvvm.ff2f16x2.rz" : "llvm.nvvm.ff2bf16x2.rz";
    return mapPairs(values, [&](Value first, Value second) {
      // The first operand becomes the upper half.
      return b.intrinsic(name, BitBuilder::pairOf(to), {second, first});
    });
  }

  SmallVector<Value> widenFloat8(ValueRange values, FloatType from) const {
    return mapPairs(values, [&](Value first, Value second) -> Value {
      if (!target.hasFP8Conversions())
        return widenFloat8Pair(b, first, second, from);
      return b.create<NVVM::ConvertF8x2ToF16x2Op>(BitBuilder::pairOf(b.f16()),
                                                  b.pair(first, second),
                                                  /*relu=*/false, from);
    });
  }

  /// From f16 or f32.
  SmallVector<Value> narrowFloat8(ValueRange values, FloatType to) const {
    // `cvt` to 8-bit floats only rounds to nearest.
    if (!target.hasFP8Conversions() || towardZero)
      return mapElements(values, [&](Value value) {
        return narrowToFloat8(b, value, to, towardZero);
      });
    Type bytes = BitBuilder::pairOf(b.i8());
    return mapPairs(values, [&](Value first, Value second) -> Value {
      if (first.getType().isF16())
        return b.create<NVVM::ConvertF16x2ToF8x2Op>(
            bytes, b.pair(first, second), /*relu=*/false, to);
      // The first operand becomes the upper byte.
      return b.create<NVVM::ConvertF32x2ToF8x2Op>(
          bytes, second, first, NVVM::FPRoundingMode::RN,
          NVVM::SaturationMode::SATFINITE, /*relu=*/false, to);
    });
  }

  BitBuilder b;
  const TargetInfo &target;
  bool towardZero;
};

FloatType getFloatType(Value value) {
  return dyn_cast<FloatType>(getScalarType(value.getType()));
}

struct FpToFpLowering : OpConversionPattern<FpToFpOp> {
  FpToFpLowering(const TypeConverter &converter, MLIRContext *context,
                 const TargetInfo &target)
      : OpConversionPattern(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(FpToFpOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FpConverter converter(rewriter, op.getLoc(), target,
                          op.getRounding() == RoundingMode::RTZ);
    SmallVector<Value> results =
        converter.convert(adaptor.getSrc(), getFloatType(op.getSrc()),
                          getFloatType(op.getResult()));
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

  const TargetInfo &target;
};

/// arith.extf of 8-bit floats, which are integers once converted.
struct Float8ExtFLowering : OpConversionPattern<arith::ExtFOp> {
  Float8ExtFLowering(const TypeConverter &converter, MLIRContext *context,
                     const TargetInfo &target)
      : OpConversionPattern(converter, context, /*benefit=*/2), target(target) {
  }

  LogicalResult
  matchAndRewrite(arith::ExtFOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FloatType from = getFloatType(op.getIn());
    if (!isa<Float8E4M3FNType, Float8E5M2Type>(from))
      return rewriter.notifyMatchFailure(op, "not from an 8-bit float");
    FpConverter converter(rewriter, op.getLoc(), target, /*towardZero=*/false);
    rewriter.replaceOpWithMultiple(
        op,
        {converter.convert(adaptor.getIn(), from, getFloatType(op.getOut()))});
    return success();
  }

  const TargetInfo &target;
};

} // namespace

void tile::populateFpConversionPatterns(const Distribution &d) {
  MLIRContext *context = d.patterns.getContext();
  d.patterns.add<FpToFpLowering, Float8ExtFLowering>(d.converter, context,
                                                     d.target);
}
