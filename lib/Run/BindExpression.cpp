//===- BindExpression.cpp - The names and types of expressions ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "SpecError.h"

using namespace mlir::tile::run;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

Error Evaluator::failAt(const Expression &expression, const Twine &what) const {
  return makeSpecError("--check", text, expression.offset, what);
}

Error Evaluator::bindArgument(BoundExpression &bound, ElementCount &count,
                              bool isElementwise) {
  const Expression &source = *bound.source;
  bound.array = names.find(source.name, source.isOld);
  if (!bound.array) {
    if (source.isOld && names.find(source.name, /*isOld=*/false))
      return failAt(source, "expected an array whose first contents are kept "
                            "in 'old(...)', found '" +
                                source.name + "'");
    std::string known = names.listNames();
    return failAt(source, "expected the name of an argument (" +
                              (known.empty() ? "there are none" : known) +
                              "), found '" + source.name + "'");
  }
  bound.isInteger = !isFloat(bound.array->getType());
  uint64_t numElements = bound.array->getNumElements();
  if (!isElementwise || numElements == 1)
    return Error::success();
  if (!count.name.empty() && count.numElements != numElements)
    return failAt(source, "expected " + Twine(count.numElements) +
                              " elements, as many as '" + count.name +
                              "' has, found " + Twine(numElements) + " in '" +
                              source.name + "'");
  count.numElements = numElements;
  count.name = source.name;
  return Error::success();
}

Error Evaluator::inferType(BoundExpression &bound) const {
  const Expression &source = *bound.source;
  auto areIntegers = [&] {
    return llvm::all_of(bound.operands, [](const BoundExpression &operand) {
      return operand.isInteger;
    });
  };
  StringRef sourceText = text.substr(source.offset, source.length);
  switch (bound.operation) {
  case Operation::Integer:
    bound.integer = source.integer;
    bound.isInteger = true;
    return Error::success();
  case Operation::Real:
    bound.real = source.real;
    return Error::success();
  case Operation::Size:
    bound.operation = Operation::Integer;
    bound.integer = Integer(bound.operands[0].array->getNumElements());
    bound.operands.clear();
    bound.isInteger = true;
    return Error::success();
  case Operation::Argument:
    return Error::success();
  case Operation::Gather:
    bound.isInteger = bound.operands[0].isInteger;
    if (!bound.operands[1].isInteger)
      return failAt(*bound.operands[1].source,
                    "expected an integer as index, found a real number; "
                    "int(...) makes one");
    return Error::success();
  case Operation::SumOver:
  case Operation::MinOver:
  case Operation::MaxOver:
    bound.isInteger = bound.operands[1].isInteger;
    if (!bound.operands[0].isInteger)
      return failAt(*bound.operands[0].source,
                    "expected an integer as count, found a real number; "
                    "int(...) makes one");
    return Error::success();
  case Operation::Where:
    bound.isInteger =
        bound.operands[1].isInteger && bound.operands[2].isInteger;
    return Error::success();
  case Operation::Cast:
    bound.isInteger = !isFloat(source.type);
    return Error::success();
  case Operation::Not:
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
  case Operation::ShiftLeft:
  case Operation::ShiftRight:
    bound.isInteger = true;
    if (!areIntegers())
      return failAt(source, "expected integers in '" + sourceText +
                                "', found a real number; int(...) makes one");
    return Error::success();
  case Operation::Index:
  case Operation::Variable:
  case Operation::Less:
  case Operation::LessEqual:
  case Operation::Greater:
  case Operation::GreaterEqual:
  case Operation::Equal:
  case Operation::NotEqual:
    bound.isInteger = true;
    return Error::success();
  case Operation::Sqrt:
  case Operation::Rsqrt:
  case Operation::Exp:
  case Operation::Exp2:
  case Operation::Log:
  case Operation::Log2:
  case Operation::Sin:
  case Operation::Cos:
  case Operation::Tanh:
  case Operation::Sigmoid:
  case Operation::Erf:
    return Error::success();
  default:
    bound.isInteger = areIntegers();
    return Error::success();
  }
}

Expected<BoundExpression> Evaluator::bind(const Expression &expression,
                                          ElementCount &count) {
  BoundExpression bound;
  bound.source = &expression;
  bound.operation = expression.operation;
  if (expression.operation == Operation::Argument) {
    if (Error error = bindArgument(bound, count, /*isElementwise=*/true))
      return error;
    return bound;
  }
  bool isReduction = expression.operation == Operation::ReduceSum ||
                     expression.operation == Operation::ReduceMin ||
                     expression.operation == Operation::ReduceMax;
  // A reduction's arrays may have another size than those around it.
  ElementCount innerCount;
  for (const Expression &operand : expression.operands) {
    bool isWholeArray = &operand == &expression.operands[0] &&
                        (expression.operation == Operation::Gather ||
                         expression.operation == Operation::Size);
    if (isWholeArray) {
      BoundExpression array;
      array.source = &operand;
      array.operation = Operation::Argument;
      if (Error error = bindArgument(array, count, /*isElementwise=*/false))
        return error;
      bound.operands.push_back(std::move(array));
      continue;
    }
    Expected<BoundExpression> boundOperand =
        bind(operand, isReduction ? innerCount : count);
    if (!boundOperand)
      return boundOperand;
    bound.operands.push_back(std::move(*boundOperand));
  }
  bound.numElements = innerCount.numElements;
  if (Error error = inferType(bound))
    return error;
  return bound;
}
