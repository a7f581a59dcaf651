//===- Block.cpp - CTAs and their barriers --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Decoders/MemoryOperand.h"
#include "Lanes.h"
#include "Shadow/Order.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

Block::~Block() = default;

unsigned Block::numThreads() const { return launch().block.count(); }

//===----------------------------------------------------------------------===//
// Vector clocks
//===----------------------------------------------------------------------===//

static void join(VectorClock &into, const VectorClock &from) {
  if (into.size() < from.size())
    into.resize(from.size(), 0);
  for (size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void Block::tick(const Warp &warp) const {
  ++clockOf(warp)[indexInCluster(warp)];
}

void Block::fenceAsync(const Warp &warp, uint32_t lanes) const {
  VectorClock &clock = clockOf(warp);
  size_t half = cluster.getNumWarps(), self = indexInCluster(warp);
  for (size_t i = 0; i < half; ++i)
    if (i / warps.size() != rank)
      clock[half + i] = std::max(clock[half + i], clock[i]);
  if (lanes == warp.live())
    clock[half + self] = clock[self];
  else
    cluster.laneFences[self].add(clock[self], lanes);
  cluster.readerFences[self] = clock;
  tick(warp);
}

void Block::giveClock(const Warp &warp, VectorClock &clock) const {
  join(clock, clockOf(warp));
  tick(warp);
}

void Block::takeClock(const Warp &warp, const VectorClock &clock) const {
  join(clockOf(warp), clock);
}

void Block::synchronize(const Warp &warp, VectorClock &clock) const {
  takeClock(warp, clock);
  giveClock(warp, clock);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// What all threads of the CTA that are left are.
static unsigned countLive(const Block &block) {
  unsigned count = 0;
  for (const auto &warp : block.warps)
    count += __builtin_popcount(warp->live());
  return count;
}

bool Block::arrive(Warp &warp, const Inst &inst, unsigned number,
                   uint32_t lanes, unsigned count, bool isAligned) {
  NamedBarrier &barrier = barriers[number];
  if (barrier.arrived == 0) {
    barrier.isCounted = count != 0;
    barrier.expected = count ? count : countLive(*this);
    barrier.pc = launch().program.getPc(inst);
  }
  // A given count is a multiple of the warp's size: whole warps arrive.
  unsigned arriving = barrier.isCounted && isAligned && lanes == warp.live()
                          ? kNumLanes
                          : __builtin_popcount(lanes);
  barrier.arrived += arriving;
  if (launch().options.findSharedRaces)
    giveClock(warp, barrier.clock);
  if (barrier.arrived > barrier.expected) {
    warp.report(ReportKind::DivergentBarrier, inst, __builtin_ctz(lanes),
                "barrier " + llvm::Twine(number) + " expects " +
                    llvm::Twine(barrier.expected) + " threads, but " +
                    llvm::Twine(barrier.arrived) + " have arrived");
    barrier.arrived = barrier.expected;
  }
  if (barrier.arrived < barrier.expected)
    return false;
  complete(number);
  return true;
}

void Block::complete(unsigned number) {
  NamedBarrier &barrier = barriers[number];
  barrier.lastPopc = barrier.popc;
  barrier.lastAll = barrier.all;
  barrier.lastAny = barrier.any;
  barrier.popc = 0;
  barrier.all = true;
  barrier.any = false;
  barrier.arrived = 0;
  barrier.isDivergent = false;
  ++barrier.generation;
  for (auto &warp : warps) {
    if (!warp->getWaiting(WaitKind::Barrier, number))
      continue;
    if (launch().options.findSharedRaces)
      takeClock(*warp, barrier.clock);
    warp->release(WaitKind::Barrier, number);
  }
  barrier.clock.clear();
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

Cluster::Cluster(LaunchState &launch, uint64_t index)
    : launch(launch), progress(*this) {
  unsigned numBlocks = launch.cluster.count();
  unsigned numThreads = launch.block.count();
  unsigned numWarps = (numThreads + kNumLanes - 1) / kNumLanes;
  for (unsigned rank = 0; rank < numBlocks; ++rank) {
    blocks.push_back(std::make_unique<Block>(*this));
    Block &block = *blocks.back();
    block.rank = rank;
    block.sharedSize = launch.getSharedSize();
    block.shared.resize(launch.program.usesReservedShared
                            ? launch.getReservedSharedBegin() + kReservedShared
                            : block.sharedSize);
    if (launch.options.findUninitialized && launch.program.followsShared)
      block.sharedShadow.resize(block.shared.size());
    for (unsigned w = 0; w < numWarps; ++w)
      block.warps.push_back(std::make_unique<Warp>(block, w));
  }
  reset(index);
}

void Cluster::reset(uint64_t index) {
  position = launch.clusters.at(index);
  unsigned numThreads = launch.block.count();
  unsigned numWarps = blocks.front()->warps.size();
  unsigned allWarps = numWarps * blocks.size();
  isMeeting = hasNoMore = false;
  progress.reset();
  arrivedClock.clear();
  completedClock.clear();
  memoryOrigins.clear();
  laneFences.resize(allWarps);
  for (LaneFences &fences : laneFences)
    fences.clear();
  bool findsRaces = launch.options.findSharedRaces;
  if (findsRaces) {
    clocks.assign(allWarps, VectorClock(getClockSize(), 0));
    for (unsigned w = 0; w < allWarps; ++w)
      clocks[w][w] = 1;
    order = std::make_unique<Order>(allWarps);
    readerFences.assign(allWarps, {});
  }
  for (auto &block : blocks) {
    Dim3 inside = launch.cluster.at(block->rank);
    block->position = {position.x * launch.cluster.x + inside.x,
                       position.y * launch.cluster.y + inside.y,
                       position.z * launch.cluster.z + inside.z};
    block->linear =
        block->position.x +
        launch.grid.x *
            (block->position.y + uint64_t(launch.grid.y) * block->position.z);
    std::fill(block->shared.begin(), block->shared.end(), 0);
    std::fill(block->sharedShadow.begin(), block->sharedShadow.end(), 0xFF);
    // The system's part begins as zeros: cooperative groups count on it.
    if (launch.program.usesReservedShared && !block->sharedShadow.empty())
      std::fill_n(block->sharedShadow.begin() + launch.getReservedSharedBegin(),
                  kReservedShared, 0);
    for (NamedBarrier &barrier : block->barriers)
      barrier = NamedBarrier();
    block->remoteAccesses.clear();
    block->matrixGroups.clear();
    block->tensorMemory.reset();
    block->boxes.clear();
    if (findsRaces && launch.program.copyLinks)
      block->sources.reset(block->sharedSize);
    block->hasEnded = false;
    block->failedWaits = block->completedWaits = 0;
    block->freeRegisters = 0;
    block->steps = 0;
    block->epoch = 0;
    block->async.reset();
    block->shadow.reset(block->shared.size(), launch.program.sharedGranule,
                        laneFences, getClockSize());
    for (unsigned w = 0; w < numWarps; ++w) {
      unsigned lanes = std::min(numThreads - w * kNumLanes, kNumLanes);
      uint32_t mask = lanes == kNumLanes ? kAllLanes : (1u << lanes) - 1;
      block->warps[w]->start(launch.entry, mask);
    }
  }
}

Cluster::~Cluster() = default;

const Warp &Cluster::getAgent(unsigned agent) const {
  unsigned numWarps = blocks.front()->warps.size();
  if (agent < getNumWarps())
    return *blocks[agent / numWarps]->warps[agent % numWarps];
  if (agent >= getTensorBegin()) {
    unsigned warp = (agent - getTensorBegin()) / kTensorPlaces;
    return *blocks[warp / numWarps]->warps[warp % numWarps];
  }
  unsigned group = agent - 2 * getNumWarps();
  return *blocks[group / getGroupsOfBlock()]
              ->warps[group % getGroupsOfBlock() * kWarpsOfGroup];
}

void Block::end() {
  hasEnded = true;
  // What one of its warps knew when it ended happened before.
  for (auto [index, access] : llvm::enumerate(remoteAccesses)) {
    auto [clock, pc] = access;
    bool isKnown =
        clock == 0 || llvm::any_of(warps, [&, index = index,
                                           clock = clock](const auto &warp) {
          return cluster.clocks[indexInCluster(*warp)][index] >= clock;
        });
    if (isKnown)
      continue;
    Block &other = *cluster.blocks[index / warps.size()];
    Warp &warp = *other.warps[index % warps.size()];
    warp.report(ReportKind::UseAfterFree, launch().program.code[pc], 0, [&] {
      return "accesses shared memory of the CTA of rank " +
             std::to_string(rank) +
             " in the cluster, which may have ended: expected "
             "barrier.cluster before its end";
    });
  }
}

void Block::passCluster(Warp &warp) {
  if (launch().options.findSharedRaces) {
    takeClock(warp, cluster.completedClock);
    cluster.order->passCluster(indexInCluster(warp));
  }
  fenceGlobal(warp);
}

void Cluster::meet() {
  for (const auto &block : blocks)
    for (const auto &warp : block->warps)
      if (warp->live() & ~warp->clusterArrived)
        return;
  isMeeting = false;
  join(completedClock, arrivedClock);
  arrivedClock.clear();
  if (order)
    order->meet();
  for (const auto &block : blocks)
    for (const auto &warp : block->warps) {
      warp->clusterArrived = 0;
      if (!warp->getWaiting(WaitKind::Cluster, 0))
        continue;
      block->passCluster(*warp);
      warp->release(WaitKind::Cluster, 0);
    }
}

/// Barriers of the whole CTA expect its threads that have not ended: those that
/// end while others wait are not waited for (CUDA C++ Programming Guide,
/// "Independent Thread Scheduling").
static bool completeForExited(Block &block) {
  for (unsigned number = 0; number < 16; ++number) {
    NamedBarrier &barrier = block.barriers[number];
    // What was reported as divergent must not be reported as a dead lock, too.
    bool isMet = barrier.arrived &&
                 (barrier.isDivergent ||
                  (!barrier.isCounted && barrier.arrived >= countLive(block)));
    if (!isMet)
      continue;
    block.complete(number);
    return true;
  }
  return false;
}

bool Cluster::resolveStall(bool hasLoops) {
  for (auto &block : blocks)
    if (completeForExited(*block))
      return true;
  // Those that run in a loop may wait for lanes of their own warp.
  for (auto &block : blocks)
    for (auto &warp : block->warps)
      if (hasLoops && warp->relieve())
        return true;
  progress.reportDeadlock();
  launch.stop = true;
  return false;
}

bool Cluster::run(Worker &worker, uint64_t budget, uint64_t turn) {
  uint64_t turns = budget / turn + 1;
  while (turns) {
    bool isRunning = false, isDone = true;
    progress.beginTurn(worker.statistics);
    ++numTurns;
    for (auto &block : blocks)
      for (auto &warp : block->warps) {
        if (!warp->live())
          continue;
        warp->worker = &worker;
        Warp::Status status = warp->run(turn);
        if (launch.stop)
          return true;
        isDone &= status == Warp::Status::Done;
        isRunning |= status == Warp::Status::Running;
      }
    if (isDone)
      return true;
    --turns;
    if (isRunning) {
      if (!progress.endTurn(worker.statistics))
        continue;
      if (!resolveStall(/*hasLoops=*/true))
        return true;
      progress.reset();
      continue;
    }
    // All wait. A barrier may have been completed after the turn of a warp that
    // waited at it.
    bool canGoOn = false;
    for (auto &block : blocks)
      for (auto &warp : block->warps)
        for (Fragment *fragment : warp->getFragments())
          canGoOn |= fragment->wait == WaitKind::None;
    if (!canGoOn && !resolveStall(/*hasLoops=*/false))
      return true;
  }
  return false;
}
