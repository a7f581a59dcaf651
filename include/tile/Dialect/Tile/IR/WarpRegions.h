//===- WarpRegions.h - How many warps run a region --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that says over how many warps, and from which thread on, the
// tiles of a region are distributed.
//
//===----------------------------------------------------------------------===//
//
// A kernel runs on the warps of the module's `tile.target`. An operation with
// WarpRegionsOpInterface hands its regions to some of those that come to it:
//
//   module: 8 warps                          getNumWarps 8, getFirstThread 0
//     tile.func
//       first region: warps 0 to 3           getNumWarps 4, getFirstThread 0
//       second region: 4 warps from 4 on     getNumWarps 4, getFirstThread 128
//         nested: 2 warps from 2 on          getNumWarps 2, getFirstThread 192
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_WARPREGIONS_H
#define TILE_DIALECT_TILE_IR_WARPREGIONS_H

#include "tile/Dialect/Tile/IR/TileAttrs.h"

#include "mlir/IR/OpDefinition.h"

#include "tile/Dialect/Tile/IR/WarpRegions.h.inc"

namespace mlir::tile {

/// The warps that run a region: those that the nearest operation around says,
/// or the module's. 0 if nothing says it.
unsigned getNumWarps(Region *region);

/// The same of the region that an operation is in.
unsigned getNumWarps(Operation *op);

/// The first thread that runs a region, as the CTA numbers its threads.
unsigned getFirstThread(Region *region);

/// A layout over another number of warps than those that run its region.
struct MisfitLayout {
  /// What has a result, or a region with an argument, of that layout.
  Operation *op;
  LayoutAttrInterface layout;
  /// What the layout should be over.
  unsigned numWarps;
  /// Whether an operation inside the module says so.
  bool isOfRegion;
};

/// The first such layout in a module whose kernels run on `numWarps` warps.
std::optional<MisfitLayout> findMisfitLayout(Operation *module,
                                             unsigned numWarps);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_WARPREGIONS_H
