//===- NarrowLoads.h - Elements that repeat are loaded once -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of products that read the same element for several neighbours.
//
//===----------------------------------------------------------------------===//
//
// Weights of few bits come with a scale for each group of them, and several in
// a byte. Kernels compute a pointer for each weight:
//
//   scales = load(p + (k + range(32)) // 128)     32 times the same element
//   codes  = load(q + range(32) // 2)             each element twice
//
// A load that feeds a product runs ahead of it, through shared memory. There
// each of the 32 scales would have a place of its own, and a store to it. And
// the 16 bytes of codes have no 32 neighbours, so each would be an access. So
// the load takes each run of equal pointers once, and the results are repeated:
//
//   codes  = repeat(load(q + range(16)), 2)
//
// The pointers of the runs' first elements are computed like all pointers, on
// smaller tiles. If a loop carries the pointers, it carries the smaller tile.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_NARROWLOADS_H
#define TILE_DIALECT_TILE_TRANSFORMS_NARROWLOADS_H

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Narrows the loads that feed products of their loops, along the dimension in
/// which the most neighbours have one pointer and one mask. Returns how many.
unsigned narrowLoads(FunctionOpInterface func, const ModuleAxisInfo &axisInfo);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_NARROWLOADS_H
