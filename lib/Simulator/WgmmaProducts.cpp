//===- WgmmaProducts.cpp - The arithmetic of wgmma.mma_async --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaProducts.h"
#include "Decoders/ExactDecoders.h"

#include "Decoders/MmaOperands.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using namespace mlir::tile::sim::wgmma;

void MatrixB::clear() {
  std::fill(std::begin(isUndefined), std::end(isUndefined), false);
  origin = 0;
  writes.clear();
  hasMore = false;
  hasFactors = false;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static MatrixElement unpack(const Data &data, const uint8_t *from,
                            const MatrixElement *table, bool negates) {
  MatrixElement element;
  uint16_t half;
  uint32_t word;
  switch (data.elements) {
  case Elements::F16:
  case Elements::BF16:
    std::memcpy(&half, from, 2);
    element =
        data.elements == Elements::F16 ? unpackF16(half) : unpackBF16(half);
    break;
  case Elements::TF32:
    std::memcpy(&word, from, 4);
    element = unpackTF32(word);
    break;
  case Elements::Exact16:
    std::memcpy(&half, from, 2);
    element = unpackExact16(half);
    break;
  case Elements::Exact32:
    std::memcpy(&word, from, 4);
    element = unpackExact32(word);
    break;
  default:
    element = table[*from];
    break;
  }
  if (negates)
    element.value = -element.value;
  return element;
}

static MatrixElement unpackA(const Data &data, const Operands &operands,
                             unsigned row, unsigned k) {
  return unpack(data, operands.a + row * kRowBytes + k * data.elementBytes,
                data.tableA, data.negatesA);
}

static MatrixElement unpackB(const Data &data, const Operands &operands,
                             unsigned k, unsigned col) {
  return unpack(
      data, operands.b->bytes + col * data.bytesOfB() + k * data.elementBytes,
      data.tableB, data.negatesB);
}

/// The sums so far of 8 columns: `f(row, column, element)`.
template <typename F>
static void forSums(Warp &w, const Inst &i, const Data &data, unsigned columns,
                    bool accumulates, F f) {
  forResults(
      data, columns,
      [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
        uint32_t word = w.reg<uint32_t>(i.list[r])[lane];
        f(row, col,
          accumulates ? unpackSum(data.model, word >> (16 * e), data.isHalf)
                      : MatrixElement());
      });
}

/// Writes the results of 8 columns, `getResult(row, column)`.
template <typename F>
static void writeResults(Warp &w, const Inst &i, const Data &data,
                         unsigned columns, F getResult) {
  forResults(
      data, columns,
      [&](unsigned lane, unsigned r, unsigned e, unsigned row, unsigned col) {
        uint32_t word = packSum(data.model, getResult(row, col), data.isHalf);
        if (data.isHalf)
          w.reg<uint16_t>(i.list[r])[2 * lane + e] = uint16_t(word);
        else
          w.reg<uint32_t>(i.list[r])[lane] = word;
      });
}

template <typename T>
static void transpose(const uint8_t *columns, unsigned k, uint8_t *to) {
  for (unsigned n = 0; n < 8; ++n)
    for (unsigned i = 0; i < k; ++i)
      std::memcpy(to + (i * 8 + n) * sizeof(T),
                  columns + n * kRowBytes + i * sizeof(T), sizeof(T));
}

static FactorType getFactorType(const Data &data) {
  switch (data.elements) {
  case Elements::F16:
    return FactorType::F16;
  case Elements::BF16:
    return FactorType::BF16;
  case Elements::TF32:
    return FactorType::TF32;
  default:
    return FactorType::Byte;
  }
}

/// Sets the factors of B, eight columns each, the factors of a k side by side.
static void setFactors(const Data &data, MatrixB &b) {
  auto *transposeColumns = data.elementBytes == 1   ? transpose<uint8_t>
                           : data.elementBytes == 2 ? transpose<uint16_t>
                                                    : transpose<uint32_t>;
  for (unsigned columns = 0; columns < data.n / 8; ++columns) {
    uint8_t codes[8 * kRowBytes];
    transposeColumns(b.bytes + 8 * columns * kRowBytes, data.k(), codes);
    FactorsB &factors = b.factors[columns];
    factors.set(getFactorType(data), codes, 8 * data.k(), data.factorsB);
    if (data.negatesB)
      factors.negate(8 * data.k());
  }
  b.hasFactors = true;
}

/// Eight columns of the product by FloatMatrices.
static void multiplyColumns(Warp &w, const Inst &i, const Data &data,
                            const Operands &operands, unsigned columns,
                            bool accumulates) {
  FloatMatrices x;
  x.m = kRows;
  x.k = data.k();
  for (unsigned k = 0; k < x.k; ++k) {
    for (unsigned row = 0; row < kRows; ++row)
      x.setA(row, k, unpackA(data, operands, row, k));
    for (unsigned n = 0; n < 8; ++n)
      x.setB(k, n, unpackB(data, operands, k, 8 * columns + n));
  }
  forSums(w, i, data, columns, accumulates,
          [&](unsigned row, unsigned col, MatrixElement sum) {
            x.setC(row, col, sum);
          });
  x.multiply(data.model, data.isHalf);
  writeResults(w, i, data, columns,
               [&](unsigned row, unsigned col) { return x.c[row][col]; });
}

static void multiplyFloats(Warp &w, const Inst &i, const Data &data,
                           Operands &operands, bool accumulates) {
  FactorsA a;
  bool isSingle = !data.isHalf && !data.model.isExact;
  if (isSingle) {
    a.set(getFactorType(data), operands.a, kRows * data.k(), data.factorsA);
    if (data.negatesA)
      a.negate(kRows * data.k());
    if (!operands.b->hasFactors)
      setFactors(data, *operands.b);
  }
  for (unsigned columns = 0; columns < data.n / 8; ++columns) {
    float c[kRows][kSumColumns];
    if (isSingle)
      forResults(
          data, columns,
          [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
            c[row][col] = accumulates ? w.reg<float>(i.list[r])[lane] : 0;
          });
    if (isSingle &&
        addProducts(a, operands.b->factors[columns], data.k(), data.model, c))
      forResults(
          data, columns,
          [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
            w.reg<float>(i.list[r])[lane] = c[row][col];
          });
    else
      multiplyColumns(w, i, data, operands, columns, accumulates);
  }
}

/// Each row of A meets other elements of B.
static void multiplySparseFloats(Warp &w, const Inst &i, const Data &data,
                                 Operands &operands, bool accumulates) {
  constexpr unsigned kMaxStored = kRowBytes;
  MatrixElement a[kRows][kMaxStored], b[2 * kMaxStored][8], c[kRows][8];
  FloatMatrices x;
  x.m = 1;
  x.k = data.stored();
  for (unsigned row = 0; row < kRows; ++row)
    for (unsigned j = 0; j < x.k; ++j)
      a[row][j] = unpackA(data, operands, row, j);
  for (unsigned columns = 0; columns < data.n / 8; ++columns) {
    for (unsigned n = 0; n < 8; ++n)
      for (unsigned k = 0; k < data.k(); ++k)
        b[k][n] = unpackB(data, operands, k, 8 * columns + n);
    forSums(w, i, data, columns, accumulates,
            [&](unsigned row, unsigned col, MatrixElement sum) {
              c[row][col] = sum;
            });
    for (unsigned row = 0; row < kRows; ++row) {
      for (unsigned j = 0; j < x.k; ++j) {
        x.setA(0, j, a[row][j]);
        for (unsigned n = 0; n < 8; ++n)
          x.setB(j, n, b[operands.places.column[row][j]][n]);
      }
      for (unsigned n = 0; n < 8; ++n)
        x.setC(0, n, c[row][n]);
      x.multiply(data.model, data.isHalf);
      for (unsigned n = 0; n < 8; ++n)
        c[row][n].value = x.c[0][n];
    }
    writeResults(w, i, data, columns,
                 [&](unsigned row, unsigned col) { return c[row][col].value; });
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The factor of byte `at` of A is byte `place(at)` of B.
template <typename F>
static int32_t dot(const Data &data, const uint8_t *a, const uint8_t *b,
                   F place) {
  int32_t sum = 0;
  for (unsigned at = 0; at < kRowBytes; ++at)
    if (data.elements == Elements::Bits)
      sum += __builtin_popcount(a[at] & b[place(at)]);
    else
      sum += (data.isSignedA ? int8_t(a[at]) : int32_t(a[at])) *
             (data.isSignedB ? int8_t(b[place(at)]) : int32_t(b[place(at)]));
  return sum;
}

static void multiplyIntegers(Warp &w, const Inst &i, const Data &data,
                             Operands &operands, bool accumulates) {
  for (unsigned columns = 0; columns < data.n / 8; ++columns)
    forResults(
        data, columns,
        [&](unsigned lane, unsigned r, unsigned, unsigned row, unsigned col) {
          const uint8_t *a = operands.a + row * kRowBytes;
          const uint8_t *b =
              operands.b->bytes + (8 * columns + col) * data.bytesOfB();
          const uint8_t *places = operands.places.column[row];
          int32_t &d = w.reg<int32_t>(i.list[r])[lane];
          int64_t sum = accumulates ? d : 0;
          sum += data.isSparse
                     ? dot(data, a, b, [&](unsigned at) { return places[at]; })
                     : dot(data, a, b, [](unsigned at) { return at; });
          d = finishInteger(sum, data.saturates);
        });
}

void mlir::tile::sim::wgmma::multiply(Warp &w, const Inst &i, const Data &data,
                                      Operands &operands, bool accumulates) {
  bool isInteger =
      data.elements == Elements::Integer || data.elements == Elements::Bits;
  auto *multiply = isInteger       ? multiplyIntegers
                   : data.isSparse ? multiplySparseFloats
                                   : multiplyFloats;
  multiply(w, i, data, operands, accumulates);
}
