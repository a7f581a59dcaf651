//===- FpConversionSoftware.cpp - 8-bit floats without cvt ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FpConversionSoftware.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cmath>

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

/// `value / 2^shift`, rounded to nearest even or toward zero. `offset` is added
/// to the value first.
static Value shiftAndRound(const BitBuilder &b, Value value, int shift,
                           int64_t offset, bool towardZero) {
  if (!towardZero) {
    // Half a unit less one, plus one if the quotient is odd.
    offset += (int64_t(1) << (shift - 1)) - 1;
    value = b.add(value, b.bitAnd(b.shiftRight(value, shift), 1));
  }
  return b.shiftRight(b.add(value, offset), shift);
}

// Worked example, f32 to e4m3, x = 1.375 * 2^-8 = 0x3bb00000. It is below 2^-6,
// e4m3's smallest normal number, so that the result counts units of 2^-9. An
// f32 from 2^14 to 2^15 has units of 2^-9 too: in 2^14 + x = 0x46800003 the
// addition has rounded x to 3 units, and the low bits, 0x03, are the encoding.
//
// x = 1.375 = 0x3fb00000 is normal: its bits, less (127 - 7) << 23 to change
// the bias, are 0x03b00000, whose upper bits, 0x3b, are the encoding. A carry
// out of the mantissa goes into the exponent, as it should.
//
// Values that are too large end above the largest encoding in both cases.
static Value narrowFloat32(const BitBuilder &b, Value magnitude,
                           const Format &from, const Format &to,
                           bool towardZero) {
  int64_t difference = from.bias - to.bias;
  Value normal = shiftAndRound(b, magnitude, from.mantissa - to.mantissa,
                               -(difference << from.mantissa), towardZero);

  float anchor = std::ldexp(1.0f, 1 - to.bias - to.mantissa + from.mantissa);
  Value x = b.bitcast(magnitude, b.f32());
  Value sum = towardZero ? b.intrinsic("llvm.nvvm.add.rz.f", b.f32(),
                                       {x, b.real(b.f32(), anchor)})
                         : b.create<LLVM::FAddOp>(x, b.real(b.f32(), anchor));
  Value subnormal = b.add(b.bitcast(sum, b.i32()),
                          -int64_t(llvm::bit_cast<uint32_t>(anchor)));

  Value isNormal =
      b.unsignedGreater(magnitude, ((difference + 1) << from.mantissa) - 1);
  return b.select(isNormal, normal, subnormal);
}

Value tile::narrowToFloat8(const BitBuilder &b, Value value, FloatType type,
                           bool towardZero) {
  Format to(type);
  // f16 and e5m2 have the same exponents, and subnormal numbers need no care.
  bool sameExponents = value.getType().isF16() && to.bias == 15;
  if (value.getType().isF16() && !sameExponents)
    value = b.create<LLVM::FPExtOp>(b.f32(), value);

  Format from(cast<FloatType>(value.getType()));
  Value bits = b.bitcast(value, b.getBuilder().getIntegerType(from.width));
  if (from.width < 32)
    bits = b.zeroExtend(bits, b.i32());
  Value magnitude = b.bitAnd(bits, from.absMask());
  Value sign = b.bitAnd(b.shiftRight(bits, from.width - 8), 0x80);

  Value result = sameExponents
                     ? shiftAndRound(b, magnitude, from.mantissa - to.mantissa,
                                     /*offset=*/0, towardZero)
                     : narrowFloat32(b, magnitude, from, to, towardZero);
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
  // The sign, which NaN loses as it does in `cvt`.
  Value positive = b.bitXor(isNaN, 0x00800080);
  Value sign = b.shiftLeft(b.bitAnd(bytes, positive), 8);
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
