//===- HalfArithmetic.h - Arithmetic of PTX on f16 and bf16 -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.4 "Half Precision Floating Point Instructions" and 9.7.5
// "Mixed Precision Floating Point Instructions" as function objects on codes,
// and the comparisons of 9.7.7. bf16 has no `.ftz` and no `.sat` in PTX.
//
//===----------------------------------------------------------------------===//
//
//   EachHalf<FmaHalf<kF16, /*Ftz=*/false, HalfClamp::Relu>> fma;
//   d[lane] = fma(a[lane], b[lane], c[lane]);     // fma.rn.relu.f16x2
//
// Results are rounded once. The product of two f16 is exact in f32, and that of
// two bf16 is, or overflows, or is so small (at most 255 * 255 * 2^-150) that
// it rounds to zero anyhow. A sum has 24 >= 2 * 11 + 2 bits in f32, enough for
// a second rounding to do no harm (S. Figueroa, "When is double rounding
// innocuous?", SIGNUM Newsletter 30(3), 1995); a * b + c has not, and is
// rounded to odd, see FloatRules.h, in double for bf16, where a * b may
// overflow in f32 and a * b + c not.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_FLOAT_HALFARITHMETIC_H
#define TILE_SIMULATOR_FLOAT_HALFARITHMETIC_H

#include "tile/Simulator/Float/FloatArithmetic.h"
#include "tile/Simulator/Float/FloatFormat.h"

namespace mlir::tile::sim {

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// By the fields: with -fsanitize=undefined, g++ takes no address of a template
/// argument for a constant.
template <const FloatFormat &F>
inline constexpr bool kIsF16 = F.exponentBits == 5 && F.mantissaBits == 10;
template <const FloatFormat &F>
inline constexpr bool kIsBF16 = F.exponentBits == 8 && F.mantissaBits == 7;

/// The number of a code of kF16 or kBF16. NaN gives a NaN.
template <const FloatFormat &F> inline float widenHalf(uint16_t code) {
  static_assert(kIsF16<F> || kIsBF16<F>);
  return llvm::bit_cast<float>(kIsF16<F> ? convertF16ToF32(code)
                                         : convertBF16ToF32(code));
}

/// The nearest code. NaN gives FloatRules::kNaN16.
template <const FloatFormat &F> inline uint16_t narrowToHalf(float value) {
  static_assert(kIsF16<F> || kIsBF16<F>);
  static_assert(kF16.nan == FloatRules::kNaN16 &&
                kBF16.nan == FloatRules::kNaN16);
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  return kIsF16<F> ? convertF32ToF16(bits) : convertF32ToBF16(bits);
}

/// What happens to a result at last.
enum class HalfClamp : uint8_t {
  None,
  Sat,  ///< `.sat`: to [+0, 1], NaN to +0.
  Relu, ///< `.relu`: negative numbers to +0, NaN stays.
};

template <HalfClamp C> inline float clampHalf(float x) {
  if constexpr (C == HalfClamp::Sat)
    return saturate(x);
  if constexpr (C == HalfClamp::Relu)
    return x <= 0.0f ? 0.0f : x;
  return x;
}

/// An operand of an instruction with or without `.ftz`.
template <const FloatFormat &F, bool Ftz>
inline uint16_t readHalf(uint16_t code) {
  constexpr uint16_t infinity = uint16_t(F.getInfinity());
  return !Ftz || (code & infinity) ? code : code & 0x8000;
}

/// The result of a value that is exact or rounded to odd.
template <const FloatFormat &F, bool Ftz, HalfClamp C>
inline uint16_t roundToHalf(float value) {
  if constexpr (Ftz) {
    static_assert(kIsF16<F>, "bf16 has no .ftz");
    value = flushTiny<kNearestEven>(value, 0x1p-14f, 0x1.ffcp-15f);
  }
  return narrowToHalf<F>(clampHalf<C>(value));
}

//===----------------------------------------------------------------------===//
// add, sub, mul, fma
//===----------------------------------------------------------------------===//

/// `add{.rn}{.ftz}{.sat}.f16`, `add{.rn}.bf16`.
template <const FloatFormat &F, bool Ftz = false, HalfClamp C = HalfClamp::None>
struct AddHalf {
  uint16_t operator()(uint16_t a, uint16_t b) const {
    return roundToHalf<F, Ftz, C>(widenHalf<F>(readHalf<F, Ftz>(a)) +
                                  widenHalf<F>(readHalf<F, Ftz>(b)));
  }
};

/// `sub{.rn}{.ftz}{.sat}.f16`, `sub{.rn}.bf16`.
template <const FloatFormat &F, bool Ftz = false, HalfClamp C = HalfClamp::None>
struct SubHalf {
  uint16_t operator()(uint16_t a, uint16_t b) const {
    return AddHalf<F, Ftz, C>()(a, b ^ 0x8000);
  }
};

/// `mul{.rn}{.ftz}{.sat}.f16`, `mul{.rn}.bf16`.
template <const FloatFormat &F, bool Ftz = false, HalfClamp C = HalfClamp::None>
struct MulHalf {
  uint16_t operator()(uint16_t a, uint16_t b) const {
    return roundToHalf<F, Ftz, C>(widenHalf<F>(readHalf<F, Ftz>(a)) *
                                  widenHalf<F>(readHalf<F, Ftz>(b)));
  }
};

/// `fma.rn{.ftz}{.sat|.relu}.f16`, `fma.rn{.relu}.bf16`, and with `Oob`
/// `fma.rn.oob{.relu}` of both: +0 if a or b is the NaN that bulk tensor copies
/// fill with where a box leaves the tensor.
template <const FloatFormat &F, bool Ftz = false, HalfClamp C = HalfClamp::None,
          bool Oob = false>
struct FmaHalf {
  uint16_t operator()(uint16_t a, uint16_t b, uint16_t c) const {
    float aValue = widenHalf<F>(readHalf<F, Ftz>(a));
    float bValue = widenHalf<F>(readHalf<F, Ftz>(b));
    float addend = widenHalf<F>(readHalf<F, Ftz>(c));
    float sum;
    if constexpr (kIsF16<F>)
      sum = addToOdd<float>(aValue * bValue, addend);
    else
      sum = roundToOddF32(
          addToOdd<double>(double(aValue) * double(bValue), addend));
    uint16_t result = roundToHalf<F, Ftz, C>(sum);
    bool isOutOfBounds = ((a & 0x7fff) == FloatRules::kOutOfBoundsNaN16) |
                         ((b & 0x7fff) == FloatRules::kOutOfBoundsNaN16);
    return Oob && isOutOfBounds ? 0 : result;
  }
};

//===----------------------------------------------------------------------===//
// neg, abs, min, max, comparisons
//===----------------------------------------------------------------------===//

/// NaN becomes the canonical one.
template <const FloatFormat &F> inline uint16_t canonicalizeHalf(uint16_t x) {
  return (x & 0x7fff) > F.getInfinity() ? FloatRules::kNaN16 : x;
}

/// `neg{.ftz}.f16`, `neg.bf16`.
template <const FloatFormat &F, bool Ftz = false> struct NegHalf {
  uint16_t operator()(uint16_t a) const {
    return canonicalizeHalf<F>(readHalf<F, Ftz>(a) ^ 0x8000);
  }
};

/// `abs{.ftz}.f16`, `abs.bf16`.
template <const FloatFormat &F, bool Ftz = false> struct AbsHalf {
  uint16_t operator()(uint16_t a) const {
    return canonicalizeHalf<F>(readHalf<F, Ftz>(a) & 0x7fff);
  }
};

/// `min` and `max{.ftz}{.NaN}{.xorsign.abs}.f16`, without `.ftz` also `.bf16`.
template <const FloatFormat &F, MinMax M, bool Ftz = false,
          bool PropagateNaN = false, MinMaxSign S = MinMaxSign::Keep>
struct MinMaxHalf {
  uint16_t operator()(uint16_t a, uint16_t b) const {
    return selectMinMax<uint16_t, M, PropagateNaN, S>(
        readHalf<F, Ftz>(a), readHalf<F, Ftz>(b), uint16_t(F.getInfinity()),
        FloatRules::kNaN16);
  }
};

/// `setp.op{.ftz}.f16`, `setp.op.bf16`.
template <const FloatFormat &F, Comparison C, bool Ftz = false>
struct CompareHalf {
  bool operator()(uint16_t a, uint16_t b) const {
    return compareFloats<C>(widenHalf<F>(readHalf<F, Ftz>(a)),
                            widenHalf<F>(readHalf<F, Ftz>(b)));
  }
};

//===----------------------------------------------------------------------===//
// Mixed precision: f16 or bf16 operands, f32 addend and result
//===----------------------------------------------------------------------===//

/// `add{.rnd}{.sat}.f32.f16|bf16 d, a, c`.
template <const FloatFormat &F, Rounding R = kNearestEven, bool Sat = false>
struct AddMixed {
  float operator()(uint16_t a, float c) const {
    return AddF32<R, false, Sat>()(widenHalf<F>(a), c);
  }
};

/// `sub{.rnd}{.sat}.f32.f16|bf16 d, a, c`: a - c.
template <const FloatFormat &F, Rounding R = kNearestEven, bool Sat = false>
struct SubMixed {
  float operator()(uint16_t a, float c) const {
    return SubF32<R, false, Sat>()(widenHalf<F>(a), c);
  }
};

/// `fma.rnd{.sat}.f32.f16|bf16 d, a, b, c`.
template <const FloatFormat &F, Rounding R = kNearestEven, bool Sat = false>
struct FmaMixed {
  float operator()(uint16_t a, uint16_t b, float c) const {
    return FmaF32<R, false, Sat>()(widenHalf<F>(a), widenHalf<F>(b), c);
  }
};

//===----------------------------------------------------------------------===//
// f16x2, bf16x2
//===----------------------------------------------------------------------===//

/// An instruction on .f16x2 or .bf16x2, the first number in the low half.
template <typename Op> struct EachHalf {
  template <typename... T> uint32_t operator()(T... x) const {
    return uint32_t(Op()(uint16_t(x >> 16)...)) << 16 | Op()(uint16_t(x)...);
  }
};

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_FLOAT_HALFARITHMETIC_H
