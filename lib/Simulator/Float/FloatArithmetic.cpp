//===- FloatArithmetic.cpp - Arithmetic of PTX on f32 and f64 -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f64 rounded towards zero, down and up: by the host, in that rounding mode.
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/FloatArithmetic.h"

#include <cfenv>

using namespace mlir::tile::sim;

static int getHostRounding(Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return FE_TOWARDZERO;
  case Rounding::Down:
    return FE_DOWNWARD;
  case Rounding::Up:
    return FE_UPWARD;
  case Rounding::NearestEven:
  case Rounding::NearestAway:
    break;
  }
  return FE_TONEAREST;
}

/// op(operands...) in the rounding mode. The operands are read, and the result
/// is written, through volatile variables: the compiler, which knows nothing of
/// rounding modes, can move neither past the calls that switch them, nor
/// compute in advance.
template <typename Op, typename... T>
static double computeRounded(Rounding rounding, Op op, T... operands) {
  volatile double result;
  int saved = std::fegetround();
  std::fesetround(getHostRounding(rounding));
  auto read = [](volatile double x) -> double { return x; };
  result = op(read(operands)...);
  std::fesetround(saved);
  return result;
}

double mlir::tile::sim::addDirected(Rounding rounding, double a, double b) {
  return computeRounded(
      rounding, [](double a, double b) { return a + b; }, a, b);
}

double mlir::tile::sim::multiplyDirected(Rounding rounding, double a,
                                         double b) {
  return computeRounded(
      rounding, [](double a, double b) { return a * b; }, a, b);
}

double mlir::tile::sim::fmaDirected(Rounding rounding, double a, double b,
                                    double c) {
  return computeRounded(
      rounding, [](double a, double b, double c) { return std::fma(a, b, c); },
      a, b, c);
}

double mlir::tile::sim::divideDirected(Rounding rounding, double a, double b) {
  return computeRounded(
      rounding, [](double a, double b) { return a / b; }, a, b);
}

double mlir::tile::sim::sqrtDirected(Rounding rounding, double a) {
  return computeRounded(rounding, [](double a) { return std::sqrt(a); }, a);
}
