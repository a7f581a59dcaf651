//===- Extents.h - Elements that are not padding ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations with `extents` act for a part of their tile, from its first
// element on. What follows tests whether the element of a register is one of
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_EXTENTS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_EXTENTS_H

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

namespace mlir::tile {

/// An i1: whether each coordinate of the thread's register is smaller than the
/// extent. `thread` is what ThreadLayout::emitThreadOffset gives.
Value emitIsWithin(OpBuilder &builder, Location loc, const ThreadLayout &layout,
                   ArrayRef<Value> thread, unsigned reg,
                   ArrayRef<int64_t> extents);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_EXTENTS_H
