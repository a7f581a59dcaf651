//===- GlobalShadow.h - Which CTA touched a byte of global memory -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds accesses of two CTAs to one address, at least one of them a write and
// not both atomic, that nothing orders.
//
//===----------------------------------------------------------------------===//
//
// CTAs are ordered by fences: the first writes and then releases (a fence, or
// an atomic operation that is one), later the second acquires and then reads.
// Which flag they use is not followed: a release of the first that came before
// an acquire of the second counts as order. So a finding is a race, but kernels
// whose CTAs use fences for something else may have races that are not found.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_GLOBALSHADOW_H
#define TILE_LIB_SIMULATOR_GLOBALSHADOW_H

#include "tile/Simulator/GlobalMemory.h"

#include "llvm/ADT/DenseMap.h"

#include <atomic>
#include <mutex>

namespace mlir::tile::sim {

/// An access of a CTA, as it is remembered.
struct GlobalAccess {
  /// Linear index of the CTA.
  uint32_t block = 0;
  /// How often the CTA had released before.
  uint32_t epoch = 0;
  bool isStrong = false;
};

class GlobalShadow {
public:
  GlobalShadow(const GlobalMemory &memory, unsigned granule);
  ~GlobalShadow();

  /// Notes an access; true if it races with an earlier one, `other`.
  bool read(const Buffer &buffer, uint64_t offset, uint64_t bytes,
            const GlobalAccess &access, GlobalAccess &other);
  bool write(const Buffer &buffer, uint64_t offset, uint64_t bytes,
             const GlobalAccess &access, GlobalAccess &other);

  /// The CTA releases what it wrote, and acquires what others released.
  void synchronize(uint32_t block);

private:
  /// Who wrote and who read something last, and which other CTA read it before
  /// (so that one is not the CTA that writes next), packed: the CTA + 1 in the
  /// low half, then 30 bits of epoch, and strong.
  struct Cell {
    uint64_t writer = 0, reader = 0, otherReader = 0;
  };
  /// 128 bytes of a buffer. Usually an access is to all of a line, or lines are
  /// one CTA's alone: then one cell does for all of it. Otherwise it has one
  /// for each granule.
  struct Line {
    std::atomic<bool> isLocked{false};
    Cell whole;
    std::unique_ptr<Cell[]> cells;
  };
  static constexpr unsigned kLineBytes = 128;
  static constexpr unsigned kPageLines = 256;
  struct Page {
    Line lines[kPageLines];
  };
  struct Table {
    std::unique_ptr<std::atomic<Page *>[]> pages;
    uint64_t numPages = 0;
  };
  Page *getPage(const Buffer &buffer, uint64_t number);
  template <typename F>
  bool visit(const Buffer &buffer, uint64_t offset, uint64_t bytes, F f);
  bool isOrdered(uint64_t before, uint32_t block);

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
  std::atomic<uint64_t> time{0};
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_GLOBALSHADOW_H
