//===- PrefetchSlices.cpp - Operands ahead of their loop ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/PrefetchSlices.h"

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
    Location loc = loop.getLoc();
    auto isInHead = [&](Operation *op) { return head.contains(op); };

    IRMapping first;
    first.map(loop.getInductionVar(), loop.getLowerBound());
    for (BlockArgument arg : loop.getRegionIterArgs())
      first.map(arg, loop.getTiedLoopInit(arg)->get());
    Value comes =
        arith::CmpIOp::create(builder, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                    : arith::CmpIPredicate::slt,
                              loop.getLowerBound(), loop.getUpperBound());
    clone(builder, first, comes, isInHead);

    SmallVector<Value> inits;
    for (BlockArgument arg : loop.getRegionIterArgs())
      inits.push_back(first.lookupOrDefault(
          headArgs.contains(arg) ? getYielded(arg) : Value(arg)));
    for (Value value : handedOn)
      inits.push_back(first.lookup(value));
    auto rotated = scf::ForOp::create(builder, loc, loop.getLowerBound(),
                                      loop.getUpperBound(), loop.getStep(),
                                      inits, nullptr, loop.getUnsignedCmp());
    rotated->setDiscardableAttrs(loop->getDiscardableAttrDictionary());

    // What an iteration has of its own, and of the next one.
    IRMapping rest, next;
    rest.map(loop.getInductionVar(), rotated.getInductionVar());
    size_t numArgs = loop.getNumRegionIterArgs();
    auto args = rotated.getRegionIterArgs();
    for (auto [arg, value] :
         llvm::zip(loop.getRegionIterArgs(), args.take_front(numArgs)))
      (headArgs.contains(arg) ? next : rest).map(arg, value);
    for (auto [value, arg] : llvm::zip(handedOn, args.drop_front(numArgs)))
      rest.map(value, arg);

    builder.setInsertionPointToEnd(rotated.getBody());
    auto isInRest = [&](Operation *op) {
      return !head.contains(op) || shared.contains(op);
    };
    clone(builder, rest, Value(), [&](Operation *op) {
      return isInRest(op) && op->isBeforeInBlock(last);
    });
    Value iv = rotated.getInductionVar();
    next.map(loop.getInductionVar(),
             arith::AddIOp::create(builder, loc, iv, loop.getStep()));
    Value left = arith::SubIOp::create(builder, loc, loop.getUpperBound(), iv);
    comes = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, left,
                                  loop.getStep());
    clone(builder, next, comes, isInHead);
    clone(builder, rest, Value(), [&](Operation *op) {
      return isInRest(op) && !op->isBeforeInBlock(last);
    });

    SmallVector<Value> yielded;
    for (BlockArgument arg : loop.getRegionIterArgs())
      yielded.push_back((headArgs.contains(arg) ? next : rest)
                            .lookupOrDefault(getYielded(arg)));
    for (Value value : handedOn)
      yielded.push_back(next.lookup(value));
    scf::YieldOp::create(builder, loc, yielded);
    for (auto [old, result] :
         llvm::zip(loop.getResults(), rotated.getResults()))
      old.replaceAllUsesWith(result);
    loop.erase();
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
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(copy);
      Value both = comes;
      if (Value own = copy.getPred())
        both = arith::AndIOp::create(builder, copy.getLoc(), comes, own);
      copy.getPredMutable().assign(both);
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
    SmallVector<Value> needed;
    for (Operation *root : head)
      addOperands(root, needed);
    while (!needed.empty()) {
      Value value = needed.pop_back_val();
      if (auto arg = dyn_cast<BlockArgument>(value)) {
        if (arg.getOwner() != body || arg == loop.getInductionVar() ||
            !headArgs.insert(arg).second)
          continue;
        // At the end it is that of an iteration too much.
        if (!loop.getTiedLoopResult(arg).use_empty())
          return false;
        needed.push_back(getYielded(arg));
        continue;
      }
      Operation *op = value.getDefiningOp();
      if (op->getBlock() != body || !head.insert(op).second)
        continue;
      if (isa<DotOp>(op) || !isMemoryEffectFree(op))
        return false;
      addOperands(op, needed);
    }
    return true;
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
