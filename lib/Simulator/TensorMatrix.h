//===- TensorMatrix.h - What tcgen05 reads of shared memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrices of tcgen05.mma and tcgen05.cp in shared memory.
//
//===----------------------------------------------------------------------===//
//
// A descriptor (PTX ISA 9.0, 9.7.16.4.1) has 64 bits:
//
//     0-13   start address / 16          46-48  1
//     16-29  leading offset (LBO) / 16   49-51  base offset
//     32-45  stride offset (SBO) / 16    52     how LBO counts
//     61-63  swizzle: 0 none, 1 of 128 bytes in atoms of 32, 2 of 128 bytes,
//            4 of 64, 6 of 32
//
// Elements have the same places as for wgmma (Wgmma.h), for any number of rows.
// In atoms of 32 bytes, of MN-major matrices alone, k counts by 4 where it
// counts by 8 otherwise, and bits 5 and 6 of the address are changed by bits 7
// and 8.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_TENSORMATRIX_H
#define TILE_LIB_SIMULATOR_TENSORMATRIX_H

#include "Warp.h"

#include <vector>

namespace mlir::tile::sim {

struct TensorMatrix {
  uint64_t descriptor = 0;
  /// Rows of A, or columns of B.
  unsigned rows = 0;
  /// Elements of K that an instruction takes of a row, and their bytes.
  unsigned k = 16, rowBytes = 32;
  /// A byte has two elements of 4 bits.
  unsigned elementBytes = 2;
  /// Of each 16 bytes, those that hold elements; after them is padding.
  unsigned usedBytes = 16;
  /// MN-major: rows are side by side.
  bool isTransposed = false;

  /// Where 16 bytes are: from byte `byte` of a row on, or, if it is transposed,
  /// from byte `row * elementBytes` of all rows at one k.
  uint64_t locate(unsigned row, unsigned byte) const;
  uint64_t locateTransposed(unsigned rowByte, unsigned k) const;
};

/// Rows as bytes, one after the other.
struct MatrixBytes {
  std::vector<uint8_t> bytes, isUndefined;
  unsigned pitch = 32;
  uint32_t origin = 0;

  uint8_t *row(unsigned index) { return bytes.data() + index * pitch; }
  const uint8_t *row(unsigned index) const {
    return bytes.data() + index * pitch;
  }
  void resize(unsigned rows, unsigned rowBytes);
};

/// Reports what no descriptor may have; `name`: "A".
bool checkTensorDescriptor(Warp &w, const Inst &i, unsigned lane,
                           uint64_t descriptor, llvm::StringRef name);

/// Reads the matrix from the shared memory of a CTA into the rows from `first`
/// on, as the operation `number` of the warp's products.
void readTensorMatrix(Warp &w, const Inst &i, unsigned lane, Block &block,
                      const TensorMatrix &matrix, uint32_t number,
                      MatrixBytes &to, unsigned first);

/// 16 elements of 4 or 6 bits, the first bits of each 16 bytes, become bytes as
/// getElementTable has them. `count`: bytes of the row, before and after.
void unpackSmallElements(const uint8_t *from, unsigned count, unsigned bits,
                         uint8_t *to);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_TENSORMATRIX_H
