//===- GatherPlan.h - How elements chosen by number arrive ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan for reading, at each place of one layout, an element of a tile in
// another layout whose coordinate along one dimension is known at run time
// only. It follows from the two linear maps alone. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// The element at (register, lane, warp) of the result has known coordinates,
// except along the axis, where an index stands in their place. Composed with
// the inverse of the source's map this is one linear map
//
//   (register, lane, warp, index)  ->  (register', lane', warp')
//
// If warp' is always warp, a warp has all that it needs. Lane' then is
// computed, and shuffles fetch the value from there. A shuffle fetches one
// register of all lanes, but register' may depend on the lane and the index as
// well: each register that it may be is fetched, and selects choose among them.
//
// Example: 32 lanes hold the axis, two registers the rows. Register' is the
// row, lane' the index: one shuffle per element. If the registers hold the
// highest bit of the axis, register' is that bit of the index: two shuffles and
// a select.
//
// An index that is known when the code is made, the last element of each row
// for one, chooses nothing at run time.
//
// Otherwise, and where many registers would have to be fetched, elements go
// through shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_GATHERPLAN_H
#define TILE_LAYOUT_GATHERPLAN_H

#include "tile/Layout/LinearLayout.h"

#include <optional>

namespace mlir::tile {

class GatherPlan {
public:
  /// The name of the input that stands for the index.
  static constexpr llvm::StringLiteral kIndex = "index";

  /// Plans to gather elements of `elementBits` (1 to 64) along output `axis`.
  /// Both layouts have inputs among register, lane, warp and block and the same
  /// outputs, of one size except along the axis; both reach every element. If
  /// all indices are one known number, they make no choice.
  [[nodiscard]] static GatherPlan
  create(const LinearLayout &source, const LinearLayout &result,
         llvm::StringRef axis, unsigned elementBits, bool isIndexKnown = false);

  /// Whether each warp does it by itself, without shared memory.
  [[nodiscard]] bool isWithinWarp() const { return withinWarp; }

  /// From register, lane, warp and index to the place in the source.
  [[nodiscard]] const LinearLayout &getMap() const { return map; }

  /// Whether any element comes from another lane.
  [[nodiscard]] bool changesLane() const { return otherLane; }

  /// What lane, warp and index, if it is not known, may add to the source's
  /// register: all sums of these. Each has a highest bit that no other one has.
  [[nodiscard]] ArrayRef<uint32_t> getChoices() const { return choices; }

private:
  LinearLayout map;
  SmallVector<uint32_t> choices;
  bool withinWarp = false;
  bool otherLane = false;
};

/// The map from places of `result`, with an index in place of the coordinate
/// along `axis`, to coordinates of a tile in which the axis has `extent`.
[[nodiscard]] LinearLayout getGatheredCoordinates(const LinearLayout &result,
                                                  llvm::StringRef axis,
                                                  int32_t extent);

} // namespace mlir::tile

#endif // TILE_LAYOUT_GATHERPLAN_H
