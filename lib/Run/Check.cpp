//===- Check.cpp - Comparing results with a formula -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Check.h"

#include "Evaluator.h"
#include "tile/Run/ExactArrays.h"
#include "tile/Run/Poison.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::Error;
using llvm::Expected;

double mlir::tile::run::getDefaultTolerance(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 1e-12;
  case ElementType::F32:
    return 1e-6;
  case ElementType::F16:
    return 1e-3;
  case ElementType::BF16:
    return 1e-2;
  // Half a unit in the last place.
  case ElementType::F8E4M3:
    return 0.0625;
  case ElementType::F8E5M2:
    return 0.125;
  default:
    return 0;
  }
}

namespace {

/// One value of either kind.
struct Value {
  bool isInteger = false;
  Integer integer = 0;
  double real = 0;
};

/// How far two values are apart.
struct Difference {
  double absolute = 0, relative = 0, ulps = 0;
  /// `absolute` over what was allowed; above 1 is a failure.
  double excess = 0;
};

class Comparison {
public:
  Comparison(const Check &check, const NameResolver &names, bool isExact)
      : check(check), isExact(isExact), evaluator(check, names, isExact) {}

  Error bind();
  Expected<CheckResult> run();

private:
  Value evaluate(const BoundExpression &bound);
  /// What the left side must be at this element.
  Value findWanted(const Value &right) const;
  Difference compare(const Value &found, const Value &wanted) const;
  ElementReport makeReport(uint64_t index, const Value &found,
                           const Value &wanted);
  void listInputs(const BoundExpression &bound, ElementReport &report);
  std::string format(const Value &value) const;
  std::string formatElement(const HostArray &array, uint64_t index) const;

  const Check &check;
  /// In exact arithmetic nothing is rounded.
  bool isExact;
  Evaluator evaluator;
  BoundExpression left, right;
  ElementCount count;
  /// The left side is just an array.
  bool isLeftArgument = false;
  /// Its largest value, if that is so.
  double largest = 0;
  CheckResult result;
};

/// The argument on which the tolerance depends: the least precise one.
const HostArray *findLeastPrecise(const BoundExpression &bound) {
  const HostArray *found = bound.array;
  for (const BoundExpression &operand : bound.operands) {
    const HostArray *other = findLeastPrecise(operand);
    if (!found || (other && getDefaultTolerance(other->getType()) >
                                getDefaultTolerance(found->getType())))
      found = other;
  }
  return found;
}

} // namespace

Error Comparison::bind() {
  Expected<BoundExpression> boundLeft = evaluator.bind(check.left, count);
  if (!boundLeft)
    return boundLeft.takeError();
  left = std::move(*boundLeft);
  Expected<BoundExpression> boundRight = evaluator.bind(check.right, count);
  if (!boundRight)
    return boundRight.takeError();
  right = std::move(*boundRight);

  isLeftArgument = left.operation == Operation::Argument;
  if (const HostArray *array = findLeastPrecise(left))
    result.type = array->getType();
  if (isLeftArgument) {
    llvm::ArrayRef<uint64_t> shape = left.array->getShape();
    if (left.array->getNumElements() == count.numElements)
      result.shape.assign(shape.begin(), shape.end());
    if (isFloat(result.type))
      largest = getLargest(result.type);
  }
  result.numElements = count.numElements;
  result.isDefaultTolerance = !check.isExact && !check.relativeTolerance &&
                              !check.absoluteTolerance && !check.ulpTolerance;
  result.relativeTolerance = result.isDefaultTolerance
                                 ? getDefaultTolerance(result.type)
                                 : check.relativeTolerance.value_or(0);
  result.absoluteTolerance = check.absoluteTolerance.value_or(0);
  result.ulpTolerance = check.ulpTolerance.value_or(0);
  result.isExactArithmetic = isExact;
  if (isExact)
    result.relativeTolerance = result.absoluteTolerance = result.ulpTolerance =
        0;
  return Error::success();
}

Value Comparison::evaluate(const BoundExpression &bound) {
  Value value;
  value.isInteger = bound.isInteger;
  if (bound.isInteger) {
    value.integer = evaluator.evaluateInteger(bound);
    value.real = static_cast<double>(value.integer);
  } else {
    value.real = evaluator.evaluateReal(bound);
  }
  return value;
}

Value Comparison::findWanted(const Value &value) const {
  Value wanted = value;
  ElementType type = result.type;
  // An integer is a number, too, modulo what numbers are.
  if (isExact && value.isInteger && !left.isInteger) {
    wanted.isInteger = false;
    wanted.real = mlir::tile::sim::exact::Number::fromInteger(
                      int64_t(value.integer % mlir::tile::sim::exact::kModulus))
                      .toDouble();
  }
  if (!isLeftArgument || (isExact && isFloat(type)))
    return wanted;
  if (isFloat(type)) {
    if (check.isExact || std::fabs(value.real) > largest) {
      wanted.real = decodeFloat(type, encodeFloat(type, value.real));
      wanted.isInteger = false;
    }
  } else if (value.isInteger) {
    wanted.integer = decodeInteger(type, encodeInteger(type, value.integer));
    wanted.real = static_cast<double>(wanted.integer);
  }
  return wanted;
}

Difference Comparison::compare(const Value &found, const Value &wanted) const {
  Difference difference;
  if (found.isInteger && wanted.isInteger) {
    if (found.integer == wanted.integer)
      return difference;
    // Through double only if 128 bits cannot hold the difference.
    Integer exact;
    bool overflows =
        __builtin_sub_overflow(found.integer, wanted.integer, &exact);
    difference.absolute = std::fabs(overflows ? found.real - wanted.real
                                              : static_cast<double>(exact));
  } else {
    if (found.real == wanted.real ||
        (std::isnan(found.real) && std::isnan(wanted.real)))
      return difference;
    difference.absolute = std::fabs(found.real - wanted.real);
    // NaN against a number, or against an infinity.
    if (std::isnan(difference.absolute))
      difference.absolute = INFINITY;
  }
  double size = std::fabs(wanted.real);
  double ulp = isFloat(result.type) ? getUlp(result.type, wanted.real) : 1;
  if (isFloat(result.type))
    difference.ulps = difference.absolute / ulp;
  if (size != 0)
    difference.relative =
        std::isinf(difference.absolute) ? INFINITY : difference.absolute / size;
  double allowed = result.absoluteTolerance;
  // An infinity times a tolerance would allow anything.
  if (std::isfinite(size))
    allowed += result.relativeTolerance * size + result.ulpTolerance * ulp;
  bool isAllowed =
      std::isfinite(difference.absolute) && difference.absolute <= allowed;
  // Ordered so that all failures are above 1, and without a tolerance the
  // largest difference is the worst.
  if (isAllowed)
    difference.excess = difference.absolute / allowed;
  else if (allowed > 0)
    difference.excess =
        std::max(difference.absolute / allowed, std::nextafter(1.0, 2.0));
  else
    difference.excess = 2 + difference.absolute;
  return difference;
}

std::string Comparison::format(const Value &value) const {
  if (value.isInteger)
    return formatInteger(value.integer);
  if (isExact || !isFloat(result.type))
    return formatFloat(ElementType::F64, value.real);
  // A wanted value between two of the type needs more digits.
  bool isOfType =
      decodeFloat(result.type, encodeFloat(result.type, value.real)) ==
      value.real;
  return formatFloat(result.type, value.real, isOfType ? 0 : 3);
}

std::string Comparison::formatElement(const HostArray &array,
                                      uint64_t index) const {
  if (!isExact || !isFloat(array.getType()))
    return array.format(index);
  return formatFloat(ElementType::F64, getExact(array, index).toDouble());
}

void Comparison::listInputs(const BoundExpression &bound,
                            ElementReport &report) {
  const Expression &source = *bound.source;
  bool isArgument = bound.operation == Operation::Argument;
  if (isArgument || bound.operation == Operation::Gather) {
    std::string name = check.text.substr(source.offset, source.length);
    auto isSame = [&](const auto &input) { return input.first == name; };
    if (llvm::any_of(report.inputs, isSame))
      return;
    auto [array, at] = evaluator.findElement(bound);
    report.inputs.push_back({name, formatElement(*array, at)});
    return;
  }
  // What was reduced is now a constant; a sum's operands have no one value.
  if (bound.operation == Operation::SumOver ||
      bound.operation == Operation::MinOver ||
      bound.operation == Operation::MaxOver ||
      bound.operation == Operation::Integer ||
      bound.operation == Operation::Real)
    return;
  if (bound.operation == Operation::Where) {
    listInputs(bound.operands[0], report);
    bool isTrue = evaluator.evaluateReal(bound.operands[0]) != 0;
    return listInputs(bound.operands[isTrue ? 1 : 2], report);
  }
  for (const BoundExpression &operand : bound.operands)
    listInputs(operand, report);
}

ElementReport Comparison::makeReport(uint64_t index, const Value &found,
                                     const Value &wanted) {
  ElementReport report;
  report.index = index;
  report.found = format(found);
  report.wanted = format(wanted);
  if (isLeftArgument) {
    uint64_t at = evaluator.findElement(left).second;
    report.found = formatElement(*left.array, at);
    if (isPoison(*left.array, at) && getByteSize(result.type) > 1)
      report.found += " (poison)";
  } else {
    listInputs(left, report);
  }
  listInputs(right, report);
  return report;
}

Expected<CheckResult> Comparison::run() {
  if (Error error = evaluator.reduce(left))
    return error;
  if (Error error = evaluator.reduce(right))
    return error;
  double worstExcess = 1;
  uint64_t worstIndex = 0;
  auto find = [&](uint64_t index, Value &found, Value &wanted) {
    evaluator.setIndex(index);
    found = evaluate(left);
    wanted = findWanted(evaluate(right));
  };
  Value found, wanted;
  for (uint64_t index = 0; index < count.numElements; ++index) {
    find(index, found, wanted);
    if (evaluator.hasFailed())
      return evaluator.takeError();
    Difference difference = compare(found, wanted);
    result.maxAbsoluteError =
        std::max(result.maxAbsoluteError, difference.absolute);
    result.maxRelativeError =
        std::max(result.maxRelativeError, difference.relative);
    result.maxUlpError = std::max(result.maxUlpError, difference.ulps);
    if (difference.excess <= 1)
      continue;
    ++result.numFailed;
    if (result.firstFailed.size() < kMaxReportedFailures)
      result.firstFailed.push_back(makeReport(index, found, wanted));
    if (difference.excess > worstExcess) {
      worstExcess = difference.excess;
      worstIndex = index;
    }
  }
  if (result.numFailed) {
    find(worstIndex, found, wanted);
    result.worst = makeReport(worstIndex, found, wanted);
  }
  return std::move(result);
}

Error mlir::tile::run::verifyCheck(const Check &check,
                                   const NameResolver &names) {
  return Comparison(check, names, /*isExact=*/false).bind();
}

Expected<CheckResult> mlir::tile::run::runCheck(const Check &check,
                                                const NameResolver &names,
                                                bool isExact) {
  Comparison comparison(check, names, isExact);
  if (Error error = comparison.bind())
    return error;
  return comparison.run();
}
