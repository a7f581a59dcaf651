//===- BoxStores.h - Stores by bulk copies ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores of a persistent entry that are boxes of tensors (FindBoxes.h): bulk
// copies write them next to the next program's loop, where threads' stores
// would hold it up. There are places for two columns of swizzled lines, so that
// one is filled while the other is read, or for one if a column is long.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_BOXSTORES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_BOXSTORES_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// A store as `tilegpu.box_store`.
struct BoxStore {
  /// What it stores.
  Value value;
  /// Its layout, as that of a product.
  tile::NvidiaMmaLayoutAttr layout;
  /// Where columns of it lie meanwhile.
  MemDescType place;
};

/// Nothing if the store is not a box, or its value is none of a product.
std::optional<BoxStore> matchBoxStore(tile::StoreOp store);

/// Makes bulk copies of all that match. Their places, one of each type, are
/// made at `builder`.
unsigned useBoxStores(tile::FuncOp entry, OpBuilder &builder);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_BOXSTORES_H
