//===- ExactArithmetic.h - Arithmetic in integers, for the tests -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums, products, quotients and roots of floating-point codes by integers of
// 128 bits, rounded by hand: what the simulator's arithmetic is compared with.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_FLOAT_EXACTARITHMETIC_H
#define TILE_UNITTESTS_SIMULATOR_FLOAT_EXACTARITHMETIC_H

#include "tile/Simulator/Float/FloatFormat.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace mlir::tile::sim::exact {

using UInt128 = unsigned __int128;

inline int getHighestBit(UInt128 x) {
  int bit = -1;
  for (; x; x >>= 1)
    ++bit;
  return bit;
}

/// (-1)^negative * (significand + something below 1, if inexact) * 2^exponent.
struct Number {
  bool isNegative = false;
  UInt128 significand = 0;
  int exponent = 0;
  bool isInexact = false;
};

/// A format by the widths of its fields, and what to do with codes of it.
/// Results are std::nullopt for NaN.
struct Arithmetic {
  int exponentBits, mantissaBits;
  Rounding rounding = Rounding::NearestEven;
  bool isFlushing = false;

  using Code = std::optional<uint64_t>;

  int bits() const { return 1 + exponentBits + mantissaBits; }
  uint64_t signBit() const { return uint64_t(1) << (bits() - 1); }
  uint64_t infinity() const {
    return ((uint64_t(1) << exponentBits) - 1) << mantissaBits;
  }
  uint64_t smallestNormal() const { return uint64_t(1) << mantissaBits; }
  int smallestExponent() const { return 2 - (1 << (exponentBits - 1)); }
  uint64_t one() const {
    return ((uint64_t(1) << (exponentBits - 1)) - 1) << mantissaBits;
  }

  uint64_t magnitude(uint64_t x) const { return x & (signBit() - 1); }
  bool isNaN(uint64_t x) const { return magnitude(x) > infinity(); }
  bool isInfinite(uint64_t x) const { return magnitude(x) == infinity(); }
  bool isNegative(uint64_t x) const { return x & signBit(); }
  uint64_t negate(uint64_t x) const { return x ^ signBit(); }

  uint64_t flush(uint64_t x) const {
    return isFlushing && magnitude(x) < smallestNormal() ? x & signBit() : x;
  }

  /// The finite number of a code.
  Number unpack(uint64_t x) const {
    int field = int(magnitude(x) >> mantissaBits);
    UInt128 mantissa = x & (smallestNormal() - 1);
    return {isNegative(x), field ? mantissa + smallestNormal() : mantissa,
            smallestExponent() - mantissaBits + (field ? field - 1 : 0), false};
  }

  /// The significand in units of 2^lowest, rounded.
  UInt128 roundTo(const Number &x, int lowest) const {
    int shift = lowest - x.exponent;
    UInt128 whole, half = 0, rest = 0;
    if (shift <= 0) {
      whole = x.significand << -shift;
      rest = x.isInexact; // Below half of a unit, of less value than any bit.
    } else if (shift > 127) {
      whole = 0;
      rest = x.significand != 0 || x.isInexact;
    } else {
      whole = x.significand >> shift;
      half = x.significand >> (shift - 1) & 1;
      rest = (x.significand & ((UInt128(1) << (shift - 1)) - 1)) != 0 ||
             x.isInexact;
    }
    switch (rounding) {
    case Rounding::NearestEven:
      return whole + (half && (rest || (whole & 1)));
    case Rounding::Down:
      return whole + (x.isNegative && (half || rest));
    case Rounding::Up:
      return whole + (!x.isNegative && (half || rest));
    default:
      return whole;
    }
  }

  uint64_t pack(const Number &x) const {
    uint64_t sign = x.isNegative ? signBit() : 0;
    int top = getHighestBit(x.significand);
    if (top < 0)
      return sign;
    int lowest = x.exponent + top - mantissaBits;
    if (isFlushing) {
      // Tiny after rounding to the usual number of bits.
      int roundedTop = lowest + getHighestBit(roundTo(x, lowest));
      if (roundedTop < smallestExponent())
        return sign;
    }
    lowest = std::max(lowest, smallestExponent() - mantissaBits);
    UInt128 rounded = roundTo(x, lowest);
    if (rounded >> (mantissaBits + 1)) {
      rounded >>= 1;
      ++lowest;
    }
    if (rounded < smallestNormal())
      return sign | uint64_t(rounded);
    int field = lowest + mantissaBits - smallestExponent() + 1;
    if (field < (1 << exponentBits) - 1)
      return sign | uint64_t(field) << mantissaBits |
             uint64_t(rounded - smallestNormal());
    bool isAway = rounding == Rounding::NearestEven ||
                  rounding == (x.isNegative ? Rounding::Down : Rounding::Up);
    return sign | (isAway ? infinity() : infinity() - 1);
  }

  Code mul(uint64_t a, uint64_t b) const {
    a = flush(a), b = flush(b);
    uint64_t sign = (a ^ b) & signBit();
    if (isNaN(a) || isNaN(b))
      return std::nullopt;
    if (isInfinite(a) || isInfinite(b))
      return magnitude(a) && magnitude(b) ? Code(sign | infinity())
                                          : std::nullopt;
    return pack(multiply(a, b));
  }

  Code fma(uint64_t a, uint64_t b, uint64_t c) const {
    a = flush(a), b = flush(b), c = flush(c);
    uint64_t sign = (a ^ b) & signBit();
    if (isNaN(a) || isNaN(b) || isNaN(c))
      return std::nullopt;
    if (isInfinite(a) || isInfinite(b)) {
      if (!magnitude(a) || !magnitude(b) ||
          (isInfinite(c) && sign != (c & signBit())))
        return std::nullopt;
      return sign | infinity();
    }
    if (isInfinite(c))
      return c;
    Number x = multiply(a, b), y = unpack(c);
    if (!x.significand && !y.significand) {
      bool isNegative = x.isNegative == y.isNegative
                            ? x.isNegative
                            : rounding == Rounding::Down;
      return isNegative ? signBit() : 0;
    }
    return pack(sum(x, y));
  }

  Code add(uint64_t a, uint64_t b) const { return fma(a, one(), b); }
  Code sub(uint64_t a, uint64_t b) const { return add(a, negate(b)); }

  Code div(uint64_t a, uint64_t b) const {
    a = flush(a), b = flush(b);
    uint64_t sign = (a ^ b) & signBit();
    if (isNaN(a) || isNaN(b) || (isInfinite(a) && isInfinite(b)) ||
        (!magnitude(a) && !magnitude(b)))
      return std::nullopt;
    if (isInfinite(a) || !magnitude(b))
      return sign | infinity();
    if (isInfinite(b))
      return sign;
    Number x = unpack(a), y = unpack(b);
    // Enough bits of quotient: the divisor has at most 53.
    int shift = x.significand ? 125 - getHighestBit(x.significand) : 0;
    UInt128 dividend = x.significand << shift;
    return pack({sign != 0, dividend / y.significand,
                 x.exponent - shift - y.exponent,
                 dividend % y.significand != 0});
  }

  Code sqrt(uint64_t a) const {
    a = flush(a);
    if (isNaN(a) || (isNegative(a) && magnitude(a)))
      return std::nullopt;
    if (!magnitude(a) || isInfinite(a))
      return a;
    Number x = unpack(a);
    int shift = 124 - getHighestBit(x.significand);
    shift += (x.exponent - shift) & 1;
    UInt128 square = x.significand << shift, root = 0;
    for (int bit = 63; bit >= 0; --bit) {
      UInt128 guess = root | UInt128(1) << bit;
      if (guess * guess <= square)
        root = guess;
    }
    return pack({false, root, (x.exponent - shift) / 2, root * root != square});
  }

private:
  Number multiply(uint64_t a, uint64_t b) const {
    Number x = unpack(a), y = unpack(b);
    return {x.isNegative != y.isNegative, x.significand * y.significand,
            x.exponent + y.exponent, false};
  }

  Number sum(Number x, Number y) const {
    if (!x.significand || (y.significand && topOf(x) < topOf(y)))
      std::swap(x, y);
    // x, of the higher top bit, up to bit 125; y in the same units. Bits of y
    // are lost only if its top is so low that it can cancel none of x.
    int shift = 125 - getHighestBit(x.significand);
    x.significand <<= shift;
    x.exponent -= shift;
    int right = x.exponent - y.exponent;
    if (!y.significand) {
      // A zero has any exponent.
    } else if (right <= 0) {
      y.significand <<= -right;
    } else {
      UInt128 kept = right > 127 ? 0 : y.significand >> right;
      x.isInexact =
          right > 127 ? y.significand != 0 : kept << right != y.significand;
      y.significand = kept;
    }
    if (x.isNegative == y.isNegative) {
      x.significand += y.significand;
    } else if (y.significand > x.significand) {
      x.significand = y.significand - x.significand;
      x.isNegative = y.isNegative;
    } else {
      x.significand -= y.significand + x.isInexact;
      if (!x.significand && !x.isInexact)
        x.isNegative = rounding == Rounding::Down;
    }
    return x;
  }

  int topOf(const Number &x) const {
    return x.exponent + getHighestBit(x.significand);
  }
};

/// Compares codes, and says of the first few that differ what they come from.
class Checker {
public:
  void expect(const char *what, uint64_t expected, uint64_t found, uint64_t a,
              uint64_t b = 0, uint64_t c = 0) {
    if (expected != found && ++numFailures <= 10)
      ADD_FAILURE() << std::hex << what << " of " << a << ", " << b << ", " << c
                    << ": expected " << expected << ", found " << found;
  }

private:
  int numFailures = 0;
};

/// Codes at which something may go wrong: both ends of the subnormal and normal
/// numbers, 1 and its neighbours, powers and odd ones between, infinities,
/// NaNs.
inline std::vector<uint64_t> getSpecialCodes(const Arithmetic &format) {
  uint64_t normal = format.smallestNormal(), one = format.one();
  uint64_t infinity = format.infinity();
  std::vector<uint64_t> codes = {0,
                                 1,
                                 normal / 2,
                                 normal / 2 + 5,
                                 normal - 1,
                                 normal,
                                 normal + 1,
                                 one / 2,
                                 one - normal,
                                 one - 2,
                                 one - 1,
                                 one,
                                 one + 1,
                                 one + normal,
                                 one + normal + normal / 2,
                                 one + one / 2,
                                 infinity - 2 * normal,
                                 infinity - normal + 1,
                                 infinity - 1,
                                 infinity,
                                 infinity + 1,
                                 infinity + normal / 2,
                                 infinity + normal - 1};
  for (size_t i = 0, e = codes.size(); i < e; ++i)
    codes.push_back(format.negate(codes[i]));
  return codes;
}

/// Operands for `count` instructions of three, in turn: any codes; numbers near
/// one another, so that sums cancel; a product that is near the smallest normal
/// number. A part of them has few bits, which makes ties likely.
inline std::vector<uint64_t> getRandomOperands(const Arithmetic &format,
                                               size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  int bias = (1 << (format.exponentBits - 1)) - 1, last = 2 * bias;
  std::vector<uint64_t> result;
  for (size_t i = 0; i < count; ++i) {
    int product = int(random() % bias) + 1;
    for (int operand = 0; operand < 3; ++operand) {
      uint64_t bits = random();
      uint64_t mantissa = bits & (format.smallestNormal() - 1);
      if ((bits >> 60) % 2)
        mantissa &= ~(format.smallestNormal() / 16 - 1) | 1;
      int field;
      if (i % 3 == 0)
        field = int(random() % (2 * bias + 2));
      else if (i % 3 == 1)
        field = bias - int(random() % (format.mantissaBits + 4)) + 2;
      else
        field = operand == 0   ? product
                : operand == 1 ? bias + 1 - product + int(random() % 5) - 2
                               : int(random() % 4);
      field = std::min(std::max(field, 0), last + (i % 3 == 0));
      result.push_back((bits >> 63 ? format.signBit() : 0) |
                       uint64_t(field) << format.mantissaBits | mantissa);
    }
  }
  return result;
}

/// Calls test(a, b, c) for all triples of `specials`, then of random operands.
template <typename Test>
void forOperands(const Arithmetic &format,
                 const std::vector<uint64_t> &specials, size_t count,
                 Test test) {
  for (uint64_t a : specials)
    for (uint64_t b : specials)
      for (uint64_t c : specials)
        test(a, b, c);
  std::vector<uint64_t> codes = getRandomOperands(format, count, 1);
  for (size_t i = 0; i < codes.size(); i += 3)
    test(codes[i], codes[i + 1], codes[i + 2]);
}

} // namespace mlir::tile::sim::exact

#endif // TILE_UNITTESTS_SIMULATOR_FLOAT_EXACTARITHMETIC_H
