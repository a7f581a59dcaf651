//===- ScanPlan.h - Running combinations along a dimension ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan for scanning a tile along one dimension: in which order registers,
// lanes and warps take their turns, and what that costs. It follows from the
// linear map alone. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// 1. Runs
//
// A scan is planned where each bit of the coordinate along the axis is one bit
// of register, lane or warp, which moves nothing else. Bits of one level that
// follow one another, from the lowest to the highest, are a *run*. A row of
// 1024 elements in one warp whose lanes load four elements at once has three:
//
//   axis bit    0 1 | 2 3 4 5 6 | 7 8 9
//   run         registers | lanes | registers
//
// 2. Up
//
// Each run scans what the run before it left, and leaves the total of each of
// its groups. A run of registers goes from one to the next: n - 1 copies of the
// region for n registers. A run of m lane bits doubles what is known m times:
// where bit j is set, a lane takes in the sum of the lanes whose bit j is clear
// and whose position is the highest below it, one shuffle each. Here 8 groups
// of 4 registers are scanned, then 8 values per lane across the lanes, then 8
// totals in each lane.
//
// 3. Down
//
// From the last run to the first, each value learns what comes before it: what
// comes before its group, and what comes before it within the group, which one
// more shuffle brings from the lane before. In the end it is combined with the
// elements. What comes first has nothing before it; where the region has an
// identity that stands there, else a condition says so.
//
//   per group of 4 registers   shuffles    copies of the region
//   up, registers                          3
//   up, lanes                  5           5
//   total, to all lanes        1
//   up, totals                             1
//   down, from the lane before 1           1
//   down, elements                         4
//
// That is 7 shuffles and 14 combinations per 4 elements, however long the row
// is; the order of the elements is never changed, and the grouping is a matter
// of the layout alone. Source: "Parallel Prefix Sum (Scan) with CUDA", GPU Gems
// 3, chapter 39; the lane step is Sklansky's.
//
// 4. Warps
//
// The runs below the lowest bit of a warp make a *block*, which a warp scans
// by itself. SplitScans.cpp says what becomes of the blocks.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_SCANPLAN_H
#define TILE_LAYOUT_SCANPLAN_H

#include "tile/Layout/ReductionPlan.h"

#include <optional>
#include <string>

namespace mlir::tile {

/// Bits of one level that follow one another along the axis.
struct ScanRun {
  enum class Level { Registers, Lanes, Warps };
  Level level;
  /// The bits of register, lane or warp, from the lowest of the axis on.
  SmallVector<unsigned> bits;
};

class ScanPlan {
public:
  /// Plans to scan along output dimension `axis` of a layout with inputs among
  /// register, lane, warp and block. Returns nothing, and sets `error` to one
  /// lower-case clause, if a bit of the axis is not one bit of register, lane
  /// or warp alone.
  [[nodiscard]] static std::optional<ScanPlan>
  create(const LinearLayout &layout, StringRef axis,
         std::string *error = nullptr);

  [[nodiscard]] ArrayRef<ScanRun> getRuns() const { return runs; }

  /// Whether warps hold parts of the axis.
  [[nodiscard]] bool crossesWarps() const;

  /// The bits of the axis below the lowest bit of a warp: all of them if there
  /// is none.
  [[nodiscard]] unsigned getNumBlockBits() const;

  /// What a warp does. Of what warps exchange, only the scan of their totals,
  /// and the two conversions around it as barriers and waits.
  [[nodiscard]] Work getWork(const RegionCost &cost) const;

private:
  SmallVector<ScanRun> runs;
  unsigned numRegisters = 1;
};

} // namespace mlir::tile

#endif // TILE_LAYOUT_SCANPLAN_H
