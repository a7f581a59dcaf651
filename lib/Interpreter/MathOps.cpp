//===- MathOps.cpp - Functions of floats ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of `math` by the host's functions in f64.
//
//===----------------------------------------------------------------------===//

#include "Apply.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

/// A float to the power of an integer.
static LogicalResult evaluateFPowI(const Step &s) {
  const Elements &a = s.get(0), &b = s.get(1);
  bool known = false;
  withFloat(a.getType(), [&](auto format) {
    using T = decltype(format);
    known = withInteger(b.getType(), [&](auto integer) {
      using N = decltype(integer);
      using X = typename T::Bits;
      s.set(0, apply<X, X, typename N::Bits>(
                   a.getType(),
                   [](X x, typename N::Bits n) {
                     return T::round(std::pow(double(T::load(x)),
                                              double(N::sign(N::load(n)))),
                                     Rounding::NearestEven);
                   },
                   a, b));
    });
  });
  return known ? success() : failType<Floats>(s);
}

static LogicalResult evaluateSincos(const Step &s) {
  Instruction cosine = s.i;
  cosine.results = {s.i.results[1]};
  // The operand is still there, since results have numbers of their own.
  if (failed(inDouble<1>([](double x) { return std::sin(x); })(s)))
    return failure();
  return inDouble<1>([](double x) { return std::cos(x); })(
      Step(s.e, cosine, s.frame));
}

void interp::addMathEvaluators(EvaluatorTable &table) {
  struct Unary {
    StringLiteral name;
    double (*function)(double);
  };
  static constexpr Unary kUnary[] = {
      {"math.acos", std::acos},   {"math.acosh", std::acosh},
      {"math.asin", std::asin},   {"math.asinh", std::asinh},
      {"math.atan", std::atan},   {"math.atanh", std::atanh},
      {"math.cbrt", std::cbrt},   {"math.ceil", std::ceil},
      {"math.cos", std::cos},     {"math.cosh", std::cosh},
      {"math.erf", std::erf},     {"math.erfc", std::erfc},
      {"math.exp", std::exp},     {"math.exp2", std::exp2},
      {"math.expm1", std::expm1}, {"math.floor", std::floor},
      {"math.log", std::log},     {"math.log10", std::log10},
      {"math.log1p", std::log1p}, {"math.log2", std::log2},
      {"math.round", std::round}, {"math.roundeven", std::nearbyint},
      {"math.sin", std::sin},     {"math.sinh", std::sinh},
      {"math.tan", std::tan},     {"math.tanh", std::tanh},
      {"math.trunc", std::trunc},
  };
  for (const Unary &unary : kUnary)
    table.add(unary.name, inDouble<1>(unary.function));
  table.add("math.rsqrt",
            inDouble<1>([](double x) { return 1 / std::sqrt(x); }));
  table.add("math.atan2",
            inDouble<2>([](double y, double x) { return std::atan2(y, x); }));
  table.add("math.powf",
            inDouble<2>([](double x, double y) { return std::pow(x, y); }));
  table.add("math.fpowi", evaluateFPowI);
  table.add("math.sincos", evaluateSincos);
}
