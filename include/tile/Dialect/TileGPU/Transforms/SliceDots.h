//===- SliceDots.h - Matrix products in steps -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes matrix products apart along K, so that their operands are loaded from
// shared memory step by step.
//
//===----------------------------------------------------------------------===//
//
// A warp that multiplies 64x64 by 64x64 would first load 128 registers of
// operands and then compute. In steps of K it has few at a time, and loads the
// operands of the next step while it computes:
//
//   %a = local_load %p                      %a0 = local_load %p at [0, 0]
//   %b = local_load %q                      %b0 = local_load %q at [0, 0]
//   %d = dot %a, %b, %c                     %a1 = local_load %p at [0, 16]
//                                           %b1 = local_load %q at [16, 0]
//                                           %d0 = dot %a0, %b0, %c
//                                           %a2 = local_load %p at [0, 32]
//                                           ...
//
// A step is what one instruction takes of K, or several if each thread holds
// more neighbours along K than that. What stands between load and product is
// made for each step: maps, transpositions, broadcasts, and masks of indices.
// Steps are in the order of K, so the sums are the same as in the whole
// product. Both operands are in shared memory then, until the last step: a
// product whose operands do not fit there together stays whole.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_SLICEDOTS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_SLICEDOTS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Splits each product of a function whose operands come from shared
/// memory. Returns how many.
unsigned sliceDots(FunctionOpInterface func);

/// How much of K a step takes, of operands in the layouts that they have.
int64_t getSliceStep(tile::DotOp op);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_SLICEDOTS_H
