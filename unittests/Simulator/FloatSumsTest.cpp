//===- FloatSumsTest.cpp - Sums of products in single precision ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The expected values are those of FloatMatrices, which were compared with an
// H200.
//
//===----------------------------------------------------------------------===//

#include "FloatSums.h"

#include "gtest/gtest.h"

#include <cstring>
#include <functional>
#include <random>

using namespace mlir::tile::sim;

namespace {

constexpr unsigned kRows = 16, kN = kSumColumns;
using Factors = SumFactors<kRows * 32>;

struct Type {
  const char *name;
  unsigned bytes;
  /// Of the exponent.
  unsigned mantissaBits, exponentBits;
  FactorType type;
  MatrixElement (*unpack)(uint32_t code);

  unsigned k() const { return 32 / bytes; }
};

const Type kTypes[] = {
    {"f16", 2, 10, 5, FactorType::F16,
     [](uint32_t code) { return unpackF16(uint16_t(code)); }},
    {"bf16", 2, 7, 8, FactorType::BF16,
     [](uint32_t code) { return unpackBF16(uint16_t(code)); }},
    {"tf32", 4, 23, 8, FactorType::TF32, unpackTF32},
    {"e4m3", 1, 3, 4, FactorType::Byte,
     [](uint32_t code) { return getElementTable("e4m3", false)[code]; }},
    {"e5m2", 1, 2, 5, FactorType::Byte,
     [](uint32_t code) { return getElementTable("e5m2", false)[code]; }},
};

/// A random code whose exponent is at most `spread` from the bias, or any code.
uint32_t makeCode(std::mt19937 &random, unsigned mantissaBits,
                  unsigned exponentBits, int spread) {
  unsigned bits = 1 + mantissaBits + exponentBits;
  auto code = uint32_t(random() & (uint64_t(1) << bits) - 1);
  if (random() % 8 == 0)
    return code >> (bits - 1) << (bits - 1);
  if (spread < 0)
    return code;
  int bias = (1 << (exponentBits - 1)) - 1,
      exponent = bias + int(random() % (2 * spread + 1)) - spread;
  uint32_t mask = ((1u << exponentBits) - 1) << mantissaBits;
  return (code & ~mask) | uint32_t(std::clamp(exponent, 0, 2 * bias))
                              << mantissaBits;
}

/// Returns how many of the products had room.
unsigned compareSums(const Type &type, int spread, unsigned numProducts) {
  std::mt19937 random(spread + 100);
  DotModel model = DotModel::getOfWarpgroup(type.name);
  unsigned k = type.k(), withRoom = 0;
  for (unsigned product = 0; product < numProducts; ++product) {
    FloatMatrices expected;
    expected.k = k;
    Factors a, b;
    std::vector<uint8_t> codes(kRows * k * type.bytes);
    auto fill = [&](unsigned count, auto set) {
      for (unsigned i = 0; i < count; ++i) {
        uint32_t code =
            makeCode(random, type.mantissaBits, type.exponentBits, spread);
        std::memcpy(codes.data() + i * type.bytes, &code, type.bytes);
        set(i, type.unpack(code));
      }
    };
    fill(kRows * k, [&](unsigned i, MatrixElement element) {
      expected.setA(i / k, i % k, element);
    });
    a.set(type.type, codes.data(), kRows * k, getSumFactors(type.name));
    fill(k * kN, [&](unsigned i, MatrixElement element) {
      expected.setB(i / kN, i % kN, element);
    });
    b.set(type.type, codes.data(), k * kN, getSumFactors(type.name));
    float c[kRows][kN];
    for (unsigned i = 0; i < kRows * kN; ++i) {
      uint32_t code = makeCode(random, 23, 8, spread);
      c[i / kN][i % kN] = llvm::bit_cast<float>(code);
      expected.setC(i / kN, i % kN, unpackF32(code));
    }
    if (!addProducts(a, b, k, model, c))
      continue;
    ++withRoom;
    expected.multiply(model, /*isHalf=*/false);
    for (unsigned i = 0; i < kRows * kN; ++i)
      EXPECT_EQ(llvm::bit_cast<uint32_t>(c[i / kN][i % kN]),
                packSum(model, expected.c[i / kN][i % kN], /*isHalf=*/false))
          << type.name << " spread " << spread << " product " << product
          << " element " << i;
  }
  return withRoom;
}

TEST(FloatSumsTest, NumbersOfUsualExponents) {
  for (const Type &type : kTypes)
    for (int spread : {0, 1, 3, 7})
      EXPECT_EQ(compareSums(type, spread, 100), 100u) << type.name;
}

TEST(FloatSumsTest, NumbersOfManyExponents) {
  for (const Type &type : kTypes)
    for (int spread : {14, 30, 45, 60, 100})
      compareSums(type, spread, 100);
}

TEST(FloatSumsTest, AnyCodes) {
  for (const Type &type : kTypes)
    compareSums(type, -1, 300);
}

TEST(FloatSumsTest, SpecialNumbersHaveNoRoom) {
  for (uint16_t special : {0x7C00, 0xFC00, 0x7E00}) {
    std::vector<uint16_t> codes(kRows * 16, 0), zeros = codes;
    codes[37] = special;
    Factors a, b;
    a.set(FactorType::F16, reinterpret_cast<uint8_t *>(codes.data()),
          codes.size());
    b.set(FactorType::F16, reinterpret_cast<uint8_t *>(zeros.data()), 16 * kN);
    float c[kRows][kN] = {};
    EXPECT_FALSE(addProducts(a, b, 16, DotModel::getOfWarpgroup("f16"), c));
  }
}

} // namespace
