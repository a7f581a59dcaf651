//===- MatrixProduct.cpp - Products of matrices of numbers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixProduct.h"
#include "Formats.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

ProductShape::ProductShape(llvm::ArrayRef<int64_t> result, int64_t k)
    : batch(result.size() == 3 ? result.front() : 1),
      m(result[result.size() - 2]), n(result.back()), k(k) {}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Calls `f(row of sums, element of a, row of b)` for each product of an
/// element and a row, k after k.
template <typename F>
static void forRows(const ProductShape &shape, const std::vector<double> &a,
                    const std::vector<double> &b, std::vector<double> &sums,
                    F f) {
  for (size_t batch = 0; batch < shape.batch; ++batch)
    for (size_t m = 0; m < shape.m; ++m) {
      size_t row = batch * shape.m + m;
      for (size_t k = 0; k < shape.k; ++k)
        f(&sums[row * shape.n], a[row * shape.k + k],
          &b[(batch * shape.k + k) * shape.n]);
    }
}

static void addTo(const ProductShape &shape, const std::vector<double> &a,
                  const std::vector<double> &b, std::vector<double> &sums) {
  forRows(shape, a, b, sums,
          [n = shape.n](double *sum, double x, const double *y) {
            for (size_t i = 0; i < n; ++i)
              sum[i] += x * y[i];
          });
}

/// With about twice the digits of a double (T. Ogita, S. M. Rump, S. Oishi,
/// "Accurate Sum and Dot Product", 2005, algorithm Dot2).
static void addCompensated(const ProductShape &shape,
                           const std::vector<double> &a,
                           const std::vector<double> &b,
                           std::vector<double> &sums) {
  std::vector<double> rests(sums.size(), 0);
  forRows(shape, a, b, sums, [&](double *sum, double x, const double *y) {
    double *rest = &rests[sum - sums.data()];
    for (size_t i = 0; i < shape.n; ++i) {
      double product = x * y[i], lost = std::fma(x, y[i], -product);
      double total = sum[i] + product, part = total - sum[i];
      rest[i] += (sum[i] - (total - part)) + (product - part) + lost;
      sum[i] = total;
    }
  });
  for (auto [sum, rest] : llvm::zip(sums, rests))
    // The rest of an infinite sum is not a number.
    if (std::isfinite(sum) && std::isfinite(rest))
      sum += rest;
}

void interp::addProducts(const ProductShape &shape, const Factor &a,
                         const Factor &b, bool isDouble,
                         std::vector<double> &sums) {
  if (isDouble)
    return addCompensated(shape, a.values, b.values, sums);
  if (a.parts.empty())
    return addTo(shape, a.values, b.values, sums);
  // The largest products: part i of `a` with the first parts of `b`.
  size_t count = a.parts.size();
  for (size_t i = 0; i < count; ++i) {
    std::vector<double> rights = b.parts.front();
    for (size_t j = 1; i + j < count; ++j)
      for (auto [right, part] : llvm::zip(rights, b.parts[j]))
        right += part;
    addTo(shape, a.parts[i], rights, sums);
  }
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The exponent of a number's last digit that is not 0; large for 0.
static int getLastDigit(double number) {
  if (number == 0 || !std::isfinite(number))
    return 1 << 20;
  int exponent;
  double digits = std::frexp(std::fabs(number), &exponent);
  return exponent - 53 + llvm::countr_zero(uint64_t(std::ldexp(digits, 53)));
}

/// The magnitudes that count for the alignment of terms.
static std::vector<double> getMagnitudes(const Factor &factor) {
  std::vector<double> result(factor.values.size());
  for (auto [magnitude, value] : llvm::zip(result, factor.values))
    magnitude = value == 0 ? 0 : std::max(std::fabs(value), factor.leastNormal);
  return result;
}

/// The least last digit of each of `rows` rows, or columns, of `length`
/// elements in each matrix of a batch.
static std::vector<int> getLastDigits(const std::vector<double> &values,
                                      size_t batch, size_t rows, size_t length,
                                      bool isColumn) {
  std::vector<int> result(batch * rows, 1 << 20);
  for (size_t i = 0; i < values.size(); ++i) {
    size_t matrix = i / (rows * length), in = i % (rows * length);
    int &last = result[matrix * rows + (isColumn ? in % rows : in / length)];
    last = std::min(last, getLastDigit(values[i]));
  }
  return result;
}

std::vector<double> interp::getProductBounds(
    const ProductShape &shape, const Factor &a, const Factor &b,
    const std::vector<double> &addends, const std::vector<double> &addendBounds,
    const std::vector<double> &sums, const std::vector<double> &results,
    const Accumulation &accumulation) {
  std::vector<double> x = getMagnitudes(a), y = getMagnitudes(b);
  std::vector<double> magnitudes(sums.size()), carried(sums.size(), 0);
  llvm::transform(addends, magnitudes.begin(),
                  [](double number) { return std::fabs(number); });
  addTo(shape, x, y, magnitudes);
  if (!addendBounds.empty())
    carried = addendBounds;
  // |a + da| |b + db| - |a| |b|, without cancellation.
  if (!a.errors.empty()) {
    std::vector<double> most = y;
    if (!b.errors.empty())
      for (auto [value, error] : llvm::zip(most, b.errors))
        value += error;
    addTo(shape, a.errors, most, carried);
  }
  if (!b.errors.empty())
    addTo(shape, x, b.errors, carried);
  std::vector<int> lastA = getLastDigits(a.values, shape.batch, shape.m,
                                         shape.k, /*isColumn=*/false),
                   lastB = getLastDigits(b.values, shape.batch, shape.n,
                                         shape.k, /*isColumn=*/true);
  size_t terms =
      shape.k * std::max<size_t>(1, a.parts.size() * (a.parts.size() + 1) / 2);
  double growth = std::expm1((terms + 1) * std::log1p(accumulation.unit));
  std::vector<double> bounds(sums.size());
  for (size_t i = 0; i < bounds.size(); ++i) {
    double magnitude = magnitudes[i], bound = carried[i];
    if (!std::isfinite(results[i]) || !std::isfinite(magnitude)) {
      // An infinity or a NaN among the terms decides, whatever the order; but
      // its parts may be others.
      bounds[i] = bound == 0 && a.parts.empty() && !std::isfinite(sums[i])
                      ? 0
                      : kUnknownBound;
      continue;
    }
    size_t row = i / shape.n, column = row / shape.m * shape.n + i % shape.n;
    int last = std::min(getLastDigit(addends[i]), lastA[row] + lastB[column]);
    // All partial sums are multiples of the last digit, and small enough. What
    // another device has instead of a number that is not exact may have more
    // digits.
    bool isExact =
        magnitude == 0 ||
        (bound == 0 && std::ldexp(1.0, last) >= accumulation.leastStep &&
         std::ldexp(magnitude, -last) <= std::ldexp(1.0, accumulation.digits));
    if (magnitude + bound > accumulation.largest)
      bound = kUnknownBound;
    else if (accumulation.isDouble && !isExact)
      bound += 2 * growth * (magnitude + bound);
    else if (!isExact)
      bound += std::fabs(results[i] - sums[i]) +
               (growth + terms * 0x1p-52) * (magnitude + bound);
    // What both devices round to.
    if (bound > 0)
      bound = bound * (1 + 2 * accumulation.unit) +
              (terms + 1) * accumulation.leastStep;
    bounds[i] = bound == bound ? bound : kUnknownBound;
  }
  return bounds;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::vector<double> interp::loadNumbers(const Elements &elements) {
  std::vector<double> numbers(elements.size());
  withAnyFloat(elements.getType(), [&](auto format) {
    using T = decltype(format);
    const auto *from = elements.get<typename T::Bits>();
    for (uint32_t i = 0; i < elements.size(); ++i)
      numbers[i] = T::load(from[i]);
  });
  return numbers;
}

Elements interp::storeNumbers(ElementType type,
                              const std::vector<double> &numbers) {
  Elements result(type, numbers.size());
  withAnyFloat(type, [&](auto format) {
    using T = decltype(format);
    auto *to = result.get<typename T::Bits>();
    for (uint32_t i = 0; i < result.size(); ++i)
      to[i] = T::store(numbers[i]);
  });
  return result;
}
