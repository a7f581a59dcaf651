//===- AsyncCopies.cpp - Copies that are in flight ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"

#include "Access.h"
#include "Lanes.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// One copy
//===----------------------------------------------------------------------===//

void AsyncCopy::complete() {
  if (deferred)
    return deferred->complete(writer);
  if (source) {
    SharedAccess other;
    source->shadow.endReading(sourceOffset, bytes);
    // Who writes there must know that it was waited for.
    (void)source->shadow.read(sourceOffset, bytes, writer, {}, other);
  }
  const uint8_t *source = from ? from : value.data();
  if (reduce) {
    uint8_t old[16];
    for (uint32_t at = 0; at < bytes; at += elementBytes)
      reduce(to + at, source + at, nullptr, old);
  } else if (byteMask != 0xFFFF) {
    for (uint32_t at = 0; at < bytes; ++at)
      if (byteMask >> (at % 16) & 1)
        to[at] = source[at];
  } else {
    std::memmove(to, source, sourceBytes);
    std::memset(to + sourceBytes, 0, bytes - sourceBytes);
  }
  if (!target || bytes == 0)
    return;
  SharedAccess other;
  // What races with it was found when it was issued.
  bool hasEqual;
  target->shadow.write(
      offset, bytes, writer, {}, other,
      [](uint64_t, uint64_t) { return false; }, hasEqual);
}

void mlir::tile::sim::markTarget(Warp &warp, const Inst &inst, unsigned lane,
                                 Block &target, uint64_t offset,
                                 AsyncCopy &copy) {
  const RunOptions &options = warp.block.launch().options;
  if (!options.findSharedRaces && !options.findUninitialized)
    return;
  copy.target = &target;
  copy.offset = offset;
  copy.writer = describeShared(warp, inst, lane, /*isStrong=*/false,
                               /*isOrdering=*/false, /*isAsync=*/true);
  if (!copy.bytes)
    return;
  target.shadow.markPending(offset, copy.bytes, copy.writer);
  target.sources.forget(offset, copy.bytes);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void CopyGroups::add(unsigned lane, uint32_t pc, AsyncCopy copy) {
  copies.push_back(
      {std::move(copy), uint8_t(lane), committed[lane], issued++, pc});
}

void CopyGroups::commit(uint32_t lanes) {
  forLanes(lanes, [&](unsigned l) { ++committed[l]; });
}

/// Completes the copies for which `isDone` is true, in the order of issue.
template <typename F>
static void completeIf(std::vector<GroupedCopy> &copies, F isDone) {
  size_t kept = 0;
  for (size_t i = 0; i < copies.size(); ++i) {
    if (isDone(copies[i])) {
      copies[i].copy.complete();
      continue;
    }
    if (kept != i)
      copies[kept] = std::move(copies[i]);
    ++kept;
  }
  copies.resize(kept);
}

void CopyGroups::wait(Warp &warp, uint32_t lanes, uint32_t allowed) {
  if (copies.empty())
    return;
  const Block &block = warp.block;
  bool hasClock = block.launch().options.findSharedRaces;
  uint32_t clock =
      hasClock ? block.clockOf(warp)[block.indexInCluster(warp)] : 1;
  completeIf(copies, [&](GroupedCopy &grouped) {
    if (!(lanes >> grouped.lane & 1) ||
        uint64_t(grouped.group) + allowed >= committed[grouped.lane])
      return false;
    // The thread sees it from now on; others after it has synchronised.
    grouped.copy.writer.clock = clock;
    return true;
  });
}

void CopyGroups::addStore(Warp &warp, unsigned lane, Access &access) {
  const LaunchState &launch = warp.block.launch();
  if (!launch.globalShadow || !launch.options.findSharedRaces)
    return;
  access.isBulkStore = true;
  access.bulkStore = launch.globalShadow->beginStore();
  stores.push_back({uint8_t(lane), committed[lane], access.bulkStore});
}

void CopyGroups::endStores(Warp &warp, uint32_t lanes, uint32_t allowed) {
  if (stores.empty())
    return;
  const Block &block = warp.block;
  uint32_t clock = block.clockOf(warp)[block.indexInCluster(warp)];
  llvm::erase_if(stores, [&](const Store &store) {
    if (!(lanes >> store.lane & 1) ||
        uint64_t(store.group) + allowed >= committed[store.lane])
      return false;
    block.launch().globalShadow->endStore(store.number, block.epoch, clock);
    return true;
  });
}

void CopyGroups::completeBefore(uint32_t lanes, uint64_t number,
                                uint32_t clock) {
  completeIf(copies, [&](GroupedCopy &grouped) {
    if (!(lanes >> grouped.lane & 1) || grouped.number >= number)
      return false;
    grouped.copy.writer.clock = clock;
    return true;
  });
}

//===----------------------------------------------------------------------===//
// What is counted
//===----------------------------------------------------------------------===//

/// How many aligned units of global memory the bytes touch.
static uint64_t countUnits(uint64_t address, uint64_t bytes, uint64_t unit) {
  return bytes ? (address + bytes - 1) / unit - address / unit + 1 : 0;
}

void mlir::tile::sim::countBulkShared(Warp &warp, uint64_t bytes) {
  constexpr uint64_t kWavefrontBytes = 128;
  BulkStatistics &bulk = warp.worker->statistics.bulkCopies;
  ++bulk.copies;
  bulk.bytes += bytes;
  bulk.wavefronts += llvm::divideCeil(bytes, kWavefrontBytes);
}

void mlir::tile::sim::countBulkRow(Warp &warp, uint64_t address,
                                   uint64_t bytes) {
  constexpr uint64_t kSectorBytes = 32, kLineBytes = 128;
  BulkStatistics &bulk = warp.worker->statistics.bulkCopies;
  bulk.sectors += countUnits(address, bytes, kSectorBytes);
  bulk.lines += countUnits(address, bytes, kLineBytes);
}

//===----------------------------------------------------------------------===//
// Of a warp
//===----------------------------------------------------------------------===//

Warp::AsyncState &mlir::tile::sim::getAsync(Warp &warp) {
  if (!warp.async)
    warp.async = {new Warp::AsyncState,
                  [](Warp::AsyncState *state) { delete state; }};
  return *warp.async;
}

void Warp::finishAsync(uint32_t lanes) {
  const ProgramCode &program = block.launch().program;
  completeIf(async->bulkGroups.copies, [&](GroupedCopy &grouped) {
    if (!(lanes >> grouped.lane & 1))
      return false;
    note(ReportKind::Undefined, program.code[grouped.pc], grouped.lane, [&] {
      return std::string(
          "the thread ends while the copy may still read shared memory, and "
          "PTX "
          "does not say that the memory of the CTA outlives its threads: "
          "expected cp.async.bulk.wait_group.read before");
    });
    return true;
  });
}
