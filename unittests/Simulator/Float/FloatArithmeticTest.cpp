//===- FloatArithmeticTest.cpp - Tests of arithmetic on f32 and f64 -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/FloatArithmetic.h"

#include "ExactArithmetic.h"

#include "gtest/gtest.h"

using namespace mlir::tile::sim;
using namespace mlir::tile::sim::exact;

namespace {

constexpr Arithmetic kExactF32 = {8, 23};
constexpr Arithmetic kExactF64 = {11, 52};

float toF32(uint64_t bits) { return llvm::bit_cast<float>(uint32_t(bits)); }
double toF64(uint64_t bits) { return llvm::bit_cast<double>(bits); }
uint64_t toBits(float x) { return llvm::bit_cast<uint32_t>(x); }
uint64_t toBits(double x) { return llvm::bit_cast<uint64_t>(x); }

/// Of an f32 result with or without `.sat`.
uint64_t finish(Arithmetic::Code code, bool isSaturating) {
  if (!isSaturating)
    return code.value_or(0x7fffffff);
  if (!code || *code >= 0x80000000)
    return 0;
  return std::min<uint64_t>(*code, 0x3f800000);
}

template <Rounding R, bool Ftz, bool Sat> void testF32(unsigned count) {
  Arithmetic exact = kExactF32;
  exact.rounding = R;
  exact.isFlushing = Ftz;
  Checker check;
  forOperands(exact, getSpecialCodes(exact), count,
              [&](uint64_t a, uint64_t b, uint64_t c) {
                float x = toF32(a), y = toF32(b), z = toF32(c);
                check.expect("fma", finish(exact.fma(a, b, c), Sat),
                             toBits(FmaF32<R, Ftz, Sat>()(x, y, z)), a, b, c);
                check.expect("add", finish(exact.add(a, c), Sat),
                             toBits(AddF32<R, Ftz, Sat>()(x, z)), a, c, 0);
                check.expect("sub", finish(exact.sub(a, c), Sat),
                             toBits(SubF32<R, Ftz, Sat>()(x, z)), a, c, 0);
                check.expect("mul", finish(exact.mul(a, b), Sat),
                             toBits(MulF32<R, Ftz, Sat>()(x, y)), a, b, 0);
              });
}

template <Rounding R> void testF32Modifiers() {
  testF32<R, false, false>(30000);
  testF32<R, true, false>(30000);
  testF32<R, false, true>(3000);
  testF32<R, true, true>(3000);
}

TEST(FloatArithmetic, F32SumsAndProductsToNearest) {
  testF32Modifiers<Rounding::NearestEven>();
}
TEST(FloatArithmetic, F32SumsAndProductsTowardsZero) {
  testF32Modifiers<Rounding::Zero>();
}
TEST(FloatArithmetic, F32SumsAndProductsDown) {
  testF32Modifiers<Rounding::Down>();
}
TEST(FloatArithmetic, F32SumsAndProductsUp) {
  testF32Modifiers<Rounding::Up>();
}

TEST(FloatArithmetic, F32FmaIsTheHosts) {
  std::vector<uint64_t> codes = getRandomOperands(kExactF32, 200000, 7);
  for (size_t i = 0; i < codes.size(); i += 3) {
    float a = toF32(codes[i]), b = toF32(codes[i + 1]), c = toF32(codes[i + 2]);
    float expected = std::fma(a, b, c);
    if (expected == expected) {
      ASSERT_EQ(toBits(expected), toBits(FmaF32<>()(a, b, c)));
    }
  }
}

template <Rounding R, bool Ftz> void testF32Quotients() {
  Arithmetic exact = kExactF32;
  exact.rounding = R;
  exact.isFlushing = Ftz;
  Checker check;
  auto test = [&](uint64_t a, uint64_t b) {
    check.expect("div", finish(exact.div(a, b), false),
                 toBits(DivF32<R, Ftz>()(toF32(a), toF32(b))), a, b, 0);
    check.expect("rcp", finish(exact.div(0x3f800000, a), false),
                 toBits(RcpF32<R, Ftz>()(toF32(a))), a, 0, 0);
    check.expect("sqrt", finish(exact.sqrt(a), false),
                 toBits(SqrtF32<R, Ftz>()(toF32(a))), a, 0, 0);
  };
  for (uint64_t a : getSpecialCodes(exact))
    for (uint64_t b : getSpecialCodes(exact))
      test(a, b);
  std::vector<uint64_t> codes = getRandomOperands(exact, 30000, 3);
  for (size_t i = 0; i < codes.size(); i += 3) {
    test(codes[i], codes[i + 1]);
    test(codes[i + 2], codes[i]);
  }
}

TEST(FloatArithmetic, F32QuotientsAndRoots) {
  testF32Quotients<Rounding::NearestEven, false>();
  testF32Quotients<Rounding::NearestEven, true>();
  testF32Quotients<Rounding::Zero, false>();
  testF32Quotients<Rounding::Zero, true>();
  testF32Quotients<Rounding::Down, false>();
  testF32Quotients<Rounding::Down, true>();
  testF32Quotients<Rounding::Up, false>();
  testF32Quotients<Rounding::Up, true>();
}

/// NaN results are tested on their own: here any will do.
uint64_t finishF64(Arithmetic::Code code) { return code.value_or(~0ull); }
uint64_t toBitsOrAnyNaN(double x) { return x == x ? toBits(x) : ~0ull; }

template <Rounding R> void testF64() {
  Arithmetic exact = kExactF64;
  exact.rounding = R;
  Checker check;
  auto test = [&](uint64_t a, uint64_t b, uint64_t c) {
    double x = toF64(a), y = toF64(b), z = toF64(c);
    check.expect("fma", finishF64(exact.fma(a, b, c)),
                 toBitsOrAnyNaN(FmaF64<R>()(x, y, z)), a, b, c);
    check.expect("add", finishF64(exact.add(a, c)),
                 toBitsOrAnyNaN(AddF64<R>()(x, z)), a, c, 0);
    check.expect("sub", finishF64(exact.sub(a, c)),
                 toBitsOrAnyNaN(SubF64<R>()(x, z)), a, c, 0);
    check.expect("mul", finishF64(exact.mul(a, b)),
                 toBitsOrAnyNaN(MulF64<R>()(x, y)), a, b, 0);
    check.expect("div", finishF64(exact.div(a, b)),
                 toBitsOrAnyNaN(DivF64<R>()(x, y)), a, b, 0);
    check.expect("rcp", finishF64(exact.div(exact.one(), a)),
                 toBitsOrAnyNaN(RcpF64<R>()(x)), a, 0, 0);
    check.expect("sqrt", finishF64(exact.sqrt(a)),
                 toBitsOrAnyNaN(SqrtF64<R>()(x)), a, 0, 0);
  };
  std::vector<uint64_t> specials = getSpecialCodes(exact);
  for (size_t i = 0; i < specials.size(); ++i)
    for (size_t j = 0; j < specials.size(); ++j)
      test(specials[i], specials[j], specials[(i * 7 + j * 3) % 46]);
  std::vector<uint64_t> codes = getRandomOperands(exact, 10000, 5);
  for (size_t i = 0; i < codes.size(); i += 3)
    test(codes[i], codes[i + 1], codes[i + 2]);
}

TEST(FloatArithmetic, F64) {
  testF64<Rounding::NearestEven>();
  testF64<Rounding::Zero>();
  testF64<Rounding::Down>();
  testF64<Rounding::Up>();
}

// Seen on an H200.
TEST(FloatArithmetic, F64KeepsNaNs) {
  double a = toF64(0xfff8000000000123), b = toF64(0x7ff0000000000001);
  double c = toF64(0x7ff4000000000777), inf = HUGE_VAL;
  constexpr uint64_t quietA = 0xfff8000000000123, quietB = 0x7ff8000000000001;
  constexpr uint64_t quietC = 0x7ffc000000000777;
  constexpr uint64_t invalid = 0xfff8000000000000;
  EXPECT_EQ(quietA, toBits(AddF64<>()(a, 1.0)));
  EXPECT_EQ(quietB, toBits(AddF64<>()(1.0, b)));
  EXPECT_EQ(quietB, toBits(AddF64<Rounding::Up>()(a, b)));
  EXPECT_EQ(quietB, toBits(SubF64<>()(a, b)));
  EXPECT_EQ(quietA, toBits(SubF64<>()(1.0, a)));
  EXPECT_EQ(quietB, toBits(MulF64<Rounding::Zero>()(a, b)));
  EXPECT_EQ(quietA, toBits(DivF64<>()(a, b)));
  EXPECT_EQ(quietB, toBits(DivF64<>()(0.0, b)));
  EXPECT_EQ(quietB, toBits(FmaF64<>()(a, b, c)));
  EXPECT_EQ(quietC, toBits(FmaF64<>()(a, 1.0, c)));
  EXPECT_EQ(quietA, toBits(FmaF64<>()(a, 1.0, 1.0)));
  EXPECT_EQ(quietB, toBits(RcpF64<>()(b)));
  EXPECT_EQ(quietA, toBits(SqrtF64<>()(a)));
  EXPECT_EQ(quietA, toBits(NegF64()(a)));
  EXPECT_EQ(quietA, toBits(AbsF64()(a)));
  EXPECT_EQ(quietC, toBits(AbsF64()(c)));
  EXPECT_EQ(quietC, toBits(MinMaxF64<MinMax::Min>()(a, c)));
  EXPECT_EQ(quietA, toBits(MinMaxF64<MinMax::Max>()(c, a)));
  EXPECT_EQ(invalid, toBits(AddF64<>()(inf, -inf)));
  EXPECT_EQ(invalid, toBits(SubF64<Rounding::Down>()(inf, inf)));
  EXPECT_EQ(invalid, toBits(MulF64<>()(0.0, -inf)));
  EXPECT_EQ(invalid, toBits(FmaF64<>()(0.0, inf, 1.0)));
  EXPECT_EQ(invalid, toBits(DivF64<>()(0.0, 0.0)));
  EXPECT_EQ(invalid, toBits(SqrtF64<>()(-1.0)));
}

// Seen on an H200: flushed is what is tiny after rounding to 24 bits.
TEST(FloatArithmetic, F32FlushesAtTheEdge) {
  // (1 - 2^-24) * 2^-126 has 24 bits and is too small.
  EXPECT_EQ(0u, toBits(MulF32<kNearestEven, true>()(toF32(0x3f7fffff),
                                                    toF32(0x00800000))));
  EXPECT_EQ(0x00800000u,
            toBits(MulF32<>()(toF32(0x3f7fffff), toF32(0x00800000))));
  // (1 - 2^-23) * (1 + 2^-23) * 2^-126 has more.
  float a = toF32(0x3f7ffffe), b = toF32(0x00800001);
  EXPECT_EQ(0x00800000u, toBits(MulF32<kNearestEven, true>()(a, b)));
  EXPECT_EQ(0x00800000u, toBits(MulF32<Rounding::Up, true>()(a, b)));
  EXPECT_EQ(0u, toBits(MulF32<Rounding::Down, true>()(a, b)));
  EXPECT_EQ(0u, toBits(MulF32<Rounding::Zero, true>()(a, b)));
  EXPECT_EQ(0x80800000u, toBits(MulF32<Rounding::Down, true>()(-a, b)));
  EXPECT_EQ(0x80000000u, toBits(MulF32<Rounding::Up, true>()(-a, b)));
  EXPECT_EQ(0x00800000u, toBits(FmaF32<kNearestEven, true>()(a, b, 0.0f)));
}

TEST(FloatArithmetic, NegAbsCopySign) {
  for (uint64_t code : getSpecialCodes(kExactF32)) {
    bool isNaN = kExactF32.isNaN(code);
    bool isSubnormal = (code & 0x7fffffff) < 0x00800000;
    uint64_t flushed = isSubnormal ? code & 0x80000000 : code;
    float x = toF32(code);
    EXPECT_EQ(isNaN ? 0x7fffffff : code ^ 0x80000000, toBits(NegF32<>()(x)));
    EXPECT_EQ(isNaN ? 0x7fffffff : code & 0x7fffffff, toBits(AbsF32<>()(x)));
    EXPECT_EQ(isNaN ? 0x7fffffff : flushed ^ 0x80000000,
              toBits(NegF32<true>()(x)));
    EXPECT_EQ(isNaN ? 0x7fffffff : flushed & 0x7fffffff,
              toBits(AbsF32<true>()(x)));
    EXPECT_EQ(code | 0x80000000, toBits(CopySign<float>()(-1.0f, x)));
    EXPECT_EQ(code & 0x7fffffff, toBits(CopySign<float>()(1.0f, x)));
  }
  EXPECT_EQ(toBits(-2.5), toBits(NegF64()(2.5)));
  EXPECT_EQ(toBits(2.5), toBits(AbsF64()(-2.5)));
  EXPECT_EQ(toBits(-2.5), toBits(CopySign<double>()(-0.0, 2.5)));
}

template <typename T> void testProperties(T x, const char *expected) {
  bool found[] = {TestProperty<T, FloatProperty::Finite>()(x),
                  TestProperty<T, FloatProperty::Infinite>()(x),
                  TestProperty<T, FloatProperty::Number>()(x),
                  TestProperty<T, FloatProperty::NotANumber>()(x),
                  TestProperty<T, FloatProperty::Normal>()(x),
                  TestProperty<T, FloatProperty::Subnormal>()(x)};
  std::string letters;
  for (int i = 0; i < 6; ++i)
    letters += found[i] ? "finNos"[i] : '-';
  EXPECT_EQ(expected, letters) << std::hex << toBits(x);
}

TEST(FloatArithmetic, Properties) {
  // Finite, infinite, number, not a number, normal ("o"), subnormal.
  for (float sign : {1.0f, -1.0f}) {
    testProperties(sign * 0.0f, "f-n-o-");
    testProperties(sign * 1.5f, "f-n-o-");
    testProperties(sign * 0x1p-126f, "f-n-o-");
    testProperties(sign * 0x1.fffffcp-127f, "f-n--s");
    testProperties(sign * 0x1p-149f, "f-n--s");
    testProperties(sign * 0x1.fffffep127f, "f-n-o-");
    testProperties(sign * HUGE_VALF, "-in---");
    testProperties(double(sign) * 0.0, "f-n-o-");
    testProperties(double(sign) * 0x1p-1022, "f-n-o-");
    testProperties(double(sign) * 0x1p-1074, "f-n--s");
    testProperties(double(sign) * HUGE_VAL, "-in---");
  }
  testProperties(toF32(0x7f800001), "---N--");
  testProperties(toF32(0xffffffff), "---N--");
  testProperties(toF64(0xfff0000000000001), "---N--");
}

/// The pseudo-code of PTX ISA, 9.7.3.11, on values.
uint64_t expectMinMax(uint64_t a, uint64_t b, bool isMax, bool isFlushing,
                      bool isNaNWanted, bool isXorSign) {
  Arithmetic exact = kExactF32;
  exact.isFlushing = isFlushing;
  a = exact.flush(a), b = exact.flush(b);
  uint64_t sign = (a ^ b) & 0x80000000;
  if (isXorSign)
    a &= 0x7fffffff, b &= 0x7fffffff;
  bool isNaNA = exact.isNaN(a), isNaNB = exact.isNaN(b);
  if ((isNaNA && isNaNB) || (isNaNWanted && (isNaNA || isNaNB)))
    return 0x7fffffff;
  uint64_t result;
  if (isNaNA || isNaNB) {
    result = isNaNA ? b : a;
  } else {
    float x = toF32(a), y = toF32(b);
    bool isLess = x == y ? exact.isNegative(a) && !exact.isNegative(b) : x < y;
    result = isLess == isMax ? b : a;
  }
  return isXorSign ? (result & 0x7fffffff) | sign : result;
}

template <MinMax M, bool Ftz, bool NaN, MinMaxSign S> void testMinMax() {
  Checker check;
  auto test = [&](uint64_t a, uint64_t b) {
    uint64_t expected = expectMinMax(a, b, M == MinMax::Max, Ftz, NaN,
                                     S == MinMaxSign::XorSignAbs);
    MinMaxF32<M, Ftz, NaN, S> op;
    check.expect("min or max", expected, toBits(op(toF32(a), toF32(b))), a, b,
                 0);
  };
  for (uint64_t a : getSpecialCodes(kExactF32))
    for (uint64_t b : getSpecialCodes(kExactF32))
      test(a, b);
  std::vector<uint64_t> codes = getRandomOperands(kExactF32, 3000, 9);
  for (size_t i = 0; i < codes.size(); i += 3)
    test(codes[i], codes[i + 1]);
}

template <MinMax M> void testMinMaxModifiers() {
  testMinMax<M, false, false, MinMaxSign::Keep>();
  testMinMax<M, false, true, MinMaxSign::Keep>();
  testMinMax<M, true, false, MinMaxSign::Keep>();
  testMinMax<M, true, true, MinMaxSign::Keep>();
  testMinMax<M, false, false, MinMaxSign::XorSignAbs>();
  testMinMax<M, false, true, MinMaxSign::XorSignAbs>();
  testMinMax<M, true, false, MinMaxSign::XorSignAbs>();
  testMinMax<M, true, true, MinMaxSign::XorSignAbs>();
}

TEST(FloatArithmetic, MinMax) {
  testMinMaxModifiers<MinMax::Min>();
  testMinMaxModifiers<MinMax::Max>();
}

TEST(FloatArithmetic, MinMaxF64) {
  MinMaxF64<MinMax::Min> min;
  MinMaxF64<MinMax::Max> max;
  double nan = toF64(0x7ff8000000000000);
  EXPECT_EQ(toBits(-0.0), toBits(min(0.0, -0.0)));
  EXPECT_EQ(toBits(0.0), toBits(max(-0.0, 0.0)));
  EXPECT_EQ(-3.0, min(2.0, -3.0));
  EXPECT_EQ(-2.0, max(-2.0, -3.0));
  EXPECT_EQ(0x1p-1074, max(0x1p-1074, -HUGE_VAL));
  EXPECT_EQ(5.0, min(nan, 5.0));
  EXPECT_EQ(5.0, max(5.0, nan));
}

TEST(FloatArithmetic, MinMaxOfThree) {
  float nan = toF32(0x7fc00000);
  MinMaxF32<MinMax::Max> max;
  EXPECT_EQ(3.0f, max(1.0f, 3.0f, -7.0f));
  EXPECT_EQ(-7.0f, max(nan, nan, -7.0f));
  EXPECT_EQ(2.0f, max(nan, 2.0f, nan));
  EXPECT_EQ(0x7fffffffu, toBits(max(nan, nan, nan)));
  MinMaxF32<MinMax::Min, false, true> minNaN;
  EXPECT_EQ(0x7fffffffu, toBits(minNaN(1.0f, 3.0f, nan)));
  EXPECT_EQ(0x7fffffffu, toBits(minNaN(nan, 3.0f, 1.0f)));
  MinMaxF32<MinMax::Max, false, false, MinMaxSign::Abs> maxAbs;
  EXPECT_EQ(7.0f, maxAbs(1.0f, 3.0f, -7.0f));
  MinMaxF32<MinMax::Min, true, false, MinMaxSign::Abs> minAbs;
  EXPECT_EQ(toBits(0.0f), toBits(minAbs(-0x1p-130f, 3.0f, -7.0f)));
}

/// Of less, equal, greater and unordered operands, in this order.
template <Comparison C> void testComparison(const char *expected) {
  float inf = HUGE_VALF, nan = toF32(0x7f800001);
  float pairs[][2] = {{-1.0f, 2.0f},
                      {-0.0f, 0.0f},
                      {3.0f, 2.0f},
                      {nan, 1.0f},
                      {-inf, -0x1p-149f},
                      {inf, inf},
                      {inf, 1.0f},
                      {1.0f, nan},
                      {1.0f, 1.5f},
                      {-4.0f, -4.0f},
                      {0x1p-149f, -0x1p-149f},
                      {nan, nan}};
  for (int i = 0; i < 12; ++i) {
    float a = pairs[i][0], b = pairs[i][1];
    bool isExpected = expected[i % 4] == '1';
    EXPECT_EQ(isExpected, (CompareF32<C>()(a, b))) << int(C) << " " << i;
    EXPECT_EQ(isExpected, (CompareF64<C>()(a, b))) << int(C) << " " << i;
  }
  // Flushed, these are equal.
  bool isEqual = expected[1] == '1';
  EXPECT_EQ(isEqual, (CompareF32<C, true>()(0x1p-130f, -0x1p-127f)));
}

TEST(FloatArithmetic, Comparisons) {
  testComparison<Comparison::Eq>("0100");
  testComparison<Comparison::Ne>("1010");
  testComparison<Comparison::Lt>("1000");
  testComparison<Comparison::Le>("1100");
  testComparison<Comparison::Gt>("0010");
  testComparison<Comparison::Ge>("0110");
  testComparison<Comparison::Equ>("0101");
  testComparison<Comparison::Neu>("1011");
  testComparison<Comparison::Ltu>("1001");
  testComparison<Comparison::Leu>("1101");
  testComparison<Comparison::Gtu>("0011");
  testComparison<Comparison::Geu>("0111");
  testComparison<Comparison::Num>("1110");
  testComparison<Comparison::Nan>("0001");
}

TEST(FloatArithmetic, Pairs) {
  auto pack = [](float low, float high) {
    return toBits(high) << 32 | toBits(low);
  };
  EXPECT_EQ(pack(8.0f, -1.0f),
            EachF32<FmaF32<>>()(pack(2.0f, 3.0f), pack(3.0f, -2.0f),
                                pack(2.0f, 5.0f)));
  EXPECT_EQ(pack(3.0f, 1.5f),
            EachF32<AddF32<>>()(pack(1.0f, 1.0f), pack(2.0f, 0.5f)));
}

// The arithmetic gives the thread its rounding mode back.
TEST(FloatArithmetic, RoundingModeStays) {
  EXPECT_EQ(0x1.0000000000001p0, AddF64<Rounding::Up>()(1.0, 0x1p-80));
  volatile double one = 1.0, tiny = 0x1p-80;
  EXPECT_EQ(1.0, one + tiny);
}

} // namespace
