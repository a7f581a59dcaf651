//===- SplitReductions.h - Reductions over several warps --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes reductions apart that more than one warp takes part in.
//
//===----------------------------------------------------------------------===//
//
// A tile whose axis lies in registers, lanes and warps is seen as
// [outer, high, kept, low, inner]: `kept` are the bits of the axis that tell
// warps apart. The warps reduce along `high` and `low` by themselves. What each
// of them has then, a tile [outer, kept, inner], is converted to a layout in
// which the threads that need a result have all of its parts, which takes one
// trip through shared memory and one barrier; and each of them reduces along
// `kept`, always in the same order, so that all have the same bits.
//
// Where order matters, `kept` is all of the axis from the lowest bit on that
// tells warps apart.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_SPLITREDUCTIONS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_SPLITREDUCTIONS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// After this each tile.reduce has its axis within a warp. Returns how many had
/// not.
unsigned splitReductions(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_SPLITREDUCTIONS_H
