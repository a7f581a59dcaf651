//===- SharedShadow.cpp - Who touched a byte of shared memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedShadow.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile::sim;

void SharedShadow::reset(uint64_t bytes, unsigned granule, unsigned warps) {
  shift = llvm::Log2_32(granule);
  numWarps = warps;
  cells.assign(bytes ? (bytes >> shift) + 1 : 0, Cell());
  readers.clear();
}

bool SharedShadow::isOrdered(const SharedAccess &before,
                             const SharedAccess &now,
                             const VectorClock &clock) const {
  if (before.clock == 0 || (before.isStrong && now.isStrong))
    return true;
  if (before.warp == now.warp)
    // An instruction of several lanes is no conflict with itself; whether it
    // is one is found by who writes.
    return !before.isBeside(now.lane) || before.clock < now.clock ||
           before.pc == now.pc;
  return before.warp < clock.size() && before.clock <= clock[before.warp];
}

/// What is remembered of a warp's reads: of several since it last synchronised,
/// two lanes, so that one is beside whichever lane writes next.
static SharedAccess mergeReads(const SharedAccess &before, SharedAccess now) {
  if (before.clock != now.clock || before.warp != now.warp)
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

SharedShadow::Finding SharedShadow::read(uint64_t offset, unsigned bytes,
                                         const SharedAccess &access,
                                         const VectorClock &clock,
                                         SharedAccess &other) {
  Finding finding = Finding::None;
  for (uint64_t c = offset >> shift; c <= (offset + bytes - 1) >> shift; ++c) {
    Cell &cell = cells[c];
    if (cell.isPending) {
      other = cell.writer;
      finding = Finding::Pending;
    } else if (finding == Finding::None &&
               !isOrdered(cell.writer, access, clock)) {
      other = cell.writer;
      finding = Finding::Race;
    }
    if (cell.reader.clock != 0 && cell.reader.warp != access.warp &&
        !cell.readers) {
      readers.emplace_back(numWarps);
      cell.readers = readers.size();
      readers.back()[cell.reader.warp] = cell.reader;
    }
    SharedAccess &before =
        cell.readers ? readers[cell.readers - 1][access.warp] : cell.reader;
    before = mergeReads(before, access);
    cell.reader = before;
  }
  return finding;
}

SharedShadow::Finding SharedShadow::write(uint64_t offset, unsigned bytes,
                                          const SharedAccess &access,
                                          const VectorClock &clock,
                                          SharedAccess &other) {
  Finding finding = Finding::None;
  for (uint64_t c = offset >> shift; c <= (offset + bytes - 1) >> shift; ++c) {
    Cell &cell = cells[c];
    auto check = [&](const SharedAccess &before) {
      if (finding != Finding::None || isOrdered(before, access, clock))
        return;
      other = before;
      if (before.warp == access.warp && before.lane == access.lane)
        other.lane = before.secondLane;
      finding = Finding::Race;
    };
    check(cell.writer);
    if (cell.readers) {
      for (const SharedAccess &reader : readers[cell.readers - 1])
        check(reader);
      for (SharedAccess &reader : readers[cell.readers - 1])
        reader = SharedAccess();
    } else {
      check(cell.reader);
    }
    cell.reader = SharedAccess();
    cell.writer = access;
    cell.isPending = false;
  }
  return finding;
}

void SharedShadow::markPending(uint64_t offset, uint64_t bytes,
                               const SharedAccess &access) {
  for (uint64_t c = offset >> shift; c <= (offset + bytes - 1) >> shift; ++c) {
    cells[c].isPending = true;
    cells[c].writer = access;
  }
}
