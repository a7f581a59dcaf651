//===- MatrixAccess.h - Shared memory by rows of matrices -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When `ldmatrix` or `stmatrix` does a copy between shared memory and
// registers, given who owns the elements and where in memory they lie; and
// where to put the operand of a matrix product so that both copies are without
// bank conflicts. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// 1. The instructions (PTX ISA, "Warp-level matrix instructions: ldmatrix")
//
// A matrix is 8 rows of 16 bytes. Lane r says where row r begins, lane 8 + r
// where that of a second matrix does, and so on for one, two or four matrices.
// Lane l receives of each matrix one word of 32 bits: bytes 4 (l mod 4) to
// 4 (l mod 4) + 3 of row l / 4. With `.trans` elements have 16 bits, and lane l
// receives element l / 4 of rows 2 (l mod 4) and 2 (l mod 4) + 1.
//
// 2. When they fit
//
// Let f be the map from (register, lane, warp) to the offset in bytes
// (`getSharedOffsets`); it is linear. Without `.trans`:
//
//   some registers count the bytes of a word up, in order
//   f(lane 1) = 4, f(lane 2) = 8
//   all others go to multiples of 16: lanes 4, 8, 16 are the rows of a matrix,
//   registers are other matrices, warps are other places
//
// With `.trans` and elements of two bytes:
//
//   f(lane 4) = 2, f(lane 8) = 4, f(lane 16) = 8
//   all others go to multiples of 16: a register and lanes 1 and 2 are the rows
//
// Whatever the elements are, only these bits count, so that elements of 8 and
// of 32 bits go without `.trans`.
//
// Example: the left operand of a product of f16, kWidth 2, in rows of 64
// elements one after the other. Register 1 is offset 2, lanes 1 and 2 are
// offsets 4 and 8, lanes 4, 8 and 16 are offsets 128, 256 and 512; registers 2
// and 4 are offsets 1024 and 16, two more pairs of matrices: one `ldmatrix.x4`.
// All eight rows begin in bank 0, which takes 8 wavefronts for each matrix;
// with chunks of 16 bytes permuted by the row, one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_MATRIXACCESS_H
#define TILE_LAYOUT_MATRIXACCESS_H

#include "tile/Layout/SharedAccess.h"

namespace mlir::tile {

/// How a warp accesses shared memory by `ldmatrix` or `stmatrix`. Registers
/// that repeat an element take no part.
struct MatrixAccess {
  bool isTransposed = false;
  /// Bit i of the element's position in a word adds this to the register.
  SmallVector<uint32_t> word;
  /// Bit i of the matrix's number adds this to the register. The first bits
  /// count the matrices of one instruction.
  SmallVector<uint32_t> repetitions;
  /// log2 of the matrices that one instruction moves: 0, 1 or 2.
  unsigned log2Matrices = 0;
  /// Bit i of the lane adds this to the offset, in elements, of the row that
  /// the lane gives the address of.
  SmallVector<uint64_t> lanes;
  /// What one instruction of a whole warp costs: 128 bytes each.
  unsigned wavefronts = 1;
  /// How many of these would not be there if no two rows met in a bank.
  unsigned conflicts = 0;

  [[nodiscard]] unsigned getNumMatrices() const { return 1u << log2Matrices; }
  [[nodiscard]] unsigned getNumAccesses() const {
    return 1u << (repetitions.size() - log2Matrices);
  }
  /// The registers of the word of matrix `matrix` of access `number`.
  [[nodiscard]] SmallVector<uint32_t> getRegisters(uint32_t number,
                                                   uint32_t matrix) const;
};

/// The access of elements of `elementBytes` (1, 2, 4 or 8) at the offsets that
/// `getSharedOffsets` gave, if there is one. A store exists only if no lanes
/// are replicas of each other.
[[nodiscard]] std::optional<MatrixAccess>
planMatrixAccess(const LinearLayout &offsets, unsigned elementBytes,
                 bool isStore);

/// The same, where it is cheaper than the vectors of `planSharedAccess`.
[[nodiscard]] std::optional<MatrixAccess>
chooseMatrixAccess(const LinearLayout &offsets, unsigned elementBytes,
                   bool isStore);

/// What a copy makes a warp do by the cheaper of vectors and matrices.
/// `mayUseMatrices` says whether there are such instructions.
[[nodiscard]] Work getCopyWork(const LinearLayout &offsets,
                               unsigned elementBytes, bool isStore,
                               bool mayUseMatrices = true);

/// Where the elements of a tile lie in shared memory from which it is loaded as
/// `layout`: the map from "offset", in elements of `elementBytes` (1, 2, 4 or
/// 8), to the outputs of `layout`.
///
/// The tile lies row after row, dimensions in `order`, the fastest first. Then
/// chunks of 16 bytes change places with others in the same 128 bytes: bits of
/// the number of the 128 bytes flip bits of the chunk's number, such that the
/// loads, by `ldmatrix` or by vectors, take the fewest wavefronts. Copies to
/// the place of whole chunks, neighbours by neighbouring threads, by
/// `st.shared` or `cp.async`, meet in no bank.
[[nodiscard]] LinearLayout pickOperandPlace(const LinearLayout &layout,
                                            unsigned elementBytes,
                                            ArrayRef<unsigned> order);

} // namespace mlir::tile

#endif // TILE_LAYOUT_MATRIXACCESS_H
