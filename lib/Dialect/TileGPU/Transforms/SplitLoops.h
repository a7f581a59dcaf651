//===- SplitLoops.h - Loops that CTAs of a cluster share --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of few tiles and a long K leaves most SMs idle. A launch may then
// give each program a cluster of CTAs. Each CTA runs a part of the loop's
// iterations:
//
//   CTA of rank r of n:
//     loop over iterations r * t / n to (r + 1) * t / n
//     if n > 1: the sums are added (tilegpu.cluster_sum)
//     if r == 0: the rest of the program
//
// The launch chooses n, and knows how many iterations there are (KernelInfo.h,
// `LoopSplit`). Without clusters n is 1, and the code is that of the whole
// loop. Floating-point sums are added in another order, that of ranks; the same
// launch on the same GPU gives the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SPLITLOOPS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SPLITLOOPS_H

#include "PipelinePlan.h"

namespace mlir::tilegpu {

/// Splits the loop of the plans, if they have one and the entry allows it.
/// `isPersistent`: its places stay while the sums are added.
void splitLoop(FunctionOpInterface func, ArrayRef<PipelinePlan> plans,
               bool isPersistent);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SPLITLOOPS_H
