//===- TF32Operands.h - Operands rounded to tf32 ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that read f32 from shared or tensor memory cut off what tf32
// lacks. So operands that shall be rounded otherwise are rounded before, as
// tiles. Of products on registers each register is (RoundTF32.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TF32OPERANDS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TF32OPERANDS_H

#include "tile/Dialect/Tile/IR/TF32Rounding.h"
#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tilegpu {

/// Rounds the operands of a product where they are made, except numbers that
/// have no more digits than tf32.
void roundOperands(tile::DotOp op, tile::TF32Rounding rounding);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TF32OPERANDS_H
