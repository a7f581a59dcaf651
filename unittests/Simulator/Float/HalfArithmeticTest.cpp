//===- HalfArithmeticTest.cpp - Tests of arithmetic on f16 and bf16 -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/HalfArithmetic.h"

#include "ExactArithmetic.h"

#include "gtest/gtest.h"

using namespace mlir::tile::sim;
using namespace mlir::tile::sim::exact;

namespace {

constexpr Arithmetic kExactF16 = {5, 10};
constexpr Arithmetic kExactBF16 = {8, 7};
constexpr Arithmetic kExactF32 = {8, 23};

template <const FloatFormat &F> Arithmetic getExact(bool isFlushing = false) {
  Arithmetic exact = &F == &kF16 ? kExactF16 : kExactBF16;
  exact.isFlushing = isFlushing;
  return exact;
}

/// What `.sat` and `.relu` make of a result.
uint64_t finish(const Arithmetic &exact, Arithmetic::Code code, HalfClamp c) {
  bool isNegative = code && exact.isNegative(*code);
  if (c == HalfClamp::Sat)
    return !code || isNegative ? 0 : std::min(*code, exact.one());
  if (c == HalfClamp::Relu && isNegative)
    return 0;
  return code.value_or(0x7fff);
}

template <const FloatFormat &F, bool Ftz, HalfClamp C>
void testArithmetic(size_t count) {
  Arithmetic exact = getExact<F>(Ftz);
  Checker check;
  forOperands(exact, getSpecialCodes(exact), count,
              [&](uint16_t a, uint16_t b, uint16_t c) {
                check.expect("fma", finish(exact, exact.fma(a, b, c), C),
                             FmaHalf<F, Ftz, C>()(a, b, c), a, b, c);
                check.expect("mul", finish(exact, exact.mul(a, b), C),
                             MulHalf<F, Ftz, C>()(a, b), a, b);
                check.expect("add", finish(exact, exact.add(a, c), C),
                             AddHalf<F, Ftz, C>()(a, c), a, c);
                check.expect("sub", finish(exact, exact.sub(a, c), C),
                             SubHalf<F, Ftz, C>()(a, c), a, c);
              });
}

TEST(HalfArithmetic, F16) {
  testArithmetic<kF16, false, HalfClamp::None>(100000);
  testArithmetic<kF16, true, HalfClamp::None>(50000);
}

TEST(HalfArithmetic, F16Clamped) {
  testArithmetic<kF16, false, HalfClamp::Sat>(10000);
  testArithmetic<kF16, true, HalfClamp::Sat>(10000);
  testArithmetic<kF16, false, HalfClamp::Relu>(10000);
  testArithmetic<kF16, true, HalfClamp::Relu>(10000);
}

TEST(HalfArithmetic, BF16) {
  testArithmetic<kBF16, false, HalfClamp::None>(100000);
  testArithmetic<kBF16, false, HalfClamp::Relu>(10000);
}

// The cases that a second rounding gets wrong.
TEST(HalfArithmetic, RoundedOnce) {
  // 1 + 2^-10 + 2^-11 and 1 + 2^-11 are ties, 1 + 2^-11 + 2^-21 is none.
  EXPECT_EQ(0x3c02, FmaHalf<kF16>()(0x3c01, 0x3c00, 0x1000));
  EXPECT_EQ(0x3c00, FmaHalf<kF16>()(0x1000, 0x3c00, 0x3c00));
  EXPECT_EQ(0x3c01, FmaHalf<kF16>()(0x1001, 0x3c00, 0x3c00));
  // 1 + 2^-8 is a tie, 1 + 2^-8 + 2^-15 is none.
  EXPECT_EQ(0x3f80, FmaHalf<kBF16>()(0x3f80, 0x3b80, 0x3f80));
  EXPECT_EQ(0x3f81, FmaHalf<kBF16>()(0x3b81, 0x3f80, 0x3f80));
  // (1 + 2^-3) * (1 + 2^-5) has the tie 1 + 2^-3 + 2^-5 + 2^-8: 0x3f94 is even.
  EXPECT_EQ(0x3f94, FmaHalf<kBF16>()(0x3f90, 0x3f84, 0x0000));
  EXPECT_EQ(0x3f95, FmaHalf<kBF16>()(0x3f90, 0x3f84, 0x0001));
  EXPECT_EQ(0x3f94, FmaHalf<kBF16>()(0x3f90, 0x3f84, 0x8001));
  // 1.5 * 2^127 * 1.5 - 1.9921875 * 2^127 is finite, its product is not.
  EXPECT_EQ(0x7e04, FmaHalf<kBF16>()(0x7f40, 0x3fc0, 0xff7f));
}

template <const FloatFormat &F> void testUnary() {
  Arithmetic exact = getExact<F>(), flushing = getExact<F>(true);
  for (uint32_t code = 0; code < 0x10000; ++code) {
    bool isNaN = exact.isNaN(code);
    ASSERT_EQ(isNaN ? 0x7fff : code ^ 0x8000, NegHalf<F>()(code));
    ASSERT_EQ(isNaN ? 0x7fff : code & 0x7fff, AbsHalf<F>()(code));
    uint64_t flushed = flushing.flush(code);
    ASSERT_EQ(isNaN ? 0x7fff : flushed ^ 0x8000, (NegHalf<F, true>()(code)));
    ASSERT_EQ(isNaN ? 0x7fff : flushed & 0x7fff, (AbsHalf<F, true>()(code)));
  }
}

TEST(HalfArithmetic, NegAbs) {
  testUnary<kF16>();
  testUnary<kBF16>();
}

/// The pseudo-code of PTX ISA, 9.7.4.7 and 9.7.4.8, on codes.
uint64_t expectMinMax(const Arithmetic &exact, uint64_t a, uint64_t b,
                      bool isMax, bool isNaNWanted, bool isXorSign) {
  a = exact.flush(a), b = exact.flush(b);
  uint64_t sign = (a ^ b) & 0x8000;
  if (isXorSign)
    a = exact.magnitude(a), b = exact.magnitude(b);
  bool isNaNA = exact.isNaN(a), isNaNB = exact.isNaN(b);
  if ((isNaNA && isNaNB) || (isNaNWanted && (isNaNA || isNaNB)))
    return 0x7fff;
  uint64_t result;
  if (isNaNA || isNaNB) {
    result = isNaNA ? b : a;
  } else {
    // Sign and magnitude as an integer; -0 comes right below +0.
    int64_t aOrder = exact.isNegative(a) ? -1 - int64_t(exact.magnitude(a)) : a;
    int64_t bOrder = exact.isNegative(b) ? -1 - int64_t(exact.magnitude(b)) : b;
    result = (aOrder < bOrder) == isMax ? b : a;
  }
  return isXorSign ? exact.magnitude(result) | sign : result;
}

template <const FloatFormat &F, MinMax M, bool Ftz, bool NaN, MinMaxSign S>
void testMinMax() {
  Arithmetic exact = getExact<F>(Ftz);
  Checker check;
  auto test = [&](uint64_t a, uint64_t b) {
    check.expect("min or max",
                 expectMinMax(exact, a, b, M == MinMax::Max, NaN,
                              S == MinMaxSign::XorSignAbs),
                 MinMaxHalf<F, M, Ftz, NaN, S>()(a, b), a, b);
  };
  for (uint64_t a : getSpecialCodes(exact))
    for (uint64_t b : getSpecialCodes(exact))
      test(a, b);
  std::vector<uint64_t> codes = getRandomOperands(exact, 5000, 2);
  for (size_t i = 0; i < codes.size(); i += 3)
    test(codes[i], codes[i + 1]);
}

template <const FloatFormat &F, MinMax M, bool Ftz> void testMinMaxModifiers() {
  testMinMax<F, M, Ftz, false, MinMaxSign::Keep>();
  testMinMax<F, M, Ftz, true, MinMaxSign::Keep>();
  testMinMax<F, M, Ftz, false, MinMaxSign::XorSignAbs>();
  testMinMax<F, M, Ftz, true, MinMaxSign::XorSignAbs>();
}

TEST(HalfArithmetic, MinMax) {
  testMinMaxModifiers<kF16, MinMax::Min, false>();
  testMinMaxModifiers<kF16, MinMax::Min, true>();
  testMinMaxModifiers<kF16, MinMax::Max, false>();
  testMinMaxModifiers<kF16, MinMax::Max, true>();
  testMinMaxModifiers<kBF16, MinMax::Min, false>();
  testMinMaxModifiers<kBF16, MinMax::Max, false>();
}

/// As a string of the results for less, equal, greater and unordered operands.
template <const FloatFormat &F, Comparison C>
void testComparison(const char *expected) {
  uint16_t one = getExact<F>().one(), inf = F.getInfinity();
  uint16_t pairs[][2] = {{0x8001, 0x0001}, {0x8000, 0x0000},
                         {inf, one},       {uint16_t(inf + 1), one},
                         {one, inf},       {inf, inf},
                         {one, 0x8000},    {one, 0xffff}};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(expected[i % 4] == '1',
              (CompareHalf<F, C>()(pairs[i][0], pairs[i][1])))
        << int(C) << " " << i;
  // Flushed, these are equal.
  EXPECT_EQ(expected[1] == '1', (CompareHalf<F, C, true>()(0x8001, 0x0002)));
}

template <const FloatFormat &F> void testComparisons() {
  testComparison<F, Comparison::Eq>("0100");
  testComparison<F, Comparison::Ne>("1010");
  testComparison<F, Comparison::Lt>("1000");
  testComparison<F, Comparison::Le>("1100");
  testComparison<F, Comparison::Gt>("0010");
  testComparison<F, Comparison::Ge>("0110");
  testComparison<F, Comparison::Equ>("0101");
  testComparison<F, Comparison::Neu>("1011");
  testComparison<F, Comparison::Ltu>("1001");
  testComparison<F, Comparison::Leu>("1101");
  testComparison<F, Comparison::Gtu>("0011");
  testComparison<F, Comparison::Geu>("0111");
  testComparison<F, Comparison::Num>("1110");
  testComparison<F, Comparison::Nan>("0001");
}

TEST(HalfArithmetic, Comparisons) {
  testComparisons<kF16>();
  testComparisons<kBF16>();
}

// Seen on an H200: 0x7ff7 and 0xfff7 are the NaNs that `.oob` looks for.
TEST(HalfArithmetic, OutOfBounds) {
  FmaHalf<kF16, false, HalfClamp::None, true> f16;
  FmaHalf<kBF16, false, HalfClamp::Relu, true> bf16Relu;
  for (uint16_t nan : {0x7ff7, 0xfff7}) {
    EXPECT_EQ(0, f16(nan, 0x3c00, 0x3c00));
    EXPECT_EQ(0, f16(0x3c00, nan, 0x3c00));
    EXPECT_EQ(0x7fff, f16(0x3c00, 0x3c00, nan));
    EXPECT_EQ(0, bf16Relu(nan, 0x3f80, 0x3f80));
    EXPECT_EQ(0x7fff, (FmaHalf<kF16>()(nan, 0x3c00, 0x3c00)));
  }
  EXPECT_EQ(0x7fff, f16(0x7fff, 0x3c00, 0x3c00));
  EXPECT_EQ(0x4000, f16(0x3c00, 0x3c00, 0x3c00));
  EXPECT_EQ(0, bf16Relu(0xbf80, 0x3f80, 0x0000));
}

/// The f32 of a code, by its fields.
template <const FloatFormat &F> uint64_t widen(uint64_t code) {
  Arithmetic exact = getExact<F>();
  if (exact.isNaN(code))
    return 0x7fffffff;
  uint64_t sign = (code & 0x8000) << 16;
  if (exact.isInfinite(code))
    return sign | 0x7f800000;
  return kExactF32.pack(exact.unpack(code));
}

template <const FloatFormat &F, Rounding R> void testMixed() {
  Arithmetic exact = kExactF32;
  exact.rounding = R;
  Checker check;
  auto toF32 = [](uint64_t code) {
    return llvm::bit_cast<float>(uint32_t(code));
  };
  auto toBits = [](float x) { return llvm::bit_cast<uint32_t>(x); };
  auto test = [&](uint64_t a, uint64_t b, uint64_t c) {
    uint64_t x = widen<F>(a), y = widen<F>(b);
    check.expect("add", exact.add(x, c).value_or(0x7fffffff),
                 toBits(AddMixed<F, R>()(a, toF32(c))), a, c);
    check.expect("sub", exact.sub(x, c).value_or(0x7fffffff),
                 toBits(SubMixed<F, R>()(a, toF32(c))), a, c);
    check.expect("fma", exact.fma(x, y, c).value_or(0x7fffffff),
                 toBits(FmaMixed<F, R>()(a, b, toF32(c))), a, b, c);
  };
  std::vector<uint64_t> halves = getSpecialCodes(getExact<F>());
  std::vector<uint64_t> addends = getSpecialCodes(exact);
  for (uint64_t a : halves)
    for (size_t i = 0; i < halves.size(); ++i)
      test(a, halves[i], addends[(i + a) % addends.size()]);
  std::vector<uint64_t> codes = getRandomOperands(getExact<F>(), 5000, 11);
  std::vector<uint64_t> more = getRandomOperands(exact, 5000, 12);
  for (size_t i = 0; i < codes.size(); i += 3)
    test(codes[i], codes[i + 1], more[i + 1]);
}

TEST(HalfArithmetic, MixedPrecision) {
  testMixed<kF16, Rounding::NearestEven>();
  testMixed<kF16, Rounding::Zero>();
  testMixed<kBF16, Rounding::Down>();
  testMixed<kBF16, Rounding::Up>();
  EXPECT_EQ(1.0f, (AddMixed<kF16, kNearestEven, true>()(0x3c00, 0.5f)));
  EXPECT_EQ(0.0f, (SubMixed<kBF16, kNearestEven, true>()(0x3f80, 1.5f)));
  EXPECT_EQ(0.25f,
            (FmaMixed<kF16, kNearestEven, true>()(0x3800, 0xb800, 0.5f)));
}

TEST(HalfArithmetic, Pairs) {
  // 1 + 2 and -1 + 0.5.
  EXPECT_EQ(0xb8004200, EachHalf<AddHalf<kF16>>()(0xbc003c00, 0x38004000));
  EXPECT_EQ(0xbf004040, EachHalf<AddHalf<kBF16>>()(0xbf803f80, 0x3f004000));
  // 1 * 2 + 1 and -1 * 0.5 + 1.
  EXPECT_EQ(0x38004200,
            EachHalf<FmaHalf<kF16>>()(0xbc003c00, 0x38004000, 0x3c003c00));
}

} // namespace
