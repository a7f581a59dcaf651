//===- FloatFormat.h - The floating-point formats of PTX --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encodings from f64 to e2m1 as data, and exact, correctly rounded
// conversion between any two of them.
//
//===----------------------------------------------------------------------===//
//
// Every conversion goes through a FloatValue, which holds any number of any
// format, and any 64-bit integer, without loss:
//
//   kE4M3.encode(kF32.decode(0x3fc00000), Rounding::NearestEven)    // 1.5
//     decode   f32 1.5      sign +, exponent 0, significand 0xc0...00
//     encode   4 bits kept  1.100, nothing discarded: code 0 0111 100 = 0x3c
//
// Encoding splits the significand into the bits that the format has room for at
// that exponent (fewer below the smallest normal number) and a fraction of 64
// bits. The rounding looks at the fraction and adds 0 or 1 to the *code*: a
// carry then turns a subnormal into a normal number, and a full mantissa into
// the next exponent, because codes of one sign are in the order of their
// values. So one rule serves all formats, subnormals and overflow included.
//
// The host's floating point is not involved, nor is its rounding mode. Only the
// functions for f16 and bf16 at the end use it, for speed.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_FLOAT_FLOATFORMAT_H
#define TILE_SIMULATOR_FLOAT_FLOATFORMAT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"

#include <cstdint>

namespace mlir::tile::sim {

/// How a result that a format cannot hold is rounded.
enum class Rounding : uint8_t {
  NearestEven, ///< `.rn`
  NearestAway, ///< `.rna`
  Zero,        ///< `.rz`
  Down,        ///< `.rm`
  Up,          ///< `.rp`
};

/// What becomes of a number above the largest finite one.
enum class Overflow : uint8_t {
  /// As IEEE 754 has it: infinity, or the largest number if the rounding leads
  /// there. A format without infinity takes its NaN instead.
  Infinity,
  /// `.satfinite`: the largest number of that sign, also for an infinity.
  MaxFinite,
};

/// A number, unpacked: what any of the formats can hold, and more.
struct FloatValue {
  enum Kind : uint8_t { Zero, Finite, Infinity, NaN };

  Kind kind = Zero;
  bool isNegative = false;
  /// Finite: the power of two of the significand's highest bit.
  int32_t exponent = 0;
  /// Finite: the highest bit is set; the value is
  /// significand * 2^(exponent - 63). Someone who computes with more bits than
  /// that may set the lowest one for the rest: rounding to any of the formats
  /// stays exact.
  /// NaN: the mantissa field, its highest bit (1 for quiet) in the highest bit.
  uint64_t significand = 0;

  /// The number +-magnitude, exactly.
  static FloatValue fromInteger(uint64_t magnitude, bool isNegative);

  /// The nearest integral number; a zero keeps the sign of what was rounded.
  FloatValue roundToIntegral(Rounding rounding) const;

  /// The nearest integer, clamped to the range of an integer type with `bits`
  /// bits (1 to 64), as that type's code. Infinities are clamped, too.
  /// NaN gives 0: who wants something else asks before.
  uint64_t toInteger(Rounding rounding, unsigned bits, bool isSigned) const;

  bool operator==(const FloatValue &other) const {
    return kind == other.kind && isNegative == other.isNegative &&
           exponent == other.exponent && significand == other.significand;
  }
};

/// A floating-point format: sign, exponent, mantissa from the highest bit on.
struct FloatFormat {
  enum Specials : uint8_t {
    InfinityAndNaN, ///< IEEE 754: the highest exponent means those.
    OnlyNaN,        ///< The highest code is NaN; no infinity.
    NoSpecials,     ///< All codes are numbers.
  };

  /// As PTX writes it: "e4m3".
  llvm::StringLiteral name;
  bool hasSign;
  uint8_t exponentBits;
  /// Without the leading one. A format of 0 bits has no subnormals and no zero:
  /// its code 0 is 2^-bias.
  uint8_t mantissaBits;
  int16_t bias;
  Specials specials;
  /// Low bits of the code that mean nothing: tf32 is kept like f32.
  uint8_t paddingBits;
  /// The NaN that conversions make. In a format without NaN: what they make
  /// instead, the largest number.
  uint64_t nan;

  /// Bits of a code, with sign and padding: 19 + 13 for tf32.
  constexpr unsigned getBits() const {
    return hasSign + exponentBits + mantissaBits + paddingBits;
  }
  /// The code of the sign: 0x80000000 for f32; 0 without sign.
  constexpr uint64_t getSignBit() const {
    return hasSign ? uint64_t(1) << (getBits() - 1) : 0;
  }
  /// The code of the largest finite number.
  constexpr uint64_t getMaxFinite() const {
    uint64_t all = (uint64_t(1) << (exponentBits + mantissaBits)) - 1;
    if (specials == InfinityAndNaN)
      all = (((uint64_t(1) << exponentBits) - 1) << mantissaBits) - 1;
    else if (specials == OnlyNaN)
      --all;
    return all << paddingBits;
  }
  /// The code of positive infinity; the NaN for formats without infinity.
  constexpr uint64_t getInfinity() const {
    if (specials != InfinityAndNaN)
      return nan;
    return ((uint64_t(1) << exponentBits) - 1) << mantissaBits << paddingBits;
  }
  /// The exponent of the smallest normal number: -126 for f32.
  constexpr int getMinExponent() const { return (mantissaBits ? 1 : 0) - bias; }

  /// The number of a code. Bits above the format's are ignored.
  FloatValue decode(uint64_t code) const;

  /// The code of the value, rounded once. NaN gives `nan`. A format without
  /// sign takes the magnitude, and one without zero its smallest number for
  /// everything below it.
  uint64_t encode(const FloatValue &value, Rounding rounding,
                  Overflow overflow = Overflow::Infinity) const;

  /// As encode, but rounds away from zero if adding the `numRandomBits` (1 to
  /// 63) bits of `randomBits` to the first of the discarded bits carries: with
  /// random bits the expected result is the value, to that many bits (`.rs`).
  uint64_t encodeStochastic(const FloatValue &value, uint64_t randomBits,
                            unsigned numRandomBits,
                            Overflow overflow = Overflow::Infinity) const;

  /// The format of that name, or null.
  static const FloatFormat *get(llvm::StringRef name);
};

// The names, field widths and special codes of PTX ISA 9.0, 5.2.3 "Alternate
// Floating-Point Data Formats"; e4m3 and e5m2 are from the OCP 8-bit Floating
// Point Specification 1.0, the smaller ones and ue8m0 from the OCP Microscaling
// Formats Specification 1.0. NaNs: PTX ISA 9.7.3 and the value that CUDA's
// headers call the canonical one.
inline constexpr FloatFormat kF64 = {"f64", true,
                                     11,    52,
                                     1023,  FloatFormat::InfinityAndNaN,
                                     0,     0x7ff8000000000000};
inline constexpr FloatFormat kF32 = {
    "f32", true, 8, 23, 127, FloatFormat::InfinityAndNaN, 0, 0x7fffffff};
inline constexpr FloatFormat kTF32 = {
    "tf32", true, 8, 10, 127, FloatFormat::InfinityAndNaN, 13, 0x7fffe000};
inline constexpr FloatFormat kF16 = {
    "f16", true, 5, 10, 15, FloatFormat::InfinityAndNaN, 0, 0x7fff};
inline constexpr FloatFormat kBF16 = {
    "bf16", true, 8, 7, 127, FloatFormat::InfinityAndNaN, 0, 0x7fff};
inline constexpr FloatFormat kE5M2 = {
    "e5m2", true, 5, 2, 15, FloatFormat::InfinityAndNaN, 0, 0x7f};
inline constexpr FloatFormat kE4M3 = {
    "e4m3", true, 4, 3, 7, FloatFormat::OnlyNaN, 0, 0x7f};
inline constexpr FloatFormat kE3M2 = {
    "e3m2", true, 3, 2, 3, FloatFormat::NoSpecials, 0, 0x1f};
inline constexpr FloatFormat kE2M3 = {
    "e2m3", true, 2, 3, 1, FloatFormat::NoSpecials, 0, 0x1f};
inline constexpr FloatFormat kE2M1 = {
    "e2m1", true, 2, 1, 1, FloatFormat::NoSpecials, 0, 0x7};
inline constexpr FloatFormat kUE8M0 = {
    "ue8m0", false, 8, 0, 127, FloatFormat::OnlyNaN, 0, 0xff};

//===----------------------------------------------------------------------===//
// Short ways for the conversions that kernels are full of
//===----------------------------------------------------------------------===//
//
// The same results as decode and encode, without branches, so that loops over
// lanes become vector instructions. They need the host to round to nearest even
// and to keep subnormals, as it does unless a program changes that.

/// The f32 of an f16; NaNs become the canonical one.
inline uint32_t convertF16ToF32(uint16_t code) {
  // Read as an f32, the bits are the value times 2^-112, subnormals included.
  uint32_t shifted = uint32_t(code & 0x7fff) << 13;
  float scaled = llvm::bit_cast<float>(shifted) * 0x1p112f;
  uint32_t finite = llvm::bit_cast<uint32_t>(scaled);
  uint32_t sign = uint32_t(code & 0x8000) << 16;
  uint32_t special = shifted == 0x0f800000 ? (sign | 0x7f800000) : 0x7fffffff;
  return shifted < 0x0f800000 ? (sign | finite) : special;
}

/// `cvt.rn.f16.f32`.
inline uint16_t convertF32ToF16(uint32_t code) {
  uint32_t magnitude = code & 0x7fffffff;
  uint32_t normal =
      (magnitude - (112u << 23) + 0xfff + ((magnitude >> 13) & 1)) >> 13;
  // The last bit of 0.5 is worth 2^-24, the smallest f16: the sum is rounded to
  // a multiple of it, and its mantissa counts them.
  float sum = llvm::bit_cast<float>(magnitude) + 0.5f;
  uint32_t subnormal = llvm::bit_cast<uint32_t>(sum) - 0x3f000000;
  uint32_t finite = magnitude < (113u << 23) ? subnormal : normal;
  // From 2^16 on; what is rounded up to that is infinity already.
  uint32_t number = magnitude >= 0x47800000 ? 0x7c00 : finite;
  uint32_t sign = (code >> 16) & 0x8000;
  return uint16_t(magnitude > 0x7f800000 ? 0x7fff : (sign | number));
}

/// `cvt.rn.bf16.f32`.
inline uint16_t convertF32ToBF16(uint32_t code) {
  uint32_t rounded = (code + 0x7fff + ((code >> 16) & 1)) >> 16;
  return uint16_t((code & 0x7fffffff) > 0x7f800000 ? 0x7fff : rounded);
}

/// The f32 of a bf16: its upper half, also for NaNs.
inline uint32_t convertBF16ToF32(uint16_t code) { return uint32_t(code) << 16; }

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_FLOAT_FLOATFORMAT_H
