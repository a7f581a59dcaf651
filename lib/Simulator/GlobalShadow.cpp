//===- GlobalShadow.cpp - Who touched a byte of global memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalShadow.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::tile::sim;

GlobalShadow::GlobalShadow(const GlobalMemory &memory, unsigned granule)
    : shift(llvm::Log2_32(granule)) {
  for (const auto &buffer : memory.getBuffers()) {
    Table table;
    table.numPages = buffer->size / (kLineBytes * kPageLines) + 1;
    table.pages.reset(new std::atomic<Page *>[table.numPages]());
    tables.push_back(std::move(table));
  }
}

GlobalShadow::~GlobalShadow() {
  for (Table &table : tables)
    for (uint64_t i = 0; i < table.numPages; ++i)
      delete table.pages[i].load();
}

GlobalShadow::Page *GlobalShadow::getPage(const Buffer &buffer,
                                          uint64_t number) {
  std::atomic<Page *> &slot = tables[buffer.index].pages[number];
  Page *page = slot.load(std::memory_order_acquire);
  if (page)
    return page;
  auto *fresh = new Page;
  if (slot.compare_exchange_strong(page, fresh, std::memory_order_acq_rel))
    return fresh;
  delete fresh;
  return page;
}

/// Calls `f(cell, begin, end)` for the cells of the range, with the bytes of it
/// that are theirs, under the lock of their line.
template <typename F>
void GlobalShadow::visit(const Buffer &buffer, uint64_t offset, uint64_t bytes,
                         F f) {
  uint64_t end = offset + bytes;
  while (offset < end) {
    uint64_t number = offset / kLineBytes;
    Line &line =
        getPage(buffer, number / kPageLines)->lines[number % kPageLines];
    uint64_t lineBegin = number * kLineBytes;
    uint64_t lineEnd = std::min(lineBegin + kLineBytes, buffer.size);
    uint64_t stop = std::min(end, lineEnd);
    while (line.isLocked.exchange(true, std::memory_order_acquire))
      while (line.isLocked.load(std::memory_order_relaxed))
        __builtin_ia32_pause();
    if (!line.cells && offset == lineBegin && stop == lineEnd) {
      f(line.whole, offset, stop);
    } else {
      if (!line.cells) {
        unsigned count = kLineBytes >> shift;
        line.cells.reset(new Cell[count]);
        std::fill(line.cells.get(), line.cells.get() + count, line.whole);
      }
      uint64_t last = (stop - 1 - lineBegin) >> shift;
      for (uint64_t c = (offset - lineBegin) >> shift; c <= last; ++c) {
        uint64_t begin = lineBegin + (c << shift);
        f(line.cells[c], std::max(offset, begin),
          std::min(stop, begin + (uint64_t(1) << shift)));
      }
    }
    line.isLocked.store(false, std::memory_order_release);
    offset = stop;
  }
}

bool GlobalShadow::areBlocksOrdered(const GlobalAccess &access,
                                    uint32_t block) {
  std::lock_guard<std::mutex> lock(mutex);
  auto first = syncs.find(access.block);
  auto second = syncs.find(block);
  if (first == syncs.end() || second == syncs.end() ||
      access.epoch >= first->second.releases.size())
    return false;
  return second->second.lastAcquire > first->second.releases[access.epoch];
}

/// Accesses of one CTA: of one thread, or ordered by barriers.
static bool areWarpsOrdered(const GlobalAccess &before, const GlobalAccess &now,
                            const VectorClock *clock) {
  if (!clock)
    return true;
  if (before.warp != now.warp)
    return before.warp >= clock->size() ||
           before.clock <= (*clock)[before.warp];
  return before.hasLanes || now.hasLanes || before.lane == now.lane ||
         before.clock < now.clock || before.pc == now.pc;
}

bool GlobalShadow::isOrdered(const GlobalAccess &before,
                             const GlobalAccess &now, const VectorClock *clock,
                             bool &isRelaxed) {
  if (before.block == GlobalAccess::kNone)
    return true;
  bool isOwn = before.block == now.block;
  if (isOwn && areWarpsOrdered(before, now, clock))
    return true;
  bool areStrong = before.isStrong && now.isStrong;
  if (areStrong && (before.isOrdering || now.isOrdering))
    return true;
  if (!isOwn && areBlocksOrdered(before, now.block))
    return true;
  isRelaxed = areStrong;
  return false;
}

bool GlobalShadow::read(const Buffer &buffer, uint64_t offset, uint64_t bytes,
                        const GlobalAccess &access, const VectorClock *clock,
                        GlobalRace &race) {
  bool isFound = false;
  visit(buffer, offset, bytes, [&](Cell &cell, uint64_t begin, uint64_t) {
    const GlobalAccess &before = cell.reader;
    if (before.block != access.block && before.block != GlobalAccess::kNone)
      cell.otherBlock = before;
    else if (before.block == access.block && before.warp != access.warp)
      cell.otherWarp = before;
    cell.reader = access;
    bool isRelaxed = false;
    // Who waits for a flag reads it while others write it.
    if (isFound || isOrdered(cell.writer, access, clock, isRelaxed) ||
        isRelaxed)
      return;
    race.other = cell.writer;
    race.byte = begin - offset;
    isFound = true;
  });
  return isFound;
}

bool GlobalShadow::write(const Buffer &buffer, uint64_t offset, uint64_t bytes,
                         const GlobalAccess &access, const VectorClock *clock,
                         const uint8_t *values, GlobalRace &race) {
  // What is not wrong for sure gives way to what is.
  unsigned found = 0;
  auto note = [&](const GlobalAccess &other, uint64_t begin, bool isEqual,
                  bool isRelaxed) {
    unsigned weight = isEqual || isRelaxed ? 1 : 2;
    if (weight <= found)
      return;
    found = weight;
    race = {other, begin - offset, isEqual, isRelaxed};
  };
  visit(buffer, offset, bytes, [&](Cell &cell, uint64_t begin, uint64_t end) {
    bool isRelaxed = false;
    // An atomic operation of the warp has read what was written.
    bool hasObserved = cell.reader.block == access.block &&
                       cell.reader.warp == access.warp &&
                       cell.reader.isOrdering;
    if (!isOrdered(cell.writer, access, clock, isRelaxed)) {
      bool isEqual = !isRelaxed && values &&
                     std::memcmp(buffer.data + begin, values + (begin - offset),
                                 end - begin) == 0;
      if (!(isRelaxed && hasObserved))
        note(cell.writer, begin, isEqual, isRelaxed);
    }
    for (const GlobalAccess *reader :
         {&cell.reader, &cell.otherBlock, &cell.otherWarp}) {
      bool isFlag = false;
      if (!isOrdered(*reader, access, clock, isFlag) && !isFlag)
        note(*reader, begin, false, false);
    }
    cell.writer = access;
    cell.reader = cell.otherBlock = cell.otherWarp = GlobalAccess();
    if (values)
      std::memcpy(buffer.data + begin, values + (begin - offset), end - begin);
  });
  return found != 0;
}

void GlobalShadow::synchronize(uint32_t block) {
  std::lock_guard<std::mutex> lock(mutex);
  Sync &sync = syncs[block];
  sync.releases.push_back(++time);
  sync.lastAcquire = ++time;
}
