//===- GlobalShadow.h - Who touched a byte of global memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds accesses of two threads to one address, at least one of them a write
// and not both atomic, that nothing orders.
//
//===----------------------------------------------------------------------===//
//
// CTAs are ordered by fences: the first writes and then releases (a fence, or
// an atomic operation that is one), later the second acquires and then reads.
// Which flag they use is not followed: a release of the first that came before
// an acquire of the second counts as order. So a finding is a race, but kernels
// whose CTAs use fences for something else may have races that are not found.
//
// Warps of one CTA are ordered by vector clocks, as in SharedShadow.h. A race
// between lanes of one warp is found only where their accesses together touch
// less than a line of 128 bytes.
//
// A bulk store to global memory writes when it likes until its thread has
// waited for its group. So its access has the number of the store instead of an
// epoch; the store's own entry says when the wait was, which is when the access
// counts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_GLOBALSHADOW_H
#define TILE_LIB_SIMULATOR_SHADOW_GLOBALSHADOW_H

#include "tile/Simulator/GlobalMemory.h"

#include "llvm/ADT/DenseMap.h"

#include <atomic>
#include <mutex>

namespace mlir::tile::sim {

/// Counts of the warps of a cluster; twice, see SharedShadow.h.
using VectorClock = std::vector<uint32_t>;

/// An access, as it is remembered; all zeros: there was none.
struct GlobalAccess {
  /// Linear index of the CTA, plus 1.
  uint32_t number;
  /// How often the CTA had released before; of a bulk store, its number.
  uint32_t epoch;
  /// The count of its warp then, and the instruction.
  uint32_t clock, pc;
  /// Within the cluster.
  uint16_t warp;
  uint8_t lane;
  /// Lanes from `lane` on, each its part.
  bool hasLanes : 1;
  bool isStrong : 1;
  /// Atomic, acquire or release.
  bool isOrdering : 1;
  bool isBulkStore : 1;

  uint32_t getBlock() const { return number - 1; }
  bool isOfBlock(const GlobalAccess &other) const {
    return number == other.number;
  }
};

/// What was found: a race, or what may be one.
struct GlobalRace {
  GlobalAccess other{};
  /// Of the range that is accessed, where it is.
  uint64_t byte = 0;
  /// Both have stored the same; both are volatile or relaxed; the one that
  /// stores has loaded it before, with the instruction of the other's load.
  bool isEqual = false, isRelaxed = false, isCopy = false;
  /// No thread has waited for the other access, which is a bulk store.
  bool isUnderWay = false;

  /// By the letter of PTX, but perhaps on purpose.
  bool isNote() const { return isEqual || isRelaxed || isCopy; }
};

class GlobalShadow {
public:
  /// Null where the host has no memory for the tables of such large buffers.
  static std::unique_ptr<GlobalShadow> create(const GlobalMemory &memory,
                                              unsigned granule);
  ~GlobalShadow();

  /// Notes an access; true if it races with an earlier one. `clock` is that of
  /// the warp, null if warps are not followed. `values`, if they are known, are
  /// stored, so that a later write finds what this one has left.
  /// A read may be of two lanes, `access.lane` and `secondLane`, which load the
  /// same.
  bool read(const Buffer &buffer, uint64_t offset, uint64_t bytes,
            const GlobalAccess &access, const VectorClock *clock,
            GlobalRace &race, int secondLane = -1);
  bool write(const Buffer &buffer, uint64_t offset, uint64_t bytes,
             const GlobalAccess &access, const VectorClock *clock,
             const uint8_t *values, GlobalRace &race);

  /// Who wrote the range last in this launch; the number is 0 if no thread did.
  GlobalAccess getWriter(const Buffer &buffer, uint64_t offset, uint64_t bytes);

  /// Begins a bulk store; its number.
  uint32_t beginStore();
  /// Its thread has waited for it, at that epoch of the CTA and clock.
  void endStore(uint32_t number, uint32_t epoch, uint32_t clock);

  /// The CTA releases what it wrote, and acquires what others released.
  void synchronize(uint32_t block);

private:
  /// Who wrote something last by a plain access, and who read it last; of
  /// several threads that read with one instruction, the first.
  struct Cell {
    GlobalAccess writer, reader;
    /// The instruction by which the writer had read it, plus 1; or 0.
    uint32_t copyPc;
  };
  /// Which other CTA read it before, and which other warp of the last reader's
  /// CTA (so that one is not who writes next). Who wrote it last by a strong
  /// access: these hide no plain one, see SharedShadow.h.
  struct Others {
    GlobalAccess block, warp, strongWriter;
  };
  struct SmallCell {
    Cell cell;
    Others others;
  };
  /// What few lines need.
  struct Details {
    Others others;
    /// One for each granule, or none.
    std::unique_ptr<SmallCell[]> cells;
  };
  /// 128 bytes of a buffer. Usually an access is to all of a line, or lines are
  /// one CTA's alone: then one cell does for all of it. Otherwise it has one
  /// for each granule. All zeros at first, so that untouched ones cost nothing.
  struct Line {
    std::atomic<bool> isLocked;
    Cell whole;
    Details *details;
  };
  static constexpr unsigned kLineBytes = 128;
  static constexpr unsigned kPageLines = 256;
  struct Page {
    Line lines[kPageLines];
  };
  /// The pages of a buffer; null where nothing was touched.
  struct Table {
    std::atomic<Page *> *pages = nullptr;
    uint64_t numPages = 0;
  };
  explicit GlobalShadow(unsigned shift) : shift(shift) {}
  Page *getPage(const Buffer &buffer, uint64_t number);
  template <typename F>
  void visit(const Buffer &buffer, uint64_t offset, uint64_t bytes, F f);
  template <typename F>
  static void noteReader(Cell &cell, F getOthers, const GlobalAccess &access,
                         const VectorClock *clock);
  template <typename F>
  static void noteWriter(Cell &cell, F getOthers, const GlobalAccess &access,
                         bool isWrong);
  /// Whether the accesses are no race; `isRelaxed` is set if they may be one.
  bool isOrdered(const GlobalAccess &before, const GlobalAccess &now,
                 const VectorClock *clock, bool &isRelaxed);
  bool areBlocksOrdered(const GlobalAccess &before, uint32_t block);
  /// Puts the time of its wait into the access of a bulk store; false if there
  /// was none.
  bool finishStore(GlobalAccess &store);

  unsigned shift;
  std::vector<Table> tables;
  std::mutex mutex;
  /// Of each CTA that has fences: the times of its releases, and of its last
  /// acquire.
  struct Sync {
    std::vector<uint64_t> releases;
    uint64_t lastAcquire = 0;
  };
  llvm::DenseMap<uint32_t, Sync> syncs;
  struct BulkStore {
    uint32_t epoch = 0, clock = 0;
    bool isOver = false;
  };
  std::vector<BulkStore> stores;
  std::atomic<uint64_t> time{0};
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_GLOBALSHADOW_H
