//===- CoalesceMemory.cpp - Layouts that coalesce -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/Passes.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECOALESCEMEMORY
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileCoalesceMemory : tile::impl::TileCoalesceMemoryBase<TileCoalesceMemory> {
  void runOnOperation() override {}
};

} // namespace
