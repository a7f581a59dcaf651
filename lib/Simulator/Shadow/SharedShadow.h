//===- SharedShadow.h - Who touched a byte of shared memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds accesses of two threads to shared memory that no barrier orders, and
// reads of what an asynchronous copy still writes.
//
//===----------------------------------------------------------------------===//
//
// Vector clocks (Lamport; Flanagan and Freund, "FastTrack", PLDI 2009), one per
// warp. Each warp counts the times it synchronised; a barrier makes all warps
// at it know each other's counts. An access is remembered as (thread, count of
// its warp then). A later access of another warp is ordered after it if that
// warp knows a greater count of the first:
//
//     warp 0                     warp 1                   clock of warp 1
//     st [x]    (0, count 1)                              {0: 0, 1: 1}
//     bar.sync  count becomes 2  bar.sync                 {0: 1, 1: 2}
//                                ld [x]: 1 <= 1: ordered
//
// Without the barrier warp 1 knows 0 of warp 0, and 1 <= 0 fails: a race.
// Lanes of one warp are ordered by bar.warp.sync only, as PTX has it, even
// though this simulator runs them in lock step.
//
// For plain accesses it is enough to remember the last write, and the last read
// of each warp: as long as no race was found, the last write is ordered after
// all that were before it. Atomic operations, and other strong writes, may have
// no order between them. So they are remembered next to the last plain write
// and the plain reads, and hide neither:
//
//     warp 0                     warp 1
//     st  [x], 0
//     red [x], 1
//                                red [x], 1    races with the store
//
// Of strong writes the last one is remembered. A thread whose atomic operation
// comes after the operations of others has observed them, and so it is ordered
// after them (PTX ISA 9.0, 8.9.6 "Causality Order").
//
// Proxies. Bulk copies and wgmma access shared memory through the async proxy:
// they see what a thread wrote only after a fence.proxy.async of that thread.
// So a clock has a second half, which says of each warp up to which count its
// accesses went through such a fence. The fence of a warp copies its own count
// from the first half to the second; all that joins clocks joins both. So the
// fence is known to others after a barrier only, like the write:
//
//     warp 0                       warp 1                clock of warp 1
//     st [x]  (0, count 1)                               {0: 0, 1: 1 | 0, 0}
//     fence.proxy.async                                  {0: 0, 1: 1 | 0, 0}
//     bar.sync (count 2)           bar.sync              {0: 2, 1: 2 | 1, 0}
//                                  wgmma [x]: 1 <= 2 and 1 <= 1: fenced
//
// With the fence after the barrier warp 1 has 0 for warp 0 in the second half,
// whoever fences: 1 <= 0 fails. In programs with tcgen05 a fence of the reader
// is enough unless all is asked for (Access.cpp), as Triton has no other there.
// What another CTA of the cluster wrote may be
// fenced by the reader, too: for that D. Lustig et al. ("Mixed-Proxy Extensions
// for the NVIDIA PTX Memory Consistency Model", ISCA 2022) have the fence
// there.
//
// A fence of some lanes of a warp is theirs alone. The second half does not
// tell lanes apart, so such fences are in a list (LaneFences).
//
// What an asynchronous operation reads is in flight until a thread waits for
// it: no thread may write it, however ordered.
//
// A product of a warpgroup is one operation of its four warps, so that each of
// them that has waited for it knows that all of it has been read. An agent of
// its own, the warpgroup, makes its reads. The agent's count in a clock is the
// number of its products that are known to be complete.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_SHAREDSHADOW_H
#define TILE_LIB_SIMULATOR_SHADOW_SHAREDSHADOW_H

#include "GlobalShadow.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace mlir::tile::sim {

/// One access, as it is remembered.
struct SharedAccess {
  /// Its place in a clock: a warp of the cluster, or a warpgroup.
  uint16_t warp = 0;
  uint8_t lane : 5;
  /// Through the async proxy.
  uint8_t isAsync : 1;
  uint8_t isStrong : 1;
  /// Atomic, acquire or release.
  uint8_t isOrdering : 1;
  /// A read: another lane of the warp, `secondLane`, read at the same count.
  uint8_t hasSecond : 1;
  uint8_t secondLane : 5;
  /// 0: there was none.
  uint32_t clock = 0;
  uint32_t pc = 0;

  SharedAccess()
      : lane(0), isAsync(0), isStrong(0), isOrdering(0), hasSecond(0),
        secondLane(0) {}
  bool operator==(const SharedAccess &other) const {
    return warp == other.warp && lane == other.lane &&
           isAsync == other.isAsync && isStrong == other.isStrong &&
           isOrdering == other.isOrdering && hasSecond == other.hasSecond &&
           secondLane == other.secondLane && clock == other.clock &&
           pc == other.pc;
  }
  /// Made by a lane besides `other`, which is of the same warp.
  bool isBeside(unsigned other) const {
    return lane != other || (hasSecond && secondLane != other);
  }
};

/// The last proxy fences of a warp that only some of its lanes executed.
class LaneFences {
public:
  void clear() { fences.clear(); }
  /// `clock` is the count of the warp; counts ascend.
  void add(uint32_t clock, uint32_t lanes);
  /// Whether the lane has fenced at a count from `begin` to `end`. So it counts
  /// if the fences of that time are forgotten.
  bool covers(unsigned lane, uint32_t begin, uint32_t end) const;

private:
  static constexpr size_t kKept = 64;
  struct Fence {
    uint32_t clock, lanes;
  };
  std::vector<Fence> fences;
};

class SharedShadow {
public:
  /// `granule`: 1 to 16 bytes, the least that is distinguished. `laneFences`:
  /// of each warp. `clockSize`: of the warps' clocks.
  void reset(uint64_t bytes, unsigned granule,
             const std::vector<LaneFences> &laneFences, unsigned clockSize);

  /// Relaxed: a race of accesses that are volatile or relaxed. Unfenced: an
  /// access through the async proxy to what its writer has not fenced.
  /// InFlight: a write to what an asynchronous operation still reads.
  enum class Finding { None, Pending, Relaxed, Unfenced, Race, InFlight };
  /// Notes an access of [offset, offset + bytes), which is in bounds. `clock`
  /// is that of the warp. Of a race, `other` is the earlier access. A race of
  /// writes alone is not found if their values are equal: `isEqual` says so
  /// of bytes of the range; `hasEqual` is set then.
  Finding read(uint64_t offset, unsigned bytes, const SharedAccess &access,
               const VectorClock &clock, SharedAccess &other);
  Finding write(uint64_t offset, unsigned bytes, const SharedAccess &access,
                const VectorClock &clock, SharedAccess &other,
                llvm::function_ref<bool(uint64_t begin, uint64_t end)> isEqual,
                bool &hasEqual);

  /// Calls `f(write, isPending)` for the writes that a read of the range is
  /// compared with.
  template <typename F>
  void forWriters(uint64_t offset, unsigned bytes, F f) const {
    for (uint64_t c = offset >> shift; c <= (offset + bytes - 1) >> shift;
         ++c) {
      const Cell &cell = cells[c];
      f(cell.writer, cell.isPending);
      if (cell.others)
        f(others[cell.others - 1].strongWriter, cell.isPending);
    }
  }
  /// What is found of an access after another one to the same place.
  Finding compare(const SharedAccess &before, const SharedAccess &now,
                  const VectorClock &clock) const;

  /// An asynchronous copy to the range has begun, or is done: until then reads
  /// find what is not there yet.
  void markPending(uint64_t offset, uint64_t bytes, const SharedAccess &access);

  /// An asynchronous operation begins to read the range, or is done.
  void beginReading(uint64_t offset, uint64_t bytes);
  void endReading(uint64_t offset, uint64_t bytes);

private:
  struct Cell {
    /// The last plain write.
    SharedAccess writer;
    SharedAccess reader;
    /// Index into `others` + 1, or 0.
    uint32_t others = 0;
    /// How many asynchronous operations read it.
    uint16_t numReading = 0;
    bool isPending = false;
  };
  /// What few cells need.
  struct Others {
    /// The last reads of each warp, if more than one has read.
    std::vector<SharedAccess> readers;
    /// The last strong write since the plain one.
    SharedAccess strongWriter;
  };
  Others *getOthers(const Cell &cell) {
    return cell.others ? &others[cell.others - 1] : nullptr;
  }
  Others &makeOthers(Cell &cell);
  void setWriter(Cell &cell, const SharedAccess &access);
  bool isFenced(const SharedAccess &write, const VectorClock &clock) const;

  /// The first and the last cell that an access of the range has.
  std::pair<uint64_t, uint64_t> getCells(uint64_t offset, uint64_t bytes);

  std::vector<Cell> cells;
  /// Those that were accessed: only they are cleared for the next CTA.
  uint64_t touchedBegin = 0, touchedEnd = 0;
  std::vector<Others> others;
  const std::vector<LaneFences> *laneFences = nullptr;
  unsigned shift = 2, numWarps = 1, clockSize = 2;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_SHAREDSHADOW_H
