//===- PersistentGrid.cpp - CTAs that take one program after the other ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PersistentGrid.h"

#include "BoxStores.h"
#include "CTAPairs.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Programs that the producer warp may be ahead of the others.
static constexpr unsigned kAnswers = 4;
static constexpr int64_t kAnswerBytes = 16, kBarrierBytes = 8;

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

bool tilegpu::isTrap(Operation *op) {
  auto elementwise = dyn_cast<ElementwiseInlineAsmOp>(op);
  return elementwise && elementwise.getAsmString() == "trap;";
}

/// Whether the asm may see that a CTA has several programs, or end the thread.
static bool seesCTAs(ElementwiseInlineAsmOp op) {
  StringRef text = op.getAsmString();
  if (isTrap(op))
    return false;
  return !isMemoryEffectFree(op) || text.contains("cta") ||
         text.contains("exit") || text.contains("gridid");
}

bool tilegpu::mayTakeSeveral(FuncOp kernel) {
  WalkResult walked = kernel.walk([](Operation *op) {
    bool isBad = isa<scf::WhileOp, CallOp>(op);
    if (auto load = dyn_cast<LoadOp>(op))
      isBad = load.getIsVolatile();
    else if (auto elementwise = dyn_cast<ElementwiseInlineAsmOp>(op))
      isBad = seesCTAs(elementwise);
    return isBad ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

/// Whether loops run as often in each program, as far as one can see.
static bool takeAsLong(FuncOp kernel) {
  llvm::SetVector<Value> values;
  kernel.walk([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      values.insert(loop.getLowerBound());
      values.insert(loop.getUpperBound());
      values.insert(loop.getStep());
    } else if (auto branch = dyn_cast<scf::IfOp>(op); branch && hasLoop(op)) {
      values.insert(branch.getCondition());
    }
  });
  return !dependsOn(std::move(values), [](Operation *op) {
    return isa<GetProgramIdOp>(op) || !isMemoryEffectFree(op) ||
           (op->getNumRegions() != 0 && !isa<scf::ForOp>(op));
  });
}

/// If several CTAs share an SM without a loop over programs, one multiplies
/// while another begins or ends.
static bool fillsSM(const PipelinePlan &plan) {
  return getCTAsPerSM(plan, plan.hasProducer) <= 1;
}

/// Plans loops whose rings have their places from the kernel's beginning to its
/// end; none if the places have no room. Keeps the remarks: remarks of plans
/// that are not taken would be wrong.
static SmallVector<PipelinePlan, 0>
planRings(FuncOp entry, PipelineSettings settings,
          const ModuleAxisInfo &axisInfo, std::vector<Diagnostic> &remarks) {
  settings.boxesInLoops = true;
  auto plan = [&] {
    remarks.clear();
    ScopedDiagnosticHandler keep(entry.getContext(),
                                 [&](Diagnostic &diagnostic) {
                                   remarks.push_back(std::move(diagnostic));
                                   return success();
                                 });
    return planLoops(entry, settings, axisInfo);
  };
  auto getPlaceBytes = [](ArrayRef<PipelinePlan> plans) {
    int64_t bytes = 0;
    for (const PipelinePlan &plan : plans)
      bytes += getBytes(plan);
    return bytes;
  };
  // What is outside of loops needs memory at the same time.
  SmallVector<PipelinePlan, 0> plans = plan();
  int64_t storeBytes = getBoxStoreBytes(entry);
  auto isPlanned = [&](Operation *op) {
    if (goesToBoxes(op))
      return true;
    Operation *load = op->getOperand(0).getDefiningOp();
    return llvm::any_of(plans, [&](const PipelinePlan &plan) {
      return plan.loads.contains(load);
    });
  };
  int64_t room = settings.sharedBytes - storeBytes -
                 getOtherBytes(entry.getBody(), isPlanned);
  if (getPlaceBytes(plans) > room && !plans.empty()) {
    settings.sharedBytes = room / static_cast<int64_t>(plans.size());
    plans = plan();
  }
  room -= getPlaceBytes(plans);
  if (room < 0)
    plans.clear();
  for (PipelinePlan &plan : plans)
    plan.roomBytes = room;
  return plans;
}

static void emitRemarks(MLIRContext *context,
                        std::vector<Diagnostic> &&remarks) {
  for (Diagnostic &remark : remarks)
    context->getDiagEngine().emit(std::move(remark));
}

SmallVector<PipelinePlan, 0>
tilegpu::planLoopsInLoops(FunctionOpInterface func,
                          const PipelineSettings &settings,
                          const ModuleAxisInfo &axisInfo) {
  auto entry = dyn_cast<FuncOp>(func.getOperation());
  if (settings.producerWarp == AutoChoice::Never || !entry ||
      getEntryOf(entry).empty())
    return {};
  auto isInner = [](LoadOp load) {
    return load.getMap() &&
           load->getParentOp()->getParentOfType<LoopLikeOpInterface>();
  };
  WalkResult walked = entry.walk([&](LoadOp load) {
    return isInner(load) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!walked.wasInterrupted())
    return {};
  std::vector<Diagnostic> remarks;
  SmallVector<PipelinePlan, 0> plans =
      planRings(entry, settings, axisInfo, remarks);
  // Only the producer warp goes on with barriers that are made once.
  bool isGood = !plans.empty() && llvm::all_of(plans, [](PipelinePlan &plan) {
    return plan.hasProducer || getLoopsAround(plan.loop).empty() ||
           llvm::none_of(plan.loads, [](auto &entry) {
             return entry.second.kind == AheadKind::Box;
           });
  });
  if (!isGood)
    return {};
  emitRemarks(entry.getContext(), std::move(remarks));
  return plans;
}

SmallVector<PipelinePlan, 0>
tilegpu::planPersistent(FunctionOpInterface func,
                        const PipelineSettings &settings,
                        const ModuleAxisInfo &axisInfo) {
  auto entry = dyn_cast<FuncOp>(func.getOperation());
  bool isAsked = settings.persistentGrid == AutoChoice::Always;
  if (settings.persistentGrid == AutoChoice::Never ||
      settings.producerWarp == AutoChoice::Never || !entry ||
      getEntryOf(entry).empty() || !mayTakeSeveral(entry) ||
      !(isAsked || takeAsLong(entry)))
    return {};
  PipelineSettings persistent = settings;
  persistent.producerWarp = AutoChoice::Always;
  if (settings.hasClusterLaunchControl)
    persistent.sharedBytes -= kAnswers * (kAnswerBytes + 2 * kBarrierBytes);
  if (!isAsked) {
    ScopedDiagnosticHandler quiet(entry.getContext(),
                                  [](Diagnostic &) { return success(); });
    if (!llvm::all_of(planLoops(func, settings, axisInfo), fillsSM))
      return {};
  }
  std::vector<Diagnostic> remarks;
  SmallVector<PipelinePlan, 0> plans =
      planRings(entry, persistent, axisInfo, remarks);
  // A product alone reads one place while it waits for the next one: with two,
  // no copy is in flight then.
  auto gains = [&](const PipelinePlan &plan) {
    constexpr unsigned kLeastPlaces = 3;
    return fillsSM(plan) &&
           (plan.getNumPlaces() >= kLeastPlaces || groupBoxes(plan).size() > 1);
  };
  bool isGood =
      !plans.empty() && llvm::all_of(plans, [&](const PipelinePlan &plan) {
        return plan.hasProducer && isInLoopsOnly(plan.loop) &&
               (isAsked || gains(plan));
      });
  if (!isGood)
    return {};
  emitRemarks(entry.getContext(), std::move(remarks));
  return plans;
}

//===----------------------------------------------------------------------===//
// The loop over programs
//===----------------------------------------------------------------------===//

void tilegpu::makePersistent(FuncOp entry, bool hasClusterLaunchControl) {
  Location loc = entry.getLoc();
  Block &body = entry.getBody().front();
  auto builder = OpBuilder::atBlockBegin(&body);
  SmallVector<Operation *> ops;
  for (Operation &op : body.without_terminator())
    ops.push_back(&op);

  SmallVector<Value, 3> grid;
  Value first, end, step;
  if (hasClusterLaunchControl) {
    first = emitI32(builder, loc, 0);
    end = step = emitI32(builder, loc, 1);
  } else {
    for (unsigned i = 0; i < 3; ++i) {
      unsigned number = entry.getNumArguments();
      (void)entry.insertArgument(number, builder.getI32Type(), DictionaryAttr(),
                                 loc);
      grid.push_back(entry.getArgument(number));
    }
    entry->setAttr(kPersistentAttrName, builder.getUnitAttr());
    Value perPlane = arith::MulIOp::create(builder, loc, grid[0], grid[1]);
    end = arith::MulIOp::create(builder, loc, perPlane, grid[2]);
    first = GetProgramIdOp::create(builder, loc, ProgramAxis::X);
    step = GetNumProgramsOp::create(builder, loc, ProgramAxis::X);
  }
  auto loop = scf::ForOp::create(builder, loc, first, end, step);
  loop->setAttr(kProgramsAttrName, builder.getUnitAttr());
  Operation *terminator = loop.getBody()->getTerminator();
  for (Operation *op : ops)
    op->moveBefore(terminator);

  if (!hasClusterLaunchControl) {
    builder.setInsertionPointToStart(loop.getBody());
    Value program = loop.getInductionVar();
    Value row = arith::DivUIOp::create(builder, loc, program, grid[0]);
    SmallVector<Value, 3> ids = {
        arith::RemUIOp::create(builder, loc, program, grid[0]),
        arith::RemUIOp::create(builder, loc, row, grid[1]),
        arith::DivUIOp::create(builder, loc, row, grid[1])};
    for (Operation *op : ops)
      op->walk([&](Operation *inner) {
        if (auto id = dyn_cast<GetProgramIdOp>(inner))
          id.replaceAllUsesWith(ids[static_cast<unsigned>(id.getAxis())]);
        else if (auto count = dyn_cast<GetNumProgramsOp>(inner))
          count.replaceAllUsesWith(
              grid[static_cast<unsigned>(count.getAxis())]);
      });
  }
}

namespace {
/// Places of answers to requests for programs, and barriers by place: the
/// answer is there, and all warps have read it.
struct Answers {
  Value places, full, empty;
};
} // namespace

static Answers createAnswers(ProducerWarpOp producer) {
  OpBuilder builder(producer);
  Location loc = producer.getLoc();
  unsigned readers =
      getNumWarps(producer) + 1 + isa<ProductWarpOp>(producer->getNextNode());
  auto layout =
      SwizzledSharedAttr::get(builder.getContext(), /*vec=*/1, /*perPhase=*/1,
                              /*maxPhase=*/1, /*order=*/{0});
  Value places =
      LocalAllocOp::create(builder, loc,
                           MemDescType::get({kAnswers, kAnswerBytes / 8},
                                            builder.getI64Type(), layout));
  Value full = createBarriers(builder, loc, kAnswers, 1);
  // Of a pair both read an answer before the first one asks again.
  readers *= getCTAsOfProgram(producer);
  return {places, full, createBarriers(builder, loc, kAnswers, readers)};
}

/// Goes on inside of a branch.
static void beginBlock(OpBuilder &builder, Location loc, Value condition) {
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
}

/// A loop of one iteration, the CTA's own program, goes on with the programs
/// that answers name. `asks`: it is the producer warp's.
static void goOn(scf::ForOp loop, const Answers &answers, bool asks) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  std::array<SmallVector<GetProgramIdOp>, 3> ids;
  loop.walk([&](GetProgramIdOp id) {
    ids[static_cast<unsigned>(id.getAxis())].push_back(id);
  });
  // What the loop carries, the program's numbers, the answer's place and the
  // parity of its barrier, and whether there is a program.
  SmallVector<Value> inits(loop.getInitArgs());
  for (auto [axis, asking] : llvm::enumerate(ids))
    if (!asking.empty())
      inits.push_back(
          GetProgramIdOp::create(builder, loc, static_cast<ProgramAxis>(axis)));
  Value zero = emitI32(builder, loc, 0);
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  inits.append({zero, zero, yes});
  auto goesOn = scf::WhileOp::create(
      builder, loc, TypeRange(ValueRange(inits)), inits,
      [](OpBuilder &builder, Location loc, ValueRange args) {
        scf::ConditionOp::create(builder, loc, args.back(), args);
      },
      [](OpBuilder &, Location, ValueRange) {});
  Block *body = goesOn.getAfterBody();
  SmallVector<Value> yielded(loop.getBody()->getTerminator()->getOperands());
  loop.getBody()->getTerminator()->erase();
  ValueRange args = body->getArguments();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  for (auto [from, to] : llvm::zip(loop.getRegionIterArgs(), args))
    from.replaceAllUsesWith(to);
  for (auto [from, to] : llvm::zip(loop.getResults(), goesOn.getResults()))
    from.replaceAllUsesWith(to);
  loop.getInductionVar().replaceAllUsesWith(loop.getLowerBound());
  for (Value &value : yielded)
    if (auto arg = dyn_cast<BlockArgument>(value);
        arg && arg.getOwner() == loop.getBody())
      value = args[arg.getArgNumber() - 1];

  Value place = args.drop_back(2).back(), parity = args.drop_back().back();
  builder.setInsertionPointToStart(body);
  Value answer = pickPlace(builder, loc, answers.places, place),
        full = pickPlace(builder, loc, answers.full, place),
        empty = pickPlace(builder, loc, answers.empty, place);
  bool isPair = hasCTAPairs(goesOn);
  if (asks) {
    OpBuilder::InsertionGuard guard(builder);
    if (isPair)
      beginBlock(builder, loc, emitIsFirstPass(builder, loc, args.front()));
    {
      // Both CTAs say there that they have read an answer.
      OpBuilder::InsertionGuard guard(builder);
      if (isPair)
        beginBlock(builder, loc, emitLeads(builder, loc));
      Value one = emitI32(builder, loc, 1);
      MBarrierWaitOp::create(builder, loc, empty,
                             arith::XOrIOp::create(builder, loc, parity, one));
    }
    RequestProgramOp::create(builder, loc, answer, full);
  }
  builder.setInsertionPointToEnd(body);
  // The numbers that the loop carries, and what comes after them.
  SmallVector<Value> now(args.drop_front(loop.getNumRegionIterArgs()));
  auto emitNext = [&](OpBuilder &builder) {
    MBarrierWaitOp::create(builder, loc, full, parity);
    auto read = ReadProgramOp::create(builder, loc, answer);
    MBarrierArriveOp::create(builder, loc, empty, Value(), ValueRange());
    SmallVector<Value> next;
    for (auto [axis, asking] : llvm::enumerate(ids))
      if (!asking.empty())
        next.push_back(read.getResult(axis));
    if (isPair)
      next.front() = emitNumberInPair(builder, loc, next.front(), now.front());
    auto [nextPlace, wraps] = emitNextPlace(builder, loc, place, kAnswers);
    next.append({nextPlace, emitNextParity(builder, loc, parity, wraps),
                 read.getIsThere()});
    return next;
  };
  SmallVector<Value> next;
  if (isPair) {
    auto branch = scf::IfOp::create(builder, loc, TypeRange(ValueRange(now)),
                                    yielded.front(), /*withElseRegion=*/true);
    OpBuilder again = branch.getThenBodyBuilder();
    scf::YieldOp::create(again, loc, now);
    OpBuilder other = branch.getElseBodyBuilder();
    scf::YieldOp::create(other, loc, emitNext(other));
    next.assign(branch.result_begin(), branch.result_end());
  } else {
    next = emitNext(builder);
  }
  const Value *number = now.begin();
  for (SmallVector<GetProgramIdOp> &asking : ids) {
    if (asking.empty())
      continue;
    for (GetProgramIdOp id : asking) {
      id.replaceAllUsesWith(*number);
      id.erase();
    }
    ++number;
  }
  llvm::append_range(yielded, next);
  scf::YieldOp::create(builder, loc, yielded);
  loop.erase();
}

void tilegpu::takePrograms(FuncOp entry) {
  SmallVector<scf::ForOp> loops;
  entry.walk([&](scf::ForOp loop) {
    if (loop->hasAttr(kProgramsAttrName))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    loop->removeAttr(kProgramsAttrName);
  if (loops.empty() || entry->hasAttr(kPersistentAttrName))
    return;
  Answers answers =
      createAnswers(*entry.getBody().getOps<ProducerWarpOp>().begin());
  for (scf::ForOp loop : loops)
    goOn(loop, answers, isa<ProducerWarpOp>(loop->getParentOp()));
}
