//===- MissingPromises.h - What would widen a memory access -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a kernel that keep a memory access narrow because nothing
// is promised of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_MISSINGPROMISES_H
#define TILE_ANALYSIS_MISSINGPROMISES_H

#include "tile/Analysis/AxisInfo.h"

#include <string>

namespace mlir::tile {

/// What the author may promise to make `access` wider along dimension `dim`,
/// for the end of a remark: "; if 'n' is a multiple of 16, promise it by
/// tile.divisibility or --assume=n:16". Empty if no argument of the kernel is
/// part of the address, or of the mask if it counts, or if each of them has its
/// promise. The cost is that of a walk over the function.
std::string suggestPromises(Operation *access, unsigned dim,
                            const ModuleAxisInfo &axisInfo, bool withMask);

} // namespace mlir::tile

#endif // TILE_ANALYSIS_MISSINGPROMISES_H
