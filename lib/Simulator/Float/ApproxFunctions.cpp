//===- ApproxFunctions.cpp - The approximate functions of PTX -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions themselves in double: a last bit that is wrong there is far
// below the f32 that is made of it. Roots and quotients are IEEE 754's, and the
// rest is ElementaryFunctions.h's, so that every host gets the same bits.
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/Float/ApproxFunctions.h"

#include "ElementaryFunctions.h"

using namespace mlir::tile::sim;

float mlir::tile::sim::lookUpLog2(float x) {
  return float(computeLog2(double(flushSubnormal(x))));
}

float mlir::tile::sim::lookUpExp2(float x) {
  return flushSubnormal(float(computeExp2(double(flushSubnormal(x)))));
}

/// The angle in radians, less whole circles. The hardware counts in units of
/// 2^-25 of a circle: smaller angles are zeros, and keep their sign.
static double getAngle(float turns) {
  double x = std::trunc(double(turns) * 0x1p25) * 0x1p-25;
  double fraction = x - std::nearbyint(x);
  if (fraction == 0.0)
    return std::copysign(0.0, x);
  return fraction * 0x1.921fb54442d18p2;
}

float mlir::tile::sim::lookUpSine(float turns) {
  return flushSubnormal(float(computeSine(getAngle(turns))));
}

float mlir::tile::sim::lookUpCosine(float turns) {
  return flushSubnormal(float(computeCosine(getAngle(turns))));
}

/// tanh(x), small numbers unchanged like the hardware does it. They are off by
/// x^2 / 3 of themselves there.
static double computeHardwareTanh(double x) {
  return std::fabs(x) < 0x1p-8 ? x : computeTanh(x);
}

float mlir::tile::sim::lookUpTanh(float x) {
  return float(computeHardwareTanh(double(x)));
}

/// The number that the upper word alone stands for, subnormals being zeros.
static double readUpperWord(double x) {
  uint64_t bits = llvm::bit_cast<uint64_t>(x) & 0xffffffff00000000;
  bool isNormal = (bits & 0x7ff0000000000000) != 0;
  return llvm::bit_cast<double>(isNormal ? bits : bits & 0x8000000000000000);
}

double RcpApproxF64::operator()(double a) const {
  double result = readUpperWord(1.0 / readUpperWord(a));
  return result == result ? result
                          : llvm::bit_cast<double>(FloatRules::kApproxNaN64);
}

double RsqrtApproxFtzF64::operator()(double a) const {
  double result = readUpperWord(1.0 / std::sqrt(readUpperWord(a)));
  return result == result ? result
                          : llvm::bit_cast<double>(FloatRules::kApproxNaN64);
}

double RsqrtApproxF64::operator()(double a) const {
  double result = 1.0 / std::sqrt(a);
  return result == result ? result : FloatRules::getNaNOfUnary(a);
}

/// A result as the hardware's table gives it, with `bits` right ones (T. J.
/// Dekker's splitting, Numerische Mathematik 18, 1971), cut to a half. It gets
/// infinite where the format ends.
template <const FloatFormat &F>
static uint16_t truncateToHalf(double value, unsigned bits) {
  if (std::fabs(value) < 0x1p500) {
    double product = value * double((uint64_t(1) << (53 - bits)) + 1);
    value = product - (product - value);
  }
  uint16_t nearest = narrowToHalf<F>(roundToOddF32(value));
  double magnitude = std::fabs(widenHalf<F>(nearest));
  bool isRoundedUp = magnitude > std::fabs(value) && !std::isinf(magnitude);
  return nearest - isRoundedUp;
}

// So many bits make what most agrees with an H200.
static constexpr unsigned kExp2Bits = 23, kTanhBits = 17;

namespace mlir::tile::sim {

template <> uint16_t Ex2ApproxHalf<kF16>::operator()(uint16_t a) const {
  return truncateToHalf<kF16>(computeExp2(double(widenHalf<kF16>(a))),
                              kExp2Bits);
}

template <> uint16_t Ex2ApproxHalf<kBF16>::operator()(uint16_t a) const {
  double value = widenHalf<kBF16>(readHalf<kBF16, true>(a));
  return readHalf<kBF16, true>(
      truncateToHalf<kBF16>(computeExp2(value), kExp2Bits));
}

template <> uint16_t TanhApproxHalf<kF16>::operator()(uint16_t a) const {
  return truncateToHalf<kF16>(computeHardwareTanh(widenHalf<kF16>(a)),
                              kTanhBits);
}

template <> uint16_t TanhApproxHalf<kBF16>::operator()(uint16_t a) const {
  return truncateToHalf<kBF16>(computeHardwareTanh(widenHalf<kBF16>(a)),
                               kTanhBits);
}

} // namespace mlir::tile::sim
