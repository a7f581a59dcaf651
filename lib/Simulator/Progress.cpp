//===- Progress.cpp - Whether a cluster still gets on ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "Block.h"
#include "Lanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// Turns in which no thread gets on before the first state is kept. So many are
/// compared with each that is kept: each warp is back after one or two, or
/// after the length of its loop.
static constexpr uint64_t kFirstSnapshot = 32, kComparedTurns = 64;

void Progress::reset() {
  idleTurns = 0;
  hasSnapshot = false;
  failed.clear();
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Accesses that change memory, or that read what others may change.
static uint64_t countEffects(const Statistics &counts) {
  return counts.globalLoads.requests + counts.globalStores.requests +
         counts.globalAtomics.requests + counts.sharedStores.requests +
         counts.sharedAtomics.requests + counts.localStores.requests;
}

void Progress::beginTurn(const Statistics &counts) {
  effectsBefore = countEffects(counts);
  readsBefore = counts.sharedLoads.requests;
  failedBefore = 0;
  for (const auto &block : cluster.blocks) {
    effectsBefore += block->completedWaits;
    failedBefore += block->failedWaits;
  }
}

bool Progress::endTurn(const Statistics &counts) {
  uint64_t effects = countEffects(counts), numFailed = 0;
  for (const auto &block : cluster.blocks) {
    effects += block->completedWaits;
    numFailed += block->failedWaits;
  }
  bool isWaiting =
      numFailed > failedBefore || counts.sharedLoads.requests > readsBefore;
  if (effects != effectsBefore || !isWaiting) {
    if (idleTurns)
      reset();
    return false;
  }
  ++idleTurns;
  if (hasSnapshot) {
    if (hashState() == snapshot)
      return true;
    if (idleTurns >= snapshotTurn + kComparedTurns)
      hasSnapshot = false;
  }
  if (!hasSnapshot && idleTurns >= kFirstSnapshot &&
      llvm::isPowerOf2_64(idleTurns)) {
    hasSnapshot = true;
    snapshot = hashState();
    snapshotTurn = idleTurns;
    failed.clear();
  }
  return false;
}

namespace {
/// A hash of what it was given, in its order.
class StateHash {
public:
  void add(uint64_t value) { addBytes(&value, sizeof(value)); }
  void addBytes(const void *data, size_t size) {
    uint64_t both[] = {hash, llvm::xxh3_64bits(llvm::ArrayRef<uint8_t>(
                                 static_cast<const uint8_t *>(data), size))};
    hash = llvm::xxh3_64bits(llvm::ArrayRef<uint8_t>(
        reinterpret_cast<const uint8_t *>(both), sizeof(both)));
  }
  uint64_t get() const { return hash; }

private:
  uint64_t hash = 0;
};
} // namespace

static void addFrames(StateHash &hash, const Frame *frame) {
  for (; frame; frame = frame->caller) {
    hash.add(frame->function->begin);
    hash.add(frame->callPc);
    hash.add(frame->localBase);
    hash.addBytes(frame->registers, frame->function->frameSize);
    hash.addBytes(frame->params, frame->function->paramSize * kNumLanes);
  }
}

/// What decides what the cluster does from now on; local memory and what is
/// outside of the cluster do not change without a count of effects.
uint64_t Progress::hashState() const {
  StateHash hash;
  for (const auto &block : cluster.blocks) {
    hash.addBytes(block->shared.data(), block->shared.size());
    hash.add(block->freeRegisters);
    for (const NamedBarrier &barrier : block->barriers) {
      hash.add(uint64_t(barrier.arrived) << 32 | barrier.expected);
      hash.add(uint64_t(barrier.generation) << 32 | barrier.popc);
    }
    for (const auto &warp : block->warps) {
      hash.add(uint64_t(warp->clusterArrived) << 32 | warp->clusterDue);
      hash.add(uint64_t(warp->carry) << 32 | warp->numRegisters);
      const Frame *last = nullptr;
      for (const Fragment *fragment : warp->getFragments()) {
        hash.add(uint64_t(fragment->pc) << 32 | fragment->mask);
        hash.add(uint64_t(fragment->waitFor) << 32 | uint32_t(fragment->wait));
        hash.add(fragment->deferrals);
        for (const Join *join = fragment->join; join; join = join->parent) {
          hash.add(uint64_t(join->pc) << 32 | join->expected);
          hash.add(join->arrived);
        }
        if (fragment->frame != last)
          addFrames(hash, fragment->frame);
        last = fragment->frame;
      }
    }
  }
  return hash.get();
}

//===----------------------------------------------------------------------===//
// Who waits
//===----------------------------------------------------------------------===//

void Progress::noteFailedWait(const Warp &warp, const Inst &inst, unsigned lane,
                              uint32_t lanes, std::string what,
                              bool lacksBytes) {
  uint32_t pc = warp.block.launch().program.getPc(inst);
  Waiter &waiter = failed[{&warp, pc}];
  waiter.warp = &warp;
  waiter.pc = pc;
  waiter.lane = lane;
  waiter.lanes |= lanes;
  waiter.what = std::move(what);
  waiter.rank = lacksBytes ? Waiter::LacksBytes : Waiter::Other;
}

static std::string describeWait(const Block &block, const Fragment &fragment) {
  switch (fragment.wait) {
  case WaitKind::Barrier: {
    const NamedBarrier &barrier = block.barriers[fragment.waitFor];
    return "barrier " + std::to_string(fragment.waitFor) + ", where " +
           std::to_string(barrier.arrived) + " of " +
           std::to_string(barrier.expected) + " threads have arrived";
  }
  case WaitKind::Cluster:
    return "the other CTAs of its cluster";
  case WaitKind::Collective:
    return "the other lanes that its mask names";
  case WaitKind::Registers:
    return "registers; " + std::to_string(block.freeRegisters) +
           " are left in the CTA: expected setmaxnreg.dec to give back enough "
           "for each warp";
  case WaitKind::Products:
    return "the other warps of its warpgroup, which have not all issued the "
           "products that it waits for";
  case WaitKind::TensorMemory:
    return "columns of tensor memory, which its CTA has allocated and not "
           "given back: expected tcgen05.dealloc, or fewer columns";
  case WaitKind::None:
    break;
  }
  return "";
}

/// The instruction that waits. In a loop it is not known: the read of shared
/// memory before the place where the fragment is, if there is one near.
static uint32_t getPcOfWait(const ProgramCode &program,
                            const Fragment &fragment) {
  constexpr uint32_t kNear = 32;
  switch (fragment.wait) {
  case WaitKind::Barrier:
  case WaitKind::Cluster:
    return fragment.pc - 1;
  case WaitKind::Collective:
  case WaitKind::Registers:
  case WaitKind::Products:
  case WaitKind::TensorMemory:
    return fragment.pc;
  case WaitKind::None:
    break;
  }
  uint32_t first = fragment.frame->function->begin;
  for (uint32_t back = 0; back <= std::min(kNear, fragment.pc - first); ++back)
    if (program.code[fragment.pc - back].cls == InstructionClass::Shared)
      return fragment.pc - back;
  return fragment.pc;
}

/// Warps that a barrier or mbarrier holds come first, in the order of the grid;
/// then warps that run in loops, about which no more is known.
std::vector<Progress::Waiter> Progress::findWaiters() const {
  const ProgramCode &program = cluster.launch.program;
  std::vector<Waiter> waiters, loops;
  for (const auto &block : cluster.blocks)
    for (const auto &warp : block->warps) {
      uint32_t known = 0;
      for (auto it = failed.lower_bound({warp.get(), 0});
           it != failed.end() && it->first.first == warp.get(); ++it) {
        known |= it->second.lanes;
        waiters.push_back(it->second);
      }
      for (const Fragment *fragment : warp->getFragments()) {
        bool isLoop = fragment->wait == WaitKind::None;
        if (isLoop && !(fragment->mask & ~known))
          continue;
        uint32_t pc = getPcOfWait(program, *fragment);
        Waiter waiter{warp.get(),
                      pc,
                      unsigned(__builtin_ctz(fragment->mask)),
                      fragment->mask,
                      describeWait(*block, *fragment),
                      fragment->wait == WaitKind::Registers
                          ? Waiter::LacksRegisters
                          : Waiter::Other};
        (isLoop ? loops : waiters).push_back(std::move(waiter));
      }
    }
  // Who has no registers does not begin, and bytes that no thread sends do not
  // come; the others wait for that.
  llvm::stable_sort(waiters, [](const Waiter &a, const Waiter &b) {
    return a.rank < b.rank;
  });
  waiters.insert(waiters.end(), loops.begin(), loops.end());
  return waiters;
}

void Progress::reportDeadlock() {
  const ProgramCode &program = cluster.launch.program;
  std::vector<Waiter> waiters = findWaiters();
  if (waiters.empty())
    return;
  const Waiter &first = waiters.front();
  bool isLoop = first.what.empty();
  Report report = first.warp->makeReport(
      ReportKind::Deadlock, program.code[first.pc], first.lane,
      "no thread of the CTA can continue: this one " +
          (isLoop ? "reads shared memory in a loop, and no thread writes to it"
                  : "waits for " + first.what));
  // All others that wait for the same at the same place are one.
  for (const Waiter &waiter : waiters) {
    uint64_t threads = __builtin_popcount(waiter.lanes);
    const Dim3 &position = waiter.warp->block.position;
    CodeLocation location = program.locate(waiter.pc);
    if (waiter.pc == first.pc && waiter.what == first.what &&
        &waiter.warp->block == &first.warp->block)
      continue;
    auto it = llvm::find_if(report.waiters, [&](const Report::Waiter &other) {
      return other.what == waiter.what &&
             other.location.ptxLine == location.ptxLine &&
             other.block.x == position.x && other.block.y == position.y &&
             other.block.z == position.z;
    });
    if (it != report.waiters.end()) {
      it->threads += threads;
      continue;
    }
    report.waiters.push_back({waiter.what, std::move(location), position,
                              waiter.warp->getThread(waiter.lane), threads});
  }
  cluster.launch.add(std::move(report), first.pc);
}
