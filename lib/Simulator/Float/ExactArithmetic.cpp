//===- ExactArithmetic.cpp - Floats as numbers of a finite ring -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/ExactArithmetic.h"

#include "tile/Simulator/Float/FloatFormat.h"

#include "llvm/ADT/StringSwitch.h"

#include <array>
#include <cmath>

using namespace mlir::tile::sim;
using namespace mlir::tile::sim::exact;

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

static constexpr int64_t kSquare = int64_t(kPrime) * kPrime;
/// Units modulo 37^3: what the power of each is 1.
static constexpr int64_t kUnits = (kPrime - 1) * kSquare;

/// From 0 to kModulus - 1.
static constexpr int64_t getResidue(int64_t value) {
  int64_t rest = value % kModulus;
  return rest < 0 ? rest + kModulus : rest;
}

static constexpr int64_t power(int64_t base, uint64_t exponent) {
  int64_t result = 1, square = getResidue(base);
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = result * square % kModulus;
    square = square * square % kModulus;
  }
  return result;
}

static constexpr int64_t invertUnit(int64_t value) {
  return power(value, kUnits - 1);
}

/// The base of exp2: one more than a multiple of 37, and no more of 37^2.
static constexpr int64_t kBase = 1 + 5 * kPrime;
static_assert(power(kBase, kSquare) == 1 && power(kBase, kPrime) != 1);

/// The powers of the base, by exponent modulo 37^2.
static constexpr std::array<int32_t, kSquare> kPowers = [] {
  std::array<int32_t, kSquare> powers{};
  int64_t now = 1;
  for (int32_t &next : powers) {
    next = int32_t(now);
    now = now * kBase % kModulus;
  }
  return powers;
}();

static int64_t powerOfBase(int64_t exponent) {
  return kPowers[getResidue(exponent) % kSquare];
}

/// A square root of -1: 6 modulo 37, and each step of Newton's doubles the
/// powers of 37 that are right.
static constexpr int64_t kImaginary = [] {
  int64_t root = 6;
  for (unsigned step = 0; step < 2; ++step)
    root = getResidue(root - (root * root + 1) % kModulus *
                                 invertUnit(2 * root % kModulus));
  return root;
}();
static_assert((kImaginary * kImaginary + 1) % kModulus == 0);

Number Number::fromDouble(double value) {
  if (std::isnan(value))
    return nan();
  if (std::isinf(value))
    return infinity(value < 0);
  int exponent;
  double fraction = std::frexp(value, &exponent);
  // An integer of 53 bits times a power of two.
  auto mantissa = int64_t(std::ldexp(fraction, 53));
  exponent -= 53;
  int64_t scale = power(2, uint64_t(exponent + 8 * kUnits));
  return fromInteger(getResidue(mantissa) * scale);
}

double Number::toDouble() const {
  return isNaN()        ? NAN
         : isInfinite() ? (isNegative() ? -INFINITY : INFINITY)
                        : value;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Number mlir::tile::sim::exact::add(Number a, Number b) {
  if (a.isFinite() && b.isFinite())
    return Number::fromInteger(int64_t(a.get()) + b.get());
  if (a.isNaN() || b.isNaN() || (a.isInfinite() && b.isInfinite() && !(a == b)))
    return Number::nan();
  return a.isInfinite() ? a : b;
}

Number mlir::tile::sim::exact::negate(Number a) {
  return a.isFinite()     ? Number::fromInteger(-int64_t(a.get()))
         : a.isInfinite() ? Number::infinity(!a.isNegative())
                          : a;
}

/// Whether a factor changes the sign of an infinity.
static bool isNegativeFactor(Number a) {
  return a.isInfinite() ? a.isNegative() : a.get() < 0 && a.get() >= -256;
}

Number mlir::tile::sim::exact::multiply(Number a, Number b) {
  if (a.isFinite() && b.isFinite())
    return Number::fromInteger(int64_t(a.get()) * b.get());
  if (a.isNaN() || b.isNaN() || a.isZero() || b.isZero())
    return Number::nan();
  return Number::infinity(isNegativeFactor(a) != isNegativeFactor(b));
}

Number mlir::tile::sim::exact::inverse(Number a) {
  if (a.isNaN())
    return a;
  if (a.isInfinite())
    return Number();
  if (a.isZero())
    return Number::infinity();
  // Powers of 37 stay: what is left is known modulo a lower power, and so is
  // its inverse.
  int64_t rest = a.get(), powers = 1;
  while (rest % kPrime == 0) {
    rest /= kPrime;
    powers *= kPrime;
  }
  return Number::fromInteger(powers * invertUnit(rest));
}

Number mlir::tile::sim::exact::minimum(Number a, Number b) {
  if (a.isNaN() || b.isNaN())
    return a.isNaN() ? b : a;
  return b.toDouble() < a.toDouble() ? b : a;
}

Number mlir::tile::sim::exact::maximum(Number a, Number b) {
  if (a.isNaN() || b.isNaN())
    return a.isNaN() ? b : a;
  return b.toDouble() > a.toDouble() ? b : a;
}

Number mlir::tile::sim::exact::exp2(Number a) {
  if (a.isFinite())
    return Number::fromInteger(powerOfBase(a.get()));
  return a.isInfinite() && a.isNegative() ? Number() : a;
}

Number mlir::tile::sim::exact::exp(Number a) {
  static const Number log2e = Number::fromDouble(0x1.715476p0);
  return exp2(multiply(a, log2e));
}

/// (e^(ix) + sign * e^(-ix)) / divisor.
static Number sumPowers(Number a, int sign, int64_t divisor) {
  if (!a.isFinite())
    return Number::nan();
  int64_t x = getResidue(a.get()) * kImaginary % kModulus;
  int64_t sum = powerOfBase(x) + sign * powerOfBase(-x);
  return Number::fromInteger(getResidue(sum) * invertUnit(divisor));
}

Number mlir::tile::sim::exact::cos(Number a) { return sumPowers(a, 1, 2); }
Number mlir::tile::sim::exact::sin(Number a) {
  return sumPowers(a, -1, 2 * kImaginary);
}

/// A hash of a name and of all bits of a number.
static uint64_t mix(uint64_t hash, uint64_t value) {
  hash += value + 0x9E3779B97F4A7C15;
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EB;
  return hash ^ (hash >> 31);
}

Number mlir::tile::sim::exact::apply(llvm::StringRef name, Number a) {
  if (a.isNaN())
    return a;
  uint64_t hash = 0;
  for (char c : name)
    hash = mix(hash, uint8_t(c));
  hash =
      mix(hash, a.isFinite() ? getResidue(a.get()) : kModulus + a.isNegative());
  // A number with an inverse, as the functions may be divisors.
  int64_t value = int64_t(hash % (kModulus - 1)) + 1;
  return Number::fromInteger(value % kPrime ? value : value + 1);
}

Number mlir::tile::sim::exact::sqrt(Number a) {
  bool isItself = a.isZero() || a == Number::fromInteger(1) ||
                  (a.isInfinite() && !a.isNegative());
  return isItself ? a : a.isInfinite() ? Number::nan() : apply("sqrt", a);
}

Number mlir::tile::sim::exact::rsqrt(Number a) { return inverse(sqrt(a)); }

Number mlir::tile::sim::exact::log2(Number a) {
  if (a.isZero())
    return Number::infinity(/*isNegative=*/true);
  if (a == Number::fromInteger(1))
    return Number();
  if (a.isInfinite())
    return a.isNegative() ? Number::nan() : a;
  return apply("log2", a);
}

Number mlir::tile::sim::exact::tanh(Number a) {
  if (a.isZero())
    return a;
  if (a.isInfinite())
    return Number::fromInteger(a.isNegative() ? -1 : 1);
  return apply("tanh", a);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

std::optional<Format> mlir::tile::sim::exact::getFormat(llvm::StringRef type) {
  return llvm::StringSwitch<std::optional<Format>>(type)
      .Case("f16", Format::F16)
      .Case("bf16", Format::BF16)
      .Cases({"f32", "tf32"}, Format::F32)
      .Case("f64", Format::F64)
      .Default(std::nullopt);
}

/// The 16 highest bits of a positive infinity, and of NaN.
static uint64_t getInfinity(Format format) {
  return format == Format::F16   ? 0x7C00
         : format == Format::F64 ? 0x7FF0
                                 : 0x7F80;
}
static uint64_t getNaN(Format format) {
  return format == Format::F16   ? 0x7E00
         : format == Format::F64 ? 0x7FF8
                                 : 0x7FC0;
}
static_assert(kGreatest < 0x7C00);

uint64_t mlir::tile::sim::exact::encode(Number number, Format format) {
  uint64_t high = number.isNaN()        ? getNaN(format)
                  : number.isInfinite() ? getInfinity(format)
                                        : uint64_t(std::abs(number.get()));
  if (number.isNegative())
    high |= 0x8000;
  return high << (getBits(format) - 16);
}

static double getFloat(uint64_t bits, Format format) {
  switch (format) {
  case Format::F16:
    return llvm::bit_cast<float>(convertF16ToF32(uint16_t(bits)));
  case Format::BF16:
    return llvm::bit_cast<float>(uint32_t(bits) << 16);
  case Format::F32:
    return llvm::bit_cast<float>(uint32_t(bits));
  case Format::F64:
    return llvm::bit_cast<double>(bits);
  }
  llvm_unreachable("all formats are handled");
}

Number mlir::tile::sim::exact::decode(uint64_t bits, Format format,
                                      bool *isForeign) {
  unsigned shift = getBits(format) - 16;
  uint64_t high = bits >> shift & 0xFFFF, magnitude = high & 0x7FFF;
  bool hasRest = (bits & ((uint64_t(1) << shift) - 1)) != 0;
  if (magnitude <= uint64_t(kGreatest) && !hasRest)
    return Number::fromInteger(high & 0x8000 ? -int64_t(magnitude)
                                             : int64_t(magnitude));
  if (magnitude < getInfinity(format) && isForeign)
    *isForeign = true;
  return Number::fromDouble(getFloat(bits, format));
}

uint64_t mlir::tile::sim::exact::encodeFloat(uint64_t bits, Format format) {
  return encode(Number::fromDouble(getFloat(bits, format)), format);
}
