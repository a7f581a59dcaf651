//===- PadTiles.h - Tiles of any size, made powers of two -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts are linear maps over bits, so the passes on them deal in tiles whose
// dimensions are powers of two. Here all others become such tiles.
//
//===----------------------------------------------------------------------===//
//
// 1. The idea
//
// A tile of 6 elements becomes one of 8 that has them first:
//
//   a b c d e f ? ?
//
// The two last ones are padding. Their values mean nothing, and every operation
// is free to make of them what it makes of any element. So nearly all
// operations change their types and nothing else: a sum of two padded tiles is
// the padded sum. A few must not let the padding be seen, or must not be harmed
// by it. Which elements are the tile's own is known when the code is made:
// index < 6 along each dimension that has padding, the *mask* of the tile.
//
// 2. The rules
//
//   load, store, atomics   Their mask and the tile's.
//   reduce                 The neutral element in the padding where the region
//                          has one that is known, see CombineIdentity.h. Else a
//                          flag goes next to each element, true of the tile's
//                          own: the region combines two elements only if both
//                          flags are true, and otherwise keeps the one whose
//                          flag is.
//   scan                   Nothing, as the padding comes last; in reverse,
//                          where it comes first, as reduce.
//   sort, topk             The key that comes last of all keys in the padding.
//                          Real elements may have it too; but the padding is
//                          after them, and a stable sort leaves it there. A
//                          sort without other operands need not be stable:
//                          equal keys are the same bits.
//   histogram              Its mask and the tile's.
//   gather                 Nothing: indices are of the tile's own
//                          elements.
//   reshape                See 3.
//   dot, dot_scaled        Zeros along K, and scales of 1; the padding along M
//                          and N makes padding.
//   integer division       A divisor of 1, as a division by zero is undefined.
//   assert                 True in the padding.
//   print                  `extents`: prints the tile's own elements.
//   inline asm             A pure one that accesses no memory runs for padding,
//                          too: it must return for any bits, as PTX's
//                          arithmetic does. One that is to run once per element
//                          gets `extents` and does not run for padding; if it
//                          takes groups, the elements become rows of groups
//                          first, so that none is padding in part. Others,
//                          which may run several times per element, run for
//                          copies of the tile's last elements.
//   extern functions       Pure ones as asm; others run for copies of the last
//                          elements.
//   map_elementwise        As it is if the region has neither loops nor
//                          anything that some values make undefined, and takes
//                          one element. Else the region runs for groups that
//                          have elements of the tile's own, which stand in for
//                          those that are padding.
//
// What moves no elements, or moves them by whole dimensions (trans, join,
// split, expand_dims, broadcast, splat, loops, branches, calls), changes its
// types.
//
// 3. Reshapes
//
// Row-major order is kept within groups of dimensions: 48x100 -> 48x10x10 is
// 48 -> 48 next to 100 -> 10x10. In a group in which all dimensions but the
// first one are powers of two, on both sides, elements keep their places when
// the first one is padded: 48 -> 3x16 is 64 -> 4x16 with the last quarter as
// padding. In another group they do not:
//
//   6 as 2x3      a b c d e f ? ?   ->   a b c ?
//                                        d e f ?
//
// Each element of the result comes from a place that is known when the code is
// made, so a tile.gather along the group, as one dimension, brings it. Of a
// tile.make_range nothing moves: its numbers are made from the new coordinates.
//
// 4. Parts of tiles
//
// Along a dimension of P elements, let a part have the padded extent p and the
// offset o. If p divides o, the part is one of P/p blocks, and log2(P/p) times
// one of the two halves of the dimension is taken by tile.split. Otherwise, and
// where P/p is large, tile.gather picks the elements. insert_slice needs a tile
// of extent P in which the part stands at o: if p divides o, one that repeats
// the part P/p times has it there, without any movement; otherwise tile.gather
// makes it. tile.cat inserts its second operand into its first one, repeated.
//
// 5. Limits
//
// The padding costs registers and instructions: a tile of 520 elements is one
// of 1024. The number of elements that a tile may have counts the padding.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_PADTILES_H
#define TILE_DIALECT_TILE_TRANSFORMS_PADTILES_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

struct PadCounts {
  /// Values that were padded.
  unsigned padded = 0;
  /// Slices and cats that were replaced.
  unsigned slices = 0;
};

/// Makes the dimensions of all tiles of `function`, which have no layouts,
/// powers of two, and replaces slices. Fails after an error at what cannot be
/// padded.
FailureOr<PadCounts> padTiles(FuncOp function);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_PADTILES_H
