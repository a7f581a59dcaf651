//===- ApproxFunctionsTest.cpp - Tests of the approximate functions -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/ApproxFunctions.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir::tile::sim;

namespace {

constexpr float kInf = HUGE_VALF;

float toF32(uint32_t bits) { return llvm::bit_cast<float>(bits); }
uint32_t toBits(float x) { return llvm::bit_cast<uint32_t>(x); }
uint64_t toBits(double x) { return llvm::bit_cast<uint64_t>(x); }

/// Positive normal f32 of all exponents, the ends of each among them.
std::vector<float> getPositive() {
  std::mt19937 random(1);
  std::vector<float> result;
  for (uint32_t exponent = 1; exponent < 255; ++exponent) {
    for (uint32_t mantissa : {0u, 1u, 0x400000u, 0x7fffffu})
      result.push_back(toF32(exponent << 23 | mantissa));
    for (int i = 0; i < 40; ++i)
      result.push_back(toF32(exponent << 23 | (random() & 0x7fffff)));
  }
  return result;
}

/// Numbers up to `limit` of both signs, denser near zero.
std::vector<float> getAround(float limit) {
  std::mt19937 random(2);
  std::vector<float> result;
  for (float scale = limit; scale > 1e-9f; scale *= 0.7f)
    for (int i = 0; i < 200; ++i)
      result.push_back(float(int32_t(random())) * 0x1p-31f * scale);
  return result;
}

/// The f32 error in units of its last place, at least that of 2^-126.
long double getUlps(float found, long double exact) {
  int exponent = std::max(std::ilogb(exact), -126) - 23;
  return std::fabs((found - exact) / std::ldexp(1.0L, exponent));
}

long double getRelative(long double found, long double exact) {
  return std::fabs((found - exact) / exact);
}

/// Op(x) for each pair of x and f(x), bit for bit, NaN being any code.
template <typename Op>
void expectResults(const char *name,
                   std::initializer_list<std::pair<float, float>> pairs) {
  for (auto [x, expected] : pairs)
    EXPECT_EQ(expected == expected ? toBits(expected) : 0x7fffffff,
              toBits(Op()(x)))
        << name << " of " << x;
}

const float kNaN = toF32(0x7fffffff);

TEST(ApproxFunctions, SpecialResults) {
  expectResults<RcpApproxF32<false>>("rcp", {{-kInf, -0.0f},
                                             {-0.0f, -kInf},
                                             {0.0f, kInf},
                                             {kInf, 0.0f},
                                             {toF32(0xffc00001), kNaN},
                                             {0x1p-128f, kInf},
                                             {-0x1p-127f, -0x1p127f},
                                             {0x1p127f, 0x1p-127f}});
  expectResults<RcpApproxF32<true>>("rcp.ftz", {{-kInf, -0.0f},
                                                {-0x1p-127f, -kInf},
                                                {0x1p-127f, kInf},
                                                {0x1p127f, 0.0f},
                                                {-0x1p126f, -0x1p-126f},
                                                {kNaN, kNaN}});
  expectResults<SqrtApproxF32<false>>("sqrt", {{-kInf, kNaN},
                                               {-1.0f, kNaN},
                                               {-0x1p-149f, kNaN},
                                               {-0.0f, -0.0f},
                                               {0.0f, 0.0f},
                                               {kInf, kInf},
                                               {0x1p-148f, 0x1p-74f},
                                               {kNaN, kNaN}});
  expectResults<SqrtApproxF32<true>>(
      "sqrt.ftz", {{-0x1p-149f, -0.0f}, {0x1p-148f, 0.0f}, {-1.0f, kNaN}});
  expectResults<RsqrtApproxF32<false>>("rsqrt", {{-kInf, kNaN},
                                                 {-1.0f, kNaN},
                                                 {-0.0f, -kInf},
                                                 {0.0f, kInf},
                                                 {kInf, 0.0f},
                                                 {0x1p-148f, 0x1p74f},
                                                 {kNaN, kNaN}});
  expectResults<RsqrtApproxF32<true>>(
      "rsqrt.ftz", {{-0x1p-149f, -kInf}, {0x1p-148f, kInf}, {4.0f, 0.5f}});
  expectResults<SinApproxF32>("sin", {{-kInf, kNaN},
                                      {kInf, kNaN},
                                      {-0.0f, -0.0f},
                                      {0.0f, 0.0f},
                                      {kNaN, kNaN}});
  expectResults<CosApproxF32>("cos", {{-kInf, kNaN},
                                      {kInf, kNaN},
                                      {-0.0f, 1.0f},
                                      {0.0f, 1.0f},
                                      {-0x1p-140f, 1.0f},
                                      {kNaN, kNaN}});
  expectResults<Lg2ApproxF32<false>>("lg2", {{-kInf, kNaN},
                                             {-1.0f, kNaN},
                                             {-0x1p-140f, kNaN},
                                             {-0.0f, -kInf},
                                             {0.0f, -kInf},
                                             {kInf, kInf},
                                             {1.0f, 0.0f},
                                             {0x1p-149f, -149.0f},
                                             {0x1p127f, 127.0f},
                                             {kNaN, kNaN}});
  expectResults<Lg2ApproxF32<true>>(
      "lg2.ftz", {{-0x1p-140f, -kInf}, {0x1p-149f, -kInf}, {8.0f, 3.0f}});
  expectResults<Ex2ApproxF32<false>>("ex2", {{-kInf, 0.0f},
                                             {-0.0f, 1.0f},
                                             {0.0f, 1.0f},
                                             {kInf, kInf},
                                             {128.0f, kInf},
                                             {127.0f, 0x1p127f},
                                             {-126.0f, 0x1p-126f},
                                             {-140.0f, 0x1p-140f},
                                             {-149.0f, 0x1p-149f},
                                             {-151.0f, 0.0f},
                                             {0x1p-149f, 1.0f},
                                             {kNaN, kNaN}});
  expectResults<Ex2ApproxF32<true>>(
      "ex2.ftz", {{-126.0f, 0x1p-126f}, {-127.0f, 0.0f}, {-kInf, 0.0f}});
  expectResults<TanhApproxF32>("tanh", {{-kInf, -1.0f},
                                        {kInf, 1.0f},
                                        {-0.0f, -0.0f},
                                        {0.0f, 0.0f},
                                        {-0x1p-149f, -0x1p-149f},
                                        {0x1p-20f, 0x1p-20f},
                                        {20.0f, 1.0f},
                                        {kNaN, kNaN}});
}

TEST(ApproxFunctions, SpecialQuotients) {
  DivApproxF32<false> approx;
  DivApproxF32<true> approxFtz;
  DivFullF32<false> full;
  DivFullF32<true> fullFtz;
  EXPECT_EQ(toBits(-0.0f), toBits(approx(-0x1p127f, 0x1p127f)));
  EXPECT_EQ(0x7fffffffu, toBits(approx(kInf, 0x1p127f)));
  EXPECT_EQ(toBits(-0.0f), toBits(approxFtz(-0x1p127f, 0x1p127f)));
  EXPECT_EQ(0x7fffffffu, toBits(approxFtz(kInf, 0x1p127f)));
  EXPECT_EQ(2.0f, approx(0x1p-139f, 0x1p-140f));
  EXPECT_EQ(0x7fffffffu, toBits(approxFtz(0x1p-139f, 0x1p-140f)));
  EXPECT_EQ(-1.0f, full(-0x1p127f, 0x1p127f));
  EXPECT_EQ(kInf, full(kInf, 0x1p127f));
  EXPECT_EQ(-1.0f, fullFtz(-0x1p127f, 0x1p127f));
  EXPECT_EQ(0x1p-128f, full(0x1p-1f, 0x1p127f));
  EXPECT_EQ(0.0f, fullFtz(0x1p-1f, 0x1p127f));
  EXPECT_EQ(-kInf, full(1.0f, -0.0f));
  EXPECT_EQ(0x7fffffffu, toBits(full(0.0f, 0.0f)));
  EXPECT_EQ(3.0f, approx(6.0f, 2.0f));
}

// The errors of the table in ApproxFunctions.h.
TEST(ApproxFunctions, F32ErrorsOfAlgebraic) {
  std::vector<float> numbers = getPositive();
  for (size_t i = 0; i < numbers.size(); ++i) {
    float x = numbers[i], y = numbers[(i * 31 + 7) % numbers.size()];
    ASSERT_LE(getUlps(RcpApproxF32<false>()(x), 1.0L / x), 1) << x;
    if (x <= 0x1p126f) {
      ASSERT_LE(getUlps(RcpApproxF32<true>()(x), 1.0L / x), 1) << x;
    }
    ASSERT_LE(getRelative(SqrtApproxF32<false>()(x), std::sqrt((long double)x)),
              0x1p-23L);
    long double rsqrt = 1 / std::sqrt((long double)x);
    ASSERT_LE(getRelative(RsqrtApproxF32<true>()(x), rsqrt), std::exp2(-22.9L));
    long double quotient = (long double)x / y;
    if (quotient >= 0x1p-126L && quotient <= 0x1.fffffep127L) {
      ASSERT_LE(getUlps(DivFullF32<false>()(x, y), quotient), 2);
      ASSERT_LE(getUlps(DivFullF32<true>()(x, y), quotient), 2);
      if (y <= 0x1p126f) {
        ASSERT_LE(getUlps(DivApproxF32<false>()(x, y), quotient), 2);
      }
    }
    long double log = std::log2((long double)x);
    float lg2 = Lg2ApproxF32<false>()(x);
    if (x > 0.5f && x < 2)
      ASSERT_LE(std::fabs(lg2 - log), 0x1p-22L) << x;
    else
      ASSERT_LE(getRelative(lg2, log), 0x1p-22L) << x;
  }
}

TEST(ApproxFunctions, F32ErrorsOfTranscendental) {
  constexpr float pi = 0x1.921fb6p1f;
  for (float x : getAround(2 * pi)) {
    ASSERT_LE(std::fabs(SinApproxF32()(x) - std::sin((long double)x)),
              std::exp2(-20.5L))
        << x;
    ASSERT_LE(std::fabs(CosApproxF32()(x) - std::cos((long double)x)),
              std::exp2(-20.5L))
        << x;
  }
  for (float x : getAround(100 * pi)) {
    ASSERT_LE(std::fabs(SinApproxF32()(x) - std::sin((long double)x)),
              std::exp2(-14.7L));
    ASSERT_LE(std::fabs(CosApproxF32()(x) - std::cos((long double)x)),
              std::exp2(-14.7L));
  }
  for (float x : getAround(127)) {
    long double power = std::exp2((long double)x);
    ASSERT_LE(getUlps(Ex2ApproxF32<false>()(x), power), 2) << x;
    if (x >= -126) {
      ASSERT_LE(getUlps(Ex2ApproxF32<true>()(x), power), 2) << x;
    }
  }
  for (float x : getAround(12)) {
    if (x != 0) {
      ASSERT_LE(getRelative(TanhApproxF32()(x), std::tanh((long double)x)),
                0x1p-11L);
    }
  }
}

/// The value of a finite code, by its fields.
long double getValue(const FloatFormat &format, uint32_t code) {
  int field = (code & 0x7fff) >> format.mantissaBits;
  int mantissa = code & ((1 << format.mantissaBits) - 1);
  if (field)
    mantissa += 1 << format.mantissaBits;
  long double value =
      std::ldexp((long double)mantissa,
                 std::max(field, 1) - format.bias - format.mantissaBits);
  return code & 0x8000 ? -value : value;
}

template <const FloatFormat &F>
void testHalf(long double ex2, long double tanh) {
  uint32_t infinity = F.getInfinity();
  bool isF16 = &F == &kF16;
  long double smallest = std::ldexp(1.0L, F.getMinExponent());
  for (uint32_t code = 0; code < 0x10000; ++code) {
    uint16_t power = Ex2ApproxHalf<F>()(code);
    uint16_t tangent = TanhApproxHalf<F>()(code);
    if ((code & 0x7fff) > infinity) {
      ASSERT_EQ(0x7fff, power);
      ASSERT_EQ(0x7fff, tangent);
      continue;
    }
    if ((code & 0x7fff) == infinity) {
      ASSERT_EQ(code & 0x8000 ? 0 : infinity, power);
      ASSERT_EQ(isF16 ? (code & 0x8000) | 0x3c00 : (code & 0x8000) | 0x3f80,
                tangent);
      continue;
    }
    long double x = getValue(F, code);
    ASSERT_LE(std::fabs(getValue(F, tangent) - std::tanh(x)), tanh) << x;
    ASSERT_EQ(code & 0x8000, tangent & 0x8000);
    long double exact = std::exp2(x);
    if (exact >= std::ldexp(1.0L, F.bias + 1))
      ASSERT_EQ(infinity, power) << x;
    else if (exact >= smallest)
      ASSERT_LE(getRelative(getValue(F, power), exact), ex2) << x;
    else if (isF16)
      ASSERT_LE(std::fabs(getValue(F, power) - exact), 0x1p-24L) << x;
    else
      ASSERT_EQ(0, power) << x;
  }
}

TEST(ApproxFunctions, HalfErrors) {
  testHalf<kF16>(std::exp2(-9.9L), std::exp2(-10.987L));
  testHalf<kBF16>(0x1p-7L, 0x1p-8L);
}

TEST(ApproxFunctions, F64) {
  RcpApproxF64 rcp;
  RsqrtApproxFtzF64 rsqrtFtz;
  RsqrtApproxF64 rsqrt;
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    double x = llvm::bit_cast<double>(random() >> 1);
    if (!(x < 0x1p1020 && x > 0x1p-1020))
      continue;
    EXPECT_EQ(0u, toBits(rcp(x)) & 0xffffffff);
    EXPECT_EQ(0u, toBits(rsqrtFtz(x)) & 0xffffffff);
    ASSERT_LE(getRelative(rcp(x), 1.0L / x), 0x1p-18L);
    long double root = 1.0L / std::sqrt((long double)x);
    ASSERT_LE(getRelative(rsqrtFtz(x), root), 0x1p-18L);
    ASSERT_LE(getRelative(rsqrt(x), root), 0x1p-51L);
  }
  // PTX ISA, 9.7.3.14 and 9.7.3.17.
  double inf = HUGE_VAL, nan = llvm::bit_cast<double>(0xfff8000000000123);
  EXPECT_EQ(toBits(-0.0), toBits(rcp(-inf)));
  EXPECT_EQ(-inf, rcp(-0x1p-1030));
  EXPECT_EQ(-inf, rcp(-0.0));
  EXPECT_EQ(inf, rcp(0x1p-1030));
  EXPECT_EQ(toBits(0.0), toBits(rcp(inf)));
  EXPECT_EQ(toBits(0.0), toBits(rcp(0x1p1023)));
  EXPECT_EQ(0x7fffffff00000000u, toBits(rcp(nan)));
  // Its upper word is that of infinity.
  EXPECT_EQ(toBits(0.0),
            toBits(rcp(llvm::bit_cast<double>(0x7ff0000000000001))));
  EXPECT_EQ(0x7fffffff00000000u, toBits(rsqrtFtz(-inf)));
  EXPECT_EQ(-inf, rsqrtFtz(-0x1p-1030));
  EXPECT_EQ(inf, rsqrtFtz(0.0));
  EXPECT_EQ(toBits(0.0), toBits(rsqrtFtz(inf)));
  EXPECT_EQ(0x7fffffff00000000u, toBits(rsqrtFtz(-1.0)));
  EXPECT_EQ(-inf, rsqrt(-0.0));
  EXPECT_EQ(0x1p515, rsqrt(0x1p-1030));
  EXPECT_EQ(0xfff8000000000123u, toBits(rsqrt(nan)));
  EXPECT_EQ(0xfff8000000000000u, toBits(rsqrt(-1.0)));
}

// Seen on an H200, where the way to the table shows, not the table.
TEST(ApproxFunctions, AngleOfTheHardware) {
  SinApproxF32 sin;
  CosApproxF32 cos;
  // Less than 2^-25 of a circle is nothing.
  EXPECT_EQ(toBits(0.0f), toBits(sin(0x1.91cc9ep-23f)));
  EXPECT_EQ(toBits(-0.0f), toBits(sin(-0x1.fe5c04p-31f)));
  EXPECT_EQ(toBits(-0.0f), toBits(sin(-0x1p-140f)));
  // Multiplied with 1/(2 pi) in f32, nothing is left of the fraction.
  EXPECT_EQ(toBits(0.0f), toBits(sin(0x1p100f)));
  EXPECT_EQ(toBits(-0.0f), toBits(sin(-0x1p100f)));
  EXPECT_EQ(1.0f, cos(0x1p100f));
}

// Seen on an H200: halves are cut, not rounded.
TEST(ApproxFunctions, HalvesOfTheHardware) {
  EXPECT_EQ(0x7c00, Ex2ApproxHalf<kF16>()(0x4c00));  // 2^16
  EXPECT_EQ(0x7f80, Ex2ApproxHalf<kBF16>()(0x4300)); // 2^128
  EXPECT_EQ(0x3f80, Ex2ApproxHalf<kBF16>()(0xa4c9)); // -2^-54 or so
  EXPECT_EQ(0x3c00, TanhApproxHalf<kF16>()(0x4801)); // tanh(8.01)
  EXPECT_EQ(0x0321, TanhApproxHalf<kF16>()(0x0321));
  EXPECT_EQ(0x1901, TanhApproxHalf<kF16>()(0x1901));
  EXPECT_EQ(0x3b2c, TanhApproxHalf<kBF16>()(0x3b2c));
}

} // namespace
