//===- Sums.h - How far sums of another order can be ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_SUMS_H
#define TILE_LIB_INTERPRETER_SUMS_H

#include "Elements.h"

#include <array>

namespace mlir::tile::interp {

/// What one knows of some floats and their sum, in any order.
///
///   |result - s| + ((1 + u)^(n - 1) - 1) (|x_1| + ... + |x_n|)
///
/// with u half the distance of 1 and its neighbour and s the sum in f64 (N.
/// Higham, "Accuracy and Stability of Numerical Algorithms", 4.2), or 0 where
/// every partial sum is exact.
class SumBound {
public:
  explicit SumBound(ElementType type);

  /// One more number, and how far it can be from that elsewhere.
  void add(double number, double bound);

  /// The bound of the sum, which is `result` here.
  double get(double result) const;

private:
  unsigned digits;
  double unit, largest;
  uint32_t count = 0;
  /// Of the numbers, of those that are finite, and of the bounds.
  double sum = 0, magnitude = 0, carried = 0;
  /// The exponent of the last digit of any number.
  int last = 1 << 20;
};

/// The same of a product of n factors: each partial product has a relative
/// error of at most (1 + u)^(n - 1) - 1, as long as no order overflows or comes
/// to numbers below the smallest normal one. Where one may, there is no bound.
class ProductBound {
public:
  explicit ProductBound(ElementType type);
  void add(double number, double bound);
  double get(double result) const;

private:
  unsigned digits;
  double unit, largest, smallest;
  uint32_t count = 0;
  bool hasZero = false, isFinite = true;
  /// Of the factors, of those above 1, and of those below.
  double product = 1, above = 1, below = 1;
  /// How much larger it may be by the bounds of the factors, as a factor.
  double carried = 1;
  /// The bound of a single factor.
  double only = 0;
  /// Of all factors that are not powers of two.
  unsigned totalDigits = 0;
};

/// Means and sums of squares of differences to them, merged as T. Chan, G.
/// Golub and R. LeVeque do ("Updating formulae and a pairwise algorithm for
/// computing sample variances", 1979):
///
///   w = w_l + w_r, d = m_r - m_l, m = m_l + d (w_r / w),
///   s = s_l + s_r + d d (w_r / w) w_l
///
/// The weights are positive, and their sums exact. A merge makes an average of
/// two means. So its error e is at most the larger one of theirs, and what it
/// rounds itself: 8 u D + 2 u M where all means are at most M and at most D
/// apart, and a division rounds by at most 4 u, as div.full.f32 does.
///
/// A sum of squares has only positive terms, so its additions round it by a
/// factor of (1 + u)^(2 n - 2). A term has roundings of at most 12 u, and 2 e
/// in each d. The sum of all |d| w_l w_r / w is at most sqrt(s Q) (Cauchy and
/// Schwarz), where Q is the sum of all w_l w_r / w. That is at most the weight
/// of the lighter side, on which each element is at most log2(W / w_min) times.
class WelfordBound {
public:
  struct Part {
    double number, bound;
  };
  explicit WelfordBound(ElementType type);
  void add(Part mean, Part squares, Part weight);

  /// The bounds of a mean, a sum of squares, and a weight.
  std::array<double, 3> get(double mean, double squares, double weight) const;

private:
  ElementType type;
  double unit, largest, smallest;
  uint32_t count = 0;
  bool isKnown = true;
  SumBound weights;
  /// In f64.
  double totalWeight = 0, totalMean = 0, totalSquares = 0;
  double low = 0, high = 0, leastWeight = 0;
  double carried = 0, carriedSquares = 0;
};

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_SUMS_H
