//===- FlattenLoops.h - One loop of two -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes one loop of a loop and the loop inside it, so that loads run ahead over
// the inner loop's end.
//
//===----------------------------------------------------------------------===//
//
// 1. The idea
//
// A program makes one tile of a matrix product after the other. The inner loop
// walks along K, and its copies run ahead (PipelineLoops.h). At the end of each
// tile nothing is in flight any more, and the next tile begins with a wait for
// memory:
//
//   for t = first to tiles step programs:
//     p = address of tile t              P, what comes before
//     acc = 0
//     for k = 0 to K step 32:
//       acc = dot load p, acc            B, the body
//       p = p + 32
//     store acc                          E, what comes after
//
// After flattening, one loop has the iterations of all inner loops. The first
// P comes before it, and each other one right after the E of the tile before:
//
//   t = first; n = 0; p = address of tile t; acc = 0
//   for j = 0 to (number of tiles) * (steps of K):
//     acc = dot load p, acc
//     p = p + 32
//     isLast = n == (steps of K) - 1
//     if isLast: store acc; acc = 0
//     if isLast: t = t + programs
//     if isLast and j is not the last: p = address of tile t
//     n = isLast ? 0 : n + 1
//
// Now a load of the next tile can be issued while the last products of this
// one are computed.
//
// 2. What is in which branch
//
// A load that runs ahead needs what makes its address, and nothing more. So
// what depends on no memory and no product, as t and p, is in branches of its
// own; these have no effects and can run ahead. Stores, loads and sums are in
// others.
//
// 3. Loops that do not run
//
// An inner loop of 0 iterations leaves P and E to do. The product of the counts
// is 0 then, so this case is a loop of its own after a test; it is small, as
// it lacks the inner loop. Nothing is tested where the count is known.
//
// 4. Which loops
//
// Those that say `tile.flatten`, with exactly one loop inside that is not
// within a branch, and whose bounds do not change. A remark says why not.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_FLATTENLOOPS_H
#define TILE_DIALECT_TILE_TRANSFORMS_FLATTENLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tile {

/// Makes one loop of `outer` and the loop inside it. Fails, with a remark and
/// without a change, if it cannot.
LogicalResult flattenLoop(scf::ForOp outer);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_FLATTENLOOPS_H
