//===- PipelineLoops.cpp - Loads ahead of their use -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is long, as all that a rewritten loop has is emitted by one class:
// its parts share places, barriers and what iterations need.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/PipelineLoops.h"

#include "BoxStores.h"
#include "CTAPairs.h"
#include "HeadRotation.h"
#include "LoopExpander.h"
#include "LoopSchedule.h"
#include "MemoryAccesses.h"
#include "PersistentGrid.h"
#include "TensorMapArguments.h"

#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/Tile/Transforms/AllTrueCondition.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPIPELINELOOPS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Whether every element is a zero whose bits are all 0.
static bool isZero(Value value) {
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getSrc();
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat());
}

/// Whether elements that the mask excludes become something other than 0.
static bool needsOther(LoadOp load) {
  return load.getMask() && load.getOther() && !isZero(load.getOther());
}

//===----------------------------------------------------------------------===//
// What stays in the iteration
//===----------------------------------------------------------------------===//

/// The operations and carried values of the loop that its iterations still
/// need, once the planned loads come from shared memory.
static BodySlice findLive(const LoopSchedule &plan) {
  scf::ForOp loop = plan.loop;
  auto isPlanned = [&plan](Operation *op) { return plan.loads.contains(op); };
  BodySlice live(loop, isPlanned);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isPlanned(&op) && !wouldOpBeTriviallyDead(&op))
      live.add(&op);
  for (auto [arg, result] :
       llvm::zip(loop.getRegionIterArgs(), loop.getResults()))
    if (!result.use_empty())
      live.add(ValueRange(arg));
  for (size_t i = 0; i < live.getOps().size(); ++i)
    if (auto load = dyn_cast<LoadOp>(live.getOps()[i]);
        load && isPlanned(load) && needsOther(load))
      live.add({load.getMask(), load.getOther()});
  return live;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The loop around, if it asks that the first loads of this loop's next run
/// come before this run's results are used. Null, with a remark, if they must
/// not.
static scf::ForOp findOuter(const LoopSchedule &plan) {
  scf::ForOp outer = getFlattened(plan.loop);
  if (!outer)
    return {};
  auto refuse = [&](const Twine &reason) {
    outer.emitRemark("has no loads before the next run of the loop inside: ")
        << reason;
    return scf::ForOp();
  };
  unsigned numLoops = 0;
  outer.getBody()->walk([&](LoopLikeOpInterface) { ++numLoops; });
  if (numLoops != 1)
    return refuse("it has " + Twine(numLoops) + " loops inside");
  for (LoadOp load : outer.getBody()->getOps<LoadOp>())
    if (load->hasAttr(kAheadAttrName))
      return refuse("its own loads run ahead");
  GlobalWrites writes(*outer.getBody(),
                      outer->getParentOfType<FunctionOpInterface>());
  for (const auto &[op, ahead] : plan.loads) {
    if (ahead.kind == AheadKind::Box)
      return refuse("one thread copies boxes");
    if (Operation *write = writes.find(cast<LoadOp>(op)))
      return refuse("'" + write->getName().getStringRef() +
                    "' may write what they read");
  }
  return outer;
}

namespace {
class Pipeliner {
public:
  /// `ring` if the producer warp copies.
  Pipeliner(const LoopSchedule &plan, const RingLoop *ring)
      : plan(plan), ring(ring), loop(plan.loop), live(findLive(plan)),
        expander(loop, plan.groups.empty() ? 0 : plan.groups.back().distance),
        builder(plan.loop), loc(loop.getLoc()) {}

  void run() {
    if (ring)
      beginRings();
    else
      beginCopies();
    // What is carried from one run of the loop to the next.
    SmallVector<scf::ForOp> around;
    if (ring)
      around = carryThrough(getLoopsAround(loop));
    if (ring && ring->product) {
      emitSums(around);
      loop.erase();
      return;
    }
    emitLoop();
    if (!around.empty())
      endRings(around);
    // Places are free after it, and nothing is in flight.
    if (hasAsyncCopies)
      AsyncWaitOp::create(builder, loc, 0);
    Operation *rest = loop->getNextNode();
    expander.replaceLoop();
    if (outer)
      beginEarly(rest);
  }

private:
  void beginCopies() {
    outer = findOuter(plan);
    OpBuilder outside(outer ? outer : loop);
    for (const auto &[op, ahead] : plan.loads) {
      auto load = cast<LoadOp>(op);
      auto place =
          LocalAllocOp::create(outside, load.getLoc(), plan.getPlaces(load));
      places[op] = place;
      (plan.isCopy(load) ? hasCopies : hasStores) = true;
      numBoxes += plan.isBox(load);
      hasAsyncCopies |= plan.isCopy(load) && !plan.isBox(load);
    }
    if (numBoxes != 0) {
      emitBarriers();
      // Threads may have written there before, and bulk copies would not know.
      // The barrier that shows the barriers to all threads comes after it.
      FenceProxyOp::create(builder, loc);
    }
    carryValues();
    beforePrologue = loop->getPrevNode();
    emitPrologue();
  }

  /// Lets the first loads of the loop's next run begin before the rest of the
  /// present iteration of the loop around.
  void beginEarly(Operation *rest) {
    HeadRotation rotation(outer, rest);
    Block *body = outer.getBody();
    Operation *op =
        beforePrologue ? beforePrologue->getNextNode() : &body->front();
    for (; op != expander.getLoop(); op = op->getNextNode())
      if (!isMemoryEffectFree(op))
        rotation.add(op);
    if (rotation.plan())
      rotation.run();
    else
      outer.emitRemark("has no loads before the next run of the loop inside: "
                       "these need what is not known then");
  }

  /// Hands all places to the producer warp.
  void beginRings() {
    hasCopies = true;
    SmallVector<Value> handed;
    for (const auto &[op, ahead] : plan.loads) {
      places[op] = ring->places.lookup(op);
      handed.push_back(places[op]);
    }
    numBoxes = handed.size();
    firstRingPlace = firstRingParity = constantI32(0);
    carryValues();
    if (!ring->start)
      return;
    // Threads may have written there before, and bulk copies would not know.
    FenceProxyOp::create(builder, loc);
    MBarrierArriveOp::create(
        builder, loc, pickPlace(builder, loc, ring->start, constantI32(0)),
        Value(), handed);
  }

  /// Lets the loops around, which are given from inside out, carry the ring's
  /// place and parity. They begin with what they carry, until `endRings`.
  SmallVector<scf::ForOp> carryThrough(ArrayRef<scf::ForOp> loops) {
    SmallVector<scf::ForOp> carrying;
    IRRewriter rewriter(builder);
    for (scf::ForOp outer : llvm::reverse(loops)) {
      auto newLoop = cast<scf::ForOp>(*outer.replaceWithAdditionalYields(
          rewriter, {firstRingPlace, firstRingParity},
          /*replaceInitOperandUsesInLoop=*/false,
          [](OpBuilder &, Location, ArrayRef<BlockArgument> args) {
            return SmallVector<Value>(args.begin(), args.end());
          }));
      ValueRange args = newLoop.getRegionIterArgs().take_back(2);
      firstRingPlace = args[0];
      firstRingParity = args[1];
      carrying.push_back(newLoop);
    }
    std::reverse(carrying.begin(), carrying.end());
    builder.setInsertionPoint(loop);
    return carrying;
  }

  /// After a loop that may run again: nothing is in flight any more, and the
  /// next run goes on where this one has ended.
  void endRings(ArrayRef<scf::ForOp> around) {
    if (plan.spare) {
      Value isEntered = emitIsEntered(builder, loop, IRMapping());
      for (const Ring &boxes : ring->rings)
        giveBack(boxes, getPlaceBefore(lastPlace), isEntered);
    }
    carryOn(around, lastPlace, lastParity);
  }

  /// Lets the loops around carry what the present run has ended with.
  static void carryOn(ArrayRef<scf::ForOp> around, Value place, Value parity) {
    for (scf::ForOp outer : around) {
      Operation *yield = outer.getBody()->getTerminator();
      unsigned first = yield->getNumOperands() - 2;
      yield->setOperand(first, place);
      yield->setOperand(first + 1, parity);
      place = outer.getResult(first);
      parity = outer.getResult(first + 1);
    }
  }

  /// In place of a loop that the product warp runs: the sums.
  void emitSums(ArrayRef<scf::ForOp> around) {
    DotOp dot = ring->product->dot;
    auto sum = cast<BlockArgument>(dot.getC());
    SmallVector<Value> values;
    if (Value entered = emitIsEntered(builder, loop, IRMapping())) {
      Type number = builder.getI32Type();
      auto branch = scf::IfOp::create(
          builder, loc, TypeRange{sum.getType(), number, number}, entered,
          /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(builder, loc, loadSums());
      builder.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(builder, loc,
                           ValueRange{loop.getTiedLoopInit(sum)->get(),
                                      firstRingPlace, firstRingParity});
      values.assign(branch.result_begin(), branch.result_end());
    } else {
      values = loadSums();
    }
    loop.getTiedLoopResult(sum).replaceAllUsesWith(values[0]);
    carryOn(around, values[1], values[2]);
  }

  /// The sums, and the next ones' place and parity.
  SmallVector<Value> loadSums() {
    const RingProduct &product = *ring->product;
    Value place = firstRingPlace, parity = firstRingParity;
    SmallVector<Value> handed;
    if (ring->start)
      for (const auto &[op, ahead] : plan.loads)
        handed.push_back(places[op]);
    MBarrierWaitOp::create(
        builder, loc, pickPlace(builder, loc, product.full, place), parity);
    DotOp dot = product.dot;
    Value tile = TensorLoadOp::create(builder, loc, dot.getType(), product.sums,
                                      place, handed);
    if (product.empty)
      MBarrierArriveOp::create(builder, loc,
                               pickPlace(builder, loc, product.empty, place),
                               Value(), ValueRange());
    auto [next, wraps] =
        emitNextPlace(builder, loc, place, product.getNumPlaces());
    return {tile, next, emitNextParity(builder, loc, parity, wraps)};
  }

  //===--------------------------------------------------------------------===//
  // Numbers
  //===--------------------------------------------------------------------===//

  Value constantI32(int64_t value) {
    return expander.getConstant(builder.getI32Type(), value);
  }

  //===--------------------------------------------------------------------===//
  // Groups
  //===--------------------------------------------------------------------===//

  Value getPlace(LoadOp load, Value index) {
    return pickPlace(builder, load.getLoc(), places[load], index);
  }

  /// By place, what says when the boxes of an iteration are there.
  void emitBarriers() {
    barriers = createBarriers(builder, loc, plan.getNumPlaces(), numBoxes);
  }

  /// The load, if `comes`.
  LoadOp emitLoad(LoadOp load, IRMapping &map, Value comes) {
    auto clone = cast<LoadOp>(builder.clone(*load, map));
    clone->removeAttr(kAheadAttrName);
    predicate(clone, comes);
    return clone;
  }

  void emitCopy(LoadOp load, IRMapping &map, Value mask, Value comes,
                Value copyTo) {
    AsyncCopyOp::create(builder, load.getLoc(),
                        map.lookupOrDefault(load.getPtr()),
                        getPlace(load, copyTo), mask, comes, load.getCache());
  }

  /// Whether what is copied may also be stored by threads, in its place.
  bool mayStoreCopies() const {
    return llvm::any_of(plan.loads, [](const auto &load) {
      return load.second.kind == AheadKind::CopyIfFull;
    });
  }

  /// What a copy does where the mask is not true everywhere: a copy, or what is
  /// a load and a store because the mask may change within the bytes of a copy.
  void emitMaskedCopy(LoadOp load, IRMapping map, Value comes, Value copyTo) {
    if (plan.loads.lookup(load).kind == AheadKind::Copy)
      emitCopy(load, map,
               load.getMask() ? map.lookupOrDefault(load.getMask()) : Value(),
               comes, copyTo);
    else
      LocalStoreOp::create(builder, load.getLoc(), emitLoad(load, map, comes),
                           getPlace(load, copyTo));
  }

  /// Copies, if `comes`. Those that cannot be made with their masks are made if
  /// a test of scalars says that these are true everywhere. Of an iteration
  /// whose number is known, the masks may be known to be false somewhere: then
  /// there is no test.
  void emitCopies(ArrayRef<LoadOp> loads, IRMapping &map, Value comes,
                  Value copyTo) {
    SmallVector<LoadOp> tested, others;
    AllTrueCondition condition;
    for (LoadOp load : loads) {
      if (plan.isBox(load)) {
        emitBoxCopy(builder, load, map, getPlace(load, copyTo),
                    pickPlace(builder, load.getLoc(), barriers, copyTo), comes);
        continue;
      }
      std::optional<AllTrueCondition> isFull;
      if (plan.loads.lookup(load).kind == AheadKind::CopyIfFull)
        isFull = AllTrueCondition::get(map.lookupOrDefault(load.getMask()));
      if (isFull)
        condition.conjoin(*isFull);
      (isFull ? tested : others).push_back(load);
    }
    // Both ways use the places, so what comes before must be done.
    if (isInLoop && !tested.empty())
      BarrierOp::create(builder, loc,
                        getNumWarps(loop) == 1 ? BarrierScope::Warp
                                               : BarrierScope::CTA);
    for (LoadOp load : others)
      emitMaskedCopy(load, map, comes, copyTo);
    if (tested.empty())
      return;
    Value isFull = condition.emit(builder, loc, IRMapping());
    auto branch = scf::IfOp::create(builder, loc, isFull,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    for (LoadOp load : tested)
      emitCopy(load, map, Value(), comes, copyTo);
    builder.setInsertionPointToStart(branch.elseBlock());
    for (LoadOp load : tested)
      emitMaskedCopy(load, map, comes, copyTo);
  }

  /// Says what the iterations need, and what the groups need.
  void carryValues() {
    for (BlockArgument arg : loop.getRegionIterArgs())
      if (live.contains(arg))
        expander.carry(/*part=*/0, arg);
    for (const AheadGroup &group : plan.groups) {
      for (BlockArgument arg : group.args)
        expander.carry(group.distance, arg);
      for (LoadOp load : group.getTaken())
        expander.take(group.distance, load.getResult());
    }
  }

  /// Emits what one iteration has of a group, if `comes`. Copies go to the
  /// places number `copyTo`, stores to `storeTo`.
  void emitGroup(const AheadGroup &group, IRMapping &map, Value comes,
                 Value copyTo, Value storeTo) {
    for (Operation *op : group.ops)
      builder.clone(*op, map);
    if (plan.inPlace) {
      // Each has a group of its own. In the loop they come later.
      if (!isInLoop && !group.copies.empty())
        for (LoadOp load : getInOrderOfLastUse())
          emitCopyInPlace(load, map, comes, copyTo);
      for (LoadOp load : group.loads)
        emitLoad(load, map, comes);
      return;
    }
    emitCopies(group.copies, map, comes, copyTo);
    for (LoadOp load : group.stores)
      LocalStoreOp::create(builder, load.getLoc(), map.lookup(load.getResult()),
                           getPlace(load, storeTo));
    if (!group.copies.empty() && hasAsyncCopies)
      AsyncCommitGroupOp::create(builder, loc);
    for (LoadOp load : group.loads)
      emitLoad(load, map, comes);
  }

  void emitCopyInPlace(LoadOp load, IRMapping &map, Value comes, Value copyTo) {
    emitMaskedCopy(load, map, comes, copyTo);
    AsyncCommitGroupOp::create(builder, loc);
  }

  /// The last operation of the body that needs what a place has, or is computed
  /// of that up to a product.
  Operation *getLastUse(LoadOp load) {
    SetVector<Operation *> ops;
    ops.insert(load);
    Operation *last = load;
    for (size_t i = 0; i < ops.size(); ++i)
      for (Operation *user : ops[i]->getUsers()) {
        Operation *op = loop.getBody()->findAncestorOpInBlock(*user);
        if (op->hasTrait<OpTrait::IsTerminator>())
          continue;
        if (last->isBeforeInBlock(op))
          last = op;
        if (!isa<DotOp>(op) && isMemoryEffectFree(op))
          ops.insert(op);
      }
    return last;
  }

  /// The loads in the order in which their places are free.
  ArrayRef<LoadOp> getInOrderOfLastUse() {
    if (inOrder.empty()) {
      for (const auto &[op, ahead] : plan.loads)
        inOrder.push_back(cast<LoadOp>(op));
      llvm::stable_sort(inOrder, [&](LoadOp a, LoadOp b) {
        Operation *lastA = getLastUse(a), *lastB = getLastUse(b);
        return lastA != lastB && lastA->isBeforeInBlock(lastB);
      });
    }
    return inOrder;
  }

  /// Waits for the copy of a load that goes in place, before its first use:
  /// those that were issued later may be on their way.
  void waitInPlace(LoadOp load) {
    if (!plan.inPlace || !waitedInPlace.insert(load).second)
      return;
    ArrayRef<LoadOp> order = getInOrderOfLastUse();
    unsigned number = llvm::find(order, load) - order.begin();
    AsyncWaitOp::create(builder, load.getLoc(),
                        order.size() * plan.distance - 1 - number +
                            numCopiedInPlace);
  }

  void emitPrologue() {
    Value isEntered = emitIsEntered(builder, loop, IRMapping());
    // By iteration: whether it comes, and its number.
    SmallVector<std::pair<Value, Value>> iterations{
        {isEntered, loop.getLowerBound()}};
    for (unsigned i = 1; i < plan.groups.back().distance; ++i) {
      Value comes = expander.emitComes(builder, loop.getLowerBound(), i);
      iterations.emplace_back(
          emitBoth(builder, loc, isEntered, comes),
          builder.createOrFold<arith::AddIOp>(loc, loop.getLowerBound(),
                                              expander.emitSteps(builder, i)));
    }
    expander.emitPrologue([&](unsigned part, unsigned i, IRMapping &map) {
      const auto *group = llvm::find_if(plan.groups, [&](const auto &group) {
        return group.distance == part;
      });
      if (group == plan.groups.end())
        return;
      map.map(loop.getInductionVar(), iterations[i].second);
      emitGroup(*group, map, iterations[i].first, constantI32(i),
                constantI32(0));
    });
  }

  //===--------------------------------------------------------------------===//
  // The loop
  //===--------------------------------------------------------------------===//

  void emitLoop() {
    // Carried also: the place that is read, the one that is written, which is
    // that of the iteration before, and the phase.
    SmallVector<Value> inits;
    if (hasCopies)
      inits.push_back(ring ? firstRingPlace : constantI32(0));
    if (isCarryingTarget())
      inits.push_back(constantI32(plan.distance));
    if (hasStores)
      inits.push_back(constantI32(0));
    if (numBoxes != 0)
      inits.push_back(ring ? firstRingParity : constantI32(0));
    isInLoop = true;
    scf::ForOp newLoop = expander.emitLoop(
        builder, loop.getLowerBound(), inits,
        [&](scf::ForOp newLoop, MutableArrayRef<IRMapping> maps,
            ValueRange args) { return emitBody(newLoop, maps, args); });
    newLoop->removeDiscardableAttr(kProducerWarpAttrName);
    newLoop->removeDiscardableAttr(kCopiesInPlaceAttrName);
    if (ring) {
      lastPlace = newLoop.getResults().drop_back().back();
      lastParity = newLoop.getResults().back();
    }
  }

  /// Emits an iteration; `args` are the places and the phase. Returns the next
  /// ones.
  SmallVector<Value> emitBody(scf::ForOp newLoop,
                              MutableArrayRef<IRMapping> maps,
                              ValueRange args) {
    Value copyFrom, copyTo, storeFrom, storeTo;
    if (hasCopies) {
      copyFrom = args.front();
      args = args.drop_front();
    }
    if (isCarryingTarget()) {
      copyTo = args.front();
      args = args.drop_front();
    } else if (plan.inPlace) {
      copyTo = copyFrom;
    } else if (hasCopies && !ring) {
      // The place before it: made here, barriers know that it is another one.
      // If all are copies, no condition uses it, and it is ready earlier.
      copyTo = arith::SelectOp::create(
          builder, loc,
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                copyFrom, constantI32(0)),
          constantI32(plan.distance),
          arith::AddIOp::create(builder, loc, copyFrom, constantI32(-1)));
    }
    if (hasAsyncCopies && !plan.inPlace)
      AsyncWaitOp::create(builder, loc, plan.distance - 1);
    if (hasStores) {
      storeFrom = args.front();
      storeTo = arith::XOrIOp::create(builder, loc, storeFrom, constantI32(1));
    }
    if (numBoxes != 0)
      parity = args.back();

    // The groups.
    Value copiesCome;
    Value iv = newLoop.getInductionVar();
    for (const AheadGroup &group : plan.groups) {
      Value comes;
      if (!group.copies.empty() || !group.loads.empty())
        comes = expander.emitComes(builder, iv, group.distance);
      IRMapping &map = maps[group.distance];
      map.map(loop.getInductionVar(),
              group.usesInductionVar
                  ? arith::AddIOp::create(
                        builder, loc, iv,
                        expander.emitSteps(builder, group.distance))
                  : iv);
      emitGroup(group, map, comes, copyTo, storeTo);
      if (!group.copies.empty())
        copiesCome = comes;
    }

    // The iteration itself.
    if (numBoxes != 0 && !ring)
      MBarrierWaitOp::create(
          builder, loc, pickPlace(builder, loc, barriers, copyFrom), parity);
    IRMapping &map = maps[0];
    map.map(loop.getInductionVar(), iv);
    for (Operation &op : loop.getBody()->without_terminator()) {
      // Also of loads that no operation needs: the producer warp copies all.
      if (ring)
        emitRingWait(&op, copyFrom);
      if (live.contains(&op))
        emitMain(&op, copyFrom, storeFrom, map);
      if (ring)
        emitRingGive(&op, copyFrom, map);
      if (plan.inPlace)
        for (LoadOp load : getInOrderOfLastUse())
          if (getLastUse(load) == &op) {
            emitCopyInPlace(load, maps[plan.distance], copiesCome, copyFrom);
            ++numCopiedInPlace;
          }
    }
    if (ring)
      emitRingGive(loop.getBody()->getTerminator(), copyFrom, map);
    SmallVector<Value> next;
    Value nextPhase;
    if (hasCopies) {
      auto [place, wraps] =
          emitNextPlace(builder, loc, copyFrom, plan.getNumPlaces());
      next.push_back(place);
      // Round, it is the next phase.
      if (numBoxes != 0)
        nextPhase = emitNextParity(builder, loc, parity, wraps);
    }
    // With one place more than copies in flight, the next that is written is
    // the one that was read.
    if (isCarryingTarget())
      next.push_back(
          plan.spare
              ? emitNextPlace(builder, loc, copyTo, plan.getNumPlaces()).first
              : copyFrom);
    if (hasStores)
      next.push_back(storeTo);
    if (numBoxes != 0)
      next.push_back(nextPhase);
    return next;
  }

  /// Whether the loop carries the number of the place that is written, too, not
  /// only that of the place that is read.
  bool isCarryingTarget() const {
    return hasCopies && !mayStoreCopies() && !ring && !plan.inPlace;
  }

  /// Waits for the boxes that come with the load, if it is their first one.
  void emitRingWait(Operation *op, Value place) {
    for (const Ring &boxes : ring->rings)
      if (llvm::is_contained(boxes.loads, op) && waited.insert(&boxes).second)
        MBarrierWaitOp::create(builder, op->getLoc(),
                               pickPlace(builder, loc, boxes.full, place),
                               parity);
  }

  /// After the last operation that reads them, hands the places to the producer
  /// warp. A product in flight still reads the previous iteration's places
  /// until the present one's has begun.
  void emitRingGive(Operation *op, Value place, IRMapping &map) {
    for (const Ring &boxes : ring->rings) {
      if (getLastUse(boxes) != op)
        continue;
      Value given = place, comes;
      if (plan.spare) {
        given = getPlaceBefore(place);
        comes = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      map.lookup(loop.getInductionVar()),
                                      loop.getLowerBound());
      }
      giveBack(boxes, given, comes);
    }
  }

  /// The number of the place before, round.
  Value getPlaceBefore(Value place) {
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, place, constantI32(0));
    Value before = arith::AddIOp::create(builder, loc, place, constantI32(-1));
    return arith::SelectOp::create(
        builder, loc, isFirst, constantI32(plan.getNumPlaces() - 1), before);
  }

  /// Hands a place of a ring to the producer warp, if `comes`.
  void giveBack(const Ring &boxes, Value place, Value comes) {
    SmallVector<Value> handed;
    for (LoadOp load : boxes.loads)
      handed.push_back(getPlace(load, place));
    MBarrierArriveOp::create(builder, loc,
                             pickPlace(builder, loc, boxes.empty, place), comes,
                             handed);
  }

  /// The last operation of the body that reads the boxes' places.
  Operation *getLastUse(const Ring &boxes) {
    Operation *&last = lastUses[&boxes];
    if (last)
      return last;
    last = loop.getBody()->getTerminator();
    if (plan.spare)
      return last;
    SmallVector<Operation *> ops(boxes.loads.begin(), boxes.loads.end());
    Operation *found = nullptr;
    for (size_t i = 0; i < ops.size(); ++i) {
      Operation *op = loop.getBody()->findAncestorOpInBlock(*ops[i]);
      if (!found || found->isBeforeInBlock(op))
        found = op;
      // Where products take them they are not read before.
      if (isa<LoadOp, ConvertLayoutOp, TransOp>(ops[i]))
        llvm::append_range(ops, ops[i]->getUsers());
    }
    return last = found;
  }

  /// What an operation of the iteration becomes.
  void emitMain(Operation *op, Value copyFrom, Value storeFrom,
                IRMapping &map) {
    auto getSource = [&](LoadOp load) -> Value & {
      waitInPlace(load);
      Value &place = sources[load];
      if (!place)
        place = getPlace(load, plan.isCopy(load) ? copyFrom : storeFrom);
      return place;
    };
    if (auto load = dyn_cast<LoadOp>(op); load && plan.loads.contains(op)) {
      bool isUsed = llvm::any_of(load->getUsers(), [&](Operation *user) {
        if (isa<ConvertLayoutOp>(user) && user->getBlock() == loop.getBody())
          return false;
        Operation *ancestor = loop.getBody()->findAncestorOpInBlock(*user);
        return live.contains(ancestor) ||
               ancestor->hasTrait<OpTrait::IsTerminator>();
      });
      if (isUsed)
        map.map(load.getResult(),
                emitLocalLoad(load, load.getType(), getSource(load), map));
      return;
    }
    auto convert = dyn_cast<ConvertLayoutOp>(op);
    auto load = convert ? convert.getSrc().getDefiningOp<LoadOp>() : LoadOp();
    if (load && plan.loads.contains(load))
      map.map(convert.getResult(),
              emitLocalLoad(load, convert.getType(), getSource(load), map));
    else
      builder.clone(*op, map);
  }

  /// What the iteration's place has, in the layout of `type`.
  Value emitLocalLoad(LoadOp load, Type type, Value place, IRMapping &map) {
    Value tile = LocalLoadOp::create(builder, load.getLoc(), type, place);
    // What waited in registers is complete.
    if (!needsOther(load) || !plan.isCopy(load))
      return tile;
    auto convert = [&](Value value, Type to) -> Value {
      value = map.lookupOrDefault(value);
      if (value.getType() == to)
        return value;
      // A mask of ranges would wait for other threads otherwise.
      if (Value again = rematerialize(builder, value, getLayout(to)))
        return again;
      return ConvertLayoutOp::create(builder, load.getLoc(), to, value);
    };
    return arith::SelectOp::create(builder, load.getLoc(),
                                   convert(load.getMask(), getI1Like(type)),
                                   tile, convert(load.getOther(), type));
  }

  const LoopSchedule &plan;
  const RingLoop *ring;
  scf::ForOp loop;
  BodySlice live;
  LoopExpander expander;
  OpBuilder builder;
  Location loc;
  bool hasCopies = false, hasStores = false, isInLoop = false;
  /// Of the copies, whether some are made by all threads, and how many by one.
  bool hasAsyncCopies = false;
  unsigned numBoxes = 0;
  /// Of copies in place: the loads in the order in which places are free, those
  /// that the iteration has waited for, and how many it has copied.
  SmallVector<LoadOp> inOrder;
  DenseSet<Operation *> waitedInPlace;
  unsigned numCopiedInPlace = 0;
  /// By place, of the boxes.
  Value barriers;
  /// By load: all its places, and in the loop the one of the iteration.
  DenseMap<Operation *, Value> places, sources;
  /// Of rings: which were waited for, where each is used last, and the parity
  /// of the present phase.
  DenseSet<const Ring *> waited;
  DenseMap<const Ring *, Operation *> lastUses;
  Value parity;
  /// Where a ring begins, and where it has come to after the loop.
  Value firstRingPlace, firstRingParity, lastPlace, lastParity;
  /// The loop around whose next iteration's first loads come early, if it has
  /// that, and what stands before these loads.
  scf::ForOp outer;
  Operation *beforePrologue = nullptr;
};
} // namespace

/// What the producer warp and the others share of the loops that it copies for,
/// and the warp. All is at the kernel's beginning.
static std::vector<RingLoop> emitProducer(FunctionOpInterface func,
                                          ArrayRef<LoopSchedule> plans) {
  std::vector<RingLoop> rings;
  ScalarSlice slice;
  auto builder = OpBuilder::atBlockBegin(&func.getFunctionBody().front());
  unsigned numWarps = getNumWarps(func);
  bool hasRoomForTwo =
      2 * countSumColumns(func) <= int64_t(kTensorMemoryColumns);
  for (const LoopSchedule &plan : plans) {
    if (!plan.hasProducer)
      continue;
    slice.merge(plan.slice);
    scf::ForOp loop = plan.loop;
    RingLoop ring;
    ring.loop = loop;
    ring.depth = plan.getNumPlaces();
    for (const auto &[op, ahead] : plan.loads)
      ring.places[op] = LocalAllocOp::create(builder, op->getLoc(),
                                             plan.getPlaces(cast<LoadOp>(op)));
    for (SmallVector<LoadOp> &loads : groupBoxes(plan)) {
      Ring &boxes = ring.rings.emplace_back();
      boxes.full =
          createBarriers(builder, loop.getLoc(), ring.depth, loads.size());
      boxes.empty = createBarriers(builder, loop.getLoc(), ring.depth,
                                   plan.hasProductWarp ? 1 : numWarps);
      boxes.loads = std::move(loads);
    }
    bool isAlone = getLoopsAround(loop).empty();
    if (isAlone)
      ring.start = createBarriers(builder, loop.getLoc(), 1, numWarps);
    if (plan.hasProductWarp) {
      RingProduct &product = ring.product.emplace();
      product.dot = *loop.getBody()->getOps<DotOp>().begin();
      auto type = cast<RankedTensorType>(product.dot.getType());
      // While one is loaded, the next one is made.
      unsigned count = isAlone || !hasRoomForTwo ? 1 : 2;
      product.sums = TensorPlacesOp::create(
          builder, loop.getLoc(), TensorPlacesType::get(count, type), Value(),
          /*column=*/0);
      product.full = createBarriers(builder, loop.getLoc(), count, 1);
      if (!isAlone)
        product.empty = createBarriers(builder, loop.getLoc(), count,
                                       numWarps * getCTAsOfProgram(func));
    }
    rings.push_back(std::move(ring));
  }
  if (rings.empty())
    return rings;
  emitProducerWarp(ProducerWarpOp::create(builder, func.getLoc()), slice,
                   rings);
  if (llvm::any_of(
          rings, [](const RingLoop &ring) { return ring.product.has_value(); }))
    emitProductWarp(ProductWarpOp::create(builder, func.getLoc()), slice,
                    rings);
  return rings;
}

Schedule tilegpu::findSchedule(Operation *op) {
  Schedule found = Schedule::None;
  op->walk([&](Operation *inner) {
    if (inner->hasAttr(kProductsScheduledAttrName))
      found = Schedule::Products;
    else if (inner->hasAttr(kAheadAttrName))
      found = std::max(found, Schedule::Loads);
  });
  return found;
}

FailureOr<unsigned> tilegpu::pipelineLoops(FunctionOpInterface func) {
  // Rewriting makes operations without attributes: all is read before.
  auto schedules = readSchedules(func);
  if (failed(schedules))
    return failure();
  std::vector<RingLoop> rings = emitProducer(func, *schedules);
  const RingLoop *nextRing = rings.data();
  bool goesOn = false;
  for (const LoopSchedule &schedule : *schedules) {
    for (const auto &[op, ahead] : schedule.loads)
      if (ahead.kind == AheadKind::Box)
        describeBox(cast<FuncOp>(func.getOperation()), cast<LoadOp>(op),
                    ahead.place.getShape());
    goesOn |= schedule.hasProducer && !getLoopsAround(schedule.loop).empty();
    Pipeliner(schedule, schedule.hasProducer ? nextRing++ : nullptr).run();
  }
  if (auto kernel = dyn_cast<FuncOp>(func.getOperation())) {
    auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    useBoxStores(kernel, builder, /*onlyAdditions=*/!goesOn);
    takePrograms(kernel);
  }
  return schedules->size();
}

namespace {

struct TilePipelineLoops
    : tile::impl::TilePipelineLoopsBase<TilePipelineLoops> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>()) {
      if (func.isExternal())
        continue;
      FailureOr<unsigned> count = pipelineLoops(func);
      if (failed(count))
        return signalPassFailure();
      numLoops += *count;
    }
    dropUnusedMaps(module);
  }
};

} // namespace
