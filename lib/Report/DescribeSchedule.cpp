//===- DescribeSchedule.cpp - What a loop's roles do, in order ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schedule of a kernel is read from its tilegpu module. Each role, which is
// all warps or a warp that has a region of its own, is followed through the
// function, and a few iterations of each loop with it:
//
//   producer warp   wait empty[0]   copy to ring[0]   wait empty[1]   copy ...
//   4 warps         wait full[0]    product of ring[0]   arrive empty[0]   ...
//
// Numbers of places and parities are scalars that a loop carries. They are
// folded as constants, so that each step names its place. What is not constant
// stays unknown: then a condition is taken to hold if it guards one operation,
// and both sides of a branch are shown.
//
// After that each step gets a column: one more than the step before it in its
// role, and more than the step that it waits for. Columns are an order, not
// clocks.
//
// The file is above 600 lines: all of it reads and fills the list of steps.
//
//===----------------------------------------------------------------------===//

#include "Panes.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// What an operation that touches places is.
static StringRef getKindOfAccess(PlaceAccessOpInterface op) {
  PlaceAccess last = op.getPlaceAccesses().back();
  if (last.until == PlaceAccess::Until::Store)
    return "store";
  if (last.by == PlaceAccess::By::Products)
    return "product";
  if (last.writesLater())
    return "copy";
  return last.writes ? "write" : "read";
}

/// What a step is to a reader; empty: it is none.
static StringRef getKind(Operation *op) {
  return TypeSwitch<Operation *, StringRef>(op)
      .Case<LoadOp>([](LoadOp load) {
        return isa<RankedTensorType>(load.getType()) ? "load" : "";
      })
      .Case<StoreOp>([](StoreOp store) {
        return isa<RankedTensorType>(store.getValue().getType()) ? "store" : "";
      })
      .Case<DotOp, DotScaledOp>([](auto) { return "product"; })
      .Case<AsyncWaitOp, MBarrierWaitOp, WarpgroupWaitOp, BoxStoreWaitOp>(
          [](auto) { return "wait"; })
      .Case<BarrierOp>([](BarrierOp barrier) {
        return barrier.getScope() == BarrierScope::Warp ? "" : "wait";
      })
      .Case<TurnOp>([](TurnOp turn) {
        return turn.getStep() == TurnStep::Wait ? "wait" : "arrive";
      })
      .Case<AsyncCommitGroupOp, MBarrierArriveOp, TensorCommitOp>(
          [](auto) { return "arrive"; })
      .Case<TensorLoadOp>([](auto) { return "read"; })
      .Case<MBarrierInitOp>([](auto) { return ""; })
      .Case<PlaceAccessOpInterface>(
          [](PlaceAccessOpInterface access) { return getKindOfAccess(access); })
      .Default([](Operation *) { return ""; });
}

static bool hasStep(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return getKind(inner).empty() ? WalkResult::advance()
                                      : WalkResult::interrupt();
      })
      .wasInterrupted();
}

namespace {
/// A place of a ring, or of several barriers.
struct Place {
  LocalAllocOp ring;
  /// None: it is not known.
  std::optional<unsigned> index;
};

/// A step, and what its column depends on.
struct Step {
  Operation *op = nullptr;
  unsigned role = 0;
  unsigned loop = 0, iteration = 0;
  /// Two sides of a branch are shown.
  bool isConditional = false;
  SmallVector<Place> writes, reads;
  /// The barrier that it waits for or arrives at, and which of its phases.
  std::optional<Place> barrier;
  int phase = -1;
  /// Copies: the group that they are in. Waits: the groups that are over.
  unsigned group = 0;
  /// Products of warpgroups: their number. Waits: how many are over.
  unsigned product = 0;
  std::optional<unsigned> after;
  unsigned column = 0;
};

class ScheduleTracer {
public:
  ScheduleTracer(FuncOp func, const PrintedModule &printed, AsmState &state,
                 const Report &report)
      : func(func), printed(printed), state(state), report(report) {}

  /// None if no loop has a step.
  std::optional<ReportSchedule> trace();

private:
  void run(Block &block);
  void runLoop(scf::ForOp loop);
  void runLoop(scf::WhileOp loop);
  void runBranch(scf::IfOp branch);
  void runWarps(Operation *op, StringRef role);
  void fold(Operation *op);
  void addStep(Operation *op);
  void setAll(ValueRange values, ArrayRef<Attribute> known) {
    for (auto [value, attribute] : llvm::zip(values, known))
      env[value] = attribute;
  }
  SmallVector<Attribute> getAll(ValueRange values) {
    return llvm::map_to_vector(values,
                               [&](Value value) { return env.lookup(value); });
  }
  std::optional<int64_t> getInt(Value value) {
    if (auto known = dyn_cast_if_present<IntegerAttr>(env.lookup(value)))
      return known.getType().isInteger(1) ? int64_t(known.getValue().isOne())
                                          : known.getInt();
    return std::nullopt;
  }
  std::optional<Place> getPlace(Value value);
  /// How many iterations of a loop are followed.
  unsigned getIterations(Operation *loop);
  void chooseIterations();

  void keepStepsOfLoops();
  void countPhases();
  void findWhatWaitsAwait();
  void setColumns();
  void addUses(ReportSchedule &schedule);
  void addRings(ReportSchedule &schedule);
  std::string describe(const Step &step);
  /// The wait that sees a phase of a barrier.
  const Step *findWait(const Place &barrier, int phase);

  /// Gives a buffer a name that no other one has; empty: it keeps its number.
  void setName(LocalAllocOp alloc, StringRef name);
  std::string getName(LocalAllocOp alloc) {
    if (auto found = names.find(alloc); found != names.end())
      return found->second;
    std::string text;
    llvm::raw_string_ostream stream(text);
    alloc.getResult().printAsOperand(stream, state);
    return text;
  }
  unsigned getLine(Operation *op) const { return printed.lines.lookup(op); }

  FuncOp func;
  const PrintedModule &printed;
  AsmState &state;
  const Report &report;
  DenseMap<Value, Attribute> env;
  DenseMap<LocalAllocOp, std::string> names;
  SmallVector<std::string> roles;
  /// Of each role, the step that it begins after.
  SmallVector<std::optional<unsigned>> starts;
  std::vector<Step> steps;
  llvm::MapVector<LocalAllocOp, unsigned> rings;
  DenseMap<LocalAllocOp, unsigned> barriers;
  unsigned iterations = 3;
  unsigned role = 0, loop = 0, iteration = 0;
  bool isConditional = false;
};
} // namespace

static unsigned countPlaces(LocalAllocOp ring) {
  MemDescType type = ring.getType();
  return ShapedType::getNumElements(type.getShape()) /
         ShapedType::getNumElements(type.getTileShape());
}

static bool isSame(const Place &a, const Place &b) {
  return a.ring == b.ring && a.index && b.index && *a.index == *b.index;
}

std::optional<Place> ScheduleTracer::getPlace(Value value) {
  std::optional<unsigned> index = 0;
  while (Operation *op = value.getDefiningOp()) {
    if (auto alloc = dyn_cast<LocalAllocOp>(op))
      return Place{alloc, index};
    if (auto part = dyn_cast<MemDescIndexOp>(op)) {
      index = getInt(part.getIndex());
      value = part.getSrc();
    } else if (auto turned = dyn_cast<MemDescTransOp>(op)) {
      value = turned.getSrc();
    } else {
      break;
    }
  }
  return std::nullopt;
}

void ScheduleTracer::fold(Operation *op) {
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
      !llvm::any_of(op->getResultTypes(),
                    [](Type type) { return type.isIntOrIndex(); }))
    return;
  // A fold may change the operation, so it is done on a copy.
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> folded;
  bool isFolded = succeeded(copy->fold(getAll(op->getOperands()), folded));
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    env[result] = {};
    if (!isFolded || i >= folded.size())
      continue;
    if (auto value = dyn_cast<Value>(folded[i]))
      env[result] = env.lookup(value);
    else
      env[result] = cast<Attribute>(folded[i]);
  }
  copy->destroy();
}

void ScheduleTracer::addStep(Operation *op) {
  if (getKind(op).empty())
    return;
  Step step;
  step.op = op;
  step.role = role;
  step.loop = loop;
  step.iteration = iteration;
  step.isConditional = isConditional;
  auto reads = [&](Value value) {
    if (std::optional<Place> place = getPlace(value))
      step.reads.push_back(*place);
  };
  auto writes = [&](Value value) {
    if (std::optional<Place> place = getPlace(value))
      step.writes.push_back(*place);
  };
  bool isThere = true;
  TypeSwitch<Operation *>(op)
      .Case([&](AsyncCopyOp copy) { writes(copy.getDst()); })
      .Case([&](BoxCopyOp copy) {
        isThere = !copy.getPred() || getInt(copy.getPred()) != 0;
        writes(copy.getDst());
        step.barrier = getPlace(copy.getBarrier());
      })
      .Case([&](LocalStoreOp store) { writes(store.getDst()); })
      .Case<LocalLoadOp, LocalGatherOp>(
          [&](auto load) { reads(load.getSrc()); })
      .Case([&](WarpgroupDotOp dot) {
        reads(dot.getA());
        reads(dot.getB());
      })
      .Case([&](TensorProductOp product) {
        reads(product.getA());
        reads(product.getB());
      })
      .Case([&](MBarrierWaitOp wait) {
        step.barrier = getPlace(wait.getBarrier());
        // Which phase that is, the waits before it say.
        step.phase = getInt(wait.getParity()).value_or(-1);
      })
      .Case([&](MBarrierArriveOp arrive) {
        isThere = !arrive.getPred() || getInt(arrive.getPred()) != 0;
        step.barrier = getPlace(arrive.getBarrier());
      })
      .Case([&](TensorCommitOp commit) {
        step.barrier = getPlace(commit.getBarrier());
      });
  if (isThere)
    steps.push_back(std::move(step));
}

/// All scalars that a region's terminator hands on.
static ValueRange getYielded(Block &block) {
  return block.getTerminator()->getOperands();
}

unsigned ScheduleTracer::getIterations(Operation *loop) {
  // What a loop around loops does is clear from one iteration.
  bool isOuter = loop->walk([&](LoopLikeOpInterface inner) {
                       return inner != loop && hasStep(inner)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
  return isOuter ? 1 : iterations;
}

void ScheduleTracer::runLoop(scf::ForOp op) {
  if (!hasStep(op))
    return setAll(op.getResults(), SmallVector<Attribute>(op.getNumResults()));
  SmallVector<Attribute> carried = getAll(op.getInitArgs());
  unsigned count = getIterations(op);
  std::optional<int64_t> from = getInt(op.getLowerBound()),
                         to = getInt(op.getUpperBound()),
                         by = getInt(op.getStep());
  if (from && to && by && *by > 0)
    count = std::clamp<int64_t>(
        llvm::divideCeil(std::max<int64_t>(*to - *from, 0), *by), 0, count);
  llvm::SaveAndRestore<unsigned> outerLoop(loop, getLine(op));
  llvm::SaveAndRestore<unsigned> outerIteration(iteration, 0);
  for (; iteration < count; ++iteration) {
    env[op.getInductionVar()] =
        from && by ? IntegerAttr::get(op.getInductionVar().getType(),
                                      *from + *by * iteration)
                   : IntegerAttr();
    setAll(op.getRegionIterArgs(), carried);
    run(*op.getBody());
    carried = getAll(getYielded(*op.getBody()));
  }
  setAll(op.getResults(), carried);
}

void ScheduleTracer::runLoop(scf::WhileOp op) {
  if (!hasStep(op))
    return setAll(op.getResults(), SmallVector<Attribute>(op.getNumResults()));
  SmallVector<Attribute> carried = getAll(op.getInits());
  llvm::SaveAndRestore<unsigned> outerLoop(loop, getLine(op));
  llvm::SaveAndRestore<unsigned> outerIteration(iteration, 0);
  for (unsigned count = getIterations(op); iteration < count; ++iteration) {
    setAll(op.getBeforeArguments(), carried);
    run(*op.getBeforeBody());
    SmallVector<Attribute> passed = getAll(op.getConditionOp().getArgs());
    setAll(op.getAfterArguments(), passed);
    setAll(op.getResults(), passed);
    run(*op.getAfterBody());
    carried = getAll(getYielded(*op.getAfterBody()));
  }
}

void ScheduleTracer::runBranch(scf::IfOp op) {
  std::optional<int64_t> condition = getInt(op.getCondition());
  if (condition) {
    Block *block = *condition ? op.thenBlock() : op.elseBlock();
    if (!block)
      return;
    run(*block);
    return setAll(op.getResults(), getAll(getYielded(*block)));
  }
  // A branch around a loop, or without another side, is taken to be entered.
  bool isOneSide =
      !op.elseBlock() || llvm::none_of(*op.elseBlock(), [](Operation &inner) {
        return hasStep(&inner);
      });
  llvm::SaveAndRestore<bool> outer(isConditional, isConditional || !isOneSide);
  run(*op.thenBlock());
  SmallVector<Attribute> results =
      getAll(op.getNumResults() ? getYielded(*op.thenBlock()) : ValueRange());
  if (op.elseBlock() && !isOneSide) {
    run(*op.elseBlock());
    if (op.getNumResults())
      for (auto [result, other] :
           llvm::zip(results, getAll(getYielded(*op.elseBlock()))))
        if (result != other)
          result = {};
  }
  setAll(op.getResults(), results);
}

void ScheduleTracer::runWarps(Operation *op, StringRef name) {
  llvm::SaveAndRestore<unsigned> outer(role, roles.size());
  roles.push_back(name.str());
  starts.push_back(steps.empty() ? std::nullopt
                                 : std::optional<unsigned>(steps.size() - 1));
  // All steps of the other role that come before it, except steps of a region
  // that runs meanwhile.
  if (std::optional<unsigned> &start = starts.back())
    while (start && steps[*start].role != outer.get())
      start = *start == 0 ? std::nullopt : std::optional<unsigned>(*start - 1);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      run(block);
}

void ScheduleTracer::run(Block &block) {
  for (Operation &op : block)
    TypeSwitch<Operation *>(&op)
        .Case<scf::ForOp, scf::WhileOp>([&](auto inner) { runLoop(inner); })
        .Case([&](scf::IfOp branch) { runBranch(branch); })
        .Case([&](ProducerWarpOp warp) { runWarps(warp, "producer warp"); })
        .Case([&](ProductWarpOp warp) { runWarps(warp, "product warp"); })
        .Default([&](Operation *other) {
          fold(other);
          addStep(other);
        });
}

/// One iteration more than there are places: then a place is filled again.
void ScheduleTracer::chooseIterations() {
  func.walk([&](LocalAllocOp alloc) {
    if (!barriers.contains(alloc))
      iterations = std::max(iterations, std::min(countPlaces(alloc), 4u) + 1);
  });
}

/// Outside of loops only what has to do with the loops' rings and barriers is
/// of the schedule.
void ScheduleTracer::keepStepsOfLoops() {
  auto forEachPlace = [](const Step &step, auto visit) {
    llvm::for_each(step.writes, visit);
    llvm::for_each(step.reads, visit);
  };
  for (const Step &step : steps)
    if (step.loop)
      forEachPlace(step, [&](const Place &place) {
        rings.insert({place.ring, rings.size()});
      });
  bool hasGroups = llvm::any_of(steps, [](const Step &step) {
    return step.loop && isa<AsyncWaitOp>(step.op);
  });
  std::vector<std::optional<unsigned>> moved(steps.size());
  std::vector<Step> kept;
  for (auto [i, step] : llvm::enumerate(steps)) {
    bool isKept = step.loop || step.barrier;
    if (hasGroups && isa<AsyncCommitGroupOp, AsyncWaitOp>(step.op))
      isKept = true;
    forEachPlace(step, [&](const Place &place) {
      isKept |= rings.contains(place.ring);
    });
    if (isKept)
      kept.push_back(step);
    moved[i] =
        kept.empty() ? std::nullopt : std::optional<unsigned>(kept.size() - 1);
  }
  for (std::optional<unsigned> &start : starts)
    if (start)
      start = moved[*start];
  steps = std::move(kept);
}

/// Which phase each arrival is of, and which phase each wait is for.
void ScheduleTracer::countPhases() {
  DenseMap<std::pair<Operation *, unsigned>, unsigned> arrivals;
  DenseMap<std::pair<std::pair<Operation *, unsigned>, unsigned>, int> waits;
  unsigned numWarps = getNumWarps(func);
  for (Step &step : steps) {
    if (!step.barrier || !step.barrier->index)
      continue;
    std::pair<Operation *, unsigned> key = {step.barrier->ring,
                                            *step.barrier->index};
    if (isa<MBarrierWaitOp>(step.op)) {
      if (step.phase < 0)
        continue;
      // The phase before the first one is over, and has parity 1.
      auto [last, isFirst] = waits.try_emplace({key, step.role}, -2);
      int next = last->second + 1;
      if (((next % 2) + 2) % 2 != step.phase)
        ++next;
      last->second = step.phase = next;
      continue;
    }
    unsigned weight = isa<MBarrierArriveOp>(step.op) ? numWarps : 1;
    unsigned count = std::max(1u, barriers.lookup(step.barrier->ring));
    unsigned &sum = arrivals[key];
    sum += weight;
    step.phase = (sum - 1) / count;
  }
}

void ScheduleTracer::findWhatWaitsAwait() {
  unsigned groups = 0, products = 0;
  SmallVector<unsigned> commits, begun;
  for (auto [i, step] : llvm::enumerate(steps)) {
    if (isa<AsyncCopyOp>(step.op)) {
      step.group = groups;
    } else if (isa<AsyncCommitGroupOp>(step.op)) {
      commits.push_back(i);
      step.group = groups++;
    } else if (auto wait = dyn_cast<AsyncWaitOp>(step.op)) {
      step.group = groups - std::min<unsigned>(groups, wait.getPending());
      if (step.group)
        step.after = commits[step.group - 1];
    } else if (isa<WarpgroupDotOp>(step.op)) {
      begun.push_back(i);
      step.product = products++;
    } else if (auto wait = dyn_cast<WarpgroupWaitOp>(step.op)) {
      step.product = products - std::min<unsigned>(products, wait.getPending());
      if (step.product)
        step.after = begun[step.product - 1];
    } else if (isa<MBarrierWaitOp>(step.op) && step.barrier &&
               step.phase >= 0) {
      for (auto [j, other] : llvm::enumerate(steps))
        if (!isa<MBarrierWaitOp>(other.op) && other.barrier &&
            isSame(*other.barrier, *step.barrier) && other.phase == step.phase)
          step.after = j;
    }
  }
}

void ScheduleTracer::setColumns() {
  // As many rounds as a chain of steps can be long.
  bool isChanged = true;
  for (size_t round = 0; isChanged && round <= steps.size(); ++round) {
    isChanged = false;
    SmallVector<unsigned> next(roles.size());
    for (auto [r, start] : llvm::enumerate(starts))
      if (start)
        next[r] = steps[*start].column + 1;
    for (Step &step : steps) {
      unsigned column = next[step.role];
      if (step.after)
        column = std::max(column, steps[*step.after].column + 1);
      isChanged |= column != step.column;
      step.column = column;
      next[step.role] = column + 1;
    }
  }
}

const Step *ScheduleTracer::findWait(const Place &barrier, int phase) {
  for (const Step &step : steps)
    if (isa<MBarrierWaitOp>(step.op) && step.barrier &&
        isSame(*step.barrier, barrier) && step.phase == phase)
      return &step;
  return nullptr;
}

/// How long each place is filled and read: an asynchronous copy or product goes
/// on until the wait for it.
void ScheduleTracer::addUses(ReportSchedule &schedule) {
  auto findEnd = [&](size_t i) -> const Step * {
    const Step &step = steps[i];
    if (isa<BoxCopyOp>(step.op) && step.barrier)
      return findWait(*step.barrier, step.phase);
    for (const Step &later : ArrayRef(steps).drop_front(i + 1)) {
      if (isa<AsyncCopyOp>(step.op) && isa<AsyncWaitOp>(later.op) &&
          later.group > step.group)
        return &later;
      if (isa<WarpgroupDotOp>(step.op) && isa<WarpgroupWaitOp>(later.op) &&
          later.product > step.product)
        return &later;
      if (isa<TensorProductOp>(step.op) && isa<TensorCommitOp>(later.op) &&
          later.barrier)
        return findWait(*later.barrier, later.phase);
    }
    return nullptr;
  };
  for (auto [i, step] : llvm::enumerate(steps)) {
    const Step *end = findEnd(i);
    unsigned last = end ? std::max(end->column, step.column) : step.column;
    auto add = [&, i = i, &step = step](const Place &place, bool isFill) {
      auto ring = rings.find(place.ring);
      if (ring != rings.end() && place.index)
        schedule.uses.push_back({ring->second, *place.index, unsigned(i),
                                 step.column, last, isFill});
    };
    for (const Place &place : step.writes)
      add(place, true);
    for (const Place &place : step.reads)
      add(place, false);
  }
}

/// The barrier that a copy to a ring waits for: the one of the place's number.
static LocalAllocOp findEmptied(BoxCopyOp copy) {
  auto place = copy.getDst().getDefiningOp<MemDescIndexOp>();
  if (!place)
    return {};
  for (Operation *op = copy->getPrevNode(); op; op = op->getPrevNode())
    if (auto wait = dyn_cast<MBarrierWaitOp>(op))
      if (auto barrier = wait.getBarrier().getDefiningOp<MemDescIndexOp>();
          barrier && barrier.getIndex() == place.getIndex())
        return barrier.getSrc().getDefiningOp<LocalAllocOp>();
  return {};
}

void ScheduleTracer::setName(LocalAllocOp alloc, StringRef name) {
  if (name.empty() || names.contains(alloc))
    return;
  auto isTaken = [&](StringRef text) {
    return llvm::any_of(
        names, [&](const auto &entry) { return entry.second == text; });
  };
  std::string unique = name.str();
  for (unsigned i = 2; isTaken(unique); ++i)
    unique = (name + "." + Twine(i)).str();
  names[alloc] = std::move(unique);
}

void ScheduleTracer::addRings(ReportSchedule &schedule) {
  SmallVector<std::pair<LocalAllocOp, LocalAllocOp>> guards;
  llvm::SmallSetVector<LocalAllocOp, 4> fulls;
  for (auto [ring, number] : rings) {
    ReportRing &added = schedule.rings.emplace_back();
    added.line = getLine(ring);
    added.places = countPlaces(ring);
    setName(ring, findNameInSource(ring.getLoc(), report));
    auto &[full, empty] = guards.emplace_back();
    for (const Step &step : steps) {
      bool isFilled =
          llvm::any_of(step.writes, [&, ring = ring](const Place &place) {
            return place.ring == ring;
          });
      if (!isFilled)
        continue;
      if (auto copy = dyn_cast<BoxCopyOp>(step.op)) {
        if (step.barrier)
          full = step.barrier->ring;
        if (LocalAllocOp emptied = findEmptied(copy))
          empty = emptied;
      } else if (isa<AsyncCopyOp>(step.op)) {
        added.isInGroups = true;
      }
    }
    if (full)
      fulls.insert(full);
  }
  for (auto [ring, added, guard] :
       llvm::zip(llvm::make_first_range(rings), schedule.rings, guards)) {
    added.name = getName(ring);
    std::string prefix = fulls.size() > 1 ? added.name + "." : "";
    if (auto [full, empty] = guard; full) {
      setName(full, prefix + "full");
      added.full = getName(full);
      if (empty) {
        setName(empty, prefix + "empty");
        added.empty = getName(empty);
      }
    }
  }
  // What no ring waits for.
  for (const Step &step : steps)
    if (step.barrier)
      setName(step.barrier->ring, "barrier");
}

/// "box_copy to k[0], arrives at k.full[0]".
std::string ScheduleTracer::describe(const Step &step) {
  std::string text = step.op->getName().stripDialect().str();
  auto add = [&](StringRef word, const Place &place) {
    text += word;
    text += getName(place.ring);
    if (countPlaces(place.ring) > 1 || barriers.contains(place.ring))
      text += "[" + (place.index ? std::to_string(*place.index) : "?") + "]";
  };
  for (auto [i, place] : llvm::enumerate(step.writes))
    add(i ? ", " : " to ", place);
  for (auto [i, place] : llvm::enumerate(step.reads))
    add(i ? ", " : " of ", place);
  if (step.barrier)
    add(isa<MBarrierWaitOp>(step.op) ? " " : ", arrives at ", *step.barrier);
  if (auto barrier = dyn_cast<BarrierOp>(step.op))
    text += " " + stringifyBarrierScope(barrier.getScope()).str();
  if (auto turn = dyn_cast<TurnOp>(step.op))
    text += " " + stringifyTurnStep(turn.getStep()).str();
  if (step.isConditional)
    text += ", on one side of a branch";
  return text;
}

std::optional<ReportSchedule> ScheduleTracer::trace() {
  func.walk([&](MBarrierInitOp init) {
    if (auto alloc = init.getBarriers().getDefiningOp<LocalAllocOp>())
      barriers[alloc] = init.getCount();
  });
  chooseIterations();
  unsigned numWarps = getNumWarps(func);
  roles.push_back(numWarps == 1 ? "1 warp"
                                : std::to_string(numWarps) + " warps");
  starts.push_back(std::nullopt);
  for (Block &block : func.getBody())
    run(block);
  if (llvm::none_of(steps, [](const Step &step) { return step.loop != 0; }))
    return std::nullopt;
  keepStepsOfLoops();
  countPhases();
  findWhatWaitsAwait();
  setColumns();

  ReportSchedule schedule;
  schedule.function = func.getSymName().str();
  schedule.iterations = iterations;
  schedule.roles.assign(roles.begin(), roles.end());
  addRings(schedule);
  addUses(schedule);
  for (const Step &step : steps)
    schedule.steps.push_back({getLine(step.op), step.role, step.column,
                              step.loop, step.iteration, getKind(step.op).str(),
                              describe(step), step.after});
  return schedule;
}

void tile::describeSchedules(Report &report, const PrintedModule &printed) {
  AsmState state(printed.module.get());
  for (FuncOp func : printed.module.get().getOps<FuncOp>())
    if (func.isPublic() && !func.isExternal())
      if (std::optional<ReportSchedule> schedule =
              ScheduleTracer(func, printed, state, report).trace())
        report.schedules.push_back(std::move(*schedule));
}
