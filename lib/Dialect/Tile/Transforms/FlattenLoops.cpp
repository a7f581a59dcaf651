//===- FlattenLoops.cpp - One loop of two ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/FlattenLoops.h"

#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEFLATTENLOOPS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// The loop inside `outer`; null, with a remark, if they cannot become one.
static scf::ForOp findInner(scf::ForOp outer) {
  SmallVector<LoopLikeOpInterface> loops;
  outer.getBody()->walk(
      [&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  auto refuse = [&](const Twine &reason) {
    outer.emitRemark("is not flattened: ") << reason;
    return scf::ForOp();
  };
  if (loops.size() != 1)
    return refuse("expected one loop inside, found " + Twine(loops.size()));
  auto inner = dyn_cast<scf::ForOp>(loops.front().getOperation());
  if (!inner)
    return refuse("expected scf.for inside, found " +
                  loops.front()->getName().getStringRef());
  if (inner->getBlock() != outer.getBody())
    return refuse("the loop inside is in a branch");
  for (scf::ForOp loop : {outer, inner})
    if (!loop.getInductionVar().getType().isSignlessInteger(32) &&
        !loop.getInductionVar().getType().isSignlessInteger(64))
      return refuse("expected loops that count in i32 or i64");
  return inner;
}

/// The loop without its body.
static scf::ForOp createLoop(ImplicitLocOpBuilder &b, Value from, Value to,
                             Value step, ValueRange inits, bool isUnsigned) {
  auto loop = scf::ForOp::create(b, from, to, step, inits, nullptr, isUnsigned);
  // Without results it comes with its terminator.
  if (!loop.getBody()->empty())
    loop.getBody()->back().erase();
  b.setInsertionPointToEnd(loop.getBody());
  return loop;
}

namespace {

/// Of the names in FlattenLoops.h, P is `before` and E is `after`.
class Flattener {
public:
  Flattener(scf::ForOp outer, scf::ForOp inner)
      : outer(outer), inner(inner), b(outer.getLoc(), outer) {
    bool isBefore = true;
    for (Operation &op : outer.getBody()->without_terminator()) {
      if (&op == inner)
        isBefore = false;
      else
        (isBefore ? before : after).push_back(&op);
    }
    while (findComplex())
      ;
    findKept();
  }

  void run() {
    Value outerCount = emitCount(outer), innerCount = emitCount(inner);
    Value runs = b.createOrFold<arith::AndIOp>(emitIsNotZero(outerCount),
                                               emitIsNotZero(innerCount));
    // A loop that never runs is what canonicalization takes away.
    if (matchPattern(runs, m_Zero()))
      return;
    if (matchPattern(runs, m_One())) {
      outer->replaceAllUsesWith(emitFlat(outerCount, innerCount));
    } else {
      auto branch = scf::IfOp::create(b, outer.getResultTypes(), runs,
                                      /*withElseRegion=*/true);
      for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
        if (!block->empty())
          block->back().erase();
        b.setInsertionPointToStart(block);
        SmallVector<Value> results = block == branch.thenBlock()
                                         ? emitFlat(outerCount, innerCount)
                                         : emitWithoutInner();
        b.setInsertionPointToEnd(block);
        scf::YieldOp::create(b, results);
      }
      outer->replaceAllUsesWith(branch);
    }
    outer.erase();
  }

private:
  //===--------------------------------------------------------------------===//
  // What depends on memory or on a product
  //===--------------------------------------------------------------------===//

  bool isComplex(Value value) const { return complexValues.contains(value); }

  /// Whether the operation has effects, is a product, or reads what is complex.
  bool isComplex(Operation *op) const {
    if (!isMemoryEffectFree(op) || isa<DotOp, DotScaledOp>(op))
      return true;
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    auto isIt = [&](Value value) { return isComplex(value); };
    return llvm::any_of(op->getOperands(), isIt) ||
           llvm::any_of(captured, isIt);
  }

  /// Walks once through the nest. Whether something more is complex.
  bool findComplex() {
    size_t known = complexValues.size();
    auto add = [&](ArrayRef<Operation *> ops) {
      for (Operation *op : ops)
        if (isComplex(op))
          complexValues.insert(op->result_begin(), op->result_end());
    };
    auto carry = [&](scf::ForOp loop) {
      for (auto [arg, init, next, result] :
           llvm::zip(loop.getRegionIterArgs(), loop.getInits(),
                     loop.getYieldedValues(), loop.getResults()))
        if (isComplex(init) || isComplex(next))
          complexValues.insert_range(ArrayRef<Value>{arg, result});
    };
    add(before);
    SmallVector<Operation *> body;
    for (Operation &op : inner.getBody()->without_terminator())
      body.push_back(&op);
    carry(inner);
    add(body);
    carry(inner);
    add(after);
    carry(outer);
    return complexValues.size() != known;
  }

  /// The results of `before` that the inner loop's body and `after` read.
  void findKept() {
    for (Operation *op : before)
      for (Value result : op->getResults())
        if (llvm::any_of(result.getUsers(), [&](Operation *user) {
              Operation *at = outer.getBody()->findAncestorOpInBlock(*user);
              return user != inner && !llvm::is_contained(before, at);
            }))
          kept.push_back(result);
  }

  //===--------------------------------------------------------------------===//
  // Counts
  //===--------------------------------------------------------------------===//

  Value emitConstant(Type type, int64_t value) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  }

  /// How often a loop runs, as an unsigned number of the type it counts in.
  Value emitCount(scf::ForOp loop) {
    Type type = loop.getInductionVar().getType();
    Value from = loop.getLowerBound(), to = loop.getUpperBound();
    Value one = emitConstant(type, 1);
    auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                      : arith::CmpIPredicate::slt;
    Value runs = b.createOrFold<arith::CmpIOp>(less, from, to);
    // The difference is right as an unsigned number, and not 0.
    Value most = b.createOrFold<arith::SubIOp>(
        b.createOrFold<arith::SubIOp>(to, from), one);
    Value count = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::DivUIOp>(most, loop.getStep()), one);
    return b.createOrFold<arith::SelectOp>(runs, count, emitConstant(type, 0));
  }

  Value emitIsNotZero(Value count) {
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ne, count,
                                         emitConstant(count.getType(), 0));
  }

  Value emitWide(Value count) {
    return count.getType().isInteger(64)
               ? count
               : b.createOrFold<arith::ExtUIOp>(b.getI64Type(), count);
  }

  //===--------------------------------------------------------------------===//
  // Parts
  //===--------------------------------------------------------------------===//

  void clone(ArrayRef<Operation *> ops, IRMapping &map) {
    for (Operation *op : ops)
      b.clone(*op, map);
  }

  /// Those that are complex, or the others.
  SmallVector<Operation *> pick(ArrayRef<Operation *> ops, bool complex) const {
    SmallVector<Operation *> picked;
    llvm::copy_if(ops, std::back_inserter(picked),
                  [&](Operation *op) { return isComplex(op) == complex; });
    return picked;
  }

  /// A carried value, and what it becomes where the condition of a branch is
  /// true.
  struct Next {
    Value *carried;
    Value then;
  };

  /// Sets carried values in a branch, after what `emit` makes there. `emit`
  /// maps the values that the carried ones become.
  void emitBranch(Value condition, ArrayRef<Next> nexts,
                  function_ref<void(IRMapping &)> emit) {
    SmallVector<Type> types;
    for (const Next &next : nexts)
      types.push_back(next.carried->getType());
    auto branch =
        scf::IfOp::create(b, types, condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
      if (!block->empty())
        block->back().erase();
      b.setInsertionPointToEnd(block);
      IRMapping map;
      if (block == branch.thenBlock())
        emit(map);
      SmallVector<Value> values;
      for (const Next &next : nexts)
        values.push_back(block == branch.thenBlock()
                             ? map.lookupOrDefault(next.then)
                             : *next.carried);
      scf::YieldOp::create(b, values);
    }
    for (auto [next, result] : llvm::zip(nexts, branch.getResults()))
      *next.carried = result;
  }

  //===--------------------------------------------------------------------===//
  // The loops
  //===--------------------------------------------------------------------===//

  /// The outer loop, where the inner one never runs.
  SmallVector<Value> emitWithoutInner() {
    scf::ForOp loop =
        createLoop(b, outer.getLowerBound(), outer.getUpperBound(),
                   outer.getStep(), outer.getInits(), outer.getUnsignedCmp());
    IRMapping map;
    map.map(outer.getBody()->getArguments(), loop.getBody()->getArguments());
    clone(before, map);
    for (auto [result, init] : llvm::zip(inner.getResults(), inner.getInits()))
      map.map(result, map.lookupOrDefault(init));
    clone(after, map);
    SmallVector<Value> next;
    for (Value value : outer.getYieldedValues())
      next.push_back(map.lookupOrDefault(value));
    scf::YieldOp::create(b, next);
    return loop.getResults();
  }

  SmallVector<Value> emitFlat(Value outerCount, Value innerCount) {
    Type i64 = b.getI64Type(), countType = innerCount.getType();
    Value one = emitConstant(i64, 1), innerOne = emitConstant(countType, 1);
    Value none = emitConstant(countType, 0);
    Value total = b.createOrFold<arith::MulIOp>(emitWide(outerCount),
                                                emitWide(innerCount));
    Value lastOfAll = b.createOrFold<arith::SubIOp>(total, one);
    Value lastOfInner = b.createOrFold<arith::SubIOp>(innerCount, innerOne);

    // The first iteration's `before`.
    IRMapping first;
    first.map(outer.getInductionVar(), outer.getLowerBound());
    first.map(outer.getRegionIterArgs(), outer.getInits());
    clone(before, first);
    SmallVector<Value> inits{none, outer.getLowerBound()};
    llvm::append_range(inits, outer.getInits());
    for (Value value : kept)
      inits.push_back(first.lookup(value));
    for (Value value : inner.getInits())
      inits.push_back(first.lookupOrDefault(value));

    scf::ForOp loop =
        createLoop(b, emitConstant(i64, 0), total, one, inits, false);
    for (NamedAttribute attr : inner->getDiscardableAttrs())
      loop->setDiscardableAttr(attr.getName(), attr.getValue());
    for (NamedAttribute attr : outer->getDiscardableAttrs())
      if (attr.getName() != kFlattenAttrName)
        loop->setDiscardableAttr(attr.getName(), attr.getValue());

    // Carried: where the two loops are, what the outer one carries, what
    // `before` has made, and what the inner one carries.
    SmallVector<Value> carried(loop.getRegionIterArgs());
    Value &place = carried[0], &outerAt = carried[1];
    auto outerArgs =
        MutableArrayRef(carried).slice(2, outer.getNumRegionIterArgs());
    auto made =
        MutableArrayRef(carried).slice(2 + outerArgs.size(), kept.size());
    auto innerArgs =
        MutableArrayRef(carried).take_back(inner.getNumRegionIterArgs());

    // The body.
    IRMapping now;
    now.map(outer.getInductionVar(), outerAt);
    now.map(outer.getRegionIterArgs(), outerArgs);
    now.map(kept, made);
    now.map(inner.getInductionVar(),
            b.createOrFold<arith::AddIOp>(
                inner.getLowerBound(),
                b.createOrFold<arith::MulIOp>(place, inner.getStep())));
    now.map(inner.getRegionIterArgs(), innerArgs);
    for (Operation &op : inner.getBody()->without_terminator())
      b.clone(op, now);
    for (auto [arg, value, result] :
         llvm::zip(innerArgs, inner.getYieldedValues(), inner.getResults())) {
      arg = now.lookupOrDefault(value);
      now.map(result, arg);
    }

    // The end of the inner loop.
    Value isLast =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place, lastOfInner);
    Value isMore = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                         loop.getInductionVar(), lastOfAll);
    Value hasNext = arith::AndIOp::create(b, isLast, isMore);
    // By whether they are complex.
    SmallVector<Next> outerNexts[2], innerNexts[2];
    for (auto [arg, old, value] : llvm::zip(
             outerArgs, outer.getRegionIterArgs(), outer.getYieldedValues()))
      outerNexts[isComplex(old)].push_back({&arg, value});
    for (auto [arg, value] : llvm::zip(made, kept))
      innerNexts[isComplex(value)].push_back({&arg, value});
    for (auto [arg, old, value] :
         llvm::zip(innerArgs, inner.getRegionIterArgs(), inner.getInits()))
      innerNexts[isComplex(old)].push_back({&arg, value});

    // What is simple needs no result of what is complex. `after` reads what the
    // loops carried before that.
    SmallVector<Operation *> simpleAfter = pick(after, false);
    SmallVector<Operation *> complexBefore = pick(before, true);
    // Where nothing has to be made anew, one branch does both.
    bool isReset =
        complexBefore.empty() && llvm::none_of(innerNexts[1], [&](Next &next) {
          return next.then.getParentBlock() == outer.getBody();
        });
    auto atEnd = outerNexts[1];
    if (isReset)
      llvm::append_range(atEnd, innerNexts[1]);
    // `now` has the values before they change.
    emitBranch(isLast, atEnd, [&](IRMapping &map) {
      map = now;
      clone(after, map);
    });
    if (!outerNexts[0].empty())
      emitBranch(isLast, outerNexts[0], [&](IRMapping &map) {
        map = now;
        clone(simpleAfter, map);
      });
    outerAt = arith::SelectOp::create(
        b, isLast, arith::AddIOp::create(b, outerAt, outer.getStep()), outerAt);
    auto emitBefore = [&](IRMapping &map) {
      map.map(outer.getInductionVar(), outerAt);
      map.map(outer.getRegionIterArgs(), outerArgs);
    };
    if (!innerNexts[0].empty())
      emitBranch(hasNext, innerNexts[0], [&](IRMapping &map) {
        emitBefore(map);
        clone(pick(before, false), map);
      });
    if (!isReset)
      emitBranch(hasNext, innerNexts[1], [&](IRMapping &map) {
        emitBefore(map);
        clone(before, map);
      });
    place = arith::SelectOp::create(b, isLast, none,
                                    arith::AddIOp::create(b, place, innerOne));
    scf::YieldOp::create(b, carried);
    ValueRange results = loop.getResults();
    return results.slice(2, outer.getNumRegionIterArgs());
  }

  scf::ForOp outer, inner;
  ImplicitLocOpBuilder b;
  SmallVector<Operation *> before, after;
  /// What depends on effects or on products.
  DenseSet<Value> complexValues;
  SmallVector<Value> kept;
};

/// Whether bulk copies may bring what the loop reads: copies for the next tile
/// run ahead without one loop, then (PipelineLoops.h, "A warp that copies").
static bool hasBoxes(scf::ForOp loop) {
  return loop
      .walk([](LoadOp load) {
        return load.getMap() ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

struct TileFlattenLoops : tile::impl::TileFlattenLoopsBase<TileFlattenLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      if (loop->hasAttr(kFlattenAttrName) && !hasBoxes(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      if (succeeded(flattenLoop(loop)))
        ++numLoops;
    }
  }
};

} // namespace

LogicalResult tile::flattenLoop(scf::ForOp outer) {
  scf::ForOp inner = findInner(outer);
  if (!inner)
    return failure();
  moveLoopInvariantCode(inner);
  moveLoopInvariantCode(outer);
  for (Value bound :
       {inner.getLowerBound(), inner.getUpperBound(), inner.getStep()})
    if (!outer.isDefinedOutsideOfLoop(bound)) {
      outer.emitRemark("is not flattened: how often the loop inside runs may "
                       "differ");
      return failure();
    }
  Flattener(outer, inner).run();
  return success();
}
