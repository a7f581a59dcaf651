//===- LayoutPrices.h - What a layout costs ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prices of memory accesses and of layout conversions, to choose layouts by.
//
//===----------------------------------------------------------------------===//
//
// The unit is that of Cost.h, which has the numbers: a quarter of a clock of an
// SM, for the work of all warps of a CTA. What is in a loop counts eight times
// for each loop around it.
//
// An access
//
// A warp's request is one instruction of 32 threads, each with as many
// neighbours as its registers and the addresses allow. The SM issues it, and
// looks up each line that it touches. A store pays for each sector that it
// touches, used whole or in part: it goes on to the next cache. A load pays for
// each sector of the tile, during which requests are issued, and a little for
// each time that one is touched again.
//
// Which lines a request touches follows from the linear map and from what
// AxisInfo.h knows of the addresses: along a dimension with runs of consecutive
// addresses, elements of one run share lines, and elements of one address are
// one. Where 16 elements have one address, say, the next 16 have the next one,
// as the quotient is the usual case. AddressSteps.h says the rest: elements of
// 2 bytes with a stride of 3 share a sector by fours, as the stride is rounded
// up to 4. An index that is loaded may be anything. A store there is priced as
// one with a stride of 2: if lanes lie side by side, neighbours can at least
// meet in a sector. A load has a cache between, and its elements are far from
// each other, as all others are.
//
// What prepares requests counts apart, as a conversion takes such instructions,
// too: they are a reason for a detour only if it costs less than two thirds in
// all.
//
// Example, in clocks: a 64x64 tile of f32 is stored, rows consecutive, by 4
// warps. Lanes along the rows, four elements each: 8 requests per warp of 4
// lines and 16 sectors, 4 * 8 * (1 + 4 + 2 * 16) = 1184. Two lanes of four
// elements along each row: 8 requests of 16 lines and sectors, 1568. Lanes
// along the columns, one element each: 32 requests of 32 lines and sectors,
// 12416. Loads: 1024, 1216 and 5312.
//
// A conversion, an operation
//
// What the plan, or the operation, counts for all warps. A conversion that
// takes more than 48 KiB of shared memory is not considered: not every GPU has
// more, and one CTA would have it all. In a function with matrix products it
// may take what the target has: their operands take as much in any case, at
// another time. Nothing waits for what a loop stores: of such a conversion by
// shuffles, which no barrier stops, the latency does not count.
//
// After a load that is read ahead there is no conversion: the tile is copied to
// shared memory in any case, and comes from there in any layout. Such a load
// has the layout of its own if its copies are larger there.
//
// Where warps hold copies, each computes; an operation on each element, such as
// an addition, costs something only then: an instruction for each warp of
// copies (LayoutModel::getNumInstructions: a quotient of floats takes 8).
// Instructions beyond an operation's first one count as far as they take longer
// than the accesses do.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_LAYOUTPRICES_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_LAYOUTPRICES_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
class ModuleAxisInfo;
} // namespace mlir::tile

namespace mlir::tilegpu {

/// How often an operation runs, as a weight: 8 for each loop around it.
int64_t getLoopWeight(Operation *op);

class LayoutPrices {
public:
  /// Conversions take at most `maxBytes` of shared memory.
  LayoutPrices(const tile::ModuleAxisInfo &axisInfo, int64_t maxBytes)
      : axisInfo(axisInfo), maxBytes(maxBytes) {}

  /// What an operation that accesses memory by a tile of pointers costs each
  /// time that it runs, if its tiles have this layout: what moves, without its
  /// preparation.
  tile::Cost getAccessCost(Operation *access, Attribute layout) {
    return getAccessPrice(access, layout).cost;
  }
  int64_t getAccess(Operation *access, Attribute layout) {
    return getAccessCost(access, layout).getSum() * getLoopWeight(access);
  }

  /// The lines of 128 bytes that its requests touch, each as often as a request
  /// does. While memory delivers they cost a load nothing, but of layouts with
  /// one price that with fewer lines is better.
  int64_t getLines(Operation *access, Attribute layout) {
    return getAccessPrice(access, layout).lines;
  }

  /// The bytes that a thread takes at once, if the access has this layout.
  int64_t getBytesAtOnce(Operation *access, Attribute layout) const;

  /// The price of the instructions that make an access' addresses and masks,
  /// and split what it loads.
  int64_t getPreparation(Operation *access, Attribute layout) {
    return getAccessPrice(access, layout).preparation * getLoopWeight(access);
  }

  /// The bytes from one element to the next along a dimension of an access,
  /// where the addresses are not the same; a mebibyte stands for all that is
  /// far.
  int64_t getBytesApart(Operation *access, unsigned dim) const;

  /// The price of operations on each element that threads do more than once,
  /// as they hold copies: `work` is the sum of their weights.
  static int64_t getCopies(ArrayRef<int64_t> shape, Attribute layout,
                           int64_t work);

  /// The price of what an operation does between threads, or more than once, if
  /// its deciding class has this layout.
  int64_t getOperation(Operation *op, Attribute layout);

  /// The price of turning a tile of this type into another layout, at `where`.
  /// If nothing there `isAwaited`, that of shuffles is without their latency.
  int64_t getConversion(RankedTensorType type, Attribute from, Attribute to,
                        Operation *where, bool isAwaited = true);

  /// The price of what stands between an operation whose tiles all have the
  /// layout `own` and code in which they have the layout `around`: conversions
  /// of those that are not cheap to make again.
  int64_t getDetour(Operation *op, Attribute own, Attribute around);

private:
  struct AccessPrice {
    tile::Cost cost;
    int64_t preparation = 0, lines = 0;
  };
  AccessPrice getAccessPrice(Operation *access, Attribute layout);
  AccessPrice computeAccess(Operation *access, Attribute layout) const;
  int64_t computeDetour(Operation *op, Attribute own, Attribute around);

  /// The elements that a thread takes at once, along the best dimension.
  int64_t getWidth(Operation *access, const tile::LinearLayout &map) const;

  const tile::ModuleAxisInfo &axisInfo;
  int64_t maxBytes;
  /// By the two layouts, the shape, as a type, and the bits of an element.
  DenseMap<std::pair<Type, Attribute>, std::optional<tile::Work>> conversions;
  /// By the operation and its layout: the prices of one layout are asked for
  /// with each candidate for the others.
  DenseMap<std::pair<Operation *, Attribute>, AccessPrice> accesses;
  DenseMap<std::pair<Operation *, Attribute>, int64_t> operations;
  /// By the operation, its own layout and the one around it.
  DenseMap<std::tuple<Operation *, Attribute, Attribute>, int64_t> detours;
};

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_LAYOUTPRICES_H
