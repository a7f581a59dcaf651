//===- TritonMatmulTest.cpp - Triton's matrix products on Hopper ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with wgmma, their operands loaded by cp.async or by tensor copies.
//
//===----------------------------------------------------------------------===//

#include "TritonKernel.h"

#include "tile/Simulator/TensorMap.h"

#include <array>
#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::sim;

namespace {
constexpr int kM = 200, kN = 136, kK = 328;

/// a[m][k] * b[k][n], of small integers.
struct Matrices {
  std::vector<uint16_t> a, b;
  std::vector<float> product;

  Matrices() : product(kM * kN) {
    for (int i = 0; i < kM * kK; ++i)
      a.push_back(toHalf(float(i * 7 % 11 - 5)));
    for (int i = 0; i < kK * kN; ++i)
      b.push_back(toHalf(float(i * 5 % 13 - 6)));
    for (int m = 0; m < kM; ++m)
      for (int n = 0; n < kN; ++n)
        for (int k = 0; k < kK; ++k)
          product[m * kN + n] +=
              fromHalf(a[m * kK + k]) * fromHalf(b[k * kN + n]);
  }
  void check(const std::vector<uint16_t> &found) const {
    unsigned wrong = 0;
    for (int i = 0; i < kM * kN; ++i)
      wrong += fromHalf(found[i]) != fromHalf(toHalf(product[i]));
    EXPECT_EQ(wrong, 0u);
  }
};

/// Of a matrix of f16, in boxes of `rows` times 64.
std::array<uint8_t, 128> makeMap(uint64_t address, int rows, int columns,
                                 unsigned boxRows) {
  TensorMap map;
  map.type = 6;
  map.rank = 2;
  map.swizzle = 3;
  map.address = address;
  map.sizes[0] = columns;
  map.sizes[1] = rows;
  map.strides[0] = 2 * columns;
  map.box[0] = 64;
  map.box[1] = boxRows;
  EXPECT_EQ(map.check(), "");
  std::array<uint8_t, 128> bytes;
  map.encode(bytes.data());
  return bytes;
}

/// The findings of the product by descriptors, changed at one place.
std::string runDescriptors(llvm::StringRef from = "",
                           const std::string &to = "") {
  TritonKernel kernel("matmul-descriptors", from, to);
  kernel.options.stepLimit = 1'000'000;
  Matrices x;
  uint64_t c = kernel.add(std::vector<uint16_t>(kM * kN), "c");
  auto toSizes = [](int rows, int columns) {
    return std::tuple(rows, columns, uint64_t(columns), uint64_t(1));
  };
  auto [am, ak, as, a1] = toSizes(kM, kK);
  auto [bk, bn, bs, b1] = toSizes(kK, kN);
  auto [cm, cn, cs, c1] = toSizes(kM, kN);
  std::string found =
      kernel.run({2, 2}, 98328, makeMap(kernel.add(x.a, "a"), kM, kK, 128), am,
                 ak, as, a1, makeMap(kernel.add(x.b, "b"), kK, kN, 64), bk, bn,
                 bs, b1, makeMap(c, kM, kN, 128), cm, cn, cs, c1, kM, kN, kK);
  if (from.empty())
    x.check(kernel.get<uint16_t>(c, kM * kN));
  return found;
}

void expectFound(llvm::StringRef from, const std::string &to,
                 const char *message) {
  std::string found = runDescriptors(from, to);
  EXPECT_NE(found.find(message), std::string::npos) << from.str() << ":\n"
                                                    << found;
}
} // namespace

TEST(TritonMatmulTest, DescriptorsOfTheHost) {
  EXPECT_EQ(runDescriptors(), "");
}

TEST(TritonMatmulTest, DescriptorsThatTheKernelMakes) {
  TritonKernel kernel("matmul-made-descriptors");
  Matrices x;
  uint64_t c = kernel.add(std::vector<uint16_t>(kM * kN), "c");
  // The first of the two last arguments is for the descriptors.
  uint64_t scratch = kernel.add(std::vector<uint8_t>(65536), "scratch");
  EXPECT_EQ(kernel.runWithScratch({2, 2}, 98328, scratch, kernel.add(x.a, "a"),
                                  kernel.add(x.b, "b"), c, kM, kN, kK),
            "");
  x.check(kernel.get<uint16_t>(c, kM * kN));
}

TEST(TritonMatmulTest, OperandsByCpAsync) {
  TritonKernel kernel("matmul-wgmma");
  Matrices x;
  uint64_t c = kernel.add(std::vector<uint16_t>(kM * kN), "c");
  EXPECT_EQ(kernel.run({6}, 73728, kernel.add(x.a, "a"), kernel.add(x.b, "b"),
                       c, kM, kN, kK, kK, kN, kN),
            "");
  x.check(kernel.get<uint16_t>(c, kM * kN));
}

TEST(TritonMatmulTest, Attention) {
  constexpr int kRows = 160, kD = 64;
  TritonKernel kernel("attention-wgmma");
  std::vector<float> random = getRandom(3 * kRows * kD);
  std::vector<uint16_t> all;
  for (float value : random)
    all.push_back(toHalf(value));
  auto part = [&](int number) {
    return std::vector<uint16_t>(all.begin() + number * kRows * kD,
                                 all.begin() + (number + 1) * kRows * kD);
  };
  std::vector<uint16_t> q = part(0), k = part(1), v = part(2);
  uint64_t o = kernel.add(std::vector<uint16_t>(kRows * kD), "o");
  float scale = 1.44269504f / 8;
  EXPECT_EQ(kernel.run({2, 1}, 65536, kernel.add(q, "q"), kernel.add(k, "k"),
                       kernel.add(v, "v"), o, kRows, scale),
            "");
  std::vector<uint16_t> found = kernel.get<uint16_t>(o, kRows * kD);
  for (int row = 0; row < kRows; ++row) {
    std::vector<double> sums(kD);
    double total = 0;
    for (int at = 0; at <= row; ++at) {
      double score = 0;
      for (int d = 0; d < kD; ++d)
        score += double(fromHalf(q[row * kD + d])) * fromHalf(k[at * kD + d]);
      double weight = std::exp2(score * scale);
      total += weight;
      for (int d = 0; d < kD; ++d)
        sums[d] += weight * fromHalf(v[at * kD + d]);
    }
    for (int d = 0; d < kD; ++d)
      EXPECT_NEAR(fromHalf(found[row * kD + d]), sums[d] / total, 5e-3);
  }
}

TEST(TritonMatmulTest, WithoutAWaitForAProduct) {
  expectFound("wgmma.wait_group.sync.aligned 1;", "",
              "which an asynchronous operation that no thread has waited for "
              "still reads");
}

TEST(TritonMatmulTest, WithoutAFenceOfRegisters) {
  expectFound("wgmma.fence.sync.aligned;", "", "expected wgmma.fence");
}

TEST(TritonMatmulTest, WithoutAFenceOfProxies) {
  expectFound("fence.proxy.async.shared::cta;", "",
              "with no fence.proxy.async of its own between");
}

TEST(TritonMatmulTest, WithoutAWaitForALoad) {
  expectFound(
      "mbarrier.try_wait.parity.shared.b64 complete, [%r31], %r142;",
      "setp.eq.u32 complete, 0, 0;",
      "which an asynchronous copy that no thread has waited for still writes");
}

TEST(TritonMatmulTest, WithoutAWaitForTheStore) {
  expectFound("cp.async.bulk.wait_group.read \t0;", "",
              "expected cp.async.bulk.wait_group.read");
}
