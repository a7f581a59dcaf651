//===- LoopCounters.h - Numbers that go with a loop's own -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that takes one tile after the other often counts the tiles twice,
// once for what it loads and once for what it stores, so that these two are not
// one value for its author's compiler:
//
//   stored = first - programs
//   for tile = first to tiles, step programs:
//     ... loads of `tile` ...
//     stored = stored + programs
//     ... stores of `stored` ...
//
// Here they are to be one, so that what bounds the stores bounds the loads.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_TRANSFORMS_LOOPCOUNTERS_H
#define TILE_LIB_DIALECT_TILE_TRANSFORMS_LOOPCOUNTERS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Lets such numbers of a function's loops be the induction variables, and
/// what is computed of both be one value; returns whether there were any.
bool unifyLoopCounters(FuncOp func);

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_TRANSFORMS_LOOPCOUNTERS_H
