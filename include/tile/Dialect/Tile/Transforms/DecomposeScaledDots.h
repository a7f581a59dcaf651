//===- DecomposeScaledDots.h - Scaled products as products ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of small numbers with scales, on targets whose matrix instructions
// do not take scales: each operand becomes numbers of 16 bits, multiplied by
// its scales, and tile.dot multiplies the two.
//
// Which type. A number of 4, 6 or 8 bits has at most 4 bits of significand, a
// scale one bit (i8, a power of two) or four (f8E4M3FN). Their product fits the
// 8 bits of bf16, and bf16 has the exponents of f32: so bf16 is exact, except
// where a product is beyond the range of f32 or lies among its smallest
// numbers. An operand of f16 has 11 bits, which bf16 lacks; then both operands
// are f16, and products are rounded once, to f16. An operand of f16 and one of
// bf16 have no type of 16 bits in common; both become f32, which tf32
// multiplies exactly.
//
// A scale becomes a number before it is repeated: what makes NaN of 255 and
// 2^-127 of 0 happens once for 32 elements.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_DECOMPOSESCALEDDOTS_H
#define TILE_DIALECT_TILE_TRANSFORMS_DECOMPOSESCALEDDOTS_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::tile {

struct TargetInfo;

/// Changes `op`, whose tiles have no layouts, to one that an instruction of the
/// target makes as it is (BlockScaling.h); false, and nothing changes, if there
/// is none. An operand without scales gets scales of 1. Pairs of e2m1 become
/// bytes of e2m3 unless both operands are pairs along K.
bool takeScales(RewriterBase &rewriter, DotScaledOp op,
                const TargetInfo &target);

/// Replaces `op`, whose tiles have no layouts, by a tile.dot of what its
/// operands and scales mean.
void decomposeScaledDot(RewriterBase &rewriter, DotScaledOp op);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_DECOMPOSESCALEDDOTS_H
