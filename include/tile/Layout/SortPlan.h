//===- SortPlan.h - Sorting networks over a layout --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan for sorting a tile along an axis, or choosing the first elements of
// it: which elements are compared in which order, in which layout, and what
// that costs. It follows from the linear map of the layout. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// 1. The network
//
// Bitonic merging (Batcher, "Sorting Networks and Their Applications", 1968).
// Two sorted runs of n/2 elements, one after the other, become a sorted run of
// n by log2(n) steps. Each step compares elements `x` and `x ^ d`, and the
// smaller goes to the place without the highest bit of `d`:
//
//   d = n - 1             the lowest with the highest, and so on inwards
//   d = n/4, n/8, ..., 1  halves, quarters, ... neighbours
//
// All steps go in one direction, so no element needs to know in which run it
// is, and a step between two registers of a thread is one minimum and one
// maximum. Sorting n elements so takes log2(n) * (log2(n) + 1) / 2 steps.
//
// 2. Places
//
// A layout is linear over F2, so `x` and `x ^ d` are always the same distance
// apart in registers, lanes and warps: the D with L(D) = d. Example: 16
// elements, the lowest two bits in registers, the others in lanes.
//
//   d = 1, 2     another register           minimum and maximum
//   d = 4, 8     another lane               shfl.sync.bfly, one of both
//   d = 15       register ^ 3, lane ^ 3     the same, from another register
//
// What is in another warp is converted before: to a layout in which the next
// few distances are registers'. Registers can have any distances as bases that
// are independent: {15, 4} as well as {1, 2}.
//
// 3. The first layout is free
//
// Nothing is known of the elements before a sort, so it does not matter which
// of them is which (`tilegpu.relabel`). Whatever the layout of the operand, the
// registers get the lowest bits of the axis, which most steps are about, then
// the lanes, and the warps the highest. Only the result has to be converted to
// the layout that is asked for.
//
//   steps that cross lanes, for 1024 elements in a warp:
//     lanes have bits 2 to 6, as they are loaded    30 of 55
//     lanes have bits 5 to 9                        15 of 55
//
// Within a thread, runs are made by odd-even merging, which takes fewer
// comparisons than bitonic merging (for 32 elements 191, not 240).
//
// 4. The first k
//
// Sorted runs of k elements; then the better half of each two runs: `x` and
// `x ^ d` with d = distance of the runs + k - 1, where one of the two is kept.
// It is bitonic, and log2(k) steps sort it. So the work per element does not
// depend on how many there are, and halves each time. Registers are halved
// first, then lanes, then warps. Where the two are in other registers of other
// lanes, both lanes go on with half the registers, each with other elements.
//
// Source: Shanbhag, Pirk, Madden, "Efficient Top-K Query Processing on GPUs",
// 2018.
//
// 5. Bitonic sequences
//
// One that rises and then falls takes one merge, log2(n) steps of one distance
// each. Which element is which matters then: nothing is relabelled. Steps go on
// in the layout that there is until one would leave the warp; then come a
// layout with the next distances in registers and lanes, or the result's if it
// has all that are left.
//
// 6. Limits
//
// One CTA. The number of instructions grows with the elements of a thread.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_SORTPLAN_H
#define TILE_LAYOUT_SORTPLAN_H

#include "tile/Hardware/Cost.h"
#include "tile/Layout/LinearLayout.h"

#include <optional>
#include <utility>
#include <vector>

namespace mlir::tile {

/// How far two places in a warp are apart: an XOR of their registers and lanes.
struct PlaceDistance {
  uint32_t reg = 0;
  uint32_t lane = 0;
};

/// Bits of register, lane and warp: a place is "upper" if an odd number of them
/// is set in it.
struct PlaceParity {
  uint32_t reg = 0;
  uint32_t lane = 0;
  uint32_t warp = 0;
};

/// The distance of places whose elements differ by `distance`, an XOR, along
/// `axis` and not otherwise; nothing if they are not in one warp. Within a
/// thread if that can be.
[[nodiscard]] std::optional<PlaceDistance>
findPlaceDistance(const LinearLayout &layout, StringRef axis,
                  uint32_t distance);

/// Says of each place whether its element has this bit of the coordinate.
[[nodiscard]] PlaceParity getBitParity(const LinearLayout &layout,
                                       StringRef axis, unsigned bit);

/// The layout of a tile of half the extent along `axis`, in which each thread
/// has what it can make of its own registers and one more lane's: of the
/// elements `x` and `x ^ distance` one. The highest bit of `distance` is half
/// the extent. If their registers differ, those without the highest differing
/// bit stay. Nothing if they are not in one warp.
[[nodiscard]] std::optional<LinearLayout>
getKeepFirstLayout(const LinearLayout &layout, StringRef axis,
                   uint32_t distance);

/// Whether each place has one element in `from` and in `to` and copies in one
/// are copies in the other: the condition of `tilegpu.relabel`.
[[nodiscard]] bool canRelabel(const LinearLayout &from, const LinearLayout &to);

/// The pairs of a network that sorts 2^`log2` elements within a thread, in
/// order, the place of the smaller element first: Batcher's odd-even merges.
[[nodiscard]] std::vector<std::pair<unsigned, unsigned>>
getOddEvenNetwork(unsigned log2);

/// What is sorted: a tile with this layout, whose inputs are register, lane,
/// warp and block.
struct SortProblem {
  LinearLayout layout;
  StringRef axis;
  /// log2 of how many elements are kept; of the extent, all are.
  unsigned keptLog2;
  /// The widths of all elements that move together, the key's first.
  SmallVector<unsigned> elementBits;
  /// The layout that the result shall have; nothing if any will do.
  std::optional<LinearLayout> result = std::nullopt;
  /// Only the last merge is done: the steps by half the extent, a quarter, ...,
  /// 1. All elements are kept.
  bool isBitonic = false;
};

/// One operation of a plan.
struct SortAction {
  enum class Kind {
    /// The registers stay, their elements get other coordinates.
    Relabel,
    /// A layout conversion.
    Convert,
    /// Sorted runs of 2^`runs` in each thread, then steps by `distances`.
    Exchange,
    /// The better of two elements stays.
    KeepFirst,
  };
  Kind kind;
  /// That of the result; of all kinds except Exchange.
  std::optional<LinearLayout> layout;
  unsigned runs = 0;
  SmallVector<uint32_t, 8> distances;
};

class SortPlan {
public:
  /// Plans for a layout that reaches every element; the cheapest of those that
  /// begin with the layout as it is, relabelled, and of those that convert it
  /// first.
  [[nodiscard]] static SortPlan create(const SortProblem &problem);

  /// What is to be done, in order. The result has `getLayout()`.
  [[nodiscard]] ArrayRef<SortAction> getActions() const { return actions; }
  [[nodiscard]] const LinearLayout &getLayout() const { return *layout; }

  /// What all warps do.
  [[nodiscard]] const Work &getWork() const { return work; }

private:
  friend class SortPlanner;
  std::vector<SortAction> actions;
  std::optional<LinearLayout> layout;
  Work work;
};

} // namespace mlir::tile

#endif // TILE_LAYOUT_SORTPLAN_H
