//===- MathOps.cpp - Lowering -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/TileGPUToLLVM/Lowering.h"
void mlir::tile::populateMathOpPatterns(const ThreadTypeConverter &, RewritePatternSet &, const TargetInfo &) {}
