//===- ExactEvaluator.cpp - Expressions in exact arithmetic ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels compute in exact arithmetic: each function is the one that the
// simulator has for it, or is made of those as compilers make it.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "tile/Run/ExactArrays.h"

using namespace mlir::tile;
using namespace mlir::tile::run;
using sim::exact::Number;
namespace exact = mlir::tile::sim::exact;

/// ln(2), rounded to f32 as kernels have it.
static Number getLn2() { return Number::fromDouble(0x1.62e43p-1); }

static Number makeInteger(Integer value) {
  return Number::fromInteger(int64_t(value % exact::kModulus));
}

static Number power(Number base, uint64_t exponent) {
  Number result = Number::fromInteger(1);
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = exact::multiply(result, base);
    base = exact::multiply(base, base);
  }
  return result;
}

Number Evaluator::evaluateExact(const BoundExpression &bound) {
  if (bound.isInteger)
    return makeInteger(evaluateInteger(bound));
  auto operand = [&](unsigned number) {
    return evaluateExact(bound.operands[number]);
  };
  switch (bound.operation) {
  case Operation::Real:
    return Number::fromDouble(bound.real);
  case Operation::Argument:
  case Operation::Gather: {
    auto [array, at] = findElement(bound);
    return getExact(*array, at);
  }
  case Operation::SumOver:
  case Operation::MinOver:
  case Operation::MaxOver:
    // Integers that are far from the 2^53 that a double holds.
    return Number::fromDouble(evaluateRealOver(bound));
  case Operation::Where:
    return operand(evaluateReal(bound.operands[0]) != 0 ? 1 : 2);
  case Operation::Cast:
    return operand(0);
  case Operation::Negate:
    return exact::negate(operand(0));
  case Operation::Add:
    return exact::add(operand(0), operand(1));
  case Operation::Subtract:
    return exact::subtract(operand(0), operand(1));
  case Operation::Multiply:
    return exact::multiply(operand(0), operand(1));
  case Operation::Divide:
    return exact::divide(operand(0), operand(1));
  case Operation::Power:
    if (bound.operands[1].isInteger)
      if (Integer n = evaluateInteger(bound.operands[1]); n >= 0)
        return power(operand(0), uint64_t(n));
    // What there is for a kernel.
    return exact::exp2(exact::multiply(operand(1), exact::log2(operand(0))));
  case Operation::Abs: {
    Number x = operand(0);
    return x.isNegative() ? exact::negate(x) : x;
  }
  case Operation::Min:
    return exact::minimum(operand(0), operand(1));
  case Operation::Max:
    return exact::maximum(operand(0), operand(1));
  case Operation::Clamp:
    return exact::minimum(exact::maximum(operand(0), operand(1)), operand(2));
  case Operation::Sqrt:
    return exact::sqrt(operand(0));
  case Operation::Rsqrt:
    return exact::rsqrt(operand(0));
  case Operation::Exp:
    return exact::exp(operand(0));
  case Operation::Exp2:
    return exact::exp2(operand(0));
  case Operation::Log:
    return exact::multiply(exact::log2(operand(0)), getLn2());
  case Operation::Log2:
    return exact::log2(operand(0));
  case Operation::Sin:
    return exact::sin(operand(0));
  case Operation::Cos:
    return exact::cos(operand(0));
  case Operation::Tanh:
    return exact::tanh(operand(0));
  case Operation::Sigmoid:
    return exact::inverse(exact::add(Number::fromInteger(1),
                                     exact::exp(exact::negate(operand(0)))));
  case Operation::Fma:
    return exact::fma(operand(0), operand(1), operand(2));
  case Operation::Floor:
    return exact::apply("rmi", operand(0));
  case Operation::Ceil:
    return exact::apply("rpi", operand(0));
  case Operation::Trunc:
    return exact::apply("rzi", operand(0));
  case Operation::Round:
    return exact::apply("rni", operand(0));
  default:
    stopAt(bound, "expected an expression that exact arithmetic has, found '" +
                      text.substr(bound.source->offset, bound.source->length) +
                      "'");
    return Number();
  }
}
