//===- FloatFormatTest.cpp - Tests of the floating-point formats ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/FloatFormat.h"

#include "ExactFloats.h"

#include "gtest/gtest.h"

#include <cfenv>

using namespace mlir::tile::sim;
using namespace mlir::tile::sim::exact;

namespace {

/// The host's rounding mode, for a scope; host arithmetic on volatile values
/// then rounds that way.
class HostRounding {
public:
  explicit HostRounding(char letter) {
    std::fesetround(letter == 'n'   ? FE_TONEAREST
                    : letter == 'z' ? FE_TOWARDZERO
                    : letter == 'm' ? FE_DOWNWARD
                                    : FE_UPWARD);
  }
  ~HostRounding() { std::fesetround(FE_TONEAREST); }
};

/// The modes that the host has, too.
constexpr Mode kHostModes[] = {{Rounding::NearestEven, 'n'},
                               {Rounding::Zero, 'z'},
                               {Rounding::Down, 'm'},
                               {Rounding::Up, 'p'}};

/// A finite value by what its fields say.
long double toLongDouble(const FloatValue &value) {
  long double result = 0;
  if (value.kind == FloatValue::Finite)
    result = std::ldexp((long double)value.significand, value.exponent - 63);
  if (value.kind == FloatValue::Infinity)
    result = std::numeric_limits<long double>::infinity();
  return value.isNegative ? -result : result;
}

/// Doubles of all sizes, near numbers that f32 and f16 have, and anywhere.
std::vector<double> getDoubles(unsigned count) {
  std::mt19937_64 random(1);
  std::vector<double> result = {
      0.0,       -0.0,        0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023,
      0x1p-149,  0x1p-150,    0x1p-126,  0x1p128,   0x1.fffffefffffffp127,
      HUGE_VAL,  -HUGE_VAL,   0x1p-24,   0x1p-25,   0x1.ffep15,
      65504,     65520,       0.5,       1.5,       2.5,
      0x1p52,    0x1p52 + .5, 0x1p63,    0x1p64,    -0x1p63,
      0x1p63 * 3};
  for (unsigned i = 0; i < count; ++i) {
    uint64_t bits = random();
    double any = bitCast<double>(bits);
    if (!std::isnan(any))
      result.push_back(any);
    // Exponents that the small formats have, few bits, and one far below:
    // where rounding twice would show.
    uint64_t exponent = 1023 - 160 + random() % 320;
    uint64_t top = random() & 0x000fffffe0000000;
    uint64_t rest = (random() % 3) * 0x10000000 + (random() % 3) - 1;
    result.push_back(bitCast<double>((bits & (uint64_t(1) << 63)) |
                                     ((exponent << 52 | top) + rest)));
  }
  return result;
}

TEST(FloatFormat, Constants) {
  EXPECT_EQ(kF64.getBits(), 64u);
  EXPECT_EQ(kF64.getMaxFinite(), 0x7fefffffffffffffu);
  EXPECT_EQ(kF64.getInfinity(), 0x7ff0000000000000u);
  EXPECT_EQ(kF32.getMaxFinite(), 0x7f7fffffu);
  EXPECT_EQ(kF32.getMinExponent(), -126);
  EXPECT_EQ(kTF32.getBits(), 32u);
  EXPECT_EQ(kTF32.getMaxFinite(), 0x7f7fe000u);
  EXPECT_EQ(kTF32.getInfinity(), 0x7f800000u);
  EXPECT_EQ(kF16.getMaxFinite(), 0x7bffu);
  EXPECT_EQ(kBF16.getMaxFinite(), 0x7f7fu);
  EXPECT_EQ(kE5M2.getMaxFinite(), 0x7bu);
  EXPECT_EQ(kE4M3.getMaxFinite(), 0x7eu);
  EXPECT_EQ(kE3M2.getMaxFinite(), 0x1fu);
  EXPECT_EQ(kE2M3.getMaxFinite(), 0x1fu);
  EXPECT_EQ(kE2M1.getMaxFinite(), 0x7u);
  EXPECT_EQ(kUE8M0.getMaxFinite(), 0xfeu);
  EXPECT_EQ(kUE8M0.getSignBit(), 0u);
  EXPECT_EQ(FloatFormat::get("e3m2"), &kE3M2);
  EXPECT_EQ(FloatFormat::get("f8"), nullptr);
}

TEST(FloatFormat, DecodesEveryCode) {
  for (const ExactFormat *exact : kExactFormats) {
    SCOPED_TRACE(exact->format.name.str());
    for (uint64_t i = 0; i < exact->signBit >> exact->low; ++i) {
      uint64_t code = i << exact->low;
      FloatValue positive = exact->format.decode(code);
      FloatValue negative = exact->format.decode(code | exact->signBit);
      ASSERT_FALSE(positive.isNegative);
      ASSERT_TRUE(negative.isNegative);
      ASSERT_EQ(negative.kind, positive.kind);
      if (i >= exact->values.size()) {
        bool isInfinity = code == exact->inf && code != exact->nan;
        ASSERT_EQ(positive.kind,
                  isInfinity ? FloatValue::Infinity : FloatValue::NaN);
        continue;
      }
      ASSERT_EQ(positive.kind, i ? FloatValue::Finite : FloatValue::Zero);
      ASSERT_EQ(toLongDouble(positive), exact->values[i]) << i;
      ASSERT_EQ(toLongDouble(negative), -exact->values[i]) << i;
    }
  }
}

TEST(FloatFormat, DecodesPowersOfTwo) {
  for (int code = 0; code < 255; ++code)
    EXPECT_EQ(toLongDouble(kUE8M0.decode(code)), std::ldexp(1.0L, code - 127));
  EXPECT_EQ(kUE8M0.decode(255).kind, FloatValue::NaN);
}

TEST(FloatFormat, DecodesF32AndF64) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 500000; ++i) {
    uint64_t bits = random();
    double d = bitCast<double>(bits);
    if (std::isnan(d))
      ASSERT_EQ(kF64.decode(bits).kind, FloatValue::NaN);
    else
      ASSERT_EQ(toLongDouble(kF64.decode(bits)), (long double)d);
    float f = bitCast<float>(uint32_t(bits));
    if (std::isnan(f))
      ASSERT_EQ(kF32.decode(bits).kind, FloatValue::NaN);
    else
      ASSERT_EQ(toLongDouble(kF32.decode(bits)), (long double)f);
  }
  EXPECT_EQ(toLongDouble(kF64.decode(1)), 0x1p-1074L);
  EXPECT_EQ(toLongDouble(kF32.decode(1)), 0x1p-149L);
  EXPECT_EQ(kF32.decode(0x80000000).kind, FloatValue::Zero);
  EXPECT_TRUE(kF32.decode(0x80000000).isNegative);
  EXPECT_EQ(kF32.decode(0xff800000).kind, FloatValue::Infinity);
  // The mantissa of a NaN is at the top.
  EXPECT_EQ(kF32.decode(0x7fc00001).significand, 0x8000020000000000u);
}

TEST(FloatFormat, EveryCodeSurvives) {
  for (const ExactFormat *exact : kExactFormats)
    for (uint64_t i = 0; i < exact->values.size(); ++i)
      for (uint64_t sign : {uint64_t(0), exact->signBit})
        for (Mode mode : kModes) {
          uint64_t code = sign | i << exact->low;
          FloatValue value = exact->format.decode(code);
          ASSERT_EQ(exact->format.encode(value, mode.rounding), code)
              << exact->format.name.str();
        }
}

/// Compares one number in all modes.
void checkF32(const ExactFormat &exact, uint32_t bits) {
  FloatValue value = kF32.decode(bits);
  for (Mode mode : kModes)
    for (bool isClamped : {false, true}) {
      uint64_t expected = isNaN32(bits) ? exact.nan
                                        : exact.round(bitCast<float>(bits),
                                                      mode.letter, isClamped);
      uint64_t code = exact.format.encode(value, mode.rounding,
                                          isClamped ? Overflow::MaxFinite
                                                    : Overflow::Infinity);
      ASSERT_EQ(code, expected) << exact.format.name.str() << " of " << std::hex
                                << bits << " ." << mode.letter << isClamped;
    }
}

TEST(FloatFormat, RoundsInterestingF32) {
  for (const ExactFormat *exact : kExactFormats) {
    size_t step = exact->values.size() > 4096 ? 37 : 1;
    for (uint32_t bits : getInterestingF32(*exact, step))
      ASSERT_NO_FATAL_FAILURE(checkF32(*exact, bits));
  }
}

TEST(FloatFormat, RoundsRandomF32) {
  std::mt19937 random(3);
  for (const ExactFormat *exact : kExactFormats) {
    for (int i = 0; i < 20000; ++i) {
      // Half of them where the format has numbers.
      uint32_t bits = random();
      ASSERT_NO_FATAL_FAILURE(checkF32(*exact, bits));
      float largest = 2 * float(exact->values.back());
      float inside = std::ldexp(largest, -int(bits >> 16) % 32) *
                     (float(bits & 0xffff) / 0x10000);
      ASSERT_NO_FATAL_FAILURE(checkF32(*exact, bitCast<uint32_t>(inside)));
    }
  }
}

TEST(FloatFormat, RoundsF64Once) {
  for (double d : getDoubles(30000)) {
    FloatValue value = kF64.decode(bitCast<uint64_t>(d));
    for (const ExactFormat *exact : {&kExactF16, &kExactBF16, &kExactE4M3})
      for (Mode mode : kModes)
        ASSERT_EQ(exact->format.encode(value, mode.rounding),
                  exact->round(d, mode.letter, /*isClamped=*/false))
            << exact->format.name.str() << " of " << d << mode.letter;
    for (Mode mode : kHostModes) {
      HostRounding host(mode.letter);
      volatile double source = d;
      volatile float expected = float(source);
      ASSERT_EQ(kF32.encode(value, mode.rounding),
                bitCast<uint32_t>(float(expected)))
          << d << mode.letter;
    }
  }
}

TEST(FloatFormat, PowersOfTwoRoundMagnitudes) {
  struct {
    float value;
    uint64_t down, up;
  } cases[] = {{1.0f, 127, 127},
               {-1.0f, 127, 127},
               {1.5f, 127, 128},
               {-1.5f, 127, 128},
               {0.0f, 0, 0},
               {-0.0f, 0, 0},
               {0x1p-149f, 0, 0},
               {0x1p-127f, 0, 0},
               {0x1.8p-127f, 0, 1},
               {0x1p-126f, 1, 1},
               {0x1.000002p-126f, 1, 2},
               {0x1.fffffep127f, 254, 255},
               {0x1p127f, 254, 254},
               {HUGE_VALF, 255, 255},
               {-HUGE_VALF, 255, 255},
               {NAN, 255, 255}};
  for (auto [value, down, up] : cases) {
    FloatValue unpacked = kF32.decode(bitCast<uint32_t>(value));
    EXPECT_EQ(kUE8M0.encode(unpacked, Rounding::Zero), down) << value;
    EXPECT_EQ(kUE8M0.encode(unpacked, Rounding::Up), up) << value;
    // Only NaN has the highest code if results must be finite.
    uint64_t clampedUp = std::isnan(value) ? 255 : std::min<uint64_t>(up, 254);
    EXPECT_EQ(kUE8M0.encode(unpacked, Rounding::Up, Overflow::MaxFinite),
              clampedUp)
        << value;
  }
}

TEST(FloatFormat, IntegersAreExactOrRoundedOnce) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 100000; ++i) {
    uint64_t n = random() >> (random() % 64);
    if (i % 3 == 0)
      n = (uint64_t(1) << (random() % 64)) + random() % 3 - 1;
    FloatValue value = FloatValue::fromInteger(n, /*isNegative=*/false);
    ASSERT_EQ(toLongDouble(value), (long double)n);
    for (Mode mode : kHostModes) {
      HostRounding host(mode.letter);
      // Exact as long double, and rounded once from there: what compilers make
      // of a conversion from uint64_t is right in the default mode only.
      volatile long double source = (long double)n;
      volatile double d = double(source);
      volatile float f = float(source);
      ASSERT_EQ(kF64.encode(value, mode.rounding), bitCast<uint64_t>(double(d)))
          << n << mode.letter;
      ASSERT_EQ(kF32.encode(value, mode.rounding), bitCast<uint32_t>(float(f)))
          << n << mode.letter;
    }
    for (Mode mode : kModes)
      ASSERT_EQ(kF16.encode(value, mode.rounding),
                kExactF16.round(n, mode.letter, /*isClamped=*/false));
  }
}

TEST(FloatFormat, RoundsToIntegral) {
  for (double d : getDoubles(100000))
    for (Mode mode : kHostModes) {
      HostRounding host(mode.letter);
      // Read after the mode is set.
      volatile double source = d;
      volatile double expected = std::nearbyint(source);
      FloatValue rounded =
          kF64.decode(bitCast<uint64_t>(d)).roundToIntegral(mode.rounding);
      ASSERT_EQ(kF64.encode(rounded, Rounding::Zero),
                bitCast<uint64_t>(double(expected)))
          << d << mode.letter;
    }
  FloatValue half = kF32.decode(bitCast<uint32_t>(-2.5f));
  EXPECT_EQ(toLongDouble(half.roundToIntegral(Rounding::NearestAway)), -3);
  EXPECT_EQ(toLongDouble(half.roundToIntegral(Rounding::NearestEven)), -2);
  // 64 bits, the lowest of them a half.
  FloatValue odd = FloatValue::fromInteger(0xc000000000000003, false);
  odd.exponent = 62;
  EXPECT_EQ(toLongDouble(odd.roundToIntegral(Rounding::NearestEven)),
            0x6000000000000002);
  EXPECT_EQ(toLongDouble(odd.roundToIntegral(Rounding::Zero)),
            0x6000000000000001);
}

TEST(FloatFormat, ClampsToIntegers) {
  using Wide = __int128;
  for (double d : getDoubles(20000))
    for (Mode mode : kHostModes) {
      long double integral;
      {
        HostRounding host(mode.letter);
        volatile long double source = d;
        integral = std::nearbyint(source);
      }
      FloatValue value = kF64.decode(bitCast<uint64_t>(d));
      for (unsigned bits : {8, 16, 32, 64})
        for (bool isSigned : {false, true}) {
          Wide low = isSigned ? -(Wide(1) << (bits - 1)) : 0;
          Wide high = (Wide(1) << (bits - isSigned)) - 1;
          Wide expected = integral <= (long double)low    ? low
                          : integral >= (long double)high ? high
                                                          : Wide(integral);
          uint64_t mask = bits == 64 ? ~uint64_t(0) : (1ull << bits) - 1;
          ASSERT_EQ(value.toInteger(mode.rounding, bits, isSigned),
                    uint64_t(expected) & mask)
              << d << mode.letter << bits << isSigned;
        }
    }
}

TEST(FloatFormat, RandomBitsDecideTheRounding) {
  // All 256 values of 8 bits, for numbers between any two codes: as many go up
  // as the number is 256ths above the lower one.
  for (const ExactFormat *exact :
       {&kExactE4M3, &kExactE5M2, &kExactE2M3, &kExactE3M2, &kExactE2M1})
    for (uint32_t bits : getInterestingF32(*exact)) {
      if (isNaN32(bits))
        continue;
      FloatValue value = kF32.decode(bits);
      for (uint64_t r = 0; r < 256; r += 5)
        ASSERT_EQ(
            exact->format.encodeStochastic(value, r, 8, Overflow::MaxFinite),
            exact->roundRandomly(bitCast<float>(bits), r, 8))
            << exact->format.name.str() << " of " << std::hex << bits;
    }
  std::mt19937 random(5);
  for (int i = 0; i < 100000; ++i) {
    uint32_t bits = random(), r = random();
    if (i & 1)
      bits = (bits & 0x8fffffff) | 0x30000000;
    if (isNaN32(bits))
      continue;
    FloatValue value = kF32.decode(bits);
    // Only so many of the bits count.
    ASSERT_EQ(kF16.encodeStochastic(value, r, 13, Overflow::MaxFinite),
              kExactF16.roundRandomly(bitCast<float>(bits), r & 0x1fff, 13));
    ASSERT_EQ(kBF16.encodeStochastic(value, r, 16, Overflow::MaxFinite),
              kExactBF16.roundRandomly(bitCast<float>(bits), r & 0xffff, 16));
  }
}

TEST(FloatFormat, ShortWaysOf16BitCodes) {
  for (uint32_t i = 0; i < 0x10000; ++i) {
    uint32_t sign = (i & 0x8000) << 16, code = i & 0x7fff;
    uint32_t fromF16 = 0x7fffffff, fromBF16 = i << 16;
    if (code < kExactF16.values.size())
      fromF16 = sign | bitCast<uint32_t>(float(kExactF16.values[code]));
    else if (code == 0x7c00)
      fromF16 = sign | 0x7f800000;
    ASSERT_EQ(convertF16ToF32(i), fromF16) << std::hex << i;
    ASSERT_EQ(convertBF16ToF32(i), fromBF16) << std::hex << i;
  }
}

TEST(FloatFormat, ShortWaysOfF32) {
  auto check = [](uint32_t bits) {
    float f = bitCast<float>(bits);
    bool isNaN = isNaN32(bits);
    ASSERT_EQ(convertF32ToF16(bits),
              isNaN ? 0x7fff : kExactF16.round(f, 'n', false))
        << std::hex << bits;
    ASSERT_EQ(convertF32ToBF16(bits),
              isNaN ? 0x7fff : kExactBF16.round(f, 'n', false))
        << std::hex << bits;
  };
  for (const ExactFormat *exact : {&kExactF16, &kExactBF16})
    for (uint32_t bits : getInterestingF32(*exact))
      ASSERT_NO_FATAL_FAILURE(check(bits));
  std::mt19937 random(6);
  for (int i = 0; i < 500000; ++i)
    ASSERT_NO_FATAL_FAILURE(check(random()));
}

TEST(FloatFormat, MillionsOfF32AgreeBothWays) {
  std::mt19937 random(7);
  for (int i = 0; i < 3000000; ++i) {
    uint32_t bits = random();
    FloatValue value = kF32.decode(bits);
    ASSERT_EQ(kF16.encode(value, Rounding::NearestEven), convertF32ToF16(bits));
    ASSERT_EQ(kF32.encode(value, Rounding::Zero),
              isNaN32(bits) ? 0x7fffffff : bits);
  }
}

} // namespace
