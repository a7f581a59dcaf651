//===- GlobalShadow.cpp - Who touched a byte of global memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalShadow.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemAlloc.h"

#include <cstdlib>
#include <cstring>

using namespace mlir::tile::sim;

std::unique_ptr<GlobalShadow> GlobalShadow::create(const GlobalMemory &memory,
                                                   unsigned granule) {
  std::unique_ptr<GlobalShadow> shadow(
      new GlobalShadow(llvm::Log2_32(granule)));
  for (const auto &buffer : memory.getBuffers()) {
    Table table;
    table.numPages = buffer->size / (kLineBytes * kPageLines) + 1;
    // Zeros that take no memory before they are touched.
    table.pages = static_cast<std::atomic<Page *> *>(
        std::calloc(table.numPages, sizeof(std::atomic<Page *>)));
    if (!table.pages)
      return nullptr;
    shadow->tables.push_back(table);
  }
  return shadow;
}

GlobalShadow::~GlobalShadow() {
  for (Table &table : tables) {
    for (uint64_t i = 0; i < table.numPages; ++i) {
      Page *page = table.pages[i].load();
      if (!page)
        continue;
      for (Line &line : page->lines)
        delete line.details;
      std::free(page);
    }
    std::free(table.pages);
  }
}

GlobalShadow::Page *GlobalShadow::getPage(const Buffer &buffer,
                                          uint64_t number) {
  static_assert(std::is_trivially_destructible_v<Page>);
  std::atomic<Page *> &slot = tables[buffer.index].pages[number];
  Page *page = slot.load(std::memory_order_acquire);
  if (page)
    return page;
  auto *fresh = static_cast<Page *>(llvm::safe_calloc(1, sizeof(Page)));
  if (slot.compare_exchange_strong(page, fresh, std::memory_order_acq_rel))
    return fresh;
  std::free(fresh);
  return page;
}

/// Leaves the core to its other threads for a moment.
static inline void pauseProcessor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  // `yield` does nothing on Arm's server cores.
  __asm__ volatile("isb");
#endif
}

/// Calls `f(cell, getOthers, begin, end)` for the cells of the range, with the
/// bytes of it that are theirs, under the lock of their line. `getOthers(true)`
/// makes them if there are none, which otherwise is null.
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
        pauseProcessor();
    auto getDetails = [&]() -> Details & {
      if (!line.details)
        line.details = new Details();
      return *line.details;
    };
    bool hasCells = line.details && line.details->cells;
    if (!hasCells && offset == lineBegin && stop == lineEnd) {
      f(
          line.whole,
          [&](bool makes) -> Others * {
            if (!makes && !line.details)
              return nullptr;
            return &getDetails().others;
          },
          offset, stop);
    } else {
      Details &details = getDetails();
      if (!hasCells) {
        unsigned count = kLineBytes >> shift;
        details.cells.reset(new SmallCell[count]);
        std::fill(details.cells.get(), details.cells.get() + count,
                  SmallCell{line.whole, details.others});
      }
      uint64_t last = (stop - 1 - lineBegin) >> shift;
      for (uint64_t c = (offset - lineBegin) >> shift; c <= last; ++c) {
        uint64_t begin = lineBegin + (c << shift);
        SmallCell &small = details.cells[c];
        f(
            small.cell, [&](bool) { return &small.others; },
            std::max(offset, begin),
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
  auto first = syncs.find(access.getBlock());
  auto second = syncs.find(block);
  if (first == syncs.end() || second == syncs.end() ||
      access.epoch >= first->second.releases.size())
    return false;
  return second->second.lastAcquire > first->second.releases[access.epoch];
}

uint32_t GlobalShadow::beginStore() {
  std::lock_guard<std::mutex> lock(mutex);
  stores.emplace_back();
  return stores.size() - 1;
}

void GlobalShadow::endStore(uint32_t number, uint32_t epoch, uint32_t clock) {
  std::lock_guard<std::mutex> lock(mutex);
  stores[number] = {epoch, clock, /*isOver=*/true};
}

bool GlobalShadow::finishStore(GlobalAccess &access) {
  std::lock_guard<std::mutex> lock(mutex);
  const BulkStore &store = stores[access.epoch];
  access.isBulkStore = false;
  access.epoch = store.epoch;
  access.clock = store.clock;
  return store.isOver;
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
  if (!before.number)
    return true;
  if (before.isBulkStore) {
    GlobalAccess store = before;
    if (finishStore(store))
      return isOrdered(store, now, clock, isRelaxed);
    // Of stores of one thread to one place no order is asked for, nor of those
    // that a whole warp begins with one instruction.
    return now.isBulkStore && before.isOfBlock(now) &&
           before.warp == now.warp &&
           (before.lane == now.lane || before.pc == now.pc);
  }
  bool isOwn = before.isOfBlock(now);
  if (isOwn && areWarpsOrdered(before, now, clock))
    return true;
  bool areStrong = before.isStrong && now.isStrong;
  if (areStrong && (before.isOrdering || now.isOrdering))
    return true;
  if (!isOwn && areBlocksOrdered(before, now.getBlock()))
    return true;
  isRelaxed = areStrong;
  return false;
}

/// Whether two accesses are, as far as is known, of the same thread.
static bool areOfOneThread(const GlobalAccess &a, const GlobalAccess &b) {
  return a.isOfBlock(b) && a.warp == b.warp &&
         (a.hasLanes || b.hasLanes || a.lane == b.lane);
}

/// Of threads of a CTA that read with one instruction, and nothing orders them,
/// the first one stays. Where lanes are a range, that of another iteration is
/// the same one.
static bool staysReader(const GlobalAccess &before, const GlobalAccess &now,
                        const VectorClock *clock) {
  if (!clock || before.pc != now.pc)
    return false;
  if (before.warp != now.warp)
    return !areWarpsOrdered(before, now, clock);
  return before.clock == now.clock &&
         (before.lane != now.lane || before.hasLanes != now.hasLanes);
}

template <typename F>
void GlobalShadow::noteReader(Cell &cell, F getOthers,
                              const GlobalAccess &access,
                              const VectorClock *clock) {
  GlobalAccess &before = cell.reader;
  if (before.number && !before.isOfBlock(access)) {
    getOthers(true)->block = before;
  } else if (before.number && staysReader(before, access, clock)) {
    if (before.warp == access.warp)
      return;
    GlobalAccess &other = getOthers(true)->warp;
    bool isOtherLane = other.isOfBlock(access) && other.warp == access.warp &&
                       staysReader(other, access, clock);
    if (!isOtherLane)
      other = access;
    return;
  } else if (before.number && before.warp != access.warp) {
    getOthers(true)->warp = before;
  }
  before = access;
}

template <typename F>
void GlobalShadow::noteWriter(Cell &cell, F getOthers,
                              const GlobalAccess &access, bool isWrong) {
  GlobalAccess &before =
      access.isStrong ? getOthers(true)->strongWriter : cell.writer;
  // Of two that race the first is kept: so a thread that races with it again
  // and again is found each time, however seldom the other one gets its turn.
  if (isWrong && before.number && !before.isOfBlock(access))
    return;
  before = access;
  if (access.isStrong)
    return;
  if (Others *others = getOthers(false))
    others->strongWriter = {};
}

bool GlobalShadow::read(const Buffer &buffer, uint64_t offset, uint64_t bytes,
                        const GlobalAccess &access, const VectorClock *clock,
                        GlobalRace &race, int secondLane) {
  bool isFound = false;
  GlobalAccess second = access;
  second.lane = secondLane;
  visit(buffer, offset, bytes,
        [&](Cell &cell, auto getOthers, uint64_t begin, uint64_t) {
          noteReader(cell, getOthers, access, clock);
          if (secondLane >= 0)
            noteReader(cell, getOthers, second, clock);
          auto checkWriter = [&](const GlobalAccess &writer, bool isCopy) {
            bool isRelaxed = false;
            // Who waits for a flag reads it while others write it.
            if (isFound)
              return;
            bool isRace = !isOrdered(writer, access, clock, isRelaxed);
            if (!isRace && secondLane >= 0)
              isRace = !isOrdered(writer, second, clock, isRelaxed);
            if (!isRace || isRelaxed)
              return;
            race.other = writer;
            race.byte = begin - offset;
            race.isCopy = isCopy;
            GlobalAccess store = writer;
            race.isUnderWay = writer.isBulkStore && !finishStore(store);
            isFound = true;
          };
          if (cell.writer.number)
            checkWriter(cell.writer, cell.writer.isOfBlock(access) &&
                                         cell.copyPc == access.pc + 1);
          if (Others *others = getOthers(false))
            if (others->strongWriter.number)
              checkWriter(others->strongWriter, /*isCopy=*/false);
        });
  return isFound;
}

bool GlobalShadow::write(const Buffer &buffer, uint64_t offset, uint64_t bytes,
                         const GlobalAccess &access, const VectorClock *clock,
                         const uint8_t *values, GlobalRace &race) {
  // What is not wrong for sure gives way to what is.
  unsigned found = 0;
  auto visitCell = [&](Cell &cell, auto getOthers, uint64_t begin,
                       uint64_t end) {
    bool isWrong = false;
    auto note = [&](const GlobalAccess &other, bool isEqual, bool isRelaxed,
                    bool isCopy) {
      GlobalRace now = {other, begin - offset, isEqual, isRelaxed, isCopy};
      GlobalAccess store = other;
      now.isUnderWay = other.isBulkStore && !finishStore(store);
      unsigned weight = now.isNote() ? 1 : 2;
      isWrong |= weight == 2;
      if (weight <= found)
        return;
      found = weight;
      race = now;
    };
    // An atomic operation of the warp has read what was written.
    bool hasObserved = cell.reader.isOfBlock(access) &&
                       cell.reader.warp == access.warp &&
                       cell.reader.isOrdering;
    auto checkWriter = [&](const GlobalAccess &writer) {
      bool isRelaxed = false;
      if (isOrdered(writer, access, clock, isRelaxed) ||
          (isRelaxed && hasObserved))
        return;
      bool isEqual = !isRelaxed && values &&
                     std::memcmp(buffer.data + begin, values + (begin - offset),
                                 end - begin) == 0;
      note(writer, isEqual, isRelaxed, /*isCopy=*/false);
    };
    Others *others = getOthers(false);
    checkWriter(cell.writer);
    if (others)
      checkWriter(others->strongWriter);
    // The same thread may store several times what it has read once.
    if (!areOfOneThread(cell.writer, access))
      cell.copyPc = 0;
    auto checkReader = [&](const GlobalAccess &reader) {
      bool isFlag = false;
      if (!isOrdered(reader, access, clock, isFlag) && !isFlag)
        note(reader, false, false,
             reader.isOfBlock(access) && cell.copyPc == reader.pc + 1);
    };
    // A strong write hides no plain read.
    auto forget = [&](GlobalAccess &reader) {
      if (!access.isStrong || reader.isStrong)
        reader = {};
    };
    if (cell.reader.number) {
      if (areOfOneThread(cell.reader, access))
        cell.copyPc = cell.reader.pc + 1;
      else if (others && areOfOneThread(others->warp, access))
        cell.copyPc = others->warp.pc + 1;
      checkReader(cell.reader);
      if (others) {
        checkReader(others->block);
        checkReader(others->warp);
        forget(others->block);
        forget(others->warp);
      }
      forget(cell.reader);
    }
    noteWriter(cell, getOthers, access, isWrong);
    if (values)
      std::memcpy(buffer.data + begin, values + (begin - offset), end - begin);
  };
  visit(buffer, offset, bytes, visitCell);
  return found != 0;
}

GlobalAccess GlobalShadow::getWriter(const Buffer &buffer, uint64_t offset,
                                     uint64_t bytes) {
  GlobalAccess writer = {};
  visit(buffer, offset, bytes,
        [&](Cell &cell, auto getOthers, uint64_t, uint64_t) {
          if (cell.writer.number)
            writer = cell.writer;
          if (Others *others = getOthers(false);
              others && others->strongWriter.number)
            writer = others->strongWriter;
        });
  return writer;
}

void GlobalShadow::synchronize(uint32_t block) {
  std::lock_guard<std::mutex> lock(mutex);
  Sync &sync = syncs[block];
  sync.releases.push_back(++time);
  sync.lastAcquire = ++time;
}
