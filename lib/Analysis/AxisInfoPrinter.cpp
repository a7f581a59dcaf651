//===- AxisInfoPrinter.cpp - Remarks on what AxisInfo knows -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/Passes.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPRINTAXISINFO
#include "tile/Analysis/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TilePrintAxisInfo : tile::impl::TilePrintAxisInfoBase<TilePrintAxisInfo> {
  void runOnOperation() override {}
};

} // namespace
