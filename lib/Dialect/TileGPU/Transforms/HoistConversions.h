//===- HoistConversions.h - Conversions out of loops ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout conversions of what does not change in a loop happen once, before it.
//
//===----------------------------------------------------------------------===//
//
//   %w = load ...                       %w = load ...
//   for ... {                           %s = mulf %w, %scale
//     %s = mulf %w, %scale       ->     %c = convert_layout %s
//     %c = convert_layout %s            for ... {
//     ...                                 ...
//   }                                   }
//
// What the converted value is made of moves along with it. A conversion stays
// in the loop
//
// * if it costs nothing, since it only gives registers other names;
// * if it stands in a branch inside the loop, which may be taken rarely.
//
// How many registers the loop then has to keep does not matter: what is spilled
// is loaded in each iteration, as what goes through shared memory is, but it is
// stored once, and no warp waits for another.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HOISTCONVERSIONS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HOISTCONVERSIONS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tilegpu {

/// Moves conversions out of the loops of a function; how many there were, each
/// counted once.
unsigned hoistConversions(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HOISTCONVERSIONS_H
