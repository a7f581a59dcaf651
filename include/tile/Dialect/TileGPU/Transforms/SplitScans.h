//===- SplitScans.h - Scans over several warps ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes scans apart that more than one warp takes part in.
//
//===----------------------------------------------------------------------===//
//
// The bits of the axis below the lowest one that tells warps apart make a block
// (ScanPlan.h). A tile is seen as [outer, blocks, block, inner]:
//
//   1. each warp scans along `block` by itself;
//   2. the last element of each block is its total, a tile
//      [outer, blocks, 1, inner] that a tile.gather takes;
//   3. a conversion brings all totals of a row to each warp that has a part of
//      it, in lanes that would be idle: one store, one barrier, one load;
//   4. each warp scans the totals, always in the same order, so that all warps
//      have the same bits;
//   5. a tile.gather takes the total of all blocks before a block, and
//      tile.map_elementwise combines it with the elements of the block. Of the
//      first block nothing comes before: there stands the identity of the
//      region, or a select keeps its elements.
//
// Where a layout does not suit (a bit of the axis is not one bit of register,
// lane or warp alone, or the lowest bit is a warp's), the operands are
// converted to one that does, and the results back: a few neighbours along the
// axis in registers, the next in lanes, the next in registers again, and warps
// over other dimensions, or the last bits of the axis if there are too few of
// these.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_SPLITSCANS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_SPLITSCANS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// What `splitScans` changed.
struct SplitScanCounts {
  unsigned split = 0;
  unsigned converted = 0;
};

/// After this each tile.scan of `func` has its axis within a warp.
SplitScanCounts splitScans(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_SPLITSCANS_H
