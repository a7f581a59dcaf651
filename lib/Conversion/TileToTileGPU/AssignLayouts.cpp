//===- AssignLayouts.cpp - A layout for every tile ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/Passes.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEASSIGNLAYOUTS
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileAssignLayouts : tile::impl::TileAssignLayoutsBase<TileAssignLayouts> {
  void runOnOperation() override {}
};

} // namespace
