//===- CheckParserTest.cpp - From the text of a check to its tree ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Check.h"

#include "gtest/gtest.h"

#include <map>

using namespace mlir::tile::run;
using llvm::StringRef;

namespace {

std::vector<Check> parse(StringRef text) {
  llvm::Expected<std::vector<Check>> checks = parseChecks(text);
  if (checks)
    return std::move(*checks);
  ADD_FAILURE() << llvm::toString(checks.takeError());
  return std::vector<Check>(1);
}

/// The message without the check: "column 3: ...".
std::string problemOf(StringRef text) {
  llvm::Expected<std::vector<Check>> checks = parseChecks(text);
  if (checks)
    return "none";
  std::string message = llvm::toString(checks.takeError());
  return message.substr(message.find("', column ") + 3);
}

/// The tree as nested lists of operations' numbers and operands' names.
std::string show(const Expression &expression) {
  switch (expression.operation) {
  case Operation::Integer:
    return formatInteger(expression.integer);
  case Operation::Real:
    return formatFloat(ElementType::F32, expression.real);
  case Operation::Argument:
    return (expression.isOld ? "old " : "") + expression.name;
  case Operation::Index:
    return "i";
  case Operation::Variable:
    return "$" + std::to_string(expression.variable);
  default:
    break;
  }
  static const std::map<Operation, const char *> symbols = {
      {Operation::Gather, "[]"},
      {Operation::Negate, "neg"},
      {Operation::Not, "~"},
      {Operation::Add, "+"},
      {Operation::Subtract, "-"},
      {Operation::Multiply, "*"},
      {Operation::Divide, "/"},
      {Operation::Remainder, "%"},
      {Operation::Power, "**"},
      {Operation::And, "&"},
      {Operation::Or, "|"},
      {Operation::Xor, "^"},
      {Operation::ShiftLeft, "<<"},
      {Operation::ShiftRight, ">>"},
      {Operation::Less, "<"},
      {Operation::LessEqual, "<="},
      {Operation::Greater, ">"},
      {Operation::GreaterEqual, ">="},
      {Operation::Equal, "=="},
      {Operation::NotEqual, "!="},
      {Operation::Cast, "cast"},
      {Operation::ReduceSum, "sum"},
      {Operation::ReduceMin, "min"},
      {Operation::SumOver, "sumover"},
      {Operation::MinOver, "minover"},
      {Operation::MaxOver, "maxover"},
      {Operation::Min, "min2"},
      {Operation::Size, "size"}};
  auto symbol = symbols.find(expression.operation);
  std::string text =
      std::string("(") + (symbol == symbols.end() ? "?" : symbol->second);
  for (const Expression &operand : expression.operands)
    text += " " + show(operand);
  return text + ")";
}

std::string tree(StringRef expression) {
  return show(parse("out == " + expression.str()).front().right);
}

TEST(CheckParser, BothRelations) {
  Check check = parse(" out ~= a + b rtol=1e-6 ").front();
  EXPECT_EQ(check.text, "out ~= a + b rtol=1e-6");
  EXPECT_FALSE(check.isExact);
  EXPECT_EQ(show(check.left), "out");
  EXPECT_EQ(show(check.right), "(+ a b)");
  EXPECT_EQ(check.relativeTolerance, 1e-6);
  EXPECT_EQ(check.absoluteTolerance, std::nullopt);
  check = parse("d == c * c").front();
  EXPECT_TRUE(check.isExact);
  EXPECT_EQ(show(check.right), "(* c c)");
}

TEST(CheckParser, Tolerances) {
  Check check = parse("out ~= a atol=1 ulp=2.5 rtol=0").front();
  EXPECT_EQ(check.absoluteTolerance, 1);
  EXPECT_EQ(check.ulpTolerance, 2.5);
  EXPECT_EQ(check.relativeTolerance, 0);
}

TEST(CheckParser, SeveralChecks) {
  std::vector<Check> checks = parse("out ~= a; d == b ;");
  ASSERT_EQ(checks.size(), 2u);
  EXPECT_EQ(checks[0].text, "out ~= a");
  EXPECT_EQ(checks[1].text, "d == b");
}

TEST(CheckParser, Precedence) {
  EXPECT_EQ(tree("a + b * c"), "(+ a (* b c))");
  EXPECT_EQ(tree("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(tree("a / b * c % d"), "(% (* (/ a b) c) d)");
  EXPECT_EQ(tree("(a + b) * c"), "(* (+ a b) c)");
  EXPECT_EQ(tree("a | b ^ c & d << e + f"), "(| a (^ b (& c (<< d (+ e f)))))");
  EXPECT_EQ(tree("a >> 1 < b | 2"), "(< (>> a 1) (| b 2))");
  EXPECT_EQ(tree("-a * b"), "(* (neg a) b)");
  EXPECT_EQ(tree("-a ** 2"), "(neg (** a 2))");
  EXPECT_EQ(tree("a ** b ** c"), "(** a (** b c))");
  EXPECT_EQ(tree("a ** -b"), "(** a (neg b))");
  EXPECT_EQ(tree("~-a"), "(~ (neg a))");
  EXPECT_EQ(tree("a == b"), "(== a b)");
  EXPECT_EQ(tree("a!=b>=c<=d>e"), "(> (<= (>= (!= a b) c) d) e)");
}

TEST(CheckParser, Numbers) {
  EXPECT_EQ(tree("42"), "42");
  EXPECT_EQ(tree("0xFf"), "255");
  EXPECT_EQ(tree("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(tree("1.5"), "1.5");
  EXPECT_EQ(tree(".5e-1"), "0.05");
  EXPECT_EQ(tree("1e3"), "1000");
  EXPECT_EQ(tree("inf"), "inf");
  EXPECT_EQ(tree("nan"), "nan");
  EXPECT_EQ(tree("1-1"), "(- 1 1)");
}

TEST(CheckParser, Names) {
  EXPECT_EQ(tree("x_ptr"), "x_ptr");
  EXPECT_EQ(tree("i"), "i");
  EXPECT_EQ(tree("x[i + 1]"), "([] x (+ i 1))");
  EXPECT_EQ(tree("old(out)"), "old out");
  EXPECT_EQ(tree("size(x)"), "(size x)");
  // A function's name is one only before '('.
  EXPECT_EQ(tree("max + f16"), "(+ max f16)");
}

TEST(CheckParser, Calls) {
  EXPECT_EQ(tree("min(a, b)"), "(min2 a b)");
  EXPECT_EQ(tree("min(a)"), "(min a)");
  EXPECT_EQ(tree("sum(a * b)"), "(sum (* a b))");
  EXPECT_EQ(tree("bf16(a)"), "(cast a)");
  EXPECT_EQ(parse("o == f8e4m3(a)").front().right.type, ElementType::F8E4M3);
  EXPECT_EQ(parse("o == int(a)").front().right.type, ElementType::I64);
}

TEST(CheckParser, SumsWithAVariable) {
  EXPECT_EQ(tree("sum(k, 64, a[k] * k)"), "(sumover 64 (* ([] a $0) $0))");
  EXPECT_EQ(tree("sum(k, 4, sum(j, k, j + k))"),
            "(sumover 4 (sumover $0 (+ $1 $0)))");
  // The variable is not known in the count, nor behind the sum.
  EXPECT_EQ(tree("max(k, 64, a[k])"), "(maxover 64 ([] a $0))");
  EXPECT_EQ(tree("min(k, 4, max(a[k], b))"), "(minover 4 (? ([] a $0) b))");
  EXPECT_EQ(tree("max(min(a, b), fma(a, b, k))"), "(? (min2 a b) (? a b k))");
  EXPECT_EQ(tree("sum(k, k, k) + k"), "(+ (sumover k $0) k)");
  EXPECT_EQ(tree("sum(k, 2, sum(k, 3, k))"), "(sumover 2 (sumover 3 $1))");
}

TEST(CheckParser, PlacesOfParts) {
  Check check = parse("out ~= (a + b) * x[ i ]").front();
  auto textOf = [&](const Expression &expression) {
    return check.text.substr(expression.offset, expression.length);
  };
  EXPECT_EQ(textOf(check.left), "out");
  EXPECT_EQ(textOf(check.right), "(a + b) * x[ i ]");
  EXPECT_EQ(textOf(check.right.operands[0]), "a + b");
  EXPECT_EQ(textOf(check.right.operands[1]), "x[ i ]");
}

TEST(CheckParserErrors, AllOfTheMessage) {
  EXPECT_EQ(llvm::toString(parseChecks("x == y; out ~= a +").takeError()),
            "--check 'out ~= a +', column 11: expected a name, a number or "
            "'(', found the end");
}

TEST(CheckParserErrors, Checks) {
  EXPECT_EQ(problemOf(""), "column 1: expected a check such as 'out ~= a + b', "
                           "found none");
  EXPECT_EQ(problemOf(" ; "),
            "column 1: expected a check such as 'out ~= a + b', found none");
  EXPECT_EQ(problemOf("out"),
            "column 4: expected '~=' or '==' after the left side, found the "
            "end");
  EXPECT_EQ(problemOf("out < a"),
            "column 5: expected '~=' or '==' after the left side, found '<'");
  EXPECT_EQ(problemOf("out = a"),
            "column 5: expected '~=' or '==' after the left side, found '='");
  EXPECT_EQ(problemOf("out ~= a b"),
            "column 10: expected an operator, rtol=, atol=, ulp= or the end, "
            "found 'b'");
  EXPECT_EQ(problemOf("out == a ~= b"),
            "column 10: expected an operator or the end, found '~='");
  EXPECT_EQ(problemOf("out == a $"),
            "column 10: expected an operator or the end, found '$'");
}

TEST(CheckParserErrors, Operands) {
  EXPECT_EQ(problemOf("out == *"),
            "column 8: expected a name, a number or '(', found '*'");
  EXPECT_EQ(problemOf("out == (a"),
            "column 10: expected ')' after the expression, found the end");
  EXPECT_EQ(problemOf("out == x[1"),
            "column 11: expected ']' after the index, found the end");
  EXPECT_EQ(problemOf("out == i[1]"),
            "column 9: expected an operator after 'i', found '['");
  EXPECT_EQ(problemOf("out == 1x"), "column 8: expected a number, found '1x'");
  EXPECT_EQ(problemOf("out == 18446744073709551616"),
            "column 8: expected an integer of at most 64 bits, found "
            "'18446744073709551616'");
  EXPECT_EQ(problemOf("out == 0x"),
            "column 8: expected at most 16 hexadecimal digits after '0x', "
            "found '0x'");
}

TEST(CheckParserErrors, Calls) {
  EXPECT_EQ(problemOf("out == foo(a)"),
            "column 8: expected a function (old, size, int, a type, abs, min, "
            "max, clamp, where, sqrt, rsqrt, exp, exp2, log, log2, sin, cos, "
            "tanh, sigmoid, erf, pow, fma, floor, ceil, trunc, round, sum), "
            "found 'foo'");
  EXPECT_EQ(problemOf("out == clamp(a, b)"),
            "column 8: expected 3 operands of 'clamp', found 2");
  EXPECT_EQ(problemOf("out == sqrt(a, b)"),
            "column 8: expected 1 operand of 'sqrt', found 2");
  EXPECT_EQ(problemOf("out == sqrt()"),
            "column 13: expected a name, a number or '(', found ')'");
  EXPECT_EQ(problemOf("out == sqrt(a"),
            "column 14: expected ')' after the operands of 'sqrt', found the "
            "end");
  EXPECT_EQ(problemOf("out == old(1)"),
            "column 12: expected the name of an argument in 'old(...)', found "
            "'1'");
  EXPECT_EQ(problemOf("out == size(x + 1)"),
            "column 15: expected ')' after the name, found '+'");
}

TEST(CheckParserErrors, Sums) {
  EXPECT_EQ(problemOf("out == sum(k + 1, 4, k)"),
            "column 12: expected a name for the variable of the sum, found "
            "'k + 1'");
  EXPECT_EQ(problemOf("out == sum(4, 4, k)"),
            "column 12: expected a name for the variable of the sum, found "
            "'4'");
  EXPECT_EQ(problemOf("out == max(a + 1, 4, 2)"),
            "column 12: expected a name for the variable of the max, found "
            "'a + 1'");
  EXPECT_EQ(problemOf("out == max(a, 4, 2, 1)"),
            "column 8: expected 2 operands of 'max', found 4");
  EXPECT_EQ(problemOf("out == sum(k, 4)"),
            "column 16: expected ',' and a value, in 'sum(k, count, "
            "value)', found ')'");
  EXPECT_EQ(problemOf("out == sum(k, 4, k, 5)"),
            "column 19: expected ')' after 'sum(k, count, value', found ','");
  EXPECT_EQ(problemOf("out == sum(k, 4, sum(a[k]))"),
            "column 18: expected no variable of another sum inside of 'sum' of "
            "a whole array");
  EXPECT_EQ(problemOf("out == sum(sum(k, 4, k))"), "none");
}

TEST(CheckParserErrors, Tolerances) {
  EXPECT_EQ(problemOf("out ~= a rtol"),
            "column 14: expected '=' after 'rtol', found the end");
  EXPECT_EQ(problemOf("out ~= a rtol=x"),
            "column 15: expected a number after 'rtol=', found 'x'");
  EXPECT_EQ(problemOf("out ~= a rtol=-1"),
            "column 15: expected a number after 'rtol=', found '-'");
  EXPECT_EQ(problemOf("out ~= a atol=1 atol=2"),
            "column 17: expected 'atol' once, found 'atol'");
  EXPECT_EQ(problemOf("out == a rtol=1"),
            "column 10: expected the end, since '==' allows no difference, "
            "found 'rtol'");
}

TEST(CheckParserErrors, Depth) {
  auto repeat = [](StringRef text, unsigned count) {
    std::string result;
    for (unsigned k = 0; k < count; ++k)
      result += text;
    return result;
  };
  StringRef message = "expected an expression of at most 200 levels";
  for (StringRef open : {"(", "-", "abs(", "x[", "2**", "sum(k,k,"})
    EXPECT_NE(problemOf("out == " + repeat(open, 100000) + "a").find(message),
              std::string::npos)
        << open.str();
  EXPECT_EQ(problemOf("out == a" + repeat(" + a", 199)), "none");
  EXPECT_NE(problemOf("out == a" + repeat(" + a", 200)).find(message),
            std::string::npos);
  EXPECT_NE(problemOf("out == a" + repeat(" + a", 100000)).find(message),
            std::string::npos);
  EXPECT_EQ(problemOf("out == " + repeat("(", 199) + "a" + repeat(")", 199)),
            "none");
}

} // namespace
