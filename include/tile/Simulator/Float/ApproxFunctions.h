//===- ApproxFunctions.h - The approximate functions of PTX -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `div.approx`, `rcp.approx`, `sin.approx` and the like, within the errors that
// PTX ISA 9.0 states and with its special cases.
//
//===----------------------------------------------------------------------===//
//
// The hardware computes these from tables that are not public, so the last bits
// differ from it. What surrounds the table, scaling and flushing, is done as an
// sm_90 does it: so zeros, infinities, subnormals and the ends of the range
// agree with it. The last column says how many of some 65000 results (of div,
// 26000) were not the ones of an H200, and how far they were off.
//
// form                 section   largest error stated       other than an H200
// -------------------  --------  -------------------------  ------------------
// div.approx.f32       9.7.3.8   2 ulp, |b| <= 2^126  (1)   8%, 2 ulp
// div.full.f32         9.7.3.8   2 ulp                      8%, 2 ulp
// rcp.approx.f32       9.7.3.13  1 ulp                      10%, 1 ulp
// rcp.approx.ftz.f64   9.7.3.14  none ("gross")       (2)   5%, 1 ulp
// sqrt.approx.f32      9.7.3.15  2^-23 relative             10%, 1 ulp
// rsqrt.approx.f32     9.7.3.16  2^-22.9 relative           12%, 1 ulp
// rsqrt.approx.f64     9.7.3.16  none                       14%, 1 ulp
// rsqrt.approx.ftz.f64 9.7.3.17  none                 (2)   2%, 1 ulp
// sin, cos.approx.f32  9.7.3.18  2^-20.5 absolute     (3)   50%, 2^-21.3
// lg2.approx.f32       9.7.3.20  2^-22 relative       (4)   27%, 2^-22
// ex2.approx.f32       9.7.3.21  2 ulp                      21%, 2 ulp
// ex2.approx.f16       9.7.4.10  2^-9.9 relative            1 code, 1 ulp
// ex2.approx.ftz.bf16  9.7.4.10  2^-7 relative              71 codes, 1 ulp
// tanh.approx.f32      9.7.3.22  2^-11 relative             28%, 2^-16
// tanh.approx.f16      9.7.4.9   2^-10.987 absolute         2%, 1 ulp
// tanh.approx.bf16     9.7.4.9   2^-8 absolute              132 codes, 1 ulp
//
//   (1) above that a/b is a zero of its sign, and inf/b NaN
//   (2) they read, and make, the upper 32 bits only
//   (3) in [-2pi, 2pi]; 2^-14.7 in [-100pi, 100pi]
//   (4) absolute in (0.5, 2)
//
// rcp(+-0) = +-inf and rcp(+-inf) = +-0; sqrt(-0) = -0; rsqrt(+-0) = +-inf;
// lg2(+-0) = -inf; ex2(-inf) = +0; sin(-0) = tanh(-0) = -0. NaN come out of
// sqrt, rsqrt and lg2 of negative numbers, and of sin and cos of infinities.
//
// Here the function itself is computed in double, in the same way on every
// host, and rounded to the format.
// `.ftz` flushes subnormal operands and results. NaN operands, and operands
// outside of a function's domain, give FloatRules' NaNs.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_FLOAT_APPROXFUNCTIONS_H
#define TILE_SIMULATOR_FLOAT_APPROXFUNCTIONS_H

#include "tile/Simulator/Float/FloatArithmetic.h"
#include "tile/Simulator/Float/HalfArithmetic.h"

namespace mlir::tile::sim {

//===----------------------------------------------------------------------===//
// What the hardware has tables for: subnormal operands and results are zeros
//===----------------------------------------------------------------------===//

inline float lookUpReciprocal(float x) {
  return flushSubnormal(1.0f / flushSubnormal(x));
}
inline float lookUpRoot(float x) { return std::sqrt(flushSubnormal(x)); }
inline float lookUpReciprocalRoot(float x) {
  return float(1.0 / std::sqrt(double(flushSubnormal(x))));
}
/// log2(x).
float lookUpLog2(float x);
/// 2^x.
float lookUpExp2(float x);
/// The sine and cosine of `turns` whole circles.
float lookUpSine(float turns);
float lookUpCosine(float turns);
float lookUpTanh(float x);

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

/// Whether the hardware would take x for a zero; false for NaN.
inline bool isBelowNormal(float x) { return std::fabs(x) < 0x1p-126f; }

/// `rcp.approx{.ftz}.f32`.
template <bool Ftz> struct RcpApproxF32 {
  float operator()(float a) const {
    if constexpr (Ftz)
      return canonicalizeNaN(lookUpReciprocal(a));
    float scale = isBelowNormal(a) ? 0x1p24f : 1.0f;
    scale = std::fabs(a) > 0x1p126f ? 0.25f : scale;
    return canonicalizeNaN(lookUpReciprocal(a * scale) * scale);
  }
};

/// `div.approx{.ftz}.f32`.
template <bool Ftz> struct DivApproxF32 {
  float operator()(float a, float b) const {
    if constexpr (Ftz)
      return MulF32<kNearestEven, true>()(lookUpReciprocal(b), a);
    float scale = isBelowNormal(b) ? 0x1p24f : 1.0f;
    return canonicalizeNaN(lookUpReciprocal(b * scale) * (a * scale));
  }
};

/// `div.full{.ftz}.f32`.
template <bool Ftz> struct DivFullF32 {
  float operator()(float a, float b) const {
    float scale = std::fabs(b) > 0x1p126f ? 0.25f : 1.0f;
    if constexpr (Ftz) {
      MulF32<kNearestEven, true> mul;
      return mul(lookUpReciprocal(mul(b, scale)), mul(a, scale));
    }
    scale = isBelowNormal(b) ? 0x1p24f : scale;
    return canonicalizeNaN(lookUpReciprocal(b * scale) * (a * scale));
  }
};

/// `sqrt.approx{.ftz}.f32`.
template <bool Ftz> struct SqrtApproxF32 {
  float operator()(float a) const {
    if constexpr (Ftz)
      return canonicalizeNaN(lookUpRoot(a));
    bool isSmall = isBelowNormal(a);
    float root = lookUpRoot(a * (isSmall ? 0x1p24f : 1.0f));
    return canonicalizeNaN(root * (isSmall ? 0x1p-12f : 1.0f));
  }
};

/// `rsqrt.approx{.ftz}.f32`.
template <bool Ftz> struct RsqrtApproxF32 {
  float operator()(float a) const {
    if constexpr (Ftz)
      return canonicalizeNaN(lookUpReciprocalRoot(a));
    bool isSmall = isBelowNormal(a);
    float root = lookUpReciprocalRoot(a * (isSmall ? 0x1p24f : 1.0f));
    return canonicalizeNaN(root * (isSmall ? 0x1p12f : 1.0f));
  }
};

/// `lg2.approx{.ftz}.f32`.
template <bool Ftz> struct Lg2ApproxF32 {
  float operator()(float a) const {
    if (Ftz || !isBelowNormal(a))
      return canonicalizeNaN(lookUpLog2(a));
    return canonicalizeNaN(lookUpLog2(a * 0x1p24f) - 24.0f);
  }
};

/// `ex2.approx{.ftz}.f32`.
template <bool Ftz> struct Ex2ApproxF32 {
  float operator()(float a) const {
    if (Ftz || !(a < -126.0f))
      return canonicalizeNaN(lookUpExp2(a));
    float root = lookUpExp2(a * 0.5f);
    return canonicalizeNaN(root * root);
  }
};

/// The circles of an angle, as `sin` and `cos` begin: by a multiplication with
/// 1/(2 pi) in f32. Of large angles it leaves few bits of the fraction.
inline float getTurns(float angle) {
  return MulF32<Rounding::Zero>()(angle, 0x1.45f306p-3f);
}

/// `sin.approx{.ftz}.f32`; `.ftz` changes nothing.
struct SinApproxF32 {
  float operator()(float a) const {
    return canonicalizeNaN(lookUpSine(getTurns(a)));
  }
};

/// `cos.approx{.ftz}.f32`; `.ftz` changes nothing.
struct CosApproxF32 {
  float operator()(float a) const {
    return canonicalizeNaN(lookUpCosine(getTurns(a)));
  }
};

/// `tanh.approx.f32`.
struct TanhApproxF32 {
  float operator()(float a) const { return canonicalizeNaN(lookUpTanh(a)); }
};

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// `rcp.approx.ftz.f64`.
struct RcpApproxF64 {
  double operator()(double a) const;
};

/// `rsqrt.approx.ftz.f64`.
struct RsqrtApproxFtzF64 {
  double operator()(double a) const;
};

/// `rsqrt.approx.f64`.
struct RsqrtApproxF64 {
  double operator()(double a) const;
};

//===----------------------------------------------------------------------===//
// f16, bf16
//===----------------------------------------------------------------------===//

/// `ex2.approx.f16` and `ex2.approx.ftz.bf16`.
template <const FloatFormat &F> struct Ex2ApproxHalf {
  uint16_t operator()(uint16_t a) const;
};

/// `tanh.approx.f16` and `tanh.approx.bf16`.
template <const FloatFormat &F> struct TanhApproxHalf {
  uint16_t operator()(uint16_t a) const;
};

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_FLOAT_APPROXFUNCTIONS_H
