//===- DistributeScaledDot.h - Products by instructions with scales -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.dot_scaled on targets whose matrix instructions take scales.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_DISTRIBUTESCALEDDOT_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_DISTRIBUTESCALEDDOT_H

#include "tile/Conversion/TileGPUToLLVM/Lowering.h"
#include "tile/Hardware/TargetInfo.h"

namespace mlir::tile {

/// tile.dot_scaled, for a target that must outlive the patterns.
void populateScaledDotPatterns(const ThreadTypeConverter &converter,
                               RewritePatternSet &patterns,
                               const TargetInfo &target);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_DISTRIBUTESCALEDDOT_H
