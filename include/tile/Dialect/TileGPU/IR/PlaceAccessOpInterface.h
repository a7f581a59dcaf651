//===- PlaceAccessOpInterface.h - Who touches places ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_IR_PLACEACCESSOPINTERFACE_H
#define TILE_DIALECT_TILEGPU_IR_PLACEACCESSOPINTERFACE_H

#include "tile/Layout/LinearLayout.h"

#include "mlir/IR/OpDefinition.h"

namespace mlir::tilegpu {

/// What an operation does to one place in shared memory.
struct PlaceAccess {
  enum class By {
    /// Each thread that holds the elements, copies included.
    Threads,
    /// Of threads that hold copies, one.
    Owners,
    /// The unit for bulk copies.
    Copies,
    /// Tensor cores.
    Products,
    /// The unit that gives programs to CTAs.
    Grid
  };
  /// What a thread has to have done to know that the access is over.
  enum class Until {
    /// The operation itself.
    Now,
    /// tilegpu.async_wait for the copy's group. A barrier then tells the
    /// others.
    Group,
    /// tilegpu.warpgroup_wait for the operation's result.
    Product,
    /// tilegpu.mbarrier_wait for its phase.
    Phase,
    /// tilegpu.box_store_wait, or the next tilegpu.box_store with this place.
    Store
  };

  /// A tile in shared memory: one of several, transposed or not.
  Value place;
  bool reads = false, writes = false;
  By by = By::Threads;
  Until until = Until::Now;
  /// A tile in the place's shape, by register, lane and warp: which elements
  /// each thread touches. Nothing if any thread may touch any element.
  std::optional<tile::LinearLayout> touched = {};
  /// Whether `ldmatrix` or `stmatrix` may do it, with which lanes touch
  /// elements of other lanes.
  bool mayMoveMatrices = false;

  /// Whether what it writes is there only after a wait.
  bool writesLater() const { return writes && until != Until::Now; }
};

} // namespace mlir::tilegpu

#include "tile/Dialect/TileGPU/IR/PlaceAccessOpInterface.h.inc"

namespace mlir::tilegpu {

/// What any operation does to places.
SmallVector<PlaceAccess, 2> getPlaceAccesses(Operation *op);

/// Whether it begins to fill a place, which is full only after a wait.
bool beginsCopy(Operation *op);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_IR_PLACEACCESSOPINTERFACE_H
