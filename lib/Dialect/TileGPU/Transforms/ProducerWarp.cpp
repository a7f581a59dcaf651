//===- ProducerWarp.cpp - Copies by a warp of their own -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProducerWarp.h"

#include "CTAPairs.h"
#include "LoopExpander.h"

#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

//===----------------------------------------------------------------------===//
// What it needs
//===----------------------------------------------------------------------===//

SmallVector<scf::ForOp> tilegpu::getLoopsAround(scf::ForOp loop) {
  SmallVector<scf::ForOp> loops;
  while ((loop = loop->getParentOfType<scf::ForOp>()))
    loops.push_back(loop);
  return loops;
}

bool tilegpu::dependsOn(llvm::SetVector<Value> values,
                        function_ref<bool(Operation *)> isIt) {
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[i];
    Operation *op = value.getDefiningOp();
    auto arg = dyn_cast<BlockArgument>(value);
    auto loop = dyn_cast<scf::ForOp>(arg ? arg.getOwner()->getParentOp() : op);
    if (op && isIt(op))
      return true;
    if (arg && loop && arg != loop.getInductionVar()) {
      values.insert(loop.getTiedLoopInit(arg)->get());
      values.insert(loop.getTiedLoopYieldedValue(arg)->get());
    } else if (arg && !loop && !isa<FuncOp>(arg.getOwner()->getParentOp())) {
      return true;
    } else if (op && loop) {
      values.insert(
          loop.getRegionIterArg(cast<OpResult>(value).getResultNumber()));
    } else if (op) {
      values.insert(op->operand_begin(), op->operand_end());
    }
  }
  return false;
}

std::string ScalarSlice::add(scf::ForOp loop, ArrayRef<Value> values,
                             function_ref<bool(LoadOp)> mayLoad) {
  this->mayLoad = mayLoad;
  addOperation(loop);
  for (Value value : values)
    addValue(value);
  this->mayLoad = {};
  return problem;
}

void ScalarSlice::addAround(Operation *op) {
  Operation *parent = op->getParentOp();
  if (!isa<FunctionOpInterface>(parent))
    addOperation(parent);
}

void ScalarSlice::addValue(Value value) {
  if (!problem.empty())
    return;
  auto addCarried = [&](scf::ForOp loop, unsigned number) {
    BlockArgument arg = loop.getRegionIterArg(number);
    addOperation(loop);
    if (!args.insert(arg).second)
      return;
    addValue(loop.getTiedLoopInit(arg)->get());
    addValue(loop.getTiedLoopYieldedValue(arg)->get());
  };
  auto arg = dyn_cast<BlockArgument>(value);
  Operation *op = arg ? arg.getOwner()->getParentOp() : value.getDefiningOp();
  if (arg && isa<FunctionOpInterface>(op)) {
    if (!arg.getOwner()->isEntryBlock())
      problem = "the kernel has branches to blocks";
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (!arg)
      addCarried(loop, cast<OpResult>(value).getResultNumber());
    else if (arg != loop.getInductionVar())
      addCarried(loop, arg.getArgNumber() - 1);
    else
      addOperation(loop);
    return;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    addOperation(branch);
    if (args.insert(value).second)
      for (Block *block : {branch.thenBlock(), branch.elseBlock()})
        addValue(block->getTerminator()->getOperand(
            cast<OpResult>(value).getResultNumber()));
    return;
  }
  addOperation(op);
}

void ScalarSlice::addOperation(Operation *op) {
  if (!problem.empty() || !ops.insert(op).second)
    return;
  addAround(op);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (Value bound :
         {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
      addValue(bound);
    return;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return addValue(branch.getCondition());
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>)) {
    problem = "elements of tiles say where it reads";
    return;
  }
  auto load = dyn_cast<LoadOp>(op);
  bool isAllowed = load ? !load.getIsVolatile() && mayLoad(load)
                        : isMemoryEffectFree(op) && op->getNumRegions() == 0;
  if (!isAllowed) {
    problem = ("'" + op->getName().getStringRef() +
               "', on which it depends, may not run twice")
                  .str();
    return;
  }
  for (Value operand : op->getOperands())
    addValue(operand);
}

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

/// Whether the asm asks for the CTA's threads, or waits for them.
static bool countsThreads(ElementwiseInlineAsmOp op) {
  if (op.getUseFallback())
    return false;
  unsigned effects = getAsmInfo(op)->getEffects();
  return (effects &
          (ptx::Synchronizes | ptx::AcrossWarps | ptx::IsNumberedBarrier)) ||
         op.getAsmString().contains("%ntid") ||
         op.getAsmString().contains("%nwarpid");
}

bool tilegpu::mayHaveProducerWarp(FunctionOpInterface kernel) {
  // With more warps than these, the producer's would leave fewer registers.
  constexpr unsigned kMostWarps = 8;
  auto func = dyn_cast<FuncOp>(kernel.getOperation());
  // Branches to blocks, of early returns, would have to be the producer's, too.
  if (!func || !func.isKernel() || !func.getBody().hasOneBlock() ||
      getProgramsPerCTA(func) != 1 ||
      getNumWarps(func) % kWarpgroupWarps != 0 ||
      getNumWarps(func) > kMostWarps)
    return false;
  WalkResult walked = func.walk([](Operation *op) {
    bool counts = isa<CallOp, PrintOp, ProducerWarpOp>(op) ||
                  (isa<ElementwiseInlineAsmOp>(op) &&
                   countsThreads(cast<ElementwiseInlineAsmOp>(op))) ||
                  (isa<BarrierOp>(op) &&
                   cast<BarrierOp>(op).getScope() == BarrierScope::Group);
    return counts ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Code of both sides
//===----------------------------------------------------------------------===//

Value tilegpu::createBarriers(OpBuilder &builder, Location loc, unsigned places,
                              unsigned count) {
  auto layout =
      SwizzledSharedAttr::get(builder.getContext(), /*vec=*/1, /*perPhase=*/1,
                              /*maxPhase=*/1, /*order=*/{0});
  Value barriers = LocalAllocOp::create(
      builder, loc,
      MemDescType::get({int64_t(places), 1}, builder.getI64Type(), layout));
  MBarrierInitOp::create(builder, loc, barriers, count);
  return barriers;
}

Value tilegpu::pickPlace(OpBuilder &builder, Location loc, Value places,
                         Value index) {
  auto type = cast<MemDescType>(places.getType());
  return MemDescIndexOp::create(builder, loc,
                                MemDescType::get(type.getTileShape(),
                                                 type.getElementType(),
                                                 type.getLayout()),
                                places, index);
}

Value tilegpu::emitI32(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}

std::pair<Value, Value> tilegpu::emitNextPlace(OpBuilder &builder, Location loc,
                                               Value place, unsigned depth) {
  Value next =
      arith::AddIOp::create(builder, loc, place, emitI32(builder, loc, 1));
  Value wraps = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      next, emitI32(builder, loc, depth));
  next = arith::SelectOp::create(builder, loc, wraps, emitI32(builder, loc, 0),
                                 next);
  return {next, wraps};
}

Value tilegpu::emitNextParity(OpBuilder &builder, Location loc, Value parity,
                              Value wraps) {
  return arith::XOrIOp::create(
      builder, loc, parity,
      arith::ExtUIOp::create(builder, loc, builder.getI32Type(), wraps));
}

void tilegpu::emitBoxCopy(OpBuilder &builder, LoadOp load, const IRMapping &map,
                          Value place, Value barrier, Value pred) {
  SmallVector<Value> coordinates;
  for (Value coordinate : load.getCoordinates())
    coordinates.push_back(map.lookupOrDefault(coordinate));
  BoxCopyOp::create(builder, load.getLoc(), load.getMap(), coordinates, place,
                    barrier, pred, load.getBoxDims());
}

std::pair<LoadOp, bool> tilegpu::findLoad(Value operand) {
  bool isTransposed = false;
  while (Operation *op = operand.getDefiningOp()) {
    if (auto load = dyn_cast<LoadOp>(op))
      return {load, isTransposed};
    auto trans = dyn_cast<TransOp>(op);
    if (!trans && !isa<ConvertLayoutOp>(op))
      break;
    isTransposed ^= trans && trans.getOrder()[0] == 1;
    operand = op->getOperand(0);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Code of the warps
//===----------------------------------------------------------------------===//

namespace {
/// Emits what the producer warp runs, or, of loops with a product, what the
/// product warp does.
class WarpEmitter {
public:
  WarpEmitter(const ScalarSlice &slice, ArrayRef<RingLoop> loops,
              bool isProducer)
      : slice(slice), loops(loops), isProducer(isProducer) {}

  void run(Operation *warp) {
    OpBuilder builder(warp->getContext());
    builder.setInsertionPointToEnd(&warp->getRegion(0).front());
    emitBlock(builder, *warp->getBlock());
    if (isProducer && hasCTAPairs(warp))
      for (const RingLoop &ring : loops)
        emitLastWaits(builder, ring);
  }

private:
  /// Where a loop is: the ring's place, and of products that of the sums.
  struct State {
    Value place, parity, sum, sumParity;
  };
  /// What of that a warp's loops carry.
  SmallVector<Value *> getParts(State &state) const {
    if (isProducer)
      return {&state.place, &state.parity};
    return {&state.place, &state.parity, &state.sum, &state.sumParity};
  }

  void emitBlock(OpBuilder &builder, Block &block) {
    SmallVector<LoadOp> later;
    // What the next iteration's coordinates are loaded from comes while this
    // one's places are waited for. Other loops' copies keep their order.
    bool isAlone = current && llvm::none_of(block, [&](Operation &op) {
                     return op.getNumRegions() != 0 && slice.contains(&op);
                   });
    for (Operation &op : block.without_terminator()) {
      if (auto load = dyn_cast<LoadOp>(op); load && current && isProducer) {
        if (isAlone)
          later.push_back(load);
        else
          emitCopy(builder, load);
      }
      if (!slice.contains(&op))
        continue;
      if (auto loop = dyn_cast<scf::ForOp>(op))
        emitLoop(builder, loop);
      else if (auto branch = dyn_cast<scf::IfOp>(op))
        emitBranch(builder, branch);
      else
        builder.clone(op, map);
    }
    for (LoadOp load : later)
      emitCopy(builder, load);
  }

  /// The values that the producer needs, of those that a region hands on.
  SmallVector<Value> getYielded(Block &block, ArrayRef<unsigned> numbers) {
    SmallVector<Value> yielded;
    for (unsigned number : numbers)
      yielded.push_back(
          map.lookupOrDefault(block.getTerminator()->getOperand(number)));
    return yielded;
  }

  void emitLoop(OpBuilder &builder, scf::ForOp loop) {
    Location loc = loop.getLoc();
    const RingLoop *ring = nullptr;
    // The rings of the loop and of those inside; their state is carried.
    SmallVector<const RingLoop *> inside;
    for (const RingLoop &other : loops) {
      if (!isProducer && !other.product)
        continue;
      if (other.loop == loop)
        ring = &other;
      if (loop->isAncestor(other.loop))
        inside.push_back(&other);
    }
    if (ring && !isProducer)
      return emitProducts(builder, *ring);
    SmallVector<unsigned> numbers;
    SmallVector<Value> inits;
    for (BlockArgument arg : loop.getRegionIterArgs())
      if (slice.contains(arg)) {
        numbers.push_back(arg.getArgNumber() - 1);
        inits.push_back(map.lookupOrDefault(loop.getTiedLoopInit(arg)->get()));
      }
    if (ring && ring->start && isProducer) {
      Value zero = emitI32(builder, loc, 0);
      MBarrierWaitOp::create(builder, loc,
                             pickPlace(builder, loc, ring->start, zero), zero);
    }
    for (const RingLoop *other : inside)
      for (Value *part : getParts(getState(builder, other)))
        inits.push_back(*part);
    auto copy = scf::ForOp::create(builder, loc,
                                   map.lookupOrDefault(loop.getLowerBound()),
                                   map.lookupOrDefault(loop.getUpperBound()),
                                   map.lookupOrDefault(loop.getStep()), inits,
                                   nullptr, loop.getUnsignedCmp());
    if (loop->hasAttr(kProgramsAttrName))
      copy->setAttr(kProgramsAttrName, builder.getUnitAttr());
    Block *body = copy.getBody();
    if (!body->empty())
      body->back().erase();
    OpBuilder bodyBuilder = OpBuilder::atBlockEnd(body);
    map.map(loop.getInductionVar(), copy.getInductionVar());
    for (auto [i, number] : llvm::enumerate(numbers)) {
      map.map(loop.getRegionIterArg(number), copy.getRegionIterArg(i));
      map.map(loop.getResult(number), copy.getResult(i));
    }
    auto setStates = [&](ValueRange values) {
      values = values.drop_front(numbers.size());
      for (const RingLoop *other : inside)
        for (Value *part : getParts(states[other])) {
          *part = values.front();
          values = values.drop_front();
        }
    };
    setStates(copy.getRegionIterArgs());
    if (ring) {
      current = ring;
      filled.clear();
    }
    emitBlock(bodyBuilder, *loop.getBody());
    if (ring) {
      State &state = states[ring];
      auto [next, wraps] =
          emitNextPlace(bodyBuilder, loc, state.place, ring->depth);
      state.place = next;
      state.parity = emitNextParity(bodyBuilder, loc, state.parity, wraps);
      current = nullptr;
    }
    SmallVector<Value> yielded = getYielded(*loop.getBody(), numbers);
    for (const RingLoop *other : inside)
      for (Value *part : getParts(states[other]))
        yielded.push_back(*part);
    scf::YieldOp::create(bodyBuilder, loc, yielded);
    setStates(copy.getResults());
  }

  void emitBranch(OpBuilder &builder, scf::IfOp branch) {
    Location loc = branch.getLoc();
    SmallVector<unsigned> numbers;
    SmallVector<Type> types;
    for (OpResult result : branch.getResults())
      if (slice.contains(result)) {
        numbers.push_back(result.getResultNumber());
        types.push_back(result.getType());
      }
    auto copy = scf::IfOp::create(
        builder, loc, types, map.lookupOrDefault(branch.getCondition()),
        /*withElseRegion=*/branch.elseBlock() != nullptr);
    for (auto [from, to] :
         llvm::zip(branch->getRegions(), copy->getRegions())) {
      if (from.empty())
        continue;
      if (!to.front().empty())
        to.front().back().erase();
      OpBuilder inside = OpBuilder::atBlockEnd(&to.front());
      emitBlock(inside, from.front());
      scf::YieldOp::create(inside, loc, getYielded(from.front(), numbers));
    }
    for (auto [i, number] : llvm::enumerate(numbers))
      map.map(branch.getResult(number), copy.getResult(i));
  }

  /// The CTA ends after the other one's products have signalled that all places
  /// are empty.
  void emitLastWaits(OpBuilder &builder, const RingLoop &ring) {
    Location loc = ring.loop->getLoc();
    auto [place, parity, sum, sumParity] = getState(builder, &ring);
    for (unsigned i = 0; i < ring.depth; ++i) {
      for (const Ring &boxes : ring.rings)
        MBarrierWaitOp::create(
            builder, loc, pickPlace(builder, loc, boxes.empty, place), parity);
      auto [next, wraps] = emitNextPlace(builder, loc, place, ring.depth);
      place = next;
      parity = emitNextParity(builder, loc, parity, wraps);
    }
  }

  /// The load's box, where it is one of the present loop.
  void emitCopy(OpBuilder &builder, LoadOp load) {
    for (const Ring &ring : current->rings) {
      if (!llvm::is_contained(ring.loads, load))
        continue;
      Location loc = load.getLoc();
      State state = states.lookup(current);
      Value place = state.place, parity = state.parity;
      if (filled.insert(&ring).second)
        MBarrierWaitOp::create(
            builder, loc, pickPlace(builder, loc, ring.empty, place), parity);
      tilegpu::emitBoxCopy(
          builder, load, map,
          pickPlace(builder, loc, current->places.lookup(load), place),
          pickPlace(builder, loc, ring.full, place), Value());
    }
  }

  /// The products of a loop, if it has iterations.
  void emitProducts(OpBuilder &builder, const RingLoop &ring) {
    scf::ForOp loop = ring.loop;
    Location loc = loop.getLoc();
    State state = getState(builder, &ring);
    SmallVector<Value> values = {state.place, state.parity, state.sum,
                                 state.sumParity};
    Value entered = emitIsEntered(builder, loop, map);
    if (hasCTAPairs(loop)) {
      Value leads = emitLeads(builder, loc);
      entered =
          entered
              ? arith::AndIOp::create(builder, loc, entered, leads).getResult()
              : leads;
    }
    if (entered) {
      auto branch = scf::IfOp::create(
          builder, loc, SmallVector<Type>(4, builder.getI32Type()), entered,
          /*withElseRegion=*/true);
      OpBuilder inside = OpBuilder::atBlockBegin(branch.thenBlock());
      scf::YieldOp::create(inside, loc, emitProductLoop(inside, ring, state));
      inside.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(inside, loc, values);
      values.assign(branch.result_begin(), branch.result_end());
    } else {
      values = emitProductLoop(builder, ring, state);
    }
    states[&ring] = {values[0], values[1], values[2], values[3]};
  }

  /// Returns the state after it.
  SmallVector<Value> emitProductLoop(OpBuilder &builder, const RingLoop &ring,
                                     const State &state) {
    scf::ForOp loop = ring.loop;
    Location loc = loop.getLoc();
    const RingProduct &product = *ring.product;
    if (product.empty)
      MBarrierWaitOp::create(builder, loc,
                             pickPlace(builder, loc, product.empty, state.sum),
                             state.sumParity);
    Value no = arith::ConstantOp::create(builder, loc,
                                         builder.getBoolAttr(false)),
          yes = arith::ConstantOp::create(builder, loc,
                                          builder.getBoolAttr(true));
    auto copy = scf::ForOp::create(
        builder, loc, map.lookupOrDefault(loop.getLowerBound()),
        map.lookupOrDefault(loop.getUpperBound()),
        map.lookupOrDefault(loop.getStep()), {state.place, state.parity, no},
        nullptr, loop.getUnsignedCmp());
    OpBuilder body = OpBuilder::atBlockBegin(copy.getBody());
    Value place = copy.getRegionIterArg(0), parity = copy.getRegionIterArg(1);
    for (const Ring &boxes : ring.rings)
      MBarrierWaitOp::create(body, loc, pickPlace(body, loc, boxes.full, place),
                             parity);
    DotOp dot = product.dot;
    auto getOperand = [&](Value operand) -> Value {
      auto [load, isTransposed] = findLoad(operand);
      Value from = pickPlace(body, loc, ring.places.lookup(load), place);
      return isTransposed ? MemDescTransOp::create(body, loc, from) : from;
    };
    Value a = getOperand(dot.getA()), b = getOperand(dot.getB());
    TensorProductOp::create(body, dot.getLoc(), a, b, product.sums, state.sum,
                            copy.getRegionIterArg(2));
    for (const Ring &boxes : ring.rings)
      TensorCommitOp::create(body, loc,
                             pickPlace(body, loc, boxes.empty, place));
    auto [next, wraps] = emitNextPlace(body, loc, place, ring.depth);
    scf::YieldOp::create(
        body, loc,
        ValueRange{next, emitNextParity(body, loc, parity, wraps), yes});
    TensorCommitOp::create(builder, loc,
                           pickPlace(builder, loc, product.full, state.sum));
    auto [sum, sumWraps] =
        emitNextPlace(builder, loc, state.sum, product.getNumPlaces());
    return {copy.getResult(0), copy.getResult(1), sum,
            emitNextParity(builder, loc, state.sumParity, sumWraps)};
  }

  State &getState(OpBuilder &builder, const RingLoop *ring) {
    State &state = states[ring];
    if (state.place)
      return state;
    Location loc = ring->loop->getLoc();
    Value zero = emitI32(builder, loc, 0);
    // All places are empty: the phase before the first one has ended.
    Value one = emitI32(builder, loc, 1);
    state = {zero, isProducer ? one : zero, zero, one};
    return state;
  }

  const ScalarSlice &slice;
  ArrayRef<RingLoop> loops;
  bool isProducer;
  IRMapping map;
  /// The loop that is emitted, if it is one of `loops`, and its rings that have
  /// been waited for.
  const RingLoop *current = nullptr;
  DenseSet<const Ring *> filled;
  DenseMap<const RingLoop *, State> states;
};
} // namespace

void tilegpu::emitProducerWarp(ProducerWarpOp producer,
                               const ScalarSlice &slice,
                               ArrayRef<RingLoop> loops) {
  WarpEmitter(slice, loops, /*isProducer=*/true).run(producer);
}

void tilegpu::emitProductWarp(ProductWarpOp warp, const ScalarSlice &slice,
                              ArrayRef<RingLoop> loops) {
  WarpEmitter(slice, loops, /*isProducer=*/false).run(warp);
}
