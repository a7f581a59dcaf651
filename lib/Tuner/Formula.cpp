//===- Formula.cpp - Whole numbers from names and numbers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/Formula.h"

#include "tile/Support/Status.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::tuner;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Deeper brackets are a mistake, and would be deep in the stack.
constexpr unsigned kMaxDepth = 64;

/// Reads the text from left to right. The first error stays, and ends it.
class Evaluator {
public:
  Evaluator(StringRef text, FindValue find)
      : text(text), rest(text), find(find) {}

  llvm::Expected<int64_t> run() {
    int64_t value = evaluateSum();
    if (problem.empty() && !peek().empty())
      fail("expected an operator or the end, found '" + peek() + "'");
    if (problem.empty())
      return value;
    return makeError(StatusCode::InvalidArgument,
                     "in the formula '" + text + "': " + problem);
  }

private:
  StringRef peek() {
    rest = rest.ltrim();
    return rest;
  }
  bool consume(char c) {
    return !peek().empty() && rest.consume_front(StringRef(&c, 1));
  }
  int64_t fail(const Twine &message) {
    if (problem.empty())
      problem = message.str();
    rest = "";
    return 0;
  }

  int64_t evaluateSum();
  int64_t evaluateProduct();
  int64_t evaluateValue();
  int64_t evaluateName();
  int64_t evaluateCall(StringRef function);
  int64_t divide(int64_t a, int64_t b, char operation);

  const StringRef text;
  StringRef rest;
  FindValue find;
  std::string problem;
  unsigned depth = 0;
};

} // namespace

int64_t Evaluator::evaluateSum() {
  int64_t value = evaluateProduct();
  while (problem.empty()) {
    bool isSum = consume('+');
    if (!isSum && !consume('-'))
      break;
    int64_t other = evaluateProduct();
    if (isSum ? llvm::AddOverflow(value, other, value)
              : llvm::SubOverflow(value, other, value))
      fail("expected values of 64 bits, found a larger one");
  }
  return value;
}

int64_t Evaluator::divide(int64_t a, int64_t b, char operation) {
  if (!problem.empty())
    return 0;
  if (b == 0)
    return fail("expected a divisor other than 0, found 0");
  if (a == INT64_MIN && b == -1)
    return fail("expected values of 64 bits, found a larger one");
  if (operation == '/')
    return a / b;
  if (operation == '%')
    return a % b;
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

int64_t Evaluator::evaluateProduct() {
  int64_t value = evaluateValue();
  while (problem.empty()) {
    if (consume('*')) {
      if (llvm::MulOverflow(value, evaluateValue(), value))
        fail("expected values of 64 bits, found a larger one");
    } else if (consume('/')) {
      value = divide(value, evaluateValue(), '/');
    } else if (consume('%')) {
      value = divide(value, evaluateValue(), '%');
    } else {
      break;
    }
  }
  return value;
}

int64_t Evaluator::evaluateValue() {
  if (++depth > kMaxDepth)
    return fail("expected at most " + Twine(kMaxDepth) + " nested brackets");
  llvm::scope_exit leave([&] { --depth; });
  if (consume('(')) {
    int64_t value = evaluateSum();
    return consume(')') ? value : fail("expected ')', found '" + rest + "'");
  }
  if (consume('-'))
    return divide(evaluateValue(), -1, '/');
  StringRef digits = peek().take_while(llvm::isDigit);
  int64_t value;
  if (digits.empty())
    return evaluateName();
  if (digits.getAsInteger(10, value))
    return fail("expected values of 64 bits, found " + digits);
  rest = rest.drop_front(digits.size());
  return value;
}

int64_t Evaluator::evaluateName() {
  StringRef name =
      peek().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (name.empty())
    return fail("expected a number, a name or '(', found '" + rest + "'");
  rest = rest.drop_front(name.size());
  if (consume('('))
    return evaluateCall(name);
  if (std::optional<int64_t> value = find(name))
    return *value;
  return fail("expected the name of an argument or of a value, found '" + name +
              "'");
}

int64_t Evaluator::evaluateCall(StringRef function) {
  int64_t a = evaluateSum();
  if (problem.empty() && !consume(','))
    return fail("expected ',' and a second value in " + function + "()");
  int64_t b = evaluateSum();
  if (problem.empty() && !consume(')'))
    return fail("expected ')' after the second value of " + function + "()");
  if (function == "ceildiv")
    return divide(a, b, 'c');
  if (function == "min")
    return std::min(a, b);
  if (function == "max")
    return std::max(a, b);
  return fail("expected ceildiv, min or max, found '" + function + "'");
}

llvm::Expected<int64_t> mlir::tile::tuner::evaluateFormula(StringRef text,
                                                           FindValue find) {
  return Evaluator(text, find).run();
}
