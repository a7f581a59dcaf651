//===- Mbarrier.cpp - Barriers in shared memory ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mbarrier.h"

#include "Lanes.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr unsigned kExpectedShift = 20, kTransactionShift = 40,
                          kPhaseShift = 61;

uint64_t Mbarrier::encode() const {
  constexpr uint64_t transactionMask = (1u << 21) - 1;
  return uint64_t(pending) | uint64_t(expected) << kExpectedShift |
         (uint64_t(transactions) & transactionMask) << kTransactionShift |
         phase << kPhaseShift;
}

bool Mbarrier::isPast(uint64_t state) const {
  return state >> kPhaseShift != phase << kPhaseShift >> kPhaseShift;
}

static void join(VectorClock &into, const VectorClock &from) {
  if (into.size() < from.size())
    into.resize(from.size(), 0);
  for (size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void Mbarrier::advance() {
  if (pending != 0 || transactions != 0)
    return;
  ++phase;
  pending = expected;
  join(completedClock, clock);
  clock.clear();
}

void Mbarrier::settle() {
  std::vector<TrackedOperation> operations = std::move(tracked);
  tracked.clear();
  for (TrackedOperation &operation : operations) {
    join(clock, operation.clock);
    if (operation.warp) {
      getAsync(*operation.warp)
          .groups.completeBefore(operation.lanes, operation.number,
                                 operation.writerClock);
      pending -=
          std::min<uint32_t>(pending, __builtin_popcount(operation.lanes));
    } else {
      operation.copy.complete();
      transactions -= int32_t(operation.completedBytes);
    }
    advance();
  }
}

Block::AsyncState &mlir::tile::sim::getAsync(Block &block) {
  if (!block.async)
    block.async = {new Block::AsyncState,
                   [](Block::AsyncState *state) { delete state; }};
  return *block.async;
}

void mlir::tile::sim::writeMbarrier(Block &block, uint64_t offset,
                                    Mbarrier &barrier) {
  barrier.word = barrier.encode();
  std::memcpy(block.shared.data() + offset, &barrier.word, 8);
}

Mbarrier *mlir::tile::sim::findMbarrier(Warp &warp, const Inst &inst,
                                        unsigned lane, Block &block,
                                        uint64_t offset) {
  auto &barriers = getAsync(block).barriers;
  auto it = barriers.find(offset);
  if (it == barriers.end()) {
    warp.report(ReportKind::Undefined, inst, lane,
                "the mbarrier at byte " + llvm::Twine(offset) +
                    " of shared memory was never initialised");
    return nullptr;
  }
  uint64_t word;
  std::memcpy(&word, block.shared.data() + offset, 8);
  if (word == it->second.word)
    return &it->second;
  warp.report(ReportKind::Undefined, inst, lane,
              "the mbarrier at byte " + llvm::Twine(offset) +
                  " of shared memory was overwritten after it was initialised");
  barriers.erase(it);
  return nullptr;
}

void mlir::tile::sim::publishMbarriers(Warp &warp) {
  Block &own = warp.block;
  if (!own.launch().options.findSharedRaces)
    return;
  unsigned self = own.indexInCluster(warp);
  const VectorClock &clock = own.clockOf(warp);
  for (const auto &block : own.cluster.blocks)
    for (auto &[offset, barrier] : getAsync(*block).barriers) {
      const SharedAccess &before = barrier.initializer;
      barrier.isPublished |=
          before.warp == self || before.clock <= clock[before.warp];
    }
}
