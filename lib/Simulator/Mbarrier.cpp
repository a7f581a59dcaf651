//===- Mbarrier.cpp - Barriers in shared memory ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mbarrier.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr unsigned kExpectedShift = 20, kTransactionShift = 40,
                          kPhaseShift = 61;

uint64_t Mbarrier::encode() const {
  constexpr uint64_t transactionMask = (1u << 21) - 1;
  return uint64_t(pending) | uint64_t(expected) << kExpectedShift |
         (uint64_t(transactions) & transactionMask) << kTransactionShift |
         phase << kPhaseShift;
}

bool Mbarrier::isPast(uint64_t state) const {
  return state >> kPhaseShift != phase << kPhaseShift >> kPhaseShift;
}

static void join(VectorClock &into, const VectorClock &from) {
  if (into.size() < from.size())
    into.resize(from.size(), 0);
  for (size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void Mbarrier::advance() {
  if (pending != 0 || transactions != 0)
    return;
  ++phase;
  pending = expected;
  eventsBefore.swap(events);
  events.clear();
  expectations.clear();
  join(completedClock, clock);
  clock.clear();
}

void Mbarrier::addEvent(Event::Kind kind, uint32_t pc, uint64_t count) {
  for (Event &event : events)
    if (event.pc == pc && event.kind == kind) {
      event.count += count;
      return;
    }
  events.push_back({kind, pc, count});
}

/// "3 bytes: 1 at PTX line 7 (k.cu:3:1), 2 at ...", of the events of a kind.
static std::string describeEvents(llvm::ArrayRef<Mbarrier::Event> all,
                                  Mbarrier::Event::Kind kind,
                                  llvm::StringRef unit,
                                  const ProgramCode &program) {
  constexpr unsigned kMostShown = 6;
  uint64_t total = 0;
  unsigned numPlaces = 0;
  std::string places;
  for (const Mbarrier::Event &event : all) {
    if (event.kind != kind)
      continue;
    total += event.count;
    if (++numPlaces > kMostShown)
      continue;
    CodeLocation location = program.locate(event.pc);
    places += (places.empty() ? "" : ", ") + std::to_string(event.count) +
              " at PTX line " + std::to_string(location.ptxLine);
    if (!location.source.empty())
      places += " (" + location.source + ")";
  }
  if (numPlaces > kMostShown)
    places += ", and by " + std::to_string(numPlaces - kMostShown) + " more";
  return std::to_string(total) + " " + unit.str() + (total == 1 ? "" : "s") +
         (places.empty() ? "" : ": " + places);
}

std::string Mbarrier::describe(const ProgramCode &program) const {
  std::string text = std::to_string(pending) + " of " +
                     std::to_string(expected) + " arrivals ";
  text += transactions < 0
              ? "are missing and " + std::to_string(-int64_t(transactions)) +
                    " bytes too many have arrived"
              : "and " + std::to_string(transactions) + " bytes are missing";
  if (pending != 0 && pending < expected)
    text += "; so far " +
            describeEvents(events, Event::Arrival, "arrival", program);
  // Who has ended it, perhaps too early or with too many arrivals.
  else if (pending != 0 && phase != 0)
    text += "; phase " + std::to_string(phase - 1) + " had " +
            describeEvents(eventsBefore, Event::Arrival, "arrival", program);
  if (transactions == 0)
    return text;
  return text + "; expected " +
         describeEvents(events, Event::Expected, "byte", program) +
         "; arrived " +
         describeEvents(events, Event::Completed, "byte", program);
}

void Mbarrier::settleLate(uint64_t turn) {
  constexpr uint64_t kTurns = 2;
  uint64_t current = phase;
  while (phase == current && !tracked.empty() &&
         tracked.front().turn + kTurns < turn) {
    std::vector<TrackedOperation> later(
        std::make_move_iterator(tracked.begin() + 1),
        std::make_move_iterator(tracked.end()));
    tracked.erase(tracked.begin() + 1, tracked.end());
    settle();
    tracked = std::move(later);
  }
}

void Mbarrier::settle() {
  std::vector<TrackedOperation> operations = std::move(tracked);
  tracked.clear();
  for (TrackedOperation &operation : operations) {
    join(clock, operation.clock);
    if (operation.warp) {
      getAsync(*operation.warp)
          .groups.completeBefore(operation.lanes, operation.number,
                                 operation.writerClock);
      uint32_t count =
          std::min<uint32_t>(pending, __builtin_popcount(operation.lanes));
      addEvent(Event::Arrival, operation.pc, count);
      pending -= count;
    } else {
      operation.copy.complete();
      transactions -= int32_t(operation.completedBytes);
      addEvent(Event::Completed, operation.copy.writer.pc,
               operation.completedBytes);
    }
    advance();
  }
}

Block::AsyncState &mlir::tile::sim::getAsync(Block &block) {
  if (!block.async)
    block.async = {new Block::AsyncState,
                   [](Block::AsyncState *state) { delete state; }};
  return *block.async;
}

void mlir::tile::sim::writeMbarrier(Block &block, uint64_t offset,
                                    Mbarrier &barrier) {
  barrier.word = barrier.encode();
  std::memcpy(block.shared.data() + offset, &barrier.word, 8);
}

Mbarrier *mlir::tile::sim::findMbarrier(Warp &warp, const Inst &inst,
                                        unsigned lane, Block &block,
                                        uint64_t offset) {
  auto &barriers = getAsync(block).barriers;
  auto it = barriers.find(offset);
  if (it == barriers.end()) {
    warp.report(ReportKind::Undefined, inst, lane,
                "the mbarrier at byte " + llvm::Twine(offset) +
                    " of shared memory was never initialised");
    return nullptr;
  }
  uint64_t word;
  std::memcpy(&word, block.shared.data() + offset, 8);
  if (word == it->second.word)
    return &it->second;
  warp.report(ReportKind::Undefined, inst, lane,
              "the mbarrier at byte " + llvm::Twine(offset) +
                  " of shared memory was overwritten after it was initialised");
  barriers.erase(it);
  return nullptr;
}

void mlir::tile::sim::publishMbarriers(Warp &warp) {
  Block &own = warp.block;
  if (!own.launch().options.findSharedRaces)
    return;
  unsigned self = own.indexInCluster(warp);
  const VectorClock &clock = own.clockOf(warp);
  for (const auto &block : own.cluster.blocks)
    for (auto &[offset, barrier] : getAsync(*block).barriers) {
      const SharedAccess &before = barrier.initializer;
      barrier.isPublished |=
          before.warp == self || before.clock <= clock[before.warp];
    }
}
