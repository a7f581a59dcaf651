//===- SeparateAccesses.h - Addresses of an access's own --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A load in a loop may have a layout of its own: a detour (CoalesceMemory.h).
// Its pointers and its mask must then be in this layout as well. If they are
// made of ranges and scalars, they are made again. If a vector is among them
// that was loaded, as the rows of a gather, they are not cheap, and would move
// between threads in each iteration, 8 bytes for each pointer:
//
//   rows = load(...)                               128 rows, loaded once
//   pointers = base + rows[:, None] * stride + range
//   for ...:  a = load(pointers); ...; pointers += 64
//   store(out + rows[:, None] * ..., sums)         in the layout of the sums
//
// The load gets pointers and a mask of its own instead: what makes them of the
// vector is there twice, and the vector alone is converted, before the loop if
// it is made there. Pointers that the loop carries are never cheap, so they are
// made again even of ranges and scalars alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SEPARATEACCESSES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SEPARATEACCESSES_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Gives the operands of a load in a loop tiles of their own, which nothing
/// else uses, for this layout of the load. Returns whether all that are not
/// cheap to make again are its own now.
bool separateOperands(Operation *load, Attribute layout);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SEPARATEACCESSES_H
