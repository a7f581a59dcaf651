//===- PrefetchNeighbours.h - What the next program reads -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that transposes a tile of 64x64 bytes of a wide matrix reads 64
// bytes of each of 64 rows. The next 64 bytes of these rows are read by the
// program whose number is the next one, soon, and from other lines of memory
// again. A load can ask the L2 cache to fetch more than it reads: the half of a
// row's 128 bytes that a neighbour reads comes with the other half. On an H200
// such a transpose takes 15 % less time with 64 bytes per row, and 3 % less
// with 128. With 256 bytes or more per row nothing is won.
//
// It is asked for where all of this holds:
//
// * Along one dimension the tile's addresses are consecutive, a run of 32 to
//   128 bytes, and the range begins at the program's number times its size. So
//   what is next to it is another program's.
// * Along the others they are apart. In a gather by loaded indices, it may be
//   that no program reads the neighbours.
// * The load is in no loop, and the program says nothing of caches.
//
// The attribute `tilegpu.prefetch_bytes` says twice the run. For instance, in
// CTA (x, y) of a transpose with tiles of 64x64 bytes, a row's
//
//   bytes    64 y ... 64 y + 63     are loaded by .L2::128B, with
//   bytes    64 (y ^ 1) ...         which CTA (x, y ^ 1) finds in the cache.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PREFETCHNEIGHBOURS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PREFETCHNEIGHBOURS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
class ModuleAxisInfo;
} // namespace mlir::tile

namespace mlir::tilegpu {

/// Marks the loads of a function that should fetch what other programs read;
/// returns how many.
unsigned prefetchNeighbours(FunctionOpInterface func,
                            const tile::ModuleAxisInfo &axisInfo);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PREFETCHNEIGHBOURS_H
