//===- FpConversionSoftware.cpp - 8-bit floats without cvt ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FpConversionSoftware.h"

#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The fields of a floating-point type: sign, exponent, mantissa.
struct Format {
  explicit Format(FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    width = type.getWidth();
    mantissa = llvm::APFloat::semanticsPrecision(semantics) - 1;
    bias = 1 - llvm::APFloat::semanticsMinExponent(semantics);
    largest =
        llvm::APFloat::getLargest(semantics).bitcastToAPInt().getZExtValue();
  }
  int64_t absMask() const { return (int64_t(1) << (width - 1)) - 1; }
  int64_t mantissaMask() const { return (int64_t(1) << mantissa) - 1; }

  int width;
  /// Bits of the mantissa, without the hidden one.
  int mantissa;
  int bias;
  /// The bits of the largest finite value.
  int64_t largest;
};

} // namespace

static constexpr int64_t kFloat8NaN = 0x7f;

/// `value / 2^shift`, rounded to nearest even or toward zero.
static Value shiftAndRound(const BitBuilder &b, Value value, Value shift,
                           bool towardZero) {
  Value quotient = b.shiftRight(value, shift);
  if (towardZero)
    return quotient;
  // Half a unit less one, plus one if the quotient is odd.
  Value one = b.integer(value.getType(), 1);
  Value half = b.shiftRight(b.shiftLeft(one, shift), 1);
  Value odd = b.bitAnd(quotient, 1);
  Value rounded = b.add(b.add(value, b.add(half, -1)), odd);
  return b.shiftRight(rounded, shift);
}

// Worked example, f32 to e4m3, x = 2^-8 * 1.375 = 0x3bb00000:
//   exponent 119, significand 0xb00000 (24 bits, hidden one included)
//   e4m3's smallest normal number has exponent 127 - 7 + 1 = 121 there, so the
//   significand moves right by 23 - 3 as for each normal number, and by
//   121 - 119 = 2 more because the result is subnormal: 0xb00000 >> 22 = 2.75,
//   rounded 3, which is the encoding 0x03: 3 * 2^-9.
// For a normal result the hidden one lands on the exponent field's lowest bit;
// adding `exponent - 121` to that field makes it right. A carry out of the
// mantissa goes into the exponent, as it should.
Value tile::narrowToFloat8(const BitBuilder &b, Value value, FloatType type,
                           bool towardZero) {
  auto sourceType = cast<FloatType>(value.getType());
  Format from(sourceType), to(type);
  assert(from.mantissa <= 23 && to.width == 8 &&
         "expected f16 or f32 to 8 bits");
  Value bits = b.bitcast(value, b.getBuilder().getIntegerType(from.width));
  if (from.width < 32)
    bits = b.zeroExtend(bits, b.i32());
  Value magnitude = b.bitAnd(bits, from.absMask());
  Value sign = b.bitAnd(b.shiftRight(bits, from.width - 8), 0x80);
  int dropped = from.mantissa - to.mantissa;

  Value result;
  if (from.bias == to.bias) {
    // The same exponents: subnormal numbers need no care.
    result =
        shiftAndRound(b, magnitude, b.integer(b.i32(), dropped), towardZero);
  } else {
    Value exponent = b.shiftRight(magnitude, from.mantissa);
    Value significand = b.bitOr(b.bitAnd(magnitude, from.mantissaMask()),
                                from.mantissaMask() + 1);
    // How far below the smallest normal number the value is, in exponents.
    Value below = b.subtract(from.bias - to.bias + 1, exponent);
    Value subnormal = b.signedMax(below, 0);
    Value base = b.shiftLeft(b.subtract(subnormal, below), to.mantissa);
    // A shift by two more than the significand's bits leaves nothing.
    Value extra = b.signedMin(subnormal, to.mantissa + 2);
    Value rounded =
        shiftAndRound(b, significand, b.add(extra, dropped), towardZero);
    result = b.add(rounded, base);
  }

  result = b.unsignedMin(result, to.largest);
  int64_t infinity = from.absMask() & ~from.mantissaMask();
  result = b.select(b.unsignedGreater(magnitude, infinity),
                    b.integer(b.i32(), kFloat8NaN), b.bitOr(result, sign));
  return b.truncate(result, b.i8());
}

// Both floats travel in one register, one in the low byte of each half. e5m2
// is the upper byte of an f16. An e4m3 moved to where f16 has its mantissa is
// 2^8 too small, as f16's bias is 8 larger, and a multiplication by 256 mends
// that exactly, for subnormal numbers too.
Value tile::widenFloat8Pair(const BitBuilder &b, Value first, Value second,
                            FloatType type) {
  Format from(type);
  Value bytes = b.bitOr(b.zeroExtend(first, b.i32()),
                        b.shiftLeft(b.zeroExtend(second, b.i32()), 16));
  Value magnitude = b.bitAnd(bytes, 0x007f007f);
  // Bit 7 of each half: whether it is beyond the largest number or infinity.
  int64_t infinity = from.mantissa == 2 ? from.largest + 1 : from.largest;
  Value isNaN =
      b.bitAnd(b.add(magnitude, (0x7f - infinity) * 0x00010001), 0x00800080);
  Value nan = b.multiply(b.shiftRight(isNaN, 7), 0x7fff);
  Value sign = b.bitAnd(b.shiftLeft(bytes, 8), 0x80008000);
  Value shifted = b.shiftLeft(magnitude, 10 - from.mantissa);
  if (from.bias != 15) {
    Type f16x2 = BitBuilder::pairOf(b.f16());
    Value scale = b.pair(b.real(b.f16(), 256.0), b.real(b.f16(), 256.0));
    Value scaled = b.create<LLVM::FMulOp>(b.bitcast(shifted, f16x2), scale);
    shifted = b.bitcast(scaled, b.i32());
  }
  Value result = b.bitOr(b.bitOr(shifted, sign), nan);
  return b.bitcast(result, BitBuilder::pairOf(b.f16()));
}

Value tile::roundToOdd(const BitBuilder &b, Value value) {
  Value truncated = b.intrinsic("llvm.nvvm.d2f.rz", b.f32(), value);
  Value back = b.create<LLVM::FPExtOp>(value.getType(), truncated);
  // True for NaN as well, which a last bit of 1 leaves a NaN.
  Value inexact = b.create<LLVM::FCmpOp>(LLVM::FCmpPredicate::une, back, value);
  Value bits = b.bitcast(truncated, b.i32());
  return b.bitcast(b.bitOr(bits, b.zeroExtend(inexact, b.i32())), b.f32());
}
