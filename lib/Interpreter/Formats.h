//===- Formats.h - Floats and integers of each width ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the evaluation of an operation does with an element: its bits become a
// C++ number, and a number becomes bits, rounded.
//
//===----------------------------------------------------------------------===//
//
// Floats of 8 and 16 bits are computed in double and rounded once more. For
// addition, multiplication, division and square roots that is the same as
// rounding the exact result once, because double has more than twice their
// digits and two more (S. Figueroa, "When is double rounding innocuous?",
// 1995).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_FORMATS_H
#define TILE_LIB_INTERPRETER_FORMATS_H

#include "Elements.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"

#include <cmath>
#include <limits>

namespace mlir::tile::interp {

enum class Rounding { NearestEven, TowardZero, Upward, Downward, NearestAway };

/// A binary float of up to 32 bits: the digits after the point, the bits of
/// the exponent, and whether the largest exponent is that of infinity and NaN;
/// otherwise only the largest number stands for NaN, as in f8E4M3FN.
template <typename BitsType, unsigned mantissa, unsigned exponent, bool isIEEE,
          bool saturates>
struct NarrowFormat {
  using Bits = BitsType;
  using Compute = double;
  static constexpr unsigned kDigits = mantissa + 1;
  static constexpr unsigned kWidth = sizeof(Bits) * 8;
  static constexpr int kBias = (1 << (exponent - 1)) - 1;
  static constexpr int kMinExponent = 1 - kBias;
  static constexpr Bits kSign = Bits(1) << (kWidth - 1);
  static constexpr Bits kInfinity = Bits(((1u << exponent) - 1) << mantissa);
  static constexpr Bits kLargest =
      isIEEE ? Bits(kInfinity - 1) : Bits(kSign - 2);
  /// What PTX makes.
  static constexpr Bits kNaN = Bits(kSign - 1);

  static bool isNaN(Bits bits) {
    Bits magnitude = bits & Bits(~kSign);
    return isIEEE ? magnitude > kInfinity : magnitude == kNaN;
  }

  static double load(Bits bits) {
    Bits magnitude = bits & Bits(~kSign);
    double sign = bits & kSign ? -1.0 : 1.0;
    if (LLVM_UNLIKELY(isNaN(bits)))
      return std::numeric_limits<double>::quiet_NaN();
    unsigned e = magnitude >> mantissa;
    if (LLVM_UNLIKELY(isIEEE && magnitude == kInfinity))
      return sign * std::numeric_limits<double>::infinity();
    uint64_t digits = magnitude & ((1u << mantissa) - 1);
    if (e == 0)
      return sign * double(digits) *
             llvm::bit_cast<double>(
                 uint64_t(1023 + kMinExponent - int(mantissa)) << 52);
    return llvm::bit_cast<double>((uint64_t(bits & kSign ? 1 : 0) << 63) |
                                  (uint64_t(int(e) - kBias + 1023) << 52) |
                                  (digits << (52 - mantissa)));
  }

  static Bits store(double value) {
    return round(value, Rounding::NearestEven);
  }

  static Bits round(double value, Rounding rounding) {
    uint64_t bits = llvm::bit_cast<uint64_t>(value);
    bool isNegative = bits >> 63;
    Bits sign = isNegative ? kSign : Bits(0);
    uint64_t magnitude = bits & ~(uint64_t(1) << 63);
    constexpr uint64_t kInf64 = uint64_t(0x7ff) << 52;
    if (LLVM_UNLIKELY(magnitude > kInf64))
      return kNaN;
    if (LLVM_UNLIKELY(magnitude == kInf64))
      return sign | (saturates ? kLargest : kInfinity);
    int e = int(magnitude >> 52) - 1023;
    if (e == -1023)
      // Zero, or below everything that a narrow format has.
      return sign | (magnitude == 0 ? Bits(0)
                                    : roundUp(rounding, isNegative, 0, 1, 4));
    uint64_t digits =
        (magnitude & ((uint64_t(1) << 52) - 1)) | (uint64_t(1) << 52);
    // Bits of the double's digits that go.
    unsigned drop = 52 - mantissa;
    if (e < kMinExponent)
      drop += kMinExponent - e;
    uint64_t kept, rest, half;
    if (drop > 63) {
      kept = 0;
      rest = 1;
      half = 4;
    } else {
      kept = digits >> drop;
      rest = digits & ((uint64_t(1) << drop) - 1);
      half = uint64_t(1) << (drop - 1);
    }
    kept += roundUp(rounding, isNegative, kept, rest, half);
    // The carry goes into the exponent by itself.
    int64_t result =
        e < kMinExponent
            ? int64_t(kept)
            : int64_t(kept) + (int64_t(e - kMinExponent) << mantissa);
    if (result > int64_t(kLargest)) {
      bool toLargest = rounding == Rounding::TowardZero ||
                       (rounding == Rounding::Upward && isNegative) ||
                       (rounding == Rounding::Downward && !isNegative);
      return sign | (saturates || toLargest ? kLargest : kInfinity);
    }
    return sign | Bits(result);
  }

private:
  /// Whether the kept digits grow by one: `rest` of them is cut off; `half` is
  /// its middle.
  static Bits roundUp(Rounding rounding, bool isNegative, uint64_t kept,
                      uint64_t rest, uint64_t half) {
    switch (rounding) {
    case Rounding::NearestEven:
      return rest > half || (rest == half && (kept & 1));
    case Rounding::NearestAway:
      return rest >= half;
    case Rounding::TowardZero:
      return 0;
    case Rounding::Upward:
      return rest != 0 && !isNegative;
    case Rounding::Downward:
      return rest != 0 && isNegative;
    }
    return 0;
  }
};

using F16Format = NarrowFormat<uint16_t, 10, 5, true, false>;
using BF16Format = NarrowFormat<uint16_t, 7, 8, true, false>;
using F8E4M3Format = NarrowFormat<uint8_t, 3, 4, false, true>;
using F8E5M2Format = NarrowFormat<uint8_t, 2, 5, true, true>;
using RoundedF32Format = NarrowFormat<uint32_t, 23, 8, true, false>;

struct F32Format {
  using Bits = uint32_t;
  using Compute = float;
  static constexpr unsigned kDigits = 24;
  static constexpr Bits kSign = 0x80000000;
  static constexpr Bits kInfinity = 0x7f800000;
  static bool isNaN(Bits bits) { return (bits & ~kSign) > kInfinity; }
  static float load(Bits bits) { return llvm::bit_cast<float>(bits); }
  static Bits store(float value) {
    return value != value ? 0x7fffffff : llvm::bit_cast<uint32_t>(value);
  }
  static Bits round(double value, Rounding rounding) {
    return rounding == Rounding::NearestEven
               ? store(float(value))
               : RoundedF32Format::round(value, rounding);
  }
};

struct F64Format {
  using Bits = uint64_t;
  using Compute = double;
  static constexpr unsigned kDigits = 53;
  static constexpr Bits kSign = uint64_t(1) << 63;
  static constexpr Bits kInfinity = uint64_t(0x7ff) << 52;
  static bool isNaN(Bits bits) { return (bits & ~kSign) > kInfinity; }
  static double load(Bits bits) { return llvm::bit_cast<double>(bits); }
  static Bits store(double value) {
    return value != value ? uint64_t(0xfff8) << 48
                          : llvm::bit_cast<uint64_t>(value);
  }
  static Bits round(double value, Rounding) { return store(value); }
};

/// An integer of so many bits; one of 1 bit is a byte of 0 or 1.
template <unsigned width, typename Unsigned, typename Signed> struct IntFormat {
  using Bits = Unsigned;
  /// Wide enough that C++ promotes nothing to a signed type.
  using U = std::conditional_t<(width > 32), uint64_t, uint32_t>;
  using S = std::conditional_t<(width > 32), int64_t, int32_t>;
  static constexpr unsigned kWidth = width;
  static U load(Bits bits) { return bits; }
  static Bits store(U value) { return width == 1 ? value & 1 : Bits(value); }
  /// The value with a sign.
  static S sign(U value) {
    return width == 1 ? -S(value & 1) : S(Signed(Bits(value)));
  }
  static constexpr S kMin =
      width == 1 ? S(-1) : S(std::numeric_limits<Signed>::min());
};

using I1Format = IntFormat<1, uint8_t, int8_t>;
using I8Format = IntFormat<8, uint8_t, int8_t>;
using I16Format = IntFormat<16, uint16_t, int16_t>;
using I32Format = IntFormat<32, uint32_t, int32_t>;
using I64Format = IntFormat<64, uint64_t, int64_t>;

/// Calls `f` with the format of an integer or pointer; false if it is neither.
template <typename F> bool withInteger(ElementType type, F f) {
  switch (type) {
  case ElementType::I1:
    f(I1Format());
    return true;
  case ElementType::I8:
  case ElementType::U8:
    f(I8Format());
    return true;
  case ElementType::I16:
  case ElementType::U16:
    f(I16Format());
    return true;
  case ElementType::I32:
  case ElementType::U32:
    f(I32Format());
    return true;
  case ElementType::I64:
  case ElementType::U64:
    f(I64Format());
    return true;
  default:
    return false;
  }
}

/// Calls `f` with the format of a float in which one computes: 16 bits and
/// more; false if it is not one.
template <typename F> bool withFloat(ElementType type, F f) {
  switch (type) {
  case ElementType::F16:
    f(F16Format());
    return true;
  case ElementType::BF16:
    f(BF16Format());
    return true;
  case ElementType::F32:
    f(F32Format());
    return true;
  case ElementType::F64:
    f(F64Format());
    return true;
  default:
    return false;
  }
}

/// The same, with 8-bit floats.
template <typename F> bool withAnyFloat(ElementType type, F f) {
  switch (type) {
  case ElementType::F8E4M3:
    f(F8E4M3Format());
    return true;
  case ElementType::F8E5M2:
    f(F8E5M2Format());
    return true;
  default:
    return withFloat(type, f);
  }
}

/// Calls `f` with an unsigned integer as wide as an element.
template <typename F> void withBits(unsigned byteWidth, F f) {
  switch (byteWidth) {
  case 1:
    return f(uint8_t());
  case 2:
    return f(uint16_t());
  case 4:
    return f(uint32_t());
  default:
    return f(uint64_t());
  }
}

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_FORMATS_H
