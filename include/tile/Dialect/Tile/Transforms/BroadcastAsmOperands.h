//===- BroadcastAsmOperands.h - One shape for asm operands ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes explicit what tile.elementwise_inline_asm leaves implicit: how its
// operands come to have one shape.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_BROADCASTASMOPERANDS_H
#define TILE_DIALECT_TILE_TRANSFORMS_BROADCASTASMOPERANDS_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::tile {

/// How many operands needed which operation.
struct AsmBroadcasts {
  unsigned splats = 0;
  unsigned broadcasts = 0;
};

/// Splats the scalar operands of `op` and broadcasts those with dimensions of
/// size 1, so that all have the shape of the results, or, without results, the
/// shape that the operands have in common. Nothing happens if that is not a
/// tile.
AsmBroadcasts broadcastAsmOperands(RewriterBase &rewriter,
                                   ElementwiseInlineAsmOp op);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_BROADCASTASMOPERANDS_H
