//===- ElementaryFunctions.cpp - exp2, log2, sin ... the same everywhere --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Power series, near where they are developed: so many terms that those left
// out are below 2^-56 of the sum. The coefficients are the series' own,
// rounded.
//
//===----------------------------------------------------------------------===//

#include "ElementaryFunctions.h"

#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

using namespace mlir::tile::sim;

/// c[0] + c[1] x + c[2] x^2 ... The even powers and the odd ones are two sums,
/// which a processor computes at the same time.
template <size_t N>
static double evaluatePolynomial(const double (&c)[N], double x) {
  double square = x * x, even = c[(N - 1) / 2 * 2], odd = c[N / 2 * 2 - 1];
  for (size_t i = (N - 1) / 2 * 2; i >= 2; i -= 2)
    even = even * square + c[i - 2];
  for (size_t i = N / 2 * 2 - 1; i >= 2; i -= 2)
    odd = odd * square + c[i - 2];
  return even + x * odd;
}

/// The nearest integer, the even one of two. Of numbers below 2^51.
static double roundToInteger(double x) {
  constexpr double kNoFraction = 0x1.8p52;
  return x + kNoFraction - kNoFraction;
}

/// 2^exponent, from -1022 to 1023.
static double makePower(int exponent) {
  return llvm::bit_cast<double>(uint64_t(exponent + 1023) << 52);
}

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double mlir::tile::sim::computeExp2(double x) {
  // ln(2)^k / k!, from k = 1.
  static constexpr double c[] = {
      0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,  0x1.c6b08d704a0c0p-5,
      0x1.3b2ab6fba4e77p-7,  0x1.5d87fe78a6731p-10, 0x1.430912f86c787p-13,
      0x1.ffcbfc588b0c7p-17, 0x1.62c0223a5c824p-20, 0x1.b5253d395e7c4p-24,
      0x1.e4cf5158b8ecap-28, 0x1.e8cac7351bb25p-32, 0x1.c3bd650fc2986p-36,
      0x1.816193166d0f9p-40};
  if (!(x < 1023.5))
    return x == x ? kInfinity : kNaN;
  if (x < -1022)
    return 0;
  double integer = roundToInteger(x), rest = x - integer;
  return (1 + rest * evaluatePolynomial(c, rest)) * makePower(int(integer));
}

double mlir::tile::sim::computeLog2(double x) {
  // 2 / ln(2) / (2k + 1): log2((1 + s) / (1 - s)) in powers of s^2, over s.
  static constexpr double c[] = {
      0x1.71547652b82fep+1, 0x1.ec709dc3a03fdp-1, 0x1.2776c50ef9bfep-1,
      0x1.a61762a7aded9p-2, 0x1.484b13d7c02a9p-2, 0x1.0c9a84994022dp-2,
      0x1.c68f568d31760p-3, 0x1.89f3b1694cffep-3, 0x1.5b9ac9b743f0dp-3,
      0x1.3703c1f4d0ffep-3, 0x1.1964ec6fc9491p-3, 0x1.00ecd7e080215p-3};
  if (!(x > 0 && x < kInfinity))
    return x == 0 ? -kInfinity : x > 0 ? x : kNaN;
  uint64_t bits = llvm::bit_cast<uint64_t>(x);
  int exponent = int(bits >> 52) - 1023;
  constexpr uint64_t mantissaMask = (uint64_t(1) << 52) - 1;
  double mantissa =
      llvm::bit_cast<double>((bits & mantissaMask) | uint64_t(1023) << 52);
  // From 1/sqrt(2) to sqrt(2), so that nothing cancels.
  if (mantissa > 0x1.6a09e667f3bcdp+0) {
    mantissa *= 0.5;
    ++exponent;
  }
  double s = (mantissa - 1) / (mantissa + 1);
  return exponent + s * evaluatePolynomial(c, s * s);
}

namespace {
/// An angle less a whole number of quarters of a circle.
struct ReducedAngle {
  int quarter;
  double rest;
};
} // namespace

static ReducedAngle reduceAngle(double angle) {
  // pi / 2: a number with so few bits that its multiples are exact, and what is
  // missing.
  constexpr double high = 0x1.921fb54p+0, low = 0x1.10b4611a62633p-30;
  double quarter = roundToInteger(angle * 0x1.45f306dc9c883p-1);
  // Of -0 the difference would be +0.
  if (quarter == 0)
    return {0, angle};
  return {int(quarter) & 3, (angle - quarter * high) - quarter * low};
}

/// Of -pi/4 to pi/4.
static double sumSine(double x) {
  // (-1)^k / (2k + 1)!, from k = 1.
  static constexpr double c[] = {-0x1.5555555555555p-3,  0x1.1111111111111p-7,
                                 -0x1.a01a01a01a01ap-13, 0x1.71de3a556c734p-19,
                                 -0x1.ae64567f544e4p-26, 0x1.6124613a86d09p-33,
                                 -0x1.ae7f3e733b81fp-41, 0x1.952c77030ad4ap-49};
  // The sum would be +0 of -0.
  if (x == 0)
    return x;
  double square = x * x;
  return x + x * (square * evaluatePolynomial(c, square));
}

static double sumCosine(double x) {
  // (-1)^k / (2k)!, from k = 1.
  static constexpr double c[] = {
      -0x1.0000000000000p-1,  0x1.5555555555555p-5,   -0x1.6c16c16c16c17p-10,
      0x1.a01a01a01a01ap-16,  -0x1.27e4fb7789f5cp-22, 0x1.1eed8eff8d898p-29,
      -0x1.93974a8c07c9dp-37, 0x1.ae7f3e733b81fp-45,  -0x1.6827863b97d97p-53};
  double square = x * x;
  return 1 + square * evaluatePolynomial(c, square);
}

double mlir::tile::sim::computeSine(double angle) {
  if (!(std::fabs(angle) < 4))
    return kNaN;
  ReducedAngle reduced = reduceAngle(angle);
  bool isCosine = reduced.quarter & 1, isNegative = reduced.quarter & 2;
  double result = isCosine ? sumCosine(reduced.rest) : sumSine(reduced.rest);
  return isNegative ? -result : result;
}

double mlir::tile::sim::computeCosine(double angle) {
  if (!(std::fabs(angle) < 4))
    return kNaN;
  ReducedAngle reduced = reduceAngle(angle);
  bool isSine = reduced.quarter & 1, isNegative = (reduced.quarter + 1) & 2;
  double result = isSine ? sumSine(reduced.rest) : sumCosine(reduced.rest);
  return isNegative ? -result : result;
}

/// e^x - 1, x from 0 to 50.
static double computeExpMinus1(double x) {
  // 1 / k!, from k = 1.
  static constexpr double c[] = {
      0x1.0000000000000p+0,  0x1.0000000000000p-1,  0x1.5555555555555p-3,
      0x1.5555555555555p-5,  0x1.1111111111111p-7,  0x1.6c16c16c16c17p-10,
      0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-16, 0x1.71de3a556c734p-19,
      0x1.27e4fb7789f5cp-22, 0x1.ae64567f544e4p-26, 0x1.1eed8eff8d898p-29,
      0x1.6124613a86d09p-33, 0x1.93974a8c07c9dp-37};
  // ln(2), as pi / 2 above.
  constexpr double high = 0x1.62e42p-1, low = 0x1.fdf473de6af28p-22;
  double integer = roundToInteger(x * 0x1.71547652b82fep+0);
  double rest = (x - integer * high) - integer * low;
  double power = makePower(int(integer));
  return power * (rest * evaluatePolynomial(c, rest)) + (power - 1);
}

double mlir::tile::sim::computeTanh(double x) {
  double magnitude = std::fabs(x);
  // From 20 on it is 1 less than half a unit in the last place.
  if (!(magnitude < 20))
    return x == x ? std::copysign(1.0, x) : kNaN;
  double grown = computeExpMinus1(2 * magnitude);
  return std::copysign(grown / (grown + 2), x);
}
