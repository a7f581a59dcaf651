//===- TensorProduct.h - The arithmetic of tcgen05.mma ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the instruction descriptor says of a product, where its results are in
// tensor memory, and the sums.
//
//===----------------------------------------------------------------------===//
//
// An instruction descriptor (PTX ISA 9.0, 9.7.16.4.2) has 32 bits:
//
//     0-1, 2   selector and flag of a sparse A
//     3        saturate (i8)
//     4-5      type of D: 0 f16, 1 f32, 2 s32; of block-scaled kinds, where the
//              scales of B begin in their word
//     7-9, 10-12   types of A and B
//     13, 14   negate A, B
//     15, 16   A, B are MN-major
//     17-22    N / 8
//     23       of block-scaled kinds, the type of scales: 0 ue4m3, 1 ue8m0
//     24-28    M / 16
//     29-30    of block-scaled kinds, where the scales of A begin
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

#include <string>

namespace mlir::tile::sim {

enum class TensorKind : uint8_t {
  F16,
  TF32,
  F8F6F4,
  I8,
  MXF8F6F4,
  MXF4,
  MXF4NVF4
};

/// How a matrix's elements are encoded.
enum class TensorElement : uint8_t {
  F16,
  BF16,
  TF32,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1,
  U8,
  S8
};

/// The words of the instruction that say what a product is.
struct TensorForm {
  TensorKind kind = TensorKind::F16;
  bool isPair = false, isWeightStationary = false;
  /// A is in tensor memory.
  bool isInTensorMemory = false;
  /// Scales per row and instruction; 0: no block scaling.
  unsigned numScales = 0;
  bool isExact = false;
};

/// An instruction descriptor.
struct TensorShape {
  unsigned m = 0, n = 0;
  TensorElement a = TensorElement::F16, b = TensorElement::F16;
  bool negatesA = false, negatesB = false;
  bool isTransposedA = false, isTransposedB = false;
  bool saturates = false, isHalf = false, isInteger = false;
  /// The first byte of a word of scales.
  unsigned scaleA = 0, scaleB = 0;
  bool hasUE8M0 = false;

  unsigned elementBytes() const {
    return a == TensorElement::TF32                              ? 4
           : a == TensorElement::F16 || a == TensorElement::BF16 ? 2
                                                                 : 1;
  }
  /// Two elements per byte.
  bool isPacked = false;
  /// Elements of K; 32 bytes are read of each row.
  unsigned k() const { return isPacked ? 64 : 32 / elementBytes(); }
};

/// The descriptor's fields; or what is wrong with it: "N of 16 to 256 ...,
/// found 8".
bool readTensorShape(uint32_t descriptor, const TensorForm &form,
                     TensorShape &shape, std::string &wrong);

/// Where 16 rows and 8 columns of D are.
struct TensorPlace {
  unsigned cta = 0, lane = 0, column = 0;
};
TensorPlace getTensorPlace(const TensorForm &form, const TensorShape &shape,
                           unsigned row, unsigned column);
/// Columns of tensor memory that D has.
unsigned getTensorColumns(const TensorForm &form, const TensorShape &shape);

/// Bits of an element in shared memory, and their name: "e4m3".
unsigned getElementBits(TensorElement element);
const char *getElementName(TensorElement element);

/// The factors of a product: codes in rows, and the scales of each row.
struct TensorFactors {
  TensorElement element = TensorElement::F16;
  bool negates = false;
  MatrixBytes codes;
  /// `numScales` for each row.
  std::vector<uint8_t> scales;
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
