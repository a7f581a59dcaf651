//===- CheckTest.cpp - Comparing results with a formula -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedArrays.h"
#include "tile/Run/Poison.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::StringRef;

namespace {

/// Whether `out` of one element passes against a number.
bool passes(ElementType type, double out, double wanted,
            StringRef options = "") {
  NamedArrays arrays;
  arrays.add("out", type, {out});
  arrays.add("w", ElementType::F64, {wanted});
  return arrays.run("out ~= w " + options.str()).hasPassed();
}

bool isEqual(ElementType type, double out, double wanted) {
  NamedArrays arrays;
  arrays.add("out", type, {out});
  arrays.add("w", ElementType::F64, {wanted});
  return arrays.run("out == w").hasPassed();
}

TEST(Check, DefaultTolerances) {
  const std::pair<ElementType, double> defaults[] = {
      {ElementType::F64, 1e-12},
      {ElementType::F32, 1e-6},
      {ElementType::F16, 1e-3},
      {ElementType::BF16, 1e-2},
  };
  for (auto [type, tolerance] : defaults) {
    EXPECT_TRUE(passes(type, 1, 1 / (1 + 0.99 * tolerance)));
    EXPECT_FALSE(passes(type, 1, 1 / (1 + 1.01 * tolerance)));
  }
  EXPECT_TRUE(passes(ElementType::F8E4M3, 1, 1.06));
  EXPECT_FALSE(passes(ElementType::F8E4M3, 1, 1.07));
  EXPECT_FALSE(passes(ElementType::I32, 1, 1.0000001));
  EXPECT_TRUE(passes(ElementType::I32, 1, 1));
}

TEST(Check, GivenTolerances) {
  EXPECT_TRUE(passes(ElementType::F32, 100, 110, "rtol=0.1"));
  EXPECT_FALSE(passes(ElementType::F32, 98, 110, "rtol=0.1"));
  EXPECT_TRUE(passes(ElementType::F32, 0.5, 0, "atol=0.5"));
  EXPECT_FALSE(passes(ElementType::F32, 0.5, 0, "rtol=1"));
  EXPECT_TRUE(passes(ElementType::F32, 120, 110, "rtol=0.05 atol=5"));
  // With atol alone there is no default rtol.
  EXPECT_FALSE(passes(ElementType::F32, 1, 1 + 1e-7, "atol=1e-9"));
  EXPECT_TRUE(passes(ElementType::F16, 1, 1 + std::ldexp(1, -10), "ulp=1"));
  EXPECT_FALSE(passes(ElementType::F16, 1, 1 + std::ldexp(1.01, -10), "ulp=1"));
  EXPECT_TRUE(passes(ElementType::I32, 5, 7, "atol=2"));
  EXPECT_FALSE(passes(ElementType::I32, 5, 8, "atol=2"));
}

TEST(Check, SpecialValues) {
  EXPECT_TRUE(passes(ElementType::F32, NAN, NAN));
  EXPECT_FALSE(passes(ElementType::F32, NAN, 1, "atol=1e30"));
  EXPECT_FALSE(passes(ElementType::F32, 1, NAN, "rtol=1"));
  EXPECT_TRUE(passes(ElementType::F32, INFINITY, INFINITY));
  EXPECT_FALSE(passes(ElementType::F32, INFINITY, -INFINITY, "rtol=1"));
  EXPECT_FALSE(passes(ElementType::F32, 1e38, INFINITY, "rtol=1 atol=1"));
  EXPECT_FALSE(passes(ElementType::F32, NAN, INFINITY, "rtol=1"));
  EXPECT_TRUE(passes(ElementType::F32, -0.0, 0, "rtol=0"));
  // What the type cannot hold.
  EXPECT_TRUE(passes(ElementType::F32, INFINITY, 1e39));
  EXPECT_TRUE(passes(ElementType::F16, INFINITY, 65520));
  EXPECT_FALSE(passes(ElementType::F16, INFINITY, 65500));
  EXPECT_TRUE(passes(ElementType::F8E4M3, 448, 1000));
  EXPECT_TRUE(passes(ElementType::F8E4M3, 448, INFINITY));
}

TEST(Check, EqualIsTheCorrectlyRoundedValue) {
  EXPECT_TRUE(isEqual(ElementType::F32, 0.1f, 0.1));
  EXPECT_FALSE(isEqual(ElementType::F32, std::nextafter(0.1f, 1.f), 0.1));
  EXPECT_TRUE(isEqual(ElementType::F32, -0.0, 0));
  EXPECT_TRUE(isEqual(ElementType::F32, NAN, NAN));
  EXPECT_FALSE(isEqual(ElementType::F32, NAN, INFINITY));
  EXPECT_TRUE(isEqual(ElementType::F16, INFINITY, 1e9));
  EXPECT_FALSE(isEqual(ElementType::I32, 1, 1.5));
}

TEST(Check, ProductsOfF32) {
  NamedArrays arrays;
  std::vector<double> c, d;
  for (int k = 1; k < 100; ++k) {
    float value = 1.f / k;
    c.push_back(value);
    d.push_back(value * value);
  }
  arrays.add("c", ElementType::F32, c);
  arrays.add("d", ElementType::F32, d);
  EXPECT_TRUE(arrays.run("d == c * c").hasPassed());
  // An expression on the left is not rounded.
  EXPECT_FALSE(arrays.run("d + 0 == c * c").hasPassed());
}

TEST(Check, IntegersWrapAsInTheKernel) {
  NamedArrays arrays;
  arrays.addIntegers("a", ElementType::I8, {127, -128, 100});
  arrays.addIntegers("out", ElementType::I8, {-128, -127, 101});
  EXPECT_TRUE(arrays.run("out == a + 1").hasPassed());
  arrays.addIntegers("u", ElementType::U64, {-1, 0, 7});
  arrays.addIntegers("v", ElementType::U64, {0, 1, 8});
  EXPECT_TRUE(arrays.run("v == u + 1").hasPassed());
  EXPECT_FALSE(arrays.run("u == v").hasPassed());
}

TEST(Check, LargeIntegersAreComparedExactly) {
  NamedArrays arrays;
  arrays.addIntegers("out", ElementType::I64, {9007199254740993});
  EXPECT_FALSE(arrays.run("out == 9007199254740992").hasPassed());
  EXPECT_FALSE(arrays.run("out ~= 9007199254740992").hasPassed());
  EXPECT_TRUE(arrays.run("out == 9007199254740993").hasPassed());
}

TEST(Check, DifferencesBeyond128Bits) {
  NamedArrays arrays;
  arrays.addIntegers("n", ElementType::I32, {1});
  CheckResult result = arrays.run("(n << 126) * 1 == -(n << 126) - 5");
  EXPECT_EQ(result.maxAbsoluteError, std::ldexp(1, 127));
}

TEST(Check, ReductionsOnBothSides) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F16, {1, 2, 3});
  arrays.add("a", ElementType::F32, {6, 1, 1, 1});
  CheckResult result = arrays.run("sum(out) * 1.5 ~= sum(a)");
  EXPECT_TRUE(result.hasPassed());
  EXPECT_EQ(result.numElements, 1u);
  // The tolerance of the least precise argument on the left.
  EXPECT_EQ(result.type, ElementType::F16);
  EXPECT_EQ(result.relativeTolerance, 1e-3);
}

TEST(Check, Errors) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F16, {1, 2.5, 0, 4});
  arrays.add("w", ElementType::F64, {1, 2, 0.25, 4.001});
  CheckResult result = arrays.run("out ~= w");
  EXPECT_EQ(result.numElements, 4u);
  EXPECT_EQ(result.numFailed, 2u);
  EXPECT_EQ(result.maxAbsoluteError, 0.5);
  EXPECT_EQ(result.maxRelativeError, 1);
  // 0.25 in steps of 2^-12.
  EXPECT_EQ(result.maxUlpError, 1024);
  ASSERT_EQ(result.firstFailed.size(), 2u);
  EXPECT_EQ(result.firstFailed[0].index, 1u);
  EXPECT_EQ(result.firstFailed[0].found, "2.5");
  EXPECT_EQ(result.firstFailed[0].wanted, "2");
  EXPECT_EQ(result.firstFailed[1].index, 2u);
  // 0.25 of 0.00025 is more than 0.5 of 0.002.
  EXPECT_EQ(result.worst.index, 2u);
}

TEST(Check, HalfAnUlp) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F32, {1});
  arrays.add("w", ElementType::F64, {1 + std::ldexp(1, -24)});
  EXPECT_EQ(arrays.run("out ~= w").maxUlpError, 0.5);
}

TEST(Check, TheWorstWithoutTolerance) {
  NamedArrays arrays;
  arrays.addIntegers("out", ElementType::I32, {1, 2, 3, 4});
  arrays.addIntegers("w", ElementType::I32, {2, 7, 3, 1});
  CheckResult result = arrays.run("out == w");
  EXPECT_EQ(result.worst.index, 1u);
  EXPECT_EQ(result.maxAbsoluteError, 5);
  EXPECT_EQ(result.maxUlpError, 0);
}

TEST(Check, Inputs) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F32, {0, 0});
  arrays.add("a", ElementType::F32, {1, 0.5});
  arrays.add("b", ElementType::F32, {3, 4});
  arrays.addIntegers("n", ElementType::I32, {7});
  auto inputs = [&](StringRef text) {
    std::string list;
    CheckResult result = arrays.run(text);
    for (const auto &[name, value] : result.firstFailed[0].inputs)
      list += name + "=" + value + " ";
    return list;
  };
  EXPECT_EQ(inputs("out == a + b * a + n"), "a=1 b=3 n=7 ");
  EXPECT_EQ(inputs("out == b[1 - i] + 1"), "b[1 - i]=4 ");
  EXPECT_EQ(inputs("out == where(a > 0.75, b, n)"), "a=1 b=3 ");
  EXPECT_EQ(inputs("out == sum(a) + sum(k, 2, b[k])"), "");
  EXPECT_EQ(inputs("out - a == b"), "out=0 a=1 b=3 ");
}

TEST(CheckReport, Passed) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F32, {1});
  arrays.add("w", ElementType::F64, {1 + std::ldexp(1, -24)});
  EXPECT_EQ(arrays.report("out ~= w"),
            "check 1 of 1: out ~= w: ok, max error 0.5 ulp\n");
  EXPECT_EQ(arrays.report("out == w"), "check 1 of 1: out == w: ok, exact\n");
  arrays.addIntegers("n", ElementType::I32, {5});
  EXPECT_EQ(arrays.report("n ~= 6 atol=3"),
            "check 1 of 1: n ~= 6 atol=3: ok, max error 1\n");
}

TEST(CheckReport, OneFailure) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F32, {1, 2, 3});
  arrays.add("a", ElementType::F32, {1, 4, 3});
  EXPECT_EQ(arrays.report("out ~= a"),
            "check 1 of 1: out ~= a: failed, 1 of 3 elements differ, max error "
            "4.19e+06 ulp (absolute 2, relative 0.5), allowed rtol=1e-06 (the "
            "default of f32)\n"
            "  worst: element 1: found 2, expected 4, where a = 4\n");
}

TEST(CheckReport, ManyFailures) {
  NamedArrays arrays;
  arrays.addIntegers("out", ElementType::I32, {1, 2, 3, 4, 5, 6, 7});
  arrays.addIntegers("a", ElementType::I32, {0, 2, 4, 6, 8, 10, 12});
  EXPECT_EQ(
      arrays.report("out ~= a * 2 atol=2 rtol=0"),
      "check 1 of 1: out ~= a * 2 atol=2 rtol=0: failed, 5 of 7 elements "
      "differ, max error 17 (absolute 17, relative 0.708), allowed atol=2\n"
      "  worst: element 6: found 7, expected 24, where a = 12\n"
      "  element 2: found 3, expected 8, where a = 4\n"
      "  element 3: found 4, expected 12, where a = 6\n"
      "  element 4: found 5, expected 16, where a = 8\n"
      "  element 5: found 6, expected 20, where a = 10\n"
      "  element 6: found 7, expected 24, where a = 12\n");
  EXPECT_NE(arrays.report("out == a * 0 - 1").find("  and 2 more\n"),
            std::string::npos);
}

TEST(CheckReport, IndicesOfTwoDimensions) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F16, {0, 0, 0, 0, 1, 0}, {2, 3});
  EXPECT_EQ(arrays.report("out == 0"),
            "check 1 of 1: out == 0: failed, 1 of 6 elements differ, max error "
            "1.68e+07 ulp (absolute 1, relative 0)\n"
            "  worst: element 4 [1, 1]: found 1, expected 0\n");
}

TEST(CheckReport, ValuesThatWereNeverWritten) {
  NamedArrays arrays;
  HostArray &out = arrays.add("out", ElementType::F32, {1, 1});
  out.setBits(1, getPoison(ElementType::F32));
  EXPECT_EQ(arrays.report("out == 1"),
            "check 1 of 1: out == 1: failed, 1 of 2 elements differ, max error "
            "inf ulp (absolute inf, relative inf)\n"
            "  worst: element 1: found nan (poison), expected 1\n");
}

TEST(CheckReport, WantedValuesBetweenTwoOfTheType) {
  NamedArrays arrays;
  arrays.add("out", ElementType::F16, {1});
  EXPECT_NE(arrays.report("out ~= 1.23456789").find("expected 1.2345679\n"),
            std::string::npos);
}

} // namespace
