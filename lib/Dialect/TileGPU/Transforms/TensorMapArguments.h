//===- TensorMapArguments.h - Tensor maps that copies use -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps among the arguments of kernels' second entries (FindBoxes.cpp),
// when it is known which boxes copies take.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TENSORMAPARGUMENTS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TENSORMAPARGUMENTS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Says of a load's tensor map what boxes the copies in its place take, of as
/// many elements as a place has.
void describeBox(tile::FuncOp func, tile::LoadOp load, ArrayRef<int64_t> shape);

/// The same for a store or an addition. Each of its copies takes `rows` rows of
/// the place.
void describeBox(tile::FuncOp func, Value map, MemDescType place, int64_t rows);

/// Removes tensor maps that no copy uses, and entries that have none left.
void dropUnusedMaps(ModuleOp module);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_TENSORMAPARGUMENTS_H
