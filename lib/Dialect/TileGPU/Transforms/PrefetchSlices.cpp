//===- PrefetchSlices.cpp - Operands ahead of their loop ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/PrefetchSlices.h"

#include "LoopExpander.h"

#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPREFETCHSLICES
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// The head of one loop, and how it moves.
class Rotation {
public:
  explicit Rotation(scf::ForOp loop) : loop(loop), body(loop.getBody()) {}

  /// Finds the head; false if it cannot move.
  bool plan() { return findRoots() && findHead() && findHandedOn(); }

  void run() {
    OpBuilder builder(loop);
    LoopExpander expander(loop, /*most=*/1);
    for (BlockArgument arg : loop.getRegionIterArgs())
      expander.carry(headArgs.contains(arg), arg);
    for (Value value : handedOn)
      expander.take(/*part=*/0, value);
    auto emitHead = [&](Value iv, Value comes, IRMapping &map) {
      map.map(loop.getInductionVar(), iv);
      clone(builder, map, comes,
            [&](Operation *op) { return head.contains(op); });
    };
    expander.emitPrologue([&](unsigned, unsigned, IRMapping &map) {
      emitHead(loop.getLowerBound(), emitIsEntered(builder, loop, IRMapping()),
               map);
    });
    auto emitRest = [&](bool isBeforeHead, IRMapping &map) {
      clone(builder, map, Value(), [&](Operation *op) {
        return (!head.contains(op) || shared.contains(op)) &&
               op->isBeforeInBlock(last) == isBeforeHead;
      });
    };
    auto emitBody = [&](scf::ForOp rotated, MutableArrayRef<IRMapping> maps,
                        ValueRange) -> SmallVector<Value> {
      Value iv = rotated.getInductionVar();
      maps[0].map(loop.getInductionVar(), iv);
      emitRest(/*isBeforeHead=*/true, maps[0]);
      emitHead(
          arith::AddIOp::create(builder, loop.getLoc(), iv, loop.getStep()),
          expander.emitComes(builder, iv, 1), maps[1]);
      emitRest(/*isBeforeHead=*/false, maps[0]);
      return {};
    };
    expander.emitLoop(builder, loop.getLowerBound(), {}, emitBody);
    expander.replaceLoop();
  }

private:
  Value getYielded(BlockArgument arg) {
    return loop.getTiedLoopYieldedValue(arg)->get();
  }
  static void addOperands(Operation *op, SmallVectorImpl<Value> &values) {
    op->walk([&](Operation *inner) {
      llvm::append_range(values, inner->getOperands());
    });
  }
  /// Clones the operations of an iteration that runs if `comes`.
  void clone(OpBuilder &builder, IRMapping &map, Value comes,
             function_ref<bool(Operation *)> isWanted) {
    for (Operation &op : body->without_terminator()) {
      if (!isWanted(&op))
        continue;
      auto copy = dyn_cast<AsyncCopyOp>(builder.clone(op, map));
      if (!copy)
        continue;
      OpBuilder before(copy);
      if (Value pred = emitBoth(before, copy.getLoc(), comes, copy.getPred()))
        copy.getPredMutable().assign(pred);
    }
  }

  /// What makes the head worth moving: the loads of the first product, and what
  /// has effects before them, which must be a wait.
  bool findRoots() {
    DotOp first;
    for (DotOp dot : body->getOps<DotOp>()) {
      if (!first)
        first = dot;
      last = dot;
    }
    if (!first)
      return false;
    SmallVector<Value> values{first.getA(), first.getB()};
    while (!values.empty()) {
      Operation *op = values.pop_back_val().getDefiningOp();
      if (!op || op->getBlock() != body)
        continue;
      if (isa<LocalLoadOp>(op))
        head.insert(op);
      else
        addOperands(op, values);
    }
    if (head.empty())
      return false;
    bool isBeforeLoads = true, hasWait = false;
    for (Operation &op : body->without_terminator()) {
      isBeforeLoads &= !isa<LocalLoadOp>(op);
      if (isMemoryEffectFree(&op))
        continue;
      if (last->isBeforeInBlock(&op))
        return false;
      if (!isBeforeLoads)
        continue;
      // These do no harm in an iteration that does not come.
      if (!isa<AsyncWaitOp, AsyncCopyOp, AsyncCommitGroupOp>(op))
        return false;
      head.insert(&op);
      hasWait |= isa<AsyncWaitOp>(op);
    }
    return hasWait;
  }

  /// What the roots need, in the iteration and from the one before.
  bool findHead() {
    BodySlice slice(loop);
    for (Operation *root : head)
      slice.add(root);
    for (Operation *op : slice.getOps())
      if (head.insert(op).second && (isa<DotOp>(op) || !isMemoryEffectFree(op)))
        return false;
    headArgs.insert_range(slice.getArgs());
    // At the end they have values of an iteration too much.
    return llvm::all_of(slice.getArgs(), [&](BlockArgument arg) {
      return loop.getTiedLoopResult(arg).use_empty();
    });
  }

  /// What the rest of the iteration needs of the head. It makes again what it
  /// can.
  bool findHandedOn() {
    constexpr unsigned kMaxWords = 48;
    SmallVector<Value> needed;
    for (Operation &op : body->without_terminator())
      if (!head.contains(&op))
        addOperands(&op, needed);
    for (BlockArgument arg : loop.getRegionIterArgs())
      if (!headArgs.contains(arg))
        needed.push_back(getYielded(arg));
    unsigned words = 0;
    while (!needed.empty()) {
      Value value = needed.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (isa<BlockArgument>(value) ? !headArgs.contains(value)
                                    : !head.contains(op))
        continue;
      if (op && isMemoryEffectFree(op)) {
        if (shared.insert(op).second)
          addOperands(op, needed);
        continue;
      }
      if (!handedOn.insert(value))
        continue;
      auto tile = dyn_cast<RankedTensorType>(value.getType());
      if (!tile)
        continue;
      if (!isa_and_nonnull<LocalLoadOp>(op))
        return false;
      words += countRegisters(tile);
    }
    return words <= kMaxWords;
  }

  scf::ForOp loop;
  Block *body;
  DotOp last;
  llvm::SmallPtrSet<Operation *, 32> head;
  llvm::SmallDenseSet<Value> headArgs;
  /// Of the head, what the rest makes for itself.
  llvm::SmallPtrSet<Operation *, 16> shared;
  /// What the rest has from the head that ran an iteration before.
  llvm::SetVector<Value> handedOn;
};

} // namespace

unsigned tilegpu::prefetchSlices(FunctionOpInterface func) {
  SmallVector<scf::ForOp> loops;
  func->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  unsigned count = 0;
  for (scf::ForOp loop : loops) {
    Rotation rotation(loop);
    if (!rotation.plan())
      continue;
    rotation.run();
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
