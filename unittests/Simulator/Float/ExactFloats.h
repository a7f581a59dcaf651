//===- ExactFloats.h - Rounding by comparison, for the tests ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second way to round to a small format: list the value of every code as a
// long double, and look between which two of them a number lies.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_FLOAT_EXACTFLOATS_H
#define TILE_UNITTESTS_SIMULATOR_FLOAT_EXACTFLOATS_H

#include "tile/Simulator/Float/FloatFormat.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace mlir::tile::sim::exact {

static_assert(std::numeric_limits<long double>::digits >= 64,
              "an f64 and the middle of two codes must be exact");

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// A format of at most 19 bits, as the specifications print it.
class ExactFormat {
public:
  /// `largest` is the largest finite number; `inf` and `nan` are codes, ~0 for
  /// none; `low` the bits below the format's.
  ExactFormat(const FloatFormat &format, int exponentBits, int mantissaBits,
              int bias, long double largest, uint64_t inf, uint64_t nan,
              int low = 0)
      : format(format), inf(inf), nan(nan), low(low),
        signBit(uint64_t(1) << (exponentBits + mantissaBits + low)) {
    for (uint64_t code = 0; code < signBit >> low; ++code) {
      long double mantissa = code & ((1 << mantissaBits) - 1);
      int exponent = int(code >> mantissaBits);
      long double one = 1 << mantissaBits;
      long double value =
          exponent ? std::ldexp((one + mantissa) / one, exponent - bias)
                   : std::ldexp(mantissa / one, 1 - bias);
      if (value > largest)
        break;
      values.push_back(value);
    }
    long double last = values.back(), before = values[values.size() - 2];
    next = last + (last - before);
  }

  const FloatFormat &format;
  /// Of the codes 0, 1, ... up to the largest finite one.
  std::vector<long double> values;
  /// What would follow the largest number.
  long double next;
  uint64_t inf, nan;
  int low;
  uint64_t signBit;

  /// A number (not NaN) as a code. `mode` is 'n' (even), 'a' (away), 'z', 'm',
  /// 'p'.
  uint64_t round(long double x, char mode, bool isClamped) const {
    uint64_t sign = std::signbit(x) ? signBit : 0;
    long double y = std::fabs(x);
    uint64_t last = (values.size() - 1);
    uint64_t largest = last << low;
    if (std::isinf(y))
      return sign | (isClamped ? largest : inf);
    uint64_t below =
        std::upper_bound(values.begin(), values.end(), y) - values.begin() - 1;
    long double lower = values[below];
    if (lower == y)
      return sign | below << low;
    long double upper = below == last ? next : values[below + 1];
    long double middle = lower + (upper - lower) / 2;
    bool isUp = false;
    if (mode == 'n')
      isUp = y > middle || (y == middle && below % 2 == 1);
    else if (mode == 'a')
      isUp = y >= middle;
    else if (mode == 'm')
      isUp = sign;
    else if (mode == 'p')
      isUp = !sign;
    uint64_t code = below + isUp;
    if (code <= last)
      return sign | code << low;
    return sign | (isClamped ? largest : inf);
  }

  /// A finite number rounded with `count` random bits, as PTX describes `.rs`.
  uint64_t roundRandomly(long double x, uint64_t random, int count) const {
    uint64_t sign = std::signbit(x) ? signBit : 0;
    long double y = std::fabs(x);
    uint64_t last = (values.size() - 1);
    if (y >= next)
      return sign | last << low;
    uint64_t below =
        std::upper_bound(values.begin(), values.end(), y) - values.begin() - 1;
    long double lower = values[below];
    long double upper = below == last ? next : values[below + 1];
    long double whole = std::ldexp(1.0L, count);
    long double part = std::floor((y - lower) / (upper - lower) * whole);
    uint64_t code = below + (part + (long double)random >= whole);
    return sign | std::min(code, last) << low;
  }
};

constexpr uint64_t kNone = ~uint64_t(0);

// The largest numbers and special codes as the OCP specifications and
// IEEE 754 print them.
inline const ExactFormat kExactF16(kF16, 5, 10, 15, 65504, 0x7c00, 0x7fff);
inline const ExactFormat kExactBF16(kBF16, 8, 7, 127, 0x1.fep127L, 0x7f80,
                                    0x7fff);
inline const ExactFormat kExactTF32(kTF32, 8, 10, 127, 0x1.ffcp127L, 0x7f800000,
                                    0x7fffe000, 13);
inline const ExactFormat kExactE5M2(kE5M2, 5, 2, 15, 57344, 0x7c, 0x7f);
inline const ExactFormat kExactE4M3(kE4M3, 4, 3, 7, 448, 0x7f, 0x7f);
inline const ExactFormat kExactE3M2(kE3M2, 3, 2, 3, 28, 0x1f, 0x1f);
inline const ExactFormat kExactE2M3(kE2M3, 2, 3, 1, 7.5, 0x1f, 0x1f);
inline const ExactFormat kExactE2M1(kE2M1, 2, 1, 1, 6, 0x7, 0x7);

inline const std::vector<const ExactFormat *> kExactFormats = {
    &kExactF16,  &kExactBF16, &kExactTF32, &kExactE5M2,
    &kExactE4M3, &kExactE3M2, &kExactE2M3, &kExactE2M1};

struct Mode {
  Rounding rounding;
  char letter;
};
inline constexpr Mode kModes[] = {{Rounding::NearestEven, 'n'},
                                  {Rounding::NearestAway, 'a'},
                                  {Rounding::Zero, 'z'},
                                  {Rounding::Down, 'm'},
                                  {Rounding::Up, 'p'}};

/// The f32 numbers (as bits, both signs) at which rounding to the format may go
/// wrong: each `step`-th code, the middle to the next one, and the f32 right
/// below and above those; the ends of the range; zeros, infinities, NaNs.
inline std::vector<uint32_t> getInterestingF32(const ExactFormat &format,
                                               size_t step = 1) {
  std::vector<uint32_t> result;
  auto add = [&](long double value) {
    // Rounded to f32 if the format has finer ones: close enough then.
    uint32_t bits = bitCast<uint32_t>(float(value));
    for (int offset = -1; offset <= 1; ++offset)
      if (bits + offset < 0x80000000)
        result.push_back(bits + offset);
  };
  size_t count = format.values.size();
  for (size_t i = 0; i < count; i += step) {
    long double value = format.values[i];
    add(value);
    add((value + (i + 1 < count ? format.values[i + 1] : format.next)) / 2);
  }
  add(format.next);
  add(format.values[1] / 2);
  add(format.values[1] / 4);
  add(format.values.back());
  add((format.values.back() + format.next) / 2);
  for (uint32_t bits : {0x1u, 0x7fffffu, 0x800000u, 0x7f7fffffu, 0x7f800000u,
                        0x7f800001u, 0x7fc00000u, 0x7fffffffu})
    result.push_back(bits);
  for (size_t i = 0, e = result.size(); i < e; ++i)
    result.push_back(result[i] | 0x80000000);
  return result;
}

inline bool isNaN32(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

} // namespace mlir::tile::sim::exact

#endif // TILE_UNITTESTS_SIMULATOR_FLOAT_EXACTFLOATS_H
