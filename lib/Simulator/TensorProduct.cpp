//===- TensorProduct.cpp - The arithmetic of tcgen05.mma ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProduct.h"

#include "ExactDecoders.h"
#include "MmaOperands.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr unsigned kRows = 16, kColumns = kSumColumns, kMaxK = 64;

//===----------------------------------------------------------------------===//
// Instruction descriptors
//===----------------------------------------------------------------------===//

unsigned mlir::tile::sim::getElementBits(TensorElement element) {
  switch (element) {
  case TensorElement::F16:
  case TensorElement::BF16:
    return 16;
  case TensorElement::TF32:
    return 32;
  case TensorElement::E2M3:
  case TensorElement::E3M2:
    return 6;
  case TensorElement::E2M1:
    return 4;
  default:
    return 8;
  }
}

const char *mlir::tile::sim::getElementName(TensorElement element) {
  constexpr const char *names[] = {"f16",  "bf16", "tf32", "e4m3", "e5m2",
                                   "e2m3", "e3m2", "e2m1", "u8",   "s8"};
  return names[unsigned(element)];
}

/// The type of a code of 3 bits; false if the kind has none.
static bool readType(TensorKind kind, unsigned code, TensorElement &element) {
  using E = TensorElement;
  switch (kind) {
  case TensorKind::F16:
    element = code == 0 ? E::F16 : E::BF16;
    return code <= 1;
  case TensorKind::TF32:
    element = E::TF32;
    return code == 2;
  case TensorKind::I8:
    element = code == 0 ? E::U8 : E::S8;
    return code <= 1;
  case TensorKind::MXF4:
  case TensorKind::MXF4NVF4:
    element = E::E2M1;
    return code == 1;
  case TensorKind::F8F6F4:
  case TensorKind::MXF8F6F4:
    element = code == 0   ? E::E4M3
              : code == 1 ? E::E5M2
              : code == 3 ? E::E2M3
              : code == 4 ? E::E3M2
                          : E::E2M1;
    return code <= 1 || (code >= 3 && code <= 5);
  }
  return false;
}

/// "M 64 or 128", if M or N are not what the form has.
static std::string checkSizes(const TensorForm &form,
                              const TensorShape &shape) {
  auto isStep = [&](unsigned step, unsigned least) {
    return shape.n % step == 0 && shape.n >= least && shape.n <= 256;
  };
  std::string found = ", found M " + std::to_string(shape.m) + " and N " +
                      std::to_string(shape.n);
  if (form.isWeightStationary) {
    if ((shape.m == 32 || shape.m == 64 || shape.m == 128) &&
        (shape.n == 64 || shape.n == 128 || shape.n == 256))
      return "";
    return "M 32, 64 or 128 and N 64, 128 or 256" + found;
  }
  bool isInteger = form.kind == TensorKind::I8;
  if (form.isPair) {
    unsigned step = isInteger || form.isInTensorMemory ? 32 : 16;
    if ((shape.m == 128 || shape.m == 256) && isStep(step, step))
      return "";
    return "M 128 or 256 and N a multiple of " + std::to_string(step) +
           " up to 256" + found;
  }
  if (form.numScales)
    return shape.m == 128 && isStep(8, 8)
               ? ""
               : "M 128 and N a multiple of 8 up to 256" + found;
  bool isSmall = isInteger && (shape.n == 8 || shape.n == 24);
  if (shape.m == 64 && (isSmall || isStep(isInteger ? 16 : 8, 8)))
    return "";
  if (shape.m == 128 && isStep(16, 16))
    return "";
  return (isInteger ? std::string("M 64 and N 8, 24 or a multiple of 16")
                    : std::string("M 64 and N a multiple of 8")) +
         " up to 256, or M 128 and N a multiple of 16 up to 256" + found;
}

bool mlir::tile::sim::readTensorShape(uint32_t descriptor,
                                      const TensorForm &form,
                                      TensorShape &shape, std::string &wrong) {
  auto bits = [&](unsigned first, unsigned count) {
    return descriptor >> first & ((1u << count) - 1);
  };
  auto fail = [&](std::string message) {
    wrong = std::move(message);
    return false;
  };
  bool isScaled = form.numScales != 0;
  if (bits(2, 1))
    return fail("0 in bit 2, as A is not sparse, found 1");
  if (!readType(form.kind, bits(7, 3), shape.a))
    return fail("a type of A of this kind in bits 7 to 9, found " +
                std::to_string(bits(7, 3)));
  if (!readType(form.kind, bits(10, 3), shape.b))
    return fail("a type of B of this kind in bits 10 to 12, found " +
                std::to_string(bits(10, 3)));
  if (form.kind == TensorKind::F16 && shape.a != shape.b)
    return fail("the same type of A and B, found " +
                std::string(getElementName(shape.a)) + " and " +
                getElementName(shape.b));
  shape.n = bits(17, 6) << 3;
  shape.m = bits(24, 5) << 4;
  shape.negatesA = bits(13, 1);
  shape.negatesB = bits(14, 1);
  shape.isTransposedA = bits(15, 1);
  shape.isTransposedB = bits(16, 1);
  shape.saturates = bits(3, 1);
  shape.isInteger = form.kind == TensorKind::I8;
  shape.isPacked =
      form.kind == TensorKind::MXF4 || form.kind == TensorKind::MXF4NVF4;
  if (isScaled) {
    shape.scaleB = bits(4, 2);
    shape.scaleA = bits(29, 2);
    shape.hasUE8M0 = bits(23, 1);
    if (shape.scaleA % form.numScales || shape.scaleB % form.numScales)
      return fail("the scales of an instruction to begin at a multiple of " +
                  std::to_string(form.numScales) + ", found " +
                  std::to_string(shape.scaleA) + " of A and " +
                  std::to_string(shape.scaleB) + " of B");
    if (!shape.hasUE8M0 && form.kind != TensorKind::MXF4NVF4)
      return fail("scales of ue8m0, 1 in bit 23, found 0");
    if (!shape.hasUE8M0 && form.numScales != 4)
      return fail("scales of ue8m0, 1 in bit 23, for blocks of 32, found 0");
    if (shape.isPacked && bits(31, 1))
      return fail("0 in bit 31, K of 64, as only sm_103a has K of 96, found 1");
  } else {
    unsigned type = bits(4, 2);
    bool isRight = shape.isInteger ? type == 2
                   : type == 0     ? form.kind == TensorKind::F8F6F4 ||
                                         shape.a == TensorElement::F16
                                   : type == 1;
    if (form.kind == TensorKind::TF32)
      isRight = type == 1;
    if (!isRight)
      return fail("a type of D that goes with this kind and " +
                  std::string(getElementName(shape.a)) +
                  " in bits 4 and 5, found " + std::to_string(type));
    shape.isHalf = type == 0;
  }
  if (shape.saturates && !shape.isInteger)
    return fail("0 in bit 3, as only integers saturate, found 1");
  if (shape.isInteger && (shape.negatesA || shape.negatesB))
    return fail("0 in bits 13 and 14, as integers are not negated, found 1");
  for (bool isA : {true, false}) {
    unsigned bits = getElementBits(isA ? shape.a : shape.b);
    if ((isA ? shape.isTransposedA : shape.isTransposedB) &&
        (bits < 8 || shape.isPacked))
      return fail("a K-major matrix of " +
                  std::string(getElementName(isA ? shape.a : shape.b)) + ", " +
                  (isA ? "0 in bit 15" : "0 in bit 16") + ", found 1");
  }
  if (form.isInTensorMemory && shape.isTransposedA)
    return fail("a K-major A in tensor memory, 0 in bit 15, found 1");
  wrong = checkSizes(form, shape);
  return wrong.empty();
}

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

void TensorMultiplier::addIntegers(unsigned row, unsigned column,
                                   uint32_t (*sums)[8]) {
  auto value = [](TensorElement element, uint8_t code) {
    return element == TensorElement::S8 ? int32_t(int8_t(code)) : int32_t(code);
  };
  for (unsigned r = 0; r < kRows; ++r)
    for (unsigned n = 0; n < kColumns; ++n) {
      const uint8_t *x = a.codes.row(row + r), *y = b.codes.row(column + n);
      int64_t sum = int32_t(sums[r][n]);
      for (unsigned k = 0; k < shape.k(); ++k)
        sum += value(a.element, x[k]) * value(b.element, y[k]);
      sums[r][n] = uint32_t(finishInteger(sum, shape.saturates));
    }
}

void TensorMultiplier::add(unsigned row, unsigned column, uint32_t (*sums)[8]) {
  if (shape.isInteger)
    return addIntegers(row, column, sums);
  if (shape.isHalf || form.isExact)
    return addElements(row, column, sums);
  addFloats(row, column, sums);
}
