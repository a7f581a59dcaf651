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
  transfers.clear();
  join(completedClock, clock);
  clock.clear();
}

void Mbarrier::addTransfer(uint32_t pc, bool isExpected, uint64_t bytes) {
  for (Transfer &transfer : transfers)
    if (transfer.pc == pc && transfer.isExpected == isExpected) {
      transfer.bytes += bytes;
      return;
    }
  transfers.push_back({pc, isExpected, bytes});
}

/// "1024 bytes, 512 at PTX line 7 (k.cu:3:1) and 512 at ..."
static std::string describeTransfers(llvm::ArrayRef<Mbarrier::Transfer> all,
                                     bool isExpected,
                                     const ProgramCode &program) {
  constexpr unsigned kMostShown = 6;
  uint64_t bytes = 0;
  unsigned count = 0;
  std::string places;
  for (const Mbarrier::Transfer &transfer : all) {
    if (transfer.isExpected != isExpected)
      continue;
    bytes += transfer.bytes;
    if (++count > kMostShown)
      continue;
    CodeLocation location = program.locate(transfer.pc);
    places += (places.empty() ? "" : ", ") + std::to_string(transfer.bytes) +
              " at PTX line " + std::to_string(location.ptxLine);
    if (!location.source.empty())
      places += " (" + location.source + ")";
  }
  if (count > kMostShown)
    places += ", and by " + std::to_string(count - kMostShown) + " more";
  return std::to_string(bytes) + " bytes" +
         (places.empty() ? "" : ": " + places);
}

std::string Mbarrier::describe(const ProgramCode &program) const {
  std::string text = std::to_string(pending) + " of " +
                     std::to_string(expected) + " arrivals ";
  text += transactions < 0
              ? "are missing and " + std::to_string(-int64_t(transactions)) +
                    " bytes too many have come"
              : "and " + std::to_string(transactions) + " bytes are missing";
  if (transactions == 0)
    return text;
  return text + "; expected " +
         describeTransfers(transfers, /*isExpected=*/true, program) +
         "; arrived " +
         describeTransfers(transfers, /*isExpected=*/false, program);
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
      addTransfer(operation.copy.writer.pc, /*isExpected=*/false,
                  operation.completedBytes);
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
