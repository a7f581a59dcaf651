//===- ExactArithmeticTest.cpp - Floats as numbers of a finite ring -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/ExactArithmetic.h"

#include "TestKernel.h"

#include <cmath>
#include <random>

using namespace mlir::tile::sim;
using namespace mlir::tile::sim::exact;

namespace {

Number make(double value) { return Number::fromDouble(value); }
Number random(std::mt19937 &engine) {
  return Number::fromInteger(int64_t(engine() % kModulus));
}

TEST(ExactArithmeticTest, FloatsAreRationals) {
  for (int i = -30; i <= 30; ++i)
    EXPECT_EQ(make(i).get(), i);
  EXPECT_TRUE(add(make(0.5), make(0.5)) == make(1));
  EXPECT_TRUE(multiply(make(0x1p-149), make(0x1p127)) == make(0x1p-22));
  EXPECT_TRUE(multiply(make(0x1p-1074), make(0x1p1023)) == make(0x1p-51));
  // What floats compute without rounding is computed here.
  std::mt19937 engine(1);
  for (unsigned n = 0; n < 1000; ++n) {
    float a = float(int(engine())) * 0x1p-40f, b = float(int(engine()));
    EXPECT_TRUE(multiply(make(a), make(b)) == make(double(a) * double(b)));
    EXPECT_TRUE(add(make(a), make(-0.25f)) == make(double(a) - 0.25));
  }
}

TEST(ExactArithmeticTest, Ring) {
  std::mt19937 engine(2);
  for (unsigned n = 0; n < 1000; ++n) {
    Number a = random(engine), b = random(engine), c = random(engine);
    EXPECT_TRUE(add(add(a, b), c) == add(a, add(b, c)));
    EXPECT_TRUE(multiply(multiply(a, b), c) == multiply(a, multiply(b, c)));
    EXPECT_TRUE(multiply(a, add(b, c)) == add(multiply(a, b), multiply(a, c)));
    EXPECT_TRUE(fma(a, b, c) == add(multiply(a, b), c));
    EXPECT_TRUE(subtract(a, a).isZero());
  }
}

TEST(ExactArithmeticTest, Inverse) {
  for (int value = 1; value <= kGreatest; ++value) {
    Number a = Number::fromInteger(value);
    EXPECT_TRUE(inverse(inverse(a)) == a) << value;
    EXPECT_EQ(multiply(a, inverse(a)) == make(1), value % kPrime != 0) << value;
  }
  std::mt19937 engine(3);
  for (unsigned n = 0; n < 1000; ++n) {
    Number a = random(engine), b = random(engine);
    if (multiply(a, b).isZero())
      continue;
    EXPECT_TRUE(inverse(multiply(a, b)) == multiply(inverse(a), inverse(b)));
  }
  EXPECT_TRUE(divide(make(3), make(1024)) == multiply(make(3), make(0x1p-10)));
}

TEST(ExactArithmeticTest, Functions) {
  std::mt19937 engine(4);
  Number one = make(1);
  EXPECT_TRUE(exact::exp2(make(0)) == one);
  for (unsigned n = 0; n < 1000; ++n) {
    Number a = random(engine), b = random(engine), sum = add(a, b);
    EXPECT_TRUE(exact::exp2(sum) == multiply(exact::exp2(a), exact::exp2(b)));
    EXPECT_TRUE(exact::exp(sum) == multiply(exact::exp(a), exact::exp(b)));
    Number sinA = exact::sin(a), cosA = exact::cos(a), sinB = exact::sin(b),
           cosB = exact::cos(b);
    EXPECT_TRUE(fma(sinA, sinA, multiply(cosA, cosA)) == one);
    EXPECT_TRUE(exact::sin(sum) == fma(sinA, cosB, multiply(cosA, sinB)));
    EXPECT_TRUE(exact::cos(sum) ==
                subtract(multiply(cosA, cosB), multiply(sinA, sinB)));
    EXPECT_TRUE(multiply(rsqrt(a), exact::sqrt(a)) == one || a.isZero());
    EXPECT_FALSE(a.get() > 1 && exact::sqrt(a) == exact::log2(a));
  }
}

TEST(ExactArithmeticTest, InfinitiesAndNaN) {
  Number inf = Number::infinity(), none = Number::infinity(true),
         nan = Number::nan(), x = make(0.3);
  // A mask of a softmax.
  EXPECT_TRUE(exact::exp2(multiply(subtract(none, x), make(1.44269504))) ==
              make(0));
  EXPECT_TRUE(maximum(none, x) == x);
  EXPECT_TRUE(multiply(none, make(-1)) == inf);
  EXPECT_TRUE(add(inf, none).isNaN());
  EXPECT_TRUE(multiply(inf, make(0)).isNaN());
  EXPECT_TRUE(inverse(make(0)) == inf && inverse(none).isZero());
  EXPECT_TRUE(maximum(nan, x) == x && add(nan, x).isNaN());
}

TEST(ExactArithmeticTest, Bits) {
  for (Format format : {Format::F16, Format::BF16, Format::F32, Format::F64}) {
    for (int value = -kGreatest; value <= kGreatest; ++value) {
      Number number = Number::fromInteger(value);
      bool isForeign = false;
      uint64_t bits = encode(number, format);
      ASSERT_TRUE(decode(bits, format, &isForeign) == number && !isForeign);
      uint64_t sign = uint64_t(1) << (getBits(format) - 1);
      ASSERT_TRUE(decode(bits ^ sign, format) == negate(number));
    }
    for (Number special :
         {Number::infinity(), Number::infinity(true), Number::nan()})
      EXPECT_TRUE(decode(encode(special, format), format) == special);
  }
  EXPECT_EQ(encode(Number::infinity(), Format::F16), 0x7C00u);
  EXPECT_EQ(encode(Number::infinity(true), Format::F32), 0xFF800000u);
  EXPECT_EQ(encode(make(0.5), Format::F32), 0xE2EE0000u);
  // Bits that nothing of this arithmetic makes.
  bool isForeign = false;
  EXPECT_TRUE(decode(0x3F800001, Format::F32, &isForeign) ==
              make(0x1.000002p0));
  EXPECT_TRUE(isForeign);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The kernel's results and notes. `%f1` and `%f2` are 0.5 and 3, as numbers.
TestRun run(const std::string &body) {
  TestKernel kernel;
  kernel.threads = 1;
  kernel.arithmetic = Arithmetic::Exact;
  TestRun result = kernel.run("mov.f32 %f1, 0f3F000000;\n"
                              "mov.f32 %f2, 0f40400000;\n" +
                              body);
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.getFindings(), "");
  return result;
}

void expectF32(const std::string &body, Number value,
               const std::string &notes = "") {
  TestRun result = run(body + "st.global.f32 [%out], %f3;");
  EXPECT_EQ(result.getNotes(), notes) << body;
  EXPECT_EQ(result.get<uint32_t>(0), encode(value, Format::F32))
      << body << decode(result.get<uint32_t>(0), Format::F32).toDouble();
}

TEST(ExactKernelTest, Arithmetic) {
  expectF32("add.ftz.f32 %f3, %f1, %f2;\n", make(3.5));
  expectF32("fma.rn.f32 %f3, %f1, %f2, 0f3E800000;\n", make(1.75));
  expectF32("div.full.f32 %f3, %f2, %f1;\n", make(6));
  expectF32("rcp.approx.f32 %f3, %f1;\n", make(2));
  expectF32("ex2.approx.ftz.f32 %f3, %f1;\n", exact::exp2(make(0.5)));
  expectF32("neg.f32 %f3, %f1;\n", make(-0.5));
  expectF32("sub.f32 %f3, %f1, %f2;\nabs.f32 %f3, %f3;\n", [] {
    Number x = make(-2.5);
    return x.isNegative() ? negate(x) : x;
  }());
  expectF32("sqrt.rn.f32 %f3, %f2;\nmul.f32 %f3, %f3, %f3;\n",
            multiply(exact::sqrt(make(3)), exact::sqrt(make(3))));
}

TEST(ExactKernelTest, Conversions) {
  // Types of floats change nothing.
  expectF32("cvt.rn.f16.f32 %h1, %f1;\ncvt.f32.f16 %f3, %h1;\n", make(0.5));
  expectF32("cvt.rn.bf16x2.f32 %r1, %f1, %f2;\nmov.b32 {%h1, %h2}, %r1;\n"
            "cvt.f32.bf16 %f4, %h2;\ncvt.f32.bf16 %f3, %h1;\n"
            "sub.f32 %f3, %f3, %f4;\n",
            make(2.5));
  // A shift is how bf16 becomes f32, too.
  expectF32("cvt.rn.bf16.f32 %h1, %f1;\nmov.b32 %r1, {0, %h1};\n"
            "mov.b32 %f3, %r1;\nadd.f32 %f3, %f3, %f3;\n",
            make(1));
  expectF32("cvt.f64.f32 %q1, %f1;\nadd.f64 %q1, %q1, 0d3FF0000000000000;\n"
            "cvt.rn.f32.f64 %f3, %q1;\n",
            make(1.5));
  // Integers are numbers, and small ones come back.
  expectF32("mov.b32 %r1, -7;\ncvt.rn.f32.s32 %f3, %r1;\n", make(-7));
  expectF32("mov.b32 %r1, 100000;\ncvt.rn.f32.s32 %f3, %r1;\n", make(100000));
  expectF32("cvt.rzi.s32.f32 %r1, %f2;\nadd.s32 %r1, %r1, 1;\n"
            "cvt.rn.f32.s32 %f3, %r1;\n",
            make(4));
  // Floats of 8 bits are what they are.
  expectF32("cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;\n"
            "cvt.rn.f16x2.e4m3x2 %r1, %h1;\nmov.b32 {%h2, %h3}, %r1;\n"
            "sub.f16 %h2, %h2, %h3;\ncvt.f32.f16 %f3, %h2;\n",
            make(2.5));
}

TEST(ExactKernelTest, ConstantsThatAreWrittenAsIntegers) {
  // 1.5 and -2, as f16 and as two of them.
  expectF32("mov.b16 %h1, 0x3E00;\nmov.b16 %h2, %h1;\n"
            "add.f16 %h2, %h2, %h1;\ncvt.f32.f16 %f3, %h2;\n",
            make(3));
  expectF32("mov.b32 %r1, 0x3E00C000;\nmul.f16x2 %r1, %r1, %r1;\n"
            "mov.b32 {%h1, %h2}, %r1;\nadd.f16 %h1, %h1, %h2;\n"
            "cvt.f32.f16 %f3, %h1;\n",
            make(6.25));
  expectF32("mov.b32 %r1, 0x3FC00000;\nadd.f32 %f3, %r1, %f1;\n", make(2));
  expectF32("setp.eq.u32 %p1, %t, 0;\nselp.b32 %r1, 0x3FC00000, 0, %p1;\n"
            "add.f32 %f3, %r1, %f1;\n",
            make(2));
  // Others are integers.
  TestRun result = run("mov.b32 %r1, 0x3FC00000;\nst.global.u32 [%out], %r1;");
  EXPECT_EQ(result.get<uint32_t>(0), 0x3FC00000u);
}

TEST(ExactKernelTest, BitsThatAreIntegersAreNoted) {
  // Signs and halves are where they were.
  expectF32("mov.b32 %r1, %f1;\nxor.b32 %r1, %r1, 0x80000000;\n"
            "mov.b32 %f3, %r1;\nadd.f32 %f3, %f3, %f2;\n",
            make(2.5));
  // An exponent that is added to; a power of two that is made.
  EXPECT_NE(run("mov.b32 %r1, %f1;\nadd.s32 %r1, %r1, 0x00800000;\n"
                "add.f32 %f3, %r1, %f2;")
                .getNotes(),
            "");
  EXPECT_EQ(run("mov.b32 %r1, 130;\nshl.b32 %r1, %r1, 23;\n"
                "add.f32 %f3, %r1, %f2;")
                .getNotes(),
            "not-exact@28");
  EXPECT_EQ(run("shr.u32 %r1, %t, 23;\nadd.f32 %f3, %f1, %f2;").getNotes(), "");
  EXPECT_EQ(run("add.f32 %f3, %f1, %f2;\nmov.b32 %r1, %f3;\n"
                "shr.u32 %r1, %r1, 23;")
                .getNotes(),
            "not-exact@28");
  // Not known from the code, but from the bits.
  EXPECT_EQ(run("st.global.u32 [%out], 0x3F800001;\nld.global.f32 %f3, [%out];"
                "\nadd.f32 %f3, %f3, %f3;")
                .getNotes(),
            "not-exact@28");
}

TEST(ExactKernelTest, Atomics) {
  expectF32("mov.f32 %f3, 0f00000000;\nst.global.f32 [%out], %f3;\n"
            "red.global.add.f32 [%out], %f1;\n"
            "atom.global.add.f32 %f4, [%out], %f1;\n"
            "ld.global.f32 %f3, [%out];\n",
            make(1));
}

/// D = A * B + C, with all elements of A 0.5, of B 3, of C 0.5.
TEST(ExactKernelTest, Matrices) {
  TestKernel kernel;
  kernel.arithmetic = Arithmetic::Exact;
  for (const char *type : {"f16", "bf16"}) {
    std::string cvt = std::string("cvt.rn.") + type + ".f32 ";
    TestRun result = kernel.runClean(
        "mov.f32 %f1, 0f3F000000;\nmov.f32 %f2, 0f40400000;\n" + cvt +
        "%h1, %f1;\n" + cvt +
        "%h2, %f2;\nmov.b32 %r1, {%h1, %h1};\n"
        "mov.b32 %r2, {%h2, %h2};\n"
        "mma.sync.aligned.m16n8k16.row.col.f32." +
        type + "." + type +
        ".f32 {%f3, %f4, %f5, %f6}, {%r1, %r1, %r1, %r1}, {%r2, %r2}, "
        "{%f1, %f1, %f1, %f1};\nst.global.f32 [%out], %f6;");
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(result.get<uint32_t>(lane), encode(make(24.5), Format::F32));
  }
}

} // namespace
