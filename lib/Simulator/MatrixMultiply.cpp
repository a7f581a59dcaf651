//===- MatrixMultiply.cpp - Products as tensor cores sum them -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixMultiply.h"
#include "Decoders/ExactDecoders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

DotModel DotModel::get(unsigned capability, StringRef type) {
  bool isTF32 = type == "tf32";
  bool isSmall = type != "f16" && type != "bf16" && !isTF32;
  DotModel model;
  // A term has as many bytes of A, for all types.
  unsigned bytes = capability < 90 ? 16 : 32;
  model.length = bytes / (isTF32 ? 4 : isSmall ? 1 : 2);
  model.fractionBits = capability < 90 ? 24 : 25;
  if (isSmall && capability < 90) {
    model.fractionBits = 13;
    model.resultBits = 13;
  }
  model.isEmulated = isSmall && capability >= 90 && capability < 120;
  return model;
}

DotModel DotModel::getOfWarpgroup(StringRef type) {
  DotModel model = get(90, type);
  if (!model.isEmulated)
    return model;
  // Instructions of their own, with fewer bits.
  model.isEmulated = false;
  model.fractionBits = 13;
  model.resultBits = 13;
  return model;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// 2^exponent, from -1022 to 1023.
static double makePower(int exponent) {
  return llvm::bit_cast<double>(uint64_t(exponent + 1023) << 52);
}

static std::array<MatrixElement, 256>
makeTable(const FloatFormat &format, unsigned shift, bool isEmulated = false) {
  std::array<MatrixElement, 256> table;
  uint64_t mask = (uint64_t(1) << format.getBits()) - 1;
  for (unsigned byte = 0; byte < 256; ++byte) {
    uint64_t code = (byte >> shift) & mask;
    FloatValue number = format.decode(code);
    double value =
        llvm::bit_cast<double>(kF64.encode(number, Rounding::NearestEven));
    int field =
        int(code >> format.mantissaBits & ((1u << format.exponentBits) - 1));
    table[byte] = {value, getMatrixExponent(value, field, format.bias)};
    if (isEmulated)
      table[byte] =
          unpackF16(uint16_t(kF16.encode(number, Rounding::NearestEven)));
  }
  return table;
}

const MatrixElement *mlir::tile::sim::getElementTable(StringRef type,
                                                      bool isEmulated) {
  // Types of 4 bits are in bits 2 to 5 of a byte, types of 6 in bits 0 to 5.
  static const auto e4m3 = makeTable(kE4M3, 0), e5m2 = makeTable(kE5M2, 0),
                    e3m2 = makeTable(kE3M2, 0), e2m3 = makeTable(kE2M3, 0),
                    e2m1 = makeTable(kE2M1, 2),
                    e4m3AsF16 = makeTable(kE4M3, 0, /*isEmulated=*/true),
                    e5m2AsF16 = makeTable(kE5M2, 0, /*isEmulated=*/true);
  const auto *table = type == "e4m3"   ? isEmulated ? &e4m3AsF16 : &e4m3
                      : type == "e5m2" ? isEmulated ? &e5m2AsF16 : &e5m2
                      : type == "e3m2" ? &e3m2
                      : type == "e2m3" ? &e2m3
                      : type == "e2m1" ? &e2m1
                                       : nullptr;
  return table ? table->data() : nullptr;
}

const MatrixElement *mlir::tile::sim::getScaleTable(StringRef type) {
  static const auto ue8m0 = [] {
    std::array<MatrixElement, 256> table;
    for (int code = 0; code < 255; ++code)
      table[code] = {makePower(code - 127), int16_t(code - 127)};
    table[255] = {std::numeric_limits<double>::quiet_NaN(), 0};
    return table;
  }();
  static const auto ue4m3 = [] {
    auto table = makeTable(kE4M3, 0);
    std::copy_n(table.begin(), 128, table.begin() + 128);
    return table;
  }();
  return type == "ue8m0"   ? ue8m0.data()
         : type == "ue4m3" ? ue4m3.data()
                           : nullptr;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Towards zero with so many bits after the point, but to infinity from 2^128
/// on.
static float truncateToF32(double value, int resultBits) {
  float rounded = float(value);
  uint32_t bits = llvm::bit_cast<uint32_t>(rounded);
  if (std::fabs(rounded) > std::fabs(value) && std::fabs(value) < 0x1p128)
    --bits;
  return llvm::bit_cast<float>(bits >> (23 - resultBits) << (23 - resultBits));
}

/// What terms are aligned by if all exponents are less, on an H200.
static constexpr int16_t kLeastExponent = -133;

// What the host has registers for: two of the eight columns of a row, and all
// of its exponents.
typedef double Doubles __attribute__((vector_size(16)));
typedef int16_t Shorts __attribute__((vector_size(16)));
static_assert(FloatMatrices::kN == 8);

template <typename V, typename T> static V loadVector(const T *from) {
  V to;
  std::memcpy(&to, from, sizeof(V));
  return to;
}

/// Cuts off values below 2^31.
static inline Doubles truncate(Doubles x) {
#ifdef __SSE2__
  return _mm_cvtepi32_pd(_mm_cvttpd_epi32(x));
#else
  return Doubles{double(int32_t(x[0])), double(int32_t(x[1]))};
#endif
}

void FloatMatrices::multiplyRow(unsigned row, unsigned begin, unsigned end,
                                const DotModel &model, bool isHalf) {
  auto greatest = loadVector<Shorts>(cExponents[row]);
  for (unsigned i = begin; i < end; ++i) {
    Shorts exponents = loadVector<Shorts>(bExponents[i]) + aExponents[row][i];
    greatest = exponents > greatest ? exponents : greatest;
  }
  alignas(64) double scale[kN];
  for (unsigned n = 0; n < kN; ++n) {
    greatest[n] = std::max<int16_t>(greatest[n], kLeastExponent);
    scale[n] = makePower(model.fractionBits - greatest[n]);
  }
  // A product is less than 2^(fractionBits + 2).
  alignas(64) double sum[kN];
  for (unsigned n = 0; n < kN; n += 2) {
    auto scales = loadVector<Doubles>(&scale[n]);
    Doubles sums = truncate(loadVector<Doubles>(&c[row][n]) * scales);
    for (unsigned i = begin; i < end; ++i)
      sums += truncate(loadVector<Doubles>(&b[i][n]) * a[row][i] * scales);
    std::memcpy(&sum[n], &sums, sizeof(sums));
  }
  for (unsigned n = 0; n < kN; ++n) {
    // The terms before were too many; these do not change that.
    if (std::isinf(c[row][n]))
      continue;
    double value = sum[n] * makePower(greatest[n] - model.fractionBits);
    MatrixElement result =
        isHalf ? unpackF16(uint16_t(
                     kF16.encode(kF64.decode(llvm::bit_cast<uint64_t>(value)),
                                 Rounding::NearestEven)))
               : unpackF32(llvm::bit_cast<uint32_t>(
                     truncateToF32(value, model.resultBits)));
    // There is no negative zero.
    result.value += 0.0;
    setC(row, n, result);
  }
}

/// NaN if one of the elements is infinite or NaN, else 0.
template <size_t Width>
static double probe(const double (*rows)[Width], unsigned numRows,
                    unsigned width) {
  double sum = 0;
  for (unsigned row = 0; row < numRows; ++row)
    for (unsigned col = 0; col < width; ++col)
      sum += rows[row][col] * 0.0;
  return sum;
}

template <size_t Width>
static void removeSpecials(double (*rows)[Width], unsigned numRows,
                           unsigned width) {
  for (unsigned row = 0; row < numRows; ++row)
    for (unsigned col = 0; col < width; ++col)
      if (!std::isfinite(rows[row][col]))
        rows[row][col] = 0;
}

void FloatMatrices::multiplyFused(const DotModel &model, bool isHalf) {
  bool hasSpecials = probe(a, m, k) + probe(b, k, kN) + probe(c, m, kN) != 0.0;
  if (hasSpecials)
    return multiplySpecials(model, isHalf);
  for (unsigned row = 0; row < m; ++row)
    for (unsigned begin = 0; begin < k; begin += model.length)
      multiplyRow(row, begin, std::min(k, begin + model.length), model, isHalf);
}

void FloatMatrices::multiplySpecials(const DotModel &model, bool isHalf) {
  // A sum with an infinity or NaN is that of IEEE 754, the others are as ever.
  FloatMatrices finite = *this;
  removeSpecials(finite.a, m, k);
  removeSpecials(finite.b, k, kN);
  for (unsigned row = 0; row < m; ++row)
    for (unsigned begin = 0; begin < k; begin += model.length) {
      unsigned end = std::min(k, begin + model.length);
      double special[kN];
      for (unsigned n = 0; n < kN; ++n) {
        special[n] = c[row][n];
        for (unsigned i = begin; i < end; ++i)
          special[n] += a[row][i] * b[i][n];
        finite.setC(row, n, {c[row][n], cExponents[row][n]});
      }
      removeSpecials(&finite.c[row], 1, kN);
      finite.multiplyRow(row, begin, end, model, isHalf);
      for (unsigned n = 0; n < kN; ++n)
        if (std::isfinite(special[n]))
          setC(row, n, {finite.c[row][n], finite.cExponents[row][n]});
        else
          setC(row, n, {special[n], MatrixElement::kZeroExponent});
    }
}

void FloatMatrices::multiplyEmulated(bool isHalf) {
  FloatMatrices halves;
  halves.m = m;
  halves.k = k;
  for (unsigned i = 0; i < k; ++i) {
    unsigned to = i / 4 * 2 + i % 2 + (i % 4 < 2 ? 0 : k / 2);
    for (unsigned row = 0; row < m; ++row)
      halves.setA(row, to, {a[row][i], aExponents[row][i]});
    for (unsigned n = 0; n < kN; ++n)
      halves.setB(to, n, {b[i][n], bExponents[i][n]});
  }
  for (unsigned row = 0; row < m; ++row)
    for (unsigned n = 0; n < kN; ++n)
      halves.setC(row, n, {});
  DotModel model;
  model.length = k / 2;
  halves.multiplyFused(model, isHalf);
  for (unsigned row = 0; row < m; ++row)
    for (unsigned n = 0; n < kN; ++n) {
      float sum = float(halves.c[row][n]) + float(c[row][n]);
      // Of two f16 that sum is exact, or rounding it twice does no harm.
      if (isHalf)
        setC(row, n, unpackF16(convertF32ToF16(llvm::bit_cast<uint32_t>(sum))));
      else
        setC(row, n, unpackF32(llvm::bit_cast<uint32_t>(sum)));
    }
}

void FloatMatrices::multiplyExact() {
  auto toNumber = [](double value) {
    return std::isfinite(value) ? exact::Number::fromInteger(int64_t(value))
                                : exact::Number::fromDouble(value);
  };
  for (unsigned row = 0; row < m; ++row)
    for (unsigned n = 0; n < kN; ++n) {
      // Products of 2^30 have room in a double.
      double sum = c[row][n];
      for (unsigned i = 0; i < k; ++i)
        sum += a[row][i] * b[i][n];
      if (!std::isfinite(sum)) {
        exact::Number special = toNumber(c[row][n]);
        for (unsigned i = 0; i < k; ++i)
          special = exact::fma(toNumber(a[row][i]), toNumber(b[i][n]), special);
        sum = special.toDouble();
      }
      setC(row, n, {toNumber(sum).toDouble(), 0});
    }
}

MatrixElement mlir::tile::sim::unpackExactSum(uint32_t word, bool isHalf) {
  return isHalf ? unpackExact16(uint16_t(word)) : unpackExact32(word);
}

uint32_t mlir::tile::sim::packExactSum(double value, bool isHalf) {
  return packExact(value, isHalf ? exact::Format::F16 : exact::Format::F32);
}

void FloatMatrices::multiply(const DotModel &model, bool isHalf) {
  if (model.isExact)
    return multiplyExact();
  if (model.isEmulated)
    multiplyEmulated(isHalf);
  else
    multiplyFused(model, isHalf);
}
