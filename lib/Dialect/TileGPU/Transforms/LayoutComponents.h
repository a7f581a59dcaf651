//===- LayoutComponents.h - What must share a layout ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups the tiles of a function by the layout that they must have in common,
// and says how the layouts of the groups depend on one another.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LAYOUTCOMPONENTS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LAYOUTCOMPONENTS_H

#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// The type of a tile, null for a scalar.
inline RankedTensorType getTileType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// For each dimension, a mask of bits of the coordinate along it.
using CoordinateMask = SmallVector<uint32_t>;

/// Accesses and values that must share a layout.
struct Component {
  /// The operations that access memory by tiles of pointers, in the order of
  /// the code.
  SmallVector<Operation *> accesses;
  /// The other anchors whose deciding class belongs to it, in the order of the
  /// code: they have needs, but choose no layout themselves.
  SmallVector<Operation *> demanding;
  /// The largest extent of a tile of the component in each dimension.
  SmallVector<int64_t> shape;
  /// The layout, if it cannot be chosen: that of a function's argument, say.
  Attribute fixed;
  /// What must lie in the registers of one thread.
  CoordinateMask inThread;
  /// Of this, what an operation that is not an anchor asks for, in the order of
  /// the code: without it moves elements between registers, or converts.
  SmallVector<std::pair<Operation *, CoordinateMask>> wishes;
  /// How often operations compute all of its elements one by one, as a sum of
  /// their weights (LayoutPrices.h).
  int64_t work = 0;
  /// The same of the instructions that they take beyond one.
  int64_t moreWork = 0;
  /// The links that begin or end here, by index.
  SmallVector<unsigned> links;

  int64_t getNumElements() const;
};

/// An operation that may tie the layouts of two components, as the layouts of
/// two of its layout classes.
struct ComponentLink {
  struct End {
    unsigned component;
    unsigned layoutClass;
  };
  Operation *op;
  End ends[2];
};

struct LayoutComponents {
  LayoutComponents(FunctionOpInterface func, unsigned numWarps);

  /// All bits of all components that `bit` of component `index` becomes, over
  /// all links, or only over those that keep every bit.
  SmallVector<std::pair<unsigned, tile::CoordinateBit>>
  spread(unsigned index, tile::CoordinateBit bit, bool keepsAll) const;

  SmallVector<Component, 0> components;
  SmallVector<ComponentLink> links;
  /// The operations with tiles that say nothing of layouts, in the order of the
  /// code.
  SmallVector<Operation *> unknown;
};

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LAYOUTCOMPONENTS_H
