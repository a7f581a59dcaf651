//===- AssignLayouts.h - A layout for every tile ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Giving tiles their first layouts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILETOTILEGPU_ASSIGNLAYOUTS_H
#define TILE_CONVERSION_TILETOTILEGPU_ASSIGNLAYOUTS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Gives every tile of the function that has no layout the default one, over
/// the warps that run its region, and returns how many there were. Fails, with
/// a diagnostic and without a change, at a tile that no layout can describe.
FailureOr<unsigned> assignDefaultLayouts(FunctionOpInterface func);

} // namespace mlir::tile

#endif // TILE_CONVERSION_TILETOTILEGPU_ASSIGNLAYOUTS_H
