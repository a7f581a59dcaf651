//===- SpecialValuesTest.cpp - Inputs at which code goes wrong ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/SpecialValues.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir::tile::run;

namespace {

std::set<uint64_t> getSet(ElementType type,
                          const MentionedNumbers &mentioned = {}) {
  std::vector<uint64_t> values = getSpecialValues(type, mentioned);
  return {values.begin(), values.end()};
}

TEST(SpecialValues, AreAsManyOfEachType) {
  for (unsigned i = 0; i < kNumElementTypes; ++i) {
    auto type = static_cast<ElementType>(i);
    std::vector<uint64_t> values = getSpecialValues(type);
    EXPECT_EQ(values.size(), 256u);
    EXPECT_EQ(getSet(type).size(), type == ElementType::I1 ? 2u : 256u);
    for (uint64_t value : values)
      EXPECT_TRUE(getBitWidth(type) == 64 || value >> getBitWidth(type) == 0);
    EXPECT_EQ(values, getSpecialValues(type));
  }
}

// IEEE 754, by hand.
TEST(SpecialValues, HasTheEndsOfF32) {
  std::set<uint64_t> values = getSet(ElementType::F32);
  for (uint64_t magnitude :
       {0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000,
        0x3F800000, 0x3F800001, 0x3F7FFFFF, 0x7FC00000, 0x7FFFFFFF}) {
    EXPECT_TRUE(values.count(magnitude)) << std::hex << magnitude;
    EXPECT_TRUE(values.count(magnitude | 0x80000000)) << std::hex << magnitude;
  }
  // A signalling NaN: the highest bit of the mantissa is 0, another one is not.
  auto isSignalling = [](uint64_t bits) {
    return (bits & 0x7FC00000) == 0x7F800000 && (bits & 0x003FFFFF) != 0;
  };
  EXPECT_TRUE(std::any_of(values.begin(), values.end(), isSignalling));
}

TEST(SpecialValues, HasTiesOfNarrowFormatsAndTheirNeighbours) {
  std::set<uint64_t> values = getSet(ElementType::F32);
  // 0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0 (e2m1), 464 (e4m3), 61440 (e5m2),
  // 65520 (f16), 1 + 2^-8 (bf16), 127.5, 65535.5.
  for (uint64_t magnitude :
       {0x3E800000, 0x3F400000, 0x3FA00000, 0x3FE00000, 0x40200000, 0x40600000,
        0x40A00000, 0x43E80000, 0x47700000, 0x477FF000, 0x3F808000, 0x42FF0000,
        0x477FFF80})
    for (int ulp : {-1, 0, 1})
      for (uint64_t sign : {0x00000000u, 0x80000000u})
        EXPECT_TRUE(values.count((magnitude + ulp) | sign))
            << std::hex << magnitude << " + " << ulp;
  // The same of f64 and bf16, as far as these have them.
  EXPECT_TRUE(getSet(ElementType::F64).count(0x4004000000000001)); // 2.5 + ulp
  EXPECT_FALSE(getSet(ElementType::BF16).count(0x10000));
  EXPECT_TRUE(getSet(ElementType::BF16).count(0xC0A1)); // -5.03
  EXPECT_TRUE(getSet(ElementType::F16).count(0x7BFF));  // 65504
}

TEST(SpecialValues, HasTheEndsOfIntegers) {
  std::set<uint64_t> values = getSet(ElementType::I32);
  for (uint64_t value : {0u, 1u, 0xFFFFFFFFu, 0x7FFFFFFFu, 0x80000000u,
                         0x80000001u, 0x55555555u, 0x0F0F0F0Fu})
    EXPECT_TRUE(values.count(value)) << std::hex << value;
  for (unsigned bit = 1; bit < 32; ++bit)
    for (int more : {-1, 0, 1})
      EXPECT_TRUE(values.count((1u << bit) + more)) << bit;
  EXPECT_TRUE(getSet(ElementType::I16).count(0x8000));
  EXPECT_TRUE(getSet(ElementType::I64).count(uint64_t(1) << 62));
}

TEST(SpecialValues, HasWhatIsMentioned) {
  MentionedNumbers mentioned;
  mentioned.floats = {3.140625};
  mentioned.integers = {1000};
  // 3.140625 = 0x40490000.
  for (uint64_t bits : {0x40490000u, 0x40490001u, 0x4048FFFFu, 0xC0490000u}) {
    EXPECT_TRUE(getSet(ElementType::F32, mentioned).count(bits));
    EXPECT_FALSE(getSet(ElementType::F32).count(bits));
  }
  for (uint64_t bits : {999, 1000, 1001}) {
    EXPECT_TRUE(getSet(ElementType::I16, mentioned).count(bits));
    EXPECT_FALSE(getSet(ElementType::I16).count(bits));
  }
}

} // namespace
