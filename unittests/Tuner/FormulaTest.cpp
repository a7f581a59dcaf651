//===- FormulaTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/Formula.h"

#include "tile/Support/Status.h"

#include "gtest/gtest.h"

using namespace mlir::tile;
using namespace mlir::tile::tuner;

static llvm::Expected<int64_t> run(llvm::StringRef text) {
  return evaluateFormula(text,
                         [](llvm::StringRef name) -> std::optional<int64_t> {
                           if (name == "n")
                             return 1000;
                           if (name == "BLOCK_M")
                             return 128;
                           return std::nullopt;
                         });
}

static int64_t evaluate(llvm::StringRef text) {
  llvm::Expected<int64_t> value = run(text);
  if (value)
    return *value;
  ADD_FAILURE() << llvm::toString(value.takeError());
  return 0;
}

static std::string getError(llvm::StringRef text) {
  llvm::Expected<int64_t> value = run(text);
  if (value) {
    ADD_FAILURE() << text.str() << " is " << *value;
    return "";
  }
  auto [code, message] = takeStatus(value.takeError());
  EXPECT_EQ(code, StatusCode::InvalidArgument);
  std::string intro = "in the formula '" + text.str() + "': ";
  EXPECT_EQ(message.substr(0, intro.size()), intro);
  return message.substr(std::min(message.size(), intro.size()));
}

TEST(Formula, Numbers) {
  EXPECT_EQ(evaluate("0"), 0);
  EXPECT_EQ(evaluate(" 42 "), 42);
  EXPECT_EQ(evaluate("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(evaluate("-7"), -7);
}

TEST(Formula, Names) {
  EXPECT_EQ(evaluate("n"), 1000);
  EXPECT_EQ(evaluate("n-BLOCK_M"), 872);
}

TEST(Formula, ProductsComeBeforeSums) {
  EXPECT_EQ(evaluate("1 + 2 * 3 - 8 / 4"), 5);
  EXPECT_EQ(evaluate("(1 + 2) * 3"), 9);
  EXPECT_EQ(evaluate("20 - 5 - 3"), 12);
  EXPECT_EQ(evaluate("17 % 5"), 2);
}

TEST(Formula, CeilDiv) {
  EXPECT_EQ(evaluate("ceildiv(n, BLOCK_M)"), 8);
  EXPECT_EQ(evaluate("ceildiv(1024, 128)"), 8);
  EXPECT_EQ(evaluate("ceildiv(-5, 2)"), -2);
}

TEST(Formula, MinAndMax) {
  EXPECT_EQ(evaluate("min(n, 132)"), 132);
  EXPECT_EQ(evaluate("max(1, n / 2000)"), 1);
}

TEST(Formula, UnknownName) {
  EXPECT_EQ(getError("m + 1"),
            "expected the name of an argument or of a value, "
            "found 'm'");
}

TEST(Formula, UnknownFunction) {
  EXPECT_EQ(getError("floor(1, 2)"), "expected ceildiv, min or max, found "
                                     "'floor'");
}

TEST(Formula, Nothing) {
  EXPECT_EQ(getError(""), "expected a number, a name or '(', found ''");
  EXPECT_EQ(getError("1 +"), "expected a number, a name or '(', found ''");
}

TEST(Formula, SomethingBehind) {
  EXPECT_EQ(getError("1 2"), "expected an operator or the end, found '2'");
}

TEST(Formula, OpenBracket) {
  EXPECT_EQ(getError("(1 + 2"), "expected ')', found ''");
  EXPECT_EQ(getError("min(1, 2"),
            "expected ')' after the second value of min()");
  EXPECT_EQ(getError("min(1)"), "expected ',' and a second value in min()");
}

TEST(Formula, DivisionByZero) {
  EXPECT_EQ(getError("1 / 0"), "expected a divisor other than 0, found 0");
  EXPECT_EQ(getError("1 % (2 - 2)"),
            "expected a divisor other than 0, found 0");
  EXPECT_EQ(getError("ceildiv(1, 0)"),
            "expected a divisor other than 0, found 0");
}

TEST(Formula, LargeValues) {
  const char *large = "expected values of 64 bits, found a larger one";
  EXPECT_EQ(getError("9223372036854775807 + 1"), large);
  EXPECT_EQ(getError("9223372036854775807 * 2"), large);
  EXPECT_EQ(getError("-9223372036854775807 - 2"), large);
  EXPECT_EQ(getError("(-9223372036854775807 - 1) / -1"), large);
  EXPECT_EQ(getError("9223372036854775808"),
            "expected values of 64 bits, found 9223372036854775808");
}

TEST(Formula, DeepBrackets) {
  EXPECT_EQ(getError(std::string(100000, '(')),
            "expected at most 64 nested brackets");
  EXPECT_EQ(getError(std::string(100000, '-') + "1"),
            "expected at most 64 nested brackets");
}
