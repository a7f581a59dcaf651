//===- AssignLayouts.h - A layout for every tile ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Giving tiles their first layouts, and changing the layout of a value.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILETOTILEGPU_ASSIGNLAYOUTS_H
#define TILE_CONVERSION_TILETOTILEGPU_ASSIGNLAYOUTS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Gives every tile of the function that has no layout the default one, and
/// returns how many there were. Fails, with a diagnostic and without a change,
/// at a tile that no layout can describe.
FailureOr<unsigned> assignDefaultLayouts(FunctionOpInterface func,
                                         unsigned numWarps);

/// Changes the type of a tile value, and with it the value of a constant, which
/// carries the type too. The uses must accept the new type.
void setTileType(Value value, RankedTensorType type);

} // namespace mlir::tile

#endif // TILE_CONVERSION_TILETOTILEGPU_ASSIGNLAYOUTS_H
