//===- PoisonTest.cpp - Elements that a kernel never wrote ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Poison.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::tile::run;

namespace {

HostArray makeArray(ElementType type, llvm::ArrayRef<uint64_t> shape) {
  llvm::Expected<HostArray> array = HostArray::create(type, shape);
  EXPECT_TRUE(bool(array));
  return std::move(*array);
}

/// The report on `numElements` f32, all written but those given.
std::string report(uint64_t numElements, std::vector<uint64_t> missing,
                   std::vector<uint64_t> missingBytes = {}) {
  std::vector<uint64_t> words((numElements * 4 + 63) / 64, ~0ull);
  for (uint64_t element : missing)
    for (uint64_t byte = element * 4; byte < element * 4 + 4; ++byte)
      missingBytes.push_back(byte);
  for (uint64_t byte : missingBytes)
    words[byte / 64] &= ~(1ull << (byte % 64));
  return formatUnwritten("out", makeArray(ElementType::F32, {numElements}),
                         words);
}

TEST(Poison, FloatsAreQuietNaNs) {
  for (ElementType type :
       {ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16,
        ElementType::F8E4M3, ElementType::F8E5M2}) {
    HostArray array = makeArray(type, {3});
    fillPoison(array);
    EXPECT_TRUE(std::isnan(array.getDouble(2))) << getName(type).str();
    unsigned quietBit = getBitWidth(type) == 8     ? 0
                        : type == ElementType::F64 ? 51
                        : type == ElementType::F32 ? 22
                        : type == ElementType::F16 ? 9
                                                   : 6;
    EXPECT_EQ((array.getBits(2) >> quietBit) & 1, 1u) << getName(type).str();
  }
}

TEST(Poison, IntegersAreBytesA5) {
  HostArray array = makeArray(ElementType::I32, {2});
  fillPoison(array);
  for (uint8_t byte : array.getBytes())
    EXPECT_EQ(byte, 0xA5);
}

TEST(Poison, IsRecognised) {
  HostArray array = makeArray(ElementType::F32, {2});
  fillPoison(array);
  array.setDouble(1, NAN);
  EXPECT_TRUE(isPoison(array, 0));
  EXPECT_FALSE(isPoison(array, 1));
}

TEST(Unwritten, NothingToReport) { EXPECT_EQ(report(100, {}), ""); }

TEST(Unwritten, OneRange) {
  std::vector<uint64_t> missing;
  for (uint64_t k = 98408; k < 98432; ++k)
    missing.push_back(k);
  EXPECT_EQ(report(98432, missing),
            "out: 24 of 98432 elements never written: 98408 to 98431");
}

TEST(Unwritten, TheFirstElement) {
  EXPECT_EQ(report(4, {0}), "out: 1 of 4 elements never written: 0");
}

TEST(Unwritten, SeveralRanges) {
  EXPECT_EQ(report(20, {0, 1, 7, 15, 16, 17}),
            "out: 6 of 20 elements never written: 0 to 1, 7, 15 to 17");
}

TEST(Unwritten, OnlyTheFirstRangesAreNamed) {
  EXPECT_EQ(report(20, {0, 2, 4, 6, 8}),
            "out: 5 of 20 elements never written: 0, 2, 4, 6, 8");
  EXPECT_EQ(report(20, {0, 2, 4, 6, 8, 9, 11}),
            "out: 7 of 20 elements never written: 0, 2, 4, 6, 8 to 9 and 1 "
            "more range");
  EXPECT_EQ(report(20, {0, 2, 4, 6, 8, 10, 12}),
            "out: 7 of 20 elements never written: 0, 2, 4, 6, 8 and 2 more "
            "ranges");
}

TEST(Unwritten, All) {
  EXPECT_EQ(report(3, {0, 1, 2}), "out: none of its 3 elements was written");
}

TEST(Unwritten, PartsOfElements) {
  EXPECT_EQ(report(20, {3}, {4, 21}),
            "out: 1 of 20 elements never written: 3; 2 of 20 elements partly "
            "written: 1, 5");
  EXPECT_EQ(report(2, {}, {0, 4}),
            "out: none of its 2 elements was written completely");
}

TEST(Unwritten, ElementsOfOneAndEightBytes) {
  HostArray bytes = makeArray(ElementType::U8, {70});
  EXPECT_EQ(formatUnwritten("c", bytes, {~0ull, ~2ull}),
            "c: 1 of 70 elements never written: 65");
  HostArray doubles = makeArray(ElementType::F64, {9});
  EXPECT_EQ(formatUnwritten("d", doubles, {~0xFF00000000000000ull, ~1ull}),
            "d: 1 of 9 elements never written: 7; 1 of 9 elements partly "
            "written: 8");
}

} // namespace
