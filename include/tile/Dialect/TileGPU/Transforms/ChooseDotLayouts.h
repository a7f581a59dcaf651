//===- ChooseDotLayouts.h - Layouts of matrix products ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives the operands and results of matrix products layouts that tensor cores
// can work with.
//
//===----------------------------------------------------------------------===//
//
// 1. The product
//
// The result, and what it is added to, get a #tile.nvidia_mma layout. What is
// left to choose is the grid of warps. A warp with m x n elements of the result
// reads m rows of `a` and n columns of `b`, so m + n should be small: the
// longer side is halved until there are as many parts as warps.
//
//   128x256, 8 warps: 128x256 -> 128x128 -> 64x128 -> 64x64, a grid of 2x4
//
// Several warps along the rows each make the same columns of `b`. That costs
// little where `b` is loaded, but not where it is computed from what is loaded:
// then the columns are split first, until a warp has 32 of them; and so for
// `a`.
//
// Warpgroups take only the left operand from registers. Where the right one is
// computed, and each warp can have columns of its own, they make the transposed
// product.
//
// Where the result becomes the left operand of another product, as in
// attention, the warps stand along the rows: then each warp has whole rows of
// both products, and the fragment of the accumulator is that of the operand,
// without a move between threads. The same holds for products that begin the
// sum of one of these, or share its right operand: their sums and that operand
// then have one layout.
//
// Without an instruction for the types, as for f32 with inputPrecision ieee,
// the result gets a blocked layout, of blocks as square as can be, and threads
// multiply by themselves.
//
// 2. The operands
//
// They get the #tile.dot_op layout of that. A conversion brings them there,
// which goes through shared memory as a rule. It should stand as early as
// possible: what is loaded can be copied to shared memory while others compute,
// and what is narrower takes less of it. So if an operand is made of loads by
// operations without effects, all of these work on fragments, and the loads are
// converted:
//
//   %q = load                            %q = load
//   %f = arith.sitofp %q                 %r = convert_layout pinned %q
//   %t = trans %f                        %f = arith.sitofp %r
//   %d = dot %a, %t, %c                  %t = trans %f
//                                        %d = dot %a', %t, %c'
//
// What comes from outside of the product's loop is converted there, once.
//
// The neighbours along K that a thread holds, kWidth, fill 32 bits of the
// narrowest type on the way: 2 for f16, 4 for what is loaded as i8, 8 for two
// numbers of 4 bits in a byte, which is split in registers:
//
//   %b = convert_layout pinned %bytes     32x128xi8, 4 bytes along K per lane
//   %low, %high = tile.elementwise_inline_asm %b
//   %both = tile.join %low, %high         32x128x2
//   %turned = tile.trans %both            32x2x128
//   %w = tile.reshape %turned             64x128, 8 neighbours along K
//
// No element moves between threads there: each of these operations gives the
// layout of its operand that of its result, as a linear map. It is the same
// kWidth for both operands, as they share K.
//
// 3. Scales
//
// A tile.dot_scaled that is still there is made by an instruction that takes
// scales. Its operands are bytes in fragments, and its scales get the layout
// that follows from the operand's (ScaleLayout.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_CHOOSEDOTLAYOUTS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_CHOOSEDOTLAYOUTS_H

#include "tile/Dialect/Tile/IR/TF32Rounding.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// The layout of the result of a product of `numWarps` warps. `isChained` says
/// that the result becomes an operand of another product. `made` is the operand
/// that is computed, if it is one.
tile::LayoutAttrInterface
pickDotLayout(tile::DotOp op, unsigned numWarps, bool isChained,
              std::optional<unsigned> made = std::nullopt);

/// What `chooseDotLayouts` did.
struct DotLayoutCounts {
  /// Products on tensor cores, and others.
  unsigned fragments = 0, blocks = 0;
};

/// Gives all products of a function their layouts, with conversions around
/// them. Operands of tf32 in shared and tensor memory are rounded as tiles.
DotLayoutCounts
chooseDotLayouts(FunctionOpInterface func,
                 tile::TF32Rounding rounding = tile::TF32Rounding::Cut);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_CHOOSEDOTLAYOUTS_H
