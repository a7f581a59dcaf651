//===- ElementaryFunctionsTest.cpp - Tests of exp2, log2, sine ... --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Float/ElementaryFunctions.h"

#include "llvm/ADT/bit.h"

#include "gtest/gtest.h"

#include <cmath>
#include <random>
#include <vector>

using namespace mlir::tile::sim;

namespace {

constexpr double kInf = HUGE_VAL;
constexpr double kPi = 0x1.921fb54442d18p+1;

/// Numbers between the bounds, a third of them near zero.
std::vector<double> getNumbers(double low, double high) {
  std::mt19937_64 random(1);
  std::vector<double> result;
  for (int i = 0; i < 100000; ++i) {
    double x = low + double(random() >> 11) * 0x1p-53 * (high - low);
    result.push_back(x);
    if (i % 2 == 0 && low < 0)
      result.push_back(std::ldexp(x, -int(random() % 40)));
  }
  return result;
}

/// In units of the last place of a double.
long double getUlps(double found, long double exact) {
  return std::fabs((long double)found - exact) /
         std::ldexp(1.0L, std::ilogb(exact) - 52);
}

using Function = double (*)(double);
using Exact = long double (*)(long double);

/// The largest error on the numbers.
long double getError(Function f, Exact exact, const std::vector<double> &xs) {
  long double worst = 0;
  for (double x : xs)
    if (long double wanted = exact(x); wanted != 0)
      worst = std::max(worst, getUlps(f(x), wanted));
  return worst;
}

/// Of the bits of all results, by FNV-1a.
uint64_t hashResults(Function f, const std::vector<double> &xs) {
  uint64_t hash = 0xcbf29ce484222325;
  for (double x : xs) {
    uint64_t bits = llvm::bit_cast<uint64_t>(f(x));
    for (int byte = 0; byte < 8; ++byte)
      hash = (hash ^ (bits >> (8 * byte) & 0xff)) * 0x100000001b3;
  }
  return hash;
}

TEST(ElementaryFunctions, Errors) {
  EXPECT_LE(getError(computeExp2, std::exp2, getNumbers(-1022, 1023)), 2);
  EXPECT_LE(getError(computeLog2, std::log2, getNumbers(0x1p-10, 4)), 4);
  EXPECT_LE(getError(computeLog2, std::log2, getNumbers(0x1p-10, 1e30)), 4);
  EXPECT_LE(getError(computeSine, std::sin, getNumbers(-3, 3)), 2);
  EXPECT_LE(getError(computeCosine, std::cos, getNumbers(-1.5, 1.5)), 2);
  EXPECT_LE(getError(computeTanh, std::tanh, getNumbers(-20, 20)), 4);
}

TEST(ElementaryFunctions, NearMultiplesOfPi) {
  for (int i = -100; i <= 100; ++i) {
    double x = kPi * (1 - std::fabs(i) * 0x1p-52), y = kPi / 2 + i * 0x1p-50;
    EXPECT_LE(std::fabs(computeSine(x) - std::sin((long double)x)), 0x1p-82L);
    EXPECT_LE(std::fabs(computeCosine(y) - std::cos((long double)y)), 0x1p-82L);
  }
}

TEST(ElementaryFunctions, SpecialResults) {
  auto toBits = [](double x) { return llvm::bit_cast<uint64_t>(x); };
  EXPECT_EQ(computeExp2(1024), kInf);
  EXPECT_EQ(computeExp2(kInf), kInf);
  EXPECT_EQ(computeExp2(1023), 0x1p1023);
  EXPECT_EQ(computeExp2(-1022), 0x1p-1022);
  EXPECT_EQ(toBits(computeExp2(-1023)), 0u);
  EXPECT_EQ(toBits(computeExp2(-kInf)), 0u);
  EXPECT_EQ(computeExp2(-0.0), 1);
  EXPECT_EQ(computeLog2(0.0), -kInf);
  EXPECT_EQ(computeLog2(-0.0), -kInf);
  EXPECT_EQ(computeLog2(kInf), kInf);
  EXPECT_EQ(computeLog2(0x1p-1022), -1022);
  EXPECT_EQ(toBits(computeLog2(1)), 0u);
  EXPECT_EQ(toBits(computeSine(-0.0)), toBits(-0.0));
  EXPECT_EQ(toBits(computeSine(0.0)), 0u);
  EXPECT_EQ(computeCosine(0.0), 1);
  EXPECT_EQ(computeCosine(kPi), -1);
  EXPECT_EQ(computeSine(-kPi / 2), -1);
  EXPECT_EQ(toBits(computeTanh(-0.0)), toBits(-0.0));
  EXPECT_EQ(computeTanh(-kInf), -1);
  EXPECT_EQ(computeTanh(19.5), 1);
  for (Function f :
       {computeExp2, computeLog2, computeSine, computeCosine, computeTanh})
    EXPECT_TRUE(std::isnan(f(std::nan(""))));
  for (double x : {-1.0, -kInf})
    EXPECT_TRUE(std::isnan(computeLog2(x)));
  for (double x : {kInf, -kInf}) {
    EXPECT_TRUE(std::isnan(computeSine(x)));
    EXPECT_TRUE(std::isnan(computeCosine(x)));
  }
}

// Every processor, compiler and C library gives these bits.
TEST(ElementaryFunctions, SameBitsOnEveryHost) {
  std::vector<double> angles = getNumbers(-kPi, kPi);
  EXPECT_EQ(hashResults(computeExp2, getNumbers(-1100, 1100)),
            0x0106b7c888e59be8);
  EXPECT_EQ(hashResults(computeLog2, getNumbers(0, 1e30)), 0xf5a67e8a657c1498);
  EXPECT_EQ(hashResults(computeLog2, getNumbers(0, 4)), 0x2f439a9ae70fd81f);
  EXPECT_EQ(hashResults(computeSine, angles), 0xaeca826e3139f47c);
  EXPECT_EQ(hashResults(computeCosine, angles), 0x69808d2ae2ac2ce3);
  EXPECT_EQ(hashResults(computeTanh, getNumbers(-25, 25)), 0x29016f3badc51b5c);
}

} // namespace
