//===- TritonKernelsTest.cpp - Kernels as Triton compiles them ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels are in Inputs, each below its source. They shuffle and compute
// with registers that were never written in lanes that are not used, store
// equal values several times, and load only the rows that exist. What they
// compute is computed here once more, and a change of one instruction makes it
// a mistake.
//
//===----------------------------------------------------------------------===//

#include "TritonKernel.h"

#include <cmath>
#include <numeric>

using namespace mlir::tile;
using namespace mlir::tile::sim;

TEST(TritonKernelsTest, Softmax) {
  constexpr int kRows = 3, kCols = 500;
  TritonKernel kernel("softmax");
  std::vector<float> x = getRandom(kRows * kCols);
  uint64_t out = kernel.add(std::vector<float>(x.size()), "y");
  EXPECT_EQ(kernel.run({kRows}, 16, kernel.add(x, "x"), out, kCols, kCols), "");
  std::vector<float> y = kernel.get<float>(out, x.size());
  for (int row = 0; row < kRows; ++row) {
    double sum = 0;
    for (int col = 0; col < kCols; ++col)
      sum += std::exp(double(x[row * kCols + col]));
    for (int col = 0; col < kCols; ++col)
      EXPECT_NEAR(y[row * kCols + col],
                  std::exp(double(x[row * kCols + col])) / sum, 1e-7);
  }
}

TEST(TritonKernelsTest, SoftmaxOfTooManyPartialResults) {
  // Four lanes have one; of a lane that is four further there is none.
  TritonKernel kernel("softmax", "%r44, %r8, 2,", "%r44, %r8, 4,");
  uint64_t out = kernel.add(std::vector<float>(500), "y");
  std::string found =
      kernel.run({1}, 16, kernel.add(getRandom(500), "x"), out, 500, 500);
  EXPECT_EQ(found.find("uninitialized-register: the register"), 0u) << found;
  EXPECT_NE(found.find("comes from '%r8', which line 86 reads and which was "
                       "never written"),
            std::string::npos)
      << found;
}

TEST(TritonKernelsTest, SoftmaxWithoutABarrier) {
  TritonKernel kernel("softmax", "bar.sync \t0;", "");
  uint64_t out = kernel.add(std::vector<float>(500), "y");
  std::string found =
      kernel.run({1}, 16, kernel.add(getRandom(500), "x"), out, 500, 500);
  EXPECT_NE(found.find("shared-race"), std::string::npos) << found;
}

TEST(TritonKernelsTest, SumOfHalves) {
  constexpr int kRows = 2, kCols = 200;
  TritonKernel kernel("sum-f16");
  std::vector<uint16_t> x;
  for (int i = 0; i < kRows * kCols; ++i)
    x.push_back(toHalf(float(i % 7 - 3)));
  uint64_t out = kernel.add(std::vector<uint16_t>(kRows), "y");
  EXPECT_EQ(kernel.run({kRows}, 8, kernel.add(x, "x"), out, kCols), "");
  std::vector<uint16_t> y = kernel.get<uint16_t>(out, kRows);
  for (int row = 0; row < kRows; ++row) {
    float sum = 0;
    for (int col = 0; col < kCols; ++col)
      sum += fromHalf(x[row * kCols + col]);
    EXPECT_EQ(fromHalf(y[row]), sum);
  }
}

TEST(TritonKernelsTest, ArgMax) {
  TritonKernel kernel("argmax");
  std::vector<float> x = getRandom(2 * 250);
  uint64_t out = kernel.add(std::vector<int32_t>(2), "y");
  EXPECT_EQ(kernel.run({2}, 32, kernel.add(x, "x"), out, 250), "");
  std::vector<int32_t> y = kernel.get<int32_t>(out, 2);
  for (int row = 0; row < 2; ++row) {
    auto begin = x.begin() + row * 250;
    EXPECT_EQ(y[row], std::max_element(begin, begin + 250) - begin);
  }
}

TEST(TritonKernelsTest, Sort) {
  TritonKernel kernel("sort");
  std::vector<float> x = getRandom(2 * 128);
  uint64_t out = kernel.add(std::vector<float>(x.size()), "y");
  EXPECT_EQ(kernel.run({2}, 512, kernel.add(x, "x"), out), "");
  std::sort(x.begin(), x.begin() + 128);
  std::sort(x.begin() + 128, x.end());
  EXPECT_EQ(kernel.get<float>(out, x.size()), x);
}

TEST(TritonKernelsTest, Histogram) {
  // Threads store equal zeros and counts several times: notes.
  TritonKernel kernel("histogram");
  std::vector<int32_t> x;
  for (int i = 0; i < 256; ++i)
    x.push_back(i * i % 16);
  uint64_t out = kernel.add(std::vector<int32_t>(16), "y");
  std::string notes = kernel.run({1}, 128, kernel.add(x, "x"), out);
  EXPECT_TRUE(kernel.result.succeeded()) << notes;
  EXPECT_NE(notes.find("stored the same value"), std::string::npos) << notes;
  std::vector<int32_t> y = kernel.get<int32_t>(out, 16);
  for (int value = 0; value < 16; ++value)
    EXPECT_EQ(y[value], std::count(x.begin(), x.end(), value));
}

TEST(TritonKernelsTest, MatrixProductOfRowsThatAreThere) {
  // 60 x 60 x 64 in tiles of 32 x 32 x 32; rows and columns from 60 on are
  // neither loaded nor stored.
  constexpr int kM = 60, kN = 60, kK = 64;
  TritonKernel kernel("matmul");
  std::vector<uint16_t> a, b;
  for (int i = 0; i < kM * kK; ++i)
    a.push_back(toHalf(float(i % 11 - 5)));
  for (int i = 0; i < kK * kN; ++i)
    b.push_back(toHalf(float(i % 13 - 6)));
  uint64_t out = kernel.add(std::vector<float>(kM * kN), "c");
  EXPECT_EQ(kernel.run({2, 2}, 4096, kernel.add(a, "a"), kernel.add(b, "b"),
                       out, kM, kN, kK),
            "");
  std::vector<float> c = kernel.get<float>(out, kM * kN);
  for (int row = 0; row < kM; ++row)
    for (int col = 0; col < kN; ++col) {
      float sum = 0;
      for (int k = 0; k < kK; ++k)
        sum += fromHalf(a[row * kK + k]) * fromHalf(b[k * kN + col]);
      EXPECT_EQ(c[row * kN + col], sum);
    }
}

TEST(TritonKernelsTest, MatrixProductWithoutABarrier) {
  TritonKernel kernel("matmul", "bar.sync \t0;", "");
  std::vector<uint16_t> a(60 * 64), b(64 * 60);
  uint64_t out = kernel.add(std::vector<float>(60 * 60), "c");
  std::string found = kernel.run({2, 2}, 4096, kernel.add(a, "a"),
                                 kernel.add(b, "b"), out, 60, 60, 64);
  EXPECT_NE(found.find("shared-race"), std::string::npos) << found;
}
