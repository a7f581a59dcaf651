//===- MatrixProduct.h - Products of matrices of numbers --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sums of a matrix product, in double, and how far the sums of a device can
// be from them.
//
//===----------------------------------------------------------------------===//
//
// A device adds the products and the addend in any order. It rounds each
// partial sum, or cuts it off as tensor cores do: they align some terms to the
// greatest exponent among them, and cut off what is below the accumulator's
// last digit. Each term then loses at most a unit of the greatest one, and so
// does the sum. With u = 2^-23 instead of the 2^-24 of f32, (1 + u)^n - 1 times
// the sum of the magnitudes is more than all of that for n products, with the
// lengths and digits that lib/Simulator/MatrixMultiply.h has for each
// architecture.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_MATRIXPRODUCT_H
#define TILE_LIB_INTERPRETER_MATRIXPRODUCT_H

#include "Elements.h"

#include <vector>

namespace mlir::tile::interp {

/// Extents of a batch of products: `batch` times M x K, K x N and M x N.
struct ProductShape {
  uint32_t batch = 1, m = 1, n = 1, k = 1;

  /// Of tiles of 2 or 3 dimensions.
  ProductShape(llvm::ArrayRef<int64_t> result, int64_t k);
};

/// A matrix, or a batch of them, as numbers in row-major order.
struct Factor {
  std::vector<double> values;
  /// The addends that the device splits each number into, the largest first;
  /// empty if it takes the numbers as they are.
  std::vector<std::vector<double>> parts;
  /// For bounds: how far the number that the device multiplies can be from
  /// this one. Empty if nowhere.
  std::vector<double> errors;
  /// For bounds: the least exponent that a tensor core aligns a number by; that
  /// of a subnormal number is more than its own.
  double leastNormal = 0;
};

/// How a device makes sums.
struct Accumulation {
  /// Sums with so many digits are exact.
  unsigned digits = 24;
  /// The relative error of each of `n` steps; see above.
  double unit = 0x1p-23;
  /// The largest finite sum.
  double largest = 0;
  /// Below it nothing is said of relative errors.
  double leastStep = 0x1p-149;
  /// Whether the numbers are f64, so that a double is no wider.
  bool isDouble = false;
};

/// Adds the products of `a` and `b` to `sums`, which has the addends.
void addProducts(const ProductShape &shape, const Factor &a, const Factor &b,
                 bool isDouble, std::vector<double> &sums);

/// The bounds of `results`, which were rounded from `sums`. `addends` and
/// `addendBounds` (empty: none) are of the matrix that the product was added
/// to.
std::vector<double> getProductBounds(const ProductShape &shape, const Factor &a,
                                     const Factor &b,
                                     const std::vector<double> &addends,
                                     const std::vector<double> &addendBounds,
                                     const std::vector<double> &sums,
                                     const std::vector<double> &results,
                                     const Accumulation &accumulation);

/// The numbers of floats.
std::vector<double> loadNumbers(const Elements &elements);

/// Rounds numbers to floats of a type, to nearest even.
Elements storeNumbers(ElementType type, const std::vector<double> &numbers);

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_MATRIXPRODUCT_H
