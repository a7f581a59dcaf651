//===- TransposeDot.h - The transposed product ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product whose right operand threads compute, as one whose left operand
// they do. Warpgroups take only the left one from registers.
//
//   %d = dot %a, %b, %c     to     %t = dot (trans %b), (trans %a), (trans %c)
//                                  %d = trans %t
//
// No element moves: layouts follow through `tile.trans`. If a loop carries the
// sums, it carries the transposed ones.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TRANSPOSEDOT_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TRANSPOSEDOT_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Whether the sums of a product of two dimensions are cheap to transpose: they
/// begin as what is cheap to make, or a loop carries them for this product
/// only.
bool canTransposeDot(tile::DotOp op);

/// Replaces the product by the transposed one, which it returns.
tile::DotOp transposeDot(tile::DotOp op);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TRANSPOSEDOT_H
