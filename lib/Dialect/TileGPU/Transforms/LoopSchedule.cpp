//===- LoopSchedule.cpp - What of a loop runs ahead -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopSchedule.h"

#include "LoopExpander.h"
#include "MemoryAccesses.h"

#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Iterations that loads may run ahead because other loads need their results.
static constexpr unsigned kMaxIndirections = 3;

/// What a load that waits in registers has: an iteration for the load, one
/// between the store and its use, and places that iterations use in turn.
static constexpr unsigned kRegistersDistance = 2, kRegistersPlaces = 2;

MemDescType LoopSchedule::getPlaces(LoadOp load) const {
  MemDescType place = loads.lookup(load).place;
  SmallVector<int64_t> shape{isCopy(load) ? getNumPlaces() : kRegistersPlaces};
  llvm::append_range(shape, place.getShape());
  return MemDescType::get(shape, place.getElementType(), place.getLayout());
}

bool LoopSchedule::canCopyInPlace() const {
  return llvm::all_of(loads, [](const auto &entry) {
    return entry.second.kind == AheadKind::Copy;
  });
}

bool LoopSchedule::hasOnlyBoxes() const {
  return llvm::all_of(loads, [](const auto &entry) {
    return entry.second.kind == AheadKind::Box;
  });
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

void tilegpu::writeSchedule(const LoopSchedule &schedule) {
  scf::ForOp loop = schedule.loop;
  MLIRContext *context = loop.getContext();
  for (const auto &[op, ahead] : schedule.loads) {
    auto load = cast<LoadOp>(op);
    bool isCopy = schedule.isCopy(load);
    load->setAttr(
        kAheadAttrName,
        AheadAttr::get(context, isCopy ? schedule.distance : kRegistersDistance,
                       ahead.kind, schedule.getPlaces(load)));
    // Coordinates of what is no bulk copy are not made in advance.
    if (load.getMap() && ahead.kind != AheadKind::Box)
      load.dropBox();
  }
  auto mark = [&](StringRef name, bool isTrue) {
    if (isTrue)
      loop->setDiscardableAttr(name, UnitAttr::get(context));
  };
  mark(kProductsInFlightAttrName, schedule.spare != 0);
  mark(kCopiesInPlaceAttrName, schedule.inPlace);
  mark(kProducerWarpAttrName, schedule.hasProducer);
  mark(kProductWarpAttrName, schedule.hasProductWarp);
  loop->removeDiscardableAttr(kNumStagesAttrName);
}

/// Whether the loop has one product, whose operands are loads that run ahead.
static bool isProductOfLoads(const LoopSchedule &schedule) {
  scf::ForOp loop = schedule.loop;
  auto dots = loop.getBody()->getOps<DotOp>();
  return llvm::hasSingleElement(dots) &&
         llvm::all_of((*dots.begin())->getOperands().take_front(2),
                      [&](Value operand) {
                        LoadOp load = findLoad(operand).first;
                        return load && schedule.loads.contains(load);
                      });
}

/// The schedule of a loop; one without loads if it has none.
static FailureOr<LoopSchedule> readSchedule(scf::ForOp loop) {
  LoopSchedule schedule;
  schedule.loop = loop;
  schedule.spare = loop->hasAttr(kProductsInFlightAttrName);
  schedule.inPlace = loop->hasAttr(kCopiesInPlaceAttrName);
  schedule.hasProducer = loop->hasAttr(kProducerWarpAttrName);
  schedule.hasProductWarp = loop->hasAttr(kProductWarpAttrName);
  bool hasCopies = false;
  for (LoadOp load : loop.getBody()->getOps<LoadOp>()) {
    auto ahead = load->getAttrOfType<AheadAttr>(kAheadAttrName);
    if (!ahead)
      continue;
    auto places = cast<MemDescType>(ahead.getPlaces());
    schedule.loads[load] = {ahead.getKind(),
                            MemDescType::get(places.getTileShape(),
                                             places.getElementType(),
                                             places.getLayout())};
    unsigned distance = ahead.getDistance();
    bool isCopy = schedule.isCopy(load);
    if (isCopy && !hasCopies)
      schedule.distance = distance;
    hasCopies |= isCopy;
    unsigned wanted = isCopy ? schedule.distance : kRegistersDistance;
    if (distance == wanted && places == schedule.getPlaces(load))
      continue;
    return load.emitOpError("expected '")
           << kAheadAttrName << "' to name " << wanted << " iterations and "
           << schedule.getPlaces(load).getShape()[0] << " places, as "
           << (isCopy ? "all copies of the loop do"
                      : "what waits in registers does")
           << ", found " << distance << " and " << places.getShape()[0];
  }
  if (schedule.loads.empty() && !schedule.hasProducer &&
      !schedule.hasProductWarp)
    return schedule;
  auto refuse = [&](StringRef name, const Twine &problem) {
    return loop.emitOpError("cannot have '") << name << "': " << problem;
  };
  if (schedule.spare && llvm::any_of(schedule.loads, [](const auto &entry) {
        return entry.second.kind == AheadKind::CopyIfFull;
      }))
    return refuse(kProductsInFlightAttrName,
                  "threads may store what they copy elsewhere");
  if (schedule.inPlace &&
      (schedule.spare || schedule.hasProducer || !schedule.canCopyInPlace()))
    return refuse(
        kCopiesInPlaceAttrName,
        "expected loads ahead, all by copy of threads, and no product "
        "in flight");
  if (schedule.hasProductWarp &&
      (!schedule.hasProducer || !isProductOfLoads(schedule)))
    return refuse(kProductWarpAttrName,
                  "expected a producer warp, and one product, of its loads");
  if (schedule.hasProducer) {
    if (schedule.loads.empty() || !schedule.hasOnlyBoxes())
      return refuse(kProducerWarpAttrName,
                    "expected loads ahead, all by box, found others or none");
    if (!mayHaveProducerWarp(loop->getParentOfType<FunctionOpInterface>()))
      return refuse(kProducerWarpAttrName,
                    "no other warp may run next to this function");
    std::string problem = addToSlice(schedule.slice, schedule);
    if (!problem.empty())
      return refuse(kProducerWarpAttrName, problem);
    return schedule;
  }
  std::string problem = findGroups(schedule);
  if (!problem.empty())
    return loop.emitOpError("has loads that cannot run ahead: ") << problem;
  return schedule;
}

FailureOr<SmallVector<LoopSchedule, 0>>
tilegpu::readSchedules(FunctionOpInterface func) {
  SmallVector<LoopSchedule, 0> schedules;
  WalkResult walked = func->walk([&](Operation *op) -> WalkResult {
    if (op->hasAttr(kAheadAttrName) && !isa<scf::ForOp>(op->getParentOp()))
      return op->emitOpError("expected to be in the body of scf.for, as it has "
                             "'")
             << kAheadAttrName << "', found it in '"
             << op->getParentOp()->getName() << "'";
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop)
      return WalkResult::advance();
    FailureOr<LoopSchedule> schedule = readSchedule(loop);
    if (failed(schedule))
      return WalkResult::interrupt();
    if (schedule->loads.empty())
      return WalkResult::advance();
    for (const LoopSchedule &other : schedules)
      if (other.hasProducer && loop->isProperAncestor(other.loop))
        return loop.emitOpError("cannot have loads ahead: it has a loop inside "
                                "whose loads the producer warp makes");
    schedules.push_back(std::move(*schedule));
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  return schedules;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

SmallVector<LoadOp> AheadGroup::getTaken() const {
  SmallVector<LoadOp> taken(read.begin(), read.end());
  for (LoadOp load : stores)
    if (!read.contains(load))
      taken.push_back(load);
  return taken;
}

scf::ForOp tilegpu::getFlattened(scf::ForOp loop) {
  auto outer = dyn_cast<scf::ForOp>(loop->getParentOp());
  return outer && outer->hasAttr(kFlattenAttrName) ? outer : scf::ForOp();
}

bool tilegpu::hasLoop(Operation *op) {
  return op->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Sets what of the loop's body makes `seeds`; or says why it cannot run ahead.
static std::string collectSlice(scf::ForOp loop, ArrayRef<Value> seeds,
                                AheadGroup &group) {
  BodySlice body(loop, llvm::IsaPred<LoadOp>);
  body.add(seeds);
  for (Operation *op : body.getOps()) {
    auto load = dyn_cast<LoadOp>(op);
    if (load ? load.getIsVolatile() : !hasLoop(op) && !isMemoryEffectFree(op))
      return "what makes its address has effects";
    if (load)
      group.read.insert(load);
    else if (hasLoop(op))
      return "where it reads depends on a loop inside";
    else
      group.ops.push_back(op);
  }
  llvm::sort(group.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::append_range(group.args, body.getArgs());
  group.usesInductionVar = body.usesInductionVar();
  return "";
}

bool tilegpu::isCached(LoadOp load) {
  return llvm::is_contained(
      {CacheModifier::None, CacheModifier::CA, CacheModifier::CG},
      load.getCache());
}

std::string tilegpu::findGroups(LoopSchedule &schedule) {
  SmallVector<AheadGroup, 0> &groups = schedule.groups;
  groups.clear();
  auto getGroup = [&](unsigned distance) -> AheadGroup & {
    while (groups.size() < distance) {
      groups.emplace_back();
      groups.back().distance = groups.size();
    }
    return groups[distance - 1];
  };
  for (const auto &[op, ahead] : schedule.loads) {
    auto load = cast<LoadOp>(op);
    if (schedule.isCopy(load))
      getGroup(schedule.distance).copies.push_back(load);
    else
      getGroup(1).stores.push_back(load);
  }
  for (unsigned i = 0; i < groups.size(); ++i) {
    if (i > schedule.distance + kMaxIndirections)
      return "where it reads depends on what it read in the iteration before";
    SmallVector<Value> seeds;
    auto addOperands = [&](LoadOp load, bool withOther) {
      if (schedule.isBox(load)) {
        llvm::append_range(seeds, load.getCoordinates());
        return;
      }
      for (Value operand : {load.getPtr(), load.getMask(),
                            withOther ? load.getOther() : Value()})
        if (operand)
          seeds.push_back(operand);
    };
    for (LoadOp load : groups[i].copies)
      addOperands(load, /*withOther=*/schedule.loads.lookup(load).kind ==
                            AheadKind::CopyIfFull);
    for (LoadOp load : groups[i].loads)
      addOperands(load, /*withOther=*/true);
    std::string problem = collectSlice(schedule.loop, seeds, groups[i]);
    if (!problem.empty())
      return problem;
    for (LoadOp load : groups[i].getTaken())
      getGroup(i + 2).loads.insert(load);
  }
  llvm::erase_if(groups, [](const AheadGroup &group) {
    return group.copies.empty() && group.stores.empty() && group.loads.empty();
  });
  return "";
}

//===----------------------------------------------------------------------===//
// Warps of their own
//===----------------------------------------------------------------------===//

std::string tilegpu::addToSlice(ScalarSlice &slice,
                                const LoopSchedule &schedule) {
  scf::ForOp loop = schedule.loop;
  auto func = loop->getParentOfType<FunctionOpInterface>();
  std::optional<GlobalWrites> writes;
  SmallVector<Value> values;
  for (const auto &entry : schedule.loads)
    llvm::append_range(values, cast<LoadOp>(entry.first).getCoordinates());
  // Whether a pair of CTAs is in the second pass over its programs.
  if (hasCTAPairs(loop)) {
    SmallVector<scf::ForOp> around = getLoopsAround(loop);
    if (around.empty() || !around.back()->hasAttr(kProgramsAttrName) ||
        around.back().getNumRegionIterArgs() == 0)
      return "pairs of CTAs have no loop over programs";
    values.push_back(around.back().getRegionIterArg(0));
  }
  return slice.add(loop, values, [&](LoadOp load) {
    if (!writes)
      writes.emplace(func.getFunctionBody().front(), func);
    return isCached(load) && !writes->find(load);
  });
}

SmallVector<SmallVector<LoadOp>>
tilegpu::groupBoxes(const LoopSchedule &schedule) {
  llvm::MapVector<Operation *, SmallVector<LoadOp>> groups;
  for (auto &entry : schedule.loads) {
    Operation *op = entry.first, *first = nullptr;
    (void)reaches(op, [&](OpOperand &use) {
      Operation *dot = use.getOwner();
      if (isa<DotOp, DotScaledOp>(dot) && dot->getBlock() == op->getBlock() &&
          (!first || dot->isBeforeInBlock(first)))
        first = dot;
      return false;
    });
    groups[first ? first : op].push_back(cast<LoadOp>(op));
  }
  return llvm::to_vector(llvm::make_second_range(groups));
}
