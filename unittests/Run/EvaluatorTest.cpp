//===- EvaluatorTest.cpp - The values of expressions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedArrays.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::StringRef;

namespace {

/// Whether the expressions have the same value: an exact comparison with a
/// number, or NaN.
void expectValue(StringRef expression, double value) {
  NamedArrays arrays;
  arrays.add("wanted", ElementType::F64, {value});
  EXPECT_TRUE(arrays.run("wanted == " + expression.str()).hasPassed())
      << expression.str();
}

/// An expression over a = 5, -3, 4; b = 0.5, 2, -1; u of u64 = 2^64 - 1, 1, 2.
void expectValues(StringRef expression, llvm::ArrayRef<double> values) {
  NamedArrays arrays;
  arrays.addIntegers("a", ElementType::I32, {5, -3, 4});
  arrays.add("b", ElementType::F32, {0.5, 2, -1});
  arrays.addIntegers("u", ElementType::U64, {-1, 1, 2});
  arrays.add("wanted", ElementType::F64, values);
  EXPECT_TRUE(arrays.run("wanted == " + expression.str()).hasPassed())
      << arrays.report("wanted == " + expression.str());
}

TEST(Evaluator, IntegersAreExact) {
  expectValue("7 / 2", 3);
  expectValue("-7 / 2", -3);
  expectValue("-7 % 2", -1);
  expectValue("7 % -2", 1);
  expectValue("2 ** 10", 1024);
  expectValue("(-3) ** 3", -27);
  expectValue("9007199254740993 - 9007199254740992", 1);
  expectValue("4611686018427387904 * 4 - 18446744073709551615", 1);
  expectValue("(0xFFFFFFFFFFFFFFFF * 0x7FFFFFFFFFFFFFFF >> 64) == "
              "9223372036854775806",
              1);
  expectValue("1 << 40", std::ldexp(1, 40));
  expectValue("1 << 200", 0);
  expectValue("-8 >> 1", -4);
  expectValue("-8 >> 500", -1);
  expectValue("12 & 10", 8);
  expectValue("12 | 10", 14);
  expectValue("12 ^ 10", 6);
  expectValue("~5", -6);
  expectValue("(1 << 127) / -1 == 1 << 127", 1);
  expectValue("(1 << 127) % -1", 0);
}

TEST(Evaluator, RealNumbers) {
  expectValue("7.0 / 2", 3.5);
  expectValue("7.5 % 2", 1.5);
  expectValue("1 / 0.0", INFINITY);
  expectValue("0.0 / 0", NAN);
  expectValue("2 ** 0.5", std::sqrt(2.));
  expectValue("2.0 ** -1", 0.5);
  expectValue("1 + 0.5", 1.5);
  expectValue("-inf", -INFINITY);
  expectValue("nan", NAN);
}

TEST(Evaluator, Comparisons) {
  expectValue("1 < 2", 1);
  expectValue("2 <= 1", 0);
  expectValue("1.5 > 1", 1);
  expectValue("2 >= 2", 1);
  expectValue("(2 == 2.0) + (2 != 2)", 1);
  expectValue("nan == nan", 0);
  expectValue("nan != nan", 1);
  // Not through double, where both are 2^53.
  expectValue("9007199254740993 > 9007199254740992", 1);
  expectValues("a < b", {0, 1, 0});
  expectValues("u > a", {1, 1, 0});
}

TEST(Evaluator, Functions) {
  expectValue("abs(-3) + abs(-0.5)", 3.5);
  expectValue("min(2, 3) + max(2.5, 3)", 5);
  expectValue("min(nan, 3)", 3);
  expectValue("max(3, nan)", 3);
  expectValue("clamp(7, 1, 5)", 5);
  expectValue("clamp(-7.5, 1, 5)", 1);
  expectValue("sqrt(2)", std::sqrt(2.));
  expectValue("rsqrt(4)", 0.5);
  expectValue("exp(1)", std::exp(1.));
  expectValue("exp2(-3)", 0.125);
  expectValue("log(exp(0.0))", 0);
  expectValue("log2(8)", 3);
  expectValue("sin(1)", std::sin(1.));
  expectValue("cos(1)", std::cos(1.));
  expectValue("tanh(0.5)", std::tanh(0.5));
  expectValue("sigmoid(0)", 0.5);
  expectValue("erf(0.5)", std::erf(0.5));
  expectValue("pow(2, 3)", 8);
  expectValue("pow(2.5, 2)", 6.25);
  expectValue("fma(2, 3, 4)", 10);
  // The product alone has 106 bits.
  expectValue("fma(1.0000000000000002, 1.0000000000000002, "
              "-1.0000000000000004)",
              std::ldexp(1, -104));
  expectValue("floor(-1.5) + ceil(1.2)", 0);
  expectValue("trunc(-1.9)", -1);
  expectValue("round(2.5)", 2);
  expectValue("round(3.5)", 4);
  expectValue("round(-0.4) + floor(7)", 7);
}

TEST(Evaluator, Casts) {
  expectValue("f32(0.1)", 0.1f);
  expectValue("f16(1.00048828125)", 1);
  expectValue("f16(100000)", INFINITY);
  expectValue("bf16(1.00390625)", 1);
  expectValue("bf16(1.01171875)", 1.015625);
  expectValue("f8e4m3(1000)", 448);
  expectValue("f8e5m2(1.1)", 1);
  expectValue("int(-2.7)", -2);
  expectValue("int(2.7) / 2", 1);
  expectValue("i8(200)", -56);
  expectValue("i8(200.0)", 127);
  expectValue("u8(-1)", 255);
  expectValue("i1(3)", 1);
  expectValue("u32(1 << 32) + u64(-1)", 18446744073709551615.);
}

TEST(Evaluator, Arrays) {
  expectValues("a + b", {5.5, -1, 3});
  expectValues("i", {0, 1, 2});
  expectValues("a / 2", {2, -1, 2});
  expectValues("u", {18446744073709551615., 1, 2});
  expectValues("size(a) * 2", {6, 6, 6});
  expectValues("where(a > 0, b, -b)", {0.5, -2, -1});
  expectValues("where(b > 0, a, a - 1)", {5, -3, 3});
}

TEST(Evaluator, WhereComputesOnlyWhatItChooses) {
  expectValues("where(i < 2, a[i + 1], 7)", {-3, 4, 7});
  expectValues("where(i == 0, 0, 6 / i)", {0, 6, 3});
}

TEST(Evaluator, Gather) {
  expectValues("a[2 - i]", {4, -3, 5});
  expectValues("b[clamp(i + 1, 0, size(b) - 1)]", {2, -1, -1});
  expectValues("b[abs(a[1]) - 3]", {0.5, 0.5, 0.5});
}

TEST(Evaluator, Reductions) {
  expectValues("sum(a)", {6, 6, 6});
  expectValues("sum(a * b) + i", {-7.5, -6.5, -5.5});
  expectValues("max(b) - min(a)", {5, 5, 5});
  expectValues("sum(a - sum(a))", {-12, -12, -12});
  expectValues("sum(where(i == 1, b, 0))", {2, 2, 2});
  expectValue("min(nan)", NAN);
}

TEST(Evaluator, ReductionsHaveTheirOwnSize) {
  NamedArrays arrays;
  arrays.add("wanted", ElementType::F64, {10, 10});
  arrays.add("x", ElementType::F32, {1, 2, 3, 4});
  EXPECT_TRUE(arrays.run("wanted == sum(x)").hasPassed());
}

TEST(Evaluator, ReductionsIgnoreNaN) {
  NamedArrays arrays;
  arrays.add("wanted", ElementType::F64, {3});
  arrays.add("x", ElementType::F32, {NAN, 2, 1, NAN});
  EXPECT_TRUE(arrays.run("wanted == min(x) + max(x)").hasPassed());
}

TEST(Evaluator, SumsWithAVariable) {
  expectValue("sum(k, 5, k * k)", 30);
  expectValue("sum(k, 0, k)", 0);
  expectValue("sum(k, 4, 0.5)", 2);
  expectValue("max(k, 5, k * (4 - k))", 4);
  expectValue("min(k, 5, k * (4 - k) - 7)", -7);
  expectValue("max(k, 4, where(k == 2, nan, 0.5 * k))", 1.5);
  expectValue("min(k, 3, max(j, k + 1, j - 2))", -2);
  expectValues("max(k, i + 1, a[k])", {5, 5, 5});
  expectValue("sum(k, 4, sum(j, k, j))", 4);
  expectValues("sum(k, i + 1, a[k])", {5, 2, 6});
}

TEST(Evaluator, AProductOfMatrices) {
  // 2x3 by 3x2.
  NamedArrays arrays;
  arrays.add("a", ElementType::F32, {1, 2, 3, 4, 5, 6}, {2, 3});
  arrays.add("b", ElementType::F32, {7, 8, 9, 10, 11, 12}, {3, 2});
  arrays.add("out", ElementType::F32, {58, 64, 139, 154}, {2, 2});
  EXPECT_TRUE(
      arrays.run("out == sum(k, 3, a[i / 2 * 3 + k] * b[k * 2 + i % 2])")
          .hasPassed());
}

TEST(Evaluator, OldContents) {
  NamedArrays arrays;
  arrays.add("x", ElementType::F32, {2, 4});
  arrays.add("old x", ElementType::F32, {1, 2});
  EXPECT_TRUE(arrays.run("x == old(x) * 2").hasPassed());
}

TEST(Evaluator, ScalarsAreBroadcast) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F32, {3, 4, 5});
  arrays.add("a", ElementType::F32, {1, 2, 3});
  arrays.add("s", ElementType::F32, {2});
  EXPECT_TRUE(arrays.run("out == a + s").hasPassed());
}

class EvaluatorErrors : public ::testing::Test {
protected:
  void SetUp() override {
    arrays.add("a", ElementType::F32, {1, 2, 3});
    arrays.addIntegers("n", ElementType::I32, {2, 1, 0});
    arrays.add("two", ElementType::F32, {1, 2});
    arrays.add("out", ElementType::F32, {0, 0, 0});
  }
  std::string problemOf(StringRef text) {
    std::string message = arrays.errorOf(text);
    return message.substr(message.find("', column ") + 3);
  }
  NamedArrays arrays;
};

TEST_F(EvaluatorErrors, Names) {
  EXPECT_EQ(arrays.errorOf("out == a + q"),
            "--check 'out == a + q', column 12: expected the name of an "
            "argument (a, n, out, two), found 'q'");
  EXPECT_EQ(problemOf("out == q[0]"),
            "column 8: expected the name of an argument (a, n, out, two), "
            "found 'q'");
  EXPECT_EQ(problemOf("out == old(a)"),
            "column 8: expected an array whose first contents are kept in "
            "'old(...)', found 'a'");
  EXPECT_EQ(NamedArrays().errorOf("out == 1"),
            "--check 'out == 1', column 1: expected the name of an argument "
            "(there are none), found 'out'");
}

TEST_F(EvaluatorErrors, Sizes) {
  EXPECT_EQ(problemOf("out == a + two"),
            "column 12: expected 3 elements, as many as 'a' has, found 2 in "
            "'two'");
  EXPECT_EQ(problemOf("out == sum(a + two)"),
            "column 16: expected 3 elements, as many as 'a' has, found 2 in "
            "'two'");
  EXPECT_EQ(problemOf("out == a[n] + two"),
            "column 15: expected 3 elements, as many as 'n' has, found 2 in "
            "'two'");
}

TEST_F(EvaluatorErrors, Types) {
  EXPECT_EQ(problemOf("out == n & a"),
            "column 8: expected integers in 'n & a', found a real number; "
            "int(...) makes one");
  EXPECT_EQ(problemOf("out == 1 + ~a"),
            "column 12: expected integers in '~a', found a real number; "
            "int(...) makes one");
  EXPECT_EQ(problemOf("out == a[a]"),
            "column 10: expected an integer as index, found a real number; "
            "int(...) makes one");
  EXPECT_NE(problemOf("out == max(k, 0, k)"), "none");
  EXPECT_EQ(problemOf("out == sum(k, 4.0, k)"),
            "column 15: expected an integer as count, found a real number; "
            "int(...) makes one");
}

TEST_F(EvaluatorErrors, Elements) {
  EXPECT_EQ(problemOf("out == a[i + 1]"),
            "column 8: expected an index from 0 to 2 of 'a', found 3 for "
            "element 2");
  EXPECT_EQ(problemOf("out == a[-1]"),
            "column 8: expected an index from 0 to 2 of 'a', found -1 for "
            "element 0");
  EXPECT_EQ(problemOf("out == 6 / n"),
            "column 8: expected no division of an integer by zero, found one "
            "for element 2");
  EXPECT_EQ(problemOf("out == 6 % n"),
            "column 8: expected no division of an integer by zero, found one "
            "for element 2");
  EXPECT_EQ(problemOf("out == 1 << n - 1"),
            "column 8: expected no negative shift, found -1 for element 2");
  EXPECT_EQ(problemOf("out == 2 ** (n - 1)"),
            "column 8: expected no negative power of an integer, found -1 for "
            "element 2");
  EXPECT_EQ(problemOf("out == sum(6 / n)"),
            "column 12: expected no division of an integer by zero, found one "
            "for element 2");
}

TEST_F(EvaluatorErrors, VerifyFindsThemWithoutValues) {
  auto verify = [&](StringRef text) {
    return llvm::toString(verifyCheck(parseChecks(text)->front(), arrays));
  };
  EXPECT_EQ(verify("out == a"), "");
  EXPECT_EQ(verify("out == 6 / n"), "");
  EXPECT_EQ(verify("out == two"),
            "--check 'out == two', column 8: expected 3 elements, as many as "
            "'out' has, found 2 in 'two'");
}

} // namespace
