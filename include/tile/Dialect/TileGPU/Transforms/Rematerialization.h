//===- Rematerialization.h - Values that are cheap to make again -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which tiles are better made again in another layout than converted: the
// passes that choose layouts must agree on it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_REMATERIALIZATION_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_REMATERIALIZATION_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// So many operations are few: addresses of 64 bits, with a mask, take 20.
inline constexpr unsigned kMaxCheapOps = 32;

/// Appends the operations that make the tile `value` out of scalars, in no
/// particular order, if they are few (at most `maxOps`) and cheap by their
/// LayoutModel: ranges, splats, constants, shape operations and arith. Layout
/// conversions on the way are looked through and left out. Returns false, with
/// `ops` unspecified, if one is neither; a value that is not a tile is made of
/// nothing.
bool collectCheapOps(Value value, SmallVectorImpl<Operation *> &ops,
                     unsigned maxOps = kMaxCheapOps);

/// Whether `collectCheapOps` succeeds.
bool isCheap(Value value, unsigned maxOps = kMaxCheapOps);

/// Makes a cheap tile again in another layout, and adds to `count` how many
/// operations that took. Returns null, with nothing made, if it is not cheap,
/// or if one of its parts would need two layouts.
Value rematerialize(OpBuilder &builder, Value value, Attribute layout,
                    unsigned *count = nullptr);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_REMATERIALIZATION_H
