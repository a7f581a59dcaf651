//===- LiftControlFlow.h - Blocks of a map become scf ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triton prints a `return` in an `if` of a function that `tl.map_elementwise`
// maps as branches between the blocks of the region. The region of
// tile.map_elementwise has one block, in which scf says what runs.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_LIFTCONTROLFLOW_H
#define TILE_LIB_IMPORT_LIFTCONTROLFLOW_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Makes one block of the blocks of a map's region, which is not verified yet.
/// Reports a region that is not valid, that never ends, or that has more blocks
/// than may nest.
LogicalResult liftControlFlow(MapElementwiseOp op);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_LIFTCONTROLFLOW_H
