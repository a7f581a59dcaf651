//===- ScaleLayout.h - Where mma finds the scales of blocks -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of the scales of a matrix product with block scaling, given that
// of the operand which they scale. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// `mma.sync.m16n8 ... .block_scale` (PTX ISA, "Block Scaling for mma.sync")
// takes a word of each lane; its bytes are the scales of neighbouring blocks
// along K. With the lanes that `thread-id` 0 selects:
//
//   of a   lane l has the scales of row l / 4 + 8 (l mod 2), if l mod 4 < 2
//   of b   lane l has the scales of column l / 4, if l mod 4 = 0
//
// The other lanes hold copies here, so that a layout says it: bit 1 of the lane
// chooses nothing for a, and bits 0 and 1 nothing for b. Everything else is as
// in the operand, without its K: lanes 4, 8 and 16, warps, and registers but
// the one that has the row 8 below. The blocks along K are the lowest bits of
// the register.
//
// Example: a is 32 x 64 bytes in one warp, its scales are 32 x 2.
//
//   operand   register -> k 1, k 2, row 8, k 16, k 32, row 16
//             lane     -> k 4, k 8, row 1, row 2, row 4
//   scales    register -> block 1, row 16
//             lane     -> row 8, none, row 1, row 2, row 4
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_SCALELAYOUT_H
#define TILE_LAYOUT_SCALELAYOUT_H

#include "tile/Layout/LinearLayout.h"

namespace mlir::tile {

/// The layout of the scales of an operand, of (batch,) rows and blocks for the
/// left one (`isLeft`), of (batch,) columns and blocks for the right one.
/// `operand` is a layout for tensor cores with 16 rows; `numBlocks` counts the
/// blocks along K, a power of two. A tile of fewer rows or columns than an
/// instruction gives lanes that hold copies.
[[nodiscard]] LinearLayout getScaleLayout(const LinearLayout &operand,
                                          bool isLeft, int32_t numBlocks);

} // namespace mlir::tile

#endif // TILE_LAYOUT_SCALELAYOUT_H
