//===- AddressSteps.h - How far neighbours of a tile lie apart --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AxisInfo.h knows addresses that are consecutive, or the same. This says of
// all others how far apart neighbours are, to price accesses by. Nothing but
// prices may depend on it: it does not ask where a run ends, or wraps.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_ADDRESSSTEPS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_ADDRESSSTEPS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// The step from one element to the next along a dimension.
struct AddressStep {
  enum class Kind {
    /// So many elements, in either direction.
    Known,
    /// It depends on what is loaded, such as the index of a scatter.
    Data,
    /// Anything else, such as the pitch of a matrix.
    Far,
  };
  Kind kind = Kind::Far;
  int64_t elements = 0;
};

/// The step of a tile of pointers, or of integers, along `dim`.
AddressStep getAddressStep(Value tile, unsigned dim);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_ADDRESSSTEPS_H
