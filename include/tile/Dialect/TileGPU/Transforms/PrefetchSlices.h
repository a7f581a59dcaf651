//===- PrefetchSlices.h - Operands ahead of their loop ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the beginning of a pipelined loop's iteration into the one before it.
//
//===----------------------------------------------------------------------===//
//
// An iteration of a pipelined loop of matrix products waits for its copies, and
// for all threads at a barrier; then it loads the first operands to registers.
// All the while, tensor cores have nothing to do. So that beginning, `head`,
// moves before the last product of the iteration before (HeadRotation.h):
//
//   for i:                              head(0)
//     wait; barrier; copies               |  wait; barrier; copies
//     %a0 = local_load ...                |  %a0 = local_load ...
//     %a1 = local_load ...              for i, %x = %a0:
//     %d0 = dot %a0, ...                  %a1 = local_load ...
//     %d1 = dot %a1, ...                  %d0 = dot %x, ...
//                                         head(i + 1)
//                                         %d1 = dot %a1, ...
//                                         yield %a0
//
// The head is the wait, the copies before the first load of an operand, the
// loads of the first product, and what these need. It can move if
//
// - nothing else with effects comes before those loads;
// - nothing after the last product has effects: what moves passes only that;
// - it needs nothing that the rest of the iteration makes, and hands nothing on
//   to it but numbers and those operands, which stay in registers;
// - what it hands on to the next iteration is not used after the loop.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_PREFETCHSLICES_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_PREFETCHSLICES_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Moves the heads of all loops of a function that have one. Returns how many.
unsigned prefetchSlices(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_PREFETCHSLICES_H
