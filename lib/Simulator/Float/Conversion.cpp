//===- Conversion.cpp - What every form of `cvt` computes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/Conversion.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <array>

using namespace mlir::tile::sim;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// What an H200 does where PTX leaves it open
//===----------------------------------------------------------------------===//

/// `.relu` of -0 is +0: a clamp at zero, not a test of the sign.
static constexpr bool kReluKeepsNegativeZero = false;
/// `.sat` of -0 is +0: the range is [+0, 1].
static constexpr bool kSatKeepsNegativeZero = false;
/// `.ftz` looks at the rounded result: what is rounded up to the smallest
/// normal number stays.
static constexpr bool kFlushesBeforeRounding = false;
/// `cvt.ftz` from f32 makes NaN the canonical one first.
static constexpr bool kFlushingMakesNaNCanonical = true;
/// `.ftz` from f32 to f16 flushes nothing: numbers so small show only where
/// they are rounded away from zero.
static constexpr bool kFlushesToF16 = false;
/// `cvt.bf16.f16`, which may come without a rounding and yet needs one.
static constexpr Rounding kRoundingIfNone = Rounding::NearestEven;

// The result of NaN. FloatFormat::nan has the canonical ones; the rules below
// are the exceptions. A conversion of f32 or f64 to itself without any word is
// a move and keeps all bits; of f16 and bf16 it makes NaN canonical.
//
// `cvt` from and to f64 keeps the sign of a NaN and as much of its mantissa as
// there is room for. `cvt.f32.bf16` is a shift, but with `.ftz`; `cvt.rna.tf32`
// cuts bits off. PTX calls these NaN unspecified.
Conversion::NaNResult Conversion::getNaNResult(const FloatFormat &to,
                                               const FloatFormat &from,
                                               bool isRoundedToIntegral) {
  struct Rule {
    const FloatFormat *to, *from;
    bool isRoundedToIntegral;
    NaNResult result;
  };
  static constexpr Rule kRules[] = {
      {&kF64, &kF32, false, NaNResult::KeepPayload},
      {&kF64, &kF16, false, NaNResult::KeepPayload},
      {&kF64, &kBF16, false, NaNResult::KeepPayload},
      {&kF64, &kF64, true, NaNResult::KeepPayload},
      {&kF32, &kF64, false, NaNResult::KeepPayload},
      {&kF16, &kF64, false, NaNResult::KeepPayload},
      {&kBF16, &kF64, false, NaNResult::KeepPayload},
      {&kF32, &kBF16, false, NaNResult::KeepBits},
  };
  for (const Rule &rule : kRules)
    if (rule.to == &to && rule.from == &from &&
        rule.isRoundedToIntegral == isRoundedToIntegral)
      return rule.result;
  return NaNResult::Canonical;
}

/// NaN as an integer. PTX ISA 9.7.9.21, "Integer Notes": 0, but if one of the
/// types has 64 bits, the highest bit of the destination.
static uint64_t getIntegerOfNaN(const ConversionType &to,
                                const ConversionType &from) {
  if (from.bits != 64 && to.bits != 64)
    return 0;
  return uint64_t(1) << (to.bits - 1);
}

// `.rs` exists on sm_100a and sm_103a only. PTX ISA 9.7.9.21 gives the bits of
// f16x2 and bf16x2, and for the packs of four the half of `rbits` from which
// two of them take theirs. That each takes 8 bits, and these bytes, is what has
// been reported of an sm_100a for the 8-bit types; sm_103a is reported to order
// them differently and to read some of them backwards. For the types of 6 and 4
// bits it is a guess by analogy.
static unsigned getNumRandomBits(const ConversionType &to) {
  if (to.count == 4)
    return 8;
  return to.format == &kF16 ? 13 : 16;
}

uint64_t Conversion::getRandomBits(uint64_t rbits, unsigned index) const {
  if (to.count == 2)
    return rbits >> (16 * index);
  // e2m1x4: `a` and `b` have the upper bytes of both halves, e and f the lower.
  static constexpr uint8_t kE2M1Bytes[] = {0, 2, 1, 3};
  unsigned byte = to.format == &kE2M1 ? kE2M1Bytes[index] : index;
  return rbits >> (8 * byte);
}

//===----------------------------------------------------------------------===//
// Types and words
//===----------------------------------------------------------------------===//

std::optional<ConversionType> ConversionType::get(StringRef word) {
  ConversionType type;
  StringRef name = word;
  if (name.consume_back("x2"))
    type.count = 2;
  else if (name.consume_back("x4"))
    type.count = 4;

  if (const FloatFormat *format = FloatFormat::get(name)) {
    type.format = format;
    type.isSigned = format->hasSign;
    type.bits = format->getBits();
    // Six bits lie in eight, with zeros above.
    type.stride = type.bits == 6 ? 8 : type.bits;
    // Nothing else is packed, and what is smaller than 16 bits always is.
    bool canBeTwo = type.bits <= 16, canBeFour = type.bits <= 8;
    if ((type.count == 1 && canBeFour) || (type.count == 2 && !canBeTwo) ||
        (type.count == 4 && (!canBeFour || format == &kUE8M0)))
      return std::nullopt;
    return type;
  }

  if (type.count != 1 || (!name.starts_with("s") && !name.starts_with("u")))
    return std::nullopt;
  unsigned bits;
  if (name.drop_front().getAsInteger(10, bits) || bits < 2 || bits > 64 ||
      !llvm::isPowerOf2_32(bits))
    return std::nullopt;
  type.isSigned = name.starts_with("s");
  type.bits = type.stride = bits;
  return type;
}

bool Conversion::setWord(StringRef word) {
  bool *flag = llvm::StringSwitch<bool *>(word)
                   .Case("ftz", &isFlushing)
                   .Case("sat", &isSaturating)
                   .Case("satfinite", &isSatFinite)
                   .Case("relu", &isRelu)
                   .Case("pack", &isPack)
                   .Default(nullptr);
  if (flag) {
    *flag = true;
    return true;
  }

  if (hasRounding)
    return false;
  hasRounding = true;
  if (word == "rs") {
    isStochastic = true;
    return true;
  }
  isIntegral = word.size() == 3 && word.consume_back("i");
  std::optional<Rounding> mode =
      llvm::StringSwitch<std::optional<Rounding>>(word)
          .Case("rn", Rounding::NearestEven)
          .Case("rna", Rounding::NearestAway)
          .Case("rz", Rounding::Zero)
          .Case("rm", Rounding::Down)
          .Case("rp", Rounding::Up)
          .Default(std::nullopt);
  if (!mode)
    return false;
  rounding = *mode;
  return true;
}

std::optional<Conversion> Conversion::get(StringRef dstType, StringRef srcType,
                                          ArrayRef<StringRef> words) {
  std::optional<ConversionType> to = ConversionType::get(dstType);
  std::optional<ConversionType> from = ConversionType::get(srcType);
  if (!to || !from)
    return std::nullopt;
  Conversion conversion;
  conversion.to = *to;
  conversion.from = *from;
  conversion.resultBits = to->getTotalBits();
  conversion.isSigned = !to->format && to->isSigned;
  for (StringRef word : words)
    // `cvt.pack` has the type of `c` after the others.
    if (!word.empty() && word != dstType && word != srcType && word != "b32" &&
        !conversion.setWord(word))
      return std::nullopt;

  bool isFlushable = to->format == &kF32 || from->format == &kF32;
  if (conversion.isFlushing && !isFlushable)
    return std::nullopt;
  bool isValid =
      to->format ? conversion.setFloatResult() : conversion.setIntegerResult();
  if (!isValid)
    return std::nullopt;
  if (Function shortWay = conversion.getShortWay(dstType, srcType))
    conversion.function = shortWay;
  return conversion;
}

bool Conversion::setIntegerResult() {
  if (isRelu || isSatFinite || isStochastic || from.count != 1)
    return false;
  if (isPack) {
    if (from.format || !from.isSigned || from.bits != 32 || !isSaturating ||
        hasRounding || to.bits > 16)
      return false;
    function = packIntegers;
    numSources = to.bits == 16 ? 2 : 3;
    resultBits = 32;
    isSigned = false;
    return true;
  }
  if (to.bits < 8 || from.bits < 8)
    return false;
  function = convertScalar;
  if (from.format)
    return hasRounding && isIntegral && from.format != &kTF32;
  return !hasRounding;
}

bool Conversion::setFloatResult() {
  if (isPack || from.bits < (from.format ? 4 : 8))
    return false;
  if (from.format == &kTF32 || (isRelu && isSaturating) ||
      (isSatFinite && isSaturating))
    return false;

  if (!from.format) {
    function = convertScalar;
    if (to.count != 1 || !hasRounding || isIntegral || isStochastic || isRelu ||
        isSatFinite)
      return false;
  } else {
    bool isSame = to.format == from.format;
    if (isIntegral != (isSame && hasRounding) || (isSame && to.count != 1))
      return false;
    // A rounding that may be missing: where nothing is lost, and bf16 of f16.
    bool isExact = to.format->mantissaBits >= from.format->mantissaBits &&
                   to.format->exponentBits >= from.format->exponentBits;
    bool mayLackRounding =
        isExact || (to.bits == from.bits && to.format != &kTF32);
    if (!hasRounding && (!mayLackRounding || to.count != 1))
      return false;
    if (!hasRounding)
      rounding = kRoundingIfNone;
    nanResult = getNaNResult(*to.format, *from.format, isIntegral);
    if (isFlushing && from.format == &kBF16)
      nanResult = NaNResult::Canonical;
    if (rounding == Rounding::NearestAway)
      nanResult = NaNResult::KeepBits;

    if (to.count == 1) {
      function = convertScalar;
      bool isMove = isSame && !hasRounding && !isFlushing && !isSaturating &&
                    to.format != &kF16 && to.format != &kBF16;
      if (isMove)
        function = copyBits;
      if (from.count != 1 || isStochastic || (isSame && isRelu))
        return false;
    } else {
      // Either all numbers are in one source, or each has its own, in an f32.
      if (from.count == 1 && from.format != &kF32)
        return false;
      if (from.count != 1 && from.count != to.count)
        return false;
      function = convertPacked;
      numSources = from.count == 1 ? to.count : 1;
      if (to.count == 4 && !isStochastic)
        return false;
    }
    if (isStochastic) {
      if (from.format != &kF32)
        return false;
      numRandomBits = getNumRandomBits(to);
      ++numSources;
    }
  }
  return true;
}

unsigned Conversion::getSourceBits(unsigned index) const {
  bool isExtra =
      index + 1 == numSources && (isStochastic || (isPack && numSources == 3));
  return isExtra ? 32 : from.getTotalBits();
}

//===----------------------------------------------------------------------===//
// One number
//===----------------------------------------------------------------------===//

static bool isSubnormal(const FloatFormat &format, const FloatValue &value) {
  return value.kind == FloatValue::Finite &&
         value.exponent < format.getMinExponent();
}

/// NaN in a wider format, with the bits of the mantissa that it had.
static uint64_t encodeNaN(const FloatFormat &format, const FloatValue &nan,
                          bool isMadeQuiet) {
  uint64_t mantissa = nan.significand >> (64 - format.mantissaBits);
  if (isMadeQuiet)
    mantissa |= uint64_t(1) << (format.mantissaBits - 1);
  return (nan.isNegative ? format.getSignBit() : 0) | format.getInfinity() |
         mantissa << format.paddingBits;
}

uint64_t Conversion::convertToFloat(FloatValue value,
                                    uint64_t randomBits) const {
  const FloatFormat &format = *to.format;
  bool isNaN = value.kind == FloatValue::NaN;
  if (isNaN && isSaturating)
    return 0;
  // The clamps go before the rounding: their limits are numbers of every
  // format, and rounding keeps the order.
  if (!isNaN && value.isNegative) {
    bool isZero = value.kind == FloatValue::Zero;
    if ((isRelu && !(isZero && kReluKeepsNegativeZero)) ||
        (isSaturating && !(isZero && kSatKeepsNegativeZero)))
      value = FloatValue();
  }
  if (isSaturating &&
      (value.kind == FloatValue::Infinity ||
       (value.kind == FloatValue::Finite && value.exponent >= 0)))
    value = FloatValue::fromInteger(1, /*isNegative=*/false);
  if (isNaN && nanResult != NaNResult::Canonical) {
    uint64_t code =
        encodeNaN(format, value, nanResult == NaNResult::KeepPayload);
    // What `.satfinite` takes from an infinity, it takes from NaN, too.
    bool isLowered = isSatFinite && rounding == Rounding::NearestAway;
    return isLowered ? code - (uint64_t(1) << format.paddingBits) : code;
  }

  if (kFlushesBeforeRounding && isFlushing && to.format == &kF32 &&
      isSubnormal(kF32, value))
    value.kind = FloatValue::Zero;
  Overflow overflow = isSatFinite ? Overflow::MaxFinite : Overflow::Infinity;
  uint64_t code =
      isStochastic
          ? format.encodeStochastic(value, randomBits, numRandomBits, overflow)
          : format.encode(value, rounding, overflow);
  if (isFlushing && to.format == &kF32 && !(code & 0x7f800000))
    code &= 0x80000000;
  return code;
}

uint64_t Conversion::convertToInteger(const FloatValue &value) const {
  if (value.kind == FloatValue::NaN)
    return getIntegerOfNaN(to, from);
  return value.toInteger(rounding, to.bits, to.isSigned);
}

uint64_t Conversion::convertInteger(uint64_t code) const {
  bool isNegative = from.isSigned && (code >> (from.bits - 1) & 1);
  uint64_t extended = code;
  if (isNegative)
    extended |= ~llvm::maskTrailingOnes<uint64_t>(from.bits);
  uint64_t magnitude = isNegative ? 0 - extended : extended;
  if (to.format)
    return convertToFloat(FloatValue::fromInteger(magnitude, isNegative), 0);
  if (isSaturating)
    return FloatValue::fromInteger(magnitude, isNegative)
        .toInteger(Rounding::Zero, to.bits, to.isSigned);
  return extended & llvm::maskTrailingOnes<uint64_t>(to.bits);
}

uint64_t Conversion::convertElement(uint64_t code, uint64_t randomBits) const {
  code &= llvm::maskTrailingOnes<uint64_t>(from.bits);
  if (!from.format)
    return convertInteger(code);
  FloatValue value = from.format->decode(code);
  if (isFlushing && from.format == &kF32) {
    if (isSubnormal(kF32, value) && (to.format != &kF16 || kFlushesToF16))
      value.kind = FloatValue::Zero;
    if (value.kind == FloatValue::NaN && kFlushingMakesNaNCanonical)
      value = kF32.decode(kF32.nan);
  }
  if (!to.format)
    return convertToInteger(value);
  if (isIntegral)
    value = value.roundToIntegral(rounding);
  return convertToFloat(value, randomBits);
}

//===----------------------------------------------------------------------===//
// All sources
//===----------------------------------------------------------------------===//

uint64_t Conversion::copyBits(const Conversion &conversion, uint64_t a,
                              uint64_t, uint64_t, uint64_t, uint64_t) {
  return a & llvm::maskTrailingOnes<uint64_t>(conversion.resultBits);
}

uint64_t Conversion::convertScalar(const Conversion &conversion, uint64_t a,
                                   uint64_t, uint64_t, uint64_t, uint64_t) {
  return conversion.convertElement(a, 0);
}

uint64_t Conversion::convertPacked(const Conversion &conversion, uint64_t a,
                                   uint64_t b, uint64_t c, uint64_t d,
                                   uint64_t e) {
  const uint64_t sources[] = {a, b, c, d, e};
  const ConversionType &to = conversion.to, &from = conversion.from;
  uint64_t rbits = sources[conversion.numSources - 1];
  uint64_t result = 0;
  for (unsigned i = 0; i < to.count; ++i) {
    // The first source makes the upper part.
    uint64_t source =
        from.count == 1 ? sources[to.count - 1 - i] : a >> (i * from.stride);
    uint64_t randomBits =
        conversion.isStochastic ? conversion.getRandomBits(rbits, i) : 0;
    result |= conversion.convertElement(source, randomBits) << (i * to.stride);
  }
  return result;
}

uint64_t Conversion::packIntegers(const Conversion &conversion, uint64_t a,
                                  uint64_t b, uint64_t c, uint64_t, uint64_t) {
  unsigned bits = conversion.to.bits;
  uint64_t result =
      conversion.convertElement(a, 0) << bits | conversion.convertElement(b, 0);
  // What was packed before moves up, and out; all of it for 16 bits.
  result |= c << (2 * bits);
  return uint32_t(result);
}

//===----------------------------------------------------------------------===//
// Short ways
//===----------------------------------------------------------------------===//

static uint64_t f16ToF32(uint64_t a) { return convertF16ToF32(uint16_t(a)); }
static uint64_t f32ToF16(uint64_t a) { return convertF32ToF16(uint32_t(a)); }
static uint64_t bf16ToF32(uint64_t a) { return convertBF16ToF32(uint16_t(a)); }
static uint64_t f32ToBF16(uint64_t a) { return convertF32ToBF16(uint32_t(a)); }

template <typename Int> static uint64_t integerToF32(uint64_t a) {
  return llvm::bit_cast<uint32_t>(float(Int(a)));
}
template <typename Int> static uint64_t integerToF64(uint64_t a) {
  return llvm::bit_cast<uint64_t>(double(Int(a)));
}

/// Hosts keep sign and payload of a NaN and make it quiet.
static uint64_t f32ToF64(uint64_t a) {
  return llvm::bit_cast<uint64_t>(double(llvm::bit_cast<float>(uint32_t(a))));
}
static uint64_t f64ToF32(uint64_t a) {
  double value = llvm::bit_cast<double>(a);
  return value != value ? kF32.nan : llvm::bit_cast<uint32_t>(float(value));
}

static uint64_t truncateF32ToS32(uint64_t a) {
  float value = llvm::bit_cast<float>(uint32_t(a));
  if (value >= 0x1p31f)
    return uint32_t(INT32_MAX);
  if (value < -0x1p31f)
    return uint32_t(INT32_MIN);
  return value != value ? 0 : uint32_t(int32_t(value));
}

template <uint64_t (*F)(uint64_t)>
static uint64_t useOne(const Conversion &, uint64_t a, uint64_t, uint64_t,
                       uint64_t, uint64_t) {
  return F(a);
}

/// Two numbers of 8 bits, in f16: exact, as one of 256.
template <const FloatFormat &Format>
static uint64_t eightBitsToF16(const Conversion &, uint64_t a, uint64_t,
                               uint64_t, uint64_t, uint64_t) {
  static const auto codes = [] {
    std::array<uint16_t, 256> result;
    for (unsigned code = 0; code < 256; ++code)
      result[code] = kF16.encode(Format.decode(code), Rounding::NearestEven);
    return result;
  }();
  return uint32_t(codes[a >> 8 & 0xFF]) << 16 | codes[a & 0xFF];
}

/// Infinity becomes the largest number.
template <const FloatFormat &Format> static uint64_t f32To8Bits(uint64_t a) {
  constexpr unsigned kDropped = 23 - Format.mantissaBits;
  constexpr uint32_t kLeastNormal = uint32_t(128 - Format.bias) << 23;
  uint32_t sign = uint32_t(a) >> 24 & 0x80, bits = uint32_t(a) & 0x7FFFFFFF;
  if (bits > kF32.getInfinity())
    return Format.nan;
  uint32_t code;
  if (bits < kLeastNormal) {
    // The sum is a number whose last bit is worth that of a subnormal one.
    constexpr uint32_t kLast =
        uint32_t(128 - Format.bias + 23 - Format.mantissaBits) << 23;
    code = llvm::bit_cast<uint32_t>(llvm::bit_cast<float>(bits) +
                                    llvm::bit_cast<float>(kLast)) -
           kLast;
  } else {
    bits += (1u << (kDropped - 1)) - 1 + (bits >> kDropped & 1);
    code = ((bits - kLeastNormal) >> kDropped) + (1u << Format.mantissaBits);
  }
  return sign | std::min<uint32_t>(code, Format.getMaxFinite());
}

template <uint64_t (*F)(uint64_t)>
static uint64_t useTwoOf8(const Conversion &, uint64_t a, uint64_t b, uint64_t,
                          uint64_t, uint64_t) {
  return F(a) << 8 | F(b);
}

template <uint64_t (*F)(uint64_t)>
static uint64_t useTwo(const Conversion &, uint64_t a, uint64_t b, uint64_t,
                       uint64_t, uint64_t) {
  return F(a) << 16 | F(b);
}

Conversion::Function Conversion::getShortWay(StringRef dstType,
                                             StringRef srcType) const {
  constexpr auto kCanonical = NaNResult::Canonical;
  struct Row {
    llvm::StringLiteral to, from;
    Rounding rounding;
    /// What it does with NaN.
    NaNResult nanResult;
    Function function;
    bool isSatFinite = false;
  };
  static constexpr Row kRows[] = {
      {"f32", "f16", Rounding::NearestEven, kCanonical, useOne<f16ToF32>},
      {"f16", "f32", Rounding::NearestEven, kCanonical, useOne<f32ToF16>},
      {"f16x2", "f32", Rounding::NearestEven, kCanonical, useTwo<f32ToF16>},
      {"f32", "bf16", Rounding::NearestEven, NaNResult::KeepBits,
       useOne<bf16ToF32>},
      {"bf16", "f32", Rounding::NearestEven, kCanonical, useOne<f32ToBF16>},
      {"bf16x2", "f32", Rounding::NearestEven, kCanonical, useTwo<f32ToBF16>},
      {"f64", "f32", Rounding::NearestEven, NaNResult::KeepPayload,
       useOne<f32ToF64>},
      {"f32", "f64", Rounding::NearestEven, kCanonical, useOne<f64ToF32>},
      {"f32", "s32", Rounding::NearestEven, kCanonical,
       useOne<integerToF32<int32_t>>},
      {"f32", "u32", Rounding::NearestEven, kCanonical,
       useOne<integerToF32<uint32_t>>},
      {"f64", "s32", Rounding::NearestEven, kCanonical,
       useOne<integerToF64<int32_t>>},
      {"f64", "u32", Rounding::NearestEven, kCanonical,
       useOne<integerToF64<uint32_t>>},
      {"s32", "f32", Rounding::Zero, kCanonical, useOne<truncateF32ToS32>},
      {"f16x2", "e4m3x2", Rounding::NearestEven, kCanonical,
       eightBitsToF16<kE4M3>},
      {"f16x2", "e5m2x2", Rounding::NearestEven, kCanonical,
       eightBitsToF16<kE5M2>},
      {"e4m3x2", "f32", Rounding::NearestEven, kCanonical,
       useTwoOf8<f32To8Bits<kE4M3>>, true},
      {"e5m2x2", "f32", Rounding::NearestEven, kCanonical,
       useTwoOf8<f32To8Bits<kE5M2>>, true},
  };
  if (isFlushing || isSaturating || isRelu || isStochastic)
    return nullptr;
  for (const Row &row : kRows)
    if (row.to == dstType && row.from == srcType && row.rounding == rounding &&
        row.nanResult == nanResult && row.isSatFinite == isSatFinite)
      return row.function;
  return nullptr;
}
