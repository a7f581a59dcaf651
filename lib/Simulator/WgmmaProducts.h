//===- WgmmaProducts.h - The arithmetic of wgmma.mma_async ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an instruction says of its product, and the sums of a warp's 16 rows.
//
//===----------------------------------------------------------------------===//
//
// Registers have the same elements as for mma.m16n8 (MmaOperands.h), for each 8
// columns of the result: of f32 and s32 four registers, of f16 two with two
// columns each; of A four, as in m16n8 with 32 bytes of K.
//
// Of a sparse product the 32 bytes of a row of A are the elements that are
// stored, B has 64 bytes of K, and the metadata are the same as for mma.sp with
// the same K (SparseMetadata.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_WGMMAPRODUCTS_H
#define TILE_LIB_SIMULATOR_WGMMAPRODUCTS_H

#include "FloatSums.h"
#include "Shadow/SharedShadow.h"
#include "SparseMetadata.h"
#include "Warp.h"

namespace mlir::tile::sim::wgmma {

constexpr unsigned kRows = 16, kRowBytes = 32, kMaxColumns = 256;

enum class Elements : uint8_t {
  F16,
  BF16,
  TF32,
  Exact16,
  Exact32,
  Byte,
  Integer,
  Bits
};

/// `Inst::a` is the descriptor of A, `Inst::b` that of B, `Inst::c` scale-d.
/// `Inst::list` has the registers of D, then the registers of A.
struct Data {
  unsigned n = 8;
  unsigned numD = 0, numA = 0;
  Elements elements = Elements::F16;
  unsigned elementBytes = 2;
  uint32_t scaleFlip = 0;
  bool negatesA = false, negatesB = false;
  bool isTransposedA = false, isTransposedB = false;
  bool isHalf = false;
  DotModel model;
  const MatrixElement *tableA = nullptr, *tableB = nullptr;
  /// Of bytes.
  const SumFactor *factorsA = nullptr, *factorsB = nullptr;
  bool isSignedA = false, isSignedB = false, saturates = false;
  /// If A is sparse: the register of the metadata.
  bool isSparse = false;
  SparseLayout sparse;
  uint32_t metadata = 0;

  /// Elements of a row of A that are there.
  unsigned stored() const { return kRowBytes / elementBytes; }
  /// Bytes of a column of B, and its elements.
  unsigned bytesOfB() const { return isSparse ? 2 * kRowBytes : kRowBytes; }
  unsigned k() const { return bytesOfB() / elementBytes; }

  /// Registers of 8 columns of D.
  unsigned perColumns() const { return isHalf ? 2 : 4; }
};

/// Rows of A and columns of B.
using FactorsA = SumFactors<kRows * kRowBytes>;
using FactorsB = SumFactors<8 * kRowBytes>;

/// B as bytes: columns, which are `bytesOfB` apart. The four warps of a
/// warpgroup have the same, which the first of them reads.
struct MatrixB {
  uint8_t bytes[kMaxColumns * 2 * kRowBytes];
  bool isUndefined[kMaxColumns];
  /// Of the undefined bits.
  uint32_t origin;
  /// Who wrote it; the other warps must be ordered after these writes, too.
  llvm::SmallVector<SharedAccess, 4> writes;
  /// Whether something was found, or there are too many writes to compare all.
  bool hasMore;
  /// Eight columns each, if `hasFactors`.
  FactorsB factors[kMaxColumns / 8];
  bool hasFactors;

  void clear();
};

/// The operands as bytes.
struct Operands {
  uint8_t a[kRows * kRowBytes];
  /// The columns of the elements of A, if it is sparse.
  SparsePlaces places;
  bool isUndefinedA[kRows] = {};
  uint32_t originA = 0;
  MatrixB *b = nullptr;
};

/// Calls `f(lane, register of D, element in it, row, column of the eight)`.
template <typename F> void forResults(const Data &data, unsigned columns, F f) {
  unsigned count = data.isHalf ? 2 : 1, first = columns * data.perColumns();
  for (unsigned e = 0; e < 4; ++e)
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, first + e / count, e % count, lane / 4 + 8 * (e / 2),
        2 * (lane % 4) + e % 2);
}

/// D = A * B, or D += A * B if it accumulates.
void multiply(Warp &w, const Inst &i, const Data &data, Operands &operands,
              bool accumulates);

} // namespace mlir::tile::sim::wgmma

#endif // TILE_LIB_SIMULATOR_WGMMAPRODUCTS_H
