//===- Block.h - CTAs, clusters, and the launch they belong to --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CTA's shared memory and barriers; the cluster, which one host thread runs;
// the launch, which all of them share.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_BLOCK_H
#define TILE_LIB_SIMULATOR_BLOCK_H

#include "Progress.h"
#include "Shadow/GlobalShadow.h"
#include "Shadow/SharedBoxes.h"
#include "Shadow/SharedShadow.h"
#include "Shadow/SharedSources.h"
#include "Shadow/TensorCoverage.h"
#include "TensorMemory.h"
#include "Warp.h"

#include "llvm/Support/MathExtras.h"

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <set>

namespace mlir::tile::sim {

class Cluster;
class Order;

/// What all host threads share.
class LaunchState {
public:
  LaunchState(const ProgramCode &program, const FunctionCode &entry,
              const RunOptions &options)
      : program(program), entry(entry), options(options) {}

  const ProgramCode &program;
  const FunctionCode &entry;
  const RunOptions &options;
  Dim3 grid, block, cluster, clusters;
  /// The kernel's parameters as its code sees them.
  std::vector<uint8_t> params;
  uint64_t staticShared = 0, dynamicShared = 0;
  bool isExplicitCluster = false;
  /// Of a cooperative launch: the address of what its barrier counts in; or 0.
  uint64_t gridWorkspace = 0;
  /// Bytes of shared memory that the kernel has.
  uint64_t getSharedSize() const {
    return entry.dynamicSharedBegin + dynamicShared;
  }
  /// Where Block::shared has the bytes at kReservedSharedOffset.
  uint64_t getReservedSharedBegin() const {
    return llvm::alignTo(getSharedSize(), 16);
  }
  std::unique_ptr<GlobalShadow> globalShadow;
  std::atomic<uint64_t> nextCluster{0}, doneBlocks{0};
  /// Requests of clusterlaunchcontrol.
  std::atomic<uint64_t> numCancels{0};
  std::atomic<bool> stop{false};

  /// Counts a finding at an instruction; true if no more is to be done, as a
  /// thread that is not later than this one has reported it already. What is
  /// not known is for `add`.
  bool countRepeat(ReportKind kind, bool isNote, uint32_t pc, const Dim3 &block,
                   const Dim3 &thread);
  void add(Report report, uint32_t pc);
  std::vector<Report> takeReports();
  size_t getNumOmitted() const { return omitted.size(); }
  /// Guards the output of the kernel and of the trace.
  std::mutex outputMutex;

private:
  /// One more of a finding; under the mutex.
  void count(Report &known);

  std::mutex mutex;
  using Key = std::tuple<ReportKind, uint32_t, bool>;
  std::map<Key, Report> reports;
  /// Of findings, those that there was no room for.
  std::set<Key> omitted;
  size_t numFindings = 0, numNotes = 0;
};

/// What one host thread counts.
class Worker {
public:
  explicit Worker(LaunchState &launch);

  LaunchState &launch;
  Statistics statistics;
  /// Of each instruction of the program: how often a warp executed it, and how
  /// many lanes.
  struct Count {
    uint64_t warps = 0, lanes = 0;
  };
  std::vector<Count> counts;
  /// Of each instruction, what it did to memory and to branches; empty unless
  /// RunOptions::countLines asks for it.
  std::vector<LineStatistics> effects;
  /// The buffer that an instruction accessed last.
  std::vector<const Buffer *> lastBuffers;
  TensorCoverage tensors;

  /// Runs clusters until there are no more.
  void run();
  /// Adds the counts of instructions to the statistics.
  void finish();
  /// Adds what the statistics counted since the last call to the effects of an
  /// instruction.
  void attribute(uint32_t pc);

private:
  /// What the statistics were when it was last called.
  MemoryStatistics memoryBefore;
  uint64_t divergentBefore = 0;
};

/// The barrier of `bar.sync`.
struct NamedBarrier {
  unsigned arrived = 0, expected = 0;
  /// The count was given, not the whole CTA.
  bool isCounted = false;
  /// It was reported that lanes of a warp are elsewhere.
  bool isDivergent = false;
  /// The first instruction that arrived.
  uint32_t pc = 0;
  /// Of bar.red: what the lanes gave.
  unsigned popc = 0;
  bool all = true, any = false;
  unsigned generation = 0;
  /// Results of the last generation.
  unsigned lastPopc = 0;
  bool lastAll = true, lastAny = false;
  /// What warps that arrived knew.
  VectorClock clock;
};

namespace wgmma {
struct MatrixB;
}

/// Warps of a warpgroup.
inline constexpr unsigned kWarpsOfGroup = 4;

/// The products of a warpgroup that not all of its warps have executed.
struct MatrixGroup {
  struct Product {
    uint32_t pc;
    uint64_t a, b;
    /// Of the warp that was first.
    std::shared_ptr<wgmma::MatrixB> matrixB;
  };
  std::deque<Product> products;
  /// Of products that are over.
  std::vector<std::shared_ptr<wgmma::MatrixB>> unused;
  /// The number of the first of them, and how many each warp has executed.
  uint64_t first = 0, issued[kWarpsOfGroup] = {};
  /// How many of the warpgroup's products one of its warps has waited for.
  uint64_t waited = 0;
};

class Block {
public:
  explicit Block(Cluster &cluster) : cluster(cluster) {}
  ~Block();

  Cluster &cluster;
  /// In the grid, and in the cluster.
  Dim3 position;
  uint32_t linear = 0;
  unsigned rank = 0;

  /// What the kernel has, and after it what the system has if the program asks
  /// where that is.
  std::vector<uint8_t> shared;
  uint64_t sharedSize = 0;
  /// Whether the bytes are all the kernel's, or all the system's.
  bool hasShared(uint64_t offset, uint64_t bytes) const {
    uint64_t end = offset < sharedSize ? sharedSize : shared.size();
    return offset <= end && bytes <= end - offset;
  }
  /// Its shadows; empty if they are not tracked. See Undefined.h.
  std::vector<uint8_t> sharedShadow;
  /// The last access of each warp of other CTAs: its clock, 0 if there was
  /// none, and instruction.
  std::vector<std::pair<uint32_t, uint32_t>> remoteAccesses;
  /// Reports those that its end does not wait for.
  void end();
  bool hasEnded = false;
  SharedShadow shadow;
  /// What tensor copies wrote.
  SharedBoxes boxes;
  /// What threads copied.
  SharedSources sources;
  NamedBarrier barriers[16];
  /// By warpgroup.
  std::map<unsigned, MatrixGroup> matrixGroups;
  /// Null until the first tcgen05.alloc.
  std::unique_ptr<TensorMemory> tensorMemory;
  std::vector<std::unique_ptr<Warp>> warps;
  /// Instructions that its warps have executed.
  uint64_t steps = 0;
  /// What setmaxnreg has given back.
  unsigned freeRegisters = 0;
  /// How often the CTA has released; see GlobalShadow.
  uint32_t epoch = 0;
  /// Waits on an mbarrier that failed since one of this CTA went on.
  uint64_t failedWaits = 0;
  /// How often one went on, or something happened to an mbarrier.
  uint64_t completedWaits = 0;
  void noteProgress() {
    failedWaits = 0;
    ++completedWaits;
  }
  /// mbarriers by offset; see Mbarrier.h.
  struct AsyncState;
  std::unique_ptr<AsyncState, void (*)(AsyncState *)> async{
      nullptr, [](AsyncState *) {}};

  LaunchState &launch() const;
  unsigned numThreads() const;

  /// Arrives at a barrier, for lanes of a warp; true if that completed it.
  /// `count` 0: the whole CTA. Waiting is the caller's business.
  bool arrive(Warp &warp, const Inst &inst, unsigned number, uint32_t lanes,
              unsigned count, bool isAligned);
  /// Lets all that wait at the barrier go on.
  void complete(unsigned number);

  /// The warp has waited at barrier.cluster.
  void passCluster(Warp &warp);

  // Vector clocks of the warps of the cluster; see SharedShadow.h.
  VectorClock &clockOf(const Warp &warp) const;
  unsigned indexInCluster(const Warp &warp) const;
  /// Of the warpgroup of the warp, among those that have clocks.
  unsigned getGroupAgent(const Warp &warp) const;
  /// The warp synchronises with what `clock` holds, both ways.
  void synchronize(const Warp &warp, VectorClock &clock) const;
  /// Only gives, or only takes, what the warp knows.
  void giveClock(const Warp &warp, VectorClock &clock) const;
  void takeClock(const Warp &warp, const VectorClock &clock) const;
  /// What these lanes of the warp wrote has gone through a fence of the async
  /// proxy, and what the warp knows of other CTAs.
  void fenceAsync(const Warp &warp, uint32_t lanes) const;
  /// A new count of the warp: accesses before and after are distinguished.
  void tick(const Warp &warp) const;
};

/// CTAs that run together on one host thread.
class Cluster {
public:
  Cluster(LaunchState &launch, uint64_t index);
  ~Cluster();

  LaunchState &launch;
  /// Position of the cluster in the grid of clusters.
  Dim3 position;
  std::vector<std::unique_ptr<Block>> blocks;
  /// Of each warp. A clock has a count for each warp, then how far each warp
  /// has fenced, and then how many products of each warpgroup are complete.
  std::vector<VectorClock> clocks;
  unsigned getNumWarps() const {
    return blocks.size() * blocks.front()->warps.size();
  }
  unsigned getGroupsOfBlock() const {
    return llvm::divideCeil(blocks.front()->warps.size(), kWarpsOfGroup);
  }
  /// Where what is known of tensor memory begins; see TensorMemory.h. `what` is
  /// a TensorPipe, or 3 and 4: fenced loads and stores.
  unsigned getTensorBegin() const {
    return 2 * getNumWarps() + blocks.size() * getGroupsOfBlock();
  }
  unsigned getTensorPlace(unsigned warp, unsigned what) const {
    return getTensorBegin() + warp * kTensorPlaces + what;
  }
  unsigned getClockSize() const {
    return getTensorBegin() + (launch.program.usesTensorMemory
                                   ? kTensorPlaces * getNumWarps()
                                   : 0);
  }
  /// Who made an access: of a warpgroup, its first warp.
  const Warp &getAgent(unsigned agent) const;
  std::vector<LaneFences> laneFences;
  /// What each warp knew at its last proxy fence: of writes of its CTA that it
  /// has fenced itself, as Triton does on sm_100.
  std::vector<VectorClock> readerFences;
  /// An answer of clusterlaunchcontrol that a thread has seen said that there
  /// is no more.
  bool hasNoMore = false;
  /// What fences order; see Order.h.
  std::unique_ptr<Order> order;
  /// Where stored undefined bits of memory are from, by the place of their
  /// shadow.
  llvm::DenseMap<const uint8_t *, uint32_t> memoryOrigins;
  /// barrier.cluster: what those knew who arrived in this phase, and who did
  /// in those before.
  VectorClock arrivedClock, completedClock;
  /// A thread has arrived in this phase.
  bool isMeeting = false;
  Progress progress;
  /// How often all warps have had their turn.
  uint64_t numTurns = 0;

  /// Completes the phase of barrier.cluster if all lanes have arrived that have
  /// not exited.
  void meet();

  /// Runs for about `budget` instructions, `turn` of a warp before the next
  /// one; true if all its CTAs are done.
  bool run(Worker &worker, uint64_t budget, uint64_t turn);
  /// Begins anew, as another cluster of the grid.
  void reset(uint64_t index);

private:
  /// No warp gets on, in loops or as all wait: lets go what can be let go, or
  /// says why nothing can and ends the run. False then.
  bool resolveStall(bool hasLoops);
};

// Each access needs these.
inline LaunchState &Block::launch() const { return cluster.launch; }
inline unsigned Block::indexInCluster(const Warp &warp) const {
  return rank * warps.size() + warp.index;
}
inline unsigned Block::getGroupAgent(const Warp &warp) const {
  return 2 * cluster.getNumWarps() + rank * cluster.getGroupsOfBlock() +
         warp.index / kWarpsOfGroup;
}
inline VectorClock &Block::clockOf(const Warp &warp) const {
  return cluster.clocks[indexInCluster(warp)];
}

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_BLOCK_H
