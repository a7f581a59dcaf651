//===- RaiseSorts.h - Written-out sorting networks --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the sorting networks that Triton's library writes out, and makes them
// tile.sort and tile.topk, which know better networks.
//
//===----------------------------------------------------------------------===//
//
// Triton writes `tl.sort` and `tl.topk` with operations that it has: the
// tile is reshaped to a cube of 2x2x...x2, so that a distance of 2^i elements
// is one dimension, and each step of a bitonic network is
//
//   bits    = bitcast %x                          (of floating-point numbers)
//   sum     = reduce %bits by xori along dim      both elements' XOR
//   partner = bitcast (bits ^ sum)                so the other element
//   swap    = (%x > partner) != mask
//   next    = select swap, partner, %x
//
// where `mask` is 1 for the upper element, and inverted for runs in descending
// order: an XOR of some bits of the element's index and perhaps of 1. For the
// first k, a reduction by maximum or minimum follows each merge.
//
// `tl.bitonic_merge` is the last merge of a sort alone, of a sequence that is
// bitonic already, as when the best of two sorted runs have been chosen. It
// becomes a tile.sort with `bitonic`, of as many steps, if it has 1024 elements
// or more; shorter ones are no better for it, and stay.
//
// The first one alone, `tl.topk` with k = 1, is written as reductions by
// maximum or minimum along the last dimensions of the cube, one after the
// other. They become one tile.reduce of rows, whatever the region is.
//
// A network is taken only as a whole: each step has exactly the dimension and
// mask that the next step of the bitonic sort has, from the first to the last.
// So it is proven to sort, or to merge. Of NaNs and of zeros of both signs,
// which have no order for `>`, the results are ordered as tile.sort says, and
// the maximum of tile.topk is a NaN if there is one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_RAISESORTS_H
#define TILE_DIALECT_TILE_TRANSFORMS_RAISESORTS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Replaces the networks of a function, and the reductions that follow each
/// other, and erases what is dead then. Returns how many there were.
unsigned raiseSorts(RewriterBase &rewriter, FuncOp function);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_RAISESORTS_H
