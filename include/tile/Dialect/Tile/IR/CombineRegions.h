//===- CombineRegions.h - Regions that combine two elements -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said of the region of a reduction or a scan, which takes two
// elements of each operand and ends in their combination.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_COMBINEREGIONS_H
#define TILE_DIALECT_TILE_IR_COMBINEREGIONS_H

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Layout/ReductionPlan.h"

namespace mlir::tile {

/// Whether the region gives the same bits, and asserts the same, when left and
/// right are exchanged, as far as its operations show: it is made of operations
/// that commute.
bool isSymmetric(Block &body);

/// Whether the region asserts something, so that it may run only for elements
/// that are to be combined: not in place of a choice that follows. Nothing else
/// than its results shows what it does, if not.
bool hasAsserts(Block &body);

/// What a copy of the region costs, and how large its elements are.
RegionCost getRegionCost(Block &body);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_COMBINEREGIONS_H
