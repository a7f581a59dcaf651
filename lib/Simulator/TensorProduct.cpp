//===- TensorProduct.cpp - The arithmetic of tcgen05.mma ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProduct.h"

#include "Decoders/ExactDecoders.h"
#include "Decoders/MmaOperands.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr unsigned kRows = 16, kColumns = kSumColumns, kMaxK = 64;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

TensorPlace mlir::tile::sim::getTensorPlace(const TensorForm &form,
                                            const TensorShape &shape,
                                            unsigned row, unsigned column) {
  unsigned half = shape.n / 2, quarter = shape.n / 4;
  if (form.isPair && shape.m == 256)
    return {row / 128, row % 128, column};
  if (form.isPair)
    return {row / 64, row % 64 + 64 * (column / half), column % half};
  if (shape.m == 128)
    return {0, row, column};
  if (shape.m == 64 && form.isWeightStationary)
    return {0, row + 64 * (column / half), column % half};
  if (shape.m == 64)
    return {0, 32 * (row / 16) + row % 16, column};
  return {0, row + 32 * (column / quarter), column % quarter};
}

unsigned mlir::tile::sim::getTensorColumns(const TensorForm &form,
                                           const TensorShape &shape) {
  if (form.isPair ? shape.m == 128 : form.isWeightStationary && shape.m == 64)
    return shape.n / 2;
  return shape.m == 32 ? shape.n / 4 : shape.n;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

struct TensorMultiplier::Factors {
  using A = SumFactors<kRows * kMaxK>;
  using B = SumFactors<kColumns * kMaxK>;
  A a;
  unsigned rowOfA = ~0u;
  std::vector<B> b;
  std::vector<uint8_t> hasB;
};

static FactorType getFactorType(TensorElement element) {
  switch (element) {
  case TensorElement::F16:
    return FactorType::F16;
  case TensorElement::BF16:
    return FactorType::BF16;
  case TensorElement::TF32:
    return FactorType::TF32;
  default:
    return FactorType::Byte;
  }
}

TensorMultiplier::TensorMultiplier(const TensorForm &form,
                                   const TensorShape &shape,
                                   const TensorFactors &a,
                                   const TensorFactors &b)
    : form(form), shape(shape), a(a), b(b),
      factors(std::make_unique<Factors>()) {
  model.length = shape.k();
  model.isExact = form.isExact;
  const char *scale = shape.hasUE8M0 ? "ue8m0" : "ue4m3";
  if (form.numScales)
    scaleTable =
        form.isExact ? getExactScaleTable(scale) : getScaleTable(scale);
  factors->b.resize(shape.n / kColumns);
  factors->hasB.assign(shape.n / kColumns, 0);
}

TensorMultiplier::~TensorMultiplier() = default;

/// Multiplies factors by the scales of their rows. `at(row, k)`: where in the
/// arrays.
template <typename F>
static void applyScales(const TensorFactors &factors, unsigned first,
                        unsigned rows, unsigned k, unsigned numScales,
                        const MatrixElement *table, float *values,
                        float *powers, PowerRange &range, F at) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  range = {kInfinity, 0};
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned e = 0; e < k; ++e) {
      const MatrixElement &scale =
          table[factors
                    .scales[(first + row) * numScales + e / (k / numScales)]];
      unsigned place = at(row, e);
      values[place] *= float(scale.value);
      powers[place] *= std::isfinite(scale.value)
                           ? std::ldexp(1.0f, scale.exponent)
                           : kInfinity;
      if (scale.value == 0 || powers[place] != powers[place])
        powers[place] = scale.value == 0 ? 0 : kInfinity;
      float power = powers[place];
      if (power != 0)
        range.least = std::min(range.least, power);
      range.greatest = std::max(range.greatest, power);
    }
}

template <typename T>
static void transpose(const TensorFactors &factors, unsigned first, unsigned k,
                      uint8_t *to) {
  for (unsigned n = 0; n < kColumns; ++n)
    for (unsigned e = 0; e < k; ++e)
      std::memcpy(to + (e * kColumns + n) * sizeof(T),
                  factors.codes.row(first + n) + e * sizeof(T), sizeof(T));
}

void TensorMultiplier::addFloats(unsigned row, unsigned column,
                                 uint32_t (*sums)[8]) {
  unsigned k = shape.k(), size = shape.elementBytes();
  if (factors->rowOfA != row) {
    factors->rowOfA = row;
    factors->a.set(getFactorType(a.element), a.codes.row(row), kRows * k,
                   getSumFactors(getElementName(a.element)));
    if (a.negates)
      factors->a.negate(kRows * k);
    if (form.numScales)
      applyScales(a, row, kRows, k, form.numScales, scaleTable,
                  factors->a.values, factors->a.powers, factors->a.range,
                  [&](unsigned r, unsigned e) { return r * k + e; });
  }
  Factors::B &columns = factors->b[column / kColumns];
  if (!factors->hasB[column / kColumns]) {
    factors->hasB[column / kColumns] = true;
    uint8_t codes[kColumns * kMaxK * 4];
    auto *transposeColumns = size == 1   ? transpose<uint8_t>
                             : size == 2 ? transpose<uint16_t>
                                         : transpose<uint32_t>;
    transposeColumns(b, column, k, codes);
    columns.set(getFactorType(b.element), codes, kColumns * k,
                getSumFactors(getElementName(b.element)));
    if (b.negates)
      columns.negate(kColumns * k);
    if (form.numScales)
      applyScales(b, column, kColumns, k, form.numScales, scaleTable,
                  columns.values, columns.powers, columns.range,
                  [&](unsigned n, unsigned e) { return e * kColumns + n; });
  }
  float c[kRows][kColumns];
  std::memcpy(c, sums, sizeof(c));
  if (addProducts(factors->a, columns, k, model, c))
    std::memcpy(sums, c, sizeof(c));
  else
    addElements(row, column, sums);
}

MatrixElement TensorMultiplier::get(const TensorFactors &factors, unsigned row,
                                    unsigned k) const {
  const uint8_t *codes = factors.codes.row(row);
  MatrixElement element;
  uint16_t half;
  uint32_t word;
  switch (factors.element) {
  case TensorElement::F16:
  case TensorElement::BF16:
    std::memcpy(&half, codes + 2 * k, 2);
    element = form.isExact                            ? unpackExact16(half)
              : factors.element == TensorElement::F16 ? unpackF16(half)
                                                      : unpackBF16(half);
    break;
  case TensorElement::TF32:
    std::memcpy(&word, codes + 4 * k, 4);
    element = form.isExact ? unpackExact32(word) : unpackTF32(word);
    break;
  default: {
    const char *name = getElementName(factors.element);
    element =
        (form.isExact ? getExactElementTable(name)
                      : getElementTable(name, /*isEmulated=*/false))[codes[k]];
    break;
  }
  }
  if (factors.negates)
    element.value = -element.value;
  if (!form.numScales)
    return element;
  unsigned number = k / (shape.k() / form.numScales);
  const MatrixElement &scale =
      scaleTable[factors.scales[row * form.numScales + number]];
  return multiply(model, element, scale);
}

void TensorMultiplier::addElements(unsigned row, unsigned column,
                                   uint32_t (*sums)[8]) {
  FloatMatrices x;
  x.m = kRows;
  x.k = shape.k();
  for (unsigned k = 0; k < x.k; ++k) {
    for (unsigned r = 0; r < kRows; ++r)
      x.setA(r, k, get(a, row + r, k));
    for (unsigned n = 0; n < kColumns; ++n)
      x.setB(k, n, get(b, column + n, k));
  }
  for (unsigned r = 0; r < kRows; ++r)
    for (unsigned n = 0; n < kColumns; ++n)
      x.setC(r, n, unpackSum(model, sums[r][n], shape.isHalf));
  x.multiply(model, shape.isHalf);
  for (unsigned r = 0; r < kRows; ++r)
    for (unsigned n = 0; n < kColumns; ++n)
      sums[r][n] = packSum(model, x.c[r][n], shape.isHalf);
}

/// The rows of B that a row of A meets are its own.
void TensorMultiplier::addSparse(unsigned row, unsigned column,
                                 uint32_t (*sums)[8]) {
  FloatMatrices x;
  x.m = 1;
  x.k = shape.k();
  for (unsigned r = 0; r < kRows; ++r) {
    const uint8_t *places = a.places.data() + (row + r) * x.k;
    for (unsigned k = 0; k < x.k; ++k) {
      x.setA(0, k, get(a, row + r, k));
      for (unsigned n = 0; n < kColumns; ++n)
        x.setB(k, n, get(b, column + n, places[k]));
    }
    for (unsigned n = 0; n < kColumns; ++n)
      x.setC(0, n, unpackSum(model, sums[r][n], shape.isHalf));
    x.multiply(model, shape.isHalf);
    for (unsigned n = 0; n < kColumns; ++n)
      sums[r][n] = packSum(model, x.c[0][n], shape.isHalf);
  }
}

void TensorMultiplier::addIntegers(unsigned row, unsigned column,
                                   uint32_t (*sums)[8]) {
  auto value = [](TensorElement element, uint8_t code) {
    return element == TensorElement::S8 ? int32_t(int8_t(code)) : int32_t(code);
  };
  for (unsigned r = 0; r < kRows; ++r)
    for (unsigned n = 0; n < kColumns; ++n) {
      const uint8_t *x = a.codes.row(row + r), *y = b.codes.row(column + n);
      int64_t sum = int32_t(sums[r][n]);
      for (unsigned k = 0; k < shape.k(); ++k) {
        unsigned place =
            shape.isSparse ? a.places[(row + r) * shape.k() + k] : k;
        sum += value(a.element, x[k]) * value(b.element, y[place]);
      }
      sums[r][n] = uint32_t(finishInteger(sum, shape.saturates));
    }
}

void TensorMultiplier::add(unsigned row, unsigned column, uint32_t (*sums)[8]) {
  if (shape.isInteger)
    return addIntegers(row, column, sums);
  if (shape.isSparse)
    return addSparse(row, column, sums);
  if (shape.isHalf || form.isExact)
    return addElements(row, column, sums);
  addFloats(row, column, sums);
}
