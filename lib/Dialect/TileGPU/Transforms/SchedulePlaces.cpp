//===- SchedulePlaces.cpp - Places that a schedule uses too early ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccesses.h"
#include "ScheduleRun.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

MutableArrayRef<ScheduleRun::Part> ScheduleRun::getParts(int place,
                                                         Value places) {
  auto type = dyn_cast<MemDescType>(places.getType());
  int last = place + (type ? type.getNumPlaces().value_or(1) : 1) - 1;
  return MutableArrayRef(memory).slice(parts[place].first,
                                       parts[last].second - parts[place].first);
}

void ScheduleRun::touch(int number, Operation *op, Touch touch, int place,
                        Value places, int count, int value) {
  if (hasFailed)
    return;
  if (place < 0) {
    error(op) << "names a place that is not there: expected a number of one of "
                 "the places, found another one";
    return;
  }
  const Agent &agent = agents[number];
  Access access{touch, number, count, value, op, agent.progress};
  for (Part &part : getParts(place, places)) {
    if ((touch == Touch::ProductRead || touch == Touch::SumRead) &&
        part.writes.empty())
      error(op) << "reads a place that is empty: expected a copy or a store to "
                   "fill it before, found none";
    else if (!isWrite(touch) && part.givenBy >> number & 1)
      error(op)
          << "reads a place that it has given away: expected a wait until "
             "the place is filled again, found none";
    for (const Access &write : part.writes)
      check(number, op, touch, write);
    if (!isWrite(touch)) {
      llvm::erase_if(part.reads,
                     [&](const Access &read) { return read.count == count; });
      part.reads.push_back(access);
      continue;
    }
    for (const Access &read : part.reads)
      check(number, op, touch, read);
    // What is done for this agent is done for all that see its write.
    auto isDone = [&](const Access &before) {
      return agent.clock[before.count] >= before.value || before.count == count;
    };
    llvm::erase_if(part.reads, isDone);
    llvm::erase_if(part.writes, isDone);
    part.writes.push_back(access);
    part.givenBy = 0;
  }
}

/// Whether the threads of two agents may touch the same bytes of a place that
/// both touch.
bool ScheduleRun::mayMeet(Operation *op, Touch touch, const Access &before) {
  // Each warp stores its part of a box.
  if (isa<BoxStoreOp>(op) && isa<BoxStoreOp>(before.op))
    return false;
  if (touch > Touch::Copy || before.touch > Touch::Copy)
    return true;
  auto [it, isNew] = meetings.try_emplace({before.op, op});
  if (isNew)
    it->second = needBarrierOfCTA(before.op, op);
  return it->second;
}

/// An operation comes to a place that another one has touched.
void ScheduleRun::check(int number, Operation *op, Touch touch,
                        const Access &before) {
  if (hasFailed)
    return;
  const Agent &agent = agents[number], &other = agents[before.agent];
  if (agent.clock[before.count] >= before.value) {
    bool isByProxy = touch == Touch::BoxWrite || touch == Touch::ProductRead;
    if (!isByProxy || before.touch != Touch::Write ||
        isa<BoxStoreOp>(before.op) ||
        agent.clock[count(Fenced, before.agent)] >= before.value)
      return;
    InFlightDiagnostic diagnostic = error(op);
    diagnostic
        << "touches by the async proxy what threads wrote: expected a "
           "'tilegpu.fence_proxy' after the write and before a barrier or "
           "an arrival, found none";
    diagnostic.attachNote(before.op->getLoc()) << "the write";
    return;
  }
  // Products of a warp end in order. Threads are ordered where they meet.
  if (before.agent == number ? touch == Touch::SumWrite && before.touch == touch
                             : !mayMeet(op, touch, before))
    return;
  // The other one may have run ahead.
  bool isBehind =
      agent.isMain && other.isMain && agent.progress < before.progress;
  Operation *late = op, *early = before.op;
  Touch last = touch, first = before.touch;
  if (isBehind) {
    std::swap(late, early);
    std::swap(last, first);
  }
  StringRef use = isWrite(first) ? "writes" : "reads";
  InFlightDiagnostic diagnostic = error(late);
  diagnostic << (!isWrite(last)   ? "reads a place before its data is there"
                 : isWrite(first) ? "writes a place that is being written"
                                  : "overwrites a place before its readers are "
                                    "done")
             << ": expected a wait for what " << use << " it, found none";
  diagnostic.attachNote(early->getLoc()) << "what " << use << " it";
}

/// Nothing of this agent may go on in a place that it gives away.
void ScheduleRun::giveAway(int number, Operation *op, int place, Value places) {
  if (place < 0)
    return;
  for (Part &part : getParts(place, places)) {
    part.givenBy |= 1 << number;
    for (const auto *list : {&part.writes, &part.reads})
      for (const Access &access : *list)
        if (!hasFailed && access.agent == number &&
            agents[number].clock[access.count] < access.value) {
          InFlightDiagnostic diagnostic = error(op);
          diagnostic
              << "gives a place away that is in use: expected a wait for "
                 "what uses it, found none";
          diagnostic.attachNote(access.op->getLoc()) << "what uses it";
        }
  }
}

void ScheduleRun::checkEnd() {
  auto fail = [&](Operation *op, StringRef what) {
    if (!hasFailed)
      error(op) << "may go on after the kernel's end: expected a wait for "
                << what << ", found none";
  };
  for (size_t place = 0; place < barriers.size(); ++place) {
    const MBarrier &barrier = barriers[place];
    if (barrier.copy && llvm::none_of(agents, [&](const Agent &agent) {
          return agent.clock[countPhases(place)] >= barrier.copyPhase;
        }))
      fail(barrier.copy, "its phase");
  }
  for (const Part &part : memory)
    for (const Access &read : part.reads) {
      auto knows = [&](const Agent &agent) {
        return agent.clock[read.count] >= read.value;
      };
      bool isKnown = read.agent == product ? llvm::any_of(agents, knows)
                                           : knows(agents[read.agent]);
      if (!isKnown && read.touch == Touch::StoreRead)
        fail(read.op, "it (tilegpu.box_store_wait)");
      if (!isKnown && read.touch == Touch::ProductRead)
        fail(read.op, "the product");
    }
}
