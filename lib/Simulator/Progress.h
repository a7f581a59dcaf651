//===- Progress.h - Whether a cluster still gets on -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds that the threads of a cluster wait for each other without end, where
// some of them do so in loops.
//
//===----------------------------------------------------------------------===//
//
// A thread that waits at `bar.sync` does not run, so a cluster in which all
// threads do so is at a dead lock. But one that waits for an mbarrier, or for a
// flag in shared memory, runs in a loop:
//
//     WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;
//     @!%p1 bra WAIT;
//
// What a warp does next depends on its registers and on memory alone, and the
// warps take turns in a fixed order. No thread outside of the cluster writes to
// its shared memory. So if the whole state of the cluster is what it was some
// turns before, and no thread has accessed global memory in between, then
// those turns repeat without end.
//
//     turn            1    ...  32    33    34    35
//     warp 0 is at    WAIT ...  WAIT  bra   WAIT  bra
//     warp 1 is at    bar.sync 1, in each turn
//     state           s1   ...  s32   s33   s32: a dead lock
//
// A loop that counts, or that looks at the clock, has other registers each
// time, and may end; it runs on. So does a loop that reads global memory, where
// another CTA or the host may write.
//
// A state is compared by a hash of 64 bits, and only while all that warps do is
// to wait: for 32 turns at first, then after 64, 128 and so on, so that waiting
// for a warp that computes costs little.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_PROGRESS_H
#define TILE_LIB_SIMULATOR_PROGRESS_H

#include "Warp.h"

#include <map>

namespace mlir::tile::sim {

class Cluster;
struct Statistics;

class Progress {
public:
  explicit Progress(Cluster &cluster) : cluster(cluster) {}

  /// The cluster begins, or a warp made progress.
  void reset();
  /// Before all warps of the cluster have their turn.
  void beginTurn(const Statistics &counts);
  /// After it. True if the cluster is where it was some turns before.
  bool endTurn(const Statistics &counts);

  /// A wait for an mbarrier failed. `lacksBytes`: all have arrived.
  void noteFailedWait(const Warp &warp, const Inst &inst, unsigned lane,
                      uint32_t lanes, std::string what, bool lacksBytes);
  /// Whether anybody wants to know of failed waits.
  bool isWatching() const { return hasSnapshot; }

  /// Reports who waits where. All wait, in loops or not.
  void reportDeadlock();

private:
  /// Threads that wait for one thing at one instruction.
  struct Waiter {
    const Warp *warp = nullptr;
    uint32_t pc = 0;
    unsigned lane = 0;
    uint32_t lanes = 0;
    /// Empty: the threads run in a loop.
    std::string what;
    /// Causes come before what follows from them.
    enum Rank { LacksRegisters, LacksBytes, Other } rank = Other;
  };
  uint64_t hashState() const;
  std::vector<Waiter> findWaiters() const;

  Cluster &cluster;
  /// Turns since a warp made progress.
  uint64_t idleTurns = 0;
  /// The state after `snapshotTurn` of these.
  bool hasSnapshot = false;
  uint64_t snapshot = 0, snapshotTurn = 0;
  /// At the begin of the turn: accesses that change something or that others
  /// may change, reads of shared memory, and failed waits.
  uint64_t effectsBefore = 0, readsBefore = 0, failedBefore = 0;
  /// The waits that failed since the snapshot: by warp and instruction.
  std::map<std::pair<const Warp *, uint32_t>, Waiter> failed;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_PROGRESS_H
