//===- GlobalShadow.cpp - Which CTA touched a byte of global memory -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalShadow.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile::sim;

// A packed access: the CTA + 1 in the low half, the epoch in 30 bits, strong.
static constexpr uint64_t kStrong = uint64_t(1) << 62;
static constexpr uint64_t kMaxEpoch = (1 << 30) - 1;

static uint64_t pack(const GlobalAccess &access) {
  return uint64_t(access.block + 1) |
         std::min<uint64_t>(access.epoch, kMaxEpoch) << 32 |
         (access.isStrong ? kStrong : 0);
}

static GlobalAccess unpack(uint64_t cell) {
  return {uint32_t(cell) - 1, uint32_t(cell >> 32 & kMaxEpoch),
          (cell & kStrong) != 0};
}

static bool isOf(uint64_t cell, uint32_t block) {
  return uint32_t(cell) == block + 1;
}

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

/// Calls `f` for the cells of the range, under the lock of their line, until it
/// says true.
template <typename F>
bool GlobalShadow::visit(const Buffer &buffer, uint64_t offset, uint64_t bytes,
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
    bool isFound = false;
    if (!line.cells && offset == lineBegin && stop == lineEnd) {
      isFound = f(line.whole);
    } else {
      if (!line.cells) {
        unsigned count = kLineBytes >> shift;
        line.cells.reset(new Cell[count]);
        std::fill(line.cells.get(), line.cells.get() + count, line.whole);
      }
      uint64_t last = (stop - 1 - lineBegin) >> shift;
      for (uint64_t c = (offset - lineBegin) >> shift; c <= last && !isFound;
           ++c)
        isFound = f(line.cells[c]);
    }
    line.isLocked.store(false, std::memory_order_release);
    if (isFound)
      return true;
    offset = stop;
  }
  return false;
}

bool GlobalShadow::isOrdered(uint64_t before, uint32_t block) {
  std::lock_guard<std::mutex> lock(mutex);
  GlobalAccess access = unpack(before);
  auto first = syncs.find(access.block);
  auto second = syncs.find(block);
  if (first == syncs.end() || second == syncs.end() ||
      access.epoch >= first->second.releases.size())
    return false;
  return second->second.lastAcquire > first->second.releases[access.epoch];
}

bool GlobalShadow::read(const Buffer &buffer, uint64_t offset, uint64_t bytes,
                        const GlobalAccess &access, GlobalAccess &other) {
  uint64_t packed = pack(access);
  return visit(buffer, offset, bytes, [&](Cell &cell) {
    if (cell.reader && !isOf(cell.reader, access.block))
      cell.otherReader = cell.reader;
    cell.reader = packed;
    uint64_t writer = cell.writer;
    if (!writer || isOf(writer, access.block) ||
        (access.isStrong && (writer & kStrong)) ||
        isOrdered(writer, access.block))
      return false;
    other = unpack(writer);
    return true;
  });
}

bool GlobalShadow::write(const Buffer &buffer, uint64_t offset, uint64_t bytes,
                         const GlobalAccess &access, GlobalAccess &other) {
  uint64_t packed = pack(access);
  return visit(buffer, offset, bytes, [&](Cell &cell) {
    uint64_t writer = std::exchange(cell.writer, packed);
    auto races = [&](uint64_t before) {
      return before && !isOf(before, access.block) &&
             !(access.isStrong && (before & kStrong)) &&
             !isOrdered(before, access.block);
    };
    for (uint64_t before : {writer, cell.reader, cell.otherReader})
      if (races(before)) {
        other = unpack(before);
        return true;
      }
    return false;
  });
}

void GlobalShadow::synchronize(uint32_t block) {
  std::lock_guard<std::mutex> lock(mutex);
  Sync &sync = syncs[block];
  sync.releases.push_back(++time);
  sync.lastAcquire = ++time;
}
