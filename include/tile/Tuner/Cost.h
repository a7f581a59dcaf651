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

/// About how many cycles the busiest of 132 SMs needs.
///
/// What warps do themselves, if nothing ever waits:
///
///   a warp's instruction         1/4  four schedulers, one per cycle each
///   ... that is a matrix product  2   m16n8k16 of f16: 1024 products per cycle
///   a wavefront of shared memory  1
///   a sector of global memory     2   16 bytes per cycle and SM
///
/// The sum of a CTA, as the mean of those that ran, times the CTAs of the SM.
/// Latency, and so most of what warps and stages are for, is not in it.
///
/// Products of warpgroups (`wgmma`) and bulk copies are others' work: tensor
/// cores do 1950 products of f16 per cycle, and an SM is brought 58 bytes per
/// cycle while all SMs copy, less where rows begin within lines of 128 bytes.
/// The longer of the two is the time of a CTA whose SM is full. Of a CTA alone,
/// unless it is persistent, the barriers count, 220 cycles each. The SM has its
/// CTAs in rounds of as many as are resident; each round begins and ends with
/// what the warps do.
///
/// The constants are fitted to 520 times of products on an H200: nine tiles,
/// 58 random shapes (docs/matmul.md, "Which tile").
double getCost(const runtime::LaunchCounts &counts);

} // namespace mlir::tile::tuner

#endif // TILE_TUNER_COST_H
