//===- Evaluator.h - The values of expressions ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ties the names of an expression to arrays, infers what is an integer, and
// computes the expression for one element after the other.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUN_EVALUATOR_H
#define TILE_LIB_RUN_EVALUATOR_H

#include "tile/Run/Check.h"
#include "tile/Simulator/Float/ExactArithmetic.h"

namespace mlir::tile::run {

/// An expression whose names are known.
struct BoundExpression {
  const Expression *source = nullptr;
  Operation operation = Operation::Integer;
  bool isInteger = false;
  /// Of an Argument.
  const HostArray *array = nullptr;
  /// The value of a constant.
  Integer integer = 0;
  double real = 0;
  /// Of a reduction: the elements that it goes over.
  uint64_t numElements = 0;
  std::vector<BoundExpression> operands;
};

/// How many elements the arrays of a formula have.
struct ElementCount {
  /// 1 if there are only scalars.
  uint64_t numElements = 1;
  /// The array that says so; empty if there are only scalars.
  llvm::StringRef name;
};

class Evaluator {
public:
  /// In exact arithmetic, arrays of floats have the bits of numbers, and real
  /// values are these numbers.
  Evaluator(const Check &check, const NameResolver &names, bool isExact)
      : text(check.text), names(names), isExact(isExact) {}

  /// Ties names to arrays; `count` collects the sizes.
  llvm::Expected<BoundExpression> bind(const Expression &expression,
                                       ElementCount &count);

  /// Computes the reductions over whole arrays, which become constants.
  llvm::Error reduce(BoundExpression &bound);

  /// For the next elements.
  void setIndex(uint64_t newIndex) { index = newIndex; }

  /// The value at the index. After an error, which getError tells, 0.
  double evaluateReal(const BoundExpression &bound);
  /// Of an expression that is an integer.
  Integer evaluateInteger(const BoundExpression &bound);
  /// The array and flat index of an Argument or Gather.
  std::pair<const HostArray *, uint64_t>
  findElement(const BoundExpression &bound);

  bool hasFailed() const { return !message.empty(); }
  llvm::Error takeError() const;

private:
  llvm::Error failAt(const Expression &expression,
                     const llvm::Twine &what) const;
  llvm::Error bindArgument(BoundExpression &bound, ElementCount &count,
                           bool isElementwise);
  /// Sets isInteger; the operands are bound.
  llvm::Error inferType(BoundExpression &bound) const;
  /// Notes an error of the evaluation; the first one stays.
  void stopAt(const BoundExpression &bound, const llvm::Twine &what);

  sim::exact::Number evaluateExact(const BoundExpression &bound);
  double evaluateFunction(const BoundExpression &bound);
  Integer evaluateIntegerOperation(const BoundExpression &bound, Integer left,
                                   Integer right);
  bool evaluateComparison(const BoundExpression &bound);
  Integer evaluateIntegerOver(const BoundExpression &bound);
  double evaluateRealOver(const BoundExpression &bound);
  /// Of what a variable goes over: a sum, a minimum or a maximum.
  template <typename Value, typename Evaluate, typename Combine>
  Value evaluateOver(const BoundExpression &bound, Evaluate evaluate,
                     Combine combine) {
    Integer count = evaluateInteger(bound.operands[0]);
    unsigned variable = bound.source->variable;
    if (variables.size() <= variable)
      variables.resize(variable + 1);
    if (count <= 0 && bound.operation != Operation::SumOver)
      stopAt(bound, "expected a count of 1 or more, found fewer");
    Value result = 0;
    for (Integer k = 0; k < count && !hasFailed(); ++k) {
      variables[variable] = k;
      Value value = evaluate(bound.operands[1]);
      result = k == 0 ? value : combine(result, value);
    }
    return result;
  }
  llvm::Error reduceHere(BoundExpression &bound);

  llvm::StringRef text;
  const NameResolver &names;
  bool isExact;
  uint64_t index = 0;
  llvm::SmallVector<Integer, 4> variables;
  const Expression *failedAt = nullptr;
  std::string message;
};

} // namespace mlir::tile::run

#endif // TILE_LIB_RUN_EVALUATOR_H
