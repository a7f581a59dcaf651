//===- CheckParser.cpp - From the text of a check to its tree -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decimal.h"
#include "SpecError.h"
#include "tile/Run/Check.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {

enum class TokenKind { End, Number, Word, Symbol, Unknown };

struct Token {
  TokenKind kind = TokenKind::End;
  /// A view into the text; empty at its end.
  StringRef spelling;

  bool is(StringRef symbol) const {
    return kind == TokenKind::Symbol && spelling == symbol;
  }
};

struct BinaryOperator {
  StringRef symbol;
  unsigned precedence;
  Operation operation;
};
constexpr unsigned kComparison = 1, kBitOr = 2;
constexpr BinaryOperator kBinaryOperators[] = {
    {"<", kComparison, Operation::Less},
    {"<=", kComparison, Operation::LessEqual},
    {">", kComparison, Operation::Greater},
    {">=", kComparison, Operation::GreaterEqual},
    {"==", kComparison, Operation::Equal},
    {"!=", kComparison, Operation::NotEqual},
    {"|", kBitOr, Operation::Or},
    {"^", 3, Operation::Xor},
    {"&", 4, Operation::And},
    {"<<", 5, Operation::ShiftLeft},
    {">>", 5, Operation::ShiftRight},
    {"+", 6, Operation::Add},
    {"-", 6, Operation::Subtract},
    {"*", 7, Operation::Multiply},
    {"/", 7, Operation::Divide},
    {"%", 7, Operation::Remainder},
};

struct Function {
  StringRef name;
  unsigned numOperands;
  Operation operation;
};
constexpr Function kFunctions[] = {
    {"abs", 1, Operation::Abs},         {"min", 2, Operation::Min},
    {"max", 2, Operation::Max},         {"clamp", 3, Operation::Clamp},
    {"where", 3, Operation::Where},     {"sqrt", 1, Operation::Sqrt},
    {"rsqrt", 1, Operation::Rsqrt},     {"exp", 1, Operation::Exp},
    {"exp2", 1, Operation::Exp2},       {"log", 1, Operation::Log},
    {"log2", 1, Operation::Log2},       {"sin", 1, Operation::Sin},
    {"cos", 1, Operation::Cos},         {"tanh", 1, Operation::Tanh},
    {"sigmoid", 1, Operation::Sigmoid}, {"erf", 1, Operation::Erf},
    {"pow", 2, Operation::Power},       {"fma", 3, Operation::Fma},
    {"floor", 1, Operation::Floor},     {"ceil", 1, Operation::Ceil},
    {"trunc", 1, Operation::Trunc},     {"round", 1, Operation::Round},
    {"sum", 1, Operation::ReduceSum},
};

/// Recursive descent. Each parse function returns false after the first error.
class Parser {
public:
  explicit Parser(StringRef text) : text(text) { advance(); }

  bool parseCheck(Check &check);
  Error takeError() {
    return makeSpecError("--check", text, errorOffset, errorMessage);
  }

private:
  void advance();
  size_t offsetOf(const Token &at) const {
    return at.spelling.begin() - text.begin();
  }
  bool failAt(size_t offset, const Twine &message) {
    errorOffset = offset;
    errorMessage = message.str();
    return false;
  }
  /// "expected `what`, found the token".
  bool fail(const Twine &what) {
    return failAt(offsetOf(token), "expected " + what + ", found " +
                                       describeFound(token.spelling));
  }
  bool expect(StringRef symbol, const Twine &where);

  bool parseBinary(Expression &result, unsigned minPrecedence);
  bool parseUnary(Expression &result);
  bool parsePower(Expression &result);
  bool parsePrimary(Expression &result);
  bool parseNumber(Expression &result);
  bool parseName(Expression &result);
  bool parseCall(Expression &result, StringRef name);
  /// old(name) and size(name).
  bool parseOfName(Expression &result, StringRef function);
  /// Whether `count` operands stand from the token on to the call's end.
  bool hasOperands(unsigned count) const;
  /// sum(k, count, x), min(...) and max(...), after the first comma.
  bool parseOver(Expression &result, StringRef function);
  bool parseOptions(Check &check);
  /// Sets length and height when the operands are complete; `start` is the
  /// first one's offset.
  bool finish(Expression &result, size_t start);

  StringRef text;
  Token token;
  /// The end of the token before.
  size_t lastEnd = 0;
  unsigned depth = 0;
  std::vector<StringRef> variables;
  size_t errorOffset = 0;
  std::string errorMessage;
};

/// Counts how deep the recursion is.
class DepthGuard {
public:
  explicit DepthGuard(unsigned &depth) : depth(++depth) {}
  ~DepthGuard() { --depth; }
  bool isTooDeep() const { return depth > kMaxExpressionHeight; }

private:
  unsigned &depth;
};

} // namespace

static bool isWordChar(char c) { return llvm::isAlnum(c) || c == '_'; }

void Parser::advance() {
  if (token.spelling.data())
    lastEnd = offsetOf(token) + token.spelling.size();
  StringRef rest = text.drop_front(lastEnd).ltrim();
  auto make = [&](TokenKind kind, size_t length) {
    token.kind = kind;
    token.spelling = rest.take_front(length);
  };
  if (rest.empty())
    return make(TokenKind::End, 0);
  if (size_t length = scanDecimal(rest)) {
    // 0x1F; and 1x or 1.5f is one wrong token.
    length += rest.drop_front(length).take_while(isWordChar).size();
    return make(TokenKind::Number, length);
  }
  if (isWordChar(rest.front()))
    return make(TokenKind::Word, rest.take_while(isWordChar).size());
  for (StringRef symbol : {"~=", "==", "!=", "<=", ">=", "<<", ">>", "**"})
    if (rest.starts_with(symbol))
      return make(TokenKind::Symbol, 2);
  if (StringRef("+-*/%&|^~<>=()[],").contains(rest.front()))
    return make(TokenKind::Symbol, 1);
  make(TokenKind::Unknown, 1);
}

bool Parser::expect(StringRef symbol, const Twine &where) {
  if (!token.is(symbol))
    return fail("'" + symbol + "' " + where);
  advance();
  return true;
}

bool Parser::finish(Expression &result, size_t start) {
  result.offset = start;
  result.length = lastEnd - start;
  result.height = 1;
  for (const Expression &operand : result.operands)
    result.height = std::max(result.height, operand.height + 1);
  if (result.height > kMaxExpressionHeight)
    return failAt(start, "expected an expression of at most " +
                             Twine(kMaxExpressionHeight) + " levels");
  return true;
}

bool Parser::parseBinary(Expression &result, unsigned minPrecedence) {
  size_t start = offsetOf(token);
  if (!parseUnary(result))
    return false;
  while (true) {
    const BinaryOperator *op =
        llvm::find_if(kBinaryOperators, [&](const BinaryOperator &entry) {
          return token.is(entry.symbol);
        });
    if (op == std::end(kBinaryOperators) || op->precedence < minPrecedence)
      return true;
    advance();
    Expression binary;
    binary.operation = op->operation;
    binary.operands.push_back(std::move(result));
    if (!parseBinary(binary.operands.emplace_back(), op->precedence + 1) ||
        !finish(binary, start))
      return false;
    result = std::move(binary);
  }
}

bool Parser::parseUnary(Expression &result) {
  DepthGuard guard(depth);
  if (guard.isTooDeep())
    return failAt(offsetOf(token), "expected an expression of at most " +
                                       Twine(kMaxExpressionHeight) + " levels");
  if (!token.is("-") && !token.is("~"))
    return parsePower(result);
  size_t start = offsetOf(token);
  result.operation = token.is("-") ? Operation::Negate : Operation::Not;
  advance();
  return parseUnary(result.operands.emplace_back()) && finish(result, start);
}

bool Parser::parsePower(Expression &result) {
  size_t start = offsetOf(token);
  if (!parsePrimary(result))
    return false;
  if (!token.is("**"))
    return true;
  advance();
  Expression power;
  power.operation = Operation::Power;
  power.operands.push_back(std::move(result));
  if (!parseUnary(power.operands.emplace_back()) || !finish(power, start))
    return false;
  result = std::move(power);
  return true;
}

bool Parser::parsePrimary(Expression &result) {
  if (token.kind == TokenKind::Number)
    return parseNumber(result);
  if (token.kind == TokenKind::Word)
    return parseName(result);
  if (!token.is("("))
    return fail("a name, a number or '('");
  advance();
  if (!parseBinary(result, kComparison))
    return false;
  return expect(")", "after the expression");
}

bool Parser::parseNumber(Expression &result) {
  StringRef spelling = token.spelling;
  uint64_t value;
  if (spelling.consume_front("0x")) {
    if (spelling.getAsInteger(16, value))
      return fail("at most 16 hexadecimal digits after '0x'");
    result.integer = value;
  } else if (llvm::all_of(spelling, llvm::isDigit)) {
    if (spelling.getAsInteger(10, value))
      return fail("an integer of at most 64 bits");
    result.integer = value;
  } else {
    result.operation = Operation::Real;
    if (scanDecimal(spelling) != spelling.size() ||
        spelling.getAsDouble(result.real))
      return fail("a number");
  }
  size_t start = offsetOf(token);
  advance();
  return finish(result, start);
}

bool Parser::parseName(Expression &result) {
  size_t start = offsetOf(token);
  StringRef name = token.spelling;
  advance();
  if (token.is("("))
    return parseCall(result, name) && finish(result, start);

  // The innermost sum's variable is meant.
  auto variable = llvm::find(llvm::reverse(variables), name);
  if (variable != variables.rend()) {
    result.operation = Operation::Variable;
    result.variable = std::distance(variable, variables.rend()) - 1;
  } else if (name == "i") {
    result.operation = Operation::Index;
  } else if (name == "inf" || name == "nan") {
    result.operation = Operation::Real;
    result.real = name == "inf" ? INFINITY : NAN;
  } else {
    result.operation = Operation::Argument;
    result.name = name.str();
  }
  if (!finish(result, start))
    return false;
  if (!token.is("["))
    return true;
  if (result.operation != Operation::Argument)
    return fail("an operator after '" + name + "'");
  Expression gather;
  gather.operation = Operation::Gather;
  gather.operands.push_back(std::move(result));
  advance();
  if (!parseBinary(gather.operands.emplace_back(), kComparison) ||
      !expect("]", "after the index") || !finish(gather, start))
    return false;
  result = std::move(gather);
  return true;
}

bool Parser::parseOfName(Expression &result, StringRef function) {
  if (token.kind != TokenKind::Word)
    return fail("the name of an argument in '" + function + "(...)'");
  Expression argument;
  argument.operation = Operation::Argument;
  argument.name = token.spelling.str();
  argument.isOld = function == "old";
  size_t start = offsetOf(token);
  advance();
  if (!finish(argument, start))
    return false;
  if (function == "old") {
    result = std::move(argument);
  } else {
    result.operation = Operation::Size;
    result.operands.push_back(std::move(argument));
  }
  return expect(")", "after the name");
}

bool Parser::hasOperands(unsigned count) const {
  unsigned found = 1, open = 0;
  for (char c : text.substr(offsetOf(token))) {
    if (open == 0 && c == ')')
      break;
    open += c == '(' || c == '[';
    open -= c == ')' || c == ']';
    found += open == 0 && c == ',';
  }
  return found == count;
}

bool Parser::parseOver(Expression &result, StringRef function) {
  StringRef name =
      text.substr(result.operands[0].offset, result.operands[0].length);
  if (!llvm::all_of(name, isWordChar) || llvm::isDigit(name.front()))
    return failAt(result.operands[0].offset,
                  "expected a name for the variable of the " + function +
                      ", found " + describeFound(name));
  result.operands.clear();
  result.operation = function == "sum"   ? Operation::SumOver
                     : function == "min" ? Operation::MinOver
                                         : Operation::MaxOver;
  result.variable = variables.size();
  if (!parseBinary(result.operands.emplace_back(), kComparison) ||
      !expect(",",
              "and a value, in '" + function + "(" + name + ", count, value)'"))
    return false;
  variables.push_back(name);
  bool isParsed = parseBinary(result.operands.emplace_back(), kComparison);
  variables.pop_back();
  return isParsed &&
         expect(")", "after '" + function + "(" + name + ", count, value'");
}

/// Whether the expression uses a variable of a sum around it.
static bool usesVariableBelow(const Expression &expression, unsigned depth) {
  if (expression.operation == Operation::Variable &&
      expression.variable < depth)
    return true;
  return llvm::any_of(expression.operands, [&](const Expression &operand) {
    return usesVariableBelow(operand, depth);
  });
}

bool Parser::parseCall(Expression &result, StringRef name) {
  size_t start = name.begin() - text.begin();
  const Function *function = llvm::find_if(
      kFunctions, [&](const Function &entry) { return entry.name == name; });
  std::optional<ElementType> type =
      name == "int" ? ElementType::I64 : parseElementType(name);
  bool isOfName = name == "old" || name == "size";
  unsigned numOperands = 1;
  if (function != std::end(kFunctions)) {
    result.operation = function->operation;
    numOperands = function->numOperands;
  } else if (type) {
    result.operation = Operation::Cast;
    result.type = *type;
  } else if (!isOfName) {
    std::string list = "old, size, int, a type";
    for (const Function &entry : kFunctions)
      list += ", " + entry.name.str();
    return failAt(start, "expected a function (" + list + "), found " +
                             describeFound(name));
  }
  advance();
  if (isOfName)
    return parseOfName(result, name);
  bool isOver =
      name == "sum" || ((name == "min" || name == "max") && hasOperands(3));
  do {
    if (!result.operands.empty())
      advance();
    if (!parseBinary(result.operands.emplace_back(), kComparison))
      return false;
    if (isOver && token.is(",")) {
      advance();
      return parseOver(result, name);
    }
  } while (token.is(","));
  size_t numFound = result.operands.size();
  if (numFound == 1 && (name == "min" || name == "max")) {
    result.operation =
        name == "min" ? Operation::ReduceMin : Operation::ReduceMax;
    numOperands = 1;
  }
  if (numFound != numOperands)
    return failAt(start, "expected " + Twine(numOperands) +
                             (numOperands == 1 ? " operand" : " operands") +
                             " of '" + name + "', found " + Twine(numFound));
  bool isReduction = result.operation == Operation::ReduceSum ||
                     result.operation == Operation::ReduceMin ||
                     result.operation == Operation::ReduceMax;
  if (isReduction && usesVariableBelow(result.operands[0], variables.size()))
    return failAt(start, "expected no variable of another sum inside of '" +
                             name + "' of a whole array");
  return expect(")", "after the operands of '" + name + "'");
}

bool Parser::parseOptions(Check &check) {
  while (token.kind == TokenKind::Word) {
    StringRef name = token.spelling;
    std::optional<double> *option = name == "rtol"   ? &check.relativeTolerance
                                    : name == "atol" ? &check.absoluteTolerance
                                    : name == "ulp"  ? &check.ulpTolerance
                                                     : nullptr;
    if (!option)
      break;
    if (check.isExact)
      return fail("the end, since '==' allows no difference");
    if (*option)
      return fail("'" + name + "' once");
    advance();
    if (!expect("=", "after '" + name + "'"))
      return false;
    double value;
    if (token.kind != TokenKind::Number ||
        scanDecimal(token.spelling) != token.spelling.size() ||
        token.spelling.getAsDouble(value))
      return fail("a number after '" + name + "='");
    *option = value;
    advance();
  }
  if (token.kind != TokenKind::End)
    return fail(check.isExact ? "an operator or the end"
                              : "an operator, rtol=, atol=, ulp= or the end");
  return true;
}

bool Parser::parseCheck(Check &check) {
  check.text = text.str();
  // A comparison on the left would swallow the check's own '=='.
  if (!parseBinary(check.left, kBitOr))
    return false;
  check.isExact = token.is("==");
  if (!check.isExact && !token.is("~="))
    return fail("'~=' or '==' after the left side");
  advance();
  return parseBinary(check.right, kComparison) && parseOptions(check);
}

Expected<std::vector<Check>> mlir::tile::run::parseChecks(StringRef text) {
  std::vector<Check> checks;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ';');
  for (StringRef part : parts) {
    part = part.trim();
    // A ';' may also end the last check.
    if (part.empty())
      continue;
    Parser parser(part);
    if (!parser.parseCheck(checks.emplace_back()))
      return parser.takeError();
  }
  if (checks.empty())
    return makeSpecError("--check", text, 0,
                         "expected a check such as 'out ~= a + b', found "
                         "none");
  return checks;
}
