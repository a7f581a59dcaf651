//===- SameAddresses.h - What is accessed more than once --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A load and a store of the same pointers race where the threads differ:
//
//   %old = tile.load %p : !tile.ptr<i32>     all threads load
//   tile.store %p, %new : !tile.ptr<i32>     thread 0 stores
//   %t = tile.splat %old                     all threads need the old number
//
// The warp of thread 0 may be the first, and another one loads what it stored.
// So do two stores of the same pointers in two layouts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SAMEADDRESSES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SAMEADDRESSES_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tilegpu {

/// Whether two pointers, or tiles of pointers, are computed alike, whatever
/// their layouts. Finds what is written alike, and knows no arithmetic.
bool areComputedAlike(Value a, Value b);

/// Whether these pointers may be others in another iteration of a loop around
/// `op`: they are made of something that the loop hands on or counts.
bool varyInLoops(Value pointers, Operation *op);

/// Whether threads that hold copies of what is loaded use them: for all except
/// values that end, element by element in the load's own layout, in stores and
/// atomic operations, which one thread of those does.
bool areCopiesUsed(tile::LoadOp load);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SAMEADDRESSES_H
