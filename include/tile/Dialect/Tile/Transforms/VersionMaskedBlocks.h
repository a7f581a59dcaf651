//===- VersionMaskedBlocks.h - A path without masks -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two versions of the code around masked loads and stores: one for tiles that
// are wholly in bounds, without masks, and the original one.
//
//===----------------------------------------------------------------------===//
//
// The transformation plans spans for all blocks, then rewrites them. A span
// runs from the first to the last load or store of a block whose mask it drops:
//
//   a = load p, m          addresses and masks           <- moved before
//   q = addptr ...         %ok = "m is true everywhere"
//   c = f(a)         =>    c' = scf.if %ok {
//   store q, c, m             a = load p; c = f(a); store q, c; yield c
//   g(c)                   } else {
//                             a = load p, m; c = f(a); store q, c, m; yield c
//                          }
//                          g(c')
//
// Operations of a span that touch no memory and need nothing the span loads are
// moved before the branch; all others are cloned, once. What must not be cloned
// (impure asm, atomics, calls, printing, volatile accesses) and nested regions
// with masked accesses of their own, which are versioned by themselves, end a
// span. So do loads in loops that lead to operands of products: a branch would
// keep them from running ahead, and tile-pipeline-loops makes two versions of
// their copies.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_VERSIONMASKEDBLOCKS_H
#define TILE_DIALECT_TILE_TRANSFORMS_VERSIONMASKEDBLOCKS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

struct VersionMaskedOptions {
  /// Operations, nested ones included, that one span may clone.
  int64_t maxOps = 20000;
  /// Also version accesses whose width the mask does not limit.
  bool allMasks = false;
  /// Iterations in flight at a time of loops that do not say it: with 2 and
  /// more loads that lead to products have no versions of their own.
  unsigned numStages = 3;
};

struct VersionMaskedStatistics {
  unsigned spans = 0;
  unsigned clonedOps = 0;
  /// Masks that are true everywhere whatever happens, dropped in place.
  unsigned trivialMasks = 0;
};

/// Versions every block below `root`. Gives up on a span with a remark if it is
/// larger than `options.maxOps`.
VersionMaskedStatistics
versionMaskedBlocks(Operation *root, const VersionMaskedOptions &options);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_VERSIONMASKEDBLOCKS_H
