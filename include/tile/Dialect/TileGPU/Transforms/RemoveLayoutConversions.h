//===- RemoveLayoutConversions.h - One layout a connected part --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a layout for every tile of a function, given the layouts of the
// memory operations, so that few conversions remain.
//
//===----------------------------------------------------------------------===//
//
// The idea. Loads and stores have the layouts that coalesce; they are anchors.
// Everything else only connects them: an elementwise operation wants one layout
// for all its tiles, tile.broadcast the same before and after, tile.expand_dims
// the slice of its result's, tile.reshape, trans, join and split the same one
// in other coordinates (LayoutOpInterface.h), a loop the same for a carried
// value's start, body and result. A tile.reduce is an anchor as well: it keeps
// to its operand's layout if that has the axis in one thread, else to its own,
// and its result is the slice. So layouts spread over these links, from the
// anchors of the largest tiles first, until each tile has one. An anchor that
// is reached before its turn follows: a row of biases is loaded in the slice of
// the matrix's layout, so that each thread holds what it adds, instead of being
// moved between threads. What no anchor reaches keeps the default of its shape.
//
// A link whose two ends got different layouts needs a conversion. If the value
// is cheap to make again (a range, a splat, a constant, or arithmetic on these)
// it is made again in the layout that the use wants; otherwise a
// tilegpu.convert_layout stays.
//
// Example: a load of layout A, whose pointers are a range plus a splat.
//
//   %r = make_range : D          %r = make_range : A
//   %p = addptr %s, %r : D       %p = addptr %s, %r : A
//   %q = convert_layout %p : D -> A
//   %v = load %q : A             %v = load %p : A
//   %w = convert_layout %v : A -> D
//   %z = addf %w, %w : D         %z = addf %v, %v : A
//
// Considered instead: rewriting conversion by conversion, forward and backward
// slices of each (as Triton does). It handles the same programs with more code,
// since every slice has to deal with loops by itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_REMOVELAYOUTCONVERSIONS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_REMOVELAYOUTCONVERSIONS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// How many conversions there were before and after, and how many operations
/// were made again instead of converting their results.
struct LayoutConversionCounts {
  unsigned before = 0;
  unsigned after = 0;
  unsigned rematerialized = 0;
};

/// Chooses layouts for all tiles of a function whose tiles carry layouts.
LayoutConversionCounts removeLayoutConversions(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_REMOVELAYOUTCONVERSIONS_H
