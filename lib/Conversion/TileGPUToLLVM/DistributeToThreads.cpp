//===- DistributeToThreads.cpp - From tiles to each thread's scalars ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/Passes.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEDISTRIBUTETOTHREADS
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileDistributeToThreads : tile::impl::TileDistributeToThreadsBase<TileDistributeToThreads> {
  void runOnOperation() override {}
};

} // namespace
