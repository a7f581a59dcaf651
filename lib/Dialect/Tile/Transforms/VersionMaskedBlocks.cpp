//===- VersionMaskedBlocks.cpp - A path without masks -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/Passes.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEVERSIONMASKEDBLOCKS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileVersionMaskedBlocks : tile::impl::TileVersionMaskedBlocksBase<TileVersionMaskedBlocks> {
  void runOnOperation() override {}
};

} // namespace
