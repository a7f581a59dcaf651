//===- FloatSums.cpp - Sums of products in single precision ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatSums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr float kInfinity = std::numeric_limits<float>::infinity();
static constexpr uint32_t kExponentMask = 0x7F800000;

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

static std::array<SumFactor, 256> makeFactors(llvm::StringRef type) {
  const MatrixElement *table = getElementTable(type, /*isEmulated=*/false);
  std::array<SumFactor, 256> factors;
  for (unsigned code = 0; code < 256; ++code) {
    const MatrixElement &element = table[code];
    SumFactor &factor = factors[code];
    factor.value = float(element.value);
    if (!std::isfinite(element.value))
      factor.power = kInfinity;
    else if (element.value != 0)
      factor.power = std::ldexp(1.0f, element.exponent);
  }
  return factors;
}

template <typename T> static inline T load(const uint8_t *codes, unsigned i) {
  T code;
  std::memcpy(&code, codes + i * sizeof(T), sizeof(T));
  return code;
}

const SumFactor *mlir::tile::sim::getSumFactors(llvm::StringRef type) {
  static const auto e4m3 = makeFactors("e4m3"), e5m2 = makeFactors("e5m2"),
                    e3m2 = makeFactors("e3m2"), e2m3 = makeFactors("e2m3"),
                    e2m1 = makeFactors("e2m1");
  return type == "e4m3"   ? e4m3.data()
         : type == "e5m2" ? e5m2.data()
         : type == "e3m2" ? e3m2.data()
         : type == "e2m3" ? e2m3.data()
         : type == "e2m1" ? e2m1.data()
                          : nullptr;
}

/// The power of a number with the bits `magnitude`. `mask` has the bits of the
/// exponent, `least` the exponent 1, which subnormal numbers have, too.
static inline uint32_t getPower(uint32_t magnitude, uint32_t mask,
                                uint32_t least) {
  uint32_t power = magnitude & mask;
  return power ? power : magnitude ? least : 0;
}

static PowerRange findRange(const float *powers, unsigned count) {
  float least = kInfinity, greatest = 0;
  for (unsigned i = 0; i < count; ++i) {
    float power = powers[i], other = power == 0 ? kInfinity : power;
    least = other < least ? other : least;
    greatest = power > greatest ? power : greatest;
  }
  return {least, greatest};
}

static void setF16(const uint8_t *codes, unsigned count, float *values,
                   float *powers) {
  // The exponent gets the bias of f32 by a product, which subnormals survive.
  constexpr float kBias = 0x1p112f;
  for (unsigned i = 0; i < count; ++i) {
    auto code = load<uint16_t>(codes, i);
    uint32_t magnitude = code & 0x7FFF;
    uint32_t power = getPower(magnitude, 0x7C00, 0x0400);
    float value = llvm::bit_cast<float>(magnitude << 13) * kBias;
    values[i] = code & 0x8000 ? -value : value;
    powers[i] = power == 0x7C00 ? kInfinity
                                : llvm::bit_cast<float>(power << 13) * kBias;
  }
}

static inline void setF32(uint32_t code, float &value, float &power) {
  value = llvm::bit_cast<float>(code);
  power = llvm::bit_cast<float>(
      getPower(code & 0x7FFFFFFF, kExponentMask, 0x00800000));
}

PowerRange mlir::tile::sim::setSumFactors(FactorType type, const uint8_t *codes,
                                          unsigned count,
                                          const SumFactor *table, float *values,
                                          float *powers) {
  switch (type) {
  case FactorType::F16:
    setF16(codes, count, values, powers);
    break;
  case FactorType::BF16:
    for (unsigned i = 0; i < count; ++i)
      setF32(uint32_t(load<uint16_t>(codes, i)) << 16, values[i], powers[i]);
    break;
  case FactorType::TF32:
    for (unsigned i = 0; i < count; ++i)
      setF32(load<uint32_t>(codes, i) & 0xFFFFE000, values[i], powers[i]);
    break;
  case FactorType::Byte:
    for (unsigned i = 0; i < count; ++i) {
      values[i] = table[codes[i]].value;
      powers[i] = table[codes[i]].power;
    }
    break;
  }
  return findRange(powers, count);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

// Eight columns; the compiler splits them where registers are smaller.
typedef float Floats __attribute__((vector_size(32)));
typedef int32_t Ints __attribute__((vector_size(32)));
static_assert(sizeof(Floats) == kSumColumns * sizeof(float));

/// Powers of sums are between these, so that their scales are normal numbers.
static constexpr float kLeastSum = 0x1p-96f, kGreatestSum = 0x1p96f;
/// A product of 22 bits is a normal number, too.
static constexpr float kLeastProduct = 0x1p-76f;

/// The terms of 26 bits that 32 bits have room for, and C.
static constexpr unsigned kMaxTerms = 8;

/// The body of `addProducts`, once for each kind of vector registers.
static inline __attribute__((always_inline)) bool
addRows(SumFactorsRef a, SumFactorsRef b, unsigned k, const DotModel &model,
        float (*c)[kSumColumns]) {
  constexpr unsigned kN = kSumColumns, kRows = FloatMatrices::kMaxM;
  const auto *bValues = reinterpret_cast<const Floats *>(b.values);
  const auto *bPowers = reinterpret_cast<const Floats *>(b.powers);
  uint32_t resultMask = ~0u << (23 - model.resultBits);
  uint32_t scaleBits = uint32_t(2 * 127 + model.fractionBits) << 23;
  double unit = std::ldexp(1.0, -model.fractionBits);
  for (unsigned row = 0; row < kRows; ++row) {
    const float *aValues = a.values + row * k, *aPowers = a.powers + row * k;
    alignas(32) float powers[kN];
    for (unsigned n = 0; n < kN; ++n)
      setF32(llvm::bit_cast<uint32_t>(c[row][n]), c[row][n], powers[n]);
    Floats greatest;
    std::memcpy(&greatest, powers, sizeof(greatest));
    for (unsigned i = 0; i < k; ++i) {
      Floats power = bPowers[i] * aPowers[i];
      greatest = power > greatest ? power : greatest;
    }
    std::memcpy(powers, &greatest, sizeof(greatest));
    bool hasRoom = true;
    alignas(32) uint32_t scales[kN];
    for (unsigned n = 0; n < kN; ++n) {
      hasRoom &= powers[n] == 0 ||
                 (powers[n] >= kLeastSum && powers[n] <= kGreatestSum);
      powers[n] = powers[n] == 0 ? 1 : powers[n];
      scales[n] = scaleBits - llvm::bit_cast<uint32_t>(powers[n]);
    }
    if (!hasRoom)
      return false;
    Floats scale, addend;
    std::memcpy(&scale, scales, sizeof(scale));
    std::memcpy(&addend, c[row], sizeof(addend));
    Ints terms = __builtin_convertvector(addend * scale, Ints);
    double sums[kN] = {};
    for (unsigned begin = 0; begin < k; begin += kMaxTerms) {
      for (unsigned i = begin; i < std::min(k, begin + kMaxTerms); ++i)
        terms += __builtin_convertvector(bValues[i] * aValues[i] * scale, Ints);
      for (unsigned n = 0; n < kN; ++n)
        sums[n] += terms[n];
      terms = Ints{};
    }
    for (unsigned n = 0; n < kN; ++n) {
      // Cut off to 24 bits, which f32 has.
      auto bits = llvm::bit_cast<uint64_t>(sums[n] * (unit * powers[n]));
      auto value = float(llvm::bit_cast<double>(bits >> 29 << 29));
      c[row][n] =
          llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(value) & resultMask);
    }
  }
  return true;
}

using AddProducts = bool(SumFactorsRef, SumFactorsRef, unsigned,
                         const DotModel &, float (*)[kSumColumns]);

static bool addProductsAnywhere(SumFactorsRef a, SumFactorsRef b, unsigned k,
                                const DotModel &model,
                                float (*c)[kSumColumns]) {
  return addRows(a, b, k, model, c);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static bool
addProductsAVX2(SumFactorsRef a, SumFactorsRef b, unsigned k,
                const DotModel &model, float (*c)[kSumColumns]) {
  return addRows(a, b, k, model, c);
}
#endif

static AddProducts *chooseAddProducts() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2"))
    return addProductsAVX2;
#endif
  return addProductsAnywhere;
}

bool mlir::tile::sim::addProducts(SumFactorsRef a, SumFactorsRef b, unsigned k,
                                  const DotModel &model,
                                  float (*c)[kSumColumns]) {
  bool hasRoom = a.range.greatest * b.range.greatest <= kGreatestSum &&
                 a.range.least * b.range.least >= kLeastProduct;
  if (!hasRoom)
    return false;
  static AddProducts *const add = chooseAddProducts();
  return add(a, b, k, model, c);
}
