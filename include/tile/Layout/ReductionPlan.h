//===- ReductionPlan.h - How elements along a dimension meet ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan for combining the elements of a tile along one dimension: in which
// order registers, lanes and warps take their turns, and what that costs. It
// follows from the linear map alone. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// 1. Levels
//
// A reduction is planned where each bit of the coordinate along the axis is one
// bit of register, lane or warp, which moves nothing else. Of a power of two of
// elements each bit then is a step that halves them: neighbours in registers
// are combined by one copy of the region, neighbours in lanes exchange what
// they have, and warps leave theirs in shared memory.
//
// Where order does not matter all registers come first, then lanes, then warps:
// fewer values are left for the dearer levels. Otherwise the bits come from the
// lowest to the highest, so that what is on the left stays on the left. Steps
// of one level that follow one another are a *run*.
//
// 2. Many values at once
//
// For one value, a run of m lane bits takes m shuffles: a butterfly, after
// which all lanes have the result. For V values the first t bits go another
// way: each lane keeps half of the values, sends the other half to its partner
// and combines what it keeps with what arrives, so that V halves with each
// step; the last m - t bits are a butterfly of what is left; and then the lanes
// give each other the results again:
//
//   shuffles(V, m, t) = (V - V/2^t) + (m - t) V/2^t + (V - V/2^t)
//
// V = 8, m = 5: 40 for t = 0, 16 for t = 3. Each of the steps that halve or
// double also takes two selects per value that is moved. t is what costs least.
//
// Source of the idea: the transposing tree of hand-written kernels, which saves
// shuffles as it transposes values and lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_REDUCTIONPLAN_H
#define TILE_LAYOUT_REDUCTIONPLAN_H

#include "tile/Hardware/Cost.h"
#include "tile/Layout/LinearLayout.h"

#include <optional>
#include <string>

namespace mlir::tile {

/// Steps of one level that follow one another.
struct ReductionRun {
  enum class Level { Registers, Lanes, Warps };
  Level level;
  /// The bits of register, lane or warp, in the order of the steps.
  SmallVector<unsigned> bits;
  /// The bits of the coordinate along the axis that they are.
  SmallVector<unsigned> axisBits;
};

/// What a region costs, for prices.
struct RegionCost {
  /// Arithmetic instructions of one copy.
  unsigned instructions = 1;
  /// Words of 32 bits that the elements of all operands are.
  unsigned words = 1;
};

class ReductionPlan {
public:
  /// Plans to combine along output dimension `axis` of a layout with inputs
  /// among register, lane, warp and block. Returns nothing, and sets `error` to
  /// one lower-case clause, if a bit of the axis is not one bit of register,
  /// lane or warp alone.
  [[nodiscard]] static std::optional<ReductionPlan>
  create(const LinearLayout &layout, StringRef axis, bool isCommutative,
         std::string *error = nullptr);

  [[nodiscard]] ArrayRef<ReductionRun> getRuns() const { return runs; }

  /// Whether warps hold parts of the axis.
  [[nodiscard]] bool crossesWarps() const;

  /// The values of a thread, each of all operands, before the first run:
  /// registers that hold different elements.
  [[nodiscard]] unsigned getNumValues() const { return numValues; }

  /// What a warp does. Of what warps exchange, each stores the values that it
  /// has left, and reads the values of all warps.
  [[nodiscard]] Work getWork(const RegionCost &cost) const;

private:
  SmallVector<ReductionRun> runs;
  unsigned numValues = 1;
};

/// How many bits of a run of `numBits` lane bits halve the number of values,
/// and give them back in the end: the t of section 2.
[[nodiscard]] unsigned getNumTransposedBits(unsigned numValues,
                                            unsigned numBits,
                                            const RegionCost &cost);

} // namespace mlir::tile

#endif // TILE_LAYOUT_REDUCTIONPLAN_H
