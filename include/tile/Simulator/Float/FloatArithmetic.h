//===- FloatArithmetic.h - Arithmetic of PTX on f32 and f64 -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.3 "Floating Point Instructions" without the approximations,
// and the comparisons of 9.7.6: each form is a function object without state,
// bit for bit what an sm_90 computes.
//
//===----------------------------------------------------------------------===//
//
//   FmaF32<Rounding::NearestEven, /*Ftz=*/true> fma;     // fma.rn.ftz.f32
//   for (unsigned lane = 0; lane < 32; ++lane)
//     d[lane] = fma(a[lane], b[lane], c[lane]);
//
// Everything is inline and without branches as far as f32 goes, so that such a
// loop becomes vector instructions.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_FLOAT_FLOATARITHMETIC_H
#define TILE_SIMULATOR_FLOAT_FLOATARITHMETIC_H

#include "tile/Simulator/Float/FloatRules.h"

namespace mlir::tile::sim {

// f64 in a direction other than to nearest; NaN results have any bits. They
// switch the thread's rounding mode, which costs tens of cycles, and back.
double addDirected(Rounding rounding, double a, double b);
double multiplyDirected(Rounding rounding, double a, double b);
double fmaDirected(Rounding rounding, double a, double b, double c);
double divideDirected(Rounding rounding, double a, double b);
double sqrtDirected(Rounding rounding, double a);

//===----------------------------------------------------------------------===//
// add, sub, mul, fma, mad
//===----------------------------------------------------------------------===//

inline constexpr Rounding kNearestEven = Rounding::NearestEven;

/// `add{.rnd}{.ftz}{.sat}.f32`.
template <Rounding R = kNearestEven, bool Ftz = false, bool Sat = false>
struct AddF32 {
  float operator()(float a, float b) const {
    a = readF32<Ftz>(a);
    b = readF32<Ftz>(b);
    float sum;
    if constexpr (R == kNearestEven)
      sum = a + b;
    else
      sum = roundToF32<R>(fixZeroOfSum<R>(addToOdd<double>(a, b), a, b));
    // A sum below the smallest normal number is exact.
    return finishF32<Sat>(readF32<Ftz>(sum));
  }
};

/// `sub{.rnd}{.ftz}{.sat}.f32`.
template <Rounding R = kNearestEven, bool Ftz = false, bool Sat = false>
struct SubF32 {
  float operator()(float a, float b) const {
    return AddF32<R, Ftz, Sat>()(a, -b);
  }
};

/// `mul{.rnd}{.ftz}{.sat}.f32`.
template <Rounding R = kNearestEven, bool Ftz = false, bool Sat = false>
struct MulF32 {
  float operator()(float a, float b) const {
    float product;
    if constexpr (R == kNearestEven && !Ftz)
      product = a * b;
    else
      product = roundResultToF32<R, Ftz>(double(readF32<Ftz>(a)) *
                                         double(readF32<Ftz>(b)));
    return finishF32<Sat>(product);
  }
};

/// `fma.rnd{.ftz}{.sat}.f32`, and `mad`, which is the same (9.7.3.7).
template <Rounding R = kNearestEven, bool Ftz = false, bool Sat = false>
struct FmaF32 {
  float operator()(float a, float b, float c) const {
    double product = double(readF32<Ftz>(a)) * double(readF32<Ftz>(b));
    double addend = readF32<Ftz>(c);
    double sum = fixZeroOfSum<R>(addToOdd(product, addend), product, addend);
    return finishF32<Sat>(roundResultToF32<R, Ftz>(sum));
  }
};

/// `add{.rnd}.f64`.
template <Rounding R = kNearestEven> struct AddF64 {
  double operator()(double a, double b) const {
    double sum = R == kNearestEven ? a + b : addDirected(R, a, b);
    return sum == sum ? sum : FloatRules::getNaNOfSum(a, b);
  }
};

/// `sub{.rnd}.f64`. A NaN keeps its sign: so this is not a sum of a and -b.
template <Rounding R = kNearestEven> struct SubF64 {
  double operator()(double a, double b) const {
    double difference = R == kNearestEven ? a - b : addDirected(R, a, -b);
    return difference == difference ? difference
                                    : FloatRules::getNaNOfSum(a, b);
  }
};

/// `mul{.rnd}.f64`.
template <Rounding R = kNearestEven> struct MulF64 {
  double operator()(double a, double b) const {
    double product = R == kNearestEven ? a * b : multiplyDirected(R, a, b);
    return product == product ? product : FloatRules::getNaNOfProduct(a, b);
  }
};

/// `fma.rnd.f64` and `mad.rnd.f64`.
template <Rounding R = kNearestEven> struct FmaF64 {
  double operator()(double a, double b, double c) const {
    double sum =
        R == kNearestEven ? std::fma(a, b, c) : fmaDirected(R, a, b, c);
    return sum == sum ? sum : FloatRules::getNaNOfFma(a, b, c);
  }
};

//===----------------------------------------------------------------------===//
// div, rcp, sqrt, correctly rounded
//===----------------------------------------------------------------------===//

/// `div.rnd{.ftz}.f32`.
template <Rounding R = kNearestEven, bool Ftz = false> struct DivF32 {
  float operator()(float a, float b) const {
    a = readF32<Ftz>(a);
    b = readF32<Ftz>(b);
    float quotient = a / b;
    double wanted = std::fabs(double(a));
    // Exact, as it has at most 48 bits.
    double product = std::fabs(double(quotient) * double(b));
    quotient = redirect<R>(quotient, product > wanted, product < wanted);
    if constexpr (Ftz) {
      // A quotient below 1 of two f32 is at most 1 - 2^-24: no rounding makes
      // it 1, so it does not matter when tininess is looked at.
      uint32_t bits = llvm::bit_cast<uint32_t>(quotient);
      bool isTiny = wanted < std::fabs(double(b)) * 0x1p-126;
      quotient = llvm::bit_cast<float>(isTiny ? bits & 0x80000000 : bits);
    }
    return canonicalizeNaN(quotient);
  }
};

/// `rcp.rnd{.ftz}.f32`.
template <Rounding R = kNearestEven, bool Ftz = false> struct RcpF32 {
  float operator()(float a) const { return DivF32<R, Ftz>()(1.0f, a); }
};

/// `sqrt.rnd{.ftz}.f32`.
template <Rounding R = kNearestEven, bool Ftz = false> struct SqrtF32 {
  float operator()(float a) const {
    a = readF32<Ftz>(a);
    float root = std::sqrt(a);
    double square = double(root) * double(root);
    return canonicalizeNaN(redirect<R>(root, square > a, square < a));
  }
};

/// `div.rnd.f64`.
template <Rounding R = kNearestEven> struct DivF64 {
  double operator()(double a, double b) const {
    double quotient = R == kNearestEven ? a / b : divideDirected(R, a, b);
    return quotient == quotient ? quotient : FloatRules::getNaNOfQuotient(a, b);
  }
};

/// `rcp.rnd.f64`.
template <Rounding R = kNearestEven> struct RcpF64 {
  double operator()(double a) const { return DivF64<R>()(1.0, a); }
};

/// `sqrt.rnd.f64`.
template <Rounding R = kNearestEven> struct SqrtF64 {
  double operator()(double a) const {
    double root = R == kNearestEven ? std::sqrt(a) : sqrtDirected(R, a);
    return root == root ? root : FloatRules::getNaNOfUnary(a);
  }
};

//===----------------------------------------------------------------------===//
// neg, abs, copysign, testp
//===----------------------------------------------------------------------===//

/// `neg{.ftz}.f32`.
template <bool Ftz = false> struct NegF32 {
  float operator()(float a) const { return canonicalizeNaN(-readF32<Ftz>(a)); }
};

/// `abs{.ftz}.f32`.
template <bool Ftz = false> struct AbsF32 {
  float operator()(float a) const {
    return canonicalizeNaN(std::fabs(readF32<Ftz>(a)));
  }
};

/// `neg.f64`.
struct NegF64 {
  double operator()(double a) const {
    return a == a ? -a : FloatRules::getNaNOfUnary(a);
  }
};

/// `abs.f64`.
struct AbsF64 {
  double operator()(double a) const {
    return a == a ? std::fabs(a) : FloatRules::getNaNOfUnary(a);
  }
};

/// `copysign.f32` and `copysign.f64`: b with the sign of a.
template <typename T> struct CopySign {
  T operator()(T a, T b) const {
    using Bits = BitsOf<T>;
    return llvm::bit_cast<T>(Bits((llvm::bit_cast<Bits>(a) & kSignBit<T>) |
                                  (llvm::bit_cast<Bits>(b) & ~kSignBit<T>)));
  }
};

/// What `testp` asks.
enum class FloatProperty : uint8_t {
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal, ///< Zeros are normal (9.7.3.1).
  Subnormal,
};

/// `testp.op.f32` and `testp.op.f64`.
template <typename T, FloatProperty P> struct TestProperty {
  bool operator()(T a) const {
    using Bits = BitsOf<T>;
    constexpr const FloatFormat &format = sizeof(T) == 4 ? kF32 : kF64;
    constexpr Bits infinity = Bits(format.getInfinity());
    constexpr Bits smallest = Bits(1) << format.mantissaBits;
    Bits magnitude = llvm::bit_cast<Bits>(a) & ~kSignBit<T>;
    bool isSubnormal = (magnitude != 0) & (magnitude < smallest);
    switch (P) {
    case FloatProperty::Finite:
      return magnitude < infinity;
    case FloatProperty::Infinite:
      return magnitude == infinity;
    case FloatProperty::Number:
      return magnitude <= infinity;
    case FloatProperty::NotANumber:
      return magnitude > infinity;
    case FloatProperty::Normal:
      return (magnitude < infinity) & !isSubnormal;
    case FloatProperty::Subnormal:
      return isSubnormal;
    }
    return false;
  }
};

//===----------------------------------------------------------------------===//
// min, max
//===----------------------------------------------------------------------===//

enum class MinMax : uint8_t { Min, Max };

/// What `min` and `max` do with signs.
enum class MinMaxSign : uint8_t {
  Keep,
  Abs,        ///< `.abs`: of the magnitudes.
  XorSignAbs, ///< `.xorsign.abs`: the same, with the product's sign.
};

/// The pseudo-code of 9.7.3.11 on codes, -0 being less than +0. `infinity` is
/// the format's, `nan` the result of two NaNs, and of one if `PropagateNaN`.
template <typename Bits, MinMax M, bool PropagateNaN, MinMaxSign S>
inline Bits selectMinMax(Bits a, Bits b, Bits infinity, Bits nan) {
  using Signed = std::make_signed_t<Bits>;
  constexpr unsigned signShift = sizeof(Bits) * 8 - 1;
  constexpr Bits sign = Bits(Bits(1) << signShift);
  constexpr Bits magnitude = Bits(~sign);
  Bits xorSign = Bits((a ^ b) & sign);
  if constexpr (S != MinMaxSign::Keep) {
    a &= magnitude;
    b &= magnitude;
  }
  // As integers, codes of positive numbers are in order; codes of negative
  // numbers are in order once their magnitude is inverted.
  Signed aKey = Signed(Signed(a) ^ ((Signed(a) >> signShift) & magnitude));
  Signed bKey = Signed(Signed(b) ^ ((Signed(b) >> signShift) & magnitude));
  bool isNaNA = Bits(a & magnitude) > infinity;
  bool isNaNB = Bits(b & magnitude) > infinity;
  bool isA = M == MinMax::Max ? aKey > bKey : aKey < bKey;
  Bits result = isA ? a : b;
  result = isNaNA ? b : result;
  result = isNaNB ? a : result;
  if constexpr (S == MinMaxSign::XorSignAbs)
    result = Bits((result & magnitude) | xorSign);
  return (PropagateNaN ? isNaNA | isNaNB : isNaNA & isNaNB) ? nan : result;
}

/// `min` and `max{.ftz}{.NaN}{.xorsign.abs}.f32`, and with three operands
/// `{.ftz}{.NaN}{.abs}`.
template <MinMax M, bool Ftz = false, bool PropagateNaN = false,
          MinMaxSign S = MinMaxSign::Keep>
struct MinMaxF32 {
  float operator()(float a, float b) const {
    return llvm::bit_cast<float>(selectMinMax<uint32_t, M, PropagateNaN, S>(
        llvm::bit_cast<uint32_t>(readF32<Ftz>(a)),
        llvm::bit_cast<uint32_t>(readF32<Ftz>(b)), 0x7f800000,
        FloatRules::kNaN32));
  }
  float operator()(float a, float b, float c) const {
    static_assert(S != MinMaxSign::XorSignAbs, "of two operands only");
    return (*this)((*this)(a, b), c);
  }
};

/// `min.f64` and `max.f64`.
template <MinMax M> struct MinMaxF64 {
  double operator()(double a, double b) const {
    uint64_t aBits = llvm::bit_cast<uint64_t>(a);
    uint64_t bBits = llvm::bit_cast<uint64_t>(b);
    return llvm::bit_cast<double>(
        selectMinMax<uint64_t, M, false, MinMaxSign::Keep>(
            aBits, bBits, 0x7ff0000000000000,
            FloatRules::getNaNOfMinMax(aBits, bBits)));
  }
};

//===----------------------------------------------------------------------===//
// Comparisons: set, setp
//===----------------------------------------------------------------------===//

/// The comparisons of floats in the order of PTX ISA, 9.7.6. Those up to Ge are
/// false if an operand is NaN, those from Equ to Geu true.
enum class Comparison : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num, ///< Neither is NaN.
  Nan, ///< One at least is.
};

/// T is float or double.
template <Comparison C, typename T> constexpr bool compareFloats(T a, T b) {
  switch (C) {
  case Comparison::Eq:
    return a == b;
  case Comparison::Ne:
    return (a < b) | (a > b);
  case Comparison::Lt:
    return a < b;
  case Comparison::Le:
    return a <= b;
  case Comparison::Gt:
    return a > b;
  case Comparison::Ge:
    return a >= b;
  case Comparison::Equ:
    return !((a < b) | (a > b));
  case Comparison::Neu:
    return a != b;
  case Comparison::Ltu:
    return !(a >= b);
  case Comparison::Leu:
    return !(a > b);
  case Comparison::Gtu:
    return !(a <= b);
  case Comparison::Geu:
    return !(a < b);
  case Comparison::Num:
    return (a == a) & (b == b);
  case Comparison::Nan:
    return (a != a) | (b != b);
  }
  return false;
}

/// `setp.op{.ftz}.f32`.
template <Comparison C, bool Ftz = false> struct CompareF32 {
  bool operator()(float a, float b) const {
    return compareFloats<C>(readF32<Ftz>(a), readF32<Ftz>(b));
  }
};

/// `setp.op.f64`.
template <Comparison C> struct CompareF64 {
  constexpr bool operator()(double a, double b) const {
    return compareFloats<C>(a, b);
  }
};

//===----------------------------------------------------------------------===//
// f32x2
//===----------------------------------------------------------------------===//

/// An instruction on .f32x2, the first number in the low half:
/// EachF32<FmaF32<R, Ftz>>.
template <typename Op> struct EachF32 {
  template <typename... T> uint64_t operator()(T... x) const {
    float low = Op()(llvm::bit_cast<float>(uint32_t(x))...);
    float high = Op()(llvm::bit_cast<float>(uint32_t(x >> 32))...);
    return uint64_t(llvm::bit_cast<uint32_t>(high)) << 32 |
           llvm::bit_cast<uint32_t>(low);
  }
};

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_FLOAT_FLOATARITHMETIC_H
