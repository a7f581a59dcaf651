//===- FloatSums.h - Sums of products in single precision -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sums of MatrixMultiply.h where f32 has room for all that is in them: with
// the same bits, several times faster. Of infinities, NaN and numbers of very
// different exponents FloatMatrices makes the sum.
//
//===----------------------------------------------------------------------===//
//
// Each factor has its power next to it, 2^e of the exponent e that it is
// aligned by, and 0 if it is zero. So the greatest exponent of all products is
// the greatest product of two powers, and the scale of the terms is a power of
// two divided by it. With factors of at most 11 bits a product is exact in f32,
// and its integer part after scaling is what a tensor core adds:
//
//     1.5 * 1.5     power 1 * 1       2.25
//     1 * 2^-5      power 1 * 2^-5    0.03125
//     c = -2        power 2
//     greatest power 2, 4 fraction bits: scale 2^4 / 2 = 8
//     terms 18, 0.25 -> 0, -16        sum 2, divided by 8: 0.25
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_FLOATSUMS_H
#define TILE_LIB_SIMULATOR_FLOATSUMS_H

#include "MatrixMultiply.h"

namespace mlir::tile::sim {

struct SumFactor {
  float value = 0;
  /// Infinity of what is infinite or NaN.
  float power = 0;
};

/// Of a type of 8 bits or less, in a byte as getElementTable has it: 256
/// factors; null if there is no such type.
const SumFactor *getSumFactors(llvm::StringRef type);

enum class FactorType : uint8_t { F16, BF16, TF32, Byte };

/// Of the powers that are not 0.
struct PowerRange {
  float least = 0, greatest = 0;
};

/// Sets `count` factors from their codes; bytes are looked up in a table.
PowerRange setSumFactors(FactorType type, const uint8_t *codes, unsigned count,
                         const SumFactor *table, float *values, float *powers);

struct SumFactorsRef {
  const float *values, *powers;
  PowerRange range;
};

/// Rows of A, one after the other, or 8 columns of B for each k.
template <unsigned Size> struct SumFactors {
  alignas(64) float values[Size];
  alignas(64) float powers[Size];
  PowerRange range;

  void set(FactorType type, const uint8_t *codes, unsigned count,
           const SumFactor *table = nullptr) {
    range = setSumFactors(type, codes, count, table, values, powers);
  }
  void negate(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      values[i] = -values[i];
  }
  operator SumFactorsRef() const { return {values, powers, range}; }
};

/// Columns of a sum.
constexpr unsigned kSumColumns = 8;

/// c[row][column] += sum of a[row][i] * b[i][column], i < k, with 16 rows, 8
/// columns and k at most `model.length`. Returns false if single precision has
/// no room for a sum; what is in `c` is then of no use.
bool addProducts(SumFactorsRef a, SumFactorsRef b, unsigned k,
                 const DotModel &model, float (*c)[kSumColumns]);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_FLOATSUMS_H
