//===- Reference.cpp - What approximate instructions approximate ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::StringRef;

std::optional<Reference> Reference::get(const TestCase &test) {
  llvm::SmallVector<StringRef> words;
  StringRef(test.mnemonic).split(words, '.');
  Reference r;
  r.opcode = words[0].str();
  StringRef type = words.back();
  if (r.opcode == "mma" || test.cls != ResultClass::Approximate)
    return std::nullopt;
  if (type.consume_back("x2"))
    r.elements = 2;
  if (type == "f16") {
    r.bits = 16, r.mantissaBits = 10, r.minExponent = -14;
  } else if (type == "bf16") {
    r.bits = 16, r.mantissaBits = 7;
  } else if (type == "f64") {
    r.bits = 64, r.mantissaBits = 52, r.minExponent = -1022;
  } else if (type != "f32") {
    return std::nullopt;
  }
  for (StringRef word : words) {
    r.isFlushed |= word == "ftz";
    r.isFull |= word == "full";
  }
  r.boundText = r.opcode == "div"     ? "2 ulp for |b| in [2^-126, 2^126]"
                : r.bits == 64        ? "none"
                : r.opcode == "rcp"   ? "1 ulp"
                : r.opcode == "sqrt"  ? "2^-23 relative"
                : r.opcode == "rsqrt" ? "2^-22.9 relative"
                : r.opcode == "lg2"
                    ? "2^-22 absolute in (0.5, 2), else relative"
                : r.opcode == "sin" || r.opcode == "cos"
                    ? "2^-20.5 absolute in [-2pi, 2pi]"
                : r.opcode == "ex2" ? (type == "f16"    ? "2^-9.9 relative"
                                       : type == "bf16" ? "2^-7 relative"
                                                        : "2 ulp")
                                    : (type == "f16"    ? "2^-10.987 absolute"
                                       : type == "bf16" ? "2^-8 absolute"
                                                        : "2^-11 relative");
  return r;
}

double Reference::decode(uint64_t value) const {
  if (bits == 64) {
    double result;
    std::memcpy(&result, &value, 8);
    return result;
  }
  int bias = 1 - minExponent;
  uint64_t mantissa = value & ((uint64_t(1) << mantissaBits) - 1);
  int exponent =
      int(value >> mantissaBits & ((1u << (bits - 1 - mantissaBits)) - 1));
  double result;
  if (exponent == 2 * bias + 1)
    result = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    result = std::ldexp(double(mantissa), minExponent - int(mantissaBits));
  else
    result = std::ldexp(1 + std::ldexp(double(mantissa), -int(mantissaBits)),
                        exponent - bias);
  return value >> (bits - 1) & 1 ? -result : result;
}

double Reference::getUlp(double value) const {
  int exponent =
      value == 0 || !std::isfinite(value) ? minExponent : std::ilogb(value);
  return std::ldexp(1.0, std::max(exponent, minExponent) - int(mantissaBits));
}

double Reference::flush(double value) const {
  return isFlushed && std::fabs(value) < std::ldexp(1.0, minExponent)
             ? std::copysign(0.0, value)
             : value;
}

static long double evaluate(StringRef opcode, double a, double b) {
  long double x = a;
  constexpr int kUnknown = 0;
  switch (llvm::StringSwitch<int>(opcode)
              .Case("div", 1)
              .Case("rcp", 2)
              .Case("sqrt", 3)
              .Case("rsqrt", 4)
              .Case("sin", 5)
              .Case("cos", 6)
              .Case("lg2", 7)
              .Case("ex2", 8)
              .Case("tanh", 9)
              .Default(kUnknown)) {
  case 1:
    return x / b;
  case 2:
    return 1 / x;
  case 3:
    return std::sqrt(x);
  case 4:
    return 1 / std::sqrt(x);
  case 5:
    return std::sin(x);
  case 6:
    return std::cos(x);
  case 7:
    return std::log2(x);
  case 8:
    return std::exp2(x);
  case 9:
    return std::tanh(x);
  }
  return NAN;
}

void Reference::judge(uint64_t aBits, uint64_t bBits, uint64_t result,
                      ErrorStatistics &statistics) const {
  double a = flush(decode(aBits)), b = flush(decode(bBits));
  double got = decode(result);
  long double wanted = evaluate(opcode, a, b);
  bool isPeriodic = opcode == "sin" || opcode == "cos";
  // PTX says nothing of large angles.
  if (isPeriodic && std::fabs(a) > 2 * M_PI && std::isfinite(a))
    return;
  // div.approx gives zeros for large divisors.
  if (opcode == "div" && (std::fabs(b) > 0x1p126 || std::fabs(b) < 0x1p-126) &&
      b != 0 && std::isfinite(b))
    return;
  double largest =
      std::ldexp(2 - std::ldexp(1.0, -int(mantissaBits)), 1 - minExponent);
  if (std::isnan(wanted) || std::isnan(got)) {
    statistics.wrongSpecials += std::isnan(wanted) != std::isnan(got);
    return;
  }
  if (std::isinf(wanted) || std::isinf(got)) {
    // Rounding may reach infinity, or stay below it.
    bool isNear =
        std::fabs(wanted) > largest * 0.999 && std::fabs(got) > largest * 0.999;
    statistics.wrongSpecials +=
        std::signbit(wanted) != std::signbit(got) || !isNear;
    return;
  }
  // Where results are flushed, either is right next to the smallest.
  double smallest = std::ldexp(1.0, minExponent);
  if ((isFlushed || isPeriodic || bits == 64 || opcode == "ex2") &&
      std::fabs(wanted) < smallest * 1.001L && got == 0)
    return;
  double error = std::fabs(wanted - got);
  double ulps = error / getUlp(double(wanted));
  statistics.ulps = std::max(statistics.ulps, ulps);
  double relative = wanted == 0 ? error : error / std::fabs(double(wanted));
  double part;
  if (boundText == "none")
    part = 0;
  else if (boundText.contains("ulp"))
    part = ulps / (opcode == "rcp" ? 1 : 2);
  else if (opcode == "sqrt")
    part = relative / 0x1p-23;
  else if (opcode == "rsqrt")
    part = relative / std::exp2(-22.9);
  else if (opcode == "lg2")
    part = (a > 0.5 && a < 2 ? error : relative) / 0x1p-22;
  else if (isPeriodic)
    part = error / std::exp2(-20.5);
  else if (opcode == "ex2")
    part = relative / (mantissaBits == 10 ? std::exp2(-9.9) : 0x1p-7);
  else // tanh
    part = mantissaBits == 10  ? error / std::exp2(-10.987)
           : mantissaBits == 7 ? error / 0x1p-8
                               : relative / 0x1p-11;
  // Bounds are for normal results; others have their own precision.
  if (std::fabs(wanted) < smallest && ulps <= 1)
    part = std::min(part, 1.0);
  statistics.partOfBound = std::max(statistics.partOfBound, part);
}

double Reference::getDistance(uint64_t aBits, uint64_t bBits) const {
  double a = decode(aBits), b = decode(bBits);
  if (aBits == bBits || (std::isnan(a) && std::isnan(b)) || a == b)
    return 0;
  if (!std::isfinite(a) || !std::isfinite(b))
    return INFINITY;
  return std::fabs(a - b) / std::min(getUlp(a), getUlp(b));
}
