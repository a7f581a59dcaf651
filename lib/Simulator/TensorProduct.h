//===- TensorProduct.h - The arithmetic of tcgen05.mma ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the results of a product are in tensor memory, and the sums. What the
// instruction descriptor says of it is in tile/PTX/TensorShape.h.
//
//===----------------------------------------------------------------------===//
//
// The rows of D are on the lanes of tensor memory as the ISA's layouts A to G
// have them (9.7.16.10.5). Each 16 rows are side by side, and so are each 8
// columns:
//
//     M                     row, column           CTA      lane      column
//     256, of a pair   A    r, c                  r / 128  r % 128   c
//     128, of a pair   B    r, c < N / 2          r / 64   r % 64    c
//                           r, c >= N / 2         r / 64   r % 64 + 64  c - N/2
//     128              D    r, c                           r         c
//     64, .ws          E    r, c < N / 2                   r         c
//                           r, c >= N / 2                  r + 64    c - N/2
//     64               F    r, c            32 (r / 16) + r % 16     c
//     32, .ws          G    r, c            r + 32 (c / (N/4))  c % (N/4)
//
// Sums are as MatrixMultiply.h says, all of the instruction's products at once.
// The order is not known of these GPUs; who compares needs a bound.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_TENSORPRODUCT_H
#define TILE_LIB_SIMULATOR_TENSORPRODUCT_H

#include "FloatSums.h"
#include "TensorMatrix.h"

#include "tile/PTX/TensorShape.h"

#include <string>

namespace mlir::tile::sim {

using ptx::getElementBits;
using ptx::getElementName;
using ptx::readTensorShape;
using ptx::TensorElement;
using ptx::TensorForm;
using ptx::TensorKind;
using ptx::TensorShape;

/// Where 16 rows and 8 columns of D are.
struct TensorPlace {
  unsigned cta = 0, lane = 0, column = 0;
};
TensorPlace getTensorPlace(const TensorForm &form, const TensorShape &shape,
                           unsigned row, unsigned column);
/// Columns of tensor memory that D has.
unsigned getTensorColumns(const TensorForm &form, const TensorShape &shape);

/// The factors of a product: codes in rows, and the scales of each row.
struct TensorFactors {
  TensorElement element = TensorElement::F16;
  bool negates = false;
  MatrixBytes codes;
  /// `numScales` for each row.
  std::vector<uint8_t> scales;
  /// Of a sparse A: the columns of the elements of each row.
  std::vector<uint8_t> places;
};

/// 16 rows times 8 columns.
class TensorMultiplier {
public:
  TensorMultiplier(const TensorForm &form, const TensorShape &shape,
                   const TensorFactors &a, const TensorFactors &b);
  ~TensorMultiplier();
  /// `sums`: words as tensor memory has them, a row each. They become sums.
  void add(unsigned row, unsigned column, uint32_t (*sums)[8]);

private:
  struct Factors;
  void addFloats(unsigned row, unsigned column, uint32_t (*sums)[8]);
  void addElements(unsigned row, unsigned column, uint32_t (*sums)[8]);
  void addIntegers(unsigned row, unsigned column, uint32_t (*sums)[8]);
  void addSparse(unsigned row, unsigned column, uint32_t (*sums)[8]);
  MatrixElement get(const TensorFactors &factors, unsigned row,
                    unsigned k) const;

  const TensorForm &form;
  const TensorShape &shape;
  const TensorFactors &a, &b;
  DotModel model;
  const MatrixElement *scaleTable = nullptr;
  std::unique_ptr<Factors> factors;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_TENSORPRODUCT_H
