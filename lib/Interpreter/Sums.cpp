//===- Sums.cpp - How far sums of another order can be --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sums.h"
#include "Bounds.h"
#include "Formats.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static unsigned getDigits(ElementType type) {
  unsigned digits = 53;
  withAnyFloat(type, [&](auto format) { digits = decltype(format)::kDigits; });
  return digits;
}

/// How much larger `count` roundings make a number, as a factor, less 1.
static double getGrowth(double count, double unit) {
  return std::expm1(count * std::log1p(unit));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

SumBound::SumBound(ElementType type)
    : digits(getDigits(type)), unit(std::ldexp(1.0, -int(digits))),
      largest(getLargestNumber(type)) {}

void SumBound::add(double number, double bound) {
  ++count;
  sum += number;
  carried += bound;
  if (number == 0 || !std::isfinite(number))
    return;
  magnitude += std::fabs(number);
  // The number's last digit that is not 0.
  int exponent;
  double parts = std::frexp(std::fabs(number), &exponent);
  auto whole = uint64_t(std::ldexp(parts, 53));
  last = std::min(last, exponent - 53 + int(llvm::countr_zero(whole)));
}

double SumBound::get(double result) const {
  if (count <= 1)
    return carried;
  double all = magnitude + carried;
  double most = getGrowth(count - 1, unit) * all;
  // Some order may overflow.
  if (!(all + most < largest))
    return kUnknownBound;
  // An infinity or a NaN among the numbers decides, whatever the order.
  if (!std::isfinite(sum))
    return 0;
  // All partial sums are multiples of the last digit, and small enough.
  if (carried == 0 && (magnitude == 0 || std::ldexp(magnitude, -last) <=
                                             std::ldexp(1.0, int(digits))))
    return 0;
  if (digits == 53)
    return 2 * most + carried;
  return std::fabs(result - sum) + most + carried + count * 0x1p-52 * all;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

ProductBound::ProductBound(ElementType type)
    : digits(getDigits(type)), unit(std::ldexp(1.0, -int(digits))),
      largest(getLargestNumber(type)), smallest(getSmallestNormal(type)) {}

void ProductBound::add(double number, double bound) {
  ++count;
  only = bound;
  if (!std::isfinite(number)) {
    isFinite = false;
    return;
  }
  double size = std::fabs(number);
  if (size == 0) {
    hasZero = true;
    carried = bound == 0 ? carried : kUnknownBound;
    return;
  }
  above *= std::max(1.0, size + bound);
  below *= std::min(1.0, size - bound);
  carried *= 1 + bound / size;
  product *= number;
  int exponent;
  auto whole = uint64_t(std::ldexp(std::frexp(size, &exponent), 53));
  unsigned length = 53 - llvm::countr_zero(whole);
  if (length > 1)
    totalDigits += length;
}

double ProductBound::get(double result) const {
  if (count <= 1)
    return only;
  double growth = getGrowth(count - 1, unit);
  if (!isFinite || !(above * (1 + growth) < largest) ||
      carried == kUnknownBound)
    return kUnknownBound;
  if (hasZero)
    // A factor that may have another sign gives the zero another one.
    return carried == 1 ? 0 : std::numeric_limits<double>::denorm_min();
  if (!(below * (1 - growth) > smallest))
    return kUnknownBound;
  if (carried == 1 && totalDigits <= digits)
    return 0;
  double size = std::fabs(product) * (1 + count * 0x1p-52);
  double most = size * (carried * (1 + growth) - 1);
  return digits == 53
             ? 2 * most
             : std::fabs(result - product) + most + size * count * 0x1p-52;
}

//===----------------------------------------------------------------------===//
// Means
//===----------------------------------------------------------------------===//

WelfordBound::WelfordBound(ElementType type)
    : type(type), unit(std::ldexp(1.0, -int(getDigits(type)))),
      largest(getLargestNumber(type)), smallest(getSmallestNormal(type)),
      weights(type) {}

void WelfordBound::add(Part mean, Part squares, Part weight) {
  isKnown &= std::isfinite(mean.number) && std::isfinite(squares.number) &&
             squares.number >= squares.bound && weight.number > 0 &&
             std::isfinite(weight.number) && weight.bound == 0;
  weights.add(weight.number, 0);
  low = count ? std::min(low, mean.number) : mean.number;
  high = count ? std::max(high, mean.number) : mean.number;
  leastWeight = count ? std::min(leastWeight, weight.number) : weight.number;
  ++count;
  carried = std::max(carried, mean.bound);
  carriedSquares += squares.bound;
  double total = totalWeight + weight.number;
  double difference = mean.number - totalMean;
  totalSquares += squares.number + difference * difference * totalWeight *
                                       (weight.number / total);
  totalMean += difference * (weight.number / total);
  totalWeight = total;
}

std::array<double, 3> WelfordBound::get(double mean, double squares,
                                        double weight) const {
  if (count <= 1)
    return {carried, carriedSquares, 0};
  const std::array<double, 3> unknown = {kUnknownBound, kUnknownBound,
                                         kUnknownBound};
  double merges = count - 1;
  if (!isKnown || weights.get(weight) != 0 || merges * 20 * unit > 0.5)
    return unknown;
  // Of means. What is below the smallest normal number has an absolute error.
  double width = high - low, size = std::max(std::fabs(low), std::fabs(high));
  double tiny = 8 * unit * smallest;
  double error =
      (carried + merges * (8 * unit * width + 2 * unit * size + tiny)) /
      (1 - merges * 20 * unit);
  // Of squares.
  double spread = totalWeight * std::log2(totalWeight / leastWeight);
  double terms = 12 * unit * totalSquares +
                 4 * error * std::sqrt(totalSquares * spread) +
                 4 * error * error * spread + carriedSquares +
                 merges * tiny * (1 + totalWeight);
  double errorSquares =
      terms + getGrowth(2 * merges, unit) * (totalSquares + terms);
  double reach = width + 2 * error;
  if (!(size + error < largest) ||
      !(reach * reach * totalWeight + totalSquares + errorSquares < largest))
    return unknown;
  if (type == ElementType::F64)
    return {2 * error, 2 * errorSquares, 0};
  // What f64 itself rounds is less than this part of it.
  error *= 1 + 0x1p-10;
  errorSquares *= 1 + 0x1p-10;
  return {std::fabs(mean - totalMean) + error,
          std::fabs(squares - totalSquares) + errorSquares, 0};
}
