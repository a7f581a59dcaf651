//===- ScheduleRun.cpp - Runs a schedule of waits and arrivals ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleRun.h"

#include "tile/Dialect/Tile/IR/WarpRegions.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static void join(SmallVectorImpl<int> &into, ArrayRef<int> from) {
  for (auto [a, b] : llvm::zip_equal(into, from))
    a = std::max(a, b);
}

ScheduleRun::ScheduleRun(FunctionOpInterface func, ScheduleProgram &program)
    : reached(program.steps.size()), func(func), program(program) {
  numWarps = getNumWarps(&func.getFunctionBody());
  bool hasTurns = llvm::any_of(program.steps, [](const ScheduleStep &step) {
    return isa<TurnOp>(step.op);
  });
  constexpr int kWarpgroupWarps = 4;
  numMain = std::max(1, hasTurns ? numWarps / kWarpgroupWarps
                                 : std::min(2, numWarps));
  numAgents = numMain;
  if (program.producerBegin >= 0)
    producer = numAgents++;
  if (program.productBegin >= 0)
    product = numAgents++;
  SmallVector<int64_t> borders;
  for (auto [begin, end] : program.places)
    borders.append({begin, end});
  llvm::sort(borders);
  borders.erase(llvm::unique(borders), borders.end());
  auto find = [&](int64_t border) -> int {
    return llvm::lower_bound(borders, border) - borders.begin();
  };
  for (auto [begin, end] : program.places)
    parts.emplace_back(find(begin), find(end));
  memory.resize(borders.size());
}

LogicalResult ScheduleRun::run() {
  constexpr unsigned kMostSteps = 100000;
  stepsLeft = kMostSteps;
  agents.assign(numAgents, {});
  barriers.assign(program.places.size(), {});
  memory.assign(memory.size(), {});
  turns.assign(numMain, 0);
  for (auto [number, agent] : llvm::enumerate(agents)) {
    agent.clock.assign(countPhases(program.places.size()), 0);
    agent.isMain = int(number) < numMain;
    if (!agent.isMain)
      continue;
    agent.step = 0;
    agent.registers = program.getStart();
  }
  for (bool isMoving = true; isMoving && !hasFailed;) {
    isMoving = false;
    for (int agent = 0; agent < numAgents && !hasFailed; ++agent)
      isMoving |= advance(agent);
    // Too many iterations to know.
    if (stepsLeft == 0)
      return success();
  }
  if (hasFailed)
    return failure();
  if (llvm::all_of(agents, [](const Agent &agent) { return agent.hasEnded; }))
    checkEnd();
  else
    reportHang();
  return failure(hasFailed);
}

InFlightDiagnostic ScheduleRun::error(Operation *op) {
  hasFailed = true;
  InFlightDiagnostic diagnostic = op->emitOpError();
  if (std::string inputs = program.describeInputs(); !inputs.empty())
    diagnostic.attachNote(func.getLoc()) << "this happens with " << inputs;
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Runs an agent until it has to wait; returns whether it has done anything.
bool ScheduleRun::advance(int number) {
  Agent &agent = agents[number];
  unsigned before = agent.progress;
  SmallVector<int64_t, 8> moved;
  while (agent.step >= 0 && !hasFailed && stepsLeft > 0) {
    const ScheduleStep &step = program.steps[agent.step];
    int next = agent.step + 1;
    switch (step.kind) {
    case ScheduleStep::Compute:
      agent.registers[step.value] =
          program.compute(step.value, agent.registers, agent.progress);
      break;
    case ScheduleStep::Branch:
      if (!agent.registers[step.value])
        next = step.target;
      break;
    case ScheduleStep::Move:
      moved.clear();
      for (auto [from, to] : step.moves)
        moved.push_back(agent.registers[from]);
      for (auto [value, fromTo] : llvm::zip_equal(moved, step.moves))
        agent.registers[fromTo.second] = value;
      next = step.target;
      break;
    case ScheduleStep::Act:
      ++agent.clock[count(Steps, number)];
      if (!act(number, step.op))
        return agent.progress != before;
      break;
    }
    reached.set(agent.step);
    agent.step = next;
    agent.hasEnded = next < 0;
    ++agent.progress;
    --stepsLeft;
  }
  return agent.progress != before;
}

/// Returns whether the agent goes on.
bool ScheduleRun::act(int number, Operation *op) {
  Agent &agent = agents[number];
  auto get = [&](Value value) { return agent.registers[program.find(value)]; };
  auto isOff = [&](Value pred) { return pred && !get(pred); };
  auto touchUntil = [&](Touch kind, Value places, Count what, int value) {
    touch(number, op, kind, get(places), places, count(what, number), value);
  };
  auto touchNow = [&](Touch kind, Value places) {
    touchUntil(kind, places, Steps, agent.clock[count(Steps, number)]);
  };
  auto getSums = [&](TypedValue<TensorPlacesType> sums, Value index) -> int {
    int64_t number = get(index);
    return number >= 0 && number < sums.getType().getCount()
               ? get(sums) + number
               : -1;
  };
  // The first ones of those that were begun have ended.
  auto end = [&](Count what, int by, int begun) {
    int &ended = agent.clock[count(what, by)];
    ended = std::max(ended, begun);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](MBarrierInitOp init) {
        initialize(number, init, get(init.getBarriers()));
        return true;
      })
      .Case([&](MBarrierWaitOp wait) {
        return this->wait(number, op, get(wait.getBarrier()),
                          get(wait.getParity()));
      })
      .Case([&](MBarrierArriveOp given) {
        if (isOff(given.getPred()))
          return true;
        for (Value places : given.getPlaces())
          giveAway(number, op, get(places), places);
        arrive(number, op, get(given.getBarrier()),
               agent.isMain ? numWarps / numMain : 1);
        return true;
      })
      .Case([&](BoxCopyOp copy) {
        // One thread does it.
        if (isOff(copy.getPred()) || (agent.isMain && number != 0))
          return true;
        fill(number, op, copy.getDst(), get(copy.getBarrier()));
        return true;
      })
      .Case([&](RequestProgramOp request) {
        fill(number, op, request.getAnswer(), get(request.getBarrier()));
        return true;
      })
      .Case([&](ReadProgramOp read) {
        touchNow(Touch::Read, read.getAnswer());
        ++agent.programs;
        for (Value result : read.getResults())
          if (program.needs(result))
            agent.registers[program.find(result)] =
                result == read.getIsThere()
                    ? agent.programs < program.numPrograms
                    : agent.programs;
        return true;
      })
      .Case([&](TensorCommitOp commit) {
        // It arrives when the products have ended.
        int &ended = agent.clock[count(Products, number)];
        int known = std::exchange(ended, agent.products);
        arrive(number, op, get(commit.getBarrier()), 1);
        ended = known;
        return true;
      })
      .Case([&](TensorProductOp dot) {
        ++agent.products;
        for (Value places : {dot.getA(), dot.getB()})
          touchUntil(Touch::ProductRead, places, Products, agent.products);
        touch(number, op, Touch::SumWrite,
              getSums(dot.getSums(), dot.getIndex()), dot.getSums(),
              count(Products, number), agent.products);
        return true;
      })
      .Case([&](TensorLoadOp load) {
        touch(number, op, Touch::SumRead,
              getSums(load.getSums(), load.getIndex()), load.getSums(),
              count(Steps, number), agent.clock[count(Steps, number)]);
        return true;
      })
      .Case([&](WarpgroupDotOp dot) {
        // In tensor memory, threads meet, and one begins the product. It waits
        // until a barrier for it is free.
        bool isInMemory = isInTensorMemory(dot.getType());
        if (isInMemory && !meet(number, op))
          return false;
        ++agent.products;
        if (isInMemory)
          end(Products, 0, agent.products - int(kTensorProductBarriers));
        if (isInMemory && number != 0)
          return true;
        for (Value places : {dot.getA(), Value(dot.getB())})
          if (isa<MemDescType>(places.getType()))
            touchUntil(Touch::ProductRead, places, Products, agent.products);
        return true;
      })
      .Case([&](WarpgroupWaitOp until) {
        end(Products, isInTensorMemory(until.getSrc().getType()) ? 0 : number,
            agent.products - int(until.getPending()));
        return true;
      })
      .Case([&](AsyncCopyOp copy) {
        if (!isOff(copy.getPred()))
          touchUntil(Touch::Copy, copy.getDst(), Groups, agent.groups + 1);
        return true;
      })
      .Case([&](AsyncCommitGroupOp) { return ++agent.groups > 0; })
      .Case([&](AsyncWaitOp until) {
        end(Groups, number, agent.groups - int(until.getPending()));
        return true;
      })
      .Case([&](BoxStoreOp store) {
        // It waits until its earlier copies have read the place.
        end(Stores, number, agent.stores);
        touchNow(Touch::Write, store.getPlace());
        touchUntil(Touch::StoreRead, store.getPlace(), Stores, ++agent.stores);
        return true;
      })
      .Case([&](BoxStoreWaitOp) {
        end(Stores, number, agent.stores);
        return true;
      })
      .Case<LocalStoreOp, LocalCountOp>([&](auto store) {
        touchNow(Touch::Write, store.getDst());
        return true;
      })
      .Case<LocalLoadOp, LocalGatherOp>([&](auto load) {
        touchNow(Touch::Read, load.getSrc());
        return true;
      })
      .Case([&](ClusterSumOp sum) {
        touchNow(Touch::Write, sum.getPlace());
        return true;
      })
      .Case([&](FenceProxyOp) {
        end(Fenced, number, agent.clock[count(Steps, number)]);
        return true;
      })
      .Case([&](BarrierOp barrier) {
        return barrier.getScope() != BarrierScope::CTA || meet(number, op);
      })
      .Case([&](TensorMemoryAllocOp alloc) {
        const MBarrier &barrier = barriers[get(alloc.getBarriers())];
        if (barrier.init && barrier.count != 1)
          error(op) << "takes barriers of another number of arrivals: expected "
                       "1, found "
                    << barrier.count;
        return meet(number, op);
      })
      .Case<TensorMemoryDeallocOp, ProducerWarpOp>(
          [&](Operation *) { return meet(number, op); })
      .Case([&](TurnOp turn) { return takeTurn(number, turn); })
      .Default([](Operation *) { return true; });
}

/// The barrier of all threads of the target's warps. Returns whether they have
/// come.
bool ScheduleRun::meet(int number, Operation *op) {
  Agent &agent = agents[number];
  if (agent.isReleased) {
    agent.isReleased = false;
    return true;
  }
  agent.isAtBarrier = true;
  auto main = MutableArrayRef(agents).take_front(numMain);
  if (!llvm::all_of(main, [](const Agent &other) { return other.isAtBarrier; }))
    return false;
  Clock all = agent.clock;
  for (Agent &other : main)
    join(all, other.clock);
  for (Agent &other : main) {
    other.clock = all;
    other.isAtBarrier = false;
    other.isReleased = &other != &agent;
  }
  if (isa<ProducerWarpOp>(op))
    for (auto [warp, begin] : {std::pair(producer, program.producerBegin),
                               std::pair(product, program.productBegin)})
      if (warp >= 0) {
        agents[warp].step = begin;
        agents[warp].registers = agent.registers;
        agents[warp].clock = all;
      }
  return true;
}

bool ScheduleRun::takeTurn(int number, TurnOp turn) {
  bool isLast = number == numMain - 1;
  TurnStep step = turn.getStep();
  bool waits = step == TurnStep::Wait || step == TurnStep::Stop;
  if (waits && turns[number] == 0)
    return false;
  turns[number] -= waits;
  // Between `start` and `stop` one of them has the turn.
  bool gives = step == TurnStep::Start  ? isLast
               : step == TurnStep::Stop ? !isLast
                                        : !waits;
  if (gives && ++turns[(number + 1) % numMain] > 1)
    error(turn) << "gives a turn that has been given: expected a "
                   "'tilegpu.turn wait' between, found none";
  return true;
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

ScheduleRun::MBarrier *ScheduleRun::getBarrier(int number, Operation *op,
                                               int place) {
  if (place < 0) {
    error(op) << "names a barrier that is not there: expected a number of one "
                 "of the places, found another one";
    return nullptr;
  }
  MBarrier &barrier = barriers[place];
  if (barrier.init && agents[number].clock[count(Steps, 0)] >= barrier.since)
    return &barrier;
  InFlightDiagnostic diagnostic = error(op);
  diagnostic
      << "may use a barrier before it is initialized: expected a "
         "'tilegpu.mbarrier_init' and a barrier of the CTA before, found "
         "none";
  if (barrier.init)
    diagnostic.attachNote(barrier.init->getLoc()) << "one thread does it here";
  return nullptr;
}

void ScheduleRun::initialize(int number, MBarrierInitOp init, int place) {
  if (number != 0)
    return;
  auto type = cast<MemDescType>(init.getBarriers().getType());
  for (int i = 0; i < type.getNumPlaces().value_or(1); ++i) {
    MBarrier &barrier = barriers[place + i];
    barrier = {};
    barrier.count = init.getCount();
    barrier.since = agents[0].clock[count(Steps, 0)];
    barrier.init = init;
    barrier.clock.assign(agents[0].clock.size(), 0);
    barrier.waits.assign(numAgents, {});
  }
}

bool ScheduleRun::wait(int number, Operation *op, int place, int64_t parity) {
  MBarrier *barrier = getBarrier(number, op, place);
  if (!barrier)
    return true;
  if ((barrier->phases & 1) == parity)
    return false;
  Agent &agent = agents[number];
  int &known = agent.clock[countPhases(place)];
  // The phase before the last one that has ended has the other parity, the one
  // before that has the same.
  if (known < barrier->phases - 1)
    error(op) << "may end two phases too early: expected the warp to know that "
                 "phase "
              << barrier->phases - 2
              << " of the barrier has ended, found no wait for it";
  join(agent.clock, barrier->clock);
  known = std::max(known, barrier->phases);
  barrier->waits[number] = {agent.clock[count(Steps, number)],
                            barrier->phases - 1};
  return true;
}

void ScheduleRun::arrive(int number, Operation *op, int place,
                         int64_t arrivals) {
  MBarrier *barrier = getBarrier(number, op, place);
  if (!barrier)
    return;
  join(barrier->clock, agents[number].clock);
  barrier->arrived += arrivals;
  if (barrier->arrived < barrier->count)
    return;
  if (barrier->arrived > barrier->count) {
    InFlightDiagnostic diagnostic = error(op);
    diagnostic << "arrives more often than a phase takes: expected "
               << barrier->count << " arrivals, found " << barrier->arrived;
    diagnostic.attachNote(barrier->init->getLoc())
        << "the barrier is made here";
    return;
  }
  barrier->arrived = 0;
  // Whoever waits for the phase before has to have seen its end: later the wait
  // would be for another phase. The warps of the target have the same waits.
  int before = ++barrier->phases - 2;
  bool hasMainSeen = llvm::any_of(
      ArrayRef(barrier->waits).take_front(numMain),
      [&](const MBarrier::Wait &last) { return last.phase == before; });
  for (auto [waiter, last] : llvm::enumerate(barrier->waits)) {
    bool isLate = agents[waiter].isMain && hasMainSeen && last.phase < before;
    bool isUnordered = last.phase == before &&
                       barrier->clock[count(Steps, waiter)] < last.when;
    if (!hasFailed && (isLate || isUnordered))
      error(op) << "may end a phase before a warp has seen the end of the one "
                   "before: expected an order after its wait, found none";
  }
}

void ScheduleRun::fill(int number, Operation *op, Value places, int place) {
  MBarrier *barrier = getBarrier(number, op, place);
  if (!barrier)
    return;
  barrier->copy = op;
  barrier->copyPhase = barrier->phases + 1;
  touch(number, op, Touch::BoxWrite,
        agents[number].registers[program.find(places)], places,
        countPhases(place), barrier->copyPhase);
  arrive(number, op, place, 1);
}

/// No agent can go on.
void ScheduleRun::reportHang() {
  std::optional<InFlightDiagnostic> diagnostic;
  llvm::SmallPtrSet<Operation *, 4> seen;
  for (const Agent &agent : agents) {
    if (agent.step < 0)
      continue;
    Operation *op = program.steps[agent.step].op;
    if (!seen.insert(op).second)
      continue;
    std::string what = "all warps to come here, found some that do not";
    if (auto wait = dyn_cast<MBarrierWaitOp>(op)) {
      const MBarrier &barrier =
          barriers[agent.registers[program.find(wait.getBarrier())]];
      what =
          llvm::formatv("{0} arrivals in phase {1} of the barrier, found {2}",
                        barrier.count, barrier.phases, barrier.arrived);
    }
    if (diagnostic)
      diagnostic->attachNote(op->getLoc())
          << "another warp waits here: expected " << what;
    else
      diagnostic.emplace(error(op) << "waits forever: expected " << what);
  }
}
