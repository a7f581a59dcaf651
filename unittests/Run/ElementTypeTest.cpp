//===- ElementTypeTest.cpp - The types of array elements ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/HostArray.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::StringRef;

namespace {

constexpr ElementType kAllTypes[] = {
    ElementType::F64,  ElementType::F32,    ElementType::F16,
    ElementType::BF16, ElementType::F8E4M3, ElementType::F8E5M2,
    ElementType::I64,  ElementType::I32,    ElementType::I16,
    ElementType::I8,   ElementType::I1,     ElementType::U64,
    ElementType::U32,  ElementType::U16,    ElementType::U8};

/// The value of a small float from its fields.
double decodeFields(unsigned bits, int exponentBits, int mantissaBits,
                    bool hasInfinity) {
  int bias = (1 << (exponentBits - 1)) - 1;
  int exponent = (bits >> mantissaBits) & ((1 << exponentBits) - 1);
  int mantissa = bits & ((1 << mantissaBits) - 1);
  double sign = (bits >> (exponentBits + mantissaBits)) & 1 ? -1 : 1;
  bool isTop = exponent == (1 << exponentBits) - 1;
  if (isTop && hasInfinity)
    return mantissa ? NAN : sign * INFINITY;
  if (isTop && mantissa == (1 << mantissaBits) - 1)
    return NAN;
  if (exponent == 0)
    return sign * std::ldexp(mantissa, 1 - bias - mantissaBits);
  return sign * std::ldexp((1 << mantissaBits) + mantissa,
                           exponent - bias - mantissaBits);
}

void expectSame(double found, double wanted, unsigned bits) {
  if (std::isnan(wanted))
    EXPECT_TRUE(std::isnan(found)) << bits;
  else
    EXPECT_TRUE(found == wanted && std::signbit(found) == std::signbit(wanted))
        << bits << " " << found << " " << wanted;
}

HostArray makeArray(ElementType type, llvm::ArrayRef<uint64_t> shape) {
  llvm::Expected<HostArray> array = HostArray::create(type, shape);
  EXPECT_TRUE(bool(array));
  return std::move(*array);
}

TEST(ElementType, NamesAreReadBack) {
  for (ElementType type : kAllTypes)
    EXPECT_EQ(parseElementType(getName(type)), type);
}

TEST(ElementType, MLIRsNamesOfEightBits) {
  EXPECT_EQ(parseElementType("f8E4M3FN"), ElementType::F8E4M3);
  EXPECT_EQ(parseElementType("e4m3"), ElementType::F8E4M3);
  EXPECT_EQ(parseElementType("f8E5M2"), ElementType::F8E5M2);
  EXPECT_EQ(parseElementType("e5m2"), ElementType::F8E5M2);
}

TEST(ElementType, OtherNamesAreNone) {
  for (const char *name : {"", "f", "f33", "F32", "float", "i4", "f32 "})
    EXPECT_EQ(parseElementType(name), std::nullopt) << name;
}

TEST(ElementType, Sizes) {
  EXPECT_EQ(getByteSize(ElementType::I1), 1u);
  EXPECT_EQ(getByteSize(ElementType::BF16), 2u);
  EXPECT_EQ(getByteSize(ElementType::U64), 8u);
  EXPECT_EQ(getBitWidth(ElementType::I1), 1u);
}

TEST(ElementType, AllValuesOfTheSmallFloats) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    expectSame(decodeFloat(ElementType::F16, bits),
               decodeFields(bits, 5, 10, true), bits);
    expectSame(decodeFloat(ElementType::BF16, bits),
               decodeFields(bits, 8, 7, true), bits);
  }
  for (unsigned bits = 0; bits < 256; ++bits) {
    expectSame(decodeFloat(ElementType::F8E4M3, bits),
               decodeFields(bits, 4, 3, false), bits);
    expectSame(decodeFloat(ElementType::F8E5M2, bits),
               decodeFields(bits, 5, 2, true), bits);
  }
}

TEST(ElementType, SmallFloatsAreEncodedBack) {
  for (unsigned bits = 0; bits < 65536; ++bits)
    if (double value = decodeFields(bits, 5, 10, true); !std::isnan(value)) {
      EXPECT_EQ(encodeFloat(ElementType::F16, value), bits);
    }
  for (unsigned bits = 0; bits < 256; ++bits)
    if (double value = decodeFields(bits, 4, 3, false); !std::isnan(value)) {
      EXPECT_EQ(encodeFloat(ElementType::F8E4M3, value), bits);
    }
}

TEST(ElementType, HalfwayRoundsToEven) {
  // Between two neighbours of f16, from the positive ones, and just beside.
  for (unsigned bits = 0; bits < 0x7BFF; ++bits) {
    double low = decodeFields(bits, 5, 10, true);
    double high = decodeFields(bits + 1, 5, 10, true);
    double middle = (low + high) / 2;
    EXPECT_EQ(encodeFloat(ElementType::F16, middle), bits + (bits & 1));
    EXPECT_EQ(encodeFloat(ElementType::F16, std::nextafter(middle, 0)), bits);
    EXPECT_EQ(encodeFloat(ElementType::F16, std::nextafter(middle, 1e9)),
              bits + 1);
  }
}

TEST(ElementType, OverflowAsOnTheDevice) {
  EXPECT_EQ(encodeFloat(ElementType::F16, 65519.9), 0x7BFFu);
  EXPECT_EQ(encodeFloat(ElementType::F16, 65520), 0x7C00u);
  EXPECT_EQ(encodeFloat(ElementType::F32, 1e39), 0x7F800000u);
  EXPECT_EQ(encodeFloat(ElementType::F8E4M3, 449), 0x7Eu);
  EXPECT_EQ(encodeFloat(ElementType::F8E4M3, -INFINITY), 0xFEu);
  EXPECT_EQ(encodeFloat(ElementType::F8E5M2, 1e9), 0x7Bu);
  EXPECT_EQ(encodeFloat(ElementType::F8E5M2, INFINITY), 0x7Bu);
  EXPECT_TRUE(std::isnan(
      decodeFloat(ElementType::F8E4M3, encodeFloat(ElementType::F8E4M3, NAN))));
}

TEST(ElementType, IntegersKeepTheirSign) {
  EXPECT_TRUE(decodeInteger(ElementType::I8, 0xFF) == -1);
  EXPECT_TRUE(decodeInteger(ElementType::U8, 0xFF) == 255);
  EXPECT_TRUE(decodeInteger(ElementType::I64, ~0ull) == -1);
  EXPECT_TRUE(decodeInteger(ElementType::U64, ~0ull) == (Integer(1) << 64) - 1);
  EXPECT_TRUE(decodeInteger(ElementType::I1, 0xA5) == 1);
  EXPECT_EQ(encodeInteger(ElementType::I16, -2), 0xFFFEu);
  EXPECT_EQ(encodeInteger(ElementType::I1, 3), 1u);
}

TEST(ElementType, FloatsBecomeIntegersTowardZero) {
  EXPECT_TRUE(convertToInteger(ElementType::I32, -2.9) == -2);
  EXPECT_TRUE(convertToInteger(ElementType::I32, 3e9) == 2147483647);
  EXPECT_TRUE(convertToInteger(ElementType::U8, -1) == 0);
  EXPECT_TRUE(convertToInteger(ElementType::I64, 1e30) == INT64_MAX);
  EXPECT_TRUE(convertToInteger(ElementType::I64, -1e30) == INT64_MIN);
  EXPECT_TRUE(convertToInteger(ElementType::I32, NAN) == 0);
}

TEST(ElementType, Ulps) {
  EXPECT_EQ(getUlp(ElementType::F32, 1.0), std::ldexp(1, -23));
  EXPECT_EQ(getUlp(ElementType::F32, -1.5), std::ldexp(1, -23));
  EXPECT_EQ(getUlp(ElementType::F32, 0), std::ldexp(1, -149));
  EXPECT_EQ(getUlp(ElementType::F16, 2048), 2);
  EXPECT_EQ(getUlp(ElementType::F8E4M3, 448), 32);
}

TEST(ElementType, NumbersOfACommandLine) {
  uint64_t bits;
  auto read = [&](ElementType type, StringRef text) {
    std::optional<std::string> expected = parseElement(type, text, bits);
    EXPECT_EQ(expected, std::nullopt) << text.str();
    return bits;
  };
  EXPECT_EQ(read(ElementType::I8, "-128"), 0x80u);
  EXPECT_EQ(read(ElementType::I8, "0xff"), 0xFFu);
  EXPECT_EQ(read(ElementType::U64, "18446744073709551615"), ~0ull);
  EXPECT_EQ(read(ElementType::I64, "-9223372036854775808"), 1ull << 63);
  EXPECT_EQ(read(ElementType::I1, "true"), 1u);
  EXPECT_EQ(read(ElementType::F32, "0.1"), 0x3DCCCCCDu);
  EXPECT_EQ(read(ElementType::F16, "-1e-3"), 0x9419u);
  EXPECT_EQ(read(ElementType::F32, "-inf"), 0xFF800000u);
  EXPECT_EQ(read(ElementType::F32, "nan"), 0x7FC00000u);
  // Just above halfway between 1 and the next f32; an f64 between would round
  // to the half, and then to even.
  EXPECT_EQ(read(ElementType::F32, "1.00000005960464477539062500001"),
            0x3F800001u);
}

TEST(ElementType, NumbersThatAreNone) {
  uint64_t bits;
  auto expectError = [&](ElementType type, StringRef text, StringRef expected) {
    EXPECT_EQ(parseElement(type, text, bits).value_or("none"), expected)
        << text.str();
  };
  expectError(ElementType::I8, "128", "a number from -128 to 127");
  expectError(ElementType::I8, "", "a number from -128 to 127");
  expectError(ElementType::U8, "-1", "a number from 0 to 255");
  expectError(ElementType::I32, "1.5",
              "a number from -2147483648 to 2147483647");
  expectError(ElementType::I8, "0x100", "8 bits after '0x'");
  expectError(ElementType::I8, "0xg", "8 bits after '0x'");
  expectError(ElementType::I1, "2", "a number from 0 to 1");
  for (StringRef text : {"", "x", "1x", "--1", "1e", "snan", "INFINITY", "."})
    expectError(ElementType::F32, text, "a number");
  expectError(ElementType::F16, "65520",
              "a number that fits f16, whose largest is 65504");
  expectError(ElementType::F8E4M3, "inf",
              "a number that fits f8e4m3, whose largest is 448");
}

TEST(ElementType, NumbersForPeople) {
  EXPECT_EQ(formatFloat(ElementType::F32, 0.1f), "0.100000001");
  EXPECT_EQ(formatFloat(ElementType::F16, 0.5), "0.5");
  EXPECT_EQ(formatFloat(ElementType::F32, -INFINITY), "-inf");
  EXPECT_EQ(formatFloat(ElementType::F32, -NAN), "nan");
  EXPECT_EQ(formatInteger(-(Integer(1) << 64)), "-18446744073709551616");
}

TEST(HostArray, StartsAsZeros) {
  HostArray array = makeArray(ElementType::F16, {3, 5});
  EXPECT_EQ(array.getNumElements(), 15u);
  EXPECT_EQ(array.getBytes().size(), 30u);
  for (uint64_t k = 0; k < 15; ++k)
    EXPECT_EQ(array.getBits(k), 0u);
}

TEST(HostArray, AScalarHasOneElement) {
  EXPECT_EQ(makeArray(ElementType::I32, {}).getNumElements(), 1u);
}

TEST(HostArray, ElementsAreLittleEndian) {
  HostArray array = makeArray(ElementType::U32, {2});
  array.setInteger(1, 0x01020304);
  EXPECT_EQ(array.getBytes().drop_front(4).vec(),
            (std::vector<uint8_t>{4, 3, 2, 1}));
}

TEST(HostArray, ElementsAreReadBack) {
  for (ElementType type : kAllTypes) {
    HostArray array = makeArray(type, {3});
    array.setInteger(1, 1);
    EXPECT_EQ(array.getInteger(0), 0);
    EXPECT_EQ(array.getInteger(1), 1);
    EXPECT_EQ(array.getDouble(1), 1.0);
    array.setDouble(2, 1.0);
    EXPECT_EQ(array.getInteger(2), 1);
    EXPECT_EQ(array.format(2), "1");
  }
}

TEST(HostArray, LargeIntegersRoundOnce) {
  // 2^24 + 1 and a little: through an f64 it would be halfway of two f32.
  HostArray array = makeArray(ElementType::F32, {1});
  array.setInteger(0, (((int64_t(1) << 24) + 1) << 38) + 1);
  EXPECT_EQ(array.getDouble(0), std::ldexp((1 << 24) + 2, 38));
}

TEST(HostArray, ACloneIsItsOwn) {
  HostArray array = makeArray(ElementType::I8, {2});
  llvm::Expected<HostArray> copy = array.clone();
  ASSERT_TRUE(bool(copy));
  copy->setInteger(0, 7);
  EXPECT_EQ(array.getInteger(0), 0);
  EXPECT_EQ(copy->getInteger(0), 7);
}

TEST(HostArray, TooLargeIsAnError) {
  auto message = [](llvm::ArrayRef<uint64_t> shape) {
    return llvm::toString(
        HostArray::create(ElementType::F32, shape).takeError());
  };
  EXPECT_EQ(message({1ull << 34, 2}),
            "expected an array of at most 64 GiB, found 17179869184x2xf32");
  // 2^64 bytes: the product overflows to 0.
  EXPECT_EQ(message({1ull << 31, 1ull << 31}),
            "expected an array of at most 64 GiB, found "
            "2147483648x2147483648xf32");
}

TEST(HostArray, Shapes) {
  EXPECT_EQ(formatShape(ElementType::F16, {128, 64}), "128x64xf16");
  EXPECT_EQ(formatShape(ElementType::I32, {}), "i32");
}

} // namespace
