//===- HeadRotation.cpp - The beginning of the next iteration -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeadRotation.h"

#include "LoopExpander.h"

#include "tile/Dialect/Tile/IR/TileValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

void tilegpu::addOperands(Operation *op, SmallVectorImpl<Value> &values) {
  op->walk([&](Operation *inner) {
    llvm::append_range(values, inner->getOperands());
  });
}

void tilegpu::predicate(LoadOp load, Value comes) {
  if (!comes)
    return;
  OpBuilder builder(load);
  Value mask = comes;
  if (Type type = getI1Like(load.getPtr().getType()); isa<TensorType>(type))
    mask = SplatOp::create(builder, load.getLoc(), type, comes);
  if (load.getMask())
    mask = arith::AndIOp::create(builder, load.getLoc(), load.getMask(), mask);
  load.getMaskMutable().assign(mask);
}

/// Clones the operations of an iteration that runs if `comes`.
void HeadRotation::clone(OpBuilder &builder, IRMapping &map, Value comes,
                         function_ref<bool(Operation *)> isWanted) {
  for (Operation &op : body->without_terminator()) {
    if (!isWanted(&op))
      continue;
    Operation *copied = builder.clone(op, map);
    if (!comes)
      continue;
    copied->walk([&](Operation *inner) {
      if (auto load = dyn_cast<LoadOp>(inner))
        predicate(load, comes);
      auto copy = dyn_cast<AsyncCopyOp>(inner);
      if (!copy)
        return;
      OpBuilder before(copy);
      copy.getPredMutable().assign(
          emitBoth(before, copy.getLoc(), comes, copy.getPred()));
    });
  }
}

void HeadRotation::run() {
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
    emitHead(arith::AddIOp::create(builder, loop.getLoc(), iv, loop.getStep()),
             expander.emitComes(builder, iv, 1), maps[1]);
    emitRest(/*isBeforeHead=*/false, maps[0]);
    return {};
  };
  expander.emitLoop(builder, loop.getLowerBound(), {}, emitBody);
  expander.replaceLoop();
}

/// What the roots need, in the iteration and from the one before.
bool HeadRotation::findHead() {
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
bool HeadRotation::findHandedOn(unsigned parts) {
  constexpr unsigned kMaxWords = 48;
  SmallVector<Value> needed;
  for (Operation &op : body->without_terminator())
    if (!head.contains(&op))
      addOperands(&op, needed);
  for (BlockArgument arg : loop.getRegionIterArgs())
    if (!headArgs.contains(arg))
      needed.push_back(loop.getTiedLoopYieldedValue(arg)->get());
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
    if (!isa_and_nonnull<LocalLoadOp, LoadOp>(op))
      return false;
    words += countRegisters(tile);
  }
  return words <= kMaxWords * parts;
}
