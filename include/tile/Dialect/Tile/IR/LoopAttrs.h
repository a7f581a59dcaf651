//===- LoopAttrs.h - Attributes of loops ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel says of its loops.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LOOPATTRS_H
#define TILE_DIALECT_TILE_IR_LOOPATTRS_H

#include "mlir/Support/LLVM.h"

namespace mlir::tile {

/// A unit on an scf.for: it and the loop inside it shall become one.
inline constexpr StringLiteral kFlattenAttrName = "tile.flatten";

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_LOOPATTRS_H
