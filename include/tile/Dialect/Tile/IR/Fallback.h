//===- Fallback.h - Functions made of fallbacks of asm ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mark of a function that distribution makes of a fallback of inline asm.
// It has no effects on memory. The optimisation of LLVM IR simplifies it by
// itself, and inlines it into all its callers.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_FALLBACK_H
#define TILE_DIALECT_TILE_IR_FALLBACK_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tile {

/// A unit attribute of a tile.func; an attribute of LLVM IR's function of the
/// same name.
inline constexpr llvm::StringLiteral kFallbackAttrName = "tile_fallback";

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_FALLBACK_H
