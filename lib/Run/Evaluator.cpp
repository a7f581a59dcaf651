//===- Evaluator.cpp - The values of expressions --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element at a time, so that `where` computes only what it chooses and an
// index may depend on a sum's variable.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::Error;
using llvm::Twine;

/// Arithmetic modulo 2^128.
using Unsigned = unsigned __int128;

void Evaluator::stopAt(const BoundExpression &bound, const Twine &what) {
  if (hasFailed())
    return;
  failedAt = bound.source;
  message = (what + " for element " + Twine(index)).str();
}

Error Evaluator::takeError() const { return failAt(*failedAt, message); }

std::pair<const HostArray *, uint64_t>
Evaluator::findElement(const BoundExpression &bound) {
  if (bound.operation == Operation::Argument)
    return {bound.array, bound.array->getNumElements() == 1 ? 0 : index};
  const BoundExpression &argument = bound.operands[0];
  const HostArray *array = argument.array;
  Integer at = evaluateInteger(bound.operands[1]);
  if (at >= 0 && at < Integer(array->getNumElements()))
    return {array, static_cast<uint64_t>(at)};
  stopAt(bound, "expected an index from 0 to " +
                    Twine(array->getNumElements() - 1) + " of '" +
                    argument.source->name + "', found " + formatInteger(at));
  return {array, 0};
}

bool Evaluator::evaluateComparison(const BoundExpression &bound) {
  const BoundExpression &left = bound.operands[0], &right = bound.operands[1];
  auto compare = [&](auto a, auto b) {
    switch (bound.operation) {
    case Operation::Less:
      return a < b;
    case Operation::LessEqual:
      return a <= b;
    case Operation::Greater:
      return a > b;
    case Operation::GreaterEqual:
      return a >= b;
    case Operation::Equal:
      return a == b;
    default:
      return a != b;
    }
  };
  if (left.isInteger && right.isInteger)
    return compare(evaluateInteger(left), evaluateInteger(right));
  return compare(evaluateReal(left), evaluateReal(right));
}

static Integer power(Integer base, Integer exponent) {
  Unsigned result = 1, square = base;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      result *= square;
    square *= square;
  }
  return static_cast<Integer>(result);
}

Integer Evaluator::evaluateIntegerOperation(const BoundExpression &bound,
                                            Integer left, Integer right) {
  switch (bound.operation) {
  case Operation::Add:
    return static_cast<Integer>(Unsigned(left) + Unsigned(right));
  case Operation::Subtract:
    return static_cast<Integer>(Unsigned(left) - Unsigned(right));
  case Operation::Multiply:
    return static_cast<Integer>(Unsigned(left) * Unsigned(right));
  case Operation::Divide:
  case Operation::Remainder:
    if (right == 0) {
      stopAt(bound, "expected no division of an integer by zero, found one");
      return 0;
    }
    // The most negative number by -1 would trap.
    if (right == -1)
      return bound.operation == Operation::Divide
                 ? static_cast<Integer>(-Unsigned(left))
                 : 0;
    return bound.operation == Operation::Divide ? left / right : left % right;
  case Operation::Power:
    if (right < 0) {
      stopAt(bound, "expected no negative power of an integer, found " +
                        formatInteger(right));
      return 0;
    }
    return power(left, right);
  case Operation::And:
    return left & right;
  case Operation::Or:
    return left | right;
  case Operation::Xor:
    return left ^ right;
  case Operation::ShiftLeft:
  case Operation::ShiftRight:
    if (right < 0) {
      stopAt(bound,
             "expected no negative shift, found " + formatInteger(right));
      return 0;
    }
    if (bound.operation == Operation::ShiftRight)
      return left >> static_cast<int>(std::min<Integer>(right, 127));
    return right > 127 ? 0 : static_cast<Integer>(Unsigned(left) << int(right));
  case Operation::Min:
    return std::min(left, right);
  case Operation::Max:
    return std::max(left, right);
  default:
    break;
  }
  llvm_unreachable("no operation of two integers");
}

Integer Evaluator::evaluateIntegerOver(const BoundExpression &bound) {
  return evaluateOver<Integer>(
      bound, [&](const BoundExpression &body) { return evaluateInteger(body); },
      [&](Integer a, Integer b) {
        if (bound.operation == Operation::SumOver)
          return static_cast<Integer>(Unsigned(a) + Unsigned(b));
        return bound.operation == Operation::MinOver ? std::min(a, b)
                                                     : std::max(a, b);
      });
}

double Evaluator::evaluateRealOver(const BoundExpression &bound) {
  return evaluateOver<double>(
      bound, [&](const BoundExpression &body) { return evaluateReal(body); },
      [&](double a, double b) {
        if (bound.operation == Operation::SumOver)
          return a + b;
        return bound.operation == Operation::MinOver ? std::fmin(a, b)
                                                     : std::fmax(a, b);
      });
}

Integer Evaluator::evaluateInteger(const BoundExpression &bound) {
  auto operand = [&](unsigned number) {
    return evaluateInteger(bound.operands[number]);
  };
  switch (bound.operation) {
  case Operation::Integer:
    return bound.integer;
  case Operation::Index:
    return Integer(index);
  case Operation::Variable:
    return variables[bound.source->variable];
  case Operation::Argument:
  case Operation::Gather: {
    auto [array, at] = findElement(bound);
    return decodeInteger(array->getType(), array->getBits(at));
  }
  case Operation::SumOver:
  case Operation::MinOver:
  case Operation::MaxOver:
    return evaluateIntegerOver(bound);
  case Operation::Negate:
    return static_cast<Integer>(-Unsigned(operand(0)));
  case Operation::Not:
    return ~operand(0);
  case Operation::Abs: {
    Integer value = operand(0);
    return value < 0 ? static_cast<Integer>(-Unsigned(value)) : value;
  }
  case Operation::Floor:
  case Operation::Ceil:
  case Operation::Trunc:
  case Operation::Round:
    return operand(0);
  case Operation::Clamp: {
    Integer value = operand(0), low = operand(1), high = operand(2);
    return std::min(std::max(value, low), high);
  }
  case Operation::Fma:
    return static_cast<Integer>(Unsigned(operand(0)) * Unsigned(operand(1)) +
                                Unsigned(operand(2)));
  case Operation::Where:
    return evaluateReal(bound.operands[0]) != 0 ? operand(1) : operand(2);
  case Operation::Cast: {
    ElementType type = bound.source->type;
    if (bound.operands[0].isInteger)
      return decodeInteger(type, encodeInteger(type, operand(0)));
    return convertToInteger(type, evaluateReal(bound.operands[0]));
  }
  case Operation::Less:
  case Operation::LessEqual:
  case Operation::Greater:
  case Operation::GreaterEqual:
  case Operation::Equal:
  case Operation::NotEqual:
    return evaluateComparison(bound);
  default:
    break;
  }
  Integer left = operand(0);
  return evaluateIntegerOperation(bound, left, operand(1));
}

double Evaluator::evaluateReal(const BoundExpression &bound) {
  if (bound.isInteger)
    return static_cast<double>(evaluateInteger(bound));
  if (isExact)
    return evaluateExact(bound).toDouble();
  switch (bound.operation) {
  case Operation::Real:
    return bound.real;
  case Operation::Argument:
  case Operation::Gather: {
    auto [array, at] = findElement(bound);
    return array->getDouble(at);
  }
  case Operation::SumOver:
  case Operation::MinOver:
  case Operation::MaxOver:
    return evaluateRealOver(bound);
  case Operation::Where:
    return evaluateReal(
        bound.operands[evaluateReal(bound.operands[0]) != 0 ? 1 : 2]);
  case Operation::Cast: {
    ElementType type = bound.source->type;
    return decodeFloat(type,
                       encodeFloat(type, evaluateReal(bound.operands[0])));
  }
  default:
    return evaluateFunction(bound);
  }
}

double Evaluator::evaluateFunction(const BoundExpression &bound) {
  size_t numOperands = bound.operands.size();
  double x = evaluateReal(bound.operands[0]);
  double y = numOperands > 1 ? evaluateReal(bound.operands[1]) : 0;
  double z = numOperands > 2 ? evaluateReal(bound.operands[2]) : 0;
  switch (bound.operation) {
  case Operation::Negate:
    return -x;
  case Operation::Add:
    return x + y;
  case Operation::Subtract:
    return x - y;
  case Operation::Multiply:
    return x * y;
  case Operation::Divide:
    return x / y;
  case Operation::Remainder:
    return std::fmod(x, y);
  case Operation::Power:
    return std::pow(x, y);
  case Operation::Abs:
    return std::fabs(x);
  case Operation::Min:
    return std::fmin(x, y);
  case Operation::Max:
    return std::fmax(x, y);
  case Operation::Clamp:
    return std::fmin(std::fmax(x, y), z);
  case Operation::Sqrt:
    return std::sqrt(x);
  case Operation::Rsqrt:
    return 1 / std::sqrt(x);
  case Operation::Exp:
    return std::exp(x);
  case Operation::Exp2:
    return std::exp2(x);
  case Operation::Log:
    return std::log(x);
  case Operation::Log2:
    return std::log2(x);
  case Operation::Sin:
    return std::sin(x);
  case Operation::Cos:
    return std::cos(x);
  case Operation::Tanh:
    return std::tanh(x);
  case Operation::Sigmoid:
    return 1 / (1 + std::exp(-x));
  case Operation::Erf:
    return std::erf(x);
  case Operation::Fma:
    return std::fma(x, y, z);
  case Operation::Floor:
    return std::floor(x);
  case Operation::Ceil:
    return std::ceil(x);
  case Operation::Trunc:
    return std::trunc(x);
  case Operation::Round:
    // Half to even, the rounding mode of every program at its start.
    return std::nearbyint(x);
  default:
    break;
  }
  llvm_unreachable("no function of real numbers");
}

Error Evaluator::reduceHere(BoundExpression &bound) {
  const BoundExpression &operand = bound.operands[0];
  Unsigned integerSum = 0;
  Integer integerBest = 0;
  double realSum = 0, realBest = NAN;
  bool isMin = bound.operation == Operation::ReduceMin;
  for (uint64_t k = 0; k < bound.numElements; ++k) {
    setIndex(k);
    if (bound.isInteger) {
      Integer value = evaluateInteger(operand);
      integerSum += Unsigned(value);
      if (k == 0 || (isMin ? value < integerBest : value > integerBest))
        integerBest = value;
    } else {
      double value = evaluateReal(operand);
      realSum += value;
      // Both ignore a NaN, also that of the start.
      realBest =
          isMin ? std::fmin(realBest, value) : std::fmax(realBest, value);
    }
    if (hasFailed())
      return takeError();
  }
  bool isSum = bound.operation == Operation::ReduceSum;
  bound.integer = isSum ? static_cast<Integer>(integerSum) : integerBest;
  bound.real = isSum ? realSum : realBest;
  bound.operation = bound.isInteger ? Operation::Integer : Operation::Real;
  return Error::success();
}

Error Evaluator::reduce(BoundExpression &bound) {
  for (BoundExpression &operand : bound.operands)
    if (Error error = reduce(operand))
      return error;
  if (bound.operation == Operation::ReduceSum ||
      bound.operation == Operation::ReduceMin ||
      bound.operation == Operation::ReduceMax)
    return reduceHere(bound);
  return Error::success();
}
