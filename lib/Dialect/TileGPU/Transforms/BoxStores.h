//===- BoxStores.h - Stores by bulk copies ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores of a persistent entry, and additions in loops, that are boxes of
// tensors (FindBoxes.cpp). Bulk copies write them next to the next program's
// loop, or to the rest of the iteration, where threads' accesses would hold it
// up. There are places for two columns of swizzled lines, so that one is filled
// while the other is read, or for one if a column is long.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_BOXSTORES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_BOXSTORES_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tilegpu {

/// A store or an addition as `tilegpu.box_store`.
struct BoxStore {
  /// What it stores.
  Value value;
  /// Its layout, as that of a product.
  tile::NvidiaMmaLayoutAttr layout;
  /// Where columns of it lie meanwhile.
  MemDescType place;
  /// The tensor, where in it the box is, and along which dimensions.
  Value map;
  ValueRange coordinates;
  ArrayRef<int32_t> dims;
  bool isAddition = false;
};

/// Nothing if the access is no store and no addition of a box, or its value is
/// none of a product.
std::optional<BoxStore> matchBoxStore(Operation *access);

/// Whether the operation is a conversion for such accesses, or additions,
/// alone: what these store is not converted.
bool goesToBoxes(Operation *op, bool onlyAdditions = false);

/// Makes bulk copies of all that match, or of the additions alone. Their
/// places, one of each type, are made at `builder`.
void useBoxStores(tile::FuncOp entry, OpBuilder &builder, bool onlyAdditions);

/// Bytes of shared memory that the places of all that match, or of the
/// additions alone, take from the kernel's beginning to its end.
int64_t getBoxStoreBytes(FunctionOpInterface func, bool onlyAdditions = false);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_BOXSTORES_H
