//===- FloatRules.h - How PTX rounds, flushes and makes NaNs ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the hardware decides where PTX ISA does not, in one place, and the steps
// that all floating-point instructions are made of.
//
//===----------------------------------------------------------------------===//
//
// How results get rounded once. The product of two f32 is exact in double; a
// sum is not, but it is when rounded to odd: truncated, with the last bit set
// if anything was lost. A value rounded to odd that has two bits more than f32
// can be rounded to f32 in every direction as if it were exact (S. Boldo and G.
// Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms
// using rounding to odd", IEEE Transactions on Computers 57(4), 2008):
//
//   1 + 2^-24 + 2^-80 in f32, a little above the middle of two neighbours
//     in double, to nearest   1 + 2^-24            then f32: 1, wrong
//     in double, to odd       1 + 2^-24 + 2^-52    then f32: 1 + 2^-23
//
// That needs the host to round to nearest even and to keep subnormals, as it
// does unless a program changes that, and not to contract expressions.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_FLOAT_FLOATRULES_H
#define TILE_SIMULATOR_FLOAT_FLOATRULES_H

#include "tile/Simulator/Float/FloatFormat.h"

#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mlir::tile::sim {

//===----------------------------------------------------------------------===//
// What PTX leaves open
//===----------------------------------------------------------------------===//

/// What PTX ISA does not say, as an H200 does it. All the arithmetic asks here.
struct FloatRules {
  /// Every f32, f16 and bf16 instruction that computes makes these, from NaN
  /// operands too, and also `neg` and `abs`. `copysign` copies bits.
  static constexpr uint32_t kNaN32 = 0x7fffffff;
  static constexpr uint16_t kNaN16 = 0x7fff;
  /// The NaN, of either sign, for elements outside of a tensor ("OOB NaN",
  /// 5.5), in f16 and bf16; only `fma.oob` knows it from others.
  static constexpr uint16_t kOutOfBoundsNaN16 = 0x7ff7;
  /// f64 operations without a NaN operand make this one.
  static constexpr uint64_t kInvalid64 = 0xfff8000000000000;
  /// `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64` make this one (9.7.3.14).
  static constexpr uint64_t kApproxNaN64 = 0x7fffffff00000000;

  /// `.ftz` flushes a result that, rounded as if exponents had no end, is
  /// below the smallest normal number; false: that is so before rounding. They
  /// differ for (1 - 2^-30) * 2^-126 to nearest, which rounds up to 2^-126.
  static constexpr bool kTininessAfterRounding = true;

  // With a NaN operand an f64 instruction returns that one, made quiet, its
  // sign unchanged (`neg` and `abs` as well); of several, the first of:
  static double getNaNOfSum(double a, double b) { return pickNaN(b, a, b); }
  static double getNaNOfProduct(double a, double b) { return pickNaN(b, a, b); }
  static double getNaNOfFma(double a, double b, double c) {
    return pickNaN(b, c, a);
  }
  static double getNaNOfQuotient(double a, double b) {
    return pickNaN(a, b, b);
  }
  static double getNaNOfUnary(double a) { return pickNaN(a, a, a); }
  /// Of `min` and `max`, if both operands are NaN.
  static uint64_t getNaNOfMinMax(uint64_t a, uint64_t b) {
    (void)a;
    return b | kQuiet64;
  }

private:
  static constexpr uint64_t kQuiet64 = 0x0008000000000000;
  static double pickNaN(double first, double second, double third) {
    double nan = first != first     ? first
                 : second != second ? second
                 : third != third   ? third
                                    : llvm::bit_cast<double>(kInvalid64);
    return llvm::bit_cast<double>(llvm::bit_cast<uint64_t>(nan) | kQuiet64);
  }
};

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// Subnormal numbers become zeros of their sign.
inline float flushSubnormal(float x) {
  uint32_t bits = llvm::bit_cast<uint32_t>(x);
  return llvm::bit_cast<float>((bits & 0x7f800000) ? bits : bits & 0x80000000);
}

/// Any NaN becomes the one that f32 instructions make.
inline float canonicalizeNaN(float x) {
  uint32_t bits = llvm::bit_cast<uint32_t>(x);
  return llvm::bit_cast<float>(
      (bits & 0x7fffffff) > 0x7f800000 ? FloatRules::kNaN32 : bits);
}

/// `.sat`: to [+0, 1], NaN to +0.
inline float saturate(float x) {
  x = x > 0.0f ? x : 0.0f;
  return x < 1.0f ? x : 1.0f;
}

/// The operand of an instruction with or without `.ftz`.
template <bool Ftz> inline float readF32(float x) {
  return Ftz ? flushSubnormal(x) : x;
}

/// What all f32 instructions do last; `.ftz` is done by then.
template <bool Sat> inline float finishF32(float x) {
  return Sat ? saturate(x) : canonicalizeNaN(x);
}

/// The unsigned integer with as many bits as a float or double.
template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
template <typename T>
inline constexpr BitsOf<T> kSignBit = BitsOf<T>(1) << (sizeof(T) * 8 - 1);

/// a + b rounded to odd. Its zeros are the same as in rounding to nearest.
template <typename T> inline T addToOdd(T a, T b) {
  using Bits = BitsOf<T>;
  T sum = a + b;
  // The error of the sum, exactly (Knuth's 2Sum). NaN if the sum is not a
  // number.
  T bPart = sum - a;
  T error = (a - (sum - bPart)) + (b - bPart);
  Bits bits = llvm::bit_cast<Bits>(sum);
  Bits inexact = std::fabs(error) > 0 ? 1 : 0;
  Bits signsDiffer =
      (bits ^ llvm::bit_cast<Bits>(error)) >> (sizeof(T) * 8 - 1);
  // Rounded away from zero: one step back is the truncated sum.
  return llvm::bit_cast<T>((bits - (inexact & signsDiffer)) | inexact);
}

/// The f32 next to `nearest` that the rounding wants. `nearest` is the exact
/// value rounded to nearest; the flags say how the magnitudes compare.
template <Rounding R>
inline float redirect(float nearest, bool isTooLarge, bool isTooSmall) {
  static_assert(R != Rounding::NearestAway, "no arithmetic rounds like that");
  uint32_t bits = llvm::bit_cast<uint32_t>(nearest);
  if constexpr (R == Rounding::Zero) {
    bits -= isTooLarge;
  } else if constexpr (R == Rounding::Down || R == Rounding::Up) {
    bool isAway = (bits >> 31) == (R == Rounding::Down);
    bits += uint32_t(isAway & isTooSmall) - uint32_t(!isAway & isTooLarge);
  }
  return llvm::bit_cast<float>(bits);
}

/// The f32 of a value that is exact or rounded to odd.
template <Rounding R> inline float roundToF32(double value) {
  float nearest = float(value);
  double magnitude = std::fabs(double(nearest));
  return redirect<R>(nearest, magnitude > std::fabs(value),
                     magnitude < std::fabs(value));
}

/// An f32 between the neighbours of a double: it is odd if it is not exact.
inline float roundToOddF32(double value) {
  float nearest = float(value);
  double magnitude = std::fabs(double(nearest));
  uint32_t bits = llvm::bit_cast<uint32_t>(nearest);
  bits -= magnitude > std::fabs(value);
  return llvm::bit_cast<float>(bits | (magnitude != std::fabs(value)));
}

/// Flushes what `.ftz` flushes of the results of that rounding. The value is
/// exact or rounded to odd; see FloatRules::kTininessAfterRounding. `smallest`
/// is the smallest normal number of the format, `below` the next one below it
/// if that had as many bits.
template <Rounding R, typename T>
inline T flushTiny(T value, T smallest, T below) {
  bool isTiny = std::fabs(value) < smallest;
  if constexpr (FloatRules::kTininessAfterRounding) {
    if constexpr (R == Rounding::NearestEven)
      isTiny = std::fabs(value) < (smallest + below) / 2;
    else if constexpr (R == Rounding::Down)
      isTiny = (value < smallest) & (value >= -below);
    else if constexpr (R == Rounding::Up)
      isTiny = (value <= below) & (value > -smallest);
  }
  BitsOf<T> bits = llvm::bit_cast<BitsOf<T>>(value);
  return llvm::bit_cast<T>(isTiny ? bits & kSignBit<T> : bits);
}

/// roundToF32 with or without `.ftz`.
template <Rounding R, bool Ftz> inline float roundResultToF32(double value) {
  if constexpr (Ftz)
    value = flushTiny<R>(value, 0x1p-126, 0x1.fffffep-127);
  return roundToF32<R>(value);
}

/// An exact zero as the sum of a and b is -0 if rounded down, unless both
/// are +0.
template <Rounding R>
inline double fixZeroOfSum(double sum, double a, double b) {
  if constexpr (R != Rounding::Down)
    return sum;
  uint64_t signs = (llvm::bit_cast<uint64_t>(a) | llvm::bit_cast<uint64_t>(b)) &
                   0x8000000000000000;
  uint64_t bits = llvm::bit_cast<uint64_t>(sum);
  return llvm::bit_cast<double>(sum == 0.0 ? signs : bits);
}

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_FLOAT_FLOATRULES_H
