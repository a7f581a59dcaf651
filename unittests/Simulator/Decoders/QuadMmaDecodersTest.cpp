//===- QuadMmaDecodersTest.cpp - mma.m8n8k4 of f16 ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of each lane are those of the formulas in PTX ISA 9.0,
// 9.7.14.5.1. Sums of small integers are exact; the others show the order in
// which an H200 rounds them.
//
//===----------------------------------------------------------------------===//

#include "WrongKernel.h"

#include "tile/Simulator/Float/FloatFormat.h"

#include <cmath>
#include <random>

using namespace mlir::tile::sim;

namespace {
struct Form {
  std::string layoutA = "row", layoutB = "col", typeD = "f32", typeC = "f32";
  std::string target = "sm_90a";
};

/// The four products of a warp.
struct Matrices {
  double a[4][8][4] = {}, b[4][4][8] = {}, c[4][8][8] = {}, d[4][8][8] = {};
};

struct Place {
  unsigned row, col;
};
} // namespace

static Place getPlaceInA(bool isRow, unsigned lane, unsigned i) {
  unsigned half = lane < 16 ? 0 : 4;
  return isRow ? Place{lane % 4 + half, i} : Place{i + half, lane % 4};
}

static Place getPlaceInB(bool isRow, unsigned lane, unsigned i) {
  unsigned half = lane < 16 ? 0 : 4;
  return isRow ? Place{lane % 4, i + half} : Place{i, lane % 4 + half};
}

static Place getPlaceInSums(bool isHalf, unsigned lane, unsigned i) {
  unsigned half = lane < 16 ? 0 : 4;
  if (isHalf)
    return {lane % 4 + half, i};
  return {(lane & 0b1) + (i & 0b10) + half,
          (i & 0b100) + (lane & 0b10) + (i & 0b1)};
}

/// Lanes 0-3 and 16-19 have product 0, 4-7 and 20-23 product 1, and so on.
static unsigned getProduct(unsigned lane) { return lane % 16 / 4; }

static uint32_t encode(bool isHalf, double value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(float(value));
  return isHalf ? convertF32ToF16(bits) : bits;
}

/// "{%r4, %r5}"
static std::string makeList(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", %r" : "%r") + std::to_string(first + i);
  return "{" + text + "}";
}

/// A in %r0 and on, B in %r2, C in %r4, D in %r12.
static std::string makeProduct(const Form &form) {
  return "mma.sync.aligned.m8n8k4." + form.layoutA + "." + form.layoutB + "." +
         form.typeD + ".f16.f16." + form.typeC + " " +
         makeList(12, form.typeD == "f16" ? 4 : 8) + ", " + makeList(0, 2) +
         ", " + makeList(2, 2) + ", " +
         makeList(4, form.typeC == "f16" ? 4 : 8) + ";";
}

static TestKernel getKernel(const Form &form) {
  TestKernel kernel;
  kernel.version = "7.0";
  kernel.target = form.target;
  return kernel;
}

static void multiply(const Form &form, Matrices &x) {
  std::vector<uint8_t> input(32 * kSlot);
  auto put = [&](unsigned lane, unsigned byte, bool isHalf, unsigned i,
                 double value) {
    uint32_t code = encode(isHalf, value);
    unsigned size = isHalf ? 2 : 4;
    std::memcpy(&input[lane * kSlot + byte + i * size], &code, size);
  };
  bool isHalfC = form.typeC == "f16", isHalfD = form.typeD == "f16";
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned product = getProduct(lane);
    for (unsigned i = 0; i < 4; ++i) {
      Place a = getPlaceInA(form.layoutA == "row", lane, i),
            b = getPlaceInB(form.layoutB == "row", lane, i);
      put(lane, 0, true, i, x.a[product][a.row][a.col]);
      put(lane, 8, true, i, x.b[product][b.row][b.col]);
    }
    for (unsigned i = 0; i < 8; ++i) {
      Place c = getPlaceInSums(isHalfC, lane, i);
      put(lane, 16, isHalfC, i, x.c[product][c.row][c.col]);
    }
  }
  std::string text;
  for (unsigned r = 0; r < (isHalfC ? 8u : 12u); ++r)
    text += "ld.global.b32 %r" + std::to_string(r) + ", [%in+" +
            std::to_string(4 * r) + "];\n";
  text += makeProduct(form) + "\n";
  for (unsigned r = 0; r < (isHalfD ? 4u : 8u); ++r)
    text += "st.global.b32 [%out+" + std::to_string(4 * r) + "], %r" +
            std::to_string(12 + r) + ";\n";
  TestRun run = getKernel(form).runClean(text, input);
  ASSERT_EQ(run.out.size(), size_t(32 * kSlot));
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 8; ++i) {
      Place d = getPlaceInSums(isHalfD, lane, i);
      x.d[getProduct(lane)][d.row][d.col] =
          isHalfD ? llvm::bit_cast<float>(
                        convertF16ToF32(run.get<uint16_t>(lane, 2 * i)))
                  : run.get<float>(lane, 4 * i);
    }
}

/// The sum of `c` and the products of the factors.
static double runDot(const Form &form, std::vector<double> a,
                     std::vector<double> b, double c) {
  auto x = std::make_unique<Matrices>();
  for (unsigned k = 0; k < a.size(); ++k) {
    x->a[2][5][k] = a[k];
    x->b[2][k][3] = b[k];
  }
  x->c[2][5][3] = c;
  multiply(form, *x);
  return x->d[2][5][3];
}

TEST(QuadMmaDecodersTest, AllLayoutsAndTypes) {
  std::mt19937 bits(3);
  auto choose = [&](int most) {
    return std::uniform_int_distribution<int>(-most, most)(bits);
  };
  for (std::string target : {"sm_70", "sm_90a"})
    for (std::string layoutA : {"row", "col"})
      for (std::string layoutB : {"row", "col"})
        for (std::string types : {"f32 f32", "f32 f16", "f16 f16"}) {
          Form form{layoutA, layoutB, types.substr(0, 3), types.substr(4),
                    target};
          auto x = std::make_unique<Matrices>();
          for (unsigned q = 0; q < 4; ++q)
            for (unsigned i = 0; i < 8; ++i) {
              for (unsigned k = 0; k < 4; ++k) {
                x->a[q][i][k] = choose(8);
                x->b[q][k][i] = choose(8);
              }
              for (unsigned col = 0; col < 8; ++col)
                x->c[q][i][col] = choose(500);
            }
          multiply(form, *x);
          SCOPED_TRACE(target + " " + makeProduct(form));
          for (unsigned q = 0; q < 4; ++q)
            for (unsigned row = 0; row < 8; ++row)
              for (unsigned col = 0; col < 8; ++col) {
                double sum = x->c[q][row][col];
                for (unsigned k = 0; k < 4; ++k)
                  sum += x->a[q][row][k] * x->b[q][k][col];
                EXPECT_EQ(x->d[q][row][col], sum)
                    << q << ": " << row << ", " << col;
              }
        }
}

TEST(QuadMmaDecodersTest, F32SumsAreRoundedOneByOne) {
  Form form;
  // 2^24 + 1 is a tie, which goes to the even neighbour, once or twice.
  EXPECT_EQ(runDot(form, {0x1p12, 1, 1}, {0x1p12, 1, 1}, 0), 0x1p24);
  EXPECT_EQ(runDot(form, {1, 1, 0x1p12}, {1, 1, 0x1p12}, 0), 0x1p24 + 2);
  // C comes last.
  EXPECT_EQ(runDot(form, {1, 1}, {1, 1}, 0x1p24), 0x1p24 + 2);
  EXPECT_EQ(runDot(form, {0x1p12, 1}, {0x1p12, 1}, -0x1p24), 0.0);
  // The products are not rounded.
  EXPECT_EQ(runDot(form, {0x1p-24}, {0x1p-24}, 0), 0x1p-48);
}

TEST(QuadMmaDecodersTest, F16SumsAreRoundedPairByPair) {
  Form form;
  form.typeD = form.typeC = "f16";
  // Only at the end to f16, which has no number beyond 65504.
  EXPECT_EQ(runDot(form, {256, -256}, {256, 128}, 0), 0x1p15);
  EXPECT_EQ(runDot(form, {256, 256}, {256, -128}, -1024), 0x1p15 - 1024);
  EXPECT_EQ(runDot(form, {256}, {256}, 0), INFINITY);
  // C + (0 and 1) is a tie in f32; then comes (2 and 3).
  EXPECT_EQ(runDot(form, {0x1p12, 0, -0x1p12}, {0x1p12, 0, 0x1p12}, 1), 0.0);
  EXPECT_EQ(runDot(form, {0x1p12, -0x1p12}, {0x1p12, 0x1p12}, 1), 1.0);
}

TEST(QuadMmaDecodersTest, NotANumber) {
  for (std::string type : {"f16", "f32"}) {
    Form form;
    form.typeD = form.typeC = type;
    EXPECT_TRUE(std::isnan(runDot(form, {INFINITY, 1}, {0, 1}, 1)));
    EXPECT_EQ(runDot(form, {INFINITY, 1}, {-1, 1}, 1), -INFINITY);
  }
}

TEST(QuadMmaDecodersTest, TensorCoresOfVoltaAndTuring) {
  Form volta, turing;
  volta.target = "sm_70";
  turing.target = "sm_75";
  // Aligned by the greatest exponent and cut off, with 23 bits or with 24.
  EXPECT_EQ(runDot(volta, {1, 0x1p-12, 0x1p-12}, {1, 0x1p-12, 0x1p-12}, 0),
            1.0);
  EXPECT_EQ(runDot(turing, {1, 0x1p-12, 0x1p-12}, {1, 0x1p-12, 0x1p-12}, 0),
            1 + 0x1p-23);
  EXPECT_EQ(runDot(turing, {1, 0x1p-12}, {1, 0x1p-12}, 0), 1.0);
  volta.typeD = volta.typeC = "f16";
  EXPECT_EQ(runDot(volta, {1, 0x1p-11, 0x1p-11}, {1, 1, 0x1p-2}, 0),
            1 + 0x1p-10);
}

TEST(QuadMmaDecodersTest, UndefinedElements) {
  // Lane 21 has row 5 of A of product 1.
  for (std::string type : {"f32", "f16"}) {
    Form form;
    form.typeD = form.typeC = type;
    std::string text;
    for (unsigned r = 1; r < 12; ++r)
      text += "mov.b32 %r" + std::to_string(r) + ", 0;\n";
    text += "setp.ne.u32 %p1, %t, 21;\n@%p1 mov.b32 %r0, 0;\n" +
            makeProduct(form) + "\n";
    // It is row 5 that is undefined: of f16 in lane 21, of f32 in the elements
    // 0, 1, 4 and 5 of the lanes 21 and 23.
    bool isHalf = type == "f16";
    std::string store = "st.global.b32 [%out], %r12;";
    runWrong(getKernel(form), text + store + " //!\n",
             "uninitialized-register");
    std::string others = isHalf ? "setp.ne.u32 %p2, %t, 21;\n"
                                : "and.b32 %r20, %t, 29;\n"
                                  "setp.ne.u32 %p2, %r20, 21;\n"
                                  "st.global.b32 [%out], %r14;\n"
                                  "st.global.b32 [%out], %r19;\n";
    getKernel(form).runClean(text + others + "@%p2 " + store + "\n");
  }
}

TEST(QuadMmaDecodersTest, WholeWarp) {
  Form form;
  std::string text = "setp.eq.u32 %p3, %t, 7;\n@%p3 bra E;\n";
  for (unsigned r = 0; r < 12; ++r)
    text += "mov.b32 %r" + std::to_string(r) + ", 0;\n";
  runWrong(getKernel(form), text + makeProduct(form) + " //!\nE:\n",
           "undefined");
}
