//===- SharedShadow.cpp - Who touched a byte of shared memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedShadow.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile::sim;

void LaneFences::add(uint32_t clock, uint32_t lanes) {
  if (fences.size() == kKept)
    fences.erase(fences.begin());
  fences.push_back({clock, lanes});
}

bool LaneFences::covers(unsigned lane, uint32_t begin, uint32_t end) const {
  for (auto it = fences.rbegin(); it != fences.rend(); ++it) {
    if (it->clock < begin)
      return false;
    if (it->clock <= end && it->lanes >> lane & 1)
      return true;
  }
  return fences.size() == kKept;
}

void SharedShadow::reset(uint64_t bytes, unsigned granule,
                         const std::vector<LaneFences> &fences,
                         unsigned sizeOfClock) {
  shift = llvm::Log2_32(granule);
  numWarps = fences.size();
  clockSize = sizeOfClock;
  laneFences = &fences;
  if (touchedBegin < touchedEnd)
    std::fill(cells.begin() + touchedBegin, cells.begin() + touchedEnd, Cell());
  cells.resize(bytes ? (bytes >> shift) + 1 : 0);
  touchedBegin = cells.size();
  touchedEnd = 0;
  others.clear();
}

/// Whether its own thread has fenced the write, as far as the clock knows.
bool SharedShadow::isFenced(const SharedAccess &write,
                            const VectorClock &clock) const {
  if (numWarps + write.warp >= clock.size())
    return true;
  return write.clock <= clock[numWarps + write.warp] ||
         (*laneFences)[write.warp].covers(write.lane, write.clock,
                                          clock[write.warp]);
}

SharedShadow::Finding SharedShadow::compare(const SharedAccess &before,
                                            const SharedAccess &now,
                                            const VectorClock &clock) const {
  if (before.clock == 0)
    return Finding::None;
  bool isOrdered =
      before.warp == now.warp
          // An instruction of several lanes is not a conflict with itself;
          // whether it is one is found by who writes.
          ? !before.isBeside(now.lane) || before.clock < now.clock ||
                before.pc == now.pc
          : before.warp < clock.size() && before.clock <= clock[before.warp];
  if (isOrdered) {
    bool needsFence = now.isAsync && !before.isAsync;
    return needsFence && !isFenced(before, clock) ? Finding::Unfenced
                                                  : Finding::None;
  }
  if (!before.isStrong || !now.isStrong)
    return Finding::Race;
  return before.isOrdering || now.isOrdering ? Finding::None : Finding::Relaxed;
}

std::pair<uint64_t, uint64_t> SharedShadow::getCells(uint64_t offset,
                                                     uint64_t bytes) {
  uint64_t first = offset >> shift, last = (offset + bytes - 1) >> shift;
  touchedBegin = std::min(touchedBegin, first);
  touchedEnd = std::max(touchedEnd, last + 1);
  return {first, last};
}

/// What is remembered of a warp's reads: of several since it last synchronised,
/// two lanes, so that one is next to whichever lane writes next.
static SharedAccess mergeReads(const SharedAccess &before, SharedAccess now) {
  if (before.clock != now.clock || before.warp != now.warp)
    return now;
  if (before.isAsync != now.isAsync)
    return now;
  // A read that is not strong races with more.
  if (before.isStrong != now.isStrong)
    return now.isStrong ? before : now;
  if (before.lane != now.lane) {
    now.hasSecond = true;
    now.secondLane = before.lane;
  } else {
    now.hasSecond = before.hasSecond;
    now.secondLane = before.secondLane;
  }
  return now;
}

SharedShadow::Others &SharedShadow::makeOthers(Cell &cell) {
  if (!cell.others) {
    others.emplace_back();
    cell.others = others.size();
  }
  return others[cell.others - 1];
}

/// Notes a plain write, which replaces the strong ones.
void SharedShadow::setWriter(Cell &cell, const SharedAccess &access) {
  cell.writer = access;
  if (Others *others = getOthers(cell))
    others->strongWriter = SharedAccess();
}

SharedShadow::Finding SharedShadow::read(uint64_t offset, unsigned bytes,
                                         const SharedAccess &access,
                                         const VectorClock &clock,
                                         SharedAccess &other) {
  Finding finding = Finding::None;
  auto [first, last] = getCells(offset, bytes);
  for (uint64_t c = first; c <= last; ++c) {
    Cell &cell = cells[c];
    if (cell.isPending) {
      other = cell.writer;
      finding = Finding::Pending;
    } else if (finding < Finding::Race) {
      auto checkWriter = [&](const SharedAccess &before) {
        Finding found = compare(before, access, clock);
        // Who waits for a flag reads it while others write it: between warps, a
        // relaxed read is not a race.
        bool isFlag = found == Finding::Relaxed && before.warp != access.warp;
        if (found > finding && !isFlag) {
          finding = found;
          other = before;
        }
      };
      checkWriter(cell.writer);
      if (Others *others = getOthers(cell))
        checkWriter(others->strongWriter);
    }
    bool isOfOther = cell.reader.clock != 0 && cell.reader.warp != access.warp;
    Others *others = isOfOther ? &makeOthers(cell) : getOthers(cell);
    if (isOfOther && others->readers.empty()) {
      others->readers.resize(clockSize);
      others->readers[cell.reader.warp] = cell.reader;
    }
    SharedAccess &before = others && !others->readers.empty()
                               ? others->readers[access.warp]
                               : cell.reader;
    before = mergeReads(before, access);
    cell.reader = before;
  }
  return finding;
}

SharedShadow::Finding SharedShadow::write(
    uint64_t offset, unsigned bytes, const SharedAccess &access,
    const VectorClock &clock, SharedAccess &other,
    llvm::function_ref<bool(uint64_t begin, uint64_t end)> isEqual,
    bool &hasEqual) {
  Finding finding = Finding::None;
  hasEqual = false;
  auto [first, last] = getCells(offset, bytes);
  for (uint64_t c = first; c <= last; ++c) {
    Cell &cell = cells[c];
    auto note = [&](const SharedAccess &before, Finding found) {
      if (found <= finding)
        return;
      finding = found;
      other = before;
      if (before.warp == access.warp && before.lane == access.lane)
        other.lane = before.secondLane;
    };
    if (cell.numReading)
      note(cell.reader, Finding::InFlight);
    // Who has read what was written, by an atomic operation, comes after it.
    bool hasObserved = false;
    auto checkReader = [&](SharedAccess &before) {
      Finding found = compare(before, access, clock);
      // What was read may be overwritten through whichever proxy.
      if ((found == Finding::Relaxed && before.warp != access.warp) ||
          found == Finding::Unfenced)
        found = Finding::None;
      note(before, found);
      hasObserved |=
          before.warp == access.warp && before.clock && before.isOrdering;
      // A strong write hides no plain read.
      if (!access.isStrong || before.isStrong)
        before = SharedAccess();
    };
    Others *others = getOthers(cell);
    if (others && !others->readers.empty()) {
      for (SharedAccess &reader : others->readers)
        checkReader(reader);
      cell.reader = SharedAccess();
    } else {
      checkReader(cell.reader);
    }
    auto checkWriter = [&](const SharedAccess &before) {
      Finding found = compare(before, access, clock);
      if (found == Finding::Relaxed && hasObserved)
        found = Finding::None;
      if (found == Finding::Race && finding == Finding::None &&
          isEqual(std::max(offset, c << shift),
                  std::min(offset + bytes, (c + 1) << shift))) {
        if (!hasEqual)
          other = before;
        hasEqual = true;
      } else {
        note(before, found);
      }
    };
    checkWriter(cell.writer);
    if (others)
      checkWriter(others->strongWriter);
    if (access.isStrong)
      makeOthers(cell).strongWriter = access;
    else
      setWriter(cell, access);
    cell.isPending = false;
  }
  return finding;
}

void SharedShadow::beginReading(uint64_t offset, uint64_t bytes) {
  auto [first, last] = getCells(offset, bytes);
  for (uint64_t c = first; c <= last; ++c)
    ++cells[c].numReading;
}

void SharedShadow::endReading(uint64_t offset, uint64_t bytes) {
  for (uint64_t c = offset >> shift; c <= (offset + bytes - 1) >> shift; ++c)
    --cells[c].numReading;
}

void SharedShadow::markPending(uint64_t offset, uint64_t bytes,
                               const SharedAccess &access) {
  auto [first, last] = getCells(offset, bytes);
  for (uint64_t c = first; c <= last; ++c) {
    cells[c].isPending = true;
    setWriter(cells[c], access);
  }
}
