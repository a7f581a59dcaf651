//===- MbarrierDecoders.cpp - mbarrier ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.13.15 "mbarrier".
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AsyncDecoders.h"
#include "Lanes.h"
#include "Shadow/Order.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// Waits that fail, with none that succeeds and no arrival, before it is a dead
/// lock; of loops that Progress.h cannot be sure of, as they count.
static constexpr uint64_t kMaxFailedWaits = 1'000'000;

namespace {
struct MbarrierData : MemoryOperand {
  /// Other threads see what this one did before, or it what they did.
  bool isOrdered = true;
  /// Of the whole cluster.
  bool isCluster = false;
  bool expectsBytes = false, completesBytes = false;
  bool isArrival = false, isNoComplete = false, isDrop = false;
  bool isParity = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

void mlir::tile::sim::decodeMbarrierAddress(Decoder &d,
                                            const ptx::Operand &operand,
                                            Space space,
                                            MemoryOperand &memory) {
  decodeAddress(d, operand, memory);
  memory.access.space = space;
  setAccess(d, memory, AccessKind::Atomic, 8, 8);
  memory.access.isCounted = false;
  memory.access.isMbarrier = true;
}

/// Whether the thread knows that the barrier is initialised. Where it does not,
/// the shadow of shared memory finds a race, too; this one says of what.
static bool isKnown(Warp &w, unsigned lane, const Mbarrier &barrier) {
  if (!w.block.launch().options.findSharedRaces)
    return true;
  const SharedAccess &before = barrier.initializer;
  const VectorClock &clock = getMbarrierClock(w);
  if (before.warp == w.block.indexInCluster(w))
    return before.lane == lane || before.clock < clock[before.warp];
  return before.clock <= clock[before.warp];
}

void mlir::tile::sim::checkIsKnown(Warp &w, const Inst &i, unsigned lane,
                                   const Mbarrier &barrier, uint64_t offset) {
  if (!isKnown(w, lane, barrier))
    w.report(ReportKind::SharedRace, i, lane,
             "the mbarrier at byte " + llvm::Twine(offset) +
                 " of shared memory was initialised by another thread, with "
                 "no barrier between");
}

void mlir::tile::sim::forEachMbarrier(
    Warp &w, const Inst &i, uint32_t mask, const MemoryOperand &memory,
    llvm::function_ref<void(unsigned, Block &, uint64_t, Mbarrier &)> f) {
  uint64_t addresses[kNumLanes], offsets[kNumLanes];
  uint8_t *pointers[kNumLanes];
  Block *blocks[kNumLanes];
  computeAddresses(w, memory, mask, addresses);
  uint32_t known = mask;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    blocks[lane] = findShared(w.block, memory.access.space, addresses[lane],
                              offsets[lane]);
    // Where no barrier can be, the access says why.
    if (!blocks[lane] || offsets[lane] % 8 != 0 ||
        !blocks[lane]->hasShared(offsets[lane], 8))
      continue;
    Mbarrier *barrier = findMbarrier(w, i, lane, *blocks[lane], offsets[lane]);
    if (!barrier)
      known &= ~(1u << lane);
    else
      checkIsKnown(w, i, lane, *barrier, offsets[lane]);
  }
  if (!known)
    return;
  known = w.access(i, known, memory.access, addresses, pointers);
  for (; known; known &= known - 1) {
    unsigned lane = __builtin_ctz(known);
    // A generic address of something else.
    if (!blocks[lane]) {
      w.report(ReportKind::Undefined, i, lane,
               "expected the address of an mbarrier in shared memory");
      continue;
    }
    Mbarrier *barrier = findMbarrier(w, i, lane, *blocks[lane], offsets[lane]);
    if (!barrier)
      continue;
    f(lane, *blocks[lane], offsets[lane], *barrier);
    writeMbarrier(*blocks[lane], offsets[lane], *barrier);
  }
}

//===----------------------------------------------------------------------===//
// init, inval
//===----------------------------------------------------------------------===//

/// The lanes without those that initialise what another one initialises with
/// the same count: these change nothing, and are noted.
static uint32_t leaveOutEqual(Warp &w, const Inst &i, uint32_t mask,
                              const uint64_t *addresses) {
  const uint32_t *counts = w.reg<uint32_t>(i.a);
  uint32_t kept = 0;
  forLanes(mask, [&](unsigned lane) {
    unsigned same = kNumLanes;
    forLanes(kept, [&](unsigned other) {
      if (addresses[other] == addresses[lane] && counts[other] == counts[lane])
        same = other;
    });
    if (same == kNumLanes)
      kept |= 1u << lane;
  });
  if (kept != mask)
    w.note(ReportKind::SharedRace, i, __builtin_ctz(mask & ~kept), [&] {
      return std::to_string(__builtin_popcount(mask)) +
             " threads of a warp initialise " +
             std::to_string(__builtin_popcount(kept)) +
             (kept & (kept - 1) ? " mbarriers" : " mbarrier") +
             ", each with the same count: one thread is enough";
    });
  return kept;
}

static void runInit(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MbarrierData *>(i.data);
  uint64_t addresses[kNumLanes];
  uint8_t *pointers[kNumLanes];
  computeAddresses(w, data, mask, addresses);
  mask = leaveOutEqual(w, i, mask, addresses);
  uint32_t good = w.access(i, mask, data.access, addresses, pointers);
  for (; good; good &= good - 1) {
    unsigned lane = __builtin_ctz(good);
    uint64_t offset;
    Block *block =
        findShared(w.block, data.access.space, addresses[lane], offset);
    uint32_t count = w.reg<uint32_t>(i.a)[lane];
    if (!block || count == 0 || count > Mbarrier::kMaxCount) {
      w.report(ReportKind::Undefined, i, lane,
               block ? "expected a count from 1 to 1048575, found " +
                           std::to_string(count)
                     : "expected an address in shared memory");
      continue;
    }
    auto &barriers = getAsync(*block).barriers;
    auto it = barriers.find(offset);
    if (it != barriers.end() &&
        std::memcmp(pointers[lane], &it->second.word, 8) == 0)
      w.report(ReportKind::Undefined, i, lane,
               "the mbarrier at byte " + llvm::Twine(offset) +
                   " of shared memory is initialised already: expected "
                   "mbarrier.inval before");
    Mbarrier barrier;
    barrier.expected = barrier.pending = count;
    barrier.initializer = describeShared(w, i, lane, /*isStrong=*/false);
    writeMbarrier(*block, offset, barrier);
    barriers[offset] = std::move(barrier);
    w.block.noteProgress();
  }
}

static void runInvalidate(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MbarrierData *>(i.data);
  llvm::SmallVector<std::pair<Block *, uint64_t>, 1> ended;
  forEachMbarrier(
      w, i, mask, data,
      [&](unsigned lane, Block &block, uint64_t offset, Mbarrier &barrier) {
        ended.push_back({&block, offset});
        if (barrier.tracked.empty())
          return;
        const TrackedOperation &operation = barrier.tracked.front();
        uint32_t pc = operation.warp ? operation.pc : operation.copy.writer.pc;
        w.report(ReportKind::Undefined, i, lane,
                 "the mbarrier at byte " + llvm::Twine(offset) +
                     " of shared memory ends, and no thread has waited for the "
                     "copy at PTX line " +
                     llvm::Twine(w.block.launch().program.locate(pc).ptxLine) +
                     " that will signal it");
      });
  for (auto [block, offset] : ended)
    getAsync(*block).barriers.erase(offset);
}

//===----------------------------------------------------------------------===//
// expect_tx, complete_tx, arrive, arrive_drop
//===----------------------------------------------------------------------===//

/// An arrival of `count`.
static void arrive(Warp &w, const Inst &i, unsigned lane, Mbarrier &barrier,
                   uint64_t offset, uint32_t count, const MbarrierData &data) {
  if (count == 0 || count > barrier.pending) {
    w.report(ReportKind::Undefined, i, lane,
             "arrives " + llvm::Twine(count) +
                 " times at the mbarrier at byte " + llvm::Twine(offset) +
                 ", where " + llvm::Twine(barrier.pending) +
                 " arrivals are pending");
    // No thread has waited for the copies of this phase; perhaps they are done.
    barrier.settle();
    count = std::min(count, barrier.pending);
  }
  if (data.isNoComplete && count == barrier.pending &&
      barrier.transactions == 0)
    w.report(ReportKind::Undefined, i, lane,
             "the arrival completes the phase of the mbarrier at byte " +
                 llvm::Twine(offset) + ", which .noComplete forbids");
  if (data.isDrop)
    barrier.expected -= std::min(count, barrier.expected);
  barrier.pending -= count;
}

/// After an arrival. Bytes that a thread expects keep the phase open only if it
/// cannot end before: an arrival must come after the expectation, of the same
/// thread, or of one that knows of it.
static void checkExpectations(Warp &w, const Inst &i, unsigned lane,
                              Mbarrier &barrier, uint64_t offset) {
  if (barrier.expectations.empty())
    return;
  const VectorClock &clock = w.block.clockOf(w);
  unsigned self = w.block.indexInCluster(w);
  llvm::erase_if(barrier.expectations,
                 [&](const Mbarrier::Expectation &expectation) {
                   const SharedAccess &before = expectation.thread;
                   if (before.warp == self)
                     return before.lane == lane || before.clock < clock[self];
                   return before.clock <= clock[before.warp];
                 });
  if (barrier.pending != 0 || barrier.expectations.empty())
    return;
  const Mbarrier::Expectation &expectation = barrier.expectations.front();
  CodeLocation location =
      w.block.launch().program.locate(expectation.thread.pc);
  std::string source =
      location.source.empty() ? "" : " (" + location.source + ")";
  w.report(ReportKind::SharedRace, i, lane,
           "the last arrival of a phase of the mbarrier at byte " +
               llvm::Twine(offset) + ", and nothing orders it after the " +
               llvm::Twine(expectation.bytes) +
               " bytes that are expected at PTX line " +
               llvm::Twine(location.ptxLine) + source +
               ": the phase may be over before. Expected arrive.expect_tx, or "
               "an arrival of that thread");
  barrier.expectations.clear();
}

/// The arrivals of a warp by one instruction count as one. An H200 ends the
/// launch where they are more than are pending, in all forms of the
/// instruction: 2 of 1, 32 of 31, 4 of 2.
static void reportTooManyAtOnce(Warp &w, const Inst &i, unsigned lane,
                                const Mbarrier &barrier, uint64_t offset) {
  w.report(ReportKind::Undefined, i, lane,
           "more threads of one warp arrive at once at the mbarrier at byte " +
               llvm::Twine(offset) +
               " than its phase has arrivals pending, on a GPU an unspecified "
               "launch failure: it expects " +
               llvm::Twine(barrier.expected) +
               (barrier.expected == 1 ? " arrival" : " arrivals") +
               " in a phase. Expected that fewer threads arrive, or a greater "
               "count in mbarrier.init");
}

static void runUpdate(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MbarrierData *>(i.data);
  bool findsRaces = w.block.launch().options.findSharedRaces;
  if (data.isArrival && data.isOrdered && data.isCluster)
    fenceGlobal(w);
  uint32_t operands[kNumLanes];
  const uint32_t *a = w.reg<uint32_t>(i.a);
  forLanes(mask, [&](unsigned l) { operands[l] = a[l]; });
  uint64_t *states = w.reg<uint64_t>(i.dst);
  /// Whose phase ended by this instruction.
  llvm::SmallPtrSet<const Mbarrier *, 2> ended;
  forEachMbarrier(
      w, i, mask, data,
      [&](unsigned lane, Block &block, uint64_t offset, Mbarrier &barrier) {
        uint64_t before = barrier.word;
        if (data.expectsBytes)
          barrier.transactions += int32_t(operands[lane]);
        if (data.completesBytes)
          barrier.transactions -= int32_t(operands[lane]);
        uint32_t pc = w.block.launch().program.getPc(i);
        if (data.expectsBytes || data.completesBytes)
          barrier.addEvent(data.expectsBytes ? Mbarrier::Event::Expected
                                             : Mbarrier::Event::Completed,
                           pc, operands[lane]);
        if (findsRaces && data.expectsBytes && !data.isArrival)
          barrier.expectations.push_back(
              {describeShared(w, i, lane, /*isStrong=*/true), operands[lane]});
        if (std::abs(int64_t(barrier.transactions)) > Mbarrier::kMaxCount)
          w.report(ReportKind::Undefined, i, lane,
                   "the mbarrier at byte " + llvm::Twine(offset) + " expects " +
                       llvm::Twine(barrier.transactions) +
                       " bytes, which is more than 1048575");
        if (data.isArrival) {
          if (ended.contains(&barrier))
            reportTooManyAtOnce(w, i, lane, barrier, offset);
          if (findsRaces && data.isOrdered)
            w.block.giveClock(w, barrier.clock);
          uint32_t count = data.expectsBytes ? 1 : operands[lane];
          barrier.addEvent(Mbarrier::Event::Arrival, pc, count);
          arrive(w, i, lane, barrier, offset, count, data);
          checkExpectations(w, i, lane, barrier, offset);
          states[lane] = before;
        }
        uint64_t phase = barrier.phase;
        barrier.advance();
        block.noteProgress();
        if (barrier.phase != phase)
          ended.insert(&barrier);
      });
  // Who waits for it goes first: the more the warps are interleaved, the more
  // of what nothing orders is found.
  if (data.isArrival)
    w.yield(/*isIdle=*/false);
}

//===----------------------------------------------------------------------===//
// test_wait, try_wait
//===----------------------------------------------------------------------===//

static std::string describeWait(const Warp &w, uint64_t offset,
                                const Mbarrier &barrier) {
  return ("phase " + llvm::Twine(barrier.phase) + " of the mbarrier at byte " +
          llvm::Twine(offset) + ", where " +
          barrier.describe(w.block.launch().program))
      .str();
}

static void runWait(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const MbarrierData *>(i.data);
  bool findsRaces = w.block.launch().options.findSharedRaces;
  uint32_t complete = 0;
  const Mbarrier *stuck = nullptr;
  uint64_t stuckOffset = 0;
  unsigned stuckLane = 0;
  forEachMbarrier(
      w, i, mask, data,
      [&](unsigned lane, Block &, uint64_t offset, Mbarrier &barrier) {
        if (!barrier.tracked.empty()) {
          const Cluster &cluster = w.block.cluster;
          if (cluster.launch.options.lateCopies)
            barrier.settleLate(cluster.numTurns);
          else
            barrier.settle();
          w.block.noteProgress();
        }
        bool isPast =
            data.isParity
                ? (barrier.phase & 1) != (w.reg<uint32_t>(i.a)[lane] & 1)
                : barrier.isPast(w.reg<uint64_t>(i.a)[lane]);
        if (!isPast) {
          if (stuck)
            return;
          stuck = &barrier;
          stuckOffset = offset;
          stuckLane = lane;
          return;
        }
        complete |= 1u << lane;
        if (findsRaces && data.isOrdered)
          w.block.takeClock(w, barrier.completedClock);
      });
  w.setPredicate(i.dst, mask, complete);
  if (complete) {
    w.block.noteProgress();
    if (data.isOrdered && data.isCluster)
      fenceGlobal(w);
  }
  if (complete == mask)
    return;
  w.yield();
  ++w.block.failedWaits;
  Progress &progress = w.block.cluster.progress;
  bool isHopeless = w.block.failedWaits >= kMaxFailedWaits;
  if (!isHopeless && !progress.isWatching())
    return;
  // Why nothing is stuck was reported.
  unsigned lane = stuck ? stuckLane : __builtin_ctz(mask);
  std::string what =
      stuck ? describeWait(w, stuckOffset, *stuck) : "what is no mbarrier";
  progress.noteFailedWait(w, i, lane, mask & ~complete, what,
                          stuck && !stuck->pending);
  if (!isHopeless)
    return;
  w.report(ReportKind::Deadlock, i, lane,
           "no thread of the CTA can continue: this one waits for " + what);
  w.stopRun();
}

static void runPendingCount(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.reg<uint32_t>(i.dst);
  const uint64_t *a = w.reg<uint64_t>(i.a);
  forLanes(mask, [&](unsigned l) { d[l] = Mbarrier::getPending(a[l]); });
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

void mlir::tile::sim::decodeMbarrier(Decoder &d) {
  if (d.has("pending_count")) {
    d.inst.a = d.read(1, "b64");
    d.inst.dst = d.write(0, "b32");
    return d.emit(runPendingCount);
  }
  MbarrierData data;
  data.isOrdered = !d.has("relaxed");
  data.isCluster = d.has("cluster");
  data.isArrival = d.has("arrive") || d.has("arrive_drop");
  data.isDrop = d.has("arrive_drop");
  data.isNoComplete = d.has("noComplete");
  data.expectsBytes = d.has("expect_tx");
  data.completesBytes = d.has("complete_tx");
  data.isParity = d.has("parity");
  bool isWait = d.has("test_wait") || d.has("try_wait");
  unsigned address = data.isArrival || isWait ? 1 : 0, next = address + 1;
  decodeAddress(d, d.operand(address), data);
  bool isInit = d.has("init");
  setAccess(d, data, isInit ? AccessKind::Write : AccessKind::Atomic, 8, 8);
  data.access.isStrong = data.access.isOrdering = !isInit;
  data.access.isCounted = false;
  data.access.isMbarrier = true;
  if (next < d.numOperands())
    d.inst.a = d.read(next, isWait && !data.isParity ? "b64" : "b32");
  else
    d.inst.a = d.constant(1, 32);
  if (next + 1 < d.numOperands())
    d.read(next + 1, "b32"); // A time limit.
  if (address)
    d.inst.dst = d.write(0, isWait ? "pred" : "b64");
  d.setData(data);
  // So that the warp may let others run.
  if (isWait || data.isArrival)
    d.inst.control = Control::Wait;
  if (isWait)
    return d.emit(runWait);
  d.emit(isInit ? runInit : d.has("inval") ? runInvalidate : runUpdate);
}
