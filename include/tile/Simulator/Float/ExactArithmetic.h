//===- ExactArithmetic.h - Floats as numbers of a finite ring ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With exact arithmetic each float of a program is a number of the ring of
// integers modulo 37^3. Sums and products have no rounding there: two programs
// that compute the same give the same bits, in whatever order they add.
//
//===----------------------------------------------------------------------===//
//
// A float is m * 2^e, and 2 has an inverse modulo 37^3 = 50653. So each float
// is a number of the ring, sums and products of floats are sums and products of
// their numbers, and a conversion between float types changes nothing. For
// instance, with 1/2 = 25327 (as 2 * 25327 = 50654 = 1):
//
//     0.5 + 0.5                25327 + 25327 = 50654 = 1
//     (a + b) + c              as a + (b + c), which floats do not promise
//     x / 1024                 as x * (1 / 1024)
//
// Why 37^3. The number must fit into the 16 bits of f16 and bf16, with room for
// infinities and NaN. A power of a prime has exponentials, which a prime has
// not: (1 + 37 c)^x depends on x modulo 37^2 alone, which x modulo 37^3 says,
// so exp2(a + b) = exp2(a) * exp2(b). An odd prime makes powers of two
// divisible; 36 of 37 numbers have an inverse. And modulo 37 there is a square
// root of -1, so sine and cosine obey their addition theorems, too.
//
// A register has the number as a sign and a magnitude, in its 16 highest bits;
// the others are 0. So the negation and the absolute value of a number are the
// negation and the absolute value of its bits as a float, comparisons of the
// bits as floats are comparisons of numbers from -25326 to 25326, and to shift
// by 16 bits makes bf16 of f32. Infinities and NaN have the bits that they
// always have.
//
//     1.0 as f16     0x0001          -1.0 as f16    0x8001
//     1.0 as f32     0x00010000      0.5 as f32     25327 = -25326: 0xE2EE0000
//
// What this is no good for: the order of two numbers says nothing of that of
// their floats, and two floats that differ may be one number, by chance once in
// 50653 times. docs/simulator.md says more.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_FLOAT_EXACTARITHMETIC_H
#define TILE_SIMULATOR_FLOAT_EXACTARITHMETIC_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::tile::sim::exact {

inline constexpr int32_t kPrime = 37;
inline constexpr int32_t kModulus = kPrime * kPrime * kPrime;
/// The greatest magnitude of a number.
inline constexpr int32_t kGreatest = (kModulus - 1) / 2;

/// A number of the ring, an infinity or NaN.
class Number {
public:
  constexpr Number() = default;
  static constexpr Number fromInteger(int64_t value) {
    return Number(reduce(value));
  }
  /// The number that the float is; of infinities and NaN, these.
  static Number fromDouble(double value);
  static constexpr Number infinity(bool isNegative = false) {
    return Number(isNegative ? -kInfinity : kInfinity);
  }
  static constexpr Number nan() { return Number(kNaN); }

  constexpr bool isFinite() const {
    return value >= -kGreatest && value <= kGreatest;
  }
  constexpr bool isNaN() const { return value == kNaN; }
  constexpr bool isInfinite() const {
    return value == kInfinity || value == -kInfinity;
  }
  constexpr bool isZero() const { return value == 0; }
  constexpr bool isNegative() const { return value < 0; }
  /// From -kGreatest to kGreatest; of a finite number.
  constexpr int32_t get() const { return value; }
  /// The same as a float, for comparisons and for people.
  double toDouble() const;

  constexpr bool operator==(const Number &other) const {
    return value == other.value;
  }
  constexpr bool operator!=(const Number &other) const {
    return value != other.value;
  }

private:
  constexpr explicit Number(int32_t value) : value(value) {}
  static constexpr int32_t reduce(int64_t value) {
    int32_t rest = int32_t(value % kModulus);
    return rest > kGreatest    ? rest - kModulus
           : rest < -kGreatest ? rest + kModulus
                               : rest;
  }
  static constexpr int32_t kInfinity = 1 << 30, kNaN = 1 << 29;

  int32_t value = 0;
};

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Infinities and NaN are as floats have them, with one exception: an infinity
/// times a finite number keeps its sign, except where the number is one of -1
/// to -256, as the sign of others says nothing. So a mask of -inf stays one
/// when it is scaled.
Number add(Number a, Number b);
Number negate(Number a);
inline Number subtract(Number a, Number b) { return add(a, negate(b)); }
Number multiply(Number a, Number b);
inline Number fma(Number a, Number b, Number c) {
  return add(multiply(a, b), c);
}
/// 1 / a. inverse(a * b) is inverse(a) * inverse(b), and inverse(inverse(a)) is
/// a, for all numbers; a * inverse(a) is 1 if 37 does not divide a. That of 0
/// is an infinity.
Number inverse(Number a);
inline Number divide(Number a, Number b) { return multiply(a, inverse(b)); }

/// By the order of the integers from -kGreatest to kGreatest; of a number and
/// NaN, the number.
Number minimum(Number a, Number b);
Number maximum(Number a, Number b);

/// exp2(a + b) is exp2(a) * exp2(b), exp2(0) is 1, and exp2(-inf) is 0.
Number exp2(Number a);
/// exp2 of a times log2(e), rounded to f32: as kernels have it.
Number exp(Number a);
/// With sin(a + b), cos(a + b) and sin^2 + cos^2 as they should be.
Number sin(Number a);
Number cos(Number a);
/// Any function, the same for equal arguments: of the name and of the number,
/// as a hash. rsqrt is 1 / sqrt.
Number sqrt(Number a);
Number rsqrt(Number a);
Number log2(Number a);
Number tanh(Number a);
Number apply(llvm::StringRef name, Number a);

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// The types whose bits are numbers. Floats of 8 bits and fewer keep
/// their own: they are the numbers that they are, and a number that is made one
/// of them becomes that one which it is, or any.
enum class Format : uint8_t { F16, BF16, F32, F64 };

/// Of "f16", "bf16", "f32", "tf32" or "f64"; of others nothing.
std::optional<Format> getFormat(llvm::StringRef type);
constexpr unsigned getBits(Format format) {
  return format == Format::F64 ? 64 : format == Format::F32 ? 32 : 16;
}

uint64_t encode(Number number, Format format);
/// Bits that `encode` does not make are read as a float. Then `isForeign` is
/// set, if it is given.
Number decode(uint64_t bits, Format format, bool *isForeign = nullptr);
/// The bits of the number of a float.
uint64_t encodeFloat(uint64_t bits, Format format);

} // namespace mlir::tile::sim::exact

#endif // TILE_SIMULATOR_FLOAT_EXACTARITHMETIC_H
