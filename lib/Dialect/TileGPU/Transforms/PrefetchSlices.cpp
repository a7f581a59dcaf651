//===- PrefetchSlices.cpp - Operands ahead of their loop ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/PrefetchSlices.h"

#include "HeadRotation.h"

#include "tile/Dialect/TileGPU/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPREFETCHSLICES
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// What makes the head worth moving: the loads of the first product, and what
/// has effects before them, which must be a wait.
static std::optional<HeadRotation> findHead(scf::ForOp loop) {
  Block *body = loop.getBody();
  DotOp first, last;
  for (DotOp dot : body->getOps<DotOp>()) {
    if (!first)
      first = dot;
    last = dot;
  }
  if (!first)
    return std::nullopt;
  HeadRotation rotation(loop, last);
  SmallVector<Value> values{first.getA(), first.getB()};
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != body)
      continue;
    if (isa<LocalLoadOp>(op))
      rotation.add(op);
    else
      addOperands(op, values);
  }
  if (rotation.isEmpty())
    return std::nullopt;
  bool isBeforeLoads = true, hasWait = false;
  for (Operation &op : body->without_terminator()) {
    isBeforeLoads &= !isa<LocalLoadOp>(op);
    if (isMemoryEffectFree(&op))
      continue;
    if (last->isBeforeInBlock(&op))
      return std::nullopt;
    if (!isBeforeLoads)
      continue;
    // These do no harm in an iteration that does not come.
    if (!isa<AsyncWaitOp, AsyncCopyOp, AsyncCommitGroupOp>(op))
      return std::nullopt;
    rotation.add(&op);
    hasWait |= isa<AsyncWaitOp>(op);
  }
  return hasWait ? std::optional(rotation) : std::nullopt;
}

unsigned tilegpu::prefetchSlices(FunctionOpInterface func) {
  SmallVector<scf::ForOp> loops;
  func->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  unsigned count = 0;
  for (scf::ForOp loop : loops) {
    std::optional<HeadRotation> rotation = findHead(loop);
    if (!rotation || !rotation->plan())
      continue;
    rotation->run();
    ++count;
  }
  return count;
}

namespace {

struct TilePrefetchSlices
    : tile::impl::TilePrefetchSlicesBase<TilePrefetchSlices> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>())
      numMoved += prefetchSlices(func);
  }
};

} // namespace
