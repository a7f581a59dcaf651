//===- Mbarrier.h - Barriers in shared memory -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of mbarrier objects (PTX ISA 9.0, 9.7.13.15), and the asynchronous
// operations that they track.
//
//===----------------------------------------------------------------------===//
//
// A phase is complete when no arrival and no byte of a transaction is pending;
// the next one then begins with the expected count:
//
//     init 2               phase 0, pending 2, tx 0
//     arrive.expect_tx 64  phase 0, pending 1, tx 64
//     arrive               phase 0, pending 0, tx 64
//     complete_tx 64       phase 1, pending 2, tx 0
//
// The object in memory is a word that encodes this; the copy of it here says
// whether something else was written there. Copies that will complete bytes of
// a barrier are done when a thread tests the barrier, or later
// (RunOptions::lateCopies).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_MBARRIER_H
#define TILE_LIB_SIMULATOR_MBARRIER_H

#include "AsyncCopies.h"

#include "tile/Simulator/TensorMap.h"

namespace mlir::tile::sim {

/// What a barrier tracks until it is tested.
struct TrackedOperation {
  /// The bytes that it completes; of a copy.
  AsyncCopy copy;
  uint32_t completedBytes = 0;
  /// Or an arrival, when the lanes' copies before `number` are done.
  Warp *warp = nullptr;
  uint32_t lanes = 0;
  uint64_t number = 0;
  uint32_t writerClock = 0, pc = 0;
  /// What the thread that issued it knew.
  VectorClock clock;
  /// The turn of the cluster in which it was issued.
  uint64_t turn = 0;
};

struct Mbarrier {
  /// Counts are up to 2^20 - 1 (9.7.13.15.2).
  static constexpr uint32_t kMaxCount = (1u << 20) - 1;

  uint32_t expected = 0, pending = 0;
  /// Bytes of transactions; negative if they were complete before expected.
  int32_t transactions = 0;
  uint64_t phase = 0;
  /// What an instruction has done in a phase: how often it arrived, or how many
  /// bytes it expected or completed.
  struct Event {
    enum Kind : uint8_t { Arrival, Expected, Completed } kind;
    uint32_t pc;
    uint64_t count;
  };
  using Events = llvm::SmallVector<Event, 4>;
  /// Of this phase, and of the one before.
  Events events, eventsBefore;
  void addEvent(Event::Kind kind, uint32_t pc, uint64_t count);
  /// Bytes that a thread expected in this phase without an arrival of its own
  /// after them: no thread that arrived knows of them yet.
  struct Expectation {
    SharedAccess thread;
    uint32_t bytes;
  };
  llvm::SmallVector<Expectation, 1> expectations;
  /// What those knew who arrived in this phase, and in all before.
  VectorClock clock, completedClock;
  std::vector<TrackedOperation> tracked;
  /// What its memory must hold.
  uint64_t word = 0;
  /// Who initialised it.
  SharedAccess initializer;
  /// A fence has made the initialisation known to the async proxy.
  bool isPublished = false;

  uint64_t encode() const;
  /// Whether the phase of a word is over; the word is what an arrival gave.
  bool isPast(uint64_t state) const;
  static uint32_t getPending(uint64_t state) { return state & kMaxCount; }
  /// Begins the next phase if this one is complete.
  void advance();
  /// What of this phase is missing.
  std::string describe(const ProgramCode &program) const;
  /// Does what is tracked.
  void settle();
  /// The same, but of copies that end late: operations of this phase that began
  /// some turns before `turn`.
  void settleLate(uint64_t turn);
};

struct Block::AsyncState {
  /// By offset in shared memory.
  std::map<uint64_t, Mbarrier> barriers;
  /// By address in global memory: the tensor maps as they were when a thread of
  /// the CTA last acquired them for the tensormap proxy.
  std::map<uint64_t, std::array<uint8_t, TensorMap::kBytes>> acquiredMaps;
};

Block::AsyncState &getAsync(Block &block);

/// The barrier at an offset, or null after a report: there is none, or it was
/// overwritten.
Mbarrier *findMbarrier(Warp &warp, const Inst &inst, unsigned lane,
                       Block &block, uint64_t offset);

/// A fence of the async proxy, or of the initialisation of mbarriers: of those
/// in the cluster whose initialisation the warp knows.
void publishMbarriers(Warp &warp);

/// Puts the state of the barrier into its memory.
void writeMbarrier(Block &block, uint64_t offset, Mbarrier &barrier);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_MBARRIER_H
