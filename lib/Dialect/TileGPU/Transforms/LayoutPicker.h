//===- LayoutPicker.h - A layout for each component -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CoalesceMemory.h describes: the choice.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LAYOUTPICKER_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LAYOUTPICKER_H

#include "LayoutComponents.h"

#include "tile/Dialect/TileGPU/Transforms/LayoutPrices.h"

namespace mlir::tilegpu {

/// An operation that works in another layout than its component has, with
/// conversions around it.
struct LayoutDetour {
  Operation *op;
  Attribute layout;
  /// Where the conversion of what a store stores stands instead, if anywhere:
  /// before this operand of the operation that computes it. Loads that are its
  /// other operands work in the store's layout as well.
  OpOperand *converted = nullptr;
  SmallVector<Operation *, 1> loads = {};
};

/// An operand that is converted to a layout, so that what makes it need not
/// work in that.
struct LayoutCut {
  OpOperand *operand;
  Attribute layout;
};

class LayoutPicker {
public:
  /// `tiles` and `axisInfo` must outlive the picker. A conversion takes at most
  /// `maxSharedBytes` of shared memory.
  LayoutPicker(MLIRContext *context, const LayoutComponents &tiles,
               const tile::ModuleAxisInfo &axisInfo, unsigned numWarps,
               int64_t maxSharedBytes);

  /// The layout of a component, by index; null if nothing asks for it.
  Attribute get(unsigned index) const { return layouts[index]; }

  ArrayRef<LayoutDetour> getDetours() const { return detours; }
  ArrayRef<LayoutCut> getCuts() const { return cuts; }

  /// The order that one access prefers; nothing if no addresses are
  /// consecutive.
  std::optional<SmallVector<unsigned>> getPreferredOrder(Value ptr) const;

  /// Whether `layout` lets an access take several elements along `dim` at once,
  /// as many as the addresses allow.
  bool isWide(Operation *access, unsigned dim,
              tile::LayoutAttrInterface layout) const;

private:
  /// Gives a component a layout, and those that are linked with it the ones
  /// that follow, as far as they have none in `layouts`.
  void assign(MutableArrayRef<Attribute> layouts, unsigned index,
              Attribute layout) const;
  /// Whether a component has larger tiles than the operation has in a class:
  /// tile.broadcast repeats them.
  bool isLarger(unsigned component, Operation *op, unsigned layoutClass) const;
  /// The component whose slice, or slice of a slice, this one is; itself if it
  /// is none, or a loop makes it a slice of itself.
  unsigned findLeader(unsigned index) const;
  /// What accesses would like in one thread, see "Demands" in CoalesceMemory.h.
  void findWanted(const LayoutComponents &tiles);

  /// One layout for all accesses of a component.
  Attribute pick(const Component &component, ArrayRef<uint32_t> wanted) const;
  SmallVector<unsigned> pickOrder(const Component &component) const;
  /// See "Width" in CoalesceMemory.h. Each access is counted in 1/16 of what
  /// the table there shows for 32 elements.
  unsigned pickWidth(const Component &component, unsigned dim) const;
  /// As a blocked layout, except that registers may hold any bits: each
  /// thread's block are the lowest of a dimension, repetition the others.
  Attribute spreadThreads(const Component &component, ArrayRef<unsigned> order,
                          ArrayRef<uint32_t> registers) const;
  /// The layout that an access would have alone, for a tile of this shape.
  Attribute pickAlone(Operation *access, ArrayRef<int64_t> shape) const;

  /// What the operations of a component demand to be together in a thread.
  CoordinateMask getDemanded(const Component &component) const;

  /// A layout in which each thread has as much of what is demanded as there are
  /// elements for it, and all threads have something to do; neighbours that it
  /// takes at once in this layout stay together. Null if nothing is demanded.
  Attribute fillThreads(const Component &component, Attribute layout) const;

  /// This layout, with what is demanded to be together within a warp: in
  /// registers what warps hold of it. Null if nothing of it crosses warps, or
  /// some warps would have nothing to do.
  Attribute keepInWarp(const Component &component, Attribute layout) const;

  /// This layout, where along what is demanded the bits that warps hold are the
  /// last ones: bits of registers that came after them come before them. Null
  /// if they are the last ones already.
  Attribute putWarpsLast(const Component &component, Attribute layout) const;

  /// The elements along `dim` that an access could take at once.
  int64_t getWidth(Operation *access, unsigned dim) const;
  /// Consecutive addresses, aligned or not.
  int64_t getRun(Value ptr, unsigned dim) const;
  /// The dimensions of an access without consecutive addresses, first the one
  /// whose neighbours are nearest. Of equal ones the last comes first, and in
  /// the right operand of a product the one that it sums over.
  SmallVector<unsigned> getNearestOrder(Operation *access) const;

  /// Looks for cheaper layouts of linked components; see "Prices" in
  /// CoalesceMemory.h.
  void improve();
  void improve(ArrayRef<unsigned> cluster);
  /// Of what moves, between memory and threads or between threads, and of the
  /// instructions that prepare accesses.
  struct Price {
    int64_t moves = 0, preparation = 0;

    int64_t getSum() const { return moves + preparation; }
  };
  /// The price of these components with these layouts, and the detours that
  /// make it so.
  Price getPrice(ArrayRef<unsigned> cluster, ArrayRef<Attribute> chosen,
                 SmallVectorImpl<LayoutDetour> &found);

  /// Where vectors that are repeated in tiles have layouts of their own, among
  /// these components; and the price of the conversions.
  int64_t findCuts(ArrayRef<unsigned> cluster, ArrayRef<Attribute> chosen,
                   SmallVectorImpl<LayoutCut> &found);

  /// Moves the conversions of stores on detours before the operations that
  /// compute what they store, where loads gain by it; see "Prices" in
  /// CoalesceMemory.h.
  void moveConversions();
  void moveConversion(LayoutDetour &detour,
                      const DenseMap<Operation *, Attribute> &loads);

  MLIRContext *context;
  ArrayRef<Component> components;
  ArrayRef<ComponentLink> links;
  const tile::ModuleAxisInfo &axisInfo;
  unsigned numWarps;
  LayoutPrices prices;
  SmallVector<Attribute> layouts;
  SmallVector<LayoutDetour> detours;
  SmallVector<LayoutCut> cuts;
  SmallVector<CoordinateMask> wanted;
};

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LAYOUTPICKER_H
