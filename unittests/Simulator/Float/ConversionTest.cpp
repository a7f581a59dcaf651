//===- ConversionTest.cpp - Tests of every form of `cvt` ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/Conversion.h"
#include "tile/PTX/Instructions.h"

#include "ConversionByText.h"
#include "ExactFloats.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using namespace mlir::tile::sim::exact;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

constexpr const char *kIntegers[] = {"u8", "u16", "u32", "u64",
                                     "s8", "s16", "s32", "s64"};
constexpr char kLetters[] = {'n', 'z', 'm', 'p'};

using Wide = __int128;

/// The range of an integer type.
struct Range {
  explicit Range(StringRef type) {
    unsigned bits = 0;
    EXPECT_FALSE(type.drop_front().getAsInteger(10, bits));
    bool isSigned = type.front() == 's';
    low = isSigned ? -(Wide(1) << (bits - 1)) : 0;
    high = (Wide(1) << (bits - isSigned)) - 1;
    mask = uint64_t((Wide(1) << bits) - 1);
    this->bits = bits;
  }
  uint64_t clamp(Wide value) const {
    return uint64_t(std::min(std::max(value, low), high)) & mask;
  }
  /// The value of a code.
  Wide read(uint64_t code) const {
    Wide value = code & mask;
    return value > high ? value - (Wide(1) << bits) : value;
  }
  Wide low, high;
  uint64_t mask;
  unsigned bits;
};

long double roundToInteger(long double x, char mode) {
  switch (mode) {
  case 'z':
    return std::trunc(x);
  case 'm':
    return std::floor(x);
  case 'p':
    return std::ceil(x);
  }
  long double down = std::floor(x), rest = x - down;
  bool isOdd = std::fmod(down, 2.0L) != 0;
  return rest > 0.5L || (rest == 0.5L && isOdd) ? down + 1 : down;
}

/// A finite float of any size as an integer.
uint64_t clampToInteger(const Range &range, long double integral) {
  if (integral <= (long double)range.low)
    return uint64_t(range.low) & range.mask;
  if (integral >= (long double)range.high)
    return uint64_t(range.high) & range.mask;
  return range.clamp(Wide(integral));
}

/// The value of a 16-bit code; NaN for NaN.
long double read(const ExactFormat &format, uint64_t code) {
  uint64_t magnitude = code & ~format.signBit;
  long double value = std::numeric_limits<long double>::quiet_NaN();
  if (magnitude >> format.low < format.values.size())
    value = format.values[magnitude >> format.low];
  else if (magnitude == format.inf && format.inf != format.nan)
    value = std::numeric_limits<long double>::infinity();
  return code & format.signBit ? -value : value;
}

//===----------------------------------------------------------------------===//
// Which forms there are
//===----------------------------------------------------------------------===//

/// Calls `f(words)` for every way to choose the words of a row.
template <typename F>
void forAllWords(StringRef groups, std::vector<std::string> &words, F f) {
  if (groups.empty())
    return f(words);
  auto [group, rest] = groups.split(' ');
  bool isOptional = group.consume_back("?");
  if (isOptional)
    forAllWords(rest, words, f);
  SmallVector<StringRef> alternatives;
  group.split(alternatives, '|');
  for (StringRef word : alternatives) {
    words.push_back(word.str());
    forAllWords(rest, words, f);
    words.pop_back();
  }
}

TEST(Conversion, KnowsEveryFormOfTheTable) {
  unsigned count = 0;
  for (const ptx::InstructionForm *form : ptx::lookupForms("cvt")) {
    std::vector<std::string> words;
    forAllWords(form->words, words, [&](const std::vector<std::string> &words) {
      SCOPED_TRACE(llvm::join(words, "."));
      ++count;
      auto match = ptx::matchWords(*form, words);
      ASSERT_TRUE(match);
      auto conversion =
          Conversion::get(match->types[0], match->types[1], match->words);
      ASSERT_TRUE(conversion);
      unsigned index = 0;
      for (const ptx::OperandPattern &operand :
           ptx::getOperandPatterns(*match)) {
        unsigned bits = operand.getBits();
        if (operand.isWritten) {
          EXPECT_EQ(conversion->getResultBits(), bits);
          continue;
        }
        for (unsigned i = 0; i < std::max(operand.vectorSize, 1u); ++i)
          EXPECT_EQ(conversion->getSourceBits(index++), bits);
      }
      EXPECT_EQ(conversion->getNumSources(), index);
      bool isSigned = match->types[0].starts_with("s") && !match->has("pack");
      EXPECT_EQ(conversion->isResultSigned(), isSigned);
    });
  }
  EXPECT_GT(count, 800u);
}

TEST(Conversion, RefusesOthers) {
  for (const char *text : {
           "f32.pred",         "b32.b32",  "u128.u32",
           "f8.f32",           "e4m3.f32", "u24.u32",
           "f32.s32",          // no rounding
           "s32.f32",          // no rounding
           "rn.s32.f32",       // not an integer rounding
           "rni.f32.s32",      // not for floats
           "rn.u8.u16",        // nothing to round
           "f16.f32",          // no rounding
           "tf32.f32",         // no rounding
           "rn.rz.f16.f32",    // two
           "rni.f16.f32",      // other sizes
           "rx.f16.f32",       // no word
           "ftz.f64.f16",      // no f32
           "relu.s32.s32",     // no float
           "rn.f16x2.f16",     // not from f32
           "rn.f32x2.f32",     // no type
           "rn.e4m3x4.f32",    // only .rs
           "rn.e4m3x2.f16x4",  // no type
           "rs.e4m3x2.f16x2",  // not from f32
           "rs.f16.f32",       // only packed
           "pack.u16.s32",     // no .sat
           "pack.sat.u32.s32", // too wide
           "pack.sat.u8.u32",  // only s32
           "sat.u2.s32",       // only .pack
       })
    EXPECT_FALSE(find(text)) << text;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

TEST(Conversion, IntegerToInteger) {
  std::mt19937_64 random(1);
  for (StringRef to : kIntegers)
    for (StringRef from : kIntegers) {
      Range dst(to), src(from);
      Conversion plain = get((to + "." + from).str());
      Conversion saturating = get(("sat." + to + "." + from).str());
      for (int i = 0; i < 2000; ++i) {
        // The bits above the source's type are noise.
        uint64_t code = random();
        if (i % 2)
          code = (code & ~src.mask) |
                 ((uint64_t(dst.high) + uint64_t(i % 7) - 3) & src.mask);
        Wide value = src.read(code);
        ASSERT_EQ(plain.convert(code), uint64_t(value) & dst.mask);
        ASSERT_EQ(saturating.convert(code), dst.clamp(value));
      }
    }
  EXPECT_EQ(get("s64.u32").convert(0xffffffff), 0xffffffffu);
  EXPECT_EQ(get("u64.s32").convert(0xffffffff), 0xffffffffffffffffu);
  EXPECT_EQ(get("sat.u8.s32").convert(0xffffffff), 0u);
  EXPECT_EQ(get("sat.s8.u16").convert(0xffff), 0x7fu);
}

TEST(Conversion, PackIntegers) {
  EXPECT_EQ(get("pack.sat.s16.s32").convert(70000, uint32_t(-70000)),
            0x7fff8000u);
  EXPECT_EQ(get("pack.sat.u16.s32").convert(70000, uint32_t(-5)), 0xffff0000u);
  EXPECT_EQ(get("pack.sat.s8.s32").convert(uint32_t(-2), 300, 0x11223344),
            0x3344fe7fu);
  EXPECT_EQ(get("pack.sat.u8.s32").convert(uint32_t(-2), 300, 0x11223344),
            0x334400ffu);
  EXPECT_EQ(get("pack.sat.u4.s32").convert(3, 20, 0x11223344), 0x2233443fu);
  EXPECT_EQ(get("pack.sat.s4.s32").convert(uint32_t(-9), 7, 0), 0x87u);
  EXPECT_EQ(get("pack.sat.u2.s32").convert(1, 4, 0x01234567), 0x12345677u);
  EXPECT_EQ(get("pack.sat.s2.s32").convert(uint32_t(-3), 1, 0), 0x9u);
  EXPECT_EQ(get("pack.sat.s16.s32").convert(1, 2, ~0u), 0x10002u);
  EXPECT_EQ(get("pack.sat.s16.s32").getResultBits(), 32u);
}

TEST(Conversion, IntegerToFloat) {
  std::mt19937_64 random(2);
  for (StringRef from : kIntegers) {
    Range src(from);
    for (const ExactFormat *exact : {&kExactF16, &kExactBF16})
      for (char letter : kLetters) {
        std::string text = std::string("r") + letter + "." +
                           exact->format.name.str() + "." + from.str();
        Conversion conversion = get(text);
        for (int i = 0; i < 3000; ++i) {
          uint64_t code = random() >> (random() % 64);
          if (i % 2)
            code = ~code;
          ASSERT_EQ(conversion.convert(code),
                    exact->round(src.read(code), letter, /*isClamped=*/false))
              << text << " " << std::hex << code;
        }
      }
    Conversion toF32 = get(("rn.f32." + from).str());
    Conversion toF64 = get(("rn.f64." + from).str());
    for (int i = 0; i < 20000; ++i) {
      uint64_t code = random() >> (random() % 64);
      ASSERT_EQ(toF32.convert(code), f32(float(src.read(code))));
      ASSERT_EQ(toF64.convert(code), f64(double(src.read(code))));
      // The other way to the same: the host is not involved.
      bool isNegative = src.read(code) < 0;
      uint64_t magnitude(isNegative ? -src.read(code) : src.read(code));
      FloatValue value = FloatValue::fromInteger(magnitude, isNegative);
      ASSERT_EQ(toF32.convert(code), kF32.encode(value, Rounding::NearestEven));
      ASSERT_EQ(toF64.convert(code), kF64.encode(value, Rounding::NearestEven));
    }
  }
  EXPECT_EQ(get("rn.f16.u32").convert(65520), 0x7c00u);
  EXPECT_EQ(get("rz.f16.u32").convert(~0u), 0x7bffu);
  EXPECT_EQ(get("rn.sat.f32.s32").convert(7), f32(1));
  EXPECT_EQ(get("rn.sat.f32.s32").convert(uint32_t(-7)), 0u);
}

//===----------------------------------------------------------------------===//
// From every code of a small format
//===----------------------------------------------------------------------===//

TEST(Conversion, Every16BitCodeToInteger) {
  for (const ExactFormat *exact : {&kExactF16, &kExactBF16})
    for (StringRef to : kIntegers)
      for (char letter : kLetters) {
        Range range(to);
        std::string text = std::string("r") + letter + "i." + to.str() + "." +
                           exact->format.name.str();
        Conversion conversion = get(text);
        for (uint32_t code = 0; code < 0x10000; ++code) {
          long double x = read(*exact, code);
          uint64_t expected =
              std::isnan(x) ? (range.bits == 64 ? uint64_t(1) << 63 : 0)
              : std::isinf(x)
                  ? range.clamp(x < 0 ? range.low : range.high)
                  : clampToInteger(range, roundToInteger(x, letter));
          ASSERT_EQ(conversion.convert(code), expected)
              << text << " " << std::hex << code;
        }
      }
}

TEST(Conversion, Every16BitCodeToFloat) {
  for (const ExactFormat *exact : {&kExactF16, &kExactBF16}) {
    std::string from = exact->format.name.str();
    Conversion toF32 = get("f32." + from), toF64 = get("f64." + from);
    for (uint32_t code = 0; code < 0x10000; ++code) {
      long double x = read(*exact, code);
      if (std::isnan(x))
        continue;
      ASSERT_EQ(toF32.convert(code), f32(float(x)));
      ASSERT_EQ(toF64.convert(code), f64(double(x)));
    }
    const ExactFormat *other = exact == &kExactF16 ? &kExactBF16 : &kExactF16;
    for (char letter : kLetters) {
      std::string mode = std::string("r") + letter;
      Conversion toOther =
          get(mode + "." + other->format.name.str() + "." + from);
      Conversion toIntegral = get(mode + "i." + from + "." + from);
      for (uint32_t code = 0; code < 0x10000; ++code) {
        long double x = read(*exact, code);
        bool isNaN = std::isnan(x);
        ASSERT_EQ(toOther.convert(code),
                  isNaN ? 0x7fff : other->round(x, letter, false));
        if (!isNaN && !std::isinf(x)) {
          // The sign stays at a zero.
          long double integral = std::copysign(roundToInteger(x, letter), x);
          ASSERT_EQ(toIntegral.convert(code),
                    exact->round(integral, 'z', false));
        } else {
          ASSERT_EQ(toIntegral.convert(code), isNaN ? 0x7fff : code);
        }
      }
    }
  }
}

TEST(Conversion, EveryF16ToSmallFormats) {
  for (const ExactFormat *exact :
       {&kExactE4M3, &kExactE5M2, &kExactE2M3, &kExactE3M2, &kExactE2M1})
    for (bool isRelu : {false, true}) {
      std::string to = exact->format.name.str() + "x2";
      Conversion conversion = get(std::string("rn.satfinite.") +
                                  (isRelu ? "relu." : "") + to + ".f16x2");
      unsigned stride = exact == &kExactE2M1 ? 4 : 8;
      auto expect = [&](uint16_t code) {
        long double x = read(kExactF16, code);
        if (std::isnan(x))
          return exact->nan;
        return isRelu && x <= 0 ? 0 : exact->round(x, 'n', true);
      };
      for (uint32_t code = 0; code < 0x10000; ++code) {
        uint32_t other = code * 40503 & 0xffff;
        ASSERT_EQ(conversion.convert(uint64_t(code) << 16 | other),
                  expect(code) << stride | expect(other))
            << to << " " << std::hex << code;
      }
    }
}

TEST(Conversion, EverySmallCodeToF16) {
  for (const ExactFormat *exact :
       {&kExactE4M3, &kExactE5M2, &kExactE2M3, &kExactE3M2, &kExactE2M1})
    for (bool isRelu : {false, true}) {
      std::string from = exact->format.name.str() + "x2";
      Conversion conversion =
          get(std::string("rn.") + (isRelu ? "relu." : "") + "f16x2." + from);
      unsigned stride = exact == &kExactE2M1 ? 4 : 8;
      auto expect = [&](uint32_t code) -> uint64_t {
        long double x = read(*exact, code);
        if (std::isnan(x))
          return 0x7fff;
        return isRelu && x <= 0 ? 0 : kExactF16.round(x, 'z', false);
      };
      uint32_t codes = uint32_t(exact->signBit * 2);
      for (uint32_t upper = 0; upper < codes; ++upper)
        for (uint32_t lower = 0; lower < codes; ++lower)
          ASSERT_EQ(conversion.convert(upper << stride | lower),
                    expect(upper) << 16 | expect(lower))
              << from << " " << std::hex << upper << " " << lower;
    }
  // The two bits above a 6-bit number mean nothing.
  EXPECT_EQ(get("rn.f16x2.e2m3x2").convert(0xc8ff), 0x3c00c780u);
}

TEST(Conversion, PowersOfTwo) {
  Conversion unpack = get("rn.bf16x2.ue8m0x2");
  for (uint32_t code = 0; code < 255; ++code) {
    uint32_t expected = f32(std::ldexp(1.0f, int(code) - 127)) >> 16;
    EXPECT_EQ(unpack.convert(code << 8 | 127), expected << 16 | 0x3f80);
  }
  EXPECT_EQ(unpack.convert(0xff00), 0x7fff0040u);

  EXPECT_EQ(get("rz.ue8m0x2.f32").convert(f32(3), f32(-0.75f)), 0x807eu);
  EXPECT_EQ(get("rp.ue8m0x2.f32").convert(f32(3), f32(-0.75f)), 0x817fu);
  EXPECT_EQ(get("rp.ue8m0x2.f32").convert(f32(HUGE_VALF), f32(NAN)), 0xffffu);
  EXPECT_EQ(get("rp.satfinite.ue8m0x2.f32").convert(f32(HUGE_VALF), f32(NAN)),
            0xfeffu);
  EXPECT_EQ(get("rp.ue8m0x2.bf16x2").convert(0x3f813f80), 0x807fu);
  EXPECT_EQ(get("rz.ue8m0x2.bf16x2").convert(0x3f810000), 0x7f00u);
}

//===----------------------------------------------------------------------===//
// From f32 and f64
//===----------------------------------------------------------------------===//

TEST(Conversion, F32ToF16AndBF16) {
  std::mt19937 random(3);
  for (const ExactFormat *exact : {&kExactF16, &kExactBF16}) {
    std::vector<uint32_t> inputs = getInterestingF32(*exact, 7);
    for (int i = 0; i < 50000; ++i)
      inputs.push_back(random());
    for (StringRef words : {"", ".relu", ".satfinite", ".relu.satfinite"})
      for (char letter : {'n', 'z'}) {
        std::string name = exact->format.name.str();
        std::string start = std::string("r") + letter + words.str() + ".";
        Conversion one = get(start + name + ".f32");
        Conversion two = get(start + name + "x2.f32");
        bool isRelu = words.contains("relu");
        bool isClamped = words.contains("satfinite");
        auto expect = [&](uint32_t bits) -> uint64_t {
          if (isNaN32(bits))
            return 0x7fff;
          if (isRelu && (bits & 0x80000000))
            return 0;
          return exact->round(bitCast<float>(bits), letter, isClamped);
        };
        uint32_t last = inputs.back();
        for (uint32_t bits : inputs) {
          ASSERT_EQ(one.convert(bits), expect(bits)) << std::hex << bits;
          ASSERT_EQ(two.convert(bits, last), expect(bits) << 16 | expect(last));
          last = bits;
        }
      }
  }
}

TEST(Conversion, F32ToTF32) {
  for (StringRef words : {"rna", "rna.satfinite", "rn", "rz", "rn.relu",
                          "rz.relu", "rn.satfinite", "rz.relu.satfinite"}) {
    Conversion conversion = get((words + ".tf32.f32").str());
    char letter = words.starts_with("rna") ? 'a' : words[1];
    bool isRelu = words.contains("relu"), isClamped = words.contains("sat");
    for (uint32_t bits : getInterestingF32(kExactTF32, 101)) {
      uint64_t expected =
          isNaN32(bits)
              // `.rna` cuts bits off, and takes one more for `.satfinite`.
              ? letter == 'a' ? (bits & 0xffffe000) - (isClamped ? 0x2000 : 0)
                              : 0x7fffe000
              : isRelu && (bits & 0x80000000)
                    ? 0
                    : kExactTF32.round(bitCast<float>(bits), letter, isClamped);
      ASSERT_EQ(conversion.convert(bits), expected)
          << words.str() << " " << std::hex << bits;
    }
  }
}

TEST(Conversion, F32ToSmallFormats) {
  std::mt19937 random(4);
  for (const ExactFormat *exact :
       {&kExactE4M3, &kExactE5M2, &kExactE2M3, &kExactE3M2, &kExactE2M1})
    for (bool isRelu : {false, true}) {
      Conversion conversion =
          get(std::string("rn.satfinite.") + (isRelu ? "relu." : "") +
              exact->format.name.str() + "x2.f32");
      unsigned stride = exact == &kExactE2M1 ? 4 : 8;
      auto expect = [&](uint32_t bits) {
        if (isNaN32(bits))
          return exact->nan;
        float x = bitCast<float>(bits);
        return isRelu && x <= 0 ? 0 : exact->round(x, 'n', true);
      };
      std::vector<uint32_t> inputs = getInterestingF32(*exact);
      for (int i = 0; i < 50000; ++i)
        inputs.push_back(random());
      uint32_t last = 0;
      for (uint32_t bits : inputs) {
        ASSERT_EQ(conversion.convert(bits, last),
                  expect(bits) << stride | expect(last));
        last = bits;
      }
    }
}

TEST(Conversion, FloatToInteger) {
  std::mt19937_64 random(5);
  for (StringRef to : kIntegers)
    for (char letter : kLetters) {
      Range range(to);
      std::string start = std::string("r") + letter + "i." + to.str();
      Conversion fromF32 = get(start + ".f32"), fromF64 = get(start + ".f64");
      for (int i = 0; i < 4000; ++i) {
        // Exponents from -4 to 68.
        uint64_t bits = random();
        int exponent = int(bits % 73) - 4;
        double d = std::ldexp(1 + double(bits >> 11) * 0x1p-53, exponent);
        if (i % 3 == 0)
          d = double(range.high) + (i % 8 - 4) * 0.5;
        if (i % 3 == 1)
          d = std::floor(d) + 0.5;
        if (bits & 0x400)
          d = -d;
        float f = float(d);
        ASSERT_EQ(fromF64.convert(f64(d)),
                  clampToInteger(range, roundToInteger(d, letter)))
            << start << " " << d;
        ASSERT_EQ(fromF32.convert(f32(f)),
                  clampToInteger(range, roundToInteger(f, letter)))
            << start << " " << f;
      }
      uint64_t high = uint64_t(1) << (range.bits - 1);
      EXPECT_EQ(fromF32.convert(0x7fc00000), range.bits == 64 ? high : 0);
      EXPECT_EQ(fromF64.convert(f64(NAN)), high);
      EXPECT_EQ(fromF32.convert(f32(HUGE_VALF)), range.clamp(range.high));
      EXPECT_EQ(fromF64.convert(f64(-HUGE_VAL)), range.clamp(range.low));
    }
  EXPECT_EQ(get("rpi.s32.f32").convert(1), 1u);
  EXPECT_EQ(get("rpi.ftz.s32.f32").convert(1), 0u);
}

TEST(Conversion, F64ToF32AndBack) {
  Conversion down = get("rn.f32.f64"), up = get("f64.f32");
  std::mt19937_64 random(6);
  for (int i = 0; i < 300000; ++i) {
    uint64_t bits = random();
    double d = bitCast<double>(bits);
    if (i % 2)
      d = std::ldexp(1 + double(bits >> 12) * 0x1p-52, int(bits % 300) - 160);
    if (std::isnan(d))
      continue;
    ASSERT_EQ(down.convert(f64(d)), f32(float(d))) << d;
    // The other way to the same: the host is not involved.
    ASSERT_EQ(down.convert(f64(d)),
              kF32.encode(kF64.decode(f64(d)), Rounding::NearestEven));
    float f = bitCast<float>(uint32_t(bits >> 7));
    if (std::isnan(f))
      continue;
    ASSERT_EQ(up.convert(f32(f)), f64(double(f))) << f;
  }
}

} // namespace
