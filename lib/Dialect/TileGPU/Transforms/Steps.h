//===- Steps.h - Parts of passes --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of passes, each in a source file of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_STEPS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_STEPS_H

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tilegpu {

/// Fills the time of the waits that LastWaits.cpp describes. Returns how many
/// have something before them now.
unsigned fillLastWaits(FunctionOpInterface func);

/// Marks the loads of a function that should fetch what other programs read;
/// returns how many.
unsigned prefetchNeighbours(FunctionOpInterface func,
                            const tile::ModuleAxisInfo &axisInfo);

/// Orders the products of all blocks that wait for each at once. Returns how
/// many products begin earlier or end later.
unsigned orderProducts(FunctionOpInterface func);

/// Scales maxima in place of what they are taken of, in loops of products of
/// warpgroups, where only sums and differences need the scaled elements.
/// Returns how many.
unsigned scaleMaxima(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_STEPS_H
