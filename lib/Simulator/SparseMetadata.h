//===- SparseMetadata.h - Where the elements of a sparse A are --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.6.1 and 9.7.15.6.1 "Sparse matrix storage".
//
//===----------------------------------------------------------------------===//
//
// Half of A is zero, and only the other half is stored. The metadata say where
// the stored elements belong, with four bits for each group of columns:
//
//     f16, bf16, 8 bits   groups of 4 columns; two places of 2 bits
//     tf32                groups of 2; 0b0100 is the first, 0b1110 the second
//     4 bits              groups of 8, that is of 4 pairs; two places of pairs
//
// Of the four lanes of a row, one, two or all have a part of the metadata; the
// selector says which. Of 16 bits and tf32 a word has four groups of row L / 4
// in its low half, and of row L / 4 + 8 in its high half; with 8 groups per row
// the lanes 0 and 1 of the four have metadata, or 2 and 3. Of 8 and 4 bits a
// word has eight groups of one row: of row L / 4 in lanes 0 and 2, of row
// L / 4 + 8 in lanes 1 and 3. PTX shows it in figures; all was compared with an
// H200.
//
// Elements of B that no stored element meets take no part in the sums, not even
// if they are infinite.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SPARSEMETADATA_H
#define TILE_LIB_SIMULATOR_SPARSEMETADATA_H

#include "Warp.h"

#include "llvm/ADT/StringRef.h"

namespace mlir::tile::sim {

class Decoder;

/// How the metadata of 16 rows are laid out.
struct SparseLayout {
  static constexpr unsigned kRows = 16;

  /// Bits of an element of A, and columns of A.
  unsigned bits = 16, k = 16;
  /// Columns of a group, how many are stored, and how many of these are
  /// neighbours.
  unsigned groupColumns = 4, groupStored = 2, together = 1;
  /// The first of the four lanes that has metadata, and how many have.
  unsigned firstLane = 0, numLanes = 1;
  /// The lower place of a group must come first.
  bool isOrdered = false;

  /// Of A of that type.
  static SparseLayout get(llvm::StringRef type, unsigned k);
  /// Sets the lanes; false, after an error, if there is no such selector.
  bool select(Decoder &d, int64_t selector);

  /// Calls `f(row, group, lane, shift)` for each four bits of metadata.
  template <typename F> void forGroups(F f) const {
    unsigned numGroups = k / groupColumns;
    for (unsigned row = 0; row < kRows; ++row)
      for (unsigned group = 0; group < numGroups; ++group) {
        unsigned lane = 4 * (row % 8) + firstLane;
        if (bits >= 16)
          f(row, group, lane + group / 4, row / 8 * 16 + group % 4 * 4);
        else
          f(row, group, lane + row / 8 + group / 8 * 2, group % 8 * 4);
      }
  }
};

/// The columns of the stored elements.
struct SparsePlaces {
  static constexpr unsigned kMaxStored = 64;
  uint8_t column[SparseLayout::kRows][kMaxStored];
};

/// Reads the metadata from the register at `offset`; reports the first of them
/// that PTX leaves undefined.
void readPlaces(Warp &w, const Inst &i, const SparseLayout &layout,
                uint32_t offset, SparsePlaces &places);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SPARSEMETADATA_H
