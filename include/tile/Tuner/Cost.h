//===- Cost.h - Which of two kernels is faster, by counts -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulator has no clock. This ranks launches by what it counts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TUNER_COST_H
#define TILE_TUNER_COST_H

#include "tile/Runtime/CountedLaunch.h"

namespace mlir::tile::tuner {

/// SMs of the GPU that costs are for: an H100 or H200.
inline constexpr uint64_t kCostMultiprocessors = 132;

/// About how many cycles an SM would be busy, if nothing ever waited:
///
///   a warp's instruction            1/4  four schedulers, one per cycle each
///   ... that is a matrix product    2    m16n8k16 of f16, 1024 products a
///   cycle a wavefront of shared memory    1 a sector of global memory       2
///   16 bytes per cycle and SM
///
/// The sum of a CTA, as the mean of those that ran, times the CTAs that the
/// busiest of 132 SMs gets. Latency, and so most of what warps and stages are
/// for, is not in it.
double getCost(const runtime::LaunchCounts &counts);

} // namespace mlir::tile::tuner

#endif // TILE_TUNER_COST_H
