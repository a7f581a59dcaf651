//===- FloatFormat.cpp - The floating-point formats of PTX ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/FloatFormat.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile::sim;

namespace {
/// A significand at a binary point: `integer` + `fraction` * 2^-64, with enough
/// of the fraction to tell 0, below a half, a half and above.
struct Split {
  uint64_t integer;
  uint64_t fraction;
};
} // namespace

/// The significand with its `kept` highest bits (up to 64; none or less than
/// none, too) before the point.
static Split split(uint64_t significand, int kept) {
  if (kept >= 64)
    return {significand, 0};
  if (kept > 0)
    return {significand >> (64 - kept), significand << kept};
  if (kept == 0)
    return {0, significand};
  if (kept <= -64)
    return {0, significand != 0};
  // Below a half, and not 0: what is shifted out makes no difference.
  return {0, significand >> -kept};
}

static bool roundsAwayFromZero(const Split &split, Rounding rounding,
                               bool isNegative) {
  constexpr uint64_t kHalf = uint64_t(1) << 63;
  switch (rounding) {
  case Rounding::NearestEven:
    return split.fraction > kHalf ||
           (split.fraction == kHalf && (split.integer & 1));
  case Rounding::NearestAway:
    return split.fraction >= kHalf;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return isNegative && split.fraction;
  case Rounding::Up:
    return !isNegative && split.fraction;
  }
  return false;
}

/// Whether a number too large for the format becomes an infinity.
static bool overflowsToInfinity(Rounding rounding, bool isNegative) {
  switch (rounding) {
  case Rounding::NearestEven:
  case Rounding::NearestAway:
    return true;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return isNegative;
  case Rounding::Up:
    return !isNegative;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// FloatValue
//===----------------------------------------------------------------------===//

FloatValue FloatValue::fromInteger(uint64_t magnitude, bool isNegative) {
  FloatValue value;
  value.isNegative = isNegative;
  if (!magnitude)
    return value;
  unsigned shift = llvm::countl_zero(magnitude);
  value.kind = Finite;
  value.exponent = 63 - int(shift);
  value.significand = magnitude << shift;
  return value;
}

FloatValue FloatValue::roundToIntegral(Rounding rounding) const {
  if (kind != Finite || exponent >= 63)
    return *this;
  Split parts = split(significand, exponent + 1);
  // Below 2^63, so there is room for a carry.
  parts.integer += roundsAwayFromZero(parts, rounding, isNegative);
  return fromInteger(parts.integer, isNegative);
}

uint64_t FloatValue::toInteger(Rounding rounding, unsigned bits,
                               bool isSigned) const {
  if (kind == Zero || kind == NaN)
    return 0;
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(bits);
  uint64_t largest = mask >> isSigned;
  uint64_t limit = !isNegative ? largest : isSigned ? largest + 1 : 0;
  uint64_t magnitude = limit;
  if (kind == Finite && exponent < 64) {
    Split parts = split(significand, exponent + 1);
    // A value with a fraction is below 2^63, so this cannot wrap.
    parts.integer += roundsAwayFromZero(parts, rounding, isNegative);
    magnitude = std::min(parts.integer, limit);
  }
  return (isNegative ? 0 - magnitude : magnitude) & mask;
}

//===----------------------------------------------------------------------===//
// FloatFormat
//===----------------------------------------------------------------------===//

FloatValue FloatFormat::decode(uint64_t code) const {
  FloatValue value;
  value.isNegative = code & getSignBit();
  code = (code >> paddingBits) &
         llvm::maskTrailingOnes<uint64_t>(exponentBits + mantissaBits);
  uint64_t mantissa = code & llvm::maskTrailingOnes<uint64_t>(mantissaBits);
  int exponentField = int(code >> mantissaBits);

  bool isSpecial = code > (getMaxFinite() >> paddingBits);
  if (isSpecial) {
    bool isInfinity = specials == InfinityAndNaN && !mantissa;
    value.kind = isInfinity ? FloatValue::Infinity : FloatValue::NaN;
    value.significand = mantissa ? mantissa << (64 - mantissaBits) : 0;
    return value;
  }

  if (exponentField || !mantissaBits) {
    value.kind = FloatValue::Finite;
    value.exponent = exponentField - bias;
    value.significand = (mantissa | (uint64_t(1) << mantissaBits))
                        << (63 - mantissaBits);
    return value;
  }
  if (!mantissa)
    return value;
  unsigned shift = llvm::countl_zero(mantissa);
  value.kind = FloatValue::Finite;
  value.exponent = getMinExponent() - mantissaBits + 63 - int(shift);
  value.significand = mantissa << shift;
  return value;
}

/// Encodes with `roundsUp(split)` deciding whether the code goes one up, and
/// `toInfinity` what follows the largest number.
template <typename RoundsUp>
static uint64_t encodeWith(const FloatFormat &format, const FloatValue &value,
                           bool toInfinity, Overflow overflow,
                           RoundsUp roundsUp) {
  if (value.kind == FloatValue::NaN)
    return format.nan;
  uint64_t sign = value.isNegative ? format.getSignBit() : 0;
  if (value.kind == FloatValue::Zero)
    return sign;

  bool isClamped = overflow == Overflow::MaxFinite ||
                   format.specials == FloatFormat::NoSpecials;
  uint64_t infinity = isClamped ? format.getMaxFinite() : format.getInfinity();
  if (value.kind == FloatValue::Infinity)
    return sign | infinity;

  unsigned mantissaBits = format.mantissaBits;
  int missing = std::max(format.getMinExponent() - value.exponent, 0);
  // Nothing is below the smallest number of a format without zero.
  if (!mantissaBits && missing)
    return sign;
  Split parts = split(value.significand, int(mantissaBits) + 1 - missing);
  uint64_t code = parts.integer;
  if (!missing) {
    uint64_t exponentField = uint64_t(value.exponent - format.getMinExponent());
    code += exponentField << mantissaBits;
    // The leading one counts as 1 in the exponent, where a subnormal has 0.
    if (!mantissaBits)
      --code;
  }
  code += roundsUp(parts);
  uint64_t largest = format.getMaxFinite();
  if (code > (largest >> format.paddingBits))
    return sign | (toInfinity ? infinity : largest);
  return sign | (code << format.paddingBits);
}

uint64_t FloatFormat::encode(const FloatValue &value, Rounding rounding,
                             Overflow overflow) const {
  bool isNegative = value.isNegative && hasSign;
  return encodeWith(*this, value, overflowsToInfinity(rounding, isNegative),
                    overflow, [&](const Split &parts) {
                      return roundsAwayFromZero(parts, rounding, isNegative);
                    });
}

uint64_t FloatFormat::encodeStochastic(const FloatValue &value,
                                       uint64_t randomBits,
                                       unsigned numRandomBits,
                                       Overflow overflow) const {
  return encodeWith(
      *this, value, /*toInfinity=*/true, overflow, [&](const Split &parts) {
        uint64_t sum =
            (parts.fraction >> (64 - numRandomBits)) +
            (randomBits & llvm::maskTrailingOnes<uint64_t>(numRandomBits));
        return sum >> numRandomBits;
      });
}

const FloatFormat *FloatFormat::get(llvm::StringRef name) {
  static constexpr const FloatFormat *kAll[] = {&kF64,  &kF32,  &kTF32, &kF16,
                                                &kBF16, &kE5M2, &kE4M3, &kE3M2,
                                                &kE2M3, &kE2M1, &kUE8M0};
  for (const FloatFormat *format : kAll)
    if (format->name == name)
      return format;
  return nullptr;
}
