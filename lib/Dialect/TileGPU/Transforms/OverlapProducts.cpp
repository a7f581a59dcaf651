//===- OverlapProducts.cpp - Products during other work -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/OverlapProducts.h"

#include "LaterLoads.h"
#include "LoopExpander.h"
#include "Steps.h"

#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEOVERLAPPRODUCTS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// A loop of several products in two parts; the second part runs an iteration
/// late.
class LateProduct {
public:
  explicit LateProduct(scf::ForOp loop) : loop(loop) {}

  /// Finds the parts; false if the loop has none.
  bool find() {
    if (!checkEffects() || products.size() < 2)
      return false;
    late = products.back();
    if (!late->hasOneUse())
      return false;
    wait = dyn_cast<WarpgroupWaitOp>(*late->user_begin());
    if (!wait || !findPrevious() || !addLate(late) || !addForward())
      return false;
    addCheap();
    if (!addRings() || !makesOperandEarly())
      return false;
    split();
    return findCrossing();
  }

  WarpgroupDotOp getLate() { return late; }

  void rewrite();

private:
  Block *getBody() { return loop.getBody(); }
  bool isInBody(Operation *op) { return op && op->getBlock() == getBody(); }
  bool isLate(Operation *op) { return lateOps.contains(op); }

  bool checkEffects();
  bool findPrevious();
  bool addLate(Operation *op);
  bool addForward();
  void addCheap();
  bool addRings();
  /// Whether the first part makes the late product's left operand.
  bool makesOperandEarly() {
    Value operand = late.getA();
    return isa<MemDescType>(operand.getType()) ||
           !isLate(operand.getDefiningOp());
  }
  void split();
  bool findCrossing();

  bool isLateArg(BlockArgument arg) {
    return lateArgs.contains(arg.getArgNumber());
  }
  void emit(OpBuilder &builder, ArrayRef<Operation *> ops, IRMapping &map,
            unsigned pending = 0);

  scf::ForOp loop;
  SmallVector<WarpgroupDotOp> products;
  /// The last one, which runs late, and the wait for it.
  WarpgroupDotOp late;
  WarpgroupWaitOp wait;
  /// The product before it, and the wait for it, which is the first to see it.
  WarpgroupDotOp previous;
  WarpgroupWaitOp previousWait;
  /// What runs an iteration late.
  DenseSet<Operation *> lateOps;
  /// The numbers of the block arguments that only this changes.
  DenseSet<unsigned> lateArgs;
  /// In program order: of the first part what begins its last product, and the
  /// rest; of the second part what begins the product, and what follows.
  SmallVector<Operation *> begin, rest, lateBegin, lateRest;
  /// What the second part takes from the first one, or from what this carries.
  llvm::SetVector<Value> crossing;
};

/// Nothing else than products, the places that they read, and loads.
bool LateProduct::checkEffects() {
  for (Operation &op : getBody()->without_terminator()) {
    if (auto dot = dyn_cast<WarpgroupDotOp>(op))
      products.push_back(dot);
    else if (auto wait = dyn_cast<WarpgroupWaitOp>(op)) {
      if (wait.getPending() != 0)
        return false;
    } else if (auto load = dyn_cast<LoadOp>(op)) {
      if (load.getIsVolatile())
        return false;
    } else if (!isa<MBarrierWaitOp, MBarrierArriveOp, LocalLoadOp>(op) &&
               !isMemoryEffectFree(&op)) {
      return false;
    }
    if (op.getNumRegions() != 0 && !isMemoryEffectFree(&op))
      return false;
  }
  return true;
}

bool LateProduct::findPrevious() {
  previous = products[products.size() - 2];
  if (!previous->hasOneUse())
    return false;
  previousWait = dyn_cast<WarpgroupWaitOp>(*previous->user_begin());
  return isInBody(previousWait);
}

bool LateProduct::addLate(Operation *op) {
  if (!lateOps.insert(op).second)
    return true;
  // The other products must not need it.
  if (isa<WarpgroupDotOp>(op) && op != late)
    return false;
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = getBody()->findAncestorOpInBlock(*user);
    if (ancestor == getBody()->getTerminator())
      continue;
    if (!ancestor || !addLate(ancestor))
      return false;
  }
  return true;
}

/// Adds what depends on what the second part carries.
bool LateProduct::addForward() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (BlockArgument arg : loop.getRegionIterArgs()) {
      Value yielded = loop.getTiedLoopYieldedValue(arg)->get();
      if (!isLate(yielded.getDefiningOp()) ||
          !lateArgs.insert(arg.getArgNumber()).second)
        continue;
      changed = true;
      for (Operation *user : arg.getUsers()) {
        Operation *ancestor = getBody()->findAncestorOpInBlock(*user);
        if (ancestor == getBody()->getTerminator() || !ancestor ||
            !addLate(ancestor))
          return false;
      }
    }
  }
  return true;
}

/// Adds operations that cost next to nothing and have no other users, except
/// what makes the left operand in registers: packed to words it crosses in
/// fewer registers, and a thread packs while its exponentials wait for their
/// unit. Attention on an H200, TFLOP/s, the operand made late and early: bf16,
/// heads of 128: 629 and 664; causal 630 and 656; f16, 128 x 64: 517 and 588;
/// heads of 64: 408 and 424; e4m3: 854 and 913.
void LateProduct::addCheap() {
  auto isCheap = [](Operation *op) {
    return isa<BroadcastOp, ExpandDimsOp, SplatOp, MemDescIndexOp,
               MemDescTransOp, LocalLoadOp>(op);
  };
  for (Operation &op : llvm::reverse(*getBody()))
    if (isCheap(&op) && !isLate(&op) && !op.use_empty() &&
        llvm::all_of(op.getUsers(), [&](Operation *user) {
          return isLate(getBody()->findAncestorOpInBlock(*user));
        }))
      lateOps.insert(&op);
}

/// Puts waits for rings, and arrivals, to the part that reads their places.
bool LateProduct::addRings() {
  // Of a place, whether the parts read it.
  DenseMap<Operation *, std::pair<bool, bool>> readers;
  auto addReader = [&](Operation *op, Value place) {
    if (isa<MemDescType>(place.getType()))
      (isLate(op) ? readers[getAllocation(place)].second
                  : readers[getAllocation(place)].first) = true;
  };
  for (Operation &op : *getBody()) {
    if (auto dot = dyn_cast<WarpgroupDotOp>(op)) {
      addReader(dot, dot.getA());
      addReader(dot, dot.getB());
    } else if (auto load = dyn_cast<LocalLoadOp>(op)) {
      addReader(load, load.getSrc());
    }
  }
  // The places that copies fill which signal a barrier.
  DenseMap<Operation *, SmallVector<Operation *>> filled;
  if (ProducerWarpOp producer =
          getProducerWarp(loop->getParentOfType<FunctionOpInterface>()))
    producer.getBody().walk([&](BoxCopyOp copy) {
      filled[getAllocation(copy.getBarrier())].push_back(
          getAllocation(copy.getDst()));
    });
  for (Operation &op : *getBody()) {
    SmallVector<Operation *> places;
    if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
      for (Value place : arrive.getPlaces())
        places.push_back(getAllocation(place));
    else if (auto wait = dyn_cast<MBarrierWaitOp>(op))
      places = filled.lookup(getAllocation(wait.getBarrier()));
    else
      continue;
    bool isOfFirst = false, isOfSecond = false;
    for (Operation *place : places) {
      if (!place)
        return false;
      isOfFirst |= readers.lookup(place).first;
      isOfSecond |= readers.lookup(place).second;
    }
    if (isOfFirst == isOfSecond)
      return false;
    if (isOfSecond)
      lateOps.insert(&op);
  }
  // Once more, for the numbers of places and their addresses.
  addCheap();
  return true;
}

/// Divides both parts.
void LateProduct::split() {
  // What the first part's last product needs.
  llvm::SmallSetVector<Operation *, 16> needed;
  needed.insert(previous);
  for (Operation &op : *getBody())
    if (!isLate(&op) && isa<MBarrierWaitOp>(op) && op.isBeforeInBlock(previous))
      needed.insert(&op);
  for (size_t i = 0; i < needed.size(); ++i)
    needed[i]->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (Operation *def = operand.getDefiningOp();
            isInBody(def) && !isLate(def))
          needed.insert(def);
    });
  bool isBegun = false;
  for (Operation &op : getBody()->without_terminator()) {
    if (!isLate(&op)) {
      (needed.contains(&op) ? begin : rest).push_back(&op);
      continue;
    }
    (isBegun ? lateRest : lateBegin).push_back(&op);
    isBegun |= &op == late;
  }
}

bool LateProduct::findCrossing() {
  for (Operation &op : *getBody()) {
    if (!isLate(&op))
      continue;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *def = operand.getDefiningOp();
        auto arg = dyn_cast<BlockArgument>(operand);
        if (arg ? arg.getOwner() == getBody() && !isLateArg(arg)
                : isInBody(def) && !isLate(def))
          crossing.insert(operand);
      }
    });
  }
  return llvm::none_of(crossing, [](Value value) {
    return isa<MemDescType, PendingType>(value.getType());
  });
}

/// Clones operations; `pending` products may be in flight at the first part's
/// wait.
void LateProduct::emit(OpBuilder &builder, ArrayRef<Operation *> ops,
                       IRMapping &map, unsigned pending) {
  for (Operation *op : ops) {
    Operation *clone = builder.clone(*op, map);
    if (op == previousWait)
      cast<WarpgroupWaitOp>(clone).setPending(pending);
  }
}

void LateProduct::rewrite() {
  bool takesTurns = loop->hasAttr(kTurnsAttrName);
  loop->removeDiscardableAttr(kTurnsAttrName);
  late->removeDiscardableAttr(kLateAttrName);
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value isEntered =
      arith::CmpIOp::create(builder, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(),
                                  isEntered, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, loop.getInits());
  builder.setInsertionPointToStart(branch.thenBlock());
  auto turn = [&](TurnStep step) {
    if (takesTurns)
      TurnOp::create(builder, loc, step);
  };
  turn(TurnStep::Start);

  // The second part is late: the first one runs an iteration ahead of it.
  LoopExpander expander(loop, /*most=*/1);
  for (BlockArgument arg : loop.getRegionIterArgs())
    expander.carry(!isLateArg(arg), arg);
  for (Value value : crossing)
    expander.take(/*part=*/0, value);
  expander.emitPrologue([&](unsigned, unsigned, IRMapping &map) {
    map.map(loop.getInductionVar(), loop.getLowerBound());
    emit(builder, begin, map);
    emit(builder, rest, map);
  });
  Value second =
      arith::AddIOp::create(builder, loc, loop.getLowerBound(), loop.getStep());
  auto emitBody = [&](scf::ForOp rotated, MutableArrayRef<IRMapping> maps,
                      ValueRange) -> SmallVector<Value> {
    IRMapping &before = maps[0], &now = maps[1];
    now.map(loop.getInductionVar(), rotated.getInductionVar());
    turn(TurnStep::Wait);
    emit(builder, begin, now);
    emit(builder, lateBegin, before);
    turn(TurnStep::Give);
    emit(builder, rest, now, /*pending=*/1);
    emit(builder, lateRest, before);
    return {};
  };
  expander.emitLoop(builder, second, {}, emitBody);

  turn(TurnStep::Stop);
  // The second part of the last iteration.
  IRMapping last = expander.mapResults(/*part=*/0),
            next = expander.mapResults(/*part=*/1);
  emit(builder, lateBegin, last);
  emit(builder, lateRest, last);
  SmallVector<Value> results;
  for (BlockArgument arg : loop.getRegionIterArgs())
    results.push_back(
        isLateArg(arg)
            ? last.lookupOrDefault(loop.getTiedLoopYieldedValue(arg)->get())
            : next.lookup(arg));
  scf::YieldOp::create(builder, loc, results);
  loop.replaceAllUsesWith(branch.getResults());
  loop.erase();
}

} // namespace

/// Bytes that a function's places take.
static int64_t getPlaceBytes(FunctionOpInterface func) {
  int64_t bytes = allocateSharedMemory(func);
  func->removeAttr(kSharedMemoryAttrName);
  func->walk([](LocalAllocOp op) { op->removeAttr(kOffsetAttrName); });
  return bytes;
}

/// Puts left operands that a loop takes in registers, and does not change, to
/// shared memory, as far as there is room without another place's bytes: the
/// loop needs the registers.
static void placeInvariantOperands(FunctionOpInterface func) {
  TargetAttr target = getTarget(func);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  if (!info)
    return;
  int64_t room = getMaxSharedMemory(info->capability) - getPlaceBytes(func);
  DenseMap<Value, Value> places;
  func->walk([&](WarpgroupDotOp dot) {
    auto loop = dot->getParentOfType<scf::ForOp>();
    Value tile = dot.getA();
    auto type = dyn_cast<RankedTensorType>(tile.getType());
    if (!type || !loop || !loop.isDefinedOutsideOfLoop(tile) ||
        matchPattern(tile, m_Constant()))
      return;
    Value &place = places[tile];
    if (!place) {
      Type elements = type.getElementType();
      SharedLayoutAttrInterface layout =
          makeWarpgroupPlace(type.getShape(), elements, /*order=*/{1, 0});
      if (!layout ||
          !MatrixDescriptor::match(layout.toLinearLayout(type.getShape()),
                                   getByteWidth(elements), /*kDim=*/1,
                                   getInstructionRows(dot.getType().getTile())))
        return;
      auto placeType = MemDescType::get(type.getShape(), elements, layout);
      if (placeType.getNumBytes() > room)
        return;
      room -= placeType.getNumBytes();
      OpBuilder builder(func.getContext());
      builder.setInsertionPointAfterValue(tile);
      place = LocalAllocOp::create(builder, tile.getLoc(), placeType);
      LocalStoreOp::create(builder, tile.getLoc(), tile, place);
    }
    dot.getAMutable().assign(place);
  });
}

/// Puts a barrier before the first loop whose products read what threads stored
/// before, such as q: else it would stand in the loops.
static void showOperands(FunctionOpInterface func) {
  DenseSet<Operation *> shown;
  Block *block = &func.getFunctionBody().front();
  func->walk([&](WarpgroupDotOp dot) {
    auto loop = dot->getParentOfType<scf::ForOp>();
    if (!loop || loop->getBlock() != block)
      return;
    for (Value operand : {dot.getA(), Value(dot.getB())}) {
      LocalAllocOp place = isa<MemDescType>(operand.getType())
                               ? getAllocation(operand)
                               : LocalAllocOp();
      bool isStoredBefore =
          place && llvm::any_of(place->getUsers(), [&](Operation *user) {
            return isa<LocalStoreOp>(user) && user->getBlock() == block &&
                   user->isBeforeInBlock(loop);
          });
      if (!isStoredBefore || !shown.insert(place).second)
        continue;
      OpBuilder builder(loop);
      if (!isa_and_present<BarrierOp>(loop->getPrevNode()))
        BarrierOp::create(builder, loop.getLoc(), BarrierScope::CTA);
    }
  });
}

WarpgroupDotOp tilegpu::findLateProduct(scf::ForOp loop) {
  LateProduct product(loop);
  return product.find() ? product.getLate() : WarpgroupDotOp();
}

/// Runs the products late that are to be.
static FailureOr<unsigned> runLate(FunctionOpInterface func) {
  SmallVector<WarpgroupDotOp> dots;
  func->walk([&](WarpgroupDotOp dot) {
    if (dot->hasAttr(kLateAttrName))
      dots.push_back(dot);
  });
  for (WarpgroupDotOp dot : dots) {
    auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
    std::optional<LateProduct> product;
    if (loop)
      product.emplace(loop);
    if (!product || !product->find() || product->getLate() != dot)
      return dot.emitOpError("cannot have '")
             << kLateAttrName
             << "': expected the last of several products of scf.for, whose "
                "other products need nothing of it, and no other effects "
                "than loads and waits for places";
    product->rewrite();
  }
  return dots.size();
}

FailureOr<unsigned> tilegpu::overlapProducts(FunctionOpInterface func) {
  // Of loops whose places a producer warp fills.
  if (getProducerWarp(func)) {
    placeInvariantOperands(func);
    showOperands(func);
  }
  FailureOr<unsigned> count = runLate(func);
  if (succeeded(count))
    *count += orderProducts(func);
  return count;
}

namespace {

struct TileOverlapProducts
    : tile::impl::TileOverlapProductsBase<TileOverlapProducts> {
  void runOnOperation() override {
    for (FuncOp func : getOperation().getOps<FuncOp>()) {
      FailureOr<unsigned> count = overlapProducts(func);
      if (failed(count))
        return signalPassFailure();
      numLoops += *count;
      numWaits += fillLastWaits(func);
    }
  }
};

} // namespace
