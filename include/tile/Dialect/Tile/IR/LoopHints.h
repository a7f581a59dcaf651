//===- LoopHints.h - What an author asks of a loop --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the attributes on scf.for that ask for an optimisation, and change
// nothing of what a program means.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LOOPHINTS_H
#define TILE_DIALECT_TILE_IR_LOOPHINTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tile {

/// Memory accesses and products in warps of their own.
inline constexpr llvm::StringLiteral kWarpSpecializeAttrName =
    "tile.warp_specialize";
/// Loads of the loop inside that begin before its next run, as if both were one
/// loop.
inline constexpr llvm::StringLiteral kFlattenAttrName = "tile.flatten";
/// One buffer for the accumulator of a product, not several.
inline constexpr llvm::StringLiteral kDisallowAccMultiBufferAttrName =
    "tile.disallow_acc_multi_buffer";

/// Whether `name` is one of them.
inline bool isLoopHint(llvm::StringRef name) {
  return name == kWarpSpecializeAttrName ||
         name == kDisallowAccMultiBufferAttrName;
}

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_LOOPHINTS_H
