//===- Histograms.h - Counts in shared memory -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How tile.histogram becomes operations on shared memory.
//
//===----------------------------------------------------------------------===//
//
//   %h = tile.histogram %x, %m
//
// becomes, on 4 warps and for 256 bins,
//
//   %place = local_alloc                  4 rows of 256 bins
//   local_store 0, %place                 each warp its row
//   local_count %x where %m, %place       each warp in its row
//   %rows = local_load %place             all rows of a bin in one thread
//   %h = tile.reduce %rows, along the rows
//
// With a row of its own a warp waits for no other one between the first two,
// and its counts meet no others. But a row also takes time: its bins are set to
// 0 and added up. So there are as many rows as warps only if the tile has at
// least two elements for each bin of each row; else there are fewer.
//
// The hardware adds up the lanes of a warp that count the same number
// (`ATOMS.POPC.INC`), so there is no need to do so before.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HISTOGRAMS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HISTOGRAMS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// Makes each tile.histogram of a function what the head of this file shows;
/// returns how many there were.
unsigned lowerHistograms(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HISTOGRAMS_H
